"""Where in a document something belongs: its sections ranked, with the lines that voted.

Belongs here: learning from a document which of its sections takes what, and asking that. Never here: whether it is new.

The document is its own training set. A kernel ridge regression over its entries (words of the whole entry, character
n-grams of its title) and its headings (each one more example of its section, so that a section of one entry, or none,
has a voice) scores every section; two plain likenesses and how fast a section grows are added. All are standardized
over the document's sections, so that one set of weights serves documents of any size and language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from threadpoolctl import ThreadpoolController

from digest_assets.judge import lexicon, outline
from digest_assets.judge.lexical import Floats, Ints, Vectors, best, features, gram_ids, word_ids
from digest_assets.judge.outline import Outline
from digest_assets.model import Nearest, Reading, Vote

# Weights of standardized scores, fitted by conditional logit on list histories, each family held out in turn
# (``benchmarks/README.md`` says how); rounded, because the optimum is flat.
_RIDGE, _HEADING, _BAYES, _GROWTH = 0.95, 0.15, 0.2, 0.45
_RIDGE_FLOOR, _HEADING_FLOOR, _BAYES_FLOOR = 0.01, 0.2, 0.2  # deviations under these are noise
_CITED = 4.0  # the cited paper stands there already; not fitted, histories have no such cases
_NOISE, _HEADING_NOISE = 2.0, 1.0  # of the regression: a heading counts as two entries; .5 to 2 are within a point
_MONTHS = 3.0  # growth: an entry's weight falls by e in so many months
_VOTERS = 3
_ARXIV_MONTH = re.compile(r"(\d\d)(0[1-9]|1[0-2])\.\d{4,5}$")


@dataclass(frozen=True, slots=True)
class _Place:
    """A section that may be proposed."""

    ordinal: int  # in the outline
    name: str  # number as written, else title
    title: str
    discussion: Literal["consensus", "question"] | None


class Placer:
    """Learns one document; then ranks its sections for any number of texts. Needs a few ms for 40 KB."""

    def __init__(self, source: Outline | Reading, path: str = "") -> None:
        document = source if isinstance(source, Outline) else outline.of_reading(source)
        self._path = path
        self._places = tuple(_places(document))
        at = {p.ordinal: k for k, p in enumerate(self._places)}
        self._entries = tuple(e for e in document.entries if e.section in at)
        self._of = np.array([at[e.section] for e in self._entries], dtype=np.int64)
        if self._places:
            self._learn()

    def _learn(self) -> None:
        count, titles = len(self._places), [p.title for p in self._places]
        size = np.bincount(self._of, minlength=count).astype(np.float64)
        self._words = Vectors([*(word_ids(e.text) for e in self._entries), *map(word_ids, titles)])
        self._grams = Vectors([*(gram_ids(e.title) for e in self._entries), *map(gram_ids, titles)])
        label = np.concatenate([self._of, np.arange(count)])
        wanted = np.zeros((len(label), count))
        wanted[np.arange(len(label)), label] = 1
        wanted -= (size + 1) / (len(self._entries) + count)
        noise = np.where(np.arange(len(label)) < len(self._entries), _NOISE, _HEADING_NOISE)
        with _one_thread():
            kernel = (self._words.gram_matrix() + self._grams.gram_matrix()) / 2
            answer = np.linalg.solve(kernel + np.diag(noise), wanted)
        self._ridge_words, self._ridge_grams = self._words.by_term(answer) / 2, self._grams.by_term(answer) / 2
        self._bayes = self._complements(label, count)
        self._heads = [set(features(t)) for t in titles]
        every = [t for head in self._heads for t in sorted(head)]
        self._head_weight = {t: float(np.log1p(count / every.count(t))) for t in every}
        self._growth = self._grown(size)

    def _complements(self, label: Ints, count: int) -> Floats:
        """Complement naive Bayes: minus the log of a term's share in all other sections, by term and section."""
        seen = np.zeros((len(self._words.terms), count))
        np.add.at(seen, (self._words.columns, label[self._words.rows]), 1.0)
        total, every = seen.sum(axis=1, keepdims=True), seen.sum(axis=0)
        out: Floats = -np.log((total - seen + 1) / (every.sum() - every + len(self._words.terms) + 1))
        out -= out.mean(axis=1, keepdims=True)
        return out

    def _grown(self, size: Floats) -> Floats:
        """Log share of the document's recent entries by section, by the months in their arXiv ids, else by size."""
        months = [max(map(_month, e.arxiv_ids), default=0) for e in self._entries]
        dated = [m for m in months if m]
        share: Floats = size
        if 3 * len(dated) >= len(months) and dated:
            weight = np.array([np.exp((m - max(dated)) / _MONTHS) if m else 0.0 for m in months])
            share = np.bincount(self._of, weight, minlength=len(size)).astype(np.float64)
        return np.asarray(np.log((share + 0.5) / (share.sum() + 0.5 * len(size))), dtype=np.float64)

    def _headed(self, words: set[str]) -> Floats:
        """How much of each heading the text says, by rare words; five equal first letters count as one word."""
        stems = {w[:5] for w in words if len(w) >= 5}
        said = [[t for t in sorted(h) if t in words or (len(t) >= 5 and t[:5] in stems)] for h in self._heads]
        return np.array([sum(self._head_weight[t] for t in found) for found in said])

    def rank(
        self,
        text: str,
        arxiv_ids: Sequence[str] = (),
        proposed: Literal["consensus", "question"] | None = None,
        top: int = 5,
    ) -> tuple[Vote, ...]:
        """The sections that fit, best first, with scores that sum to at most 1 (a softmax over all sections).

        ``arxiv_ids`` are the ids that the text cites: a section that holds one of them gains. ``proposed`` says that
        the source offers a consensus or an open question: the document's section of that kind then comes second.
        """
        if not self._places:
            return ()
        ids, grams = word_ids(text), gram_ids(text)
        score = np.array([_RIDGE, _HEADING, _BAYES, _GROWTH]) @ self.signals(text)
        cited = set(arxiv_ids)
        for k in sorted({int(self._of[i]) for i, e in enumerate(self._entries) if cited & set(e.arxiv_ids)}):
            score[k] += _CITED
        share = np.exp(score - score.max())
        share /= share.sum()
        ranked = np.argsort(-np.round(share, 9), kind="stable").tolist()
        order = [k for k in ranked if self._places[k].discussion is None]
        talk = [k for k, p in enumerate(self._places) if proposed and p.discussion == proposed]
        order = order[:1] + talk[:1] + order[1:] if order else talk
        voters = self._voters((self._words.cosines(ids) + self._grams.cosines(grams)) / 2)
        return tuple(
            Vote(self._places[k].name, self._places[k].title, round(float(share[k]), 4), tuple(voters.get(k, ())))
            for k in order[:top]
        )

    def signals(self, text: str) -> Floats:
        """The four signals by section: regression, heading, Bayes (all standardized), growth (log share)."""
        column, weight = self._words.query(word_ids(text))
        gram_column, gram_weight = self._grams.query(gram_ids(text))
        return np.stack(
            [
                _standard(
                    weight @ self._ridge_words[column] + gram_weight @ self._ridge_grams[gram_column], _RIDGE_FLOOR
                ),
                _standard(self._headed(set(features(text))), _HEADING_FLOOR),
                _standard(self._bayes[column].sum(axis=0), _BAYES_FLOOR),
                self._growth,
            ]
        )

    def _voters(self, near: Floats) -> dict[int, list[Nearest]]:
        """The nearest entries of each section, best first."""
        out: dict[int, list[Nearest]] = {}
        of = self._of.tolist()
        for i, score in best(near[: len(self._entries)], len(self._entries)):
            mine = out.setdefault(of[i], [])
            if len(mine) < _VOTERS:
                entry = self._entries[i]
                mine.append(Nearest(self._path, entry.line_start, entry.text, round(score, 4), "wording"))
        return out


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def _one_thread() -> AbstractContextManager[object]:
    """Sums in one order on any number of cores; at this size more threads only wait for each other."""
    limit: AbstractContextManager[object] = _threads().limit(limits=1, user_api="blas")
    return limit


def _places(document: Outline) -> Iterator[_Place]:
    """The sections that can take something: not the document's title, nor what it says of itself, nor a mere heading
    over others. Where most entries point somewhere, a section whose entries all do not is a list of something else.
    """
    size, linked = Counter[int](), Counter[int]()
    for e in document.entries:
        size[e.section] += 1
        linked[e.section] += bool(e.urls or e.arxiv_ids)
    catalogue = 2 * linked.total() > size.total()
    levels = Counter(s.level for s in document.sections)
    for i, (s, title) in enumerate(zip(document.sections, document.titles, strict=True)):
        below = i + 1 < len(document.sections) and document.sections[i + 1].level > s.level
        titles_it = i == 0 and below and levels[s.level] == 1
        other = catalogue and size[i] and not linked[i]
        if not (titles_it or other or (below and not size[i]) or lexicon.apparatus(title)):
            yield _Place(i, s.number or title, title, lexicon.discussion(title))


def _month(arxiv_id: str) -> int:
    """Months since 2000 of a new-style id, 0 for others."""
    m = _ARXIV_MONTH.match(arxiv_id)
    return int(m[1]) * 12 + int(m[2]) if m else 0


def _standard(values: Floats, floor: float) -> Floats:
    """Zero mean, unit deviation; nearly zeros where the deviation is far under ``floor`` and says nothing."""
    return np.asarray((values - values.mean()) / np.hypot(values.std(), floor), dtype=np.float64)
