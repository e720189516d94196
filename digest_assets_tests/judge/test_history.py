"""Earlier days: repeats, what history keeps, and look-ups that do not grow."""

from __future__ import annotations

from datetime import timedelta

import pytest

from digest_assets.judge.history import History, Said
from digest_assets.judge.lines import Index, Line, terms
from digest_assets_tests.judge.ice import FLOESIM, SNOWCAP, vault
from digest_assets_tests.judge.small import FIRST


@pytest.mark.parametrize(
    "again",
    [
        "# FloeSim again\n\nLandfast ice gets its own drag law; the Kara polynya opens 9 days earlier than in 2.3.\n",
        "# Ice radar\n\n1. FloeSim 2.4: wave coupling now costs 7% of run time. We had it.\n",
        "# FloeSim 2.4, 中文\n\nFloeSim 2.4 的 wave coupling 现在占 7%，Kara polynya 早开 9 天。没有新东西。\n",
    ],
)
def test_what_was_said_yesterday_is_no_news_today(again: str) -> None:
    judgement = vault({"log/a.md": FLOESIM}, {"log/b.md": again}).judged("sea-ice")[1]
    assert judgement.increments == ()
    assert [v.verdict for v in judgement.verdicts] == ["covered"]


def test_a_known_paper_under_another_address_is_no_news() -> None:
    links = "# links\n\n**sea ice**\n- SnowCap as PDF: https://arxiv.org/pdf/3103.01122v2\n"
    judgement = vault({"cards/301-3103-01122.md": SNOWCAP}, {"log/b.md": links}).judged("sea-ice")[1]
    assert judgement.increments == ()


def test_new_figures_of_a_known_thing_are_an_update() -> None:
    more = (
        "# SnowCap, second read\n\nSnowCap (arXiv:3103.01122) over sea ice: bias 1.1 cm in spring, 14% missing days.\n"
    )
    judgement = vault({"cards/301-3103-01122.md": SNOWCAP}, {"log/b.md": more}).judged("sea-ice")[1]
    assert [i.kind for i in judgement.increments] == ["update"]
    assert judgement.increments[0].arxiv_ids == ()


def test_what_the_document_says_is_no_news_in_other_words() -> None:
    text = (
        "# Notes\n\n- Outlook for the Barents: 45 days ahead.\n- A buoy of the Nansen array reports every 30 minutes.\n"
    )
    judgement = vault({"log/a.md": text}).judged("sea-ice")[0]
    assert judgement.increments == ()


def test_other_numbers_are_news_however_alike() -> None:
    text = "# Notes\n\n- The Kara outlook of FloeSim 2.6 has a lead time of 75 days and 80 members.\n"
    assert len(vault({"log/a.md": text}).judged("sea-ice")[0].increments) == 1


def test_streaks() -> None:
    history = History()
    for n, density in enumerate(("low", "none", "none")):
        history.extend(FIRST + timedelta(days=n), Said(density, primary_cards=int(n == 0)))  # type: ignore[arg-type]
    day = FIRST + timedelta(days=3)
    assert history.days_without_cards == 2
    assert [d for _, d in history.densities(day, 6)] == ["low", "none", "none"]
    assert history.since_last_increment(day) is None


def _line(n: int, text: str) -> Line:
    return Line(text, f"log/{n}.md", 1, 1, f"{n:016x}", FIRST, "x", "", (), ())


def test_look_ups_walk_no_long_posting() -> None:
    index = Index(_line(n, f"the buoy reports {n}") for n in range(3000))
    index.add([_line(4000, "the buoy of Kongsfjord reports")])
    wanted = _line(5000, "a buoy of Kongsfjord")
    assert [line.path for _, line in index.near(terms(wanted), 1)] == ["log/4000.md"]
    assert len(index.holding("report")) == 400


def test_history_is_not_changed_by_judging() -> None:
    small = vault({"log/a.md": FLOESIM}, {"log/a2.md": FLOESIM.replace("9 days", "11 days")})
    assert small.judged("sea-ice") == small.judged("sea-ice")
