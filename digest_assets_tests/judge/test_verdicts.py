"""The ledger: every source, exactly one verdict, with its reason."""

from __future__ import annotations

from digest_assets.model import Judgement
from digest_assets_tests.judge.ice import FLOESIM, ICE, SNOWCAP, vault
from digest_assets_tests.judge.small import Small, verdict


def of(judgement: Judgement) -> dict[str, str]:
    return {v.path: v.verdict for v in judgement.verdicts}


def test_one_verdict_each() -> None:
    day: dict[str, str | bytes] = {
        "log/floesim.md": FLOESIM,
        "log/known.md": "# Reading\n\n- The drift buoys of the Nansen array report every 30 minutes.\n",
        "log/soup.md": "# Soup\n\nLeek and potato, an hour.\n",
        "log/heading.md": "# only a heading\n",
        "log/empty.md": "",
        "log/noise.md": bytes(range(128, 256)) * 40,
        "queue.md": "# Queue\n\n## sea-ice\n- [ ] FloeSim 2.4 try, 2031-05-01\n",
        "cards/301-3103-01122.md": SNOWCAP,
    }
    judgement = vault(day).judged("sea-ice")[0]
    assert of(judgement) == {
        "log/floesim.md": "used", "log/known.md": "covered", "log/soup.md": "other_topic", "log/heading.md": "empty",
        "log/empty.md": "empty", "log/noise.md": "unreadable", "queue.md": "covered", "cards/301-3103-01122.md": "used",
    }  # fmt: skip
    assert len(judgement.verdicts) == len(day)


def test_the_reason_says_the_nearest_line() -> None:
    text = "# Reading\n\n- The drift buoys of the Nansen array report every half hour.\n"
    found = verdict(vault({"log/a.md": text}).judged("sea-ice")[0], "log/a.md")
    assert found.nearest is not None
    assert "Nansen" in found.nearest.text
    assert found.nearest.path == "docs/sea-ice.md"
    assert found.claims_on_topic >= found.claims_known >= 1


def test_the_queue_is_never_news() -> None:
    text = "# Queue\n\n- [ ] FloeSim 2.9: new ridge scheme, 14% faster, arXiv:3103.09999\n"
    judgement = vault({"queue.md": text}).judged("sea-ice")[0]
    assert judgement.increments == ()
    assert of(judgement) == {"queue.md": "covered"}


def test_a_twin_of_a_used_source_is_covered_else_it_shares_the_verdict() -> None:
    day: dict[str, str | bytes] = {
        "log/a.md": FLOESIM,
        "log/b.md": FLOESIM,
        "log/c.md": "# Soup\n\nLeek.\n",
        "log/d.md": "# Soup\n\nLeek.\n",
    }
    judgement = vault(day).judged("sea-ice")[0]
    assert of(judgement) == {
        "log/a.md": "used",
        "log/b.md": "covered",
        "log/c.md": "other_topic",
        "log/d.md": "other_topic",
    }
    assert verdict(judgement, "log/b.md").duplicate_of == "log/a.md"
    assert len(judgement.increments) == 1


def test_the_same_bytes_on_a_later_day_are_covered() -> None:
    judgement = vault({"log/a.md": FLOESIM}, {"log/b.md": FLOESIM}).judged("sea-ice")[1]
    assert of(judgement) == {"log/b.md": "covered"}
    assert verdict(judgement, "log/b.md").duplicate_of == "log/a.md"


def test_a_cited_earlier_source_has_a_verdict() -> None:
    first = "# FloeSim 2.4\n\nFloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n"
    judgement = vault({"log/a.md": first}, {"log/b.md": first.replace("41", "52")}).judged("sea-ice")[1]
    found = verdict(judgement, "log/a.md")
    assert (found.arrival, found.verdict) == ("earlier", "used")


def test_a_late_arrival_is_judged_once_and_marked() -> None:
    small = vault({}, {}, {})
    small.arrivals[1] = {"log/late.md": (0, FLOESIM)}
    days = small.judged("sea-ice")
    assert [len(j.increments) for j in days] == [0, 1, 0]
    assert days[1].increments[0].late
    assert verdict(days[1], "log/late.md").arrival == "late"


def test_without_a_living_document_everything_is_new() -> None:
    small = Small({"sea-ice": vault().topics["sea-ice"]}, [{}], [{"log/a.md": FLOESIM}])
    judgement = small.judged("sea-ice")[0]
    assert len(judgement.increments) == 1
    assert judgement.increments[0].missing_section
    assert judgement.increments[0].placement == ()


def test_a_settled_note_is_covered_and_says_so() -> None:
    text = "# Reading\n\nNothing new in it for us.\n\n- Polaris-4 was mentioned, with 3 slides\n"
    found = verdict(vault({"log/a.md": text}).judged("sea-ice")[0], "log/a.md")
    assert found.verdict == "covered"
    assert found.reason.key == "verdict.settled"
    assert "Polaris" in ICE
