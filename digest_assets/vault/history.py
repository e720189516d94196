"""A repository's first-parent history as events by path: from which moment on which bytes stood where.

Belongs here: the order of commits in time, changes by path, exact renames. Never here: git's processes
(``repository``), the working tree, windows.

Time. A commit counts from its committer's time on. Clocks differ between machines, and a history must not run
backwards: the longest run of commits whose times do not decrease is taken at its word; a commit out of it takes the
time of the next one in the run where it claims to be later than that, else of the one before. So one machine with a
wrong clock, in the past or in the future, moves its own commits and nothing else.

The first-parent line is what stood on the branch that the vault is on: what a merge brings in counts from the merge on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from .folder import instant
from .kinds import Layout
from .repository import Change, Commit, Repository

Commits = Sequence[tuple[Commit, str | None]]  # with first parents, oldest first


class Event(NamedTuple):
    """From this commit on, a path holds these bytes (None: is no file)."""

    commit: int  # ordinal on the first-parent line, 0 is the root
    oid: str | None


@dataclass(frozen=True, slots=True)
class History:
    """``times`` and ``oids`` by ordinal of the commit; ``renamed``: (ordinal, new path) → the path it had before."""

    head: str | None = None
    oids: tuple[str, ...] = ()
    times: tuple[datetime, ...] = ()
    events: dict[str, tuple[Event, ...]] = field(default_factory=dict)
    renamed: dict[tuple[int, str], str] = field(default_factory=dict)


def in_order(times: Sequence[int]) -> list[int]:
    """Times that do not decrease: see the module. On equal evidence the earlier of two times is believed."""
    tails: list[int] = []
    tail_at: list[int] = []
    previous: list[int] = []
    for position, time in enumerate(times):
        length = bisect_right(tails, time)
        previous.append(tail_at[length - 1] if length else -1)
        if length == len(tails):
            tails.append(time)
            tail_at.append(position)
        else:
            tails[length], tail_at[length] = time, position
    trusted = set()
    at = tail_at[-1] if tail_at else -1
    while at >= 0:
        trusted.add(at)
        at = previous[at]
    ordered = list(times)
    following: int | None = None
    for position in range(len(times) - 1, -1, -1):
        if position in trusted:
            following = times[position]
        elif following is not None and times[position] > following:
            ordered[position] = following
    for position in range(1, len(ordered)):
        ordered[position] = max(ordered[position], ordered[position - 1])
    return ordered


def _renames(ordinal: int, changes: list[Change]) -> dict[tuple[int, str], str]:
    """Paths that one commit took away and gave back under another name, byte for byte."""
    gone: dict[str, list[str]] = defaultdict(list)
    for change in sorted(changes, key=lambda c: c.path):
        if change.oid is None and change.before is not None:
            gone[change.before].append(change.path)
    found = {}
    for change in sorted(changes, key=lambda c: c.path):
        if change.before is None and change.oid is not None and gone.get(change.oid):
            found[ordinal, change.path] = gone[change.oid].pop(0)
    return found


def _under_earlier_names(
    repository: Repository, commits: Commits, path: str, events: list[Event], ordinals: dict[str, int]
) -> list[Event]:
    """A living document's events before it got its present name: a topic keeps its document when that is renamed."""
    found = list(events)
    seen = {path}
    while found and found[0].commit > 0:
        commit, parent = commits[found[0].commit]
        earlier = repository.renamed_from(commit.oid, parent, path) if parent is not None else None
        if earlier is None or earlier in seen:
            break
        changes = repository.changes(commits[: found[0].commit], (earlier,))
        found = [Event(ordinals[c.commit], c.oid) for c in changes if c.path == earlier] + found
        seen.add(earlier)
        path = earlier
    return found


def read(repository: Repository, head: str | None, layout: Layout) -> History:
    """One walk over the whole line. Raises VaultError where objects are missing or broken."""
    if head is None:
        return History()
    commits = repository.commits(head)
    ordinals = {commit.oid: ordinal for ordinal, (commit, _) in enumerate(commits)}
    by_commit: dict[int, list[Change]] = defaultdict(list)
    for change in repository.changes(commits, layout.folders + layout.files):
        if layout.place(change.path) is not None:
            by_commit[ordinals[change.commit]].append(change)
    events: dict[str, list[Event]] = defaultdict(list)
    renamed: dict[tuple[int, str], str] = {}
    for ordinal in sorted(by_commit):
        for change in by_commit[ordinal]:
            if change.oid is not None or change.before is not None:
                events[change.path].append(Event(ordinal, change.oid))
        renamed |= _renames(ordinal, by_commit[ordinal])
    for path in layout.baselines:
        if path in events:
            events[path] = _under_earlier_names(repository, commits, path, events[path], ordinals)
    times = in_order([commit.time for commit, _ in commits])
    return History(
        head,
        tuple(commit.oid for commit, _ in commits),
        tuple(instant(time * 1_000_000_000) for time in times),
        {path: tuple(found) for path, found in events.items()},
        renamed,
    )
