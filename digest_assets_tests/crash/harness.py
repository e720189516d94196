"""Kills a backfill at random moments, and looks at what it leaves behind: ``make crash``.

Belongs here: killing, and what has to hold afterwards. Each folder is killed a few times, the process alone or its
whole group, also while it publishes; then the backfill may end, and must have made what an undisturbed one makes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import duckdb

from digest_assets_tests.conftest import REPOSITORY, build_vault

DAYS = ("2026-07-29", "2026-07-31")
KILLS_A_FOLDER = 5
_RUNS_OWN = ("run_id", "materialized_at")
_HALF = """
FROM briefings b WHERE
  b.increments <> (SELECT count(*) FROM increments i WHERE i.day = b.day AND i.topic = b.topic)
  OR b.warnings <> (SELECT count(*) FROM warnings w WHERE w.day = b.day AND w.topic = b.topic)
  OR (b.increments > 0 AND NOT EXISTS (
    FROM briefing_lineage l WHERE l.day = b.day AND l.topic = b.topic AND l.language = b.language))
"""


class Crash(AssertionError):
    """Something that a kill must not do."""


def start(vault: Path, warehouse: Path) -> subprocess.Popen[bytes]:
    """The backfill in a process group of its own."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DIGEST_", "DAGSTER_"))}
    call = ["backfill", "--from", DAYS[0], "--to", DAYS[1], "--vault", str(vault), "--warehouse", str(warehouse)]
    command = [sys.executable, "-c", "from digest_assets.cli import main; main()", *call]
    return subprocess.Popen(
        command,
        env=environment,
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def finish(vault: Path, warehouse: Path) -> float:
    """An undisturbed backfill; returns its seconds."""
    began = time.monotonic()
    process = start(vault, warehouse)
    _, told = process.communicate(timeout=300)
    if process.returncode != 0 or told:
        raise Crash(f"the backfill ended with {process.returncode}: {told.decode()}")
    return time.monotonic() - began


def kill(process: subprocess.Popen[bytes], group: bool) -> None:
    """Ends the process, or its whole group; whatever is left of the group has to end by itself."""
    if group:
        with suppress(ProcessLookupError):  # it has ended
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise Crash("a worker outlived its parent")


def published(warehouse: Path) -> set[tuple[str, str, str, str]]:
    """The published briefings with their pins, none of them half; nothing where nothing was published yet."""
    if not warehouse.exists():
        return set()
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        half = connection.execute(f"SELECT b.day, b.topic {_HALF}").fetchall()
        if half:
            raise Crash(f"half a partition: {half}")
        rows = connection.execute("SELECT day::VARCHAR, topic, language, markdown_sha256 FROM briefings").fetchall()
    return {(day, topic, language, digest) for day, topic, language, digest in rows}


def contents(warehouse: Path) -> dict[str, str]:
    """A hash of every view's rows, and of every briefing's file, but for what names the run."""
    found = {}
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY ALL").fetchall()
        for (view,) in views:
            columns = connection.execute(f"SELECT * FROM {view} LIMIT 0").description
            names = [f'"{column[0]}"' for column in columns if column[0] not in _RUNS_OWN]
            rows = connection.execute(f"SELECT {', '.join(names)} FROM {view} ORDER BY ALL").fetchall()
            found[view] = hashlib.sha256(repr(rows).encode()).hexdigest()
    for file in sorted((warehouse.parent / "briefings").rglob("*")):
        if file.is_file():
            found[file.relative_to(warehouse.parent).as_posix()] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def disturb(vault: Path, warehouse: Path, rng: random.Random, longest: float) -> bool:
    """One backfill, killed at a random moment or while it publishes; False where it had ended before."""
    before = published(warehouse)
    process = start(vault, warehouse)
    publishing = warehouse.with_name(f".{warehouse.name}.new")
    moment = time.monotonic() + rng.uniform(0.3, longest)
    waits_for_copy = rng.random() < 0.3
    while process.poll() is None and time.monotonic() < moment:
        if waits_for_copy and publishing.exists():
            break
        time.sleep(0.001)
    ended = process.poll() is not None
    kill(process, group=rng.random() < 0.5)
    lost = {row[:3] for row in before} - {row[:3] for row in published(warehouse)}
    if lost:
        raise Crash(f"lost: {sorted(lost)}")
    return not ended


def crash(folder: Path, kills: int, seed: int) -> int:
    """Kills at least so often; returns how often. Raises Crash."""
    rng = random.Random(seed)
    vault = build_vault(folder / "vault")
    longest = finish(vault, folder / "calm" / "w.duckdb")
    wanted = contents(folder / "calm" / "w.duckdb")
    done = 0
    while done < kills:
        warehouse = folder / f"after-{done}" / "w.duckdb"
        for _ in range(min(KILLS_A_FOLDER, kills - done)):
            done += disturb(vault, warehouse, rng, longest)
        finish(vault, warehouse)
        made = contents(warehouse)
        odd = sorted(name for name in wanted.keys() | made.keys() if wanted.get(name) != made.get(name))
        if odd:
            raise Crash(f"after {done} kills these differ from an undisturbed run: {odd}")
        if sys.stdout.isatty() or kills > KILLS_A_FOLDER:
            print(f"{done} kills, nothing lost", flush=True)
    return done


def main() -> None:
    """``python -m digest_assets_tests.crash.harness --kills N``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        crash(Path(folder), given.kills, given.seed)


if __name__ == "__main__":
    main()
