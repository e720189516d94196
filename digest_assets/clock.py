"""The one place that knows what a day is: a half-open window that closes at a wall-clock minute in the vault's zone.

Belongs here: days ↔ moments, in both directions, over daylight-saving changes. Never here: files, stamps in names (they
ask this module), the present moment (callers pass it).

A day is named after the date on which its window closes: with a close of 22:00, day D is [D-1 22:00, D 22:00). A wall-clock
time that a zone skips is taken to run on (02:30 is 03:30); one that occurs twice is its first occurrence (PEP 495, fold 0).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


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
    """Days of one vault."""

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
        return Window(day, self.close(day - timedelta(days=1)), self.close(day))

    def day_of(self, moment: datetime) -> date:
        """The day whose window holds an aware moment."""
        local = moment.astimezone(self.zone).date()
        for day in (local, local + timedelta(days=1)):
            if moment < self.close(day):
                return day if moment >= self.close(day - timedelta(days=1)) else day - timedelta(days=1)
        return local + timedelta(days=1)

    def last_closed(self, now: datetime) -> date:
        """The newest day whose window has closed at an aware moment."""
        return self.day_of(now) - timedelta(days=1)

    def moment_of_date(self, day: date) -> datetime:
        """The moment that stands for a date alone: the last whole minute of that day's window."""
        return self.close(day) - timedelta(minutes=1)


def days(first: date, last: date) -> Iterator[date]:
    """All days from first to last, both included; none where last is before first."""
    for offset in range((last - first).days + 1):
        yield first + timedelta(days=offset)
