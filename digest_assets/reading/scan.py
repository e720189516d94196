"""What texts hold, for many texts at once: classes of characters, runs of digits and numerals, words that announce.

Belongs here: cheap looks that tell the readers of values where to read, and where there is nothing to read. All texts
of a document are looked through together: one table look-up a character, one search a word. Never here: what a value
looks like.

Every flag may be set where a reader then finds nothing; none is ever missing where it would find something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import msgspec
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
HALVES: Final = 1024  # Q and H, of quarters and halves
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
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PLACE: Final = 16  # bits from here on tell which letter
_FLAGS: Final = (1 << _PLACE) - 1
_CLASSES: Final = (
    (DIGIT, "0123456789"),
    (LETTER, _LETTERS),
    (ODD, "\\*"),
    (NUMERAL, numerals.CHARACTERS),
    (TIME, "年月季天日周週星礼旬晚早晨夜Q"),
    (DOT, "."),
    (SLASH, "/"),
    (DASH, "-‐‑–"),
    (V, "vV"),
    (HALVES, "QH"),
    (SHARE, "成折分半腰翻倍"),
)
# Three letters of every word that announces something. What they stand in is for the readers to see.
_TRIPLES: Final = (
    (RELATIVE, "day orr nig ago ast his ext iou min"),
    (PART, "uar alf"),
    (
        SPELLED,
        (
            "alf alv wic oub rip uad uar hir fol two Two hre fou Fou fiv Fiv six Six sev Sev eig Eig nin Nin ten Ten "
            "lev elv tee wen rty fty xty ndr doz One one"
        ),
    ),
    (
        MONTH,
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC",
    ),
)
_CHARACTERS: Final = {bit: "".join(map(re.escape, characters)) for bit, characters in _CLASSES}
_NUMBERS: Final = re.compile(r"[0-9][0-9]*+")
_NUMERALS: Final = re.compile(f"[{_CHARACTERS[NUMERAL]}][{_CHARACTERS[NUMERAL]}]*+")
_TIMES: Final = re.compile(f"[{_CHARACTERS[TIME]}]")
_PATTERNS: Final = (
    *[(bit, re.compile(f"[{inside}{folding.ODD if bit == ODD else ''}]")) for bit, inside in _CHARACTERS.items()],
    (QUARTER, re.compile(r"[QH][0-9]|[0-9][QH]")),
    (LONG, re.compile(r"[0-9]{4}")),
    (DECIMAL, re.compile(r"[0-9]\.[0-9]")),
    (
        NUMERIC,
        re.compile(r"[0-9](?:[0-9]{7}|[^0-9]{0,2}[-/‐‑–][^0-9]{0,2}[0-9]|[0-9]{3}[^0-9]{0,2}\.|\.[^0-9]?[0-9]{4})"),
    ),
)


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What one text holds. All offsets are its own; ``numbers`` and ``numerals`` are its runs of ASCII digits and of
    Chinese numerals, ``times`` the places of ``TIME``.
    """

    flags: int
    numbers: Sequence[Span]
    numerals: Sequence[Span]
    times: Sequence[int]


def _table() -> Any:
    table = np.zeros(_LARGEST, dtype=np.uint32)
    for bit, characters in _CLASSES:
        for character in characters:
            table[ord(character)] |= bit
    for low, high in re.findall(r"(.)(?:-(.))?", folding.ODD):
        table[ord(low) : ord(high or low) + 1] |= ODD
    for place, letter in enumerate(_LETTERS, 1):
        table[ord(letter)] |= place << _PLACE
    return table


def _triples() -> Any:
    table = np.zeros(1 << 18, dtype=np.uint8)
    for group, (_, words) in enumerate(_TRIPLES):
        for word in words.split():
            first, second, third = (_LETTERS.index(letter) + 1 for letter in word)
            table[first << 12 | second << 6 | third] |= 1 << group
    return table


_TABLE: Final = _table()
_TRIPLE_TABLE: Final = _triples()
_GROUPS: Final = [
    sum(bit for group, (bit, _) in enumerate(_TRIPLES) if groups >> group & 1) for groups in range(1 << len(_TRIPLES))
]


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
        for bit, words in _TRIPLES:
            for word in words.split():
                if word in text:
                    flags |= bit
                    break
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
    flags: list[int] = np.bitwise_or.reduceat(bits & _FLAGS, edges[:-1]).tolist() if texts else []
    everything = int(np.bitwise_or.reduce(bits))
    numbers = _runs(bits, DIGIT, edges) if everything & DIGIT else None
    spelled = _runs(bits, NUMERAL, edges) if everything & NUMERAL else None
    times = _places(bits, TIME, edges) if everything & TIME else None
    if numbers is not None:
        _shapes(bits, numbers[2], numbers[3], edges, flags)
    if everything & LETTER:
        _words(bits >> _PLACE, edges, flags)
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
    _mark(flags, QUARTER, low[((bits[low - 1] | bits[high]) & HALVES) != 0], edges)


def _mark(flags: list[int], bit: int, places: Any, edges: Any) -> None:
    if len(places):
        for index in set((np.searchsorted(edges, places, side="right") - 1).tolist()):
            flags[index] |= bit


def _words(letters: Any, edges: Any, flags: list[int]) -> None:
    triples = _TRIPLE_TABLE[letters[:-2] << 12 | letters[1:-1] << 6 | letters[2:]]
    places = np.flatnonzero(triples)
    if len(places):
        texts = (np.searchsorted(edges, places, side="right") - 1).tolist()
        for index, groups in set(zip(texts, triples[places].tolist(), strict=True)):
            flags[index] |= _GROUPS[groups]
