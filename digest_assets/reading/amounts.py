"""Single numbers with their unit, as they stand in a folded text: the pieces that ``quantities`` puts together.

Belongs here: one number, what stands directly before and behind it. Never here: ranges, arrows, lists, fractions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from digest_assets.reading import numerals, qualifiers, units
from digest_assets.reading.qualifiers import Qualifier

# Possessive, so that a line of ten million digits is passed once.
NUMBER = re.compile(r"[0-9][0-9]*+(?P<groups>(?:[,，][0-9]{3}(?![0-9]))*+)(?:\.[0-9]++)?")
_EXPONENT = re.compile(
    r"[eE](?P<e>[+-]?[0-9]{1,2})(?![0-9A-Za-z])|\s?[×x]\s?10\^?(?P<p>[-−]?[0-9]{1,2})?(?P<sup>[⁻⁰¹²³⁴-⁹]+)?(?![0-9])"
)
_POWER = re.compile(r"\^\{?(-?[0-9]{1,2})\}?(?![0-9A-Za-z.])")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SCALE_CN = re.compile(
    r"\s{0,2}(?:个(?=[亿億]))?(?P<more>多|余|餘|来|几)?\s?(?P<scale>[十百千]?[万萬]?[亿億]|[十百千]?[万萬]|[百千](?![米克瓦]|"
    r"分))(?P<more2>多|余|餘)?"
)
_MORE = re.compile(r"\s?(?:(?P<more>多|余|餘)(?=\s?\S)|来(?=[个個人张条次家天年]))")
_MIXED = re.compile(r"\s?(?P<rest>[0-9]{1,8}(?![0-9.,]))(?P<scale>[千百万]?)")
_SCALE_LATIN = re.compile(
    r"(?P<letter>[KkMBT]|bn|mn|tn)(?![A-Za-z0-9_])|\s{1,2}(?P<spaced>[KMBT](?=\s(?:tokens?|params?|parameters?|"
    r"requests?|users?|downloads?)\b|\s?(?:参数|參數|次|条|條|个|個|人|张|張|行|篇|用户|请求|下载)))"
    r"|[\s-]{0,2}(?P<word>thousand|million|billion|trillion|mln|bn|hundred)(?![A-Za-z])",
)
_LATIN_SCALES = {
    "k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "bn": 1e9, "mn": 1e6, "tn": 1e12, "hundred": 1e2,
    "thousand": 1e3, "million": 1e6, "mln": 1e6,
    "billion": 1e9, "trillion": 1e12,
}  # fmt: skip
_CURRENCY = re.compile(
    r"(?:(?P<symbol>(?:US|HK|NT|[ASC])?\$|[¥€£₩₹])\s?|(?<![A-Za-z])(?P<code>USD|CNY|RMB|EUR|GBP|JPY|HKD|NTD|TWD|"
    r"人民币)\s?)$"
)
_CONTEXT = re.compile(
    r"\s?(?:的)?\s?(?:个)?\s?(?:token\s?)?(?:上下文|长上下文|窗口|序列|context|ctx|window|sequence|输入|输出|prompt)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s?(?:(?P<approx>左右|上下(?!文|层|游|行|班|滑)|or\sso\b|-ish\b)|(?P<le>以内|之内|以下|or\sless\b)|(?P<ge>以上|"
    r"及以上|"
    r"起(?![来码始步点初源因])|or\smore\b|\+(?![0-9A-Za-z])|＋)|(?P<gt>出头|开外|有余|多(?=[。，；、,.\s]|$)))"
)
_PER_SECOND = frozenset(("token", "request", "B", "KB", "MB", "GB", "TB", "image", "frame"))
MONEY = frozenset([*units.CURRENCY_SYMBOLS.values(), *units.CURRENCY_CODES.values()])
_ORDINAL_BEFORE = re.compile(
    r"(?:第|§|№|(?<![A-Za-z])(?:[Nn]o\.|[Tt]ables?|[Ff]ig(?:ure|\.)?s?|[Ss]ec(?:tion|\.)s?|[Cc]hapters?|[Aa]ppendix|"
    r"[Ee]q(?:uation|\.)?s?|[Pp]ages?|pp\.|[Ss]teps?|[Ii]ssues?|PRs?|MR|RFC|[Vv]ersion|[Ll]evel|[Tt]ier|[Ss]tage|"
    r"[Pp]hase|"
    r"[Rr]ank|[Tt]op|[Ll]ayer|[Ll]ine|[Rr]ow|[Cc]olumn|[Pp]art|[Vv]ol\.?|[Cc]h\.|[Tt]heorem|[Ll]emma|CVE|ISO|"
    r"IEEE)\s?[#-]?)\s?$"
)

_HALVES = frozenset("半多余")
_MORES = frozenset("多余餘来 ")
_CURRENCY_ENDS = frozenset("$¥€£₩₹ DYBRPK币")
_SIGNS = frozenset("-−–+﹣")
_EXPONENTS = frozenset("eE×x")
_SCALES = frozenset("个多余餘来几十百千万萬亿億KkMBTbtmh-")
_BEHIND_STARTS = frozenset("左上以之及起+＋出开有多o- ")
SAYING = (_CURRENCY_ENDS | _SIGNS | qualifiers.ENDS | frozenset("±×到至和与从由自m")) - {" "}
_ORDINAL_ENDS = frozenset("第§№.#- \t\u3000oesgcnrxqpRClkwtmaEO")
DIGITS = frozenset("0123456789")


@dataclass(slots=True)
class Amount:
    """A number in the folded text, from its sign or currency to the end of its unit."""

    start: int
    end: int
    number_end: int  # behind number and multiplier
    raw: float  # the number as written, signed
    scale: float | None
    value: float
    unit: str  # "" where none is written
    qualifier: Qualifier | None
    high: float | None = None
    signed: bool = False
    prefixed: str = ""  # currency written before the number
    grouped: bool = False

    @property
    def scaled(self) -> bool:
        return self.scale is None or self.scale != 1


def begins(body: str, start: int, end: int) -> bool:
    """Whether a run of digits stands free: not in a name, a dotted or clock number, a code, a path."""
    if end - start > 32:
        return False
    if end + 1 < len(body) and body[end] in "._:":
        behind = body[end + 1]
        if behind in DIGITS or (body[end] == "_" and behind.isascii() and behind.isalnum()):
            return False
    if not start:
        return True
    before = body[start - 1]
    if before == " ":
        return not ordinal(body, start)
    if before.isascii():
        if before.isalnum() or before in "_#@^&\\":
            return before in "DYBRP" and _CURRENCY.search(body, max(0, start - 5), start) is not None
        earlier = body[start - 2] if start > 1 else " "
        if before in "-./:=":
            if earlier.isascii() and earlier.isalnum():
                return before == "="
            if (before in "./" and not earlier.isspace() and earlier.isascii()) or (
                before == "-" and earlier in "_/.%)]"
            ):
                return False
    elif before == "×" and start > 1 and body[start - 2].isalnum():
        return False
    return not ordinal(body, start)


def ordinal(body: str, start: int) -> bool:
    """Whether a word before the number makes it the number of a thing: 第 3 周, Table 3, PR 12."""
    if not start:
        return False
    last = body[start - 1]
    if last.isspace():
        last = body[start - 2 : start - 1]
    if last not in _ORDINAL_ENDS:
        return False
    return _ORDINAL_BEFORE.search(body[max(0, start - 12) : start]) is not None


def written(match: re.Match[str]) -> tuple[float, int, bool]:
    """Number, end and whether it is grouped; 2026,123 is no grouping but two numbers."""
    start, end = match.span()
    if not match["groups"]:
        return float(match.group()), end, False
    head = match.start("groups")
    if head - start > 3:
        return float(match.string[start:head]), head, False
    return float(match.group().replace(",", "").replace("，", "")), end, True


def amount(body: str, match: re.Match[str], led: bool = False) -> Amount | None:
    """The number at ``match`` with sign, currency, multiplier and unit; None where what follows shows that it is none.

    ``led``: it stands behind a connector, which is not to be read as a qualifier.
    """
    start = at = match.start()
    raw, end, grouped = written(match)
    before = body[start - 1] if start else ""
    prefixed = ""
    signed = False
    if before in _CURRENCY_ENDS and (before != " " or body[start - 2 : start - 1] in _CURRENCY_ENDS):
        currency = _CURRENCY.search(body, max(0, start - 5), start)
        if currency:
            prefixed = units.CURRENCY_SYMBOLS.get(currency["symbol"] or "") or units.CURRENCY_CODES.get(
                currency["code"] or "", "USD"
            )
            at = currency.start()
            before = body[at - 1] if at else ""
    if before in _SIGNS:
        signed, at, raw = _sign(body, at, raw)
    scale: float | None = 1.0
    value = raw
    qualifier: Qualifier | None = None
    behind = body[end : end + 1]
    ahead = body[end + 1 : end + 2] if behind == " " else behind
    exponent = _EXPONENT.match(body, end) if ahead in _EXPONENTS else None
    if exponent and (exponent["e"] or exponent["p"] or exponent["sup"]):
        power = int((exponent["e"] or exponent["p"] or exponent["sup"].translate(_SUPERSCRIPTS)).replace("−", "-"))
        value, end = raw * 10.0**power, exponent.end()
    elif behind == "^" and raw == 10 and (power_of_ten := _POWER.match(body, end)):
        value, end = 10.0 ** int(power_of_ten[1]), power_of_ten.end()
    elif ahead in _SCALES:
        value, scale, qualifier, end = _scaled(body, end, raw, bool(prefixed))
    found = Amount(at, end, end, raw, scale, value, "", qualifier, None, signed, prefixed, grouped)
    if behind or prefixed:
        _attach_unit(body, found)
    if before == "×" and not found.unit and found.scale == 1 and not (at > 1 and body[at - 2].isalnum()):
        found.unit, found.start = "x", at - 1
    end = found.end
    if end < len(body):
        behind = body[end]
        if found.unit == "" and behind.isascii() and (behind.isalnum() or behind == "_"):
            return None
        if behind in _BEHIND_STARTS and (found.unit or prefixed or found.scale != 1):
            word = _BEHIND.match(body, end)
            if word:
                found.end = word.end() if word.lastgroup != "gt" else end
                found.qualifier = found.qualifier or word.lastgroup  # type: ignore[assignment]
    if not led and at and body[at - 1] in qualifiers.ENDS:
        found.qualifier = qualifiers.before(body, at) or found.qualifier
    return found


def _sign(body: str, at: int, raw: float) -> tuple[bool, int, float]:
    before = body[at - 1] if at else ""
    if before in ("-", "−", "–", "+", "﹣"):
        earlier = body[at - 2] if at > 1 else " "
        free = not (earlier.isascii() and (earlier.isalnum() or earlier in ")]%_.-")) and earlier not in "万亿%"
        if free and not (before == "–" and not (earlier.isspace() or earlier in "(（")):
            return True, at - 1, raw if before == "+" else -raw
    return False, at, raw


def _scaled(body: str, end: int, raw: float, money: bool) -> tuple[float, float | None, Qualifier | None, int]:
    """Value, multiplier, qualifier and end behind the multiplier."""
    character = body[end]
    ahead = body[end + 1 : end + 2] if character == " " else character
    if not ahead.isascii():
        match = _SCALE_CN.match(body, end)
        if match:
            scale = numerals.scale_of(match["scale"])
            value = raw * scale
            qualifier: Qualifier | None = (
                "gt" if match["more"] in ("多", "余", "餘") or match["more2"] else "approx" if match["more"] else None
            )
            mixed = None if match["more"] else _MIXED.match(body, match.end())
            if mixed and body[match.end()] != " ":
                rest = float(mixed["rest"]) * (numerals.scale_of(mixed["scale"]) if mixed["scale"] else 1.0)
                total = numerals.mixed_value(raw, scale, rest)
                if total is not None:
                    return total, None, qualifier, mixed.end()
            return value, scale, qualifier, match.end()
        more = _MORE.match(body, end)
        if more:
            return raw, 1.0, "gt" if more["more"] else "approx", more.end()
        return raw, 1.0, None, end
    letter = _SCALE_LATIN.match(body, end)
    if letter and (letter["word"] or character != "-"):
        name = letter["letter"] or letter["spaced"] or letter["word"]
        return raw * _LATIN_SCALES[name], _LATIN_SCALES[name], None, letter.end()
    if money and character in "mb" and not body[end + 1 : end + 2].isalnum():
        scale = 1e6 if character == "m" else 1e9
        return raw * scale, scale, None, end + 1
    return raw, 1.0, None, end


def _attach_unit(body: str, found: Amount) -> None:
    if found.prefixed:
        per = units.after_money(body, found.end, found.prefixed)
        found.unit, found.end = per.name, per.end
        divided_before(body, found)
        return
    unit = units.after(body, found.end, plural=found.scaled or found.raw.is_integer())
    if (
        unit is None
        and body[found.end : found.end + 1] in ("+", "＋")
        and body[found.end + 1 : found.end + 2] not in DIGITS
    ):
        unit = units.after(body, found.end + 1)
        if unit is not None:
            found.qualifier = "ge"
    if unit is None and found.qualifier is None and body[found.end : found.end + 1] in _MORES:
        more = _MORE.match(body, found.end)
        unit = units.after(body, more.end()) if more else None
        if unit and more:
            found.qualifier = "gt" if more["more"] else "approx"
    if unit is None:
        if (found.grouped or (found.scale in (1e3, 1e6) and body[found.end - 1] in "KkM")) and _CONTEXT.match(
            body, found.end
        ):
            found.unit = "token"
        return
    if unit.name in units.ALONE and found.scale == 1 and 1900 <= found.raw <= 2099 and body[unit.end - 1] != "s":
        return  # the 2024 paper
    if unit.name == "分" and body[max(0, found.start - 2) : found.start].rstrip()[-1:] in ("时", "時"):
        unit = units.Unit("minute", unit.end)  # 1 小时 30 分
    elif unit.end - found.end > 2 and body.startswith("多", unit.end - len("多月")):
        found.qualifier = "gt"
    found.unit, found.end = unit.name, unit.end
    if body[found.end : found.end + 1] in _HALVES:
        half_behind(body, found)
    divided_before(body, found)


def divided_before(body: str, found: Amount) -> None:
    """Divide a price by what stands before it (每百万 token 3 元), and a count by 每秒."""
    money = found.unit in MONEY
    if not money and found.unit not in _PER_SECOND:
        return
    denominator = units.before(body, found.start)
    if denominator is not None and (money or denominator == "s"):
        found.unit = units.joined(found.unit, [denominator])


def half_behind(body: str, found: Amount) -> None:
    """Take in a 半 behind the unit (3 年半), and read a 多 there as *more than*."""
    at = found.end
    half, behind = body[at : at + 1], body[at + 1 : at + 2]
    if (
        half == "半"
        and found.unit in ("hour", "day", "month", "year", "x", "minute", "week")
        and behind not in ("导", "数", "年", "天")
    ):
        found.value += 0.5 if found.value >= 0 else -0.5
        found.end += 1
    elif half in ("多", "余") and behind not in (
        "样",
        "种",
        "数",
        "于",
        "头",
        "模",
        "核",
        "个",
        "轮",
        "步",
        "语",
        "地",
        "租",
        "方",
    ):
        found.qualifier = found.qualifier or "gt"


def spelled(
    start: int,
    end: int,
    low: float,
    unit: str,
    *,
    high: float | None = None,
    scale: float | None = 1.0,
    qualifier: Qualifier | None = None,
) -> Amount:
    """An amount that is spelled in words and stands at ``[start, end)``."""
    return Amount(start, end, end, low, scale, low, unit, qualifier, high=high)


def qualify(body: str, found: Amount) -> None:
    """Take over what the words before and behind a spelled amount say of it."""
    if found.qualifier is not None:
        return
    if found.start and body[found.start - 1] in qualifiers.ENDS:
        found.qualifier = qualifiers.before(body, found.start)
    word = _BEHIND.match(body, found.end) if body[found.end : found.end + 1] in _BEHIND_STARTS else None
    if word:
        found.end = word.end() if word.lastgroup != "gt" else found.end
        found.qualifier = found.qualifier or word.lastgroup  # type: ignore[assignment]
