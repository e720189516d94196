"""arXiv ids in a text, with their versions.

Conventions (after arXiv's own ``Identifier``):

- New ids are ``YYMM.NNNN`` from 0704 to 1412 and ``YYMM.NNNNN`` from 1501 on, months 01 to 12; trailing zeros are
  kept. Old ids are ``archive/YYMMNNN`` up to 0703, lower case, without subject class (``cs.CL/0301001`` is
  ``cs/0301001``).
- A version is an integer, and only when ``vN`` is attached to the id.
- An id counts after a prefix (``arXiv:``, ``arXiv 号``, ``arxiv_id =``, ``eprint={``, DOI ``10.48550/arXiv.``, a
  badge's ``arXiv-``), in a link of the arXiv family (abs, pdf, html of arxiv.org and its mirrors, alphaxiv, ar5iv,
  huggingface papers), in a card's file name (``paper_cards/NNN-YYMM-NNNNN.md``), after a counted id in the same list
  (``A/B``, ``A、B``, ``A, B``), and in a table column headed arXiv. Old ids count wherever their archive is written.
- Any other number of that shape is ``bare``: whether it counts is for the day's registry. A decimal directly followed
  by a unit, or a part of a longer dotted, dashed or path-like number, is no id at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from digest_assets.model import ArxivValue
from digest_assets.reading import folding

_NUMBER = r"(?P<{0}yymm>[0-9]{{2}}(?:0[1-9]|1[0-2]))\.(?P<{0}seq>[0-9]{{4,5}})(?![0-9])"
_VERSION = r"(?:[vV](?P<{0}version>[1-9][0-9]{{0,2}})(?![0-9]))?"
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|"
    "gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|"
    "q-bio|"
    "q-fin|quant-ph|solv-int|stat|supr-con"
)
_OLD = (
    rf"(?P<archive>{_ARCHIVES})(?:\.[a-z]{{2}}(?:-[a-z]{{2,4}}|[a-z]{{2}}-[a-z]{{3}})?|\.[a-z]{{3,5}}-[a-z]{{2,4}})?"
    r"/(?P<old>(?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])[0-9]{3})(?![0-9])"
)

# An id of the new shape anywhere, cheap enough to run over all text; what stands before it decides.
_NEW_ID = re.compile(r"(?<![0-9])" + _NUMBER.format("") + _VERSION.format(""))
_OLD_ID = re.compile(r"(?<![a-z0-9-])" + _OLD + _VERSION.format(""), re.IGNORECASE)
_CARD = re.compile(
    r"(?<![0-9A-Za-z-])(?P<number>[0-9]{1,6})-(?P<yymm>[0-9]{2}(?:0[1-9]|1[0-2]))-(?P<seq>[0-9]{4,5})"
    r"(?![0-9-])(?P<suffix>\.md)?",
    re.IGNORECASE,
)
_CARD_FOLDER = re.compile(r"cards?[/\\]$", re.IGNORECASE)

# What may stand between the word arXiv and the number. Bounded, and matched backwards from the number.
_PREFIX = re.compile(
    r"(?:arxiv[ \t]*(?:[_-]?(?:ids?|nos?\.?|numbers?|identifiers?|preprints?|eprints?|papers?|links?)\b|编号|编码|號|"
    r"号|论文|"
    r"預印本|预印本|链接)?"
    r"|eprint)"
    r"(?:%3a|[\s:：=#|\[(（「『【《〈{<_*~`\"'“‘\-–—/.、]){0,10}$",
    re.IGNORECASE,
)
_FAMILY = re.compile(
    r"(?:arxiv\.org|alphaxiv\.org|xxx\.lanl\.gov|(?:huggingface|hf)\.co/papers|ar5iv(?:\.labs)?\.[a-z.]{3,12})"
    r"(?::[0-9]{2,5})?/(?:[\w.%~-]{1,24}/){0,4}(?:query\?(?:[\w=&.%-]{0,60}&)?id_list=)?$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\s{0,3}(?:[/、,，;；&]|\n\s{0,8}[-*+]\s|和|与|及|以及)\s{0,3}(?:and\s|和|与|及)?\s{0,2}[\[`*_]{0,2}"
)
_UNIT_AFTER = re.compile(
    r"\s{0,2}(?:%|‰|[$€£¥元美欧日港万亿千百倍个個次人天秒分小吨米公度]|(?:tok|tokens?|ms|us|s|sec|min|hours?|days?|"
    r"[KMGT]i?B|[MGT]bps|W|kW|"
    r"USD|CNY|RMB|EUR|x|×|GHz|MHz|points?|pp)(?:/|\b))"
)
_TOLD = re.compile(
    r"(?<![\w.\-/])v(?P<v>[1-9][0-9]?)(?![\w.]*\w|\.[0-9])|第\s?(?P<cn>[1-9][0-9]?)\s?版|version (?P<en>[1-9][0-9]?)\b"
)
TELLS = re.compile(r"[vV第]\s?[0-9]|version")  # what a version told in prose needs
_SENTENCE = re.compile(r"[。！？；\n]|[.!?;](?=\s)")
_ROW_EDGE = re.compile(r"(?<!\\)\|")
_DELIMITER_ROW = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")


def _valid(yymm: str, sequence: str) -> bool:
    """Whether the number is one that arXiv may have given (from April 2007 on)."""
    if not "0704" <= yymm < "9000":
        return False
    return len(sequence) == (5 if yymm >= "1501" else 4) and sequence.strip("0") != ""


def _counts(text: str, start: int) -> bool:
    """Whether what stands before an id names it: a prefix or a link of the family."""
    before = text[max(0, start - 160) : start]
    window = before[-48:]
    if (
        "iv" not in before.lower()
        and "eprint" not in window.lower()
        and ".co/papers" not in before
        and "lanl" not in before
    ):
        return False
    return bool(_PREFIX.search(window) or _FAMILY.search(before))


def find(text: str) -> tuple[ArxivValue, ...]:
    """Ids in order of place. Pipe tables in ``text`` are understood; a number that nothing names is marked ``bare``."""
    if "." not in text and "/" not in text and "-" not in text and text.isascii():
        return ()
    folded = folding.fold(text)
    return tuple(find_folded(folded))


def find_folded(folded: folding.Folded) -> list[ArxivValue]:
    """As ``find``, on a text that is folded already."""
    body = folded.text
    found: list[ArxivValue] = []
    previous: ArxivValue | None = None
    previous_end = -1
    columns: list[tuple[int, int]] | None = None
    for match in _NEW_ID.finditer(body):
        start, end = match.span()
        yymm, sequence = match["yymm"], match["seq"]
        if not _valid(yymm, sequence) or (body[end : end + 1] == "." and body[end + 1 : end + 2].isdigit()):
            continue
        named = _counts(body, start)
        if named and body[start - 1].isspace() and _UNIT_AFTER.match(body, end):
            continue
        if not named:
            if body[max(0, start - 1) : start] in (".", "-", "/", "=", "_", "$", "¥", "€", "%") and not (
                previous and previous_end >= start - 2
            ):
                continue
            if start and body[start - 1].isascii() and body[start - 1].isalpha():
                continue
            if _UNIT_AFTER.match(body, end) or (
                body[end : end + 1] in ("_", "-") and body[end + 1 : end + 2].isalnum()
            ):
                continue
            if previous is not None and not previous.bare and _joined(body, previous_end, start):
                named = True
            else:
                if columns is None:
                    columns = list(_arxiv_cells(body))
                named = any(low <= start < high for low, high in columns)
        version = int(match["version"]) if match["version"] else None
        value = _value(folded, start, end, f"{yymm}.{sequence}", version, bare=not named)
        found.append(value)
        previous, previous_end = value, end
    if "/" in body:
        found.extend(_old_ids(folded))
    if "-" in body:
        found.extend(_cards(folded))
    if len(found) > 1:
        found.sort(key=lambda value: value.start)
    return found


def _value(folded: folding.Folded, start: int, end: int, arxiv_id: str, version: int | None, bare: bool) -> ArxivValue:
    first, last, surface = folded.span(start, end)
    return ArxivValue(surface=surface, start=first, end=last, arxiv_id=arxiv_id, version=version, bare=bare)


def _joined(body: str, previous_end: int, start: int) -> bool:
    """Whether only a list separator stands between the id before and this number."""
    gap = body[previous_end:start]
    return len(gap) <= 16 and _LIST.fullmatch(gap.lstrip(")]）】`*_")) is not None


def _old_ids(folded: folding.Folded) -> Iterator[ArxivValue]:
    body = folded.text
    for match in _OLD_ID.finditer(body):
        start, end = match.span()
        if match["old"][:4] > "0703" and match["old"][0] != "9":
            continue
        if start and body[start - 1] in "/._" and not _counts(body, start):
            continue
        archive = match["archive"].lower()
        version = int(match["version"]) if match["version"] else None
        yield _value(folded, start, end, f"{archive}/{match['old']}", version, bare=False)


def _cards(folded: folding.Folded) -> Iterator[ArxivValue]:
    body = folded.text
    for match in _CARD.finditer(body):
        in_folder = _CARD_FOLDER.search(body, max(0, match.start() - 8), match.start())
        plain = match["suffix"] and len(match["number"]) <= 4 and match["number"][:2] not in ("19", "20")
        if _valid(match["yymm"], match["seq"]) and (in_folder or plain):
            yield _value(folded, *match.span(), f"{match['yymm']}.{match['seq']}", None, bare=False)


def heads_ids(title: str) -> bool:
    """Whether a table column or a field of this name holds arXiv ids."""
    return "arxiv" in folding.fold(title).text.lower()


def _arxiv_cells(body: str) -> Iterator[tuple[int, int]]:
    """Spans of the cells that stand in a pipe table's columns headed arXiv."""
    if "|" not in body or "arxiv" not in body.lower():
        return
    wanted: list[int] = []
    at = 0
    header: str | None = None
    for line in body.splitlines(keepends=True):
        if "|" not in line:
            wanted, header = [], None
        elif header is not None and _DELIMITER_ROW.fullmatch(line.rstrip("\r\n")[:2000]):
            cells = _cells(header)
            wanted = [index for index, (low, high) in enumerate(cells) if "arxiv" in header[low:high].lower()]
        elif wanted:
            cells = _cells(line)
            yield from ((at + cells[index][0], at + cells[index][1]) for index in wanted if index < len(cells))
        header = line if "|" in line else None
        at += len(line)


def _cells(line: str) -> list[tuple[int, int]]:
    """Offsets of a row's cells in its line."""
    edges = [match.start() for match in _ROW_EDGE.finditer(line)]
    starts = [0, *(edge + 1 for edge in edges)]
    ends = [*edges, len(line)]
    cells = list(zip(starts, ends, strict=True))
    if edges and not line[: edges[0]].strip():
        cells = cells[1:]
    return cells


def in_cells(values: Sequence[ArxivValue], text: str, cells: Sequence[tuple[str, str]]) -> tuple[ArxivValue, ...]:
    """Ids of a row's text with those promoted that stand in a cell whose column is headed arXiv.

    ``text`` holds the texts of ``cells`` (column, text) in order, with anything between them.
    """
    spans: list[tuple[int, int]] = []
    at = 0
    for title, content in cells:
        place = text.find(content, at)
        if place < 0:
            continue
        if heads_ids(title):
            spans.append((place, place + len(content)))
        at = place + len(content)
    return tuple(
        replace(value, bare=False) if value.bare and any(low <= value.start < high for low, high in spans) else value
        for value in values
    )


def told(values: Sequence[ArxivValue], text: str) -> tuple[ArxivValue, ...]:
    """Ids with the version that prose tells (``v4 于 2025 年 5 月更新``): of the nearest id in the same sentence.

    An attached version is never replaced, and a ``vN`` right behind another Latin name is that name's version.
    """
    if not values or all(value.version is not None for value in values):
        return tuple(values)
    known = list(values)
    breaks = [0, *(match.end() for match in _SENTENCE.finditer(text)), len(text)]
    for match in _TOLD.finditer(text):
        if re.search(r"[A-Za-z][\w-]*\s$", text[max(0, match.start() - 24) : match.start()]) and match["v"]:
            continue
        low = max(edge for edge in breaks if edge <= match.start())
        high = min(edge for edge in breaks if edge >= match.end())
        near = [
            (min(abs(match.start() - value.end), abs(value.start - match.end())), index)
            for index, value in enumerate(known)
            if low <= value.start and value.end <= high
        ]
        if near:
            index = min(near)[1]
            if known[index].version is None:
                known[index] = replace(known[index], version=int(match["v"] or match["cn"] or match["en"]))
    return tuple(known)
