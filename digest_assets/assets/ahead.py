"""Working ahead of the event log: processes that fill the facts while Dagster starts and writes its events.

Belongs here: the processes' lives, who waits for whom. Never here: what they do (``session``). They write facts alone,
which are functions of their keys: a run without them, or with some that failed, makes the same bytes a little later.

One process reads, range after range. Others judge what is read, each some of the topics, since the days of a topic
stand on each other and the topics of a day do not. All of them go on to the next range while the tables of the one
before are written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess, SpawnProcess
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from types import TracebackType
from typing import Self

from digest_assets.assets.opening import Opened
from digest_assets.assets.session import Session
from digest_assets.reading.pool import die_with_parent
from digest_assets.settings import Settings
from digest_assets.warehouse.chain import DayRecord

Ranges = Sequence[Sequence[date]]
Records = tuple[DayRecord, ...]
Given = tuple[Path, Path, Settings, Records]  # what a session is made of

_MOST = 4  # processes that judge; each prepares every day's sources for itself, and holds them
_READINGS = 500  # that a judging process keeps; it goes through its days once


class Ahead:
    """Foresees ranges of days, one after the other, by ``until_read`` and ``until_judged`` each."""

    def __init__(self, session: Session, ranges: Ranges, topics: Sequence[str], now: datetime) -> None:
        # a fork has the imports already
        context = get_context("fork") if sys.platform == "linux" else get_context("spawn")
        forks = context.get_start_method() == "fork"
        given: Given = (session.root, session.warehouse.path, session.settings, session.records)
        opened = session.opened if forks else None
        if opened is not None:
            opened.hand_over()
        count = min(os.cpu_count() or 1, len(topics), _MOST)
        self._workers: list[tuple[ForkProcess | SpawnProcess, Connection]] = []
        queues: list[SimpleQueue[Records]] = [context.SimpleQueue() for _ in range(count)]

        def start(work: Callable[..., None], *arguments: object) -> None:
            done, report = context.Pipe(duplex=False)
            worker = context.Process(target=_work, args=(work, report, given, *arguments))
            worker.start()
            report.close()
            self._workers.append((worker, done))

        start(_read, ranges, now, queues, opened)
        for number, queue in enumerate(queues):
            start(_judge, ranges, topics[number::count], queue)

    def until_read(self) -> None:
        """Until the next range is read, or cannot be."""
        self._wait(0)

    def until_judged(self) -> None:
        """Until the next range is judged, or cannot be."""
        for number in range(1, len(self._workers)):
            self._wait(number)

    def _wait(self, number: int) -> None:
        """For a word of a worker. Where it ended without, none of them is waited for any more."""
        if number >= len(self._workers):
            return
        worker, done = self._workers[number]
        wait([done, worker.sentinel])
        try:
            if done.poll():
                done.recv()
                return
        except EOFError:
            pass
        self._end()  # it met what the run itself will meet, and say

    def _end(self) -> None:
        for worker, _ in self._workers:
            worker.kill()  # asking may be in vain: whoever started all this may have had them ignore it
        for worker, done in self._workers:
            worker.join()
            done.close()
        self._workers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()


def _work(work: Callable[..., None], report: Connection, given: Given, *arguments: object) -> None:
    die_with_parent()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdout = sys.stderr = nowhere  # the run itself meets the same errors, and says them
        work(report, given, *arguments)


def _read(
    report: Connection,
    given: Given,
    ranges: Ranges,
    now: datetime,
    queues: Sequence[SimpleQueue[Records]],
    opened: Opened | None,
) -> None:
    session = Session(*given, vault_of=opened)
    for days in ranges:
        session.read_ahead(days, now)
        for queue in queues:
            queue.put(session.records)
        report.send(None)
    session.close()


def _judge(
    report: Connection, given: Given, ranges: Ranges, topics: Sequence[str], queue: SimpleQueue[Records]
) -> None:
    session = Session(*given, readings=_READINGS)
    for days in ranges:
        session.recall(min(days), topics)  # while the days themselves are read
        session.judge_ahead(queue.get(), days, topics)
        report.send(None)
    session.close()
