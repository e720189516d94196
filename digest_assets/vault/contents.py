"""Bytes under their hash: of files and of blobs, each read once.

Belongs here: hashing, the memory of hashes, reading back. Never here: which bytes count when. A file is known by
path, size, and times of modification and change; while they stay the same, its hash is remembered and it is not
opened again.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from . import folder
from .errors import VaultError
from .folder import FileRef
from .kinds import shown
from .repository import Repository

_KEEP_AT_MOST = 64 << 20  # bytes kept for whoever stores what was just hashed
_KEEP_EACH = 8 << 20


class Memory(Protocol):
    """A place to remember small facts between processes. Keys and values are opaque; a forgotten one costs a read.

    ``put`` replaces what stood under a key: a hash that proves wrong is put right that way.
    """

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, value: str) -> None: ...


class Forgetful:
    """The memory of one process."""

    def __init__(self) -> None:
        self._facts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self._facts.get(key)

    def put(self, key: str, value: str) -> None:
        self._facts[key] = value


@dataclass(frozen=True, slots=True)
class BlobRef:
    """Bytes in the repository."""

    oid: str


Ref = FileRef | BlobRef


@dataclass(frozen=True, slots=True)
class Content:
    """``sha256`` is "" where the bytes could not be read, and then ``error`` says why."""

    sha256: str
    size: int
    error: str | None = None


class Contents:
    """All bytes of one vault. Remembers where each hash was found."""

    def __init__(self, root: Path, repository: Repository | None, memory: Memory) -> None:
        self._root = root
        self._repository = repository
        self._memory = memory
        self._found: dict[str, Ref] = {}
        self._known: dict[Ref, Content] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._kept_size = 0

    def of(self, ref: Ref) -> Content:
        """Hash and size; reads only what is not remembered. Never raises for a file's sake."""
        known = self._known.get(ref)
        if known is None:
            known = self._remembered(ref) or self._read(ref)
            self._known[ref] = known
            if known.sha256:
                self._found.setdefault(known.sha256, ref)
        return known

    def bytes_of_ref(self, ref: Ref) -> bytes | None:
        """The bytes themselves; None where they cannot be read."""
        content = self.of(ref)
        return self.bytes_of(content.sha256) if content.sha256 else None

    def bytes_of(self, sha256: str) -> bytes:
        """Bytes that ``of`` has seen. Raises KeyError for others, VaultError where the file changed since."""
        kept = self._kept.get(sha256)
        if kept is not None:
            return kept
        ref = self._found[sha256]
        try:
            data = self._bytes(ref)
        except OSError as error:
            raise VaultError(f"{_name(ref)}: {folder.reason(error)}, and was readable just now; run again") from error
        actual = hashlib.sha256(data).hexdigest()
        if actual != sha256:
            self._known.pop(ref, None)
            self._memory.put(_key(ref), f"{actual} {len(data)}")
            raise VaultError(f"{_name(ref)}: changed while it was being read; run again")
        return data

    def same_text(self, file: FileRef, oid: str) -> bool:
        """Whether a file holds what a blob holds, line ends aside (git may have converted them at checkout)."""
        mine, theirs = self.of(file), self.of(BlobRef(oid))
        if not mine.sha256 or not theirs.sha256:
            return False
        if mine.sha256 == theirs.sha256:
            return True
        if mine.size == theirs.size:
            return False
        a, b = self.bytes_of(mine.sha256), self.bytes_of(theirs.sha256)
        return a.replace(b"\r\n", b"\n") == b.replace(b"\r\n", b"\n")

    def remember(self, key: str, value: str) -> None:
        self._memory.put(key, value)

    def recall(self, key: str) -> str | None:
        return self._memory.get(key)

    def _remembered(self, ref: Ref) -> Content | None:
        noted = self._memory.get(_key(ref))
        if noted is None:
            return None
        sha256, _, size = noted.partition(" ")
        return Content(sha256, int(size))

    def _read(self, ref: Ref) -> Content:
        try:
            if isinstance(ref, FileRef) and ref.size > _KEEP_EACH:
                content = self._hash_in_pieces(ref)
            else:
                data = self._bytes(ref)
                content = Content(hashlib.sha256(data).hexdigest(), len(data))
                self._keep(content.sha256, data)
        except OSError as error:
            return Content("", ref.size if isinstance(ref, FileRef) else 0, folder.reason(error))
        if not isinstance(ref, FileRef) or content.size == ref.size:  # else it is growing while we read
            self._memory.put(_key(ref), f"{content.sha256} {content.size}")
        return content

    def _hash_in_pieces(self, file: FileRef) -> Content:
        digest, size = hashlib.sha256(), 0
        for piece in folder.read(self._root, file):
            digest.update(piece)
            size += len(piece)
        return Content(digest.hexdigest(), size)

    def _bytes(self, ref: Ref) -> bytes:
        if isinstance(ref, FileRef):
            return b"".join(folder.read(self._root, ref))
        data = self._repository.blob(ref.oid) if self._repository is not None else None
        if data is None:
            raise OSError(f"git object {ref.oid[:12]} is missing from the repository, or damaged")
        return data

    def _keep(self, sha256: str, data: bytes) -> None:
        if len(data) > _KEEP_EACH or sha256 in self._kept:
            return
        self._kept[sha256] = data
        self._kept_size += len(data)
        while self._kept_size > _KEEP_AT_MOST:
            self._kept_size -= len(self._kept.popitem(last=False)[1])


def _key(ref: Ref) -> str:
    if isinstance(ref, BlobRef):
        return f"blob:{ref.oid}"
    return f"file:{ref.size}:{ref.mtime_ns}:{ref.ctime_ns}:{shown(ref.path)}"


def _name(ref: Ref) -> str:
    return shown(ref.path) if isinstance(ref, FileRef) else f"git object {ref.oid[:12]}"
