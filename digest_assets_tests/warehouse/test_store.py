"""Transactions, turns, publishing, crashes: on real files, with real processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import pytest

from digest_assets.warehouse import StorageError, StoredBriefing, Warehouse, WarehouseError, rows, schema
from digest_assets.warehouse.connection import connect
from digest_assets.warehouse.publish import publish

DAY = date(2026, 7, 31)


def briefing(topic: str, text: str, pin: str = "pin") -> StoredBriefing:
    return StoredBriefing(
        DAY, topic, "en", "low", 1, 0, text, "sha", pin, "code", "run", datetime(2026, 7, 31, 15, tzinfo=UTC), "s", "h"
    )


def write(warehouse: Warehouse, topic: str, text: str, pin: str = "pin") -> None:
    with warehouse.write() as writer:
        writer.add("version_rows", [rows.version(briefing(topic, text, pin))])
        writer.replace("current_rows", [(DAY, topic)], [(DAY, topic, "en", pin)])


def test_nothing_is_made_before_the_first_write(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "deep" / "warehouse.duckdb")
    with pytest.raises(WarehouseError, match="digest run"), warehouse.read():
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_partition_is_replaced_whole_and_others_stay(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    write(warehouse, "b", "two")
    write(warehouse, "a", "three", "pin-2")
    warehouse.publish()
    assert {b.topic: b.markdown for b in warehouse.all_briefings(None)} == {"a": "three", "b": "two"}
    assert [b.markdown for b in warehouse.versions(DAY, "a", None, "")] == ["one", "three"]


def test_an_error_leaves_everything_as_it_was(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    with pytest.raises(ZeroDivisionError), warehouse.write() as writer:
        writer.replace("current_rows", [(DAY, "a")], [])
        raise ZeroDivisionError
    warehouse.publish()
    assert [b.markdown for b in warehouse.all_briefings(None)] == ["one"]


def test_the_published_file_is_for_everybody(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    warehouse.publish()
    assert warehouse.path.stat().st_mode & 0o777 == 0o444
    with duckdb.connect(str(warehouse.path), read_only=True) as plain:
        assert plain.execute("SELECT topic, materialized_at FROM briefings").fetchall()[0][0] == "a"


def test_a_reader_keeps_its_copy_and_the_next_one_sees_the_new(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    warehouse.publish()
    with warehouse.read() as old:
        write(warehouse, "b", "two")
        warehouse.publish()
        assert old.execute("SELECT count(*) FROM briefings").fetchone() == (1,)
        with warehouse.read() as new:
            assert new.execute("SELECT count(*) FROM briefings").fetchone() == (2,)


def test_a_client_that_wrote_and_died_harms_no_later_copy(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    warehouse.publish()
    script = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute('CREATE TABLE mine AS SELECT 1 AS x');"
        "c.execute('DROP VIEW briefings'); os.kill(os.getpid(), 9)"
    )
    os.chmod(warehouse.path, 0o644)
    subprocess.run([sys.executable, "-c", script, str(warehouse.path)], check=False)
    write(warehouse, "b", "two")
    warehouse.publish()
    assert not Path(f"{warehouse.path}.wal").exists()
    with duckdb.connect(str(warehouse.path), read_only=True) as plain:
        assert plain.execute("SELECT count(*) FROM briefings").fetchone() == (2,)
        assert plain.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'mine'").fetchone() == (0,)


def test_files_of_another_version_are_refused(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    with connect(warehouse.writer_file) as connection:
        connection.execute("UPDATE meta SET schema_version = 99")
    with pytest.raises(WarehouseError, match=r"version 99.*knows"), warehouse.write():
        pass


def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    """Its rows stay, its views are those of this program; until then it can be read as it is."""
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    with connect(warehouse.writer_file) as connection:
        connection.execute("UPDATE meta SET schema_version = 1")
        connection.execute("DROP VIEW actions")
        connection.execute("CREATE VIEW long_gone AS SELECT 1 AS x")
        connection.execute("CHECKPOINT")
    publish(warehouse.writer_file, warehouse.path)
    assert [b.markdown for b in warehouse.all_briefings(None)] == ["one"]
    write(warehouse, "b", "two")
    warehouse.publish()
    assert {b.topic for b in warehouse.all_briefings(None)} == {"a", "b"}
    with warehouse.read() as connection:
        assert connection.execute("SELECT schema_version FROM meta").fetchone() == (schema.VERSION,)
        views = {
            row[0] for row in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
        }
    assert "actions" in views
    assert "long_gone" not in views


def test_every_version_has_its_migration() -> None:
    assert sorted(schema.MIGRATIONS) == list(range(2, schema.VERSION + 1))


@pytest.mark.parametrize("content", [b"", b"not a database", b"\0" * 5000])
def test_a_published_file_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(content)
    with pytest.raises(WarehouseError, match=r"w\.duckdb"), Warehouse(path).read():
        pass


@pytest.mark.parametrize("content", [b"", b"somebody's notes"])
def test_a_file_that_is_somebody_elses_is_never_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "w.duckdb"
    path.write_bytes(content)
    with pytest.raises(WarehouseError, match="another --warehouse"):
        write(Warehouse(path), "a", "one")
    assert path.read_bytes() == content


def test_another_duckdb_file_is_no_warehouse(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS x")
    with pytest.raises(WarehouseError, match="no warehouse"), Warehouse(path).read():
        pass


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WarehouseError, match="another --warehouse"), Warehouse(tmp_path / "file" / "w.duckdb").write():
        pass


def test_a_full_disk_leaves_the_copy_before(tmp_path: Path) -> None:
    """A limit on file size stands for the disk: writes beyond it fail in the same place."""
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "a", "one")
    warehouse.publish()
    before = warehouse.path.read_bytes()
    script = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from digest_assets.warehouse import StorageError, Warehouse\n"
        "from digest_assets_tests.warehouse.test_store import write\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "w = Warehouse(Path(sys.argv[1])); size = w.writer_file.stat().st_size\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (size + 200_000, size + 200_000))\n"
        "try:\n"
        "    for n in range(40): write(w, f't{n}', ''.join(chr(33 + (n * i * i) % 90) for i in range(100_000)))\n"
        "    w.publish()\n"
        "except StorageError as error: print('told:', error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(warehouse.path)], capture_output=True, text=True, check=False
    )
    assert "told:" in done.stdout, done.stderr
    assert warehouse.path.read_bytes() == before
    write(warehouse, "b", "two")
    warehouse.publish()
    assert "b" in {b.topic for b in warehouse.all_briefings(None)}


def test_the_file_does_not_grow_with_rewrites(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    lineage = [(DAY, "a", "en", n, None, f"c{n}", f"path-{n}.md", n, n, f"{n:064d}") for n in range(600)]
    sizes = []
    for _ in range(120):
        with warehouse.write() as writer:
            writer.replace("lineage_rows", [(DAY, "a")], lineage)
        sizes.append(warehouse.writer_file.stat().st_size)
    assert max(sizes[40:]) <= 3 * sizes[5]


_WRITER = """
import sys
from pathlib import Path
from digest_assets.warehouse import Warehouse
from digest_assets_tests.warehouse.test_store import write
w = Warehouse(Path(sys.argv[1]))
print("ready", flush=True)
for n in range(int(sys.argv[3])):
    write(w, f"{sys.argv[2]}-{n}", "x" * 5000)
    if n % 3 == 2:
        w.publish()
    print(n, flush=True)
"""


def start(warehouse: Warehouse, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _WRITER, str(warehouse.path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_several_processes_take_turns_while_others_read(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "first", "one")
    warehouse.publish()
    processes = [start(warehouse, name, 6) for name in ("a", "b", "c")]
    reads = 0
    while any(p.poll() is None for p in processes):
        with duckdb.connect(str(warehouse.path), read_only=True) as connection:
            row = connection.execute("SELECT count(*), count(DISTINCT topic) FROM briefings").fetchone()
            assert row is not None
            assert row[0] == row[1] >= 1
        reads += 1
    assert [p.wait() for p in processes] == [0, 0, 0]
    assert reads > 10
    warehouse.publish()
    assert len(warehouse.all_briefings(None)) == 19


def test_a_killed_writer_blocks_nobody_and_loses_nothing_committed(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "w.duckdb")
    write(warehouse, "first", "one")
    warehouse.publish()
    rng = random.Random(5)
    for round_ in range(5):
        process = start(warehouse, f"r{round_}", 400)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.uniform(0.05, 0.5))
        process.send_signal(signal.SIGKILL)
        told = [int(line) for line in process.stdout.read().split()]
        process.wait()
        write(warehouse, f"after-{round_}", "two")
        warehouse.publish()
        topics = {b.topic for b in warehouse.all_briefings(None)}
        assert {f"r{round_}-{n}" for n in told} <= topics
        assert f"after-{round_}" in topics


def test_publishing_refuses_a_file_that_was_not_merged(tmp_path: Path) -> None:
    writer = tmp_path / "writer"
    writer.write_bytes(b"x")
    Path(f"{writer}.wal").write_bytes(b"y")
    with pytest.raises(StorageError, match="write-ahead"):
        publish(writer, tmp_path / "public")
