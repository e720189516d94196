"""Candidates: what sources propose, numbered on from the document and from earlier days."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("section", "wanted"),
    [
        ("## Consensus and open questions\n\n- K07 Ice drifts.\n- Q11 Who pays for buoys?\n", ["Q12", "K08"]),
        ("## Offene Fragen und Konsens\n\n- F31 Wer zahlt?\n- **S09** Eis treibt.\n", ["F32", "S10"]),
        ("## 5. Open problems\n\n- P004 Who pays?\n\n## 6. What we agree on\n\n- A101 Ice drifts.\n", ["P005", "A102"]),
        ("## 未解決と合意\n\n- M12 誰が払うか。\n", ["M13", "C001"]),
    ],
)  # fmt: skip
def test_each_kind_keeps_the_letters_that_the_document_uses(section: str, wanted: list[str]) -> None:
    documents = [{"sea-ice": "# Sea ice\n\n- Polaris-4 flies.\n\n" + section, "氢能": HYDROGEN}]
    assert codes({"log/a.md": SECOND}, documents=documents) == [wanted]
