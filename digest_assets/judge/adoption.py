"""What the living document has since taken in of earlier increments, and where.

Belongs here: looking for earlier increments in today's document. Never here: proposing them again.

An increment is adopted on the first day whose document holds one of its papers, or knows enough of its statements. One
that was not found within seven days is listed once as not taken in.
"""

from __future__ import annotations

from digest_assets.judge.figures import found_values, telling
from digest_assets.judge.history import ADOPTION_DAYS, History, SaidIncrement
from digest_assets.judge.lines import Line
from digest_assets.judge.memory import Memory
from digest_assets.judge.papers import section_of
from digest_assets.judge.working import Document, Prepared
from digest_assets.model import Adoption

_STATEMENTS = 5  # of an increment that are looked for
_LEAST = 0.34  # of an increment's statements with values, that the document now knows


def look(prepared: Prepared, key: str, history: History) -> tuple[tuple[Adoption, ...], tuple[str, ...]]:
    """(adoptions to be said today, ids of increments that are settled with it)."""
    document = prepared.documents[key]
    day, zone = prepared.inputs.day, prepared.inputs.zone
    out: list[Adoption] = []
    settled: list[str] = []
    now = document.reading.content_sha256 if document.reading else ""
    memory = Memory([document.index], zone)
    for proposed_day, before, increment in history.recent_increments(day):
        section, score = _found(document, increment, memory) if now != before else (None, 0.0)
        proposed = increment.sections[0] if increment.sections else None
        if score > 0:
            out.append(Adoption(increment.increment_id, proposed_day, increment.title, proposed, day, section, score))
            settled.append(increment.increment_id)
        elif (day - proposed_day).days > ADOPTION_DAYS:
            out.append(Adoption(increment.increment_id, proposed_day, increment.title, proposed, None, None, 0.0))
            settled.append(increment.increment_id)
    return tuple(out), tuple(settled)


def _found(document: Document, increment: SaidIncrement, memory: Memory) -> tuple[str | None, float]:
    """(section, score) where the document holds an increment; (None, 0) where it does not.

    What an increment says was not known when it was proposed; so what the document knows of it now was taken in since.
    """
    for arxiv_id in increment.arxiv_ids:
        if arxiv_id in document.ids:
            return section_of(document, arxiv_id), 1.0
    if increment.arxiv_ids:
        return None, 0.0
    valued, places = 0, list[str]()
    for text in increment.says[:_STATEMENTS]:
        values = found_values(text)
        if not any(telling(v) for v in values):
            continue
        valued += 1
        line = Line(text, "", 0, 0, "", None, "", increment.title, (), (), values=values)
        found = memory.check(line, values)
        name = document.name_at(found.line.line_start) if found.known and found.line is not None else None
        if name is not None:
            places.append(name)
    if not places or len(places) < _LEAST * valued:
        return None, 0.0
    section = max(sorted(set(places)), key=places.count)
    return section, round(len(places) / valued, 4)
