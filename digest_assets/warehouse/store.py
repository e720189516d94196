"""The warehouse: a writer's file out of sight, a published copy for everybody, facts beside them.

Belongs here: opening, one transaction for one or many partitions, compacting. Never here: which rows (``rows``), how
the copy is made (``publish``), the schema (``schema``), what is decided.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import duckdb

from digest_assets.warehouse import publish as publishing
from digest_assets.warehouse import schema, tables
from digest_assets.warehouse.connection import connect
from digest_assets.warehouse.errors import StorageError, WarehouseError, first_line
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.lock import turn


@dataclass(frozen=True, slots=True)
class StoredBriefing:
    """A briefing as it was stored, with its pins."""

    day: date
    topic: str
    language: str
    density: str
    increments: int
    warnings: int
    markdown: str
    markdown_sha256: str
    input_sha256: str
    code_version: str
    run_id: str
    materialized_at: datetime
    settings_sha256: str
    head: str


class Writer:
    """One open transaction. Whoever leaves the block without an error commits, all tables at once."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self.afterwards: list[Callable[[], None]] = []  # called once committed, before the next writer has its turn

    def replace(self, table: str, partitions: Sequence[tables.Row], rows: Sequence[tables.Row]) -> None:
        """All rows of the partitions ((day,) or (day, topic)) give way to ``rows``."""
        if not partitions:
            return
        columns = tables.PARTITIONED[table]
        self._connection.register("_keys", tables.keys(table, partitions))
        self._connection.execute(f"DELETE FROM {table} USING _keys WHERE {_joined(table, '_keys', columns)}")  # noqa: S608
        self._connection.unregister("_keys")
        self._insert(table, rows)

    def add(self, table: str, rows: Sequence[tables.Row]) -> None:
        """Rows whose key (``tables.ADDED``) is not there yet; others are known to be the same."""
        if not rows:
            return
        columns = tables.ADDED[table]
        self._connection.register("_rows", tables.frame(table, rows))
        self._connection.execute(
            f"INSERT INTO {table} SELECT * FROM _rows ANTI JOIN {table} USING ({', '.join(columns)})"  # noqa: S608
        )
        self._connection.unregister("_rows")

    def known(self, table: str, key: str, values: Sequence[str]) -> set[str]:
        """Which values of a key column a table has."""
        if not values:
            return set()
        self._connection.register("_wanted", tables.texts("wanted", values))
        rows = self._connection.execute(
            f"SELECT DISTINCT {key} FROM {table} WHERE {key} IN (SELECT wanted FROM _wanted)"  # noqa: S608 - own names
        ).fetchall()
        self._connection.unregister("_wanted")
        return {row[0] for row in rows}

    def _insert(self, table: str, rows: Sequence[tables.Row]) -> None:
        if rows:
            self._connection.register("_rows", tables.frame(table, rows))
            self._connection.execute(f"INSERT INTO {table} SELECT * FROM _rows")  # noqa: S608
            self._connection.unregister("_rows")


def _joined(left: str, right: str, columns: tuple[str, ...]) -> str:
    return " AND ".join(f"{left}.{column} = {right}.{column}" for column in columns)


class Warehouse:
    """A warehouse by the path of its published file. Nothing is created before the first write."""

    def __init__(self, path: Path, zone: str = "UTC") -> None:
        self.path = path.absolute()
        self.zone = zone
        self.writer_file = self.path.with_name(f".{self.path.name}.writer")
        self.facts = Facts(self.path.with_name(f".{self.path.name}.facts"))
        self.notebook_file = self.path.with_name(f".{self.path.name}.notes")
        self._lock = self.path.with_name(f".{self.path.name}.lock")
        self.unpublished = False  # whether this process has committed what it has not published

    @property
    def published(self) -> bool:
        return self.path.exists()

    @property
    def home(self) -> Path:
        """The folder that holds briefings/ and dagster_home/ too."""
        return self.path.parent

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """A transaction over all tables, in turn with other processes. Raises WarehouseError or StorageError."""
        self._make_home()
        with turn(self._lock):
            with self._open_writer() as connection:
                writer = Writer(connection)
                connection.begin()
                try:
                    yield writer
                    connection.commit()
                    self.unpublished = True
                except duckdb.Error as error:
                    schema.undo(connection)
                    raise StorageError(f"{self.writer_file}: cannot be written ({first_line(error)})") from error
                except BaseException:
                    schema.undo(connection)
                    raise
            for step in writer.afterwards:
                step()

    @contextmanager
    def housekeeping(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection to the writer's file, in turn with others. Raises WarehouseError where there is none."""
        if not self.writer_file.exists():
            raise WarehouseError(f'{self.path}: there is no warehouse yet; "digest run" makes it')
        with turn(self._lock), self._open_writer() as connection:
            try:
                yield connection
            except duckdb.Error as error:
                raise StorageError(f"{self.writer_file}: cannot be written ({first_line(error)})") from error

    def compact(self) -> None:
        """Writes the writer's file anew, without the room of dropped rows, if it is smaller. Raises StorageError."""
        fresh = self.writer_file.with_name(f"{self.writer_file.name}.new")
        with turn(self._lock):
            try:
                fresh.unlink(missing_ok=True)
                with connect(fresh) as other:
                    schema.make(other, fresh, self.zone)
                with self._open_writer() as connection:
                    quoted = str(fresh).replace("'", "''")
                    connection.execute(f"ATTACH '{quoted}' AS fresh")
                    connection.execute("DELETE FROM fresh.meta")
                    for table in tables.names():
                        connection.execute(f"INSERT INTO fresh.{table} SELECT * FROM {table}")  # noqa: S608 - own names
                    connection.execute("DETACH fresh")
                    connection.execute("CHECKPOINT")
                if fresh.stat().st_size < self.writer_file.stat().st_size:
                    fresh.replace(self.writer_file)
            except (duckdb.Error, OSError) as error:
                raise StorageError(f"{self.writer_file}: cannot be compacted ({first_line(error)})") from error
            finally:
                fresh.unlink(missing_ok=True)
                publishing.wal(fresh).unlink(missing_ok=True)

    def publish(self) -> None:
        """Makes what is committed visible under the public path, by one rename. Raises StorageError."""
        self._make_home()
        with turn(self._lock):
            with self._open_writer() as connection:
                connection.execute("CHECKPOINT")
            publishing.publish(self.writer_file, self.path)
            self.unpublished = False

    @contextmanager
    def read(self, *, sealed: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """A read-only connection to the newest published copy, whatever else this process has open.

        Raises WarehouseError where nothing has been published yet, or the file is of another version.
        """
        if not self.published:
            raise WarehouseError(f'{self.path}: there is no warehouse yet; "digest run" makes it')
        connection = self._open_published(sealed)
        try:
            schema.check(connection, self.path)
            yield connection
        finally:
            connection.close()

    def _open_published(self, sealed: bool) -> duckdb.DuckDBPyConnection:
        while True:
            file = publishing.newest(self.path)
            try:
                return connect(file, read_only=True, sealed=sealed)
            except duckdb.Error as error:
                if publishing.newest(self.path) != file:
                    continue  # it was replaced between looking and opening
                raise WarehouseError(
                    f"{self.path}: cannot be opened ({first_line(error)}); is it a warehouse?"
                ) from error

    def briefing(self, day: date, topic: str, language: str) -> StoredBriefing | None:
        """The current briefing of a partition in a language, None where there is none."""
        found = self.briefings([day], [topic], language)
        return found.get((day, topic))

    def briefings(
        self, days: Sequence[date], topics: Sequence[str], language: str
    ) -> Mapping[tuple[date, str], StoredBriefing]:
        """The current briefings of many partitions; what was never made is left out."""
        if not self.published:
            return {}
        names = ", ".join(StoredBriefing.__slots__)
        with self.read() as connection:
            rows = connection.execute(
                f"SELECT {names} FROM briefings WHERE day IN (SELECT unnest(?))"  # noqa: S608 - names from code
                " AND topic IN (SELECT unnest(?)) AND language = ? ORDER BY day, topic",
                [list(days), list(topics), language],
            ).fetchall()
        return {(row[0], row[1]): StoredBriefing(*row) for row in rows}

    def main_briefing(self, day: date, topic: str) -> StoredBriefing | None:
        """The current briefing of a partition in the language that it was made in first."""
        found = self._select("briefings", "day = ? AND topic = ?", [day, topic])
        order = self.main_language(day)
        return next((b for b in found if b.language == order), found[0] if found else None)

    def topics_of(self, day: date) -> list[str]:
        """Which topics have a briefing of a day."""
        return sorted({b.topic for b in self._select("briefings", "day = ?", [day])})

    def heads(self) -> list[tuple[date, str, str]]:
        """(day, topic, head) of what each current briefing rests on; nothing where nothing was published."""
        if not self.published:
            return []
        with self.read() as connection:
            return connection.execute("SELECT DISTINCT day, topic, head FROM briefings ORDER BY ALL").fetchall()

    def all_briefings(self, language: str | None) -> list[StoredBriefing]:
        """Every current briefing, in one language or all, by day, topic, language."""
        return self._select("briefings", "? IS NULL OR language = ?", [language, language])

    def versions(self, day: date, topic: str, language: str | None, sha256: str) -> list[StoredBriefing]:
        """Versions whose Markdown's or inputs' SHA-256 begins so."""
        return self._select(
            "briefing_versions",
            "day = ? AND topic = ? AND (? IS NULL OR language = ?)"
            " AND (starts_with(markdown_sha256, ?) OR starts_with(input_sha256, ?))",
            [day, topic, language, language, sha256, sha256],
        )

    def main_language(self, day: date) -> str | None:
        """The first language of the settings under which a day's briefings were made."""
        for stored in self._select("briefings", "day = ?", [day])[:1]:
            body = self.facts.get("settings", stored.settings_sha256)
            if body is not None:
                return str(json.loads(body)["languages"][0])
        return None

    def _select(self, view: str, where: str, values: list[object]) -> list[StoredBriefing]:
        names = ", ".join(StoredBriefing.__slots__)
        with self.read() as connection:
            rows = connection.execute(
                f"SELECT {names} FROM {view} WHERE {where} ORDER BY day, topic, language, materialized_at",  # noqa: S608
                values,
            ).fetchall()
        return [StoredBriefing(*row) for row in rows]

    def recorded_days(self) -> list[tuple[date, str]]:
        """Every day whose sources were taken, with its manifest's hash, in order: what is committed so far."""
        if not self.writer_file.exists():
            return []
        with turn(self._lock), self._open_writer() as connection:
            return connection.execute("SELECT day, manifest_sha256 FROM day_rows ORDER BY day").fetchall()

    # --- the writer's file ---

    def _make_home(self) -> None:
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            with self._lock.open("a"):
                pass
        except OSError as error:
            raise WarehouseError(
                f"{self.home}: cannot be written ({error.strerror}); choose another --warehouse"
            ) from error

    def claim(self) -> None:
        """Makes sure that a run can write here, before it makes anything else. Raises WarehouseError."""
        self._refuse_others()
        self._make_home()

    def _refuse_others(self) -> None:
        if self.path.exists() and not self.writer_file.exists():  # somebody's file, which publishing would replace
            raise WarehouseError(
                f"{self.path}: is there already, without {self.writer_file.name} beside it, so no run wrote it here; "
                "put that back, or choose another --warehouse"
            )

    @contextmanager
    def _open_writer(self) -> Iterator[duckdb.DuckDBPyConnection]:
        self._refuse_others()
        try:
            connection = connect(self.writer_file)
        except duckdb.Error as error:
            raise StorageError(f"{self.writer_file}: cannot be opened ({first_line(error)})") from error
        try:
            schema.make(connection, self.writer_file, self.zone)
            yield connection
        finally:
            connection.close()
