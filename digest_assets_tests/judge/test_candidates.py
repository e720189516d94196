"""Candidates: what sources propose, numbered on from the document and from earlier days."""

from __future__ import annotations

from digest_assets_tests.judge.ice import HYDROGEN, ICE, vault

FIRST = "# FloeSim 2.4\n\nThe polynya opens 9 days earlier.\n\nOpen question: does it hold for the Laptev shelf?\n"
SECOND = (
    "# FloeSim 2.5\n\nRidges keep 14%.\n\nOpen question: who measures ridges?\n\nProposed consensus: ridges matter.\n"
)


def codes(
    *days: dict[str, str | bytes], key: str = "sea-ice", documents: list[dict[str, str]] | None = None
) -> list[list[str]]:
    return [[c.candidate_id or "" for c in j.candidates] for j in vault(*days, documents=documents).judged(key)]


def test_numbers_go_on_from_the_document_with_its_own_prefix() -> None:
    assert codes({"log/a.md": SECOND}) == [["Q008", "C013"]]


def test_numbers_go_on_from_an_earlier_day_that_was_not_taken_in() -> None:
    assert codes({"log/a.md": FIRST}, {"log/b.md": SECOND}) == [["Q008"], ["Q009", "C013"]]


def test_a_document_that_took_one_in_is_not_counted_twice() -> None:
    later = {"sea-ice": ICE + "- Q008 Does it hold for the Laptev shelf?\n", "氢能": HYDROGEN}
    documents = [{"sea-ice": ICE, "氢能": HYDROGEN}, later]
    assert codes({"log/a.md": FIRST}, {"log/b.md": SECOND}, documents=documents)[1] == ["Q009", "C013"]


def test_the_same_proposal_is_numbered_once() -> None:
    assert codes({"log/a.md": FIRST}, {"log/b.md": FIRST.replace("9 days", "8 days")}) == [["Q008"], []]
    assert codes({"log/a.md": FIRST, "log/b.md": FIRST + "\nMore.\n"}) == [["Q008"]]


def test_the_width_of_the_document_s_numbers_is_kept() -> None:
    assert codes({"log/a.md": "# 青鸾 Q4 电解槽\n\n单槽 1,500 Nm³/h。\n\n共识候选：放大到头了。\n"}, key="氢能") == [
        ["C04"]
    ]


def test_a_document_without_lists_starts_at_one() -> None:
    bare = [{"sea-ice": "# Sea ice\n\n- Polaris-4 flies.\n", "氢能": HYDROGEN}]
    assert codes({"log/a.md": FIRST}, documents=bare) == [["O001"]]


def test_a_candidate_knows_its_increment() -> None:
    judgement = vault({"log/a.md": FIRST}).judged("sea-ice")[0]
    assert judgement.candidates[0].increment_id == judgement.increments[0].increment_id
    assert judgement.candidates[0].text == "does it hold for the Laptev shelf?"
