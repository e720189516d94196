"""The stamp at the head of a file's name (``vault-format.md``, rule 1 of a source's moment).

Belongs here: names → stamps → moments. Never here: files, front matter. Only ASCII digits count; digits that are no
valid date are no stamp; four digits after the date that are no valid time belong to the slug, and the date stands
alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone

from ..clock import EARLIEST, LATEST, Clock

_STAMP = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})(?![0-9])"
    r"(?:"
    r"[Tt](?P<th>[0-9]{2})(?P<tm>[0-9]{2})(?P<ts>[0-9]{2})?(?![0-9])(?P<zone>Z(?![0-9A-Za-z])|\+[0-9]{4}(?![0-9]))?"
    r"|[-_ ](?P<dh>[0-9]{2})(?P<dm>[0-9]{2})(?![0-9A-Za-z年])"
    r")?"
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a name's head says. ``time`` None: a date alone. ``length``: characters of the name that the stamp takes."""

    day: date
    time: time | None
    offset: timezone | None  # only where the name says so (``T1735Z``, ``T1735+0800``); else the vault's zone
    length: int

    def moment(self, clock: Clock) -> datetime:
        """In UTC. A date alone is that day's window. Raises OverflowError at the very ends of the calendar."""
        if self.time is None:
            return clock.moment_of_date(self.day)
        local = datetime.combine(self.day, self.time)
        if self.offset is not None:
            return local.replace(tzinfo=self.offset).astimezone(UTC)
        return clock.instant(local)


def _time(hours: str | None, minutes: str | None, seconds: str | None = None) -> time | None:
    if hours is None or minutes is None:
        return None
    try:
        return time(int(hours), int(minutes), int(seconds or 0))
    except ValueError:
        return None


def _offset(text: str | None) -> timezone | None:
    if text is None:
        return None
    if text == "Z":
        return UTC
    hours, minutes = int(text[1:3]), int(text[3:])
    return timezone(timedelta(hours=hours, minutes=minutes)) if hours <= 14 and minutes < 60 else None


def find(name: str) -> Stamp | None:
    """The stamp at the head of a file's name (no folders), None where there is none."""
    match = _STAMP.match(name)
    if match is None:
        return None
    try:
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    with_t = _time(match["th"], match["tm"], match["ts"])
    clock_time = with_t or _time(match["dh"], match["dm"])
    if clock_time is None:
        return Stamp(day, None, None, match.end("day"))
    if with_t is None:
        return Stamp(day, clock_time, None, match.end("dm"))
    return Stamp(day, clock_time, _offset(match["zone"]), match.end())


def moment(name: str, clock: Clock) -> datetime | None:
    """The moment that a file's name states, in UTC; None where it states none that a calendar can hold."""
    stamp = find(name)
    if stamp is None:
        return None
    try:
        found = stamp.moment(clock)
    except OverflowError:
        return None
    return found if EARLIEST <= found <= LATEST else None
