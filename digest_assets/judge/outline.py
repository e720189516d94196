"""A living document as sections and entries: what stands in it, under which heading, with which title and links.

Belongs here: cutting Markdown (or a reading of it) into the pieces that the judge compares with. Never here: comparing
them. Lines are 1-based and inclusive; a section's entries are those under its own heading, not under its children's.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from digest_assets.model import ArxivValue, Reading, Section, UrlValue
from digest_assets.reading import arxiv, sections

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_LIST = re.compile(r"^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$")
_COMMENT = re.compile(r"<!--.*?-->|\[//\]:\s*#\s*\S*", re.S)
_IMAGE = re.compile(r"\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^)\s>]*)>?[^)]*\)")
_BARE_URL = re.compile(r"https?://[^\s<>()\[\]|\"'“”，。；、）】]+")
_BREAK = re.compile(r"<\s*/?\s*(?:br|p|div|li)\b[^>]*>|</\s*br\s*>", re.I)
_TAG = re.compile(r"<[^<>]*>")
_MARK = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|`+|~~")
_SHORTCODE = re.compile(r":[a-z][a-z0-9_+-]*:")
_CELL = re.compile(r"(?<!\\)\|")
_TAIL = re.compile(r"\s*[(（\[【][^()（）\[\]【】]*[)）\]】]\s*$")
_LEAD = re.compile(r"[：]|:\s|\s[-–—]{1,2}\s|——|[。！？；]|[.!?;]\s")
_ID_SIGN = re.compile(r"arxiv|\d{4}\.\d{4}|\d{7}", re.I)
_UNDERLINE = re.compile(r"[-=*_\s]{3,}$")
_SIGN = re.compile(r"^[^\w\[【(（《「\"']+|[^\w\])）】》」\"'%+]+$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a document: a list item, a table row, a paragraph, with what it is called and where it points."""

    section: int  # index into Outline.sections; -1 above the first heading
    title: str  # what the item is called: its link's text, its first cell, what stands before a colon
    text: str  # all of it, plain
    line_start: int
    line_end: int
    urls: tuple[str, ...]
    arxiv_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    sections: tuple[Section, ...]
    titles: tuple[str, ...]  # of the sections, without what most of them repeat
    entries: tuple[Entry, ...]  # in the document's order


def clean_titles(titles: Sequence[str]) -> tuple[str, ...]:
    """Headings without what many of them end with: ``Quantization (back)`` is ``Quantization`` where three say so."""
    tails = Counter(m.group(0) for t in titles if (m := _TAIL.search(t)))
    return tuple(
        t[: m.start()].strip() if (m := _TAIL.search(t)) and tails[m.group(0)] >= 3 and m.start() else t for t in titles
    )


def _plain(text: str) -> str:
    """Inline Markdown and HTML as plain text on one line."""
    text = _IMAGE.sub(" ", _COMMENT.sub(" ", text))
    text = _LINK.sub(lambda m: m.group(1), text)
    text = _TAG.sub(" ", _BREAK.sub(" ", text))
    text = _SHORTCODE.sub(" ", _MARK.sub("", text))
    return " ".join(html.unescape(text).split())


def _links(raw: str) -> tuple[tuple[str, str], ...]:
    """(text, target) of links, in order; images are no links."""
    raw = _IMAGE.sub(" ", _COMMENT.sub(" ", raw))
    return tuple((_plain(m.group(1)), m.group(2)) for m in _LINK.finditer(raw))


def _cells(raw: str) -> list[str]:
    row = raw.strip()
    return [c.replace("\\|", "|") for c in _CELL.split(row.removeprefix("|").removesuffix("|"))]


def _lead(text: str) -> str:
    """What an item says first: up to a colon, a dash or a full stop."""
    for m in _LEAD.finditer(text):
        if m.start() >= 2:
            return text[: m.start()]
    return text


def _title(raw: str, row: bool) -> str:
    """What an item is called. A link's text of several words first; then the longest cell; then the lead."""
    named = [t for t, target in _links(raw) if not target.startswith("#") and not t.startswith("http")]
    longest = max(named, key=lambda t: (len(t), t), default="")
    parts = [p for cell in (_cells(raw) if row else [raw]) for p in _BREAK.split(cell)]
    plain = [p for p in (_SIGN.sub("", _plain(part)) for part in parts) if p]
    if row:
        body = max(plain, key=len, default="")
        # The link holds the title where it is most of the longest part; where it is a button ("[pdf]"), the part does.
        if " " in longest and (len(longest) >= 20 or len(longest) * 2 >= len(body)):
            return longest
        return body
    text = " ".join(plain)
    lead = _SIGN.sub("", _lead(text))
    return longest if longest and (longest in lead or len(longest.split()) >= 4) else lead


def _chunks(text: str, headings: frozenset[int]) -> Iterator[tuple[int, int, str, bool]]:
    """(first line, last line, raw text, is a table row) of items outside headings and fences."""
    fence, kind, indent, start = "", "", 0, 0
    buffer: list[str] = []
    number = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip("\r")
        stripped = line.strip()
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
            continue
        item = None if mark or number in headings else _LIST.match(line)
        row = item is None and (stripped.startswith("|") or (kind == "row" and "|" in stripped))
        rule = row and _TABLE_RULE.match(stripped) is not None
        if not stripped and kind == "list":
            continue  # a blank line inside a list ends nothing; what follows decides by its indent
        child = line[:1].isspace() and not (item and len(item.group(1)) <= indent + 1)
        goes_on = stripped and ((kind == "list" and child) or (kind == "text" and not item and not row))
        if goes_on and not mark and number not in headings:
            buffer.append(item.group(2) if item else stripped)
            continue
        if buffer and not rule:  # what stands above a table's rule is its header, no entry
            yield start, number - 1, "\n".join(buffer), kind == "row"
        buffer, kind = [], ""
        if mark:
            fence = mark.group(1)
        elif stripped and not rule and number not in headings and not _UNDERLINE.match(stripped):
            start, indent = number, len(item.group(1)) if item else 0
            buffer, kind = [item.group(2) if item else stripped], "list" if item else "row" if row else "text"
    if buffer:
        yield start, number, "\n".join(buffer), kind == "row"


def parse(text: str) -> Outline:
    """Cut Markdown text. Lists of links into the document itself (tables of contents) give no entries."""
    found = sections.find(text)
    starts = [s.line_start for s in found]
    entries = []
    for first, last, raw, row in _chunks(text, frozenset(starts)):
        links = _links(raw)
        plain = _plain(raw)
        if not re.search(r"\w", plain) or (links and all(target.startswith("#") for _, target in links)):
            continue
        targets = [t for _, t in links if t.startswith(("http://", "https://"))]
        bare = [m.group(0).rstrip(".,;:") for m in _BARE_URL.finditer(_COMMENT.sub(" ", raw))]
        urls = tuple(dict.fromkeys([*targets, *bare]))
        ids = tuple(dict.fromkeys(v.arxiv_id for v in arxiv.find(raw) if not v.bare)) if _ID_SIGN.search(raw) else ()
        entries.append(Entry(bisect_right(starts, first) - 1, _title(raw, row), plain, first, last, urls, ids))
    return Outline(found, clean_titles([s.title for s in found]), tuple(entries))


def of_reading(reading: Reading) -> Outline:
    """The same of what was already read: an entry is an item, or a row of a table."""
    entries = []
    said = (c for c in reading.claims if c.kind != "heading")
    for _, group in groupby(said, key=lambda c: (c.section, c.item, c.line_start if c.kind == "table_row" else 0)):
        claims = list(group)
        text = " ".join(c.text for c in claims)
        values = [v for c in claims for v in c.values]
        urls = tuple(dict.fromkeys(v.url for v in values if isinstance(v, UrlValue) and v.complete))
        ids = tuple(dict.fromkeys(v.arxiv_id for v in values if isinstance(v, ArxivValue) and not v.bare))
        first = claims[0]
        title = max((p for p in first.text.split(" | ")), key=len) if first.kind == "table_row" else _lead(first.text)
        last = max(c.line_end for c in claims)
        entries.append(Entry(first.section, _SIGN.sub("", title), text, first.line_start, last, urls, ids))
    return Outline(reading.sections, clean_titles([s.title for s in reading.sections]), tuple(entries))
