"""The few frozen types that all rooms speak in: sources, readings, judgements.

Belongs here: plain values that cross a room's border, with their shapes and units. Never here: behaviour beyond trivial
derivations, parsing, storage, texts of a frame. All times are aware datetimes in UTC; all days are the dates on which a
window closes; all paths are POSIX paths relative to the vault; all lines are 1-based and inclusive; all offsets count
Unicode code points, half-open. Every type survives a round trip through msgspec (``digest_assets.warehouse.facts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

import msgspec

SourceKind = Literal["note", "predigest", "card", "queue", "baseline"]
ObservedBy = Literal["name", "front_matter", "git", "mtime"]
Arrival = Literal["on_time", "late", "corrected"]
Status = Literal["ok", "lossy", "empty", "unreadable"]
ClaimKind = Literal["sentence", "list_item", "table_row", "field", "heading"]
IncrementKind = Literal["new", "update", "correction"]
WarningKind = Literal["conflict", "suspect_link", "unquantified", "unsourced"]
Risk = Literal["verify", "low"]
VerdictKind = Literal["used", "covered", "other_topic", "empty", "unreadable"]
CandidateKind = Literal["consensus", "question"]
Density = Literal["none", "low", "medium", "high"]


# --- the vault at a moment -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a day's manifest: which bytes stood at which path, and the moment it belongs to."""

    path: str
    kind: SourceKind
    author: str | None
    predigest_topic: str | None  # of a ``*-e1prep.md`` note: the part before the suffix, without stamp
    observed_at: datetime
    observed_by: ObservedBy
    seen_at: datetime | None  # first commit (or mtime) that shows these bytes; None where nothing dates them
    arrival: Arrival
    content_sha256: str  # of the bytes; "" where they could not be read
    size: int  # bytes
    error: str | None  # why the file could not be read at all (permissions, a directory, gone)


@dataclass(frozen=True, slots=True)
class LivingDocument:
    """A topic's baseline as it stood for a day."""

    topic: str
    path: str
    content_sha256: str | None  # None: there was no such document
    size: int
    as_of: str  # "commit:<12 hex>", "mtime", "snapshot", "working-tree" or "absent"
    as_of_at: datetime | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that a day saw. ``sources`` belong to its window; ``arrivals`` to earlier ones, first seen in this one."""

    day: date
    sources: tuple[Source, ...]  # by path; the queue included; those with arrival "late" came after this day's close
    arrivals: tuple[Source, ...]  # by path; late or corrected sources of earlier windows, first visible at this close
    documents: tuple[LivingDocument, ...]  # by topic


# --- what reading makes of bytes -------------------------------------------------------------------------------------
# What comes by the thousand per file is a ``msgspec.Struct``: a sixteenth of the time of a frozen dataclass to make,
# packed as a row without field names, values behind the number of their type.


class ArxivValue(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False, tag=0):
    surface: str
    start: int
    end: int
    arxiv_id: str  # "2607.26627", "cs/0301001"
    version: int | None = None
    bare: bool = False  # a number in prose without prefix: counts only where the day's registry knows it otherwise


class UrlValue(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False, tag=1):
    surface: str
    start: int
    end: int
    url: str
    complete: bool = True  # False: cut off ("…"), no dot in the host, …


class DateValue(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False, tag=2):
    """A date or span, unresolved. ``reading.dates.resolve`` turns it into days with the source's own day and zone.

    ``form`` and the spelling of ``low``/``high``: ``absolute`` ISO days; ``yearless`` ``--MM-DD``; ``relative``
    ``<unit><±n>`` (``day-1``, ``week+0``, ``month+0``); ``instant`` RFC 3339 with offset.
    """

    surface: str
    start: int
    end: int
    form: Literal["absolute", "yearless", "relative", "instant"]
    low: str
    high: str


class QuantityValue(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False, tag=3):
    surface: str
    start: int
    end: int
    low: float  # base numbers, see ``reading.quantities``
    high: float | None  # None: a single number
    unit: str
    qualifier: Literal["approx", "gt", "lt", "ge", "le"] | None = None
    scale: float | None = 1.0  # what the suffix multiplied; None where spelled in Chinese numerals


class VersionValue(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False, tag=4):
    surface: str
    start: int
    end: int
    product: str
    version: str


Value = ArxivValue | UrlValue | DateValue | QuantityValue | VersionValue


class Claim(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The smallest statement that a reader could check, with its place to the character.

    ``text`` is plain text (inline markup removed). ``spans`` maps it back: (offset in text, offset in the decoded
    source, length) runs that are equal character by character; what lies between runs is a separator that reading put
    in (a space for a line break, `` | `` between cells). A statement that stands twice has two claims and one
    ``claim_id``.
    """

    claim_id: str  # 16 hex digits of SHA-256 over content hash and folded text
    ordinal: int  # place in the source, from 0
    kind: ClaimKind
    text: str
    line_start: int
    line_end: int
    heading_path: tuple[str, ...]  # titles from the top, bold lead-in lines included
    section: int  # ordinal in Reading.sections of the innermost section, -1 above the first
    item: int  # claims of one natural item (a list item with its children, a paragraph, a table) share it
    spans: tuple[tuple[int, int, int], ...]
    values: tuple[Value, ...]  # by start
    cells: tuple[tuple[str, str], ...] = ()  # of a table row or field: (column or field name, text)
    quoted: bool = False  # stands in a block quote


@dataclass(frozen=True, slots=True)
class Section:
    ordinal: int
    number: str | None  # as the document writes it, without § and trailing dot: "2.13", "三"
    arabic: str | None  # the same in dotted Arabic: "2.13", "3"
    title: str  # plain text without the number
    level: int  # 1 to 6
    line_start: int  # the heading's first line
    line_end: int  # the last line before the next heading, of any level
    path: tuple[str, ...]  # titles from the top, its own included


class Mention(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An arXiv id anywhere in a source, in claims or outside of them (code, BibTeX, badges, link targets)."""

    arxiv_id: str
    version: int | None
    line: int
    surface: str
    claim_id: str | None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A paper card's fields, whichever form they stand in. A corrected category is the corrected one."""

    number: str | None
    arxiv_id: str | None
    title: str | None
    category: str | None
    secondary: tuple[str, ...]
    form: str | None
    source: str | None
    created: str | None  # as written; ``stated`` of the reading holds the parsed moment


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading made of bytes: a function of bytes, kind, file name (cards) and reader version, nothing else."""

    content_sha256: str
    kind: SourceKind
    status: Status
    error: str | None
    encoding: str | None  # "utf-8", "utf-8-sig", "gb18030", "utf-16-le", "big5", …
    title: str | None
    stated: str | None  # front matter or card moment: ISO day, or ISO datetime with or without offset
    lines: int
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...]  # by line
    card: Card | None
    notices: tuple[str, ...]  # clear lines for people: broken front matter, card id that differs, …


# --- what judgement makes of a day -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of the frame, to be said in any language: a key of ``briefing/frames/*.toml`` and its parameters."""

    key: str
    params: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """What a source says, to the letter, and where. ``day`` is the source's own day; None for a living document."""

    text: str
    path: str
    line_start: int
    line_end: int
    claim_id: str | None
    day: date | None
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Evidence:
    quote: Quote
    role: Literal["lead", "support"]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The known line that came closest, and the rule that decided."""

    path: str
    line: int
    text: str
    score: float
    rule: str  # "anchor:arxiv", "anchor:url", "name", "wording", "none", …


@dataclass(frozen=True, slots=True)
class Vote:
    """A section that was proposed, its score, and the lines of the document that voted for it."""

    section: str  # the section's name as in the contract: number as written, or title
    title: str
    score: float
    voters: tuple[Nearest, ...]


@dataclass(frozen=True, slots=True)
class Increment:
    increment_id: str  # 12 hex digits, a function of topic and lead claims
    rank: int  # from 1
    kind: IncrementKind
    title: str  # in the source's words
    says: tuple[Quote, ...]  # the statements worth showing, best first
    stars: Literal[1, 2]
    star_reasons: tuple[Phrase, ...]
    placement: tuple[Vote, ...]  # best first; empty: no section fits
    missing_section: bool  # the document has no section for it
    arxiv_ids: tuple[str, ...]
    known: tuple[Quote, ...]  # what the document has nearest to it
    missing: Phrase  # what it lacks
    score: float
    evidence: tuple[Evidence, ...]
    nearest: Nearest | None  # why it was taken as new
    late: bool  # from a late arrival


@dataclass(frozen=True, slots=True)
class Caution:
    """A row of the warnings table (``warnings`` in SQL)."""

    warning_id: str
    kind: WarningKind
    subject: str
    attribute: str
    a: Quote
    b: Quote | None
    values: tuple[str, ...]  # the surfaces that were compared
    risk: Risk
    action: Phrase  # what would settle it
    reason: Phrase  # which rule, with the compared values
    increment_id: str | None
    section: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    path: str
    kind: SourceKind
    verdict: VerdictKind
    reason: Phrase
    nearest: Nearest | None
    arrival: Literal["on_time", "late", "corrected", "earlier"]
    duplicate_of: str | None
    claims_total: int
    claims_on_topic: int
    claims_known: int
    claims_new: int


@dataclass(frozen=True, slots=True)
class PaperRow:
    arxiv_id: str
    title: str | None
    role: Literal["increment", "reference"]
    section: str | None  # for a reference: where the document holds it
    increment_id: str | None
    card_path: str | None
    mentions: tuple[tuple[str, int], ...] = ()  # path and line in the window's sources, by path


@dataclass(frozen=True, slots=True)
class Candidate:
    kind: CandidateKind
    candidate_id: str | None  # "C116"; None: suggested by the briefing, not numbered
    text: str
    quote: Quote | None
    increment_id: str | None


@dataclass(frozen=True, slots=True)
class Action:
    ordinal: int  # from 1
    phrase: Phrase
    increment_id: str | None
    warning_id: str | None


@dataclass(frozen=True, slots=True)
class Adoption:
    """An earlier increment that the living document has since taken in (or has not, after seven days)."""

    increment_id: str
    proposed_day: date
    title: str
    proposed_section: str | None
    adopted_day: date | None
    section: str | None
    score: float


@dataclass(frozen=True, slots=True)
class CardCount:
    """A paper card of the last three days (the window's included), by primary category."""

    path: str
    number: str | None
    arxiv_id: str | None
    title: str | None
    category: str | None
    relation: Literal["primary", "adjacent", "other"]  # to the topic
    in_window: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """How this day stands among the days before it."""

    days_without_cards: int  # before this day, of the topic's primary categories
    densities: tuple[tuple[date, Density], ...]  # up to seven days, newest last, this day included
    since_last_increment: int | None  # days; None: none before
    repeats_only: tuple[str, ...]  # paths that speak of the topic and only repeat


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that is decided of one day and topic: the only input of the briefing besides header facts."""

    day: date
    topic: str
    density: Density
    increments: tuple[Increment, ...]  # by rank
    cautions: tuple[Caution, ...]
    verdicts: tuple[Verdict, ...]  # window's by path, then arrivals, then earlier sources that are cited
    papers: tuple[PaperRow, ...]
    candidates: tuple[Candidate, ...]
    actions: tuple[Action, ...]
    adoptions: tuple[Adoption, ...]
    cards: tuple[CardCount, ...]
    pattern: Pattern
    claim_topics: tuple[tuple[str, float], ...]  # claim_id, score; of the window's claims that are on the topic
