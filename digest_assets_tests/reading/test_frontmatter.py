"""Front matter: plain values, nothing that breaks out of the block."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.reading.frontmatter import parse


def fields(block: str) -> object:
    return parse(f"---\n{block}\n---\nbody\n").fields


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("arxiv: 2605.17610", {"arxiv": "2605.17610"}),
        ("arxiv: 2605.17613", {"arxiv": "2605.17613"}),
        ("version: 1.10", {"version": "1.10"}),
        ("number: 0681", {"number": "0681"}),
        ("number: 681", {"number": 681}),
        ("score: 0.5", {"score": 0.5}),
        ("score: -3", {"score": -3}),
        ("at: 22:00", {"at": "22:00"}),
        ("date: 2026-07-31", {"date": "2026-07-31"}),
        ("date: 2026-13-40", {"date": "2026-13-40"}),
        ("created: 2026-07-31 16:30", {"created": "2026-07-31 16:30"}),
        ("lang: no", {"lang": "no"}),
        ("done: true", {"done": True}),
        ("nothing:", {"nothing": None}),
        ("tags: [a, b]", {"tags": ["a", "b"]}),
        ("tags:\n- a\n- b", {"tags": ["a", "b"]}),
        ("a: {b: 1}", {"a": {"b": 1}}),
        ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 2", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("标题: 检索", {"标题": "检索"}),
        ('title: "a: b"', {"title": "a: b"}),
        ("a: |\n  x\n  y", {"a": "x\ny\n"}),
        ("a: !!python/object/apply:os.system [x]", {"a": ["x"]}),
        ("# only a remark", {}),
    ],
)
def test_scalars_stay_what_they_look_like(block: str, expected: dict[str, object]) -> None:
    assert fields(block) == expected


@pytest.mark.parametrize(
    "block",
    [
        "a: b: c",
        "[a, b",
        "- a\n- b",
        "just words",
        "a: *nowhere",
        "? [a]\n: b",
        "a: " + "[" * 100 + "]" * 100,
        "a: b\n--- \nc: d".replace("--- ", "%x"),
        "\n".join(
            ["a0: &a0 [x,x,x,x,x,x,x,x]", *(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 8)}]" for i in range(1, 12))]
        ),
    ],
)
def test_a_broken_block_is_flagged_and_skipped(block: str) -> None:
    front = parse(f"---\n{block}\n---\nbody\n")
    assert front.fields is None
    assert front.error
    assert f"---\n{block}\n---\nbody\n"[front.body :] == "body\n"


def test_fences() -> None:
    assert parse("---  \na: 1\n---\t\nx").fields == {"a": 1}
    assert parse("---\r\na: 1\r\n...\r\nx").fields == {"a": 1}
    assert parse("---\ra: 1\r---\rx").fields == {"a": 1}
    assert parse("---\n---\nx").fields == {}
    for text in ("\n---\na: 1\n---\n", "text\n\n---\n\na: 1\n\n---\n", "----\na: 1\n----\n", "---x\n", "---", ""):
        front = parse(text)
        assert (front.fields, front.error, front.body) == (None, False, 0)


def test_an_unclosed_block_leaves_its_lines_to_nobody() -> None:
    text = '---\ntitle: "x\nauthor: y\n\n# Heading\n'
    front = parse(text)
    assert (front.fields, front.error, front.body) == (None, True, 0)
    assert text[front.debris :] == "\n# Heading\n"
    assert parse("---\n\nA rule, and text.\n").error is False


def test_long_and_deep_blocks_end_quickly() -> None:
    for block in (
        "a:\n" + "- " * 50_000 + "x",
        "{" * 50_000,
        "a: " + "x" * 300_000,
        "&a " * 30_000,
        "\n".join(" " * i + "a:" for i in range(500)),
    ):
        assert parse(f"---\n{block}\n---\nx").fields is None


@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"#%@`,? \n\r\t\0\ufeff\u2028中"), max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_block_gives_an_answer(block: str) -> None:
    front = parse(f"---\n{block}\n---\nx")
    assert front.fields is None or isinstance(front.fields, dict)
    assert not (front.error and front.fields is not None)
