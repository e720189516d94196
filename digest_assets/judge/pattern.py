"""How a day stands among the days before it, and the cards of three days by category.

Belongs here: streaks, densities, counts. Never here: deciding increments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from digest_assets.judge.history import History
from digest_assets.judge.inputs import SourceInput
from digest_assets.judge.lexical import fold
from digest_assets.judge.working import Prepared
from digest_assets.model import CardCount, Density, Pattern, Verdict
from digest_assets.settings import Thresholds, Topic

_DAYS = 7


def density(increments: int, thresholds: Thresholds) -> Density:
    """By the settings' thresholds: none, low, medium, high."""
    if increments == 0:
        return "none"
    if increments < thresholds.medium:
        return "low"
    return "medium" if increments < thresholds.high else "high"


def of(prepared: Prepared, history: History, today: Density, verdicts: Sequence[Verdict]) -> Pattern:
    """Streaks before the day, densities up to it, and the sources that only repeat."""
    day = prepared.inputs.day
    return Pattern(
        history.days_without_cards,
        (*history.densities(day, _DAYS - 1), (day, today)),
        history.since_last_increment(day),
        tuple(
            v.path
            for v in verdicts
            if v.verdict == "covered" and v.kind != "queue" and v.claims_on_topic and v.arrival != "earlier"
        ),
    )


def cards(prepared: Prepared, topic: Topic) -> tuple[CardCount, ...]:
    """Cards of the window and of the two days before, each path once, by path."""
    out: dict[str, CardCount] = {}
    window = [s for s in prepared.inputs.sources if s.source.kind == "card"]
    for given in window:
        out[given.source.path] = _count(given, topic, True)
    for given in prepared.inputs.recent_cards:
        out.setdefault(given.source.path, _count(given, topic, False))
    return tuple(out[path] for path in sorted(out))


def _count(given: SourceInput, topic: Topic, in_window: bool) -> CardCount:
    card = given.reading.card
    category = card.category if card else None
    relation: Literal["primary", "adjacent", "other"] = "other"
    near = {fold(c) for c in topic.adjacent}
    if category and fold(category) in {fold(c) for c in topic.categories}:
        relation = "primary"
    elif card and (fold(category or "") in near or any(fold(s) in near for s in card.secondary)):
        relation = "adjacent"
    return CardCount(
        given.source.path, card.number if card else None, card.arxiv_id if card else None,
        card.title if card else given.reading.title, category, relation, in_window,
    )  # fmt: skip
