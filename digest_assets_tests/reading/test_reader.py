"""Readings: claims that lead back to the source to the character, values in their places, mentions, moments."""
# ruff: noqa: E501 - a sample stays on one line

from __future__ import annotations

import hashlib
from bisect import bisect_right
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.model import ArxivValue, DateValue, Reading, SourceKind, UrlValue
from digest_assets.reading import pool, wire
from digest_assets.reading.reader import claim_id, read, stated_moment
from digest_assets.reading.text import decode, line_starts


def note(text: str) -> Reading:
    return check(text.encode(), "note", "note.md")


def check(data: bytes, kind: SourceKind, name: str) -> Reading:
    """Reads, and proves every place: text from spans, surfaces from offsets, lines from offsets, the way through bytes."""
    reading = read(data, kind, name)
    source = decode(data).text
    starts = line_starts(source)
    assert reading.content_sha256 == hashlib.sha256(data).hexdigest()
    for ordinal, claim in enumerate(reading.claims):
        assert claim.ordinal == ordinal
        assert claim.text.strip()
        end = source_end = 0
        for at, place, length in claim.spans:
            assert length > 0
            assert at >= end
            assert place >= source_end or claim.kind == "heading"
            assert claim.text[at : at + length] == source[place : place + length]
            end, source_end = at + length, place + length
        assert claim.line_start == bisect_right(starts, claim.spans[0][1])
        assert claim.line_end == bisect_right(starts, claim.spans[-1][1] + claim.spans[-1][2] - 1)
        assert claim.claim_id == claim_id(reading.content_sha256, claim.text)
        assert -1 <= claim.section < len(reading.sections)
        for value in claim.values:
            assert claim.text[value.start : value.end] == value.surface
        assert list(claim.values) == sorted(
            claim.values, key=lambda value: (value.start, value.end, type(value).__name__)
        )
    assert [mention.line for mention in reading.mentions] == sorted(mention.line for mention in reading.mentions)
    assert all(1 <= mention.line <= max(reading.lines, 1) for mention in reading.mentions)
    assert wire.unpack(wire.pack(reading)) == reading
    return reading


def test_claims_know_kind_path_item_and_lines() -> None:
    reading = note(
        "# 总 2026\n\n一。二。\n\n## 2. 分\n\n**小标题**\n\n- 甲\n  - 乙\n- 丙\n\n| 名 | 值 |\n|---|---|\n| a | 1 |\n\n> 引。\n"
    )
    rows = [(c.kind, c.text, c.line_start, c.heading_path, c.quoted) for c in reading.claims]
    assert rows == [
        ("heading", "总 2026", 1, (), False),
        ("sentence", "一。", 3, ("总 2026",), False),
        ("sentence", "二。", 3, ("总 2026",), False),
        ("heading", "2. 分", 5, ("总 2026",), False),
        ("heading", "小标题", 7, ("总 2026", "分"), False),
        ("list_item", "甲", 9, ("总 2026", "分", "小标题"), False),
        ("list_item", "乙", 10, ("总 2026", "分", "小标题"), False),
        ("list_item", "丙", 11, ("总 2026", "分", "小标题"), False),
        ("table_row", "a | 1", 15, ("总 2026", "分", "小标题"), False),
        ("sentence", "引。", 17, ("总 2026", "分", "小标题"), True),
    ]
    items = [c.item for c in reading.claims]
    assert items[1] == items[2]
    assert items[5] == items[6] != items[7]
    assert reading.claims[8].cells == (("名", "a"), ("值", "1"))
    assert [c.section for c in reading.claims] == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert reading.title == "总 2026"


def test_a_bold_opening_line_holds_for_its_list_only() -> None:
    reading = note("## x\n\n**甲**（arXiv:2607.00001）\n- 一\n\n之后。\n\n**整行**\n- 二\n\n三。\n")
    assert [(c.text, c.heading_path[1:]) for c in reading.claims if c.kind != "heading"] == [
        ("甲（arXiv:2607.00001）", ()),
        ("一", ("甲（arXiv:2607.00001）",)),
        ("之后。", ()),
        ("二", ("整行",)),
        ("三。", ("整行",)),
    ]


def test_a_bold_sentence_is_no_heading() -> None:
    assert [c.kind for c in note("**这一条归别的主题。**\n\n正文\n").claims] == ["sentence", "sentence"]


def test_a_statement_that_stands_twice_has_one_identity() -> None:
    first, second = [c for c in note("- 速度是  1.5 倍\n\n## x\n\n速度是 **1.5 倍**\n").claims if c.kind != "heading"]
    assert first.claim_id == second.claim_id
    assert (first.line_start, second.line_start) == (1, 5)


def test_struck_text_is_not_said() -> None:
    (claim,) = note("速度是 ~~2 倍，~~1.5 倍\n").claims
    assert claim.text == "速度是 1.5 倍"


def test_code_comments_and_bibtex_are_mentions_only() -> None:
    reading = note(
        "```\narXiv:2607.00001\n```\n\n<!-- arXiv:2607.00002 -->\n\n@misc{x,\n  eprint = {2607.00003},\n  archivePrefix = {arXiv}\n}\n\n"
        "见 arXiv:2607.00004v2。\n"
    )
    assert [c.text for c in reading.claims] == ["见 arXiv:2607.00004v2。"]
    assert [(m.arxiv_id, m.version, m.line, m.claim_id is None) for m in reading.mentions] == [
        ("2607.00001", None, 2, True),
        ("2607.00002", None, 5, True),
        ("2607.00003", None, 8, True),
        ("2607.00004", 2, 12, False),
    ]


def test_link_targets_stand_at_their_text() -> None:
    (claim,) = note(
        "读 [这篇论文](https://arxiv.org/abs/2607.00001v3) 与 [2607.00002](https://arxiv.org/pdf/2607.00002)。\n"
    ).claims
    ids = [(v.arxiv_id, v.version, v.surface, v.bare) for v in claim.values if isinstance(v, ArxivValue)]
    assert ids == [("2607.00001", 3, "这篇论文", False), ("2607.00002", None, "2607.00002", False)]
    urls = [(v.url, v.surface) for v in claim.values if isinstance(v, UrlValue)]
    assert urls == [
        ("https://arxiv.org/abs/2607.00001v3", "这篇论文"),
        ("https://arxiv.org/pdf/2607.00002", "2607.00002"),
    ]


def test_bare_ids_count_in_their_column() -> None:
    reading = note("| 名 | arXiv |\n|---|---|\n| a | 2607.00001 |\n\n另见 2607.00002 一文。\n")
    assert [(m.arxiv_id, m.bare) for m in reading.mentions] == [("2607.00001", False), ("2607.00002", True)]


def test_a_missing_year_comes_from_the_heading() -> None:
    dates = [
        v
        for c in note("# 2024 年回顾\n\n- 3 月 5 日发布\n").claims
        for v in c.values
        if isinstance(v, DateValue) and c.kind != "heading"
    ]
    assert [(v.form, v.low, v.high) for v in dates] == [("absolute", "2024-03-05", "2024-03-05")]
    dates = [v for c in note("# 回顾\n\n- 3 月 5 日发布\n").claims for v in c.values if isinstance(v, DateValue)]
    assert [(v.form, v.low) for v in dates] == [("yearless", "--03-05")]


def test_values_keep_to_their_statement() -> None:
    one, two = note("甲快 30%。乙慢 20%。\n").claims
    assert [v.surface for v in one.values] == ["30%"]
    assert [(v.surface, v.start) for v in two.values] == [("20%", two.text.index("20%"))]


def test_front_matter_makes_title_and_moment() -> None:
    reading = note("---\ntitle: 题\ncreated: 2026-07-31 16:30\n---\n正文\n")
    assert (reading.title, reading.stated) == ("题", "2026-07-31T16:30:00")
    assert [(c.kind, c.text, c.line_start, c.cells) for c in reading.claims] == [
        ("field", "title: 题", 2, (("title", "题"),)),
        ("sentence", "正文", 5, ()),
    ]


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("created: 2026-07-31", "2026-07-31"),
        ("date: 2026-07-31T16:30", "2026-07-31T16:30:00"),
        ("date: 2026/7/31 16:30", "2026-07-31T16:30:00"),
        ("date: 2026年7月31日 16:30", "2026-07-31T16:30:00"),
        ("created: 2026-03-08T21:20:00Z", "2026-03-08T21:20:00+00:00"),
        ("created: 2026-03-08T21:20:00+08:00", "2026-03-08T21:20:00+08:00"),
        ("created: '2026-03-08 21:20 -0500'", "2026-03-08T21:20:00-05:00"),
        ("created: 20260731", "2026-07-31"),
        ("created: 2026-02-30\ndate: 2026-02-28", "2026-02-28"),
        ("created: 2026-02-30", None),
        ("created: 2026-07-31 25:00", None),
        ("created: [2026-07-31]", None),
        ("created: true", None),
        ("title: x", None),
    ],
)
def test_stated_moments(line: str, moment: str | None) -> None:
    data = f"---\n{line}\n---\nx\n".encode()
    assert stated_moment(data, "note", "x.md") == moment
    assert read(data, "note", "x.md").stated == moment


def test_broken_front_matter_is_told() -> None:
    reading = note("---\na: b: c\n---\n正文。\n")
    assert [c.text for c in reading.claims] == ["正文。"]
    assert "front matter" in reading.notices[0]
    unclosed = note('---\ntitle: "x\nauthor: y\n\n# 题\n\n正文。\n')
    assert [c.text for c in unclosed.claims] == ["题", "正文。"]
    assert unclosed.notices == ("front matter is never closed",)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_places_hold_in_every_encoding_and_newline(encoding: str, newline: str) -> None:
    text = "---\na: 1\n---\n# 题目\n\n正文一句。第二句，在 **第六行**。\n\n> - 引用里的 `代码` 项\n>   续行\n\n| 甲 | 乙 |\n|---|---|\n| 一 | 二 |\n| 三 |\n".replace(
        "\n", newline
    )
    reading = check(text.encode(encoding), "note", "x.md")
    assert [(c.text, c.line_start, c.line_end) for c in reading.claims] == [
        ("题目", 4, 4),
        ("正文一句。", 6, 6),
        ("第二句，在 第六行。", 6, 6),
        ("引用里的 代码 项续行", 8, 9),
        ("一 | 二", 13, 13),
        ("三 | ", 14, 14),
    ]
    assert reading.lines == 14


def test_unreadable_and_empty_sources() -> None:
    assert check(b"", "note", "x.md").status == "empty"
    assert check(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "note", "x.md").status == "unreadable"


def test_readings_of_many_sources_come_in_order_from_any_number_of_workers() -> None:
    items = [
        (f"# {index}\n\n第 {index} 篇，{index}%。\n".encode() * 2_000, "note", f"{index}.md") for index in range(40)
    ]
    alone = list(pool.read_many(iter(items), workers=1))  # type: ignore[arg-type]
    assert list(pool.read_many(iter(items), workers=2)) == alone  # type: ignore[arg-type]
    assert [reading.title for reading in alone] == [str(index) for index in range(40)]
    assert list(pool.read_many([])) == []


def test_a_reading_depends_on_nothing_else() -> None:
    data = "# a\n\n- b 30%，见 [c](https://d.e)。\n".encode()
    assert wire.pack(read(data, "note", "x.md")) == wire.pack(read(data, "note", "y.md"))


SAMPLE = sorted(path for path in (Path(__file__).parents[2] / "data" / "sample").rglob("*.md"))


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem[:30])
def test_the_sample_vault_is_read_to_the_character(path: Path) -> None:
    check(path.read_bytes(), "card" if "paper_cards" in path.parts else "note", path.name)


MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# ",
            "## 1. ",
            "##中",
            "- ",
            "  - ",
            "> ",
            "1. ",
            "1、",
            "| a | arXiv |\n|---|---|\n| ",
            " | ",
            "`",
            "**",
            "*",
            "~~",
            "[",
            "](",
            ")",
            "[[",
            "]]",
            "|",
            "\\",
            "&amp;",
            "<br>",
            "<!--",
            "-->",
            "```\n",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\t",
            "    ",
            "  \n",
            "中文",
            "。",
            "；",
            "word ",
            "1.5 倍",
            "30%",
            "arXiv:2607.00001v2",
            "2607.00002",
            "https://a.b/c",
            "2026-07-31",
            "3 月 5 日",
            "昨天",
            "vLLM v0.26",
            "[^1]",
            "\n[^1]: ",
            "\0",
            "\u2028",
            "😀",
            "---\n",
            "a: b\n",
            "主分类：x",
            "@misc{a,\n",
            "}",
            "ＡＢ１",
            "\u200b",
            "½",
            "<h2>x</h2>",
        ]
    ),
    max_size=40,
).map("".join)


@given(MARKDOWN, st.sampled_from(["note", "card", "baseline"]))
@settings(max_examples=400, deadline=None)
def test_any_markdown_is_read_to_the_character(text: str, kind: SourceKind) -> None:
    check(text.encode(), kind, "12-2607-00001.md")


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read(data: bytes) -> None:
    check(data, "note", "x.md")
