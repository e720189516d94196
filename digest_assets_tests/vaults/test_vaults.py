"""Whole vaults against what an editor wrote down for them: topics, zones, folders and languages unlike each other."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from digest_assets_tests.vaults import gold, layered

HERE = Path(__file__).parent
VAULTS = [
    ("harbour", "Europe/Berlin", date(2025, 10, 25), date(2025, 10, 26)),
    ("marina", "Europe/Paris", date(2027, 5, 3), date(2027, 5, 4)),
]
LEAST = {
    "candidates": 1.0, "increments_found": 1.0, "increments_right": 1.0, "non_conflicts_kept": 1.0, "placed": 0.85,
    "repeats_caught": 1.0, "verdicts": 0.95, "warnings_found": 0.9, "warnings_right": 0.9,
}  # fmt: skip


@pytest.mark.parametrize(("name", "zone", "first", "last"), VAULTS, ids=[v[0] for v in VAULTS])
def test_judgements_come_near_to_an_editor_s(name: str, zone: str, first: date, last: date, tmp_path: Path) -> None:
    layered.build(HERE / name / "layers", tmp_path / "vault", zone)
    misses: list[str] = []
    found = gold.measures(layered.judged(tmp_path / "vault", first, last), HERE / name / "gold", misses)
    assert not {k: v for k, v in found.items() if v < LEAST[k]}, misses
