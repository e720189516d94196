"""A text's everyday words in the other language, so that it can be likened to a document in that language.

Belongs here: looking words up in ``data/glossary.toml``. Never here: names and subjects, which keep their own spelling.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from digest_assets.judge.lexical import fold, stem, tokens

_PART = re.compile(r"(?<=[a-z])[A-Z][a-z]{2,}|[A-Z][a-z]{2,}(?=[A-Z])")  # of a name in mixed case: ``PlotBench``


@cache
def _pairs() -> tuple[dict[str, tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """(Chinese by English word, (Chinese, English) pairs)."""
    text = resources.files("digest_assets.judge").joinpath("data/glossary.toml").read_text("utf-8")
    rows = tomllib.loads(text)["pairs"]["words"]
    return {r[0]: tuple(r[1:]) for r in rows}, tuple((han, r[0]) for r in rows for han in r[1:] if len(han) >= 2)


@lru_cache(maxsize=4096)
def other_words(text: str) -> str:
    """The words of the other language for the everyday words of a text, in its order, each once."""
    to_han, to_english = _pairs()
    words = [*tokens(text), *(m.group(0).casefold() for m in _PART.finditer(text))]
    found = [han for word in words for han in to_han.get(stem(word), ())]
    line = fold(text)
    found += [english for han, english in to_english if han in line]
    return " ".join(dict.fromkeys(found))
