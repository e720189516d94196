"""All definitions, loaded for the sample vault, against a committed picture of them; what schedule and sensors ask
for."""

from __future__ import annotations

import json
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from digest_assets import automation, definitions
from digest_assets.assets.resource import HALF
from digest_assets.assets.session import Session
from digest_assets_tests.conftest import build_vault

PICTURE = Path(__file__).with_name("definitions.json")


@pytest.fixture(scope="module")
def loaded(sample_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> dg.Definitions:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", dg.BetaWarning)
        return definitions.build(sample_vault, tmp_path_factory.mktemp("defs") / "warehouse.duckdb")


def picture(loaded: dg.Definitions) -> dict[str, Any]:
    graph = loaded.resolve_asset_graph()
    assets = {}
    for key in sorted(graph.get_all_asset_keys()):
        node = graph.get(key)
        partitions = node.partitions_def
        assert partitions is not None
        schema = node.metadata["dagster/column_schema"]
        assets[key.to_user_string()] = {
            "partitions": type(partitions).__name__,
            "dimensions": sorted(d.name for d in partitions.partitions_defs)
            if isinstance(partitions, dg.MultiPartitionsDefinition)
            else [],
            "first": partitions.get_first_partition_key(),
            "depends on": sorted(parent.to_user_string() for parent in node.parent_keys),
            "group": node.group_name,
            "kinds": sorted(node.kinds),
            "owners": sorted(node.owners),
            "described": bool(node.description),
            "versioned": bool(node.code_version),
            "table": node.metadata["dagster/table_name"],
            "columns": [column.name for column in schema.columns],
            "checks": sorted(check.name for check in node.check_keys),
        }
    schedules = loaded.schedules or ()
    return {
        "assets": assets,
        "jobs": sorted(job.name for job in loaded.jobs or ()),
        "schedules": {
            s.name: [s.cron_schedule, s.execution_timezone, s.job_name]
            for s in schedules
            if isinstance(s, dg.ScheduleDefinition)
        },
        "sensors": sorted(s.name for s in loaded.sensors or ()),
        "resources": sorted(loaded.resources or ()),
    }


def test_definitions_are_as_pictured(loaded: dg.Definitions) -> None:
    """Asset keys and partitionings are public: people build on them in the UI."""
    assert picture(loaded) == json.loads(PICTURE.read_text("utf-8"))


def test_definitions_load_without_a_vault(tmp_path: Path) -> None:
    bare = definitions.build(tmp_path / "none", tmp_path / "warehouse.duckdb")
    assert len(bare.resolve_asset_graph().get_all_asset_keys()) == 6
    assert list(tmp_path.iterdir()) == []


def test_todays_key_is_there_before_midnight(loaded: dg.Definitions) -> None:
    """The window of 1 August opens on 31 July at 22:00 and can be materialized at once."""
    days = loaded.resolve_asset_graph().get(dg.AssetKey("raw_sources")).partitions_def
    assert days is not None
    moment = datetime(2026, 7, 31, 12, tzinfo=UTC)
    with dg.partition_loading_context(moment):
        assert days.get_last_partition_key() == "2026-07-31"


def asked(loaded: dg.Definitions, schedule: dg.ScheduleDefinition, moment: datetime) -> list[dg.RunRequest]:
    context = dg.build_schedule_context(scheduled_execution_time=moment, repository_def=loaded.get_repository_def())
    return list(schedule.evaluate_tick(context).run_requests or ())


def test_the_schedule_asks_for_the_day_that_has_closed(loaded: dg.Definitions) -> None:
    (schedule,) = loaded.schedules or ()
    assert isinstance(schedule, dg.ScheduleDefinition)
    moment = datetime(2026, 7, 31, 14, 5, tzinfo=UTC)  # 22:05 in the vault's zone
    (request,) = asked(loaded, schedule, moment)
    assert request.partition_key == "2026-07-31"
    assert request.run_key == "2026-07-31"


def test_cron_of_a_close_before_midnight(tmp_path: Path) -> None:
    """Five minutes after 23:57 is the next date, and the day that has closed is the one before."""
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "digest.toml").write_text(
        '[clock]\ntimezone = "Europe/Berlin"\ncloses_at = "23:57"\nfirst_day = "2026-01-01"\n'
    )
    loaded = definitions.build(vault, tmp_path / "w.duckdb")
    (schedule,) = loaded.schedules or ()
    assert isinstance(schedule, dg.ScheduleDefinition)
    assert schedule.cron_schedule == "2 0 * * *"
    moment = datetime(2026, 3, 29, 22, 2, tzinfo=UTC)  # 00:02 on 30 March, summer time since the day before
    assert [request.partition_key for request in asked(loaded, schedule, moment)] == ["2026-03-29"]


def sources_run(
    loaded: dg.Definitions, instance: dg.DagsterInstance, tags: dict[str, str]
) -> dg.ExecuteInProcessResult:
    return loaded.resolve_job_def(automation.SOURCES_JOB).execute_in_process(instance=instance, tags=tags)


@pytest.mark.parametrize(("trigger", "asked"), [("schedule", True), ("command", False)])
def test_the_success_of_sources_starts_all_briefings_of_the_day(
    loaded: dg.Definitions, trigger: str, asked: bool
) -> None:
    """Runs of the command line make their briefings themselves."""
    sensor = next(s for s in loaded.sensors or () if s.name == "briefings_after_sources")
    assert isinstance(sensor, dg.RunStatusSensorDefinition)
    with dg.DagsterInstance.ephemeral() as instance:
        tags = {automation.PARTITION: "2026-07-30", automation.TRIGGER: trigger}
        result = sources_run(loaded, instance, tags)
        context = dg.build_run_status_sensor_context(
            sensor_name=sensor.name,
            dagster_instance=instance,
            dagster_run=result.dagster_run,
            dagster_event=result.get_run_success_event(),
        )
        told = sensor(context)
    if not asked:
        assert isinstance(told, dg.SkipReason)
        return
    assert isinstance(told, list)
    (request,) = told
    assert request.tags[automation.RANGE_START] == "2026-07-30|inference"
    assert request.tags[automation.RANGE_END] == "2026-07-30|rag"


def test_a_range_over_days_and_topics(sample_vault: Path, tmp_path: Path) -> None:
    """One run for days × topics on a real warehouse: every partition materializes, the empty one too."""
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200")
    warehouse = tmp_path / "warehouse.duckdb"
    loaded = definitions.build(vault, warehouse)
    with dg.DagsterInstance.ephemeral() as instance:
        days = {automation.RANGE_START: "2026-07-30", automation.RANGE_END: "2026-08-01"}
        assert sources_run(loaded, instance, {**days, **automation.COMMAND}).success
        tags = {automation.RANGE_START: "2026-07-30|llm-infra", automation.RANGE_END: "2026-08-01|rag"}
        job = loaded.resolve_job_def(automation.BRIEFINGS_JOB)
        result = job.execute_in_process(instance=instance, tags={**tags, **automation.COMMAND})
        assert result.success
        wanted = {f"2026-{day}|{topic}" for day in ("07-30", "07-31", "08-01") for topic in ("llm-infra", "rag")}
        for asset in ("baseline_section_index", "increments", "briefing"):
            assert instance.get_materialized_partitions(dg.AssetKey(asset)) == wanted, asset
        (check,) = result.get_asset_check_evaluations()
        assert check.passed
        events = instance.fetch_materializations(
            dg.AssetRecordsFilter(dg.AssetKey("briefing"), asset_partitions=["2026-07-31|rag"]), limit=1
        )
        metadata = events.records[0].asset_materialization.metadata  # type: ignore[union-attr]
        assert metadata["dagster/partition_row_count"].value == 1
        assert metadata["density"].value in ("none", "low", "medium", "high")
        assert str(metadata["preview"].value).startswith("# rag")
    session = Session(vault, warehouse)
    stored = {(b.day.isoformat(), b.topic): b for b in session.warehouse.all_briefings("zh")}
    assert {f"{day}|{topic}" for day, topic in stored} == wanted
    assert stored["2026-08-01", "rag"].increments == 0
    for (day, topic), one in stored.items():
        file = tmp_path / "briefings" / day / f"{topic}.md"
        assert file.read_bytes() == one.markdown.encode()
        assert (tmp_path / "briefings" / day / f"{topic}.en.md").exists()


def test_half_of_a_days_work_is_not_published(sample_vault: Path, tmp_path: Path) -> None:
    """The command line does the other half at once: nobody should see sources without their verdicts meanwhile."""
    loaded = definitions.build(sample_vault, tmp_path / "warehouse.duckdb")
    days = {automation.RANGE_START: "2026-07-31", automation.RANGE_END: "2026-07-31"}
    with dg.DagsterInstance.ephemeral() as instance:
        assert sources_run(loaded, instance, {**days, HALF: "sources"}).success
        assert not (tmp_path / "warehouse.duckdb").exists()
        assert sources_run(loaded, instance, days).success
    assert (tmp_path / "warehouse.duckdb").exists()


def test_a_failure_is_said_in_one_line(tmp_path: Path) -> None:
    """A living document that exists nowhere: the run fails, names the file, and leaves nothing behind."""
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200")
    text = (
        (vault / "digest.toml").read_text("utf-8").replace("organized/knowledge/rag.md", "organized/knowledge/gone.md")
    )
    (vault / "digest.toml").write_text(text, "utf-8")
    loaded = definitions.build(vault, tmp_path / "warehouse.duckdb")
    job = loaded.resolve_job_def(automation.SOURCES_JOB)
    with dg.DagsterInstance.ephemeral() as instance:
        result = job.execute_in_process(instance=instance, partition_key="2026-07-31", raise_on_error=False)
    assert not result.success
    failure = result.failure_data_for_node("raw_sources")
    assert failure is not None
    assert failure.error is not None
    assert "gone.md" in str(failure.error.cause or failure.error)
    assert not (tmp_path / "warehouse.duckdb").exists()
