"""All values of a text at once: one folding, one look for what could be there, and no value inside another.

Belongs here: which reader goes first. What a value looks like is each reader's own business.

Links go first, then ids, then versions and dates, then quantities; what one has taken the later ones leave. An id
inside a link is a value of its own; both are given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from digest_assets.model import ArxivValue, DateValue, QuantityValue, Value, VersionValue
from digest_assets.reading import arxiv, dates, folding, links, quantities, scan, versions
from digest_assets.reading.scan import Seen

Span = tuple[int, int]
_ID = re.compile(r"[0-9][0-9]{3}\.[0-9]{4}|[-/][0-9]{2}[01][0-9]-?[0-9]{3}")
_ID_MARKS = scan.DOT | scan.DASH | scan.SLASH


def find(text: str) -> tuple[Value, ...]:
    """Values by start, of a claim's plain text or any other; bare ids are among them, marked."""
    return find_many([text])[0]


def find_many(texts: Sequence[str]) -> list[tuple[Value, ...]]:
    """``find`` for each of some texts, at a fraction of its time for each."""
    return [_Pass(folded, seen).all() if seen.flags & scan.ANY else () for folded, seen in _looked(texts)]


def quantities_of(text: str) -> tuple[QuantityValue, ...]:
    """Quantities alone, with what other readers take kept out."""
    return tuple(_pass(text).quantities())


def dates_of(text: str) -> tuple[DateValue, ...]:
    """Dates alone, with links, ids and versions kept out."""
    return tuple(_pass(text).dates())


def versions_of(text: str) -> tuple[VersionValue, ...]:
    """Versions alone, with links and ids kept out."""
    return tuple(_pass(text).versions())


def _pass(text: str) -> _Pass:
    return _Pass(*_looked([text])[0])


def _looked(texts: Sequence[str]) -> list[tuple[folding.Folded, Seen]]:
    """Texts folded, with what they hold then."""
    seen = scan.look(texts)
    looked = [(folding.Folded(text, text), one) for text, one in zip(texts, seen, strict=True)]
    odd = [index for index, one in enumerate(seen) if one.flags & scan.ODD]
    if odd:
        folded = [folding.fold(texts[index]) for index in odd]
        for index, one, again in zip(odd, folded, scan.look([one.text for one in folded]), strict=True):
            looked[index] = one, again
    return looked


class _Pass:
    """One reading of one text; each kind is read once, when it is first needed, and only where the text can hold it."""

    __slots__ = ("_dates", "_ids", "_versions", "body", "flags", "folded", "seen", "urls")

    def __init__(self, folded: folding.Folded, seen: Seen) -> None:
        self.folded = folded
        self.body = folded.text
        self.seen = seen
        self.flags = flags = seen.flags
        self.urls = links.find(folded.original) if flags & (scan.DOT | scan.SLASH) else ()
        self._ids: list[ArxivValue] | None = None
        self._dates: list[DateValue] | None = None
        self._versions: list[VersionValue] | None = None

    def ids(self) -> list[ArxivValue]:
        if self._ids is None:
            likely = self.flags & scan.LONG and self.flags & _ID_MARKS and _ID.search(self.body)
            self._ids = arxiv.find_folded(self.folded) if likely else []
        return self._ids

    def versions(self) -> list[VersionValue]:
        if self._versions is None:
            flags = self.flags
            if flags & scan.DECIMAL or (flags & scan.DIGIT and flags & scan.V):
                taken = self._spans(self.urls, [value for value in self.ids() if not value.bare])
                self._versions = versions.find_folded(self.folded, self.seen, taken)
            else:
                self._versions = []
        return self._versions

    def dates(self) -> list[DateValue]:
        if self._dates is None:
            taken = self._spans(self.urls, self.ids(), [value for value in self.versions() if "." in value.version])
            self._dates = dates.find_folded(self.folded, self.seen, taken)
        return self._dates

    def quantities(self) -> list[QuantityValue]:
        taken = self._spans(self.urls, self.ids(), self.dates(), self.versions())
        return quantities.find_folded(self.folded, self.seen, taken)

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
        if ids and arxiv.TELLS.search(self.folded.original):
            ids = list(arxiv.told(ids, self.folded.original))
        found: list[Value] = [*self.urls, *ids, *dated, *self.versions(), *numbers]
        if len(found) > 1:
            found.sort(key=_place)
        return tuple(found)


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end
