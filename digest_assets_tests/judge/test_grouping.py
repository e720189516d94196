"""Joining what several notes tell of one thing, and keeping apart what one note tells of several."""

from __future__ import annotations

from digest_assets_tests.judge.ice import SNOWCAP, vault
from digest_assets_tests.judge.small import said


def test_a_card_and_notes_on_its_paper_are_one_increment() -> None:
    judgement = vault(
        {
            "cards/301-3103-01122.md": SNOWCAP,
            "log/a.md": "# SnowCap read\n\narXiv:3103.01122. Snow depth over sea ice; the product starts in 2012.\n",
            "log/b.md": "# Ice radar\n\n1. SnowCap (card 301): sea ice people like it, 25 km.\n",
        }
    ).judged("sea-ice")[0]
    assert len(judgement.increments) == 1
    increment = judgement.increments[0]
    assert {e.quote.path for e in increment.evidence} >= {"cards/301-3103-01122.md", "log/a.md"}
    assert increment.title.startswith("SnowCap")
    assert increment.evidence[0].role == "lead"


def test_one_new_name_in_two_notes_is_one_increment() -> None:
    judgement = vault(
        {
            "log/a.md": "# FloeSim 2.4\n\nThe Kara polynya opens 9 days earlier. Wave coupling costs 7%.\n",
            "log/b.md": "# Ice radar\n\n1. FloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n",
        }
    ).judged("sea-ice")[0]
    assert len(judgement.increments) == 1
    assert "41 minutes" in said(judgement.increments[0])


def test_two_versions_are_two_things() -> None:
    judgement = vault(
        {
            "log/a.md": "# FloeSim 2.4\n\nFloeSim 2.4: the polynya opens 9 days earlier.\n",
            "log/b.md": "# FloeSim 2.5\n\nFloeSim 2.5: ridges keep 14% of the melt water.\n",
        }
    ).judged("sea-ice")[0]
    assert len(judgement.increments) == 2


def test_two_things_in_one_note_stay_two() -> None:
    text = "# Ice radar\n\n1. FloeSim 2.4 is faster by 12%.\n2. Halley-B: the mirror is 1.9 m wide, 340 kg.\n"
    judgement = vault({"log/a.md": text}).judged("sea-ice")[0]
    assert len(judgement.increments) == 2


def test_papers_of_one_block_join_the_notes_on_each() -> None:
    table = (
        "# sea-ice pre-digest\n\n## Increment 1: two papers on leads\n\n| work | arXiv | figure |\n|---|---|---|\n"
        "| LeadNet | 3103.02001 | F1 0.91 |\n| RidgeNet | 3103.02002 | F1 0.84 |\n"
    )
    judgement = vault(
        {
            "log/2031-04-01_sea-ice-e1prep.md": table,
            "log/a.md": "# LeadNet\n\nLeadNet (arXiv:3103.02001) maps leads in sea ice, 3,200 scenes.\n",
        }
    ).judged("sea-ice")[0]
    assert len(judgement.increments) == 1
    assert set(judgement.increments[0].arxiv_ids) == {"3103.02001", "3103.02002"}


def test_a_paper_that_is_only_mentioned_does_not_join() -> None:
    judgement = vault(
        {
            "cards/301-3103-01122.md": SNOWCAP,
            "log/a.md": (
                "# Halley-B, first light\n\nHalley-B sees sea ice at 120 m.\n\n- mirror 1.9 m\n- mass 340 kg\n\n"
                "Next: compare with arXiv:3103.01122.\n"
            ),
        }
    ).judged("sea-ice")[0]
    assert len(judgement.increments) == 2
    snow = next(i for i in judgement.increments if i.arxiv_ids)
    assert any(e.quote.path == "log/a.md" and e.role == "support" for e in snow.evidence)
