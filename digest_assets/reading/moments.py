"""The moment that a source states of itself: ``created`` or ``date`` in front matter, ``建卡`` on a card.

Belongs here: from a field as written to an ISO day or datetime. Never here: the vault's zone, file names, commits.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, timedelta, timezone

from digest_assets.reading.frontmatter import FrontMatter

_MOMENT = re.compile(
    r"(\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年\s*(\d{1,2})月\s*(\d{1,2})[日号]?|(\d{2})(\d{2})(?!\d))"
    r"(?:(?:[T,]?\s*|日\s*)(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?",
    re.I,
)
_FIELDS = ("created", "date", "建卡", "created_at", "建卡时间")


def stated(value: object) -> str | None:
    """A field's value as ISO day ("2026-07-31") or ISO datetime ("2026-07-31T16:30:00", "…+08:00"); None where it is no
    possible moment. What follows the moment (a remark) does not matter."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    match = _MOMENT.match(unicodedata.normalize("NFKC", str(value)).strip().lstrip("'\"`*"))
    if match is None:
        return None
    year = int(match[1])
    month, day = (int(part) for part in match.groups()[1:11] if part is not None)
    try:
        if match[12] is None:
            return date(year, month, day).isoformat()
        naive = datetime(year, month, day, int(match[12]), int(match[13]), int(match[14] or 0))  # noqa: DTZ001
        zone = match[15]
        if zone is None:
            return naive.isoformat()
        if zone.upper() in ("Z", "UTC", "GMT"):
            return naive.replace(tzinfo=timezone.utc).isoformat()  # noqa: UP017
        sign = -1 if zone[0] == "-" else 1
        offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:])) * sign
        return naive.replace(tzinfo=timezone(offset)).isoformat()
    except ValueError:
        return None


def of_front_matter(front: FrontMatter) -> str | None:
    """The first of ``created``, ``date``, ``建卡`` that states a moment."""
    if front.fields is None:
        return None
    folded = {key.strip().casefold(): value for key, value in reversed(front.fields.items())}
    for name in _FIELDS:
        moment = stated(folded.get(name))
        if moment is not None:
            return moment
    return None
