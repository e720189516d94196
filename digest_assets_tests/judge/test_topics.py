"""Which texts are on a topic: by terms, names, cards, predigests, and what a note says itself."""

from __future__ import annotations

import pytest

from digest_assets.judge import field, topics
from digest_assets_tests.judge.ice import FLOESIM, SNOWCAP, vault
from digest_assets_tests.judge.small import verdict


def on(path: str, text: str | bytes, key: str = "sea-ice") -> bool:
    judgement = vault({path: text}).judged(key)[0]
    return verdict(judgement, path).verdict not in ("other_topic", "empty", "unreadable")


@pytest.mark.parametrize(
    ("term", "text", "hit"),
    [
        ("Quarry", "Quarry 5.0 is out", True),
        ("Quarry", "a quarry in the hills", False),
        ("KV cache", "the kv-cache is full", True),
        ("AAV", "AAV9 beats it", True),
        ("AAV", "a brave try", False),
        ("buoy", "Buoys drift", True),
        ("投机解码", "新的投机解码方法", True),
    ],
)
def test_terms(term: str, text: str, hit: bool) -> None:
    compiled = field.compile_term(term)
    line = text if compiled.as_written else text.casefold()
    assert (compiled.pattern.search(line) is not None) is hit


def test_a_note_on_the_subject_is_on_the_topic() -> None:
    assert on("log/a.md", FLOESIM)
    assert not on("log/a.md", FLOESIM, "氢能")


def test_words_of_a_topic_without_its_subject_are_not() -> None:
    text = (
        "# Holiday\n\nThe Polaris hotel was full and the ice bar was closed. We read about a buoy.\n\n- train: late\n"
    )
    assert not on("log/a.md", text)


def test_a_street_with_an_engine_s_name_is_no_engine() -> None:
    text = "# Trip\n\nTwo days in the hotel on Nansen Street. The museum was closed.\n\n- train: 40 minutes late\n"
    assert not on("log/a.md", text)


def test_a_note_on_two_topics_counts_part_by_part() -> None:
    text = "# Two things\n\n## FloeSim\n\nFloeSim 2.4 costs 7% more.\n\n## 青鸾\n\n青鸾 Q4 电解槽：单槽 1,500 Nm³/h。\n"
    for key, wanted in (("sea-ice", "FloeSim"), ("氢能", "青鸾")):
        judgement = vault({"log/a.md": text}).judged(key)[0]
        assert [wanted in i.title for i in judgement.increments] == [True]


def test_cards_by_category() -> None:
    assert on("cards/301-3103-01122.md", SNOWCAP)
    assert not on(
        "cards/301-3103-01122.md",
        SNOWCAP.replace("category: cryosphere", "category: food").replace("remote-sensing", "-"),
    )


def test_a_predigest_belongs_to_its_topic() -> None:
    text = "# pre-digest\n\n1. The new sensor weighs 4.2 kg and costs 900 EUR.\n"
    assert on("log/2031-04-01_sea-ice-e1prep.md", text)
    assert not on("log/2031-04-01_氢能-e1prep.md", text)


def test_a_note_may_say_where_something_belongs() -> None:
    text = (
        "# pre-digest\n\n1. Perovskite cells reach 31.2%.\n2. Iridium loading falls to 0.3 mg/cm². Belongs in 氢能.\n"
    )
    path = "log/2031-04-01_materials-e1prep.md"
    judgement = vault({path: text}).judged("氢能")[0]
    assert len(judgement.increments) == 1
    assert "Iridium" in judgement.increments[0].says[0].text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("本条内容归 inference，这里只登记", 2),
        ("kept in the inference document", 2),
        ("of interest to inference", 1),
        ("今天没有值得转给 inference 的", -1),
        ("not for inference", -1),
        ("inference is fast", 0),
    ],
)
def test_routing(text: str, says: int) -> None:
    assert topics.routed(text, ("inference",)) == says


def test_a_gathering_on_one_topic_is_carried_whole() -> None:
    text = (
        "# Ice radar\n\n1. FloeSim 2.4 is faster by 12%.\n2. Halley-B: launch on 2031-05-17.\n"
        "3. Polaris-4: revisit now 21 days.\n4. LeadNet: F1 of 0.91 on 3,200 scenes.\n"
    )
    judgement = vault({"log/a.md": text}).judged("sea-ice")[0]
    assert any("LeadNet" in i.title for i in judgement.increments)


def test_a_list_of_known_lines_is_on_the_topic_without_its_terms() -> None:
    text = "# Weekly list\n\n- coupling every 20 minutes is enough\n- skill beyond 60 days is not shown by any centre\n"
    assert on("log/a.md", text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Written on the ferry.\n\nA winter buoy is active for 14 months from 2031-09-01, and 9 for others.\n", True),
        ("Fees, from a letter.\n\nThe altimeter of a vessel costs a fee of 300 EUR below 400 GT.\n", True),
        ("From the pier.\n\nThe children painted a buoy, 3 of them in red, before lunch was served.\n", False),
        ("Post.\n\nMy uncle sold his altimeter to a glider pilot from Graz for 90 EUR.\n", False),
    ],
)
def test_an_everyday_term_needs_the_document_s_words_around_it(text: str, wanted: bool) -> None:
    assert on("log/a.md", text) is wanted


@pytest.mark.parametrize(
    "text",
    [
        "# Sunday\n\nThe altimeter of the toy plane broke, the buoy in the pond squeaked.\n\n- sun until 18:00\n",
        "# Market\n\nThe vessel with the plum jam and the buoy-shaped cake were sold out.\n\n- 3 coffees\n",
    ],
)
def test_a_small_word_at_the_beginning_is_no_name(text: str) -> None:
    assert not on("log/a.md", text)
