"""The values of a block's plain text: what the finders see in it, and what its links point to.

Belongs here: calling the finders once for a block, joining their values with those of link targets, handing each
statement its own. Never here: how one kind of value is recognized (``arxiv``, ``quantities``, ``dates``, …).
"""

from __future__ import annotations

import calendar
import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from digest_assets.model import ArxivValue, DateValue, UrlValue, Value
from digest_assets.reading import arxiv
from digest_assets.reading.markdown import Block

__all__ = ["ArxivValue", "Found", "Value", "complete", "of_block"]

def _finders() -> list[Callable[[str], tuple[Value, ...]]]:
    found = []
    for name in ("arxiv", "quantities", "dates", "versions", "links"):
        try:
            found.append(importlib.import_module(f"digest_assets.reading.{name}").find)
        except (ImportError, AttributeError):
            continue
    return found


_FINDERS = _finders()


def _url(target: str) -> UrlValue:
    for find in _FINDERS[-1:]:
        for value in find(target):
            if isinstance(value, UrlValue):
                return value
    return UrlValue(surface=target, start=0, end=len(target), url=target)


_HINT = re.compile(r"[0-9０-９一二三四五六七八九十百千万亿半两几数今昨前明本上下周月年底初末季\u2460-\u2473]|yesterday|today|tomorrow|last|this|next|half|http|www\.|\w\.\w", re.I)
WEB = re.compile(r"(?:https?|ftp)://", re.I)
_YEAR = re.compile(r"(?<![\d.\-/])((?:19|20)\d{2})(?=\s*年|[-/.]\d{1,2}(?!\d)|\s*(?:Q[1-4]|H[12])|(?![\d.\-/\w%]))")


class Found:
    """A block's values by place."""

    __slots__ = ("values",)

    def __init__(self, values: list[Value]) -> None:
        self.values = values

    def within(self, start: int, end: int) -> tuple[Value, ...]:
        """The values between two offsets, with offsets counted from ``start``."""
        if not self.values:
            return ()
        if start == 0:
            return tuple(value for value in self.values if value.end <= end)
        return tuple(
            replace(value, start=value.start - start, end=value.end - start)
            for value in self.values
            if value.start >= start and value.end <= end
        )


def urls(text: str) -> list[UrlValue]:
    """The bare web addresses in a plain text."""
    return [value for find in _FINDERS[-1:] for value in find(text) if isinstance(value, UrlValue)]


NOTHING = Found([])


def of_block(block: Block, source: str) -> Found:
    """All values of a block; link targets stand at their link's text."""
    text = block.text
    if not block.links and _HINT.search(text) is None:
        return NOTHING
    found: list[Value] = []
    for find in _FINDERS:
        found += find(text)
    if block.links:
        _add_links(block, found)
    found.sort(key=_place)
    return Found(found)


def _place(value: Value) -> tuple[int, int, str]:
    return value.start, value.end, type(value).__name__


def _add_links(block: Block, found: list[Value]) -> None:
    for link in block.links:
        if link.wiki or not link.target:
            continue
        low, high = link.start, link.end
        surface = block.text[low:high]
        for target in arxiv.find(link.target):
            _add_id(found, target, low, high, surface)
        if link.image or WEB.match(link.target) is None:
            continue
        found[:] = [value for value in found if not (isinstance(value, UrlValue) and low <= value.start and value.end <= high)]
        found.append(replace(_url(link.target), surface=surface, start=low, end=high))


def _add_id(found: list[Value], target: ArxivValue, low: int, high: int, surface: str) -> None:
    """An id out of a link's target; where the link's text names the same paper, that place holds it."""
    for index, value in enumerate(found):
        if isinstance(value, ArxivValue) and low <= value.start and value.end <= high and value.arxiv_id == target.arxiv_id:
            found[index] = replace(value, bare=False, version=value.version if value.version is not None else target.version)
            return
    found.append(replace(target, surface=surface, start=low, end=high, bare=False))


def complete(
    text: str, cells: tuple[tuple[str, str], ...], found: tuple[Value, ...], path: Sequence[str]
) -> tuple[Value, ...]:
    """A statement's values in the light of what stands around it.

    A bare id in a column headed arXiv counts; a version told in prose belongs to the nearest id of its sentence; a missing
    year comes from the nearest enclosing heading that names one.
    """
    if not found:
        return found
    ids = [value for value in found if type(value) is ArxivValue]
    if ids:
        told: Sequence[ArxivValue] = arxiv.told(ids, text)
        if cells:
            told = arxiv.in_cells(told, text, cells)
        fresh = iter(told)
        found = tuple(next(fresh) if type(value) is ArxivValue else value for value in found)
    if any(type(value) is DateValue and value.form == "yearless" for value in found):
        year = _heading_year(path)
        if year is not None:
            found = tuple(_dated(value, year) if type(value) is DateValue else value for value in found)
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
