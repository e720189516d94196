"""The vault's sensor: what became stale is asked for, only that, and once."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import dagster as dg
import pytest

from digest_assets import automation, definitions
from digest_assets.assets.session import Session
from digest_assets.assets.spans import Rectangle, days_between, rectangles, spans, stretches
from digest_assets.assets.watch import changed_days, outdated
from digest_assets_tests.conftest import build_vault, materialize

FIRST, SECOND, THIRD = date(2026, 7, 29), date(2026, 7, 30), date(2026, 7, 31)
AFTER = datetime(2026, 8, 1, 3, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path) -> Session:
    """30 and 31 July are briefed, 29 July is only read."""
    return materialize(Session(build_vault(tmp_path / "vault"), tmp_path / "w.duckdb"))


def write(session: Session, name: str, at: datetime = datetime(2026, 8, 1, 2, tzinfo=UTC)) -> Path:
    note = session.root / "inbox" / "jay" / name
    note.write_text("# SGLang v0.7\n\n- SGLang v0.7 发布：prefill 吞吐提升 41%，KV cache 占用下降 12%。\n", "utf-8")
    os.utime(note, (at.timestamp(), at.timestamp()))
    return note


def sensor(session: Session, name: str) -> dg.SensorDefinition:
    loaded = definitions.build(session.root, session.warehouse.path)
    found = next(s for s in loaded.sensors or () if s.name == name)
    assert isinstance(found, dg.SensorDefinition)
    return found


def test_a_late_note_makes_its_day_stale_and_no_other(place: Session) -> None:
    assert changed_days(place, AFTER) == {}
    write(place, "2026-07-30T1801-jay-late.md")
    assert list(changed_days(place, AFTER)) == [SECOND]
    assert outdated(place) == []  # nothing was read yet
    place.read_sources([SECOND], AFTER)
    assert outdated(place) == [(SECOND, topic) for topic in sorted(place.settings.topics)]


def test_a_day_that_was_only_read_counts_where_later_days_rest_on_it(place: Session) -> None:
    write(place, "2026-07-29T1801-jay-late.md")
    assert changed_days(place, AFTER) == {}
    early = datetime(2026, 7, 29, 4, tzinfo=UTC)  # before the close: as if it had stood there all along
    write(place, "2026-07-29T1101-jay-early.md", early)
    assert list(changed_days(place, AFTER)) == [FIRST]
    place.read_sources([FIRST], AFTER)
    assert {day for day, _ in outdated(place)} == {SECOND, THIRD}


def test_a_window_that_is_open_is_left_to_its_close(place: Session) -> None:
    now = datetime(2026, 7, 31, 12, tzinfo=UTC)
    place.read_sources([THIRD], now)
    write(place, "2026-07-31T1801-jay-new.md", datetime(2026, 7, 31, 11, tzinfo=UTC))
    assert changed_days(place, now) == {}


def test_the_sensor_asks_for_each_state_once(place: Session) -> None:
    """From the change of the vault to briefings that rest on it, as the daemon carries it out."""
    watch = sensor(place, "vault_changes")
    with dg.DagsterInstance.ephemeral() as instance:
        first = watch.evaluate_tick(dg.build_sensor_context(instance))
        assert first.run_requests == []
        again = watch.evaluate_tick(dg.build_sensor_context(instance, cursor=first.cursor))
        assert again.skip_message == "nothing changed"
        write(place, "2026-07-30T1801-jay-late.md")
        (request,) = watch.evaluate_tick(dg.build_sensor_context(instance, cursor=first.cursor)).run_requests or ()
        (same,) = watch.evaluate_tick(dg.build_sensor_context(instance)).run_requests or ()
        assert request.run_key == same.run_key
        assert request.tags[automation.RANGE_START] == request.tags[automation.RANGE_END] == "2026-07-30"

        loaded = definitions.build(place.root, place.warehouse.path)
        read = loaded.resolve_job_def(automation.SOURCES_JOB).execute_in_process(instance=instance, tags=request.tags)
        follow = sensor(place, "briefings_after_sources")
        assert isinstance(follow, dg.RunStatusSensorDefinition)
        told = follow(
            dg.build_run_status_sensor_context(
                sensor_name=follow.name,
                dagster_instance=instance,
                dagster_run=read.dagster_run,
                dagster_event=read.get_run_success_event(),
            )
        )
        assert isinstance(told, list)
        (asked,) = told
        assert asked.tags[automation.RANGE_START] == "2026-07-30|inference"
        assert asked.tags[automation.RANGE_END] == "2026-07-30|rag"
        made = loaded.resolve_job_def(automation.BRIEFINGS_JOB).execute_in_process(instance=instance, tags=asked.tags)
        assert made.success
    assert outdated(Session(place.root, place.warehouse.path)) == []
    assert len(place.warehouse.versions(SECOND, "inference", "zh", "")) == 2


def test_a_vault_that_is_gone_is_said_and_waited_for(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "digest.toml").write_text('[topics.a]\nbaseline = "a.md"\n')
    watch = sensor(Session(vault, tmp_path / "w.duckdb"), "vault_changes")
    (vault / "digest.toml").unlink()
    vault.rmdir()
    with dg.DagsterInstance.ephemeral() as instance:
        message = watch.evaluate_tick(dg.build_sensor_context(instance)).skip_message
    assert message is not None
    assert "there is no such folder" in message


def test_ranges_are_rectangles() -> None:
    days = days_between(date(2026, 7, 1), date(2026, 7, 6))
    assert spans([days[0], days[1], days[3]]) == [(days[0], days[1]), (days[3], days[3])]
    assert spans(days, 4) == [(days[0], days[3]), (days[4], days[5])]
    order = ["a", "b", "c", "d"]
    assert stretches(["d", "a", "b"], order) == [("a", "b"), ("d", "d")]
    pairs = [(day, topic) for day in days[:2] for topic in "abd"] + [(days[2], "b"), (days[2], "gone")]
    assert rectangles(pairs, order) == [
        Rectangle(days[0], days[1], "a", "b"),
        Rectangle(days[0], days[1], "d", "d"),
        Rectangle(days[2], days[2], "b", "b"),
    ]
