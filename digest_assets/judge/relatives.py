"""Words that the European languages share but for their spelling: electrolyte, Elektrolyt, electrolito.

Belongs here: one spelling for all of them, and whether two so spelled are one word. Never here: which texts to compare.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LEAST = 6  # letters of a word that may be known by its relatives
_SPELLINGS = (("ph", "f"), ("th", "t"), ("qu", "c"), ("k", "c"), ("z", "c"), ("y", "i"), ("w", "v"), ("x", "s"))


@lru_cache(maxsize=65536)
def spelled(word: str) -> str:
    """A folded word without accents and doubled letters, in one spelling: ``electrolit…``."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    for written, spoken in _SPELLINGS:
        plain = plain.replace(written, spoken)
    return re.sub(r"(.)\1", r"\1", plain)


def akin(a: str, b: str) -> bool:
    """Whether two words of one spelling are the same but for an ending of a letter or two."""
    same = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return same >= max(LEAST - 1, min(len(a), len(b)) - 1) and max(len(a), len(b)) - same <= 2
