"""Known, changed or new."""

from __future__ import annotations

from datetime import date

import pytest

from digest_assets.judge import novelty, outline
from digest_assets.judge.novelty import Entry, Finding, Known
from digest_assets.reading import combined

LIST = """## Caches
- [TideCache: Page-Granular Tiering for Analytical Object Stores](https://arxiv.org/abs/3105.00011)
- [Efficient Streaming with Attention Sinks](https://github.com/some-lab/sinkstream)
- [Faster Inference of Large Language Models with Dynamic Draft Trees](https://example.org/draft)
- [GRAINS: Group-wise Rounding with Adaptive Noise](https://example.org/grains)
- [You Only Store Once: Decoder Halves for Long Documents](https://example.org/once)
- [SpinQuant2: Rotations that Learn](https://example.org/spin2)
- [Model Tells You What to Discard: Adaptive Cache Compression](https://example.org/discard)
"""


@pytest.fixture(scope="module")
def works() -> Known:
    return Known(novelty.of_outline(outline.parse(LIST), "kb/list.md"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("TideCache", 2),
        ("Page-Granular Tiering for Analytical Object Stores", 2),
        ("TIDECACHE: PAGE-GRANULAR TIERING FOR ANALYTICAL OBJECT STORES", 2),
        ("SinkStream", 3),
        ("Faster LLM Inference with Dynamic Draft Trees", 4),
        ("4) You Only Store Once", 6),
        ("See https://arxiv.org/abs/3105.00011v3", 2),
        ("the retelling at http://www.example.org/draft/?utm_source=x", 4),
    ],
)
def test_a_known_work_is_known_by_any_of_its_names(works: Known, text: str, line: int) -> None:
    found = works.check(text, combined.find(text), work=True)
    assert found.verdict != "new"
    assert found.nearest is not None
    assert found.nearest.line == line


@pytest.mark.parametrize(
    "text",
    [
        "TideCache2",
        "SpinQuant: Rotations that Learn",
        "SpinQuant3: Rotations that Learn",
        "GRAINS-KV: Group-wise Rounding with Adaptive Noise for Caches",
        "Model Tells You Where to Merge: Adaptive Cache Merging",
        "A Survey of Caches",
        "LLM",
        "",
    ],
)
def test_another_work_is_new_however_alike(works: Known, text: str) -> None:
    assert works.check(text, combined.find(text), work=True).verdict == "new"


def statement(text: str, section: str = "", day: date | None = None) -> Entry:
    return Entry(text, "kb/a.md", 1, combined.find(text), section, day=day)


def check(known: str, text: str, section: str = "") -> Finding:
    others = ["Bread keeps for three days.", "The oven holds 40 loaves.", "Kimchi keeps for 90 days at 4 degrees."]
    return Known([statement(known, section), *map(statement, others)]).check(text, combined.find(text))


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (
            "Repeat dosing lifted liver editing from 38% to 61% in macaques.",
            "In macaques liver editing rose from 38% to 61%.",
        ),
        ("A worker starts from the warm image in 300 ms.", "worker start from the warm image: 0.3 s"),
        ("砾岩 v0.10：冷启动到首字 0.42 s，包体 9.6 MB。", "砾岩 v0.10 冷启动到首字只要 420 ms"),
        (
            "松果-7B（Pinecone，int4）：权重 3.9 GB，解码 18 tok/s。",
            "Pinecone-7B int4 decodes 18 tok/s with weights of 3.9 GB",
        ),
    ],
)
def test_reworded_statements_with_their_values_are_known(known: str, text: str) -> None:
    assert check(known, text).verdict == "known"


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("Quarrel 5.0 reads CSV in parallel: 10 GB in 5.8 s.", "Quarrel 5.1 reads CSV in parallel: 10 GB in 5.8 s."),
        ("松果-7B 的 int4 权重 3.9 GB。", "松果-70B 的 int4 权重 3.9 GB。"),
        ("Recursive queries are supported in Quarrel.", "Recursive queries are not supported in Quarrel."),
        ("GRAINS rounds with noise in groups.", "GRAINS-KV rounds with noise in groups."),
    ],
)
def test_other_digits_names_or_polarity_are_never_known(known: str, text: str) -> None:
    assert check(known, text).verdict != "known"


def test_a_known_statement_with_another_value_is_an_update_that_says_which() -> None:
    found = check(
        "The default exchange buffer is 64 MiB per channel.", "The default exchange buffer is 64 KiB per channel."
    )
    assert found.verdict == "update"
    assert [v.surface for v in found.changed] == ["64 KiB per channel"]


def test_a_known_paper_with_a_new_figure_is_an_update_not_news() -> None:
    text = "TideCache (arXiv:3105.00011) now saves 83% of the requests."
    known = Known([statement("TideCache (arXiv:3105.00011): saves 61% of the requests.")])
    found = known.check(text, combined.find(text))
    assert (found.verdict, [v.surface for v in found.changed]) == ("update", ["83%"])


def test_a_withdrawal_of_a_known_paper_is_an_update() -> None:
    text = "TideCache (arXiv:3105.00011) was withdrawn."
    known = Known([statement("TideCache (arXiv:3105.00011): tiering for object stores.")])
    assert known.check(text, combined.find(text)).verdict == "update"


def test_lines_can_be_added_and_are_found_at_once() -> None:
    known = Known()
    assert known.check("Rye loaves need sour dough and time.").verdict == "new"
    known.add([statement("Rye loaves need a sour dough and some time.")])
    assert known.check("Rye loaves need sour dough and time.").verdict == "known"
    assert len(known) == 1


def test_adding_at_once_or_one_by_one_is_the_same() -> None:
    entries = [statement(f"Oven {n} bakes {n * 10} loaves an hour.") for n in range(1, 30)]
    text = "Oven 7 bakes 70 loaves an hour."
    gradual = Known()
    for entry in entries:
        gradual.add([entry])
    assert gradual.check(text, combined.find(text)) == Known(entries).check(text, combined.find(text))
