"""What several rooms' tests share: the sample vault as it stood at a close, and a warehouse made of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from digest_assets.assets.session import Session

REPOSITORY = Path(__file__).parents[1]
DAYS = (date(2026, 7, 30), date(2026, 7, 31))
NOW = datetime(2026, 7, 31, 14, 5, tzinfo=UTC)  # five minutes after the close of the last day

Make = Callable[..., Session]


def build_vault(out: Path, until: str = "2026-07-31T2200", *options: str) -> Path:
    """The sample vault as it stood at a moment."""
    builder = REPOSITORY / "data" / "sample" / "build_vault.py"
    subprocess.run([sys.executable, builder, "--until", until, *options, out], check=True, stdout=subprocess.DEVNULL)
    return out


def materialize(session: Session, days: tuple[date, ...] = DAYS, now: datetime = NOW) -> Session:
    """All six steps for days × topics, and publishing, as the assets call them."""
    pairs = [(day, topic) for day in days for topic in session.settings.topics]
    session.read_sources(list(days), now)
    session.write_claims(list(days))
    session.write_registry(list(days))
    session.write_sections(pairs)
    session.write_judgements(pairs)
    session.write_briefings(pairs, "run-1", now)
    session.warehouse.publish()
    return session


@pytest.fixture(scope="session")
def sample_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample vault, a git repository, at the close of its last day. Tests do not write into it."""
    return build_vault(tmp_path_factory.mktemp("sample") / "vault")


@pytest.fixture(scope="session")
def sample(sample_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Both days of the sample vault, all topics, published. Tests only read it."""
    return materialize(Session(sample_vault, tmp_path_factory.mktemp("warehouse") / "warehouse.duckdb"))
