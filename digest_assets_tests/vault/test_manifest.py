"""Late, corrected, renamed, deleted, uncommitted: what each day's manifest makes of it."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from digest_assets.settings import parse
from digest_assets.vault import VaultError, open_vault

from .vaults import CLOCK, LATER, SETTINGS, TOML, Folder, Repo, at, created, day

X = "inbox/jay/2026-07-31T1000-x.md"


@pytest.fixture
def started(repo: Repo) -> Repo:
    """A repository that begins on the 29th."""
    repo.write("README.md", "x", "07-29 10:00")
    repo.commit("07-29 10:00")
    return repo


def change(repo: Repo, when: str, data: str, path: str = X) -> None:
    repo.write(path, data, when)
    repo.commit(when)


def test_the_edges_of_a_window(started: Repo) -> None:
    for name in ("2026-07-30T2159", "2026-07-30T2200", "2026-07-31T2159", "2026-07-31T2200", "2026-07-31"):
        started.write(f"inbox/{name}-x.md", name, "07-30 09:00")
    started.commit("07-30 09:00")
    assert list(started.sources("07-31")) == [
        f"inbox/{name}-x.md" for name in ("2026-07-30T2200", "2026-07-31", "2026-07-31T2159")
    ]


def test_a_source_carries_all_that_is_known_of_it(started: Repo) -> None:
    change(started, "07-31 10:30", "x", "inbox/jay/2026-07-31T1000-rag-e1prep.md")
    (source,) = started.manifest("07-31").sources
    assert (source.kind, source.author, source.predigest_topic) == ("predigest", "jay", "rag")
    assert (source.observed_at, source.seen_at) == (at("07-31 10:00"), at("07-31 10:30"))
    assert (source.size, source.arrival, source.error) == (1, "on_time", None)


def test_a_commit_at_the_close_is_seen_by_it_and_one_a_second_later_is_late(started: Repo) -> None:
    started.write(X, "x", "07-31 22:00")
    started.commit("07-31 22:00")
    started.write(X.replace("x.md", "y.md"), "y", "07-31 22:00")
    started.commit("", seconds=int(at("07-31 22:00").timestamp()) + 1)
    assert started.sources("07-31") == {X: "on_time", X.replace("x.md", "y.md"): "late"}
    assert started.arrivals("08-01") == {X.replace("x.md", "y.md"): "late"}


def test_a_run_at_the_close_does_not_see_what_comes_later(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    before = started.manifest("07-31", now=at("07-31 22:05"))
    change(started, "08-01 10:00", "other", X.replace("T1000-x", "T1100-y"))
    after = started.manifest("07-31", now=at("08-01 22:05"))
    assert [s for s in after.sources if s.arrival == "on_time"] == list(before.sources)


def test_a_late_note_counts_in_its_own_day_and_arrives_once(started: Repo) -> None:
    change(started, "08-02 10:00", "as it came")
    change(started, "08-03 10:00", "corrected")
    assert started.sources("07-31") == {X: "late"}
    assert started.contents("07-31") == {X: b"as it came"}
    assert [started.arrivals(d) for d in ("08-01", "08-02", "08-03", "08-04")] == [
        {}, {X: "late"}, {X: "corrected"}, {},
    ]  # fmt: skip
    (arrived,) = started.manifest("08-02").arrivals
    assert arrived == started.manifest("07-31").sources[0]


def test_a_late_note_is_taken_as_the_first_close_saw_it(started: Repo) -> None:
    change(started, "08-02 10:00", "first draft")
    change(started, "08-02 11:00", "second draft")
    assert started.contents("07-31") == {X: b"second draft"}
    (arrived,) = started.manifest("08-02").arrivals
    assert arrived.seen_at == at("08-02 11:00")


def test_a_late_note_that_no_close_has_seen_yet_stands_as_it_is_now(started: Repo) -> None:
    change(started, "08-02 10:00", "draft")
    now = at("08-02 12:00")
    assert started.sources("07-31", now) == {X: "late"}
    assert started.arrivals("08-02", now) == {X: "late"}


def test_corrections_within_the_window_are_no_news(started: Repo) -> None:
    change(started, "07-31 10:30", "18%")
    change(started, "07-31 12:00", "81%")
    assert started.contents("07-31") == {X: b"81%"}
    assert started.arrivals("08-01") == {}


def test_a_later_correction_leaves_its_own_day_as_it_stood(started: Repo) -> None:
    change(started, "07-31 10:30", "18%")
    change(started, "08-01 12:00", "81%")
    assert started.sources("07-31") == {X: "on_time"}
    assert started.contents("07-31") == {X: b"18%"}
    (arrived,) = started.manifest("08-01").arrivals
    assert (arrived.path, arrived.arrival, arrived.observed_at) == (X, "corrected", at("07-31 10:00"))


def test_a_correction_that_is_taken_back_before_the_close_is_none(started: Repo) -> None:
    change(started, "07-31 10:30", "18%")
    change(started, "08-01 12:00", "81%")
    change(started, "08-01 13:00", "18%")
    assert started.arrivals("08-01") == {}


def test_an_undated_note_can_be_corrected_but_not_late(started: Repo) -> None:
    change(started, "07-31 10:30", "one", "inbox/x.md")
    change(started, "08-01 10:30", "two", "inbox/x.md")
    assert started.sources("07-31") == {"inbox/x.md": "on_time"}
    assert started.arrivals("08-01") == {"inbox/x.md": "corrected"}


def test_a_corrected_front_matter_moves_the_source(started: Repo) -> None:
    change(started, "07-31 10:30", "created: 2026-07-31", "paper_cards/1-2.md")
    change(started, "08-01 10:30", "created: 2026-07-30", "paper_cards/1-2.md")
    assert started.sources("07-31") == {"paper_cards/1-2.md": "on_time"}
    assert started.sources("07-30") == {}
    (arrived,) = started.manifest("08-01").arrivals
    assert (arrived.arrival, arrived.observed_at) == ("corrected", at("07-30 21:59"))


@pytest.mark.parametrize(("late_days", "arrives"), [(0, False), (1, False), (2, True), (7, True)])
def test_after_some_days_nobody_waits_any_more(started: Repo, late_days: int, arrives: bool) -> None:
    change(started, "08-02 10:00", "x")
    settings = parse(TOML.replace("[topics", f"late_days = {late_days}\n[topics"))
    assert started.arrivals("08-02", settings=settings) == ({X: "late"} if arrives else {})
    assert started.sources("07-31") == {X: "late"}


def test_what_the_first_commit_holds_was_always_there(repo: Repo) -> None:
    repo.write("inbox/2026-07-20-x.md", "x", "07-29 10:00")
    repo.write("work-queue.md", "queue", "07-29 10:00")
    repo.commit("07-29 10:00")
    assert repo.sources("07-20") == {"inbox/2026-07-20-x.md": "on_time", "work-queue.md": "on_time"}
    assert repo.arrivals("07-29") == {}
    change(repo, "07-31 10:00", "y", "inbox/2026-07-20-x.md")
    assert repo.contents("07-20")["inbox/2026-07-20-x.md"] == b"x"
    settings = parse(TOML.replace("[topics", "late_days = 20\n[topics"))
    assert repo.arrivals("07-31", settings=settings) == {"inbox/2026-07-20-x.md": "corrected"}


def test_deleted_before_the_close_does_not_count_and_after_it_does(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    change(started, "07-31 10:30", "y", X.replace("x.md", "y.md"))
    started.remove(X)
    started.commit("07-31 21:00")
    started.remove(X.replace("x.md", "y.md"))
    started.commit("07-31 22:30")
    assert started.sources("07-31") == {X.replace("x.md", "y.md"): "on_time"}
    assert started.arrivals("08-01") == {}


def test_a_late_note_that_no_close_ever_saw_is_nowhere(started: Repo) -> None:
    change(started, "08-01 10:00", "x")
    started.remove(X)
    started.commit("08-01 11:00")
    assert started.sources("07-31") == {}
    assert started.arrivals("08-01") == {}


def test_deleted_before_the_close_and_back_later_is_late(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.remove(X)
    started.commit("07-31 11:00")
    change(started, "08-01 10:30", "x")
    assert started.sources("07-31") == {X: "late"}
    assert started.arrivals("08-01") == {X: "late"}


def test_deleted_and_restored_is_not_news_twice(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.remove(X)
    started.commit("08-01 11:00")
    change(started, "08-02 10:30", "x")
    assert started.sources("07-31") == {X: "on_time"}
    assert [started.arrivals(d) for d in ("08-01", "08-02")] == [{}, {}]


def test_a_rename_within_the_window_counts_under_the_new_name(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.rename(X, "inbox/tom/2026-07-31T1000-y.md")
    started.commit("07-31 11:00")
    assert started.sources("07-31") == {"inbox/tom/2026-07-31T1000-y.md": "on_time"}


def test_a_rename_after_the_close_is_no_news(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.rename(X, "inbox/tom/2026-07-31T1000-y.md")
    started.commit("08-01 11:00")
    assert started.sources("07-31") == {X: "on_time"}
    assert started.arrivals("08-01") == {}


def test_a_note_that_is_moved_into_the_inbox_is_news_then(started: Repo) -> None:
    change(started, "07-31 10:30", "x", "drafts/2026-07-31T1000-x.md")
    started.rename("drafts/2026-07-31T1000-x.md", X)
    started.commit("08-01 11:00")
    assert started.arrivals("08-01") == {X: "late"}


def test_uncommitted_files_count_by_modification_time(started: Repo) -> None:
    change(started, "07-31 10:30", "committed")
    started.write(X, "edited after the close", "07-31 22:30")
    started.write("inbox/2026-07-31T1100-new.md", "not committed", "07-31 11:00")
    started.write("inbox/2026-07-31T1200-late.md", "not committed, late", "08-01 11:00")
    started.write("inbox/undated.md", "not committed, undated", "07-31 12:00")
    assert started.sources("07-31") == {
        X: "on_time",
        "inbox/2026-07-31T1100-new.md": "on_time",
        "inbox/2026-07-31T1200-late.md": "late",
        "inbox/undated.md": "on_time",
    }
    assert started.contents("07-31")[X] == b"committed"
    assert started.arrivals("08-01") == {X: "corrected", "inbox/2026-07-31T1200-late.md": "late"}
    by = {s.path: s.observed_by for s in started.manifest("07-31").sources}
    assert (by["inbox/undated.md"], by["inbox/2026-07-31T1100-new.md"]) == ("mtime", "name")


def test_an_uncommitted_edit_in_the_window_counts(started: Repo) -> None:
    change(started, "07-31 10:30", "committed")
    started.write(X, "edited", "07-31 12:00")
    started.git("add", ".")
    assert started.contents("07-31") == {X: b"edited"}
    assert started.manifest("07-31").sources[0].seen_at == at("07-31 12:00")


def test_an_old_file_put_back_uncommitted_never_counts_before_the_commit_it_differs_from(started: Repo) -> None:
    change(started, "07-31 10:30", "committed")
    started.write(X, "older", "07-30 12:00")
    assert started.contents("07-31") == {X: b"older"}
    assert started.manifest("07-31").sources[0].seen_at == at("07-31 10:30")


def test_an_uncommitted_removal_counts_from_the_last_change_of_its_folder(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.remove(X)
    folder = started.root / "inbox/jay"
    os.utime(folder, (at("07-31 21:00").timestamp(),) * 2)
    assert started.sources("07-31") == {}
    os.utime(folder, (at("07-31 22:30").timestamp(),) * 2)
    assert started.sources("07-31") == {X: "on_time"}


def test_an_open_window_is_seen_as_it_stands(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    started.write("inbox/2026-07-31T1100-new.md", "dated in the future", "08-05 11:00")
    now = at("07-31 12:00")
    assert started.sources("07-31", now) == {X: "on_time", "inbox/2026-07-31T1100-new.md": "on_time"}
    assert started.sources("07-30", now) == {}
    assert started.sources("07-31", at("08-01 12:00"))["inbox/2026-07-31T1100-new.md"] == "late"


def test_the_queue_belongs_to_every_day_as_it_stood(started: Repo) -> None:
    change(started, "07-30 10:00", "one", "work-queue.md")
    change(started, "07-31 22:30", "two", "work-queue.md")
    assert started.sources("07-29") == {}
    assert started.contents("07-30") == started.contents("07-31") == {"work-queue.md": b"one"}
    assert started.contents("08-05") == {"work-queue.md": b"two"}
    (queue,) = started.manifest("08-05").sources
    assert (queue.kind, queue.observed_by, queue.observed_at) == ("queue", "git", at("07-31 22:30"))
    assert started.arrivals("08-01") == {}


def test_a_plain_folder_by_modification_time(plain: Folder) -> None:
    plain.write("README.md", "x", "07-20 10:00")
    plain.write(X, "on time", "07-31 10:30")
    plain.write("inbox/2026-07-31T1100-y.md", "late", "08-01 11:00")
    plain.write("inbox/2026-07-20-z.md", "long ago", "08-01 11:00")
    plain.write("inbox/undated.md", "x", "08-01 11:00")
    plain.write("work-queue.md", "queue", "08-01 12:00")
    assert plain.sources("07-31") == {X: "on_time", "inbox/2026-07-31T1100-y.md": "late"}
    assert plain.sources("07-20") == {"inbox/2026-07-20-z.md": "late"}
    assert plain.sources("08-01") == {"inbox/undated.md": "on_time", "work-queue.md": "on_time"}
    assert plain.arrivals("08-01") == {"inbox/2026-07-31T1100-y.md": "late"}


def test_what_a_plain_folder_began_with_was_always_there(plain: Folder) -> None:
    for name in ("2026-07-20-x", "2026-07-21-x"):
        plain.write(f"inbox/{name}.md", "x", "07-29 10:00")
    assert plain.sources("07-20") == {"inbox/2026-07-20-x.md": "on_time"}
    assert plain.arrivals("07-29") == {}


def test_a_range_is_its_days(started: Repo) -> None:
    change(started, "07-31 10:30", "x")
    change(started, "08-01 10:30", "y")
    change(started, "08-01 10:30", "y", "inbox/2026-07-30-late.md")
    days = [day("07-28") + timedelta(days=n) for n in range(8)]
    with started.open() as vault:
        assert vault.manifests(days[0], days[-1], LATER) == [vault.manifest(d, LATER) for d in days]
        assert vault.manifests(days[1], days[0], LATER) == []


def test_an_open_vault_sees_what_happens_after_it_was_opened(started: Repo) -> None:
    with started.open() as vault:
        assert vault.manifest(day("07-31"), LATER).sources == ()
        change(started, "07-31 10:30", "x")
        assert len(vault.manifest(day("07-31"), LATER).sources) == 1


# --- living documents ---


def document(folder: Folder, on: str, as_of: str = "close", **options: object) -> tuple[bytes | None, str]:
    settings = parse(f'baseline_as_of = "{as_of}"\n{TOML}')
    with open_vault(folder.root, settings, created, **options) as vault:  # type: ignore[arg-type]
        (found,) = vault.manifest(day(on), LATER).documents
        assert (found.topic, found.path) == ("a", "kb/a.md")
        data = vault.bytes_of(found.content_sha256) if found.content_sha256 and found.as_of != "snapshot" else None
        return data, found.as_of


def test_the_baseline_is_the_newest_commit_at_or_before_the_close_or_the_opening(repo: Repo) -> None:
    repo.write("kb/a.md", "one", "07-29 10:00")
    first = repo.commit("07-29 10:00")
    repo.write("kb/a.md", "two", "07-30 23:10")
    second = repo.commit("07-30 23:10")
    repo.put("07-31 10:00", x="no matter")
    assert document(repo, "07-30") == (b"one", f"commit:{first[:12]}")
    assert document(repo, "07-31") == (b"two", f"commit:{second[:12]}")
    assert document(repo, "07-31", as_of="open") == (b"one", f"commit:{first[:12]}")


def test_a_baseline_before_the_history_begins(repo: Repo) -> None:
    repo.write("kb/a.md", "one", "07-29 10:00")
    repo.commit("07-29 10:00")
    repo.write("kb/a.md", "two", "07-30 10:00")
    repo.commit("07-30 10:00")
    assert document(repo, "07-28") == (b"one", "working-tree")


def test_a_baseline_that_was_written_later_was_absent(started: Repo) -> None:
    change(started, "07-31 10:00", "one", "kb/a.md")
    assert document(started, "07-30") == (None, "absent")
    assert document(started, "07-31")[0] == b"one"
    started.remove("kb/a.md")
    started.commit("08-01 10:00")
    assert document(started, "08-01") == (None, "absent")


def test_an_uncommitted_baseline(started: Repo) -> None:
    started.write("kb/a.md", "one", "07-31 10:00")
    assert document(started, "07-31") == (b"one", "mtime")
    assert document(started, "07-30") == (b"one", "working-tree")
    started.commit("07-31 10:00")
    started.write("kb/a.md", "two", "08-01 10:00")
    assert document(started, "08-01") == (b"two", "mtime")


def test_a_baseline_keeps_its_history_when_it_is_renamed(started: Repo) -> None:
    lines = "".join(f"line {n}\n" for n in range(30))
    change(started, "07-29 11:00", lines, "kb/older.md")
    change(started, "07-30 11:00", lines + "more\n", "kb/older.md")
    started.rename("kb/older.md", "kb/old.md")
    started.commit("07-30 12:00")
    started.rename("kb/old.md", "kb/a.md")
    started.write("kb/a.md", lines + "more\nand more\n", "07-31 11:00")
    started.commit("07-31 11:00")
    assert document(started, "07-29")[0] == lines.encode()
    assert document(started, "07-30")[0] == f"{lines}more\n".encode()
    assert document(started, "07-31")[0] == f"{lines}more\nand more\n".encode()


def test_a_baseline_in_a_plain_folder(plain: Folder) -> None:
    plain.write("kb/a.md", "as it stands", "07-31 10:00")
    assert document(plain, "07-31") == (b"as it stands", "mtime")
    assert document(plain, "07-30") == (b"as it stands", "working-tree")
    asked = []

    def snapshot(path: str, moment: object) -> str | None:
        asked.append((path, moment))
        return "f" * 64

    assert document(plain, "07-30", snapshot=snapshot) == (None, "snapshot")
    assert document(plain, "07-31", snapshot=snapshot)[1] == "mtime"
    assert asked == [("kb/a.md", CLOCK.close(day("07-30")))]


def test_a_baseline_that_exists_nowhere_is_named(started: Repo) -> None:
    with started.open() as vault:
        assert vault.missing_baselines() == ("a",)
    change(started, "07-31 10:00", "one", "kb/a.md")
    started.remove("kb/a.md")
    started.commit("07-31 11:00")
    with started.open() as vault:
        assert vault.missing_baselines() == ()


def test_a_baseline_that_cannot_be_read_stops_the_work(plain: Folder, tmp_path: Path) -> None:
    (plain.root / "kb/a.md").mkdir(parents=True)
    with plain.open(SETTINGS) as vault, pytest.raises(VaultError, match=r"^kb/a.md: .* is a directory$"):
        vault.manifest(day("07-31"), LATER)
