"""On what grounds two statements could contradict each other at all, before anything is compared.

Belongs here: a cheap look at a statement's values and words. Never here: comparing (``conflicts``), which finds nothing
between statements without common grounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from digest_assets.judge import events, metrics
from digest_assets.judge.figures import values_of
from digest_assets.judge.lines import Line
from digest_assets.model import DateValue, QuantityValue
from digest_assets.reading import agreement

_ALIKE = frozenset(["requires", "supports", "licence"])  # contradict their like
_STATUS = frozenset(["withdrawn", "not_replicated"])  # contradict a figure


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a statement may be contradicted on; more than there is at worst, never less."""

    kinds: frozenset[str]  # dimensions of its quantities, "date", "metric", "licence", events
    figure: bool
    count: bool  # a figure without a unit, which compares with those of many
    status: bool

    def __bool__(self) -> bool:
        return bool(self.kinds) or self.figure or self.status

    def meet(self, other: Grounds) -> bool:
        """Whether two statements have grounds in common."""
        return (
            not self.kinds.isdisjoint(other.kinds)
            or ((self.count or self.status) and other.figure)
            or ((other.count or other.status) and self.figure)
        )


def of(line: Line) -> Grounds:
    """The grounds of a line."""
    values, told, metric = values_of(line), events.possible(line.text), metrics.possible(line.text)
    dimensions = {_dimension(v.unit) for v in values if isinstance(v, QuantityValue)}
    date = any(isinstance(v, DateValue) for v in values)
    return Grounds(
        frozenset({*dimensions, *(told & _ALIKE), *["date"] * date, *["metric"] * metric} - {""}),
        bool(dimensions) or metric,
        "" in dimensions,
        not told.isdisjoint(_STATUS),
    )


@lru_cache(maxsize=4096)
def _dimension(unit: str) -> str:
    return agreement.dimension(unit)
