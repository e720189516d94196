"""States of the vault in which a day was found as it is recorded: what need not be looked at twice.

Belongs here: noting a state by day, and knowing it again. Never here: what a day is compared by.

A year's git history takes more than a second to read, the state of all files (``Vault.fingerprint``) a small part of
that. A note holds for a day that had closed, under the same settings and the same way of reading a vault; without git
a day rests on captures too, and nothing is noted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path

from digest_assets import vault as room
from digest_assets.assets.opening import Opened
from digest_assets.clock import Clock
from digest_assets.settings import Settings


class Seen:
    """One look at the vault: its state is taken once, before whatever is found is noted for it."""

    def __init__(self, opened: Opened, settings: Settings) -> None:
        self._opened = opened
        self._clock = Clock(settings.clock.timezone, settings.clock.closes_at)
        vault = opened.vault
        self._state = vault.fingerprint() if vault.under_git else ""
        self._rules = hashlib.sha256(f"{_program()}\0{settings.model_dump_json()}".encode()).hexdigest()

    def same(self, days: Sequence[date]) -> bool:
        """Whether each of the days was noted in the present state."""
        return bool(self._state) and all(self._opened.notebook.get(self._key(day)) == self._state for day in days)

    def note(self, days: Sequence[date], now: datetime) -> None:
        """Notes that the days' records say what the vault says."""
        for day in days:
            if self._state and self._clock.close(day) <= now:
                self._opened.notebook.put(self._key(day), self._state)

    def _key(self, day: date) -> str:
        return f"seen:{day.isoformat()} {self._rules[:16]}"


@cache
def _program() -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(room.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
