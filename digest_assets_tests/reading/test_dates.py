"""Dates: each case is a text and the days it names, for a writer's day of 2026-07-31 in Shanghai."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.model import DateValue
from digest_assets.reading import dates
from digest_assets.reading.calendars import stated_year, with_year

DAY = date(2026, 7, 31)
ZONE = "Asia/Shanghai"

CASES: list[tuple[str, list[str]]] = [
    ("30 July 2026", ["2026-07-30"]),
    ("a full read is queued for 30 July.", ["2026-07-30"]),
    ("April 12, 2024", ["2024-04-12"]),
    ("Sep 3 2025", ["2025-09-03"]),
    ("Sept. 3, 2025", ["2025-09-03"]),
    ("(June 1st, 2026)", ["2026-06-01"]),
    ("May 22nd, 2025", ["2025-05-22"]),
    ("the 3rd of May 2025", ["2025-05-03"]),
    ("March 2 - March 9, 2025", ["2025-03-02..2025-03-09"]),
    ("March 2–9, 2025", ["2025-03-02..2025-03-09"]),
    ("Dec 28, 2025 – Jan 3, 2026", ["2025-12-28..2026-01-03"]),
    ("Dec 28 - Jan 3, 2026", ["2025-12-28..2026-01-03"]),
    ("2025 Q4", ["2025-10-01..2025-12-31"]),
    ("2026Q1", ["2026-01-01..2026-03-31"]),
    ("H1 2026", ["2026-01-01..2026-06-30"]),
    ("2026 H2", ["2026-07-01..2026-12-31"]),
    ("2026/7/6", ["2026-07-06"]),
    ("2026-07-30T0900-tom-radar.md", ["2026-07-30"]),
    ("2026-07-30-0900-hf-daily.md", ["2026-07-30"]),
    ("2026-07-29T23:30:00-08:00", ["2026-07-30"]),
    ("2026-07-29T15:59:59Z", ["2026-07-29"]),
    ("2026-07-29T16:00:00Z", ["2026-07-30"]),
    ("2026-07-29 18:05 UTC", ["2026-07-30"]),
    ("2026-07-31T17:05:00+08:00", ["2026-07-31"]),
    ("2026-13-01", []),
    ("2026-02-30", []),
    ("June 31, 2026", []),
    ("0000-00-00", []),
    ("2026-00-10", []),
    ("OpenClaw v2026.5.18", []),
    ("7×24", []),
    ("p99 3-5 ms", []),
    ("arXiv:2606.20295", []),
    ("paper_cards/681-2607-26627.md", []),
    ("2026-07-20 (Mon)", ["2026-07-20"]),
    ("October 2025", ["2025-10-01..2025-10-31"]),
    ("Oct. 2025", ["2025-10-01..2025-10-31"]),
    ("released today", ["2026-07-31"]),
    ("tomorrow", ["2026-08-01"]),
    ("last week", ["2026-07-20..2026-07-26"]),
    ("3 days ago", ["2026-07-28"]),
    ("last month", ["2026-06-01..2026-06-30"]),
    ("this year", ["2026-01-01..2026-12-31"]),
    ("early 2026", ["2026-01-01..2026-03-31"]),
    ("in 2025", ["2025-01-01..2025-12-31"]),
    ("as of 2026, TGI", ["2026-01-01..2026-12-31"]),
    ("ICML 2026", []),
    ("2026-03", ["2026-03-01..2026-03-31"]),
    ("2026-W31", ["2026-07-27..2026-08-02"]),
    ("20260731", ["2026-07-31"]),
    ("２０２６－０７－３１", ["2026-07-31"]),
    ("2048 tokens", []),
    ("2026-07-01 ~ 07-15", ["2026-07-01..2026-07-15"]),
    ("2026-07-30 → 2026-07-31", ["2026-07-30", "2026-07-31"]),
    ("2026/07/01-2026/07/15", ["2026-07-01..2026-07-15"]),
    ("from March 5 to March 8, 2023", ["2023-03-05..2023-03-08"]),
    ("between 2024-01-01 and 2024-03-31", ["2024-01-01..2024-03-31"]),
    ("6-13 July 2025", ["2025-07-06..2025-07-13"]),
    ("16/07/2026", ["2026-07-16"]),
    ("07/16/2026", ["2026-07-16"]),
    ("31.07.2026", ["2026-07-31"]),
    ("FY2026 Q2", []),
    ("fiscal Q2 2026", []),
    ("v2026.3.12", []),
    ("Python 3.11", []),
    ("you may 5", []),
    ("Table 3-14", []),
    ("5-20 layers", []),
    ("GPT-4-32k", []),
    ("on 7/30", ["2026-07-30"]),
    ("2026-07-31 22:00", ["2026-07-31"]),
    ("Jul 29, 2026 17:05 UTC", ["2026-07-30"]),
    ("Wed, 29 Jul 2026 17:05:00 +0000", ["2026-07-30"]),
    ("16-Jul-2026", ["2026-07-16"]),
    ("July 2026", ["2026-07-01..2026-07-31"]),
    ("Jul–Sep 2025", ["2025-07-01..2025-09-30"]),
    ("mid-July 2026", ["2026-07-11..2026-07-20"]),
    ("late July", ["2026-07-21..2026-07-31"]),
    ("in July", ["2026-07-01..2026-07-31"]),
    ("by March 2027", ["2027-03-01..2027-03-31"]),
    ("first half of 2026", ["2026-01-01..2026-06-30"]),
    ("the third quarter of 2025", ["2025-07-01..2025-09-30"]),
    ("CVE-2026-1213", []),
    ("2024-00-00", []),
    ("last Friday", ["2026-07-24"]),
    ("next Monday", ["2026-08-03"]),
    ("yesterday's", ["2026-07-30"]),
    ("2025/26", []),
    ("Q1-Q3 2025", ["2025-01-01..2025-09-30"]),
    ("Thursday, July 16, 2026", ["2026-07-16"]),
    ("July 16th", ["2026-07-16"]),
    ("16th July 2026", ["2026-07-16"]),
    ("Q2-Q3 2026", ["2026-04-01..2026-09-30"]),
    ("H2 2025", ["2025-07-01..2025-12-31"]),
    ("2026-07-16 10:30", ["2026-07-16"]),
    ("2026-07-16T10:30:00.123Z", ["2026-07-16"]),
    ("2026-07-29T23:59:59-07:00", ["2026-07-30"]),
    ("2026-07-31T17:35:00+0800", ["2026-07-31"]),
    ("2026-07-31T17:35+08:00", ["2026-07-31"]),
    ("2026.7.16", ["2026-07-16"]),
    ("16.07.2026", ["2026-07-16"]),
    ("2026-07-16 ~ 2026-07-18", ["2026-07-16..2026-07-18"]),
    ("2026/7/16–7/18", ["2026-07-16..2026-07-18"]),
    ("July 16–18, 2026", ["2026-07-16..2026-07-18"]),
    ("16–18 July 2026", ["2026-07-16..2026-07-18"]),
    ("Jul 30 – Aug 2, 2026", ["2026-07-30..2026-08-02"]),
    ("2025-02-29", []),
    ("13/45/2026", []),
    ("2026-7-32", []),
    ("Feb 30, 2026", []),
    ("10-20%", []),
    ("(1-3)", []),
    ("10.12.20.26", []),
    ("2026－07－30", ["2026-07-30"]),
    ("２０２６／０７／３０", ["2026-07-30"]),
    ("07-30", ["2026-07-30"]),
    ("this week", ["2026-07-27..2026-08-02"]),
    ("next month", ["2026-08-01..2026-08-31"]),
    ("since 2024", ["2024-01-01..2024-12-31"]),
    ("2024-2026", ["2024-01-01..2026-12-31"]),
    ("2023 to 2025", ["2023-01-01..2025-12-31"]),
    ("2025/12", ["2025-12-01..2025-12-31"]),
    ("2025.12.31", ["2025-12-31"]),
    ("v2025.12.31", []),
    ("Chrome 126", []),
    ("iOS 26.1", []),
    ("（7/30）", ["2026-07-30"]),
    ("1/2", []),
    ("3-4", []),
    ("12-25", ["2026-12-25"]),
    ("2-30", []),
    ("0-1", []),
    ("00-15", []),
    ("2026-07-31_notes", ["2026-07-31"]),
    ("report-2026-07-31.pdf", ["2026-07-31"]),
    ("IMG_20260731_1735.jpg", []),
    ("https://example.com/2026/07/31/x", []),
    ("arXiv:2607.26627 (2026-07-31)", ["2026-07-31"]),
    ("2026-07-31/2026-08-02", ["2026-07-31..2026-08-02"]),
    ("2026-07-31—08-02", ["2026-07-31..2026-08-02"]),
    ("2026-07-01、07-03", ["2026-07-01", "2026-07-03"]),
    ("Mar. 2026", ["2026-03-01..2026-03-31"]),
    ("March '26", ["2026-03-01..2026-03-31"]),
    ("Sept 5", ["2026-09-05"]),
    ("sep 5, 2025", ["2025-09-05"]),
    ("MAY 5, 2025", ["2025-05-05"]),
    ("may 2025", ["2025-05-01..2025-05-31"]),
    ("5 May", ["2026-05-05"]),
    ("5th of May", ["2026-05-05"]),
    ("the 5th", []),
    ("Jan-Mar 2026", ["2026-01-01..2026-03-31"]),
    ("January to March 2026", ["2026-01-01..2026-03-31"]),
    ("January and March 2026", ["2026-01-01..2026-01-31", "2026-03-01..2026-03-31"]),
    ("from Jan 5 to Feb 3", ["2027-01-05..2027-02-03"]),
    ("Q1", []),
    ("Q3 2025 – Q1 2026", ["2025-07-01..2026-03-31"]),
    ("queued for 30 July.", ["2026-07-30"]),
]


def days(text: str, day: date = DAY, zone: str = ZONE) -> list[str]:
    found = []
    for value in dates.find(text):
        assert text[value.start : value.end] == value.surface
        span = dates.resolve(value, day, zone)
        if span is not None:
            found.append(span[0].isoformat() if span[0] == span[1] else f"{span[0]}..{span[1]}")
    return found


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_days_of_a_text(text: str, expected: list[str]) -> None:
    assert days(text) == expected


@pytest.mark.parametrize(
    ("text", "day", "expected"),
    [
        ("12月30日", date(2026, 1, 3), "2025-12-30"),
        ("1月3日", date(2026, 12, 29), "2027-01-03"),
        ("12月31日", date(2027, 1, 1), "2026-12-31"),
        ("6-30", date(2026, 7, 1), "2026-06-30"),
        ("2月29日", date(2027, 3, 1), "2028-02-29"),
        ("12月30日-1月2日", date(2026, 1, 3), "2025-12-30..2026-01-02"),
    ],
)
def test_the_year_that_is_nearest_to_the_day(text: str, day: date, expected: str) -> None:
    assert days(text, day) == [expected]


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", "2026-07-29"),
        ("Asia/Tokyo", "2026-07-30"),
        ("America/Los_Angeles", "2026-07-29"),
        ("Nowhere/At_All", None),
    ],
)
def test_an_instant_belongs_to_a_day_of_the_zone(zone: str, expected: str | None) -> None:
    assert days("2026-07-29T17:05:00Z", zone=zone) == ([expected] if expected else [])


def test_a_heading_gives_the_missing_year() -> None:
    (value,) = dates.find("3月5日发布")
    assert dates.resolve(value, DAY, ZONE, year=2021) == (date(2021, 3, 5), date(2021, 3, 5))
    assert with_year(value, 2021).low == "2021-03-05"
    (leap,) = dates.find("2月29日")
    assert with_year(leap, 2021) == leap
    assert stated_year(("2024 年", "3 月")) == 2024
    assert stated_year(("2023–2024",)) is None


def test_a_month_agrees_with_a_day_in_it() -> None:
    month, day, other = (
        dates.resolve(dates.find(text)[0], DAY, ZONE) for text in ("2026 年 3 月", "2026-03-21", "2026-04-01")
    )
    assert month is not None
    assert day is not None
    assert other is not None
    assert dates.agree(month, day)
    assert dates.agree(day, month)
    assert not dates.agree(month, other)


@pytest.mark.parametrize("low", ["day", "fortnight-1", "month+0/xx", "year+0/Q9", ""])
def test_a_spelling_outside_the_grammar_resolves_to_nothing(low: str) -> None:
    value = DateValue(surface="", start=0, end=0, form="relative", low=low, high=low)
    assert dates.resolve(value, DAY, ZONE) is None


PIECES = st.sampled_from(
    [
        "2026",
        "-07",
        "-31",
        "7-30",
        "07",
        "/",
        ".",
        " ",
        "年",
        "月",
        "日",
        "七",
        "十二",
        "二〇二六",
        "上",
        "下",
        "本",
        "周",
        "底",
        "初",
        "近",
        "3",
        "天",
        "前",
        "Q2",
        "H1",
        "W31",
        "July ",
        "16",
        "th",
        ", ",
        "to ",
        "–",
        "至",
        "T17:05",
        "Z",
        "+08:00",
        "今天",
        "昨",
        "last ",
        "week",
        "半年",
        "季度",
        "去年",
        "（周四）",
        "２０２６",
        "v",
        "20260731",
        "in ",
        "May",
    ]
)


@given(st.lists(PIECES, max_size=16).map("".join) | st.text(max_size=60), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_any_text_gives_dates_in_place(text: str, day: date) -> None:
    end = 0
    for value in dates.find(text):
        assert end <= value.start < value.end <= len(text)
        assert text[value.start : value.end] == value.surface
        span = dates.resolve(value, day, ZONE)
        assert span is None or span[0] <= span[1]
        end = value.end


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)))
def test_notations_of_one_day_meet(day: date) -> None:
    spellings = (
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.year}/{day.month}/{day.day}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
    )
    assert {tuple(days(f"于 {text}")) for text in spellings} == {(day.isoformat(),)}
