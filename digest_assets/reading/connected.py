"""Amounts that stand in one expression: ranges, changes from one to another, lists with one unit, prices side by side.

Belongs here: what connects two amounts, and what they then share. Never here: single amounts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from digest_assets.reading import amounts
from digest_assets.reading.amounts import NUMBER, Amount

_RANGE = re.compile(r"\s{0,2}(?:-|–|—{1,2}|~|〜|∼|−|至|到|to)\s{0,2}(?=[$¥€£0-9A-Z+\-−])")
_AND = re.compile(r"\s(?:and)\s(?=[$¥€£0-9])|\s?[和与]\s?(?=[0-9])")
_ARROW = re.compile(r"\s{0,2}(?:-{1,2}>|=>|→|⇒|➜|➔|➡️?|⟶|⟹|↗|↘)\s{0,2}(?:约|~|≈|\$|¥|€)?\s?(?=[$¥€£0-9+\-−])")
_LIST = re.compile(r"\s?(?:/|、|或|or)\s?(?=[$¥€£0-9])")
_FROM_ENDS = frozenset(" m从由自的约")
_FROM_SPACED = frozenset(" m从由自约t的前")
_ARROW_STARTS = frozenset("-=→⇒➜➔➡⟶⟹↗↘")
_RANGE_STARTS = frozenset("-–—~〜∼−至到tTa和与")
_LIST_STARTS = frozenset("/、或o")
_AND_STARTS = frozenset("和与a")
_ABOUT = ("约", "~", "≈")
_PLUS_MINUS = re.compile(r"\s?(?:±|\+/-|\+-)\s?(?=[0-9])")
_FROM = re.compile(r"(?:\b[Ff]rom|从|由|自)\s?(?:约|大约|about|原来的|此前的?|之前的?)?\s?$")
_BETWEEN = re.compile(r"(?:\b[Bb]etween|介于|在)\s?$")
_CHANGE = re.compile(
    r"\s?(?:[\u4e00-\u9fff]{0,6}[到至为成]|(?:\s?(?:down|up|all\sthe\sway))?\s?\bto)\s?(?:了|约|~)?\s?(?=[$¥€£0-9+\-−])"
)
# What may stand between two prices of one denominator: $3 input / $15 output per million tokens.
_PRICES = re.compile(
    r"\s?(?:for\s)?(?:input|output|in|out|cached|输入|输出|缓存(?:命中)?)?(?:\s?tokens?)?\s?(?:[/、，,;；+|]|and|"
    r"和)?\s?(?:而|和|"
    r"and)?\s?(?:input|output|cached|输入|输出|缓存(?:命中)?)?(?:\s?tokens?)?\s?(?:约|为|是|[:：])?\s?"
)


def share_denominators(body: str, found: Sequence[Amount]) -> None:
    """Give prices side by side the denominator that only one of them states."""
    for first, second in pairwise(found):
        if (first.unit not in amounts.MONEY and second.unit not in amounts.MONEY) or first.end > second.start:
            continue
        if second.start - first.end > 24 or not _PRICES.fullmatch(body, first.end, second.start):
            continue
        for plain, priced in ((first, second), (second, first)):
            if priced.unit.startswith(f"{plain.unit}/") and "token" in priced.unit:
                plain.unit = priced.unit


def _next(body: str, pattern: re.Pattern[str], at: int) -> Amount | None:
    """The amount behind a connector at ``at``."""
    link = pattern.match(body, at)
    if link is None:
        return None
    match = NUMBER.search(body, link.end())
    if match is None or match.start() - link.end() > 4 or match.end() - match.start() > 32:
        return None
    gap = body[link.end() : match.start()]
    if gap and not re.fullmatch(r"(?:[+\-−]?\s?(?:US|HK)?[$¥€£]?|(?:USD|RMB|CNY|EUR)\s?)[+\-−]?", gap):
        return None
    behind = body[match.end() : match.end() + 2]
    if (behind[:1] in ("_", ":") and behind[1:].isalnum()) or (behind[:1] == "." and behind[1:].isdigit()):
        return None
    found = amounts.amount(body, match, led=True)
    if found is not None and found.qualifier is None and link.group().rstrip()[-1:] in _ABOUT and pattern is not _RANGE:
        found.qualifier = "approx"
    return found


def group(body: str, first: Amount) -> list[Amount]:
    """The amounts that belong together from ``first`` on: one, a range, a change, a list."""
    spread = _next(body, _PLUS_MINUS, first.end) if body[first.end : first.end + 2].strip()[:1] in ("±", "+") else None
    if spread is not None and (first.unit in ("", spread.unit) or spread.unit == ""):
        width = abs(spread.value) * (1.0 if spread.scaled or not first.scaled else first.scale or 1.0)
        unit = spread.unit or first.unit
        scale = spread.scale if spread.scaled else first.scale
        return [_pair(first, spread, first.value - width, first.value + width, unit, scale)]
    if body[max(0, first.start - 1) : first.start] == "±" and first.unit:
        first.value, first.high = -abs(first.value), abs(first.value)
        first.start -= 1
        return [first]
    at = first.end
    link = body[at : at + 1]
    if link == " ":
        link = body[at + 1 : at + 2].strip() or body[at + 2 : at + 3]
    second: Amount | None = None
    if (
        first.start
        and body[first.start - 1] in _FROM_ENDS
        and (body[first.start - 1] != " " or body[first.start - 2 : first.start - 1] in _FROM_SPACED)
        and _FROM.search(body, max(0, first.start - 12), first.start)
    ):
        second = _next(body, _CHANGE, at)
    if second is None and link in _ARROW_STARTS:
        second = _next(body, _ARROW, at)
    if second is not None:
        return _chain(body, first, second)
    if link in _RANGE_STARTS:
        second = _next(body, _RANGE, at)
        if second is None and link in "a和与到至" and _BETWEEN.search(body, max(0, first.start - 12), first.start):
            second = _next(body, _AND, at)
        if second is not None:
            ranged = _ranged(first, second)
            if ranged is not None:
                return [ranged]
    if link in _AND_STARTS and not first.unit and not first.scaled and not first.grouped:
        before = body[max(0, first.start - 2) : first.start].rstrip()[-1:]
        second = _next(body, _AND, at) if not (before.isascii() and before.isalnum()) else None
        if second is not None and second.unit and not second.prefixed:
            _share(first, second.unit, second.scale, second.raw)
            return [first, second]
    if link in _LIST_STARTS and (not first.unit or first.prefixed):
        return _listed(body, first)
    return [first]


def _share(first: Amount, unit: str, scale: float | None, raw: float) -> None:
    """Give a number without a unit the unit, and the multiplier where it fits, of the one behind it."""
    first.unit = unit
    if (
        not first.scaled
        and scale not in (None, 1.0)
        and abs(first.raw) <= abs(raw) * 20
        and scale is not None
        and abs(first.raw) < 1000
    ):
        first.scale, first.value = scale, first.raw * scale


def _chain(body: str, first: Amount, second: Amount) -> list[Amount]:
    """Values of a change, two or more: a unit behind the last is all of theirs."""
    chain = [first, second]
    while len(chain) < 12:
        following = _next(body, _ARROW, chain[-1].end)
        if following is None:
            break
        chain.append(following)
    unit = next((amount.unit for amount in reversed(chain) if amount.unit), "")
    last = chain[-1]
    for amount in chain:
        if not amount.unit and unit:
            _share(amount, unit, last.scale if amount is not last else None, last.raw)
        elif amount.prefixed and unit.startswith(amount.unit + "/"):
            amount.unit = unit
    return chain


def _pair(first: Amount, second: Amount, low: float, high: float, unit: str, scale: float | None) -> Amount:
    qualifier = first.qualifier or second.qualifier
    return Amount(
        first.start, max(second.end, second.number_end), second.number_end, low, scale, low, unit, qualifier, high=high
    )


def _ranged(first: Amount, second: Amount) -> Amount | None:
    priced = first.prefixed and second.unit.startswith(first.unit + "/")
    if first.unit and second.unit and first.unit != second.unit and not priced:
        return None
    unit = second.unit or first.unit
    if not unit and not (first.scaled or second.scaled or (first.grouped and second.grouped)):
        return None
    low, high = first.value, second.value
    scale = second.scale if second.scaled else first.scale
    if not first.scaled and second.scaled and second.scale is not None and not first.grouped and first.raw < second.raw:
        low = first.raw * second.scale
    elif first.scaled and not second.scaled and not second.unit and first.prefixed and first.scale is not None:
        high = second.raw * first.scale
    if first.signed and first.raw < 0 and not second.signed and abs(low) <= high:
        low, high = -high, low  # -29-69%: the sign is both's
    if second.signed and low > 0 > high:
        return None
    if low > high:
        return None
    if first.scale is None or second.scale is None:
        scale = None
    return _pair(first, second, low, high, unit, scale)


def _listed(body: str, first: Amount) -> list[Amount]:
    """``8/16/32 GB``, ``1、2、4 卡``, ``$3/$15 per million tokens``."""
    chain = [first]
    while len(chain) < 12:
        following = _next(body, _LIST, chain[-1].end)
        if following is None:
            break
        chain.append(following)
        if following.unit and not following.prefixed:
            break
    last = chain[-1]
    if (
        len(chain) == 1
        or not last.unit
        or (not first.prefixed and any(amount.scaled or amount.grouped for amount in chain[:-1]))
    ):
        return [first]
    if first.prefixed:
        for amount in chain:
            if last.unit.startswith(amount.unit + "/"):
                amount.unit = last.unit
        return chain
    for amount in chain[:-1]:
        if not amount.unit:
            _share(amount, last.unit, last.scale, last.raw)
    return chain
