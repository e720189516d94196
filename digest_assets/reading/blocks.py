"""What a document is made of: blocks that hold text, with plain text, places, and the marks in it.

Belongs here: the shapes that ``markdown`` fills and all others read. Never here: parsing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

Run = tuple[int, int, int]  # offset in the block's text, offset in the decoded source, length
BlockKind = Literal["paragraph", "heading", "item", "head", "row", "code", "html"]

CELL_SEPARATOR: Final = " | "
CJK: Final = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff10-\uff5a"
    "\U00020000-\U0003ffff"
)  # the inside of a character class


class Link:
    """A link or image in a block: which of its plain text it covers, and where it points."""

    __slots__ = ("end", "image", "piped", "source", "start", "target", "wiki")

    def __init__(self, start: int, source: int, target: str, image: bool, wiki: bool, piped: bool) -> None:
        self.start = start
        self.end = start
        self.source = source  # offset of its markup in the decoded text
        self.target = target
        self.image = image
        self.wiki = wiki
        self.piped = piped  # a wiki link with an alias


class Block:
    """A piece of a document that holds text directly.

    ``kind``: ``item`` is a paragraph in a list item, ``head`` a table's header row. ``text`` is plain, ``runs`` maps
    it to the source as in ``model.Claim.spans``; ``code`` and ``html`` have neither. ``start`` and ``end`` are
    offsets in the decoded text, markup included. Spans in ``bold``, ``strikes``, ``codes``, ``cells`` are offsets in
    ``text``.
    """

    # Most blocks have none of these; a list is made where the first one comes (an empty one for each block costs more
    # than the rest of the reading).
    text: str = ""
    level: int = 0
    links: Sequence[Link] = ()
    bold: Sequence[tuple[int, int]] = ()
    codes: Sequence[tuple[int, int]] = ()
    strikes: Sequence[tuple[int, int]] = ()
    breaks: Sequence[tuple[int, bool]] = ()  # where a source line ended, and whether the break is a hard one
    cells: Sequence[tuple[int, int]] = ()
    header: tuple[str, ...] = ()
    task: bool | None = None
    footnote: tuple[str, int] | None = None  # label and offset of the definition that holds it

    def __init__(self, kind: BlockKind, start: int, end: int, item: int, depth: int, quoted: bool) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.item = item  # see ``model.Claim.item``
        self.depth = depth  # list items around it
        self.quoted = quoted
        self.container = start  # offset of the list item or table that holds it
        self.runs: list[Run] = []

    def add(self, name: Literal["links", "bold", "codes", "strikes", "breaks"], item: object) -> None:
        """Appends to one of the lists that most blocks have not."""
        own = self.__dict__.get(name)
        if own is None:
            self.__dict__[name] = own = []
        own.append(item)
