"""The platform's promise: the same bytes, in any order, on any machine, with the vault gone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from digest_assets.assets.session import Session
from digest_assets.cli import run
from digest_assets.warehouse.recompute import Recomputer
from digest_assets_tests.conftest import DAYS, NOW, REPOSITORY, build_vault, materialize

FIRST = date(2026, 7, 29)
ALL = (FIRST, *DAYS)


def texts(session: Session) -> dict[tuple[date, str, str], str]:
    return {(b.day, b.topic, b.language): b.markdown for b in session.warehouse.all_briefings(None)}


def test_the_same_bytes_with_the_vault_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = build_vault(tmp_path / "vault")
    warehouse = tmp_path / "warehouse.duckdb"
    materialize(Session(vault, warehouse))
    shutil.rmtree(vault)
    assert run(["recompute", "--all", "--warehouse", str(warehouse)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 12
    assert run(["recompute", "2026-07-31", "rag", "--language", "en", "--warehouse", str(warehouse)]) == 0
    told = capsys.readouterr().out.split()
    assert told[4].rstrip(",") == told[6]


def test_changed_bytes_are_named(tmp_path: Path) -> None:
    session = materialize(Session(build_vault(tmp_path / "vault"), tmp_path / "warehouse.duckdb"))
    stored = session.warehouse.briefing(date(2026, 7, 31), "rag", "zh")
    assert stored is not None
    session.warehouse.facts.forget("head", [stored.head])
    told = Recomputer(session.warehouse.facts).rebuild(stored)
    assert not told.same
    assert told.differs is not None
    assert stored.head in told.differs


def test_an_earlier_version_can_be_rebuilt_after_a_late_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = build_vault(tmp_path / "vault")
    warehouse = tmp_path / "warehouse.duckdb"
    before = texts(materialize(Session(vault, warehouse)))
    late = vault / "inbox" / "jay" / "2026-07-31T1801-jay-late.md"
    late.write_text("# SGLang v0.7\n\n- SGLang v0.7 发布：prefill 吞吐提升 41%，KV cache 占用下降 12%。\n", "utf-8")
    moment = datetime(2026, 8, 1, 2, tzinfo=UTC).timestamp()
    os.utime(late, (moment, moment))
    session = materialize(Session(vault, warehouse), now=datetime(2026, 8, 1, 3, tzinfo=UTC))
    after = texts(session)
    key = (date(2026, 7, 31), "inference", "zh")
    assert before[key] != after[key]
    assert "SGLang v0.7" in after[key]
    versions = session.warehouse.versions(key[0], key[1], "zh", "")
    assert [v.markdown for v in versions] == [before[key], after[key]]
    for version in versions:
        arguments = ["recompute", "2026-07-31", "inference", "--language", "zh", "--version", version.markdown_sha256]
        assert run([*arguments, "--warehouse", str(warehouse)]) == 0
    capsys.readouterr()


def test_a_late_note_makes_its_own_day_anew_and_no_day_that_had_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = build_vault(tmp_path / "vault")
    warehouse = tmp_path / "warehouse.duckdb"
    before = texts(materialize(Session(vault, warehouse), ALL))
    late = vault / "inbox" / "jay" / "2026-07-29T1801-jay-late.md"
    late.write_text("# SGLang v0.7\n\n- SGLang v0.7 发布：prefill 吞吐提升 41%，KV cache 占用下降 12%。\n", "utf-8")
    moment = datetime(2026, 8, 1, 2, tzinfo=UTC).timestamp()
    os.utime(late, (moment, moment))
    session = materialize(Session(vault, warehouse), ALL, now=datetime(2026, 8, 1, 3, tzinfo=UTC))
    assert {key[0] for key, text in texts(session).items() if text != before[key]} == {FIRST}
    for day, count in zip(ALL, (2, 1, 1), strict=True):
        assert len(session.warehouse.versions(day, "inference", "zh", "")) == count
    shutil.rmtree(vault)
    assert run(["recompute", "--all", "--warehouse", str(warehouse)]) == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert all(words[4].rstrip(",") == words[6] for words in told)


@pytest.fixture(scope="module")
def in_order(sample_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[date, str, str], str]:
    session = Session(sample_vault, tmp_path_factory.mktemp("order") / "warehouse.duckdb")
    return texts(materialize(session, ALL))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(data=st.data())
def test_any_order_gives_the_same_bytes(
    sample_vault: Path,
    in_order: dict[tuple[date, str, str], str],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    """Partitions one by one or together, in any order, by one session or several."""
    topics = list(Session(sample_vault, Path("unused")).settings.topics)
    pairs = data.draw(st.permutations([(day, topic) for day in ALL for topic in topics]))
    pairs = pairs[: data.draw(st.integers(1, len(pairs)))]
    warehouse = tmp_path_factory.mktemp("shuffled") / "warehouse.duckdb"
    session = Session(sample_vault, warehouse)
    while pairs:
        size = data.draw(st.integers(1, len(pairs)))
        part, pairs = pairs[:size], pairs[size:]
        if data.draw(st.booleans()):
            session = Session(sample_vault, warehouse)
        days = list({day for day, _ in part})
        session.read_sources(days, NOW)
        session.write_claims(days)
        session.write_judgements(part)
        session.write_briefings(part, "run", NOW)
    session.warehouse.publish()
    for key, text in texts(session).items():
        assert text == in_order[key]


def test_a_plain_folder_gives_the_same_bytes_but_for_the_baseline_mark(tmp_path: Path) -> None:
    """On a vault where each path was written once."""
    made = {}
    for kind, options in (("git", ()), ("plain", ("--plain",))):
        vault = build_vault(tmp_path / kind / "vault", "2026-07-29T2200", *options)
        session = materialize(Session(vault, tmp_path / kind / "w.duckdb"), (FIRST,))
        made[kind] = texts(session)
    for key, text in made["git"].items():
        plain = made["plain"][key].splitlines()
        differing = [a for a, b in zip(text.splitlines(), plain, strict=True) if a != b]
        assert len(differing) <= 2, differing  # the baseline's mark, and the pin that rests on it


@pytest.mark.parametrize(
    ("zone", "locale", "seed"), [("Pacific/Apia", "C", "1"), ("America/St_Johns", "de_DE.UTF-8", "77")]
)
def test_machine_zone_locale_and_hash_seed_reach_no_result(
    sample: Session, sample_vault: Path, tmp_path: Path, zone: str, locale: str, seed: str
) -> None:
    environment = {**os.environ, "TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": seed}
    script = (
        "import sys; from pathlib import Path; from digest_assets.assets.session import Session\n"
        "from digest_assets_tests.conftest import materialize\n"
        "if __name__ == '__main__': materialize(Session(Path(sys.argv[1]), Path(sys.argv[2])))\n"
    )
    warehouse = tmp_path / "elsewhere" / "warehouse.duckdb"
    shutil.copytree(sample_vault, tmp_path / "copy", symlinks=True)
    command = [sys.executable, "-c", script, str(tmp_path / "copy"), str(warehouse)]
    subprocess.run(command, check=True, env=environment, cwd=REPOSITORY)
    assert texts(Session(sample_vault, warehouse)) == texts(sample)
