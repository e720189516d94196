"""All values of a text at once: one folding, one look for what could be there, and no value inside another.

Belongs here: which reader goes first. What a value looks like is each reader's own business.

Links go first, then ids, then versions and dates, then quantities; what one has taken the later ones leave. An id
inside a link is a value of its own; both are given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from digest_assets.model import ArxivValue, DateValue, QuantityValue, Value, VersionValue
from digest_assets.reading import arxiv, dates, folding, links, quantities, versions

Span = tuple[int, int]
_DIGIT = re.compile(r"[0-9]")
_DECIMAL = re.compile(r"[0-9]\.[0-9]")
_ID = re.compile(r"[0-9][0-9]{3}\.[0-9]{4}|[-/][0-9]{2}[01][0-9]-?[0-9]{3}")
_NUMERIC_DATE = re.compile(
    r"[0-9](?:[-/‐‑–][0-9]|[0-9]{7}|[0-9]{3}\s?[-/.]\s?[0-9]|\.(?:19|20)[0-9]{2}|[0-9]{3}-?\s?W[0-9])"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z]")


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
    """One reading of one text; each kind is read once, when it is first needed, and only where the text can hold it."""

    __slots__ = ("_dates", "_ids", "_versions", "body", "decimal", "digit", "folded", "latin", "text", "urls")

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = folded = folding.fold(text)
        self.body = body = folded.text
        self.urls = links.find(text)
        self.digit = _DIGIT.search(body) is not None
        self.decimal = self.digit and "." in body and _DECIMAL.search(body) is not None
        self.latin = _LATIN.search(body) is not None or "Q" in body or "H" in body
        self._ids: list[ArxivValue] | None = None
        self._dates: list[DateValue] | None = None
        self._versions: list[VersionValue] | None = None

    def ids(self) -> list[ArxivValue]:
        if self._ids is None:
            self._ids = arxiv.find_folded(self.folded) if self.digit and _ID.search(self.body) else []
        return self._ids

    def versions(self) -> list[VersionValue]:
        if self._versions is None:
            if self.decimal or (self.digit and ("v" in self.body or "V" in self.body)):
                taken = self._spans(self.urls, [value for value in self.ids() if not value.bare])
                self._versions = versions.find_folded(self.folded, taken)
            else:
                self._versions = []
        return self._versions

    def dates(self) -> list[DateValue]:
        if self._dates is None:
            numeric = self.digit and _NUMERIC_DATE.search(self.body) is not None
            taken = self._spans(self.urls, self.ids(), [value for value in self.versions() if "." in value.version])
            self._dates = dates.find_folded(self.folded, self.digit, numeric, self.latin, taken)
        return self._dates

    def quantities(self) -> list[QuantityValue]:
        taken = self._spans(self.urls, self.ids(), self.dates(), self.versions())
        return quantities.find_folded(self.folded, self.digit, self.latin, taken)

    def _spans(self, *groups: Sequence[Value]) -> list[Span]:
        """Spans of values in the folded text, ascending."""
        if not any(groups):
            return []
        if self.folded.marks:
            into = self.folded.into
            return sorted([(into(value.start), into(value.end)) for group in groups for value in group])
        return sorted([(value.start, value.end) for group in groups for value in group])

    def all(self) -> tuple[Value, ...]:
        dated, numbers, ids = self.dates(), self.quantities(), self.ids()
        if ids and arxiv.TELLS.search(self.text):
            ids = list(arxiv.told(ids, self.text))
        found: list[Value] = [*self.urls, *ids, *dated, *self.versions(), *numbers]
        if len(found) > 1:
            found.sort(key=_place)
        return tuple(found)


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end
