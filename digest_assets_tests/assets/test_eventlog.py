"""Dagster's event log, written in batches: what stands in it is what Dagster's own class writes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.events import ASSET_EVENTS

from digest_assets.assets import eventlog

_DAYS = dg.DailyPartitionsDefinition("2026-07-01")
_BOTH = dg.MultiPartitionsDefinition({"date": _DAYS, "topic": dg.StaticPartitionsDefinition(["a", "b"])})
_RANGE = {
    "dagster/asset_partition_range_start": "2026-07-01|a",
    "dagster/asset_partition_range_end": "2026-07-03|b",
}
_OWN = {"timestamp", "run_id", "event_id", "event_timestamp", "create_timestamp", "last_run_id", "cached_status_data"}
_OWN |= {
    "last_materialization_timestamp",
    "id",
    "evaluation_event_timestamp",
    "evaluation_event_storage_id",
    "migration_completed",
}


@dg.asset(
    partitions_def=_BOTH,
    code_version="1",
    backfill_policy=dg.BackfillPolicy.single_run(),
    check_specs=[dg.AssetCheckSpec("sound", asset="document")],
)
def document(context: dg.AssetExecutionContext) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """An asset with metadata for each partition, and a check."""
    for number, key in enumerate(context.partition_keys):
        context.add_asset_metadata({"number": number}, partition_key=key)
    return dg.MaterializeResult(check_results=[dg.AssetCheckResult(check_name="sound", passed=True)])


def _run(instance: dg.DagsterInstance, tags: dict[str, str] = _RANGE) -> str:
    job = dg.Definitions(assets=[document], jobs=[dg.define_asset_job("all", [document])]).resolve_job_def("all")
    with instance:
        result = job.execute_in_process(instance=instance, tags=tags)
        assert result.success
        return result.run_id


def _without_own(value: Any) -> Any:
    """A stored event without times and ids."""
    if isinstance(value, dict):
        return {k: _without_own(v) for k, v in value.items() if k not in {"timestamp", "run_id", "id"}}
    if isinstance(value, list):
        return [_without_own(v) for v in value]
    return value


def _rows(file: Path, run_id: str) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
            found = []
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                kept = {name: row[name] for name in row.keys() if name not in _OWN}  # noqa: SIM118 - rows have no items
                for name in ("event", "last_materialization", "evaluation_event"):
                    if kept.get(name):
                        kept[name] = _without_own(json.loads(kept[name]))
                text = json.dumps(kept, sort_keys=True, default=str).replace(run_id, "RUN")
                if table != "event_logs" or "ASSET" in kept["dagster_event_type"]:  # others tell how long they took
                    found.append(text)
            yield from ((table, text) for text in sorted(found))


def _home(folder: Path, text: str = "telemetry:\n  enabled: false\n") -> Path:
    folder.mkdir(parents=True)
    (folder / "dagster.yaml").write_text(text, "utf-8")
    return folder


def test_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything but times and ids: events, the assets' rows, checks, in the run's file and in the index."""
    plain = _home(tmp_path / "plain")
    plain_run = _run(dg.DagsterInstance.from_config(str(plain)))
    monkeypatch.setenv("DAGSTER_EVENT_BATCH_SIZE", "4")  # a batch is cut, and one is left over
    batched = _home(tmp_path / "batched")
    batched_run = _run(eventlog.instance(batched))
    for shard in ("index", "run"):
        rows = [
            list(_rows(home / "history" / "runs" / f"{run if shard == 'run' else 'index'}.db", run))
            for home, run in ((plain, plain_run), (batched, batched_run))
        ]
        assert len(rows[0]) > 10
        assert rows[0] == rows[1]


def test_read_by_dagster_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An instance without this class finds every partition, and goes on in the same files."""
    monkeypatch.delenv("DAGSTER_EVENT_BATCH_SIZE", raising=False)
    home = _home(tmp_path / "home")
    _run(eventlog.instance(home))
    with dg.DagsterInstance.from_config(str(home)) as own:
        assert type(own.event_log_storage) is not eventlog.EventLog
        made = own.get_materialized_partitions(document.key)
        assert made == {f"2026-07-0{day}|{topic}" for day in (1, 2, 3) for topic in "ab"}
    _run(dg.DagsterInstance.from_config(str(home)), {"dagster/partition": "2026-07-04|a"})
    _run(eventlog.instance(home), {"dagster/partition": "2026-07-05|a"})
    with dg.DagsterInstance.from_config(str(home)) as own:
        assert len(own.get_materialized_partitions(document.key)) == 8
        assert own.get_runs_count() == 3


def test_chosen_storage_stays(tmp_path: Path) -> None:
    """A folder whose dagster.yaml names a storage keeps it."""
    home = _home(tmp_path / "home", f"storage:\n  sqlite:\n    base_dir: {tmp_path / 'elsewhere'}\n")
    with eventlog.instance(home) as instance:
        assert type(instance.event_log_storage) is not eventlog.EventLog
    assert (tmp_path / "elsewhere").exists()


def test_a_log_that_cannot_be_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One error that says where, and not a word of Dagster's own on it."""
    home = _home(tmp_path / "home")
    with eventlog.instance(home) as instance:
        run_id = _run(instance)
        records = instance.event_log_storage.get_records_for_run(run_id).records
        events = [r.event_log_entry for r in records if r.event_log_entry.dagster_event_type in ASSET_EVENTS]
        index = home / "history" / "runs" / "index.db"
        with closing(sqlite3.connect(index)) as connection:
            connection.execute("DROP TABLE event_logs")
        capfd.readouterr()
        with pytest.raises(eventlog.Unwritable, match="history cannot be written"):
            instance.event_log_storage.store_event_batch(events)
    assert "storing" not in capfd.readouterr().err
