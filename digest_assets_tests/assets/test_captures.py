"""A plain vault's living document that is rewritten after the close: the day keeps the state that was seen."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from digest_assets.assets.session import Session
from digest_assets.reading import reader
from digest_assets_tests.conftest import NOW, build_vault, materialize

DAY = date(2026, 7, 31)
EVENING = datetime(2026, 7, 31, 15, 30, tzinfo=UTC)  # an hour and a half after the close


def rewrite(vault: Path, text: str, at: datetime) -> None:
    document = vault / "organized" / "knowledge" / "rag.md"
    document.write_text(text, "utf-8")
    os.utime(document, (at.timestamp(), at.timestamp()))


def sections(session: Session) -> list[tuple[str, str]]:
    with session.warehouse.read() as connection:
        rows = connection.execute("SELECT as_of, title FROM baseline_sections WHERE topic = 'rag' AND day = ?", [DAY])
        return rows.fetchall()


def test_the_state_at_the_close_counts_after_a_rewrite(tmp_path: Path) -> None:
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200", "--plain")
    before = sections(materialize(Session(vault, tmp_path / "w.duckdb"), (DAY,)))
    assert {as_of for as_of, _ in before} == {"mtime"}
    rewrite(vault, "# RAG\n\n## 1. All is new\n\nNothing of old is left.\n", EVENING)
    after = sections(materialize(Session(vault, tmp_path / "w.duckdb"), (DAY,)))
    assert [title for _, title in after] == [title for _, title in before]
    assert {as_of for as_of, _ in after} == {"snapshot"}


def test_without_one_the_file_as_it_stands_counts_and_says_so(tmp_path: Path) -> None:
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200", "--plain")
    rewrite(vault, "# RAG\n\n## 1. All is new\n\nNothing of old is left.\n", EVENING)
    found = sections(materialize(Session(vault, tmp_path / "w.duckdb"), (DAY,)))
    assert found == [("working-tree", "RAG"), ("working-tree", "All is new")]


def test_a_new_reader_asks_for_stored_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a note that was removed since, and of one that is still there: neither is opened again."""
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200", "--plain")
    session = materialize(Session(vault, tmp_path / "w.duckdb"), (DAY,))
    session.close()
    monkeypatch.setattr(reader, "READER_VERSION", "next")
    again = Session(vault, tmp_path / "w.duckdb")

    def refuse(content_sha256: str) -> bytes:
        raise AssertionError(f"{content_sha256} was read from the vault")

    monkeypatch.setattr(again.vault, "bytes_of", refuse)
    again.read_sources([DAY], NOW)
    assert again.write_claims([DAY])[DAY] > 0
