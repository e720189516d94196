"""From bytes to a Reading: text, sections, claims with their values and places, mentions, card.

Belongs here: putting together what the other modules of this room find. A reading is a function of bytes, kind, file
name (cards) and ``READER_VERSION``: dates without a year, relative dates and bare ids are kept as they stand and
resolved by those who know the day. Never here: how one kind of thing is recognized.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Final

from digest_assets import collector
from digest_assets.model import ArxivValue, Card, ClaimKind, Mention, Reading, Section, SourceKind
from digest_assets.reading import arxiv, cards, frontmatter, moments, sections, statements
from digest_assets.reading.blocks import Block, Link, Run
from digest_assets.reading.claims import Piece, lead_in, split
from digest_assets.reading.frontmatter import FrontMatter
from digest_assets.reading.markdown import parse
from digest_assets.reading.statements import Cells, Statement, claim_id
from digest_assets.reading.text import Decoded, decode, line_count, line_starts

__all__ = ["READER_VERSION", "claim_id", "read", "stated_moment"]

READER_VERSION: Final = "3"  # rises whenever the same bytes may read differently

_HEAD: Final = 1_048_576  # bytes; front matter further down would be refused for its length anyway
_WORD = re.compile(r"\w")  # without a word nothing is said
_BIBTEX = re.compile(r"\s*@[A-Za-z]{3,20}\s*\{")
_FIELD_LINE = re.compile(r"(?m)^([^\s#\-][^:\r\n]{0,60}?)[ \t]*:[ \t]+(\S[^\r\n]*?)[ \t]*$")
_ID_HINT = re.compile(r"[0-9０-９]{4}[.．][0-9０-９]{4}|/[0-9]{7}")

Anchors = list[tuple[int, int, Link]]


def read(data: bytes, kind: SourceKind, name: str) -> Reading:
    """Reads a source's bytes. Total: any bytes give a reading, in time linear in their length.

    ``name`` is the file name (a path is fine); only cards use it, for their number and id.
    """
    digest = hashlib.sha256(data).hexdigest()
    with collector.paused():
        return _Assembly(decode(data), kind, name, digest).reading()


def stated_moment(data: bytes, kind: SourceKind, name: str) -> str | None:
    """The moment that a source states of itself, as ISO day or datetime; cheaper than ``read``."""
    decoded = decode(data if kind == "card" else data[:_HEAD])
    front = frontmatter.parse(decoded.text)
    moment = moments.of_front_matter(front)
    if moment is None and kind == "card" and decoded.text:
        card, _ = cards.read(name, front, parse(decoded.text, front.debris))
        moment = moments.stated(card.created)
    return moment


class _Assembly:
    """One source on its way to a Reading."""

    def __init__(self, decoded: Decoded, kind: SourceKind, name: str, digest: str) -> None:
        self.decoded = decoded
        self.text = decoded.text
        self.kind = kind
        self.name = name
        self.digest = digest
        self.starts = line_starts(decoded.text)
        self.statements: list[Statement] = []
        self.mentions: list[Mention | int] = []  # a number: those of that statement
        self.section = -1
        self.titles: tuple[str, ...] = ()  # of the section and those around it
        self.lead: str | None = None  # a bold lead-in line
        self.lead_lists = False  # it holds for the list or table that follows only
        self.path: tuple[str, ...] = ()  # titles and lead
        self.item = -1
        self.block_item = -1

    def reading(self) -> Reading:
        decoded = self.decoded
        front = frontmatter.parse(self.text)
        blocks = parse(self.text, front.debris)
        headings = sections.headings(blocks, self.text)
        lines = line_count(self.text)
        found = sections.from_headings(headings, self.starts, lines)
        by_block: dict[int, list[Section]] = {}
        for heading, section in zip(headings, found, strict=True):
            by_block.setdefault(id(heading.block), []).append(section)
        notices: list[str] = []
        if decoded.status == "lossy" and decoded.error:
            notices.append(decoded.error)
        if front.error:
            notices.append("front matter is broken and was left out" if front.body else "front matter is never closed")
        card: Card | None = None
        if self.kind == "card" and decoded.status != "unreadable":
            card, remarks = cards.read(self.name, front, blocks)
            notices += remarks
        self._front_matter(front)
        self._blocks(blocks, by_block)
        claims, mentioned = statements.claims(self.digest, self.statements, self.starts)
        mentions: list[Mention] = []
        for mention in self.mentions:
            if type(mention) is int:
                mentions += mentioned[mention]
            else:
                mentions.append(mention)  # type: ignore[arg-type]
        mentions.sort(key=lambda mention: mention.line)
        moment = moments.of_front_matter(front)
        if moment is None and card is not None:
            moment = moments.stated(card.created)
        return Reading(
            content_sha256=self.digest,
            kind=self.kind,
            status=decoded.status,
            error=decoded.error,
            encoding=decoded.encoding,
            title=_title(front, card, found),
            stated=moment,
            lines=lines,
            sections=found,
            claims=tuple(claims),
            mentions=tuple(mentions),
            card=card,
            notices=tuple(notices),
        )

    # --- blocks

    def _front_matter(self, front: FrontMatter) -> None:
        """Fields of a card, the title of anything else; a broken block makes no claims."""
        if front.fields is None:
            return
        claimed: set[int] = set()  # lines
        for match in _FIELD_LINE.finditer(self.text, front.start, front.end):
            label = match[1].strip("'\"")
            known = cards.field_name(label)
            if (known is None) if self.kind == "card" else (known != "title"):
                continue
            self.item += 1
            text = match.group().strip()
            self._claim("field", text, ((0, match.start(), len(text)),), (), ((label, match[2].strip("'\"")),))
            claimed.add(bisect_right(self.starts, match.start()))
        for value in self._ids(self.text[front.start : front.end]):
            at = front.start + value.start
            if bisect_right(self.starts, at) not in claimed:
                self._mention(value, at)

    def _blocks(self, blocks: list[Block], by_block: dict[int, list[Section]]) -> None:
        correcting = 0
        for index, block in enumerate(blocks):
            kind = block.kind
            if kind == "code" or kind == "html":
                for section in by_block.get(id(block), ()):
                    self._html_heading(block, section)
                for value in self._ids(self.text[block.start : block.end]):
                    self._mention(value, block.start + value.start)
                continue
            if block.item != self.block_item:
                self.block_item = block.item
                self.item += 1
            if kind == "heading":
                opened = by_block.get(id(block))
                if opened:
                    self._enter(opened[0], opened[0].path[:-1])
                self._piece(block, Piece(0, len(block.text)), "heading")
                if opened:
                    self._enter(opened[0], opened[0].path)
                if self.kind == "card":
                    correcting = cards.correcting(block, correcting)
            elif kind == "head" or not block.text:
                self._unspoken(block)
            else:
                following = blocks[index + 1] if index + 1 < len(blocks) else None
                self._statements(block, following, self.kind == "card" and not correcting)

    def _enter(self, section: Section, titles: tuple[str, ...]) -> None:
        self.section = section.ordinal
        self.titles = self.path = titles
        self.lead, self.lead_lists = None, False

    def _lead(self, lead: str | None, lists: bool) -> None:
        self.lead, self.lead_lists = lead, lists
        self.path = self.titles if lead is None else (*self.titles, lead)

    def _html_heading(self, block: Block, section: Section) -> None:
        self._enter(section, section.path[:-1])
        at = self.text.find(section.title, self.starts[section.line_start - 1], block.end)
        if section.title and at >= 0:
            self.item += 1
            self._claim("heading", section.title, ((0, at, len(section.title)),), ())
        self._enter(section, section.path)

    def _statements(self, block: Block, following: Block | None, fields: bool) -> None:
        text = block.text
        if text.lstrip().startswith("@") and _BIBTEX.match(text) and "=" in text:
            for value in self._ids(self.text[block.start : block.end]):
                self._mention(value, block.start + value.start)
            return
        if block.kind == "row":
            self._row(block, fields)
            return
        if fields and not block.quoted and self._fields(block):
            return
        if self.lead_lists and not block.depth:
            self._lead(None, False)
        kind: ClaimKind = "list_item" if block.kind == "item" else "sentence"
        lead_end = lead_in(block, following) if block.bold else 0
        for piece in split(text, block.breaks, block.bold, block.quoted):
            if piece.own_item and not block.depth:
                self.item += 1
            if lead_end and piece.start < lead_end:
                self._lead(None, False)
                whole = any(low <= piece.start and piece.end <= high for low, high in block.bold)
                self._piece(block, piece, "heading" if whole else kind)
                self._lead(text[piece.start : lead_end].strip().rstrip("：:").strip(), not whole)
                self.item += 1
                lead_end = 0
            else:
                self._piece(block, piece, "list_item" if piece.listed else kind)

    def _fields(self, block: Block) -> bool:
        """Takes a card's block line by line where a line of it is a field; False, and nothing taken, where none is."""
        edges = [0, *(offset for offset, _ in block.breaks), len(block.text)]
        lines = [(low, high, cards.field_of(block.text[low:high])) for low, high in pairwise(edges)]
        if not any(field for _, _, field in lines):
            return False
        kind: ClaimKind = "list_item" if block.kind == "item" else "sentence"
        for low, high, field in lines:
            line = block.text[low:high]
            if field is None:
                for piece in split(line, ()):
                    self._piece(block, Piece(low + piece.start, low + piece.end), kind)
            else:
                low += len(line) - len(line.lstrip())
                self._piece(block, Piece(low, high), "field", ((field[1], field[2]),))
        return True

    def _row(self, block: Block, fields: bool) -> None:
        text = block.text
        texts = [text[low:high] for low, high in block.cells]
        if not any(texts):
            self._unspoken(block)
        elif fields and len(texts) == 2 and cards.field_name(texts[0]) is not None:
            self._piece(block, Piece(0, len(text)), "field", ((texts[0], texts[1]),))
        else:
            header = block.header + ("",) * (len(texts) - len(block.header))
            self._piece(block, Piece(0, len(text)), "table_row", tuple(zip(header, texts, strict=False)))

    # --- claims and mentions

    def _piece(self, block: Block, piece: Piece, kind: ClaimKind, cells: Cells = ()) -> None:
        low, high = piece.start, piece.end
        if low >= high:
            return
        if low == 0 and high == len(block.text):
            text, runs = block.text, tuple(block.runs)
        else:
            text, runs = block.text[low:high], _cut(block.runs, low, high)
        anchors: Anchors = []
        if block.links:
            for index in range(bisect_left(block.links, low, key=_link_start), len(block.links)):
                link = block.links[index]
                if link.start > high or (link.start == high and link.end > high):
                    break
                anchors.append((link.start - low, min(link.end, high) - low, link))
        if block.strikes:
            text, runs, anchors = _unstruck(block, low, text, runs, anchors)
        if runs and _WORD.search(text):
            self._claim(kind, text, runs, anchors, cells, block.quoted)

    def _claim(
        self,
        kind: ClaimKind,
        text: str,
        runs: tuple[Run, ...],
        anchors: Anchors | tuple[()],
        cells: Cells = (),
        quoted: bool = False,
    ) -> None:
        self.mentions.append(len(self.statements))
        self.statements.append(Statement(kind, text, self.path, self.section, self.item, runs, anchors, cells, quoted))

    def _mention(self, value: ArxivValue, at: int) -> None:
        self.mentions.append(statements.mention(value, at, None, self.starts))

    def _ids(self, source: str) -> tuple[ArxivValue, ...]:
        return arxiv.find(source) if _ID_HINT.search(source) else ()

    def _unspoken(self, block: Block) -> None:
        """Ids in the links of a block that makes no statement: a table's header, an image without words."""
        for link in block.links:
            for value in self._ids(link.target):
                self._mention(value, link.source)


def _link_start(link: Link) -> int:
    return link.start


def _cut(runs: list[Run], start: int, end: int) -> tuple[Run, ...]:
    """The part of a block's runs between two offsets of its text, as runs of that part."""
    if len(runs) == 1:
        at, source, length = runs[0]
        low, high = max(at, start), min(at + length, end)
        return ((low - start, source + low - at, high - low),) if low < high else ()
    kept: list[Run] = []
    for index in range(max(bisect_right(runs, (start, 1 << 60)) - 1, 0), len(runs)):
        at, source, length = runs[index]
        if at >= end:
            break
        low, high = max(at, start), min(at + length, end)
        if low < high:
            kept.append((low - start, source + low - at, high - low))
    return tuple(kept)


def _unstruck(
    block: Block, start: int, text: str, runs: tuple[Run, ...], anchors: Anchors
) -> tuple[str, tuple[Run, ...], Anchors]:
    """A statement without what its author struck out: that is said no longer."""
    end = start + len(text)
    struck: list[tuple[int, int]] = []
    for index in range(max(bisect_right(block.strikes, (start, 1 << 60)) - 1, 0), len(block.strikes)):
        low, high = block.strikes[index]
        if low >= end:
            break
        if high > start:
            struck.append((max(low, start) - start, min(high, end) - start))
    if not struck:
        return text, runs, anchors
    kept: list[tuple[int, int]] = []
    at = 0
    for low, high in [*sorted(struck), (len(text), len(text))]:
        if at < low:
            kept.append((at, low))
        at = max(at, high)
    words = ""
    kept_runs: list[Run] = []
    kept_anchors: Anchors = []
    for low, high in kept:
        shift = len(words) - low
        kept_runs += [(place + len(words), source, length) for place, source, length in _cut(list(runs), low, high)]
        kept_anchors += [(a + shift, min(b, high) + shift, link) for a, b, link in anchors if low <= a < high]
        words += text[low:high]
    return words, tuple(kept_runs), kept_anchors


def _title(front: FrontMatter, card: Card | None, found: tuple[Section, ...]) -> str | None:
    stated = front.fields.get("title") or front.fields.get("标题") if front.fields else None
    if isinstance(stated, str) and stated.strip():
        return stated.strip()
    if card is not None and card.title:
        return card.title
    first = next((section for section in found if section.level == 1), found[0] if found else None)
    return (first.path[-1] or None) if first else None
