"""What earlier days said on a topic: small records by day, and an index over them.

Belongs here: the record (``Said``) and look-ups that do not grow with the number of days. Never here: judging today.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from digest_assets.model import Density


@dataclass(frozen=True, slots=True)
class Said:
    """What one day said on one topic."""

    density: Density


class History:
    """All days before the one that is judged."""

    def __init__(self) -> None:
        self.days: list[tuple[date, Said]] = []

    def extend(self, day: date, said: Said) -> None:
        """Adds the next day; days come in order."""
        self.days.append((day, said))
