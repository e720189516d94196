"""What a day's judgement is given.

Belongs here: the frozen inputs of one day, for all topics. Never here: features made of them (``prepare``), history.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from digest_assets.model import LivingDocument, Reading, Source
from digest_assets.settings import Thresholds, Topic


@dataclass(frozen=True, slots=True)
class SourceInput:
    """A source, what reading made of it, and the day whose window holds its moment."""

    source: Source
    reading: Reading
    day: date


@dataclass(frozen=True, slots=True)
class DayInputs:
    """One day as its close saw it. ``sources`` and ``arrivals`` by path; documents by topic key."""

    day: date
    zone: str
    sources: tuple[SourceInput, ...]
    arrivals: tuple[SourceInput, ...]
    documents: Mapping[str, tuple[LivingDocument, Reading | None]]
    topics: Mapping[str, Topic]
    thresholds: Thresholds
    recent_cards: tuple[SourceInput, ...]  # cards of the two days before, by path; the day's own are in ``sources``
    registry: frozenset[str]  # arXiv ids that the day's sources, arrivals or documents write with a prefix, link or DOI
