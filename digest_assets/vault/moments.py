"""A source's moment: the first that its name, its text, git, or its modification time gives.

Belongs here: the four rules (``vault-format.md``, Clock). Never here: windows of a manifest, parsing of front matter
(``stated`` is passed in).

Rule 3 is the commit that first added a path (or the one that it was renamed from, byte for byte). A path that came
and went between two closes, and came again, was news only the second time: the first addition that its own day's
close saw counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from ..clock import EARLIEST, LATEST, Clock
from ..model import ObservedBy, SourceKind
from . import stamps
from .contents import Contents
from .kinds import shown
from .timeline import Timeline, Version

Stated = Callable[[bytes, SourceKind, str], str | None]


@dataclass(frozen=True, slots=True)
class Moment:
    at: datetime
    by: ObservedBy


def parse(text: str, clock: Clock) -> datetime | None:
    """An ISO day (that day's window), or an ISO datetime (without an offset: in the vault's zone), in UTC."""
    try:
        if len(text) == 10:
            moment = clock.moment_of_date(date.fromisoformat(text))
        else:
            written = datetime.fromisoformat(text)
            moment = clock.instant(written) if written.tzinfo is None else written.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if EARLIEST <= moment <= LATEST else None


class Moments:
    """Moments of one vault's sources."""

    def __init__(self, clock: Clock, contents: Contents, stated: Stated) -> None:
        self._clock = clock
        self._contents = contents
        self._stated = stated
        self._named: dict[str, datetime | None] = {}

    def named(self, path: str) -> datetime | None:
        """Rule 1, for a path."""
        name = path.rpartition("/")[2]
        if name not in self._named:
            self._named[name] = stamps.moment(name, self._clock)
        return self._named[name]

    def of(self, timeline: Timeline, version: Version, stands: Callable[[date], datetime | None]) -> Moment:
        """The moment of a path with a version's bytes. ``stands(day)``: when a day's state is taken, None for now."""
        at = self.named(timeline.path)
        if at is not None:
            return Moment(at, "name")
        at = self._written(timeline, version)
        if at is not None:
            return Moment(at, "front_matter")
        births = timeline.births()
        for birth in births:
            if timeline.known_at(stands(self._clock.day_of(birth))) is not None:
                return Moment(birth, "git")
        return Moment(births[-1], "git") if births else Moment(version.at, "mtime")

    def _written(self, timeline: Timeline, version: Version) -> datetime | None:
        """Rule 2: what the text itself states."""
        content = self._contents.of(version.ref) if version.ref is not None else None
        if content is None or not content.sha256 or timeline.place.kind == "queue":
            return None
        kind, name = timeline.place.kind, shown(timeline.path.rpartition("/")[2])
        key = f"stated:{kind}:{content.sha256}:{name}"
        text = self._contents.recall(key)
        if text is None:
            text = self._stated(self._contents.bytes_of(content.sha256), kind, name) or ""
            self._contents.remember(key, text)
        return parse(text, self._clock) if text else None
