"""Quantities spelled in words: 三百五十万亿次, 三成, 四分之一, 数百, 两三天, 翻倍; half of, two-thirds, three weeks, doubled.

Belongs here: spelled numbers with their unit. Never here: numbers in digits (but for 4 分之 1 and 3 成).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from digest_assets.reading import amounts, numerals, units
from digest_assets.reading.amounts import Amount

_N = numerals.CHARACTERS
_ONES = "一二两兩三四五六七八九"
# What any quantity holds: a digit, a numeral before something, a word for a part or a multiple.
HINT = re.compile(rf"[0-9０-９{_N}半\U0001d7ce-\U0001d7ff]|翻番|翻倍|[Hh]al[fv]|[Tt]wice|[Dd]oubl|[Tt]ripl|[Qq]uadrupl|[Qq]uarters?|[Tt]hirds?|(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve|[Oo]ne)[\s-]|[Dd]ozen")

_NUMERAL = re.compile(
    rf"(?<![{_N}第初0-9周期拜之统唯])(?P<n>[{_N}]{{1,24}})(?:点(?P<decimal>[〇零一二三四五六七八九]{{1,6}})(?P<scale>[万亿]{{0,2}}))?"
    r"(?P<more>多|余|来|几)?(?P<scale2>[万萬亿億]{1,2})?"
)
_ESTIMATE = re.compile(
    rf"(?<![{_N}第之以向网线马路楼地半无])(?:(?P<several>好?几|数|數|若干)(?P<by>[十百千万萬亿億]{{1,4}})|(?P<above>上)(?P<base>[百千万萬亿億]{{1,3}})(?!一|的|里|面|升)"
    r"|(?P<near>近)(?P<nearbase>[百千万萬亿億]{1,3})|(?P<tens>[二三四五六七八九]?十)几(?P<teens>[百千万萬亿億]{0,2})|(?P<over>[十百千万])余(?P<overby>[万亿]?))"
)
_ADJACENT = re.compile(rf"(?<![{_N}第0-9周期])(?P<head>十|[二三四五六七八九]十)?(?P<a>[{_ONES}])(?P<b>[二三四五六七八九])(?P<by>[十百千万萬亿億]{{0,3}})(?![{_N}])")
_TENTHS = re.compile(rf"(?<![{_N}0-9.第完构合建养达变])(?P<a>[{_ONES}]|[1-9](?:\.[0-9])?)(?:\s?(?:-|–|~|至|到|、)?\s?(?P<b>[{_ONES}]|[1-9](?:\.[0-9])?))?\s?成(?P<more>半|多|余|[一二三四五六七八九](?![万亿千百十]))?(?![功本为立都员果熟长绩品就了分群语年人名交因份型千双套不])")
_DISCOUNT = re.compile(rf"(?:(?<=打)|(?<=低至)|(?<![{_N}0-9.曲转打]))(?P<a>[{_ONES}]{{1,2}}|[1-9](?:\.[0-9])?)\s?折(?![叠线腾磨射返旧损中])")
_PARTS = re.compile(rf"(?<![0-9.{_N}])(?P<den>[百千万]|[{_N}]{{1,6}}|[0-9]{{1,6}})\s?分之\s?(?P<num>[0-9]{{1,8}}(?:\.[0-9]{{1,6}})?|[{_N}]{{1,8}}(?:点[{_N}]{{1,6}})?)")
_HALVES = re.compile(r"(?P<over>过半|過半|大半|半数以上|一半以上|超过?一半|超半数)|(?P<near>近半|将近一半|小半)|(?P<half>一半|半数|减半|減半|对半|折半|腰斩)(?!径|导)")
_DOUBLE = re.compile(r"翻(?:了|上)?(?P<times>[一两兩二三四五])?(?P<what>倍|番)|(?<![一-九0-9])(?P<plus>倍增)")
_HALF_TIME = re.compile(r"(?<![一二三四五六七八九十百多个前下后上大小年月天时两周近0-9点钟])半(?:个|個)?(?P<unit>小时|小時|钟头|天|日|月|年|分钟|学期|世纪)(?!报|导|来|板|度|内)")
_WITH_HALF = re.compile(rf"(?<![{_N}第0-9])(?P<n>[{_ONES}十]{{1,3}}|[0-9]{{1,3}})\s?个半(?P<unit>小时|小時|钟头|月|星期)")
_ENGLISH = re.compile(
    r"(?<![A-Za-z-])(?:(?P<half>one[\s-]half|(?:a\s)?half(?=\s(?:of|the|that|as|its)\b)|(?:by|in)\shalf\b)"
    r"|(?P<thirds>(?:an?|one|two)[\s-](?:third|thirds))(?=\s(?:of|the|as|fewer|less|more|lower|higher)\b|[.,;)]|$)|(?P<quarters>(?:a|one|three)[\s-]quarters?)(?=\s(?:of|the|as)\b)"
    r"|(?P<double>doubled|doubles|doubling|twice|two-?fold)|(?P<triple>tripled|triples|tripling|three-?fold)|(?P<quad>quadrupled|quadruples|four-?fold)|(?P<halved>halved|halves|halving)"
    r"|(?P<word>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|a\sdozen|dozens)(?P<join>\s|-)(?P<scale>hundred|thousand|million|billion|trillion)?)",
    re.IGNORECASE,
)
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "a dozen": 12,
}  # fmt: skip
_ENGLISH_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_ENGLISH_HINT = re.compile(r"hal[fv]|[Tt]wice|oubl|ripl|uadrupl|quarter|third|fold|[TtOoFfSsEeNn](?:wo|hree|our|ive|ix|even|ight|ine|en|welve|ne)[\s-]|dozen|undred|wenty|hirty|[fF]ifty|[fF]orty|ixty|leven|ifteen")
_TO = re.compile(rf"\s?(?:-|–|—|~|至|到)\s?(?P<n>[{_N}]{{1,16}})")
_TIME_UNITS = {"s", "minute", "hour", "day", "week", "month", "quarter", "year"}
# With a plain 一 only what measures counts; with other numerals the commonest measure words do too.
_COUNTED = set(
    "个個次张張份条條项項颗种種人名家台臺篇款件套组組类類例段句页字词卡层層步轮輪批路块门节部本册只枚片座辆架根支道题題处處期届集对档笔票股维核头帧遍趟"
) | {"人次", "用户", "样本", "线程", "进程", "节点", "核心", "字符", "词条"}
_IDIOMS = re.compile(r"十分(?!之|钟)|百分[百点比]|千万[别不要]|万一|四处|四部|三只松鼠|一次性|两步走|三件套|四件套|两件套|一张一弛|三部曲|三人行|百家|千家|万家|三方|五类人|四肢|七件事|八卦|九层|万人|百件|百节")


def find(body: str) -> Iterator[Amount]:
    """Spelled quantities in a folded text, in no order; they may overlap, the earlier and longer one counts."""
    if not body.isascii():
        yield from _chinese(body)
    if _ENGLISH_HINT.search(body):
        yield from _english(body)


def _spelled(start: int, end: int, low: float, unit: str, *, high: float | None = None, scale: float | None = 1.0, qualifier: amounts.Qualifier | None = None) -> Amount:
    return Amount(start, end, end, low, scale, low, unit, qualifier, high=high)


def _chinese(body: str) -> Iterator[Amount]:
    if "成" in body:
        for match in _TENTHS.finditer(body):
            yield from _tenths(match)
    if "折" in body:
        for match in _DISCOUNT.finditer(body):
            share = _tenth(match["a"])
            if share is not None:
                yield _spelled(*match.span(), share, "%")
    if "分之" in body:
        for match in _PARTS.finditer(body):
            yield from _part(match)
    if "半" in body or "腰斩" in body:
        for match in _HALVES.finditer(body):
            yield _spelled(*match.span(), 0.5, "fraction", qualifier="gt" if match["over"] else "approx" if match["near"] else None)
        for match in _HALF_TIME.finditer(body):
            unit = {"日": "day", "月": "month"}.get(match["unit"]) or (units.after(match["unit"], 0) or units.Unit(match["unit"], 0)).name
            yield _spelled(*match.span(), 0.5, unit)
        for match in _WITH_HALF.finditer(body):
            number = numerals.value_of(match["n"]) if not match["n"].isascii() else int(match["n"])
            if number:
                unit = {"月": "month", "星期": "week"}.get(match["unit"], "hour")
                yield _spelled(*match.span(), number + 0.5, unit, scale=1.0 if match["n"].isascii() else None)
    if "翻" in body or "倍增" in body:
        for match in _DOUBLE.finditer(body):
            yield from _double(match)
    for match in _ESTIMATE.finditer(body):
        yield from _estimate(body, match)
    for match in _ADJACENT.finditer(body):
        yield from _adjacent(body, match)
    for match in _NUMERAL.finditer(body):
        found = _numeral(body, match)
        if found is not None:
            yield found


def _tenth(spelled: str) -> float | None:
    """八 → 80, 八五 → 85, 9.5 → 95."""
    if spelled.isascii():
        return float(spelled) * 10
    digits = [numerals.DIGITS[character] for character in spelled]
    return digits[0] * 10.0 + (digits[1] if len(digits) > 1 else 0)


def _tenths(match: re.Match[str]) -> Iterator[Amount]:
    low = _tenth(match["a"])
    if low is None:
        return
    more = match["more"]
    extra = 5.0 if more == "半" else float(numerals.DIGITS.get(more or "", 0))
    high = _tenth(match["b"]) if match["b"] else None
    if high is not None:
        if low >= high:
            return
        high += extra
    else:
        low += extra
    yield _spelled(*match.span(), low, "%", high=high, qualifier="gt" if more in ("多", "余") else None)


def _part(match: re.Match[str]) -> Iterator[Amount]:
    spelled = match["num"]
    if spelled[0].isascii():
        number = float(spelled)
    else:
        whole, _, decimal = spelled.partition("点")
        value = numerals.value_of(whole)
        if value is None or (decimal and not all(character in numerals.DIGITS for character in decimal)):
            return
        number = float(f"{value}.{''.join(str(numerals.DIGITS[character]) for character in decimal) or 0}")
    share = {"百": ("%", 1.0), "千": ("‰", 1.0), "万": ("fraction", 1e-4)}.get(match["den"])
    if share:
        yield _spelled(*match.span(), number * share[1], share[0])
        return
    below = int(match["den"]) if match["den"].isascii() else numerals.value_of(match["den"])
    if below and number < below:
        yield _spelled(*match.span(), number / below, "fraction")


def _double(match: re.Match[str]) -> Iterator[Amount]:
    if match["plus"]:
        return
    times = numerals.DIGITS[match["times"]] if match["times"] else 1
    if match["what"] == "番":
        yield _spelled(*match.span(), float(2**times), "x")
    elif match["times"] is None:
        yield _spelled(*match.span(), 2.0, "x")


def _unit_behind(body: str, at: int) -> units.Unit | None:
    unit = units.after(body, at)
    if unit is None or unit.name in ("x", "%") and body[at : at + 1] in (" ", "%"):
        return None
    return unit


def _estimate(body: str, match: re.Match[str]) -> Iterator[Amount]:
    start, end = match.span()
    unit = _unit_behind(body, end)
    if match["several"]:
        base = numerals.scale_of(match["by"])
        low, high, qualifier = 2 * base, 9 * base, None
    elif match["tens"]:
        base = numerals.scale_of(match["teens"]) if match["teens"] else 1.0
        tens = numerals.value_of(match["tens"]) or 10
        low, high, qualifier = (tens + 1) * base, (tens + 9) * base, None
        if unit is None and not match["teens"]:
            return
    else:
        spelled = match["base"] or match["nearbase"] or f"{match['over']}{match['overby'] or ''}"
        base = float(numerals.value_of(spelled) or numerals.scale_of(spelled))
        kind: amounts.Qualifier = "ge" if match["above"] else "approx" if match["near"] else "gt"
        if unit is None and base < 1e4 or base <= 1 or match["near"] and unit is None:
            return
        yield _spelled(start, unit.end if unit else end, base, unit.name if unit else "", scale=None, qualifier=kind)
        return
    if body[end : end + 1] == "级" or (unit is None and base < 100):
        return
    yield _spelled(start, unit.end if unit else end, low, unit.name if unit else "", high=high, scale=None, qualifier=qualifier)


def _adjacent(body: str, match: re.Match[str]) -> Iterator[Amount]:
    """两三天, 五六十个, 十七八人: two neighbouring digits are a range."""
    first, second = numerals.DIGITS[match["a"]], numerals.DIGITS[match["b"]]
    if not (second == first + 1 or (first, second) == (3, 5)):
        return
    unit = _unit_behind(body, match.end())
    if unit is None or not _measures(unit.name):
        return
    base = numerals.scale_of(match["by"]) if match["by"] else 1.0
    head = numerals.value_of(match["head"]) or 0 if match["head"] else 0
    yield _spelled(match.start(), unit.end, (head + first) * base, unit.name, high=(head + second) * base, scale=None)


def _measures(name: str) -> bool:
    return name in _COUNTED or not ("一" <= name[0] <= "鿿")


def _numeral(body: str, match: re.Match[str]) -> Amount | None:
    start, end = match.span()
    spelled = match["n"]
    value: float | None = numerals.value_of(spelled)
    if value is None:
        return None
    scale_suffix = match["scale"] or match["scale2"] or ""
    if match["decimal"]:
        if spelled[-1] not in numerals.DIGITS and spelled[-1] != "十":
            return None
        value += float("0." + "".join(str(numerals.DIGITS[character]) for character in match["decimal"]))
    qualifier: amounts.Qualifier | None = "gt" if match["more"] in ("多", "余") else "approx" if match["more"] == "来" else None
    if match["more"] == "几" or match["scale2"] and not match["more"]:
        return None
    if scale_suffix:
        value *= numerals.scale_of(scale_suffix)
    if body[start - 1 : start] == "每" and spelled[0] not in numerals.DIGITS:
        return None
    unit = _unit_behind(body, end)
    ranged = _range_end(body, unit.end if unit else end) if not match["more"] else None
    if ranged is not None and value < ranged.low:
        own = unit.name if unit else ranged.unit
        if own == ranged.unit and _measures(own):
            return _spelled(start, ranged.end, value, own, high=ranged.low, scale=None, qualifier=amounts.qualifier_before(body, start))
    plain = spelled[0] not in numerals.DIGITS and not match["more"]
    if unit is None:
        big = value >= 1e4 and len(spelled) > 1 and not plain and body[end : end + 1] != "级"
        return _spelled(start, end, value, "", scale=None, qualifier=qualifier) if big else None
    if plain and spelled[0] != "十" and len(spelled) == 1 and unit.name != "x" or not _measures(unit.name):
        return None
    if spelled == "一" and unit.name not in _TIME_UNITS | {"x", "CNY", "USD", "GPU", "pp"} or spelled in ("一一", "零", "〇"):
        return None
    if len(spelled) > 1 and all(character in numerals.DIGITS for character in spelled) and unit.name == "year":
        return None
    if _IDIOMS.match(body, start) or body[start - 1 : start] in ("点", "月", "年") and unit.name in ("分", "部"):
        return None
    found = _spelled(start, unit.end, value, unit.name, scale=None, qualifier=qualifier or amounts.qualifier_before(body, start))
    amounts.half_behind(body, found)
    return found


class _End(NamedTuple):
    low: float
    unit: str
    end: int


def _range_end(body: str, at: int) -> _End | None:
    """The second number of a spelled range (三到五倍), with its unit."""
    match = _TO.match(body, at)
    if match is None:
        return None
    value = numerals.value_of(match["n"])
    unit = _unit_behind(body, match.end()) if value is not None else None
    return None if unit is None or value is None else _End(float(value), unit.name, unit.end)


def _english(body: str) -> Iterator[Amount]:
    for match in _ENGLISH.finditer(body):
        start, end = match.span()
        kind = match.lastgroup
        if match["half"]:
            yield _spelled(start, end, 0.5, "fraction")
        elif match["thirds"]:
            yield _spelled(start, end, (2 if "two" in match["thirds"].lower() else 1) / 3, "fraction")
        elif match["quarters"]:
            yield _spelled(start, end, 0.75 if "three" in match["quarters"].lower() else 0.25, "fraction")
        elif match["double"] or match["triple"] or match["quad"]:
            yield _spelled(start, end, 2.0 if match["double"] else 3.0 if match["triple"] else 4.0, "x")
        elif match["halved"]:
            yield _spelled(start, end, 0.5, "fraction")
        elif kind is not None:
            found = _english_number(body, match)
            if found is not None:
                yield found


def _english_number(body: str, match: re.Match[str]) -> Amount | None:
    word = match["word"].lower()
    if word == "dozens":
        return None
    value = float(_WORDS[word])
    scale = 1.0
    at = match.end("word")
    if match["scale"]:
        scale = _ENGLISH_SCALES[match["scale"].lower()]
        at = match.end("scale")
    unit = units.after(body, at)
    if unit is None or unit.name in ("x",) and word == "one" or word == "one" and unit.name not in _TIME_UNITS | {"%", "GPU"}:
        return None
    if body[at : at + 1] == " " and not body[at + 1 : at + 2].isalpha():
        return None
    return _spelled(match.start(), unit.end, value * scale, unit.name, scale=scale)
