"""Cards: three forms, two languages, one category."""
# ruff: noqa: E501 - a sample stays on one line

from __future__ import annotations

import pytest

from digest_assets.model import Card
from digest_assets.reading.reader import read, stated_moment


def card(text: str, name: str = "12-2607-00123.md") -> Card:
    found = read(text.encode(), "card", name).card
    assert found is not None
    return found


FULL = Card(
    "12", "2607.00123", "A: B", "alpha", ("beta", "gamma"), "method", "Feed 2026-07-01（下午）", "2026-07-01 09:30"
)

FORMS = [
    "# 12\n\n- arXiv：2607.00123\n- 标题：A: B\n- 主分类：alpha\n- 副分类：beta、gamma\n- 形态：method\n- 来源：Feed 2026-07-01（下午）\n- 建卡：2026-07-01 09:30\n\n## x\n主分类之外的话。\n",
    "- arxiv: 2607.00123\n- title: A: B\n- category: alpha\n- secondary: beta, gamma\n- form: method\n- source: Feed 2026-07-01（下午）\n- created: 2026-07-01 09:30\n",
    "* **arXiv**： [2607.00123](https://arxiv.org/abs/2607.00123)\n* **标题**：A: B\n* **主分类**： `alpha`\n* **副分类**：beta / gamma\n* **形态**：method\n* **来源**：Feed 2026-07-01（下午）\n* **建卡**：2026-07-01 09:30\n",
    "| 字段 | 值 |\n|---|---|\n| arXiv | [2607.00123](https://arxiv.org/abs/2607.00123v2) |\n| 标题 | A: B |\n| 主分类 | alpha |\n| 副分类 | beta，gamma |\n| 形态 | method |\n| 来源 | Feed 2026-07-01（下午） |\n| 建卡 | 2026-07-01 09:30 |\n",
    "| field | value |\n|---|---|\n| arxiv | 2607.00123 |\n| title | A: B |\n| category | alpha |\n| secondary | beta; gamma |\n| form | method |\n| source | Feed 2026-07-01（下午） |\n| created | 2026-07-01 09:30 |\n",
    "---\narxiv: 2607.00123\ntitle: 'A: B'\ncategory: alpha\nsecondary: [beta, gamma]\nform: method\nsource: Feed 2026-07-01（下午）\ncreated: 2026-07-01 09:30\n---\n# 12\n",
    "---\narXiv: 2607.00123\n标题: 'A: B'\n主分类: alpha\n副分类: beta, gamma\n形态: method\n来源: Feed 2026-07-01（下午）\n建卡: 2026-07-01 09:30\n---\n",
    "arXiv：2607.00123\n标题：A: B\n主分类：alpha\n副分类：beta、gamma\n形态：method\n来源：Feed 2026-07-01（下午）\n建卡：2026-07-01 09:30\n",
]


@pytest.mark.parametrize("text", FORMS)
def test_every_form_gives_the_same_card(text: str) -> None:
    assert card(text) == FULL
    reading = read(text.encode(), "card", "12-2607-00123.md")
    assert reading.stated == "2026-07-01T09:30:00"
    assert stated_moment(text.encode(), "card", "12-2607-00123.md") == "2026-07-01T09:30:00"
    assert {claim.cells[0][1] for claim in reading.claims if claim.kind == "field"} >= {"A: B", "alpha", "method"}
    assert reading.notices == ()


@pytest.mark.parametrize(
    "text",
    [
        "- 主分类：a-b\n\n## 更正\n18:20 主分类由 a-b 改为 c-d：原因。\n",
        "- 主分类：c-d\n\n## 更正\n18:20 主分类由 a-b 改为 c-d：原因。\n",
        "- 主分类：a-b\n\n### 勘误\n\n- 主分类：c-d\n",
        "- 主分类：a-b\n\n> 更正（8 月 1 日）：主分类应为 c-d。\n",
        "- 主分类：a-b → c-d\n",
        "- 主分类：~~a-b~~ c-d\n",
        "- 主分类：c-d（原 a-b）\n",
        "- category: c-d (was a-b)\n",
        "- category: a-b\n\n## Correction\n\nThe primary category was changed from a-b to `c-d`.\n",
        "- category: a-b\n\n## Errata\n\ncategory: c-d\n",
        "---\ncategory: a-b\n---\n\n## Corrections\n\n2026-08-01: category is now c-d.\n",
        "| field | value |\n|---|---|\n| category | a-b |\n\nCorrection: category a-b -> c-d\n",
        "- 主分类：a-b\n\n## 更正\n主分类由 a-b 改为 x-y。\n主分类再由 x-y 改为 c-d。\n",
    ],
)
def test_a_corrected_category_is_one_category(text: str) -> None:
    assert card(text).category == "c-d"


@pytest.mark.parametrize(
    "text",
    [
        "- 主分类：c-d\n\n## 备注\n副分类由 a 改为 b。\n",
        "# 12 · Correctness and Revision of Caches\n\n- 主分类：c-d\n- 建卡：2026-07-01\n",
        "- 主分类：c-d\n\n> 原文：category changed from c-d to e-f\n",
        "- 主分类：c-d\n- 主分类：e-f\n",
    ],
)
def test_what_is_no_correction(text: str) -> None:
    assert card(text).category == "c-d"


def test_a_card_of_another_paper_gets_a_notice() -> None:
    reading = read("- arXiv：2607.00124\n".encode(), "card", "paper_cards/12-2607-00123.md")
    assert reading.card is not None
    assert reading.card.arxiv_id == "2607.00124"
    assert "2607.00123" in reading.notices[0]
    assert "2607.00124" in reading.notices[0]


@pytest.mark.parametrize(
    ("name", "number", "arxiv_id"),
    [
        ("681-2607-26627.md", "681", "2607.26627"),
        ("7-1203-1234.md", "7", "1203.1234"),
        ("9-cs-0301001.md", "9", "cs/0301001"),
        ("12.md", "12", None),
        ("12-some-title.md", "12", None),
        ("notes.md", None, None),
        ("a/b/681-2607-26627.md", "681", "2607.26627"),
    ],
)
def test_names(name: str, number: str | None, arxiv_id: str | None) -> None:
    found = card("x\n", name)
    assert (found.number, found.arxiv_id) == (number, arxiv_id)


def test_absent_fields_are_none() -> None:
    assert card("- 副分类：-\n- 标题：\n- category: none\n", "x.md") == Card(
        None, None, None, None, (), None, None, None
    )


def test_full_width_ids_and_impossible_dates() -> None:
    reading = read("- arXiv：２６０７．００１２３\n- 建卡：2026-13-40\n".encode(), "card", "12.md")
    assert reading.card is not None
    assert reading.card.arxiv_id == "2607.00123"
    assert reading.card.created == "2026-13-40"
    assert reading.stated is None
