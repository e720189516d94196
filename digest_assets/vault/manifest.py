"""What each day saw: windows applied to timelines.

Belongs here: which source belongs to which day, on time, late, or corrected; the living documents of a day. Never
here: how states, moments, or bytes are found.

- A day's sources are those whose moment falls in its window, as they stood at its close. One that first stood at a
  later close is late: it counts as that close saw it, and that close's day lists it among its arrivals too, once, if
  its own window closed at most ``clock.late_days`` days earlier.
- Bytes of an earlier window's source that changed between two closes make it an arrival ("corrected") of the second.
- Nothing dated by git or by a modification time can be late: its moment is when it appeared.
- A window that is still open is seen as things stand now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, datetime, timedelta

from ..clock import Clock, days
from ..model import Arrival, LivingDocument, Manifest, Source
from ..settings import Settings
from .contents import Contents
from .errors import VaultError
from .kinds import shown
from .moments import Moment, Moments
from .timeline import Timeline, Version

Snapshot = Callable[[str, datetime], str | None]
_SOURCES = ("note", "predigest", "card")
_INSTANT = timedelta(microseconds=1)
_SLACK = timedelta(days=2)  # a stamp's calendar date and its window's day are never further apart


class Manifests:
    """One reading of the vault, asked for a range of days."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        timelines: dict[str, Timeline],
        contents: Contents,
        moments: Moments,
        snapshot: Snapshot,
        now: datetime,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._timelines = timelines
        self._contents = contents
        self._moments = moments
        self._snapshot = snapshot
        self._now = now

    def between(self, first: date, last: date) -> list[Manifest]:
        """One manifest a day, empty days included."""
        candidates = self._by_window(first, last)
        changed = self._by_close(first, last)
        return [
            Manifest(
                day,
                self._sources(day, candidates.get(day, ())),
                self._arrivals(day, changed.get(day, ())),
                self._documents(day),
            )
            for day in days(first, last)
        ]

    # --- moments at which the vault is looked at ---

    def _stands(self, day: date) -> datetime | None:
        """The moment at which a day's state is taken: its close, or now (None) while that is to come."""
        close = self._clock.close(day)
        return close if close <= self._now else None

    def _seen_on(self, moment: datetime) -> date:
        """The day whose close is the first to see what stands from a moment on."""
        return self._clock.day_of(moment - _INSTANT)

    # --- which paths a day has to look at ---

    def _by_window(self, first: date, last: date) -> dict[date, list[Timeline]]:
        """Paths by the days that one of their versions may belong to."""
        low, high = self._clock.window(first).opens, self._clock.window(last).closes
        found: dict[date, list[Timeline]] = defaultdict(list)
        for path in sorted(self._timelines):
            timeline = self._timelines[path]
            if timeline.place.kind not in _SOURCES:
                continue
            named = self._moments.named(path)
            if named is not None:
                moments = {named}
            else:
                versions = (v for v in timeline.versions if v.ref is not None)
                moments = {self._moments.of(timeline, v, self._stands).at for v in versions}
            for day in sorted({self._clock.day_of(moment) for moment in moments if low <= moment < high}):
                found[day].append(timeline)
        return found

    def _by_close(self, first: date, last: date) -> dict[date, list[Timeline]]:
        """Paths by the days between whose closes something happened to them."""
        low, high = self._clock.close(first - timedelta(days=1)), self._clock.close(last)
        today = self._clock.day_of(self._now)
        found: dict[date, list[Timeline]] = defaultdict(list)
        for path in sorted(self._timelines):
            timeline = self._timelines[path]
            if timeline.place.kind not in _SOURCES:
                continue
            seen = {self._seen_on(v.at) for v in timeline.versions if low < v.at <= high}
            if first <= today <= last and timeline.versions[-1].at > self._now:
                seen.add(today)  # dated in the future, and yet it is there
            for day in sorted(seen):
                found[day].append(timeline)
        return found

    # --- a day ---

    def _sources(self, day: date, candidates: list[Timeline] | tuple[()]) -> tuple[Source, ...]:
        window = self._clock.window(day)
        stands = self._stands(day)
        found = []
        for timeline in candidates:
            version = timeline.at(stands)
            if version is not None:
                moment = self._moments.of(timeline, version, self._stands)
                if moment.at in window:
                    found.append(self._source(timeline, version, moment, "on_time"))
                continue
            if timeline.known_at(stands) is not None:
                continue  # it stood there under another name, and counted under that
            version = self._first_seen_after(timeline, day)
            if version is None:
                continue
            moment = self._moments.of(timeline, version, self._stands)
            if moment.at in window and moment.by in ("name", "front_matter"):
                found.append(self._source(timeline, version, moment, "late"))
        queue = self._timelines.get(self._settings.folders.queue)
        version = queue.at(stands) if queue is not None and queue.place.kind == "queue" else None
        if queue is not None and version is not None:
            found.append(self._source(queue, version, Moment(version.at, version.by), "on_time"))
        return tuple(sorted(found, key=lambda source: source.path))

    def _arrivals(self, day: date, candidates: list[Timeline] | tuple[()]) -> tuple[Source, ...]:
        window = self._clock.window(day)
        oldest = self._clock.window(day - timedelta(days=self._settings.clock.late_days)).opens
        found = []
        for timeline in candidates:
            version = timeline.at(self._stands(day))
            if version is None or version.ref is None:
                continue
            moment = self._moments.of(timeline, version, self._stands)
            if not oldest <= moment.at < window.opens:
                continue
            earlier = self._last_seen_before(timeline, day)
            if earlier is None or earlier.ref is None:
                if moment.by in ("name", "front_matter"):
                    found.append(self._source(timeline, version, moment, "late"))
            elif earlier.ref != version.ref and self._contents.of(earlier.ref) != self._contents.of(version.ref):
                found.append(self._source(timeline, version, moment, "corrected"))
        return tuple(sorted(found, key=lambda source: source.path))

    def _first_seen_after(self, timeline: Timeline, day: date) -> Version | None:
        """The version that the first close after a day's saw; as it stands now where no close has seen it yet."""
        for version, following in zip(timeline.versions, (*timeline.versions[1:], None), strict=True):
            if version.ref is None or (following is not None and following.at <= self._clock.close(day)):
                continue
            stands = self._stands(max(self._seen_on(version.at), day + timedelta(days=1)))
            if stands is None:
                return timeline.at(None)
            if following is None or following.at > stands:
                return version
        return None

    def _last_seen_before(self, timeline: Timeline, day: date) -> Version | None:
        """The newest version that any close before a day's saw, under this name or the one it had before."""
        last_close = self._clock.close(day - timedelta(days=1))
        line: Timeline | None = timeline
        while line is not None:
            end: datetime | None = None  # of the version looked at, exclusive
            for number in range(len(line.versions) - 1, -1, -1):
                version = line.versions[number]
                if line.rooted and number == 0:
                    return version if version.ref is not None else None
                if version.ref is not None and version.at <= last_close:
                    seen = self._clock.close(self._seen_on(version.at))
                    if seen <= last_close and (end is None or seen < end):
                        return version
                end = version.at
            line = line.before
        return None

    def _source(self, timeline: Timeline, version: Version, moment: Moment, arrival: Arrival) -> Source:
        assert version.ref is not None
        content = self._contents.of(version.ref)
        place = timeline.place
        return Source(
            path=shown(timeline.path),
            kind=place.kind,
            author=place.author,
            predigest_topic=place.predigest_topic,
            observed_at=moment.at,
            observed_by=moment.by,
            seen_at=timeline.shown_since(version),
            arrival=arrival,
            content_sha256=content.sha256,
            size=content.size,
            error=content.error,
        )

    # --- living documents ---

    def _documents(self, day: date) -> tuple[LivingDocument, ...]:
        return tuple(self._document(topic, day) for topic in sorted(self._settings.topics))

    def _document(self, topic: str, day: date) -> LivingDocument:
        path = self._settings.topics[topic].baseline
        window = self._clock.window(day)
        moment: datetime | None = window.opens if self._settings.baseline_as_of == "open" else window.closes
        if moment is not None and moment > self._now:
            moment = None
        timeline = self._timelines.get(path)
        if timeline is None:
            return LivingDocument(topic, shown(path), None, 0, "absent", None)
        unmoored = Timeline(timeline.path, timeline.place, timeline.versions)  # its own times, nothing before its first
        version = unmoored.at(moment)
        if version is not None:
            as_of = f"commit:{version.commit[:12]}" if version.commit else "mtime"
            return self._living(topic, timeline, version, as_of)
        first = timeline.versions[0]
        if moment is None or moment >= first.at:  # it was there, and was removed
            return LivingDocument(topic, shown(path), None, 0, "absent", None)
        if first.by == "mtime":
            snapshot = self._snapshot(path, moment)
            if snapshot is not None:
                return LivingDocument(topic, shown(path), snapshot, 0, "snapshot", None)
        elif not timeline.rooted:
            return LivingDocument(topic, shown(path), None, 0, "absent", None)
        return self._living(topic, timeline, first, "working-tree")

    def _living(self, topic: str, timeline: Timeline, version: Version, as_of: str) -> LivingDocument:
        assert version.ref is not None
        content = self._contents.of(version.ref)
        if content.error is not None:
            raise VaultError(f"{shown(timeline.path)}: the living document of {topic} cannot be read: {content.error}")
        return LivingDocument(topic, shown(timeline.path), content.sha256, content.size, as_of, version.at)
