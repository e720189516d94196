"""What became stale: recorded days that the vault now has otherwise, and briefings that rest on what is no more.

Belongs here: comparing the vault, the records and the stored briefings. Never here: what is done about it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime

from digest_assets.assets.session import Session
from digest_assets.warehouse.chain import closed_fingerprint, closed_manifests, fingerprint


def changed_days(session: Session, now: datetime) -> dict[date, str]:
    """Days to be taken anew, with what their manifests would be recorded under; windows still open are left out.

    A day without briefings counts only where it changed for the days after it. Reads no file that did not change.
    """
    records = {r.day: r.manifest_sha256 for r in session.records}
    if not records:
        return {}
    closed = closed_manifests(session.warehouse.facts, session.records)
    briefed = {day for day, _, _ in session.warehouse.heads()}
    found: dict[date, str] = {}
    for manifest in session.vault.manifests(min(records), max(records), now):
        recorded = records.get(manifest.day)
        if recorded is None or session.clock.close(manifest.day) > now:
            continue
        fresh = fingerprint(manifest, False)
        if fresh == recorded:
            continue
        if manifest.day in briefed or closed_fingerprint(manifest, False) != closed.get(recorded, recorded):
            found[manifest.day] = fresh
    return found


def outdated(session: Session) -> list[tuple[date, str]]:
    """Stored briefings that rest on another head than their day now has."""
    links = session.chain.links
    return [(day, topic) for day, topic, head in session.warehouse.heads() if day in links and links[day].head != head]


def key_of(days: Mapping[date, str], first: date, last: date) -> str:
    """A name for a request: the same days in the same state are asked for once."""
    found = "".join(f"{day}{digest}" for day, digest in sorted(days.items()) if first <= day <= last)
    return f"{first} to {last}: {hashlib.sha256(found.encode()).hexdigest()[:16]}"
