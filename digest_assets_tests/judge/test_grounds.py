"""Statements without common grounds never contradict each other: what is left out is nothing that would be found."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.judge import grounds
from digest_assets.judge.cautions import statement
from digest_assets.judge.conflicts import compare
from digest_assets.judge.lines import Line, of_claim
from digest_assets.reading import reader

DAY = date(2027, 5, 3)
VAULTS = Path(__file__).parents[1] / "vaults"


def line(text: str) -> Line:
    return Line(text, "a.md", 1, 1, text, DAY, "", "", (), ())


def contradictory(a: Line, b: Line) -> bool:
    return compare(statement(a, DAY, "UTC"), statement(b, DAY, "UTC")).kind == "conflict"


@pytest.mark.parametrize("vault", ["harbour", "marina"])
def test_of_the_lines_of_a_vault(vault: str) -> None:
    lines = []
    for file in sorted((VAULTS / vault / "layers").rglob("*.md")):
        claims = reader.read(file.read_bytes(), "note", file.name).claims
        lines += [of_claim(c, file.name, DAY, "", "") for c in claims if c.kind != "heading"]
    lines = list({one.text: one for one in lines}.values())[:150]
    held = [grounds.of(one) for one in lines]
    apart = [(a, b) for a, b in combinations(range(len(lines)), 2) if not held[a].meet(held[b])]
    assert len(apart) > 1000
    assert [(lines[a].text, lines[b].text) for a, b in apart if contradictory(lines[a], lines[b])] == []


PARTS = [
    "Quarry", "4.2 GB", "4.1 GB", "90%", "31 %", "F1 0.92", "F1 0.81", "supports", "does not support", "JSON", "MIT",
    "Apache-2.0", "released on 2027-05-01", "released on 2027-05-02", "requires", "v3.1 or newer", "v3.2 or newer",
    "withdrawn", "12", "7 次", "。", ", ",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=6), st.lists(st.sampled_from(PARTS), max_size=6))
def test_of_made_up_lines(one: list[str], other: list[str]) -> None:
    a, b = line("Quarry " + " ".join(one)), line("Quarry " + " ".join(other))
    meeting = grounds.of(a).meet(grounds.of(b))
    assert meeting == grounds.of(b).meet(grounds.of(a))
    assert meeting or not contradictory(a, b)
    assert not meeting or (grounds.of(a) and grounds.of(b))
