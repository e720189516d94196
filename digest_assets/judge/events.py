"""What happens to a thing: releases, ends of support, withdrawals, named alike in Chinese and English.

Belongs here: finding events and licences in a text, by the patterns in ``data/events.toml`` and ``data/licences.toml``.
Never here: comparing two statements (``conflicts``). Offsets count code points of the text as given.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from digest_assets.judge import lexicon
from digest_assets.judge.lexical import CJK, fold_in_place
from digest_assets.judge.screen import Screen

Kind = Literal["date", "state", "rule", "plan"]
_WORD_OF_ITS_OWN = re.compile(r"mit|Mit|isc|Isc")  # a licence is written in capitals; German has a word "mit"


@dataclass(frozen=True, slots=True)
class Event:
    key: str  # of data/events.toml
    kind: Kind
    start: int
    end: int
    negated: bool  # of a state: says that it does not hold


@cache
def _patterns() -> tuple[tuple[str, Kind, str], ...]:
    """(key, kind, pattern) of each event's words in Latin letters, then in Han signs and Kana."""
    folder = resources.files("digest_assets.judge").joinpath("data")
    table = tomllib.loads(folder.joinpath("events.toml").read_text("utf-8"))
    words = {key: [*row.get("en", ()), *row.get("zh", ())] for key, row in table.items()}
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if re.fullmatch(r"events\.[a-z]+\.toml", file.name):
            for key, more in tomllib.loads(file.read_text("utf-8")).items():
                words[key] += more
    out = []
    for key, row in table.items():
        latin = "|".join(rf"(?<![^\W\d_]){p}(?![^\W\d_])" for p in words[key] if not CJK.search(p))
        for pattern in (latin, "|".join(p for p in words[key] if CJK.search(p))):
            if pattern:
                out.append((row.get("of", key), row["kind"], pattern))
    return tuple(out)


@lru_cache(maxsize=65536)
def find(text: str) -> tuple[Event, ...]:
    """Events by place, without overlaps: of two that overlap the longer stands, of equals the one listed first."""
    line = fold_in_place(text)
    found = []
    for order in _possible(text)[0]:
        key, kind, _ = _patterns()[order]
        for m in _screen().pattern(order).finditer(line):
            if m.end() > m.start():
                found.append((m.start() - m.end(), order, m.start(), m.end(), key, kind, m.group(0)))
    taken: list[tuple[int, int]] = []
    out = []
    for _, _, start, end, key, kind, surface in sorted(found):
        if all(end <= low or start >= high for low, high in taken):
            taken.append((start, end))
            out.append(Event(key, kind, start, end, kind == "state" and bool(lexicon.negation().search(surface))))
    return tuple(sorted(out, key=lambda e: e.start))


@cache
def _families() -> dict[str, str]:
    """Patterns of licences by family; "" is the one that says how others are named."""
    table = tomllib.loads(resources.files("digest_assets.judge").joinpath("data/licences.toml").read_text("utf-8"))
    rows = table["families"] | {"": table["other"]["named"]}
    return {name: "|".join(patterns) for name, patterns in rows.items()}


@cache
def _screen() -> Screen[int | str]:
    """Over the events' patterns by their order, and those of licences by family."""
    return Screen({n: pattern for n, (_, _, pattern) in enumerate(_patterns())} | _families())


@lru_cache(maxsize=65536)
def _possible(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The events and licences that a text may tell of, in order."""
    found = _screen()(fold_in_place(text))
    return tuple(sorted(n for n in found if isinstance(n, int))), tuple(sorted(n for n in found if isinstance(n, str)))


def possible(text: str) -> frozenset[str]:
    """The keys of events that a text may tell of, and "licence"; what is not among them it does not tell."""
    told, licensed = _possible(text)
    return frozenset([_patterns()[n][0] for n in told] + ["licence"] * bool(licensed))


@lru_cache(maxsize=65536)
def licences(text: str) -> tuple[tuple[str, int, int], ...]:
    """(family, start, end) of licences by place, without overlaps, longer ones first."""
    line = fold_in_place(text)
    found = []
    for name in _possible(text)[1]:
        for m in _screen().pattern(name).finditer(line):
            if not name:
                found.append((0, *m.span(1), " ".join(m.group(1).split())))
            elif not _WORD_OF_ITS_OWN.fullmatch(text, m.start(), m.end()):
                found.append((m.start() - m.end(), m.start(), m.end(), name))
    out: list[tuple[str, int, int]] = []
    for _, start, end, name in sorted(found):
        if all(end <= low or start >= high for _, low, high in out):
            out.append((name, start, end))
    return tuple(sorted(out, key=lambda x: x[1]))
