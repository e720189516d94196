"""What texts hold, for many texts at once: classes of characters, runs of digits and numerals, words that announce.

Belongs here: cheap looks that tell the readers of values where to read, and where there is nothing to read. All texts
of a document are looked through together: one table look-up a character, one search a word. Never here: what a value
looks like.

Every flag may be set where a reader then finds nothing; none is ever missing where it would find something.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np

from digest_assets.reading import folding, numerals

# Classes of characters.
DIGIT: Final = 1
LETTER: Final = 2
ODD: Final = 4  # may have to be folded
NUMERAL: Final = 8
TIME: Final = 16  # every Chinese date holds one of these
DOT: Final = 32
SLASH: Final = 64
DASH: Final = 128
V: Final = 256
SHARE: Final = 512  # 三成, 八折, 四分之一, 一半, 翻倍
# Shapes and words.
LONG: Final = 1 << 16  # four digits in a row
DECIMAL: Final = 1 << 17
NUMERIC: Final = 1 << 18  # digits that may be a date
MONTH: Final = 1 << 19  # an English month's name
RELATIVE: Final = 1 << 20  # yesterday, last week, 3 days ago
PART: Final = 1 << 21  # the first quarter of
SPELLED: Final = 1 << 22  # an English number
QUARTER: Final = 1 << 23  # Q3, H1
ANY: Final = DIGIT | LETTER | NUMERAL | TIME | DOT | SLASH | SHARE

Span = tuple[int, int]

_LARGEST: Final = 0x110000
_CLASSES: Final = (
    (DIGIT, "0123456789"),
    (LETTER, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    (ODD, "\\*"),
    (NUMERAL, numerals.CHARACTERS),
    (TIME, "年月季天日周週星礼旬晚早晨夜Q"),
    (DOT, "."),
    (SLASH, "/"),
    (DASH, "-‐‑–"),
    (V, "vV"),
    (SHARE, "成折分半腰翻倍"),
)
_WORDS: Final = (
    (RELATIVE, ("day", "morrow", "night", " ago", "ast ", "his ", "ext ", "ious ", "ming ")),
    (PART, ("quarter", "half")),
    (
        SPELLED,
        (
            "half", "Half", "halv", "wice", "oubl", "ripl", "uadrupl", "quarter", "third", "fold", "two", "Two", "hree",
            "four", "Four", "five", "Five", "six ", "Six ", "seven", "Seven", "eight", "Eight", "nine", "Nine", "ten ",
            "Ten ", "leven", "welve", "ifteen", "wenty", "hirty", "orty", "ifty", "ixty", "undred", "dozen", "One ",
            "one ", "one-",
        ),
    ),
)  # fmt: skip
_CAPITALS: Final = re.compile(  # of months, quarters, halves; one set in front keeps the search fast
    r"[JFMASONDQH](?:(?<![QH])(?:an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec|AN|EB|AR|PR|AY|UN|UL|UG|EP|CT|OV|EC)"
    r"|(?<=[QH])(?=[1-4])|(?<=[1-4][QH])(?=[0-9]))"
)
_CHARACTERS: Final = {bit: "".join(map(re.escape, characters)) for bit, characters in _CLASSES}
_NUMBERS: Final = re.compile(r"[0-9][0-9]*+")
_NUMERALS: Final = re.compile(f"[{_CHARACTERS[NUMERAL]}][{_CHARACTERS[NUMERAL]}]*+")
_TIMES: Final = re.compile(f"[{_CHARACTERS[TIME]}]")
_PATTERNS: Final = (
    *[(bit, re.compile(f"[{inside}{folding.ODD if bit == ODD else ''}]")) for bit, inside in _CHARACTERS.items()],
    (LONG, re.compile(r"[0-9]{4}")),
    (DECIMAL, re.compile(r"[0-9]\.[0-9]")),
    (
        NUMERIC,
        re.compile(r"[0-9](?:[0-9]{7}|[^0-9]{0,2}[-/‐‑–][^0-9]{0,2}[0-9]|[0-9]{3}[^0-9]{0,2}\.|\.[^0-9]?[0-9]{4})"),
    ),
)


class Seen(NamedTuple):
    """What one text holds. All offsets are its own; ``numbers`` and ``numerals`` are its runs of ASCII digits and of
    Chinese numerals, ``times`` the places of ``TIME``.
    """

    flags: int
    numbers: Sequence[Span]
    numerals: Sequence[Span]
    times: Sequence[int]


def _table() -> Any:
    table = np.zeros(_LARGEST, dtype=np.uint16)
    for bit, characters in _CLASSES:
        for character in characters:
            table[ord(character)] |= bit
    for low, high in re.findall(r"(.)(?:-(.))?", folding.ODD):
        table[ord(low) : ord(high or low) + 1] |= ODD
    return table


_TABLE: Final = _table()


def look(texts: Sequence[str]) -> list[Seen]:
    """What each text holds. Linear in their length."""
    return [_look_at(texts[0])] if len(texts) == 1 else _look_through(texts)


def _look_at(text: str) -> Seen:
    """As ``look``, for one text: arrays pay for many."""
    flags = 0
    for bit, pattern in _PATTERNS:
        if pattern.search(text):
            flags |= bit
    if flags & LETTER:
        for bit, words in _WORDS:
            for word in words:
                if word in text:
                    flags |= bit
                    break
        for match in _CAPITALS.finditer(text):
            flags |= QUARTER if match.end() - match.start() == 1 else MONTH
    return Seen(
        flags,
        [match.span() for match in _NUMBERS.finditer(text)] if flags & DIGIT else (),
        [match.span() for match in _NUMERALS.finditer(text)] if flags & NUMERAL else (),
        [match.start() for match in _TIMES.finditer(text)] if flags & TIME else (),
    )


def _look_through(texts: Sequence[str]) -> list[Seen]:
    whole = "\n" + "\n".join(texts) + "\n"  # a line break belongs to no class and stands in no word
    starts = list(accumulate([len(text) + 1 for text in texts], initial=1))
    codes = np.frombuffer(whole.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    bits = _TABLE[codes]
    edges = np.asarray(starts)
    flags: list[int] = np.bitwise_or.reduceat(bits, edges[:-1]).tolist() if texts else []
    everything = int(np.bitwise_or.reduce(bits))
    numbers = _runs(bits, DIGIT, edges) if everything & DIGIT else None
    spelled = _runs(bits, NUMERAL, edges) if everything & NUMERAL else None
    times = _places(bits, TIME, edges) if everything & TIME else None
    if numbers is not None:
        _shapes(bits, numbers[2], numbers[3], edges, flags)
    if everything & LETTER:
        _words(whole, starts, flags)
    found: list[Seen] = []
    for index, flag in enumerate(flags):
        found.append(
            Seen(
                flag,
                numbers[0][numbers[1][index] : numbers[1][index + 1]] if numbers is not None and flag & DIGIT else (),
                spelled[0][spelled[1][index] : spelled[1][index + 1]] if spelled is not None and flag & NUMERAL else (),
                times[0][times[1][index] : times[1][index + 1]] if times is not None and flag & TIME else (),
            )
        )
    return found


def _runs(bits: Any, bit: int, edges: Any) -> tuple[list[Span], list[int], Any, Any]:
    """Runs of a class with their texts' own offsets, where each text's runs begin among them, and the runs' ends."""
    inside = (bits & bit) != 0
    turns = np.flatnonzero(inside[1:] != inside[:-1]) + 1
    low, high = turns[::2], turns[1::2]
    shift = edges[np.searchsorted(edges, low, side="right") - 1]
    spans = list(zip((low - shift).tolist(), (high - shift).tolist(), strict=True))
    return spans, np.searchsorted(low, edges).tolist(), low, high


def _places(bits: Any, bit: int, edges: Any) -> tuple[list[int], list[int]]:
    places = np.flatnonzero(bits & bit)
    shift = edges[np.searchsorted(edges, places, side="right") - 1]
    return (places - shift).tolist(), np.searchsorted(places, edges).tolist()


def _shapes(bits: Any, low: Any, high: Any, edges: Any, flags: list[int]) -> None:
    """Marks texts whose runs of digits are long, or stand together as in a decimal or a date."""
    size = high - low
    long = size >= 4
    _mark(flags, LONG, low[long], edges)
    date = size >= 8
    gap = low[1:] - high[:-1]
    behind = bits[high[:-1]]
    near = (gap == 1) & ((behind & DOT) != 0)
    _mark(flags, DECIMAL, low[:-1][near], edges)
    joins = (behind | bits[high[:-1] + 1]) if len(gap) else behind
    date[:-1] |= (gap <= 3) & (((joins & (DASH | SLASH)) != 0) | (((joins & DOT) != 0) & (long[:-1] | long[1:])))
    _mark(flags, NUMERIC, low[date], edges)


def _mark(flags: list[int], bit: int, places: Any, edges: Any) -> None:
    if len(places):
        for index in set((np.searchsorted(edges, places, side="right") - 1).tolist()):
            flags[index] |= bit


def _words(whole: str, starts: list[int], flags: list[int]) -> None:
    for bit, words in _WORDS:
        for word in words:
            at = whole.find(word)
            while at >= 0:
                index = bisect_right(starts, at)
                flags[index - 1] |= bit
                at = whole.find(word, starts[index])
    for match in _CAPITALS.finditer(whole):
        low, high = match.span()
        flags[bisect_right(starts, low) - 1] |= QUARTER if high - low == 1 else MONTH
