"""Folding a text before values are read from it, with the way back to its own offsets.

Belongs here: which characters count as equal to readers (NFKC for forms that carry values, invisible characters,
Markdown backslash escapes and strong emphasis gone), and the offset map. Never here: what a value looks like.

Full-width punctuation that ends a phrase (``，。：；（）！？、``) stays as it is: patterns name it, and texts that
hold nothing else to fold, nearly all, pass through untouched. Superscripts, circled digits and vulgar fractions stay
too: NFKC would turn ``10²`` into 102 and ``①`` into a number.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

# Characters whose folding keeps their length come with those that vanish or grow; only the latter need a map.
ODD: Final = (
    "\u00a0\u00ad\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2100-\u2134\u2f00-\u2fd5\u3000\u3300-\u33ff"
    "\ufb00-\ufb06\ufeff\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e\uffe0-\uffe6"
    "\U0001d400-\U0001d7ff"
)  # the inside of a character class
_ODD = re.compile(f"[{ODD}]")
_MARKUP = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|(?<![0-9*])\*\*(?!\*)|(?<!\*)\*\*(?![0-9*])"
)  # escapes, and strong emphasis but not a power
_INVISIBLE = re.compile(r"[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


Cut = tuple[int, int, str]  # start, end, what stands there instead


def _folded_character(character: str) -> str:
    if _INVISIBLE.match(character):
        return ""
    if character == "℃":
        return "°C"
    return unicodedata.normalize("NFKC", character)


_CACHE: dict[str, str] = {}


class Folded:
    """A folded text; ``origin(i)`` is the offset in the original of the folded offset ``i``.

    ``marks`` are the folded offsets from which on a shift holds, ascending; ``shifts`` original minus folded offset
    from there.
    """

    __slots__ = ("marks", "original", "shifts", "text")

    def __init__(self, text: str, original: str, marks: tuple[int, ...] = (), shifts: tuple[int, ...] = ()) -> None:
        self.text = text
        self.original = original
        self.marks = marks
        self.shifts = shifts

    def origin(self, offset: int) -> int:
        """The original offset of the character at a folded offset."""
        if not self.marks:
            return offset
        at = bisect_right(self.marks, offset) - 1
        return offset if at < 0 else offset + self.shifts[at]

    def span(self, start: int, end: int) -> tuple[int, int, str]:
        """Original start, end and surface of a folded span that is not empty."""
        if not self.marks:
            return start, end, self.original[start:end]
        first, last = self.origin(start), self.origin(end - 1) + 1
        return first, last, self.original[first:last]

    def into(self, offset: int) -> int:
        """The folded offset of an original one (of the next character kept, where it was removed)."""
        if not self.marks:
            return offset
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high) // 2
            if self.origin(middle) < offset:
                low = middle + 1
            else:
                high = middle
        return low


def fold(text: str, replaced: Sequence[Cut] = ()) -> Folded:
    """Fold ``text``; linear in its length, and only a look at each character where there is nothing to fold.

    ``replaced``: further parts with what stands there instead, ascending and without overlaps.
    """
    odd = None if text.isascii() else _ODD.search(text)
    if odd is None and "\\" not in text and "**" not in text and not replaced:
        return Folded(text, text)
    cuts: list[Cut] = list(replaced)
    if odd is not None:
        for match in _ODD.finditer(text, odd.start()):
            character = match.group()
            folded = _CACHE.get(character)
            if folded is None:
                folded = _CACHE[character] = _folded_character(character)
            if folded != character:
                cuts.append((match.start(), match.end(), folded))
    if "\\" in text or "**" in text:
        cuts.extend((*match.span(), "") for match in _MARKUP.finditer(text))
    cuts.sort()
    pieces: list[str] = []
    marks: list[int] = []
    shifts: list[int] = []
    at = length = shift = 0
    for place, behind, folded in cuts:
        if place < at:
            continue  # inside of what is replaced already
        pieces.append(text[at:place])
        pieces.append(folded)
        length += place - at + len(folded)
        at = behind
        if len(folded) == behind - place == 1:
            continue
        # the last of what stands there now is the end of what stood there, all before it the start
        for step in range(1 if len(folded) > 1 else 0, len(folded)):
            marks.append(length - len(folded) + step)
            origin = behind - 1 if step == len(folded) - 1 else place
            shifts.append(origin - marks[-1])
        shift = at - length
        marks.append(length)
        shifts.append(shift)
    pieces.append(text[at:])
    return Folded("".join(pieces), text, tuple(marks), tuple(shifts))
