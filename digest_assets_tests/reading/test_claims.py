"""Statements: where one ends and the next begins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.reading.claims import LONGEST, split


def said(text: str, quoted: bool = False) -> list[str]:
    """Splits a paragraph whose lines are joined as Markdown does it, with a blank."""
    breaks = [(index, False) for index, char in enumerate(text) if char == "\n"]
    plain = text.replace("\n", " ")
    return [plain[piece.start : piece.end] for piece in split(plain, breaks, quoted=quoted)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一句。两句！三句？", ["一句。", "两句！", "三句？"]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        (
            "It is 1.5x, i.e. more. See Fig. 3 of Smith et al. Then stop.",
            ["It is 1.5x, i.e. more.", "See Fig. 3 of Smith et al. Then stop."],
        ),
        ("The cat. no. is 2512.30417 here. Next one.", ["The cat. no. is 2512.30417 here.", "Next one."]),
        ("J. Doe wrote v0.26.0. It works.", ["J. Doe wrote v0.26.0.", "It works."]),
        ("他说“好！”然后走了。再见。", ["他说“好！”然后走了。", "再见。"]),
        ("他说“好。”再见。", ["他说“好。”再见。"]),
        ("「先说完。」「再说一句。」", ["「先说完。」", "「再说一句。」"]),
        ("见表（表 3。另见附录）的数。完。", ["见表（表 3。另见附录）的数。", "完。"]),
        ('She said "no." Then left.', ['She said "no."', "Then left."]),
        ("看 https://a.b/c?d=e!f 这里。完", ["看 https://a.b/c?d=e!f 这里。", "完"]),
        ("省略……还有。完", ["省略……", "还有。", "完"]),
        ("Version 2. 7 is odd.", ["Version 2.", "7 is odd."]),
        ("A · B · C", ["A · B · C"]),
        ("甲；乙；丙", ["甲；乙；丙"]),
        ("", []),
        ("  ", []),
        ("。", ["。"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1、甲是甲。\n2、乙是乙", ["甲是甲。", "乙是乙"]),
        ("1) **甲**：好\n2) 乙：坏", ["**甲**：好", "乙：坏"]),
        ("（一）甲\n（二）乙", ["甲", "乙"]),
        ("① 甲\n② 乙", ["甲", "乙"]),
        ("• one\n• two", ["one", "two"]),
        ("时间：今天\n地点：这里", ["时间：今天", "地点：这里"]),
        (
            "wrapped text that goes on and on until\nthe line is full",
            ["wrapped text that goes on and on until the line is full"],
        ),
        (
            "Short title line\nA long line that follows it and says something of its own",
            ["Short title line", "A long line that follows it and says something of its own"],
        ),
    ],
)
def test_lines_that_begin_something_of_their_own(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_enumerations_are_items_of_their_own() -> None:
    plain = "前言 1、甲。乙。 2、丙"
    pieces = split(plain, [(2, False), (9, False)])
    assert [(plain[p.start : p.end], p.own_item, p.listed) for p in pieces] == [
        ("前言", False, False),
        ("甲。", True, True),
        ("乙。", False, True),
        ("丙", True, True),
    ]


def test_hard_breaks_end_statements() -> None:
    assert [piece.end for piece in split("one two", [(3, True)])] == [3, 7]


def test_callout_marks_are_no_words() -> None:
    assert said("[!NOTE] 标题\n正文。", quoted=True) == ["标题", "正文。"]


def test_overlong_statements_are_cut_at_borders() -> None:
    clauses = "；".join(f"第{i}项的结果与上一轮一致并且没有变化" for i in range(100))
    parts = said(clauses)
    assert all(len(part) <= LONGEST for part in parts)
    assert all(part.endswith("；") for part in parts[:-1])
    assert "".join(parts) == clauses
    dots = " · ".join(f"[0{i % 10}:00] 第{i}条消息说了一件事" for i in range(100))
    assert len(said(dots)) == 100


def test_text_without_any_border_is_cut_in_the_end() -> None:
    parts = said("无" * 1_000_000)
    assert "".join(parts) == "无" * 1_000_000
    assert max(map(len, parts)) <= 4_000


@given(
    st.text(alphabet=st.sampled_from("中文ab1. 。！？!?…;；·，,()（）「」“”\"'、：:-*①"), max_size=120),
    st.lists(st.integers(0, 119), max_size=5),
    st.booleans(),
)
@settings(max_examples=500, deadline=None)
def test_pieces_are_in_order_and_lose_only_marks(text: str, places: list[int], quoted: bool) -> None:
    breaks = [(place, place % 2 == 0) for place in sorted(set(places)) if place < len(text)]
    pieces = split(text, breaks, quoted=quoted)
    end = 0
    for piece in pieces:
        assert end <= piece.start < piece.end <= len(text)
        assert text[piece.start : piece.end].strip() == text[piece.start : piece.end]
        end = piece.end
    if not breaks and not quoted and pieces:
        assert text[pieces[-1].end :].strip() == ""
