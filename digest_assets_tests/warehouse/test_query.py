"""``digest sql`` answers questions on the published copy and reaches nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from digest_assets.assets.session import Session
from digest_assets.warehouse import query

SECRET = "reachable only from outside"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret.csv"
    file.write_text(SECRET)
    return file


@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT content FROM read_text('{file}')",
        "SELECT * FROM glob('/*')",
        "COPY (SELECT 1) TO '{file}'",
        "ATTACH '{file}.db'",
        "ATTACH '{file}.db' AS other; SELECT 1",
        "INSTALL httpfs",
        "LOAD '{file}'",
        "EXPORT DATABASE '{file}'",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "PRAGMA enable_external_access = true",
        "CREATE TABLE t AS SELECT 1",
        "CREATE TEMP TABLE t AS SELECT 1",
        "INSERT INTO meta VALUES (1, 'x')",
        "DELETE FROM version_rows",
        "DROP VIEW briefings",
        "UPDATE meta SET schema_version = 2",
        "SELECT getenv('HOME')",
        "CALL pragma_version()",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{file}'",
        "SELECT 1; SELECT 2",
        "",
        "   ;  ",
        "SELEC 1",
        "SELECT * FROM nothing_of_that_name",
    ],
)
def test_hostile_questions_are_refused_in_one_line(sample: Session, secret: Path, question: str) -> None:
    with pytest.raises(query.QueryError) as told:
        query.ask(sample.warehouse, question.format(file=secret))
    assert "\n" not in str(told.value)
    assert secret.read_text() == SECRET


def test_answers_in_three_forms(sample: Session) -> None:
    names, rows = query.ask(
        sample.warehouse, "SELECT DATE '2026-07-31' AS day, [1, 2] AS list, NULL AS nothing, 'a,\"b' AS t"
    )
    assert query.show(names, rows, "csv") == 'day,list,nothing,t\n2026-07-31,"[1, 2]",,"a,""b"\n'
    assert json.loads(query.show(names, rows, "json")) == [
        {"day": "2026-07-31", "list": [1, 2], "nothing": None, "t": 'a,"b'}
    ]
    table = query.show(names, rows, "table")
    assert "2026-07-31" in table
    assert "NULL" in table


def test_questions_of_all_kinds(sample: Session) -> None:
    for question in (
        "FROM briefings",
        "WITH b AS (FROM briefings) SELECT count(*) FROM b",
        "DESCRIBE sources",
        "SHOW TABLES",
    ):
        names, rows = query.ask(sample.warehouse, question)
        assert names
        assert rows


def test_times_are_told_in_utc(sample: Session) -> None:
    _, rows = query.ask(sample.warehouse, "SELECT max(observed_at)::VARCHAR FROM sources WHERE kind = 'note'")
    assert rows[0][0].endswith("+00")
