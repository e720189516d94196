"""What the living document has since taken in of earlier increments, and where.

Belongs here: looking for earlier increments in today's document. Never here: proposing them again.

An increment is adopted on the first day whose document holds one of its papers in place of none, or a line with its
names or values. One that was not found within seven days is listed once as not taken in.
"""

from __future__ import annotations

from digest_assets.judge.history import ADOPTION_DAYS, History, SaidIncrement
from digest_assets.judge.lines import Line
from digest_assets.judge.memory import Memory, found_values, meets, telling
from digest_assets.judge.papers import section_of
from digest_assets.judge.working import Document, Prepared
from digest_assets.model import Adoption

_LEAST = 0.4  # of an increment's telling values, in one section, with a line that shares its words


def look(prepared: Prepared, key: str, history: History) -> tuple[tuple[Adoption, ...], tuple[str, ...]]:
    """(adoptions to be said today, ids of increments that are settled with it)."""
    document = prepared.documents[key]
    day, zone = prepared.inputs.day, prepared.inputs.zone
    out: list[Adoption] = []
    settled: list[str] = []
    for proposed_day, increment in history.recent_increments(day):
        section, score = _found(document, increment, zone)
        proposed = increment.sections[0] if increment.sections else None
        if score > 0:
            out.append(Adoption(increment.increment_id, proposed_day, increment.title, proposed, day, section, score))
            settled.append(increment.increment_id)
        elif (day - proposed_day).days > ADOPTION_DAYS:
            out.append(Adoption(increment.increment_id, proposed_day, increment.title, proposed, None, None, 0.0))
            settled.append(increment.increment_id)
    return tuple(out), tuple(settled)


def _found(document: Document, increment: SaidIncrement, zone: str) -> tuple[str | None, float]:
    """(section, score) where the document holds an increment; (None, 0) where it does not."""
    for arxiv_id in increment.arxiv_ids:
        if arxiv_id in document.ids:
            return section_of(document, arxiv_id), 1.0
    if increment.arxiv_ids:
        return None, 0.0
    memory = Memory([document.index], zone)
    best: tuple[float, int] | None = None
    for text in increment.text.split("\n"):
        values = found_values(text)
        wanted = [v for v in values if telling(v)]
        line = Line(text, "", 0, 0, "", None, "", "", (), (), values=values)
        for other in memory.near(line, 4):
            hit = sum(meets(v, None, other, None, zone) for v in wanted)
            share = memory.share(line, other)
            named = any(n in other.text.casefold() for n in increment.names)
            score = hit / len(wanted) if wanted else 0.0
            if (score >= _LEAST and share >= 0.3) or (named and score > 0) or share >= 0.75:
                total = round(max(score, share), 4)
                if best is None or total > best[0]:
                    best = (total, other.line_start)
    return (document.name_at(best[1]), best[0]) if best else (None, 0.0)
