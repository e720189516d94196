"""From text to blocks: walking pyromark's events, undoing inline markup, turning byte ranges into code points.

Belongs here: the pass over the events. Never here: what a block means (``sections``, ``claims``, ``structure``).

The text is parsed as CommonMark with GFM tables, task lists, strikethrough, footnotes and wiki links, after what
``mending`` does to it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any, Final

import pyromark

from digest_assets.reading import emphasis, mending, places
from digest_assets.reading.blocks import CELL_SEPARATOR, CJK, Block, BlockKind, Link

_OPTIONS: Final = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_WIKILINKS
)
PARSER: Final = pyromark.Markdown(options=_OPTIONS)
_WIDE = re.compile(rf"[{CJK}、。，；：？！（）「」『』《》“”…—]")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.I)
_TARGET = re.compile(r"""(?<=\s)(?:href|src)\s*=\s*["']?((?:https?|ftp)://[^\s"'<>]+)""", re.I)


def parse(text: str, start: int = 0) -> list[Block]:
    """The blocks of ``text`` from offset ``start`` on, in source order. Total; offsets are those of ``text``."""
    body = text[start:] if start else text
    body, inserted = mending.mend(body)
    return _Walk(text, places.code_points(body, start, inserted)).blocks(body)


class _Walk:
    """The state of one pass over the events."""

    def __init__(self, text: str, points: Sequence[int]) -> None:
        self.text = text
        self.points = points
        self.out: list[Block] = []
        self.block: Block | None = None  # the one that takes text now
        self.parts: list[str] = []  # of its text
        self.length = 0  # of its text
        self.broken: bool | None = None  # a line break before the next text: hard, soft, none
        self.verbatim = False  # inside code or an HTML block
        self.links: list[Link] = []
        self.anchor: Link | None = None  # an open ``<a href>``
        self.marks: list[int] = []  # where open bold and struck text began
        self.items: list[int] = []  # source offsets of open list items
        self.task: bool | None = None
        self.quotes = 0
        self.item = -1
        self.footnotes: list[tuple[str, int]] = []
        self.header: tuple[str, ...] = ()
        self.cells: list[tuple[int, int]] = []  # of the open row
        self.table = 0

    def blocks(self, body: str) -> list[Block]:
        points = self.points
        starts, ends = _STARTS, _ENDS
        odd = "\ufffd" in body or "[[" in body  # the only places where text of equal length may differ from its source
        events: Any = PARSER.events_with_range(
            body, merge_text=True
        )  # strings, or dicts of one key; see pyromark.event
        for event, span in events:
            if type(event) is str:
                if event == "Rule":
                    self.close()
                else:
                    self.line_break(event == "HardBreak")
                continue
            ((sort, detail),) = event.items()
            if sort == "Text":
                if self.verbatim:
                    continue
                block = self.block
                if block is None:
                    block = self.open("paragraph", span)
                words: str = detail
                at = points[span["start"]]
                if self.broken is not None:
                    self.join(words)
                length = self.length
                size = len(words)
                if not size:
                    continue  # a wiki link may bear no name at all
                if odd and points[span["end"]] - at == size and self.text[at : at + size] != words.replace("\n", " "):
                    words = words.replace("\n", " ")
                    block.runs += places.equal(words, self.text[at : at + size], at, length)
                elif points[span["end"]] - at == size:
                    runs = block.runs
                    if runs:
                        last_at, last_source, last_size = runs[-1]
                        if last_at + last_size == length and last_source + last_size == at:
                            runs[-1] = (last_at, last_source, last_size + size)
                        else:
                            runs.append((length, at, size))
                    else:
                        runs.append((length, at, size))
                else:
                    block.runs += places.unescaped(words, self.text[at : points[span["end"]]], at, length)
                self.parts.append(words)
                self.length = length + size
            elif sort == "End":
                handler = ends.get(detail if type(detail) is str else next(iter(detail)))
                if handler is not None:
                    handler(self)
            elif sort == "Start":
                if type(detail) is str:
                    handler = starts.get(detail)
                    if handler is not None:
                        handler(self, None, span)
                else:
                    ((name, details),) = detail.items()
                    handler = starts.get(name)
                    if handler is not None:
                        handler(self, details, span)
            elif sort == "Code":
                self.code(detail, span)
            elif sort == "InlineHtml":
                self.tag(detail, span)
            elif sort == "TaskListMarker":
                self.task = detail
                if self.block is not None:
                    self.block.task, self.task = self.task, None
        self.close()
        return self.out

    # --- blocks that hold text

    def open(self, kind: BlockKind, span: dict[str, int]) -> Block:
        items = self.items
        if items:
            if kind == "paragraph":
                kind = "item"
        elif kind != "row":
            self.item += 1
        start = self.points[span["start"]]
        block = Block(kind, start, self.points[span["end"]], self.item, len(items), self.quotes > 0)
        if items:
            block.container = items[-1]
            block.task, self.task = self.task, None
        if self.footnotes:
            block.footnote = self.footnotes[-1]
        self.block = block
        self.parts = []
        self.length = 0
        return block

    def close(self) -> None:
        block = self.block
        if block is None:
            return
        text = block.text = "".join(self.parts)
        self.block = self.anchor = self.broken = None
        if self.links:
            self.links.clear()
        if self.marks:
            self.marks.clear()
        if block.strikes:
            block.strikes = sorted(block.strikes)  # nested ones close from the inside
        if "**" in text or "~~" in text:
            emphasis.repair(block, self.text)
        self.out.append(block)

    def paragraph(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        self.open("paragraph", span)

    def heading(self, detail: Any, span: dict[str, int]) -> None:
        self.close()
        self.open("heading", span).level = int(detail["level"][1])

    def start_item(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        if not self.items:
            self.item += 1
        self.items.append(self.points[span["start"]])
        self.task = None

    def end_item(self) -> None:
        self.close()
        self.items.pop()

    def start_list(self, _: Any, span: dict[str, int]) -> None:
        self.close()

    def start_quote(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        self.quotes += 1

    def end_quote(self) -> None:
        self.close()
        self.quotes -= 1

    def start_footnote(self, detail: Any, span: dict[str, int]) -> None:
        self.close()
        self.footnotes.append((detail, self.points[span["start"]]))

    def end_footnote(self) -> None:
        self.close()
        self.footnotes.pop()

    def start_code(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        self.open("code", span)
        self.verbatim = True

    def start_html(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        self.open("html", span)
        self.verbatim = True

    def end_verbatim(self) -> None:
        self.verbatim = False
        self.close()

    # --- tables

    def start_table(self, _: Any, span: dict[str, int]) -> None:
        self.close()
        self.table = self.points[span["start"]]

    def start_head(self, _: Any, span: dict[str, int]) -> None:
        block = self.open("head", span)
        block.container = self.table
        block.cells = self.cells = []

    def end_head(self) -> None:
        block = self.block
        self.close()
        if block is not None:
            self.header = tuple([block.text[start:end] for start, end in block.cells])

    def start_row(self, _: Any, span: dict[str, int]) -> None:
        block = self.open("row", span)
        block.container = self.table
        block.header = self.header
        block.cells = self.cells = []

    def start_cell(self, _: Any, span: dict[str, int]) -> None:
        block = self.block
        if block is None:
            return
        length = self.length
        if self.cells:
            self.parts.append(CELL_SEPARATOR)
            self.length = length = length + len(CELL_SEPARATOR)
        self.cells.append((length, length))

    def end_cell(self) -> None:
        block = self.block
        if block is not None and self.cells:
            self.broken = None
            self.cells[-1] = (self.cells[-1][0], self.length)

    # --- inside text

    def start_mark(self, _: Any, span: dict[str, int]) -> None:
        if self.block is None:
            self.open("paragraph", span)
        if self.broken is not None:
            self.join("")
        self.marks.append(self.length)

    def end_strong(self) -> None:
        if self.block is not None and self.marks:
            self.block.add("bold", (self.marks.pop(), self.length))

    def end_strike(self) -> None:
        if self.block is not None and self.marks:
            self.block.add("strikes", (self.marks.pop(), self.length))

    def link(self, detail: Any, span: dict[str, int], image: bool = False) -> None:
        block = self.block
        if block is None:
            block = self.open("paragraph", span)
        if self.broken is not None:
            self.join("")
        kind = detail["link_type"]
        wiki = type(kind) is dict
        piped = wiki and bool(kind["WikiLink"]["has_pothole"])
        link = Link(self.length, self.points[span["start"]], detail["dest_url"], image, wiki, piped)
        block.add("links", link)
        self.links.append(link)

    def image(self, detail: Any, span: dict[str, int]) -> None:
        self.link(detail, span, True)

    def end_link(self) -> None:
        if self.links:
            self.links.pop().end = self.length

    def code(self, value: str, span: dict[str, int]) -> None:
        block = self.block
        if block is None:
            block = self.open("paragraph", span)
        if self.broken is not None:
            self.join(value)
        start, end = self.points[span["start"]], self.points[span["end"]]
        raw = self.text[start:end]
        at = raw.find(value) if value else -1
        if at >= 0:
            block.runs.append((self.length, start + at, len(value)))
        else:
            fence = len(raw) - len(raw.lstrip("`"))
            block.runs += places.aligned(value, raw[fence : len(raw) - fence], start + fence, self.length)
        block.add("codes", (self.length, self.length + len(value)))
        self.parts.append(value)
        self.length += len(value)

    def tag(self, tag: str, span: dict[str, int]) -> None:
        """Inline HTML: a break is a break, a link is a link, everything else is left out."""
        if _BREAK_TAG.match(tag):
            self.line_break(True)
        elif tag[1:2] in ("a", "A", "i", "I"):
            target = _TARGET.search(tag)
            if target is not None:
                block = self.block or self.open("paragraph", span)
                if self.broken is not None:
                    self.join("")
                image = tag[1] in "iI"
                link = Link(self.length, self.points[span["start"]], html.unescape(target[1]), image, False, False)
                block.add("links", link)
                self.anchor = None if image else link
        elif self.anchor is not None and tag[:3].lower() == "</a":
            self.anchor.end, self.anchor = self.length, None

    def line_break(self, hard: bool) -> None:
        if self.block is not None and self.length and not self.verbatim:
            self.broken = hard or bool(self.broken)

    def join(self, following: str) -> None:
        """Puts in what stands for a line break: a blank; nothing between the lines of one Chinese sentence."""
        hard, self.broken = self.broken, None
        if self.block is None:
            return
        self.block.add("breaks", (self.length, bool(hard)))
        if not hard and self.parts and _WIDE.match(self.parts[-1][-1:]) and _WIDE.match(following):
            return
        self.parts.append(" ")
        self.length += 1


_STARTS: Final[dict[str, Any]] = {
    "Paragraph": _Walk.paragraph,
    "Heading": _Walk.heading,
    "Item": _Walk.start_item,
    "List": _Walk.start_list,
    "BlockQuote": _Walk.start_quote,
    "FootnoteDefinition": _Walk.start_footnote,
    "CodeBlock": _Walk.start_code,
    "HtmlBlock": _Walk.start_html,
    "Table": _Walk.start_table,
    "TableHead": _Walk.start_head,
    "TableRow": _Walk.start_row,
    "TableCell": _Walk.start_cell,
    "Strong": _Walk.start_mark,
    "Strikethrough": _Walk.start_mark,
    "Link": _Walk.link,
    "Image": _Walk.image,
}
_ENDS: Final[dict[str, Any]] = {
    "Paragraph": _Walk.close,
    "Heading": _Walk.close,
    "Item": _Walk.end_item,
    "List": _Walk.close,
    "BlockQuote": _Walk.end_quote,
    "FootnoteDefinition": _Walk.end_footnote,
    "CodeBlock": _Walk.end_verbatim,
    "HtmlBlock": _Walk.end_verbatim,
    "Table": _Walk.close,
    "TableHead": _Walk.end_head,
    "TableRow": _Walk.close,
    "TableCell": _Walk.end_cell,
    "Strong": _Walk.end_strong,
    "Strikethrough": _Walk.end_strike,
    "Link": _Walk.end_link,
    "Image": _Walk.end_link,
}
