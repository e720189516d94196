"""What notes say about themselves, as data: nothing new, left out, hearsay, a proposal, an aside.

Belongs here: reading ``data/cues.*.toml`` and asking whether a text holds a cue. Never here: what follows from a cue.
The lists of all languages are used together, over folded text.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from digest_assets.judge.lexical import CJK, fold, fold_in_place
from digest_assets.judge.screen import Screen

CandidateCue = Literal["consensus", "question"]

_OPENING = r"[\s\-*•·>#\d.)、（(\[【]*"  # what may stand before a marker at the beginning of a line
_CLOSING = r"\s*(?:[:：]|[-–—]{1,2}\s|\s*[)）\]】]\s*[:：]?)\s*"
_ORDINAL = re.compile(
    r"^\s*(?:(?:增量|主线|第)\s*[0-9一二三四五六七八九十]+\s*[条章节]?|[(（]?(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3}|[a-z]|[ivx]{1,4})\s*[.、)）:：·．]|[①-⑳]|part\s+\w+|item\s+\d+|increment\s+\d+)",
    re.I,
)  # fmt: skip


_CLAUSE = re.compile(r"[,;，；。！？]\s*|\.\s+")
_NAMED = re.compile(r"[^\W\d]+[-_.]?\d[\w.]*")  # a number in a name is no size


@cache
def _lists() -> dict[str, dict[str, tuple[str, ...]]]:
    """section -> name -> patterns of all languages, in the order of the languages' names."""
    out: dict[str, dict[str, tuple[str, ...]]] = {}
    folder = resources.files("digest_assets.judge").joinpath("data")
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if not (file.name.startswith("cues.") and file.name.endswith(".toml")):
            continue
        for section, rows in tomllib.loads(file.read_text("utf-8")).items():
            for name, patterns in rows.items():
                kept = out.setdefault(section, {})
                kept[name] = (*kept.get(name, ()), *patterns)
    return out


def _source(section: str, name: str) -> str:
    """One pattern for a list: Latin words stand alone, Han may stand anywhere."""
    parts = [p if CJK.search(p) else rf"(?<![^\W\d_]){p}(?![^\W\d_])" for p in _lists()[section][name]]
    return "|".join(f"(?:{p})" for p in parts)


@cache
def _screen() -> Screen[tuple[str, str]]:
    return Screen({(section, name): _source(section, name) for section, rows in _lists().items() for name in rows})


@lru_cache(maxsize=65536)
def _possible(text: str) -> frozenset[tuple[str, str]]:
    """The lists that a folded text may hold a cue of."""
    return _screen()(text)


def patterns(section: str, name: str) -> tuple[str, ...]:
    """The patterns of a list, of all languages."""
    return _lists()[section][name]


def has(section: str, name: str, text: str) -> bool:
    """Whether a folded text holds a cue of a list."""
    return find(section, name, text) != ""


def find(section: str, name: str, text: str) -> str:
    """The first cue of a list in a folded text, "" where there is none."""
    key = (section, name)
    m = _screen().pattern(key).search(text) if key in _possible(text) else None
    return m.group(0) if m else ""


@lru_cache(maxsize=16384)
def nothing_new(text: str) -> Literal["", "item", "whole"]:
    """Whether a statement says that nothing here is new: all around it, or in its own item."""
    line = fold(text)
    if has("nothing_new", "whole", line):
        return "whole"
    return "item" if has("nothing_new", "item", line) else ""


@lru_cache(maxsize=16384)
def called_new(text: str) -> bool:
    """Whether a statement is told as news: it begins with "New:"."""
    return _opener().match(fold(text)) is not None


@cache
def _opener() -> re.Pattern[str]:
    return re.compile(rf"{_OPENING}(?:{'|'.join(_lists()['news']['opens'])})\s*[:：]")


@lru_cache(maxsize=16384)
def left_out(text: str) -> bool:
    return has("left_out", "item", fold(text))


@lru_cache(maxsize=16384)
def hearsay(text: str) -> str:
    return find("hearsay", "strong", fold(text))


@lru_cache(maxsize=16384)
def superlative(text: str, *, on_topic: bool) -> str:
    """The most of all that a statement claims for its thing without a word on who says so; "" where there is none.

    Among competitors; in all the world only where the statement itself is ``on_topic``: such words come in chatter too.
    """
    line = fold(text)
    found = find("superlative", "market", line) or (find("superlative", "world", line) if on_topic else "")
    return "" if not found or has("superlative", "sourced", line) else found.strip()


@lru_cache(maxsize=16384)
def vague(text: str) -> str:
    """A word for a change of size without a size, where one stands beside a word of change; else ""."""
    line = fold(text)
    if ("vague", "words") not in _possible(line):
        return ""
    for clause in _CLAUSE.split(line):
        word = find("vague", "words", clause)
        if word and has("vague", "change", clause) and not any(c.isdigit() for c in _NAMED.sub(" ", clause)):
            return word
    return ""


@lru_cache(maxsize=16384)
def missing_figure(text: str) -> str:
    return find("vague", "missing", fold(text))


@lru_cache(maxsize=16384)
def all_they_say(text: str) -> bool:
    """Whether a statement says that its source says no more."""
    return has("vague", "no_more", fold(text))


@lru_cache(maxsize=16384)
def doubted_link(text: str) -> bool:
    return has("suspect", "words", fold(text))


@lru_cache(maxsize=16384)
def code_at(text: str) -> bool:
    """Whether a statement says that code lies at the address that it gives."""
    return has("suspect", "code", fold(text))


@lru_cache(maxsize=16384)
def correcting(text: str) -> bool:
    """Whether a source says that the document is wrong."""
    return has("correction", "words", fold(text))


@lru_cache(maxsize=16384)
def gap(text: str) -> bool:
    """Whether a document's line says that something is still lacking."""
    return has("gap", "words", fold(text))


@lru_cache(maxsize=16384)
def conditional(text: str) -> bool:
    """Whether a statement tells what happens otherwise: its figure is of a setting of its own."""
    return has("conditional", "words", fold(text))


@lru_cache(maxsize=16384)
def place_for(line: str) -> bool:
    """Whether a folded statement says where something should go."""
    return has("routing", "place", line)


@lru_cache(maxsize=16384)
def about_note(text: str) -> bool:
    """Whether a statement is about a slip of the note itself."""
    return has("preliminary", "words", fold(text))


@cache
def _marker(kind: CandidateCue) -> re.Pattern[str]:
    words = "|".join(_lists()["candidates"][kind])
    return re.compile(rf"{_OPENING}(?:{words}){_CLOSING}")


@lru_cache(maxsize=16384)
def proposal(text: str) -> tuple[CandidateCue, int] | None:
    """(kind, offset of what is proposed) of a statement that begins with a marker; None for any other."""
    line = fold_in_place(text)
    for kind in ("consensus", "question"):
        m = _marker(kind).match(line)
        if m and m.end() < len(line):
            return kind, m.end()
    return None


# --- headings


@lru_cache(maxsize=8192)
def heading_kind(title: str) -> Literal["aside", "aspect", "other"]:
    """What a heading opens: an aside, an aspect of the thing above it, or something else."""
    line = strip_ordinal(fold(title))
    for kind in ("aside", "aspect"):
        m = _screen().pattern(("headings", kind)).match(line)
        if m and (m.end() >= len(line) or not line[m.end()].isalnum() or len(line) - m.end() <= 4):
            return kind
    m = _screen().pattern(("headings", "aside")).search(line)
    return "aside" if m and len(line) <= 14 else "other"


def strip_ordinal(title: str) -> str:
    return _ORDINAL.sub("", title).strip(" .、:：·—-｜|")


@lru_cache(maxsize=8192)
def ordinal(title: str) -> bool:
    """Whether a heading is numbered as one of several."""
    return _ORDINAL.match(fold(title)) is not None


@lru_cache(maxsize=8192)
def roundup(title: str) -> bool:
    """Whether a title announces several things."""
    return has("headings", "roundup", fold(title))


@lru_cache(maxsize=8192)
def weak_roundup(title: str) -> bool:
    """Whether a title may announce several things."""
    return has("headings", "weak_roundup", fold(title))
