"""Dates written in digits: 2026-07-30, 2026/7/30, 20260730, 30.07.2026, 7-30, 2026-07, 2026-W31.

Belongs here: numeric notations. Which of them are dates at all: see ``dates``.
"""

from __future__ import annotations

import re
from datetime import date

from digest_assets.reading.points import Partial, Point, part_of_month, whole_month

_ISO = re.compile(
    r"(?P<y>[12](?<![0-9A-Za-z.,$¥€][12])[09][0-9]{2})(?P<sep>\s?[-/.]\s?|"
    r"[‐‑–])(?P<m>[0-9]{1,2})(?:(?P=sep)(?P<d>[0-9]{1,2}))?(?![0-9])"
)
_ISO_TAIL = re.compile(
    r"\s?(?:-|–|—|~|至|到|/|\.\.)\s?(?P<d>[0-9]{1,2})(?![0-9./\-:：%A-Za-z])(?=\s?日|[\s，。；,;)）」】]|$)\s?日?"
)
_ISO_OTHER = re.compile(r"\s?[–—~至到]\s?(?P<m>[0-9]{1,2})(?P<sep>[-/.])(?P<d>[0-9]{1,2})(?![0-9]|[-/.][0-9])")
_PART = re.compile(r"\s?(上旬|中旬|下旬|月?初|月?中(?![国國文期心间])|月?底|月?末)")
_PARTS = {
    "上旬": "early", "初": "early", "月初": "early", "中旬": "mid", "中": "mid", "月中": "mid", "下旬": "late",
    "底": "late",
    "月底": "late", "末": "late", "月末": "late",
}  # fmt: skip
_WEEK = re.compile(
    r"(?P<y>[12](?<![0-9A-Za-z.-][12])[09][0-9]{2})-?\s?W(?P<w>[0-5][0-9])(?:-?(?P<d>[1-7]))?(?![0-9A-Za-z])"
)
_COMPACT = re.compile(
    r"(?P<y>2(?<![0-9A-Za-z._/-]2)0[0-4][0-9])(?P<m>0[1-9]|1[0-2])(?P<d>[0-3][0-9])(?:T[0-9]{4,6}Z?)?(?![0-9A-Za-z.%"
    r"]|,[0-9])"
)
_YEAR_LAST = re.compile(
    r"(?P<a>[0-9](?<![0-9A-Za-z.,/$-][0-9])[0-9]?)(?P<sep>[./-])(?P<b>[0-3]?[0-9])(?P=sep)(?P<y>(?:19|"
    r"20)[0-9]{2})(?![0-9./-])"
)
_SHORT = re.compile(
    r"(?P<m>[0-9](?<![0-9A-Za-z_.,/:：#§$@+=\\-][0-9])[0-9]?)(?P<sep>[-/])(?P<d>[0-3]?[0-9])(?![0-9A-Za-z_/%:：‰+°]|"
    r"-[0-9A-Za-z]|[.,][0-9])"
)
_PRODUCT = re.compile(r"(?:[A-Za-z][\w+#-]*(?<!-)[ \u3000]|[vV=@:])$")
_NO_PRODUCT = re.compile(
    r"\b(?:on|at|of|by|from|to|until|till|since|in|before|after|between|and|or|through|date|dated|updated?|released?|"
    r"published?|modified|created|"
    r"as|due|until|start(?:s|ed)?|ends?|ended|expires?|expired|deadline|today|is|was|are|were|posted|last|revised|"
    r"accessed|retrieved|the)\s$",
    re.IGNORECASE,
)
_CUE_BEFORE = re.compile(
    r"(?:[于在自从至到截期起止日间更新布：:]|\b(?:on|at|by|from|until|till|since|in|date|dated|updated|released|"
    r"published))\s?$",
    re.IGNORECASE,
)
_ORDINAL_BEFORE = re.compile(
    r"(?:第|表|图|节|章|页|卷|条|式|例|§|得分|比分|比例|概率|(?<![a-z])(?:tables?|fig(?:ure)?s?\.?|eqs?\.?|sections?|"
    r"sec\.?|chapters?|"
    r"pages?|pp?\.|steps?|parts?|"
    r"items?|scored?|ranks?|top|no\.?|lines?|rows?|layers?|weeks?|levels?|grades?|days?|phases?|rounds?|issues?|"
    r"questions?|version|bits?|won|lost|ratio))[\s.]{0,2}$",
    re.IGNORECASE,
)
# What a range of numbers counts: a unit, a measure word, a plural.
_UNIT_BEHIND = re.compile(
    r"\s{0,2}(?:个|個|倍|次|张|張|份|条|條|项|項|颗|种|種|天|周|週|小时|分钟|秒|年|岁|成|人|名|位|家|台|套|篇|款|行|"
    r"件|组|类|例|段|句|页|字|词|卡|层|層|步|轮|批|路|块|"
    r"门|节|"
    r"部|本|册|只|枚|片|座|辆|架|根|支|道|题|届|集|级|代|档|号|點|点|元|美|欧|万|萬|千|百|亿|億|度|米|公|吨|克|核|"
    r"线程|并发|样本|节点|用户|参数|比特|字节|维|折|跳|环|阶|比|胜|"
    r"负|平|"
    r"(?:[A-Za-z%µμ]{1,3}|tok(?:en)?s?|bits?|shots?|hops?|times|fold|hours?|days?|weeks?|months?|years?|minutes?|"
    r"mins?|secs?|seconds?|"
    r"[A-Za-z-]{3,24}s)(?:/[A-Za-z]+)?(?![A-Za-z0-9]))"
)
_LOOKS_PLURAL = {
    "is", "was", "has", "at", "by", "in", "on", "to", "e1", "as", "or", "and", "we", "the", "a", "an", "its", "this",
    "he", "it", "i", "for", "via",
}  # fmt: skip
_SLASH_BEFORE = re.compile(
    r"(?:[于在自从至到截（(【\[]|\b(?:on|by|since|from|until|till|updated|dated|before|after))\s?$",
    re.IGNORECASE,
)
_SLASH_BEHIND = re.compile(
    r"\s?(?:发布|更新|推|上线|截止|开|会|前|后|起|晚|早|上午|下午|凌晨|release|update|launch|[)）】\]](?!\()|[（(](?:周|星期))"
)
_HYPHEN_BEHIND = re.compile(
    r"\s?(?:发布|更新|推|上线|截止|晚|早|上午|下午|凌晨|release|update|launch|[（(](?:周|星期))"
)
_ALWAYS_ON = re.compile(
    r"\s?(?:小时|值守|在线|监控|服务|运行|支持|全天|不间断|hours?|support|uptime|monitoring|availab)"
)


def collect(body: str, points: list[Point]) -> None:
    """Add the numeric dates of ``body``."""
    dashed = "-" in body
    slashed = "/" in body
    if dashed or slashed or "." in body or "–" in body or "‑" in body or "‐" in body:
        for match in _ISO.finditer(body):
            _iso(body, match, points)
        if "20" in body or "19" in body:
            for match in _YEAR_LAST.finditer(body):
                _year_last(match, points)
    if "W" in body:
        for match in _WEEK.finditer(body):
            _week(match, points)
    if "20" in body:
        for match in _COMPACT.finditer(body):
            day = Partial(int(match["y"]), int(match["m"]), int(match["d"]))
            if 1 <= day.day <= 31:
                points.append(Point(*match.span(), day, day))
    if dashed or slashed:
        for match in _SHORT.finditer(body):
            _short(body, match, points)


def _iso(body: str, match: re.Match[str], points: list[Point]) -> None:
    start, end = match.span()
    separator = match["sep"].strip()
    year, month = int(match["y"]), int(match["m"])
    if match["d"] is None:
        if (
            match["sep"] != separator
            or len(match["m"]) < 2
            or (body[end : end + 1] in (separator, "%") and body[end : end + 2][-1:].isalnum())
        ):
            return
        if separator == "." and not _CUE_BEFORE.search(body, max(0, start - 12), start):
            return
        if (
            separator in "–‐‑"
            or (separator == "/" and (start and body[start - 1] == "/"))
            or (body[end : end + 1].isascii() and body[end : end + 1].isalpha())
        ):
            return
        part = _PART.match(body, end)
        if not 1 <= month <= 12:
            points.append(Point(start, end, None, None))
        elif part:
            points.append(Point(start, part.end(), *part_of_month(year, month, _PARTS[part[1]])))
        else:
            points.append(Point(start, end, *whole_month(year, month)))
        return
    if separator == ".":
        before = body[max(0, start - 24) : start]
        if (_PRODUCT.search(before) and not _NO_PRODUCT.search(before)) or body[end : end + 3].lstrip()[:1] == "版":
            return
        if body[end : end + 1] == "." and body[end + 1 : end + 2].isdigit():
            return
    if start and body[start - 1] == "=":
        return
    low = high = Partial(year, month, int(match["d"]))
    if not low.day or not low.month:
        points.append(Point(start, end, None, None))
        return
    other = _ISO_OTHER.match(body, end)
    if other and other["sep"] == separator and int(other["m"]) and int(other["d"]):
        last = Partial(year + ((int(other["m"]), int(other["d"])) < (month, low.day)), int(other["m"]), int(other["d"]))
        points.append(Point(start, other.end(), low, last, ranged=True))
        return
    tail = _ISO_TAIL.match(body, end)
    if tail and int(tail["d"]) > low.day and separator != tail.group().strip()[0]:
        points.append(Point(start, tail.end(), low, Partial(year, month, int(tail["d"])), ranged=True))
        return
    points.append(Point(start, end, low, high))


def _week(match: re.Match[str], points: list[Point]) -> None:
    try:
        first = date.fromisocalendar(int(match["y"]), int(match["w"]), int(match["d"] or 1))
        last = date.fromisocalendar(int(match["y"]), int(match["w"]), int(match["d"] or 7))
    except ValueError:
        points.append(Point(*match.span(), None, None))
        return
    points.append(
        Point(*match.span(), Partial(first.year, first.month, first.day), Partial(last.year, last.month, last.day))
    )


def _year_last(match: re.Match[str], points: list[Point]) -> None:
    """Day first with dots; with slashes or dashes only where one reading is possible."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["y"])
    if match["sep"] == "." or a > 12 or a == b:
        day = Partial(year, b, a)
    elif b > 12:
        day = Partial(year, a, b)
    else:
        points.append(Point(*match.span(), None, None))
        return
    possible = bool(day.day and day.month)
    points.append(Point(*match.span(), day if possible else None, day if possible else None))


def _short(body: str, match: re.Match[str], points: list[Point]) -> None:
    start, end = match.span()
    month, number = int(match["m"]), int(match["d"])
    if (
        not 1 <= month <= 12
        or not 1 <= number <= 31
        or Partial(None, month, number).day > (29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31)
    ):
        return
    before = body[max(0, start - 14) : start]
    if _ORDINAL_BEFORE.search(before):
        return
    unit = _UNIT_BEHIND.match(body, end)
    if unit and unit.group().strip().lower() not in _LOOKS_PLURAL:
        return
    padded = match["m"][0] == "0" or match["d"][0] == "0"
    if match["sep"] == "/":
        if (month, number) == (7, 24) and _ALWAYS_ON.match(body, end):
            return
        if not padded and not (_SLASH_BEFORE.search(before) or _SLASH_BEHIND.match(body, end)):
            return
    elif not padded and number <= 12 and not (_CUE_BEFORE.search(before) or _HYPHEN_BEHIND.match(body, end)):
        return
    day = Partial(None, month, number)
    points.append(Point(start, end, day, day))
