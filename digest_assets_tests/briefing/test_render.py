"""The rendered briefing: golden texts of the fixtures, structure, origins, hostile sources."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from digest_assets.briefing.document import (
    BaselineFacts,
    BaselineSection,
    baseline_facts,
    build,
    paper_rows,
    source_facts,
)
from digest_assets.briefing.lint import lint
from digest_assets.briefing.render import checked, render, render_document
from digest_assets.model import Judgement, LivingDocument, Pattern, Quote, Source, Vote
from digest_assets_tests.briefing import fixtures as f

GOLDEN = Path(__file__).parent / "golden"
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
LANGUAGES = ("zh", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["sample_day", "empty_day"])
def test_golden(name: str, language: str) -> None:
    """The text is read line by line by people; a change here is a change of what they see."""
    judgement = getattr(f, name)()
    header = f.sample_header() if name == "sample_day" else f.header()
    wanted = (GOLDEN / f"{name}.{language}.md").read_bytes().decode("utf-8")
    assert render(judgement, header, language).markdown == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_form(language: str) -> None:
    markdown = render(f.sample_day(), f.sample_header(), language).markdown
    assert markdown.endswith("\n")
    assert not markdown.endswith("\n\n")
    assert not re.search(r"[ \t]\n|\n{3}|\r|\x00", markdown)
    assert [line[:4] for line in markdown.split("\n") if line.startswith("## ")] == [f"## {n}" for n in range(6)]
    assert "None" not in markdown.replace("None.", "")
    assert not re.search(r"\{\w+", markdown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_judgement_gives_the_same_bytes(language: str) -> None:
    first = render(f.sample_day(), f.sample_header(), language)
    assert render(f.sample_day(), f.sample_header(), language) == first
    assert render_document(build(f.sample_day(), f.sample_header()), language) == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_twice(language: str) -> None:
    lines = [
        line for line in render(f.sample_day(), f.sample_header(), language).markdown.split("\n") if len(line) > 60
    ]
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_quotation_has_its_place_on_its_line_or_above(language: str) -> None:
    rendered = render(f.sample_day(), f.sample_header(), language)
    lines = rendered.markdown.split("\n")
    for origin in rendered.lines:
        line = lines[origin.line - 1]
        if line.startswith(("### ", "- 增量", "- Increment")):
            continue
        above = next((t for t in reversed(lines[: origin.line]) if origin.path in t), None)
        assert above is not None or origin.path == f.BASE
        assert str(origin.line_start) in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_origins_hold_every_claim_that_was_shown(language: str) -> None:
    judgement = f.sample_day()
    rendered = render(judgement, f.sample_header(), language)
    claims = {o.claim_id for o in rendered.lines}
    for increment in judgement.increments:
        assert {q.claim_id for q in increment.says} <= claims
        assert {e.quote.claim_id for e in increment.evidence} <= claims
    for caution in judgement.cautions:
        assert caution.a.claim_id in claims
    lines = rendered.markdown.split("\n")
    for subject in rendered.subjects:
        if subject.kind == "verdict":
            assert subject.key in lines[subject.line - 1]
        if subject.kind == "paper":
            assert lines[subject.line - 1].startswith(f"| [{subject.key}]")
    assert {s.key for s in rendered.subjects if s.kind == "verdict"} == {v.path for v in judgement.verdicts}


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotations_are_verbatim(language: str) -> None:
    markdown = render(f.sample_day(), f.sample_header(), language).markdown
    for increment in f.sample_day().increments:
        for quote in increment.says:
            assert quote.text in markdown


def test_warnings_are_ordered_by_risk_then_kind() -> None:
    document = build(f.sample_day(), f.sample_header())
    assert [r.caution.warning_id for r in document.rows] == ["w-tgi", "w-colibri", "w-lossy", "w-pass"]
    assert [r.number for r in document.rows] == [1, 2, 3, 4]


def test_papers_are_ordered_by_increment_then_by_place_in_the_document() -> None:
    rows = build(f.sample_day(), f.sample_header()).papers
    assert rows[0].row.arxiv_id == "2607.26627"
    assert [p.section for p in rows] == ["3", "2.4", "2.5", "2.6", "2.7", "2.7", "2.8", "5", "6.6", "7.1"]


def test_ids_in_quotations_join_the_table() -> None:
    day = f.sample_day()
    known = f.quote(f.BASE, 157, "VeriCache（arXiv:2605.17613）：压缩 KV 起草、完整 KV 验证。")
    first = replace(
        day.increments[0], known=(known,), says=(*day.increments[0].says, f.quote(f.SPARK, 46, "arXiv:2605.15051"))
    )
    day = replace(day, increments=(first, *day.increments[1:]))
    rows = {row.arxiv_id: row for row in paper_rows(day, f.sample_header())}
    assert rows["2605.17613"].section == "3"
    assert rows["2605.17613"].mentions == ((f.BASE, 157),)
    assert rows["2605.15051"].role == "reference"
    for language in LANGUAGES:
        assert lint(render(day, f.sample_header(), language).markdown, day, f.sample_header(), language) == ()


def test_sentences_said_by_two_sources_stand_once() -> None:
    day = f.sample_day()
    twin = replace(day.increments[2].says[0], path=f.JAY, claim_id="0" * 16)
    day = replace(
        day, increments=(*day.increments[:2], replace(day.increments[2], says=(*day.increments[2].says, twin)))
    )
    markdown = render(day, f.sample_header(), "zh").markdown
    assert markdown.count(twin.text) == 1
    assert f"同文见 `{f.JAY}:34`" in markdown


def test_singular_and_plural() -> None:
    day = f.sample_day()
    one = replace(
        day, increments=day.increments[:1], cautions=day.cautions[1:2], candidates=(), actions=(), density="low"
    )
    markdown = render(one, f.sample_header(), "en").markdown
    assert "**Low density:** 1 increment (1 marked ★★), 1 contradiction." in markdown
    assert "1 warning to verify: until settled, write it down as open, not as fact" in markdown
    many = render(day, f.sample_header(), "en").markdown
    assert "3 increments (1 marked ★★), 1 contradiction, 3 statements to verify." in many


@pytest.mark.parametrize(
    ("today", "pattern", "zh", "en"),
    [
        (False, Pattern(2, ((f.DAY, "none"),), None, ()), "连同此前已连续 3 天", "for 3 days running"),
        (
            False,
            Pattern(0, ((f.DAY - timedelta(1), "low"), (f.DAY, "none")), 1, ()),
            "前一天还有增量",
            "the day before still had some",
        ),
        (
            False,
            Pattern(0, ((f.DAY - timedelta(1), "none"), (f.DAY, "none")), None, ()),
            "此前没有过增量",
            "no increments on any",
        ),
        (True, Pattern(1, ((f.DAY - timedelta(1), "none"), (f.DAY, "medium")), 4, ()), "在 4 天前", "came 4 days ago"),
        (
            True,
            Pattern(1, ((f.DAY - timedelta(1), "none"), (f.DAY, "medium")), 4, ()),
            "由前一天的无升到中",
            "up from none",
        ),
    ],
)
def test_pattern_over_days(today: bool, pattern: Pattern, zh: str, en: str) -> None:
    day = replace(f.sample_day() if today else f.empty_day(), pattern=pattern)
    assert zh in render(day, f.header(), "zh").markdown
    assert en in render(day, f.header(), "en").markdown


@pytest.mark.parametrize(
    ("as_of", "zh"),
    [
        ("mtime", "按文件修改时间"),
        ("snapshot", "取自快照"),
        ("working-tree", "**工作副本**"),
        ("absent", "还没有这份文档"),
    ],
)
def test_baseline_states(as_of: str, zh: str) -> None:
    baseline = BaselineFacts("kb/x.md", as_of, datetime(2026, 7, 30, tzinfo=UTC))
    assert zh in render(f.empty_day(), f.header(baseline=baseline), "zh").markdown


def test_a_provisional_window_is_said() -> None:
    assert "> **暂定**" in render(f.empty_day(), f.header(provisional=True), "zh").markdown


def test_window_is_written_in_the_vaults_zone() -> None:
    header = f.header(zone="America/New_York", opens=datetime(2026, 3, 7, 22, 15, tzinfo=UTC),
                      closes=datetime(2026, 3, 8, 21, 15, tzinfo=UTC))  # fmt: skip
    assert (
        "2026-03-07 17:15 → 2026-03-08 17:15 (America/New_York, 23 hours)"
        in render(f.empty_day(), header, "en").markdown
    )


def test_no_fitting_section_is_said_not_forced() -> None:
    day = f.sample_day()
    day = replace(day, increments=(replace(day.increments[0], placement=(), missing_section=True),))
    markdown = render(day, f.sample_header(), "zh").markdown
    assert "【尚无合适的节】" in markdown
    assert "**归入**：文档里没有对应的节，需要新开" in markdown


def test_a_correction_is_a_question() -> None:
    for language, words in (
        ("zh", "是否要改？先查清警示 1"),
        ("en", "should this place of the baseline change? Settle warning 1"),
    ):
        assert words in render(f.sample_day(), f.sample_header(), language).markdown


HOSTILE = (
    "a | b | c\n|---|---|\n| x | y |",
    "# Fake heading\n\n## 1. 核心增量（9 条）",
    "<script>alert(1)</script><!-- open",
    "```\ncode\n```\n~~~",
    "`tick ``ticks`` |pipe|",
    "\u202eevil\u202c \u2066x\u2069 \x00 \x1b[31m",
    "「a」 “b” 『c』 ‘d’ «e»",
    "[x](javascript:alert) ![i](u) [^1] [[w]] <http://x.y>",
    "word " * 1000,
    "字" * 5000,
    "**bold** __init__ *i* ~~s~~ $x$ $y$ &amp; &#35;",
    "1. list\n- item\n> quote\n---",
    "| --- | --- |",
    "\\",
    "2607.99999 arXiv:2607.88888 §99 增量 7 条 12 警示 主分类：foo 有误，应为 3",
)


def hostile_day(text: str) -> Judgement:
    day = f.sample_day()
    path = f"inbox/{re.sub(r'[/]', '_', text)[:40]}.md"
    quote = Quote(text, path, 3, 4, "f" * 16, f.DAY, "")
    first = replace(
        day.increments[0], title=text or "x", says=(quote,), evidence=(), known=(replace(quote, path=f.BASE),),
        placement=(Vote("3", text, 1.0, ()),), missing=f.phrase("missing.values", list=text),
    )  # fmt: skip
    caution = replace(day.cautions[1], subject=text, attribute=text, values=(text, "b"), a=quote, b=quote,
                      increment_id=None)  # fmt: skip
    candidate = replace(day.candidates[0], text=text, quote=quote, increment_id=first.increment_id)
    card = replace(day.cards[0], title=text, category=text)
    row = replace(day.papers[-1], title=text)
    verdict = f.verdict(path, "used", f.phrase("verdict.empty"))
    return replace(day, increments=(first, *day.increments[1:]), cautions=(caution, *day.cautions[1:]),
                   candidates=(candidate,), cards=(card, *day.cards[1:]), papers=(*day.papers[:-1], row),
                   verdicts=(*day.verdicts, verdict))  # fmt: skip


def _shape(markdown: str) -> list[tuple[str, int]]:
    return [(t.type, t.level) for t in MARKDOWN.parse(markdown) if t.type != "inline"]


def _check_hostile(text: str, language: str) -> None:
    plain = render(hostile_day("plain"), f.sample_header(), language)
    hostile = render(hostile_day(text), f.sample_header(), language)
    added = len(MARKDOWN.parse(hostile.markdown)) - len(MARKDOWN.parse(plain.markdown))
    assert _shape(hostile.markdown) == _shape(plain.markdown) or added > 0  # ids in a quotation add rows to the table
    html = MARKDOWN.render(hostile.markdown)
    assert not re.search(r"<(script|img|del|hr|pre|em)\b|<!--", html)
    assert html.count("<h2>") == 6
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", hostile.markdown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_sources_change_no_structure(text: str, language: str) -> None:
    _check_hostile(text, language)


@settings(max_examples=25, deadline=None)
@given(st.text(st.one_of(st.sampled_from(list("`*_[]()<>|\\#~$&!:-+=1. \n\u202e「」“”")), st.characters(codec="utf-8")),
               min_size=1, max_size=50).filter(lambda t: t.strip()))  # fmt: skip
def test_any_source_changes_no_structure(text: str) -> None:
    _check_hostile(text, "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_statements_are_cut_and_say_so(language: str) -> None:
    markdown = render(hostile_day("word " * 1000), f.sample_header(), language).markdown
    assert ("全文 4,999 字" if language == "zh" else "excerpt of 4,999 characters") in markdown
    assert max(map(len, markdown.split("\n"))) < 1500


def test_faults_are_named_at_the_head_with_the_lines_that_are_shown() -> None:
    day = f.sample_day()
    day = replace(
        day, increments=(replace(day.increments[0], placement=(Vote("99", "?", 1.0, ()),)), *day.increments[1:])
    )
    rendered, faults = checked(day, f.sample_header(), "zh")
    assert {fault.rule for fault in faults} == {"section"}
    assert "> **自检未通过**" in rendered.markdown.split("\n")[2]
    lines = rendered.markdown.split("\n")
    for fault in faults:
        assert "§99" in lines[fault.line - 1]
        assert any(fault.message in line for line in lines[:8])


def test_a_sound_day_has_no_faults() -> None:
    for language in LANGUAGES:
        rendered, faults = checked(f.sample_day(), f.sample_header(), language)
        assert faults == ()
        assert rendered == render(f.sample_day(), f.sample_header(), language)


def test_facts_of_sources_and_of_an_absent_baseline() -> None:
    source = Source(
        "b.md", "note", "ann", None, datetime(2026, 7, 31, tzinfo=UTC), "name", None, "on_time", "", 0, None
    )
    assert [s.path for s in source_facts([source, replace(source, path="a.md")])] == ["a.md", "b.md"]
    facts = baseline_facts(LivingDocument("t", "kb/t.md", None, 0, "absent", None), None)
    assert facts == BaselineFacts("kb/t.md", "absent", None)


def test_sections_without_numbers_are_named_by_their_titles() -> None:
    title = "3FS and friends"
    baseline = replace(f.header().baseline, sections=(BaselineSection(title, title, 1, 9),))
    day = f.sample_day()
    first = replace(day.increments[0], placement=(Vote(title, title, 1.0, ()),), known=())
    day = replace(
        day, increments=(first,), cautions=(), candidates=(), actions=(), papers=day.papers[-1:], adoptions=()
    )
    header = replace(f.sample_header(), baseline=baseline)
    for language, words in (("zh", "**归入**：「3FS and friends」一节\n"), ("en", "section “3FS and friends”\n")):
        markdown = render(day, header, language).markdown
        assert words in markdown
        assert "§" not in markdown
        assert lint(markdown, day, header, language) == ()
