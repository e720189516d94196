"""The history chain: what pins a day, and judgements memoized under it.

Belongs here: manifests and heads by hash, folding days forward, the memo. Never here: judging itself, the vault,
tables.

``head(day) = SHA-256(base of the day before, manifest(day))``, and ``base(day)`` the same of the manifest as the day's
close saw it, without sources that came late: those count where they arrived. So a late source makes its own day anew,
and the one whose close saw it, and no other. The judgement of a day and topic is a function of code version, settings
and head alone, what it says to the days after one of the base; both are kept under their hash and never read from
whichever briefings happen to exist. A day with late sources is judged twice, once for itself and once for those who
come after.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import msgspec

from digest_assets.clock import Clock
from digest_assets.judge.day import Prepared, judge, prepare
from digest_assets.judge.history import History, Said
from digest_assets.judge.inputs import DayInputs, SourceInput
from digest_assets.model import Judgement, Manifest, Reading, Source
from digest_assets.settings import Settings
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.library import Library, of_document, of_source

_CARD_DAYS = 2  # before the day itself


@dataclass(frozen=True, slots=True)
class DayRecord:
    """Which manifest a day has."""

    day: date
    manifest_sha256: str


class _Stored(msgspec.Struct, frozen=True):
    manifest: Manifest
    provisional: bool


class _Link(msgspec.Struct, frozen=True):
    day: date
    manifest_sha256: str
    before: str  # the base of the day before, "" for the first day


_encode = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_manifest_of = msgspec.json.Decoder(_Stored).decode
_link_of = msgspec.json.Decoder(_Link).decode
_judgement_of = msgspec.msgpack.Decoder(Judgement).decode
_said_of = msgspec.msgpack.Decoder(Said).decode


def record(facts: Facts, manifests: Sequence[tuple[Manifest, bool]]) -> list[DayRecord]:
    """Keeps (manifest, provisional) pairs as facts; their records go into ``day_rows``."""
    rows = []
    records = []
    for manifest, provisional in manifests:
        digest, body = _packed(manifest, provisional)
        rows.append(("manifest", digest, body))
        records.append(DayRecord(manifest.day, digest))
        closed = _as_closed(manifest)
        if closed is not manifest:
            closed_digest, body = _packed(closed, provisional)
            rows += [("manifest", closed_digest, body), ("closed", digest, closed_digest.encode())]
    facts.put(rows)
    return records


def _as_closed(manifest: Manifest) -> Manifest:
    """A manifest as its day's close saw it."""
    if all(source.arrival != "late" for source in manifest.sources):
        return manifest
    return replace(manifest, sources=tuple(s for s in manifest.sources if s.arrival != "late"))


def _packed(manifest: Manifest, provisional: bool) -> tuple[str, bytes]:
    body = _json(_Stored(manifest, provisional))
    return hashlib.sha256(body).hexdigest(), body


def fingerprint(manifest: Manifest, provisional: bool) -> str:
    """What a manifest is recorded under."""
    return _packed(manifest, provisional)[0]


def closed_fingerprint(manifest: Manifest, provisional: bool) -> str:
    """What it is recorded under as its day's close saw it: what the days after rest on."""
    return _packed(_as_closed(manifest), provisional)[0]


def manifest_of(facts: Facts, record: DayRecord) -> Manifest:
    """Raises KeyError where the fact is gone."""
    return _stored(facts, record).manifest


def _stored(facts: Facts, record: DayRecord) -> _Stored:
    body = facts.get("manifest", record.manifest_sha256)
    if body is None:
        raise KeyError(f"manifest {record.manifest_sha256} of {record.day}")
    return _manifest_of(body)


def closed_manifests(facts: Facts, records: Sequence[DayRecord]) -> dict[str, str]:
    """Hashes of manifests as their closes saw them, by the manifests' own; only where they differ."""
    found = facts.get_many("closed", [item.manifest_sha256 for item in records])
    return {digest: body.decode() for digest, body in found.items()}


@dataclass(frozen=True, slots=True)
class Link:
    """A day in the chain: ``head`` pins its own judgement, ``base`` what the days after see of it."""

    head: str
    base: str
    before: str  # the base of the day before, "" for the first day
    manifest_sha256: str
    closed_sha256: str


def links(records: Sequence[DayRecord], closed: Mapping[str, str]) -> dict[date, Link]:
    """The chain; ``records`` are all days from the first on, in order, without a gap."""
    found: dict[date, Link] = {}
    before = ""
    for item in records:
        own = item.manifest_sha256
        seen = closed.get(own, own)
        found[item.day] = Link(_head(before, own), _head(before, seen), before, own, seen)
        before = found[item.day].base
    return found


def _head(before: str, manifest_sha256: str) -> str:
    return hashlib.sha256(f"{before}\0{manifest_sha256}".encode()).hexdigest()


def keep_heads(facts: Facts, chain: Mapping[date, Link]) -> None:
    """Keeps the chain's links, so that a head alone leads back to every manifest that it stands on."""
    rows = {}
    for day, link in chain.items():
        rows[link.head] = _json(_Link(day, link.manifest_sha256, link.before))
        rows[link.base] = _json(_Link(day, link.closed_sha256, link.before))
    known = facts.known("head", rows)
    facts.put(("head", head, body) for head, body in rows.items() if head not in known)


def records_of(facts: Facts, head: str) -> list[DayRecord]:
    """All days that a head stands on, oldest first. Raises KeyError where a link is gone."""
    found: list[DayRecord] = []
    while head:
        record, head = step(facts, head)
        found.append(record)
    return found[::-1]


def step(facts: Facts, head: str) -> tuple[DayRecord, str]:
    """The day that a head or base is of, and the base before it, "" for the first. Raises KeyError."""
    body = facts.get("head", head)
    if body is None:
        raise KeyError(f"head {head}")
    link = _link_of(body)
    return DayRecord(link.day, link.manifest_sha256), link.before


def input_sha256(code: str, settings_sha256: str, head: str) -> str:
    """What names a version of a briefing: the three pins."""
    return hashlib.sha256(f"{code}\0{settings_sha256}\0{head}".encode()).hexdigest()


def memo_key(code: str, settings_sha256: str, topic: str, head: str) -> str:
    return hashlib.sha256(f"{code}\0{settings_sha256}\0{topic}\0{head}".encode()).hexdigest()


def judgement_of(facts: Facts, code: str, settings_sha256: str, topic: str, head: str) -> Judgement | None:
    """The memoized judgement under three pins, None where there is none. Raises msgspec.ValidationError."""
    body = facts.get("judgement", memo_key(code, settings_sha256, topic, head))
    return None if body is None else _judgement_of(body)


class Chain:
    """Judgements of days and topics, folded forward from the first day; what was judged before is looked up."""

    def __init__(self, facts: Facts, library: Library, settings: Settings, records: Sequence[DayRecord]) -> None:
        self._facts = facts
        self._library = library
        self.settings = settings
        self._records = {item.day: item for item in records}
        self.links = links(records, closed_manifests(facts, records))
        self._clock = Clock(settings.clock.timezone, settings.clock.closes_at)
        self._pins = code_version(), settings.sha256()
        self._manifests: dict[date, Manifest] = {}
        self._histories: dict[str, tuple[date, History]] = {}

    def input_sha256(self, day: date) -> str:
        return input_sha256(code_version(), self.settings.sha256(), self.links[day].head)

    def manifest(self, day: date) -> Manifest:
        """A day's recorded manifest. Raises KeyError where the day was never read."""
        if day not in self._manifests:
            self._manifests[day] = manifest_of(self._facts, self._records[day])
        return self._manifests[day]

    def provisional(self, day: date) -> bool:
        return _stored(self._facts, self._records[day]).provisional

    def with_records(self, records: Sequence[DayRecord]) -> Chain:
        """The chain over other days; what was folded stays where it holds there too. Ends this one."""
        found = Chain(self._facts, self._library, self.settings, records)
        found._manifests = {d: m for d, m in self._manifests.items() if found._records.get(d) == self._records[d]}
        for topic, (last, history) in self._histories.items():
            if last in found.links and found.links[last].base == self.links[last].base:
                found._histories[topic] = last, history
        self._histories = {}
        return found

    def judged(self, days: Sequence[date], topics: Sequence[str]) -> list[Judgement]:
        """The judgements of all days × topics, by day, then by topic as given."""
        wanted = sorted(set(days))
        shown = self._known_judgements(wanted, topics)
        missing = [day for day in wanted if any(self._key(topic, day) not in shown for topic in topics)]
        if missing:
            self._fold(missing, topics, shown)
        return [shown[self._key(topic, day)] for day in wanted for topic in topics]

    def _fold(self, wanted: Sequence[date], topics: Sequence[str], shown: dict[str, Judgement]) -> None:
        """Judges the wanted days, which are in order, after all days before them."""
        last = wanted[-1]
        self.recall(wanted[0], topics)
        histories, after = self._resume(topics, wanted[0])
        through = [day for day in sorted(self._records) if day <= last and (after is None or day > after)]
        chosen = set(wanted)
        for day in through:
            said = self._known_said(day, topics)
            prepared = _Day(self, day)
            fresh: list[tuple[str, str, bytes]] = []
            for topic in topics:
                key, base_key = self._key(topic, day), self._base_key(topic, day)
                if day in chosen and key not in shown:
                    shown[key] = prepared.shown(topic, histories[topic])
                    fresh.append(("judgement", key, _encode(shown[key])))
                told = said.get(base_key)
                if told is None:
                    told = prepared.said(topic, histories[topic])
                    fresh.append(("said", base_key, _encode(told)))
                if day < last:
                    histories[topic].extend(day, told)
            self._facts.put(fresh)
        held = through[-2] if len(through) > 1 else after
        if held is not None:
            self._histories = {topic: (held, histories[topic]) for topic in topics}

    def recall(self, before: date, topics: Sequence[str]) -> None:
        """Brings to mind what the days before a day said, as far as that was judged once. Judges nothing."""
        histories, after = self._resume(topics, before)
        for day in sorted(self._records):
            if day >= before or (after is not None and day <= after):
                continue
            said = self._known_said(day, topics)
            if len(said) < len(topics):
                break
            for topic in topics:
                histories[topic].extend(day, said[self._base_key(topic, day)])
            after = day
        if after is not None:
            self._histories = {topic: (after, histories[topic]) for topic in topics}

    def _resume(self, topics: Sequence[str], first: date) -> tuple[dict[str, History], date | None]:
        """Histories to go on with, and the last day that they hold. They serve one fold only, which extends them."""
        held, self._histories = self._histories, {}
        reached = {held[topic][0] if topic in held else None for topic in topics}
        after = reached.pop() if len(reached) == 1 else None
        if after is not None and after < first:
            return {topic: held[topic][1] for topic in topics}, after
        return {topic: History() for topic in topics}, None

    def _key(self, topic: str, day: date) -> str:
        return memo_key(*self._pins, topic, self.links[day].head)

    def _base_key(self, topic: str, day: date) -> str:
        return memo_key(*self._pins, topic, self.links[day].base)

    def _known_said(self, day: date, topics: Sequence[str]) -> dict[str, Said]:
        keys = [self._base_key(topic, day) for topic in topics]
        return {key: _said_of(body) for key, body in self._facts.get_many("said", keys).items()}

    def _known_judgements(self, days: Sequence[date], topics: Sequence[str]) -> dict[str, Judgement]:
        keys = [self._key(topic, day) for day in days for topic in topics]
        return {key: _judgement_of(body) for key, body in self._facts.get_many("judgement", keys).items()}

    # --- inputs of a day ---

    def inputs(self, day: date, *, late: bool) -> DayInputs:
        """A day's inputs; ``late``: with sources of its own that came after its close."""
        manifest = self.manifest(day)
        sources = [s for s in manifest.sources if late or s.arrival != "late"]
        cards = [
            source
            for back in range(_CARD_DAYS, 0, -1)
            if (before := day - timedelta(days=back)) in self._records
            for source in self.manifest(before).sources
            if source.kind == "card" and source.arrival != "late"
        ]
        wanted = [w for s in (*sources, *manifest.arrivals, *cards) if (w := of_source(s)) is not None]
        self._library.load([*wanted, *(w for d in manifest.documents if (w := of_document(d)) is not None)])
        documents = {
            document.topic: (document, None if (w := of_document(document)) is None else self._library.get(w))
            for document in manifest.documents
        }
        given = tuple(self._input(s) for s in sources)
        arrived = tuple(self._input(s) for s in manifest.arrivals)
        readings = [i.reading for i in (*given, *arrived)] + [r for _, r in documents.values() if r is not None]
        return DayInputs(
            day=day,
            zone=self.settings.clock.timezone,
            sources=given,
            arrivals=arrived,
            documents=documents,
            topics=self.settings.topics,
            thresholds=self.settings.density,
            recent_cards=tuple(sorted((self._input(s) for s in cards), key=lambda i: i.source.path)),
            registry=registry(readings),
        )

    def _input(self, source: Source) -> SourceInput:
        wanted = of_source(source)
        reading = self._library.get(wanted) if wanted is not None else unread(source)
        return SourceInput(source, reading, self._clock.day_of(source.observed_at))


class _Day:
    """One day's features, made once for all topics, and only if some topic needs them."""

    def __init__(self, chain: Chain, day: date) -> None:
        self._chain = chain
        self._day = day
        self._prepared: dict[bool, Prepared] = {}
        self._judged: dict[tuple[str, bool], tuple[Judgement, Said]] = {}

    def shown(self, topic: str, history: History) -> Judgement:
        """The day's own judgement, sources that came late included."""
        return self._judge(topic, history, late=self._late)[0]

    def said(self, topic: str, history: History) -> Said:
        """What the day says to those after it."""
        return self._judge(topic, history, late=False)[1]

    @property
    def _late(self) -> bool:
        return any(s.arrival == "late" for s in self._chain.manifest(self._day).sources)

    def _judge(self, topic: str, history: History, late: bool) -> tuple[Judgement, Said]:
        if (topic, late) not in self._judged:
            if late not in self._prepared:
                self._prepared[late] = prepare(self._chain.inputs(self._day, late=late))
            self._judged[topic, late] = judge(self._prepared[late], topic, history)
        return self._judged[topic, late]


def registry(readings: Sequence[Reading]) -> frozenset[str]:
    """arXiv ids that stand somewhere with a prefix, a link, or a DOI."""
    return frozenset(m.arxiv_id for reading in readings for m in reading.mentions if not m.bare)


def unread(source: Source) -> Reading:
    """The reading of a source whose bytes could not be had."""
    return Reading(
        content_sha256="", kind=source.kind, status="unreadable", error=source.error, encoding=None, title=None,
        stated=None, lines=0, sections=(), claims=(), mentions=(), card=None, notices=(),
    )  # fmt: skip
