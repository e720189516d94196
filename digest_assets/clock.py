"""The one place that knows what a day is: a half-open window that closes at a wall-clock minute in the vault's zone.

Belongs here: days ↔ moments, in both directions, over daylight-saving changes. Never here: files, stamps in names (they
ask this module), the present moment (callers pass it).

A day is named after the date on which its window closes: with a close of 22:00, day D is [D-1 22:00, D 22:00). A
wall-clock time that a zone skips is taken to run on (02:30 is 03:30); one that occurs twice is its first occurrence
(PEP 495, fold 0). Where a zone skips a whole date, that day's window is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)
EARLIEST = datetime(2, 1, 1, tzinfo=UTC)  # moments from here ...
LATEST = datetime(9998, 12, 31, tzinfo=UTC)  # ... to here have a day in every zone


@dataclass(frozen=True, slots=True)
class Window:
    """[opens, closes), both aware, in UTC."""

    day: date
    opens: datetime
    closes: datetime

    def __contains__(self, moment: datetime) -> bool:
        return self.opens <= moment < self.closes


@dataclass(frozen=True, slots=True)
class Clock:
    """Days of one vault. Outside of EARLIEST to LATEST the calendar ends, and OverflowError is raised."""

    timezone: str
    closes_at: time

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    def instant(self, local: datetime) -> datetime:
        """A naive wall-clock time of the vault's zone, in UTC."""
        if local.tzinfo is not None:
            raise ValueError("a wall-clock time has no zone of its own")
        return local.replace(tzinfo=self.zone).astimezone(UTC)

    def close(self, day: date) -> datetime:
        return self.instant(datetime.combine(day, self.closes_at))

    def window(self, day: date) -> Window:
        return Window(day, self.close(day - _DAY), self.close(day))

    def day_of(self, moment: datetime) -> date:
        """The day whose window holds an aware moment."""
        day = moment.astimezone(self.zone).date()
        while moment >= self.close(day):
            day += _DAY
        while moment < self.close(day - _DAY):
            day -= _DAY
        return day

    def last_closed(self, now: datetime) -> date:
        """The newest day whose window has closed at an aware moment."""
        return self.day_of(now) - _DAY

    def moment_of_date(self, day: date) -> datetime:
        """The moment that stands for a date alone: the last whole minute of that day's window."""
        return self.close(day) - timedelta(minutes=1)


def days(first: date, last: date) -> Iterator[date]:
    """All days from first to last, both included; none where last is before first."""
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)
