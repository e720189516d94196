"""Immutable facts under their hash: bytes, readings, manifests, settings, judgements.

Belongs here: one SQLite file beside the warehouse, rows that are only ever added, several processes at once. Never
here: what a fact means. A fact's body is a function of its key, so whoever adds it first is right, and a killed run
leaves at worst facts that nobody asks for yet.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from digest_assets.warehouse.errors import StorageError, WarehouseError
from digest_assets.warehouse.lock import alone, share

_VERSION = 1
_MANY = 500  # keys in one question; SQLite takes at least 999 parameters


class Facts:
    """(kind, key) → body. Bodies are stored compressed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.users_file = file.with_name(f"{file.name}.users")
        self._connection: sqlite3.Connection | None = None
        self._user: int | None = None  # a descriptor that marks the facts as in use
        self._alone = False

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                if not self._alone:
                    self._user = share(self.users_file)
                connection = sqlite3.connect(self.file, timeout=60, isolation_level=None, check_same_thread=False)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS facts (kind TEXT, key TEXT, body BLOB, PRIMARY KEY (kind, key))"
                )
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version == 0:
                    connection.execute(f"PRAGMA user_version = {_VERSION:d}")
                elif version != _VERSION:
                    connection.close()
                    raise WarehouseError(
                        f"{self.file}: facts of version {version}, this program knows {_VERSION}; "
                        "use the program that wrote it, or another --warehouse"
                    )
            except (sqlite3.Error, OSError) as error:
                raise WarehouseError(
                    f"{self.file}: cannot be opened ({error}); check permissions and free space"
                ) from error
            self._connection = connection
        return self._connection

    def put(self, rows: Iterable[tuple[str, str, bytes]]) -> None:
        """Adds (kind, key, body) rows in one transaction; known keys stay as they are. Raises StorageError."""
        packed = [(kind, key, zlib.compress(body, 1)) for kind, key, body in rows]
        if not packed:
            return
        connection = self._open()
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?, ?)", packed)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise StorageError(f"{self.file}: cannot be written ({error}); free space or permissions") from error

    def get(self, kind: str, key: str) -> bytes | None:
        row = self._open().execute("SELECT body FROM facts WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        return zlib.decompress(row[0]) if row else None

    def get_many(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """The bodies of those keys that are known."""
        found: dict[str, bytes] = {}
        for start in range(0, len(keys), _MANY):
            part = keys[start : start + _MANY]
            marks = ",".join("?" * len(part))
            rows = self._open().execute(
                f"SELECT key, body FROM facts WHERE kind = ? AND key IN ({marks})",  # noqa: S608 - marks only
                (kind, *part),
            )
            found.update((key, zlib.decompress(body)) for key, body in rows)
        return found

    def all(self, kind: str) -> dict[str, bytes]:
        """Every fact of a kind, for kinds of few."""
        rows = self._open().execute("SELECT key, body FROM facts WHERE kind = ?", (kind,))
        return {key: zlib.decompress(body) for key, body in rows}

    def known(self, kind: str, keys: Iterable[str]) -> set[str]:
        """Which of the keys are there."""
        wanted = sorted(set(keys))
        found: set[str] = set()
        for start in range(0, len(wanted), _MANY):
            part = wanted[start : start + _MANY]
            marks = ",".join("?" * len(part))
            rows = self._open().execute(
                f"SELECT key FROM facts WHERE kind = ? AND key IN ({marks})",  # noqa: S608 - marks only
                (kind, *part),
            )
            found.update(key for (key,) in rows)
        return found

    def sizes(self) -> dict[str, dict[str, int]]:
        """Stored bytes of every fact, by kind and key."""
        found: dict[str, dict[str, int]] = {}
        for kind, key, size in self._open().execute("SELECT kind, key, length(body) FROM facts"):
            found.setdefault(kind, {})[key] = size
        return found

    @contextmanager
    def housekeeping(self) -> Iterator[None]:
        """Nobody else reads or adds facts in the block. Raises WarehouseError where a run is at work."""
        self.close()
        with alone(self.users_file):
            self._alone = True
            try:
                yield
            finally:
                self.close()
                self._alone = False

    def forget(self, kind: str, keys: Iterable[str]) -> int:
        """Removes facts; returns how many there were. For housekeeping: what a version stands on must stay."""
        rows = [(kind, key) for key in sorted(set(keys))]
        connection = self._open()
        before = connection.total_changes
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("DELETE FROM facts WHERE kind = ? AND key = ?", rows)
        connection.execute("COMMIT")
        return connection.total_changes - before

    def compact(self) -> None:
        """Gives the room of forgotten facts back to the disk. Raises StorageError."""
        connection = self._open()
        try:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise StorageError(f"{self.file}: cannot be compacted ({error}); free space or permissions") from error

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._user is not None:
            os.close(self._user)
            self._user = None
