"""Whether two statements are of one subject and one setting, so that their figures may be held against each other.

Belongs here: the papers and names that a statement speaks of, and the conditions of its figures. Never here:
comparing the figures (``conflicts``), rows of the warnings table (``cautions``).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from digest_assets.judge import cues
from digest_assets.judge.alike import wording
from digest_assets.judge.conflicts import Relation
from digest_assets.judge.figures import found_values, values_of
from digest_assets.judge.lines import Line
from digest_assets.judge.matters import strong_names
from digest_assets.judge.sifting import Case, Told
from digest_assets.model import DateValue, QuantityValue, Value
from digest_assets.reading import quantities


@dataclass(frozen=True, slots=True)
class Subject:
    """What a statement is about: the papers and names that it, or what stands around it, gives."""

    ids: frozenset[str]
    own: frozenset[str]  # names in the statement itself
    around: frozenset[str]  # names in its matter's title and headings
    loose: bool  # a remark between lists: its subject is unsure
    words: frozenset[str] = frozenset()  # of the statement and its headings


def of_told(case: Case, t: Told) -> Subject:
    """The papers that a statement speaks of: its own, its item's, else the last one that its matter named before it."""
    ids = set(t.view.ids[t.at])
    if not ids:
        ids = {i for at in case.items[t.claim.item] for i in t.view.ids[at]}
    if not ids:
        before = bisect_left(case.cited, t.at)
        ids = {t.view.ids[case.cited[before - 1]][-1]} if before else set()
        ids = ids or set(case.new_ids if len(case.new_ids) == 1 else ())
    headings = " ; ".join((t.matter.title, *t.claim.heading_path))
    around = _names(headings, found_values(headings))
    words = wording(t.claim.text).words | wording(headings).words
    return Subject(frozenset(ids), _names(t.claim.text, t.claim.values), around, t.matter.kind == "loose", words)


def of_line(line: Line) -> Subject:
    headings = line.hint.split(" > ")[1:]  # the document's own title names no subject
    around = " ; ".join(headings)
    own = _names(line.text, values_of(line))
    words = wording(line.text).words | wording(around).words
    return Subject(frozenset(line.ids), own, _names(around, found_values(around)), False, words)


def _names(text: str, values: Sequence[Value]) -> frozenset[str]:
    """The names in a text, without what is a figure: "Name 3.7 million" names no version 3.7."""
    signs = list(text)
    for v in values:
        if isinstance(v, QuantityValue | DateValue):
            signs[v.start : v.end] = " " * (v.end - v.start)
    return strong_names("".join(signs))


def one_subject(a: Subject, b: Subject, relation: Relation) -> bool:
    """Whether two statements may be about one thing: no paper or name on one side where the other has only others."""
    values = strong_names(" ; ".join((*relation.values_a, *relation.values_b)))
    own_a, own_b = a.own - values, b.own - values
    if a.ids and b.ids and not a.ids & b.ids and not _share_name(own_a, own_b):
        return False
    every_a, every_b = own_a | a.around, own_b | b.around
    shared = _share_name(every_a, every_b) or bool(a.ids & b.ids)
    if own_a and own_b and not _share_name(own_a, every_b) and not _share_name(every_a, own_b):
        return False
    if not relation.reason.startswith("quantity"):
        return True
    if shared:
        return True
    if _goes_on(own_a, b) or _goes_on(own_b, a):
        return False
    # a figure of a named thing is no figure of a thing without that name
    strangers = (a.ids or (a.around and not own_a)) and not b.ids, (b.ids or (b.around and not own_b)) and not a.ids
    return not (any(strangers) or a.loose or b.loose)


def _goes_on(names: frozenset[str], other: Subject) -> bool:
    """Whether a name goes on where the other side stops: a Tern-9 is no Tern."""
    heads = {head for name in names for head, dash, _ in [name.partition("-")] if dash}
    return not heads.isdisjoint(other.words)


def _share_name(a: frozenset[str], b: frozenset[str]) -> bool:
    return any(_same_name(x, y) for x in a for y in b)


def _same_name(a: str, b: str) -> bool:
    """Equal, or one word of the other; across scripts, a thing of the same number (a translated name keeps it)."""
    if a == b or a in b.split() or b in a.split() or a.replace(" ", "") == b.replace(" ", ""):
        return True
    number_a, number_b = re.search(r"\d[\w.]*$", a), re.search(r"\d[\w.]*$", b)
    return bool(number_a and number_b) and number_a.group(0) == number_b.group(0) and a[0].isascii() != b[0].isascii()  # type: ignore[union-attr]


_MOSTLY = 0.6  # of the longer statement's words, shared, before spelled numbers are held against each other
_PARENTHESIS = re.compile(r"[(（][^()（）]*$")


def one_setting(mine: Line, other: Line, relation: Relation, settled: bool) -> bool:
    """Whether two figures may be of one setting: not two rows of one table, no condition that differs."""
    if mine.cells and other.cells and mine.path == other.path and mine.item == other.item:
        return mine.cells[0][1] == other.cells[0][1]  # rows of one table are of different things
    if not relation.reason.startswith("quantity"):
        return not any(_is_edition(line, relation) for line in (mine, other))
    if settled or cues.conditional(mine.text) or cues.conditional(other.text):
        return False
    if any(_other_row(row, line) for row, line in ((mine, other), (other, mine))):
        return False
    surfaces = set(relation.values_a) | set(relation.values_b)
    spelled = [s for s in surfaces if not any(c.isdigit() for c in s)]
    if spelled and (len(spelled) < len(surfaces) or not _one_sentence(mine, other)):
        return False  # a spelled number is often no figure, unless all else is the same
    if any(_other_column(row, line, surfaces) for row, line in ((mine, other), (other, mine))):
        return False
    if any(_bracketed(line, surfaces) for line in (mine, other)):
        return False
    rest = [
        [v for v in values_of(line) if isinstance(v, QuantityValue) and not _compared(v, surfaces)]
        for line in (mine, other)
    ]
    alike = any(quantities.comparable(v, w) for v in rest[0] for w in rest[1])
    return not alike or any(quantities.comparable(v, w) and quantities.agrees(v, w) for v in rest[0] for w in rest[1])


def _one_sentence(mine: Line, other: Line) -> bool:
    """Whether two statements differ in a word or two."""
    a, b = wording(mine.text).words, wording(other.text).words
    return len(a & b) >= _MOSTLY * max(len(a), len(b))


def _compared(v: QuantityValue, surfaces: set[str]) -> bool:
    """Whether a quantity is a compared figure, which may stand with a bracket behind its unit: ``52 dB(A)``."""
    return v.surface in surfaces or any(s.startswith(f"{v.surface}(") for s in surfaces)


def _other_row(row: Line, line: Line) -> bool:
    """Whether a table row is of something that a statement does not speak of, though it names what it speaks of."""
    if not row.cells or line.cells or not strong_names(line.text):
        return False
    lead = wording(row.cells[0][1]).words
    return bool(lead) and not lead & (wording(line.text).words | wording(line.hint).words)


def _other_column(row: Line, line: Line, surfaces: set[str]) -> bool:
    """Whether a row has a like figure in another column too, and the statement names neither column."""
    if not row.cells or line.cells:
        return False
    figures = [v for v in values_of(row) if isinstance(v, QuantityValue)]
    compared = [v for v in figures if _compared(v, surfaces)]
    rivals = [w for v in compared for w in figures if w is not v and quantities.comparable(v, w)]
    if not rivals:
        return False
    said = wording(line.text).words | wording(line.hint).words
    named = [column for column, text in row.cells if any(v.surface in text for v in compared)]
    return not any(wording(column).words & said for column in named)


def _bracketed(line: Line, surfaces: set[str]) -> bool:
    """Whether the compared figure stands in brackets behind another one: a condition, not the statement's figure."""
    figures = [v for v in values_of(line) if isinstance(v, QuantityValue)]
    for v in figures:
        if _compared(v, surfaces) and _PARENTHESIS.search(line.text[: v.start]):
            return any(w.end <= v.start and w is not v for w in figures)
    return False


def _is_edition(line: Line, relation: Relation) -> bool:
    """Whether the compared date names an edition (the July version), not a day of an event."""
    for surface in (*relation.values_a, *relation.values_b):
        at = line.text.find(surface)
        if at >= 0 and re.match(r"\s*(?:更新)?[版号期]|\s*(?:edition|issue)\b", line.text[at + len(surface) :]):
            return True
    return False
