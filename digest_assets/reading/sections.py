"""Sections of a document: its headings, their numbers and titles.

Belongs here: which blocks are headings, and how a team numbers them. Never here: what a section says.

Headings are CommonMark's (ATX, setext) at top level, ATX whose space was forgotten before Chinese, and HTML ``<h1>`` to
``<h6>``. Headings in block quotes and list items are not; nor is anything in front matter, code or comments.

Numbers (after ``expect/README``): §2.13, 2.13, ``1.``, ``1、``, （1）, 三、, 第4章, ①, ``II.``, ``Chapter 4``. A
date, a year, a version with three parts from 0, digits glued to a word (3D, 4bit) or to a measure word (3 个, 7 月)
are no number.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from digest_assets.model import Section
from digest_assets.reading import frontmatter
from digest_assets.reading import text as text_module
from digest_assets.reading.blocks import Block
from digest_assets.reading.markdown import parse

_CHINESE = "零〇一二两三四五六七八九十百"
_MEASURE = (
    "年月日号周天时分秒个种条项大步次款篇点倍万亿千百级位章节卡台家人名轮版代期届类件张份组段句字行页倍成折度岁元块层维寸"
    "小"
)
_FULLWIDTH = str.maketrans("０１２３４５６７８９．（）：", "0123456789.():")
_FIRST = frozenset(
    "0123456789０１２３４５６７８９§第(（IVXCcSsPp"
    + _CHINESE
    + "".join(map(chr, [*range(0x2460, 0x2474), *range(0x3251, 0x3260)]))
)  # what a number begins with
_SECTION_SIGN = re.compile(rf"§+\s*(\d+(?:\.\d+)*|[{_CHINESE}]+)(?![\d%])[.、:：)]?\s*")
_CHAPTER = re.compile(
    rf"第\s*(\d+|[{_CHINESE}]+)\s*(?:章|节|部分|篇|部|卷|讲|课|编|回|单元)(?![{_CHINESE}\d])[\s:：、.．—–\-]*"
)
_ENGLISH = re.compile(r"(?:chapter|section|part)\s+(\d+(?:\.\d+)*)(?:\s*[.:：—–-]+\s*|\s+|\Z)", re.I)
_PAREN = re.compile(rf"[(（]\s*(\d{{1,3}}|[{_CHINESE}]+)\s*[)）]\s*")
_CIRCLED = re.compile(r"([①-⑳㉑-㉟])[\s、.．:：]*")
_KEYCAP = re.compile(r"(\d)\ufe0f?\u20e3\s*")
_CHINESE_LIST = re.compile(rf"([{_CHINESE}]+)(?:[、.．:：)）]\s*|[\s\u3000]+(?![{_CHINESE}]))")
_ROMAN = re.compile(r"([IVX]+)(?:[.．]\s+|、\s*)(?=\S)")
_DOTTED = re.compile(r"(\d+(?:\.\d+)*)")
_AFTER_MARK = re.compile(r"[.、:)）：．]\s*(?!\d)(?!x\b)")
_HTML_MARK = re.compile(
    r"<(?P<open>!--|pre\b|script\b|style\b|textarea\b)|<(?P<close>/)?h(?P<level>[1-6])(?:\s[^<>]{0,500})?>", re.I
)
_HTML_ENDS = {
    mark: re.compile(end, re.I)
    for mark, end in (
        ("!--", "-->"),
        ("pre", r"</pre\s*>"),
        ("script", r"</script\s*>"),
        ("style", r"</style\s*>"),
        ("textarea", r"</textarea\s*>"),
    )
}
_TAG = re.compile(r"<[^<>]{1,500}>")
_ATTRIBUTES = re.compile(r"[ \t]*\{(?:[#.][\w\-.:]+[ \t]*)+\}\Z")
_BLANKS = re.compile(r"\s+")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading where it stands: level 1 to 6, plain title with its number, offset of its first line."""

    level: int
    title: str
    start: int
    block: Block
    html: bool


def find(text: str) -> tuple[Section, ...]:
    """The sections of a decoded document, in order; lines count from the file's first, front matter included."""
    body = frontmatter.parse(text).body
    starts = text_module.line_starts(text)
    return from_headings(headings(parse(text, body), text), starts, text_module.line_count(text))


def headings(blocks: Sequence[Block], text: str) -> list[Heading]:
    """The headings among a document's blocks."""
    found: list[Heading] = []
    for block in blocks:
        if block.kind == "heading":
            if not block.quoted and not block.depth and block.footnote is None:
                title = _ATTRIBUTES.sub("", block.text) if block.text.endswith("}") else block.text
                found.append(Heading(block.level, _BLANKS.sub(" ", title).strip(), block.start, block, False))
        elif block.kind == "html" and not block.quoted and not block.depth:
            found += _html_headings(block, text)
    return found


def _html_headings(block: Block, text: str) -> list[Heading]:
    """``<h1>`` to ``<h6>`` of an HTML block, each up to its closing tag; none in comments, ``<pre>`` and the like."""
    found: list[Heading] = []
    opened: tuple[int, int, int] | None = None  # level, start of the tag, end of it
    position = block.start
    while match := _HTML_MARK.search(text, position, block.end):
        position = match.end()
        if match["open"]:
            end = _HTML_ENDS[match["open"].lower()].search(text, position, block.end)
            if end is None:
                break
            position = end.end()
            continue
        level = int(match["level"])
        if not match["close"]:
            opened = (level, match.start(), match.end())
        elif opened is not None and opened[0] == level:
            title = html.unescape(_TAG.sub("", text[opened[2] : match.start()]))
            found.append(Heading(level, _BLANKS.sub(" ", title).strip(), opened[1], block, True))
            opened = None
    return found


def from_headings(found: Sequence[Heading], line_starts: Sequence[int], lines: int) -> tuple[Section, ...]:
    """Sections from headings: numbers split off, extents and paths worked out."""
    sections: list[Section] = []
    path: list[tuple[int, str]] = []
    places = [bisect_right(line_starts, heading.start) for heading in found]
    for ordinal, heading in enumerate(found):
        number, arabic, title = split_number(heading.title)
        while path and path[-1][0] >= heading.level:
            path.pop()
        path.append((heading.level, title or number or ""))
        last = places[ordinal + 1] - 1 if ordinal + 1 < len(found) else max(lines, places[ordinal])
        sections.append(
            Section(
                ordinal=ordinal,
                number=number,
                arabic=arabic,
                title=title,
                level=heading.level,
                line_start=places[ordinal],
                line_end=max(last, places[ordinal]),
                path=tuple(name for _, name in path),
            )
        )
    return tuple(sections)


def split_number(heading: str) -> tuple[str | None, str | None, str]:
    """(number as written, the same in dotted Arabic, title without it) of a heading's plain text."""
    if heading[:1] not in _FIRST:
        return None, None, heading
    plain = heading.translate(_FULLWIDTH) if not heading.isascii() else heading
    for pattern, convert in (
        (_SECTION_SIGN, _arabic),
        (_CHAPTER, _arabic),
        (_PAREN, _arabic),
        (_CIRCLED, _circled),
        (_KEYCAP, str),
        (_CHINESE_LIST, _arabic),
        (_ROMAN, _roman),
        (_ENGLISH, str),
    ):
        match = pattern.match(plain)
        if match:
            arabic = convert(match[1])
            if arabic is not None:
                return (
                    heading[match.start(1) : match.end(1)].translate(_FULLWIDTH),
                    arabic,
                    heading[match.end() :].strip(),
                )
            return None, None, heading
    end = _dotted(plain)
    if end is None:
        return None, None, heading
    number = _DOTTED.match(plain)[1]  # type: ignore[index]  # _dotted has matched it
    return number, _canonical(number), heading[end:].strip()


def _canonical(number: str) -> str:
    return ".".join(str(int(part)) for part in number.split("."))


def _dotted(plain: str) -> int | None:
    """Where the title begins after a dotted Arabic number; None where the digits are something else."""
    match = _DOTTED.match(plain)
    if match is None:
        return None
    number, end = match[1], match.end()
    parts = number.split(".")
    if any(len(part) > 3 for part in parts) or (len(parts) > 2 and parts[0] == "0") or len(parts) > 6:
        return None
    rest = plain[end:]
    if not rest:
        return end
    mark = _AFTER_MARK.match(plain, end)
    if mark:
        return None if rest[0] in ":：" and not rest[1:].strip() else mark.end()
    if rest[0].isspace():
        tail = rest.lstrip()
        if len(parts) == 1 and tail[0] in _MEASURE and not (len(tail) > 1 and tail[0] in "大小" and len(tail) > 6):
            return None
        if len(parts) == 1 and tail[0] in "%％×":
            return None
        separator = re.match(r"[·|—–-]+\s+", tail)
        return len(plain) - len(tail) + (separator.end() if separator else 0)
    if len(parts) > 1 and rest[0] not in _MEASURE and "\u4e00" <= rest[0] <= "\u9fff":
        return end
    return None


def _arabic(number: str) -> str | None:
    """Dotted Arabic of digits or of a Chinese numeral below a thousand; None where it is neither."""
    if number[0].isdigit():
        return _canonical(number)
    total, digit = 0, 0
    if all(char not in "十百" for char in number):
        return "".join(str(_DIGITS[char]) for char in number).lstrip("0") or "0"
    for char in number:
        if char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[char]
    return str(total + digit)


_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def _circled(mark: str) -> str:
    code = ord(mark)
    return str(code - 0x2460 + 1 if code < 0x3251 else code - 0x3251 + 21)


def _roman(number: str) -> str | None:
    total = 0
    for char, following in zip(number, number[1:] + "I", strict=True):
        value = _ROMAN_VALUES[char]
        total += -value if value < _ROMAN_VALUES[following] else value
    canonical = ("X" * (total // 10)) + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[total % 10]
    return str(total) if canonical == number else None
