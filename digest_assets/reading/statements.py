"""From statements with their places to claims and mentions: values, identities and lines, for a whole source at once.

Belongs here: what all statements of a source are looked through for together. Never here: which statements there are
(``reader``), how values are recognized (``values``).
"""

from __future__ import annotations

import hashlib
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from digest_assets.model import ArxivValue, Claim, ClaimKind, Mention
from digest_assets.reading import values
from digest_assets.reading.blocks import Link, Run

# What NFKC makes of the commonest full-width characters: it takes fifty times as long to say so.
_PUNCTUATION = [(mark, unicodedata.normalize("NFKC", mark)) for mark in "，：；！？（）～％＋／＝＜＞…\u3000\u00a0"]
Anchors = Sequence[tuple[int, int, Link]]
Cells = tuple[tuple[str, str], ...]


class Statement(NamedTuple):
    """A claim before its values are read; the fields are those of ``model.Claim``. ``anchors``: the links in it, with
    the part of ``text`` that each covers.
    """

    kind: ClaimKind
    text: str
    path: tuple[str, ...]
    section: int
    item: int
    runs: tuple[Run, ...]
    anchors: Anchors
    cells: Cells
    quoted: bool


def claim_id(content_sha256: str, text: str) -> str:
    """The identity of a statement in a source: 16 hex digits over content hash and folded text."""
    return hashlib.sha256(f"{content_sha256}\n{folded(text)}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def folded(text: str) -> str:
    """Text as it is compared: NFKC, case folded, blanks collapsed."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())


def identities(content_sha256: str, texts: Sequence[str]) -> list[str]:
    """``claim_id`` of each text, folded together: a line break composes with nothing, and folds to itself."""
    whole = "\n".join(texts)
    normal = whole.isascii()
    if not normal:
        for wide, narrow in _PUNCTUATION:
            whole = whole.replace(wide, narrow)
        normal = unicodedata.is_normalized("NFKC", whole)
    lines = whole.split("\n")
    if len(lines) != len(texts):  # some hold line breaks
        return [claim_id(content_sha256, text) for text in texts]
    start = hashlib.sha256(f"{content_sha256}\n".encode())
    found: list[str] = []
    for line in lines:
        if not normal:
            line = unicodedata.normalize("NFKC", line)
        identity = start.copy()
        identity.update(" ".join(line.casefold().split()).encode("utf-8", "surrogatepass"))
        found.append(identity.hexdigest()[:16])
    return found


def claims(
    content_sha256: str, statements: Sequence[Statement], line_starts: Sequence[int]
) -> tuple[list[Claim], list[list[Mention]]]:
    """The claims of a source, in order, and what ids each of them mentions."""
    texts = [statement.text for statement in statements]
    found = values.of_statements(texts, [statement.anchors for statement in statements])
    made: list[Claim] = []
    mentions: list[list[Mention]] = []
    rows = zip(statements, identities(content_sha256, texts), found, strict=True)
    for ordinal, ((kind, text, path, section, item, runs, _, cells, quoted), identity, held) in enumerate(rows):
        if held:
            held = values.in_context(held, text, cells, path)
        first = runs[0][1]
        _, last, size = runs[-1]
        line = bisect_right(line_starts, first)
        until = bisect_right(line_starts, last + size - 1, line - 1)
        made.append(Claim(identity, ordinal, kind, text, line, until, path, section, item, runs, held, cells, quoted))
        mentions.append(
            [
                mention(value, source(runs, value.start), identity, line_starts)
                for value in held
                if type(value) is ArxivValue
            ]
            if held
            else []
        )
    return made, mentions


def mention(value: ArxivValue, at: int, identity: str | None, line_starts: Sequence[int]) -> Mention:
    """An id as it stands at offset ``at`` of the source."""
    return Mention(value.arxiv_id, value.version, bisect_right(line_starts, at), value.surface, identity, value.bare)


def source(runs: tuple[Run, ...], offset: int) -> int:
    """The source offset of an offset in a claim's text; of the run before it where it stands in a separator."""
    at, place, length = runs[max(bisect_right(runs, (offset, 1 << 60)) - 1, 0)]
    return place + min(max(offset - at, 0), length - 1)
