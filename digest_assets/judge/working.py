"""The features of a day: sources in matters and lines, documents in lines and numbers, what stands on which topic.

Belongs here: everything that is computed once per source, document or day, for all topics. Never here: judging.
What depends on one reading or document alone is remembered by its content hash, which is all that it depends on.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from digest_assets import collector
from digest_assets.judge import cues, lexicon, matters, topics
from digest_assets.judge.field import Field, Profile, names_of, words_of
from digest_assets.judge.inputs import DayInputs, SourceInput
from digest_assets.judge.lexical import fold, mostly_han
from digest_assets.judge.lines import Index, Line, of_claim
from digest_assets.judge.matters import Matter
from digest_assets.judge.placement import Placer
from digest_assets.judge.topics import Standing
from digest_assets.model import CandidateKind, Claim, LivingDocument, Reading, Section

V = TypeVar("V")
_KEPT_DOCUMENTS, _KEPT_READINGS = 64, 2048
_NUMBERED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,3})(\d{2,5})(?![A-Za-z0-9])")


class _Kept(Generic[V]):
    """The last values of a pure function, by a key that says all that it depends on."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[tuple[str, ...], V] = OrderedDict()

    def get(self, key: tuple[str, ...], make: Callable[[], V]) -> V:
        if not key[0]:  # no hash: nothing that could stand for the content
            return make()
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        value = self._values[key] = make()
        if len(self._values) > self._size:
            self._values.popitem(last=False)
        return value


@dataclass(frozen=True)
class Document:
    """A living document as it is compared with."""

    path: str
    reading: Reading | None
    index: Index  # its statements, without reference lists
    words: frozenset[str]
    names: frozenset[str]
    numbers: Mapping[CandidateKind, tuple[str, int, int]]  # prefix, highest number, digits of its candidates
    ids: Mapping[str, tuple[int, ...]]  # arXiv id -> lines, by line
    han: bool  # mostly in Han signs

    @cached_property
    def placer(self) -> Placer:
        """Learned when it is first asked: most documents of most days are not."""
        return Placer(self.reading if self.reading is not None else _nothing(), self.path)

    def section_at(self, line: int) -> Section | None:
        """The innermost section that holds a line."""
        found = None
        for section in self.reading.sections if self.reading else ():
            if section.line_start <= line <= section.line_end:
                found = section
        return found

    def above(self, line: int) -> bool:
        """Whether a line stands above the first section that has one beside it: what the document says of itself."""
        sections = self.reading.sections if self.reading else ()
        return len(sections) > 1 and line < sections[1 if sections[1].level > sections[0].level else 0].line_start

    def name_at(self, line: int) -> str | None:
        section = self.section_at(line)
        return (section.number or section.title) if section else None


@dataclass(frozen=True, slots=True)
class View:
    """A source as it is judged. ``lines`` and ``ids`` run beside ``reading.claims``."""

    given: SourceInput
    matters: tuple[Matter, ...]
    lines: tuple[Line, ...]
    ids: tuple[tuple[str, ...], ...]
    standings: tuple[Mapping[str, tuple[Standing, float]], ...]  # by matter, then topic
    labelled: frozenset[int]  # places of statements with the name of a topic, ours or one that a source declares
    away: bool  # its head says that all of it belongs to a topic that is none of ours
    late: bool

    @property
    def path(self) -> str:
        return self.given.source.path

    @property
    def reading(self) -> Reading:
        return self.given.reading

    def claims(self, matter: Matter) -> list[Claim]:
        return [self.reading.claims[at] for at in matter.claims]

    def items(self, matter: Matter) -> dict[int, list[int]]:
        """The places of a matter's statements by the natural item that they stand in."""
        out: dict[int, list[int]] = {}
        for at in matter.claims:
            out.setdefault(self.reading.claims[at].item, []).append(at)
        return out


@dataclass(frozen=True, slots=True)
class Prepared:
    """A day's features, shared by all topics."""

    inputs: DayInputs
    views: tuple[View, ...]  # window's sources by path, then arrivals by path
    documents: Mapping[str, Document]
    profiles: Mapping[str, Profile]
    elsewhere: Mapping[str, tuple[str, ...]]  # by topic: labels of all other topics that the vault speaks of
    twins: Mapping[str, str]  # path -> path of the first source of the day with the same bytes


_documents: _Kept[Document] = _Kept(_KEPT_DOCUMENTS)
_matters: _Kept[tuple[Matter, ...]] = _Kept(_KEPT_READINGS)


@collector.paused()
def prepare(inputs: DayInputs) -> Prepared:
    """The features of a day; costs a few ms per source that was not seen before."""
    documents = {key: document(*inputs.documents[key]) for key in inputs.topics if key in inputs.documents}
    for key, topic in inputs.topics.items():
        if key not in documents:
            documents[key] = document(LivingDocument(key, topic.baseline, None, 0, "absent", None), None)
    field = Field(
        inputs.topics,
        {key: d.words for key, d in documents.items()},
        {key: d.names for key, d in documents.items()},
        {key: frozenset(d.ids) for key, d in documents.items()},
    )
    profiles = field.profiles
    declared = {s.source.predigest_topic for s in (*inputs.sources, *inputs.arrivals) if s.source.predigest_topic}
    labels = {key: profiles[key].labels for key in inputs.topics}
    elsewhere = {
        key: tuple(
            dict.fromkeys(
                [label for other in inputs.topics if other != key for label in labels[other]]
                + sorted(fold(d) for d in declared if fold(d) not in labels[key])
            )
        )
        for key in inputs.topics
    }
    every = tuple(dict.fromkeys(label for names in (*labels.values(), *elsewhere.values()) for label in names))
    strangers = tuple(sorted(fold(d) for d in declared if all(fold(d) not in names for names in labels.values())))
    views = tuple(
        _view(given, field, every, strangers, late)
        for given, late in (*((s, False) for s in inputs.sources), *((s, True) for s in inputs.arrivals))
    )
    twins: dict[str, str] = {}
    first: dict[str, str] = {}
    for view in sorted(views, key=lambda v: (v.late, v.given.source.seen_at or v.given.source.observed_at, v.path)):
        digest = view.given.source.content_sha256
        if digest and view.given.source.size and view.reading.claims:
            if digest in first and not view.late:
                twins[view.path] = first[digest]
            first.setdefault(digest, view.path)
    return Prepared(inputs, views, documents, profiles, elsewhere, twins)


def _view(
    given: SourceInput, field: Field, every: tuple[str, ...], strangers: tuple[str, ...], late: bool
) -> View:
    """``every``: the labels of all topics; ``strangers``: of those that have no document."""
    reading, source = given.reading, given.source
    kind = source.kind
    cut = _matters.get((reading.content_sha256, kind, reading.title or ""), lambda: matters.cut(reading))
    ids = tuple(tuple(dict.fromkeys(v for v in _ids(c))) for c in reading.claims)
    title = reading.title or (cut[0].title if cut and cut[0].kind == "note" else "")
    paper = reading.card.arxiv_id if reading.card else None
    lines = tuple(of_claim(c, source.path, given.day, source.content_sha256, title, paper) for c in reading.claims)
    standings = tuple(
        topics.standings(m, [reading.claims[at] for at in m.claims], [ids[at] for at in m.claims], field) for m in cut
    )
    head = [c for m in cut[:1] if m.kind in ("note", "loose") for c in (reading.claims[at] for at in m.claims)][:6]
    away = bool(strangers) and any(topics.routed_elsewhere(c.text, strangers) for c in head)
    labelled = frozenset(at for at, c in enumerate(reading.claims) if topics.label_in(c.text, every))
    return View(given, cut, lines, ids, standings, labelled, away, late)


def _ids(claim: Claim) -> list[str]:
    return [v.arxiv_id for v in claim.values if type(v).__name__ == "ArxivValue" and not v.bare]  # type: ignore[union-attr]


def document(living: LivingDocument, reading: Reading | None) -> Document:
    """A living document's features, remembered by its hash and path."""
    key = (living.content_sha256 or "", living.path)
    return _documents.get(key, lambda: _read_document(living.path, reading))


def _read_document(path: str, reading: Reading | None) -> Document:
    claims = reading.claims if reading else ()
    digest = reading.content_sha256 if reading else ""
    lines = []
    numbers: dict[CandidateKind, tuple[str, int, int]] = {}
    for claim in claims:
        apparatus = any(lexicon.apparatus(cues.strip_ordinal(t)) for t in claim.heading_path)
        if not apparatus and claim.kind != "heading":
            lines.append(of_claim(claim, path, None, digest, ""))
        _count_numbers(numbers, claim)
    ids: dict[str, list[int]] = {}
    for mention in reading.mentions if reading else ():
        if not mention.bare:
            ids.setdefault(mention.arxiv_id, []).append(mention.line)
    han = sum(mostly_han(line.text) for line in lines) * 2 > len(lines)
    return Document(
        path,
        reading,
        Index(lines),
        words_of(reading),
        names_of(reading),
        numbers,
        {k: tuple(v) for k, v in ids.items()},
        han,
    )


def _nothing() -> Reading:
    return Reading("", "baseline", "empty", None, None, None, None, 0, (), (), (), None, ())


def _count_numbers(numbers: dict[CandidateKind, tuple[str, int, int]], claim: Claim) -> None:
    """Take in the number that an agreed point or open question leads with. A section of both has a prefix for each."""
    kinds = _discussed(claim)
    m = _NUMBERED.match(claim.text.lstrip("*_[(（【 ")) if kinds else None
    if m is None:
        return
    prefix, number, width = m.group(1), int(m.group(2)), len(m.group(2))
    own = [k for k in kinds if numbers.get(k, ("",))[0] == prefix]
    free = [k for k in kinds if k not in numbers]
    for kind in (own or free)[:1]:
        highest, digits = numbers[kind][1:] if kind in numbers else (0, 0)
        numbers[kind] = (prefix, max(highest, number), max(digits, width))


def _discussed(claim: Claim) -> tuple[CandidateKind, ...]:
    """Which of agreed points and open questions a line stands among: by the nearest heading that says so."""
    for title in reversed(claim.heading_path):
        kinds = lexicon.discussions(title)
        if kinds:
            return kinds
    return ()
