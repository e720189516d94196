"""What was found as it is recorded need not be looked at again, until anything changes."""

from __future__ import annotations

import os
import subprocess
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from digest_assets.assets.session import Session
from digest_assets.model import Manifest
from digest_assets.vault import Vault
from digest_assets_tests.conftest import DAYS, NOW, build_vault, materialize


def looked(session: Session, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, bool]:
    """Whether the days are unchanged for a new session, and whether it had to look at the vault's manifests."""
    asked = []
    manifests = Vault.manifests

    def told(vault: Vault, first: date, last: date, now: datetime) -> list[Manifest]:
        asked.append(first)
        return manifests(vault, first, last, now)

    with monkeypatch.context() as patched:
        patched.setattr(Vault, "manifests", told)
        fresh = Session(session.root, session.warehouse.path)
        found = fresh.unchanged(DAYS, list(fresh.settings.topics), NOW, fresh.look())
        fresh.close()
    return found, bool(asked)


def test_the_second_look_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = build_vault(tmp_path / "vault")
    session = materialize(Session(vault, tmp_path / "w.duckdb"))
    assert looked(session, monkeypatch) == (True, True)
    assert looked(session, monkeypatch) == (True, False)
    note = next((vault / "inbox").rglob("*.md"))
    status = note.stat()
    os.utime(note, ns=(status.st_atime_ns, status.st_mtime_ns + 1))  # touched, and nothing else
    assert looked(session, monkeypatch) == (True, True)
    assert looked(session, monkeypatch) == (True, False)
    for text in ("one more\n", "two more\n"):  # in the window, and after the day closed: each state is another
        note.write_text(note.read_text("utf-8") + f"\n- {text}", "utf-8")
        assert looked(session, monkeypatch)[1]
    settings = (vault / "digest.toml").read_text("utf-8")
    (vault / "digest.toml").write_text(settings.replace("[clock]", "[clock]\n# said\n"), "utf-8")
    looked(session, monkeypatch)
    git = ["git", "-C", str(vault), "-c", "user.name=a", "-c", "user.email=a@example.invalid"]
    subprocess.run([*git, "commit", "-qam", "more"], check=True)
    assert looked(session, monkeypatch)[1]


def test_other_settings_and_open_days_are_looked_at(sample_vault: Path, tmp_path: Path) -> None:
    session = materialize(Session(sample_vault, tmp_path / "w.duckdb"))
    seen = session.look()
    seen.note(DAYS, NOW - timedelta(days=1))
    assert seen.same(DAYS[:1])
    assert not seen.same(DAYS)  # the last had not closed
    seen.note(DAYS, NOW)
    assert session.look().same(DAYS)
    clock = session.settings.clock.model_copy(update={"closes_at": session.settings.clock.closes_at.replace(minute=1)})
    session.settings = session.settings.model_copy(update={"clock": clock})
    assert not session.look().same(DAYS)


def test_without_git_nothing_is_noted(tmp_path: Path) -> None:
    vault = build_vault(tmp_path / "vault", "2026-07-31T2200", "--plain")
    session = Session(vault, tmp_path / "w.duckdb")
    session.look().note(DAYS, NOW)
    assert not session.look().same(DAYS)
