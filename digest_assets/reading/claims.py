"""From a block's plain text to statements: where one ends and the next begins.

Belongs here: sentence ends in Chinese and English, enumerations that Markdown does not see, lines that are statements
of their own, and the cutting of overlong statements. Never here: Markdown, values, identities (``reader``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from digest_assets.reading.blocks import CJK, Block

LONGEST = 600  # code points; longer statements are cut at clause borders
_HARD_LIMIT = 4_000  # code points; without any border a text is cut here

_LEAD_LONGEST = 80  # code points of a bold line that still is a lead-in and not a statement
_SENTENCE_END = frozenset("。.！!？?；;…，,")
# One set of characters in front: the scan for it is several times as fast as for alternatives.
_CANDIDATE = re.compile(
    r"[。！？!?….](?:(?<=[。！？!?])[。！？!?]*|(?<=…)…+"
    rf"|(?<=\.)\.*(?=[\s\"'”’)\]]|\Z|(?<=[{CJK})）\]]\.)(?=[{CJK}])))[\"'”’」』）)\]】》]*"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|viz|resp|approx|ca|al|Fig|Figs|Eq|Eqs|Dr|Mr|Mrs|Ms|Prof|St|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun"
    r"|Jul|Aug|Sep|Sept|Oct|Nov|Dec|U\.S|a\.k\.a|w\.r\.t)|(?:^|[\s(（])[A-Z])\Z"
)
_BEFORE_NUMBER = re.compile(r"\b(?:No|no|Nos|nos|cat|Tab|Sec|Ch|Ref|Refs|Vol|vol|pp|p|ver|rev|est|max|min|avg|v)\Z")
_ENUMERATOR = re.compile(
    r"(?:\d{1,3}(?:[、．]|[.)）](?=\s|[^\x00-\x7f]))|[(（](?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳]"
    r"|[·•●◦▪◆■‣∙](?=\s|[^\x00-\x7f])|[-–—*](?=\s))\s*"
)
_ENUMERATES = frozenset("0123456789(（一二三四五六七八九十①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳·•●◦▪◆■‣∙-–—*")
_LABEL = re.compile(r"(?:[^\s:：，,。.;；]{1,12}|[A-Za-z][A-Za-z ]{0,24})(?:：|:\s)")
_PAIRS = (("（", "）"), ("(", ")"), ("「", "」"), ("『", "』"), ("“", "”"), ("《", "》"), ("【", "】"))
_OPENER = re.compile(r"[（(「『“《【]")
_CLAUSE = (re.compile(r"[；;]\s*"), re.compile(r"\s[·|｜]\s"), re.compile(r"，|,\s"), re.compile(r"\s+"))
_DOT = re.compile(r"(?<!\s)\s+[·•]\s+")
_GAP = re.compile(r"\s{40,}")  # in a long text only; nothing is said across it
_WORD = re.compile(r"[!-~]{1,200}")
_GOES_ON = frozenset("，、,:：;；(（-–—/&+~")
_CALLOUT = re.compile(r"\[![A-Za-z][\w-]{0,30}\][+-]?[ \t]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement's place in a block's text. ``own_item``: an enumeration makes it (and what follows) an item."""

    start: int
    end: int
    own_item: bool = False
    listed: bool = False


def split(
    text: str, breaks: Sequence[tuple[int, bool]], bold: Sequence[tuple[int, int]] = (), quoted: bool = False
) -> list[Piece]:
    """The statements in a block's plain text, in order, blanks stripped; enumerators are left out.

    ``breaks`` are the block's line breaks (offset, hard). Linear in the length of ``text``.
    """
    segments = _segments(text, breaks, bold) if breaks else [(0, len(text))]
    pieces: list[Piece] = []
    for start, end in segments:
        if quoted and text.startswith("[!", start):
            callout = _CALLOUT.match(text, start, end)
            start = callout.end() if callout else start
        enumerator = _ENUMERATOR.match(text, start, end)
        own = enumerator is not None and enumerator.end() < end
        if own and enumerator is not None:
            start = enumerator.end()
        first = True
        for left, right in _sentences(text, start, end):
            for low, high in _shorten(text, left, right):
                pieces.append(Piece(low, high, own and first, own))
                first = False
    return pieces


def _segments(text: str, breaks: Sequence[tuple[int, bool]], bold: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of lines that belong together: a hard break ends one, and a line that starts something of its own."""
    openings = {start for start, _ in bold}
    offsets = [offset for offset, _ in breaks]
    widest = max(right - left for left, right in zip([0, *offsets], [*offsets, len(text)], strict=True))
    segments: list[tuple[int, int]] = []
    start = line = 0
    for offset, hard in breaks:
        following = offset + 1 if text[offset : offset + 1] == " " else offset
        if (
            hard
            or following in openings
            or (text[following : following + 1] in _ENUMERATES and _ENUMERATOR.match(text, following))
            or _labelled(text, following)
            or text.startswith("[!", line)
            or _deliberate(text, line, offset, following, widest)
        ):
            segments.append((start, offset))
            start = following
        line = following
    segments.append((start, len(text)))
    return segments


def _labelled(text: str, start: int) -> bool:
    """Whether a line begins with a label: few words and a colon."""
    if text.find("：", start, start + 14) < 0 and text.find(":", start, start + 27) < 0:
        return False
    return _LABEL.match(text, start) is not None


def _deliberate(text: str, line: int, end: int, following: int, widest: int) -> bool:
    """Whether an author ended the line [line, end) on purpose: what follows would have had room in it.

    In wrapped text every line but the last is filled up to the paragraph's width; a line that goes on in lower case, or
    breaks off after a comma, is wrapped in any case.
    """
    first = text[following : following + 1]
    if not first or first.islower() or text[end - 1 : end] in _GOES_ON:
        return False
    word = _WORD.match(text, following)
    need = word.end() - following if word else 1
    return (end - line + need + 1) * 10 < widest * 9


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    left = start
    for match in _CANDIDATE.finditer(text, start, end):
        right = match.end()
        if right >= end:
            break
        if match.start() == left or not _ends(text, match.start(), right, left, end):
            continue
        _add(found, text, left, right)
        left = right
    _add(found, text, left, end)
    return found


def _ends(text: str, mark: int, right: int, left: int, end: int) -> bool:
    """Whether the mark at ``mark`` (with closers up to ``right``) ends the statement that began at ``left``."""
    following = text[right]
    if text[mark] == ".":
        blank = following.isspace()
        after = text[right : right + 12].lstrip()[:1]
        if not after:
            return False
        if after.islower() or (not blank and not after >= "\u2e80"):
            return False
        before = text[max(left, mark - 12) : mark]
        if _ABBREVIATION.search(before) or before.rstrip("0123456789") == "":
            return False
        if after.isdigit() and _BEFORE_NUMBER.search(before):
            return False
    elif text[mark] in "!?" and text[right - 1] in "!?" and not following.isspace() and following < "\u2e80":
        return False  # inside a link, a name, code
    elif text[right - 1] in "”’」』）)" and not (following.isspace() or following.isupper() or following in "“「『（("):
        return False  # a quotation that its sentence goes on after
    if right - left > LONGEST:
        return True
    if _OPENER.search(text, left, right) is None:
        return True
    statement = text[left:right]
    return all(statement.count(opener) <= statement.count(closer) for opener, closer in _PAIRS)


def _add(found: list[tuple[int, int]], text: str, left: int, right: int) -> None:
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    if left < right:
        found.append((left, right))


def _shorten(text: str, left: int, right: int) -> list[tuple[int, int]]:
    """Cuts an overlong statement: at all middle dots where they separate statements, else at the last border near."""
    if right - left <= LONGEST:
        return [(left, right)]
    gap = _GAP.search(text, left, right)
    if gap is not None and left < gap.start() and gap.end() < right:
        return [*_shorten(text, left, gap.start()), *_gapped(text, gap.end(), right)]
    dots = [match.span() for match in _DOT.finditer(text, left, right)]
    parts: list[tuple[int, int]] = []
    if len(dots) > 1:
        position = left
        for start, end in dots:
            _add(parts, text, position, start)
            position = end
        _add(parts, text, position, right)
    else:
        parts = [(left, right)]
    short: list[tuple[int, int]] = []
    for low, high in parts:
        while high - low > LONGEST:
            cut = _border(text, low, high)
            _add(short, text, low, cut)
            low = cut
        _add(short, text, low, high)
    return short


def _gapped(text: str, left: int, right: int) -> list[tuple[int, int]]:
    """``_shorten`` for what follows a gap, one gap after the other."""
    short: list[tuple[int, int]] = []
    for gap in _GAP.finditer(text, left, right):
        short += _shorten(text, left, gap.start())
        left = gap.end()
    return short + _shorten(text, left, right)


def _border(text: str, low: int, high: int) -> int:
    for pattern in _CLAUSE:
        cut = 0
        for match in pattern.finditer(text, low + LONGEST // 3, min(high, low + LONGEST)):
            cut = match.end()
        if cut:
            return cut
    further = _CLAUSE[-1].search(text, low + LONGEST, min(high, low + _HARD_LIMIT))
    return further.end() if further else min(high, low + _HARD_LIMIT)


def lead_in(block: Block, following: Block | None) -> int:
    """Where a bold lead-in line at the head of a paragraph ends in its text; 0 where it has none.

    A line is one where all of it is bold, or where it begins bold, is the whole paragraph, and a list or table follows.
    """
    start, bold_end = block.bold[0]
    if start or block.kind != "paragraph" or block.quoted:
        return 0
    line_end = block.breaks[0][0] if block.breaks else len(block.text)
    line = block.text[:line_end].rstrip()
    if line_end > _LEAD_LONGEST or line[-1:] in _SENTENCE_END:
        return 0
    if not line[bold_end:].strip("：: ") and (block.breaks or following is not None):
        return line_end
    listed = following is not None and (following.depth > 0 or following.kind in ("head", "row"))
    return line_end if listed and not block.breaks else 0
