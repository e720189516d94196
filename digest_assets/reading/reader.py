"""From bytes to a Reading: text, sections, claims with their values and places, mentions, card.

Belongs here: putting together what the other modules of this room find. A reading is a function of bytes, kind, file name
(cards) and ``READER_VERSION``: dates without a year, relative dates and bare ids are kept as they stand and resolved by
those who know the day. Never here: how one kind of thing is recognized.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise
from typing import Final

from digest_assets.model import Card, Claim, ClaimKind, Mention, Reading, Section, SourceKind
from digest_assets.reading import arxiv, cards, frontmatter, moments, sections, values
from digest_assets.reading.claims import Piece, split
from digest_assets.reading.frontmatter import FrontMatter
from digest_assets.reading.markdown import Block, Run, parse
from digest_assets.reading.text import decode, line_count, line_starts

READER_VERSION: Final = "1"  # rises whenever the same bytes may read differently

_BIBTEX = re.compile(r"@[A-Za-z]{3,20}\s*\{")
_FIELD_LINE = re.compile(r"(?m)^([^\s#\-][^:\r\n]{0,60}?)[ \t]*:[ \t]+(\S[^\r\n]*?)[ \t]*$")
_LEAD_LONGEST = 80  # code points of a bold line that still is a lead-in and not a statement
_SENTENCE_END = "。.！!？?；;…，,"
_ID_HINT = re.compile(r"\d{4}\.\d{4}|/\d{7}|\d{4}[．]\d{4}")


def read(data: bytes, kind: SourceKind, name: str) -> Reading:
    """Reads a source's bytes. Total: any bytes give a reading, in time linear in their length.

    ``name`` is the file name (a path is fine); only cards use it, for their number and id.
    """
    digest = hashlib.sha256(data).hexdigest()
    decoded = decode(data)
    if decoded.status == "unreadable":
        return Reading(
            content_sha256=digest, kind=kind, status="unreadable", error=decoded.error, encoding=None, title=None,
            stated=None, lines=0, sections=(), claims=(), mentions=(), card=None, notices=(),
        )
    return _Assembly(decoded.text, kind, name, digest).reading(decoded.encoding, decoded.status, decoded.error)


def stated_moment(data: bytes, kind: SourceKind, name: str) -> str | None:
    """The moment that a source states of itself, as ISO day or datetime; cheaper than ``read``."""
    decoded = decode(data if kind == "card" else data[:_HEAD])
    front = frontmatter.parse(decoded.text)
    moment = moments.of_front_matter(front)
    if moment is None and kind == "card" and decoded.text:
        card, _ = cards.read(name, front, parse(decoded.text, front.debris))
        moment = moments.stated(card.created)
    return moment


_HEAD: Final = 1_048_576  # bytes; front matter further down would be refused for its length anyway


def claim_id(content_sha256: str, text: str) -> str:
    """The identity of a statement in a source: 16 hex digits over content hash and folded text."""
    return hashlib.sha256(f"{content_sha256}\n{folded(text)}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def folded(text: str) -> str:
    """Text as it is compared: NFKC, case folded, blanks collapsed."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())


class _Assembly:
    """One source on its way to a Reading."""

    def __init__(self, text: str, kind: SourceKind, name: str, digest: str) -> None:
        self.text = text
        self.kind = kind
        self.name = name
        self.digest = digest
        self.starts = line_starts(text)
        self.claims: list[Claim] = []
        self.mentions: list[Mention] = []
        self.path: list[tuple[int, str]] = []  # section ordinal, title
        self.titles: tuple[str, ...] = ()
        self.lead: str | None = None
        self.section = -1
        self.item = -1
        self.block_item = -1
        self.year: str | None = None

    def reading(self, encoding: str | None, status: str, error: str | None) -> Reading:
        front = frontmatter.parse(self.text)
        blocks = parse(self.text, front.debris)
        found = sections.headings(blocks, self.text)
        lines = line_count(self.text)
        sections_found = sections.from_headings(found, self.starts, lines)
        by_block = {id(heading.block): section for heading, section in zip(found, sections_found, strict=True)}
        card: Card | None = None
        notices: tuple[str, ...] = ()
        if self.kind == "card":
            card, notices = cards.read(self.name, front, blocks)
        if front.error:
            notices = ("front matter is never closed" if not front.body else "front matter is broken and was left out", *notices)
        if status == "lossy" and error:
            notices = (error, *notices)
        self._front_matter(front)
        self._blocks(blocks, by_block)
        self.mentions.sort(key=lambda mention: mention.line)
        stated = moments.of_front_matter(front)
        if stated is None and card is not None:
            stated = moments.stated(card.created)
        return Reading(
            content_sha256=self.digest, kind=self.kind, status=status, error=error, encoding=encoding,  # type: ignore[arg-type]
            title=_title(front, card, sections_found), stated=stated, lines=lines, sections=sections_found,
            claims=tuple(self.claims), mentions=tuple(self.mentions), card=card, notices=notices,
        )

    # --- blocks

    def _front_matter(self, front: FrontMatter) -> None:
        """Fields of a card, the title of anything else; a broken block makes no claims."""
        if front.fields is None:
            return
        claimed: list[tuple[int, int]] = []
        for match in _FIELD_LINE.finditer(self.text, front.start, front.end):
            label = match[1].strip("'\"")
            known = cards.field_name(label)
            if (known is None) if self.kind == "card" else (known != "title"):
                continue
            self.item += 1
            text = match.group().strip()
            value = match[2].strip("'\"")
            runs = ((0, match.start(), len(text)),)
            self._claim("field", text, runs, self.item, (), cells=((label, value),))
            claimed.append(match.span())
        source = self.text[front.start : front.end]
        if _ID_HINT.search(source):
            for value in arxiv.find(source):
                at = front.start + value.start
                if not any(low <= at < high for low, high in claimed):
                    self._mention(value.arxiv_id, value.version, at, value.surface, None, value.bare)

    def _blocks(self, blocks: list[Block], by_block: dict[int, Section]) -> None:
        correcting = 0
        for index, block in enumerate(blocks):
            kind = block.kind
            if kind == "code" or kind == "html":
                section = by_block.get(id(block))
                if section is not None:
                    self._enter(section)
                    self._html_claim(block, section)
                self._loose_mentions(block.start, self.text[block.start : block.end])
                continue
            if block.item != self.block_item:
                self.block_item = block.item
                self.item += 1
            if kind == "heading":
                section = by_block.get(id(block))
                if section is not None:
                    self._enter(section, own=False)
                self._piece(block, Piece(0, len(block.text)), "heading", values.of_block(block, self.text))
                if section is not None:
                    self._enter(section)
                if self.kind == "card":
                    correcting = cards.correcting(block, correcting)
                continue
            if kind == "head" or not block.text:
                self._image_mentions(block)
                continue
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            self._statements(block, following, self.kind == "card" and not correcting)

    def _enter(self, section: Section, own: bool = True) -> None:
        self.section = section.ordinal
        self.lead = None
        self.titles = section.path if own else section.path[:-1]

    def _html_claim(self, block: Block, section: Section) -> None:
        self.item += 1
        source = self.text[block.start : block.end]
        at = source.find(section.title)
        if section.title and at >= 0:
            self.titles = section.path[:-1]
            self._claim("heading", section.title, ((0, block.start + at, len(section.title)),), self.item, ())
            self.titles = section.path

    def _statements(self, block: Block, following: Block | None, fields: bool) -> None:
        text = block.text
        if _BIBTEX.match(text.lstrip()) and "=" in text:
            self._loose_mentions(block.start, self.text[block.start : block.end])
            return
        found = values.of_block(block, self.text)
        if block.kind == "row":
            self._row(block, found, fields)
            return
        if fields and not block.quoted and self._fields(block, found):
            return
        pieces = split(text, block.breaks, block.bold, block.quoted)
        kind: ClaimKind = "list_item" if block.kind == "item" else "sentence"
        lead_end = _lead_in(block, following) if block.bold and not block.depth and not block.quoted else 0
        for piece in pieces:
            if piece.own_item and not block.depth:
                self.item += 1
            if lead_end and piece.start < lead_end:
                self.lead = None
                bare_lead = piece.end <= lead_end and any(low <= piece.start and piece.end <= high for low, high in block.bold)
                self._piece(block, piece, "heading" if bare_lead else kind, found)
                self.lead = text[piece.start : lead_end].strip().rstrip("：:").strip()
                lead_end = 0
                continue
            self._piece(block, piece, "list_item" if piece.listed else kind, found)

    def _fields(self, block: Block, found: values.Found) -> bool:
        """Takes a card's block line by line where a line of it is a field; False, and nothing taken, where none is."""
        edges = [0, *(offset for offset, _ in block.breaks), len(block.text)]
        lines = list(pairwise(edges))
        if not any(cards.field_of(block.text[low:high]) for low, high in lines):
            return False
        for low, high in lines:
            field = cards.field_of(block.text[low:high])
            if field is None:
                for piece in split(block.text[low:high], ()):
                    kind: ClaimKind = "list_item" if block.kind == "item" else "sentence"
                    self._piece(block, Piece(low + piece.start, low + piece.end), kind, found)
                continue
            blanks = len(block.text[low:high]) - len(block.text[low:high].lstrip())
            self._piece(block, Piece(low + blanks, high), "field", found, ((field[1], field[2]),))
        return True

    def _row(self, block: Block, found: values.Found, fields: bool) -> None:
        text = block.text
        texts = [text[low:high] for low, high in block.cells]
        if not any(texts):
            return
        if fields and len(texts) == 2 and cards.field_name(texts[0]) is not None:
            self._piece(block, Piece(0, len(text)), "field", found, ((texts[0], texts[1]),))
            return
        header = block.header + ("",) * (len(texts) - len(block.header))
        self._piece(block, Piece(0, len(text)), "table_row", found, tuple(zip(header, texts, strict=False)))

    # --- claims and mentions

    def _piece(
        self, block: Block, piece: Piece, kind: ClaimKind, found: values.Found, cells: tuple[tuple[str, str], ...] = ()
    ) -> None:
        if piece.start >= piece.end:
            return
        whole = piece.start == 0 and piece.end == len(block.text)
        text = block.text if whole else block.text[piece.start : piece.end]
        runs = tuple(block.runs) if whole else _cut(block.runs, piece.start, piece.end)
        if block.strikes and any(low < piece.end and piece.start < high for low, high in block.strikes):
            self._struck(block, piece, kind, found, cells)
            return
        if not runs:
            return
        self._claim(kind, text, runs, self.item, found.within(piece.start, piece.end), cells, block.quoted)

    def _struck(
        self, block: Block, piece: Piece, kind: ClaimKind, found: values.Found, cells: tuple[tuple[str, str], ...]
    ) -> None:
        """A statement without what its author struck out: that is said no longer."""
        kept: list[tuple[int, int]] = []
        at = piece.start
        for low, high in [*block.strikes, (piece.end, piece.end)]:
            if at < min(low, piece.end):
                kept.append((at, min(low, piece.end)))
            at = max(at, high)
        text = ""
        runs: list[Run] = []
        values_kept: list[values.Value] = []
        for low, high in kept:
            runs += [(len(text) + at, source, length) for at, source, length in _cut(block.runs, low, high)]
            values_kept += [
                replace(value, start=value.start + len(text), end=value.end + len(text)) for value in found.within(low, high)
            ]
            text += block.text[low:high]
        if runs and text.strip():
            self._claim(kind, text, tuple(runs), self.item, tuple(values_kept), cells, block.quoted)

    def _claim(
        self,
        kind: ClaimKind,
        text: str,
        runs: tuple[Run, ...],
        item: int,
        found: tuple[values.Value, ...],
        cells: tuple[tuple[str, str], ...] = (),
        quoted: bool = False,
    ) -> None:
        path = self.titles if self.lead is None else (*self.titles, self.lead)
        last = runs[-1]
        identity = claim_id(self.digest, text)
        found = values.complete(text, cells, found, path)
        self.claims.append(
            Claim(
                identity, len(self.claims), kind, text, bisect_right(self.starts, runs[0][1]),
                bisect_right(self.starts, last[1] + last[2] - 1), path, self.section, item, runs, found, cells, quoted,
            )
        )
        for value in found:
            if type(value) is values.ArxivValue:
                self._mention(value.arxiv_id, value.version, _source(runs, value.start), value.surface, identity, value.bare)

    def _mention(self, arxiv_id: str, version: int | None, at: int, surface: str, identity: str | None, bare: bool) -> None:
        self.mentions.append(Mention(arxiv_id, version, bisect_right(self.starts, at), surface, identity, bare))

    def _loose_mentions(self, start: int, source: str) -> None:
        if _ID_HINT.search(source):
            for value in arxiv.find(source):
                self._mention(value.arxiv_id, value.version, start + value.start, value.surface, None, value.bare)

    def _image_mentions(self, block: Block) -> None:
        for link in block.links:
            if _ID_HINT.search(link.target):
                for value in arxiv.find(link.target):
                    self._mention(value.arxiv_id, value.version, link.source, value.surface, None, value.bare)


def _cut(runs: list[Run], start: int, end: int) -> tuple[Run, ...]:
    """The part of a block's runs between two offsets of its text, as runs of that part."""
    kept: list[Run] = []
    for at, source, length in runs[max(bisect_right(runs, (start,)) - 1, 0) :]:
        if at >= end:
            break
        low, high = max(at, start), min(at + length, end)
        if low < high:
            kept.append((low - start, source + low - at, high - low))
    return tuple(kept)


def _source(runs: tuple[Run, ...], offset: int) -> int:
    """The source offset of an offset in a claim's text; of the run before it where it stands in a separator."""
    at, source, length = runs[max(bisect_right(runs, (offset, 1 << 60)) - 1, 0)]
    return source + min(max(offset - at, 0), length - 1)


def _lead_in(block: Block, following: Block | None) -> int:
    """Where a bold lead-in line at the head of a paragraph ends in its text; 0 where it has none.

    A line is one where all of it is bold, or where it begins bold, is the whole paragraph, and a list or table follows.
    """
    start, bold_end = block.bold[0]
    if start or block.kind != "paragraph":
        return 0
    line_end = block.breaks[0][0] if block.breaks else len(block.text)
    if line_end > _LEAD_LONGEST:
        return 0
    line = block.text[:line_end].rstrip()
    all_bold = not line[bold_end:].strip("：: ")
    if all_bold and line[-1:] not in _SENTENCE_END and (block.breaks or following is not None):
        return line_end
    listed = following is not None and (following.depth > 0 or following.kind in ("head", "row"))
    if not block.breaks and listed and line[-1:] not in _SENTENCE_END:
        return line_end
    return 0


def _title(front: FrontMatter, card: Card | None, found: tuple[Section, ...]) -> str | None:
    stated = front.fields.get("title") or front.fields.get("标题") if front.fields else None
    if isinstance(stated, str) and stated.strip():
        return stated.strip()
    if card is not None and card.title:
        return card.title
    first = next((section for section in found if section.level == 1), found[0] if found else None)
    if first is None:
        return None
    return first.path[-1] or None
