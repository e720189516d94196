"""Spans counted from the writer's day, in Chinese: 近 3 天, 过去一个月, 未来两周, 两周前.

Belongs here: those. Never here: days and weeks with a name of their own (昨天, 上周: ``dates_chinese``).
"""

from __future__ import annotations

import re

from digest_assets.reading import numerals
from digest_assets.reading.points import Partial, Point

_N = r"(?P<n>[0-9]{1,3}|[一二两兩三四五六七八九十]{1,3}|半|数|几)"
_ROLLING = re.compile(
    rf"(?P<way>最近(?:的|这)?|近|过去(?:的|这)?|過去(?:的)?|未来(?:的)?|接下来(?:的)?|今后)\s?{_N}\s?(?:个|"
    rf"個)?\s?(?P<unit>天|日|[周週]|星期|月|年|季度)(?![以之]?[前后後]|[内中]?多|半)"
)
_AGO = re.compile(
    r"(?<![0-9.\-–~近第到至])(?P<n>[0-9]{1,3}|[一二两兩三四五六七八九十]{1,3}|半)\s?(?:个|個)?\s?(?P<unit>天|日|"
    r"[周週]|星期|月|年)(?:[以之]?前)(?![端台景后後])"
)
_UNITS = {
    "天": "day", "日": "day", "周": "week", "週": "week", "星期": "week", "月": "month", "年": "year",
    "季度": "quarter",
}  # fmt: skip
_PAST_ENDS = frozenset("近去来后这這的")


def collect(body: str, at: int, points: list[Point]) -> None:
    """Add the span whose unit of time stands at ``at``."""
    if not _PAST_ENDS.isdisjoint(body[max(0, at - 10) : at]):
        match = _ROLLING.search(body, max(0, at - 10), at + 6)
        if match and match.start() < at < match.end():
            _rolling(match, points)
    if "前" in body[at + 1 : at + 4]:
        match = _AGO.search(body, max(0, at - 6), at + 6)
        if match and match.start() < at < match.end():
            _ago(match, points)


def _rolling(match: re.Match[str], points: list[Point]) -> None:
    """近 3 天: this day and the two before; 未来 3 天: the three after this day."""
    ahead = match["way"][0] in "未接今"
    unit = _UNITS[match["unit"]]
    if match["n"] in ("数", "几"):
        return
    if match["n"] == "半":
        if unit not in ("month", "year"):
            return
        unit, number = ("day", 15) if unit == "month" else ("month", 6)
    else:
        number = numerals.number(match["n"])
    if unit == "week":
        unit, number = "day", number * 7
    elif unit == "quarter":
        unit, number = "month", number * 3
    if not 1 <= number <= 400:
        return
    if unit == "day":
        low, high = (f"day-{number - 1}", "day+0") if not ahead else ("day+1", f"day+{number}")
    else:
        low, high = (f"{unit}-{number}/same", "day+0") if not ahead else ("day+1", f"{unit}+{number}/same")
    if number == 1 and unit == "day":
        low = high
    points.append(Point(*match.span(), Partial(low), Partial(high), ranged=True))


def _ago(match: re.Match[str], points: list[Point]) -> None:
    unit = _UNITS[match["unit"]]
    if match["n"] == "半":
        if unit != "year":
            return
        unit, number = "month", 6
    else:
        number = numerals.number(match["n"])
    if 1 <= number <= 400:
        past = Partial(f"{unit}-{number}")
        points.append(Point(*match.span(), past, past))
