"""Looking through many texts at once: as alone, and never past what a reader would find."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from digest_assets.reading import combined, scan, statements

_PIECES = st.sampled_from(
    [
        *(
            "2026-07-30",
            "7/30",
            "3.5",
            "v2",
            "1,234",
            "三成",
            "十几万",
            "昨天",
            "Q3",
            "2H25",
            "May",
            "half",
            "ago ",
            "x²",
        ),
        *(
            "\\*",
            "**",
            "Ａ１",
            "\u200b",
            " ",
            "\n",
            "。",
            "https://a.b/c",
            "2607.00001",
            "kind",
            "个",
            "20260730",
            "W31",
        ),
    ]
)
_TEXTS = st.lists(st.lists(_PIECES | st.text(max_size=4), max_size=8).map("".join), min_size=2, max_size=6)


@given(_TEXTS)
def test_texts_read_together_as_alone(texts: list[str]) -> None:
    assert combined.find_many(texts) == [combined.find(text) for text in texts]


@given(_TEXTS)
def test_what_is_seen_does_not_depend_on_the_texts_beside(texts: list[str]) -> None:
    for text, seen in zip(texts, scan.look(texts), strict=True):
        alone = scan.look([text])[0]
        assert list(seen.numerals) == list(alone.numerals)
        assert list(seen.times) == list(alone.times)
        assert seen.flags & ~scan.NUMERIC == alone.flags & ~scan.NUMERIC
        for one in (seen, alone):
            assert [text[low:high] for low, high in one.numbers] == re.findall(r"[0-9]+", text)
            if re.search(r"[0-9](?:[-/‐‑–][0-9]|[0-9]{7}|[0-9]{3}\s?[-/.]\s?[0-9]|\.(?:19|20)[0-9]{2})", text):
                assert one.flags & scan.NUMERIC


@given(_TEXTS)
def test_identities_are_those_of_each_text(texts: list[str]) -> None:
    digest = "0" * 64
    assert statements.identities(digest, texts) == [statements.claim_id(digest, text) for text in texts]
