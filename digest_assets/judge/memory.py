"""Is a statement known? Against the lines of the document and of earlier days: by id, values, names, wording.

Belongs here: comparing one statement with the lines that an index finds. Never here: which statements, what follows.

A statement is known where one line, or a few lines of one text together, have its words and its values; where they have
its values, fewer words are enough, and across languages its names. Where a value of it stands nowhere, it is new,
however alike the words are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from digest_assets.judge.alike import Wording, wording
from digest_assets.judge.conflicts import compare
from digest_assets.judge.facts import Statement
from digest_assets.judge.figures import meets, refines, rich, telling, values_of
from digest_assets.judge.lexical import mostly_han
from digest_assets.judge.lines import Index, Line, terms
from digest_assets.judge.matters import strong_names
from digest_assets.model import ArxivValue, Value, VersionValue

_WORDS = 0.7  # of a statement's words, by weight, in a known line: it says the same
_WORDS_FREE = 0.62  # where the statement carries no value
_WORDS_VALUES = 0.34  # where all its values stand in the line
_WORDS_RICH = 0.2  # where two or more telling values do
_UNION = 0.78  # of its words in a few lines of one text together
_UNION_LINES = 4
_FAR = 0.15  # of its words; a line that shares less says something else
_CANDIDATES = 6
_STEM = 6  # letters of a word of which all but the last count, as endings differ
_SHORT = 14  # words of a statement that gives one figure


@dataclass(frozen=True, slots=True)
class Familiar:
    """What is known of a statement. ``missing``: its telling values that no line has."""

    known: bool
    score: float
    rule: str
    line: Line | None
    missing: tuple[Value, ...] = ()
    refined: tuple[Value, ...] = ()  # those of them that only say more exactly when


class _Weights(dict[str, float]):
    """How much a word says: the most that it does in any of some indexes. Computed when it is first asked."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        super().__init__()
        self._indexes = [i for i in indexes if len(i)]

    def __missing__(self, word: str) -> float:
        found = self[word] = max([i.weight(word) for i in self._indexes], default=1.0)
        return found


class Memory:
    """Known lines, in one or more indexes, asked as one. The indexes must not grow meanwhile."""

    def __init__(self, indexes: Sequence[Index], zone: str) -> None:
        self._indexes = indexes
        self._zone = zone
        self._weights = _Weights(indexes)
        self._totals: dict[tuple[str, bool], float] = {}
        self._found: dict[tuple[str, tuple[str, ...], tuple[str, ...], int], list[Line]] = {}

    def share(self, line: Line, other: Line) -> float:
        """How much of a statement stands in a line or its headings, by weight."""
        return self._share(line.text, other)

    def near(self, line: Line, top: int = _CANDIDATES) -> list[Line]:
        """The lines that share most with a statement, best first."""
        key = (line.text, line.ids, line.urls, top)
        found = self._found.get(key)
        if found is None:
            wanted = terms(line)
            gathered = [
                (-round(score, 9), n, k, other)
                for n, index in enumerate(self._indexes)
                for k, (score, other) in enumerate(index.near(wanted, top))
            ]
            gathered.sort(key=lambda g: g[:3])
            found = self._found[key] = [other for _, _, _, other in gathered[: top + top // 2]]
        return found

    def check(self, line: Line, values: Sequence[Value], hint_words: frozenset[str] = frozenset()) -> Familiar:
        """How much of a statement is known."""
        for index in self._indexes:
            same = index.same(line.text)
            if same is not None and len(line.text) >= 12:
                return Familiar(True, 1.0, "same", same)
        said = wording(line.text)
        papers = {str(v.version) for v in values if isinstance(v, ArxivValue) and v.version}
        wanted = [
            v for v in values if telling(v) and not (isinstance(v, VersionValue) and v.version.lstrip("vV") in papers)
        ]
        anchored = self._anchored(line, wanted)
        if anchored is not None:
            return anchored
        best: Familiar | None = None
        nearest: tuple[float, Line] | None = None
        candidates = self.near(line)
        shares = [self._share(line.text, other) for other in candidates]
        names = strong_names(line.text)
        for other, score in zip(candidates, shares, strict=True):
            if nearest is None or score > nearest[0]:
                nearest = (score, other)
            if score < _FAR and not (names and names <= strong_names(other.text) | strong_names(other.hint)):
                continue
            missing = tuple(v for v in wanted if not meets(v, line.day, other, other.day, self._zone))
            rule = self._rule(said, line, other, score, wanted, missing)
            if rule and (best is None or score > best.score) and self._contradicts(line, values, other):
                return Familiar(False, round(score, 4), "contradiction", other, missing)
            if rule and (best is None or score > best.score):
                best = Familiar(True, round(score, 4), rule, other)
        if best is not None:
            return best
        together = self._together(said, line, wanted, candidates)
        if together is not None:
            return together
        close = [o for o, score in zip(candidates, shares, strict=True) if score >= _WORDS_VALUES]
        least = tuple(v for v in wanted if not any(meets(v, line.day, o, o.day, self._zone) for o in close))
        if nearest is None:
            return Familiar(False, 0.0, "none", None, least)
        refined = tuple(v for v in least if any(refines(v, line.day, o, self._zone) for o in close))
        return Familiar(False, round(nearest[0], 4), "wording", nearest[1], least, refined)

    def _anchored(self, line: Line, wanted: Sequence[Value]) -> Familiar | None:
        """A statement on a paper or page that is known: known itself where the lines on it have all its values."""
        keys = [f"id:{i}" for i in line.ids] + [f"url:{u}" for u in line.urls]
        held = {key: [o for index in self._indexes for o in index.holding(key)] for key in keys}
        if not keys or not all(held.values()):
            return None
        lines = [o for key in keys for o in held[key]]
        rule = "anchor:arxiv" if line.ids else "anchor:url"
        if any(not any(meets(v, line.day, o, o.day, self._zone) for o in lines) for v in wanted):
            return None
        score, _, best = max((round(self._share(line.text, o), 4), -n, o) for n, o in enumerate(lines))
        return Familiar(True, score, rule, best)

    def tells(self, line: Line, values: Sequence[Value], others: Sequence[Line]) -> bool:
        """Whether one of these lines makes a statement known."""
        said = wording(line.text)
        wanted = [v for v in values if telling(v)]
        for other in others:
            score = self._share(line.text, other)
            if score >= _FAR:
                missing = tuple(v for v in wanted if not meets(v, line.day, other, other.day, self._zone))
                if self._rule(said, line, other, score, wanted, missing) and not self._contradicts(line, values, other):
                    return True
        return False

    def _contradicts(self, line: Line, values: Sequence[Value], other: Line) -> bool:
        """Whether a line that seems to say the same gives another value."""
        return compare(self._statement(line, values), self._statement(other, values_of(other))).kind == "conflict"

    def _statement(self, line: Line, values: Sequence[Value]) -> Statement:
        return Statement(line.text, tuple(values), line.day, self._zone, line.hint, line.cells)

    def _share(self, text: str, other: Line) -> float:
        """How much of a statement, by weight, stands in a line or its headings; names alone across languages."""
        said, there = _spread(text), _around(other.text, other.hint)
        foreign = said.han != there.han
        total = self._totals.get((text, foreign))
        if total is None:
            words = [w for w in said.order if w.isascii()] if foreign else said.order
            total = self._totals[text, foreign] = self._sum(words)
        shared = said.words & there.words
        begun = said.begun & there.begun
        if begun:
            shared = shared.union(*[said.by_beginning[b] for b in begun])
        if foreign:
            shared = frozenset([w for w in shared if w.isascii()])
        return self._sum(sorted(shared)) / total if total else 0.0

    def _sum(self, words: Sequence[str]) -> float:
        return sum(map(self._weights.__getitem__, words))

    def _rule(
        self,
        said: Wording,
        line: Line,
        other: Line,
        score: float,
        wanted: Sequence[Value],
        missing: Sequence[Value],
    ) -> str:
        """The rule by which a line makes a statement known, "" where none does."""
        theirs = wording(other.text)
        foreign = mostly_han(line.text) != mostly_han(other.text)
        if missing:
            return ""
        turned = said.negated != theirs.negated and not foreign
        if self._strange(said, theirs, wanted, other):
            return ""
        if wanted:
            if self._figure_of(said, line, theirs, other, wanted) and not turned:
                return "figure"
            exact = sum(1 for v in wanted if rich(v))
            least = _WORDS_RICH if exact >= 2 else _WORDS_VALUES
            if foreign:
                names = sum(1 for w in said.words & theirs.words if w.isascii() and not w.isdigit())
                return "values" if exact >= 1 and (names >= 1 or exact >= 2) and score >= least else ""
            return (
                "values"
                if score >= least and not (turned and score < _WORDS) and self._same_thing(said, theirs, other)
                else ""
            )
        if foreign or turned:
            return ""
        return "wording" if score >= _WORDS_FREE else ""

    def _told_abroad(self, said: Wording, line: Line, wanted: Sequence[Value], few: Sequence[Line]) -> bool:
        """Whether lines in another language have all values of a statement, two telling ones at least, and its name."""
        exact = [v for v in wanted if rich(v)]
        held = all(any(meets(v, line.day, o, o.day, self._zone) for o in few) for v in wanted)
        names = _names_in(line.text) or frozenset(w for w in said.words if w.isascii() and not w.isdigit())
        known = frozenset[str]().union(*(_names_in(f"{o.text} ; {o.hint}") | wording(o.text).words for o in few))
        return len(exact) >= 2 and held and bool(names & known)

    def _figure_of(self, said: Wording, line: Line, theirs: Wording, other: Line, wanted: Sequence[Value]) -> bool:
        """Whether a short statement gives a line's own measure of a thing that both name."""
        names = strong_names(line.text)
        known = strong_names(other.text) | strong_names(other.hint)
        exact = any(rich(v) and sum(c.isdigit() for c in v.surface.strip("0")) >= 2 for v in wanted)
        return bool(names) and names <= known and exact and len(said.order) <= _SHORT

    def _strange(self, said: Wording, theirs: Wording, wanted: Sequence[Value], other: Line) -> bool:
        """Whether a statement has a number, beside its values, that the line and its headings lack."""
        told = wording(" ".join(v.surface for v in wanted)).numbers
        known = theirs.numbers | wording(other.hint).numbers
        return any(len(n) > 1 and not n.isdigit() for n in said.numbers - told - known)

    def _same_thing(self, said: Wording, theirs: Wording, other: Line) -> bool:
        """No version or model number in the statement that the line, with its headings, lacks."""
        ours = {n for n in said.numbers if any(c.isalpha() for c in n) and any(c.isdigit() for c in n)}
        known = theirs.numbers | wording(other.hint).numbers
        return not ours or bool(ours & known) or not any(any(c.isalpha() for c in n) for n in known)

    def _together(
        self, said: Wording, line: Line, wanted: Sequence[Value], candidates: Sequence[Line]
    ) -> Familiar | None:
        """Whether a few lines of one text have between them all that a statement says."""
        by_path: dict[str, list[Line]] = {}
        for other in candidates:
            by_path.setdefault(other.path, []).append(other)
        for path in sorted(by_path):
            few = by_path[path][:_UNION_LINES]
            if mostly_han(line.text) != mostly_han(few[0].text):
                beside = [o for index in self._indexes for o in index.around(few[0])]
                if self._told_abroad(said, line, wanted, beside):
                    return Familiar(True, 0.5, "together", few[0])
                continue
            if len(few) < 2 or (said.negated and not any(wording(o.text).negated for o in few)):
                continue
            words = frozenset[str]().union(*(wording(o.text).words for o in few))
            total = self._sum(sorted(said.words))
            share = self._sum(sorted(said.words & words)) / total if total else 0.0
            covered = all(any(meets(v, line.day, o, o.day, self._zone) for o in few) for v in wanted)
            least = _UNION if not wanted else 0.55
            if covered and share >= least and not any(self._contradicts(line, wanted, o) for o in few):
                return Familiar(True, round(share, 4), "together", few[0])
        return None


def _names_in(text: str) -> frozenset[str]:
    return frozenset(w for n in strong_names(text) for w in n.split() if any(c.isdigit() for c in w))


@dataclass(frozen=True, slots=True)
class _Spread:
    """The words of a statement, or of a line with its headings, as two of them are held against each other."""

    order: tuple[str, ...]  # sorted
    words: frozenset[str]
    begun: frozenset[str]  # beginnings of the longer ones
    by_beginning: Mapping[str, Sequence[str]]
    han: bool  # whether the text is mostly Han


@lru_cache(maxsize=65536)
def _spread(text: str) -> _Spread:
    return _of_words(wording(text).words, text)


@lru_cache(maxsize=65536)
def _around(text: str, hint: str) -> _Spread:
    return _of_words(wording(text).words | wording(hint).words, text)


def _of_words(words: frozenset[str], text: str) -> _Spread:
    order = tuple(sorted(words))
    begun: dict[str, list[str]] = {}
    for word in order:
        if len(word) >= _STEM:
            begun.setdefault(word[: _STEM - 1], []).append(word)
    return _Spread(order, words, frozenset(begun), begun, mostly_han(text))
