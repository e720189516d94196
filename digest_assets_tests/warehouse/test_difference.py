"""``digest diff``: what a late note changed, by increment, and what is told where a judgement is gone."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from digest_assets.assets.session import Session
from digest_assets.cli import run
from digest_assets.warehouse.difference import difference
from digest_assets_tests.conftest import build_vault, materialize

DAY = date(2026, 7, 31)
LATE = "inbox/jay/2026-07-31T1801-jay-late.md"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """31 July, before and after a late note."""
    folder = tmp_path_factory.mktemp("twice")
    vault = build_vault(folder / "vault")
    materialize(Session(vault, folder / "w.duckdb"), (DAY,))
    (vault / LATE).write_text(
        "# SGLang v0.7\n\n- SGLang v0.7 发布：prefill 吞吐提升 41%，KV cache 占用下降 12%。\n", "utf-8"
    )
    moment = datetime(2026, 8, 1, 2, tzinfo=UTC).timestamp()
    os.utime(vault / LATE, (moment, moment))
    return materialize(Session(vault, folder / "w.duckdb"), (DAY,), now=datetime(2026, 8, 1, 3, tzinfo=UTC))


def told(session: Session, capsys: Capture, *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    assert run(["diff", *arguments, "--warehouse", str(session.warehouse.path)]) == status
    said = capsys.readouterr()
    return said.out if status == 0 else said.err


def test_what_a_late_note_changed(twice: Session, capsys: Capture) -> None:
    lines = told(twice, capsys, "2026-07-31", "inference").splitlines()
    assert lines[0].startswith("--- 2026-07-31 inference ")
    assert lines[1].startswith("+++ 2026-07-31 inference ")
    assert f"+ source 2026-07-31 {LATE}" in lines
    assert "+ increment SGLang v0.7" in lines
    assert f"+ verdict {LATE}" in lines
    assert not [line for line in lines if line.startswith("- ")]


def test_backwards_it_went(twice: Session, capsys: Capture) -> None:
    """Versions are named by the start of either hash."""
    before, after = twice.warehouse.versions(DAY, "inference", "zh", "")
    names = (after.markdown_sha256[:10], before.input_sha256[:10])
    out = told(twice, capsys, "2026-07-31", "inference", *names, "--json")
    changes = [(c["sign"], c["kind"], c["title"]) for c in json.loads(out)["changes"]]
    assert ("-", "increment", "SGLang v0.7") in changes
    assert ("-", "source", f"2026-07-31 {LATE}") in changes
    assert told(twice, capsys, "2026-07-31", "inference", "--text").count("@@") > 1


def test_versions_that_there_are_not(twice: Session, capsys: Capture) -> None:
    assert '"zzz" names 0 versions' in told(twice, capsys, "2026-07-31", "inference", "zzz", "zzz", status=2)
    assert "name two versions" in told(twice, capsys, "2026-07-31", "inference", "zzz", status=2)


def test_one_version_is_nothing_to_compare(sample: Session, capsys: Capture) -> None:
    assert "one version only" in told(sample, capsys, "2026-07-31", "rag")


def test_without_a_judgement_pins_and_text_are_told(twice: Session) -> None:
    """Older code may have made a version: its judgement cannot be computed again."""
    before, after = twice.warehouse.versions(DAY, "inference", "zh", "")
    found = difference(twice.warehouse.facts, replace(before, code_version="0" * 64), after)
    assert not found.complete
    assert [(c.kind, c.key) for c in found.changes][:2] == [("pin", "code"), ("pin", "head")]
    assert found.text
