from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.clock import EARLIEST, LATEST, Clock
from digest_assets.vault import stamps

SHANGHAI = Clock("Asia/Shanghai", time(22, 0))
NEW_YORK = Clock("America/New_York", time(17, 15))


@pytest.mark.parametrize(
    ("name", "day", "clock_time"),
    [
        ("2026-07-31T1735-jay.md", date(2026, 7, 31), time(17, 35)),
        ("2026-07-31t1735-jay.md", date(2026, 7, 31), time(17, 35)),
        ("2026-07-31T173512-jay.md", date(2026, 7, 31), time(17, 35, 12)),
        ("2026-07-31T1735.md", date(2026, 7, 31), time(17, 35)),
        ("2026-07-31T1735晨报.md", date(2026, 7, 31), time(17, 35)),
        ("2026-07-31-0900-hf-daily-2026-07-30.md", date(2026, 7, 31), time(9, 0)),
        ("2026-07-31-2048-game.md", date(2026, 7, 31), time(20, 48)),
        ("2026-07-31 0900 standup.md", date(2026, 7, 31), time(9, 0)),
        ("2026-07-31_0900.md", date(2026, 7, 31), time(9, 0)),
        ("2026-07-31.md", date(2026, 7, 31), None),
        ("2026-07-31-notes.md", date(2026, 7, 31), None),
        ("2026-07-31 notes.md", date(2026, 7, 31), None),
        ("2026-07-31-2607-26627.md", date(2026, 7, 31), None),  # 26:07 is no time
        ("2026-07-31-2400-x.md", date(2026, 7, 31), None),
        ("2026-07-31-1960-x.md", date(2026, 7, 31), None),
        ("2026-07-31-12345.md", date(2026, 7, 31), None),
        ("2026-07-31-123.md", date(2026, 7, 31), None),
        ("2026-07-31-1000x-faster.md", date(2026, 7, 31), None),
        ("2026-07-31-2000年回顾.md", date(2026, 7, 31), None),
        ("2026-07-31T17-x.md", date(2026, 7, 31), None),
        ("2026-07-31T2575-x.md", date(2026, 7, 31), None),
        ("2024-02-29-leap.md", date(2024, 2, 29), None),
        ("0001-01-01-old.md", date(1, 1, 1), None),
        ("9999-12-31T2359-new.md", date(9999, 12, 31), time(23, 59)),
    ],
)
def test_stamps(name: str, day: date, clock_time: time | None) -> None:
    stamp = stamps.find(name)
    assert stamp is not None
    assert (stamp.day, stamp.time) == (day, clock_time)


@pytest.mark.parametrize(
    "name",
    [
        "1234-note.md", "2026-13-40-scratch.md", "2025-02-29-x.md", "2026-07-311-x.md", "0000-01-01-x.md",
        "20260731-x.md", "2026-7-31-x.md", "x-2026-07-31.md", " 2026-07-31.md", "２０２６-07-31-x.md",
        "681-2607-26627.md", "2026-07.md", "", "12026-07-31-x.md", "-2026-07-31.md",
    ],
)  # fmt: skip
def test_no_stamps(name: str) -> None:
    assert stamps.find(name) is None
    assert stamps.moment(name, SHANGHAI) is None


def test_moments() -> None:
    assert stamps.moment("2026-07-31T1735-x.md", SHANGHAI) == datetime(2026, 7, 31, 9, 35, tzinfo=UTC)
    assert stamps.moment("2026-07-31T1735Z-x.md", SHANGHAI) == datetime(2026, 7, 31, 17, 35, tzinfo=UTC)
    assert stamps.moment("2026-07-31T1735+0200-x.md", SHANGHAI) == datetime(2026, 7, 31, 15, 35, tzinfo=UTC)
    assert stamps.moment("2026-07-31T1735Zoe.md", SHANGHAI) == datetime(2026, 7, 31, 9, 35, tzinfo=UTC)
    assert stamps.moment("2026-07-31-x.md", SHANGHAI) == datetime(2026, 7, 31, 13, 59, tzinfo=UTC)
    assert stamps.moment("2026-03-08T0230-x.md", NEW_YORK) == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)


def test_dates_that_no_calendar_can_hold_around_are_no_moments() -> None:
    assert stamps.moment("0001-01-01-x.md", SHANGHAI) is None
    assert stamps.moment("9999-12-31T2359-x.md", NEW_YORK) is None


@given(st.text(alphabet="0123456789-T_ Z+x年.", max_size=30) | st.text(max_size=30))
def test_any_name_has_a_moment_that_has_a_day_or_none(name: str) -> None:
    moment = stamps.moment(name, SHANGHAI)
    if moment is not None:
        assert EARLIEST <= moment <= LATEST
        assert moment in SHANGHAI.window(SHANGHAI.day_of(moment))


@given(st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1)), st.sampled_from(["T%H%M", "-%H%M", "T%H%M%S"]))  # noqa: DTZ001
def test_a_written_stamp_is_read_back(local: datetime, form: str) -> None:
    local = local.replace(second=local.second if form.endswith("S") else 0, microsecond=0)
    name = f"{local.date().isoformat()}{local.strftime(form)}-slug.md"
    assert stamps.moment(name, SHANGHAI) == SHANGHAI.instant(local)


@given(st.dates(date(1970, 1, 1), date(2100, 1, 1)))
def test_a_date_alone_lies_in_that_days_window(day: date) -> None:
    moment = stamps.moment(f"{day.isoformat()}-x.md", NEW_YORK)
    assert moment is not None
    assert NEW_YORK.day_of(moment) == day
