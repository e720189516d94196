"""A year of a busy team through the whole chain: how long, how much memory, what a day costs.

Belongs here: running the commands on a made vault and timing them. Never here: making the vault (``year_vault``).

    python benchmarks/year.py [--days 365] [--topics 10] [--work FOLDER]

Every figure comes from this run: the backfill from the command line, the same ranges with empty asset bodies beside it
(what Dagster costs by itself), reading alone, a day at both ends of the year, a late note, a second run, recompute.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import dagster as dg  # noqa: E402

from digest_assets.settings import load  # noqa: E402

Figures = dict[str, Any]


def timed(*command: str | Path, **environment: str) -> tuple[float, tuple[int, int], str]:
    """A command's seconds, the peak memory in MB of its largest process and of all together, what it printed.

    Raises where it fails.
    """
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DIGEST_", "DAGSTER_"))}
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, HERE / "year_watch.py", *map(str, command)],
        env={**clean, **environment},
        cwd=HERE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    seconds = time.monotonic() - began
    largest, all_together = done.stderr.split()[-2:]
    return seconds, (int(largest), int(all_together)), done.stdout


def digest(vault: Path, warehouse: Path, *arguments: str) -> tuple[float, tuple[int, int], str]:
    """A ``digest`` command, timed."""
    program = [sys.executable, "-c", "from digest_assets.cli import main; main()"]
    return timed(*program, *arguments, "--vault", vault, "--warehouse", warehouse)


def empty(vault: Path, home: Path, first: date, last: date, *, batched: bool) -> None:
    """The same jobs over the same ranges, with assets that do nothing; ``batched``: with this project's event log."""
    from digest_assets import automation
    from digest_assets.assets import eventlog
    from digest_assets.assets.partitions import partitions
    from digest_assets.assets.spans import MONTH, days_between, spans
    from digest_assets.cli.launch import prepare_home

    settings = load(vault)
    keys = partitions(settings, first)
    parents = {
        "raw_sources": [], "parsed_claims": ["raw_sources"], "arxiv_registry": ["parsed_claims"],
        "baseline_section_index": ["raw_sources"], "briefing": ["increments"],
        "increments": ["parsed_claims", "arxiv_registry", "baseline_section_index"],
    }  # fmt: skip
    daily = {"raw_sources", "parsed_claims", "arxiv_registry"}

    def asset(name: str) -> dg.AssetsDefinition:
        @dg.asset(
            name=name,
            deps=parents[name],
            partitions_def=keys.days if name in daily else keys.briefings,
            backfill_policy=dg.BackfillPolicy.single_run(),
        )
        def body() -> dg.MaterializeResult:  # type: ignore[type-arg]
            return dg.MaterializeResult()

        return body

    both = automation.jobs()
    loaded = dg.Definitions(
        assets=[asset(name) for name in parents], jobs=[both.sources, both.briefings], executor=dg.in_process_executor
    )
    folder = prepare_home(home / "w.duckdb")
    os.environ["DAGSTER_HOME"] = str(folder)
    topics = list(settings.topics)
    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    with eventlog.instance(folder) if batched else dg.DagsterInstance.get() as instance:
        for low, high in spans(days_between(first, last), MONTH):
            for job, start, end in (
                (automation.SOURCES_JOB, f"{low}", f"{high}"),
                (automation.BRIEFINGS_JOB, f"{low}|{topics[0]}", f"{high}|{topics[-1]}"),
            ):
                loaded.resolve_job_def(job).execute_in_process(
                    instance=instance,
                    run_config=quiet,
                    tags={automation.RANGE_START: start, automation.RANGE_END: end},
                )


def read_alone(vault: Path) -> Figures:
    """Reading, hashing and parsing every Markdown file in the folder, in one process."""
    from digest_assets.reading import reader

    spent = {"read": 0.0, "hash": 0.0, "parse": 0.0}
    count = size = 0
    for file in sorted(vault.rglob("*.md")):
        kind = "card" if file.parent.name == "paper_cards" else "baseline" if "knowledge" in file.parts else "note"
        marks = [time.perf_counter()]
        data = file.read_bytes()
        marks.append(time.perf_counter())
        hashlib.sha256(data).hexdigest()
        marks.append(time.perf_counter())
        reader.read(data, kind, file.name)  # type: ignore[arg-type]
        marks.append(time.perf_counter())
        for name, a, b in zip(spent, marks, marks[1:], strict=False):
            spent[name] += b - a
        count += 1
        size += len(data)
    return {"files": count, "MB": round(size / 1e6, 1), **{f"{k}_s": round(v, 2) for k, v in spent.items()}}


def late_note(vault: Path, day: date) -> None:
    """A note of a day that has long closed."""
    author = next(path for path in sorted((vault / "inbox").iterdir()) if path.is_dir())
    note = author / f"{day}T1015-late-{day:%m%d}.md"
    note.write_text(f"# Late {day}\n\n- Throughput of the late run rose to {day.day + 700} tok/s.\n", "utf-8")


def measure(work: Path, days: int, topics: int) -> Figures:
    """All figures, printed as they come."""
    vault, warehouse = work / "vault", work / "out" / "w.duckdb"
    found: Figures = {}

    def tell(name: str, value: Any) -> None:
        found[name] = value
        print(f"{name}: {value}", flush=True)

    if not vault.exists():
        seconds, _, _ = timed(
            sys.executable, HERE / "year_vault.py", "--days", str(days), "--topics", str(topics), vault
        )
        tell("make the vault, s", round(seconds, 1))
    first = load(vault).clock.first_day
    assert first is not None  # the made vault says so
    last = first + timedelta(days=days - 1)
    tell("reading alone", read_alone(vault))
    ends = (first.isoformat(), last.isoformat())
    bare, _, _ = timed(sys.executable, __file__, "--empty", vault, work / "bare", *ends, "dagster")
    tell("empty ranges, s", round(bare, 1))
    least, _, _ = timed(sys.executable, __file__, "--empty", vault, work / "least", *ends, "batched")
    tell("empty ranges with events in batches, s", round(least, 1))
    span = ("--from", first.isoformat(), "--to", last.isoformat())
    seconds, memory, out = digest(vault, warehouse, "backfill", *span)
    made = len(out.splitlines())
    tell("backfill, s", round(seconds, 1))
    tell("backfill / empty ranges", round(seconds / bare, 2))
    tell("briefings", made)
    tell("briefings a second", round(made / seconds, 1))
    tell("share of Dagster with events in batches", f"{least / seconds:.0%}")
    tell("peak memory of a process, of all, MB", memory)
    files = {
        path.name: round(path.stat().st_size / 1e6, 1) for path in sorted(warehouse.parent.iterdir()) if path.is_file()
    }
    tell("files, MB", files)
    again, _, _ = digest(vault, warehouse, "backfill", *span)
    tell("the same again, s", round(again, 1))
    day, _, _ = digest(vault, warehouse, "run", "--day", last.isoformat())
    tell("a day where nothing changed, s", round(day, 2))
    for ordinal in sorted({min(30, days), min(360, days)}):
        chosen = first + timedelta(days=ordinal - 1)
        late_note(vault, chosen)
        day, memory, _ = digest(vault, warehouse, "run", "--day", chosen.isoformat())
        tell(f"day {ordinal} after a late note, s", round(day, 2))
        tell(f"day {ordinal}, MB", memory)
    seconds, versions, rate = recompute(warehouse, 100)
    tell("recompute, ms a briefing", round(rate, 1))
    tell("recomputed", f"{versions} in {seconds:.1f} s")
    return found


def recompute(warehouse: Path, count: int) -> tuple[float, int, float]:
    """Rebuilds briefings spread over the whole time, as ``digest recompute --all`` does; ms each."""
    from digest_assets.warehouse import Warehouse
    from digest_assets.warehouse.recompute import Recomputer

    store = Warehouse(warehouse)
    every = store.all_briefings(None)
    chosen = every[:: max(1, len(every) // count)][:count]
    worker = Recomputer(store.facts)
    began = time.monotonic()
    odd = [one for one in chosen if not worker.rebuild(one).same]
    seconds = time.monotonic() - began
    if odd:
        raise SystemExit(f"{len(odd)} of {len(chosen)} differ, the first of {odd[0].day} {odd[0].topic}")
    return seconds, len(chosen), 1000 * seconds / len(chosen)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--topics", type=int, default=10)
    parser.add_argument("--work", type=Path, help="A folder to work in and keep; a vault in it is taken as it is.")
    parser.add_argument("--json", type=Path, help="Where the figures are kept.")
    parser.add_argument("--empty", nargs=5, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.empty:
        vault, home, first, last, log = given.empty
        days = date.fromisoformat(first), date.fromisoformat(last)
        empty(Path(vault), Path(home), *days, batched=log == "batched")
        return
    with tempfile.TemporaryDirectory() as folder:
        found = measure(given.work or Path(folder), given.days, given.topics)
    if given.json:
        told = {"at": datetime.now().astimezone().isoformat(), "processors": os.cpu_count(), **found}
        given.json.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print("peak of this process, MB:", round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


if __name__ == "__main__":
    main()
