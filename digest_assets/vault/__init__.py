"""The vault at a moment: which files there were, what they are, and which day each belongs to.

Belongs here: the room's front door. Its rooms: ``kinds`` (what a path is), ``stamps`` and ``moments`` (when a source
is of), ``folder``, ``repository`` and ``history`` (what stood where), ``timeline`` (both as one), ``manifest``
(windows), ``contents`` (bytes). Never here: text inside the files; what front matter states is asked of a function
that the caller passes.

Nothing is ever written into the vault or its repository, and nothing depends on the clock of the machine.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from ..clock import Clock
from ..model import Manifest, SourceKind
from ..settings import Settings
from . import folder, history, repository, timeline
from .contents import Contents, Forgetful, Memory
from .errors import VaultError
from .kinds import Layout, shown
from .manifest import Manifests, Snapshot
from .moments import Moments
from .repository import Index

__all__ = ["Memory", "Snapshot", "Vault", "VaultError", "open_vault"]

_ABSURD = 3653  # days from the median of all stamped days


def _no_snapshot(path: str, moment: datetime) -> str | None:
    return None


def open_vault(
    root: Path,
    settings: Settings,
    stated: Callable[[bytes, SourceKind, str], str | None],
    snapshot: Snapshot = _no_snapshot,
    memory: Memory | None = None,
) -> Vault:
    """A vault to ask. Raises VaultError, one clear line, where the folder or its repository cannot be read.

    ``stated(data, kind, name)``: the moment that a source's text states, as ISO day or datetime; asked only for names
    without a stamp, once for the same bytes. ``snapshot(path, moment)``: SHA-256 of the newest capture of a living
    document at or before a moment; asked only where the vault has no history of it (``size`` is then unknown, 0).
    ``memory`` remembers hashes and stated moments between processes; whoever shares one between versions of
    ``stated`` has to tell their keys apart.
    """
    try:
        if not root.exists():
            raise VaultError(f"{root}: there is no such folder; name the vault with --vault or DIGEST_VAULT")
        if not root.is_dir():
            raise VaultError(f"{root}: is not a folder; name the vault's top folder")
        real = root.resolve()
        os.listdir(real)
    except OSError as error:
        raise VaultError(f"{root}: the folder cannot be read: {folder.reason(error)}") from error
    return Vault(real, settings, stated, snapshot, Forgetful() if memory is None else memory)


class Vault:
    """One vault. Each question sees it as it then is; what did not change is not read again."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        stated: Callable[[bytes, SourceKind, str], str | None],
        snapshot: Snapshot,
        memory: Memory,
    ) -> None:
        self.root = root
        self.settings = settings
        self.clock = Clock(settings.clock.timezone, settings.clock.closes_at)
        self._layout = Layout(settings)
        self._repository = repository.find(root)
        self._contents = Contents(root, self._repository, memory)
        self._moments = Moments(self.clock, self._contents, stated)
        self._snapshot = snapshot
        self._history: history.History | None = None
        self._seen: tuple[folder.Listing, history.History, Index | None] | None = None
        self._joined: dict[str, timeline.Timeline] = {}

    @property
    def under_git(self) -> bool:
        return self._repository is not None

    def manifests(self, first: date, last: date, now: datetime) -> list[Manifest]:
        """What each day from first to last saw, both included, with one walk for all. ``now`` is aware."""
        view = Manifests(
            self.settings, self.clock, self._timelines(), self._contents, self._moments, self._snapshot, now
        )
        return view.between(first, last)

    def manifest(self, day: date, now: datetime) -> Manifest:
        return self.manifests(day, day, now)[0]

    def bytes_of(self, content_sha256: str) -> bytes:
        """The bytes of a source or living document of a manifest that this vault gave.

        Raises KeyError for a hash that it did not give, VaultError where the file has changed since.
        """
        return self._contents.bytes_of(content_sha256)

    def first_day(self) -> date:
        """``clock.first_day``, else the earliest day that a name states and that lies within ten years of their median.

        Where no name states a day, the day of the earliest source. Raises VaultError where there is no source at all.
        """
        if self.settings.clock.first_day is not None:
            return self.settings.clock.first_day
        sources = [t for t in self._timelines().values() if t.place.kind in ("note", "predigest", "card")]
        named = (self._moments.named(source.path) for source in sources)
        found = sorted(self.clock.day_of(moment) for moment in named if moment is not None)
        if not found:
            found = sorted(self.clock.day_of(version.at) for source in sources for version in source.versions[:1])
        if not found:
            where = " or ".join(self._layout.folders)
            raise VaultError(f"{self.root}: there is no source below {where}; check [folders] in digest.toml")
        median = found[len(found) // 2]
        return next(day for day in found if abs((day - median).days) <= _ABSURD)

    def fingerprint(self) -> str:
        """SHA-256 that changes when a commit is made or a file is changed, added, or removed. Opens no file."""
        digest = hashlib.sha256()
        head = self._repository.head() if self._repository is not None else None
        digest.update((head or "").encode())
        for path, file in sorted(folder.walk(self.root, self._layout).files.items()):
            digest.update(f"\0{file.size} {file.mtime_ns} {file.ctime_ns} {shown(path)}".encode())
        return digest.hexdigest()

    def missing_baselines(self) -> tuple[str, ...]:
        """Topics whose living document exists nowhere, neither in the folder nor in the history."""
        timelines = self._timelines()
        return tuple(key for key, topic in sorted(self.settings.topics.items()) if topic.baseline not in timelines)

    def unlisted_folders(self) -> tuple[str, ...]:
        """Folders whose files could not be listed, for people to mend."""
        return tuple(shown(path) for path in folder.walk(self.root, self._layout).closed)

    def close(self) -> None:
        """Ends the git process that reads bytes. The vault may be asked again afterwards."""
        if self._repository is not None:
            self._repository.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _timelines(self) -> dict[str, timeline.Timeline]:
        listing = folder.walk(self.root, self._layout)
        index = None
        past = history.History()
        if self._repository is not None:
            head = self._repository.head()
            if self._history is None or self._history.head != head:
                self._history = history.read(self._repository, head, self._layout)
            past = self._history
            if head is not None:
                index = self._repository.index(self._layout.folders + self._layout.files)
        seen = listing, past, index
        if seen != self._seen:
            self._joined = timeline.build(*seen, self._layout, self._contents.same_text)
            self._seen = seen
        return self._joined
