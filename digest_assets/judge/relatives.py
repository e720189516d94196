"""Words that the European languages share but for their spelling: electrolyte, Elektrolyt, electrolito.

Belongs here: one spelling for all of them, and looking words up by it. Never here: which texts to compare.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

V = TypeVar("V")

_LEAST = 6  # letters of a word that may be known by its relatives
_BEGINNING = _LEAST - 1  # letters that relatives have in common at least
_SPELLINGS = (("ph", "f"), ("th", "t"), ("qu", "c"), ("k", "c"), ("z", "c"), ("y", "i"), ("w", "v"), ("x", "s"))


class Relatives(Generic[V]):
    """Values by folded words, found by any relative of the word."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[str, V]]] = defaultdict(list)
        self._found: dict[str, tuple[V, ...]] = {}

    def add(self, word: str, value: V) -> None:
        """Short words, those in other scripts and those of several parts are known by themselves alone: not kept."""
        if len(word) >= _LEAST and word.isalpha() and word.isascii():
            kin = _spelled(word)
            self._held[kin[:_BEGINNING]].append((kin, value))

    def of(self, word: str) -> Sequence[V]:
        """The values of all relatives of a folded word, in the order in which they were added."""
        found = self._found.get(word)
        if found is None:
            kin = _spelled(word) if len(word) >= _LEAST else ""
            held = self._held.get(kin[:_BEGINNING], ())
            found = self._found[word] = tuple(value for other, value in held if _akin(kin, other))
        return found


@lru_cache(maxsize=65536)
def _spelled(word: str) -> str:
    """A folded word without accents and doubled letters, in one spelling: ``electrolit…``."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    for written, spoken in _SPELLINGS:
        plain = plain.replace(written, spoken)
    return re.sub(r"(.)\1", r"\1", plain)


def _akin(a: str, b: str) -> bool:
    """Whether two words of one spelling are the same but for an ending of a letter or two."""
    same = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return same >= max(_BEGINNING, min(len(a), len(b)) - 1) and max(len(a), len(b)) - same <= 2
