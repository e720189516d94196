"""Which matters are on a topic.

Belongs here: evidence that a statement speaks of a topic, and the decision for a whole matter. Never here: what is new.

Evidence is what the settings name (terms, categories, the predigest's own topic), what the living document holds (its
papers' ids, its names, its lines), and what a note says itself ("this belongs to …"). Words of a topic without its
subject are not enough: a capitalized term counts only as written, and a few hits in a long text of other matter do not
carry it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from digest_assets.judge import cues, relatives
from digest_assets.judge.lexical import features, fold, stem, tokens
from digest_assets.judge.matters import Matter
from digest_assets.model import Claim, Reading
from digest_assets.reading import european
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
    weights: Mapping[str, float]  # of the terms, by their text
    everyday: frozenset[str]  # terms that are plain lower-case words
    words: frozenset[str]  # features of the document
    ids: frozenset[str]  # papers that the document holds


NOTHING = Evidence((), (), False, 0.0)


class Field:
    """All topics together, so that a statement is taken apart once and not once per topic."""

    def __init__(
        self, topics: Mapping[str, Topic], words: Mapping[str, frozenset[str]], names: Mapping[str, frozenset[str]],
        ids: Mapping[str, frozenset[str]],
    ) -> None:  # fmt: skip
        """``words``, ``names``, ``ids``: by topic, of its document. What several documents share speaks for none."""
        self.profiles: dict[str, Profile] = {}
        self._by_token: dict[str, list[tuple[str, Term]]] = defaultdict(list)
        self._han: list[tuple[str, Term]] = []
        for key, topic in topics.items():
            stem = topic.baseline.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            labels = tuple(dict.fromkeys(fold(x) for x in (key, topic.title, stem) if x))
            terms = tuple(_telling(compile_term(t), words, key) for t in topic.terms)
            weights = {t.text: t.weight for t in terms}
            self.profiles[key] = Profile(key, labels, terms, weights, _everyday(terms), words[key], ids[key])
            for term in terms:
                first = tokens(term.text)
                if _HAN.search(term.text) or not first:
                    self._han.append((key, term))
                else:
                    self._by_token[first[0]].append((key, term))
        owners: dict[str, list[str]] = defaultdict(list)
        named: dict[str, list[str]] = defaultdict(list)
        for key in topics:
            for word in words[key]:
                owners[word].append(key)
            for name in names[key]:
                named[name].append(key)
        self._owners = {word: tuple((key, 1 / len(keys)) for key in keys) for word, keys in owners.items()}
        self._spots: dict[str, tuple[tuple[str, Term], ...]] = {}
        self._kin: dict[str, list[tuple[str, Term]]] = {}
        self._cognates = [
            (relatives.spelled(word), key, term)
            for key, profile in self.profiles.items()
            for term in profile.terms
            for word in [fold(term.text)]
            if word.isalpha() and word.isascii() and len(word) >= relatives.LEAST
        ]
        self._named = {name: keys[0] for name, keys in named.items() if len(keys) == 1}

    def evidence(self, text: str, ids: Iterable[str] = ()) -> dict[str, Evidence]:
        """How a statement speaks of each topic; topics that it says nothing of are left out."""
        line = fold(text)
        terms: dict[str, set[str]] = {}
        spotted = [pair for token in tokens(text) for pair in self._spotted(token)]
        for key, term in (*spotted, *self._han):
            if term.text not in terms.get(key, ()) and self._hits(key, term, text, line):
                terms.setdefault(key, set()).add(term.text)
        if european.spoken(text):
            for token in tokens(text):
                for key, term in self._akin(token):
                    terms.setdefault(key, set()).add(term.text)
        names: dict[str, set[str]] = defaultdict(set)
        for m in _names(text):
            owner = self._named.get(m.group(0))
            if owner is not None:
                names[owner].add(m.group(0))
        shares: dict[str, float] = defaultdict(float)
        own = [f for f in features(text) if not f.isdigit()]
        for feature in own:
            for key, part in self._owners.get(feature, ()):
                shares[key] += part
        held = {key for key, p in self.profiles.items() if not p.ids.isdisjoint(ids)} if ids else set()
        return {
            key: Evidence(
                tuple(t.text for t in p.terms if t.text in terms[key]) if key in terms else (),
                tuple(sorted(names[key])) if key in names else (),
                key in held,
                round(shares[key] / len(own), 4) if key in shares else 0.0,
            )
            for key, p in self.profiles.items()
            if key in terms or key in names or key in held or key in shares
        }

    def _spotted(self, token: str) -> tuple[tuple[str, Term], ...]:
        """The terms that a text with this token may have: those that begin with it, or with its singular."""
        found = self._spots.get(token)
        if found is None:
            forms = sorted({token, stem(token), token.rstrip("0123456789")})
            found = tuple(pair for form in forms for pair in self._by_token.get(form, ()))
            self._spots[token] = found
        return found

    def _akin(self, token: str) -> list[tuple[str, Term]]:
        """The terms that another European language writes nearly like this: Elektrolyt, catodo."""
        if len(token) < relatives.LEAST:
            return []
        found = self._kin.get(token)
        if found is None:
            mine = relatives.spelled(token)
            found = [(key, term) for word, key, term in self._cognates if relatives.akin(mine, word)]
            self._kin[token] = found
        return found

    def _hits(self, key: str, term: Term, text: str, line: str) -> bool:
        if not term.as_written:
            return term.pattern.search(line) is not None
        for m in term.pattern.finditer(text):
            following = _FOLLOWER.match(text, m.end())
            if not (term.proper and following and not self._knows(key, following.group(1))):
                return True
        return False

    def _knows(self, key: str, word: str) -> bool:
        """Whether a capitalized word behind a term is one that the topic's document uses too."""
        if re.fullmatch(r"RC|Beta|Alpha|Server|Cloud", word):
            return True
        return any(f in self.profiles[key].words for f in features(word))


def _names(text: str) -> Iterable[re.Match[str]]:
    yield from _NAME.finditer(text)
    yield from _PROPER.finditer(text)
    yield from (m for m in _LIST_LEAD.finditer(text) if features(m.group(0)))  # "The" leads and names nothing


def _telling(term: Term, words: Mapping[str, frozenset[str]], key: str) -> Term:
    """A long everyday word that no other topic's document has is as good as a name."""
    elsewhere = any(f in words[other] for other in words if other != key for f in features(term.text))
    return replace(term, weight=1.0) if term.weight < 0.8 and len(term.text) >= 8 and not elsewhere else term


def _everyday(terms: Sequence[Term]) -> frozenset[str]:
    return frozenset(t.text for t in terms if re.fullmatch(r"[a-z]+", t.text))


def words_of(reading: Reading | None) -> frozenset[str]:
    """The features of a document."""
    return frozenset(f for c in (reading.claims if reading else ()) for f in features(c.text) if not f.isdigit())


def names_of(reading: Reading | None) -> frozenset[str]:
    """The names in a document, as it writes them."""
    return frozenset(m.group(0) for c in (reading.claims if reading else ()) for m in _names(c.text))


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
    return {
        key: _standing(
            [e.get(key, NOTHING) for e in found], lengths, title.get(key, NOTHING), opened.get(key, NOTHING), p
        )
        for key, p in field.profiles.items()
    }


def _standing(
    found: Sequence[Evidence], lengths: Sequence[int], title: Evidence, opened: Evidence, profile: Profile
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
