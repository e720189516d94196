"""What earlier days said on a topic: small records by day, and an index over them.

Belongs here: the record (``Said``) and look-ups that do not grow with the number of days. Never here: judging today.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from digest_assets.judge.lexical import fold
from digest_assets.judge.lines import Index, Line
from digest_assets.model import CandidateKind, Density, SourceKind

ADOPTION_DAYS = 7  # how long an increment is looked for in the living document


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A statement on the topic that a source of the day made. ``terms`` is what it is found by (``lines.terms``)."""

    text: str
    path: str
    line_start: int
    line_end: int
    claim_id: str
    day: date  # of its source
    content_sha256: str
    hint: str
    ids: tuple[str, ...]
    urls: tuple[str, ...]
    cells: tuple[tuple[str, str], ...]
    item: int
    terms: tuple[str, ...]

    def line(self) -> Line:
        return Line(
            self.text, self.path, self.line_start, self.line_end, self.claim_id, self.day, self.content_sha256,
            self.hint, self.ids, self.urls, self.cells, self.item,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SaidIncrement:
    """An increment as it was proposed, for adoption."""

    increment_id: str
    title: str
    says: tuple[str, ...]  # its statements, best first
    sections: tuple[str, ...]
    arxiv_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What one day said on one topic."""

    density: Density
    lines: tuple[SaidLine, ...] = ()
    increments: tuple[SaidIncrement, ...] = ()
    proposals: tuple[tuple[CandidateKind, str, int, str], ...] = ()  # kind, prefix, number, text
    files: tuple[tuple[str, str, SourceKind], ...] = ()  # content hash, path, kind of sources with statements on it
    primary_cards: int = 0  # new cards of the topic's categories
    document: str = ""  # content hash of the living document
    settled: tuple[str, ...] = ()  # increments whose adoption, or lack of it, was said this day


class History:
    """All days before the one that is judged."""

    def __init__(self) -> None:
        self.index = Index()
        self.last: date | None = None
        self._numbers: dict[tuple[CandidateKind, str], int] = {}
        self._proposed: dict[tuple[CandidateKind, str], str] = {}
        self._files: dict[str, str] = {}
        self._kinds: dict[str, SourceKind] = {}
        self._recent: list[tuple[date, Said]] = []
        self._settled: set[str] = set()
        self._without_cards = 0
        self._last_increment: date | None = None

    def extend(self, day: date, said: Said) -> None:
        """Adds the next day; days come in order."""
        for told in said.lines:
            self.index.add_line(told.line(), told.terms)
        for kind, prefix, number, text in said.proposals:
            key = (kind, prefix)
            self._numbers[key] = max(number, self._numbers.get(key, 0))
            self._proposed.setdefault((kind, fold(text)), f"{prefix}{number}")
        for digest, path, kind_of_source in said.files:
            self._files.setdefault(digest, path)
            self._kinds[path] = kind_of_source
        horizon = day - timedelta(days=ADOPTION_DAYS + 1)
        self._recent = [(d, s) for d, s in self._recent if d >= horizon] + [(day, said)]
        self._settled.update(said.settled)
        self._without_cards = 0 if said.primary_cards else self._without_cards + 1
        if said.increments:
            self._last_increment = day
        self.last = day

    def highest(self, kind: CandidateKind, prefix: str) -> int:
        """The highest number that a candidate of a kind got, 0 where none did."""
        return self._numbers.get((kind, prefix), 0)

    def proposed(self, kind: CandidateKind, text: str) -> bool:
        """Whether an earlier day proposed this already."""
        return (kind, fold(text)) in self._proposed

    def same_bytes(self, content_sha256: str) -> str | None:
        """The path of an earlier source on the topic with these bytes."""
        return self._files.get(content_sha256)

    def kind_of(self, path: str) -> SourceKind:
        """What an earlier source on the topic is."""
        return self._kinds.get(path, "note")

    def recent_increments(self, day: date) -> Iterable[tuple[date, str, SaidIncrement]]:
        """(day, document's hash on that day, increment) whose adoption is open or just past, oldest first."""
        for said_day, said in self._recent:
            if said_day < day and (day - said_day).days <= ADOPTION_DAYS + 1:
                yield from (
                    (said_day, said.document, i) for i in said.increments if i.increment_id not in self._settled
                )

    def densities(self, day: date, days: int) -> tuple[tuple[date, Density], ...]:
        """Of the last so many days before a day, oldest first."""
        return tuple((d, s.density) for d, s in self._recent if d < day and (day - d).days <= days)

    @property
    def days_without_cards(self) -> int:
        return self._without_cards

    def since_last_increment(self, day: date) -> int | None:
        return (day - self._last_increment).days if self._last_increment else None
