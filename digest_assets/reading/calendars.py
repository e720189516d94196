"""Calendar arithmetic of dates that a text leaves open: from a ``DateValue`` to days, given the source's own day and
zone.

Belongs here: the grammar of ``DateValue.low`` and ``high``, resolution, agreement of spans. Never here: finding dates
in text.

Grammar. ``low`` resolves to the first day of what it names, ``high`` to the last; every span includes both ends.

- ``absolute``: ``YYYY-MM-DD``.
- ``yearless``: ``--MM-DD``; a day past the month's end in ``high`` means the month's last day (``--02-29`` in a
  span). The year is the one that puts the middle of the span nearest to the source's day (a day: the day itself), the
  earlier one in a tie; where ``high`` lies before ``low`` in the year, it belongs to the next year.
- ``relative``: ``<unit><±n>`` with unit ``day``, ``week`` (Monday to Sunday), ``month``, ``quarter``, ``year``, or an
  English weekday or month name (the n-th of that name before or after the source's day). After a slash, a part of it:
  of a year ``MM``, ``MM-DD``, ``Q1`` to ``Q4``, ``H1``, ``H2``; of a month ``DD``; of a week ``1`` (Monday) to ``7``;
  and ``same``, the same day in that month or year, as rolling spans need it (``month-3/same`` to ``day+0``).
- ``instant``: RFC 3339 with offset; resolved in the source's zone.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from digest_assets.model import DateValue

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
Span = tuple[date, date]

_RELATIVE = re.compile(r"([a-z]+)([+-][0-9]{1,5})(?:/(.+))?")
_YEAR = re.compile(r"(?<![0-9.])((?:19|20)[0-9]{2})(?![0-9.])")


def resolve(value: DateValue, ref_day: date, zone: str, year: int | None = None) -> Span | None:
    """First and last day that ``value`` names for a source of ``ref_day`` in ``zone``; None where there is no such day.

    ``year``, of an enclosing heading, takes precedence over the nearest year for dates without one.
    """
    try:
        if value.form == "absolute":
            span = date.fromisoformat(value.low), date.fromisoformat(value.high)
        elif value.form == "instant":
            local = _zone(zone)
            span = (
                datetime.fromisoformat(value.low).astimezone(local).date(),
                datetime.fromisoformat(value.high).astimezone(local).date(),
            )
        elif value.form == "yearless":
            found = _yearless(value.low, value.high, ref_day, year)
            if found is None:
                return None
            span = found
        else:
            span = _relative(value.low, ref_day)[0], _relative(value.high, ref_day)[1]
    except (ValueError, OverflowError):
        return None
    return span if span[0] <= span[1] else None


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"no such time zone: {name}") from error


def _month_day(spelled: str) -> tuple[int, int]:
    return int(spelled[2:4]), int(spelled[5:7])


def _yearless(low: str, high: str, ref_day: date, year: int | None) -> Span | None:
    years = (
        [year]
        if year is not None
        else sorted(range(ref_day.year - 8, ref_day.year + 9), key=lambda y: abs(y - ref_day.year))
    )
    best: tuple[int, int, Span] | None = None
    for candidate in years:
        span = _in_year(low, high, candidate)
        if span is None:
            continue
        middle = 2 * ref_day.toordinal() - span[0].toordinal() - span[1].toordinal()
        key = abs(middle), candidate
        if best is None or key < best[:2]:
            best = (*key, span)
    return best[2] if best else None


def _in_year(low: str, high: str, year: int) -> Span | None:
    (month, day), (last_month, last_day) = _month_day(low), _month_day(high)
    try:
        start = date(year, month, day)
        if low == high:
            return start, start
        last_year = year + ((last_month, last_day) < (month, day))
        return start, date(last_year, last_month, min(last_day, monthrange(last_year, last_month)[1]))
    except ValueError:
        return None


def with_year(value: DateValue, year: int) -> DateValue:
    """The value with a year for what it leaves open; unchanged where it leaves none open or the day does not exist."""
    if value.form != "yearless":
        return value
    span = _in_year(value.low, value.high, year)
    if span is None:
        return value
    return replace(value, form="absolute", low=span[0].isoformat(), high=span[1].isoformat())


def stated_year(titles: Iterable[str]) -> int | None:
    """The year that the innermost of some titles (from the top) names, where it names exactly one."""
    for title in reversed(tuple(titles)):
        years = set(_YEAR.findall(title))
        if years:
            return int(years.pop()) if len(years) == 1 else None
    return None


def month_span(year: int, month: int) -> Span:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _shift_month(day: date, months: int) -> tuple[int, int]:
    count = day.year * 12 + day.month - 1 + months
    return count // 12, count % 12 + 1


def _relative(spelled: str, ref_day: date) -> Span:
    match = _RELATIVE.fullmatch(spelled)
    if match is None:
        raise ValueError(spelled)
    unit, count, detail = match[1], int(match[2]), match[3]
    if unit == "day":
        day = ref_day + timedelta(days=count)
        return day, day
    if unit == "week":
        monday = ref_day - timedelta(days=ref_day.weekday()) + timedelta(weeks=count)
        if detail:
            day = monday + timedelta(days=int(detail) - 1)
            return day, day
        return monday, monday + timedelta(days=6)
    if unit == "month":
        year, month = _shift_month(ref_day, count)
        return _in_month(year, month, detail, ref_day)
    if unit == "quarter":
        quarter = ref_day.year * 4 + (ref_day.month - 1) // 3 + count
        year, first = quarter // 4, quarter % 4 * 3 + 1
        return date(year, first, 1), month_span(year, first + 2)[1]
    if unit == "year":
        return _in_named_year(ref_day.year + count, detail, ref_day)
    if unit in WEEKDAYS:
        ahead = (
            (WEEKDAYS.index(unit) - ref_day.weekday()) % 7
            if count >= 0
            else -((ref_day.weekday() - WEEKDAYS.index(unit)) % 7)
        )
        near = ahead or (7 if count > 0 else -7 if count < 0 else 0)
        step = count - 1 if count > 0 else count + 1 if count < 0 else 0
        day = ref_day + timedelta(days=near + 7 * step)
        return day, day
    month = MONTHS.index(unit) + 1
    year = (
        ref_day.year
        + count
        + (1 if count < 0 and month < ref_day.month else -1 if count > 0 and month > ref_day.month else 0)
    )
    return _in_month(year, month, detail, ref_day)


def _in_month(year: int, month: int, detail: str | None, ref_day: date) -> Span:
    first, last = month_span(year, month)
    if detail == "same":
        day = first.replace(day=min(ref_day.day, last.day))
        return day, day
    if detail:
        day = date(year, month, min(int(detail), 31))
        return day, day
    return first, last


def _in_named_year(year: int, detail: str | None, ref_day: date) -> Span:
    if not detail:
        return date(year, 1, 1), date(year, 12, 31)
    if detail == "same":
        return _in_month(year, ref_day.month, "same", ref_day)
    if detail[0] == "Q":
        last_month = int(detail[1]) * 3
        return date(year, last_month - 2, 1), month_span(year, last_month)[1]
    if detail[0] == "H":
        last_month = int(detail[1]) * 6
        return date(year, last_month - 5, 1), month_span(year, last_month)[1]
    if len(detail) == 2:
        return month_span(year, int(detail))
    day = date(year, int(detail[:2]), int(detail[3:5]))
    return day, day


def agree(a: Span, b: Span) -> bool:
    """Whether two stated dates can both hold: a month and a day in it do, and so do spans of which one holds the other.

    Spans that only overlap at an edge name different times and do not agree.
    """
    return (a[0] <= b[0] and b[1] <= a[1]) or (b[0] <= a[0] and a[1] <= b[1])
