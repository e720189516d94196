"""``digest vacuum``: drops what nothing stands on, and nothing else; every kept version can still be rebuilt."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from digest_assets.assets.session import Session
from digest_assets.cli import run
from digest_assets.warehouse import Warehouse, WarehouseError
from digest_assets.warehouse.recompute import Recomputer
from digest_assets.warehouse.vacuum import vacuum
from digest_assets_tests.conftest import build_vault, materialize

DAY = date(2026, 7, 31)
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """31 July before and after a note was corrected; the vault is gone."""
    folder = tmp_path_factory.mktemp("vacuum")
    vault = build_vault(folder / "vault", "2026-07-31T2200", "--plain")
    session = Session(vault, folder / "w.duckdb")
    materialize(session, (DAY,))
    note = vault / "inbox" / "tom" / "2026-07-31-rag-e1prep.md"
    moment = note.stat().st_mtime
    note.write_text("# rag\n\n- Colibri 的命中率为 71%。\n", "utf-8")
    os.utime(note, (moment, moment))
    session.close()
    session = materialize(Session(vault, folder / "w.duckdb"), (DAY,))
    session.close()
    shutil.rmtree(vault)
    return folder


@pytest.fixture
def warehouse(twice: Path, tmp_path: Path) -> Warehouse:
    shutil.copytree(twice, tmp_path / "copy")
    return Warehouse(tmp_path / "copy" / "w.duckdb")


def rebuilt(warehouse: Warehouse) -> set[tuple[str, bool]]:
    """Every version's hash, and whether it could be rebuilt from facts."""
    worker = Recomputer(warehouse.facts)
    found = set()
    for topic in ("inference", "llm-infra", "rag"):
        for one in warehouse.versions(DAY, topic, None, ""):
            found.add((one.markdown_sha256, worker.rebuild(one).same))
    warehouse.facts.close()
    return found


def test_every_version_is_kept_and_can_be_rebuilt(warehouse: Warehouse) -> None:
    before = rebuilt(warehouse)
    assert len(before) == 12
    warehouse.facts.put([("bytes", "0" * 64, b"x" * 5000), ("judgement", "1" * 64, b"y"), ("odd", "z", b"z")])
    warehouse.facts.close()
    freed = vacuum(warehouse, dry=False)
    assert {kind: count for kind, (count, _) in freed.facts.items()} == {"bytes": 1, "judgement": 1, "odd": 1}
    assert rebuilt(warehouse) == before
    assert all(same for _, same in before)
    assert vacuum(warehouse, dry=False).facts == {}


def test_rows_of_a_text_that_is_no_more_go(warehouse: Warehouse) -> None:
    """The corrected note's old statements are in no view any more."""
    freed = vacuum(warehouse, dry=False)
    assert freed.rows["reading_claims"] > 0
    with warehouse.read() as connection:
        assert connection.execute("SELECT count(*) FROM claims WHERE text LIKE '%71\\%%' ESCAPE '\\'").fetchone() != (
            0,
        )
        assert connection.execute("FROM reading_claims ANTI JOIN entries USING (reading_id)").fetchall() == []


def test_a_dry_run_changes_nothing(warehouse: Warehouse, capsys: Capture) -> None:
    files = [warehouse.path, warehouse.writer_file]
    before = [file.read_bytes() for file in files]
    facts = warehouse.facts.sizes()
    warehouse.facts.close()
    call = ["vacuum", "--current-only", "--warehouse", str(warehouse.path)]
    assert run(call) == 0
    told = capsys.readouterr().out
    assert "would drop 6 earlier versions of briefings" in told
    assert '"digest vacuum --yes --current-only" does it' in told
    assert [file.read_bytes() for file in files] == before
    assert warehouse.facts.sizes() == facts


def test_earlier_versions_go_where_that_is_asked(warehouse: Warehouse, capsys: Capture) -> None:
    size = sum(sum(found.values()) for found in warehouse.facts.sizes().values())
    warehouse.facts.close()
    assert run(["vacuum", "--current-only", "--yes", "--warehouse", str(warehouse.path)]) == 0
    assert "dropped 6 earlier versions of briefings" in capsys.readouterr().out
    assert len(rebuilt(warehouse)) == 6
    assert all(same for _, same in rebuilt(warehouse))
    assert sum(sum(found.values()) for found in warehouse.facts.sizes().values()) < size


def test_a_run_at_work_is_waited_for_by_hand(warehouse: Warehouse) -> None:
    """What a run has put into the facts, and not yet recorded, must not be dropped under its hands."""
    script = (
        "import sys; from pathlib import Path; from digest_assets.warehouse import Warehouse\n"
        "w = Warehouse(Path(sys.argv[1])); w.facts.get('bytes', 'x'); print('in', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(warehouse.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(WarehouseError, match="a run is at work"):
            vacuum(warehouse)
        other.kill()
    vacuum(warehouse)


def test_nothing_to_vacuum(tmp_path: Path) -> None:
    with pytest.raises(WarehouseError, match="digest run"):
        vacuum(Warehouse(tmp_path / "w.duckdb"))
    assert list(tmp_path.iterdir()) == []
