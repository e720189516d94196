"""The SQL views: names, columns and types as they were promised, and rows that agree with each other."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from digest_assets.assets.session import Session
from digest_assets.warehouse import tables
from digest_assets_tests.conftest import DAYS

PROMISED = Path(__file__).with_name("views.txt")  # view: column TYPE, column TYPE, …


def described(connection: duckdb.DuckDBPyConnection) -> str:
    rows = connection.execute(
        "SELECT c.table_name, column_name, data_type FROM duckdb_columns() c JOIN duckdb_views() v"
        " ON v.view_name = c.table_name AND NOT v.internal ORDER BY c.table_name, column_index"
    ).fetchall()
    views: dict[str, list[str]] = {}
    for view, column, kind in rows:
        views.setdefault(view, []).append(f"{column} {kind}")
    return "".join(f"{view}: {', '.join(columns)}\n" for view, columns in views.items())


def test_views_are_as_promised(sample: Session) -> None:
    """A change here is a change of the contract: it needs a migration and a note in the changelog."""
    with sample.warehouse.read() as connection:
        assert described(connection) == PROMISED.read_text("utf-8")


def test_every_column_can_be_read_from_an_empty_warehouse() -> None:
    with duckdb.connect() as connection:
        connection.execute(tables.text("schema.sql"))
        connection.execute(tables.text("views.sql"))
        for view in re.findall(r"^(\w+):", PROMISED.read_text("utf-8"), re.MULTILINE):
            assert connection.execute(f"SELECT * FROM {view}").fetchall() == [], view


@pytest.mark.parametrize(
    "odd",
    [
        # evidence without its claim
        "FROM increment_evidence e"
        " ANTI JOIN claims c ON c.claim_id = e.claim_id AND c.day = e.claim_day AND c.path = e.path",
        # evidence, actions, candidates or papers of an increment that is not there
        "FROM increment_evidence ANTI JOIN increments USING (day, topic, increment_id)",
        "FROM (FROM actions WHERE increment_id IS NOT NULL) ANTI JOIN increments USING (day, topic, increment_id)",
        "FROM (FROM actions WHERE warning_id IS NOT NULL) ANTI JOIN warnings USING (day, topic, warning_id)",
        "FROM (FROM briefing_arxiv WHERE role = 'increment') ANTI JOIN increments USING (day, topic, increment_id)",
        # a source of the window without exactly one verdict
        "FROM (SELECT day, topic, path, count(v.verdict) AS n"
        " FROM (FROM sources, (SELECT DISTINCT topic FROM briefings))"
        " LEFT JOIN source_verdicts v USING (day, topic, path) WHERE kind <> 'baseline'"
        " AND day IN (SELECT day FROM briefings) GROUP BY ALL) WHERE n <> 1",
        # counts that do not equal their lists
        "FROM (SELECT b.day, b.topic FROM briefings b WHERE b.increments <> (SELECT count(*) FROM increments i"
        " WHERE i.day = b.day AND i.topic = b.topic))",
        "FROM (SELECT b.day, b.topic FROM briefings b WHERE b.warnings <> (SELECT count(*) FROM warnings w"
        " WHERE w.day = b.day AND w.topic = b.topic))",
        # lineage that names bytes which no source or document had
        "FROM briefing_lineage ANTI JOIN entries USING (content_sha256)",
        # values of statements that no source makes
        "FROM claim_values ANTI JOIN claims USING (day, claim_id)",
        # ids that are no ids, places outside of texts
        r"FROM arxiv_mentions WHERE NOT regexp_full_match(arxiv_id, '\d{4}\.\d{4,5}|[a-z-]+/\d{7}')",
        "FROM claim_values v JOIN claims c USING (day, claim_id) WHERE end_offset > length(text) OR start_offset < 0",
        "FROM claims WHERE line_end < line_start OR line_start < 1 OR text = ''",
    ],
)
def test_rows_agree(sample: Session, odd: str) -> None:
    with sample.warehouse.read() as connection:
        assert connection.execute(f"SELECT * {odd} LIMIT 3").fetchall() == []


def test_surfaces_stand_where_they_are_said_to(sample: Session) -> None:
    with sample.warehouse.read() as connection:
        rows = connection.execute(
            "SELECT text, start_offset, end_offset, surface FROM claim_values v JOIN claims USING (day, claim_id)"
        ).fetchall()
    assert len(rows) > 500
    for text, start, end, surface in rows:
        assert text[start:end] == surface


def test_one_briefing_a_day_topic_and_language(sample: Session) -> None:
    with sample.warehouse.read() as connection:
        rows = connection.execute("SELECT day, topic, language FROM briefings ORDER BY ALL").fetchall()
    assert rows == [(d, t, lang) for d in DAYS for t in sorted(sample.settings.topics) for lang in ("en", "zh")]
