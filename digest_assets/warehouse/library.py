"""Readings by what was read: each pair of bytes and kind is read once, ever.

Belongs here: keys of readings, filling in those that are missing, a bounded memory of recent ones. Never here: how
bytes are read, where they lie in a vault.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from digest_assets.model import LivingDocument, Reading, Source, SourceKind
from digest_assets.reading import pool, reader, wire
from digest_assets.warehouse.facts import Facts

MEMORY = 2500  # readings kept; a month of a busy team

Wanted = tuple[str, SourceKind, str]  # content hash, kind, file name
Bytes = Callable[[str], bytes]


def of_source(source: Source) -> Wanted | None:
    """What to read for a source; None where its bytes could not be had."""
    if not source.content_sha256:
        return None
    return source.content_sha256, source.kind, PurePosixPath(source.path).name


def of_document(document: LivingDocument) -> Wanted | None:
    """What to read for a living document; None where there is none."""
    if document.content_sha256 is None:
        return None
    return document.content_sha256, "baseline", PurePosixPath(document.path).name


def reading_id(wanted: Wanted) -> str:
    """32 hex digits: of the reader's version, the bytes, the kind, and for cards the name."""
    content, kind, name = wanted
    key = "\0".join((reader.READER_VERSION, content, kind, name if kind == "card" else ""))
    return hashlib.sha256(key.encode()).hexdigest()[:32]


class Library:
    """Readings, from memory, from facts, or made anew from bytes."""

    def __init__(self, facts: Facts, kept: int = MEMORY) -> None:
        self._facts = facts
        self._kept = kept
        self._memory: OrderedDict[str, Reading] = OrderedDict()

    def ensure(self, wanted: Iterable[Wanted], bytes_of: Bytes) -> None:
        """Reads what was never read, and keeps bytes and readings as facts. Raises KeyError for unknown bytes."""
        by_id = {reading_id(item): item for item in wanted}
        missing = sorted(set(by_id) - self._memory.keys() - self._facts.known("reading", by_id))
        if not missing:
            return
        items = [by_id[key] for key in missing]
        blobs = self._facts.known("bytes", {content for content, _, _ in items})
        batch: list[tuple[str, str, bytes]] = []
        size = 0
        source = (self._load(content, kind, name, bytes_of) for content, kind, name in items)
        drawn: list[bytes] = []

        def draw() -> Iterable[pool.Item]:
            for item in source:
                drawn.append(item[0])
                yield item

        for number, packed in enumerate(pool.packed_many(draw())):
            content, data = items[number][0], drawn[number]
            drawn[number] = b""
            batch.append(("reading", missing[number], packed))
            if content not in blobs:
                blobs.add(content)
                batch.append(("bytes", content, data))
            size += len(packed) + len(data)
            if size > 16_000_000:
                self._facts.put(batch)
                batch, size = [], 0
        self._facts.put(batch)

    def get(self, wanted: Wanted) -> Reading:
        """A reading; made from stored bytes where this reader's version never read them. Raises KeyError."""
        key = reading_id(wanted)
        if key in self._memory:
            self._memory.move_to_end(key)
            return self._memory[key]
        body = self._facts.get("reading", key)
        if body is None:
            self.ensure([wanted], self.stored_bytes)
            body = self._facts.get("reading", key)
            assert body is not None
        return self._keep(key, wire.unpack(body))

    def load(self, wanted: Iterable[Wanted]) -> None:
        """Brings many readings into memory with one question."""
        keys = sorted({reading_id(item) for item in wanted} - self._memory.keys())
        for key, body in sorted(self._facts.get_many("reading", keys).items()):
            self._keep(key, wire.unpack(body))

    def stored_bytes(self, content_sha256: str) -> bytes:
        """Bytes from facts. Raises KeyError where they were never kept."""
        data = self._facts.get("bytes", content_sha256)
        if data is None:
            raise KeyError(content_sha256)
        return data

    def _load(self, content: str, kind: SourceKind, name: str, bytes_of: Bytes) -> pool.Item:
        return bytes_of(content), kind, name

    def _keep(self, key: str, reading: Reading) -> Reading:
        self._memory[key] = reading
        while len(self._memory) > self._kept:
            self._memory.popitem(last=False)
        return reading
