"""All values of a text at once: one folding, one look for what could be there, and no value inside another.

Belongs here: which reader goes first. What a value looks like is each reader's own business.

Links go first, then ids, then versions and dates, then quantities; what one has taken the later ones leave. An id inside a link is a value of
its own; both are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from digest_assets.model import ArxivValue, DateValue, QuantityValue, UrlValue, Value, VersionValue
from digest_assets.reading import arxiv, dates, folding, links, quantities, spelled, versions

Span = tuple[int, int]
_EMPTY = re.compile(r"[0-9０-９\U0001d7ce-\U0001d7ff]")


def find(text: str) -> tuple[Value, ...]:
    """Values by start, of a claim's plain text or any other; bare ids are among them, marked."""
    return _Pass(text).all()


def quantities_of(text: str) -> tuple[QuantityValue, ...]:
    """Quantities alone, with what other readers take kept out."""
    return tuple(_Pass(text).quantities())


def dates_of(text: str) -> tuple[DateValue, ...]:
    """Dates alone, with links, ids and versions kept out."""
    return tuple(_Pass(text).dates())


def versions_of(text: str) -> tuple[VersionValue, ...]:
    """Versions alone, with links and ids kept out."""
    return tuple(_Pass(text).versions())


class _Pass:
    """One reading of one text; each kind is read once, when it is first needed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = folding.fold(text)
        self.urls: tuple[UrlValue, ...] = links.find(text)
        self.has_digit = _EMPTY.search(text) is not None
        self._ids: list[ArxivValue] | None = None
        self._dates: list[DateValue] | None = None
        self._versions: list[VersionValue] | None = None

    def ids(self) -> list[ArxivValue]:
        if self._ids is None:
            self._ids = arxiv.find_folded(self.folded) if self.has_digit else []
        return self._ids

    def versions(self) -> list[VersionValue]:
        if self._versions is None:
            taken = self._spans(self.urls, (value for value in self.ids() if not value.bare)) if self.urls or self.ids() else None
            self._versions = versions.find_folded(self.folded, taken) if self.has_digit else []
        return self._versions

    def dates(self) -> list[DateValue]:
        if self._dates is None:
            if not self.has_digit and dates.HINT.search(self.text) is None:
                self._dates = []
            else:
                taken = self._spans(self.urls, self.ids(), (value for value in self.versions() if value.version.count(".")))
                self._dates = dates.find_folded(self.folded, taken)
        return self._dates

    def quantities(self) -> list[QuantityValue]:
        if spelled.HINT.search(self.text) is None:
            return []
        taken = self._spans(self.urls, self.ids(), self.dates(), self.versions())
        taken.extend(quantities.masks(self.text, self.folded.text))
        return quantities.find_folded(self.folded, taken)

    def _spans(self, *groups: Iterable[Value]) -> list[Span]:
        """Spans of values in the folded text, ascending."""
        into = self.folded.into
        return sorted((into(value.start), into(value.end)) for group in groups for value in group)

    def all(self) -> tuple[Value, ...]:
        if not self.has_digit and not self.urls and self.text.isascii() and spelled.HINT.search(self.text) is None and dates.HINT.search(self.text) is None:
            return ()
        found: list[Value] = [*self.urls, *arxiv.told(self.ids(), self.text), *self.dates(), *self.versions(), *self.quantities()]
        if len(found) > 1:
            found.sort(key=lambda value: (value.start, value.end))
        return tuple(found)
