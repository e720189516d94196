"""Decoding: which bytes are text, in which encoding, and how lines count."""
# ruff: noqa: E501 - a sample stays on one line

from __future__ import annotations

import codecs
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_assets.reading.text import decode, line_count, line_starts

ZH = "# 检索与重排\n\n混合检索的召回率在三个数据集上都有提高，重排之后的前八条更稳定；作者没有公布延迟。\n第二段说明数据来源。\n"
ZH_HANT = "# 遞送方法\n\n這批樣品在肝臟以外的組織裡也看得到編輯，劑量與上次相同；作者沒有說明重複給藥的結果。\n"
EN = "# Notes\n\nThe scheduler keeps its queue short, and that is all that the authors say.\n"


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (ZH.encode(), ZH, "utf-8"),
        (codecs.BOM_UTF8 + ZH.encode(), ZH, "utf-8-sig"),
        (ZH.encode("gb18030"), ZH, "gb18030"),
        (ZH_HANT.encode("big5"), ZH_HANT, "big5"),
        (codecs.BOM_UTF16_LE + ZH.encode("utf-16-le"), ZH, "utf-16-le"),
        (codecs.BOM_UTF16_BE + EN.encode("utf-16-be"), EN, "utf-16-be"),
        (EN.encode("utf-16-le"), EN, "utf-16-le"),
        (EN.encode("utf-16-be"), EN, "utf-16-be"),
        (ZH.encode("utf-16-le"), ZH, "utf-16-le"),
        (codecs.BOM_UTF32_LE + ZH.encode("utf-32-le"), ZH, "utf-32-le"),
        ("合并 1,918 次提交。".encode("gb18030"), "合并 1,918 次提交。", "gb18030"),
        ("脾臟 B 細胞編輯率。".encode("big5"), "脾臟 B 細胞編輯率。", "big5"),
        ("推理引擎\n".encode("gbk"), "推理引擎\n", "gb18030"),
    ],
)
def test_encodings_are_told_apart(data: bytes, text: str, encoding: str) -> None:
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.status) == (text, encoding, "ok")


@pytest.mark.parametrize("data", [b"", b"\n \r\n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_blank_files_are_empty(data: bytes) -> None:
    assert decode(data).status == "empty"


def test_random_bytes_are_no_text() -> None:
    for seed in range(40):
        decoded = decode(random.Random(seed).randbytes(3_000))
        assert (decoded.status, decoded.text, decoded.encoding) == ("unreadable", "", None)
        assert decoded.error


@pytest.mark.parametrize(
    "head", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\x03\x04\x14\0\0\0\x08\0", b"\x7fELF\x02\x01\x01\0"]
)
def test_binary_files_are_no_text(head: bytes) -> None:
    assert decode(head + bytes(range(32)) * 20).status == "unreadable"


def test_few_broken_bytes_lose_only_themselves() -> None:
    data = ZH.encode() + b"\xe6\x8e" + EN.encode() + b"\xff\n"
    decoded = decode(data)
    assert decoded.status == "lossy"
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(ZH)
    assert "2 places" in (decoded.error or "")


def test_a_cut_character_at_the_end_is_lossy() -> None:
    assert decode(ZH.encode()[:-2]).status == "lossy"


def test_zero_bytes_in_text_stay_where_they_are() -> None:
    decoded = decode(b"a\0b and some more words\n" * 40)
    assert decoded.status == "ok"
    assert decoded.text[:3] == "a\0b"


def test_lines_count_as_in_an_editor() -> None:
    text = "a\nb\r\nc\rd\u2028e\x0cf\n"
    assert line_starts(text) == [0, 2, 5, 7, 13]
    assert line_count(text) == 4
    assert line_count("") == 0
    assert line_count("a") == 1


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_an_answer(data: bytes) -> None:
    decoded = decode(data)
    assert (decoded.status == "unreadable") == (decoded.encoding is None)
    assert decoded.status != "unreadable" or decoded.text == ""


@given(st.text(max_size=300).filter(lambda text: "\0" not in text and not text.startswith("\ufeff")))
@settings(max_examples=200, deadline=None)
def test_utf8_without_controls_comes_back(text: str) -> None:
    data = text.encode()
    decoded = decode(data)
    assert decoded.status == "unreadable" or decoded.text == text or data.startswith((b"\xff\xfe", b"\xfe\xff"))
