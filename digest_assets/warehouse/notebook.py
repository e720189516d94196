"""What the vault remembers between processes, so that no unchanged file is read again.

Belongs here: small texts under opaque keys, in one SQLite file beside the warehouse. Never here: what they mean.
Whoever loses the file loses time and nothing else: one that cannot be opened, read, or written counts as empty.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_MAKE = "CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID"
_OWN = ("blob:", "file:")  # hashes of bytes; all else is what some version of the reader found stated in them


class Notebook:
    """A ``vault.Memory``. Reads everything at the first question, and writes what is new when it is flushed."""

    def __init__(self, file: Path, version: str) -> None:
        """``version``: of whatever else than bytes decides what is noted."""
        self._file = file
        self._version = version
        self._notes: dict[str, str] | None = None
        self._fresh: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        if self._notes is None:
            self._notes = self._load()
        return self._notes.get(self._full(key))

    def put(self, key: str, value: str) -> None:
        if self.get(key) != value:
            assert self._notes is not None
            self._notes[self._full(key)] = self._fresh[self._full(key)] = value

    def flush(self) -> None:
        """Keeps what was noted since."""
        if not self._fresh:
            return
        try:
            with closing(sqlite3.connect(self._file, timeout=5)) as connection, connection:
                connection.execute(_MAKE)
                connection.executemany("REPLACE INTO notes VALUES (?, ?)", sorted(self._fresh.items()))
        except sqlite3.Error:
            return  # the files are read again next time
        self._fresh.clear()

    def _full(self, key: str) -> str:
        return key if key.startswith(_OWN) else f"{self._version}\0{key}"

    def _load(self) -> dict[str, str]:
        if not self._file.exists():
            return {}
        try:
            with closing(sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
                return dict(connection.execute("SELECT key, value FROM notes"))
        except sqlite3.Error:
            return {}
