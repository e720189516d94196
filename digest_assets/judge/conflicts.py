"""Do two statements contradict each other? One subject, one event or attribute, values that cannot hold together.

Belongs here: comparing facts. Never here: taking statements apart (``facts``), deciding who is right.
Doubt is no conflict: where subject or attribute may differ, two statements are unrelated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import structs

from digest_assets.judge import facts, glossary, lexicon, metrics
from digest_assets.judge.facts import Fact, Statement
from digest_assets.judge.lexical import mostly_han
from digest_assets.model import QuantityValue
from digest_assets.reading import agreement, quantities

__all__ = ["Relation", "Statement", "compare", "within"]

Kind = Literal["conflict", "agree", "unrelated"]

_SUBJECT_WORDS = 0.5  # of the shorter side's words, shared, before two events are one thing's
_ATTRIBUTE_WORDS = 0.5  # of the shorter side's words, shared, before two quantities are one attribute's
_COMMON = frozenset(["", "share", "x", "pp", "time"])  # dimensions in which a thing has many attributes
_PAPER = re.compile(r"\d{4}\.\d{4,5}|10\.\d{4,9}/.+")
_SIMPLE = 6  # words: a statement with no more beside its event and date names nothing but its subject


@dataclass(frozen=True, slots=True)
class Relation:
    kind: Kind
    subject: str = ""  # identifiers and words that both share
    attribute: str = ""  # the event's key, "licence", "quantity", …
    values_a: tuple[str, ...] = ()
    values_b: tuple[str, ...] = ()
    reason: str = ""  # the rule that decided


_UNRELATED = Relation("unrelated")


def compare(a: Statement, b: Statement) -> Relation:
    """How two statements stand to each other. A conflict outweighs agreement; nothing in common is ``unrelated``."""
    ours, theirs = facts.of(a), facts.of(b)
    abroad = mostly_han(a.text) != mostly_han(b.text)
    pairs = []
    for i, left in enumerate(ours):
        for j, right in enumerate(theirs):
            close = _closeness(left, right) or (_abroad(left, right, ours, theirs) if abroad else 0.0)
            if close > 0:
                relation = _relate(left, right)
                # what agrees is paired first: two figures of one statement may each have a twin in the other
                pairs.append((relation.kind != "agree", -close, i, j, relation))
    taken_a, taken_b, decided = set[int](), set[int](), []
    for _, _, i, j, relation in sorted(pairs, key=lambda p: p[:4]):
        if i not in taken_a and j not in taken_b:
            taken_a.add(i)
            taken_b.add(j)
            decided.append(relation)
    for kind in ("conflict", "agree"):
        for relation in decided:
            if relation.kind == kind:
                return relation
    return _status(ours, theirs) or _UNRELATED


def within(statement: Statement) -> Relation:
    """Whether a statement contradicts itself: two figures of one attribute from two parts of one source.

    "The abstract says 37%, table 3 says 31%": both figures name a part (abstract, text, a table) and have one unit,
    and the second adds nothing that would make it another attribute, or the text says that it is the same.
    """
    found = [f for f in facts.of(statement) if f.kind == "quantity" and f.part]
    for i, left in enumerate(found):
        for right in found[i + 1 :]:
            again = len(right.words - left.words) <= 1 or lexicon.says_same(statement.text)
            if left.part != right.part and again and _comparable(left, right) and not _other_conditions(left, right):
                relation = _relate(left, right)
                if relation.kind == "conflict":
                    return relation
    return _UNRELATED


def _status(ours: tuple[Fact, ...], theirs: tuple[Fact, ...]) -> Relation | None:
    """A withdrawal, or a failed replication, against a result of the same work."""
    for left, right in ((ours, theirs), (theirs, ours)):
        for state in (f for f in left if f.kind == "status"):
            if any(f.kind == "status" and f.attribute == state.attribute for f in right):
                continue
            for result in (f for f in right if f.kind == "quantity"):
                alike = _overlap(state.words, result.words | result.hint_words) >= 0.5
                if _one_paper(state, result) or (alike and _same_ids(state, result, strict=False)):
                    values = ((state.surface,), (result.surface,))
                    mine, other = values if left is ours else values[::-1]
                    return Relation(
                        "conflict", _subject(state, result), state.attribute, mine, other, f"status:{state.attribute}"
                    )
    return None


def _one_paper(a: Fact, b: Fact) -> bool:
    """Whether both are about one paper, by its id."""
    return any(_PAPER.fullmatch(i) for i in (a.ids | a.hint_ids) & (b.ids | b.hint_ids))


def _closeness(a: Fact, b: Fact) -> float:
    """How sure it is that two facts speak of one attribute of one thing; 0: they do not."""
    if a.kind != b.kind or a.attribute != b.attribute or a.kind == "status":
        return 0.0
    if a.kind == "quantity":
        measured = metrics.is_metric(a.value)
        if not _comparable(a, b) or not _same_ids(a, b, strict=measured) or _other_conditions(a, b):
            return 0.0
        if measured and (a.conditions != b.conditions or _other_setting(a, b, lexicon.setting("figure", 3))):
            return 0.0
        if _other_setting(a, b, lexicon.setting("with", 4)):
            return 0.0
        if lexicon.contrast(a.own, b.own) or lexicon.contrast(a.sentence, b.sentence):
            return 0.0
        if not a.ids and not b.ids and not a.hint_words & b.hint_words and _by_one_word(a.words, b.words):
            return 0.0
        shared = _overlap(a.words, b.words)
        return shared if shared >= _ATTRIBUTE_WORDS else 0.0
    strict = a.kind == "date"
    if not _same_ids(a, b, strict=strict):
        return 0.0
    return _subject_closeness(a, b)


def _abroad(a: Fact, b: Fact, ours: Sequence[Fact], theirs: Sequence[Fact]) -> float:
    """As ``_closeness``, of two statements in different scripts, which have hardly more than names in common: one thing
    by its name, and one attribute by the unit that no other figure of theirs has, or by an everyday word.
    """
    if a.kind != b.kind or a.attribute != b.attribute or not _name_shared(a, b):
        return 0.0
    if a.kind == "supports":
        said = {w for f in (a, b) for w in glossary.other_words(f.own).split()}
        return 0.5 if said & (a.words | b.words) else 0.0
    if a.kind != "quantity" or not _comparable(a, b) or _other_conditions(a, b) or not _same_ids(a, b, strict=False):
        return 0.0
    alone = all(
        sum(f.kind == "quantity" and _comparable(f, own) for f in every) == 1 for own, every in ((a, ours), (b, theirs))
    )
    return 0.3 if alone and agreement.dimension(_unit(a)) not in _COMMON else 0.0


def _unit(f: Fact) -> str:
    return f.value.unit if isinstance(f.value, QuantityValue) else ""


def _name_shared(a: Fact, b: Fact) -> bool:
    """Whether both have an identifier, or a longer word in Latin letters."""
    ids = (a.ids | a.hint_ids) & (b.ids | b.hint_ids)
    words = a.words & b.words
    return _named(ids) or any(w.isascii() and len(w) >= 4 for w in words)


def _subject_closeness(a: Fact, b: Fact) -> float:
    """Shared words of the subjects, headings included; 0 where each names something that the other does not."""
    only_a, only_b = a.words - b.words - b.hint_words, b.words - a.words - a.hint_words
    loose = not a.hint_words and not b.hint_words
    simple = a.kind == "date" and max(len(a.words), len(b.words)) <= _SIMPLE
    if loose and simple and not _one_name(a, b, only_a, only_b):
        return 0.0
    shared = _overlap(a.words, b.words)
    around = (a.words | a.hint_words) & (b.words | b.hint_words)
    by_id = a.ids & b.ids and (around or _named(a.ids & b.ids) or not a.words or not b.words)
    by_heading = around and (not a.words or not b.words or a.hint_words & b.hint_words)
    if by_id or by_heading:
        shared = max(shared, 0.5)
    least = 0.6 if a.kind in ("supports",) else _SUBJECT_WORDS if a.kind != "licence" else 0.3
    return shared if shared >= least else 0.0


def _one_name(a: Fact, b: Fact, only_a: frozenset[str], only_b: frozenset[str]) -> bool:
    """Whether two short statements name one thing. What one says more has to come first, as a reporter's words do: what
    follows a name belongs to it (``S20`` and ``S20 Ultra``).
    """
    if only_a and only_b:
        return False
    more, extra = (a, only_a) if only_a else (b, only_b)
    last = max((i for i, w in enumerate(more.order) if w in extra), default=-1)
    first = next((i for i, w in enumerate(more.order) if w not in extra), len(more.order))
    return last < first


def _by_one_word(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two nameless figures have one word in common, and each a further one: a skiff's price, its trailer's."""
    return len(a & b) <= 1 and min(len(a), len(b)) >= 2


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared words over the shorter side's; endings of two letters do not count."""
    if not a or not b:
        return 0.0
    shared = a & b
    rest = {w[:5] for w in b - shared if len(w) >= 5}
    more = sum(1 for w in a - shared if len(w) >= 5 and w[:5] in rest)
    return min(1.0, (len(shared) + more) / min(len(a), len(b)))


def _same_ids(a: Fact, b: Fact, *, strict: bool) -> bool:
    """Whether identifiers allow one subject. Never where one family has other members on each side (v0.9, v0.10).

    ``strict``: neither side may have one that the other, its headings included, lacks.
    """
    left, right = _families(a), _families(b)
    for name in left.keys() & right.keys():
        if not left[name] & right[name]:
            return False
    only_a, only_b = a.ids - b.ids - b.hint_ids, b.ids - a.ids - a.hint_ids
    if strict:
        return not only_a and not only_b
    return not (_named(only_a) and _named(only_b))


def _other_conditions(a: Fact, b: Fact) -> bool:
    """Whether both say under which circumstances, in the same unit, and these differ."""
    units = {unit for unit, _, _ in a.conditions} & {unit for unit, _, _ in b.conditions}
    return any(
        not {c for c in a.conditions if c[0] == unit} & {c for c in b.conditions if c[0] == unit} for unit in units
    )


def _other_setting(a: Fact, b: Fact, words: re.Pattern[str]) -> bool:
    """Whether both say in words on, with or under what, and nothing of it is shared."""
    left, right = (
        {w[:5] for m in words.finditer(f.own) for w in re.findall(r"[^\W\d_]{3,}", m.group(1))} for f in (a, b)
    )
    return bool(left and right and not left & right)


def _named(ids: frozenset[str]) -> bool:
    """Whether one of the identifiers is more than a number."""
    return any(re.search(r"[a-z]", i) for i in ids)


def _families(f: Fact) -> dict[str, set[str]]:
    """Identifiers by family; those of the headings where the statement itself has none of that family."""
    out: dict[str, set[str]] = {}
    for identifier in f.ids:
        out.setdefault(facts.family(identifier), set()).add(identifier)
    for name in {facts.family(i) for i in f.hint_ids} - out.keys():
        out[name] = {i for i in f.hint_ids if facts.family(i) == name}
    return out


def _comparable(a: Fact, b: Fact) -> bool:
    if not isinstance(a.value, QuantityValue) or not isinstance(b.value, QuantityValue):
        return False
    if metrics.is_metric(a.value) or metrics.is_metric(b.value):
        return a.value.unit == b.value.unit and metrics.agrees(a.value, b.value) is not None
    one, other = a.value, b.value
    if one.unit.endswith(")") != other.unit.endswith(")"):  # one side has left the unit's bracket out
        one, other = (structs.replace(v, unit=v.unit.partition("(")[0]) for v in (one, other))
    return quantities.comparable(one, other)


def _relate(a: Fact, b: Fact) -> Relation:
    """Two facts of one attribute: can both hold?"""
    subject, values = _subject(a, b), ((a.surface,), (b.surface,))
    if a.kind == "date" and a.span and b.span:
        one_in_other = (a.span[0] <= b.span[0] and b.span[1] <= a.span[1]) or (
            b.span[0] <= a.span[0] and a.span[1] <= b.span[1]
        )
        kind: Kind = "agree" if one_in_other else "conflict"
        return Relation(kind, subject, a.attribute, *values, f"event:{a.attribute}")
    if a.kind == "quantity" and isinstance(a.value, QuantityValue) and isinstance(b.value, QuantityValue):
        agree = metrics.agrees(a.value, b.value) if metrics.is_metric(a.value) else quantities.agrees(a.value, b.value)
        bounded = (a.value.qualifier or b.value.qualifier) and a.value.unit == b.value.unit
        if agree and bounded and a.value.low != b.value.low and _transposed(a.surface, b.surface):
            return Relation("conflict", subject, "quantity", *values, "quantity:transposed digits")
        return Relation("agree" if agree else "conflict", subject, "quantity", *values, "quantity")
    same = _number(a.token) == _number(b.token)
    return Relation("agree" if same else "conflict", subject, a.attribute, *values, a.kind)


def _number(token: str) -> str:
    return re.sub(r"^v(?=\d)", "", token)


def _transposed(a: str, b: str) -> bool:
    """The same digits in another order: a slip, not a bound and a value under it."""
    one, other = re.sub(r"\D", "", a), re.sub(r"\D", "", b)
    return one != other and len(one) >= 2 and sorted(one) == sorted(other)


def _subject(a: Fact, b: Fact) -> str:
    shared = sorted(a.ids & b.ids) + sorted(a.words & b.words)
    return " ".join(shared or sorted(a.words | b.words))
