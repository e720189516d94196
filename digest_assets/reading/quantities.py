"""Quantities in a text: a number or range of numbers with its unit.

Conventions:

- Values are in base numbers: 1,100 万次 is 11,000,000 次 with ``scale`` 10,000. A percentage stays one (29-69% is 29
  to 69, ``%``). ``scale`` is 1 where nothing multiplies, None where the number is spelled, wholly or partly, in
  Chinese numerals.
- A range has both ends (3-5 倍, 85%-90%, 12.3 ± 0.4 ms); *from A to B*, 从 A 降到 B and arrows are two values;
  numbers of a slash or 、 list share a unit behind the last.
- ``unit`` is named as in ``units``; it is "" for a number that only a multiplier or grouping shows to be a quantity
  (131,072; 300 万). Other numbers without a unit are none.
- 三成 is 30 %, 八折 80 %, 一半 the fraction 0.5, 翻倍 2 x. 数百 gives the bounds 200 and 900, 十几万 110,000 and
  190,000, 上万 is at least 10,000.
- ``qualifier`` is what a word beside the number says: approx (约, ~), gt (超过, 多, 余), lt (不到), ge (至少, +,
  以上), le (不超过, up to, 以内).
- Code, maths, links, ids, dates, versions, ordinals (第 3 周), section and issue numbers, names of models, chips and
  number formats are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from digest_assets.model import QuantityValue
from digest_assets.reading import amounts, connected, folding, qualifiers, scan, spelled, spelled_english, units
from digest_assets.reading.agreement import agrees, comparable
from digest_assets.reading.amounts import NUMBER, Amount
from digest_assets.reading.scan import Seen
from digest_assets.reading.taken import Span, Taken

__all__ = ["agrees", "comparable", "find", "find_folded", "masks"]

_FRACTION = re.compile(
    r"(?<![0-9A-Za-z/.,$])(?P<a>[1-9][0-9]{0,2})/(?P<b>[1-9][0-9]{0,3})(?![0-9A-Za-z/.,%]|"
    r"\s?[-–]\s?[0-9]+(?![0-9/]))"
)
_SECOND_FRACTION = re.compile(r"\s?[-–—~至到]\s?(?P<a>[1-9][0-9]{0,2})/(?P<b>[1-9][0-9]{0,3})(?![0-9A-Za-z/.,%])")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)[^`\x00]*(?<!`)\1(?!`)")
_MATHS = re.compile(
    r"(?<![\\$0-9A-Za-z])\$(?![\s$])[^$\n]{1,200}(?<![\s\\])\$(?![0-9A-Za-z])|\$\$[^$]{1,2000}\$\$|"
    r"\\\([^\n]{1,200}?\\\)"
)
_FILE_REST = re.compile(
    r"[\w.-]{0,120}\.(?:md|py|json|jsonl|yaml|yml|toml|txt|csv|pdf|png|jpg|svg|html|gguf|safetensors|tar|gz|zip|sh|"
    r"cu|cpp|rs|go|ts|js)(?![A-Za-z0-9])"
)

MARKS = scan.DIGIT | scan.NUMERAL | scan.SHARE | scan.SPELLED  # without one of these a text holds no quantity


def find(text: str) -> tuple[QuantityValue, ...]:
    """Quantities in order of place, without overlaps."""
    from digest_assets.reading import combined  # the readers of a text know of each other only there

    return combined.quantities_of(text)


def masks(text: str, body: str) -> list[Span]:
    """Spans of a folded text that hold no quantities whatever stands in them: code, maths."""
    spans: list[Span] = []
    if "`" in body:
        spans.extend(match.span() for match in _CODE.finditer(body))
    if ("$" in body and "\\$" not in text and body.count("$") > 1) or "\\(" in body:
        spans.extend(match.span() for match in _MATHS.finditer(body))
    return spans


def find_folded(folded: folding.Folded, seen: Seen, taken: list[Span]) -> list[QuantityValue]:
    """As ``find``, on a folded text that holds what is ``seen``; ``taken``: the spans of it, ascending, that hold none
    (links, ids, dates, versions).
    """
    body = folded.text
    flags = seen.flags
    found: list[Amount] = _written(body, seen.numbers, taken) if flags & scan.DIGIT else []
    counted = len(found)
    if flags & (scan.NUMERAL | scan.SHARE):
        spelled.collect(body, seen.numerals, flags & scan.SHARE != 0, found)
    if flags & scan.SPELLED:
        spelled_english.collect(body, found)
    for amount in found[counted:]:
        amounts.qualify(body, amount)
    if not found:
        return []
    if len(found) > 1:
        found.sort(key=_place)
    hidden = masks(folded.original, body)
    blocked = Taken(sorted([*taken, *hidden]) if hidden else taken)
    end = -1
    if len(found) > 1:
        connected.share_denominators(body, found)
    result: list[QuantityValue] = []
    for amount in found:
        if amount.start < end or blocked.hits(amount.start, amount.end):
            continue
        if amount.end < len(body) and body[amount.end] in "-_." and _FILE_REST.match(body, amount.end):
            continue
        end = amount.end
        start, stop, surface = folded.span(amount.start, amount.end)
        result.append(
            QuantityValue(
                surface=surface,
                start=start,
                end=stop,
                low=amount.value,
                high=amount.high,
                unit=amount.unit,
                qualifier=amount.qualifier,
                scale=amount.scale,
            )
        )
    return result


def _place(amount: Amount) -> tuple[int, int]:
    return amount.start, -amount.end


def _written(body: str, numbers: Iterable[Span], taken: Sequence[Span]) -> list[Amount]:
    """Quantities written in digits; ``numbers`` are the runs of them."""
    found: list[Amount] = []
    at = place = passed = 0
    size = len(body)
    changes = "从" in body or "由" in body or "自" in body or "rom " in body
    divided = "每" in body or "per " in body
    for start, end in numbers:
        if start < passed:
            continue
        match = NUMBER.match(body, start) if end < size and body[end] in ".,，" else None
        if match is not None:
            end = match.end()
        passed = end
        if start < at:
            continue
        while place < len(taken) and taken[place][1] <= start:
            place += 1
        if place < len(taken) and taken[place][0] <= start:
            at = taken[place][1]
            continue
        at = end
        grouped = match is not None and match["groups"] != ""
        if at < size and not grouped:
            behind = body[at]
            if behind == " " and at + 1 < size:
                behind = body[at + 1] if body[at + 1] != " " else body[at + 2 : at + 3]
                hopeless = behind not in _BEHIND_SPACE
            else:
                hopeless = behind not in _BEHIND
            if hopeless and not (changes and not behind.isascii()) and not _priced(body, start):
                if behind in "._" or not amounts.begins(body, start, at):
                    at = _behind_name(body, at)
                continue
        if not amounts.begins(body, start, at):
            at = _behind_name(body, at)
            if amounts.ordinal(body, start):
                rest = _RANGE_REST.match(body, at)
                at = rest.end() if rest else at
            continue
        simple = _SIMPLE.match(body, at) if not divided else None
        if (
            simple
            and at - start < 16
            and not grouped
            and (not start or body[start - 1] in _PLAIN_BEFORE or _plain(body, start))
        ):
            raw = float(body[start:end])
            at = simple.end()
            found.append(Amount(start, at, end, raw, 1.0, raw, units.SIMPLE[simple[1]], None))
            continue
        if body[at : at + 1] == "/":
            fraction = _FRACTION.match(body, start)
            if fraction and _is_fraction(body, fraction):
                found.append(_fraction(body, fraction))
                at = found[-1].end
                continue
        match = match or NUMBER.match(body, start)
        first = amounts.amount(body, match) if match is not None else None
        if first is None:
            at = _behind_name(body, at)
            continue
        at = max(at, first.number_end)
        group = connected.group(body, first)
        at = max(at, group[-1].end, group[-1].number_end)
        found.extend([amount for amount in group if _counts(amount)])
    return found


def _priced(body: str, start: int) -> bool:
    """Whether a currency may stand before a number."""
    before = body[start - 1 : start]
    return (body[start - 2 : start - 1] if before == " " else before) in _CURRENCY_BEFORE


def _plain(body: str, start: int) -> bool:
    """Whether nothing before a number says more of it: no sign, currency, qualifier, connector."""
    before = body[start - 1]
    if before == " ":
        if start == 1:
            return True
        before = body[start - 2]
        return before not in _SAYING and before not in "-–—~+±"
    return not before.isascii() and before not in _SAYING


# What may stand right behind the number of a quantity; anything else ends the matter at once.
_BEHIND = (
    frozenset(
        "".join(chr(code) for code in range(33, 127) if chr(code) not in '!"#),:;?@[]`{|}*')
        + " \t%‰×°µμ±€£¥₩₹→⇒➜➔➡⟶⟹–—−〜∼至到和与或、多余餘来几十百千万萬亿億每＋"
    )
    | units.FIRST_CHARACTERS
)
# The commonest units where nothing but the end of a phrase follows: most quantities need no more than this.
_SIMPLE = re.compile(rf" ?({'|'.join(map(re.escape, units.SIMPLE))})(?=\s?(?:[，。；、：！？（）)|,;:]|$))")
_PLAIN_BEFORE = frozenset("，。；：、（(|")
_SAYING = amounts.SAYING
_BEHIND_SPACE = (_BEHIND | frozenset("*")) - frozenset("0123456789.'")
_CURRENCY_BEFORE = frozenset("$¥€£₩₹DYBRPK币×")
_RANGE_REST = re.compile(r"\s?(?:-|–|—|~|至|到|、|,|和|与)\s?[0-9]{1,6}")
_NAME_REST = re.compile(r"[A-Za-z0-9_.\-]*[A-Za-z0-9_]")


def _behind_name(body: str, at: int) -> int:
    """Where a name or code that goes on behind its digits ends."""
    if at < len(body) and (body[at] in "._" or (body[at].isascii() and body[at].isalpha())):
        rest = _NAME_REST.match(body, at)
        return rest.end() if rest else at
    return at


def _counts(amount: Amount) -> bool:
    if amount.unit:
        return True
    if amount.scale in (1e9, 1e12) or (amount.scale in (1e3, 1e6) and amount.raw in (4, 8, 2) and not amount.grouped):
        return amount.scale is not None and amount.prefixed != ""
    return (amount.grouped and abs(amount.value) >= 1000) or amount.scaled


def _fraction(body: str, match: re.Match[str]) -> Amount:
    """A fraction, or a range of two: 1/14–1/20."""
    value = int(match["a"]) / int(match["b"])
    second = _SECOND_FRACTION.match(body, match.end())
    if second is None:
        return Amount(
            match.start(),
            match.end(),
            match.end(),
            value,
            1.0,
            value,
            "fraction",
            qualifiers.before(body, match.start()),
        )
    other = int(second["a"]) / int(second["b"])
    low, high = min(value, other), max(value, other)
    return Amount(match.start(), second.end(), second.end(), low, 1.0, low, "fraction", None, high=high)


def _is_fraction(body: str, match: re.Match[str]) -> bool:
    a, b = int(match["a"]), int(match["b"])
    if not a < b or (a, b) in ((7, 24),):
        return False
    if body[match.start() - 1 : match.start()] in ("(", "（") and body[match.end() : match.end() + 1] in (")", "）"):
        return False
    return units.after(body, match.end()) is None
