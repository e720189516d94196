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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from digest_assets.judge import cues
from digest_assets.judge.lexical import features, fold
from digest_assets.judge.matters import Matter
from digest_assets.model import Claim, Reading
from digest_assets.settings import Topic

_HAN = re.compile(r"[㐀-鿿]")
_NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{2,}[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Za-z]+-\d\w*|[a-z]+[A-Z]\w*)(?![A-Za-z])"
)
_PROPER = re.compile(r"(?<=[a-z,;:)] )[A-Z][a-z]{2,}(?![A-Za-z-])")
_LIST_LEAD = re.compile(r"^[A-Z][a-z]{2,}(?=[ ,:'])")
_FOLLOWER = re.compile(r"\s([A-Z][a-z]+)")


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the settings as a pattern. ``as_written``: its case counts."""

    text: str
    pattern: re.Pattern[str]
    as_written: bool
    proper: bool  # one capitalized word, which may be an ordinary word or part of another name
    weight: float


@lru_cache(maxsize=4096)
def compile_term(text: str) -> Term:
    if _HAN.search(text):
        return Term(text, re.compile(re.escape(fold(text))), False, False, 1.0 if len(text) >= 3 else 0.8)
    name = re.fullmatch(r"[A-Z][a-z]+\d*", text) is not None
    capitals = sum(c.isupper() for c in text) >= 2 and " " not in text
    body = re.escape(text) if name or capitals else r"[\s-]".join(map(re.escape, re.split(r"[\s-]+", fold(text))))
    tail = r"(?:s|['’]s)?" + (r"\d*" if capitals and text.isalpha() else "")
    pattern = re.compile(rf"(?<![A-Za-z0-9_]){body}{tail}(?![A-Za-z0-9])")
    plain = text.islower() and " " not in text and "-" not in text
    return Term(text, pattern, name or capitals, name, 0.7 if plain else 1.0)


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a statement speaks of a topic."""

    terms: tuple[str, ...]
    names: tuple[str, ...]
    ids: bool  # it carries the id of a paper that the document holds
    share: float  # of its words, by weight, those that only this topic's document has


@dataclass(frozen=True, slots=True)
class Profile:
    """What a topic is known by."""

    key: str
    labels: tuple[str, ...]  # folded: key, title, file stem of the document
    terms: tuple[Term, ...]
    names: frozenset[str]  # as written in the document, and in no other
    words: Mapping[str, float]  # features of the document with how much they speak for it: 1 only here, less elsewhere
    ids: frozenset[str]

    def evidence(self, claim: Claim, ids: Iterable[str]) -> Evidence:
        text, line = claim.text, fold(claim.text)
        found = tuple(t.text for t in self.terms if self._hits(t, text, line))
        names = tuple(sorted({m.group(0) for m in _names(text)} & self.names)) if self.names else ()
        own = [f for f in features(text) if not f.isdigit()]
        share = sum(self.words.get(f, 0.0) for f in own) / len(own) if own else 0.0
        return Evidence(found, names, not self.ids.isdisjoint(ids), round(share, 4))

    def _hits(self, term: Term, text: str, line: str) -> bool:
        if not term.as_written:
            return term.pattern.search(line) is not None
        for m in term.pattern.finditer(text):
            following = _FOLLOWER.match(text, m.end())
            if not (term.proper and following and not self._knows(following.group(1))):
                return True
        return False

    def _knows(self, word: str) -> bool:
        return any(f in self.words for f in features(word)) or bool(re.fullmatch(r"RC|Beta|Alpha|Server|Cloud", word))


def _names(text: str) -> Iterable[re.Match[str]]:
    yield from _NAME.finditer(text)
    yield from _PROPER.finditer(text)
    yield from _LIST_LEAD.finditer(text)


def profiles(topics: Mapping[str, Topic], documents: Mapping[str, Reading | None]) -> dict[str, Profile]:
    """A profile per topic; what several documents share speaks for none of them alone."""
    words = {key: _words(documents.get(key)) for key in topics}
    names = {key: _document_names(documents.get(key)) for key in topics}
    in_documents = Counter(w for key in sorted(words) for w in words[key])
    named_in = Counter(n for key in sorted(names) for n in names[key])
    out = {}
    for key, topic in topics.items():
        reading = documents.get(key)
        stem = topic.baseline.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        labels = tuple(dict.fromkeys(fold(x) for x in (key, topic.title, stem) if x))
        out[key] = Profile(
            key,
            labels,
            tuple(_telling(compile_term(t), words, key) for t in topic.terms),
            frozenset(n for n in names[key] if named_in[n] == 1),
            {w: 1.0 / in_documents[w] for w in words[key]},
            frozenset(m.arxiv_id for m in reading.mentions if not m.bare) if reading else frozenset(),
        )
    return out


def _telling(term: Term, words: Mapping[str, Counter[str]], key: str) -> Term:
    """A long everyday word that no other topic's document has is as good as a name."""
    elsewhere = any(f in words[other] for other in words if other != key for f in features(term.text))
    return replace(term, weight=1.0) if term.weight < 0.8 and len(term.text) >= 8 and not elsewhere else term


def _words(reading: Reading | None) -> Counter[str]:
    return Counter(f for c in (reading.claims if reading else ()) for f in features(c.text) if not f.isdigit())


def _document_names(reading: Reading | None) -> set[str]:
    return {m.group(0) for c in (reading.claims if reading else ()) for m in _names(c.text)}


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
_NAME_WEIGHT = 0.6
_NAMES_SHARE = 0.3  # of a matter's words that are the document's, before names alone carry it
_NAME_SHARE = 0.45  # before one name does


@dataclass(frozen=True, slots=True)
class Standing:
    """How a matter stands to a topic."""

    on: bool
    strength: float
    rule: str  # "category", "predigest", "routed", "terms", "names", "paper", "none"
    by_claim: tuple[float, ...]  # evidence of each of its statements


def standing(
    matter: Matter, claims: Sequence[Claim], ids: Sequence[tuple[str, ...]], profile: Profile
) -> tuple[Standing, float]:
    """(how a matter of an undeclared text stands, share of its words that are the document's).

    ``ids``: by statement of the matter, the arXiv ids that stand in it.
    """
    found = [profile.evidence(c, i) for c, i in zip(claims, ids, strict=True)]
    weight = {t.text: t.weight for t in profile.terms}
    by_claim = tuple(
        sum(weight[t] for t in e.terms) + _NAME_WEIGHT * min(2, len(e.names)) + (2.0 if e.ids else 0.0) for e in found
    )
    terms = sum(weight[t] for e in found for t in e.terms)
    total = round(sum(by_claim), 4)
    letters = sum(len(c.text) for c in claims)
    share = sum(e.share * len(c.text) for e, c in zip(found, claims, strict=True)) / letters if letters else 0.0
    title = profile.evidence(replace(claims[0], text=matter.title), ())
    heading = matter.path[-1] if matter.path else ""
    if heading and len(heading) <= _SHORT_HEADING and matter.kind in ("item", "loose"):
        opened = profile.evidence(replace(claims[0], text=heading), ())
        terms += sum(weight[t] for t in opened.terms)
        title = title if title.terms else opened
    titled = bool(title.terms)
    dense = titled or total >= _DENSITY * len(claims)
    if any(e.ids for e in found):
        return Standing(True, total, "paper", by_claim), share
    if terms + (1.0 if titled else 0.0) >= _LEAST and dense:
        return Standing(True, total, "terms", by_claim), share
    several = len({n for e in found for n in e.names}) >= 2
    if total >= _NAME_WEIGHT and share >= (_NAMES_SHARE if several else _NAME_SHARE) and dense:
        return Standing(True, total, "names", by_claim), share
    return Standing(False, total, "none", by_claim), share


def decide(
    matter: Matter,
    claims: Sequence[Claim],
    stands: Mapping[str, tuple[Standing, float]],
    profile: Profile,
    declared: str | None,
    known_topics: Sequence[str],
    elsewhere: tuple[str, ...],
    away: bool,
) -> Standing:
    """Whether a matter of a note or predigest is on a topic.

    ``declared``: the topic that the text declares, "" for one without a document, None for none. ``elsewhere``:
    labels of other topics. ``away``: the note says at its head that all of it belongs elsewhere.
    """
    here, share = stands[profile.key]
    votes = [0 if cues.left_out(c.text) and r > 0 else r for c in claims for r in (routed(c.text, profile.labels),)]
    leaves = any(v < 0 for v in votes) or (
        not any(v > 0 for v in votes) and any(routed_elsewhere(c.text, elsewhere) for c in claims)
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
