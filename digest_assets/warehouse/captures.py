"""States of living documents that were seen, for vaults without a history.

Belongs here: keeping what a manifest found in a plain file, and finding it again by moment. Never here: which state a
day takes (``vault``). A file that is rewritten in the evening had another state at the close: whoever saw that state
kept it under the moment of its modification, and it stands until the next one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from digest_assets.model import Manifest
from digest_assets.warehouse.facts import Facts

KIND = "capture"


def capture(facts: Facts, manifests: Iterable[Manifest]) -> None:
    """Keeps the states of living documents that manifests dated by modification."""
    rows = {
        _key(document.path, document.as_of_at): document.content_sha256
        for manifest in manifests
        for document in manifest.documents
        if document.as_of == "mtime" and document.as_of_at is not None and document.content_sha256 is not None
    }
    known = facts.known(KIND, rows)
    facts.put((KIND, key, sha256.encode()) for key, sha256 in sorted(rows.items()) if key not in known)


class Captures:
    """A ``vault.Snapshot``. Looks once; what is captured later is seen after ``look_again``."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._states: dict[str, list[tuple[datetime, str]]] | None = None

    def look_again(self, facts: Facts) -> None:
        """Has the next question look anew, into facts that are open in this process."""
        self._facts, self._states = facts, None

    def __call__(self, path: str, moment: datetime) -> str | None:
        """SHA-256 of a document's newest state that was modified at or before a moment; None where none was seen."""
        if self._states is None:
            if not self._facts.file.exists():
                return None  # nothing was ever captured, and no file is made to find that out
            self._states = {}
            for key, body in sorted(self._facts.all(KIND).items()):
                at, _, document = key.partition(" ")
                self._states.setdefault(document, []).append((datetime.fromisoformat(at), body.decode()))
        states = [state for state in self._states.get(path, ()) if state[0] <= moment]
        return max(states)[1] if states else None


def _key(path: str, at: datetime) -> str:
    return f"{at.isoformat()} {path}"
