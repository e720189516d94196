"""From the parser's byte ranges to places in the decoded text, code point by code point.

Belongs here: offsets, and runs for text that differs from its source. Never here: what an event means (``markdown``).
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from digest_assets.reading.blocks import Run

_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])|&#?[0-9A-Za-z]{1,32};")


def code_points(body: str, base: int, glued: list[int]) -> Sequence[int]:
    """For every UTF-8 byte offset of ``body``, the code point offset in the decoded text."""
    if body.isascii() and not glued:
        return range(base, base + len(body) + 1)
    raw = np.frombuffer(body.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    table = np.empty(len(raw) + 1, dtype=np.uint32)
    table[0] = 0
    np.cumsum((raw & 0xC0) != 0x80, out=table[1:], dtype=np.uint32)
    if glued:
        inserted = np.asarray(glued, dtype=np.uint32) + np.arange(len(glued), dtype=np.uint32)
        table -= np.searchsorted(inserted, table, side="left").astype(np.uint32)
    if base:
        table += np.uint32(base)
    view: Any = memoryview(table.data)  # indexing it yields int, and faster than an array's
    return view  # type: ignore[no-any-return]


def unescaped(plain: str, source: str, offset: int, at: int) -> list[Run]:
    """Runs for text whose source holds entities or backslash escapes: the literal stretches between them."""
    runs: list[Run] = []
    index = position = 0
    for match in [*_ESCAPED.finditer(source), None]:
        stop = match.start() if match else len(source)
        length = stop - position
        if plain[index : index + length] != source[position:stop]:
            return aligned(plain, source, offset, at)
        if length:
            runs.append((at + index, offset + position, length))
        index += length
        if match:
            position = match.end()
            if match.group() != "\\":
                index += len(html.unescape(match.group()))
    return runs if index == len(plain) else aligned(plain, source, offset, at)


def equal(plain: str, source: str, offset: int, at: int) -> list[Run]:
    """Runs for text of its source's length: where the characters agree."""
    runs: list[Run] = []
    start = 0
    for index in range(len(plain) + 1):
        if index == len(plain) or plain[index] != source[index]:
            if start < index:
                runs.append((at + start, offset + start, index - start))
            start = index + 1
    return runs


def aligned(plain: str, source: str, offset: int, at: int) -> list[Run]:
    """Runs for text whose source differs from it: code with line breaks or escaped pipes, entities."""
    runs: list[Run] = []
    position = 0
    index = 0
    while index < len(plain) and position < len(source):
        if plain[index] == source[position]:
            length = 1
            while (
                index + length < len(plain)
                and position + length < len(source)
                and plain[index + length] == source[position + length]
            ):
                length += 1
            runs.append((at + index, offset + position, length))
            index += length
            position += length
        elif plain[index] == " " and source[position] in "\r\n":
            index += 1
            position += 2 if source.startswith("\r\n", position) else 1
        else:
            position += 1
    return runs
