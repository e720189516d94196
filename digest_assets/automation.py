"""Jobs, the schedule after each close, and the sensors that follow runs.

Belongs here: when what is run. Never here: what a run does.
"""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from digest_assets.assets.session import Session
from digest_assets.assets.spans import MONTH, rectangles, spans
from digest_assets.assets.watch import changed_days, key_of, outdated
from digest_assets.clock import Clock
from digest_assets.settings import Settings
from digest_assets.vault import VaultError
from digest_assets.warehouse import WarehouseError

SOURCES_JOB = "daily_sources"
BRIEFINGS_JOB = "daily_briefings"
PARTITION = "dagster/partition"
RANGE_START = "dagster/asset_partition_range_start"
RANGE_END = "dagster/asset_partition_range_end"
TRIGGER = "digest/trigger"
COMMAND = {TRIGGER: "command"}  # runs of the command line do both halves themselves
VAULT = "vault"
_AFTER_CLOSE = timedelta(minutes=5)
_STILL_READING = dg.RunsFilter(
    job_name=SOURCES_JOB,
    tags={TRIGGER: VAULT},
    statuses=[
        dg.DagsterRunStatus.QUEUED,
        dg.DagsterRunStatus.NOT_STARTED,
        dg.DagsterRunStatus.STARTING,
        dg.DagsterRunStatus.STARTED,
    ],
)


@dataclass(frozen=True)
class Jobs:
    """The two jobs: one run cannot span both partitionings."""

    sources: UnresolvedAssetJobDefinition
    briefings: UnresolvedAssetJobDefinition


def jobs() -> Jobs:
    """The jobs of both partitionings, each in one process."""
    return Jobs(
        dg.define_asset_job(
            SOURCES_JOB,
            selection=["raw_sources", "parsed_claims", "arxiv_registry"],
            executor_def=dg.in_process_executor,
            description="Reads a day's sources: files, statements, papers.",
        ),
        dg.define_asset_job(
            BRIEFINGS_JOB,
            selection=["baseline_section_index", "increments", "briefing"],
            executor_def=dg.in_process_executor,
            description="Judges a day against the living documents and writes its briefings, all topics in one run.",
        ),
    )


def schedule(settings: Settings, job: UnresolvedAssetJobDefinition) -> dg.ScheduleDefinition:
    """Five minutes after the close, in the vault's zone, for the day that has just closed."""
    moment = datetime.combine(date(2000, 1, 1), settings.clock.closes_at, UTC) + _AFTER_CLOSE
    clock = Clock(settings.clock.timezone, settings.clock.closes_at)

    @dg.schedule(
        name="after_close",
        job=job,
        cron_schedule=f"{moment.minute} {moment.hour} * * *",
        execution_timezone=settings.clock.timezone,
        default_status=dg.DefaultScheduleStatus.RUNNING,
        description="Reads the day that has just closed; its success starts the briefings.",
    )
    def after_close(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
        day = clock.last_closed(context.scheduled_execution_time.astimezone(UTC)).isoformat()
        return dg.RunRequest(run_key=day, partition_key=day, tags={TRIGGER: "schedule"})

    return after_close


def freshness(settings: Settings) -> dg.FreshnessPolicy:
    """Briefings are expected between the schedule's tick and an hour after the close."""
    moment = datetime.combine(date(2000, 1, 1), settings.clock.closes_at, UTC) + timedelta(hours=1)
    return dg.FreshnessPolicy.cron(
        deadline_cron=f"{moment.minute} {moment.hour} * * *",
        lower_bound_delta=timedelta(hours=1) - _AFTER_CLOSE,
        timezone=settings.clock.timezone,
    )


def briefings_after_sources(settings: Settings, both: Jobs, vault: Path, warehouse: Path) -> dg.SensorDefinition:
    """Starts a day's briefings, all topics in one run, when a run of its sources has succeeded.

    Where the vault's change had the sources read again, the briefings that became stale are made, and no others.
    """
    topics = list(settings.topics)

    def requests(first: str, last: str, low: str, high: str, run_id: str) -> dg.RunRequest:
        tags = {RANGE_START: f"{first}|{low}", RANGE_END: f"{last}|{high}", TRIGGER: "sources"}
        return dg.RunRequest(run_key=f"{run_id} {first} {low}", tags=tags)

    @dg.run_status_sensor(
        name="briefings_after_sources",
        run_status=dg.DagsterRunStatus.SUCCESS,
        monitored_jobs=[both.sources],
        request_job=both.briefings,
        default_status=dg.DefaultSensorStatus.RUNNING,
        minimum_interval_seconds=10,
        description="Starts the briefings of the days whose sources were read, all topics in one run.",
    )
    def sensor(context: dg.RunStatusSensorContext) -> list[dg.RunRequest] | dg.SkipReason:
        tags = context.dagster_run.tags
        if tags.get(TRIGGER) == COMMAND[TRIGGER]:
            return dg.SkipReason("the command line makes the briefings itself")
        if not topics:
            return dg.SkipReason("digest.toml names no topics")
        run_id = context.dagster_run.run_id
        if tags.get(TRIGGER) == VAULT:
            if context.instance.get_runs_count(_STILL_READING):
                return dg.SkipReason("other days that changed are still being read; the last of them goes on")
            with closing(Session(vault, warehouse, settings)) as session:
                stale = rectangles(outdated(session), topics)
            return [requests(str(r.first), str(r.last), r.low, r.high, run_id) for r in stale]
        first = tags.get(PARTITION) or tags.get(RANGE_START)
        last = tags.get(PARTITION) or tags.get(RANGE_END)
        if first is None or last is None:
            return dg.SkipReason("the run has no partition")
        return [requests(first, last, topics[0], topics[-1], run_id)]

    return sensor


def vault_changes(settings: Settings, both: Jobs, vault: Path, warehouse: Path) -> dg.SensorDefinition:
    """Has days read again that the vault changed after their close, each state of them once."""

    @dg.sensor(
        name="vault_changes",
        job=both.sources,
        default_status=dg.DefaultSensorStatus.RUNNING,
        minimum_interval_seconds=60,
        description="Watches the vault for late, corrected and deleted files; opens none that did not change.",
    )
    def sensor(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        try:
            with closing(Session(vault, warehouse, settings)) as session:
                seen = session.vault.fingerprint()
                if seen == context.cursor:
                    return dg.SkipReason("nothing changed")
                days = changed_days(session, datetime.now(UTC))
        except (VaultError, WarehouseError) as error:
            return dg.SkipReason(str(error))
        requests = [
            dg.RunRequest(
                run_key=key_of(days, first, last),
                tags={RANGE_START: first.isoformat(), RANGE_END: last.isoformat(), TRIGGER: VAULT},
            )
            for first, last in spans(days, MONTH)
        ]
        return dg.SensorResult(run_requests=requests, cursor=seen)

    return sensor


def failures() -> dg.SensorDefinition:
    """Writes one clear line into the log for every run that failed."""

    @dg.run_failure_sensor(
        name="say_failure",
        default_status=dg.DefaultSensorStatus.RUNNING,
        minimum_interval_seconds=30,
        description="Says in one line which run failed, for which partitions, and why.",
    )
    def sensor(context: dg.RunFailureSensorContext) -> None:
        run = context.dagster_run
        partitions = run.tags.get(PARTITION) or f"{run.tags.get(RANGE_START)} to {run.tags.get(RANGE_END)}"
        context.log.error(f"{run.job_name} of {partitions} failed (run {run.run_id}): {context.failure_event.message}")

    return sensor
