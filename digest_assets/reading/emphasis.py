"""Bold and struck text that CommonMark does not see beside Chinese punctuation.

Belongs here: one repair. ``**粗体。**后文`` is bold to its author and to most editors for Chinese, but CommonMark's
flanking rule leaves the stars in the text. Never here: emphasis that the parser did see.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right

from digest_assets.reading.blocks import Block

_MARK = re.compile(r"(?<![*~])(?:\*\*|~~)(?![*~])")


def repair(block: Block, source: str) -> None:
    """Takes pairs of literal ``**`` and ``~~`` out of a block's text and notes what they enclose.

    Only where punctuation stands inside one of the two marks: that is what hid them, and ``2**10`` stays.
    """
    marks: list[tuple[int, int]] = []  # (start, end of text) of pairs: opening offset, closing offset
    waiting: dict[str, int] = {}
    text = block.text
    for match in _MARK.finditer(text):
        at = match.start()
        code = bisect_right(block.codes, (at, len(text))) - 1
        if (code >= 0 and at < block.codes[code][1]) or _escaped(block, source, at):
            continue
        kind = match.group()
        opening = waiting.get(kind)
        before, after = text[at - 1 : at], text[at + 2 : at + 3]
        if opening is not None and before and not before.isspace():
            if _mark(before) or _mark(text[opening + 2]):
                marks.append((opening, at))
            del waiting[kind]
        elif after and not after.isspace():
            waiting[kind] = at
    if marks:
        _remove(block, marks)


def _mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _escaped(block: Block, source: str, at: int) -> bool:
    """Whether the mark was written with a backslash, or in two pieces."""
    index = bisect_right(block.runs, (at, 1 << 60)) - 1
    if index < 0:
        return True
    start, place, length = block.runs[index]
    position = place + at - start
    return at + 2 > start + length or source[position - 1 : position] == "\\"


def _remove(block: Block, pairs: list[tuple[int, int]]) -> None:
    cuts = sorted(offset for pair in pairs for offset in pair)

    def moved(offset: int) -> int:
        index = bisect_left(cuts, offset)
        back = 2 * index
        if index and offset < cuts[index - 1] + 2:
            back -= cuts[index - 1] + 2 - offset
        return offset - back

    for opening, closing in pairs:
        block.add("strikes" if block.text[opening] == "~" else "bold", (opening + 2, closing))
    edges = [0, *(edge for cut in cuts for edge in (cut, cut + 2)), len(block.text)]
    text = block.text
    block.text = "".join(text[low:high] for low, high in zip(edges[::2], edges[1::2], strict=True))
    runs = []
    for at, place, length in block.runs:
        low = at
        for cut in cuts[bisect_left(cuts, at - 1) : bisect_left(cuts, at + length)]:
            if low < cut:
                runs.append((moved(low), place + low - at, cut - low))
            low = max(low, cut + 2)
        if low < at + length:
            runs.append((moved(low), place + low - at, at + length - low))
    block.runs = runs
    block.bold = sorted((moved(low), moved(high)) for low, high in block.bold)
    block.strikes = sorted((moved(low), moved(high)) for low, high in block.strikes)
    block.codes = [(moved(low), moved(high)) for low, high in block.codes]
    block.cells = [(moved(low), moved(high)) for low, high in block.cells]
    block.breaks = [(moved(offset), hard) for offset, hard in block.breaks]
    for link in block.links:
        link.start, link.end = moved(link.start), moved(link.end)
