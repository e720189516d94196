"""Reading many sources at once: a few worker processes where it pays, this one where it does not.

Belongs here: handing bytes out and taking readings back in order. Never here: what reading does.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread

from digest_assets.model import Reading, SourceKind
from digest_assets.reading import reader, wire

Item = tuple[bytes, SourceKind, str]  # bytes, kind, file name, as for ``reader.read``

_PAYS_FROM = 1_500_000  # bytes; starting workers costs some 0.3 s
_CHUNK = 262_144  # bytes that a worker gets at once
_AHEAD = 3  # chunks in flight per worker: keeps memory flat whatever the number of sources


def read_many(items: Iterable[Item], workers: int | None = None) -> Iterator[Reading]:
    """The readings of ``items``, in their order; the same ones that ``reader.read`` gives, one by one.

    ``workers``: how many processes, by default the processors of this machine, at most 8; 1 stays in this process. A
    lazy iterable is only drawn as far as the workers keep up.
    """
    return map(wire.unpack, packed_many(items, workers)) if workers != 1 else (reader.read(*item) for item in items)


def packed_many(items: Iterable[Item], workers: int | None = None) -> Iterator[bytes]:
    """As ``read_many``, packed by ``wire.pack``: for a store that keeps bytes and reads few of them back."""
    count = min(os.cpu_count() or 1, 8) if workers is None else workers
    source = iter(items)
    first: list[Item] = []
    size = 0
    for item in source:
        first.append(item)
        size += len(item[0])
        if count > 1 and size >= _PAYS_FROM:
            break
    else:
        for item in first:
            yield wire.pack(reader.read(*item))
        return
    chunks = _chunks(chain(first, source))
    with ProcessPoolExecutor(count, get_context("spawn"), die_with_parent) as pool:
        waiting: deque[Future[list[bytes]]] = deque()
        for chunk in chunks:
            waiting.append(pool.submit(_read_chunk, chunk))
            if len(waiting) >= count * _AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    chunk: list[Item] = []
    size = 0
    for item in items:
        chunk.append(item)
        size += len(item[0])
        if size >= _CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def die_with_parent() -> None:
    """For a worker to call: it ends when the process that started it is gone, however that ended."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _read_chunk(chunk: list[Item]) -> list[bytes]:
    return [wire.pack(reader.read(*item)) for item in chunk]
