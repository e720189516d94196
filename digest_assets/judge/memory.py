"""Is a statement known? Against the lines of the document and of earlier days: by id, values, names, wording.

Belongs here: comparing one statement with the lines that an index finds. Never here: which statements, what follows.

A statement is known where one line, or a few lines of one text together, have its words and its values; where they have
its values, fewer words are enough, and across languages its names. Where a value of it stands nowhere, it is new,
however alike the words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from digest_assets.judge import cues
from digest_assets.judge.alike import Wording, common, wording
from digest_assets.judge.lines import Index, Line, terms
from digest_assets.model import ArxivValue, DateValue, QuantityValue, UrlValue, Value, VersionValue
from digest_assets.reading import combined, dates, quantities

_WORDS = 0.7  # of a statement's words, by weight, in a known line: it says the same
_WORDS_FREE = 0.62  # where the statement carries no value
_WORDS_VALUES = 0.34  # where all its values stand in the line
_WORDS_RICH = 0.2  # where two or more telling values do
_UNION = 0.78  # of its words in a few lines of one text together
_UNION_LINES = 4
_CANDIDATES = 8
_COUNTERS = frozenset(
    ["", "个", "個", "篇", "条", "條", "项", "項", "件", "份", "次", "步", "类", "類", "种", "種", "家", "位", "名", "人", "第", "轮", "輪", "点", "處", "处", "版", "章", "节"]
)


@dataclass(frozen=True, slots=True)
class Familiar:
    """What is known of a statement. ``missing``: its telling values that no line has; ``finer``: a day where a month was known."""

    known: bool
    score: float
    rule: str
    line: Line | None
    missing: tuple[Value, ...] = ()


@lru_cache(maxsize=32768)
def found_values(text: str) -> tuple[Value, ...]:
    return tuple(combined.find(text))


def values_of(line: Line) -> tuple[Value, ...]:
    """The values of a line: as read with it, or found again in its text."""
    return line.values if line.values is not None else found_values(line.text)


def telling(value: Value) -> bool:
    """Whether a value says something of its thing: not a mere count of a few, not an id or an address."""
    if isinstance(value, QuantityValue):
        digits = sum(c.isdigit() for c in value.surface)
        return digits >= 2 or (digits >= 1 and value.unit not in _COUNTERS)
    return isinstance(value, DateValue | VersionValue) and not (
        isinstance(value, DateValue) and value.form == "relative"
    )


def meets(value: Value, day: date | None, line: Line, line_day: date | None, zone: str) -> bool:
    """Whether a line has a value that can hold together with this one."""
    for other in values_of(line):
        if isinstance(value, QuantityValue) and isinstance(other, QuantityValue):
            if quantities.comparable(value, other) and quantities.agrees(value, other):
                return True
        elif isinstance(value, VersionValue) and isinstance(other, VersionValue):
            if value.version.lstrip("vV") == other.version.lstrip("vV"):
                return True
        elif isinstance(value, DateValue) and isinstance(other, DateValue):
            mine = dates.resolve(value, day, zone) if day else None
            theirs = dates.resolve(other, line_day or day, zone) if (line_day or day) else None
            if mine and theirs and mine[0] <= theirs[1] and theirs[0] <= mine[1]:
                # a day in a known month says more than the month did
                return (mine[1] - mine[0]) >= (theirs[1] - theirs[0])
    return value.surface.casefold() in line.text.casefold() and isinstance(value, VersionValue | DateValue)


class Memory:
    """Known lines, in one or more indexes, asked as one."""

    def __init__(self, indexes: Sequence[Index], zone: str) -> None:
        self._indexes = indexes
        self._zone = zone

    def weight(self, word: str) -> float:
        return max((i.weight(word) for i in self._indexes if len(i)), default=1.0)

    def share(self, line: Line, other: Line) -> float:
        """How much of a statement stands in a line or its headings, by weight."""
        return self._share(wording(line.text), other)

    def near(self, line: Line, top: int = _CANDIDATES) -> list[Line]:
        """The lines that share most with a statement, best first."""
        wanted = terms(line)
        gathered = [(score, n, other) for n, index in enumerate(self._indexes) for score, other in index.near(wanted, top)]
        gathered.sort(key=lambda g: (-round(g[0], 9), g[1]))
        return [other for _, _, other in gathered[: 2 * top]]

    def check(self, line: Line, values: Sequence[Value], hint_words: frozenset[str] = frozenset()) -> Familiar:
        """How much of a statement is known."""
        for index in self._indexes:
            same = index.same(line.text)
            if same is not None and len(line.text) >= 12:
                return Familiar(True, 1.0, "same", same)
        said = wording(line.text)
        wanted = [v for v in values if telling(v)]
        best: Familiar | None = None
        nearest: tuple[float, Line] | None = None
        candidates = self.near(line)
        for other in candidates:
            score = self._share(said, other)
            if nearest is None or score > nearest[0]:
                nearest = (score, other)
            missing = tuple(v for v in wanted if not meets(v, line.day, other, other.day, self._zone))
            rule = self._rule(said, line, other, score, wanted, missing)
            if rule and (best is None or score > best.score):
                best = Familiar(True, round(score, 4), rule, other)
        if best is not None:
            return best
        together = self._together(said, line, wanted, candidates)
        if together is not None:
            return together
        least = self._missing(line, wanted, candidates)
        if nearest is None:
            return Familiar(False, 0.0, "none", None, least)
        return Familiar(False, round(nearest[0], 4), "wording", nearest[1], least)

    def _missing(self, line: Line, wanted: Sequence[Value], candidates: Sequence[Line]) -> tuple[Value, ...]:
        """Telling values that no near line of the same matter has."""
        close = [other for other in candidates if self._share(wording(line.text), other) >= _WORDS_VALUES]
        return tuple(v for v in wanted if not any(meets(v, line.day, o, o.day, self._zone) for o in close))

    def _share(self, said: Wording, other: Line) -> float:
        """How much of a statement, by weight, stands in a line or its headings; names alone across languages."""
        theirs = wording(other.text)
        around = Wording(theirs.order, theirs.words | wording(other.hint).words, theirs.numbers, theirs.negated)
        mine = said
        if _han(said) != _han(theirs):
            mine = Wording(said.order, frozenset(w for w in said.words if w.isascii()), said.numbers, said.negated)
        hit, _ = common(mine, around)
        total = sum(self.weight(w) for w in sorted(mine.words))
        return sum(self.weight(w) for w in sorted(hit)) / total if total else 0.0

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
        foreign = _han(said) != _han(theirs)
        if missing:
            return ""
        turned = said.negated != theirs.negated and not foreign
        if wanted:
            rich = sum(1 for v in wanted if _rich(v))
            least = _WORDS_RICH if rich >= 2 else _WORDS_VALUES
            if foreign:
                names = sum(1 for w in said.words & theirs.words if w.isascii() and not w.isdigit())
                return "values" if rich >= 1 and (names >= 1 or rich >= 2) and score >= least else ""
            return "values" if score >= least and not (turned and score < _WORDS) and self._same_thing(said, theirs, other) else ""
        if foreign or turned:
            return ""
        strange = {n for n in said.numbers - theirs.numbers if not n.isdigit() or len(n) > 1}
        return "wording" if score >= _WORDS_FREE and not strange else ""

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
            if len(few) < 2 or _han(said) != _han(wording(few[0].text)):
                continue
            words = frozenset[str]().union(*(wording(o.text).words for o in few))
            hit, _ = common(said, Wording((), words, frozenset(), False))
            total = sum(self.weight(w) for w in sorted(said.words))
            share = sum(self.weight(w) for w in sorted(hit)) / total if total else 0.0
            covered = all(any(meets(v, line.day, o, o.day, self._zone) for o in few) for v in wanted)
            least = _UNION if not wanted else 0.55
            if covered and share >= least:
                return Familiar(True, round(share, 4), "together", few[0])
        return None


def _rich(value: Value) -> bool:
    """Whether a value alone nearly tells its thing: a measure with a unit, a day, a version."""
    if isinstance(value, QuantityValue):
        return value.unit not in _COUNTERS or sum(c.isdigit() for c in value.surface) >= 3
    return isinstance(value, DateValue | VersionValue)


@lru_cache(maxsize=65536)
def _han_text(text: str) -> bool:
    han = sum(1 for sign in text if "㐀" <= sign <= "鿿")
    return han * 4 > sum(1 for sign in text if sign.isascii() and sign.isalpha())


def _han(said: Wording) -> bool:
    return _han_text(" ".join(said.order))


def fresh_ids(values: Sequence[Value]) -> tuple[str, ...]:
    """The arXiv ids of a statement that count."""
    return tuple(dict.fromkeys(v.arxiv_id for v in values if isinstance(v, ArxivValue) and not v.bare))


def addresses(values: Sequence[Value]) -> list[UrlValue]:
    return [v for v in values if isinstance(v, UrlValue)]


def about_itself(text: str) -> bool:
    """Whether a statement is about its own note: a slip, what was left out, that nothing is new."""
    return bool(cues.nothing_new(text)) or cues.left_out(text) or cues.about_note(text)
