"""Blocks: plain text, and runs that lead back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.reading.blocks import Block
from digest_assets.reading.markdown import parse


def texts(source: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in parse(source)]


def assert_runs(blocks: list[Block], source: str) -> None:
    for block in blocks:
        last = 0
        for at, place, length in block.runs:
            assert length > 0
            assert at >= last
            last = at + length
            assert block.text[at : at + length] == source[place : place + length]
        assert last <= len(block.text)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a **b** `c  d` [e](f) ![g](h) <i>x</i> &amp; \\* https://i.j\n", "a b c  d e g x & * https://i.j"),
        ("中文一行\n接着一行\n", "中文一行接着一行"),
        ("English line\nnext line\n", "English line next line"),
        ("a<br>b\n", "a b"),
        ("a[^1]b\n\n[^1]: x\n", "ab"),
        ("见 [[文档#节|别名]] 与 [[卡]]\n", "见 别名 与 卡"),
        ("`` `x` ``\n", "`x`"),
        ("`a\nb`\n", "a b"),
        ("𝒜中a **é**\n", "𝒜中a é"),
        ("a [[# |]] b\n", "a  b"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    blocks = parse(source)
    assert blocks[0].text == expected
    assert_runs(blocks, source)


def test_items_share_their_outermost_list_item() -> None:
    blocks = parse("- a\n  - b\n\n    c\n- d\n\ne\n\nf\n")
    assert [(b.kind, b.text, b.depth) for b in blocks] == [
        ("item", "a", 1),
        ("item", "b", 2),
        ("item", "c", 2),
        ("item", "d", 1),
        ("paragraph", "e", 0),
        ("paragraph", "f", 0),
    ]
    items = [b.item for b in blocks]
    assert items[0] == items[1] == items[2]
    assert len(set(items)) == 4


def test_rows_know_their_columns() -> None:
    source = "| 名 | 值 |\n|---|---|\n| `a \\| b` | **c** |\n| 1 |\n| 1 | 2 | 3 |\n"
    blocks = parse(source)
    assert [b.text for b in blocks] == ["名 | 值", "a | b | c", "1 | ", "1 | 2"]
    assert blocks[1].header == ("名", "值")
    assert [blocks[1].text[low:high] for low, high in blocks[1].cells] == ["a | b", "c"]
    assert len({b.item for b in blocks}) == 1
    assert_runs(blocks, source)


def test_offsets_hold_after_missing_spaces_and_odd_newlines() -> None:
    source = "中\r\r##标题\r\r文 **b**\r\n\r\n###（一）又\0一\n"
    blocks = parse(source)
    assert [b.text for b in blocks] == ["中", "标题", "文 b", "（一）又\ufffd一"]
    assert_runs(blocks, source)


def test_a_later_start_keeps_offsets() -> None:
    source = "---\na: 中\n---\n# 标题\n"
    blocks = parse(source, source.index("#"))
    assert blocks[0].runs == [(0, source.index("标"), 2)]


def test_quotes_and_tasks() -> None:
    blocks = parse("> q\n\n- [ ] a\n- [x] b\n  - [X] c\n")
    assert [(b.text, b.quoted, b.task) for b in blocks] == [
        ("q", True, None),
        ("a", False, False),
        ("b", False, True),
        ("c", False, True),
    ]


PIECES = st.lists(
    st.sampled_from(
        [
            "# ",
            "##中",
            "- ",
            "  - ",
            "> ",
            "1. ",
            "| a | b |\n|---|---|\n| ",
            " | ",
            "`",
            "``",
            "**",
            "*",
            "_",
            "~~",
            "[",
            "](",
            ")",
            "[[",
            "]]",
            "|",
            "\\",
            "&amp;",
            "&",
            "<br>",
            "<b>",
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
            "word ",
            "1.5",
            "http://a.b/c",
            "[^1]",
            "\n[^1]: ",
            "\0",
            "\u2028",
            "😀",
            "---\n",
            "===\n",
            "![",
            "$",
            "<h2>x</h2>",
            "- [ ] ",
        ]
    ),
    max_size=40,
).map("".join)


@given(PIECES)
@settings(max_examples=400, deadline=None)
def test_runs_lead_back_to_the_source(source: str) -> None:
    assert_runs(parse(source), source)
