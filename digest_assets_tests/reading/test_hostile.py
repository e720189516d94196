"""Texts that nobody writes on purpose: they end, raise nothing, and keep every claim in its place.

How long they take is a matter for ``benchmarks``; what would be quadratic shows here all the same: the suite hangs.
"""

from __future__ import annotations

import pytest

from digest_assets.model import SourceKind
from digest_assets.reading.reader import read, stated_moment
from digest_assets.reading.structure import describe
from digest_assets_tests.reading.test_reader import check

HOSTILE = {
    "quotes": ">" * 20_000 + " a\n",
    "spaced quotes": "> " * 20_000 + "a\n",
    "lists": "- " * 20_000 + "a\n",
    "numbers": "1. " * 20_000 + "a\n",
    "steps": "".join("  " * depth + "- a\n" for depth in range(300)),
    "brackets": "[" * 50_000,
    "links": "[a](" * 20_000,
    "stars": "**a_" * 20_000,
    "chinese stars": "**粗。**后" * 5_000,
    "struck": "~~a，~~1" * 5_000,
    "code": "`a" * 20_000,
    "pipes": "|" * 50_000 + "\n" + "|-" * 1_000,
    "wide table": "|a" * 1_000 + "|\n" + "|-" * 1_000 + "|\n" + "|\n" * 50,
    "wiki links": "[[a|b]]" * 5_000,
    "notes": "[^a" * 20_000,
    "comments": "<!--" * 20_000,
    "tags": "<h2>" * 20_000,
    "closed tags": "<div>\n" + "<h1>a</h2>" * 5_000,
    "entities": "&amp;" * 20_000,
    "escapes": "\\" * 50_001,
    "digits": "1" * 200_000,
    "dots": "1." * 50_000,
    "commas": "1,000" * 20_000,
    "ids": "arXiv:2607.00001、" * 3_000,
    "one address": "https://a.b/" + "(" * 50_000,
    "numerals": "三百五十万亿" * 5_000,
    "ends": "。" * 50_000,
    "dotted blanks": ". " * 50_000,
    "openers": "（" * 50_000,
    "lines": "a\n" * 20_000,
    "labels": "中：a\n" * 10_000,
    "returns": "\r" * 100_000,
    "zeros in text": "abcdefgh\0" * 5_000,
    "separators": "a\u2028b\u2029c\x0bd\x0ce\x1cf" * 5_000,
    "invisible": "\u200b1" * 20_000,
    "blanks in a line": "a" + " " * 200_000 + "b",
    "blank runs": ("a" + " " * 50) * 5_000,
    "one word": "x" * 500_000,
    "one line": "中文没有标点" * 50_000,
    "fences": "---\n" * 20_000,
    "long front matter": "---\n" + "a: b\n" * 60_000 + "---\nx",
    "bibtex": "@misc{a,\n" + "eprint = {2607.00001},\n" * 2_000,
    "changes": "主分类由 a 改为 " * 3_000,
    "category": "category " * 10_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_read(name: str) -> None:
    kinds: tuple[SourceKind, ...] = ("note", "card")
    for kind in kinds:
        check(HOSTILE[name].encode(), kind, "12-2607-00001.md")
    describe(HOSTILE[name])


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 50_000,
        b"\x00" * 50_000,
        b"\xc3" * 50_000,
        b"\xed\xa0\x80" * 5_000,
        b"\x81\x30\x81\x30" * 5_000,
        bytes(range(256)) * 200,
        b"\xef\xbb\xbf" * 3_000,
        b"\xff\xfe" + b"\x00\xd8" * 5_000,
        b"text\n" * 1_000 + b"\xff" * 20,
    ],
)
def test_hostile_bytes_are_read(data: bytes) -> None:
    check(data, "note", "x.md")
    stated_moment(data, "card", "x.md")


def test_a_bare_id_outside_of_everything_is_no_claim() -> None:
    assert read(b"---\n\n***\n", "note", "x.md").claims == ()
