"""Text as features, and an index over them: all likeness that the judge measures is measured here.

Belongs here: folding, words, Chinese bigrams, character n-grams, an inverted index with weights. Never here: what a
likeness means. Everything is a function of the texts alone: no locale, no hash seed, sums in a fixed order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ids: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

_DASHES = str.maketrans("‐‑‒–—−’‘“”", "------''\"\"")
_CJK = "㐀-䶿一-鿿豈-﫿぀-ヿ가-힯"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_HAN = CJK = re.compile(rf"[{_CJK}]")
_IDEOGRAPH, _LATIN = re.compile(r"[㐀-鿿]"), re.compile(r"[a-z]")
_PLURAL = re.compile(r"(?<=[a-z]{3})(?:(?<=ss|sh|ch|.x|.z)es?|(?<![sui])s)$|(?<=^[a-z]pu)s$")

# Function words carry no topic. Short lists on purpose: what is frequent in a document weighs little there anyway.
_STOP = frozenset(
    re.findall(
        r"\w+",
        """
        a an and are as at be by can do does for from has have how in into is it its more not of on or our
        than that the their these this to toward towards under upon up via was we what when which while why
        will with without you your
        """,
    )
)
_STOP_GRAMS = frozenset("的了和与及在是")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """NFKC, case folded, one dash, one quote, single spaces: how texts are compared everywhere."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DASHES).casefold().split())


@lru_cache(maxsize=65536)
def fold_in_place(text: str) -> str:
    """As ``fold``, sign by sign, so that offsets stay: what would change its length is left as it is."""
    if text.isascii():
        return text.lower()
    return "".join(_fold_sign(sign) for sign in text)


@lru_cache(maxsize=8192)
def _fold_sign(sign: str) -> str:
    folded = unicodedata.normalize("NFKC", sign).translate(_DASHES).casefold()
    return folded if len(folded) == 1 else sign


@lru_cache(maxsize=65536)
def mostly_han(text: str) -> bool:
    """Whether a text is mostly in Han signs: one of them says as much as four Latin letters."""
    line = fold(text)
    return not line.isascii() and len(_IDEOGRAPH.findall(line)) * 4 > len(_LATIN.findall(line))


def stem(word: str) -> str:
    """One key for a plural and its singular; nothing more, so that no two things become one."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return _PLURAL.sub("", word)


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Words and runs of Han, in order, folded: ``("kv", "cache", "压缩")``."""
    return tuple(_TOKEN.findall(fold(text)))


@lru_cache(maxsize=65536)
def features(text: str) -> tuple[str, ...]:
    """What a text is likened by: words without function words, Han as bigrams (a single sign stands alone)."""
    return tuple(chain.from_iterable(map(_features_of, tokens(text))))


@lru_cache(maxsize=1 << 17)
def _features_of(token: str) -> tuple[str, ...]:
    if not _HAN.match(token):
        return () if token in _STOP else (stem(token),)
    if len(token) == 1:
        return (token,)
    pairs = (token[i : i + 2] for i in range(len(token) - 1))
    return tuple(p for p in pairs if p[0] not in _STOP_GRAMS and p[1] not in _STOP_GRAMS)


@lru_cache(maxsize=1 << 17)
def _term_id(term: str) -> int:
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def word_ids(text: str) -> Ids:
    """``features``, and every Han sign by itself, as 64-bit ids, with repetitions."""
    signs = (sign for sign in fold(text) if _HAN.match(sign))
    return np.fromiter((_term_id(f) for f in (*features(text), *signs)), dtype=np.uint64)


def gram_ids(text: str) -> Ids:
    """Character 3-grams and 4-grams over word characters, words joined by a space, as 64-bit ids, with repetitions."""
    line = " " + " ".join(tokens(text)) + " "
    codes = np.frombuffer(line.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    if len(codes) < 4:
        return codes[:0]
    two = _mixed(_mixed(np.zeros(len(codes) - 1, dtype=np.uint64), codes[:-1]), codes[1:])
    three = _mixed(two[:-1], codes[2:])
    return np.concatenate([three, _mixed(three[:-1], codes[3:])])


def _mixed(seed: Ids, codes: Ids) -> Ids:
    """One FNV-like step of hashing, modulo 2**64."""
    out = (seed ^ codes) * np.uint64(1099511628211)
    return out ^ (out >> np.uint64(29))


class Vectors:
    """Rows of term ids as unit vectors, term weight ``(1 + ln tf) ln(1 + n/df)``, with postings for look-up."""

    def __init__(self, rows: Sequence[Ids]) -> None:
        self.n = len(rows)
        lengths = np.array([len(r) for r in rows], dtype=np.int64)
        joined = np.concatenate(rows) if rows and lengths.sum() else np.zeros(0, dtype=np.uint64)
        self.terms, column = np.unique(joined, return_inverse=True)
        width = max(1, len(self.terms))
        base = max(1, self.n)
        place = column.astype(np.int64) * base + np.repeat(np.arange(self.n), lengths)
        pairs, counts = np.unique(place, return_counts=True)
        self.columns, self.rows = pairs // base, pairs % base  # sorted by column, then row
        self.df = np.bincount(self.columns, minlength=width)[: len(self.terms)]
        self.idf = np.log1p(self.n / np.maximum(1, self.df))
        weights = (1 + np.log(counts)) * self.idf[self.columns]
        norms = np.sqrt(np.bincount(self.rows, weights**2, minlength=self.n))
        self.weights = weights / norms[self.rows]
        self.starts = np.concatenate([[0], np.cumsum(self.df)]).astype(np.int64)

    def query(self, ids: Ids) -> tuple[Ints, Floats]:
        """(columns, weights) of a text; terms that no row has only make it longer, so that no match is ever certain."""
        found, counts = np.unique(ids, return_counts=True)
        at = np.searchsorted(self.terms, found)
        at[at == len(self.terms)] = 0
        known = self.terms[at] == found if len(self.terms) else np.zeros(len(found), dtype=bool)
        weight = 1 + np.log(counts)
        weight *= np.where(known, self.idf[at] if len(self.terms) else 0.0, np.log1p(self.n))
        norm = float(np.sqrt(np.sum(weight**2))) or 1.0
        return at[known], weight[known] / norm

    def cosines(self, ids: Ids) -> Floats:
        """The cosine of a text with every row."""
        columns, weights = self.query(ids)
        out = np.zeros(self.n)
        for column, weight in zip(columns.tolist(), weights.tolist(), strict=True):
            span = slice(self.starts[column], self.starts[column + 1])
            out[self.rows[span]] += weight * self.weights[span]
        return out

    def gram_matrix(self) -> Floats:
        """The cosine of every row with every row. Terms of one row only matter on the diagonal, which is set to 1."""
        kept = self.df >= 2
        place = np.cumsum(kept) - 1
        use = kept[self.columns]
        dense = np.zeros((self.n, int(kept.sum())))
        dense[self.rows[use], place[self.columns[use]]] = self.weights[use]
        out: Floats = dense @ dense.T
        np.fill_diagonal(out, 1.0)
        return out

    def by_term(self, of_rows: Floats) -> Floats:
        """(terms x k) from (rows x k): for each term the sum over its rows, weighted as the rows are."""
        if not len(self.terms):
            return np.zeros((0, of_rows.shape[1]))
        out: Floats = np.add.reduceat(self.weights[:, None] * of_rows[self.rows], self.starts[:-1], axis=0)
        return out


class Index:
    """Texts that can be searched by likeness: half words (and Han bigrams), half character n-grams."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._words = Vectors([word_ids(t) for t in texts])
        self._grams = Vectors([gram_ids(t) for t in texts])

    def scores(self, text: str) -> Floats:
        """Likeness with every text, 0 (nothing in common) to 1 (the same words)."""
        return np.clip((self._words.cosines(word_ids(text)) + self._grams.cosines(gram_ids(text))) / 2, 0.0, 1.0)

    def search(self, text: str, top: int = 10) -> list[tuple[int, float]]:
        """(place in ``texts``, score) best first, equals by place; nothing that has no term in common."""
        return best(self.scores(text), top)


def best(scores: Floats, top: int) -> list[tuple[int, float]]:
    """The highest scores above 0, rounded before they are compared, so that the last bit decides nothing."""
    rounded = np.round(scores, 6)
    order = np.argsort(-rounded, kind="stable")[:top]
    return [(int(i), float(rounded[i])) for i in order if rounded[i] > 0]


def containment(part: Iterable[str], whole: Iterable[str]) -> float:
    """Which share of the distinct features of ``part`` stands in ``whole``; 0 where there are none."""
    few, many = set(part), set(whole)
    return len(few & many) / len(few) if few else 0.0
