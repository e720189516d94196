"""How a statement speaks of each topic: by the settings' terms, and by the words, names and papers of its document.

Belongs here: evidence of one text for all topics together. Never here: the decision for a matter (``topics``).

A capitalized term counts only as written. A text in another European language is known by the words that it shares with
a document but for their spelling.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from digest_assets.judge.lexical import features, fold, stem, tokens
from digest_assets.judge.relatives import Relatives
from digest_assets.model import Reading
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
            everyday = _everyday(terms, words[key])
            self.profiles[key] = Profile(key, labels, terms, weights, everyday, words[key], ids[key])
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
        self._kindred = Relatives[str]()
        for word, keys in owners.items():
            for key in keys:
                self._kindred.add(word, key)
        self._owners = {word: tuple((key, 1 / len(keys)) for key in keys) for word, keys in owners.items()}
        self._spots: dict[str, tuple[tuple[str, Term], ...]] = {}
        self._cognates = Relatives[tuple[str, Term]]()
        for key, profile in self.profiles.items():
            for term in profile.terms:
                self._cognates.add(fold(term.text), (key, term))
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
                for key, term in self._cognates.of(token):
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

    def relatives(self, texts: Sequence[str]) -> Counter[str]:
        """By topic: the words of a matter in another European language that only this topic's document has too."""
        if sum(map(european.spoken, texts)) * 2 < len(texts):
            return Counter()
        words = {t for text in texts for t in tokens(text) if t.isalpha()}
        owned = [set(self._kindred.of(word)) for word in sorted(words)]
        return Counter(keys.pop() for keys in owned if len(keys) == 1)

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


def _everyday(terms: Sequence[Term], words: frozenset[str]) -> frozenset[str]:
    """Plain words among the terms that the document uses too. One that it has not was named for notes in another
    language, where the document's words around it are not to be expected.
    """
    return frozenset(
        t.text for t in terms if re.fullmatch(r"[a-z]+", t.text) and any(f in words for f in features(t.text))
    )


def words_of(reading: Reading | None) -> frozenset[str]:
    """The features of a document."""
    return frozenset(f for c in (reading.claims if reading else ()) for f in features(c.text) if not f.isdigit())


def names_of(reading: Reading | None) -> frozenset[str]:
    """The names in a document, as it writes them."""
    return frozenset(m.group(0) for c in (reading.claims if reading else ()) for m in _names(c.text))
