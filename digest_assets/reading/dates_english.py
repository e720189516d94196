"""Dates in English (months with a capital): July 30, 2026; 30 July; Q2 2026; early 2026; last week; 3 days ago; in
2025.

Belongs here: English notations and relative words. Which of them are dates at all: see ``dates``.
"""

from __future__ import annotations

import re
from datetime import date

from digest_assets.reading import scan
from digest_assets.reading.calendars import MONTHS, WEEKDAYS
from digest_assets.reading.points import Partial, Point, months, part_of_month, part_of_year, whole_month

_NAMES = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    "Nov(?:ember)?|Dec(?:ember)?"
)
# Names begin with a capital: a set of first letters keeps the search fast, and *may*, *march*, *mar* out.
_TAILS = "|".join(f"(?i:{name[1:]})" for name in _NAMES.split("|"))
_STEMS = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_JOIN = r"\s?(?:-|–|—{1,2}|~|to|through|until|and|&)\s?"
_YEAR = r"(?:19|20)[0-9]{2}"
_MONTH = re.compile(
    rf"(?P<name>[JFMASOND](?<![A-Za-z0-9][JFMASOND])(?:{_TAILS}))(?P<dot>\.)?(?:{_JOIN}(?P<name2>{_NAMES})\b\.?)?(?!["
    rf"A-Za-z])"
    r"(?:[\s-](?:the\s)?(?P<d>[0-3]?[0-9])(?:st|nd|rd|th)?(?![0-9A-Za-z:%]|\.[0-9])"
    rf"(?:{_JOIN}(?P<d2>[0-3]?[0-9])(?:st|nd|rd|th)?(?![0-9A-Za-z:%]|\.[0-9]))?)?"
    rf"(?:,?[\s-](?:of\s)?(?P<y>{_YEAR})(?![0-9]|[.,][0-9])|\s?['’](?P<yy>[0-9]{{2}})(?![0-9]))?"
)
_DAY_BEFORE = re.compile(
    rf"(?<![0-9A-Za-z.,/-])(?:(?P<d0>[0-3]?[0-9])(?:st|nd|rd|th)?{_JOIN})?(?P<d>[0-3]?[0-9])(?:st|nd|rd|"
    rf"th)?(?:\sof\s|[\s-])(?:the\s)?$"
)
_PART_BEFORE = re.compile(
    r"\b(?P<part>early|mid|middle|late|beginning|start|end)(?:[\s-](?:of\s|in\s)?|\s?-\s?)(?:the\s)?$",
    re.IGNORECASE,
)
_CUE_BEFORE = re.compile(
    r"\b(?:in|since|by|until|till|from|during|of|early|mid|late|before|after|through|throughout|last|next|this|"
    r"between|for|and|to|on|circa|around)(?:[\s-])(?:the\s)?$",
    re.IGNORECASE,
)
_LAST_NEXT = re.compile(r"\b(?P<way>last|next)\s$", re.IGNORECASE)
_PARTS = {
    "early": "early", "beginning": "early", "start": "early", "mid": "mid", "middle": "mid", "late": "late",
    "end": "late",
}  # fmt: skip
_QUARTER = re.compile(
    rf"(?<![A-Za-z0-9_.\-/])(?:Q(?P<q>[1-4])(?:\s?[-–—~]\s?Q?(?P<q2>[1-4]))?(?:[\s,/-]{{0,2}}(?:of\s)?(?P<y>{_YEAR})|"
    rf"\s?['’](?P<yy>[0-9]{{2}}))"
    rf"|H(?P<h>[12])[\s,/-]{{0,2}}(?:of\s)?(?P<hy>{_YEAR})"
    rf"|(?P<y3>{_YEAR})\s?-?(?:Q(?P<q3>[1-4])(?:\s?[-–—~]\s?Q(?P<q4>[1-4]))?|H(?P<h3>[12]))"
    r"|(?P<q5>[1-4])Q(?P<y5>(?:20)?[0-9]{2})|(?P<h6>[12])H(?P<y6>(?:20)?[0-9]{2}))(?![0-9A-Za-z_])"
)
_CUED_QUARTER = re.compile(
    r"\b(?:[Ii]n|[Bb]y|[Ss]ince|[Ff]rom|[Uu]ntil|[Dd]uring|[Ff]or|[Ee]nd of|[Ll]ate|[Ee]arly|"
    r"[Tt]his)\s(?P<span>Q(?P<q>[1-4]))(?![\w-]|[\s,/-]{0,2}(?:of\s)?(?:19|20)[0-9]{2})"
)
_ORDINAL = re.compile(
    rf"\b(?P<n>first|second|third|fourth|1st|2nd|3rd|4th|last)\s(?P<unit>quarter|half)(?:\s(?:of\s)?(?P<y>{_YEAR}|"
    rf"this year|last year|next year))\b",
    re.IGNORECASE,
)
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_YEAR_AFTER = re.compile(
    r"\b(?:(?P<part>early|mid|late|(?:beginning|middle|start|end)\sof|year-end)[\s-]|(?:in|since|by|until|till|from|"
    r"during|before|after|throughout|as\sof|circa|back\sin|year)\s(?:the\syear\s)?)"
    rf"(?P<y>{_YEAR})(?![0-9A-Za-z/%]|[-–.,][0-9]|\s?(?:tokens?|[KMGT]i?B|ms|GPUs?|steps?|samples?|[kKMB]\b|x\b|×|个|"
    rf"次|项|条))",
    re.IGNORECASE,
)
_YEARS = re.compile(
    r"(?<![\w.,$#/-])(?P<a>(?:19[5-9]|20[0-4])[0-9])\s?(?:[-–—~]|to|through)\s?(?P<b>(?:19[5-9]|"
    r"20[0-4])[0-9])(?![\w%/-]|[.,][0-9]|\s?年|\s(?:tokens?|steps?|GPUs?|[KMGT]i?B|ms)\b)"
)
_YEARS_AND = re.compile(
    r"\b(?:between|from)\s(?P<a>(?:19[5-9]|20[0-4])[0-9])\s(?:and|to)\s(?P<b>(?:19[5-9]|"
    r"20[0-4])[0-9])(?![\w%/-]|[.,][0-9]|\s(?:tokens?|steps?)\b)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:(?P<day>day before yesterday|day after tomorrow|yesterday|today|tomorrow|tonight|last night)"
    r"|(?P<way>this|last|next|previous|past|coming)\s(?P<unit>week(?:end)?|month|quarter|year|(?:mon|tues|wednes|"
    r"thurs|fri|satur|sun)day)"
    r"|(?:past|last|previous|next|coming)\s(?P<n>[0-9]{1,3}|a few|two|three|four|five|six|seven|ten|"
    r"twelve)\s(?P<units>days|weeks|months|quarters|years)"
    r"|(?P<ago>[0-9]{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s(?P<agounit>days?|weeks?|"
    r"months?|years?)\sago)\b",
    re.IGNORECASE,
)
_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_DAYS = {
    "day before yesterday": -2, "day after tomorrow": 2, "yesterday": -1, "today": 0, "tomorrow": 1, "tonight": 0,
    "last night": -1,
}  # fmt: skip
_RELATIVE_CUES = ("day", "morrow", "night", " ago", "ast ", "his ", "ext ", "ious ", "ming ")
_LETTER = re.compile(r"[QH](?=[1-4](?![0-9]))|[QH](?<=[1-4][QH])(?=[0-9])")
_FOUR_DIGITS = re.compile(r"[12](?<![\w.,$#/][12])[09][0-9][0-9](?![0-9])")
_LOWER = "|".join(f"{name.lower()}(?![a-z])" for name in _NAMES.split("|"))
_BEFORE_YEAR = re.compile(
    rf"(?<![A-Za-z])(?:(?P<name>{_LOWER})\.?(?:\s(?P<d>[0-3]?[0-9])(?:st|nd|rd|th)?,?)?|[Ww]eek\s(?P<week>[0-9]{{1,2}})(?:,|\sof)?)\s$"
)
_YEAR_LEADS = frozenset(" -")
_YEAR_JOINS = frozenset(" -–—~t")
_FISCAL = re.compile(r"(?:FY\s?'?[0-9]{0,4}|fiscal(?:\syear)?(?:\s[0-9]{4})?)\s?$", re.IGNORECASE)


def collect(body: str, flags: int, points: list[Point]) -> None:
    """Add the English dates of ``body``, which holds what ``flags`` say (``scan``)."""
    if flags & scan.MONTH:
        for match in _MONTH.finditer(body):
            _month(body, match, points)
    if flags & scan.QUARTER:
        _letters(body, points)
    if flags & scan.LONG and ("20" in body or "19" in body):
        _years(body, points)
    if flags & scan.PART and ("quarter" in body or "half" in body):
        for match in _ORDINAL.finditer(body):
            _ordinal(body, match, points)
    if flags & scan.RELATIVE and any(cue in body for cue in _RELATIVE_CUES):
        for match in _RELATIVE.finditer(body):
            _relative(match, points)


def _letters(body: str, points: list[Point]) -> None:
    for cue in _LETTER.finditer(body):
        at = cue.start()
        match = _QUARTER.search(body, max(0, at - 7), at + 24)
        if match and match.start() <= at < match.end():
            if not _FISCAL.search(body, max(0, match.start() - 16), match.start()):
                _quarter(match, points)
            continue
        match = _CUED_QUARTER.search(body, max(0, at - 8), at + 12)
        if match and match.start("span") == at:
            quarter = int(match["q"])
            points.append(Point(*match.span("span"), *months(None, quarter * 3 - 2, quarter * 3)))


def _years(body: str, points: list[Point]) -> None:
    """Add what years stand in: ranges of them, *in 2025*, *early 2026*, *sep 5, 2025*, *week 31 of 2026*."""
    for year in _FOUR_DIGITS.finditer(body):
        at, end = year.span()
        before = body[at - 1 : at]
        if before in _YEAR_LEADS:
            match = _YEAR_AFTER.search(body, max(0, at - 20), at + 24)
            if match and match.start("y") == at:
                _year(match, points)
            else:
                _before_year(body, at, end, points)
        if body[end : end + 1] in _YEAR_JOINS:
            match = _YEARS.match(body, at)
            if match is None and before == " ":
                match = _YEARS_AND.search(body, max(0, at - 8), at + 24)
            if match and match.start("a") == at and match["a"] < match["b"]:
                low, high = Partial(int(match["a"]), 1, 1), Partial(int(match["b"]), 12, 31)
                points.append(Point(match.start("a"), match.end("b"), low, high, ranged=True))


def _before_year(body: str, at: int, end: int, points: list[Point]) -> None:
    """Notations that need their year to be dates: a month in lower case, a week's number."""
    match = _BEFORE_YEAR.search(body, max(0, at - 20), at)
    if match is None:
        return
    year = int(body[at:end])
    if match["week"]:
        try:
            first, last = (date.fromisocalendar(year, int(match["week"]), weekday) for weekday in (1, 7))
        except ValueError:
            return
        low, high = Partial(first.year, first.month, first.day), Partial(last.year, last.month, last.day)
        points.append(Point(match.start(), end, low, high))
        return
    month = _STEMS[match["name"][:3]]
    if match["d"]:
        day = Partial(year, month, int(match["d"]))
        points.append(Point(match.start(), end, day if day.day else None, day))
    else:
        points.append(Point(match.start(), end, *whole_month(year, month)))


def _month(body: str, match: re.Match[str], points: list[Point]) -> None:
    name = match["name"]
    month = _STEMS.get(name[:3].lower())  # the pattern pairs any initial with any tail
    if month is None:
        return None
    year = int(match["y"]) if match["y"] else 2000 + int(match["yy"]) if match["yy"] else None
    start, end = match.span()
    if body[end - 1] == ".":
        end -= 1
    if match["name2"]:
        last = _STEMS[match["name2"][:3].lower()]
        if match["d"] or " and " in match.group() or "&" in match.group():
            return _second_month(match, month, last, year, points)
        first_year = year - 1 if year is not None and last < month else year
        points.append(Point(start, end, Partial(first_year, month, 1), Partial(year, last, 0), ranged=True))
        return None
    before = body[max(0, start - 24) : start]
    day_before = _DAY_BEFORE.search(before)
    if match["d"] is None and day_before:
        low = high = Partial(year, month, int(day_before["d"]))
        if day_before["d0"]:
            low = Partial(year, month, int(day_before["d0"]))
        at = start - (len(before) - day_before.start())
        possible = low.day and high.day and low.day <= high.day
        points.append(Point(at, end, low if possible else None, high if possible else None, ranged=low != high))
        return None
    if match["d"]:
        low = high = Partial(year, month, int(match["d"]))
        if match["d2"]:
            high = Partial(year, month, int(match["d2"]))
            if " and " in match.group() or "&" in match.group():
                points.append(Point(start, match.end("d"), low, low))
                points.append(Point(match.start("d2"), end, high, high))
                return None
        possible = low.day and high.day and low.day <= high.day
        points.append(Point(start, end, low if possible else None, high if possible else None, ranged=low != high))
        return None
    part = _PART_BEFORE.search(before)
    if part:
        at = start - (len(before) - part.start())
        points.append(Point(at, end, *part_of_month(year, month, _PARTS[part["part"].lower()])))
        return None
    way = _LAST_NEXT.search(before) if year is None else None
    if way:
        named = Partial(f"{MONTHS[month - 1]}{'-1' if way['way'].lower() == 'last' else '+1'}")
        points.append(Point(start - len(way.group()), end, named, named))
    elif year is not None or (_CUE_BEFORE.search(before) and len(name) + bool(match["dot"]) > 2):
        points.append(Point(start, end if year is not None else match.end("name"), *whole_month(year, month)))
    return None


def _second_month(match: re.Match[str], month: int, last: int, year: int | None, points: list[Point]) -> None:
    """``June and July 2026`` is two months; ``June to July 5`` is left to its second part."""
    if not match["d"]:
        points.append(Point(match.start(), match.end("name"), *whole_month(year, month)))
        points.append(Point(match.start("name2"), match.end(), *whole_month(year, last)))
        return
    day = Partial(year, last, int(match["d"]))
    points.append(Point(match.start("name2"), match.end(), day if day.day else None, day))


def _short_year(spelled: str) -> int:
    return int(spelled) if len(spelled) == 4 else 2000 + int(spelled)


def _quarter(match: re.Match[str], points: list[Point]) -> None:
    half = match["h"] or match["h3"] or match["h6"]
    if half:
        year = _short_year(match["hy"] or match["y3"] or match["y6"])
        points.append(Point(*match.span(), *months(year, int(half) * 6 - 5, int(half) * 6)))
        return
    first = int(match["q"] or match["q3"] or match["q5"])
    last = int(match["q2"] or match["q4"] or first)
    year = _short_year(match["y"] or match["yy"] or match["y3"] or match["y5"])
    points.append(Point(*match.span(), *months(year, first * 3 - 2, last * 3)))


def _year(match: re.Match[str], points: list[Point]) -> None:
    year = int(match["y"])
    if not match["part"]:
        points.append(Point(*match.span("y"), *months(year, 1, 12)))
        return
    part = "late" if match["part"].lower() == "year-end" else _PARTS[match["part"].split()[0].lower()]
    points.append(Point(*match.span(), *part_of_year(year, part)))


def _ordinal(body: str, match: re.Match[str], points: list[Point]) -> None:
    number = _ORDINALS.get(match["n"].lower()) or (4 if match["unit"].lower() == "quarter" else 2)
    spelled = match["y"].lower()
    year: int | str = {"this year": "year+0", "last year": "year-1", "next year": "year+1"}.get(spelled) or int(spelled)
    size = 3 if match["unit"].lower() == "quarter" else 6
    if number * size <= 12 and not _FISCAL.search(body, max(0, match.start() - 16), match.start()):
        points.append(Point(*match.span(), *months(year, number * size - size + 1, number * size)))


def _relative(match: re.Match[str], points: list[Point]) -> None:
    start, end = match.span()
    if match["day"]:
        low = high = f"day{_DAYS[match['day'].lower()]:+d}"
    elif match["ago"]:
        number = int(match["ago"]) if match["ago"].isdigit() else _WORDS[match["ago"].lower()]
        low = high = f"{match['agounit'].lower().rstrip('s')}-{number}"
    elif match["units"]:
        if match["n"].lower() == "a few":
            return
        number = int(match["n"]) if match["n"].isdigit() else _WORDS[match["n"].lower()]
        low, high = _rolling(
            match.group().split()[0].lower() in ("next", "coming"), match["units"].lower().rstrip("s"), number
        )
    else:
        unit, way = match["unit"].lower(), match["way"].lower()
        step = {"this": 0, "last": -1, "previous": -1, "past": -1}.get(way, 1)
        if way == "past" and unit in ("week", "month", "quarter", "year"):
            low, high = _rolling(False, unit, 1)
        elif unit == "weekend":
            low, high = f"week{step:+d}/6", f"week{step:+d}/7"
        elif unit in WEEKDAYS:
            low = high = f"week+0/{WEEKDAYS.index(unit) + 1}" if step == 0 else f"{unit}{step:+d}"
        else:
            low = high = f"{unit}{step:+d}"
    points.append(Point(start, end, Partial(low), Partial(high), ranged=low != high))


def _rolling(ahead: bool, unit: str, number: int) -> tuple[str, str]:
    if unit == "week":
        unit, number = "day", number * 7
    elif unit == "quarter":
        unit, number = "month", number * 3
    if unit == "day":
        return ("day+1", f"day+{number}") if ahead else (f"day-{number - 1}", "day+0")
    return ("day+1", f"{unit}+{number}/same") if ahead else (f"{unit}-{number}/same", "day+0")
