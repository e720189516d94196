"""Working ahead: the facts that the steps ask for are there, and nothing hangs where a worker is gone."""

from __future__ import annotations

import os
import signal
from datetime import date, timedelta
from pathlib import Path

from digest_assets.assets.ahead import Ahead
from digest_assets.assets.session import Session
from digest_assets.warehouse.chain import Chain
from digest_assets_tests.conftest import DAYS, NOW, materialize

EARLIER = DAYS[0] - timedelta(days=1)


def test_what_is_foreseen_is_what_the_steps_ask_for(sample_vault: Path, tmp_path: Path, sample: Session) -> None:
    session = Session(sample_vault, tmp_path / "w.duckdb")
    topics = list(session.settings.topics)
    with Ahead(session, [[EARLIER], list(DAYS)], topics, NOW) as ahead:
        for _ in range(2):
            ahead.until_read()
            ahead.until_judged()
    before = {kind: set(keys) for kind, keys in session.warehouse.facts.sizes().items()}
    materialize(session)
    after = {kind: set(keys) for kind, keys in session.warehouse.facts.sizes().items()}
    assert {
        kind: keys - before.get(kind, set()) for kind, keys in after.items() if kind not in ("settings", "head")
    } == {kind: set() for kind in after if kind not in ("settings", "head")}
    wanted = {(b.day, b.topic): b.markdown for b in sample.warehouse.all_briefings("zh")}
    assert {(b.day, b.topic): b.markdown for b in session.warehouse.all_briefings("zh")} == wanted


def test_a_worker_that_is_gone_is_not_waited_for(sample_vault: Path, tmp_path: Path) -> None:
    for number in range(2):
        session = Session(sample_vault, tmp_path / f"{number}" / "w.duckdb")
        with Ahead(session, [list(DAYS)], list(session.settings.topics), NOW) as ahead:
            pid = ahead._workers[number][0].pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            ahead.until_read()
            ahead.until_judged()


def test_folded_days_stay_only_where_they_hold(sample: Session) -> None:
    records = sample.records
    topics = list(sample.settings.topics)
    chain = Chain(sample.warehouse.facts, sample.library, sample.settings, records)
    days = [record.day for record in records]
    chain._fold(days, topics, {})
    held = {topic: last for topic, (last, _) in chain._histories.items()}
    assert set(held.values()) == {days[-2]}
    chain = chain.with_records(records)
    assert {topic: last for topic, (last, _) in chain._histories.items()} == held
    other = [*records[1:]]  # without the first day, all bases are others
    assert chain.with_records(other)._histories == {}
    assert date(2026, 7, 31) in chain.links
