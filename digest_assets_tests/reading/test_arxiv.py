"""arXiv ids: each case is a text and the (id, version) pairs that count, each once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.reading import arxiv, extract

CASES: list[tuple[str, list[tuple[str, int | None]]]] = [
    ("参见arXiv:2605.17613，已入", [("2605.17613", None)]),
    ("arXiv：2312.00752v2", [("2312.00752", 2)]),
    ("arXiv 2510.12345", [("2510.12345", None)]),
    ("https://arxiv.org/pdf/2307.09288v2.pdf", [("2307.09288", 2)]),
    ("https://arxiv.org/html/2502.00001v3#bib", [("2502.00001", 3)]),
    ("https://browse.arxiv.org/html/2401.02412v1", [("2401.02412", 1)]),
    ("https://cn.arxiv.org/abs/1706.03762", [("1706.03762", None)]),
    ("https://ar5iv.labs.arxiv.org/html/1910.13461", [("1910.13461", None)]),
    ("https://ar5iv.org/html/1910.13461", [("1910.13461", None)]),
    ("https://alphaxiv.org/overview/2604.08407v1", [("2604.08407", 1)]),
    ("https://www.alphaxiv.org/abs/2607.deepseek-v4", []),
    ("https://hf.co/papers/2507.06229", [("2507.06229", None)]),
    ("10.48550/arXiv.2106.09685", [("2106.09685", None)]),
    ("https://doi.org/10.48550/arxiv.hep-th/9901001", [("hep-th/9901001", None)]),
    ("doi:10.1109/5.771073", []),
    ("doi 10.1145/3292500.3330701", []),
    ("math.GT/0309136", [("math/0309136", None)]),
    ("cond-mat.str-el/0612345v2", [("cond-mat/0612345", 2)]),
    ("arXiv:astro-ph/0502001", [("astro-ph/0502001", None)]),
    ("https://arxiv.org/abs/cs.LG/0212028", [("cs/0212028", None)]),
    ("arXiv:1412.6980", [("1412.6980", None)]),
    ("arXiv:1501.0001", []),
    ("arXiv:1412.69801", []),
    ("arXiv:1501.00010", [("1501.00010", None)]),
    ("arXiv:0703.1234", []),
    (
        "| 论文 | arXiv 号 |\n|:--|--:|\n| A | 2606.20295v2 |\n| B | 2604.07609 / 2604.11001 |",
        [("2606.20295", 2), ("2604.07609", None), ("2604.11001", None)],
    ),
    ("| 分数 | arXiv |\n|---|---|\n| 2606.12345 | 2606.20295 |", [("2606.20295", None)]),
    ("[arXiv:2604.07343](https://arxiv.org/abs/2604.07343v2)", [("2604.07343", 2)]),
    (
        "[![arXiv](https://img.shields.io/badge/arXiv-2501.12948-b31b1b.svg)](https://arxiv.org/abs/2501.12948)",
        [("2501.12948", None)],
    ),
    ("arXiv:2401.00001v1 与 arXiv:2401.00001v2", [("2401.00001", 1), ("2401.00001", 2)]),
    (
        "《arXiv:2607.19712》、**arXiv:2607.16955**、`arXiv:2607.16956`",
        [("2607.19712", None), ("2607.16955", None), ("2607.16956", None)],
    ),
    ("arXiv:2607\\.1234\\_x", []),
    ("arXiv:26​07.25380", [("2607.25380", None)]),
    ("arXiv:2613.01234", []),
    ("花费 2512.12345 元", []),
    ("用时 2406.12345 ms", []),
    ("吞吐 3012.44556 tok/s", []),
    ("spm=1001.2101.3001.6650", []),
    ("img/20260731112233_1234567890.png", []),
    ("v2026.5.18、2026.07.30", []),
    ("paper_cards/666-2607-23114.md", [("2607.23114", None)]),
    ("[[paper_cards/681-2607-26627]]", [("2607.26627", None)]),
    ("inbox/jay/2026-07-31T1735-jay.md", []),
    ("2026-07-31-1550-VisualPatchWorld.md", []),
    ("arXiv:2605.15051/2607.03333/2606.17518", [("2605.15051", None), ("2607.03333", None), ("2606.17518", None)]),
    (
        "arXiv:2605.15051, 2607.03333, and 2606.17518",
        [("2605.15051", None), ("2607.03333", None), ("2606.17518", None)],
    ),
    ("arXiv:2605.15051，2607.03333", [("2605.15051", None), ("2607.03333", None)]),
    ("See arXiv:2106.09685. Next", [("2106.09685", None)]),
    ("arxiv_id: 2301.10000", [("2301.10000", None)]),
    ('arxiv: "2301.10010"', [("2301.10010", None)]),
    ("https://news.example.com/physics/0301001", []),
    ("https://example.com/math/2021/0301001", []),
    ("eprint = {2412.21154},", [("2412.21154", None)]),
    ("arXiv preprint arXiv:2412.21154", [("2412.21154", None)]),
    ("arxiv:2607.26627V2", [("2607.26627", 2)]),
    ("ARXIV 2607.26627", [("2607.26627", None)]),
    ("[arxiv.org/abs/2607.00123](https://arxiv.org/abs/2607.00123)", [("2607.00123", None)]),
    ("arXiv:2607.26627v2 提到 2606.12345", [("2607.26627", 2)]),
    ("arXiv(2607.26627)", [("2607.26627", None)]),
    ("（arXiv：2607.26627）", [("2607.26627", None)]),
    ("arXiv编号：2607.26627", [("2607.26627", None)]),
    ("http://export.arxiv.org/api/query?id_list=2306.03078", [("2306.03078", None)]),
    ("https://arxiv.org/list/cs.CL/2607", []),
    ("arXiv:2607.266271", []),
    ("arXiv:12607.26627", []),
    ("2607.26627", []),
    ("https://huggingface.co/papers/2607.26627", [("2607.26627", None)]),
    ("https://huggingface.co/papers/month/2026-07", []),
    ("arXiv: [2604.07343](https://arxiv.org/abs/2604.07343)", [("2604.07343", None)]),
    ("https://arxiv.org/abs/2604.07343?context=cs.LG", [("2604.07343", None)]),
    ("| arXiv | 2607.26627 |\n|---|---|\n| 标题 | X |", [("2607.26627", None)]),
    ("- arXiv：2607.26627\n- 标题", [("2607.26627", None)]),
    ("quant-ph/0512258", [("quant-ph/0512258", None)]),
    ("arxiv.org/abs/2607.26627v10", [("2607.26627", 10)]),
    ("arXiv:2605.15051和2607.03333", [("2605.15051", None), ("2607.03333", None)]),
    ("arXiv:2605.15051v2/2607.03333v1", [("2605.15051", 2), ("2607.03333", 1)]),
    ("https://www.arxiv.org/pdf/2605.15051v2", [("2605.15051", 2)]),
    ("https://arxiv.org/ftp/arxiv/papers/0710/0710.0505.pdf", [("0710.0505", None)]),
    ("axXiv 2406.12345", []),
    ("版本 2406.12345 个", []),
    ("arXiv 上的 2406.12345", []),
    ("https://t.co/2406.12345", []),
    ("arXiv:2106.09685v2 [cs.CL] 16 Oct 2021", [("2106.09685", 2)]),
    ("[1]: https://arxiv.org/abs/2607.26627", [("2607.26627", None)]),
    ('<a href="https://arxiv.org/abs/2607.26627">arXiv</a>', [("2607.26627", None)]),
    ("arXiv 预印本 2607.26627", [("2607.26627", None)]),
    ("arXiv：[2607.26627]", [("2607.26627", None)]),
    ("http://dx.doi.org/10.48550/arXiv.2607.26627", [("2607.26627", None)]),
    ("cs/0301001v2", [("cs/0301001", 2)]),
    ("[[2607.26627]]", []),
    ("arXiv:2605.15051；2607.03333", [("2605.15051", None), ("2607.03333", None)]),
    ("arXiv:2605.15051 (2607.03333)", [("2605.15051", None)]),
    ("arXiv:2605.15051、arXiv:2607.03333v2", [("2605.15051", None), ("2607.03333", 2)]),
    ("arXiv: 2605.15051 和 2607.03333", [("2605.15051", None), ("2607.03333", None)]),
    ("arXiv:2605.15051 and arXiv:2607.03333", [("2605.15051", None), ("2607.03333", None)]),
    ("arxiv.org/abs/2605.15051v1, v2", [("2605.15051", 1)]),
    ("arXiv:2605.15051v1/v2", [("2605.15051", 1)]),
    ("https://arxiv.org/pdf/2605.15051v3.pdf#page=3", [("2605.15051", 3)]),
    ("https://arxiv.org/abs/2605.15051,", [("2605.15051", None)]),
    ("https://arxiv.org/abs/2605.15051)", [("2605.15051", None)]),
    ("(https://arxiv.org/abs/2605.15051).", [("2605.15051", None)]),
    ("https://arxiv.org/abs/2605.15051?utm_source=x", [("2605.15051", None)]),
    ("https://arxiv.org/format/2605.15051", [("2605.15051", None)]),
    ("https://arxiv.org/e-print/2605.15051", [("2605.15051", None)]),
    ("https://arxiv.org/src/2605.15051v2", [("2605.15051", 2)]),
    ("https://arxiv.org/list/cs.LG/recent", []),
    ("https://arxiv.org/a/smith_j_1", []),
    ("https://export.arxiv.org/pdf/2605.15051", [("2605.15051", None)]),
    ("https://xxx.lanl.gov/abs/hep-th/9901001", [("hep-th/9901001", None)]),
    ("https://huggingface.co/papers?date=2026-07-31", []),
    ("https://huggingface.co/papers/date/2026-07-31", []),
    ("https://paperswithcode.com/paper/2605.15051", []),
    ("https://github.com/a/b/issues/2605", []),
    ("doi:10.48550/ARXIV.2605.15051", [("2605.15051", None)]),
    ("10.48550/arXiv.2605.15051v2", [("2605.15051", 2)]),
    ("arXiv.2605.15051", [("2605.15051", None)]),
    ("arXiv-2605.15051", [("2605.15051", None)]),
    ("arXiv_2605.15051", [("2605.15051", None)]),
    ("arXiv/2605.15051", [("2605.15051", None)]),
    ("arXiv#2605.15051", [("2605.15051", None)]),
    ("#arXiv:2605.15051", [("2605.15051", None)]),
    ("@arxiv 2605.15051", [("2605.15051", None)]),
    ("arXiv ID：2605.15051", [("2605.15051", None)]),
    ("arXiv id: 2605.15051", [("2605.15051", None)]),
    ("arXiv No. 2605.15051", [("2605.15051", None)]),
    ("arXiv 链接：https://arxiv.org/abs/2605.15051", [("2605.15051", None)]),
    ("（arXiv 2605.15051，v2）", [("2605.15051", None)]),
    ("arXiv 2605.15051 美元", []),
    ("arXiv 上累计 2406.12345 美元", []),
    ("arXiv 收录 2406.12345 篇", []),
    ("arXiv:2605.1505", []),
    ("arXiv:2605.150511", []),
    ("arXiv:26051.5051", []),
    ("arXiv:2605 15051", []),
    ("arXiv:2605.15051 v2", [("2605.15051", None)]),
    ("arXiv:2605.15051V2.", [("2605.15051", 2)]),
    ("arXiv:9912.12345", []),
    ("arXiv:1407.1234", [("1407.1234", None)]),
    ("arXiv:1412.12345", []),
    ("arXiv:1500.12345", []),
    ("math.AG/0601001", [("math/0601001", None)]),
    ("math/9201001", [("math/9201001", None)]),
    ("hep-ph/9901abc", []),
    ("cs.AI/2021123", []),
    ("gr-qc/0001001v1", [("gr-qc/0001001", 1)]),
    ("nlin.CD/0501001", [("nlin/0501001", None)]),
    ("q-bio.NC/0403001", [("q-bio/0403001", None)]),
    ("physics/0512001", [("physics/0512001", None)]),
    ("econ/2001001", []),
    ("https://news.site.com/cs/0301001", []),
    ("see cs/0301001.", [("cs/0301001", None)]),
    ("| arXiv | 分数 |\n|---|---|\n| 2605.15051 | 0.5 |\n| - | 1234.56789 |", [("2605.15051", None)]),
    ("| 论文（arXiv） | n |\n|---|---|\n| A 2605.15051 | 3 |", [("2605.15051", None)]),
    ("|arXiv ID|\n|-|\n|2605.15051v1|\n|2605.15051v2|", [("2605.15051", 1), ("2605.15051", 2)]),
    ("arXiv | x\n--- | ---\n2605.15051 | y", [("2605.15051", None)]),
    ("paper_cards/1024-2605-15051.md", [("2605.15051", None)]),
    ("paper_cards/7-2605-15051v2.md", [("2605.15051", None)]),
    ("681-2607-26627.md", [("2607.26627", None)]),
    ("cards/681-2607-26627", [("2607.26627", None)]),
    ("paper_cards/681-2613-26627.md", []),
    ("paper_cards/681.md", []),
    ("2026-0731-12345.md", []),
    ("inbox/x/2026-07-31-16205-note.md", []),
    ("arXiv:２６０７．２６６２７ｖ２", [("2607.26627", 2)]),
    ("arXiv:2607·26627", []),
    ("arXiv:2607。26627", []),
    ("arXiv：２６０７.26627", [("2607.26627", None)]),
    ("ar​Xiv:2607.26627", [("2607.26627", None)]),
    ("arXiv:2607.⁠26627", [("2607.26627", None)]),
    ("arXiv\\:2607.26627", [("2607.26627", None)]),
    ("\\[arXiv:2607.26627\\]", [("2607.26627", None)]),
    ("eprint = {2412.21154}, archivePrefix = {arXiv}, primaryClass={cs.CL}", [("2412.21154", None)]),
    ("eprint={cs/0301001}", [("cs/0301001", None)]),
    ("journal={arXiv preprint arXiv:2412.21154}, year={2024}", [("2412.21154", None)]),
    ("@article{x, url={https://arxiv.org/abs/2412.21154}}", [("2412.21154", None)]),
    ("arxiv: [2301.10000, 2302.10001]", [("2301.10000", None), ("2302.10001", None)]),
    ("arxiv:\n  - 2301.10000\n  - 2302.10001", [("2301.10000", None), ("2302.10001", None)]),
    ("arxiv: 2301.1", []),
    ("version 2301.10000", []),
    ("v2301.10000", []),
    ("价格 2301.10000", []),
    ("2301.10000 元", []),
    ("IP 2301.10000.1", []),
    ("2301.10000-2", []),
    ("共 2607.26627 次", []),
    ("arXiv:2607.26627与2607.26628", [("2607.26627", None), ("2607.26628", None)]),
    ("arXiv:2607.26627 / 2607.26628", [("2607.26627", None), ("2607.26628", None)]),
    ("arXiv：2607.26627、2607.26628 及 2607.26629", [("2607.26627", None), ("2607.26628", None), ("2607.26629", None)]),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_ids_of_a_text(text: str, expected: list[tuple[str, int | None]]) -> None:
    assert [(row["id"], row["version"]) for row in extract.extract("arxiv", text)] == expected
    assert all(text[v.start : v.end] == v.surface for v in arxiv.find(text))


def test_a_bare_number_is_kept_as_bare() -> None:
    (found,) = arxiv.find("另见 2607.26627 的讨论")
    assert (found.arxiv_id, found.bare) == ("2607.26627", True)


@pytest.mark.parametrize(
    "text", ["共 2406.12345 美元", "1001.2014.3001.5502", "img/2406.12345", "2406.12345_v", "$2406.1234"]
)
def test_what_is_no_id_is_not_even_bare(text: str) -> None:
    assert arxiv.find(text) == ()


def test_a_bare_number_counts_in_a_column_headed_arxiv() -> None:
    text = "GraphSieve | 2607.25917 | 2406.12345"
    cells = (("论文", "GraphSieve"), ("arXiv 号", "2607.25917"), ("得分", "2406.12345"))
    found = arxiv.in_cells(arxiv.find(text), text, cells)
    assert [(v.arxiv_id, v.bare) for v in found] == [("2607.25917", False), ("2406.12345", True)]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("arXiv:2607.19712（v4 于 2025 年 5 月更新）", [4]),
        ("arXiv:2607.19712v2（v4 于 5 月更新）", [2]),
        ("arXiv:2607.19712 与 arXiv:2607.16955（v3）", [None, 3]),
        ("arXiv:2607.19712 用 FlashAttention v3。", [None]),
        ("arXiv:2607.19712。v4 是另一件事。", [None]),
        ("arXiv:2607.19712 第 2 版", [2]),
    ],
)
def test_a_version_told_in_prose_belongs_to_the_nearest_id(text: str, versions: list[int | None]) -> None:
    assert [v.version for v in arxiv.told(arxiv.find(text), text)] == versions


@given(st.integers(15, 40), st.integers(1, 12), st.integers(1, 99_999), st.none() | st.integers(1, 99))
def test_all_addresses_of_a_paper_give_its_id(year: int, month: int, number: int, version: int | None) -> None:
    arxiv_id = f"{year}{month:02}.{number:05}"
    written = f"{arxiv_id}v{version}" if version else arxiv_id
    for text in (
        f"arXiv:{written}",
        f"https://arxiv.org/abs/{written}",
        f"https://arxiv.org/pdf/{written}.pdf",
        f"https://www.alphaxiv.org/abs/{written}",
        f"https://ar5iv.org/html/{written}",
        f"https://huggingface.co/papers/{written}",
        f"doi:10.48550/arXiv.{written}",
    ):
        assert extract.extract("arxiv", f"见{text}。") == [{"id": arxiv_id, "version": version}]


PIECES = st.sampled_from(
    [
        "arXiv",
        ":",
        "：",
        " ",
        "2607",
        ".",
        "26627",
        "v2",
        "/",
        "、",
        ", ",
        "cs.CL/",
        "0301001",
        "https://arxiv.org/abs/",
        "[",
        "](",
        ")",
        "|",
        "\n",
        "|---|---|",
        "paper_cards/681-2607-26627.md",
        "２６０７",
        "\u200b",
        "\\.",
        "eprint={",
        "}",
    ]
)


@given(st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=60))
def test_any_text_gives_ids_in_place(text: str) -> None:
    for value in arxiv.find(text):
        assert 0 <= value.start < value.end <= len(text)
        assert text[value.start : value.end] == value.surface
    extract.extract("arxiv", text)
