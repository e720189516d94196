"""A Reading as bytes, and back: what the store of facts keeps, and what worker processes hand over.

Belongs here: the packed form, MessagePack of rows without field names. Never here: files, hashes, when to read.

msgspec cannot decode a union of dataclasses (``model.Value``), so a value's row begins with its type's place in
``_TYPES``.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

import msgspec

from digest_assets.model import (
    ArxivValue,
    Card,
    Claim,
    DateValue,
    Mention,
    QuantityValue,
    Reading,
    Section,
    UrlValue,
    Value,
    VersionValue,
)

_TYPES: Final[tuple[type[Value], ...]] = (ArxivValue, UrlValue, DateValue, QuantityValue, VersionValue)
_CLAIM_NAMES = [field.name for field in fields(Claim)]
_VALUES_AT = _CLAIM_NAMES.index("values")
_NAMES: Final[dict[type, tuple[str, ...]]] = {kind: tuple(field.name for field in fields(kind)) for kind in _TYPES}
_GETTERS: Final[dict[type, attrgetter[tuple[Any, ...]]]] = {kind: attrgetter(*names) for kind, names in _NAMES.items()}
_TAGS: Final[dict[type, int]] = {kind: place for place, kind in enumerate(_TYPES)}
_CLAIM: Final = attrgetter(*_CLAIM_NAMES)
_SECTION: Final = attrgetter(*(field.name for field in fields(Section)))
_MENTION: Final = attrgetter(*(field.name for field in fields(Mention)))
_CARD: Final = attrgetter(*(field.name for field in fields(Card)))
_HEAD: Final = attrgetter(
    "content_sha256", "kind", "status", "error", "encoding", "title", "stated", "lines", "notices"
)

_Head = tuple[str, str, str, str | None, str | None, str | None, str | None, int, tuple[str, ...]]
_SectionRow = tuple[int, str | None, str | None, str, int, int, int, tuple[str, ...]]
_ClaimRow = tuple[
    str,
    int,
    str,
    str,
    int,
    int,
    tuple[str, ...],
    int,
    int,
    tuple[tuple[int, int, int], ...],
    tuple[tuple[Any, ...], ...],
    tuple[tuple[str, str], ...],
    bool,
]
_MentionRow = tuple[str, int | None, int, str, str | None, bool]
_CardRow = tuple[str | None, str | None, str | None, str | None, tuple[str, ...], str | None, str | None, str | None]
_Row = tuple[_Head, tuple[_SectionRow, ...], tuple[_ClaimRow, ...], tuple[_MentionRow, ...], _CardRow | None]

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Row)


def pack(reading: Reading) -> bytes:
    """A reading as MessagePack; equal readings give equal bytes."""
    claims: list[Any] = []
    for claim in reading.claims:
        row = _CLAIM(claim)
        if claim.values:
            values = [(_TAGS[type(value)], *_GETTERS[type(value)](value)) for value in claim.values]
            row = (*row[:_VALUES_AT], values, *row[_VALUES_AT + 1 :])
        claims.append(row)
    return _ENCODER.encode(
        (
            _HEAD(reading),
            [_SECTION(section) for section in reading.sections],
            claims,
            [_MENTION(mention) for mention in reading.mentions],
            None if reading.card is None else _CARD(reading.card),
        )
    )


def unpack(data: bytes) -> Reading:
    """The reading that ``pack`` was given. Raises msgspec.DecodeError where the bytes are something else."""
    head, sections, rows, mentions, card = _DECODER.decode(data)
    claims: list[Claim] = []
    for row in rows:
        packed: Any = row
        if row[_VALUES_AT]:
            packed = list(row)
            packed[_VALUES_AT] = tuple([_value(value) for value in packed[_VALUES_AT]])
        claims.append(Claim(*packed))
    digest, kind, status, error, encoding, title, stated, lines, notices = head
    return Reading(
        content_sha256=digest,
        kind=kind,  # type: ignore[arg-type]
        status=status,  # type: ignore[arg-type]
        error=error,
        encoding=encoding,
        title=title,
        stated=stated,
        lines=lines,
        sections=tuple(Section(*row) for row in sections),
        claims=tuple(claims),
        mentions=tuple(Mention(*row) for row in mentions),
        card=None if card is None else Card(*card),
        notices=notices,
    )


def _value(row: tuple[Any, ...]) -> Value:
    kind = _TYPES[row[0]]
    value: Value = kind(**dict(zip(_NAMES[kind], row[1:], strict=True)))
    return value
