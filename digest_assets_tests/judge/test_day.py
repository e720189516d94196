"""A whole day: what becomes an increment, in which order, and that nothing but the inputs decides."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from digest_assets.judge.day import judge, prepare
from digest_assets.judge.history import History
from digest_assets_tests.judge.ice import FLOESIM, HYDROGEN, ICE, SNOWCAP, TOPICS, vault
from digest_assets_tests.judge.small import Small, said

DAY: dict[str, str | bytes] = {
    "log/floesim.md": FLOESIM,
    "log/radar.md": (
        "# Ice radar\n\n1. Halley-B: launch on 2031-05-17, with a dish of 1.9 m.\n"
        "2. FloeSim 2.4: 41 minutes on 64 cores.\n"
    ),
    "cards/301-3103-01122.md": SNOWCAP,
    "log/soup.md": "# Soup\n\nLeek and potato, an hour.\n",
}


def test_increments_tell_in_the_sources_words() -> None:
    judgement = vault(DAY).judged("sea-ice")[0]
    assert judgement.density == "medium"
    assert [i.rank for i in judgement.increments] == [1, 2, 3]
    texts = {i.title: said(i) for i in judgement.increments}
    assert "9 days earlier" in texts["FloeSim 2.4"]
    for increment in judgement.increments:
        assert increment.says
        assert increment.star_reasons
        assert all(e.quote.day is not None for e in increment.evidence)
        assert {q.claim_id for q in increment.says} <= {e.quote.claim_id for e in increment.evidence}


def test_placement_says_the_section_and_who_voted() -> None:
    judgement = vault(DAY).judged("sea-ice")[0]
    floesim = next(i for i in judgement.increments if i.title == "FloeSim 2.4")
    assert floesim.placement[0].section in ("2.1", "2.2")
    assert floesim.placement[1].section == "6"  # it proposes an open question
    assert floesim.placement[0].voters
    scores = [v.score for v in floesim.placement if v.section != "6"]
    assert scores == sorted(scores, reverse=True)


def test_a_section_that_a_source_names_comes_first() -> None:
    text = "# 远岭重卡新电池\n\n氢系统减重 42 kg。建议写到第二节。\n"
    judgement = vault({"log/a.md": text}).judged("氢能")[0]
    assert judgement.increments[0].placement[0].section == "二"


def test_stars_and_their_reasons() -> None:
    judgement = vault(DAY).judged("sea-ice")[0]
    snow = next(i for i in judgement.increments if i.arxiv_ids)
    assert snow.stars == 2
    assert snow.star_reasons[0].key == "stars.primary_card"
    radar = next(i for i in judgement.increments if "Halley" in i.title)
    assert radar.stars == 1


def test_a_statement_that_contradicts_the_document_makes_a_correction() -> None:
    text = "# FloeSim news\n\nFloeSim is released under the MIT licence. FloeSim 2.6 adds ridges, 14% slower.\n"
    judgement = vault({"log/a.md": text}).judged("sea-ice")[0]
    assert [i.kind for i in judgement.increments] == ["correction"]
    assert judgement.cautions[0].increment_id == judgement.increments[0].increment_id


def test_a_day_in_a_known_month_is_no_news_alone() -> None:
    judgement = vault({"log/a.md": "# Halley-B\n\nHalley-B launches on 2031-05-17.\n"}).judged("sea-ice")[0]
    assert judgement.increments == ()
    assert judgement.cautions == ()
    assert judgement.verdicts[0].verdict == "covered"


def test_the_paper_table() -> None:
    day = DAY | {
        "log/links.md": "# links\n\n**ice**\n- Brittle rheology again: https://doi.org/10.48550/arXiv.3011.04410\n"
    }
    rows = {p.arxiv_id: p for p in vault(day).judged("sea-ice")[0].papers}
    assert rows["3103.01122"].role == "increment"
    assert rows["3103.01122"].card_path == "cards/301-3103-01122.md"
    assert (rows["3011.04410"].role, rows["3011.04410"].section) == ("reference", "2.1")
    assert rows["3011.04410"].mentions == (("log/links.md", 4),)


def test_actions_follow_increments_candidates_and_warnings() -> None:
    judgement = vault(DAY | {"log/x.md": "# Ice\n\nFloeSim is released under the MIT licence.\n"}).judged("sea-ice")[0]
    assert [a.ordinal for a in judgement.actions] == list(range(1, len(judgement.actions) + 1))
    keys = [a.phrase.key for a in judgement.actions]
    assert keys[:3] == ["action.add"] * 3
    assert "action.candidates" in keys
    assert keys[-1] == "action.check_primary"


def test_cards_of_three_days_by_relation() -> None:
    food = SNOWCAP.replace("cryosphere", "food").replace("remote-sensing", "-").replace("3103.01122", "3103.05555")
    days = vault({"cards/301-3103-01122.md": SNOWCAP}, {"cards/302-3103-05555.md": food}).judged("sea-ice")
    assert [(c.path, c.relation, c.in_window) for c in days[1].cards] == [
        ("cards/301-3103-01122.md", "primary", False),
        ("cards/302-3103-05555.md", "other", True),
    ]
    assert (days[0].pattern.days_without_cards, days[1].pattern.days_without_cards) == (0, 0)


def test_adoption_says_where_and_silence_is_said_once() -> None:
    later = ICE.replace(
        "## 2. Models", "- SnowCap (arXiv:3103.01122): snow depth at 25 km, RMSE 6.2 cm.\n\n## 2. Models"
    )
    documents = [{"sea-ice": ICE, "氢能": HYDROGEN}, {"sea-ice": later, "氢能": HYDROGEN}]
    days = [dict(DAY), *({} for _ in range(9))]
    found = Small(TOPICS, documents, days).judged("sea-ice")
    taken = [a for a in found[1].adoptions if a.adopted_day is not None]
    assert [(a.title.split(":")[0], a.section) for a in taken] == [("SnowCap", "1.2")]
    missed = [(n, a.title) for n, j in enumerate(found) for a in j.adoptions if a.adopted_day is None]
    assert {n for n, _ in missed} == {8}
    assert any(title == "FloeSim 2.4" for _, title in missed)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_inputs_does_not_matter(seed: int) -> None:
    inputs = vault(DAY).inputs(0)
    shuffled = list(inputs.sources)
    random.Random(seed).shuffle(shuffled)
    topics = dict(sorted(inputs.topics.items(), reverse=bool(seed % 2)))
    other = replace(inputs, sources=tuple(shuffled), topics=topics)
    assert judge(prepare(inputs), "sea-ice", History()) == judge(prepare(other), "sea-ice", History())


def test_an_empty_day() -> None:
    judgement = vault({}).judged("sea-ice")[0]
    assert judgement.density == "none"
    assert judgement.increments == judgement.cautions == judgement.verdicts == ()
    assert judgement.pattern.densities[-1][1] == "none"
