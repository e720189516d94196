"""Vaults to test with: real folders, real repositories, times as given.

Belongs here: writing, committing, and asking with few words. Never here: expectations.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from digest_assets.clock import Clock
from digest_assets.model import Manifest, SourceKind
from digest_assets.settings import Settings, parse
from digest_assets.vault import Vault, open_vault

TOML = '[clock]\ntimezone = "Asia/Shanghai"\ncloses_at = "22:00"\n[topics.a]\nbaseline = "kb/a.md"\n'
SETTINGS = parse(TOML)
CLOCK = Clock("Asia/Shanghai", SETTINGS.clock.closes_at)
LATER = datetime(2030, 1, 1, tzinfo=UTC)
Stated = Callable[[bytes, SourceKind, str], str | None]


def at(text: str) -> datetime:
    """``07-31 21:30`` of 2026 in Shanghai, in UTC."""
    return CLOCK.instant(datetime.strptime(f"2026-{text}", "%Y-%m-%d %H:%M"))  # noqa: DTZ007 (the clock adds the zone)


def day(text: str) -> date:
    return date.fromisoformat(f"2026-{text}")


def created(data: bytes, kind: SourceKind, name: str) -> str | None:
    """A stand-in for the reading of front matter: the value of the first ``created:``."""
    found = re.search(rb"(?m)^created: (\S+)", data)
    return found[1].decode() if found else None


class Folder:
    """A plain vault."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)

    def write(self, path: str | bytes, data: bytes | str, when: str) -> None:
        target = os.fsencode(self.root) + b"/" + os.fsencode(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
        os.utime(target, (at(when).timestamp(),) * 2)

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def rename(self, old: str, new: str) -> None:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def open(self, settings: Settings = SETTINGS, stated: Stated = created) -> Vault:
        return open_vault(self.root, settings, stated)

    def manifest(self, text: str, now: datetime = LATER, settings: Settings = SETTINGS) -> Manifest:
        with self.open(settings) as vault:
            return vault.manifest(day(text), now)

    def sources(self, text: str, now: datetime = LATER) -> dict[str, str]:
        """Path → arrival of a day's sources."""
        return {source.path: source.arrival for source in self.manifest(text, now).sources}

    def arrivals(self, text: str, now: datetime = LATER, settings: Settings = SETTINGS) -> dict[str, str]:
        return {source.path: source.arrival for source in self.manifest(text, now, settings).arrivals}

    def contents(self, text: str, now: datetime = LATER) -> dict[str, bytes]:
        """Path → bytes of a day's sources."""
        with self.open() as vault:
            return {s.path: vault.bytes_of(s.content_sha256) for s in vault.manifest(day(text), now).sources}


class Repo(Folder):
    """A vault under git. ``top``: where the repository is, when the vault is a folder inside of it."""

    def __init__(self, root: Path, *options: str, top: Path | None = None) -> None:
        super().__init__(root)
        self.top = top or root
        self.git("init", "-q", "--template=", *options)
        self.git("symbolic-ref", "HEAD", "refs/heads/main")

    def git(self, *arguments: str, when: str = "07-29 12:00", seconds: int | None = None) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        date = f"@{int(at(when).timestamp()) if seconds is None else seconds} +0800"
        for who in ("AUTHOR", "COMMITTER"):
            environment |= {f"GIT_{who}_NAME": "t", f"GIT_{who}_EMAIL": "t@example.invalid", f"GIT_{who}_DATE": date}
        environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_ALLOW_PROTOCOL": "file"}
        done = subprocess.run(
            ["git", "-C", str(self.top), "-c", "gc.auto=0", "-c", "protocol.file.allow=always", *arguments],
            env=environment, capture_output=True, text=True, errors="surrogateescape", check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def commit(self, when: str, seconds: int | None = None) -> str:
        self.git("add", "-A", "-f", ".")
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", when, when=when, seconds=seconds)
        return self.git("rev-parse", "HEAD")

    def replay(self, history: Sequence[tuple[datetime, Mapping[str, str | None]]]) -> None:
        """Commits all at once: what each writes, and what it removes (None)."""
        stream = []
        for when, changes in history:
            stream.append("commit refs/heads/main\n")
            stream.append(f"committer t <t@example.invalid> {int(when.timestamp())} +0800\ndata 0\n")
            for path, text in changes.items():
                if text is None:
                    stream.append(f"D {path}\n")
                else:
                    stream.append(f"M 644 inline {path}\ndata {len(text.encode())}\n{text}\n")
        subprocess.run(
            ["git", "-C", str(self.top), "fast-import", "--quiet"], input="".join(stream).encode(), check=True
        )
        self.git("reset", "-q", "--hard")

    def put(self, when: str, **files: str) -> str:
        """Writes notes of one author and commits them. Keys are names with ``_`` for ``-``."""
        for name, data in files.items():
            self.write(f"inbox/jay/{name.strip('_').replace('_', '-')}.md", data, when)
        return self.commit(when)

    def clone(self, to: Path, *options: str) -> Folder:
        self.git("clone", "-q", *options, f"file://{self.top}", str(to))
        return Folder(to)


def tree(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that could change in a folder: sizes, times, and bytes of files, ``.git`` included."""
    found = {}
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(root))] = (
            status.st_mode, status.st_mtime_ns, path.read_bytes() if path.is_file() else b"",
        )  # fmt: skip
    return found


def copy(source: Path, target: Path) -> None:
    """A copy that keeps times."""
    shutil.copytree(source, target, symlinks=True)
