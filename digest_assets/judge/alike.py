"""Whether two wordings may say one thing: words in common by weight, and the guards that forbid it.

Belongs here: comparing two texts word by word. Never here: which texts to compare (``novelty``), typed values
(``conflicts``). However alike two texts are, different digits, sizes, versions or a negation make them two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from digest_assets.judge.lexical import features, fold, stem, tokens

Weight = Callable[[str], float]

# What a number is for the guard: digits with a letter glued on either side stay together (70b, v0.10, w4a8, 3l).
_NUMBER = re.compile(r"(?<![a-z0-9.])[a-z]{0,12}-?\d+(?:[.,]\d+)*[a-z]{0,3}")
_LIST_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# What turns a statement round. "without", "stopped" and the like belong to what is said, not to whether it holds.
_NEGATION = re.compile(
    r"\b(?:not|no longer|never|cannot|can't|won't|don't|doesn't|isn't|aren't|fail(?:s|ed)? to|unsupported)\b"
    r"|(?<![分特区級类類])别|不(?![同断少仅但过管错])|没有|未(?!来)|无法|尚未|並未"
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared. ``order`` keeps all words, for acronyms and prefixes."""

    order: tuple[str, ...]
    words: frozenset[str]
    numbers: frozenset[str]
    negated: bool


@lru_cache(maxsize=65536)
def wording(text: str) -> Wording:
    line = _LIST_COMMA.sub("", fold(text))
    found = (m.group(0) for m in _NUMBER.finditer(line))
    return Wording(
        tokens(text), frozenset(features(text)), frozenset(map(_number, found)), bool(_NEGATION.search(line))
    )


def _number(surface: str) -> str:
    """One spelling per number: ``v0.10`` and ``0.10``, ``FlashAttention-3`` and ``3`` share their digits."""
    return re.sub(r"^[a-z]+-?(?=\d)|-", "", surface).rstrip(".,")


def guarded(a: Wording, b: Wording) -> bool:
    """Whether two wordings may be one thing: the same numbers, the same polarity."""
    return a.numbers == b.numbers and a.negated == b.negated


def common(a: Wording, b: Wording) -> tuple[frozenset[str], frozenset[str]]:
    """(words of a, words of b) that the other has too: equal, an acronym of it, or one slip of the pen away."""
    shared = a.words & b.words
    left, right = a.words - shared, b.words - shared
    mine, theirs = set(shared), set(shared)
    for one, other, hit, spread in ((left, b, mine, theirs), (right, a, theirs, mine)):
        for word in sorted(one):
            run = _spelled_out(word, other.order)
            if run:
                hit.add(word)
                spread.update(w for w in run if w in other.words)
    for word in sorted(left - mine):
        for twin in sorted(right - theirs):
            if _slip(word, twin):
                mine.add(word)
                theirs.add(twin)
                break
    return frozenset(mine), frozenset(theirs)


def _spelled_out(word: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """The words of ``order`` whose first letters are ``word``: ``llm`` in ``large language models``; () if none."""
    if not (2 <= len(word) <= 6 and word.isascii() and word.isalpha()):
        return ()
    initials = "".join(w[0] for w in order)
    at = initials.find(word)
    run = order[at : at + len(word)] if at >= 0 else ()
    return tuple(stem(w) for w in run) if run and all(len(w) > 1 for w in run[1:]) else ()


def _slip(a: str, b: str) -> bool:
    """Whether two long words differ by one letter, or by an ending of two: ``compress``, ``compressor``."""
    if min(len(a), len(b)) < 5 or not (a.isalpha() and b.isalpha()) or abs(len(a) - len(b)) > 2 or a[0] != b[0]:
        return False
    if len(a) > len(b):
        a, b = b, a
    if b.startswith(a):
        return len(a) >= 6 or len(b) - len(a) == 1
    if len(b) - len(a) == 2:
        return False
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    return a[at:] == b[at + 1 :] or (len(a) == len(b) and a[at + 1 :] == b[at + 1 :])


def likeness(a: Wording, b: Wording, weight: Weight) -> float:
    """Twice the weight in common over both weights: 1 for the same words, 0 for none. Symmetric."""
    mine, theirs = common(a, b)
    both = _sum(mine, weight) + _sum(theirs, weight)
    every = _sum(a.words, weight) + _sum(b.words, weight)
    return both / every if every else 0.0


def share(part: Wording, whole: Wording, weight: Weight) -> float:
    """How much of ``part`` stands in ``whole``, by weight."""
    mine, _ = common(part, whole)
    every = _sum(part.words, weight)
    return _sum(mine, weight) / every if every else 0.0


def _sum(words: frozenset[str], weight: Weight) -> float:
    return sum(weight(w) for w in sorted(words))
