"""Cutting notes into the things that they tell."""

from __future__ import annotations

import pytest

from digest_assets.judge import cues, matters
from digest_assets.judge.matters import Matter
from digest_assets.reading import reader


def cut(text: str, kind: str = "note") -> tuple[Matter, ...]:
    return matters.cut(reader.read(text.encode(), kind, "x.md"))  # type: ignore[arg-type]


def titles(text: str, kind: str = "note") -> list[str]:
    return [m.title for m in cut(text, kind) if not m.aside]


def test_a_note_on_one_thing_is_one_matter_with_its_aspects() -> None:
    found = cut("# FloeSim 2.4\n\nReleased.\n\n## How it was run\n\n64 cores.\n\n## Results\n\n41 minutes.\n")
    assert [(m.kind, m.title) for m in found if not m.aside] == [("note", "FloeSim 2.4")]


def test_named_parts_stay_apart() -> None:
    assert titles("# Two things\n\n## FloeSim\n\nNew drag law.\n\n## SnowCap\n\n25 km.\n") == ["FloeSim", "SnowCap"]


def test_numbered_parts_are_things_and_bold_lines_below_them_are_not() -> None:
    text = (
        "# 汇报\n\n## 增量 1 · 两篇论文：甲与乙\n**甲**（arXiv:3103.01122）\n- 数字 3%\n\n"
        "**乙**（arXiv:3103.01123）\n- 数字 5%\n\n## 增量 2 · 管道\n9 月投产。\n"
    )
    assert titles(text, "predigest") == ["两篇论文：甲与乙", "管道"]


def test_a_gathering_gives_its_items() -> None:
    found = cut("# Ice radar\n\n1. FloeSim 2.4 is out.\n2. LeadNet: F1 of 0.91.\n")
    assert [m.kind for m in found] == ["item", "item"]
    assert found[1].title == "LeadNet"


def test_a_lead_in_sends_the_list_below_it_aside() -> None:
    found = cut("# Ice radar\n\n1. FloeSim 2.4 is out.\n\nLooked at and left out:\n\n- two podcasts\n- a poll\n")
    assert [m.aside for m in found if m.kind == "item"] == [False, True, True]


def test_elsewhere_is_an_aside() -> None:
    found = cut("# links\n\n**ice**\n- SnowCap, 25 km\n\n**elsewhere**\n- a bridge that hums\n")
    assert [m.aside for m in found if "bridge" in m.title] == [True]


def test_the_author_settles_a_note_at_its_head() -> None:
    found = cut("# Evening reading\n\nMostly things we have.\n\n- buoys report twice an hour\n- ships are exempt\n")
    assert found
    assert all(m.settled for m in found)


def test_an_exception_unsettles() -> None:
    found = cut("# SnowCap in English\n\n- RMSE 6.2 cm\n\nAll from ada's notes, except for the licence.\n")
    assert not any(m.settled for m in found)


def test_a_card_is_one_matter() -> None:
    found = cut("---\narxiv: 3103.01122\ntitle: SnowCap\ncategory: cryosphere\n---\n25 km grid.\n", "card")
    assert [(m.kind, m.title) for m in found] == [("card", "SnowCap")]


def test_no_statement_no_matter() -> None:
    assert cut("# only a heading\n") == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Basalt v0.10 is out", {"basalt 0.10"}),
        ("Quarry 5.0 RC1, first evening", {"quarry 5.0 rc1"}),
        ("HLD-101 and HLD-110", {"hld-101", "hld-110"}),
        ("青鸾 Q4 电解槽", {"青鸾 q4"}),
        ("北线管道 2031 年投产", set()),
    ],
)
def test_strong_names(text: str, names: set[str]) -> None:
    assert matters.strong_names(text) == names


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Proposed consensus: leads come first.", "consensus"),
        ("- 共识候选：先看漂移。", "consensus"),
        ("试金石：衰减能否低于 1%？", "question"),
        ("Open question: who pays?", "question"),
    ],
)
def test_proposals(text: str, kind: str) -> None:
    found = cues.proposal(text)
    assert found is not None
    assert found[0] == kind
    assert text[found[1] :].strip()


@pytest.mark.parametrize("text", ["There is an open question on drift.", "We reached consensus: none.", "共识已写"])
def test_no_proposal(text: str) -> None:
    assert cues.proposal(text) is None
