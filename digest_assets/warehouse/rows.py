"""Frozen values as rows of the tables, in the order of ``schema.sql``.

Belongs here: which field stands in which column. Never here: SQL, decisions. Sentences of the frame are said in the
main language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from digest_assets.briefing.phrases import say
from digest_assets.briefing.render import LineOrigin
from digest_assets.model import (
    ArxivValue,
    DateValue,
    Judgement,
    LivingDocument,
    Manifest,
    PaperRow,
    QuantityValue,
    Quote,
    Reading,
    Section,
    Source,
    UrlValue,
    Value,
    VersionValue,
)
from digest_assets.reading import dates
from digest_assets.warehouse.library import of_document, of_source, reading_id
from digest_assets.warehouse.store import StoredBriefing
from digest_assets.warehouse.tables import Row

_SUMMARY = 2000  # characters; a summary is read, not searched


def name_of(section: Section) -> str:
    """A section's public name: its number as written, else its title."""
    return section.number or section.title


def entries(manifest: Manifest, own_days: Mapping[str, date]) -> Iterator[Row]:
    """``entries``. ``own_days``: the day of each arrival's own window, by path."""
    first_of: dict[str, str] = {}
    for source in manifest.sources:
        twin = first_of.get(source.content_sha256) if source.size else None
        yield _entry(manifest.day, "source", manifest.day, source, twin)
        if source.content_sha256:
            first_of.setdefault(source.content_sha256, source.path)
    for source in manifest.arrivals:
        yield _entry(manifest.day, "arrival", own_days[source.path], source, None)
    for path, document in sorted({d.path: d for d in manifest.documents}.items()):
        wanted = of_document(document)
        if wanted is not None:
            yield (
                manifest.day, "document", manifest.day, path, "baseline", None, document.topic, document.as_of_at,
                "git" if document.as_of.startswith("commit:") else "mtime", "on_time", document.size,
                document.content_sha256, reading_id(wanted), None, None,
            )  # fmt: skip


def _entry(day: date, role: str, own_day: date, source: Source, twin: str | None) -> Row:
    wanted = of_source(source)
    return (
        day, role, own_day, source.path, source.kind, source.author, source.predigest_topic, source.observed_at,
        source.observed_by, source.arrival, source.size, source.content_sha256,
        None if wanted is None else reading_id(wanted), source.error, twin,
    )  # fmt: skip


def reading(key: str, value: Reading) -> Row:
    """``readings``."""
    return key, value.content_sha256, value.title, value.encoding, value.status, value.error


def claims(key: str, value: Reading) -> Iterator[Row]:
    """``reading_claims``."""
    for claim in value.claims:
        yield (
            key, claim.ordinal, claim.claim_id, claim.line_start, claim.line_end, list(claim.heading_path), claim.kind,
            claim.text,
        )  # fmt: skip


def values(key: str, value: Reading, own_day: date, zone: str) -> Iterator[Row]:
    """``reading_values``: dates resolved with the source's own day; a value twice in a statement stands twice."""
    for claim in value.claims:
        for found in claim.values:
            yield (key, own_day, claim.ordinal, claim.claim_id, *_value(found, own_day, zone))


def _value(value: Value, own_day: date, zone: str) -> Row:
    kind = {ArxivValue: "arxiv", UrlValue: "url", DateValue: "date", QuantityValue: "quantity", VersionValue: "version"}
    columns: dict[str, object] = dict.fromkeys(
        ("arxiv_id", "arxiv_version", "url", "start", "end", "low", "high", "unit", "product", "version")
    )
    match value:
        case ArxivValue():
            columns.update(arxiv_id=value.arxiv_id, arxiv_version=value.version)
        case UrlValue():
            columns.update(url=value.url)
        case DateValue():
            resolved = dates.resolve(value, own_day, zone)
            if resolved is not None:
                columns.update(start=resolved[0], end=resolved[1])
        case QuantityValue():
            columns.update(low=value.low, high=value.high, unit=value.unit)
        case VersionValue():
            columns.update(product=value.product, version=value.version)
    return (kind[type(value)], value.surface, value.start, value.end, *columns.values())


def mentions(day: date, path: str, value: Reading, registry: frozenset[str], card_path: str | None) -> Iterator[Row]:
    """``mention_rows``: bare numbers count where ``registry`` knows the id otherwise."""
    card = value.card
    for mention in value.mentions:
        if mention.bare and mention.arxiv_id not in registry:
            continue
        own = card is not None and card.arxiv_id == mention.arxiv_id
        yield (
            day, mention.arxiv_id, mention.version, path, mention.line, mention.surface, mention.claim_id,
            card.title if own and card is not None else None, card_path if own else None,
        )  # fmt: skip


def sections(
    day: date, document: LivingDocument, value: Reading, text: str, registry: frozenset[str]
) -> Iterator[tuple[Row, Row]]:
    """(``section_rows``, ``section_texts``) of a living document whose decoded text is ``text``."""
    lines = text.splitlines(keepends=True)
    for section in value.sections:
        body = "".join(lines[section.line_start - 1 : section.line_end])
        digest = hashlib.sha256(body.encode()).hexdigest()
        ids = sorted(
            {
                m.arxiv_id
                for m in value.mentions
                if section.line_start <= m.line <= section.line_end and (not m.bare or m.arxiv_id in registry)
            }
        )
        row = (
            day, document.topic, document.path, document.as_of, document.as_of_at, section.ordinal, section.number,
            section.title, section.level, section.line_start, section.line_end, digest, ids,
        )  # fmt: skip
        yield row, (digest, body)


def judgement(
    value: Judgement, language: str, document: Sequence[Section], papers: Sequence[PaperRow]
) -> dict[str, list[Row]]:
    """All tables of the ``increments`` asset for one day and topic; ``papers`` are those that the briefing lists."""
    day, topic = value.day, value.topic
    found: dict[str, list[Row]] = {}
    found["claim_topic_rows"] = [(day, claim_id, topic, score) for claim_id, score in value.claim_topics]
    found["increment_rows"] = [
        (
            day, topic, i.increment_id, i.rank, i.kind, i.title, "\n".join(q.text for q in i.says)[:_SUMMARY], i.stars,
            [v.section for v in i.placement], [v.score for v in i.placement], list(i.arxiv_ids),
            "\n".join(_known(q, document) for q in i.known), say(i.missing, language), i.score,
        )
        for i in value.increments
    ]  # fmt: skip
    found["evidence_rows"] = [
        (day, topic, i.increment_id, q.claim_id, q.day, q.path, q.line_start, e.role)
        for i in value.increments
        for e in i.evidence
        for q in (e.quote,)
    ]
    found["warning_rows"] = [
        (
            day, topic, c.warning_id, c.kind, c.subject, c.attribute, c.a.text, c.a.path, c.a.line_start,
            c.b.text if c.b else None, c.b.path if c.b else None, c.b.line_start if c.b else None, c.risk,
            say(c.action, language),
        )
        for c in value.cautions
    ]  # fmt: skip
    found["verdict_rows"] = [
        (
            day, topic, v.path, v.verdict, say(v.reason, language), v.claims_total, v.claims_on_topic, v.claims_known,
            v.claims_new,
        )
        for v in value.verdicts
    ]  # fmt: skip
    found["paper_rows"] = [(day, topic, p.arxiv_id, p.title, p.role, p.section, p.increment_id) for p in papers]
    found["candidate_rows"] = [
        (day, topic, c.kind, c.candidate_id, c.text, c.increment_id) for c in value.candidates if c.candidate_id
    ]
    found["action_rows"] = [
        (day, topic, a.ordinal, say(a.phrase, language), a.increment_id, a.warning_id) for a in value.actions
    ]
    found["adoption_rows"] = [
        (day, topic, a.increment_id, a.adopted_day, a.section, a.score) for a in value.adoptions if a.adopted_day
    ]
    return found


def _known(quote: Quote, document: Sequence[Section]) -> str:
    inside = [s for s in document if s.line_start <= quote.line_start <= s.line_end]
    where = f"§{name_of(inside[-1])} " if inside else ""
    return f"{where}({quote.path}:{quote.line_start}) {quote.text}"


def version(value: StoredBriefing) -> Row:
    """``version_rows``."""
    return tuple(getattr(value, name) for name in StoredBriefing.__slots__)


def lineage(day: date, topic: str, language: str, lines: Sequence[LineOrigin]) -> Iterator[Row]:
    """``lineage_rows``."""
    for line in lines:
        yield (
            day, topic, language, line.line, line.increment_id, line.claim_id, line.path, line.line_start,
            line.line_end, line.content_sha256,
        )  # fmt: skip
