"""A Reading as bytes, and back: what the store of facts keeps, and what worker processes hand over.

Belongs here: the packed form, MessagePack of rows without field names. Never here: files, hashes, when to read.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Final

import msgspec

from digest_assets.model import Card, Claim, Mention, Reading, Section, SourceKind, Status

_SECTION: Final = attrgetter(*(field.name for field in fields(Section)))
_CARD: Final = attrgetter(*(field.name for field in fields(Card)))
_HEAD: Final = attrgetter(
    "content_sha256", "kind", "status", "error", "encoding", "title", "stated", "lines", "notices"
)

_Head = tuple[str, SourceKind, Status, str | None, str | None, str | None, str | None, int, tuple[str, ...]]
_SectionRow = tuple[int, str | None, str | None, str, int, int, int, tuple[str, ...]]
_CardRow = tuple[str | None, str | None, str | None, str | None, tuple[str, ...], str | None, str | None, str | None]
_Row = tuple[_Head, tuple[_SectionRow, ...], tuple[Claim, ...], tuple[Mention, ...], _CardRow | None]

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Row)


def pack(reading: Reading) -> bytes:
    """A reading as MessagePack; equal readings give equal bytes."""
    return _ENCODER.encode(
        (
            _HEAD(reading),
            [_SECTION(section) for section in reading.sections],
            reading.claims,
            reading.mentions,
            None if reading.card is None else _CARD(reading.card),
        )
    )


def unpack(data: bytes) -> Reading:
    """The reading that ``pack`` was given. Raises msgspec.DecodeError where the bytes are something else."""
    head, sections, claims, mentions, card = _DECODER.decode(data)
    digest, kind, status, error, encoding, title, stated, lines, notices = head
    return Reading(
        content_sha256=digest,
        kind=kind,
        status=status,
        error=error,
        encoding=encoding,
        title=title,
        stated=stated,
        lines=lines,
        sections=tuple(Section(*row) for row in sections),
        claims=claims,
        mentions=mentions,
        card=None if card is None else Card(*card),
        notices=notices,
    )
