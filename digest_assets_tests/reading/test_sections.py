"""Sections: which lines are headings, and which digits are their numbers."""

from __future__ import annotations

import pytest

from digest_assets.reading.sections import find, split_number


@pytest.mark.parametrize(
    ("heading", "number", "arabic", "title"),
    [
        ("§3 检索", "3", "3", "检索"),
        ("§ 4.12 索引", "4.12", "4.12", "索引"),
        ("§五 索引", "五", "5", "索引"),
        ("3.1 Vector stores", "3.1", "3.1", "Vector stores"),
        ("3.1.4 分片", "3.1.4", "3.1.4", "分片"),
        ("7. 结论", "7", "7", "结论"),
        ("7.结论", "7", "7", "结论"),
        ("7、结论", "7", "7", "结论"),
        ("7） 结论", "7", "7", "结论"),
        ("7) Results", "7", "7", "Results"),
        ("1 Engines", "1", "1", "Engines"),
        ("１．概述", "1", "1", "概述"),
        ("十二、附录", "十二", "12", "附录"),
        ("三十一、附录", "三十一", "31", "附录"),
        ("四 小结", "四", "4", "小结"),
        ("第3章 方法", "3", "3", "方法"),
        ("第十章　方法", "十", "10", "方法"),
        ("第二节：方法", "二", "2", "方法"),
        ("（3）数据", "3", "3", "数据"),
        ("(十一) 数据", "十一", "11", "数据"),
        ("② 数据", "②", "2", "数据"),
        ("II. Methods", "II", "2", "Methods"),
        ("Chapter 4: Training", "4", "4", "Training"),
        ("0. 总览", "0", "0", "总览"),
        ("2.13选型", "2.13", "2.13", "选型"),
        ("2026-07-16 例会", None, None, "2026-07-16 例会"),
        ("2026 年展望", None, None, "2026 年展望"),
        ("2026.07.16 例会", None, None, "2026.07.16 例会"),
        ("7 月总结", None, None, "7 月总结"),
        ("7/31 例会", None, None, "7/31 例会"),
        ("3 个问题", None, None, "3 个问题"),
        ("4bit 量化", None, None, "4bit 量化"),
        ("3D 渲染", None, None, "3D 渲染"),
        ("1.5B 模型", None, None, "1.5B 模型"),
        ("100× 加速", None, None, "100× 加速"),
        ("50% 的收益", None, None, "50% 的收益"),
        ("10:30 例会", None, None, "10:30 例会"),
        ("3,000 台", None, None, "3,000 台"),
        ("0.26.0 发布", None, None, "0.26.0 发布"),
        ("v2.1 发布", None, None, "v2.1 发布"),
        ("2.x 分支", None, None, "2.x 分支"),
        ("一句话", None, None, "一句话"),
        ("三件套", None, None, "三件套"),
        ("第一季度", None, None, "第一季度"),
        ("第3周", None, None, "第3周"),
        ("Introduction", None, None, "Introduction"),
        ("I think so", None, None, "I think so"),
        ("", None, None, ""),
    ],
)
def test_numbers(heading: str, number: str | None, arabic: str | None, title: str) -> None:
    assert split_number(heading) == (number, arabic, title)


def found(text: str) -> list[tuple[str | None, str, int, int]]:
    return [(section.arabic, section.title, section.level, section.line_start) for section in find(text)]


def test_headings_of_all_forms() -> None:
    text = "---\nid: 1\n---\n# A\n\nB\n===\n\n##没有空格\n\n<h3 align='center'>2. <b>C &amp; D</b></h3>\n\n"
    text += "#### `code` *x* [y](z) {#anchor}\n"
    assert found(text) == [
        (None, "A", 1, 4),
        (None, "B", 1, 6),
        (None, "没有空格", 2, 9),
        ("2", "C & D", 3, 11),
        (None, "code x y", 4, 13),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "#标签 不是标题\n",
        "\\## 转义\n",
        "    ## 缩进\n",
        "```\n## 围栏\n```\n",
        "~~~\n## a\n```\n## b\n~~~\n",
        "<!--\n## 注释\n-->\n",
        "<!-- <h2>x</h2> -->\n",
        "> ## 引文\n",
        "- ## 列表项\n",
        "1. ## 列表项\n",
        "**粗体行**\n",
        "a | b\n---|---\n1 | 2\n",
        "- x\n\n---\n",
        "####### 七个\n",
        "<pre>\n<h2>x</h2>\n</pre>\n",
        "正文 ##不是\n",
        "[^1]: ## x\n\na[^1]\n",
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_and_extents_with_any_newline(newline: str) -> None:
    text = newline.join(["前言", "", "## 1. 甲", "文", "", "### 1.1 乙", "文", "## 2. 丙", "末"]) + newline
    sections = find(text)
    assert [(s.line_start, s.line_end) for s in sections] == [(3, 5), (6, 7), (8, 9)]
    assert [s.path for s in sections] == [("甲",), ("甲", "乙"), ("丙",)]
    assert [s.ordinal for s in sections] == [0, 1, 2]


def test_levels_may_skip_and_titles_may_repeat() -> None:
    assert found("## 结论\n#### x\n## 结论\n") == [(None, "结论", 2, 1), (None, "x", 4, 2), (None, "结论", 2, 3)]
