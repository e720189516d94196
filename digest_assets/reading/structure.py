"""The structure of a text as plain JSON values: tables, wiki links, urls, tasks, front matter, footnotes, sections.

Belongs here: the shape that ``digest extract structure`` prints. Never here: claims; the rules of sections
(``sections``).

Shapes (after ``expect/README``): tables ``{line, header, rows}`` with cells as plain text, short rows padded, long rows
cut; wikilinks ``{target, heading, alias, line}``; urls in order, each once; tasks ``{line, done, text}``; front_matter,
front_matter_error, body_line; footnotes ``{label, text, line}``; sections ``{number, title, level, line}``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from digest_assets.reading import frontmatter, sections, values
from digest_assets.reading import text as text_module
from digest_assets.reading.blocks import Block
from digest_assets.reading.frontmatter import Json
from digest_assets.reading.markdown import parse

_HREF = re.compile(r"""<[A-Za-z][^<>]{0,2000}?\s(?:href|src)\s*=\s*["']?((?:https?|ftp)://[^\s"'<>]+)""", re.I)
_BLANKS = re.compile(r"\s+")


def describe(text: str | None = None, data: bytes | None = None) -> dict[str, Json]:
    """All that is listed above, of a text or of a file's bytes (then with the decoded ``text``)."""
    decoded = text_module.decode(data) if data is not None else None
    body = decoded.text if decoded is not None else text or ""
    starts = text_module.line_starts(body)
    front = frontmatter.parse(body)
    blocks = parse(body, front.body)
    tables = _tables(blocks, starts)
    found = sections.from_headings(sections.headings(blocks, body), starts, text_module.line_count(body))
    described: dict[str, Json] = {
        "tables": [
            {"line": line, "header": list(header), "rows": [list(row) for row in rows]} for line, header, rows in tables
        ],
        "table_count": len(tables),
        "body_row_count": sum(len(rows) for _, _, rows in tables),
        "column_count": len(tables[0][1]) if tables else 0,
        "wikilinks": _wikilinks(blocks, starts),
        "urls": list(_urls(blocks, body)),
        "tasks": [
            {"line": bisect_right(starts, block.container), "done": block.task, "text": _first_line(block)}
            for block in blocks
            if block.task is not None
        ],
        "footnotes": _footnotes(blocks, starts),
        "front_matter": dict(front.fields) if front.fields is not None else None,
        "front_matter_error": front.error,
        "body_line": bisect_right(starts, front.body),
        "sections": [
            {"number": section.arabic, "title": section.title, "level": section.level, "line": section.line_start}
            for section in found
        ],
    }
    if decoded is not None:
        described["text"] = decoded.text
        described["encoding"] = decoded.encoding
        described["status"] = decoded.status
    return described


def _tables(blocks: Sequence[Block], starts: Sequence[int]) -> list[tuple[int, tuple[str, ...], list[tuple[str, ...]]]]:
    tables: list[tuple[int, tuple[str, ...], list[tuple[str, ...]]]] = []
    for block in blocks:
        if block.kind not in ("head", "row"):
            continue
        cells = tuple(_BLANKS.sub(" ", block.text[low:high]).strip() for low, high in block.cells)
        if block.kind == "head":
            tables.append((bisect_right(starts, block.start), cells, []))
        elif tables:
            width = len(tables[-1][1])
            tables[-1][2].append((cells + ("",) * width)[:width])
    return tables


def _wikilinks(blocks: Sequence[Block], starts: Sequence[int]) -> list[Json]:
    found: list[Json] = []
    for block in blocks:
        for link in block.links:
            if not link.wiki:
                continue
            target, _, heading = link.target.rstrip("\\").strip().partition("#")
            alias = block.text[link.start : link.end]
            found.append(
                {
                    "target": target.strip(),
                    "heading": heading.strip() or None,
                    "alias": alias if link.piped else None,
                    "line": bisect_right(starts, link.source),
                }
            )
    return found


def _urls(blocks: Sequence[Block], source: str) -> dict[str, None]:
    """Web addresses in order of their places, each once: targets of links and images, bare ones, those in HTML."""
    urls: dict[str, None] = {}
    for block in blocks:
        if block.kind == "html":
            for match in _HREF.finditer(source, block.start, block.end):
                urls[match[1]] = None
            continue
        if block.kind == "code":
            continue
        placed: list[tuple[int, str]] = []
        covered = [(link.start, link.end) for link in block.links if not link.wiki]
        covered += block.codes
        for link in block.links:
            if not link.wiki and values.WEB.match(link.target):
                placed.append((link.start, link.target))
        covered.sort()
        for value in values.urls(block.text):
            nearest = bisect_right(covered, (value.start, len(block.text))) - 1
            if nearest < 0 or value.start >= covered[nearest][1]:
                placed.append((value.start, value.url))
        for _, url in sorted(placed, key=lambda item: item[0]):
            urls[url] = None
    return urls


def _first_line(block: Block) -> str:
    return _BLANKS.sub(" ", block.text).strip()


def _footnotes(blocks: Sequence[Block], starts: Sequence[int]) -> list[Json]:
    texts: dict[tuple[str, int], list[str]] = {}
    for block in blocks:
        if block.footnote is not None:
            texts.setdefault(block.footnote, []).append(_BLANKS.sub(" ", block.text).strip())
    return [
        {"label": label, "text": " ".join(part for part in parts if part), "line": bisect_right(starts, start)}
        for (label, start), parts in texts.items()
    ]
