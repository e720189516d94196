"""Joining matters of several sources that tell one thing.

Belongs here: which matters are one. Never here: whether a matter is new (``sifting``).

Two matters are one where they bring the same paper, bear the same name that the document does not have, where one says
which card it speaks of, or where most of what one says is what the other says. Things that one note tells under its
own headings stay apart, unless another source joins them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from digest_assets.judge.field import Profile
from digest_assets.judge.figures import telling
from digest_assets.judge.lines import Index, terms
from digest_assets.judge.matters import strong_names
from digest_assets.judge.memory import Memory
from digest_assets.judge.sifting import Case

_CARD_REFERENCE = re.compile(r"(?:卡(?:片|号)?|card|no\.)\s*#?(\d{1,5})(?!\d)", re.I)
_LEAD = 24  # code points of a statement that say what it is about
_SAME_SHARE = 0.5  # of a matter's statements with values, told by another


class _Joined:
    """Disjoint sets; the smallest place stands for its set."""

    def __init__(self, size: int) -> None:
        self._up = list(range(size))

    def root(self, place: int) -> int:
        while self._up[place] != place:
            self._up[place] = self._up[self._up[place]]
            place = self._up[place]
        return place

    def join(self, a: int, b: int) -> None:
        low, high = sorted((self.root(a), self.root(b)))
        self._up[high] = low


def groups(
    found: Sequence[Case], profile: Profile, document_names: frozenset[str], cards: Mapping[str, str], zone: str
) -> list[list[Case]]:
    """Cases that are one thing together, in the order of their first. ``cards``: running number -> path of a card."""
    sets = _Joined(len(found))
    by_id: dict[str, int] = {}
    for place, case in enumerate(found):
        for arxiv_id in case.new_ids:
            if arxiv_id in by_id:
                sets.join(by_id[arxiv_id], place)
            by_id.setdefault(arxiv_id, place)
    places = {(c.view.path, c.matter.ordinal): n for n, c in enumerate(found)}
    for place, case in enumerate(found):
        for path in _cards_named(case, cards):
            other = places.get((path, 0))
            if other is not None and other != place:
                sets.join(other, place)
    for a in range(len(found)):
        for b in range(a + 1, len(found)):
            if sets.root(a) != sets.root(b) and _one_name(found[a], found[b], document_names):
                sets.join(a, b)
    for b, a in _tellings(found, zone):
        if sets.root(a) != sets.root(b) and not (found[a].new_ids and found[b].new_ids):
            sets.join(a, b)
    out: dict[int, list[Case]] = {}
    for place, case in enumerate(found):
        out.setdefault(sets.root(place), []).append(case)
    return [out[root] for root in sorted(out)]


def lent(joined: Sequence[Sequence[Case]]) -> dict[tuple[str, int], int]:
    """Statements of unnamed notes that lead with the name of another group's thing -> the place of that group.

    A note on two things stays two: what it says of a thing that another source tells supports that one.
    """
    called = [frozenset[str]().union(*(strong_names(c.matter.title) for c in cases)) for cases in joined]
    out: dict[tuple[str, int], int] = {}
    for place, cases in enumerate(joined):
        if called[place] or any(c.new_ids or c.matter.kind != "note" for c in cases):
            continue
        for t in (t for c in cases for t in c.told if t.claim.kind in ("list_item", "sentence")):
            names = strong_names(t.claim.text[:_LEAD])
            owners = [n for n, other in enumerate(called) if n != place and names and names & other]
            if len(owners) == 1:
                out[t.key] = owners[0]
    return out


def _cards_named(case: Case, cards: Mapping[str, str]) -> list[str]:
    """Cards that a matter's title or first statement names by number."""
    first = next((t.claim.text[:80] for t in case.told), "")
    numbers = [m.group(1) for text in (case.matter.title, first) for m in _CARD_REFERENCE.finditer(text)]
    lead = re.match(r"\s*(\d{2,5})\s*[（(]", first)
    if lead:
        numbers.append(lead.group(1))
    return [cards[n] for n in dict.fromkeys(numbers) if n in cards]


def _one_name(a: Case, b: Case, document_names: frozenset[str]) -> bool:
    """Whether two matters bear one name that the document has not, and do not bring a paper each."""
    if a.view.path == b.view.path or (a.new_ids and b.new_ids):
        return False
    return bool((a.names & b.names) - document_names)


def _tellings(found: Sequence[Case], zone: str) -> list[tuple[int, int]]:
    """(part, whole): matters most of whose statements with values stand in a matter of another source."""
    places = {t.key: n for n, case in enumerate(found) for t in case.told}
    lines = {(t.line.path, t.line.claim_id): t.key for case in found for t in case.told}
    index = Index([t.line for case in found if not case.matter.aside for t in case.told])
    memory = Memory([index], zone)
    out: list[tuple[int, int]] = []
    for b, part in enumerate(found):
        valued = [t for t in part.told if t.state == "new" and any(telling(v) for v in t.claim.values)]
        if not valued or part.matter.settled:
            continue
        hits: dict[int, int] = {}
        for t in valued:
            near = [line for _, line in index.near(terms(t.line), 8) if line.path != part.view.path]
            wholes = {places[lines[(o.path, o.claim_id)]] for o in near}
            for a in sorted(wholes):
                mine = [o for o in near if places[lines[(o.path, o.claim_id)]] == a]
                if memory.tells(t.line, t.claim.values, mine):
                    hits[a] = hits.get(a, 0) + 1
        out.extend((b, a) for a in sorted(hits) if hits[a] >= max(1, _SAME_SHARE * len(valued)))
    return out


def document_names(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(n for text in texts for n in strong_names(text))
