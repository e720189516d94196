from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.clock import EARLIEST, LATEST, Clock, days

ZONES = st.sampled_from(
    [
        "Asia/Shanghai", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
        "America/St_Johns", "Pacific/Chatham", "Africa/Casablanca", "Pacific/Apia", "America/Santiago",
    ]
)  # fmt: skip
MINUTES = st.builds(time, st.integers(0, 23), st.integers(0, 59))


def wall(*parts: int) -> datetime:
    return utc(*parts).replace(tzinfo=None)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


def test_a_window_is_named_after_the_date_on_which_it_closes() -> None:
    window = Clock("Asia/Shanghai", time(22, 0)).window(date(2026, 7, 31))
    assert (window.opens, window.closes) == (utc(2026, 7, 30, 14), utc(2026, 7, 31, 14))


def test_windows_are_half_open() -> None:
    clock = Clock("Asia/Shanghai", time(22, 0))
    close = clock.close(date(2026, 7, 31))
    tick = timedelta(microseconds=1)
    assert clock.day_of(close - tick) == date(2026, 7, 31)
    assert clock.day_of(close) == date(2026, 8, 1)
    assert close not in clock.window(date(2026, 7, 31))
    assert close in clock.window(date(2026, 8, 1))


@pytest.mark.parametrize(
    ("zone", "closes_at", "day", "opens", "closes"),
    [
        ("Asia/Kathmandu", time(17, 30), date(2026, 3, 8), utc(2026, 3, 7, 11, 45), utc(2026, 3, 8, 11, 45)),
        ("America/New_York", time(17, 15), date(2026, 3, 8), utc(2026, 3, 7, 22, 15), utc(2026, 3, 8, 21, 15)),
        ("America/New_York", time(17, 15), date(2026, 11, 1), utc(2026, 10, 31, 21, 15), utc(2026, 11, 1, 22, 15)),
        ("Europe/Berlin", time(0, 0), date(2026, 3, 29), utc(2026, 3, 27, 23), utc(2026, 3, 28, 23)),
        ("Europe/Berlin", time(0, 0), date(2026, 3, 30), utc(2026, 3, 28, 23), utc(2026, 3, 29, 22)),
        ("Australia/Lord_Howe", time(22, 30), date(2026, 4, 5), utc(2026, 4, 4, 11, 30), utc(2026, 4, 5, 12)),
    ],
)
def test_windows_over_daylight_saving(
    zone: str, closes_at: time, day: date, opens: datetime, closes: datetime
) -> None:
    window = Clock(zone, closes_at).window(day)
    assert (window.opens, window.closes) == (opens, closes)


def test_a_skipped_time_runs_on_and_a_doubled_one_is_its_first() -> None:
    clock = Clock("America/New_York", time(2, 30))
    assert clock.instant(wall(2026, 3, 8, 2, 30)) == clock.instant(wall(2026, 3, 8, 3, 30))
    assert clock.close(date(2026, 3, 8)) == utc(2026, 3, 8, 7, 30)
    assert Clock("America/New_York", time(1, 30)).close(date(2026, 11, 1)) == utc(2026, 11, 1, 5, 30)


def test_a_date_that_the_zone_skips_has_an_empty_window() -> None:
    clock = Clock("Pacific/Apia", time(22, 0))
    empty = clock.window(date(2011, 12, 31))
    assert empty.opens == empty.closes
    assert clock.day_of(empty.closes) == date(2012, 1, 1)
    assert clock.day_of(empty.closes - timedelta(minutes=1)) == date(2011, 12, 30)


def test_the_last_closed_day() -> None:
    clock = Clock("Asia/Shanghai", time(22, 0))
    assert clock.last_closed(utc(2026, 7, 31, 13, 59)) == date(2026, 7, 30)
    assert clock.last_closed(utc(2026, 7, 31, 14, 0)) == date(2026, 7, 31)


def test_only_wall_clock_times_become_instants() -> None:
    with pytest.raises(ValueError, match="no zone of its own"):
        Clock("UTC", time(22, 0)).instant(utc(2026, 7, 31))


@given(ZONES, MINUTES, st.datetimes(wall(1990, 1, 1), wall(2040, 1, 1)))
def test_the_day_of_a_moment_is_the_one_whose_window_holds_it(zone: str, closes_at: time, naive: datetime) -> None:
    clock = Clock(zone, closes_at)
    moment = naive.replace(tzinfo=UTC)
    day = clock.day_of(moment)
    assert moment in clock.window(day)
    assert moment not in clock.window(day - timedelta(days=1))
    assert moment not in clock.window(day + timedelta(days=1))


@given(ZONES, MINUTES, st.dates(date(1990, 1, 1), date(2040, 1, 1)))
def test_windows_follow_each_other_without_gap(zone: str, closes_at: time, day: date) -> None:
    clock = Clock(zone, closes_at)
    window, following = clock.window(day), clock.window(day + timedelta(days=1))
    assert window.closes == following.opens
    assert window.opens <= window.closes
    if window.opens < window.closes:
        assert clock.day_of(window.opens) == day
        assert clock.day_of(clock.moment_of_date(day)) == day
        assert clock.close(clock.last_closed(window.closes)) == window.closes


@given(ZONES, MINUTES, st.sampled_from([EARLIEST, LATEST]))
def test_the_ends_of_the_calendar_have_days(zone: str, closes_at: time, moment: datetime) -> None:
    clock = Clock(zone, closes_at)
    assert moment in clock.window(clock.day_of(moment))


def test_days_include_both_ends() -> None:
    assert list(days(date(2026, 2, 28), date(2026, 3, 1))) == [date(2026, 2, 28), date(2026, 3, 1)]
    assert list(days(date(2026, 3, 1), date(2026, 2, 28))) == []
