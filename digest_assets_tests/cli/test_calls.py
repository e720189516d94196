"""Calls that cannot work: one clear line on standard error, the right exit status, nothing half written."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from digest_assets.cli import run
from digest_assets_tests.conftest import build_vault

Capture = pytest.CaptureFixture[str]


def refused(arguments: list[str], capsys: Capture, status: int = 2) -> str:
    """The one line that a call was refused with."""
    assert run(arguments) == status
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("digest: ")
    assert "Traceback" not in line
    return line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing"], "No such command 'nothing'"),
        (["run", "--dya", "x"], "No such option: --dya"),
        (["run", "--day", "31.7.2026"], "is no day; write it like 2026-07-31"),
        (["show", "2026-07-31"], "Missing argument"),
        (["show", "2026-07-31", "x", "--format", "pdf"], "pdf"),
        (["backfill", "--from", "2026-07-31"], "--to"),
        (["backfill", "--from", "2026-07-31", "--to", "2026-07-30"], "is before --from"),
        (["sql"], "Missing argument"),
        (["extract", "colour", "red"], 'there is no kind "colour"'),
        (["ui", "--port", "99999"], "65535"),
    ],
)
def test_a_wrong_call(arguments: list[str], says: str, sample_vault: Path, tmp_path: Path, capsys: Capture) -> None:
    if arguments[0] in ("run", "backfill", "show", "sql"):
        arguments += ["--vault", str(sample_vault), "--warehouse", str(tmp_path / "w.duckdb")]
    assert says in refused(arguments, capsys)
    assert list(tmp_path.iterdir()) == []


def test_no_command_shows_what_there_is(capsys: Capture) -> None:
    assert run([]) == 0
    told = capsys.readouterr().out
    commands = "run backfill show sql recompute explain lint diff vacuum extract judge ui"
    for command in commands.split():
        assert f" {command} " in told


def test_no_vault(tmp_path: Path, capsys: Capture) -> None:
    line = refused(["run", "--vault", str(tmp_path / "gone"), "--warehouse", str(tmp_path / "w.duckdb")], capsys)
    assert "there is no vault here; name one with --vault or DIGEST_VAULT" in line


def test_no_topics(tmp_path: Path, capsys: Capture) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    line = refused(["run", "--vault", str(vault), "--warehouse", str(tmp_path / "w.duckdb")], capsys)
    assert "names no topics" in line


def test_wrong_settings(tmp_path: Path, capsys: Capture) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "digest.toml").write_text('[clock]\ntimezne = "UTC"\n')
    line = refused(["run", "--vault", str(vault), "--warehouse", str(tmp_path / "w.duckdb")], capsys)
    assert 'did you mean "timezone"?' in line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--day", "2020-01-01"], "is before the vault's first day, 2026-07-29"),
        (["--day", "2999-01-01"], "that window has not opened yet"),
        (["--day", "2026-07-31", "--topic", "opera"], 'there is no topic "opera"; digest.toml has: inference, '),
    ],
)
def test_days_and_topics_that_there_are_not(
    arguments: list[str], says: str, sample_vault: Path, tmp_path: Path, capsys: Capture
) -> None:
    call = ["run", *arguments, "--vault", str(sample_vault), "--warehouse", str(tmp_path / "w.duckdb")]
    assert says in refused(call, capsys)
    assert not (tmp_path / "w.duckdb").exists()


def test_a_baseline_that_does_not_exist(tmp_path: Path, capsys: Capture) -> None:
    vault = build_vault(tmp_path / "vault")
    toml = vault / "digest.toml"
    toml.write_text(toml.read_text("utf-8").replace("knowledge/rag.md", "knowledge/gone.md"), "utf-8")
    call = ["run", "--day", "2026-07-31", "--vault", str(vault), "--warehouse", str(tmp_path / "w.duckdb")]
    assert "gone.md: the living document of topic rag does not exist" in refused(call, capsys)
    assert not (tmp_path / "w.duckdb").exists()


def test_a_warehouse_of_another_version(sample_vault: Path, tmp_path: Path, capsys: Capture) -> None:
    """Refused with the versions, and left as it is."""
    file = tmp_path / "w.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE TABLE meta (schema_version INTEGER, zone VARCHAR)")
        connection.execute("INSERT INTO meta VALUES (99, 'UTC')")
    shutil.copy(file, tmp_path / ".w.duckdb.writer")
    before = file.read_bytes()
    here = ["--vault", str(sample_vault), "--warehouse", str(file)]
    for call in (["run", "--day", "2026-07-31"], ["show", "2026-07-31", "rag"], ["sql", "SELECT 1"]):
        assert "schema version 99" in refused([*call, *here], capsys)
    assert file.read_bytes() == before


def test_a_file_that_is_no_warehouse(sample_vault: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "w.duckdb"
    file.write_text("not a database")
    here = ["--vault", str(sample_vault), "--warehouse", str(file)]
    assert "is it a warehouse?" in refused(["sql", "SELECT 1", *here], capsys)


@pytest.mark.parametrize("content", [b"my notes", b""])
def test_a_file_of_somebody_else_is_left_alone(
    content: bytes, sample_vault: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "w.duckdb"
    file.write_bytes(content)
    call = ["run", "--day", "2026-07-31", "--vault", str(sample_vault), "--warehouse", str(file)]
    assert "no run wrote it here" in refused(call, capsys)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == content


def test_nothing_published_yet(sample_vault: Path, tmp_path: Path, capsys: Capture) -> None:
    here = ["--vault", str(sample_vault), "--warehouse", str(tmp_path / "w.duckdb")]
    assert 'there is no warehouse yet; "digest run" makes it' in refused(["show", "2026-07-31", "rag", *here], capsys)


def test_a_folder_that_cannot_be_made(sample_vault: Path, tmp_path: Path, capsys: Capture) -> None:
    """A file stands where the warehouse's folder should be made: the like of a read-only folder, for root too."""
    (tmp_path / "taken").write_text("")
    warehouse = tmp_path / "taken" / "w.duckdb"
    call = ["run", "--day", "2026-07-31", "--vault", str(sample_vault), "--warehouse", str(warehouse)]
    line = refused(call, capsys)
    assert "cannot be written" in line
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]
