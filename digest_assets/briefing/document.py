"""What stands in a briefing, and in which order.

Belongs here: the facts of the header, and the arrangement of a judgement into the six parts (grouping, ties, numbers).
Never here: words of any language, Markdown, decisions on content.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TypeVar

from digest_assets.briefing.safe import clean
from digest_assets.model import (
    Candidate,
    CardCount,
    Caution,
    Density,
    Increment,
    Judgement,
    LivingDocument,
    PaperRow,
    Quote,
    Reading,
    Source,
    SourceKind,
    Verdict,
    VerdictKind,
)
from digest_assets.reading import arxiv

_Word = TypeVar("_Word", bound=str)
MAX_SAYS = 8  # quotations of one increment; what goes beyond is named by its place
MAX_KNOWN = 3
MAX_PLACES = 3  # sections proposed for one increment
VERDICT_ORDER: tuple[VerdictKind, ...] = ("used", "covered", "other_topic", "empty", "unreadable")
_CAUTION_ORDER = ("conflict", "suspect_link", "unquantified", "unsourced")
_REFERENCE = re.compile(r"\[(\d{1,5})\](?!\()")
_NUMBERED = re.compile(r"(?<![A-Za-z0-9.])([CO])(\d{1,5})(?![A-Za-z0-9])")


# --- facts of the header ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BaselineSection:
    """A heading of the living document: its name as in the contract (number as written, else title), and its lines."""

    name: str
    title: str
    line_start: int
    line_end: int


@dataclass(frozen=True, slots=True)
class BaselineFacts:
    """The living document as of the day; ``references`` is its highest ``[n]``, the others the highest C and O."""

    path: str
    as_of: str
    as_of_at: datetime | None
    sections: tuple[BaselineSection, ...] = ()
    references: int | None = None
    consensus: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class SourceFact:
    """A source that the day's manifest holds, arrivals included."""

    path: str
    kind: SourceKind
    author: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the briefing says of itself. Moments are aware; ``zone`` is the vault's IANA name, used to write them."""

    day: date
    topic: str
    title: str
    opens: datetime
    closes: datetime
    zone: str
    provisional: bool
    baseline: BaselineFacts
    sources: tuple[SourceFact, ...] = ()
    code_version: str = ""
    input_sha256: str = ""


def baseline_facts(document: LivingDocument, reading: Reading | None) -> BaselineFacts:
    """The header's facts of a living document; ``reading`` is None where there is no such document."""
    if reading is None:
        return BaselineFacts(document.path, document.as_of, document.as_of_at)
    texts = [claim.text for claim in reading.claims]
    numbered = [(m[1], int(m[2])) for text in texts for m in _NUMBERED.finditer(text)]
    references = [int(m[1]) for text in texts for m in _REFERENCE.finditer(text)]
    top = {letter: max((n for known, n in numbered if known == letter), default=None) for letter in "CO"}
    return BaselineFacts(
        document.path,
        document.as_of,
        document.as_of_at,
        tuple(BaselineSection(s.number or s.title, s.title, s.line_start, s.line_end) for s in reading.sections),
        max(references, default=None),
        None if top["C"] is None else f"C{top['C']}",
        None if top["O"] is None else f"O{top['O']}",
    )


def source_facts(sources: Iterable[Source]) -> tuple[SourceFact, ...]:
    """The header's facts of a manifest's sources and arrivals, by path."""
    return tuple(sorted((SourceFact(s.path, s.kind, s.author) for s in sources), key=lambda s: s.path))


# --- the view --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A quotation, and the other places that say the same to the letter."""

    quote: Quote
    also: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Speaker:
    """What one file says on an increment, by line."""

    path: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An increment as it is shown."""

    increment: Increment
    speakers: tuple[Speaker, ...]  # by their best quotation
    elsewhere: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]  # further evidence: path, lines
    lead: tuple[Quote, ...]  # what the title rests on
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A warning with its number in the table."""

    number: int
    caution: Caution
    rank: int | None  # of its increment


@dataclass(frozen=True, slots=True)
class Paper:
    """A row of the arXiv table; ``rank`` of its increment; ``section`` as the contract names it."""

    row: PaperRow
    rank: int | None
    section: str | None


@dataclass(frozen=True, slots=True)
class Category:
    """Cards of three days under one primary category."""

    name: str | None
    cards: tuple[CardCount, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A judgement in the order of the six parts."""

    judgement: Judgement
    header: Header
    items: tuple[Item, ...]
    rows: tuple[Row, ...]
    papers: tuple[Paper, ...]
    window: tuple[tuple[VerdictKind, tuple[Verdict, ...]], ...]
    arrivals: tuple[Verdict, ...]
    earlier: tuple[Verdict, ...]
    loose: tuple[Candidate, ...]  # candidates of no increment
    categories: tuple[Category, ...]
    musts: int
    before: Density | None  # the day before's density
    kinds: tuple[tuple[SourceKind, int], ...]  # of the window's sources
    authors: tuple[tuple[str, int], ...]  # of the window's sources, by folder
    hours: float

    def rank(self, increment_id: str | None) -> int | None:
        return next((i.increment.rank for i in self.items if i.increment.increment_id == increment_id), None)

    def number(self, warning_id: str | None) -> int | None:
        return next((r.number for r in self.rows if r.caution.warning_id == warning_id), None)

    def section_of(self, quote: Quote) -> BaselineSection | None:
        """The innermost section of the living document that holds a quotation; None for other files."""
        return _section_at(self.header.baseline, quote)

    def title_of(self, name: str) -> str | None:
        """The title of a section of the living document; None where there is no such section."""
        return next((s.title for s in self.header.baseline.sections if s.name == name), None)


def build(judgement: Judgement, header: Header) -> Document:
    """Arranges a judgement. Every order is total: equal rows keep the judgement's own order."""
    increments = sorted(judgement.increments, key=lambda i: i.rank)
    ranks = {i.increment_id: i.rank for i in increments}
    cautions = sorted(judgement.cautions, key=lambda c: (c.risk != "verify", _CAUTION_ORDER.index(c.kind)))
    on_time = [v for v in judgement.verdicts if v.arrival == "on_time"]
    of_day = dict(judgement.pattern.densities)
    authors = {s.path: s.author for s in header.sources}
    return Document(
        judgement,
        header,
        tuple(_item(i, judgement) for i in increments),
        tuple(Row(n, c, ranks.get(c.increment_id or "")) for n, c in enumerate(cautions, 1)),
        _papers(judgement, header, ranks),
        tuple((kind, mine) for kind in VERDICT_ORDER if (mine := tuple(v for v in on_time if v.verdict == kind))),
        tuple(v for v in judgement.verdicts if v.arrival in ("late", "corrected")),
        tuple(v for v in judgement.verdicts if v.arrival == "earlier"),
        tuple(c for c in judgement.candidates if c.increment_id not in ranks),
        _categories(judgement.cards),
        sum(i.stars == 2 for i in increments),
        of_day.get(judgement.day - timedelta(days=1)),
        _counted(v.kind for v in on_time),
        _counted(author for v in on_time if (author := authors.get(v.path))),
        (header.closes - header.opens).total_seconds() / 3600,
    )


def _counted(values: Iterable[_Word]) -> tuple[tuple[_Word, int], ...]:
    counts: dict[_Word, int] = defaultdict(int)
    for value in values:
        counts[value] += 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _item(increment: Increment, judgement: Judgement) -> Item:
    wordings: dict[str, list[Quote]] = {}
    for quote in increment.says:
        wordings.setdefault(clean(quote.text), []).append(quote)
    shown = [Shown(same[0], tuple(same[1:])) for same in wordings.values()]
    speakers: dict[str, list[Shown]] = {}
    for one in shown[:MAX_SAYS]:
        speakers.setdefault(one.quote.path, []).append(one)
    seen = {(q.path, q.line_start) for one in shown[:MAX_SAYS] for q in (one.quote, *one.also)}
    rest: dict[str, set[tuple[int, int]]] = {}
    for quote in (*(one.quote for one in shown[MAX_SAYS:]), *(e.quote for e in increment.evidence)):
        if (quote.path, quote.line_start) not in seen:
            rest.setdefault(quote.path, set()).add((quote.line_start, quote.line_end))
    lead = tuple(e.quote for e in increment.evidence if e.role == "lead") or increment.says[:1]
    return Item(
        increment,
        tuple(Speaker(p, tuple(sorted(s, key=lambda one: one.quote.line_start))) for p, s in speakers.items()),
        tuple((path, tuple(sorted(lines))) for path, lines in sorted(rest.items())),
        lead,
        tuple(c for c in judgement.candidates if c.increment_id == increment.increment_id),
    )


def paper_rows(judgement: Judgement, header: Header) -> tuple[PaperRow, ...]:
    """The arXiv table's rows: the judgement's, and a reference for every further id that a shown text names.

    The briefing quotes what sources and the baseline say; an id in such a quotation has to stand in the table too.
    """
    rows = {row.arxiv_id: row for row in judgement.papers}
    for quote in _shown_quotes(judgement):
        for value in arxiv.find(quote.text):
            if value.bare or value.arxiv_id in rows:
                continue
            section = _section_at(header.baseline, quote)
            place = ((quote.path, quote.line_start),) if quote.path else ()
            rows[value.arxiv_id] = PaperRow(
                value.arxiv_id, None, "reference", section.name if section else None, None, None, place
            )
    return tuple(rows.values())


def _shown_quotes(judgement: Judgement) -> Iterator[Quote]:
    for increment in judgement.increments:
        first = increment.says[0] if increment.says else None
        if first is not None:
            yield replace(first, text=increment.title)
        yield from increment.says
        yield from increment.known[:MAX_KNOWN]
    for caution in judgement.cautions:
        yield from (q for q in (caution.a, caution.b) if q is not None)
    for candidate in judgement.candidates:
        if candidate.quote is not None:
            yield replace(candidate.quote, text=candidate.text)


def _section_at(baseline: BaselineFacts, quote: Quote) -> BaselineSection | None:
    if quote.path != baseline.path:
        return None
    return next((s for s in baseline.sections if s.line_start <= quote.line_start <= s.line_end), None)


def _papers(judgement: Judgement, header: Header, ranks: dict[str, int]) -> tuple[Paper, ...]:
    order = {s.name: n for n, s in reversed(list(enumerate(header.baseline.sections)))}
    places = {i.increment_id: i.placement[0].section for i in judgement.increments if i.placement}
    papers = [
        Paper(row, ranks.get(row.increment_id or ""), row.section or places.get(row.increment_id or ""))
        for row in paper_rows(judgement, header)
    ]
    return tuple(
        sorted(
            papers,
            key=lambda p: (
                p.row.role != "increment",
                p.rank or 0,
                order.get(p.section or "", len(order)),
                p.row.arxiv_id,
            ),
        )
    )


def _categories(cards: tuple[CardCount, ...]) -> tuple[Category, ...]:
    found: dict[str | None, list[CardCount]] = {}
    for card in cards:
        found.setdefault(card.category, []).append(card)
    categories = [Category(n, tuple(c), any(one.relation == "primary" for one in c)) for n, c in found.items()]
    return tuple(sorted(categories, key=lambda c: (not c.own, -len(c.cards), c.name is None, c.name or "")))
