from datetime import UTC, datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from digest_assets.vault import repository
from digest_assets.vault.history import History, in_order, read
from digest_assets.vault.kinds import Layout

from .vaults import SETTINGS, Repo, at


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ([], []),
        ([5], [5]),
        ([1, 2, 2, 3], [1, 2, 2, 3]),
        ([10, 22, 21, 30], [10, 21, 21, 30]),  # two clocks a little apart: the first was there by then
        ([10, 11, 9, 12], [10, 11, 11, 12]),  # one commit too early
        ([10, 99, 12, 13, 14], [10, 12, 12, 13, 14]),  # one far in the future moves nothing else
        ([10, 11, 0, 13, 0, 15], [10, 11, 11, 13, 13, 15]),  # nor does one far in the past
        ([10, 11, 12, 0], [10, 11, 12, 12]),
        ([99, 10, 11], [10, 10, 11]),
    ],
)
def test_times_that_run_backwards(written: list[int], taken: list[int]) -> None:
    assert in_order(written) == taken


@given(st.lists(st.integers(-50, 50), max_size=40))
def test_times_end_up_in_order_and_those_in_order_stay(written: list[int]) -> None:
    taken = in_order(written)
    assert taken == sorted(taken)
    assert set(taken) <= set(written)
    assert in_order(sorted(written)) == sorted(written)


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=30, unique=True), st.data())
def test_one_wrong_clock_moves_one_commit(times: list[int], data: st.DataObject) -> None:
    times.sort()
    wrong = data.draw(st.integers(0, len(times) - 1))
    far = data.draw(st.sampled_from([-9, 9999]))
    assume((wrong, far) != (1, -9))  # nobody can tell then which of the first two is wrong
    written = [*times[:wrong], far, *times[wrong + 1 :]]
    taken = in_order(written)
    assert taken[:wrong] == times[:wrong]
    assert taken[wrong + 1 :] == times[wrong + 1 :]


def history(repo: Repo) -> History:
    found = repository.find(repo.root)
    assert found is not None
    return read(found, found.head(), Layout(SETTINGS))


def test_events_by_path(repo: Repo) -> None:
    repo.write("inbox/jay/x.md", "one", "07-29 10:00")
    repo.write("README.md", "not of interest", "07-29 10:00")
    repo.commit("07-29 10:00")
    repo.write("inbox/jay/x.md", "two", "07-30 10:00")
    repo.commit("07-30 10:00")
    repo.remove("inbox/jay/x.md")
    repo.commit("07-31 10:00")
    found = history(repo)
    assert list(found.events) == ["inbox/jay/x.md"]
    events = found.events["inbox/jay/x.md"]
    assert [found.times[e.commit] for e in events] == [at("07-29 10:00"), at("07-30 10:00"), at("07-31 10:00")]
    assert [e.oid is None for e in events] == [False, False, True]


def test_exact_renames(repo: Repo) -> None:
    repo.put("07-29 10:00", a="same", b="other")
    repo.rename("inbox/jay/a.md", "inbox/tom/c.md")
    repo.remove("inbox/jay/b.md")
    repo.write("inbox/jay/d.md", "other, and more", "07-30 10:00")
    repo.commit("07-30 10:00")
    assert history(repo).renamed == {(1, "inbox/tom/c.md"): "inbox/jay/a.md"}


def test_only_regular_files_have_bytes(repo: Repo) -> None:
    repo.put("07-29 10:00", x="x", y="y")
    repo.remove("inbox/jay/x.md")
    (repo.root / "inbox/jay/x.md").symlink_to("y.md")
    repo.remove("inbox/jay/y.md")
    repo.commit("07-30 10:00")
    head = repo.git("rev-parse", "HEAD")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{head},inbox/jay/sub.md")
    repo.git("commit", "-q", "-m", "a submodule", when="07-31 10:00")
    events = history(repo).events
    assert sorted(events) == ["inbox/jay/x.md", "inbox/jay/y.md"]
    assert events["inbox/jay/x.md"][-1].oid is None


def test_a_merge_counts_from_the_merge_on(repo: Repo) -> None:
    repo.put("07-29 10:00", x="x")
    repo.git("checkout", "-q", "-b", "side")
    repo.put("07-29 11:00", side="s")
    repo.git("checkout", "-q", "main")
    repo.put("07-29 12:00", y="y")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side", when="07-29 13:00")
    found = history(repo)
    (event,) = found.events["inbox/jay/side.md"]
    assert found.times[event.commit] == at("07-29 13:00")
    assert len(found.times) == 3


@pytest.mark.parametrize("seconds", [0, 2**31 + 5, 4_000_000_000])
def test_far_off_commit_times(repo: Repo, seconds: int) -> None:
    repo.write("inbox/jay/x.md", "x", "07-29 10:00")
    repo.commit("07-29 10:00", seconds=seconds)
    assert history(repo).times == (datetime.fromtimestamp(seconds, UTC),)
