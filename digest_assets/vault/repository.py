"""A git repository, read through the git program and never changed.

Belongs here: the processes, and the parsing of what they print. Never here: which commit stands for which moment
(``history``), which paths are sources. Only plumbing commands run, without hooks, filters, text conversion, external
diffs, file-system monitors, lazy fetches, replacement objects, or the user's and the system's configuration: what the
repository's own configuration says can neither run a program nor change a result. Nothing is written, not even the
index's time stamps.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .errors import VaultError

_OPTIONS = (
    "--no-pager", "--literal-pathspecs", "--no-replace-objects",
    "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false",
    "-c", f"core.hooksPath={os.devnull}", "-c", "core.commitGraph=false",
)  # fmt: skip
_ENVIRONMENT = {
    "LC_ALL": "C",
    "TZ": "UTC",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for versions that do not know the line above: a fetch finds no way to go
}
_CHANGES = ("--stdin", "-r", "-z", "--root", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")
_SKIP_WORKTREE = 0x40000000
_SECOND = 1_000_000_000  # nanoseconds
_INDEX_ENTRY = re.compile(
    rb"[0-7]+ ([0-9a-f]+) ([0-3])\t([^\0]*)\0"
    rb" *ctime: (\d+):(\d+)\n *mtime: (\d+):(\d+)\n *dev: [^\n]*\n *uid: [^\n]*\n *size: (\d+)\tflags: ([0-9a-f]+)\n"
)
_REGULAR = (b"100644", b"100755", b"100664")


@dataclass(frozen=True, slots=True)
class Commit:
    oid: str
    time: int  # committer's, in seconds since 1970, as written


class Change(NamedTuple):
    """A path whose bytes differ between a commit and its first parent. ``oid`` None: no regular file any more."""

    commit: str
    path: str
    oid: str | None
    before: str | None


class IndexEntry(NamedTuple):
    """What git noted of a file when it last knew it to be clean."""

    oid: str
    mtime_ns: int
    ctime_ns: int
    size: int
    skipped: bool  # a sparse checkout leaves it out of the working tree

    def matches(self, size: int, mtime_ns: int, ctime_ns: int) -> bool:
        """Whether the file is surely the one that git noted. Git may have been built without parts of a second."""
        return (
            self.size == size & 0xFFFFFFFF
            and _same_time(self.mtime_ns, mtime_ns)
            and (self.ctime_ns == 0 or _same_time(self.ctime_ns, ctime_ns))
        )


@dataclass(frozen=True, slots=True)
class Index:
    written_ns: int
    entries: dict[str, IndexEntry]


def _same_time(noted: int, actual: int) -> bool:
    return noted == (actual if noted % _SECOND else actual - actual % _SECOND)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | _ENVIRONMENT


def _command(root: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(root), *_OPTIONS, *arguments]


def _last_line(text: bytes) -> str:
    lines = text.decode("utf-8", "backslashreplace").strip().splitlines()
    return lines[-1].removeprefix("fatal: ").removeprefix("error: ") if lines else "git says nothing"


def find(root: Path) -> Repository | None:
    """The repository whose history tells of this folder; None where it is a plain folder.

    A folder inside a work tree counts only where HEAD holds something below it: a vault that merely lies somewhere in
    another project's checkout has no history there. Raises VaultError where there is a repository that cannot be
    read.
    """
    own = os.path.lexists(root / ".git")
    if not own and not any(os.path.lexists(parent / ".git") for parent in root.parents):
        return None
    try:
        done = subprocess.run(
            _command(root, "rev-parse", "--is-inside-work-tree", "--show-prefix", "--git-path", "index"),
            env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise VaultError(f"{root}: is a git repository, but there is no git program; install git") from None
    lines = done.stdout.split(b"\n")
    if done.returncode or lines[0] != b"true":
        outside = not done.returncode or b"not a git repository" in done.stderr
        if outside and not own:
            return None
        raise VaultError(f"{root}: the git repository cannot be read: {_last_line(done.stderr)}")
    repository = Repository(root, os.fsdecode(lines[1]), root / os.fsdecode(lines[2]))
    if repository.prefix and not repository.tracks_root():
        return None
    return repository


class Repository:
    """``prefix``: the vault's place in the work tree, "" or with a trailing slash."""

    def __init__(self, root: Path, prefix: str, index: Path) -> None:
        self.root = root
        self.prefix = prefix
        self._index = index
        self._reader: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._noted: tuple[int, Index] | None = None  # the index as it was last read, by its inode
        self._closing: weakref.finalize[..., Repository] | None = None

    def _run(self, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            _command(self.root, *arguments), env=_environment(), input=given, capture_output=True, check=False
        )

    def _output(self, *arguments: str, given: bytes = b"") -> bytes:
        done = self._run(*arguments, given=given)
        if done.returncode:
            raise VaultError(f"{self.root}: the git history cannot be read: {_last_line(done.stderr)}")
        return done.stdout

    def tracks_root(self) -> bool:
        return self._run("rev-parse", "--quiet", "--verify", "HEAD:./").returncode == 0

    def head(self) -> str | None:
        """The commit that HEAD names; None where nothing was committed yet."""
        done = self._run("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
        if done.returncode == 0:
            return done.stdout.strip().decode()
        branch = self._run("symbolic-ref", "--quiet", "HEAD")
        if branch.returncode == 0:
            name = branch.stdout.strip().decode("utf-8", "surrogateescape")
            if self._run("show-ref", "--quiet", "--verify", name).returncode == 1:
                return None
        raise VaultError(f"{self.root}: the git repository cannot be read: HEAD names no commit; try git fsck")

    def commits(self, head: str) -> tuple[tuple[Commit, str | None], ...]:
        """The first-parent history up to a commit, oldest first, each with its first parent."""
        lines = self._output("rev-list", "--first-parent", "--parents", "--timestamp", head).decode().splitlines()
        found = []
        for line in reversed(lines):
            time, oid, *parents = line.split()
            found.append((Commit(oid, int(time)), parents[0] if parents else None))
        return tuple(found)

    def changes(self, commits: Sequence[tuple[Commit, str | None]], paths: tuple[str, ...]) -> Iterator[Change]:
        """What each commit did to files at or below some paths of the vault, in the order of the commits given."""
        asked = "".join(f"{commit.oid} {parent}\n" if parent else f"{commit.oid}\n" for commit, parent in commits)
        fields = iter(self._output("diff-tree", *_CHANGES, "--", *paths, given=asked.encode()).split(b"\0"))
        commit = ""
        prefix = os.fsencode(self.prefix)
        for field in fields:
            if not field.startswith(b":"):
                commit = field.decode().strip()
                continue
            old_mode, mode, old, new, _ = field[1:].split(b" ")
            path = next(fields)
            if path.startswith(prefix):
                yield Change(
                    commit,
                    os.fsdecode(path[len(prefix) :]),
                    new.decode() if mode in _REGULAR else None,
                    old.decode() if old_mode in _REGULAR else None,
                )

    def renamed_from(self, commit: str, parent: str, path: str) -> str | None:
        """The path that a commit renamed to this one, changed or not, as git finds it likely; None where it did not."""
        options = ("-r", "-z", "--raw", "--find-renames", "-l1000", "--diff-filter=R", "--no-ext-diff", "--no-textconv")
        fields = self._output("diff-tree", *options, parent, commit).split(b"\0")
        wanted = os.fsencode(self.prefix + path)
        prefix = os.fsencode(self.prefix)
        for old, new in zip(fields[1::3], fields[2::3], strict=True):
            if new == wanted and old.startswith(prefix):
                return os.fsdecode(old[len(prefix) :])
        return None

    def index(self, paths: tuple[str, ...]) -> Index | None:
        """Git's notes on files at or below some paths of the vault; None where nothing was ever checked out.

        Read again only where git has written it since; ``paths`` are the same every time.
        """
        try:
            status = self._index.stat()
        except OSError:
            return None
        if self._noted is None or self._noted[0] != status.st_ino or self._noted[1].written_ns != status.st_mtime_ns:
            self._noted = status.st_ino, Index(status.st_mtime_ns, self._entries(paths))
        return self._noted[1]

    def _entries(self, paths: tuple[str, ...]) -> dict[str, IndexEntry]:
        entries: dict[str, IndexEntry] = {}
        prefix = os.fsencode(self.prefix)
        text = self._output("ls-files", "--stage", "--debug", "--full-name", "-z", "--", *paths)
        for oid, stage, path, cs, cn, ms, mn, size, flags in _INDEX_ENTRY.findall(text):
            if stage == b"0" and path.startswith(prefix):
                entries[os.fsdecode(path[len(prefix) :])] = IndexEntry(
                    oid.decode(),
                    int(ms) * _SECOND + int(mn),
                    int(cs) * _SECOND + int(cn),
                    int(size),
                    bool(int(flags, 16) & _SKIP_WORKTREE),
                )
        return entries

    def blob(self, oid: str) -> bytes | None:
        """A blob's bytes; None where the repository lacks it (a partial copy) or holds it damaged."""
        with self._lock:
            reader = self._reader or self._start()
            assert reader.stdin is not None
            assert reader.stdout is not None
            try:
                reader.stdin.write(oid.encode() + b"\n")
                reader.stdin.flush()
                header = reader.stdout.readline().split()
            except BrokenPipeError:
                header = []
            if not header:  # git gives up on what it cannot fetch or unpack
                self._stop_reading()
            if len(header) != 3:
                return None
            data = reader.stdout.read(int(header[2]))
            reader.stdout.read(1)
            return data

    def _start(self) -> subprocess.Popen[bytes]:
        self._reader = subprocess.Popen(
            _command(self.root, "cat-file", "--batch"), env=_environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._closing = weakref.finalize(self, _stop, self._reader)
        return self._reader

    def close(self) -> None:
        """Ends the reading process; the next read starts another."""
        with self._lock:
            self._stop_reading()

    def _stop_reading(self) -> None:
        if self._closing is not None:
            self._closing()
        self._reader = self._closing = None


def _stop(reader: subprocess.Popen[bytes]) -> None:
    for stream in (reader.stdin, reader.stdout):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):  # it stopped before it had read all
                stream.close()
    reader.wait()
