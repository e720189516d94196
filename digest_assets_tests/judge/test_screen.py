"""What a screen does not let through, its pattern does not match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.judge import aspects, cues, events, metrics
from digest_assets.judge.screen import Screen

PATTERNS: dict[object, str] = {
    **{("cue", s, n): cues._source(s, n) for s, rows in cues._lists().items() for n in rows},
    **{("event", n): p for n, (_, _, p) in enumerate(events._patterns())},
    **{("licence", n): p for n, p in events._families().items()},
    **{("aspect", n): p for n, p in aspects._screen("words")._sources.items()},
    "metric": metrics._pattern(),
}
# what the lists are written with: words of theirs, and what stands between words
PIECES = sorted({w for p in PATTERNS.values() for w in re.findall(r"[^\W\d_]{2,}", p)})
TEXTS = st.lists(st.sampled_from([*PIECES, " ", ", ", ". ", "不", "3.7", "-", "\n", "’", "\ud800"]), max_size=12)
SCREEN = Screen(PATTERNS)


@settings(deadline=None)  # the first text builds the automaton
@given(TEXTS, st.sampled_from(["", " "]))
def test_nothing_that_matches_is_screened_out(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    matching = {key for key, pattern in PATTERNS.items() if re.search(pattern, text)}
    assert matching <= SCREEN(text)


def test_most_patterns_are_screened_out() -> None:
    assert len(SCREEN("nine of ten lie on the shelf, and the tenth is green")) * 10 < len(PATTERNS)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(r"(?<![a-z])ab(?!c(d)e)", "ab"), (r"[^\W\d]x\b", "éx"), (r"(?P<a>a|b){2}$", "ab"), (r"a(?=(?:b|c[)])+)x?", "ab")],
)
def test_looking_around_is_left_out(pattern: str, text: str) -> None:
    assert re.search(pattern, text)
    assert Screen({1: pattern})(text) == {1}
    assert Screen({1: pattern})("zz") == frozenset()


@pytest.mark.parametrize("pattern", [r"(a)\1", r"(?i)a", r"(a)?(?(1)b|c)"])
def test_what_cannot_be_loosened_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="loosen"):
        Screen({1: pattern})
