"""What stood at each path at each moment: history, and what lies uncommitted in the folder, as one line of versions.

Belongs here: joining a walk and a history; asking a path's state at a moment. Never here: windows, moments of
sources, bytes.

Uncommitted bytes count from their modification time on, and never before the commit that they differ from. A file
that is gone from the folder, but not from HEAD, was gone when its folder last changed. What the first commit holds
was there before: the history does not reach further back (``rooted``). In a plain folder the same holds for the files
of its first minute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from .contents import BlobRef, Ref
from .folder import FileRef, Listing
from .history import History
from .kinds import Layout, Place
from .repository import Index

_FIRST_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Version:
    """From ``at`` on these bytes (``ref`` None: no file) stood at a path, as ``by`` shows."""

    at: datetime
    ref: Ref | None
    by: Literal["git", "mtime"]
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A path's versions, oldest first; moments do not decrease. ``before``: it came from there by an exact rename."""

    path: str
    place: Place
    versions: tuple[Version, ...]
    rooted: bool = False
    before: Timeline | None = None

    def at(self, moment: datetime | None) -> Version | None:
        """What stood there at a moment (None: stands there now); None where there was no file."""
        found: Version | None = self.versions[0] if self.rooted else None
        if moment is None:
            found = self.versions[-1]
        else:
            for version in self.versions:
                if version.at > moment:
                    break
                found = version
        return found if found is not None and found.ref is not None else None

    def known_at(self, moment: datetime | None) -> Version | None:
        """The same, looking through renames: under this name or under the one it had before."""
        line = self
        found = line.at(moment)
        while found is None and line.before is not None and moment is not None and moment < line.versions[0].at:
            line = line.before
            found = line.at(moment)
        return found

    def births(self) -> tuple[datetime, ...]:
        """When it was added, as often as it was, exact renames aside. Empty where nothing was ever committed."""
        found = self._additions()
        if not found or found[0] is not self.versions[0]:
            return tuple(version.at for version in found)
        line, first = self, found[0]
        while first is line.versions[0] and line.before is not None:
            line = line.before
            first = line._additions()[-1]
        return (first.at, *(version.at for version in found[1:]))

    def _additions(self) -> list[Version]:
        """The committed versions that put a file where none was."""
        found = []
        there = False
        for version in self.versions:
            if version.by == "git" and version.ref is not None and not there:
                found.append(version)
            there = version.ref is not None
        return found

    def shown_since(self, version: Version) -> datetime:
        """The first moment at which this path showed a version's bytes."""
        return next(v.at for v in self.versions if v.ref == version.ref)


def build(
    listing: Listing,
    history: History,
    index: Index | None,
    layout: Layout,
    same: Callable[[FileRef, str], bool],
) -> dict[str, Timeline]:
    """Timelines by path. ``same(file, oid)``: whether a file holds what a blob holds; asked where git is not sure."""
    found: dict[str, Timeline] = {}
    for path, events in sorted(history.events.items(), key=lambda item: (item[1][0].commit, item[0])):
        place = layout.place(path)
        if place is None:
            continue
        versions = [
            Version(history.times[e.commit], BlobRef(e.oid) if e.oid else None, "git", history.oids[e.commit])
            for e in events
        ]
        loose = _uncommitted(path, versions[-1], events[-1].oid, listing, index, same)
        if loose is not None:
            versions.append(loose)
        start = events[0].commit
        before = found.get(history.renamed.get((start, path), ""))
        found[path] = Timeline(path, place, tuple(versions), start == 0, before)
    beginning = listing.earliest if history.head is None else None
    for path, file in listing.files.items():
        place = layout.place(path)
        if place is not None and path not in found:
            rooted = beginning is not None and file.modified < beginning + _FIRST_MINUTE
            found[path] = Timeline(path, place, (Version(file.modified, file, "mtime"),), rooted)
    return found


def _uncommitted(
    path: str,
    last: Version,
    oid: str | None,
    listing: Listing,
    index: Index | None,
    same: Callable[[FileRef, str], bool],
) -> Version | None:
    """What the folder holds at a committed path where that differs from HEAD."""
    file = listing.files.get(path)
    entry = index.entries.get(path) if index is not None else None
    if file is None:
        unseen = index is None or (entry is not None and entry.skipped) or listing.hides(path)
        if oid is None or unseen:
            return None
        return Version(max(listing.last_change_around(path), last.at), None, "mtime")
    if oid is not None:
        sure = (
            entry is not None
            and index is not None
            and entry.oid == oid
            and file.mtime_ns < index.written_ns  # else it may have been written again in the same instant
            and entry.matches(file.size, file.mtime_ns, file.ctime_ns)
        )
        if sure or (file.problem is None and same(file, oid)):
            return None
    return Version(max(file.modified, last.at), file, "mtime")
