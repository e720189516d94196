"""From text to blocks: paragraphs, headings, list items, table rows, code, HTML, each with plain text and its places.

Belongs here: walking pyromark's events, undoing inline markup, and turning its byte ranges into code points. Never here:
what a block means (``sections``, ``claims``, ``structure``).

The text is parsed as CommonMark with GFM tables, task lists, strikethrough, footnotes and wiki links. Three repairs, none
of which moves an offset that leaves this module: a lone CR counts as a line break, NUL as U+FFFD, and a run of two to six
``#`` directly before Chinese gets the space that its author left out (one ``#`` is a tag).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyromark

_OPTIONS: Final = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_WIKILINKS
)
PARSER: Final = pyromark.Markdown(options=_OPTIONS)
CJK = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff10-\uff5a\U00020000-\U0003ffff"
_GLUED = re.compile(rf"(?:\A|(?<=[\r\n])) {{0,3}}#{{2,6}}(?=[{CJK}（【「《“①-⑳])")
_LONE_CR = re.compile(r"\r(?!\n)")
_WIDE = re.compile(rf"[{CJK}、。，；：？！（）「」『』《》“”…—]")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.I)
CELL_SEPARATOR: Final = " | "

Run = tuple[int, int, int]


class Link:
    """A link or image in a block: which plain text it covers, and where it points."""

    __slots__ = ("end", "image", "piped", "source", "start", "target", "wiki")

    def __init__(self, start: int, source: int, target: str, image: bool, wiki: bool, piped: bool) -> None:
        self.start = start  # in the block's plain text
        self.end = start
        self.source = source  # offset of its markup in the decoded text
        self.target = target
        self.image = image
        self.wiki = wiki
        self.piped = piped  # a wiki link with an alias


class Block:
    """A piece of a document that holds text directly.

    ``kind``: paragraph, heading, item, head (a table's header), row, code, html. ``text`` is plain, ``runs`` maps it to
    the source as in ``model.Claim.spans``. ``breaks``: offsets in ``text`` at which a source line ended, with True for a
    hard break. ``start``/``end`` are offsets in the decoded text, markup included.
    """

    __slots__ = (
        "bold", "breaks", "cells", "codes", "container", "depth", "end", "footnote", "footnote_start", "header", "item", "kind", "level", "links",
        "quoted", "runs", "start", "strikes", "task", "text",
    )

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.text = ""
        self.level = 0
        self.runs: list[Run] = []
        self.links: list[Link] = []
        self.bold: list[tuple[int, int]] = []
        self.codes: list[tuple[int, int]] = []
        self.strikes: list[tuple[int, int]] = []
        self.breaks: list[tuple[int, bool]] = []
        self.cells: list[tuple[int, int]] = []
        self.header: tuple[str, ...] = ()
        self.quoted = False
        self.depth = 0  # list items around it
        self.item = -1  # see ``model.Claim.item``
        self.task: bool | None = None
        self.footnote: str | None = None
        self.footnote_start = 0
        self.container = 0  # offset of the list item or table that holds it


def parse(text: str, start: int = 0) -> list[Block]:
    """The blocks of ``text`` from offset ``start`` on, in source order. Total; offsets are those of ``text``."""
    body = text[start:] if start else text
    if "\r" in body:
        body = _LONE_CR.sub("\n", body)
    if "\0" in body:
        body = body.replace("\0", "\ufffd")
    glued: list[int] = []
    if "##" in body:
        glued = [match.end() for match in _GLUED.finditer(body)]
        if glued:
            body = _GLUED.sub(r"\g<0> ", body)
    return _Walk(text, _code_points(body, start, glued)).blocks(body)


def _code_points(body: str, base: int, glued: list[int]) -> Sequence[int]:
    """For every UTF-8 byte offset of ``body``, the code point offset in the decoded text."""
    if body.isascii() and not glued:
        return range(base, base + len(body) + 1)
    raw = np.frombuffer(body.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    table = np.empty(len(raw) + 1, dtype=np.uint32)
    table[0] = 0
    np.cumsum((raw & 0xC0) != 0x80, out=table[1:], dtype=np.uint32)
    # A byte inside a character belongs to the character's start; pyromark never points there.
    if glued:
        inserted = np.asarray(glued, dtype=np.uint32) + np.arange(len(glued), dtype=np.uint32)
        table -= np.searchsorted(inserted, table, side="left").astype(np.uint32)
    if base:
        table += np.uint32(base)
    return memoryview(table)  # type: ignore[return-value]  # indexing yields int, which is all that is asked of it


def _text_runs(plain: str, source: str, offset: int, at: int) -> list[Run]:
    """Runs for text whose source differs from it: code with line breaks or escaped pipes, entities."""
    runs: list[Run] = []
    position = 0
    index = 0
    while index < len(plain) and position < len(source):
        if plain[index] == source[position]:
            length = 1
            while (
                index + length < len(plain)
                and position + length < len(source)
                and plain[index + length] == source[position + length]
            ):
                length += 1
            runs.append((at + index, offset + position, length))
            index += length
            position += length
        elif plain[index] == " " and source[position] in "\r\n":
            index += 1
            position += 2 if source.startswith("\r\n", position) else 1
        else:
            position += 1
    return runs


class _Walk:
    """The state of one pass over the events."""

    def __init__(self, text: str, points: Sequence[int]) -> None:
        self.text = text
        self.points = points
        self.out: list[Block] = []
        self.block: Block | None = None
        self.parts: list[str] = []
        self.length = 0
        self.links: list[Link] = []
        self.marks: list[int] = []
        self.items: list[int] = []  # source offsets of open list items
        self.tasks: list[bool | None] = []
        self.quotes = 0
        self.item = -1
        self.footnotes: list[tuple[str, int]] = []
        self.header: tuple[str, ...] = ()
        self.table = 0
        self.verbatim: Block | None = None

    def blocks(self, body: str) -> list[Block]:
        points = self.points
        source = self.text
        starts = self._STARTS
        ends = self._ENDS
        for event, span in PARSER.events_with_range(body):
            if type(event) is dict:
                words = event.get("Text")
                if words is not None:
                    if self.verbatim is not None:
                        continue
                    block = self.block or self._open("paragraph", span)
                    at = points[span["start"]]
                    size = len(words)
                    if points[span["end"]] - at == size:
                        runs = block.runs
                        length = self.length
                        if runs:
                            last = runs[-1]
                            if last[0] + last[2] == length and last[1] + last[2] == at:
                                runs[-1] = (last[0], last[1], last[2] + size)
                            else:
                                runs.append((length, at, size))
                        else:
                            runs.append((length, at, size))
                    else:
                        block.runs += _text_runs(words, source[at : points[span["end"]]], at, self.length)
                    self.parts.append(words)
                    self.length += size
                    continue
                (name, value), = event.items()
                if name == "Start":
                    if type(value) is dict:
                        (value, detail), = value.items()
                    else:
                        detail = None
                    handler = starts.get(value)
                    if handler is not None:
                        handler(self, detail, span)
                elif name == "End":
                    if type(value) is dict:
                        (value, _), = value.items()
                    handler = ends.get(value)
                    if handler is not None:
                        handler(self, None, span)
                elif name == "Code":
                    self._code(value, span)
                elif name == "InlineHtml":
                    if _BREAK_TAG.match(value):
                        self._line_break(True, span)
                elif name == "TaskListMarker":
                    if self.tasks:
                        self.tasks[-1] = value
                    if self.block is not None:
                        self.block.task = value
            elif event == "SoftBreak":
                self._line_break(False, span)
            elif event == "HardBreak":
                self._line_break(True, span)
            elif event == "Rule":
                self._close()
        self._close()
        return self.out

    # --- opening and closing of blocks that hold text

    def _open(self, kind: str, span: dict[str, int]) -> Block:
        block = Block(kind, self.points[span["start"]], self.points[span["end"]])
        block.quoted = self.quotes > 0
        block.depth = len(self.items)
        if kind == "row" or kind == "head":
            block.container = self.table
        elif self.items:
            block.container = self.items[-1]
        if not self.items and kind != "row":
            self.item += 1
        block.item = self.item
        if self.items:
            if kind == "paragraph":
                block.kind = "item"
            block.task, self.tasks[-1] = self.tasks[-1], None
        if self.footnotes:
            block.footnote, block.footnote_start = self.footnotes[-1]
        self.block = block
        self.parts = []
        self.length = 0
        return block

    def _close(self) -> None:
        block = self.block
        if block is None:
            return
        block.text = "".join(self.parts)
        self.block = None
        self.links.clear()
        self.marks.clear()
        self.out.append(block)

    def _paragraph(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self._open("paragraph", span)

    def _heading(self, detail: Any, span: dict[str, int]) -> None:
        self._close()
        self._open("heading", span).level = int(detail["level"][1])

    def _end(self, _: Any, span: dict[str, int]) -> None:
        if self.block is not None and self.block.kind == "item":
            self.block.end = self.points[span["end"]]
        self._close()

    def _start_item(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        if not self.items:
            self.item += 1
        self.items.append(self.points[span["start"]])
        self.tasks.append(None)

    def _end_item(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self.items.pop()
        self.tasks.pop()

    def _start_list(self, _: Any, span: dict[str, int]) -> None:
        self._close()

    def _start_quote(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self.quotes += 1

    def _end_quote(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self.quotes -= 1

    def _start_footnote(self, detail: Any, span: dict[str, int]) -> None:
        self._close()
        self.footnotes.append((detail, self.points[span["start"]]))

    def _end_footnote(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self.footnotes.pop()

    def _start_verbatim(self, kind: str, span: dict[str, int]) -> None:
        self._close()
        block = self._open(kind, span)
        self.block = None
        self.verbatim = block
        self.out.append(block)

    def _start_code(self, _: Any, span: dict[str, int]) -> None:
        self._start_verbatim("code", span)

    def _start_html(self, _: Any, span: dict[str, int]) -> None:
        self._start_verbatim("html", span)

    def _end_verbatim(self, _: Any, span: dict[str, int]) -> None:
        self.verbatim = None

    # --- tables

    def _start_table(self, _: Any, span: dict[str, int]) -> None:
        self._close()
        self.table = self.points[span["start"]]

    def _start_head(self, _: Any, span: dict[str, int]) -> None:
        self._open("head", span)

    def _end_head(self, _: Any, span: dict[str, int]) -> None:
        block = self.block
        self._close()
        if block is not None:
            self.header = tuple(block.text[start:end] for start, end in block.cells)

    def _start_row(self, _: Any, span: dict[str, int]) -> None:
        self._open("row", span).header = self.header

    def _start_cell(self, _: Any, span: dict[str, int]) -> None:
        block = self.block
        if block is None:
            return
        if block.cells:
            self.parts.append(CELL_SEPARATOR)
            self.length += len(CELL_SEPARATOR)
        block.cells.append((self.length, self.length))

    def _end_cell(self, _: Any, span: dict[str, int]) -> None:
        if self.block is not None and self.block.cells:
            self.block.cells[-1] = (self.block.cells[-1][0], self.length)

    # --- inside text

    def _start_mark(self, _: Any, span: dict[str, int]) -> None:
        if self.block is None:
            self._open("paragraph", span)
        self.marks.append(self.length)

    def _end_strong(self, _: Any, span: dict[str, int]) -> None:
        if self.block is not None and self.marks:
            self.block.bold.append((self.marks.pop(), self.length))

    def _end_strike(self, _: Any, span: dict[str, int]) -> None:
        if self.block is not None and self.marks:
            self.block.strikes.append((self.marks.pop(), self.length))

    def _link(self, detail: Any, span: dict[str, int], image: bool = False) -> None:
        block = self.block or self._open("paragraph", span)
        kind = detail["link_type"]
        wiki = type(kind) is dict
        piped = wiki and bool(kind["WikiLink"]["has_pothole"])
        link = Link(self.length, self.points[span["start"]], detail["dest_url"], image, wiki, piped)
        block.links.append(link)
        self.links.append(link)

    def _image(self, detail: Any, span: dict[str, int]) -> None:
        self._link(detail, span, True)

    def _end_link(self, _: Any, span: dict[str, int]) -> None:
        if self.links:
            self.links.pop().end = self.length

    def _code(self, value: str, span: dict[str, int]) -> None:
        block = self.block or self._open("paragraph", span)
        start, end = self.points[span["start"]], self.points[span["end"]]
        raw = self.text[start:end]
        at = raw.find(value) if value else -1
        if at >= 0:
            block.runs.append((self.length, start + at, len(value)))
        else:
            fence = len(raw) - len(raw.lstrip("`"))
            block.runs += _text_runs(value, raw[fence : len(raw) - fence], start + fence, self.length)
        block.codes.append((self.length, self.length + len(value)))
        self.parts.append(value)
        self.length += len(value)

    def _line_break(self, hard: bool, span: dict[str, int]) -> None:
        block = self.block
        if block is None or not self.parts:
            return
        block.breaks.append((self.length, hard))
        following = self.text[self.points[span["end"]] : self.points[span["end"]] + 1]
        if not hard and _WIDE.match(self.parts[-1][-1:]) and _WIDE.match(following):
            return  # Chinese has no space between the lines of one sentence
        self.parts.append(" ")
        self.length += 1

    _STARTS: Final[dict[str, Any]] = {
        "Paragraph": _paragraph, "Heading": _heading, "Item": _start_item, "List": _start_list, "BlockQuote": _start_quote,
        "FootnoteDefinition": _start_footnote, "CodeBlock": _start_code, "HtmlBlock": _start_html, "Table": _start_table,
        "TableHead": _start_head, "TableRow": _start_row, "TableCell": _start_cell, "Emphasis": None, "Strong": _start_mark,
        "Strikethrough": _start_mark, "Link": _link, "Image": _image,
    }
    _ENDS: Final[dict[str, Any]] = {
        "Paragraph": _end, "Heading": _end, "Item": _end_item, "List": _end, "BlockQuote": _end_quote,
        "FootnoteDefinition": _end_footnote, "CodeBlock": _end_verbatim, "HtmlBlock": _end_verbatim, "Table": _end,
        "TableHead": _end_head, "TableRow": _end, "TableCell": _end_cell, "Strong": _end_strong,
        "Strikethrough": _end_strike, "Link": _end_link, "Image": _end_link,
    }
