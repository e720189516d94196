"""The published copy: made beside, synced, renamed into place.

Belongs here: copying, the atomic rename, versioned names for our own long-lived processes, stray write-ahead logs.
Never here: what the file holds.

DuckDB gives all connections of a process to one path the same open file, so a process that still reads an old copy
would not see a new one under the same name: our own readers open the copy by a second name, a hard link that is new
each time. A client that opened the public file for writing and died leaves a ``.wal`` that DuckDB would replay into the
next copy: it is removed before and after the rename.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from digest_assets.warehouse.errors import StorageError

_MODE = 0o444


def publish(writer_file: Path, public: Path) -> None:
    """Replaces ``public`` by a copy of a checkpointed file. The caller holds the lock. Raises StorageError."""
    if wal(writer_file).exists():
        raise StorageError(f"{writer_file}: has a write-ahead log that was not merged; run again")
    fresh = public.with_name(f".{public.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        shutil.copyfile(writer_file, fresh)
        with fresh.open("rb+") as copy:
            os.fsync(copy.fileno())
        fresh.chmod(_MODE)
        wal(public).unlink(missing_ok=True)
        inode = fresh.stat().st_ino
        versioned = _versioned(public, inode)
        versioned.unlink(missing_ok=True)
        _link(fresh, versioned)
        fresh.replace(public)
        wal(public).unlink(missing_ok=True)
        _sync_folder(public.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StorageError(
            f"{public}: cannot be published ({error.strerror}); the copy before stays in place"
        ) from error
    for old in public.parent.glob(f".{public.name}.v*"):
        if old != versioned:
            old.unlink(missing_ok=True)


def newest(public: Path) -> Path:
    """The newest copy under a name that no older connection of this process can hold."""
    versioned = _versioned(public, public.stat().st_ino)
    return versioned if versioned.exists() else public


def wal(file: Path) -> Path:
    """DuckDB's write-ahead log of a file."""
    return file.with_name(file.name + ".wal")


def _versioned(public: Path, inode: int) -> Path:
    return public.with_name(f".{public.name}.v{inode}")


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        return  # a file system without hard links: readers use the public name


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
