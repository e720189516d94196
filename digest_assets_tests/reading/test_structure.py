"""Structure as plain JSON."""

from __future__ import annotations

import json

import pytest

from digest_assets.reading.structure import describe


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "| a | b |\n|---|---|\n| `x \\| y` | **z** |\n",
            {"tables": [{"line": 1, "header": ["a", "b"], "rows": [["x | y", "z"]]}]},
        ),
        (
            "p\n\na|b\n-|-\n1|2|3\n|4\n",
            {"tables": [{"line": 3, "header": ["a", "b"], "rows": [["1", "2"], ["4", ""]]}]},
        ),
        (
            "| a |\n|:-:|\n| 1<br>2 |\n| [l](http://x.y) |\n",
            {"tables": [{"line": 1, "header": ["a"], "rows": [["1 2"], ["l"]]}]},
        ),
        (
            "- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n",
            {"tables": [{"line": 3, "header": ["a", "b"], "rows": [["1", "2"]]}]},
        ),
        ("```\n| a | b |\n|---|---|\n```\n", {"tables": [], "table_count": 0}),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n\n| c |\n|---|\n",
            {"table_count": 2, "body_row_count": 1, "column_count": 2},
        ),
        (
            "[[甲]] [[乙|丙]]\n![[d.png]] [[e#f]]",
            {
                "wikilinks": [
                    {"target": "甲", "heading": None, "alias": None, "line": 1},
                    {"target": "乙", "heading": None, "alias": "丙", "line": 1},
                    {"target": "d.png", "heading": None, "alias": None, "line": 2},
                    {"target": "e", "heading": "f", "alias": None, "line": 2},
                ]
            },
        ),
        (
            "| a |\n|---|\n| [[x/y#z\\|w]] |\n",
            {"wikilinks": [{"target": "x/y", "heading": "z", "alias": "w", "line": 3}]},
        ),
        ("`[[a]]`\n\n```\n[[b]]\n```\n", {"wikilinks": []}),
        (
            "[a](https://x.y/z) ![b](https://i.mg/a.png) <https://c.d> `https://no.pe`\n",
            {"urls": ["https://x.y/z", "https://i.mg/a.png", "https://c.d"]},
        ),
        ("[a](b.md) [c][r]\n\n[r]: https://x.y\n", {"urls": ["https://x.y"]}),
        ('<a href="https://x.y/z">t</a>\n', {"urls": ["https://x.y/z"]}),
        (
            "1. [x] a **b**\n   - [ ] c\n- no\n",
            {"tasks": [{"line": 1, "done": True, "text": "a b"}, {"line": 2, "done": False, "text": "c"}]},
        ),
        ("> - [x] a\n", {"tasks": [{"line": 1, "done": True, "text": "a"}]}),
        (
            "a[^n] b[^1]\n\n[^1]: one\n    more\n[^n]: *two*\n",
            {"footnotes": [{"label": "1", "text": "one more", "line": 3}, {"label": "n", "text": "two", "line": 5}]},
        ),
        ("---\na: 1\n---\n\nx", {"front_matter": {"a": 1}, "front_matter_error": False, "body_line": 4}),
        (
            "---\na: b: c\n---\n## 1. x\n",
            {
                "front_matter": None,
                "front_matter_error": True,
                "body_line": 4,
                "sections": [{"number": "1", "title": "x", "level": 2, "line": 4}],
            },
        ),
        ("x", {"front_matter": None, "front_matter_error": False, "body_line": 1}),
    ],
)
def test_structure(text: str, expected: dict[str, object]) -> None:
    described = describe(text)
    assert {key: described[key] for key in expected} == expected
    json.dumps(described, ensure_ascii=False, allow_nan=False)


def test_bytes_give_their_text() -> None:
    described = describe(data="# 标题\r\n".encode("utf-16"))
    assert described["text"] == "# 标题\r\n"
    assert described["sections"] == [{"number": None, "title": "标题", "level": 1, "line": 1}]
    assert "text" not in describe("x")
