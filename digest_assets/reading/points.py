"""The parts of a date as a notation gives them, before they are put together and spelled as a ``DateValue``.

Belongs here: partial dates, their validity and spelling. Never here: patterns.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date
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


def _exists(part: Partial) -> bool:
    year = part.year if isinstance(part.year, int) else _LEAP
    if not 1 <= part.month <= 12 or not 1900 <= year <= 2199:
        return False
    return 0 <= part.day <= monthrange(year, part.month)[1]


def spell(low: Partial, high: Partial) -> tuple[Form, str, str] | None:
    """Form and spellings of a span; None where a day of it does not exist."""
    if isinstance(low.year, str) or isinstance(high.year, str):
        first, last = _relative(low), _relative(high)
        return None if first is None or last is None else ("relative", first, last)
    if not _exists(low) or not _exists(high):
        return None
    if low.year is None or high.year is None:
        return (
            "yearless",
            *(f"--{end.month:02}-{end.day or monthrange(_LEAP, end.month)[1]:02}" for end in (low, high)),
        )  # type: ignore[return-value]
    days = [
        date(int(end.year or 0), end.month, end.day or monthrange(int(end.year or 0), end.month)[1])
        for end in (low, high)
    ]
    return None if days[0] > days[1] else ("absolute", days[0].isoformat(), days[1].isoformat())


def _relative(part: Partial) -> str | None:
    if part.year is None or isinstance(part.year, int):
        return None
    if part.month == 0:
        return f"{part.year}/{part.day:02}" if part.day else part.year
    if not _exists(part):
        return None
    return f"{part.year}/{part.month:02}-{part.day:02}" if part.day else f"{part.year}/{part.month:02}"
