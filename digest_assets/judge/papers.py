"""The arXiv table of a briefing: papers that increments bring, and known papers that the day's sources mention.

Belongs here: which ids, in which role, in which section. Never here: finding ids in texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from digest_assets.judge import cues, lexicon
from digest_assets.judge.matters import strong_names
from digest_assets.judge.working import Document, Prepared
from digest_assets.model import Increment, PaperRow

_BRACKET = re.compile(r"[(（][^()（）]*[)）]")


def table(
    prepared: Prepared, key: str, increments: Sequence[Increment], sections: Mapping[str, str]
) -> tuple[PaperRow, ...]:
    """Rows by role, then as the increments stand, references by id. ``sections``: where new papers belong, by id."""
    document = prepared.documents[key]
    mentions, titles, cards = _mentioned(prepared)
    rows = []
    seen: set[str] = set()
    for increment in increments:
        for arxiv_id in increment.arxiv_ids:
            if arxiv_id in seen:
                continue
            seen.add(arxiv_id)
            section = sections.get(arxiv_id) or (increment.placement[0].section if increment.placement else None)
            rows.append(
                PaperRow(
                    arxiv_id, titles.get(arxiv_id), "increment", section, increment.increment_id,
                    cards.get(arxiv_id), tuple(sorted(mentions.get(arxiv_id, ()))),
                )
            )  # fmt: skip
    for arxiv_id in sorted(mentions):
        if arxiv_id not in seen and arxiv_id in document.ids:
            rows.append(
                PaperRow(
                    arxiv_id, titles.get(arxiv_id), "reference", section_of(document, arxiv_id), None,
                    cards.get(arxiv_id), tuple(sorted(mentions[arxiv_id])),
                )
            )  # fmt: skip
    return tuple(rows)


def _mentioned(prepared: Prepared) -> tuple[dict[str, set[tuple[str, int]]], dict[str, str], dict[str, str]]:
    """(places by id, titles by id, cards by id) over the window's sources and arrivals, the queue left out."""
    places: dict[str, set[tuple[str, int]]] = {}
    titles: dict[str, str] = {}
    cards: dict[str, str] = {}
    registry = prepared.inputs.registry
    for view in prepared.views:
        if view.given.source.kind == "queue":
            continue
        for mention in view.reading.mentions:
            if not mention.bare or mention.arxiv_id in registry:
                places.setdefault(mention.arxiv_id, set()).add((view.path, mention.line))
    for given in (*prepared.inputs.recent_cards, *(v.given for v in prepared.views)):
        card = given.reading.card
        if card is not None and card.arxiv_id:
            cards.setdefault(card.arxiv_id, given.source.path)
            if card.title:
                titles.setdefault(card.arxiv_id, card.title)
    return places, titles, cards


def section_of(document: Document, arxiv_id: str) -> str | None:
    """The section that treats a paper: one whose heading names it, else the first that is no list of references.

    What the paper is called is what the document's lines on it name.
    """
    lines = document.ids.get(arxiv_id, ())
    texts = _claims_by_line(document)
    called = strong_names(" ; ".join(texts.get(line, "") for line in lines))
    best: tuple[int, int, str] | None = None
    for line in lines:
        section = document.section_at(line)
        if section is None:
            continue
        apparatus = any(lexicon.apparatus(_BRACKET.sub("", cues.strip_ordinal(t)).strip()) for t in section.path)
        talk = any(lexicon.discussion(t) for t in section.path)
        own = len(strong_names(section.title) & called)
        found = (2 if apparatus else 1 if talk else 0, 0 if apparatus else -own, section.number or section.title)
        if best is None or found[:2] < best[:2]:
            best = found
    return best[2] if best else None


def _claims_by_line(document: Document) -> dict[int, str]:
    out: dict[int, str] = {}
    for claim in document.reading.claims if document.reading else ():
        for line in range(claim.line_start, claim.line_end + 1):
            out.setdefault(line, claim.text)
    return out
