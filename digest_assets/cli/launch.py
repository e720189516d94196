"""Launching the two jobs in this process, or not at all where nothing changed.

Belongs here: which Dagster runs a command needs. Never here: what a run does, what is printed.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from digest_assets.assets.ahead import Ahead
from digest_assets.assets.session import Session
from digest_assets.assets.spans import days_between, stretches
from digest_assets.cli.errors import CallError, WorkError
from digest_assets.places import dagster_home
from digest_assets.settings import Settings
from digest_assets.warehouse import StorageError, StoredBriefing

if TYPE_CHECKING:
    import dagster as dg

_HOME = "telemetry:\n  enabled: false\nnux:\n  enabled: false\nfreshness:\n  enabled: true\n"
_YOUNG = 100_000  # new objects before garbage is looked for: judgements are made of many, none of it garbage
_SILENT = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}  # the event log keeps everything


def prepare_home(warehouse: Path) -> Path:
    """Dagster's folder, made where it is missing; it never phones home. Raises CallError where it cannot be made."""
    home = Path(os.environ.get("DAGSTER_HOME") or dagster_home(warehouse)).absolute()
    file = home / "dagster.yaml"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_text(_HOME, "utf-8")
    except OSError as error:
        raise CallError(
            f"{home}: Dagster's history cannot be kept here ({error.strerror}); set DAGSTER_HOME"
        ) from error
    return home


class Launch:
    """The work of one command on one vault and warehouse."""

    def __init__(self, vault: Path, warehouse: Path, settings: Settings) -> None:
        self.session = Session(vault.absolute(), warehouse.absolute(), settings)
        self._definitions: dg.Definitions | None = None
        self._instance: dg.DagsterInstance | None = None
        self._now = datetime.now(UTC)

    def last_closed(self) -> date:
        return self.session.clock.last_closed(self._now)

    def check(self, first: date, last: date) -> None:
        """Raises CallError where a day lies before the vault's first or is still to come, VaultError."""
        recorded = self.session.records
        if not recorded or first < recorded[0].day:  # days are recorded from the vault's first on
            earliest = self.session.vault.first_day()
            if first < earliest:
                raise CallError(
                    f"{first}: is before the vault's first day, {earliest}; see clock.first_day in digest.toml"
                )
        running = self.session.clock.day_of(self._now)
        if last > running:
            raise CallError(f"{last}: that window has not opened yet; the one now open is {running}")

    def make(self, ranges: Sequence[tuple[date, date]], topics: Sequence[str]) -> Iterator[tuple[date, date]]:
        """Makes the briefings of ranges of days × topics, and gives each range when its briefings are published.

        Where their pins hold already, nothing is launched.
        """
        rest = list(ranges)
        seen = self.session.look()
        while rest and self.session.unchanged(days_between(*rest[0]), topics, self._now, seen):
            yield rest.pop(0)
        if not rest:
            self.session.close()
            return
        _ = self.session.vault  # what is wrong with it is said before anything is made
        self.session.warehouse.claim()
        with Ahead(self.session, [days_between(*span) for span in rest], topics, self._now) as ahead:
            for span in rest:
                self._launch(*span, topics, ahead)
                seen.note(days_between(*span), self._now)
                yield span
        self.session.close()

    def _launch(self, first: date, last: date, topics: Sequence[str], ahead: Ahead) -> None:
        from digest_assets import automation
        from digest_assets.assets.resource import HALF, lent

        span = {automation.RANGE_START: first.isoformat(), automation.RANGE_END: last.isoformat()}
        self._prepare()
        ahead.until_read()
        with lent(self.session):
            self._execute(automation.SOURCES_JOB, {**span, **automation.COMMAND, HALF: "sources"})
            ahead.until_judged()
            for low, high in stretches(topics, list(self.session.settings.topics)):
                tags = {automation.RANGE_START: f"{first}|{low}", automation.RANGE_END: f"{last}|{high}"}
                self._execute(automation.BRIEFINGS_JOB, {**tags, **automation.COMMAND})
        self.session.refresh()

    def _prepare(self) -> tuple[dg.Definitions, dg.DagsterInstance]:
        """Dagster, loaded once."""
        gc.set_threshold(_YOUNG, 20, 100)
        from digest_assets import definitions
        from digest_assets.assets import eventlog

        if self._instance is None:
            home = prepare_home(self.session.warehouse.path)
            os.environ["DAGSTER_HOME"] = str(home)
            self._instance = eventlog.instance(home)
        if self._definitions is None:
            self._definitions = definitions.build(self.session.root, self.session.warehouse.path)
        return self._definitions, self._instance

    def _execute(self, job: str, tags: dict[str, str]) -> None:
        import dagster as dg

        from digest_assets.assets import eventlog

        definitions, instance = self._prepare()
        try:
            result = definitions.resolve_job_def(job).execute_in_process(
                instance=instance, tags=tags, raise_on_error=True, run_config=_SILENT
            )
        except dg.DagsterExecutionInterruptedError:
            raise KeyboardInterrupt from None
        except eventlog.Unwritable as error:
            raise StorageError(str(error)) from error
        if not result.success:
            raise WorkError(f"{job} failed; see run {result.run_id} in the Dagster UI")

    def briefings(self, days: Sequence[date], topics: Sequence[str]) -> Iterator[tuple[StoredBriefing, Path]]:
        """What is stored of days × topics, in the main language, with the files."""
        language = self.session.settings.languages[0]
        found = self.session.warehouse.briefings(days, topics, language)
        for day in days:
            for topic in topics:
                if (day, topic) in found:
                    yield found[day, topic], self.session.files.of(day, topic, language)
