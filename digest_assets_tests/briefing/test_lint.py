"""Lint: each rule finds its fault in a small foreign document and in ours, and a sound document has none."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from digest_assets.briefing.document import SourceFact
from digest_assets.briefing.lint import lint
from digest_assets.briefing.render import render
from digest_assets_tests.briefing import fixtures as f
from digest_assets_tests.briefing.test_render import HOSTILE, LANGUAGES, hostile_day

SOUND_ZH = """\
storage · E1 预消化简报（2026-05-02）
基线：kb/storage.md 检查来源：work-queue.md + inbox/ann/2026-05-02-night-notes.md + paper_cards/41-43 近3天共3张新卡
（主分类 file-systems 新增 1 张 = 42 Log Merge；主分类 caches 新增 2 张 = 41 + 43）
0. 综述判断
低密度（2 主线 + 1 警示）。
1. 核心增量（2 主线）
增量 1【§2 日志】paper_cards/42 arXiv:2605.01234：Log Merge（★★ 建议补）
与活文档关系：kb/storage.md §2.1 已收 LFS，arXiv:2604.00321 未提合并；论文 §7 有实验
增量 2【§3 缓存】Ring cache 2.0（★ 建议补）
来源：inbox/ann/2026-05-02-night-notes.md 第二节；发布日期是否应为 2026-04-30？待核
2. 值得警惕的矛盾或待核实说法
| # | 矛盾/待核实项 | 来源 | 风险级别 | 建议行动 |
|---|---|---|---|---|
| 1 | Ring cache 发布日期两处不一 | inbox/ann/2026-05-02-night-notes.md + 基线 | 🟡 待核实 | 查官方公告 |
3. 本次涉及 arXiv 号列表
| arXiv 号 | 论文/主题 | 增量归属 | 建议归位节 |
|---|---|---|---|
| 2605.01234 | Log Merge（主分类 file-systems · paper_cards/42） | 增量 1 | §2 日志 |
| 2604.00321 | 已在 kb/storage.md §2.1 | 横向参照 | §2.1 |
4. 已检查来源清单
- work-queue.md → 无新增
- inbox/ann/2026-05-02-night-notes.md → 增量 2
- paper_cards/41-43 → 41、43 为缓存主题；42 归入增量 1
5. 本次 E1 预消化结论
增量条数：2 主线
1. Log Merge 写入 §2
"""

SOUND_EN = """\
# storage · briefing (2026-05-02)

Baseline: kb/storage.md. Sources checked: `log/ann/2026-05-02-night.md`, `papers/42-2605-01234.md`.

## 0. Overall judgement

Low density: 1 increment, 1 warning.

## 1. Increments (1)

### Increment 1 [§2 Logs] Log Merge (★★)

- arXiv:2605.01234, primary category: file-systems, card 42
- Should §2.1 say 2026-04-30? To verify.

## 2. Contradictions and claims to verify (1)

| No. | Matter |
|---|---|
| 1 | the date of Ring cache 2.0 |

## 3. arXiv ids (1)

| arXiv | Paper |
|---|---|
| 2605.01234 | Log Merge |

## 4. Sources checked (2)

- `log/ann/2026-05-02-night.md`: used
- `papers/42-2605-01234.md`: used; primary category: file-systems

## 5. Conclusion

1. Add it to §2.
"""
SECTIONS = ("2", "2.1", "3")


def _rules(markdown: str) -> list[str]:
    return [fault.rule for fault in lint(markdown, sections=SECTIONS)]


@pytest.mark.parametrize("document", [SOUND_ZH, SOUND_EN])
def test_a_sound_document_has_no_faults(document: str) -> None:
    assert lint(document, sections=SECTIONS) == ()


@pytest.mark.parametrize(
    ("rule", "before", "after", "line"),
    [
        ("id", "| 2604.00321 | 已在", "| 2604.00322 | 已在", 19),
        ("id", "与活文档关系：", "与活文档关系：另见 arXiv:2603.07777；", 8),
        ("id", "| 2604.00321 | 已在", "| 2605.01234 | x | 增量 1 | §2 |\n| 2604.00321 | 已在", 19),
        ("id", "arXiv:2604.00321 未提合并", "它未提合并", 19),
        ("verdict", "- work-queue.md → 无新增\n", "", 2),
        ("verdict", "- inbox/ann/2026-05-02-night-notes.md → 增量 2\n", "", 2),
        ("verdict", "第二节；发布", "第二节 + inbox/bob/2026-05-02-radar.md；发布", 10),
        ("verdict", "- work-queue.md → 无新增", "- work-queue.md → 无新增\n- work-queue.md → 他题", 22),
        ("count", "2 主线 + 1 警示", "2 主线 + 2 警示", 5),
        ("count", "（2 主线 + 1 警示）", "（3 主线 + 1 警示）", 5),
        ("count", "1. 核心增量（2 主线）", "1. 核心增量（1 主线）", 6),
        ("count", "增量条数：2 主线", "增量条数：4 主线", 25),
        ("count", "近3天共3张新卡", "近3天共4张新卡", 2),
        ("count", "新增 2 张 = 41 + 43", "新增 2 张 = 41", 3),
        ("category", "（主分类 file-systems · paper_cards/42）", "（主分类 caches · paper_cards/42）", 18),
        ("section", "§3 缓存", "§4 缓存", 9),
        ("section", "§2.1 已收", "§2.7 已收", 8),
        ("correction", "发布日期是否应为 2026-04-30？待核", "发布日期有误，应为 2026-04-30", 10),
        ("correction", "1. Log Merge 写入 §2", "1. 更新 Ring cache 发布日期 2026-04-30", 26),
    ],
)
def test_planted_faults_of_the_teams_form(rule: str, before: str, after: str, line: int) -> None:
    assert SOUND_ZH.count(before) >= 1
    faults = lint(SOUND_ZH.replace(before, after, 1), sections=SECTIONS)
    assert (rule, line) in [(fault.rule, fault.line) for fault in faults]


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("id", "| 2605.01234 |", "| 2605.01235 |"),
        ("verdict", "- `log/ann/2026-05-02-night.md`: used\n", ""),
        ("count", "1 increment, 1 warning", "2 increments, 1 warning"),
        ("count", "1 increment, 1 warning", "1 increment, 3 warnings"),
        ("count", "## 4. Sources checked (2)", "## 4. Sources checked (3)"),
        ("count", "## 2. Contradictions and claims to verify (1)", "## 2. Contradictions and claims to verify (2)"),
        ("count", "## 3. arXiv ids (1)", "## 3. arXiv ids (2)"),
        ("category", "used; primary category: file-systems", "used; primary category: caches"),
        ("section", "[§2 Logs]", "[§9 Logs]"),
        ("correction", "Should §2.1 say 2026-04-30? To verify.", "The date in §2.1 is wrong and should be 2026-04-30."),
    ],
)
def test_planted_faults_in_english(rule: str, before: str, after: str) -> None:
    assert SOUND_EN.count(before) == 1
    assert rule in _rules(SOUND_EN.replace(before, after))


@pytest.mark.parametrize("quoted", ["「TGI 的日期有误，应为 3 月，见 §77」", "“增量 9 条，§77，is wrong”"])
def test_what_a_source_says_is_not_the_briefings_word(quoted: str) -> None:
    assert lint(SOUND_ZH.replace("第二节；", f"第二节；{quoted}；"), sections=SECTIONS) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("verdict", "`inbox/flyp/agent-skill-scratch.md`", "`inbox/flyp/agent-skill-scratched.md`"),
        ("verdict", "`work-queue.md`", "`paper_cards/681-2607-26627.md`"),
        ("id", "CI 峰值并发", "arXiv:2601.00001 CI 峰值并发"),
        ("section", "§2.7 KVServe", "§2.9 KVServe"),
        ("category", "662\n", "681\n"),
    ],
)
def test_planted_faults_in_ours(rule: str, before: str, after: str, language: str) -> None:
    day, header = f.sample_day(), f.sample_header()
    markdown = render(day, header, language).markdown
    assert before in markdown
    faults = lint(markdown.replace(before, after, 1), day, header, language)
    assert rule in {fault.rule for fault in faults}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_count_of_ours_is_checked(language: str) -> None:
    """Raising any single count by one is found, on its line."""
    day, header = f.sample_day(), f.sample_header()
    markdown = render(day, header, language).markdown
    lines = markdown.split("\n")
    heads = [i for i, line in enumerate(lines) if re.match(r"#{2,3} .*[（(]\d+\D{0,40}[)）]$", line)]
    assert len(heads) >= 10
    for at in heads:
        bad = re.sub(r"(\d+)(\D{0,40}[)）])$", lambda m: f"{int(m[1]) + 1}{m[2]}", lines[at])
        faults = lint("\n".join([*lines[:at], bad, *lines[at + 1 :]]), day, header, language)
        assert [(fault.rule, fault.line) for fault in faults] == [("count", at + 1)], bad


def test_a_source_of_the_day_without_a_verdict_is_found() -> None:
    header = f.sample_header()
    header = replace(header, sources=(*header.sources, SourceFact("inbox/x/forgotten.md", "note", "x")))
    markdown = render(f.sample_day(), header, "zh").markdown
    assert [fault.rule for fault in lint(markdown, f.sample_day(), header, "zh")] == ["verdict"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_words_are_no_faults_of_ours(text: str, language: str) -> None:
    day = hostile_day(text)
    assert lint(render(day, f.sample_header(), language).markdown, day, f.sample_header(), language) == ()


def test_messages_are_in_the_language_asked_for() -> None:
    broken = SOUND_EN.replace("[§2 Logs]", "[§9 Logs]")
    assert lint(broken, sections=SECTIONS, language="zh")[0].message == "第 11 行的 §9 不在当天的基线里"
    assert lint(broken, sections=SECTIONS, language="en")[0].message == "line 11: §9 is not in that day’s baseline"


@pytest.mark.parametrize("text", ["", "\n", "no parts (3)", "## 4. Sources\n", "0. Overall\n1. Increments\n2. x"])
def test_any_text_can_be_checked(text: str) -> None:
    assert lint(text, sections=()) == ()
