"""Words as data: discussion sections, reporters' phrases, parts of a source. Read once from ``data/lexicon.toml``.

Belongs here: look-ups in the lexicon of document parts. Never here: events and attributes (``events``).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

from digest_assets.judge.lexical import fold

_SIGNS = re.compile(r"[^\w]+")
_BRACKETS = re.compile(r"[(（\[【][^()（）\[\]【】]*[)）\]】]")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(resources.files("digest_assets.judge").joinpath("data/lexicon.toml").read_text("utf-8"))


@cache
def _words() -> dict[str, tuple[str, ...]]:
    table = _table()
    words = table["sections"] | {"frame": table["frame"]["words"], "same": table["same"]["words"]}
    return {name: tuple(fold(w) for w in listed) for name, listed in words.items()}


@cache
def discussion(title: str) -> Literal["consensus", "question"] | None:
    """Whether a heading opens a section of agreed points or of open questions; the one named first where both are."""
    return next(iter(discussions(title)), None)


@cache
def discussions(title: str) -> tuple[Literal["consensus", "question"], ...]:
    """What of agreed points and open questions a heading names, in its order."""
    line = fold(title)
    kinds: tuple[Literal["consensus", "question"], ...] = ("consensus", "question")
    found = sorted(
        (min(line.find(w) for w in _words()[kind] if w in line), kind)
        for kind in kinds
        if any(w in line for w in _words()[kind])
    )
    return tuple(kind for _, kind in found)


@cache
def apparatus(title: str) -> bool:
    """Whether a heading opens what a document says about itself: references, contents, changes."""
    line = fold(title)
    names = {" ".join(_SIGNS.sub(" ", part).split()) for part in (line, _BRACKETS.sub(" ", line))}
    return not names.isdisjoint(_words()["apparatus"])


@cache
def frame() -> re.Pattern[str]:
    """The words by which a writer reports, longest first, over folded text."""
    words = sorted(_words()["frame"], key=lambda w: (-len(w), w))
    return re.compile("|".join(rf"(?<![a-z]){re.escape(w)}(?![a-z])" if w.isascii() else re.escape(w) for w in words))


@cache
def reporters() -> re.Pattern[str]:
    """Clauses that say who says so, over folded text."""
    return re.compile("|".join(_table()["frame"]["reporters"]))


@cache
def source_part() -> re.Pattern[str]:
    """Parts of a source (abstract, table 3), over folded text."""
    return re.compile("|".join(_table()["parts"]["patterns"]))


def says_same(text: str) -> bool:
    """Whether a text says that its parts speak of the same setting."""
    line = fold(text)
    return any(word in line for word in _words()["same"])


@cache
def _contrasts() -> tuple[tuple[re.Pattern[str], ...], ...]:
    sets = _table()["contrast"]["sets"]
    return tuple(tuple(re.compile("|".join(map(_word, meaning))) for meaning in meanings) for meanings in sets)


def _word(word: str) -> str:
    return rf"(?<![a-z]){re.escape(fold(word))}(?![a-z])" if word.isascii() else re.escape(fold(word))


def contrast(a: str, b: str) -> bool:
    """Whether two folded texts each say something of one set of opposites, and nothing of it in common."""
    for patterns in _contrasts():
        left = {i for i, p in enumerate(patterns) if p.search(a)}
        if left and (right := {i for i, p in enumerate(patterns) if p.search(b)}) and not left & right:
            return True
    return False


@cache
def condition() -> re.Pattern[str]:
    """What stands right before a quantity under which something holds, over folded text."""
    words = _table()["circumstance"]
    between = "|".join(map(re.escape, words["between"]))
    return re.compile(rf"(?:\b(?:{'|'.join(words['condition'])})|[{''.join(words['han'])}])\s*(?:(?:{between})\s*)?$")


@cache
def setting(kind: Literal["with", "figure"], most: int) -> re.Pattern[str]:
    """A setting told in words, over folded text: group 1 has up to so many of them."""
    return re.compile(rf"\b(?:{'|'.join(_table()['circumstance'][kind])})\s((?:[^\W\d_]+\s?){{1,{most}}})")


@cache
def difference() -> re.Pattern[str]:
    """What stands right before a figure by which two others differ, over folded text."""
    words = _table()["difference"]
    latin, han, between = ("|".join(map(re.escape, words[name])) for name in ("latin", "han", "between"))
    return re.compile(rf"(?:\b(?:{latin})|{han})\s*(?:(?:{between})\s*)?$")


@cache
def negation() -> re.Pattern[str]:
    """What makes a state one that does not hold, over folded text."""
    words = _table()["negation"]
    return re.compile(rf"\b(?:{'|'.join(words['words'])})\b|{'|'.join(words['parts'])}")
