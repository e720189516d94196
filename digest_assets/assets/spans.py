"""Days and topics as the ranges that Dagster takes: stretches without a gap, and rectangles of both.

Belongs here: cutting and joining. Never here: Dagster, what is done with a range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

MONTH = 30  # days of a range for which Dagster's per-partition metadata still takes linear time


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Days × topics without a gap, as Dagster's ranges take them."""

    first: date
    last: date
    low: str
    high: str


def days_between(first: date, last: date) -> list[date]:
    """Every day from first to last, both included."""
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def spans(days: Iterable[date], length: int | None = None) -> list[tuple[date, date]]:
    """Days as (first, last) of each unbroken stretch, none longer than ``length``."""
    found: list[tuple[date, date]] = []
    for day in sorted(set(days)):
        follows = bool(found) and day - found[-1][1] == timedelta(days=1)
        if follows and (length is None or (day - found[-1][0]).days < length):
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return found


def stretches(topics: Iterable[str], order: Sequence[str]) -> list[tuple[str, str]]:
    """Topics as (first, last) of each unbroken stretch of the settings' order."""
    found: list[tuple[str, str]] = []
    end = -2
    for place in sorted(order.index(topic) for topic in topics):
        if place == end + 1:
            found[-1] = (found[-1][0], order[place])
        else:
            found.append((order[place], order[place]))
        end = place
    return found


def rectangles(pairs: Iterable[tuple[date, str]], order: Sequence[str]) -> list[Rectangle]:
    """Pairs as few rectangles: days that ask for the same topics together. Topics that are no more are left out."""
    topics: dict[date, frozenset[str]] = {}
    for day, topic in pairs:
        if topic in order:
            topics[day] = topics.get(day, frozenset()) | {topic}
    alike: dict[frozenset[str], list[date]] = {}
    for day in sorted(topics):
        alike.setdefault(topics[day], []).append(day)
    return [
        Rectangle(first, last, low, high)
        for wanted, days in alike.items()
        for first, last in spans(days, MONTH)
        for low, high in stretches(wanted, order)
    ]
