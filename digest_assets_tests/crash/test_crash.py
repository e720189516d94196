"""A handful of kills; ``make crash`` does a hundred."""

from __future__ import annotations

from pathlib import Path

from digest_assets_tests.crash.harness import crash


def test_kills_lose_nothing_and_leave_nothing_half(tmp_path: Path) -> None:
    assert crash(tmp_path, kills=2, seed=7) >= 2
