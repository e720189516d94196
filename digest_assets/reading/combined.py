"""All values of a text at once: one folding, one look for what could be there, and no value inside another.

Belongs here: which reader goes first. What a value looks like is each reader's own business.

Links go first, then ids, then versions and dates, then quantities; what one has taken the later ones leave. An id
inside a link is a value of its own; both are given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from digest_assets.model import ArxivValue, DateValue, QuantityValue, Value, VersionValue
from digest_assets.reading import arxiv, dates, european, folding, links, quantities, scan, versions
from digest_assets.reading.scan import Seen

Span = tuple[int, int]
_ID = re.compile(r"[0-9][0-9]{3}\.[0-9]{4}|[-/][0-9]{2}[01][0-9]-?[0-9]{3}")
_ID_MARKS = scan.DOT | scan.DASH | scan.SLASH


def find(text: str) -> tuple[Value, ...]:
    """Values by start, of a claim's plain text or any other; bare ids are among them, marked."""
    return find_many([text])[0]


def find_many(texts: Sequence[str]) -> list[tuple[Value, ...]]:
    """``find`` for each of some texts, at a fraction of its time for each."""
    seen = scan.look(texts)
    cuts = european.cuts_of(texts)
    odd = [index for index, one in enumerate(seen) if one.flags & scan.ODD or index in cuts]
    later = frozenset(odd)
    found = [
        () if index in later or not one.flags & scan.ANY else _values(folding.Folded(text, text), one)
        for index, (text, one) in enumerate(zip(texts, seen, strict=True))
    ]
    if odd:
        folded = [folding.fold(texts[index], cuts.get(index, ())) for index in odd]
        for index, one, again in zip(odd, folded, scan.look([one.text for one in folded]), strict=True):
            found[index] = _values(one, again)
    return found


def quantities_of(text: str) -> tuple[QuantityValue, ...]:
    """Quantities alone, with what other readers take kept out."""
    return tuple([value for value in find(text) if type(value) is QuantityValue])


def dates_of(text: str) -> tuple[DateValue, ...]:
    """Dates alone, with links, ids and versions kept out."""
    return tuple([value for value in find(text) if type(value) is DateValue])


def versions_of(text: str) -> tuple[VersionValue, ...]:
    """Versions alone, with links and ids kept out."""
    return tuple([value for value in find(text) if type(value) is VersionValue])


def _values(folded: folding.Folded, seen: Seen) -> tuple[Value, ...]:
    """One reading of one text; each kind is read only where the text can hold it."""
    flags = seen.flags
    urls = links.find(folded.original) if flags & (scan.DOT | scan.SLASH) else ()
    ids: Sequence[ArxivValue] = ()
    if flags & scan.LONG and flags & _ID_MARKS and _ID.search(folded.text):
        ids = arxiv.find_folded(folded)
    named: Sequence[VersionValue] = ()
    taken: list[Span] = []
    if flags & scan.DECIMAL or (flags & scan.DIGIT and flags & scan.V):
        if urls or ids:
            taken = _spans(folded, urls, [value for value in ids if not value.bare])
        named = versions.find_folded(folded, seen, taken)
    dated: Sequence[DateValue] = ()
    if flags & dates.MARKS:
        if urls or ids or named:
            taken = _spans(folded, urls, ids, [value for value in named if "." in value.version])
        dated = dates.find_folded(folded, seen, taken)
    numbers: Sequence[QuantityValue] = ()
    if flags & quantities.MARKS:
        taken = _spans(folded, urls, ids, dated, named) if urls or ids or dated or named else []
        numbers = quantities.find_folded(folded, seen, taken)
    if ids and arxiv.TELLS.search(folded.original):
        ids = arxiv.told(ids, folded.original)
    found: list[Value] = [*urls, *ids, *dated, *named, *numbers]
    if len(found) > 1:
        found.sort(key=_place)
    return tuple(found)


def _spans(folded: folding.Folded, *groups: Sequence[Value]) -> list[Span]:
    """Spans of values in the folded text, ascending."""
    if folded.marks:
        into = folded.into
        return sorted([(into(value.start), into(value.end)) for group in groups for value in group])
    return sorted([(value.start, value.end) for group in groups for value in group])


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end
