"""Where an increment belongs: likeness, a section that a source names, known lines, words of another language."""

from __future__ import annotations

import pytest

from digest_assets.judge import glossary
from digest_assets_tests.judge.ice import SNOWCAP, vault


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
