"""Units of quantities: how they are written, what they are called, what they measure.

Belongs here: from the text behind a number to a unit's name, and the dimension of a unit for comparison. Never here:
numbers.

Names: ``%``, ``x`` (times), ``pp``, ``bp``, ``fraction``; currencies as ISO 4217; ``tok/s``; SI and byte
units as their symbols (``ms``, ``GiB``, ``TB/s``, ``Gbps``, ``kW``); longer times as words (``minute``, ``hour``,
``day``, ``week``, ``month``, ``quarter``, ``year``); ``parameter``, ``token``; other English counts in the singular,
lower case unless an acronym; Chinese measure words as written. What a value is divided by follows after a slash
(``USD/1M token``, ``USD/GPU hour``, ``commit/month``).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from digest_assets.reading.unit_names import (
    ALONE,
    CHINESE,
    CHINESE_BLOCKED,
    CURRENCY_CODES,
    CURRENCY_SYMBOLS,
    DENOMINATOR_CHINESE,
    DENOMINATOR_LATIN,
    IRREGULAR,
    LATIN,
    MEASURES,
    MODIFIER_STOP,
    NO_NOUN,
    SIMPLE,
)

__all__ = ["ALONE", "CURRENCY_CODES", "CURRENCY_SYMBOLS", "FIRST_CHARACTERS", "SIMPLE", "TIMES", "Unit"]

# Words behind which 个 gives way to the thing counted: 3 个 token.
_BEHIND_GE = re.compile(r"\s?(tokens?|Tokens?|TOKENS?|词元|参数|parameters?|params?|GPU|小时|字节|比特)(?![A-Za-z])")

_NOT_BEHIND_SPACE = frozenset(("A", "it", "its", "X", "d"))  # letters too common to be units unless glued
_LETTERS = frozenset(("t", "V", "g", "L", "m"))  # units behind a space where no number or counted thing follows
_GOES_ON = re.compile(r"\s(?:[0-9]|(?:users?|tokens?|rows?|requests?|people|downloads?|records?|param(?:eter)?s?)\b)")
TIMES: Final = {"s", "minute", "hour", "day", "week", "month", "year", "quarter"}
_LARGE = re.compile(
    r"(?:1\s?)?(?P<million>[mM](?=\s?[tT]ok)|M(?![A-Za-z])|million|mln|百万|1,000,000(?![0-9])|1000000(?![0-9]))|"
    r"(?:1\s?)?(?P<thousand>[kK](?![A-Za-z])|[kK](?=\s?[tT]ok)|thousand|千|1,000(?![,0-9])|1000(?![0-9]))"
    r"|(?:1\s?)?(?P<billion>B(?![A-Za-z])|billion|十亿)|(?:1\s?)?(?P<wan>万)|(?:1\s?)?(?P<yi>亿)"
)
_LARGE_NAMES = {"million": "1M", "thousand": "1K", "billion": "1B", "wan": "10K", "yi": "100M"}
_DIRECTION = re.compile(
    r"\s?(?:个|個)?\s?(?:(?:cached\s)?(?:input|output|prompt|completion|cached|generated|processed|"
    r"training)(?:/output)?|输入|输出|缓存命中的?|缓存|生成)?\s?[-]?\s?"
)
_TOKENS = re.compile(r"(?:[tT]okens?|[tT]oks?|词元|TOKENS?)(?![A-Za-z])")
_HOURS = re.compile(
    r"(?P<who>[A-Z][A-Za-z0-9]{1,7}|person|man|engineer|node|job|core|device|card|chip|instance|"
    r"卡)(?:[\s·*-]{0,2})(?P<time>hours?|hrs?|h|小时|小時|时|days?|天|months?|minutes?|seconds?|secs?|weeks?|"
    r"years?)(?![A-Za-z])"
)
_WORD = re.compile(r"[A-Za-zµμ]+")
_PER = re.compile(
    r"\s?(?:/|per\s|每|(?:each|a|an)\s(?=(?:month|year|week|day|hour|second|minute|seat|user)\b))\s?",
    re.IGNORECASE,
)
_PER_STARTS = frozenset("/ 每pP")  # what a denominator, or the white space before it, begins with
_NEVER_DIVIDED = frozenset(("%", "x", "pp"))
_DIVIDED_BY = re.compile(r"\s([a-z]+)\b")
_ADVERBS = {
    "monthly": "month", "yearly": "year", "annually": "year", "daily": "day", "weekly": "week", "hourly": "hour",
}  # fmt: skip

_MODIFIERS = re.compile(
    r"\s(?:(?P<first>[A-Za-z][A-Za-z-]{1,20})\s)?(?:(?P<second>[A-Za-z][A-Za-z-]{1,20})\s)?(?P<head>[A-Za-z][A-Za-z-"
    r"]{1,24}s)(?![A-Za-z0-9_])"
)


class Unit(NamedTuple):
    name: str
    end: int  # offset behind it


def singular(word: str) -> str:
    """The singular of an English plural, lower case unless it is an acronym (GPUs → GPU, queries → query)."""
    stem = word[:-1] if word.endswith("s") else word
    if len(stem) > 1 and stem.isupper():
        return stem
    if any(character.isupper() for character in stem[1:]):  # mixed case names stay
        return stem
    low = word.lower()
    if low in IRREGULAR:
        return IRREGULAR[low]
    if "-" in low:
        head, _, tail = low.rpartition("-")
        return f"{head}-{singular(tail)}"
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "xes", "shes", "ches", "zzes")):
        return low[:-2]
    if low.endswith("ss") or not low.endswith("s"):
        return low
    return low[:-1]


def after(body: str, at: int, plural: bool = True) -> Unit | None:
    """The unit that starts at ``at`` (white space allowed), with what it is divided by; None where there is none.

    ``plural``: whether a plural noun counts as a unit of its own.
    """
    start = at
    if body[at : at + 1] in (" ", "\t"):
        at += 1 if body[at + 1 : at + 2] not in (" ", "\t") else 2
    character = body[at : at + 1]
    if not character:
        return None
    found: Unit | None
    if character in "%‰":
        return Unit(character, at + 1)
    if character == "×":
        found = _times_sign(body, at)
    elif character == "°":
        found = Unit("°" + body[at + 1], at + 2) if body[at + 1 : at + 2] in ("C", "F") else None
    elif character in CURRENCY_SYMBOLS:
        found = None if body[at + 1 : at + 2].isdigit() else Unit(CURRENCY_SYMBOLS[character], at + 1)
    elif not character.isascii() and character not in "µμ":
        found = _chinese(body, at)
    elif character.isalpha() or character in "µμ":
        found = _latin(body, at, at > start, plural)
    elif character == "-" and at == start:
        found = _hyphenated(body, at)
    else:
        return None
    if found is None or found.name in _NEVER_DIVIDED or body[found.end : found.end + 1] not in _PER_STARTS:
        return found
    return _divided(body, found)


def _times_sign(body: str, at: int) -> Unit | None:
    rest = body[at + 1 : at + 3]
    if rest[:1].isdigit() or (rest[:1] == " " and rest[1:2].isdigit()):
        return None  # 8 × 7
    named = re.match(r"[A-Za-z]+[0-9]", body[at + 1 : at + 12])
    return None if named else Unit("x", at + 1)


def _by_first_character() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """First character -> (piece, name, characters that may not follow), the longest piece first."""
    table: dict[str, list[tuple[str, str, str]]] = {}
    for piece, name in CHINESE.items():
        table.setdefault(piece[0], []).append((piece, name, CHINESE_BLOCKED.get(piece, "")))
    for piece, blocked in MEASURES.items():
        if piece not in CHINESE:
            table.setdefault(piece[0], []).append((piece, piece, blocked))
    return {
        first: tuple(sorted(pieces, key=lambda entry: (-len(entry[0]), entry[0]))) for first, pieces in table.items()
    }


_TABLE: Final = _by_first_character()
FIRST_CHARACTERS: Final = frozenset(_TABLE)


def _chinese(body: str, at: int) -> Unit | None:
    for piece, name, blocked in _TABLE.get(body[at], ()):
        if not body.startswith(piece, at):
            continue
        end = at + len(piece)
        if blocked and body[end : end + 1] in blocked and end < len(body):
            return None
        if piece in ("个", "個"):
            thing = _BEHIND_GE.match(body, end)
            if thing:
                return Unit(CHINESE.get(thing[1]) or LATIN.get(thing[1].lower(), thing[1]), thing.end())
        return Unit(name, end)
    return None


def _latin(body: str, at: int, spaced: bool, plural: bool) -> Unit | None:
    match = _WORD.match(body, at)
    if match is None:
        return None
    word, end = match.group(), match.end()
    if (body[end : end + 1].isdigit() and body[end : end + 1].isascii()) or body[end : end + 1] == "_":
        return None
    if word == "percentage" and (points := re.compile(r"\s(?:points?|pts?)\b").match(body, end)):
        return Unit("pp", points.end())
    hours = _HOURS.match(body, at) if spaced else None
    if hours and word not in ("M", "B", "K", "T") and (hours.end() > end or word not in LATIN):
        return Unit(_hours(hours), hours.end())
    if word == "t" and body.startswith("/s", end) and not body[end + 2 : end + 3].isalpha():
        return Unit("token", end)
    if word in ("wt", "vol", "mol", "at") and body[end : end + 1] == "%":
        return Unit("%", end + 1)
    if word == "N" and body[end : end + 1] == "/":
        return Unit("N", end)
    if word == "per" and body.startswith(" cent", end) and not body[end + 5 : end + 6].isalpha():
        return Unit("%", end + 5)
    if word == "times":
        return Unit("x" if _COMPARED.match(body, end) else "time", end)
    if word == "G" and not spaced:
        memory = _MEMORY.match(body, end)
        return Unit("GB", end) if memory else None
    name = LATIN.get(word) or (LATIN.get(word.lower()) if len(word) > 3 else None)
    if name is not None:
        if spaced and (word in _NOT_BEHIND_SPACE or (word in _LETTERS and _GOES_ON.match(body, end))):
            return None
        if word in ("x", "X") and not _multiple(body, at, end, spaced):
            return None
        if not spaced and body[end : end + 1] == "-" and body[end + 1 : end + 2].isalpha() and len(word) == 1:
            return None
        if body[end : end + 1] in ("²", "³"):
            return Unit(name + body[end], end + 1)
        return Unit(name, end)
    if word in CURRENCY_CODES:
        return Unit(CURRENCY_CODES[word], end)
    if not (spaced and plural):
        return None
    if word in IRREGULAR and not word.endswith("s"):  # mice, children
        return Unit(IRREGULAR[word], end)
    return _noun(body, at)


_COMPARED = re.compile(
    r"\s(?:more|less|fewer|faster|slower|higher|lower|larger|smaller|bigger|better|cheaper|longer|shorter|greater|"
    r"deeper|as\s|the\s|that\s|its\s|over\b)"
)
_MEMORY = re.compile(r"\s?(?:显存|内存|显卡|存储|HBM|VRAM|RAM)")


def _multiple(body: str, at: int, end: int, spaced: bool) -> bool:
    """Whether an ``x`` behind a number is a multiplication sign of its own: not 2 x 4, not 8x7."""
    behind = body[end : end + 2]
    if spaced and re.match(r"\s?[0-9A-Z]", behind):
        return False
    return not re.match(r"\s[0-9]", behind)


def _hours(match: re.Match[str]) -> str:
    who = "GPU" if match["who"] == "卡" else match["who"]
    if who[-1] == "s" and who[:-1].isupper():
        who = who[:-1]
    time = match["time"]
    return f"{who} {CHINESE.get(time) or LATIN.get(time) or 'hour'}"


def _hyphenated(body: str, at: int) -> Unit | None:
    """``24-hour``, ``64-GPU``, ``3-fold``: a known unit behind a hyphen, in a compound."""
    match = _WORD.match(body, at + 1)
    if match is None or (len(match.group()) < 3 and match.group() not in ("GB", "MB", "TB", "ms")):
        return None
    name = LATIN.get(match.group())
    behind = body[match.end() : match.end() + 1]
    if (
        name is None
        or (name in ("bit", "pp", "shot", "hop", "x") and match.group() != "fold")
        or (behind.isalnum() and behind.isascii())
    ):
        return None
    return Unit(name, match.end())


def _noun(body: str, at: int) -> Unit | None:
    """A plural noun behind at most two modifiers: ``45M daily requests``, ``120 academic papers``."""
    match = _MODIFIERS.match(body, at - 1)
    if match is None:
        return None
    for group in ("first", "second"):
        word = match[group]
        if word is not None:
            low = word.lower()
            if low in MODIFIER_STOP or low.endswith("ly"):
                return None
            if word.endswith("s") and low not in NO_NOUN and not low.endswith("ss"):
                return Unit(LATIN.get(word) or singular(word), match.end(group))
    head = match["head"]
    low = head.lower()
    time = LATIN.get(low)
    if time in TIMES and (owner := match["second"] or match["first"]):  # CI job minutes
        hours = _HOURS.match(body, match.start("second" if match["second"] else "first"))
        return Unit(_hours(hours) if hours else str(time), match.end()) if owner else None
    if low in NO_NOUN or low in MODIFIER_STOP or low.endswith(("ss", "ous", "sis")):
        return None
    return Unit(LATIN.get(head) or LATIN.get(low) or singular(head), match.end())


def _divided(body: str, unit: Unit) -> Unit:
    """The unit with the denominators that follow it."""
    name, end = unit
    parts: list[str] = []
    while len(parts) < 3:
        per = _PER.match(body, end)
        if per is None or per.group().isspace():
            break
        denominator = denominator_at(body, per.end())
        if denominator is None or denominator.name == name:
            break
        parts.append(denominator.name)
        end = denominator.end
    if not parts:
        adverb = _DIVIDED_BY.match(body, end)
        if adverb and adverb[1] in _ADVERBS and name.isupper() and len(name) == 3:
            return Unit(f"{name}/{_ADVERBS[adverb[1]]}", adverb.end())
        return unit
    return Unit(joined(name, parts), end)


def joined(name: str, denominators: list[str]) -> str:
    """A unit divided by others, as it is called."""
    if name == "token" and denominators[0] == "s":
        name, denominators = "tok/s", denominators[1:]
    elif name in ("Gb", "Mb", "Tb", "Gbit", "Mbit", "Tbit", "Kbit", "kb") and denominators[0] == "s":
        name, denominators = f"{name[0].upper()}bps", denominators[1:]
    return "/".join([name, *denominators])


def denominator_at(body: str, at: int) -> Unit | None:
    """What a value is divided by: ``1M token``, ``GPU hour``, ``month``, ``request``."""
    large = _LARGE.match(body, at)
    if large:
        direction = _DIRECTION.match(body, large.end())
        tokens = _TOKENS.match(body, direction.end() if direction else large.end())
        if tokens:
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} token", tokens.end())
        noun = re.compile(r"\s?([A-Za-z]+s)(?![A-Za-z])").match(body, large.end())
        if noun:
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} {singular(noun[1])}", noun.end())
        measure = _chinese(body, large.end())
        if measure and large.lastgroup != "thousand":
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} {measure.name}", measure.end)
        return None
    hours = _HOURS.match(body, at)
    if hours and hours["time"] not in ("时",):
        return Unit(_hours(hours), hours.end())
    for size in (2, 1):
        name = DENOMINATOR_CHINESE.get(body[at : at + size])
        if name is not None and len(body[at : at + size]) == size:
            return Unit(name, at + size)
    direction = _DIRECTION.match(body, at)
    tokens = _TOKENS.match(body, direction.end() if direction else at)
    if tokens:
        return Unit("token", tokens.end())
    word = _WORD.match(body, at)
    if word is None:
        return None
    text = word.group()
    name = DENOMINATOR_LATIN.get(text) or LATIN.get(text)
    if name is None and (len(text) < 2 or text.lower() in MODIFIER_STOP):
        return None
    name = name or (singular(text) if text.endswith("s") else text if text.isupper() else text.lower())
    power = body[word.end() : word.end() + 1]
    return Unit(name + power, word.end() + 1) if power in ("²", "³") else Unit(name, word.end())


_NAMED_AGAIN = re.compile(r"\s?(?:USD|dollars|美元|元|RMB|CNY)(?![A-Za-z])")
_PER_MILLION = re.compile(r"\s?/\s?(?:1\s?)?[mM](?![A-Za-z0-9]|\s?[A-Za-z])")
_SOLD = re.compile(r"\s(?:(?:for\s)?(?:input|output|cached)(?:\stokens)?)(?=\s(?:per|/)|/)")


def after_money(body: str, at: int, currency: str) -> Unit:
    """The unit of a number whose currency stands before it: the currency with what follows a slash, *per* or 每."""
    named = _NAMED_AGAIN.match(body, at)
    end = named.end() if named else at
    million = _PER_MILLION.match(body, end)
    if million:
        return Unit(f"{currency}/1M token", million.end())
    direction = _SOLD.match(body, end)
    unit = _divided(body, Unit(currency, direction.end() if direction else end))
    return unit if unit.name != currency else Unit(currency, end)


_FEE = re.compile(r"([月年时])(?:费|租|薪)\s?(?:仅|约|为|是|[:：])?\s?$")
_BETWEEN = re.compile(
    r"(?:[\u4e00-\u9fff]{1,4}\s?)?(?:(?:输入|输出|收费?|售价|价格|成本|费用|只要?|仅需?|需要?|约|为|是|[:：]|input|"
    r"output|costs?|is|at|"
    r"tokens?|\s)){0,4}"
)


def before(body: str, at: int) -> str | None:
    """What a value is divided by where it stands before it (每百万 token 3 元): the last 每 shortly before ``at``."""
    window = body[max(0, at - 28) : at]
    fee = _FEE.search(window)
    if fee:
        return {"月": "month", "年": "year", "时": "hour"}[fee[1]]
    place = max(window.rfind("每"), window.rfind("per "), window.rfind("Per "))
    if place < 0:
        return None
    head = 1 if window[place] == "每" else 4
    start = at - len(window) + place + head
    start += body[start : start + 1] == " "
    denominator = denominator_at(body, start)
    if denominator is None or denominator.end > at:
        return None
    rest = body[denominator.end : at]
    if _BETWEEN.fullmatch(rest) is None:
        return None
    return denominator.name
