"""Partition keys: days, and days × topics.

Belongs here: keys and nothing else. A daily key is the date on which the window closes (``clock``), so today's key
has to exist before midnight (``end_offset=1``). Topics are read from the settings at load time: dynamic partitions
crossed with time are not dependable in Dagster 1.13.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import dagster as dg

from digest_assets.settings import Settings

DAY = "date"  # dimension names join in alphabetical order: the key of both is "2026-07-31|inference"
TOPIC = "topic"


@dataclass(frozen=True)
class Partitions:
    """The two partitionings of a vault."""

    days: dg.DailyPartitionsDefinition
    briefings: dg.MultiPartitionsDefinition


def partitions(settings: Settings, first_day: date) -> Partitions:
    """The partitionings from the vault's first day on, in its zone."""
    days = dg.DailyPartitionsDefinition(
        start_date=first_day.isoformat(), timezone=settings.clock.timezone, end_offset=1, fmt="%Y-%m-%d"
    )
    topics = dg.StaticPartitionsDefinition(list(settings.topics))
    return Partitions(days, dg.MultiPartitionsDefinition({DAY: days, TOPIC: topics}))


def days_of(context: dg.AssetExecutionContext) -> list[date]:
    """The days of a run over daily partitions, in order."""
    return sorted(date.fromisoformat(key) for key in context.partition_keys)


def pairs_of(context: dg.AssetExecutionContext) -> list[tuple[date, str]]:
    """The (day, topic) pairs of a run, whatever the axis of its strip, in order."""
    pairs = (key.split("|", 1) for key in context.partition_keys)
    return sorted((date.fromisoformat(day), topic) for day, topic in pairs)


def key_of(day: date, topic: str) -> str:
    return f"{day.isoformat()}|{topic}"
