from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.clock import EARLIEST, LATEST, Clock
from digest_assets.model import Source
from digest_assets.settings import parse as parse_settings
from digest_assets.vault import VaultError
from digest_assets.vault.moments import parse

from .vaults import LATER, SETTINGS, TOML, Folder, Repo, at, day

NEW_YORK = Clock("America/New_York", time(17, 15))


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-08", datetime(2026, 3, 8, 21, 14, tzinfo=UTC)),
        ("2026-03-08T09:30", datetime(2026, 3, 8, 13, 30, tzinfo=UTC)),
        ("2026-03-08 09:30:05", datetime(2026, 3, 8, 13, 30, 5, tzinfo=UTC)),
        ("2026-03-08T02:30", datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),  # skipped: 03:30
        ("2026-03-08T21:20Z", datetime(2026, 3, 8, 21, 20, tzinfo=UTC)),
        ("2026-03-08T21:20:00+08:00", datetime(2026, 3, 8, 13, 20, tzinfo=UTC)),
        ("2026-13-08", None),
        ("yesterday", None),
        ("", None),
        ("0001-01-01", None),
        ("9999-12-31T23:59", None),
        ("0001-01-01T00:00+14:00", None),
    ],
)
def test_stated_moments(text: str, moment: datetime | None) -> None:
    assert parse(text, NEW_YORK) == moment


@given(st.text(max_size=12) | st.datetimes().map(datetime.isoformat) | st.dates().map(date.isoformat))
def test_whatever_is_stated_has_a_day_or_is_no_moment(text: str) -> None:
    moment = parse(text, NEW_YORK)
    if moment is not None:
        assert EARLIEST <= moment <= LATEST
        assert moment in NEW_YORK.window(NEW_YORK.day_of(moment))


def only(folder: Folder, on: str) -> Source:
    (source,) = folder.manifest(on).sources
    return source


def test_the_name_comes_before_the_text(plain: Folder) -> None:
    plain.write("inbox/2026-07-31T0900-x.md", "created: 2026-07-30", "07-31 10:00")
    assert (only(plain, "07-31").observed_by, only(plain, "07-31").observed_at) == ("name", at("07-31 09:00"))


def test_the_text_comes_before_git(repo: Repo) -> None:
    repo.put("07-31 10:00", x="created: 2026-07-30T20:00")
    source = only(repo, "07-30")
    assert (source.observed_by, source.observed_at) == ("front_matter", at("07-30 20:00"))
    assert source.seen_at == at("07-31 10:00")


def test_git_comes_before_the_modification_time(repo: Repo) -> None:
    repo.put("07-30 10:00", x="x")
    repo.put("07-31 10:00", x="y")
    source = only(repo, "07-30")
    assert (source.observed_by, source.observed_at) == ("git", at("07-30 10:00"))
    assert repo.manifest("07-31").sources == ()


def test_the_modification_time_is_the_last_resort(plain: Folder, tmp_path: Path) -> None:
    plain.write("inbox/1234-x.md", "x", "07-31 10:00")
    assert (only(plain, "07-31").observed_by, only(plain, "07-31").observed_at) == ("mtime", at("07-31 10:00"))
    repo = Repo(tmp_path / "repo")
    repo.commit("07-29 10:00")
    repo.write("inbox/2026-13-40-x.md", "x", "07-31 10:00")
    assert (only(repo, "07-31").observed_by, only(repo, "07-31").observed_at) == ("mtime", at("07-31 10:00"))


def test_an_exact_rename_keeps_the_moment_of_the_first_addition(repo: Repo) -> None:
    repo.commit("07-29 10:00")
    repo.put("07-31 10:00", x="some text")
    repo.rename("inbox/jay/x.md", "inbox/jay/y.md")
    repo.commit("07-31 11:00")
    repo.rename("inbox/jay/y.md", "inbox/tom/z.md")
    repo.commit("08-01 11:00")
    assert (only(repo, "07-31").path, only(repo, "07-31").observed_at) == ("inbox/jay/y.md", at("07-31 10:00"))
    assert repo.manifest("08-01").sources == ()
    assert repo.manifest("08-01").arrivals == ()


def test_a_file_that_is_renamed_every_day_for_years(repo: Repo) -> None:
    begin = at("07-31 10:00")
    history: list[tuple[datetime, dict[str, str | None]]] = [(begin, {"inbox/0.md": "list"})]
    for number in range(1, 1100):
        history.append((begin + timedelta(days=number), {f"inbox/{number - 1}.md": None, f"inbox/{number}.md": "list"}))
    repo.replay([(begin - timedelta(days=2), {"README.md": "x"}), *history])
    assert only(repo, "07-31").path == "inbox/0.md"
    assert repo.manifest("08-20").sources == repo.manifest("08-20").arrivals == ()


def test_what_came_and_went_between_two_closes_counts_when_it_comes_again(repo: Repo) -> None:
    repo.commit("07-29 10:00")
    repo.put("07-30 10:00", x="x")
    repo.remove("inbox/jay/x.md")
    repo.commit("07-30 11:00")
    repo.put("07-31 10:00", x="x")
    assert repo.manifest("07-30").sources == ()
    assert (only(repo, "07-31").observed_by, only(repo, "07-31").observed_at) == ("git", at("07-31 10:00"))
    repo.remove("inbox/jay/x.md")
    repo.commit("08-01 10:00")
    repo.put("08-02 10:00", x="x")
    assert only(repo, "07-31").observed_at == at("07-31 10:00")
    assert repo.manifest("08-02").sources == ()
    assert repo.manifest("08-02").arrivals == ()


def test_the_first_day_is_the_earliest_that_is_not_absurd(plain: Folder) -> None:
    for name in ("0001-01-01-x", "1999-07-31-x", "2026-07-29T2230-x", "2026-07-31-x", "2026-08-01-x", "9999-12-31-x"):
        plain.write(f"inbox/{name}.md", "x", "07-31 10:00")
    with plain.open() as vault:
        assert vault.first_day() == day("07-30")
        assert vault.manifest(day("07-30"), LATER).sources[0].path == "inbox/2026-07-29T2230-x.md"


def test_the_first_day_may_be_set(plain: Folder) -> None:
    settings = parse_settings(TOML.replace("[topics", 'first_day = "2026-07-01"\n[topics'))
    with plain.open(settings) as vault:
        assert vault.first_day() == day("07-01")


def test_the_first_day_of_a_vault_without_stamps(plain: Folder) -> None:
    with plain.open() as vault, pytest.raises(VaultError, match="there is no source below inbox or paper_cards"):
        vault.first_day()
    plain.write("inbox/x.md", "x", "07-31 10:00")
    with plain.open() as vault:
        assert vault.first_day() == day("07-31")


def test_the_first_day_does_not_move_when_early_notes_go(repo: Repo) -> None:
    repo.put("07-29 10:00", _2026_07_29_x="x", _2026_07_30_x="x", _2026_07_31_x="x")
    repo.remove("inbox/jay/2026-07-29-x.md")
    repo.commit("07-31 10:00")
    with repo.open(SETTINGS) as vault:
        assert vault.first_day() == day("07-29")
