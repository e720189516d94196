"""Explanations: from any line back to claims, files, lines, and why."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from digest_assets.briefing.explain import as_json, as_text, explain_all, explain_line, explain_sentence, explain_source
from digest_assets.briefing.render import Rendered, render
from digest_assets_tests.briefing import fixtures as f

DAY = f.sample_day()


def _rendered(language: str = "zh") -> Rendered:
    return render(DAY, f.sample_header(), language)


def _line(rendered: Rendered, part: str) -> int:
    return next(n for n, text in enumerate(rendered.markdown.split("\n"), 1) if part in text)


def _questions(part: str) -> list[str]:
    rendered = _rendered()
    return [a.question for a in explain_line(DAY, rendered, _line(rendered, part)).answers]


def test_an_increments_heading_says_why_it_is_new_and_why_there() -> None:
    rendered = _rendered()
    explanation = explain_line(DAY, rendered, _line(rendered, "### 增量 1"))
    assert [g.line_start for g in explanation.grounds] == [12]
    by_question = {a.question: a for a in explanation.answers}
    assert {"what", "new", "there", "stars", "warning"} == set(by_question)
    new = next(a for a in explanation.answers if a.question == "new")
    assert new.near[0].line == 170
    assert dict(new.phrase.params)["score"] == 0.31
    there = next(a for a in explanation.answers if a.question == "there")
    assert [n.line for n in there.near] == [169, 157, 149]


def test_a_quotation_leads_to_its_claim() -> None:
    rendered = _rendered()
    explanation = explain_line(DAY, rendered, _line(rendered, "CI 峰值并发"))
    ground = explanation.grounds[0]
    assert (ground.path, ground.line_start) == (f.SPARK, 36)
    assert ground.text == "CI 峰值并发 | 1,400 个 runner"
    assert ground.claim_id == DAY.increments[2].says[2].claim_id
    assert "new" in {a.question for a in explanation.answers}


def test_a_conflict_shows_both_sides_and_the_values() -> None:
    rendered = _rendered()
    explanation = explain_line(DAY, rendered, _line(rendered, "| 1 | **矛盾**"))
    assert {g.path for g in explanation.grounds} == {f.JAY, f.BASE}
    text = as_text(explanation, "en")
    assert "Why this is a conflict" in text
    assert "values compared: 2026-03-21 ≠ 2025 年 12 月" in text
    assert f"{f.BASE}:44" in text


@pytest.mark.parametrize(
    ("part", "questions"),
    [
        ("- `inbox/jay/2026-07-31T1620", ["not", "what"]),
        ("| [2604.07609]", ["what"]),
        ("**候选 O172", ["what"]),
        ("- 「OmniServe」", ["what"]),
        ("## 3.", ["what"]),
    ],
)
def test_other_lines(part: str, questions: list[str]) -> None:
    assert _questions(part) == questions


def test_an_action_leads_to_its_increment_and_warning() -> None:
    assert {"what", "new", "there", "conflict"} <= set(_questions("4. 查「TGI」"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_line_can_be_explained(language: str) -> None:
    rendered = _rendered(language)
    for number in range(1, rendered.markdown.count("\n") + 1):
        explanation = explain_line(DAY, rendered, number)
        assert explanation.answers or explanation.grounds or not explanation.text
        assert as_text(explanation, language).endswith("\n")
        assert json.dumps(as_json(explanation, language), ensure_ascii=False)


def test_a_whole_briefing_is_explained_by_its_increments_and_warnings() -> None:
    texts = [explanation.text for explanation in explain_all(DAY, _rendered())]
    assert [text[:8] for text in texts[:3]] == ["### 增量 1", "### 增量 2", "### 增量 3"]
    assert [text[:5] for text in texts[3:]] == ["| 1 |", "| 2 |", "| 3 |", "| 4 |"]


def test_a_line_that_is_not_there() -> None:
    rendered = _rendered()
    with pytest.raises(IndexError, match="has lines 1 to"):
        explain_line(DAY, rendered, 0)
    with pytest.raises(IndexError):
        explain_line(DAY, rendered, rendered.markdown.count("\n") + 1)


def test_why_not_for_a_source() -> None:
    explanation = explain_source(DAY, "inbox/jay/2026-07-31T1620-jay-csdn-sglang-bench-eval.md")
    assert explanation.answers[0].question == "not"
    assert explanation.answers[0].near[0].line == 69
    assert explain_source(DAY, "inbox/none.md").answers[0].phrase.key == "explain.unseen"
    copy = explain_source(DAY, "inbox/tom/2026-07-31T1345-tom-radar-backup.md")
    assert "explain.duplicate" in {a.phrase.key for a in copy.answers}


def test_why_and_why_not_for_a_sentence() -> None:
    used = explain_sentence(DAY, "同月 CI 用量 | 1,300 万 job minutes")
    assert (used.grounds[0].path, used.grounds[0].line_start) == (f.SPARK, 35)
    assert "new" in {a.question for a in used.answers}
    covered = explain_sentence(DAY, "| 32 | 2607.5 | 2512.4 |")
    assert covered.answers[0].question == "not"
    other = explain_sentence(DAY, "nobody says this", "inbox/flyp/agent-skill-scratch.md")
    assert other.answers[0].phrase.key == "verdict.other_topic"
    assert explain_sentence(DAY, "nobody says this").answers[0].phrase.key == "explain.not_found"


def test_an_increment_without_a_near_line_or_section() -> None:
    day = replace(DAY, increments=(replace(DAY.increments[2], placement=(), nearest=None),))
    rendered = render(day, f.sample_header(), "en")
    keys = {a.phrase.key for a in explain_line(day, rendered, _line(rendered, "### Increment")).answers}
    assert {"explain.new_none", "explain.no_section"} <= keys
