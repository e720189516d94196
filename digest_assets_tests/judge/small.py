"""Small vaults made in a test: texts in, judgements out, without files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from digest_assets.judge.day import DayInputs, SourceInput, judge, prepare
from digest_assets.judge.history import History, Said
from digest_assets.model import Increment, Judgement, LivingDocument, Reading, Source, SourceKind, Verdict
from digest_assets.reading import reader
from digest_assets.settings import Thresholds, Topic

FIRST = date(2031, 4, 1)


def kind_of(path: str) -> SourceKind:
    if path.startswith("cards/"):
        return "card"
    if path == "queue.md":
        return "queue"
    return "predigest" if path.endswith("-e1prep.md") else "note"


def predigest_topic(path: str) -> str | None:
    name = path.rsplit("/", 1)[-1]
    return name.removesuffix("-e1prep.md").split("_", 1)[-1] if name.endswith("-e1prep.md") else None


def source(path: str, data: bytes, day: date, order: int, arrival: str = "on_time") -> SourceInput:
    """A source of a day's window; ``order`` is its place in the day."""
    at = datetime.combine(day, time(8), UTC) + timedelta(minutes=order)
    made = Source(
        path, kind_of(path), None, predigest_topic(path), at, "name", at, arrival,  # type: ignore[arg-type]
        hashlib.sha256(data).hexdigest(), len(data), None,
    )  # fmt: skip
    return SourceInput(made, reader.read(data, made.kind, path.rsplit("/", 1)[-1]), day)


@dataclass
class Small:
    """A vault of a few days. ``days``: path -> text or bytes, per day; ``documents``: text by topic, per day."""

    topics: Mapping[str, Topic]
    documents: list[Mapping[str, str]]
    days: list[Mapping[str, str | bytes]]
    arrivals: dict[int, dict[str, tuple[int, str]]] = field(default_factory=dict)  # day -> path -> (own day, text)

    def inputs(self, n: int) -> DayInputs:
        day = FIRST + timedelta(days=n)
        given = tuple(
            sorted(
                (source(p, _bytes(t), day, k) for k, (p, t) in enumerate(self.days[n].items())),
                key=lambda s: s.source.path,
            )
        )
        late = tuple(
            source(p, _bytes(text), FIRST + timedelta(days=own), 0, "late")
            for p, (own, text) in sorted(self.arrivals.get(n, {}).items())
        )
        documents: dict[str, tuple[LivingDocument, Reading | None]] = {}
        for key, topic in self.topics.items():
            text = self.documents[min(n, len(self.documents) - 1)].get(key)
            data = _bytes(text or "")
            digest = hashlib.sha256(data).hexdigest() if text is not None else None
            living = LivingDocument(key, topic.baseline, digest, len(data), "mtime", None)
            documents[key] = (living, reader.read(data, "baseline", topic.baseline) if text is not None else None)
        readings = [s.reading for s in (*given, *late)] + [r for _, r in documents.values() if r is not None]
        registry = frozenset(m.arxiv_id for r in readings for m in r.mentions if not m.bare)
        recent = tuple(
            source(p, _bytes(t), FIRST + timedelta(days=back), k)
            for back in range(max(0, n - 2), n)
            for k, (p, t) in enumerate(sorted(self.days[back].items()))
            if kind_of(p) == "card"
        )
        return DayInputs(day, "UTC", given, late, documents, self.topics, Thresholds(), recent, registry)

    def judged(self, key: str) -> list[Judgement]:
        """The judgement of each day, folded in order; what history keeps goes through its stored form."""
        history = History()
        out = []
        for n in range(len(self.days)):
            judgement, said = judge(prepare(self.inputs(n)), key, history)
            out.append(judgement)
            stored = msgspec.msgpack.decode(msgspec.msgpack.encode(said), type=Said)
            history.extend(judgement.day, stored)
        return out


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def topic(key: str, *terms: str, categories: tuple[str, ...] = (), adjacent: tuple[str, ...] = ()) -> Topic:
    return Topic(title=key, baseline=f"docs/{key}.md", terms=terms, categories=categories, adjacent=adjacent)


def said(increment: Increment) -> str:
    return " ".join([increment.title, *(e.quote.text for e in increment.evidence)])


def verdict(judgement: Judgement, path: str) -> Verdict:
    return next(v for v in judgement.verdicts if v.path == path)
