"""Statements that were made, and an index over them: what a new statement is compared with.

Belongs here: the record of a statement and its look-up by rare words, numbers, ids and links. Never here: whether two
statements are one (``memory``) or conflict (``cautions``). Adding costs what is added; a look-up costs what it finds,
and no posting longer than ``_LONGEST`` is walked, so that neither grows with the number of lines already there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from digest_assets.judge.alike import wording
from digest_assets.judge.lexical import fold
from digest_assets.model import ArxivValue, Claim, Quote, UrlValue, Value
from digest_assets.reading import links

_LONGEST = 400  # lines; a term in more of them finds nothing that a rarer one does not
_WALKED = 600  # places that one look-up walks, once it has walked those of ``_LEAST_TERMS`` terms
_LEAST_TERMS = 4
_CLOSE = 0.1  # of the best line's shared weight; less is not returned
_RARE = 14  # terms of a statement by which it is looked up


@dataclass(frozen=True, slots=True)
class Line:
    """A statement with its place. ``day`` is None for a living document, ``hint`` the headings and title above it."""

    text: str
    path: str
    line_start: int
    line_end: int
    claim_id: str
    day: date | None
    content_sha256: str
    hint: str
    ids: tuple[str, ...]  # arXiv ids
    urls: tuple[str, ...]  # canonical
    cells: tuple[tuple[str, str], ...] = ()
    item: int = -1  # statements of one natural item share it, within a path
    values: tuple[Value, ...] | None = None  # as read; None: to be found again in the text

    def quote(self) -> Quote:
        return Quote(self.text, self.path, self.line_start, self.line_end, self.claim_id, self.day, self.content_sha256)


def of_claim(
    claim: Claim, path: str, day: date | None, content_sha256: str, title: str, paper: str | None = None
) -> Line:
    """A claim as a line. ``paper``: the paper that the whole source is about, on a card."""
    hint = " > ".join(dict.fromkeys(t for t in (title, *claim.heading_path) if t))
    own = [v.arxiv_id for v in claim.values if isinstance(v, ArxivValue) and not v.bare]
    ids = tuple(dict.fromkeys([paper, *own] if paper else own))
    found = (links.canonical(v.url) for v in claim.values if isinstance(v, UrlValue) and v.complete)
    urls = tuple(dict.fromkeys(u for u in found if not u.startswith("arxiv:")))  # those are ids
    return Line(
        claim.text, path, claim.line_start, claim.line_end, claim.claim_id, day, content_sha256, hint, ids, urls,
        claim.cells, claim.item, claim.values,
    )  # fmt: skip


def terms(line: Line) -> tuple[str, ...]:
    """What a line is found by: words, numbers (``#3.9gb``), ids and links, sorted."""
    return _terms(line.text, line.ids, line.urls)


@lru_cache(maxsize=65536)
def _terms(text: str, ids: tuple[str, ...], urls: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*text_terms(text), *(f"id:{i}" for i in ids), *(f"url:{u}" for u in urls)}))


@lru_cache(maxsize=65536)
def text_terms(text: str) -> frozenset[str]:
    said = wording(text)
    return said.words | {f"#{n}" for n in said.numbers}


class Index:
    """Lines that can be looked up by what they share with a statement."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines: list[Line] = []
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._folded: dict[str, int] = {}
        self._places: dict[tuple[str, str], int] = {}
        self.add(lines)

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.add_line(line, terms(line))

    def add_line(self, line: Line, found_by: Sequence[str]) -> None:
        place = len(self.lines)
        self.lines.append(line)
        self._folded.setdefault(fold(line.text), place)
        self._places[line.path, line.claim_id] = place
        for term in found_by:
            self._postings[term].append(place)

    def same(self, text: str) -> Line | None:
        """The first line that says exactly this, but for case, width and blanks."""
        place = self._folded.get(fold(text))
        return None if place is None else self.lines[place]

    def around(self, line: Line, reach: int = 6) -> list[Line]:
        """The lines of a line's own text that stand near it, itself included."""
        place = self._places.get((line.path, line.claim_id))
        if place is None:
            return [line]
        return [o for o in self.lines[max(0, place - reach) : place + reach + 1] if o.path == line.path]

    def weight(self, term: str) -> float:
        """How much a term says: the log of how rare it is."""
        return math.log1p(len(self.lines) / (1 + len(self._postings.get(term, ()))))

    def holding(self, term: str) -> list[Line]:
        """The newest lines that have a term."""
        return [self.lines[p] for p in self._postings.get(term, ())[-_LONGEST:]]

    def near(self, found_by: Iterable[str], top: int = 6) -> list[tuple[float, Line]]:
        """(shared weight, line), best first, earlier lines first among equals."""
        rarest = sorted([(len(p), t, p) for t in found_by if (p := self._postings.get(t))])[:_RARE]
        gathered: dict[int, float] = {}
        walked = 0
        for n, (count, _, places) in enumerate(rarest):
            walked += min(count, _LONGEST)
            if n >= _LEAST_TERMS and walked > _WALKED:
                break
            weight = math.log1p(len(self.lines) / (1 + count))
            if n == 0:
                gathered = dict.fromkeys(places[-_LONGEST:], weight)
                continue
            for place in places[-_LONGEST:] if count > _LONGEST else places:
                gathered[place] = gathered.get(place, 0.0) + weight
        scores = sorted(gathered.values(), reverse=True)[:top]
        if not scores:
            return []
        least = max(_CLOSE * scores[0], scores[-1] - 1e-8)  # equals but for the last bits are ordered by place
        close = sorted([(-round(score, 9), place) for place, score in gathered.items() if score >= least])
        return [(-score, self.lines[place]) for score, place in close[:top]]
