"""Foreign text in Markdown: no structure of its own, every visible character kept."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest_assets.briefing.safe import block, cell, clean, code, inline, quote_marks, shorten

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HOSTILE = st.text(
    st.one_of(
        st.sampled_from(list("`*_[]()<>|\\#~$&!:-+=.1 \n\t\u202e\u2028\x00ab中「」“”;")), st.characters(codec="utf-8")
    ),
    max_size=60,
)


def _text(tokens: list[Token]) -> str:
    """All text of inline tokens; fails on anything that is more than text."""
    out = []
    for token in tokens:
        for child in token.children or ():
            assert child.type in ("text", "softbreak"), child.type
            out.append(child.content)
    return "".join(out)


@settings(max_examples=300, deadline=None)
@given(HOSTILE)
def test_inline_text_stays_text_in_a_list_item(text: str) -> None:
    tokens = MARKDOWN.parse(f"- x {inline(text)} y\n")
    assert [t.type for t in tokens if t.type.endswith("_open")] == [
        "bullet_list_open",
        "list_item_open",
        "paragraph_open",
    ]
    assert _text(tokens) == f"x {clean(text)} y"


@settings(max_examples=300, deadline=None)
@given(HOSTILE)
def test_block_text_stays_a_paragraph(text: str) -> None:
    tokens = (
        MARKDOWN.parse(block("a" + text)[1:] + "\n") if clean("a" + text) == "a" else MARKDOWN.parse(block(text) + "\n")
    )
    assert [t.type for t in tokens if t.type.endswith("_open")] in ([], ["paragraph_open"])
    assert _text(tokens) == clean(text)


@settings(max_examples=300, deadline=None)
@given(HOSTILE, HOSTILE)
def test_cells_keep_their_columns(first: str, second: str) -> None:
    table = f"| h | k |\n|---|---|\n| x{cell(inline(first))}x | {cell(code('p' + second))} |\n"
    tokens = MARKDOWN.parse(table)
    assert [t.type for t in tokens if t.type == "td_open"] == ["td_open"] * 2
    inlines = [t for t in tokens if t.type == "inline"]
    assert _text(inlines[2:3]) == f"x{inline_text(first)}x"
    spans = [c.content for c in inlines[3].children or () if c.type == "code_inline"]
    assert spans == [clean("p" + second)]


def inline_text(text: str) -> str:
    return "".join(c.content for t in MARKDOWN.parse(f"x{inline(text)}x") for c in t.children or ())[1:-1]


@pytest.mark.parametrize("name", ["max_num_tokens", "[72]", "C#", "R&D", "x < 3", "~1 tok/s", "§8.2", "1,918", "$2"])
def test_common_names_are_found_by_a_search_in_the_raw_file(name: str) -> None:
    assert inline(f"see {name} there") == f"see {name} there"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>x</script>", "\\<script>x\\</script>"),
        ("__init__ and a_b", "\\_\\_init\\_\\_ and a_b"),
        ("[x](y)", "[x\\](y)"),
        ("2 * 3 and **b**", "2 * 3 and \\*\\*b\\*\\*"),
        ("&lt;", "\\&lt;"),
        ("~~gone~~", "\\~\\~gone\\~\\~"),
        ("a\u202eb\u2066c", "abc"),
        ("a\r\n\r\n# b", "a # b"),
    ],
)
def test_inline(text: str, shown: str) -> None:
    assert inline(text) == shown


@pytest.mark.parametrize("text", ["# head", "- item", "1. item", "12) x", "> q", "=== ", "+ a", "~~~"])
def test_block_starts_nothing(text: str) -> None:
    assert "<p>" in MARKDOWN.render(block(text))
    assert html.unescape(re.sub("<[^>]+>", "", MARKDOWN.render(block(text)))).strip() == clean(text)


def test_shorten_cuts_at_word_borders_and_says_how_long_the_text_was() -> None:
    cut = shorten("word " * 1000, 50)
    assert cut.text.endswith("word …")
    assert len(cut.text) <= 52
    assert cut.full == 4999
    assert shorten("short", 50).full is None
    assert shorten("x" * 200, 50).text == "x" * 50 + " …"
    assert shorten("验证端放宽" * 40, 50).text.endswith(" …")


def test_shorten_keeps_the_passage_that_matters() -> None:
    text = "before " * 100 + "the value is 42 ms here " + "after " * 100
    cut = shorten(text, 80, ("42 ms",))
    assert "42 ms" in cut.text
    assert cut.text.startswith("… ")
    assert cut.text.endswith(" …")


@given(st.text(max_size=300), st.integers(5, 80))
def test_shorten_shows_only_what_the_text_says(text: str, limit: int) -> None:
    cut = shorten(text, limit)
    core = cut.text.removesuffix(" …") if cut.full is not None else cut.text
    assert core in clean(text)
    assert len(cut.text) <= limit + 4


def test_quotation_marks_avoid_those_inside() -> None:
    assert quote_marks("plain", ("「", "」")) == ("「", "」")
    assert quote_marks("a 「b」", ("「", "」")) == ("“", "”")
    assert quote_marks("say “b”", ("“", "”")) == ("「", "」")


def test_code_spans_hold_backticks() -> None:
    assert code("a`b") == "``a`b``"
    assert MARKDOWN.renderInline(code("`a``b`")) == "<code>`a``b`</code>"
