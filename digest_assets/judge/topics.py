"""Which matters are on a topic.

Belongs here: evidence that a statement speaks of a topic, and the decision for a whole matter. Never here: what is new.

Evidence is what the settings name (terms, categories, the predigest's own topic), what the living document holds (its
papers' ids, its names, its lines), and what a note says itself ("this belongs to …"). Words of a topic without its
subject are not enough: a capitalized term counts only as written, and a few hits in a long text of other matter do not
carry it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from digest_assets.judge import cues
from digest_assets.judge.field import NOTHING, Evidence, Field, Profile
from digest_assets.judge.lexical import fold
from digest_assets.judge.matters import Matter
from digest_assets.model import Claim, Reading
from digest_assets.settings import Topic

# --- what a note says of where something belongs


@lru_cache(maxsize=512)
def _routing(label: str, kind: Literal["to", "also", "away"]) -> re.Pattern[str]:
    verbs = "|".join(f"(?:{p})" for p in cues.patterns("routing", kind))
    edge = r"(?![a-z0-9-])" if label[-1:].isascii() else ""
    return re.compile(rf"(?:{verbs})[\s「『\"'`*:：到]*(?:the |our )?{re.escape(label)}(?:\.md)?{edge}")


@lru_cache(maxsize=65536)
def routed(text: str, labels: tuple[str, ...]) -> int:
    """What a statement says of topics so labelled: 2 it belongs there, 1 concerns them, -1 does not, 0 nothing."""
    line = fold(text)
    if not any(label in line for label in labels):
        return 0
    if any(_routing(label, "away").search(line) for label in labels):
        return -1
    if any(_routing(label, "to").search(line) for label in labels):
        return 2
    return int(any(_routing(label, "also").search(line) for label in labels))


def label_in(text: str, labels: tuple[str, ...]) -> bool:
    """Whether a heading names a topic."""
    line = fold(text)
    return any(label in line for label in labels)


@lru_cache(maxsize=65536)
def routed_elsewhere(text: str, others: tuple[str, ...]) -> bool:
    """Whether a statement says that something belongs to one of these other topics."""
    return routed(text, others) == 2


# --- the decision for a matter

_LEAST = 1.0  # evidence of a matter: one term that is no everyday word
_DECLARED_LEAST = 2.0  # of a matter in a text that declares another subject
_OTHERS_LEAST = 2.0  # of a matter in the predigest of another topic with a document of its own
_SHORT_HEADING = 24  # code points of a heading whose terms hold for each item below it
_DENSITY = 0.12  # evidence per statement of a matter whose title names nothing of the topic
NAME_WEIGHT = 0.6
_NAMES_SHARE = 0.3  # of a matter's words that are the document's, before names alone carry it
_NAME_SHARE = 0.45  # before one name does
_EVERYDAY_SHARE = 0.4  # before everyday words among the terms do, where no name stands beside them
_RELATIVES = 3  # words of a document that a text in another language shares but for their spelling, before they do
_TERM_SHARE = 0.4  # of one statement's words, before an everyday term in it does
_LIKE_SHARE, _LIKE_LETTERS = 0.55, 30  # before likeness alone does, of a matter of so many code points


@dataclass(frozen=True, slots=True)
class Standing:
    """How a matter stands to a topic."""

    on: bool
    strength: float
    rule: str  # "category", "predigest", "routed", "terms", "names", "paper", "none"
    by_claim: tuple[float, ...]  # evidence of each of its statements
    titled: bool = False  # its title or heading has a term of the topic
    named: bool = False  # its title has a name of the document


def standings(
    matter: Matter, claims: Sequence[Claim], ids: Sequence[tuple[str, ...]], field: Field
) -> dict[str, tuple[Standing, float]]:
    """By topic: how a matter of an undeclared text stands, and the share of its words that are the document's.

    ``ids``: by statement of the matter, the arXiv ids that stand in it.
    """
    found = [field.evidence(c.text, i) for c, i in zip(claims, ids, strict=True)]
    title = field.evidence(matter.title)
    heading = matter.path[-1] if matter.path else ""
    opens = heading and len(heading) <= _SHORT_HEADING and matter.kind in ("item", "loose")
    opened = field.evidence(heading) if opens else {}
    lengths = [len(c.text) for c in claims]
    kin = field.relatives([c.text for c in claims]) if matter.kind in ("note", "part") else Counter[str]()
    foreign = {k for k, n in kin.items() if n >= _RELATIVES and all(2 * m <= n for o, m in kin.items() if o != k)}
    return {
        key: _standing(
            [e.get(key, NOTHING) for e in found],
            lengths,
            title.get(key, NOTHING),
            opened.get(key, NOTHING),
            p,
            key in foreign,
        )
        for key, p in field.profiles.items()
    }


def _standing(
    found: Sequence[Evidence], lengths: Sequence[int], title: Evidence, opened: Evidence, profile: Profile,
    foreign: bool,
) -> tuple[Standing, float]:
    weight = profile.weights
    by_claim = tuple(
        sum(weight[t] for t in e.terms) + NAME_WEIGHT * min(2, len(e.names)) + (2.0 if e.ids else 0.0)
        if e is not NOTHING
        else 0.0
        for e in found
    )
    terms = sum(weight[t] for e in (*found, opened) for t in e.terms)
    total = round(sum(by_claim), 4)
    letters = sum(lengths)
    share = sum(e.share * n for e, n in zip(found, lengths, strict=True)) / letters if letters else 0.0
    titled = bool(title.terms or opened.terms)
    dense = titled or total >= _DENSITY * len(found)
    named = {n for e in (*found, title) for n in e.names}
    everyday = not named and all(t in profile.everyday for e in (*found, title, opened) for t in e.terms)

    def stands(on: bool, rule: str) -> tuple[Standing, float]:
        return Standing(on, total, rule, by_claim, titled, bool(title.names)), share

    if any(e.ids for e in found):
        return stands(True, "paper")
    enough = terms + (1.0 if titled else 0.0) >= _LEAST and dense
    if enough and (not everyday or share >= _EVERYDAY_SHARE or (titled and share >= _NAMES_SHARE / 2)):
        return stands(True, "terms")
    spoken = [e for e, n in zip(found, lengths, strict=True) if n >= _LIKE_LETTERS]
    if dense and any(e.terms and e.share >= _TERM_SHARE for e in spoken):
        return stands(True, "terms")  # one statement with an everyday term and the document's words around it
    if total >= NAME_WEIGHT and share >= (_NAMES_SHARE if len(named) >= 2 else _NAME_SHARE) and dense:
        return stands(True, "names")
    if share >= _LIKE_SHARE and letters >= _LIKE_LETTERS:
        return stands(True, "likeness")
    if foreign:
        return stands(True, "relatives")
    return stands(False, "none")


def decide(
    labelled: Sequence[str],
    stands: Mapping[str, tuple[Standing, float]],
    profile: Profile,
    declared: str | None,
    known_topics: Sequence[str],
    elsewhere: tuple[str, ...],
    away: bool,
) -> Standing:
    """Whether a matter of a note or predigest is on a topic.

    ``labelled``: its statements that name a topic. ``declared``: the topic that the text declares, "" for one without
    a document, None for none. ``elsewhere``: labels of other topics. ``away``: the note says at its head that all of
    it belongs elsewhere.
    """
    here, share = stands[profile.key]
    said = [(routed(text, profile.labels), text) for text in labelled]
    votes = [0 if r > 0 and cues.left_out(text) else r for r, text in said]
    leaves = any(v < 0 for v in votes) or (
        not any(v > 0 for v in votes) and any(routed_elsewhere(text, elsewhere) for text in labelled)
    )
    if declared == profile.key:
        others = max((s.strength for k, (s, _) in stands.items() if k != profile.key and s.on), default=0.0)
        gone = leaves or (here.strength == 0 and others >= _DECLARED_LEAST)
        return replace(here, on=not gone, rule="none" if gone else "predigest")
    if any(v > 0 for v in votes) and not any(v < 0 for v in votes):
        return replace(here, on=True, rule="routed")
    if here.rule == "paper":
        return here
    if declared is not None and declared in known_topics:
        rival = stands[declared][0].strength
        strong = not leaves and (
            (here.strength >= _OTHERS_LEAST and here.strength > 1.5 * rival) or (here.on and rival == 0)
        )
        return here if strong else replace(here, on=False, rule="none")
    if declared is not None or away or leaves:
        strong = here.strength >= _DECLARED_LEAST or (here.strength >= _LEAST and share >= _NAMES_SHARE and not leaves)
        return here if strong else replace(here, on=False, rule="none")
    return here


def of_card(
    reading: Reading, matter: Matter, here: Standing, profile: Profile, topic: Topic
) -> tuple[Standing, Literal["primary", "adjacent", "other"]]:
    """A card is on a topic by its primary category, or where a category is adjacent and its text speaks of it."""
    card = reading.card
    category = (card.category or "") if card else ""
    secondary = card.secondary if card else ()
    own = {fold(c) for c in topic.categories}
    beside = {fold(c) for c in topic.adjacent}
    if fold(category) in own:
        return replace(here, on=True, rule="category"), "primary"
    near = fold(category) in beside or any(fold(s) in own | beside for s in secondary)
    held = card is not None and card.arxiv_id in profile.ids
    speaks = here.rule == "terms" and here.strength >= 1.5
    on = held or (near and speaks) or (not category and here.on)
    return replace(here, on=on, rule="paper" if held else here.rule if on else "none"), "adjacent" if near else "other"
