"""The commands on the sample vault, as people and programs call them."""

from __future__ import annotations

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from digest_assets.cli import run
from digest_assets_tests.conftest import REPOSITORY, build_vault

Capture = pytest.CaptureFixture[str]
TOPICS = ["inference", "llm-infra", "rag"]


@pytest.fixture(scope="module")
def place(sample_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Options for a warehouse in which 31 July was run."""
    folder = tmp_path_factory.mktemp("commands")
    options = ["--vault", str(sample_vault), "--warehouse", str(folder / "w.duckdb")]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DAGSTER_HOME", raising=False)
        assert run(["run", "--day", "2026-07-31", *options]) == 0
    return options


def folder_of(place: list[str]) -> Path:
    return Path(place[3]).parent


def rows(capsys: Capture, place: list[str], question: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["sql", question, "--format", "json", *place]) == 0
    told: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return told


def runs_so_far(place: list[str]) -> int:
    import dagster as dg

    with dg.DagsterInstance.from_config(str(folder_of(place) / "dagster_home")) as instance:
        return instance.get_runs_count()


def test_run_tells_a_line_per_briefing_and_writes_its_files(place: list[str], capsys: Capture) -> None:
    """Where nothing changed, no run is launched."""
    before = runs_so_far(place)
    assert before == 2
    capsys.readouterr()
    assert run(["run", "--day", "2026-07-31", *place]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    lines = [line.split() for line in told.out.splitlines()]
    assert [(line[0], line[1]) for line in lines] == [("2026-07-31", topic) for topic in TOPICS]
    for line in lines:
        assert line[2] in ("none", "low", "medium", "high")
        assert Path(line[-1]) == folder_of(place) / "briefings" / "2026-07-31" / f"{line[1]}.md"
    assert runs_so_far(place) == before
    for row in rows(capsys, place, "SELECT topic, language, markdown FROM briefings ORDER BY ALL"):
        suffix = "" if row["language"] == "zh" else f".{row['language']}"
        file = folder_of(place) / "briefings" / "2026-07-31" / f"{row['topic']}{suffix}.md"
        assert file.read_bytes() == row["markdown"].encode()


def test_json_has_an_object_per_briefing(place: list[str], capsys: Capture) -> None:
    capsys.readouterr()
    assert run(["run", "--day", "2026-07-31", "--json", *place]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["topic"] for one in told] == TOPICS
    assert {"day", "topic", "density", "increments", "warnings", "file"} <= told[0].keys()


def test_a_missing_file_is_written_again(place: list[str], capsys: Capture) -> None:
    file = folder_of(place) / "briefings" / "2026-07-31" / "rag.md"
    text = file.read_bytes()
    file.unlink()
    assert run(["run", "--day", "2026-07-31", "--topic", "rag", *place]) == 0
    assert file.read_bytes() == text
    capsys.readouterr()


def test_show(place: list[str], capsys: Capture) -> None:
    capsys.readouterr()
    assert run(["show", "2026-07-31", "inference", *place]) == 0
    markdown = capsys.readouterr().out
    assert markdown.encode() == (folder_of(place) / "briefings" / "2026-07-31" / "inference.md").read_bytes()
    assert run(["show", "2026-07-31", "inference", "--language", "en", *place]) == 0
    assert capsys.readouterr().out != markdown
    assert run(["show", "2026-07-31", "inference", "--format", "json", *place]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["markdown"] == markdown
    assert told["day"] == "2026-07-31"
    assert run(["show", "2026-07-31", "inference", "--format", "html", *place]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert "<table>" in page
    assert "<script" not in page


def test_sql_in_three_forms(place: list[str], capsys: Capture) -> None:
    question = "SELECT topic, count(*) AS n FROM briefings GROUP BY topic ORDER BY topic"
    assert rows(capsys, place, question) == [{"topic": topic, "n": 2} for topic in TOPICS]
    assert run(["sql", question, "--format", "csv", *place]) == 0
    assert list(csv.reader(capsys.readouterr().out.splitlines()))[1] == ["inference", "2"]
    assert run(["sql", question, *place]) == 0
    assert "llm-infra" in capsys.readouterr().out


def test_backfill_makes_a_range(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some topics, not next to each other, over all days; what is stored equals single runs."""
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    vault = build_vault(tmp_path / "vault")
    options = ["--vault", str(vault), "--warehouse", str(tmp_path / "w.duckdb")]
    topics = ["--topic", "rag", "--topic", "inference"]
    assert run(["backfill", "--from", "2026-07-29", "--to", "2026-07-31", *topics, *options]) == 0
    told = [tuple(line.split()[:2]) for line in capsys.readouterr().out.splitlines()]
    assert told == [(f"2026-07-{day}", topic) for day in (29, 30, 31) for topic in ("inference", "rag")]
    alone = ["--vault", str(vault), "--warehouse", str(tmp_path / "alone" / "w.duckdb")]
    assert run(["run", "--day", "2026-07-31", "--topic", "rag", *alone]) == 0
    question = "SELECT markdown FROM briefings WHERE day = DATE '2026-07-31' AND topic = 'rag' ORDER BY language"
    assert rows(capsys, options, question) == rows(capsys, alone, question)


def test_a_late_note_changes_its_day_and_keeps_the_version_before(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    vault = build_vault(tmp_path / "vault")
    options = ["--vault", str(vault), "--warehouse", str(tmp_path / "w.duckdb")]
    call = ["run", "--day", "2026-07-31", "--topic", "rag", *options]
    assert run(call) == 0
    (vault / "inbox" / "tom" / "2026-07-31T2010-tom-late.md").write_text("# RAG\n\n- 一条迟到的笔记：命中率 71%。\n")
    assert run(call) == 0
    versions = rows(capsys, options, "SELECT DISTINCT input_sha256 FROM briefing_versions WHERE language = 'zh'")
    assert len(versions) == 2
    assert len(rows(capsys, options, "FROM briefings WHERE language = 'zh'")) == 1
    verdicts = rows(capsys, options, "SELECT path FROM source_verdicts WHERE path LIKE '%tom-late.md'")
    assert len(verdicts) == 1


def digest(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    """The command line as a process of its own."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DIGEST_", "DAGSTER_"))}
    command = [sys.executable, "-c", "import sys; from digest_assets.cli import main; main()", *arguments]
    return subprocess.Popen(
        command, env=environment, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )


def test_a_reader_that_goes_away_is_no_error(place: list[str]) -> None:
    process = digest("sql", "SELECT range AS n, repeat('x', 200) FROM range(20000)", "--format", "csv", *place)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) in (0, 1)


def test_an_interrupt_ends_a_run_with_one_line(sample_vault: Path, tmp_path: Path) -> None:
    """Whatever was committed stays, and the next run needs no help."""
    options = ["--vault", str(sample_vault), "--warehouse", str(tmp_path / "w.duckdb")]
    process = digest("run", "--day", "2026-07-31", *options)
    deadline = time.monotonic() + 60
    while not (tmp_path / ".w.duckdb.writer").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == b""
    assert err.decode().splitlines() == ["digest: stopped; what was committed stays"]
    again = digest("run", "--day", "2026-07-31", "--topic", "rag", *options)
    out, err = again.communicate(timeout=120)
    assert (again.returncode, err) == (0, b"")
    assert b"rag" in out


def test_a_disk_that_is_full(sample_vault: Path, tmp_path: Path) -> None:
    """The file size limit stands for it: one clear line, and nothing is published."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    options = ["--vault", str(sample_vault), "--warehouse", str(tmp_path / "w.duckdb")]
    process = digest("run", "--day", "2026-07-31", *options, preexec_fn=limit)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert out == b""
    (line,) = err.decode().splitlines()
    assert line.startswith("digest: ")
    assert not (tmp_path / "w.duckdb").exists()
    assert not (tmp_path / "briefings").exists()


def test_the_ui_refuses_a_port_that_is_taken(place: list[str], capsys: Capture) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        capsys.readouterr()
        assert run(["ui", "--port", str(taken.getsockname()[1]), *place]) == 2
    assert "cannot be used" in capsys.readouterr().err
