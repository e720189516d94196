"""Where something belongs."""

from __future__ import annotations

import pytest

from digest_assets.judge import outline
from digest_assets.judge.placement import Placer

DOCUMENT = """# Kitchen engineering

Living document. Updated 2031-05-01.

## 1 Baking

### 1.1 Bread
- Sourdough starters rise best at 26 degrees.
- Long fermentation makes the crumb of a loaf open.
- Rye loaves need a sour dough.
- Steam in the oven keeps the crust thin.

### 1.2 Cakes
- Sponge cakes collapse when the oven door opens.

## 2 Fermentation
- Kimchi keeps for months at 4 degrees.
- Sauerkraut needs two per cent of salt by weight.

## 3 Knives
- Carbon steel holds an edge longer (arXiv:2101.00007).

## 4 Discussion

### 4.1 Consensus
- C001 Salt is weighed, never measured by the spoon.

### 4.2 Open questions
- O001 Does altitude change the proofing time?

## References (selected)
- [1] Sourdough starters rise best at 26 degrees, a report.
"""


@pytest.fixture(scope="module")
def placer() -> Placer:
    return Placer(outline.parse(DOCUMENT), "kb/kitchen.md")


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("A rye loaf with a crisp crust from a steam oven", "1.1"),
        ("Sponge cake without butter", "1.2"),
        ("Cabbage and salt: sauerkraut in two weeks", "2"),
        ("Which knives stay sharp?", "3"),
    ],
)
def test_the_nearest_section_comes_first_even_where_it_is_small(placer: Placer, text: str, section: str) -> None:
    votes = placer.rank(text)
    assert votes[0].section == section
    assert votes[0].voters[0].path == "kb/kitchen.md"
    assert [v.score for v in votes] == sorted((v.score for v in votes), reverse=True)


def test_title_references_and_discussion_are_no_places(placer: Placer) -> None:
    named = {v.title for v in placer.rank("Sourdough starters rise best at 26 degrees", top=20)}
    assert named == {"Bread", "Cakes", "Fermentation", "Knives"}


def test_a_proposed_question_puts_the_questions_second(placer: Placer) -> None:
    votes = placer.rank("Does rye bread rise at altitude?", proposed="question")
    assert [v.section for v in votes[:2]] == ["1.1", "4.2"]
    assert placer.rank("Salt in bread", proposed="consensus")[1].section == "4.1"


def test_a_cited_paper_draws_to_its_own_section(placer: Placer) -> None:
    assert placer.rank("Bread, cut with it", ["2101.00007"])[0].section == "3"


def test_an_empty_section_can_be_proposed_by_its_heading() -> None:
    text = "## Bread\n- Rye loaves need sour dough.\n- Wheat loaves need time.\n\n## Cheese\n"
    assert Placer(outline.parse(text)).rank("A cheese from raw milk")[0].section == "Cheese"


def test_a_list_of_papers_has_no_place_in_its_news() -> None:
    row = "- [{}](https://example.org/{})\n"
    text = (
        "## What is up\n- bread bread bread, see below\n\n## Bread\n"
        + row.format("Rye loaves", 1)
        + row.format("Crust", 2)
    )
    assert [v.section for v in Placer(outline.parse(text)).rank("bread")] == ["Bread"]


def test_sections_that_grow_come_before_those_that_do_not() -> None:
    old, new = (f"- Thing (arXiv:{ym}.0000{{}})\n" for ym in ("2101", "2406"))
    text = (
        "## Stale\n"
        + "".join(old.format(i) for i in range(4))
        + "\n## Fresh\n"
        + "".join(new.format(i) for i in range(4))
    )
    assert Placer(outline.parse(text)).rank("Something else")[0].section == "Fresh"


def test_a_document_without_sections_has_no_place() -> None:
    assert Placer(outline.parse("- just a line\n")).rank("a line") == ()
    assert Placer(outline.parse("")).rank("a line") == ()
