"""Words as data: what names a discussion section, a reference list. Read once from ``data/lexicon.toml``.

Belongs here: look-ups in the lexicon of document parts. Never here: events and attributes (``events``).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Literal

from digest_assets.judge.lexical import fold

_SIGNS = re.compile(r"[^\w]+")


@cache
def _words() -> dict[str, tuple[str, ...]]:
    text = resources.files("digest_assets.judge").joinpath("data/lexicon.toml").read_text("utf-8")
    return {name: tuple(fold(w) for w in words) for name, words in tomllib.loads(text)["sections"].items()}


@cache
def discussion(title: str) -> Literal["consensus", "question"] | None:
    """Whether a heading opens a section of agreed points or of open questions; the one named first where both are."""
    line = fold(title)
    found = sorted(
        (line.find(word), kind) for kind in ("consensus", "question") for word in _words()[kind] if word in line
    )
    if not found:
        return None
    return "consensus" if found[0][1] == "consensus" else "question"


@cache
def apparatus(title: str) -> bool:
    """Whether a heading opens what a document says about itself: references, contents, changes."""
    return " ".join(_SIGNS.sub(" ", fold(title)).split()) in _words()["apparatus"]
