"""Dagster's event log, many events at a time: the same files and tables, fewer connections and transactions.

Belongs here: how events of a run that a command launches reach the log. Never here: which events.

Measured: Dagster's own class makes an engine, compiles its SQL, connects, commits and closes twice for each event, some
10 ms for each of the two events that a partition has. Dagster can hand a step's events over in batches; what is missing
for SQLite is a class that writes one in a single transaction.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import sqlalchemy
import yaml
from dagster._core.events import ASSET_EVENTS
from dagster._core.events.log import EventLogEntry
from dagster._core.instance.ref import InstanceRef
from dagster._core.storage.event_log.schema import SqlEventLogStorageTable
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage
from dagster._serdes import ConfigurableClassData

_BATCH = "DAGSTER_EVENT_BATCH_SIZE"
_EVENTS = 1000  # at a time
_OTHERS = ("storage", "run_storage", "event_log_storage", "schedule_storage", "instance_class")
_RUNS = 2  # whose files stay open


def instance(home: Path) -> dg.DagsterInstance:
    """Dagster's instance of a folder; where the folder chose a storage of its own, that one."""
    os.environ.setdefault(_BATCH, str(_EVENTS))
    chosen = yaml.safe_load((home / "dagster.yaml").read_text("utf-8")) or {}
    if any(name in chosen for name in _OTHERS):
        return dg.DagsterInstance.from_config(str(home))
    own = {
        "module": EventLog.__module__,
        "class": EventLog.__name__,
        "config": {"base_dir": str(home / "history" / "runs")},
    }
    return dg.DagsterInstance.from_ref(InstanceRef.from_dir(str(home), overrides={"event_log_storage": own}))


class Unwritable(BaseException):
    """The log cannot be written. No Exception: Dagster would say so on standard error, and try each event again."""


class EventLog(SqliteEventLogStorage):
    """Keeps connections open, and writes a batch of one run's asset events in one transaction a file."""

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        self._engines: dict[str, sqlalchemy.Engine] = {}
        super().__init__(base_dir, inst_data)

    @classmethod
    def from_config_value(cls, inst_data: ConfigurableClassData | None, config_value: dict[str, str]) -> EventLog:  # type: ignore[override]
        return cls(inst_data=inst_data, **config_value)

    @contextmanager
    def _connect(self, shard: str) -> Iterator[sqlalchemy.Connection]:
        with self._db_lock:
            engine = self._engine(shard)
            if shard not in self._initialized_dbs:
                self._initdb(engine)
                self._initialized_dbs.add(shard)
            with engine.connect() as connection, connection.begin():
                yield connection

    def _engine(self, shard: str) -> sqlalchemy.Engine:
        found = self._engines.pop(shard, None)
        if found is None:
            found = sqlalchemy.create_engine(
                self.conn_string_for_shard(shard),
                poolclass=sqlalchemy.QueuePool,
                pool_size=1,
                connect_args={"timeout": 30, "check_same_thread": False},
            )
        self._engines[shard] = found  # the last one used is the last one closed
        for old in [name for name in self._engines if name != "index"][:-_RUNS]:
            self._engines.pop(old).dispose()
        return found

    def store_event_batch(self, events: Sequence[EventLogEntry]) -> None:
        """Asset events of one run together, as ``store_event`` stores each; all else one by one. Raises Unwritable."""
        try:
            if any(e.dagster_event_type not in ASSET_EVENTS or e.run_id != events[0].run_id for e in events):
                super().store_event_batch(events)
            else:
                self._store_together(events)
        except sqlalchemy.exc.DatabaseError as error:
            said = error.orig or error
            raise Unwritable(f"{self._base_dir}: Dagster's history cannot be written ({said}); free space") from error

    def _store_together(self, events: Sequence[EventLogEntry]) -> None:
        rows = [self._event_to_row(event) for event in events]
        insert = SqlEventLogStorageTable.insert()
        with self.run_connection(events[0].run_id) as connection:
            connection.execute(insert, rows)
        with self.index_transaction() as connection:
            ids = [_id_of(connection.execute(insert, row)) for row in rows]
            self._store_asset_event_tags(connection, events, ids)
            # an asset has one row, which each event of a kind replaces: the last of each kind is what stays
            last = {(event.dagster_event_type, rows[n]["asset_key"]): n for n, event in enumerate(events)}
            for n in sorted(last.values()):
                self._store_asset_event(connection, events[n], ids[n])

    def dispose(self) -> None:
        super().dispose()
        for engine in self._engines.values():
            engine.dispose()
        self._engines.clear()


def _id_of(inserted: sqlalchemy.CursorResult[Any]) -> int:
    (found,) = inserted.inserted_primary_key or (None,)
    assert isinstance(found, int)  # SQLite's own row id
    return found
