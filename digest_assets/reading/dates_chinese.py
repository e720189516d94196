"""Dates in Chinese: 2026 年 7 月 30 日, 七月底, 上半年, 第三季度, 去年 12 月, 上周五, 近 3 天, 两周前.

Belongs here: Chinese notations and relative words. Which of them are dates at all: see ``dates``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from digest_assets.reading import dates_rolling, numerals
from digest_assets.reading.points import Partial, Point, months, part_of_month, part_of_year, whole_month

_JOIN = r"\s?(?:-|–|—{1,2}|~|〜|至|到|－)\s?"
_DIGIT = "〇零一二三四五六七八九"
_NUMERAL_YEAR = rf"[{_DIGIT}]{{4}}"
_M = r"(?:[0-9]{1,2}|十[一二]?|[一二三四五六七八九])"
_D = r"(?:[0-9]{1,2}|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])"
_MONTH_WORD = r"月(?![活薪租费饼球龄台均销亮供卡榜活嫂]|光|刊)份?"

_YEAR_PART = (
    r"(?:\s?(?P<half>[上下前后後])半年|\s?(?P<first3>前三)?(?:第\s?)?(?P<quarter>[1-4一二三四])?(?P<qmark>\s?个?季度|"
    r"季)(?!后|節|节)"
    r"|\s?(?:的\s?)?Q(?P<q>[1-4])(?:\s?[-–—~至到]\s?Q?(?P<q2>[1-4]))?(?![0-9A-Za-z])|\s?H(?P<h>[12])(?![0-9A-Za-z])"
    r"|\s?第\s?(?P<week>[0-9]{1,2})\s?[周週]|\s?年?(?P<part>初(?![步始次代级版稿赛中创])|"
    r"中(?![国國文期心间間央日美东東外旬秋])|底(?![层層部座])|末(?!尾))年?)"
)
_YEAR = re.compile(
    rf"(?<![0-9.,{_DIGIT}])(?P<y>(?:19|20)[0-9]{{2}}|{_NUMERAL_YEAR}|[12][0-9](?=\s?年\s?(?:[上下]半年|Q[1-4]|H[12]|"
    rf"[底初末])))"
    rf"(?:{_JOIN}(?P<y2>(?:19|20)[0-9]{{2}}|{_NUMERAL_YEAR}))?\s?年(?![代级級龄])度?{_YEAR_PART}?"
)
_RELATIVE_YEARS = {
    "今年": 0, "本年": 0, "本年度": 0, "今年度": 0, "去年": -1, "上年": -1, "上一年": -1, "去年度": -1, "前年": -2,
    "明年": 1, "来年": 1, "后年": 2, "後年": 2,
}  # fmt: skip
_RELATIVE_YEAR = re.compile(
    rf"(?<![0-9一二三四五六七八九十多几大])(?P<rel>本年度?|今年度?|去年度?|上一?年(?!度)|前年|明年|来年|"
    rf"[后後]年)(?!夜|同|轻|代)(?:的\s?)?(?:{_YEAR_PART}|(?P<since>以来|至今))?"
)
_MONTH = re.compile(
    rf"(?<![0-9.,每{_DIGIT}十])(?:(?:(?P<y>(?:19|20)?[0-9]{{2}}|{_NUMERAL_YEAR})\s?年|(?P<rel>今年|去年|前年|明年|本年|"
    rf"[后後]年))\s?(?:的\s?)?)?"
    rf"(?P<m>{_M})(?:\s?月份?)?(?:(?P<join>{_JOIN}|[、,，和及]\s?)(?P<m2>{_M}))?\s?{_MONTH_WORD}"
    rf"(?:\s?(?P<d>{_D})(?:\s?[日号號])?(?:(?P<join2>{_JOIN}|[、,，和及]\s?)(?P<d2>{_D}))?\s?[日号號](?![元本線线])"
    r"|\s?(?P<part>上旬|中旬|下旬|初(?![步始次代级版])|中(?![国國文期心间間央日美东東外])|底(?![层層部座])|末(?!尾)))?"
)
_MORE_DAYS = re.compile(rf"[、,，和及]\s?(?P<d>{_D})\s?[日号號](?![元本線线])")
_PART = {"初": "early", "上旬": "early", "中": "mid", "中旬": "mid", "底": "late", "末": "late", "下旬": "late"}

_DAYS = {"今": 0, "昨": -1, "前": -2, "大前": -3, "明": 1, "后": 2, "大后": 3}
_DAY = re.compile(
    r"(?<![先以之年月周])(?P<day>大?前|大?[后後]|今|昨|明)(?:天|日)(?!头条|新闻|方舟|之星|资本|系|重现|香)(?:早上?|"
    r"晚上?|上午|下午|凌晨|夜里)?"
    r"|(?P<night>[今昨明前])(?:晚(?!清|会|期)|早(?!期)|晨|夜)(?:间|上)?"
)
_ACQUIRED = re.compile(r"习得|性|环境|训练|努力|形成|培养|的")  # 后天 as what is not inborn
_WEEK = re.compile(
    r"(?P<week>上{1,2}|下{1,2}|本|这|這)(?:一|个|個)?(?P<unit>[周週](?!期|围|边|报|刊|末端|次)|星期|礼拜)"
    rf"(?:(?P<weekday>[一二三四五六日天])(?!次|个|期|直|起|份)(?:{_JOIN}[周週]?(?P<weekday2>[一二三四五六日天]))?|"
    rf"(?P<end>末))?"
)
_MONTHS = re.compile(
    r"(?<![0-9一二三四五六七八九十])(?P<month>上{1,2}|下{1,2}|本|这|這)(?:一?(?:个|個))?月(?!活|薪|球|亮|台|"
    r"饼)份?(?:\s?(?P<d>[0-9]{1,2})\s?[日号號]|(?P<part>上旬|中旬|下旬|初|中(?!国|期)|底|末))?"
    r"|(?P<quarter>上|下|本|这|這)(?:一?(?:个|個))?季度"
    r"|(?<![0-9〇零一二三四五六七八九十个個几每半多整当當全])(?P<alone>[月年])(?P<part2>初|底|末|中(?!国|期|心|文|日|"
    r"的|有|没|只|就|均|也|，))(?!层|部)"
    r"|(?<![月下上中])(?P<tenday>[上中下]旬)"
)
_HALF = re.compile(r"(?<![年近])(?P<half>[上下])半年")
_QUARTER = re.compile(
    r"(?<![年0-9个財财过近第])(?P<first3>前三(?:个)?)?(?:第\s?)?(?P<quarter>[1-4一二三四])?\s?季度(?!后)"
)
_LETTER_QUARTER = re.compile(
    r"(?<![0-9A-Za-z年\-_./])(?P<q>Q)(?P<n>[1-4])(?:\s?[-–—~至到]\s?Q?(?P<n2>[1-4]))?(?=\s?(?:季度|财报|業績|业绩|"
    r"路线图|计划|目标|营收|收入|末|初|底|中旬|起|前|内|之前|发布|上线|[Rr]oadmap|"
    r"[Ee]arnings|[Rr]esults|[Rr]elease|[Pp]lan|OKR))"
)
_FISCAL = re.compile(r"(?:财年|財年|财政年度|FY\s?'?[0-9]{2,4}|fiscal)\s?$", re.IGNORECASE)


_NUMERAL_ENDS = frozenset("0123456789〇零一二三四五六七八九十廿")
_DAY_STARTS = frozenset("今昨前明后後")
_PAST_ENDS = frozenset("近去来后這这的")


def collect(body: str, places: Iterable[int], points: list[Point]) -> None:
    """Add the Chinese dates of ``body``. Each holds a character at one of ``places`` (``scan.TIME``); what stands
    around it tells which notation can be meant.
    """
    months_read = years_read = 0
    for at in places:
        if not at:
            if body[0] in "年月":
                _around(body, at, points)
            elif body[0] == "Q":
                _letter_quarter(body, at, points)
            continue
        character = body[at]
        before = body[at - 1]
        if before == " " and at > 1:
            before = body[at - 2]
        if character == "月":
            if before in _NUMERAL_ENDS and at >= months_read:
                match = _MONTH.search(body, max(months_read, at - 24), at + 48)
                if match and match.start() < at < match.end():
                    months_read = match.end()
                    _month(match, points)
            _around(body, at, points)
        elif character == "年":
            if before in _NUMERAL_ENDS and at >= years_read:
                match = _YEAR.search(body, max(years_read, at - 14), at + 24)
                if match and match.start() < at < match.end():
                    years_read = match.end()
                    _year(match, points)
            elif before in "今去前明本上来后後一":
                match = _RELATIVE_YEAR.search(body, max(0, at - 2), at + 24)
                if match and match.start() < at:
                    _relative_year(match, points)
            elif before == "半":
                match = _HALF.search(body, max(0, at - 3), at + 1)
                if match:
                    points.append(_span(match, *_half(None, match["half"])))
            _around(body, at, points)
        elif character in "天日晚早晨夜":
            if before in _DAY_STARTS:
                match = _DAY.search(body, max(0, at - 2), at + 12)
                if match and match.start() < at:
                    _day(body, match, points)
            if character in "天日":
                _around(body, at, points)
        elif character == "Q":
            _letter_quarter(body, at, points)
        else:
            if character == "季" and body[at + 1 : at + 2] == "度":
                match = _QUARTER.search(body, max(0, at - 6), at + 3)
                if (
                    match
                    and (match["quarter"] or match["first3"])
                    and not _FISCAL.search(body, max(0, match.start() - 12), match.start())
                ):
                    points.append(_span(match, *_quarter(None, match)))
            _around(body, at, points)


def _letter_quarter(body: str, at: int, points: list[Point]) -> None:
    match = _LETTER_QUARTER.match(body, at)
    if match and not _FISCAL.search(body, max(0, at - 12), at):
        first, last = int(match["n"]), int(match["n2"] or match["n"])
        points.append(_span(match, *months(None, first * 3 - 2, last * 3)))


def _around(body: str, at: int, points: list[Point]) -> None:
    """Relative notations around a unit of time: 上周五, 本月底, 近 3 天, 两周前."""
    character = body[at]
    if character in "周週星礼":
        match = _WEEK.search(body, max(0, at - 3), at + 10)
        if match and match.start() < at:
            _week(match, points)
    elif character in "月年季旬":
        match = _MONTHS.search(body, max(0, at - 5), at + 8)
        if match and match.start() <= at < match.end():
            _months(match, points)
    dates_rolling.collect(body, at, points)


def _span(match: re.Match[str], low: Partial, high: Partial, ranged: bool = False) -> Point:
    return Point(match.start(), match.end(), low, high, ranged=ranged)


def _full_year(spelled: str) -> int:
    year = numerals.number(spelled)
    return year + 2000 if year < 100 else year


def _half(year: int | str | None, word: str) -> tuple[Partial, Partial]:
    return months(year, 1, 6) if word in "上前" else months(year, 7, 12)


def _quarter(year: int | str | None, match: re.Match[str]) -> tuple[Partial, Partial]:
    if match["first3"]:
        return months(year, 1, 9)
    number = numerals.number(match["quarter"])
    return months(year, number * 3 - 2, number * 3)


def _part_of(year: int | str, match: re.Match[str]) -> tuple[Partial, Partial] | None:
    """What a word or number behind a year narrows it down to; None where there is none."""
    if match["half"]:
        return _half(year, match["half"])
    if match["quarter"] or match["first3"]:
        return _quarter(year, match)
    if match["q"]:
        return months(year, int(match["q"]) * 3 - 2, int(match["q2"] or match["q"]) * 3)
    if match["h"]:
        return months(year, int(match["h"]) * 6 - 5, int(match["h"]) * 6)
    if match["part"]:
        return part_of_year(year, _PART[match["part"]])
    return None


def _month(match: re.Match[str], points: list[Point]) -> None:
    year: int | str | None = None
    if match["y"]:
        year = _full_year(match["y"])
    elif match["rel"]:
        year = f"year{_RELATIVE_YEARS[match['rel']]:+d}"
    month = numerals.number(match["m"])
    last_month = numerals.number(match["m2"]) if match["m2"] else month
    if not 1 <= month <= 12 or not 1 <= last_month <= 12:
        points.append(Point(match.start(), match.end(), None, None))
        return
    if match["m2"] and match["d"]:  # 6、7 月 5 日: only the last month has the day
        return
    if match["d"]:
        day = numerals.number(match["d"])
        low = high = Partial(year, month, day)
        if not day:
            points.append(Point(match.start(), match.end(), None, None))
            return
        if match["d2"]:
            _days(match, low, Partial(year, month, numerals.number(match["d2"])), points)
            return
        points.append(_span(match, low, high))
        return
    if match["part"]:
        points.append(_span(match, *part_of_month(year, last_month, _PART[match["part"]])))
        return
    if match["m2"]:
        if match["join"].strip()[:1] in "、,，和及":
            points.append(Point(match.start(), match.end("m"), *whole_month(year, month)))
            points.append(Point(match.start("m2"), match.end(), *whole_month(year, last_month)))
            return
        next_year = year + 1 if isinstance(year, int) and last_month < month else year
        points.append(_span(match, Partial(year, month, 1), Partial(next_year, last_month, 0), ranged=True))
        return
    points.append(_span(match, *whole_month(year, month)))


def _days(match: re.Match[str], low: Partial, high: Partial, points: list[Point]) -> None:
    """Two days of one month: a range or a list."""
    if match["join2"].strip()[:1] not in "、,，和及" and high.day > low.day:
        points.append(_span(match, low, high, ranged=True))
        return
    points.append(Point(match.start(), match.end("d"), low, low))
    points.append(Point(match.start("d2"), match.end(), high if high.day else None, high))
    at = match.end()
    while more := _MORE_DAYS.match(match.string, at):
        day = high._replace(day=numerals.number(more["d"]))
        points.append(Point(more.start("d"), more.end(), day if day.day else None, day))
        at = more.end()


def _year(match: re.Match[str], points: list[Point]) -> None:
    year = _full_year(match["y"])
    if not 1900 <= year <= 2199:
        return
    if match["y2"]:
        last = _full_year(match["y2"])
        if last > year:
            points.append(_span(match, Partial(year, 1, 1), Partial(last, 12, 31), ranged=True))
        return
    if match["week"]:
        try:
            first = date.fromisocalendar(year, int(match["week"]), 1)
            final = date.fromisocalendar(year, int(match["week"]), 7)
        except ValueError:
            points.append(Point(match.start(), match.end(), None, None))
            return
        points.append(
            _span(match, Partial(first.year, first.month, first.day), Partial(final.year, final.month, final.day))
        )
        return
    narrowed = _part_of(year, match)
    if narrowed is None:
        end = match.start("qmark") if match["qmark"] else match.end()
        points.append(Point(match.start(), end, *months(year, 1, 12)))
        return
    points.append(_span(match, *narrowed))


def _relative_year(match: re.Match[str], points: list[Point]) -> None:
    year = f"year{_RELATIVE_YEARS[match['rel']]:+d}"
    if match["since"]:
        points.append(_span(match, Partial(year), Partial("day+0"), ranged=True))
        return
    narrowed = _part_of(year, match)
    points.append(_span(match, *(narrowed or (Partial(year), Partial(year)))))


def _day(body: str, match: re.Match[str], points: list[Point]) -> None:
    word = match["day"] or match["night"]
    if word in ("后", "後") and ("先天" in body or _ACQUIRED.match(body, match.end())):
        return
    day = Partial(f"day{_DAYS[word.replace('後', '后')]:+d}")
    points.append(_span(match, day, day))


def _steps(word: str) -> int:
    return {"上": -1, "下": 1}.get(word[0], 0) * len(word)


def _week(match: re.Match[str], points: list[Point]) -> None:
    week = f"week{_steps(match['week']):+d}"
    if match["end"]:
        points.append(_span(match, Partial(f"{week}/6"), Partial(f"{week}/7")))
    elif match["weekday"]:
        number = "一二三四五六日".index(match["weekday"].replace("天", "日")) + 1
        last = "一二三四五六日".index((match["weekday2"] or match["weekday"]).replace("天", "日")) + 1
        points.append(_span(match, Partial(f"{week}/{number}"), Partial(f"{week}/{last}"), ranged=last != number))
    else:
        points.append(_span(match, Partial(week), Partial(week)))


def _months(match: re.Match[str], points: list[Point]) -> None:
    if match["quarter"]:
        quarter = Partial(f"quarter{_steps(match['quarter']):+d}")
        points.append(_span(match, quarter, quarter))
        return
    if match["month"]:
        month = f"month{_steps(match['month']):+d}"
        if match["d"]:
            day = Partial(f"{month}/{int(match['d']):02}")
            points.append(_span(match, day, day))
        elif match["part"]:
            points.append(_span(match, *part_of_month(month, 0, _PART[match["part"]])))
        else:
            points.append(_span(match, Partial(month), Partial(month)))
        return
    if match["tenday"]:
        points.append(_span(match, *part_of_month("month+0", 0, _PART[match["tenday"]])))
    elif match["alone"] == "月":
        points.append(_span(match, *part_of_month("month+0", 0, _PART[match["part2"]])))
    else:
        points.append(_span(match, *part_of_year("year+0", _PART[match["part2"]])))
