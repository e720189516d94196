"""Folding, features and the index: what likeness is made of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.judge import lexical


def test_fold_brings_width_case_dashes_and_spaces_together() -> None:
    assert lexical.fold("ＫＶ–Cache\u00a0 Ｃompression’s") == "kv-cache compression's"


def test_features_are_words_and_han_bigrams_without_function_words() -> None:
    assert lexical.features("Compressing the KV models 缓存压缩") == (
        "compressing",
        "kv",
        "model",
        "缓存",
        "存压",
        "压缩",
    )


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("queries", "query"),
        ("caches", "cache"),
        ("batches", "batch"),
        ("losses", "loss"),
        ("gpus", "gpu"),
        ("models", "model"),
    ],
)
def test_a_plural_and_its_singular_share_a_stem(plural: str, singular: str) -> None:
    assert lexical.stem(plural) == lexical.stem(singular)


@pytest.mark.parametrize("word", ["bus", "analysis", "loss", "corpus", "is"])
def test_no_plural_is_left_alone(word: str) -> None:
    assert lexical.stem(word).startswith(word[:-1])
    assert lexical.stem(word) in (word, word.removesuffix("e"))


@given(st.text(max_size=60))
def test_folding_in_place_keeps_every_offset(text: str) -> None:
    assert len(lexical.fold_in_place(text)) == len(text)


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = lexical.fold(text)
    assert lexical.features(once) == lexical.features(text)


@settings(max_examples=30)
@given(st.lists(st.text(alphabet="ab 缓存压缩xyz-1", min_size=1, max_size=20), min_size=1, max_size=8))
def test_a_text_finds_itself_first_and_scores_stay_in_bounds(texts: list[str]) -> None:
    index = lexical.Index(texts)
    for i, text in enumerate(texts):
        found = index.search(text, len(texts))
        assert all(0 < score <= 1 for _, score in found)
        if lexical.features(text):
            assert texts[found[0][0]] == text or found[0][1] >= index.scores(text)[i] - 1e-6


def test_search_orders_equals_by_place_and_leaves_out_strangers() -> None:
    index = lexical.Index(["paged attention", "flour for pizza", "paged attention"])
    assert [i for i, _ in index.search("Paged Attention")] == [0, 2]


def test_no_texts_are_an_index_too() -> None:
    assert lexical.Index([]).search("anything") == []
