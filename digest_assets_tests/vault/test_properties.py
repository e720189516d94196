"""Any history, checked against a slow and simple account of it; plain folder and git against each other."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from digest_assets.clock import days
from digest_assets.model import Manifest, Source
from digest_assets.settings import parse
from digest_assets.vault import stamps

from .vaults import CLOCK, LATER, SETTINGS, TOML, Folder, Repo, at, day

BEGIN = at("07-27 10:00")
FIRST, LAST = day("07-25"), day("08-03")
NAMES = st.sampled_from(
    [
        "inbox/jay/2026-07-28T2130-x.md", "inbox/jay/2026-07-29-y.md", "inbox/2026-07-29T2200-z.md", "inbox/undated.md",
        "inbox/tom/2026-07-30-rag-e1prep.md", "inbox/2026-07-26T1000-old.md", "paper_cards/1-2607.md", "inbox/two.md",
    ]
)  # fmt: skip
TEXTS = st.sampled_from(["one", "two", "three", "created: 2026-07-29", "created: 2026-07-30T09:00:00+00:00"])
STEPS = st.integers(1, 30)  # hours


def written(when: datetime) -> str:
    return when.astimezone(CLOCK.zone).strftime("%m-%d %H:%M")


@st.composite
def written_once(draw: st.DrawFn) -> list[tuple[datetime, dict[str, str]]]:
    """Commits in which every path is written once."""
    paths = draw(st.lists(NAMES, unique=True, min_size=1))
    found: list[tuple[datetime, dict[str, str]]] = []
    when = BEGIN
    files = {"digest.toml": "", "kb/a.md": "baseline", "work-queue.md": "queue"}
    for path in paths:
        if draw(st.booleans()):
            found.append((when, files))
            when += timedelta(hours=draw(STEPS))
            files = {}
        files[path] = f"{draw(TEXTS)}\n{path}"
    return [*found, (when, files)]


def comparable(manifests: list[Manifest]) -> list[Manifest]:
    """Without what is bound to differ: how a living document, and a source that nothing else dates, are known."""

    def plainly(source: Source) -> Source:
        return replace(source, observed_by="git") if source.observed_by == "mtime" else source

    return [
        Manifest(
            m.day,
            tuple(plainly(s) for s in m.sources),
            tuple(plainly(s) for s in m.arrivals),
            tuple(replace(d, as_of="") for d in m.documents),
        )
        for m in manifests
    ]


@settings(max_examples=15, deadline=None)
@given(written_once(), st.booleans())
def test_plain_and_git_agree_where_each_path_was_written_once(
    layers: list[tuple[datetime, dict[str, str]]], open_window: bool
) -> None:
    now = layers[-1][0] if open_window else LATER
    with tempfile.TemporaryDirectory() as folder:
        plain, repo = Folder(Path(folder) / "plain"), Repo(Path(folder) / "git")
        for when, files in layers:
            for path, text in files.items():
                plain.write(path, text, written(when))
        repo.replay(layers)
        with plain.open() as one, repo.open() as other:
            assert comparable(one.manifests(FIRST, LAST, now)) == comparable(other.manifests(FIRST, LAST, now))
            assert one.first_day() == other.first_day()


@st.composite
def histories(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> list[tuple[datetime, dict[str, str | None]]]:
    """Commits that write, rewrite and remove; the first holds nothing that could be a source."""
    found: list[tuple[datetime, dict[str, str | None]]] = [(BEGIN, {"digest.toml": ""})]
    there: set[str] = set()
    when = BEGIN
    for number in range(draw(st.integers(1, 9))):
        when += timedelta(hours=draw(STEPS))
        changes: dict[str, str | None] = {}
        for path in draw(st.lists(NAMES, unique=True, min_size=1, max_size=3)):
            if path in there and draw(st.booleans()):
                changes[path] = None
                there.discard(path)
            else:
                changes[path] = f"{draw(texts)} {number} {path}"  # nothing is ever renamed byte for byte
                there.add(path)
        found.append((when, changes))
    return found


def at_close(history: list[tuple[datetime, dict[str, str | None]]], on: date) -> dict[str, str]:
    state: dict[str, str | None] = {}
    for when, changes in history:
        if when <= CLOCK.close(on):
            state.update(changes)
    return {path: text for path, text in state.items() if text is not None}


@settings(max_examples=15, deadline=None)
@given(histories())
def test_named_sources_of_any_history(history: list[tuple[datetime, dict[str, str | None]]]) -> None:
    states = {on: at_close(history, on) for on in days(FIRST - timedelta(days=1), LAST + timedelta(days=9))}
    with tempfile.TemporaryDirectory() as folder:
        repo = Repo(Path(folder))
        repo.replay(history)
        with repo.open() as vault:
            manifests = vault.manifests(FIRST, LAST, LATER)
            texts = {
                s.content_sha256: vault.bytes_of(s.content_sha256).decode()
                for m in manifests
                for s in (*m.sources, *m.arrivals)
            }
    for manifest in manifests:
        on = manifest.day
        expected, arrived = {}, {}
        for path in {path for state in states.values() for path in state}:
            moment = stamps.moment(path.rpartition("/")[2], CLOCK)
            if moment is None:
                continue
            own = CLOCK.day_of(moment)
            seen = [(d, state[path]) for d, state in sorted(states.items()) if path in state]
            if own == on and path in states[on]:
                expected[path] = ("on_time", states[on][path])
            elif own == on and any(d > on for d, _ in seen):
                expected[path] = ("late", next(text for d, text in seen if d > on))
            if own < on <= own + timedelta(days=SETTINGS.clock.late_days) and path in states[on]:
                before = [text for d, text in seen if d < on]
                if not before:
                    arrived[path] = ("late", states[on][path])
                elif before[-1] != states[on][path]:
                    arrived[path] = ("corrected", states[on][path])
        named = [s for s in manifest.sources if s.observed_by == "name"]
        assert {s.path: (s.arrival, texts[s.content_sha256]) for s in named} == expected
        named = [s for s in manifest.arrivals if s.observed_by == "name"]
        assert {s.path: (s.arrival, texts[s.content_sha256]) for s in named} == arrived


@settings(max_examples=15, deadline=None)
@given(histories(st.just("text")))
def test_no_news_falls_between_two_days(history: list[tuple[datetime, dict[str, str | None]]]) -> None:
    """Bytes that a close saw are judged by then, on time, late or corrected, but for those of a window yet to come."""
    # what comes exactly at a close is seen by it, and belongs to the next window
    assume(all(when != CLOCK.close(CLOCK.day_of(when) - timedelta(days=1)) for when, _ in history))
    patient = parse(TOML.replace("[topics", "late_days = 99\n[topics"))
    with tempfile.TemporaryDirectory() as folder:
        repo = Repo(Path(folder) / "vault")
        repo.replay(history)
        with repo.open(patient) as vault:
            manifests = vault.manifests(FIRST, LAST, LATER)
            seen = [(m.day, s) for m in manifests for s in (*m.sources, *m.arrivals)]
            on_paper = [(on, s.path, vault.bytes_of(s.content_sha256).decode()) for on, s in seen]
    for on in days(FIRST, LAST):
        for path, text in at_close(history, on).items():
            moment = stamps.moment(path.rpartition("/")[2], CLOCK)
            if path.startswith(("inbox", "paper")) and not (moment and CLOCK.day_of(moment) > on):
                assert any(d <= on for d, p, t in on_paper if (p, t) == (path, text)), (on, path, text)


@settings(max_examples=8, deadline=None)
@given(histories(), st.lists(st.dates(day("07-27"), LAST), min_size=2, max_size=3, unique=True))
def test_what_a_close_saw_does_not_change_later(
    history: list[tuple[datetime, dict[str, str | None]]], looked_at: list[date]
) -> None:
    """A day run at its close, and again years later: what was on time and what arrived is the same."""
    with tempfile.TemporaryDirectory() as folder:
        repo = Repo(Path(folder) / "vault")
        repo.replay(history)
        with repo.open() as vault:
            later = [vault.manifest(on, LATER) for on in looked_at]
            end = repo.git("rev-parse", "HEAD")
            for manifest in later:
                close = CLOCK.close(manifest.day)
                repo.git("reset", "-q", "--hard", repo.git("rev-list", "-1", f"--before={int(close.timestamp())}", end))
                then = vault.manifest(manifest.day, close)
                assert then.sources == tuple(s for s in manifest.sources if s.arrival == "on_time")
                assert (then.arrivals, then.documents) == (manifest.arrivals, manifest.documents)
