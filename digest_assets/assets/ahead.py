"""Judging ahead of the event log: a worker that fills the facts while Dagster starts and writes its events.

Belongs here: the worker's life. Never here: what it does (``session.foresee``). It writes facts alone, which are
functions of their keys: a run without a worker, or with one that failed, makes the same bytes a little later.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import date, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from digest_assets.assets.session import Session
from digest_assets.reading.pool import die_with_parent
from digest_assets.settings import Settings
from digest_assets.warehouse.chain import DayRecord

Ranges = Sequence[Sequence[date]]


class Ahead:
    """Foresees ranges of days, one after the other; ``wait`` once for each of them, then go on with its briefings."""

    def __init__(self, session: Session, ranges: Ranges, topics: Sequence[str], now: datetime) -> None:
        # a fork has the imports already
        context = get_context("fork") if sys.platform == "linux" else get_context("spawn")
        self._done, report = context.Pipe(duplex=False)
        given = (session.root, session.warehouse.path, session.settings, session.records)
        self._worker = context.Process(target=_work, args=(report, *given, ranges, topics, now))
        self._worker.start()
        report.close()

    def wait(self) -> None:
        """Until the next range is foreseen, or the worker has ended."""
        try:
            self._done.recv()
        except EOFError:
            return  # it met what the run itself will meet, and say

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.terminate()
        self._worker.join()
        self._done.close()


def _work(
    report: Connection,
    root: Path,
    warehouse: Path,
    settings: Settings,
    records: Sequence[DayRecord],
    ranges: Ranges,
    topics: Sequence[str],
    now: datetime,
) -> None:
    die_with_parent()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdout = sys.stderr = nowhere  # the run itself meets the same errors, and says them
        session = Session(root, warehouse, settings, records)
        for days in ranges:
            session.foresee(days, topics, now)
            report.send(None)
        session.close()
