"""The values of statements as figures: which of them tell something, and which can hold together.

Belongs here: values found again in a line, telling ones, agreement of two. Never here: reading values out of a text
(``reading``), whether a statement is known (``memory``).
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from digest_assets.judge.alike import wording
from digest_assets.judge.lexical import CJK, fold
from digest_assets.judge.lines import Line
from digest_assets.model import ArxivValue, DateValue, QuantityValue, Value, VersionValue
from digest_assets.reading import combined, dates, quantities

_HAN_DIGITS = "一二三四五六七八九十百千万亿两半"
_COUNTERS = frozenset(
    [
        "",
        "个",
        "個",
        "篇",
        "条",
        "條",
        "项",
        "項",
        "件",
        "份",
        "次",
        "步",
        "类",
        "類",
        "种",
        "種",
        "家",
        "位",
        "名",
        "人",
        "第",
        "轮",
        "輪",
        "点",
        "處",
        "处",
        "版",
        "章",
        "节",
    ]
)
_PLAIN_NUMBER = re.compile(
    r"(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(万|萬|亿|億|[kKMG](?=[a-zA-Z]{0,2}(?![a-zA-Z]))|million|billion|thousand)?"
)
_SCALES = {
    "万": 1e4,
    "萬": 1e4,
    "亿": 1e8,
    "億": 1e8,
    "k": 1e3,
    "m": 1e6,
    "g": 1e9,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
}


@lru_cache(maxsize=32768)
def found_values(text: str) -> tuple[Value, ...]:
    return tuple(combined.find(text))


def values_of(line: Line) -> tuple[Value, ...]:
    """The values of a line: as read with it, or found again in its text."""
    return line.values if line.values is not None else found_values(line.text)


def telling(value: Value) -> bool:
    """Whether a value says something of its thing: not a mere count of a few, not an id or an address."""
    if isinstance(value, QuantityValue):
        digits = sum(c.isdigit() or c in _HAN_DIGITS for c in value.surface)
        return digits >= 2 or (digits >= 1 and value.unit not in _COUNTERS)
    return isinstance(value, DateValue | VersionValue) and not (
        isinstance(value, DateValue) and value.form == "relative"
    )


def meets(value: Value, day: date | None, line: Line, line_day: date | None, zone: str) -> bool:
    """Whether a line has a value that can hold together with this one."""
    for other in values_of(line):
        if isinstance(value, QuantityValue) and isinstance(other, QuantityValue):
            if quantities.comparable(value, other) and quantities.agrees(value, other):
                return True
        elif isinstance(value, VersionValue) and isinstance(other, VersionValue):
            if value.version.lstrip("vV") == other.version.lstrip("vV"):
                return True
        elif isinstance(value, VersionValue) and isinstance(other, ArxivValue):
            if value.version.lstrip("vV") == str(other.version):
                return True
        elif isinstance(value, DateValue) and isinstance(other, DateValue):
            from_day = line_day or day
            mine = dates.resolve(value, day, zone) if day else None
            theirs = dates.resolve(other, from_day, zone) if from_day else None
            if mine and theirs and mine[0] <= theirs[1] and theirs[0] <= mine[1]:
                # a day in a known month says more than the month did
                return (mine[1] - mine[0]) >= (theirs[1] - theirs[0])
    if isinstance(value, QuantityValue) and value.high is None and _telling_number(value.low):
        return any(abs(n - value.low) <= 1e-6 * abs(n) for n in _plain_numbers(line.text))
    if isinstance(value, VersionValue) and value.version.lstrip("vV").casefold() in wording(line.text).numbers:
        named, around = fold(value.product), fold(f"{line.hint} {line.text}")
        return named in around or CJK.search(around) is not None  # a name may be translated there
    return value.surface.casefold() in line.text.casefold() and isinstance(value, VersionValue | DateValue)


def refines(value: Value, day: date | None, line: Line, zone: str) -> bool:
    """Whether a date lies within a longer one of a line: a day in the month that was known."""
    if not isinstance(value, DateValue) or day is None:
        return False
    mine = dates.resolve(value, day, zone)
    theirs = [dates.resolve(v, line.day or day, zone) for v in values_of(line) if isinstance(v, DateValue)]
    return mine is not None and any(t is not None and t != mine and t[0] <= mine[0] and mine[1] <= t[1] for t in theirs)


@lru_cache(maxsize=32768)
def _plain_numbers(text: str) -> tuple[float, ...]:
    """The numbers of a text whatever their unit, with the scale that is written right behind them."""
    return tuple(
        float(m.group(1).replace(",", "")) * _SCALES.get((m.group(2) or "").lower(), 1.0)
        for m in _PLAIN_NUMBER.finditer(text)
    )


def _telling_number(number: float) -> bool:
    """Whether a number is odd enough to be the same figure wherever it stands: two leading digits beyond ten thousand,
    three else.
    """
    digits = f"{abs(number):.10g}".replace(".", "").strip("0")
    return abs(number) >= 1000 and len(digits) >= 2 and "e" not in digits


def rich(value: Value) -> bool:
    """Whether a value alone nearly tells its thing: a measure with a unit, a day, a version."""
    if isinstance(value, QuantityValue):
        return value.unit not in _COUNTERS or sum(c.isdigit() for c in value.surface) >= 3
    return isinstance(value, DateValue | VersionValue)
