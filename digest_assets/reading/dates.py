"""Dates and spans of dates in a text, in Chinese and English, unresolved.

Conventions:

- A month, quarter, half or year names its first to its last day; an explicit range is one value; 初/上旬/early,
  中旬/mid and 底/下旬/late are days 1-10, 11-20 and 21 to the end of a month, and January to March, May to August,
  October to December of a year. 近 3 天 is the day itself and the two before it; 3 天前 is a day, 3 周前 a week.
- What has no year, or is told from the writer's day, stays open (``digest_assets.reading.calendars`` has the grammar).
- An instant with an offset is kept as such; a clock time without one belongs to the date before it.
- An impossible date (2024-00-00, 2 月 30 日) is consumed and gives nothing, not even its possible part.
- ``7-30`` is a date where it cannot be a range of something (no unit behind it, the second number no month); dotted
  dates are dates unless a product's name stands before them (calendar versions). Ids, ratios, durations, weekdays
  alone, fiscal years and years in a name (ICML 2026) are no dates.

Belongs here: putting the pieces of all notations together. The notations themselves: ``dates_numeric`` (2026-07-30,
7-30), ``dates_chinese``, ``dates_english``.
"""

from __future__ import annotations

import re
from datetime import datetime

from digest_assets.model import DateValue
from digest_assets.reading import dates_chinese, dates_english, dates_numeric, folding, scan
from digest_assets.reading.calendars import agree, resolve, stated_year, with_year
from digest_assets.reading.points import Partial, Point, spell
from digest_assets.reading.scan import Seen
from digest_assets.reading.taken import Span, Taken

__all__ = ["agree", "find", "find_folded", "resolve", "stated_year", "with_year"]

_WEEKDAY = re.compile(
    r"\s?[（(]\s?(?:(?:周|週|星期|礼拜)[一二三四五六日天]|(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|"
    r"Sun)(?:day)?\.?)\s?[)）]"
)
_CLOCK = re.compile(
    r"(?:[T,，]?\s?(?:at\s)?(?:[上下中]午|晚上?|凌晨|早上?|傍晚)?\s?)(?P<hour>[0-9]{1,2})[:：](?P<minute>[0-9]{2})(?:"
    r"[:：](?P<second"
    r">[0-9]{2})(?:[.,][0-9]{1,9})?)?"
    r"(?:\s?(?P<half>[AaPp]\.?[Mm]\b\.?))?"
    r"(?:\s?[（(]?(?P<offset>Z\b|(?:UTC|GMT)(?:\s?[+\-−][0-9]{1,2}(?::?[0-9]{2})?)?|[+\-−][0-9]{2}:?[0-9]{2}(?![0-9])|"
    r"北京时间|BJT|HKT|SGT|JST|KST|CES?T|E[SD]T|P[SD]T)[)）]?)?"
)
_ENGLISH = scan.MONTH | scan.QUARTER | scan.PART | scan.RELATIVE | scan.LONG
MARKS = _ENGLISH | scan.NUMERIC | scan.TIME  # without one of these a text holds no date
# What a weekday in parentheses or a clock time begins with.
_TAIL_STARTS = frozenset(" （(T,，0123456789a上下中晚凌早傍\u3000\t")
_JOIN = re.compile(
    r"\s{0,2}(?:-|–|—{1,2}|~|〜|至|到|\.\.|to|through|thru|until|till|直到|直至|一直到)\s{0,2}(?:the\s)?"
)
_JOIN_AND = re.compile(r"\s(?:and|to)\s(?:the\s)?|\s?[和与到至]\s?")
_BETWEEN = re.compile(r"\b(?:[Bb]etween|[Ff]rom)\s(?:the\s)?$")
_BETWEEN_CN = re.compile(r"介于\s?$")
_NAMED_OFFSETS = {
    "北京时间": "+08:00", "BJT": "+08:00", "HKT": "+08:00", "SGT": "+08:00", "JST": "+09:00", "KST": "+09:00",
    "CET": "+01:00",
    "CEST": "+02:00", "EST": "-05:00", "EDT": "-04:00", "PST": "-08:00", "PDT": "-07:00", "Z": "+00:00",
}  # fmt: skip


def find(text: str) -> tuple[DateValue, ...]:
    """Dates in order of place, without overlaps."""
    from digest_assets.reading import combined  # the readers of a text know of each other only there

    return combined.dates_of(text)


def find_folded(folded: folding.Folded, seen: Seen, taken: list[Span]) -> list[DateValue]:
    """As ``find``, on a folded text that holds what is ``seen``.

    ``taken``: the spans of it, ascending, that hold no dates (links, ids, versions).
    """
    body = folded.text
    points: list[Point] = []
    flags = seen.flags
    if flags & scan.NUMERIC or (flags & scan.LONG and "W" in body):
        dates_numeric.collect(body, points)
    if seen.times:
        dates_chinese.collect(body, seen.times, points)
    if flags & _ENGLISH:
        dates_english.collect(body, flags, points)
    if not points:
        return []
    if len(points) > 1:
        points.sort(key=_place)
    kept: list[Point] = []
    end = -1
    blocked = Taken(taken)
    for point in points:
        if point.start < end or blocked.hits(point.start, point.end):
            continue
        point.end = _tail(body, point)
        kept.append(point)
        end = point.end
    merged = _merged(body, kept) if len(kept) > 1 else kept
    return [value for value in [_value(folded, point) for point in merged] if value is not None]


def _place(point: Point) -> tuple[int, int]:
    return point.start, -point.end


def _tail(body: str, point: Point) -> int:
    """Where the date ends with its weekday and clock time; takes over the time where it has an offset."""
    end = point.end
    behind = body[end : end + 1]
    if behind not in _TAIL_STARTS:
        return end
    weekday = _WEEKDAY.match(body, end)
    if weekday:
        end = weekday.end()
    if point.low is None or point.low != point.high or not isinstance(point.low.year, int | None) or not point.low.day:
        return end
    clock = _CLOCK.match(body, end)
    if (
        clock is None
        or int(clock["hour"]) > 24
        or int(clock["minute"]) > 59
        or body[clock.end() : clock.end() + 1].isdigit()
    ):
        return end
    if clock["offset"] and isinstance(point.low.year, int):
        point.instant = _instant(point.low, clock)
    return clock.end()


def _instant(day: Partial, clock: re.Match[str]) -> str | None:
    hour = int(clock["hour"])
    if clock["half"]:
        hour = hour % 12 + (12 if clock["half"][0] in "Pp" else 0)
    offset = clock["offset"]
    named = _NAMED_OFFSETS.get(offset)
    if named is None:
        shift = re.search(r"([+\-−])\s?([0-9]{1,2}):?([0-9]{2})?", offset)
        named = f"{'+' if shift[1] == '+' else '-'}{int(shift[2]):02}:{shift[3] or '00'}" if shift else "+00:00"
    spelled = f"{day.year:04}-{day.month:02}-{day.day:02}T{hour:02}:{clock['minute']}:{clock['second'] or '00'}{named}"
    try:
        datetime.fromisoformat(spelled)
    except ValueError:
        return None
    return spelled


def _merged(body: str, points: list[Point]) -> list[Point]:
    """Points with those joined that a range joins."""
    merged: list[Point] = []
    for point in points:
        if merged and point.start - merged[-1].end <= 12:
            joined = _range(body, merged[-1], point)
            if joined is not None:
                merged[-1] = joined
                continue
        merged.append(point)
    return merged


def _range(body: str, first: Point, second: Point) -> Point | None:
    if (
        first.low is None
        or first.high is None
        or second.low is None
        or second.high is None
        or first.ranged
        or second.ranged
    ):
        return None
    gap = body[first.end : second.start]
    interval = (
        gap == "/" and "-" in body[first.start : first.end] and isinstance(second.low.year, int)
    )  # as in ISO 8601
    if not interval and not _JOIN.fullmatch(gap):
        before = body[max(0, first.start - 14) : first.start]
        if not (_JOIN_AND.fullmatch(gap) and (_BETWEEN.search(before) or _BETWEEN_CN.search(before))):
            return None
    low, high = first.low, second.high
    if low.year is None and isinstance(high.year, int):  # July 6 - July 13, 2025
        year = high.year - ((low.month, low.day) > (high.month, high.day or 31))
        low = low.of_year(year)
    elif high.year is None and isinstance(low.year, int):
        year = low.year + ((high.month, high.day or 31) < (low.month, low.day))
        high = high.of_year(year)
    elif high.year is None and isinstance(low.year, str) and low.year.startswith("year"):
        high = high.of_year(low.year)
    elif (low.year is None) != (high.year is None):
        return None
    if first.instant or second.instant:
        if not (first.instant and second.instant):
            return None
        return Point(
            first.start, second.end, low, high, ranged=True, instant=first.instant, last_instant=second.instant
        )
    if isinstance(low.year, int) and isinstance(high.year, int) and low.key() > high.key():
        return None
    if low.year is None and low.month == high.month and low.day > (high.day or 31):
        return None
    return Point(first.start, second.end, low, high, ranged=True)


def _value(folded: folding.Folded, point: Point) -> DateValue | None:
    if point.low is None or point.high is None:
        return None
    start, end, surface = folded.span(point.start, point.end)
    if point.instant:
        last = point.last_instant or point.instant
        return DateValue(surface=surface, start=start, end=end, form="instant", low=point.instant, high=last)
    spelled = spell(point.low, point.high)
    if spelled is None:
        return None
    form, low, high = spelled
    return DateValue(surface=surface, start=start, end=end, form=form, low=low, high=high)
