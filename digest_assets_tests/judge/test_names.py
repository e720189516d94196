"""Names in titles, links and brackets."""

from __future__ import annotations

import pytest

from digest_assets.judge import names


def test_a_title_gives_its_short_name_and_both_halves() -> None:
    found = names.of("TideCache: Page-Granular Tiering for Analytical Object Stores")
    assert found.lead == "tidecache"
    assert "pagegranulartieringforanalyticalobjectstores" in found.titles


@pytest.mark.parametrize(
    ("title", "alias"),
    [
        ("苔原缓存（TundraKV）", "tundrakv"),
        ("[TundraKV] Merging What Is Alike (@a place etc)", "tundrakv"),
        ("Reward models in private (RMP)", "rmp"),
    ],
)
def test_aliases_stand_in_brackets(title: str, alias: str) -> None:
    assert alias in names.of(title).aliases


def test_affiliations_and_years_are_no_aliases() -> None:
    assert names.of("A title of many plain words (@MIT) (2024)").aliases == frozenset()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://github.com/some-lab/streaming-thing.git", "streaming-thing"),
        ("https://huggingface.co/org/Model-7B", "Model-7B"),
        ("https://github.com/some-lab", ""),
        ("https://example.org/a/b", ""),
        ("http://[broken", ""),
    ],
)
def test_repositories_name_what_they_hold(url: str, name: str) -> None:
    assert names.repository(url) == name


def test_keys_keep_digits_apart() -> None:
    assert names.key("KV-Compress") == names.key("kvcompress")
    assert len({names.key(n) for n in ("Skiff", "Skiff2", "Skiff-3L", "Skiff-3")}) == 4


def test_the_number_of_a_list_is_no_part_of_a_title() -> None:
    assert names.strip_ordinal("9) Nine lives") == "Nine lives"
    assert names.strip_ordinal("2.5 bits are enough") == "2.5 bits are enough"
