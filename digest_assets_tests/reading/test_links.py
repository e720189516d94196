"""URLs: where they end, whether they are whole, which of them are one place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.reading import links

BARE: list[tuple[str, list[str]]] = [
    ("见https://vllm.example.org/post（2026-07-16）", ["https://vllm.example.org/post"]),
    ("https://example.org/a，https://example.org/b。", ["https://example.org/a", "https://example.org/b"]),
    ("See https://example.org/a.", ["https://example.org/a"]),
    ("(https://en.wikipedia.org/wiki/Mercury_(planet))", ["https://en.wikipedia.org/wiki/Mercury_(planet)"]),
    ('[x](https://example.org/a "t")', ["https://example.org/a"]),
    ("<https://example.org/a?b=c&d=e>", ["https://example.org/a?b=c&d=e"]),
    ("**https://example.org/a**", ["https://example.org/a"]),
    ("https://zh.wikipedia.org/wiki/大语言模型 的条目", ["https://zh.wikipedia.org/wiki/大语言模型"]),
    ("https://example.org/blog的文章", ["https://example.org/blog"]),
    ("仓库 github.com/owner/name 里", ["https://github.com/owner/name"]),
    ("www.example.org/x", ["https://www.example.org/x"]),
    ("HTTPS://Example.ORG/x", ["HTTPS://Example.ORG/x"]),
    ("没有链接 a/b.c 1.5/2.0", []),
    ("https://", []),
    ("mail a@example.org/x", []),
]


@pytest.mark.parametrize(("text", "expected"), BARE, ids=[text for text, _ in BARE])
def test_where_a_url_ends(text: str, expected: list[str]) -> None:
    found = links.find(text)
    assert [v.url for v in found] == expected
    assert all(text[v.start : v.end] == v.surface for v in found)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("https://example.org/a", True),
        ("https://example.org/very-long…", False),
        ("https://example.org/very-long...", False),
        ("https://intranet/a", False),
        ("https://localhost:3000/a", True),
        ("https://github.com/your-org/repo", False),
        ("https://github.com/<owner>/repo", True),
    ],
)
def test_whether_a_url_is_whole(text: str, complete: bool) -> None:
    assert links.find(text)[0].complete is complete


SAME = [
    ("https://arxiv.org/abs/2607.26627v2", "http://www.arxiv.org/pdf/2607.26627.pdf"),
    ("https://arxiv.org/abs/2607.26627", "https://huggingface.co/papers/2607.26627"),
    ("https://arxiv.org/html/2607.26627v1#S3", "https://doi.org/10.48550/arXiv.2607.26627"),
    ("https://www.alphaxiv.org/abs/2607.26627", "https://ar5iv.labs.arxiv.org/html/2607.26627"),
    ("https://www.biorxiv.org/content/10.1101/2024.01.02.573456v1.full", "https://doi.org/10.1101/2024.01.02.573456"),
    (
        "https://www.biorxiv.org/content/10.1101/2024.01.02.573456v2",
        "https://www.biorxiv.org/content/10.1101/2024.01.02.573456v1.full.pdf",
    ),
    ("http://example.org/a/", "https://www.example.org/a"),
    ("https://example.org/a?utm_source=x&utm_medium=y", "https://example.org/a"),
    ("https://example.org/a?b=1&c=2", "https://example.org/a?c=2&b=1#part"),
    ("https://github.com/Owner/Name.git", "https://github.com/owner/name"),
    ("https://youtu.be/abc123", "https://www.youtube.com/watch?v=abc123&t=5"),
    ("https://openreview.net/pdf?id=abc", "https://openreview.net/forum?id=abc"),
    ("https://en.m.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
    ("https://twitter.com/a/status/1", "https://x.com/a/status/1?s=20"),
    ("https://doi.org/10.1145/3600006.3613165", "https://dl.acm.org/doi/10.1145/3600006.3613165"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_one_place_in_two_spellings(a: str, b: str) -> None:
    assert links.same(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("https://arxiv.org/abs/2607.26627", "https://arxiv.org/abs/2607.26628"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://github.com/owner/name", "https://github.com/owner/name2"),
        ("https://example.org/a", "https://example.com/a"),
        ("https://doi.org/10.1145/1", "https://doi.org/10.1145/2"),
    ],
)
def test_two_places(a: str, b: str) -> None:
    assert not links.same(a, b)


def test_spans_of_inline_links() -> None:
    text = "a [b](c(d)) ![e](f) [[g]](h) [i] (j) [k](l"
    assert [text[low:high] for low, high in links.markdown(text)] == ["[b](c(d))", "[e](f)", "[[g]](h)"]


PIECES = st.sampled_from(
    [
        "https://",
        "www.",
        "a",
        ".org",
        "/",
        "(",
        ")",
        "[",
        "](",
        "。",
        "大",
        "…",
        "...",
        "?",
        "=",
        "&",
        "#",
        " ",
        "*",
        "github.com/",
        "\n",
        "<",
        ">",
        "://",
    ]
)


@given(st.lists(PIECES, max_size=24).map("".join) | st.text(max_size=60))
def test_any_text_gives_urls_in_place(text: str) -> None:
    end = 0
    for value in links.find(text):
        assert end <= value.start < value.end <= len(text)
        assert text[value.start : value.end] == value.surface
        assert links.canonical(value.url) == links.canonical(value.url)
        end = value.end
    for low, high in links.markdown(text):
        assert text[low] == "["
        assert text[high - 1] == ")"
