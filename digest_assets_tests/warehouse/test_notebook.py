"""What the vault remembers between processes: kept, told apart by version, and never needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from digest_assets.warehouse.notebook import Notebook


def test_notes_outlive_the_process_and_are_put_right(tmp_path: Path) -> None:
    file = tmp_path / "odd %20 name?.notes"
    first = Notebook(file, "1")
    assert first.get("file:a") is None
    first.put("file:a", "one")
    first.put("stated:b", "2026-07-31")
    first.flush()
    second = Notebook(file, "1")
    assert second.get("file:a") == "one"
    assert second.get("stated:b") == "2026-07-31"
    second.put("file:a", "two")
    second.flush()
    assert Notebook(file, "1").get("file:a") == "two"


def test_what_a_text_states_is_noted_for_one_version_only(tmp_path: Path) -> None:
    first = Notebook(tmp_path / "notes", "1")
    first.put("file:a", "hash")
    first.put("stated:b", "2026-07-31")
    first.flush()
    second = Notebook(tmp_path / "notes", "2")
    assert second.get("file:a") == "hash"
    assert second.get("stated:b") is None


@pytest.mark.parametrize("content", [b"", b"no database at all"])
def test_a_file_that_is_spoilt_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    book = Notebook(file, "1")
    assert book.get("file:a") is None
    book.put("file:a", "x")
    book.flush()
    assert book.get("file:a") == "x"


def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    book = Notebook(tmp_path / "gone" / "notes", "1")
    book.put("file:a", "x")
    book.flush()
    assert book.get("file:a") == "x"
