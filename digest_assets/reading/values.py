"""A statement's values: what the finders see in its text, what its links point to, what stands around it.

Belongs here: joining those three. Never here: how a value is recognized (``combined`` and the modules that it calls).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from digest_assets.model import ArxivValue, DateValue, UrlValue, Value
from digest_assets.reading import arxiv, combined, links
from digest_assets.reading.blocks import Link

Anchors = Sequence[tuple[int, int, Link]]
WEB = re.compile(r"(?:https?|ftp)://", re.I)
_YEAR = re.compile(r"(?<![\d.\-/])((?:19|20)\d{2})(?=\s*年|[-/.]\d{1,2}(?!\d)|\s*(?:Q[1-4]|H[12])|(?![\d.\-/\w%]))")

# Living documents are rewritten every evening and hardly change: most of their statements were read the day before.
_known: dict[str, tuple[Value, ...]] = {}
_MOST = 16_384


def of_statements(texts: Sequence[str], anchors: Sequence[Anchors]) -> list[tuple[Value, ...]]:
    """The values of each statement, by place. ``anchors``: the links in it, with the part of its text that each covers.

    A link's address, and the id in it, stand at the link's text; where that text names the same paper, at that place.
    """
    found = {text: _known.get(text) for text in texts}
    unknown = [text for text, held in found.items() if held is None]
    read = dict(zip(unknown, combined.find_many(unknown), strict=True))
    if len(_known) + len(read) > _MOST:
        _known.clear()
    _known.update(read)
    return [
        _linked(found[text] or read.get(text, ()), text, links) if links else found[text] or read.get(text, ())
        for text, links in zip(texts, anchors, strict=True)
    ]


def forget() -> None:
    """Forget what was read before, as a new process has."""
    _known.clear()
    _target.cache_clear()


def _linked(found: tuple[Value, ...], text: str, anchors: Anchors) -> tuple[Value, ...]:
    joined = list(found)
    for low, high, link in anchors:
        if link.wiki or not link.target:
            continue
        surface = text[low:high]
        ids, address = _target(link.target)
        for target in ids:
            _add_id(joined, target, low, high, surface)
        if link.image or address is None:
            continue
        joined = [
            value for value in joined if not (type(value) is UrlValue and low <= value.start and value.end <= high)
        ]
        joined.append(replace(address, surface=surface, start=low, end=high))
    return tuple(sorted(joined, key=_place))


def _place(value: Value) -> tuple[int, int, str]:
    return value.start, value.end, type(value).__name__


@lru_cache(maxsize=4_096)
def _target(target: str) -> tuple[tuple[ArxivValue, ...], UrlValue | None]:
    """The ids in a link's target, and its address: what a link points to is whole, whatever characters it holds."""
    ids = arxiv.find(target)
    if WEB.match(target) is None:
        return ids, None
    for value in links.find(target):
        if value.start == 0 and value.end == len(target):
            return ids, value
    return ids, UrlValue(surface=target, start=0, end=len(target), url=target)


def _add_id(found: list[Value], target: ArxivValue, low: int, high: int, surface: str) -> None:
    for index, value in enumerate(found):
        if type(value) is ArxivValue and low <= value.start and value.end <= high and value.arxiv_id == target.arxiv_id:
            version = target.version if value.version is None else value.version
            found[index] = replace(value, bare=False, version=version)
            return
    found.append(replace(target, surface=surface, start=low, end=high, bare=False))


def urls(text: str) -> Sequence[UrlValue]:
    """The bare web addresses in a plain text."""
    return links.find(text)


def in_context(
    found: tuple[Value, ...], text: str, cells: tuple[tuple[str, str], ...], path: Sequence[str]
) -> tuple[Value, ...]:
    """Values in the light of what stands around their statement.

    A bare id in a column headed arXiv counts; a missing year comes from the nearest enclosing heading that names one.
    """
    bare = yearless = False
    for value in found:
        kind = type(value)
        if kind is DateValue:
            yearless = yearless or value.form == "yearless"  # type: ignore[union-attr]
        elif kind is ArxivValue:
            bare = bare or value.bare  # type: ignore[union-attr]
    if bare and cells:
        ids = iter(arxiv.in_cells([value for value in found if type(value) is ArxivValue], text, cells))
        found = tuple([next(ids) if type(value) is ArxivValue else value for value in found])
    if yearless:
        year = _heading_year(path)
        if year is not None:
            found = tuple([_dated(value, year) if type(value) is DateValue else value for value in found])
    return found


def _heading_year(path: Sequence[str]) -> int | None:
    for title in reversed(path):
        match = _YEAR.search(title)
        if match:
            return int(match[1])
    return None


def _dated(value: DateValue, year: int) -> DateValue:
    """A yearless date in a year; unchanged where that year has no such day."""
    if value.form != "yearless":
        return value
    low, high = value.low.removeprefix("--"), value.high.removeprefix("--")
    until = year + (high < low)
    for day, of_year in ((low, year), (high, until)):
        month, number = int(day[:2]), int(day[3:5])
        if number > calendar.monthrange(of_year, month)[1]:
            return value
    return replace(value, form="absolute", low=f"{year:04}-{low}", high=f"{until:04}-{high}")
