"""Which aspect of its field a section is about, by everyday words: costs, safety, installation.

Belongs here: looking words up in ``data/aspects.toml``. Never here: ranking sections (``placing``).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from digest_assets.judge.lexical import fold
from digest_assets.judge.screen import Screen

_ENOUGH = 2  # words of an aspect that say as much as many


@cache
def _table() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    text = resources.files("digest_assets.judge").joinpath("data/aspects.toml").read_text("utf-8")
    return tuple((_any(row["heads"]), _any(row["words"])) for row in tomllib.loads(text)["aspect"])


@cache
def _screen() -> Screen[int]:
    return Screen({n: words.pattern for n, (_, words) in enumerate(_table())})


def _any(words: list[str]) -> re.Pattern[str]:
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
    return re.compile("|".join(parts))


@lru_cache(maxsize=4096)
def of_heading(title: str) -> frozenset[int]:
    """The aspects that a heading names."""
    line = fold(title)
    return frozenset(n for n, (heads, _) in enumerate(_table()) if heads.search(line))


@lru_cache(maxsize=4096)
def told(text: str) -> dict[int, float]:
    """The aspects that a text speaks of, by how many different words of each it has: 1 for ``_ENOUGH``."""
    line = fold(text)
    counts = ((n, len({m.group(0) for m in _table()[n][1].finditer(line)})) for n in sorted(_screen()(line)))
    return {n: min(count, _ENOUGH) / _ENOUGH for n, count in counts if count}
