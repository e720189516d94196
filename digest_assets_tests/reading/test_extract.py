"""The front door: kinds, JSON lines, clear errors."""

from __future__ import annotations

import base64
import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.reading import combined, extract
from digest_assets.reading.folding import fold


def test_values_have_the_published_shapes() -> None:
    assert extract.extract("arxiv", "arXiv:2607.00001v3") == [{"id": "2607.00001", "version": 3}]
    assert extract.extract("quantity", "约 1.5 万次") == [
        {"value_low": 15000, "value_high": None, "unit": "次", "scale_applied": 10000, "qualifier": "approx"}
    ]
    assert extract.extract("version", "Quarry 1.2.3") == [{"product": "Quarry", "version": "1.2.3"}]
    assert extract.extract("date", "昨天", ref_date=date(2026, 1, 1), tz="UTC") == [
        {"start": "2025-12-31", "end": "2025-12-31"}
    ]


def test_what_is_open_needs_a_day() -> None:
    assert extract.extract("date", "昨天与 2026-02-03") == [{"start": "2026-02-03", "end": "2026-02-03"}]


def test_bytes_are_decoded() -> None:
    assert extract.extract("quantity", None, "三成用户".encode("gb18030"))[0]["value_low"] == 30


@pytest.mark.parametrize(("kind", "text"), [("colour", "x"), ("date", None)])
def test_a_call_that_cannot_be_answered(kind: str, text: str | None) -> None:
    with pytest.raises(extract.ExtractError):
        extract.extract(kind, text)


def test_json_lines() -> None:
    rows = [
        {"id": "a", "kind": "arxiv", "input": "arXiv:2607.00001"},
        {"id": "b", "kind": "quantity", "input_b64": base64.b64encode(b"12 GB").decode()},
        {"id": "c", "kind": "date", "input": "昨日", "ref_date": "2026-07-31", "tz": "Asia/Shanghai"},
        {"id": "d", "kind": "nothing", "input": ""},
        {"id": "e", "kind": "date", "input": "昨日", "ref_date": "31.7.2026"},
        {"id": "f", "kind": "arxiv", "input_b64": "%%"},
        {"id": "g", "kind": "arxiv", "input": 3},
    ]
    lines = [json.dumps(row) for row in rows]
    answers = [json.loads(line) for line in extract.jsonl([*lines[:2], "", "{", "[]", *lines[2:]])]
    by_id = {answer["id"]: answer for answer in answers if answer["id"]}
    assert by_id["a"]["value"] == [{"id": "2607.00001", "version": None}]
    assert by_id["b"]["value"][0]["value_low"] == 12
    assert by_id["c"]["value"] == [{"start": "2026-07-30", "end": "2026-07-30"}]
    assert all("error" in by_id[key] for key in "defg")
    assert sum(answer["id"] is None for answer in answers) == 2


@given(st.text(max_size=80))
def test_folding_keeps_the_way_back(text: str) -> None:
    folded = fold(text)
    for offset in range(len(folded.text)):
        start, end, surface = folded.span(offset, offset + 1)
        assert text[start:end] == surface
        assert folded.into(start) <= offset


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ａｒＸｉｖ", "arXiv"),
        ("２６０７．１", "2607.1"),
        ("a\u200bb", "ab"),
        ("\\$20", "$20"),
        ("**a** b", "a b"),
        ("2**20", "2**20"),
        ("10²", "10²"),
        ("37℃", "37°C"),
        ("，。", "，。"),
    ],
)
def test_what_is_folded(text: str, expected: str) -> None:
    assert fold(text).text == expected


@given(st.text(max_size=80))
def test_all_values_come_in_order(text: str) -> None:
    found = combined.find(text)
    assert [v.start for v in found] == sorted(v.start for v in found)
    assert all(text[v.start : v.end] == v.surface for v in found)


def test_no_value_inside_a_value_of_another_kind() -> None:
    text = "vLLM 0.26.0 于 2026-07-16 发布，arXiv:2607.00001 报 3.1x，见 https://example.org/12GB"
    kinds = [type(value).__name__ for value in combined.find(text)]
    assert kinds == ["VersionValue", "DateValue", "ArxivValue", "QuantityValue", "UrlValue"]
