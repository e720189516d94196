"""The arXiv table of a briefing: papers that increments bring, and known papers that the day's sources mention.

Belongs here: which ids, in which role, in which section. Never here: finding ids in texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digest_assets.judge import cues, lexicon
from digest_assets.judge.lexical import features
from digest_assets.judge.working import Document, Prepared
from digest_assets.model import Increment, PaperRow


def table(prepared: Prepared, key: str, increments: Sequence[Increment]) -> tuple[PaperRow, ...]:
    """Rows by role, then as the increments stand, references by id."""
    document = prepared.documents[key]
    mentions, titles, cards = _mentioned(prepared)
    rows = []
    seen: set[str] = set()
    for increment in increments:
        for arxiv_id in increment.arxiv_ids:
            if arxiv_id in seen:
                continue
            seen.add(arxiv_id)
            section = increment.placement[0].section if increment.placement else None
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
    """The section that treats a paper: one whose heading names it, else the first that is no list of references."""
    lines = document.ids.get(arxiv_id, ())
    best: tuple[int, int, str] | None = None
    claims: Mapping[int, str] = _claims_by_line(document)
    for line in lines:
        section = document.section_at(line)
        if section is None:
            continue
        apparatus = any(lexicon.apparatus(cues.strip_ordinal(t)) for t in section.path)
        talk = any(lexicon.discussion(t) for t in section.path)
        own = len(set(features(section.title)) & set(features(claims.get(line, "")[:60])))
        rank = (2 if apparatus else 1 if talk else 0, -own if not apparatus else 0, section.number or section.title)
        if best is None or rank[:2] < best[:2]:
            best = rank
    return best[2] if best else None


def _claims_by_line(document: Document) -> dict[int, str]:
    out: dict[int, str] = {}
    for claim in document.reading.claims if document.reading else ():
        for line in range(claim.line_start, claim.line_end + 1):
            out.setdefault(line, claim.text)
    return out
