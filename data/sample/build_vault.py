#!/usr/bin/env python3
"""Build the sample vault from its layers.

    build_vault.py OUT                            a git repository, one commit per layer
    build_vault.py --plain OUT                    the same files without git
    build_vault.py --until 2026-07-31T2200 OUT    only the layers stamped at or before that moment

Each folder under layers/ is named for a moment (Asia/Shanghai) and holds the files that were added or replaced then.
Commits are deterministic: two builds have the same HEAD. Every file's modification time is that of its last layer.
Standard library only; git is needed except with --plain.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

LAYERS = Path(__file__).resolve().parent / "layers"
SHANGHAI = timezone(timedelta(hours=8))
STAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{4}")
CONFIG = {
    "core.autocrlf": "false",
    "core.fileMode": "false",
    "core.precomposeUnicode": "false",
    "core.excludesFile": os.devnull,
    "core.attributesFile": os.devnull,
    "core.hooksPath": os.devnull,
    "commit.gpgSign": "false",
    "gc.auto": "0",
}


class BuildError(Exception):
    """One line that says why the vault cannot be built."""


def moment(stamp: str) -> datetime:
    try:
        if not STAMP.fullmatch(stamp):
            raise ValueError
        return datetime.strptime(stamp, "%Y-%m-%dT%H%M").replace(tzinfo=SHANGHAI)
    except ValueError:
        raise BuildError(f"{stamp}: is no moment; write one like 2026-07-31T2200") from None


def layers(until: str | None = None) -> list[str]:
    """Names of the layers at or before a moment, oldest first."""
    end = moment(until) if until else None
    names = sorted(folder.name for folder in LAYERS.iterdir() if STAMP.fullmatch(folder.name))
    return [name for name in names if end is None or moment(name) <= end]


def git(out: Path, *arguments: str, when: datetime | None = None) -> str:
    """Runs git untouched by the machine's configuration and by hooks; author and committer are the vault itself."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C", "TZ": "Asia/Shanghai"}
    if when is not None:
        for who in ("AUTHOR", "COMMITTER"):
            environment[f"GIT_{who}_NAME"] = "vault"
            environment[f"GIT_{who}_EMAIL"] = "vault@example.invalid"
            environment[f"GIT_{who}_DATE"] = f"{int(when.timestamp())} +0800"
    config = [part for name, value in CONFIG.items() for part in ("-c", f"{name}={value}")]
    try:
        done = subprocess.run(
            ["git", "-C", str(out), *config, *arguments], env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise BuildError("there is no git program; install git, or build with --plain") from None
    if done.returncode:
        raise BuildError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(out: Path, plain: bool = False, until: str | None = None) -> str:
    """Builds into a new or empty folder. Returns HEAD, "" for a plain build."""
    chosen = layers(until)
    if not chosen:
        raise BuildError(f"there is no layer at or before {until}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BuildError(f"{out}: is not empty; name a new folder, or remove this one first")
    out.mkdir(parents=True, exist_ok=True)
    if not plain:
        git(out, "init", "-q", "--template=", "--object-format=sha1")
        git(out, "symbolic-ref", "HEAD", "refs/heads/main")
    for name in chosen:
        when = moment(name)
        for file in sorted(path for path in (LAYERS / name).rglob("*") if path.is_file()):
            target = out / file.relative_to(LAYERS / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o644)
            os.utime(target, (when.timestamp(), when.timestamp()))
        if not plain:
            git(out, "add", "-A", "-f", ".")
            git(out, "commit", "-q", "--no-verify", "-m", f"vault {name}", when=when)
    return "" if plain else git(out, "rev-parse", "HEAD")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", type=Path, help="a new or empty folder")
    parser.add_argument("--plain", action="store_true", help="files only, no git")
    parser.add_argument("--until", metavar="STAMP", help="stop after the last layer at or before YYYY-MM-DDTHHMM")
    arguments = parser.parse_args()
    try:
        head = build(arguments.out, arguments.plain, arguments.until)
    except (BuildError, OSError) as error:
        print(f"build_vault.py: {error}", file=sys.stderr)
        return 1
    print(head or arguments.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
