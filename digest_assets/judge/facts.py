"""A statement taken apart: which value it gives for which event or attribute of which subject.

Belongs here: splitting a statement into facts. Never here: comparing facts (``conflicts``).

A value belongs to the words from the value before it to the end of its own clause, and to the statement's lead (what
stands before the first colon). Identifiers, words with digits or of mixed case, say which thing is meant; the other
words say which of its attributes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from msgspec import structs

from digest_assets.judge import events, lexicon, metrics
from digest_assets.judge.lexical import features, fold_in_place
from digest_assets.model import DateValue, QuantityValue, Value, VersionValue
from digest_assets.reading import dates

FactKind = Literal["date", "quantity", "requires", "licence", "supports", "status"]

_HARD = re.compile(r"[;；。！？!?\n]|\.(?=\s|$)")
_SOFT = re.compile(r"[,，、]|\s\|\s|[()（）]")
_LEAD = re.compile(r"[:：]|\s[-–—]\s|——")
_ID = re.compile(r"(?<![a-z0-9])(?=[a-z._-]*\d)[a-z0-9]+(?:[._-][a-z0-9]+)*")
_PART = re.compile(
    r"(?:\b(?:table|figure|fig\.?|section|chapter|cohort|appendix|page|phase|row|day|note|§)|[表图節节章第页])\s*$"
)
_BEHIND_NAME = re.compile(r"[a-z㐀-鿿][)）\]]?[\s_-]*v?$|version\s*$")
_VERSION_OF = re.compile(r"\s?v?\d+(?:\.\d+)*")  # of a licence, behind its name
_DOI = re.compile(r"10\.\d{4,9}/[^\s,;，；()（）]+")
_NUMBERING = re.compile(
    r"(?:^|(?<= > ))\s*(?:§\s*)?(?:\d+(?:\.\d+)*[.)、]?|第[一二三四五六七八九十百]+[章节節部篇])(?=\s|[、．])\s*"
)
_UNIT_TAIL = re.compile(r"(?<=[a-zµ°])\([a-z]{1,3}\)")
_BRACKET = re.compile(r"\s?[(（][^()（）]{1,40}[)）]")
_ORDINAL = re.compile(r"^\s*\d{1,3}\s*[.)、）]\s*(?=\D)")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with its typed values, and what stands around it."""

    text: str
    values: tuple[Value, ...] = ()
    ref_day: date | None = None  # the day its relative dates count from
    zone: str = "UTC"
    subject_hint: str = ""  # headings above it, its document's title, aliases: joined by " > "
    cells: tuple[tuple[str, str], ...] = ()  # of a table row: (column, text)
    papers: tuple[str, ...] = ()  # arXiv ids that it is about


@dataclass(frozen=True, slots=True)
class Fact:
    kind: FactKind
    attribute: str  # the event's key; "" for a quantity, whose attribute are its words
    surface: str
    start: int
    value: Value | None  # of a quantity or a required version
    span: tuple[date, date] | None  # of a date, resolved
    token: str  # of a licence: its family; of a state: "yes" or "no"
    ids: frozenset[str]  # identifiers of the thing, from the fact's own words and the lead
    words: frozenset[str]  # the other words
    order: tuple[str, ...]  # the same as they stand
    own: str  # the folded text that they were taken from
    sentence: str  # the folded sentence around it
    part: str  # which part of a source the statement has it from: "abstract", "table 3"; "" where it does not say
    conditions: frozenset[tuple[str, float, float]]  # (unit, low, high) of quantities under which it holds
    hint_ids: frozenset[str]
    hint_words: frozenset[str]


def family(identifier: str) -> str:
    """Identifiers of one family exclude each other: ``sp-19`` and ``sp-20``, ``0.9`` and ``0.10``, ``7b``, ``70b``."""
    letters = re.match(r"[a-z._-]+", identifier)
    return f"{letters.group(0)}#" if letters else "#" + re.sub(r"[\d.]+", "", identifier)


@lru_cache(maxsize=65536)
def _ids_of(text: str, plain: bool) -> frozenset[str]:
    """Identifiers with digits in a folded text. Numbers of tables, figures and the like are none; a plain number is
    one only behind a name (``Talus 3.0``), or anywhere where ``plain`` says so.
    """
    out = set()
    for m in _ID.finditer(text):
        found, before = m.group(0), text[: m.start()]
        if not re.search(r"[a-z]", found.removeprefix("v")):
            if _PART.search(before) or re.search(r"[+@±×-]$", before):
                continue
            if not plain and not found.startswith("v") and not _BEHIND_NAME.search(before):
                continue
        out.add(re.sub(r"^v(?=\d)", "", found))
        size = re.search(r"-(\d+(?:\.\d+)?[a-z]+)$", found)
        if size:  # a size behind a name stands for itself: frostleaf-70b and 霜叶-70B are both 70b
            out.add(size.group(1))
    return frozenset(out)


@lru_cache(maxsize=65536)
def _plain_words(text: str) -> tuple[str, ...]:
    """Words without digits of a folded text, in order, reporters' words left out."""
    plain = lexicon.reporters().sub(" ", lexicon.source_part().sub(" ", text))
    plain = lexicon.frame().sub(" ", _ID.sub(" ", plain))
    return tuple(f for f in features(plain) if not f.isdigit() and (len(f) > 1 or f.isascii()))


@lru_cache(maxsize=16384)
def of(statement: Statement) -> tuple[Fact, ...]:
    """The facts of a statement, by place."""
    line = fold_in_place(statement.text)
    found = events.find(statement.text)
    licences = events.licences(statement.text)
    values = [
        _whole(v, statement.text, line)
        for v in statement.values
        if not (isinstance(v, QuantityValue) and _in_event(v, found))
    ]
    measured = metrics.find(statement.text, values)
    values = [v for v in values if not any(m.start < v.end and v.start < m.end for m in measured)] + list(measured)
    # "16-core" and "8-core" say which machine: they are kept as identifiers
    hidden = [(v.start, v.end) for v in values if not isinstance(v, VersionValue) and not _adjective(v)]
    hidden += [(m.start(), m.end()) for m in [_ORDINAL.match(line)] if m]
    hidden += [(e.start, e.end) for e in found]
    hidden += [(start, m.end() if (m := _VERSION_OF.match(line, end)) else end) for _, start, end in licences]
    masked = _mask(line, hidden)
    hint = _NUMBERING.sub(" ", fold_in_place(statement.subject_hint))
    papers = {*statement.papers, *(m.group(0).rstrip(".") for m in _DOI.finditer(line))}
    hint_ids, hint_words = _ids_of(hint, False) | papers, frozenset(_plain_words(hint))
    lead_end = _lead_end(masked)
    anchors = sorted(v.start for v in values if isinstance(v, QuantityValue | DateValue))
    out = []

    licensed = [start for _, start, _ in licences]

    def fact(
        kind: FactKind,
        attribute: str,
        surface: str,
        start: int,
        end: int,
        *,
        value: Value | None = None,
        span: tuple[date, date] | None = None,
        token: str = "",
    ) -> None:
        beside = licensed if kind == "licence" else anchors
        low, high = _scope(line, start, end, [a for a in beside if a != start], kind)
        if metrics.is_metric(value) and (bracket := _BRACKET.match(line, end)):
            high = max(high, bracket.end())  # "62.0 (5-shot)": the setting of a measure
        own = masked[low:high]
        if low >= lead_end:
            own = masked[:lead_end] + " " + own
        own = _with_column(own, statement, start)
        if kind == "requires":
            own = own.replace(surface, " ")
        conditions, part = _conditions(values, line, start), _part(masked, low, start)
        ids, order = _ids_of(own, kind != "quantity"), _plain_words(own)
        if not ids and not order and low:  # nothing but the value: what the statement began with
            own = masked[: _sentence(line, 0, 0)[1]] + " " + own
            ids, order = _ids_of(own, kind != "quantity"), _plain_words(own)
        sentence = line[slice(*_sentence(line, start, end))]
        subject = (ids, frozenset(order), order, own, sentence, part, conditions, hint_ids, hint_words)
        out.append(Fact(kind, attribute, surface, start, value, span, token, *subject))

    for v in values:
        if isinstance(v, DateValue):
            event = _event_of(v.start, v.end, found, line)
            span = dates.resolve(v, statement.ref_day or date(1970, 1, 1), statement.zone)
            if event is not None and span is not None and (statement.ref_day or v.form in ("absolute", "instant")):
                fact("date", event.key, v.surface, v.start, max(v.end, event.end), span=span)
        elif isinstance(v, QuantityValue) and not (measured and v not in measured and _condition(v, line)):
            attribute = "difference" if lexicon.difference().search(line[: v.start]) else ""
            fact("quantity", attribute, v.surface, v.start, v.end, value=v)
    for e in found:
        if e.key == "supports":
            fact("supports", e.key, statement.text[e.start : e.end], e.start, e.end, token="no" if e.negated else "yes")
        elif e.key in ("withdrawn", "not_replicated"):
            fact("status", e.key, statement.text[e.start : e.end], e.start, e.end, token=e.key)
    if any(e.key == "requires" for e in found):
        for required in _required(line, masked):
            fact("requires", "requires", required.group(0), required.start(), required.end(), token=required.group(0))
    for name, start, end in licences:
        fact("licence", "licence", statement.text[start:end], start, end, token=name)
    return tuple(sorted(out, key=lambda f: (f.start, f.kind)))


def _part(masked: str, low: int, start: int) -> str:
    """The part of a source that is named last before a value."""
    found = list(lexicon.source_part().finditer(masked, low, start))
    return " ".join(found[-1].group(0).split()) if found else ""


def _adjective(v: Value) -> bool:
    return isinstance(v, QuantityValue) and re.search(r"\d-[A-Za-z]", v.surface) is not None


def _conditions(values: Sequence[Value], line: str, start: int) -> frozenset[tuple[str, float, float]]:
    """Quantities of the same sentence under which the value at ``start`` holds: "on 16 cores", "at 0.5 mg/kg"."""
    low, high = _sentence(line, start, start)
    return frozenset(
        (v.unit, v.low, v.low if v.high is None else v.high)
        for v in values
        if isinstance(v, QuantityValue) and low <= v.start < high and v.start != start and _condition(v, line)
    )


def _whole(v: Value, text: str, line: str) -> Value:
    """A quantity with what stands in brackets right behind its unit: ``52 dB(A)`` is one value in its own unit."""
    tail = _UNIT_TAIL.match(line, v.end) if isinstance(v, QuantityValue) and v.unit else None
    if tail is None or not isinstance(v, QuantityValue):
        return v
    return structs.replace(v, surface=text[v.start : tail.end()], end=tail.end(), unit=v.unit + tail.group(0))


def _in_event(v: QuantityValue, found: Sequence[events.Event]) -> bool:
    """Whether what was read as a unit is an event's word: ``6 loses support``."""
    return any(e.start < v.end and v.start < e.end for e in found)


def _condition(v: QuantityValue, line: str) -> bool:
    """Whether a quantity says under what something holds: "at 35 °C"."""
    return lexicon.condition().search(line[_sentence(line, v.start, v.start)[0] : v.start]) is not None


def _mask(line: str, spans: Sequence[tuple[int, int]]) -> str:
    signs = list(line)
    for low, high in spans:
        signs[low:high] = " " * (high - low)
    return "".join(signs)


def _lead_end(masked: str) -> int:
    """Where the statement's lead ends: its first colon or dash, if one stands in the first clause; else 0."""
    m = _LEAD.search(masked)
    hard = _HARD.search(masked)
    return m.end() if m and m.start() and (hard is None or m.start() < hard.start()) and m.end() < len(masked) else 0


def _sentence(line: str, start: int, end: int) -> tuple[int, int]:
    """The span between hard stops around a place."""
    low = max((m.end() for m in _HARD.finditer(line, 0, start)), default=0)
    following = _HARD.search(line, end)
    return low, following.start() if following else len(line)


def _scope(line: str, start: int, end: int, others: Sequence[int], kind: FactKind) -> tuple[int, int]:
    """The span of words that a value belongs to."""
    low, high = _sentence(line, start, end)
    if kind == "date":
        soft = _SOFT.search(line, end)
        high = min(high, soft.start()) if soft else high
    if kind == "supports":
        soft = _SOFT.search(line, end)
        high = min(high, soft.start()) if soft else high
        opens = max((m.end() for m in _SOFT.finditer(line, low, start)), default=low)
        low = opens if _ID.search(line, opens, start) else low
    if kind in ("quantity", "licence"):
        before = [a for a in others if low <= a < start]
        if before:
            soft = _SOFT.search(line, before[-1])
            low = soft.end() if soft and soft.end() <= start else low
        after = [a for a in others if end <= a < high]
        soft = _SOFT.search(line, end)
        if soft and soft.start() < high:
            high = soft.start()
        if after:
            high = min(high, after[0])
    return low, high


def _with_column(own: str, statement: Statement, start: int) -> str:
    """In a table row, the column's name and the first cell say what a value is."""
    if not statement.cells:
        return own
    at = 0
    for column, text in statement.cells:
        place = statement.text.find(text, at)
        if place >= 0:
            at = place + len(text)
            if place <= start < at:
                return fold_in_place(f"{statement.cells[0][1]} {column} {own}")
    return own


def _event_of(start: int, end: int, found: Sequence[events.Event], line: str) -> events.Event | None:
    """The event that a date belongs to: the nearest in its sentence, those of its own clause first."""
    low, high = _sentence(line, start, end)
    near = [e for e in found if e.kind != "rule" and e.key != "supports" and low <= e.start and e.end <= high]
    near = [e for e in near if e.kind != "plan"] or near  # "freeze is planned for": the freeze is the event

    def distance(e: events.Event) -> tuple[int, int]:
        between = line[e.end : start] if e.end <= start else line[end : e.start]
        return len(_SOFT.findall(between)), len(between)

    return min(near, key=distance, default=None)


_REQUIRED = re.compile(
    r"v?\d+(?:\.\d+)+|(?<=version )\d+|\d+(?= (?:or (?:newer|later|above|higher|up))\b)|(?<=older than )\d+"
)


_OR_NEWER = re.compile(
    r"\s*(?:or (?:newer|later|above|higher|up)|\+|及以上|或以上|以上|或更[高新]|以降"
    r"|oder (?:neuer|höher)|ou (?:plus récent|supérieur|ultérieur)|o (?:superior|posterior))"
)
_AT_LEAST = re.compile(
    r"(?:older than|at least|below|minimum(?: of)?|from(?: version)?|至少|最低|不低于|低于|早于"
    r"|mindestens|älter als|\bab|au moins|à partir de|al menos|a partir de)"
    r"\s*(?:为|是|(?:la |der |die )?(?!\d)[a-z]{3,12}\s)?\s*$"
)


def _required(line: str, masked: str) -> list[re.Match[str]]:
    """Versions that a requirement is about: those beside "or newer", "older than", "at least"; else the last one."""
    every = list(_REQUIRED.finditer(line))
    close = [m for m in every if _OR_NEWER.match(line, m.end()) or _AT_LEAST.search(line[: m.start()])]
    return close or every[-1:]
