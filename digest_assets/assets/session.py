"""One process's work on one vault and one warehouse: the steps that the assets are shells of.

Belongs here: the order of calls between vault, reading, chain and tables. Never here: Dagster, decisions on content.

Every step is a function of days and topics, replaces its partitions in one transaction, and may be repeated at will.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from digest_assets.assets.files import BriefingFiles
from digest_assets.assets.opening import Opened, check_documents, opened
from digest_assets.assets.seen import Seen
from digest_assets.assets.spans import days_between, spans
from digest_assets.briefing.document import paper_rows
from digest_assets.clock import Clock
from digest_assets.model import Judgement, Manifest, Source
from digest_assets.reading import text
from digest_assets.settings import Settings, load
from digest_assets.vault import Vault
from digest_assets.warehouse import StoredBriefing, Warehouse, Writer, rows
from digest_assets.warehouse.captures import capture
from digest_assets.warehouse.chain import Chain, DayRecord, fingerprint, keep_heads, manifest_of, record, registry
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.composing import compose, document_sections, header
from digest_assets.warehouse.errors import WarehouseError
from digest_assets.warehouse.library import MEMORY, Library, Wanted, of_document, of_source, reading_id


@dataclass(frozen=True, slots=True)
class Made:
    """What a briefing's partition came to, in the main language."""

    stored: StoredBriefing
    faults: tuple[str, ...]


class Session:
    """Opens lazily: the vault when it is read, the warehouse when it is written."""

    def __init__(
        self,
        vault: Path,
        warehouse: Path,
        settings: Settings | None = None,
        records: Sequence[DayRecord] = (),
        readings: int = MEMORY,
        vault_of: Opened | None = None,
    ) -> None:
        """``records``: the days that are recorded, where the caller has just looked them up. ``readings``: how many
        are kept at hand. ``vault_of``: of another session on the same vault."""
        self.root = vault
        self.settings = settings or load(vault)
        self.clock = Clock(self.settings.clock.timezone, self.settings.clock.closes_at)
        self.warehouse = Warehouse(warehouse, self.settings.clock.timezone)
        self.library = Library(self.warehouse.facts, readings)
        self.files = BriefingFiles(self.warehouse.home / "briefings", self.settings.languages[0])
        self._opened = vault_of
        self._checked = vault_of is not None
        if vault_of is not None:
            vault_of.take_over(self.warehouse.facts)
        self._records = tuple(records)
        self._chain: Chain | None = None

    @property
    def opened(self) -> Opened:
        """The vault as another session of this process, or of one forked from it, can go on with it.

        Raises VaultError where there is none.
        """
        if self._opened is None:
            self._opened = opened(self.root, self.settings, self.warehouse)
        return self._opened

    @property
    def vault(self) -> Vault:
        """Raises VaultError where there is none, or a living document exists nowhere."""
        if not self._checked:
            check_documents(self.opened.vault)
            self._checked = True
        return self.opened.vault

    # --- raw_sources ---

    def read_sources(self, days: Sequence[date], now: datetime) -> list[Manifest]:
        """Takes the days' manifests anew, and those of earlier days that were never taken, or taken before their close.

        Returns the manifests of ``days``, in order. Raises VaultError, StorageError.
        """
        taken = self._take(days, now)
        records = record(self.warehouse.facts, taken)
        with self.warehouse.write() as writer:
            partitions = [(r.day,) for r in records]
            writer.replace("day_rows", partitions, [(r.day, r.manifest_sha256) for r in records])
            entries = [row for manifest, _ in taken for row in rows.entries(manifest, self._own_days(manifest))]
            writer.replace("entries", partitions, entries)
            self._add_readings(writer, _all_wanted(m for m, _ in taken))
        self.opened.notebook.flush()
        self.refresh()
        chosen = set(days)
        return [manifest for manifest, _ in taken if manifest.day in chosen]

    # --- ahead of the steps: facts and no tables, so that whoever comes second finds the work done ---

    def read_ahead(self, days: Sequence[date], now: datetime) -> None:
        """Takes and reads what ``read_sources`` will ask for; ``records`` are then those that it will write."""
        fresh = record(self.warehouse.facts, self._take(days, now))
        records = {r.day: r for r in (*self._load_records(), *fresh)}
        self._records = tuple(records[day] for day in sorted(records))

    def recall(self, before: date, topics: Sequence[str]) -> None:
        """Brings to mind what the recorded days before a day said, for the judging that will follow."""
        self.chain.recall(before, topics)

    def judge_ahead(self, records: Sequence[DayRecord], days: Sequence[date], topics: Sequence[str]) -> None:
        """Judges days × topics as they are recorded, or will be."""
        self._chain = self.chain.with_records(records)
        self._records = tuple(records)
        self.judged([(day, topic) for day in days for topic in topics])

    def _take(self, days: Sequence[date], now: datetime) -> list[tuple[Manifest, bool]]:
        """Manifests of the days and of gaps before them, by day, and whether each is provisional; all of it read."""
        wanted = sorted(set(days))
        first = min(self.vault.first_day(), wanted[0])
        recorded = {r.day: r for r in self._load_records()}
        gaps = {
            day for day in days_between(first, wanted[-1]) if day not in recorded or self._was_open(recorded[day], now)
        }
        taken: list[tuple[Manifest, bool]] = []
        for low, high in spans(gaps | set(wanted)):
            for manifest in self.vault.manifests(low, high, now):
                taken.append((manifest, self.clock.close(manifest.day) > now))
        self.library.ensure(_all_wanted(m for m, _ in taken), self._bytes_of)
        capture(self.warehouse.facts, (manifest for manifest, _ in taken))
        return taken

    def _bytes_of(self, content_sha256: str) -> bytes:
        """Stored bytes first: a new version of the reader asks nothing of the vault, which may have moved on."""
        try:
            return self.library.stored_bytes(content_sha256)
        except KeyError:
            return self.vault.bytes_of(content_sha256)

    def _was_open(self, record: DayRecord, now: datetime) -> bool:
        """Whether a day was taken before its close, and could now be taken after it."""
        if self.clock.close(record.day) > now:
            return False
        return Chain(self.warehouse.facts, self.library, self.settings, [record]).provisional(record.day)

    def _own_days(self, manifest: Manifest) -> dict[str, date]:
        return {source.path: self.clock.day_of(source.observed_at) for source in manifest.arrivals}

    def _add_readings(self, writer: Writer, wanted: Iterable[Wanted]) -> None:
        by_id = {reading_id(item): item for item in wanted}
        fresh = sorted(by_id.keys() - writer.known("readings", "reading_id", sorted(by_id)))
        self.library.load(by_id[key] for key in fresh)
        writer.add("readings", [rows.reading(key, self.library.get(by_id[key])) for key in fresh])

    # --- parsed_claims ---

    def write_claims(self, days: Sequence[date]) -> dict[date, int]:
        """Claims and values of the days' sources and arrivals; returns how many statements each day has."""
        counts: dict[date, int] = {}
        claims: dict[str, Wanted] = {}
        values: dict[tuple[str, date], Wanted] = {}
        for day in days:
            manifest = self.manifest(day)
            counts[day] = 0
            for source in (*manifest.sources, *manifest.arrivals):
                wanted = of_source(source)
                if wanted is None:
                    continue
                key = reading_id(wanted)
                claims[key] = wanted
                values[key, self.clock.day_of(source.observed_at)] = wanted
                counts[day] += len(self.library.get(wanted).claims)
        zone = self.settings.clock.timezone
        with self.warehouse.write() as writer:
            known = writer.known("reading_claims", "reading_id", sorted(claims))
            new = [(key, self.library.get(claims[key])) for key in sorted(claims.keys() - known)]
            writer.add("reading_claims", [row for key, reading in new for row in rows.claims(key, reading)])
            writer.add(
                "reading_values",
                [
                    row
                    for key, own_day in sorted(values)
                    for row in rows.values(key, self.library.get(values[key, own_day]), own_day, zone)
                ],
            )
        return counts

    # --- arxiv_registry ---

    def write_registry(self, days: Sequence[date]) -> dict[date, int]:
        """Mentions of papers in the days' sources and living documents; returns how many each day has."""
        found: dict[date, list[tuple[object, ...]]] = {}
        for day in days:
            manifest = self.manifest(day)
            read = [(s.path, s.kind, self.library.get(w)) for s in manifest.sources if (w := of_source(s)) is not None]
            texts = {d.path: w for d in manifest.documents if (w := of_document(d)) is not None}
            read += [(path, "baseline", self.library.get(wanted)) for path, wanted in sorted(texts.items())]
            known = registry([reading for _, _, reading in read])
            found[day] = [
                row
                for path, kind, reading in read
                for row in rows.mentions(day, path, reading, known, path if kind == "card" else None)
            ]
        with self.warehouse.write() as writer:
            writer.replace("mention_rows", [(day,) for day in days], [row for day in days for row in found[day]])
        return {day: len(found[day]) for day in days}

    # --- baseline_section_index ---

    def write_sections(self, partitions: Sequence[tuple[date, str]]) -> dict[tuple[date, str], int]:
        """The living documents in sections; returns how many each partition has."""
        index: list[tuple[object, ...]] = []
        texts: dict[str, tuple[object, ...]] = {}
        counts: dict[tuple[date, str], int] = {}
        decoded: dict[str, str] = {}
        for day, topic in partitions:
            counts[day, topic] = 0
            document = next((d for d in self.manifest(day).documents if d.topic == topic), None)
            wanted = of_document(document) if document is not None else None
            if document is None or wanted is None:
                continue
            if wanted[0] not in decoded:
                decoded[wanted[0]] = text.decode(self.library.stored_bytes(wanted[0])).text
            reading = self.library.get(wanted)
            for row, body in rows.sections(day, document, reading, decoded[wanted[0]], registry([reading])):
                index.append(row)
                texts[body[0]] = body
                counts[day, topic] += 1
        with self.warehouse.write() as writer:
            writer.add("section_texts", [texts[key] for key in sorted(texts)])
            writer.replace("section_rows", partitions, index)
        return counts

    # --- increments ---

    def write_judgements(self, partitions: Sequence[tuple[date, str]]) -> dict[tuple[date, str], Judgement]:
        """Judges the partitions and writes everything that was decided."""
        judged = self.judged(partitions)
        language = self.settings.languages[0]
        tables: dict[str, list[tuple[object, ...]]] = {}
        for key in partitions:
            sections = document_sections(self.chain, judged[key], self.library)
            papers = paper_rows(judged[key], header(self.chain, judged[key], self.library, self.settings))
            for table, found in rows.judgement(judged[key], language, sections, papers).items():
                tables.setdefault(table, []).extend(found)
        with self.warehouse.write() as writer:
            for table, found in tables.items():
                writer.replace(table, partitions, found)
        return judged

    def judged(self, partitions: Sequence[tuple[date, str]]) -> dict[tuple[date, str], Judgement]:
        """The judgements of the partitions, from the memo where it has them."""
        days = sorted({day for day, _ in partitions})
        topics = sorted({topic for _, topic in partitions})
        wanted = set(partitions)
        return {(j.day, j.topic): j for j in self.chain.judged(days, topics) if (j.day, j.topic) in wanted}

    # --- briefing ---

    def write_briefings(
        self, partitions: Sequence[tuple[date, str]], run_id: str, now: datetime
    ) -> dict[tuple[date, str], Made]:
        """Composes the briefings in all languages, keeps new versions beside old ones, and writes their files."""
        judged = self.judged(partitions)
        settings_sha256 = self.settings.sha256()
        self.warehouse.facts.put([("settings", settings_sha256, self.settings.canonical().encode())])
        keep_heads(self.warehouse.facts, self.chain.links)
        made: dict[tuple[date, str], Made] = {}
        versions: list[StoredBriefing] = []
        current: list[tuple[object, ...]] = []
        lineage: list[tuple[object, ...]] = []
        for day, topic in partitions:
            judgement = judged[day, topic]
            for language in self.settings.languages:
                composed = compose(self.chain, judgement, language, self.library)
                markdown = composed.rendered.markdown
                stored = StoredBriefing(
                    day=day,
                    topic=topic,
                    language=language,
                    density=judgement.density,
                    increments=len(judgement.increments),
                    warnings=len(judgement.cautions),
                    markdown=markdown,
                    markdown_sha256=hashlib.sha256(markdown.encode()).hexdigest(),
                    input_sha256=self.chain.input_sha256(day),
                    code_version=code_version(),
                    run_id=run_id,
                    materialized_at=now,
                    settings_sha256=settings_sha256,
                    head=self.chain.links[day].head,
                )
                versions.append(stored)
                current.append((day, topic, language, stored.input_sha256))
                lineage += rows.lineage(day, topic, language, composed.rendered.lines)
                if language == self.settings.languages[0]:
                    made[day, topic] = Made(stored, tuple(fault.message for fault in composed.faults))
        with self.warehouse.write() as writer:
            writer.add("version_rows", [rows.version(stored) for stored in versions])
            writer.replace("current_rows", partitions, current)
            writer.replace("lineage_rows", partitions, lineage)
            writer.afterwards.append(lambda: self.files.write(versions))
        return made

    def look(self) -> Seen:
        """The vault's present state, and what was noted for it."""
        return Seen(self.opened, self.settings)

    def unchanged(self, days: Sequence[date], topics: Sequence[str], now: datetime, seen: Seen) -> bool:
        """Whether every briefing of days × topics is stored, in all languages, under the pins that hold now."""
        recorded = {r.day: r for r in self._load_records()}
        if not days or any(day not in recorded for day in days) or not self.warehouse.published:
            return False
        if not seen.same(days):
            fresh = self.vault.manifests(min(days), max(days), now)
            pairs = [(manifest, self.clock.close(manifest.day) > now) for manifest in fresh]
            if any(fingerprint(*pair) != recorded[pair[0].day].manifest_sha256 for pair in pairs):
                return False
            seen.note(days, now)
        for language in self.settings.languages:
            stored = self.warehouse.briefings(days, topics, language)
            for day in days:
                for topic in topics:
                    found = stored.get((day, topic))
                    if found is None or found.input_sha256 != self.chain.input_sha256(day) or not self.files.has(found):
                        return False
        return True

    # --- what is recorded ---

    @property
    def chain(self) -> Chain:
        """The chain over all recorded days from the first on."""
        if self._chain is None:
            self._chain = Chain(self.warehouse.facts, self.library, self.settings, self._load_records())
        return self._chain

    def manifest(self, day: date) -> Manifest:
        """A recorded manifest. Raises WarehouseError where the day's sources were never taken."""
        found = next((r for r in self._load_records() if r.day == day), None)
        if found is None:
            raise WarehouseError(f"{day}: its sources were never read; materialize raw_sources of that day first")
        return self.chain.manifest(day) if day in self.chain.links else manifest_of(self.warehouse.facts, found)

    def manifest_sha256(self, day: date) -> str:
        """What pins a day's sources."""
        return next(r.manifest_sha256 for r in self._load_records() if r.day == day)

    def input_sha256(self, day: date) -> str:
        """What pins a day's judgements: code, settings, and the head of its history."""
        return self.chain.input_sha256(day)

    def document_sha256(self, day: date, topic: str) -> str:
        """The bytes of a topic's living document as of a day, "" where there was none."""
        return next((d.content_sha256 or "" for d in self.manifest(day).documents if d.topic == topic), "")

    def close(self) -> None:
        """Ends what was opened; the session may be used again."""
        if self._opened is not None:
            self._opened.vault.close()
            if self.warehouse.writer_file.exists():
                self._opened.notebook.flush()
        self.warehouse.facts.close()

    @property
    def records(self) -> tuple[DayRecord, ...]:
        """Which manifest each recorded day has, in order."""
        return self._load_records()

    def _load_records(self) -> tuple[DayRecord, ...]:
        if not self._records:
            self._records = tuple(DayRecord(day, digest) for day, digest in self.warehouse.recorded_days())
        return self._records

    def refresh(self) -> None:
        """Forgets what another run may have recorded since."""
        self._records = ()
        self._chain = None


def _all_wanted(manifests: Iterable[Manifest]) -> list[Wanted]:
    found: list[Wanted] = []
    for manifest in manifests:
        sources: tuple[Source, ...] = (*manifest.sources, *manifest.arrivals)
        found += [w for s in sources if (w := of_source(s)) is not None]
        found += [w for d in manifest.documents if (w := of_document(d)) is not None]
    return found
