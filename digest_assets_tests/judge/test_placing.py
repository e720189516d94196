"""Where an increment belongs: likeness, a section that a source names, known lines, words of another language."""

from __future__ import annotations

import pytest

from digest_assets.judge import glossary
from digest_assets_tests.judge.ice import SNOWCAP, vault
from digest_assets_tests.judge.small import Small, topic


def first_section(text: str, key: str = "sea-ice", path: str = "log/a.md") -> str:
    increments = vault({path: text}).judged(key)[0].increments
    assert len(increments) == 1
    return increments[0].placement[0].section


@pytest.mark.parametrize(
    ("text", "section"),
    [
        (
            "# Buoy news\n\nA new buoy of the Nansen array has a mast of 2.4 m and weighs 31 kg.\n",
            "1.2",
        ),
        ("# FloeSim 2.4\n\nWave-ice coupling in FloeSim 2.4 runs 7% faster, coupling every 15 minutes.\n", "2.2"),
        ("# Arctic Code\n\nThe Arctic Code asks vessels above 9,000 t for a second pilot.\n", "4"),
    ],
)
def test_by_likeness(text: str, section: str) -> None:
    assert first_section(text) == section


def test_a_named_section_wins_and_a_mere_reference_does_not() -> None:
    text = "# FloeSim 2.4\n\nWave-ice coupling in FloeSim 2.4 runs 7% faster."
    assert first_section(f"{text} It belongs in section 3.\n") == "3"
    assert first_section(f"{text} We have the old figure in section 3 already.\n") == "2.2"


def test_a_section_number_of_another_document_does_not_count() -> None:
    text = "# materials pre-digest\n\n1. Iridium falls to 0.3 mg/cm². Belongs in 氢能. We put nothing into section 3.\n"
    increments = vault({"log/2031-04-01_sea-ice-e1prep.md": text}).judged("氢能")[0].increments
    assert increments[0].placement[0].section != "三"


def test_each_paper_of_an_increment_has_its_own_section() -> None:
    text = (
        "# sea-ice pre-digest\n\n## Increment 1: two papers\n\n| work | arXiv | what |\n|---|---|---|\n"
        "| DriftNet | 3103.02001 | battery life of a buoy in winter, 31 months |\n"
        "| SnowBias | 3103.02002 | radar freeboard bias of an altimeter over wet snow, 2 cm |\n"
    )
    rows = {
        p.arxiv_id: p.section for p in vault({"log/2031-04-01_sea-ice-e1prep.md": text}).judged("sea-ice")[0].papers
    }
    assert rows == {"3103.02001": "1.2", "3103.02002": "1.1"}


def test_placement_of_a_card() -> None:
    assert first_section(SNOWCAP, path="cards/301-3103-01122.md") in ("1.1", "1.2")


def test_everyday_words_have_a_twin_in_the_other_language() -> None:
    assert "评测" in glossary.other_words("PlotBench, an evaluation set").split()
    assert "storage" in glossary.other_words("新的存储方案").split()
    assert glossary.other_words("FloeSim") == ""


YACHT = """# Regatta boats

## 1. Classes
### 1.1 Moth
- The Moth M4 foils from 8 knots on.
- The Moth M4 weighs 31 kg.
### 1.2 Skiffs
- The Tern skiff carries 19 m².

## 2. Rigging and assembly
- A mast step of 40 mm fits all of them.

## 3. Safety
- A knife at the belt is a must.

## 4. Costs and market
- A used skiff is at 9,000 EUR.

## 5. Weather and forecasts
- The bay turns at noon.
"""


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("# PinLock\n\nPinLock is a fitting for shrouds of a regatta boat: 14 s to mount, holds 900 kg.\n", "2"),
        ("# Jolle\n\nJolle im Hafen: ein Brand nach einem Unfall, 3 Akkus, 2 Stunden Alarm.\n", "3"),
        ("# 帆船周记\n\n新：协会补贴 30%，每条船 1,200 元。\n", "4"),
        ("# GustCast\n\nGustCast tells a regatta boat of the wind 11 minutes before it arrives, 9 of 10 gusts.\n", "5"),
    ],
)  # fmt: skip
def test_everyday_words_of_an_aspect_place_in_a_small_document(text: str, section: str) -> None:
    topics = {"boats": topic("boats", "Moth M4", "regatta boat", "Jolle im Hafen", "船")}
    increments = Small(topics, [{"boats": YACHT}], [{"log/a.md": text}]).judged("boats")[0].increments
    assert [i.placement[0].section for i in increments] == [section]


def test_a_note_on_two_things_lends_what_another_source_tells() -> None:
    topics = {"boats": topic("boats", "Moth", "skiff", "Tern-9")}
    notes = {
        "log/a.md": "# Tern-9\n\nThe Tern-9 skiff weighs 62 kg and carries 24 m².\n",
        "log/b.md": "Saturday at the pier.\n\n- Tern-9: the mast bends 44 mm at the top\n"
        "- a skiff trailer from Visby, 410 EUR, folds to 1.9 m\n",
    }
    found = Small(topics, [{"boats": YACHT}], [notes]).judged("boats")[0].increments
    paths = {i.title[:6]: {(e.quote.path, e.role) for e in i.evidence} for i in found}
    assert ("log/b.md", "support") in paths["Tern-9"]
    assert len(found) == 2
    assert "trailer" in next(i for i in found if i.title[:6] != "Tern-9").title
