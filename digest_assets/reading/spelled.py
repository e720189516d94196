"""Quantities spelled in Chinese: 三百五十万亿次, 三成, 四分之一, 数百, 两三天, 翻倍, 一半.

Belongs here: spelled numbers with their unit. Never here: numbers in digits (but for 4 分之 1 and 3 成), English
(``spelled_english``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from digest_assets.reading import amounts, numerals, qualifiers, units
from digest_assets.reading.amounts import Amount
from digest_assets.reading.taken import Span

_N = numerals.CHARACTERS
_ONES = "一二两兩三四五六七八九"
# What follows a numeral: 三点五, 三百多万, 几.
_REST = re.compile(
    r"(?:点(?P<decimal>[〇零一二三四五六七八九]{1,6})(?P<scale>[万亿]{0,2}))?(?P<more>多|余|"
    r"来)?(?P<scale2>[万萬亿億]{1,2})?"
)
_REST_STARTS = frozenset("点多余来万萬亿億")
_NOT_BEHIND = frozenset("第初0123456789周期拜之统唯点星礼同某那")  # 第三, 周三, 之一, 统一 are no counts
_CONTRACT = ("合", "共", "协")  # 合同五年, where 同 is no "same"
_ONE_BEHIND = frozenset("到至-–—~小分秒周週天年个個倍元星礼月")
_SEVERAL = frozenset("几数數")
_SEVERAL_BEFORE = frozenset("第之无半")
_ABOVE_BEFORE = frozenset("以向网线马路楼地级年月周日")
_ADJACENT = re.compile(
    rf"(?P<head>十|[二三四五六七八九]十)?(?P<a>[{_ONES}])(?P<b>[二三四五六七八九])(?P<by>[十百千万萬亿億]{{0,3}})"
)
_TEENS = re.compile(r"几(?P<by>[百千万萬亿億]{0,2})")
_MULTIPLIERS = frozenset("十百千万萬亿億")
_TENTHS = re.compile(
    rf"(?<![{_N}0-9.第完构合建养达变])(?P<a>[{_ONES}]|[1-9](?:\.[0-9])?)(?:\s?(?:-|–|~|至|到|、)?\s?(?P<b>[{_ONES}]|"
    rf"[1-9](?:\.[0-9])?))?\s?成(?P<more>半|多|余|[一二三四五六七八九](?![万亿千百十]))?(?![功本为立都员果熟长绩品就"
    rf"了分群语年人名交因份型千双套不])"
)
_DISCOUNT = re.compile(
    rf"(?:(?<=打)|(?<=低至)|(?<![{_N}0-9.曲转打]))(?P<a>[{_ONES}]{{1,2}}|"
    rf"[1-9](?:\.[0-9])?)\s?折(?![叠线腾磨射返旧损中])"
)
_PARTS = re.compile(
    rf"(?<![0-9.{_N}])(?P<den>[百千万]|[{_N}]{{1,6}}|[0-9]{{1,6}})\s?分之\s?(?P<num>[0-9]{{1,8}}(?:\.[0-9]{{1,6}})?|"
    rf"[{_N}]{{1,8}}(?:点[{_N}]{{1,6}})?)"
)
_HALVES = re.compile(
    r"(?P<over>过半|過半|大半|半数以上|一半以上|超过?一半|超半数)|(?P<near>近半|将近一半|小半)|(?P<half>一半|半数|"
    r"减半|減半|对半|折半|腰斩)(?!径|导)"
)
_DOUBLE = re.compile(r"翻(?:了|上)?(?P<times>[一两兩二三四五])?(?P<what>倍|番)|(?<![一-九0-9])(?P<plus>倍增)")
_HALF_TIME = re.compile(
    r"(?<![一二三四五六七八九十百多个前下后上大小年月天时两周近0-9点钟])半(?:个|個)?(?P<unit>小时|小時|钟头|天|日|月|"
    r"年|分钟|学期|世纪)(?!报|导|来|板|度|内)"
)
_WITH_HALF = re.compile(
    rf"(?<![{_N}第0-9])(?P<n>[{_ONES}十]{{1,3}}|[0-9]{{1,3}})\s?个半(?P<unit>小时|小時|钟头|月|星期)"
)
_TO = re.compile(rf"\s?(?:-|–|—|~|至|到)\s?(?P<n>[{_N}]{{1,16}})")
# With a plain 一 only what measures counts; with other numerals the commonest measure words do too.
_LARGE_PARTS = frozenset("万萬亿億")
_COUNTED = set(
    "个個次张張份条條项項颗种種人名家台臺篇款件套组組类類例段句页字词卡层層步轮輪批路块门节部本册只枚片座辆架根支道题"
    "題处處期届集对档笔票股维核头帧遍趟"
) | {"人次", "用户", "样本", "线程", "进程", "节点", "核心", "字符", "词条"}
# What may stand right behind a numeral that counts.
_WORTH = units.FIRST_CHARACTERS | frozenset(
    " 点多余来几至到-–—~%％×xXabcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ°µμ"
)
_IDIOMS = re.compile(
    r"八股|十分(?!之|钟)|百分[百点比]|千万[别不要]|万一|四处|四部|三只松鼠|一次性|两步走|三件套|四件套|两件套|"
    r"一张一弛|三部曲|三人行|百家|千家|万家|三方|五类人|四肢|七件事|八卦|九层|万人|"
    r"百件|百节"
)


def collect(body: str, runs: Iterable[Span], shares: bool, into: list[Amount]) -> None:
    """Add the spelled quantities of a folded text, in no order; they may overlap, the earlier and longer one counts.

    ``runs``: its runs of Chinese numerals; ``shares``: whether it holds a word of a share (``scan.SHARE``).
    """
    if shares:
        _shares(body, into)
    for start, end in runs:
        behind = body[end : end + 1]
        if behind not in _WORTH:
            if end - start == 1 or _LARGE_PARTS.isdisjoint(body[start:end]):
                continue
        elif end - start == 1 and body[start] in "一零〇" and behind not in _ONE_BEHIND:
            continue
        found = _from_run(body, start, end)
        if found is not None:
            into.append(found)


def _shares(body: str, into: list[Amount]) -> None:
    if "成" in body:
        for match in _around(_TENTHS, "成", 7, body):
            into.extend(_tenths(match))
    if "折" in body:
        for match in _around(_DISCOUNT, "折", 5, body):
            share = _tenth(match["a"])
            if share is not None:
                into.append(amounts.spelled(*match.span(), share, "%"))
    if "分之" in body:
        for match in _around(_PARTS, "分之", 8, body):
            into.extend(_part(match))
    if "半" in body or "腰斩" in body:
        for match in _HALVES.finditer(body):
            into.append(
                amounts.spelled(
                    *match.span(),
                    0.5,
                    "fraction",
                    qualifier="gt" if match["over"] else "approx" if match["near"] else None,
                )
            )
        for match in _around(_HALF_TIME, "半", 0, body):
            unit = {"日": "day", "月": "month"}.get(match["unit"]) or (
                units.after(match["unit"], 0) or units.Unit(match["unit"], 0)
            ).name
            into.append(amounts.spelled(*match.span(), 0.5, unit))
        for match in _around(_WITH_HALF, "个半", 4, body):
            number = numerals.value_of(match["n"]) if not match["n"].isascii() else int(match["n"])
            if number:
                unit = {"月": "month", "星期": "week"}.get(match["unit"], "hour")
                into.append(
                    amounts.spelled(*match.span(), number + 0.5, unit, scale=1.0 if match["n"].isascii() else None)
                )
    if "翻" in body or "倍增" in body:
        for match in _DOUBLE.finditer(body):
            into.extend(_double(match))


def _around(pattern: re.Pattern[str], word: str, reach: int, body: str) -> Iterator[re.Match[str]]:
    """Matches of ``pattern`` that hold ``word`` and begin at most ``reach`` before it."""
    at = body.find(word)
    end = 0
    while at >= 0:
        match = pattern.search(body, max(end, at - reach), at + 32)
        if match and match.start() <= at < match.end():
            end = match.end()
            yield match
        at = body.find(word, at + 1)


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
    yield amounts.spelled(*match.span(), low, "%", high=high, qualifier="gt" if more in ("多", "余") else None)


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
        yield amounts.spelled(*match.span(), number * share[1], share[0])
        return
    below = int(match["den"]) if match["den"].isascii() else numerals.value_of(match["den"])
    if below and number < below:
        yield amounts.spelled(*match.span(), number / below, "fraction")


def _double(match: re.Match[str]) -> Iterator[Amount]:
    if match["plus"]:
        return
    times = numerals.DIGITS[match["times"]] if match["times"] else 1
    if match["what"] == "番":
        yield amounts.spelled(*match.span(), float(2**times), "x")
    elif match["times"] is None:
        yield amounts.spelled(*match.span(), 2.0, "x")


def _unit_behind(body: str, at: int) -> units.Unit | None:
    unit = units.after(body, at)
    if unit is None or (unit.name in ("x", "%") and body[at : at + 1] in (" ", "%")):
        return None
    return unit


def _from_run(body: str, start: int, end: int) -> Amount | None:
    """What a run of numerals says, with what stands around it."""
    before = body[start - 1] if start else ""
    if before in _NOT_BEHIND and before and not (before == "同" and body[start - 2 : start - 1] in _CONTRACT):
        return None
    run = body[start:end]
    multiplies = _MULTIPLIERS.issuperset(run)
    if before in _SEVERAL and before and multiplies:
        if start > 1 and body[start - 2] in _SEVERAL_BEFORE:
            return None
        return _bounds(body, start - 1, end, 2.0, 9.0, numerals.scale_of(run))
    if multiplies and (before == "上" or before == "近") and not (start > 1 and body[start - 2] in _ABOVE_BEFORE):
        return _bounded(body, start - 1, end, float(numerals.value_of(run) or 0), "ge" if before == "上" else "approx")
    if body[end : end + 1] == "几" and run[-1] == "十":
        teens = _TEENS.match(body, end)
        tens = numerals.value_of(run)
        if teens and tens:
            return _bounds(
                body, start, teens.end(), tens + 1.0, tens + 9.0, numerals.scale_of(teens["by"]) if teens["by"] else 1.0
            )
    if multiplies and body[end : end + 1] == "余" and len(run) == 1:
        return _bounded(body, start, end + 1, float(numerals.value_of(run) or 0), "gt")
    if len(run) > 1:
        adjacent = _ADJACENT.fullmatch(run)
        if adjacent:
            found = _adjacent(body, start, end, adjacent)
            if found is not None:
                return found
    return _numeral(body, start, end, run)


def _bounds(body: str, start: int, end: int, low: float, high: float, base: float) -> Amount | None:
    """数百, 几十万, 十几: between two and nine of the base, or the teens of it."""
    unit = _unit_behind(body, end)
    if body[end : end + 1] == "级" or (unit is None and base < 100):
        return None
    return amounts.spelled(
        start, unit.end if unit else end, low * base, unit.name if unit else "", high=high * base, scale=None
    )


def _bounded(body: str, start: int, end: int, base: float, qualifier: qualifiers.Qualifier) -> Amount | None:
    """上万, 近千, 百余."""
    unit = _unit_behind(body, end)
    if unit is None and (
        base < 1e4 or qualifier != "ge" or body[end : end + 1] in "一的里面升" or body[end : end + 1] == "级"
    ):
        return None
    return amounts.spelled(
        start, unit.end if unit else end, base, unit.name if unit else "", scale=None, qualifier=qualifier
    )


def _adjacent(body: str, start: int, end: int, match: re.Match[str]) -> Amount | None:
    """两三天, 五六十个, 十七八人: two neighbouring digits are a range."""
    first, second = numerals.DIGITS[match["a"]], numerals.DIGITS[match["b"]]
    if not (second == first + 1 or (first, second) == (3, 5)):
        return None
    unit = _unit_behind(body, end)
    if unit is None or not _measures(unit.name):
        return None
    base = numerals.scale_of(match["by"]) if match["by"] else 1.0
    head = (numerals.value_of(match["head"]) or 0) if match["head"] else 0
    return amounts.spelled(start, unit.end, (head + first) * base, unit.name, high=(head + second) * base, scale=None)


def _measures(name: str) -> bool:
    return name in _COUNTED or not ("一" <= name[0] <= "鿿")


def _numeral(body: str, start: int, end: int, spelled: str) -> Amount | None:
    value: float | None = numerals.value_of(spelled)
    if value is None:
        return None
    qualifier: qualifiers.Qualifier | None = None
    more = False
    if body[end : end + 1] in _REST_STARTS and (match := _REST.match(body, end)):
        end = match.end()
        more = match["more"] is not None
        if match["decimal"]:
            if spelled[-1] not in numerals.DIGITS and spelled[-1] != "十":
                return None
            value += float("0." + "".join(str(numerals.DIGITS[character]) for character in match["decimal"]))
        if match["scale2"] and not more:
            return None
        suffix = match["scale"] or match["scale2"] or ""
        if suffix:
            value *= numerals.scale_of(suffix)
        if more:
            qualifier = "approx" if match["more"] == "来" else "gt"
    if body[start - 1 : start] == "每" and spelled[0] not in numerals.DIGITS:
        return None
    unit = _unit_behind(body, end)
    ranged = _range_end(body, unit.end if unit else end) if not more else None
    if ranged is not None and value < ranged.low:
        own = unit.name if unit else ranged.unit
        if own == ranged.unit and _measures(own):
            return amounts.spelled(
                start,
                ranged.end,
                value,
                own,
                high=ranged.low,
                scale=None,
                qualifier=qualifiers.before(body, start),
            )
    plain = spelled[0] not in numerals.DIGITS and not more
    if unit is None:
        big = value >= 1e4 and len(spelled) > 1 and not plain and body[end : end + 1] != "级"
        return amounts.spelled(start, end, value, "", scale=None, qualifier=qualifier) if big else None
    if (plain and spelled[0] != "十" and len(spelled) == 1 and unit.name != "x") or not _measures(unit.name):
        return None
    if (spelled == "一" and unit.name not in units.TIMES | {"x", "CNY", "USD", "GPU"}) or spelled in (
        "一一",
        "零",
        "〇",
    ):
        return None
    if len(spelled) > 1 and all(character in numerals.DIGITS for character in spelled) and unit.name == "year":
        return None
    if _IDIOMS.match(body, start) or (body[start - 1 : start] in ("点", "月", "年") and unit.name in ("分", "部")):
        return None
    found = amounts.spelled(
        start, unit.end, value, unit.name, scale=None, qualifier=qualifier or qualifiers.before(body, start)
    )
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
