"""Reading a briefing's Markdown back: its parts, lists, tables, and the things it names.

Belongs here: recognizing structure in a briefing, ours or anybody's in that form. Never here: what is wrong
with it (``lint``).

The words by which parts are recognized come from all frames together, so the language need not be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from digest_assets.briefing import safe
from digest_assets.briefing.phrases import frame, languages

HEADER = -1  # the part before 0
_PART = re.compile(r"(?P<mark>#{1,6}\s*)?\**(?P<number>[0-5])[.、．:：)]\s*(?P<title>\S.*)")
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"(\s*)(?:[-*+]|\d{1,4}[.)、])\s+(.*)")
_RULE_ROW = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_PLACE = re.compile(r":\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$")
_PATH = re.compile(r"[^\s`（）()，、；;：→+*|「」『』“”\"'\[\]]+\.md(?![A-Za-z0-9])")
_STEM = re.compile(r"(?<![\w/.-])\d{4}-\d{2}-\d{2}[\w-]*-[A-Za-z][\w-]*(?!\.md)(?![\w-])", re.ASCII)
_MAY_NAME = re.compile(r"\.[mM][dD]|\d-\d\d-")
_QUOTED = re.compile(r"「[^」]*」|“[^”]*”|『[^』]*』|«[^»]*»|\"[^\"]*\"|‘[^’]*’")
_URL = re.compile(r"https?://[^\s)）>|]+")


def _spans(text: str) -> list[tuple[int, str]]:
    """Code spans with their offsets, line numbers cut off."""
    return [(m.start(), _PLACE.sub("", m[2].strip())) for m in _CODE.finditer(text)]


@cache
def words(key: str) -> re.Pattern[str]:
    """A recognizer from all frames' ``[lint]`` tables."""
    return re.compile("|".join(f"(?:{frame(language)[f'lint.{key}']})" for language in languages()))


@dataclass(frozen=True)
class Line:
    """One line: its number from 1, its part (``HEADER`` or 0 to 5), and what it is."""

    number: int
    part: int
    text: str
    level: int  # of a heading, 0 for none
    indent: int  # of a list item, -1 for none
    row: tuple[str, ...]  # cells of a table row under a header row, else empty
    masks: tuple[str, ...]  # foreign words that may stand in it without quotation marks

    @cached_property
    def said(self) -> str:
        """The briefing's own words: the line without quotations, code spans and foreign words."""
        said = _QUOTED.sub(lambda m: m.group()[0] + m.group()[-1], _CODE.sub("``", self.text))
        for mask in self.masks:
            if mask in said:
                said = said.replace(mask, "")
        return said

    @cached_property
    def prose(self) -> str:
        """The line without paths and web addresses, in which digits mean nothing."""
        return _URL.sub(" ", _PATH.sub(" ", _CODE.sub(lambda m: " " if ".md" in m[2] else m[2], self.text)))

    @cached_property
    def paths(self) -> list[str]:
        """Files that the line names, as written, without line numbers."""
        if ".md" not in self.text and not _MAY_NAME.search(self.text):
            return []
        text = self.text.replace("\\|", "|") if self.row else self.text
        found = [(at, path) for at, path in _spans(text) if path.lower().endswith(".md")]
        rest = _CODE.sub(lambda m: " " * len(m.group()), text)
        if not _MAY_NAME.search(rest):
            return [path for _, path in found]
        rest = _URL.sub(lambda m: " " * len(m.group()), rest)
        found += [(m.start(), m.group()) for pattern in (_PATH, _STEM) for m in pattern.finditer(rest)]
        return [path for _, path in sorted(found)]

    @cached_property
    def listed(self) -> str | None:
        """The file that a list item is about: the code span or path that it begins with."""
        if self.indent < 0:
            return None
        bare = _ITEM.sub(r"\2", self.text)
        if bare.startswith("`"):
            return next((path for _, path in _spans(bare)), None)
        return next((m.group() for m in [_PATH.match(bare)] if m), None)


def _masks(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts as Markdown, whole or as shortened there, longest first."""
    found = set()
    for text in dict.fromkeys(texts):
        markdown = safe.inline(text)
        found.add(markdown)
        if len(text) > 40:
            found |= {safe.inline(safe.shorten(text, limit).text).rstrip(" …") for limit in (40, 60, 90, 110)}
    return tuple(sorted((t for t in found if len(t) > 3 or not t.isalnum()), key=lambda t: (-len(t), t)))


def read(markdown: str, foreign: Sequence[str] = ()) -> tuple[Line, ...]:
    """All lines of a briefing. ``foreign`` texts count as quoted wherever they stand."""
    part, lines = HEADER, []
    masks = _masks(foreign)
    table = 0  # rows seen of the table at hand, header and rule included
    for number, text in enumerate(markdown.split("\n"), 1):
        bare = text.lstrip()
        first = bare[:1]
        is_part = False
        if first == "#" or (first in "*012345" and first):
            part_heading = _PART.fullmatch(bare.rstrip())
            if part_heading and int(part_heading["number"]) == part + 1:
                known = words(f"part_{part + 1}").search(part_heading["title"])
                is_part = bool(known) and (bool(part_heading["mark"]) or len(text) < 80)
        part += is_part
        heading = _HEADING.match(text) if first == "#" else None
        level = len(heading[1]) if heading else 2 if is_part else 0
        if not level and part == 1 and len(text) < 400 and _item_heading().match(text):
            level = 3
        item = None if level or first == "|" else _ITEM.match(text)
        table = table + 1 if first == "|" else 0
        row = _cells(text) if table > 2 and not _RULE_ROW.fullmatch(text) else ()
        lines.append(Line(number, part, text, level, len(item[1]) if item else -1, row, masks))
    return tuple(lines)


@cache
def _item_heading() -> re.Pattern[str]:
    return re.compile(rf"\**(?:{words('item').pattern})")


def _cells(text: str) -> tuple[str, ...]:
    cells = re.split(r"(?<!\\)\|", text.strip().strip("|"))
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def scope(lines: tuple[Line, ...], at: int) -> tuple[Line, ...]:
    """What belongs to a line: all up to the next heading of its level, an item's deeper items, or the next list."""
    head = lines[at]
    if head.level:
        end = next((i for i in range(at + 1, len(lines)) if 0 < lines[i].level <= head.level), len(lines))
        return lines[at + 1 : end]
    if head.indent >= 0:
        end = next((i for i in range(at + 1, len(lines)) if lines[i].indent <= head.indent), len(lines))
        return lines[at + 1 : end]
    start = at + 1
    while start < len(lines) and not lines[start].text.strip():
        start += 1
    end = next((i for i in range(start, len(lines)) if lines[i].indent < 0), len(lines))
    return lines[start:end]
