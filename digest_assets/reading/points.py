"""The parts of a date as a notation gives them, before they are put together and spelled as a ``DateValue``.

Belongs here: partial dates, their validity and spelling. Never here: patterns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Form = Literal["absolute", "yearless", "relative", "instant"]
_LEAP = 2000  # a year that has every day


class Partial(NamedTuple):
    """One end of a span. ``year``: a number, None where it is missing, or the relative part as it is spelled
    (``year-1``).

    ``day`` 0 is the month's last day, ``month`` 0 (relative only) the whole of what ``year`` names.
    """

    year: int | str | None
    month: int = 0
    day: int = 0

    def of_year(self, year: int | str) -> Partial:
        return Partial(year, self.month, self.day)

    def key(self) -> tuple[int, int, int]:
        return (self.year if isinstance(self.year, int) else 0, self.month, self.day or 31)


@dataclass(slots=True)
class Point:
    """A date where it stands in the folded text. ``low`` None: an impossible date, consumed."""

    start: int
    end: int
    low: Partial | None
    high: Partial | None
    ranged: bool = False
    instant: str | None = None
    last_instant: str | None = None


def whole_month(year: int | str | None, month: int) -> tuple[Partial, Partial]:
    return Partial(year, month, 1), Partial(year, month, 0)


def months(year: int | str | None, first: int, last: int) -> tuple[Partial, Partial]:
    return Partial(year, first, 1), Partial(year, last, 0)


def part_of_month(year: int | str | None, month: int, part: str) -> tuple[Partial, Partial]:
    """``early``, ``mid`` or ``late`` of a month; ``month`` 0 with a relative month (``month+0``)."""
    first, last = {"early": (1, 10), "mid": (11, 20), "late": (21, 0)}[part]
    return Partial(year, month, first), Partial(year, month, last)


def part_of_year(year: int | str, part: str) -> tuple[Partial, Partial]:
    first, last = {"early": (1, 3), "mid": (5, 8), "late": (10, 12)}[part]
    return months(year, first, last)


_LENGTHS = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _length(year: int, month: int) -> int:
    """Days of a month."""
    if month == 2 and (year % 4 or (not year % 100 and year % 400)):
        return 28
    return _LENGTHS[month]


def _last_day(part: Partial) -> int:
    """The day that an end of a span names in its month; 0 where there is none."""
    year = part.year if isinstance(part.year, int) else _LEAP
    if not 1 <= part.month <= 12 or not 1900 <= year <= 2199:
        return 0
    length = _length(year, part.month)
    return (part.day or length) if part.day <= length else 0


def spell(low: Partial, high: Partial) -> tuple[Form, str, str] | None:
    """Form and spellings of a span; None where a day of it does not exist."""
    if isinstance(low.year, str) or isinstance(high.year, str):
        first, last = _relative(low), _relative(high)
        return None if first is None or last is None else ("relative", first, last)
    low_day = _last_day(low)
    high_day = low_day if high == low else _last_day(high)
    if not low_day or not high_day:
        return None
    if low.year is None or high.year is None:
        return "yearless", f"--{low.month:02}-{low_day:02}", f"--{high.month:02}-{high_day:02}"
    first, last = f"{low.year:04}-{low.month:02}-{low_day:02}", f"{high.year:04}-{high.month:02}-{high_day:02}"
    return None if first > last else ("absolute", first, last)


def _relative(part: Partial) -> str | None:
    if part.year is None or isinstance(part.year, int):
        return None
    if part.month == 0:
        return f"{part.year}/{part.day:02}" if part.day else part.year
    if not _last_day(part):
        return None
    return f"{part.year}/{part.month:02}-{part.day:02}" if part.day else f"{part.year}/{part.month:02}"
