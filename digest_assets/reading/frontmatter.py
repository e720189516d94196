"""The YAML block at the head of a file, read so that nothing in it can harm or stop the reading of the rest.

Belongs here: finding the block, and turning it into plain JSON values. Never here: what the fields mean (``cards``,
``reader``).

Values are composed from YAML events instead of a loader, for three reasons: anything that may be an id, a version, a
date or a time stays the string that stands there (``2605.17610`` is no float, ``2026-13-40`` is no error, ``no`` is no
boolean, as in YAML 1.2); aliases are counted where they expand, so a bomb is refused; nesting is bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_OPEN = re.compile(r"---[ \t]*(?:\r\n|\r|\n)")
_CLOSE = re.compile(r"(?:\A|(?<=[\r\n]))(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)")
_KEY_LINE = re.compile(r"[^\s#\-:&*!|>%@`\[\]{}][^:\r\n]{0,60}:(?:[ \t]|\r|\n|\Z)")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,14})\Z")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9]\d{0,14})\.\d{1,15}\Z")
_ID_LIKE = re.compile(r"\d{4}\.\d{4,5}\Z")
_MAX_BLOCK = 262_144  # code points; a longer block is an accident, not front matter
_MAX_DEPTH = 64
_MAX_NODES = 20_000
_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands at the head of a file.

    ``fields``: None where there is no block or it is broken. ``error``: it is broken, or opened and never closed.
    ``start``, ``end``: offsets of the YAML between the fences. ``body``: offset at which the text after the block
    begins; 0 without a closed block. ``debris``: offset after lines that an unclosed block left behind (else equal to
    ``body``).
    """

    fields: dict[str, Json] | None
    error: bool
    start: int
    end: int
    body: int
    debris: int


NONE = FrontMatter(None, False, 0, 0, 0, 0)


def parse(text: str) -> FrontMatter:
    """Reads the block at the first line of ``text``; never raises. An empty block has no fields and no error."""
    opening = _OPEN.match(text)
    if opening is None:
        return NONE
    start = opening.end()
    closing = _CLOSE.search(text, start)
    if closing is None:
        return _unclosed(text, start)
    end = closing.start()
    block = text[start:end]
    fields, error = _fields(block)
    return FrontMatter(fields, error, start, end, closing.end(), closing.end())


def _unclosed(text: str, start: int) -> FrontMatter:
    """Lines of the form ``key: value`` right after a fence that is never closed belong to nobody's prose."""
    position = start
    while _KEY_LINE.match(text, position):
        ends = re.compile(r"\r\n|\r|\n").search(text, position)
        position = ends.end() if ends else len(text)
    if position == start:
        return NONE
    return FrontMatter(None, True, start, position, 0, position)


def _fields(block: str) -> tuple[dict[str, Json] | None, bool]:
    if len(block) > _MAX_BLOCK:
        return None, True
    if not block.strip():
        return {}, False
    try:
        value = _compose(block)
    except (yaml.YAMLError, _RefusedError, UnicodeError, ValueError):
        return None, True
    if isinstance(value, dict):
        return value, False
    return ({}, False) if value is None else (None, True)


class _RefusedError(Exception):
    """The block is YAML, but too deep, too large, or its aliases would make it so."""


class _Open:
    """A collection that is still being filled."""

    __slots__ = ("anchor", "key", "size", "value")

    def __init__(self, value: list[Json] | dict[str, Json], anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: str | None = None
        self.size = 1


def _compose(block: str) -> Json:
    """The one document in ``block`` as JSON values. Raises YAMLError or _RefusedError."""
    anchors: dict[str, tuple[Json, int]] = {}
    stack: list[_Open] = []
    root: Json = None
    documents = 0
    for event in yaml.parse(block, Loader=_LOADER):
        size = 1
        value: Json
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event.value, event.style, event.tag)
            if event.anchor:
                anchors[event.anchor] = (value, 1)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(stack) >= _MAX_DEPTH:
                raise _RefusedError
            stack.append(_Open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor))
            continue
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            done = stack.pop()
            value, size = done.value, done.size
            if done.anchor:
                anchors[done.anchor] = (value, size)
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise _RefusedError
            value, size = anchors[event.anchor]
        else:
            documents += isinstance(event, yaml.DocumentStartEvent)
            if documents > 1:
                raise _RefusedError
            continue
        if not stack:
            root = value
            continue
        top = stack[-1]
        top.size += size
        if top.size > _MAX_NODES:
            raise _RefusedError
        _put(top, value)
    return root


def _put(top: _Open, value: Json) -> None:
    if isinstance(top.value, list):
        top.value.append(value)
    elif top.key is None:
        if isinstance(value, (dict, list)):
            raise _RefusedError  # a mapping as a key: legal YAML, no front matter
        top.key = _key(value)
    else:
        if top.key == "<<" and isinstance(value, dict):
            for key, inherited in value.items():
                top.value.setdefault(key, inherited)
        else:
            top.value[top.key] = value
        top.key = None


def _key(value: bool | int | float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _scalar(value: str, style: str | None, tag: str | None) -> bool | int | float | str | None:
    """A plain scalar in YAML 1.2's core schema, numbers only where they cannot be anything else."""
    if style or tag is not None:
        return value
    if value in ("", "~", "null", "Null", "NULL"):
        return None
    if value in ("true", "True", "TRUE"):
        return True
    if value in ("false", "False", "FALSE"):
        return False
    if _INTEGER.match(value) and value[0] != "+":
        return int(value)
    if _FLOAT.match(value) and not _ID_LIKE.match(value) and repr(float(value)) == value:
        return float(value)
    return value
