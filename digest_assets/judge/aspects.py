"""Which aspect of its field a section is about, by everyday words: costs, safety, installation.

Belongs here: looking words up in ``data/aspects.toml``. Never here: ranking sections (``placing``).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from digest_assets.judge.lexical import fold
from digest_assets.judge.screen import Screen

_ENOUGH = 2  # words of an aspect that say as much as many


@cache
def _screen(part: Literal["heads", "words"]) -> Screen[int]:
    text = resources.files("digest_assets.judge").joinpath("data/aspects.toml").read_text("utf-8")
    return Screen({n: _any(row[part]) for n, row in enumerate(tomllib.loads(text)["aspect"])})


def _any(words: list[str]) -> str:
    """Words of four letters and more as beginnings of words, or as the second part of a long compound."""
    parts = []
    for word in words:
        plain = re.escape(fold(word))
        if not re.match(r"[^\W\d_]", word) or "㐀" <= word[0] <= "鿿" or "぀" <= word[0] <= "ヿ":
            parts.append(plain)
        elif len(word) >= 8:
            parts.append(rf"(?<![^\W\d_]){plain}|(?<=[^\W\d_]{{4}}){plain}")
        elif len(word) >= 4:
            parts.append(rf"(?<![^\W\d_]){plain}")
        else:
            parts.append(rf"(?<![^\W_]){plain}(?![^\W_])")
    return "|".join(parts)


@lru_cache(maxsize=4096)
def of_heading(title: str) -> frozenset[int]:
    """The aspects that a heading names."""
    line, heads = fold(title), _screen("heads")
    return frozenset(n for n in heads(line) if heads.pattern(n).search(line))


@lru_cache(maxsize=4096)
def told(text: str) -> dict[int, float]:
    """The aspects that a text speaks of, by how many different words of each it has: 1 for ``_ENOUGH``."""
    line, words = fold(text), _screen("words")
    counts = ((n, len({m.group(0) for m in words.pattern(n).finditer(line)})) for n in sorted(words(line)))
    return {n: min(count, _ENOUGH) / _ENOUGH for n, count in counts if count}
