"""What lies in the vault's folder right now: names, sizes, modification times, bytes.

Belongs here: the walk and the reading of files, without ever writing. Never here: git, moments, meaning of names
(``kinds`` says which count). No symbolic link below the vault is followed, of a file or of a folder, wherever it
leads: what it leads to either lies in the vault under its own name or does not belong to it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from ..clock import EARLIEST, LATEST
from .errors import VaultError
from .kinds import Layout, shown

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant(nanoseconds: int) -> datetime:
    """Nanoseconds since 1970 as a moment, cut to microseconds, kept within what a calendar can hold."""
    try:
        moment = _EPOCH + timedelta(microseconds=nanoseconds // 1000)
    except OverflowError:
        return LATEST if nanoseconds > 0 else EARLIEST
    return min(max(moment, EARLIEST), LATEST)


class FileRef(NamedTuple):
    """A file as the walk found it. ``problem``: why it cannot be read, where the walk already shows it."""

    path: str  # relative, POSIX, undecodable bytes as surrogates
    size: int
    mtime_ns: int
    ctime_ns: int
    problem: str | None = None

    @property
    def modified(self) -> datetime:
        return instant(self.mtime_ns)


@dataclass(frozen=True, slots=True)
class Listing:
    """One walk."""

    files: dict[str, FileRef]
    folders: dict[str, datetime]  # modification times of the folders that were listed; "" is the vault itself
    closed: tuple[str, ...]  # folders that could not be listed
    earliest: datetime | None  # the earliest modification time that the walk saw, of any file

    def last_change_around(self, path: str) -> datetime:
        """When the nearest folder that is still there last changed: a path that is gone was there no longer then."""
        parts = path.split("/")[:-1]
        while parts and "/".join(parts) not in self.folders:
            parts.pop()
        return self.folders["/".join(parts)]

    def hides(self, path: str) -> bool:
        """Whether the path lies below a folder that could not be listed, so that its absence says nothing."""
        return any(path.startswith(folder + "/") for folder in self.closed)


@dataclass(slots=True)
class _Walk:
    root: Path
    layout: Layout
    files: dict[str, FileRef] = field(default_factory=dict)
    folders: dict[str, datetime] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)
    earliest: int | None = None

    def see(self, path: str, status: os.stat_result) -> None:
        regular = stat.S_ISREG(status.st_mode)
        mtime = status.st_mtime_ns
        if regular and (self.earliest is None or mtime < self.earliest):
            self.earliest = mtime
        if self.layout.place(path) is None:
            return
        if regular:
            self.files[path] = FileRef(path, status.st_size, mtime, status.st_ctime_ns)
        else:
            problem = "is a directory" if stat.S_ISDIR(status.st_mode) else "is not a regular file"
            self.files[path] = FileRef(path, 0, mtime, status.st_ctime_ns, problem)

    def list(self, folder: str) -> None:
        waiting = [folder]
        while waiting:
            here = waiting.pop()
            try:
                with os.scandir(self.root / here) as entries:
                    for entry in entries:
                        if not entry.name.startswith(".") and not entry.is_symlink():
                            waiting.extend(self._entry(f"{here}/{entry.name}", entry))
                self.folders[here] = instant(os.lstat(self.root / here).st_mtime_ns)
            except FileNotFoundError:  # gone since its parent was listed
                continue
            except OSError:
                self.closed.append(here)

    def _entry(self, path: str, entry: os.DirEntry[str]) -> tuple[str, ...]:
        """Notes a file; gives the path of a folder to go into."""
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:  # gone since its folder was listed
            return ()
        self.see(path, status)
        return (path,) if stat.S_ISDIR(status.st_mode) else ()


def _status(root: Path, path: str) -> os.stat_result | None:
    """Of a path without a symbolic link anywhere below the vault; None where there is no such thing."""
    at = root
    status = None
    for part in path.split("/"):
        at = at / part
        try:
            status = os.lstat(at)
        except OSError:
            return None
        if stat.S_ISLNK(status.st_mode):
            return None
    return status


def walk(root: Path, layout: Layout) -> Listing:
    """All files that may count, found without opening any. Raises VaultError where the vault itself is gone."""
    try:
        return _walk(root, layout)
    except OSError as error:
        raise VaultError(f"{root}: the vault cannot be listed: {reason(error)}") from error


def _walk(root: Path, layout: Layout) -> Listing:
    found = _Walk(root, layout)
    found.folders[""] = instant(os.lstat(root).st_mtime_ns)
    for folder in layout.folders:
        status = _status(root, folder)
        if status is not None and stat.S_ISDIR(status.st_mode):
            found.list(folder)
    for path in layout.files:
        status = _status(root, path)
        if status is not None:
            found.see(path, status)
            parent = path.rpartition("/")[0]
            if parent and parent not in found.folders:
                found.folders[parent] = instant(os.lstat(root / parent).st_mtime_ns)
    for name in os.listdir(root):  # of no interest but for their times: where the folder begins
        status = _status(root, name)
        if status is not None and stat.S_ISREG(status.st_mode):
            found.see(name, status)
    earliest = None if found.earliest is None else instant(found.earliest)
    return Listing(found.files, found.folders, tuple(sorted(found.closed)), earliest)


def read(root: Path, file: FileRef) -> Iterator[bytes]:
    """The file's bytes in pieces. Raises OSError with a plain reason where it cannot be read (any more)."""
    if file.problem is not None:
        raise OSError(file.problem)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(root / file.path, flags)
    with open(handle, "rb", buffering=0) as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("is not a regular file")
        while piece := stream.read(1 << 20):
            yield piece


def reason(error: OSError) -> str:
    """Why a file could not be read, without the machine's paths in it."""
    return shown(error.strerror or str(error)).lower()
