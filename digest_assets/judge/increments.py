"""From joined matters to increments: title, what is said, what the document has and lacks, stars, placement.

Belongs here: deciding that a group of matters is worth an increment, and telling it in the sources' words. Never here:
joining (``grouping``), warnings (``cautions``).

Stars, as written in the docs: two for a paper of the topic's own category, for a gap that the document names itself,
for a paper told with figures, or for at least ``_MUST_FIGURES`` new figures; else one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from digest_assets.judge import cues, matters, placing
from digest_assets.judge.cautions import Clash
from digest_assets.judge.field import Profile
from digest_assets.judge.figures import telling
from digest_assets.judge.sifting import Case, Told
from digest_assets.judge.working import Document
from digest_assets.model import (
    Evidence,
    Increment,
    IncrementKind,
    Nearest,
    Phrase,
    Quote,
)

LEAST = 1.2  # what the statements of a group have to add, see ``sifting``
_LEAST_LOOSE = 2.4  # where it is only a remark between lists
_MUST_FIGURES = 5
_SAYS = 8
_SLIGHT, _FEW = 0.3, 3  # what a statement adds without any value; how many that add more stand alone
_EVIDENCE = 40
_TITLE_LIMIT = 160


@dataclass(slots=True)
class Group:
    """Matters that tell one thing, and statements elsewhere that speak of it."""

    cases: list[Case]
    support: list[Told]
    lent: frozenset[tuple[str, int]] = frozenset()  # statements that are told of another group's thing

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(i for c in self.cases for i in c.new_ids))

    @property
    def score(self) -> float:
        return round(max(c.score for c in self.cases) + 0.25 * (len({c.view.path for c in self.cases}) - 1), 4)


def worthy(cases: Sequence[Case]) -> bool:
    """Whether a group brings enough that is new; asides and what its author calls known bring nothing."""
    open_cases = [c for c in cases if not c.matter.aside]
    if not open_cases:
        return False
    ids = {i for c in open_cases for i in c.new_ids}
    if ids and any(c.matter.kind in ("card", "note", "part", "item") and c.new_ids for c in open_cases):
        return True
    least = _LEAST_LOOSE if all(c.matter.kind == "loose" for c in open_cases) else LEAST
    return max(c.score for c in open_cases) >= least


def build(group: Group, topic: str, document: Document, profile: Profile, clashes: Sequence[Clash]) -> Increment:
    """An increment without rank; ranks are given when all are known."""
    cases = sorted(group.cases, key=_lead_order)
    told = [t for c in cases for t in c.told if not _silent(t) and t.key not in group.lent]
    new = [t for t in told if t.state in ("new", "conflict")]
    says = sorted(new or told, key=lambda t: (-t.weight, cases_rank(cases, t), t.at))[:_SAYS]
    if not says:
        says = [t for c in cases for t in c.told][:1]
    title = _title(cases, group.lent)
    votes = placing.rank(title, cases, says, document, profile, _proposed(cases))
    evidence = _evidence(_worth_showing(says), told, group.support)
    known = _known(cases, says, document)
    reasons, stars = _stars(cases, new, document, clashes)
    lead = says[0]
    nearest = _nearest(lead)
    return Increment(
        increment_id=_id(topic, says),
        rank=0,
        kind=_kind(cases, clashes, document),
        title=title[:_TITLE_LIMIT],
        says=tuple(t.line.quote() for t in _worth_showing(says)),
        stars=stars,
        star_reasons=reasons,
        placement=votes,
        missing_section=not votes,
        arxiv_ids=group.ids,
        known=known,
        missing=_missing(group, cases, new),
        score=group.score,
        evidence=evidence,
        nearest=nearest,
        late=all(c.view.late for c in cases),
    )


def _worth_showing(says: Sequence[Told]) -> Sequence[Told]:
    """Statements with figures, where there are a few; words alone beside them only support."""
    strong = [t for t in says if t.weight > _SLIGHT]
    return strong if len(strong) >= _FEW else says


def _lead_order(case: Case) -> tuple[bool, float, bool, object]:
    """The matter that tells most comes first; a card after a note that tells as much."""
    return case.view.late, -case.score, case.matter.kind == "card", case.order


def cases_rank(cases: Sequence[Case], told: Told) -> int:
    return next((n for n, c in enumerate(cases) if c.view is told.view and c.matter is told.matter), len(cases))


def _silent(t: Told) -> bool:
    """Statements that are no part of what is said: proposals, words on the note itself."""
    return bool(cues.proposal(t.claim.text)) or cues.left_out(t.claim.text) or cues.about_note(t.claim.text)


def _title(cases: Sequence[Case], lent: frozenset[tuple[str, int]]) -> str:
    """The card's title, else the lead matter's, else what its first statement leads with."""
    for case in cases:
        if case.matter.kind == "card":
            return case.matter.title
    best = next((c for c in cases if matters.named(c.matter.title)), cases[0])
    if best.matter.kind in ("note", "part") and matters.named(best.matter.title):
        return best.matter.title
    fresh = [t.claim.text for t in best.told if t.state == "new" and t.key not in lent]
    first = next((t for t in fresh[:4] if matters.named(t)), fresh[0] if fresh else best.matter.title)
    lead = best.matter.title
    if len(lead) < 25 and lead not in first:
        return f"{lead.rstrip('.。 ')}: {first}"
    return lead if matters.named(lead) or len(lead) >= 25 else first


def _id(topic: str, says: Sequence[Told]) -> str:
    parts = [topic, *sorted({t.claim.claim_id for t in says[:3]})]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _proposed(cases: Sequence[Case]) -> Literal["consensus", "question"] | None:
    """What kind of item the sources propose, if any."""
    return next((found[0] for c in cases for t in c.told if (found := cues.proposal(t.claim.text))), None)


def _evidence(says: Sequence[Told], told: Sequence[Told], support: Sequence[Told]) -> tuple[Evidence, ...]:
    """Every statement that carries the increment, leads first, each once."""
    out: dict[tuple[str, int], Evidence] = {}
    for t in says:
        out.setdefault(t.key, Evidence(t.line.quote(), "lead"))
    for t in (*told, *support):
        if len(out) < _EVIDENCE:
            out.setdefault(t.key, Evidence(t.line.quote(), "support"))
    return tuple(out.values())


def _known(cases: Sequence[Case], says: Sequence[Told], document: Document) -> tuple[Quote, ...]:
    """The document's lines that are nearest to what is said, best first, two at most."""
    scored: dict[int, tuple[float, Quote]] = {}
    for t in (t for c in cases for t in c.told):
        line = t.familiar.line
        if line is not None and line.path == document.path and line.day is None and not document.above(line.line_start):
            best = scored.get(line.line_start)
            if best is None or t.familiar.score > best[0]:
                scored[line.line_start] = (t.familiar.score, line.quote())
    ranked = sorted(scored.items(), key=lambda s: (-s[1][0], s[0]))
    return tuple(quote for _, (score, quote) in ranked[:2] if score >= 0.2)


def _nearest(lead: Told) -> Nearest | None:
    line = lead.familiar.line
    if line is None:
        return None
    return Nearest(line.path, line.line_start, line.text, lead.familiar.score, lead.familiar.rule)


def _kind(cases: Sequence[Case], clashes: Sequence[Clash], document: Document) -> IncrementKind:
    held = {id(c) for c in cases}
    mine = [c for c in clashes if any(c.told.view is k.view and c.told.matter is k.matter for k in cases) and held]
    if any(c.other is not None and c.other.day is None for c in mine):
        return "correction"
    if any(c.known_ids and not c.new_ids for c in cases) and not any(c.new_ids for c in cases):
        return "update"
    lead = cases[0]
    if not lead.new_ids and any(t.familiar.known and t.familiar.line is not None for t in lead.told):
        return "update"
    return "new"


def _missing(group: Group, cases: Sequence[Case], new: Sequence[Told]) -> Phrase:
    """What the document lacks: the paper, the first telling value, or any line on it."""
    if group.ids:
        return Phrase("missing.arxiv", (("arxiv_id", group.ids[0]),))
    values = [v.surface for t in new for v in t.familiar.missing if telling(v)]
    if values:
        return Phrase("missing.values", (("list", ", ".join(dict.fromkeys(values[:4]))),))
    return Phrase("missing.wording")


def _stars(
    cases: Sequence[Case], new: Sequence[Told], document: Document, clashes: Sequence[Clash]
) -> tuple[tuple[Phrase, ...], Literal[1, 2]]:
    """Why an increment gets its stars."""
    reasons: list[Phrase] = []
    must = False
    card = next((c for c in cases if c.relation == "primary" and c.new_ids), None)
    if card is not None:
        category = card.view.reading.card.category if card.view.reading.card else ""
        reasons.append(Phrase("stars.primary_card", (("category", category or ""),)))
        must = True
    if any(_gap(t) for t in new):
        reasons.append(Phrase("stars.gap"))
        must = True
    figures = len({v.surface for t in new for v in t.familiar.missing if telling(v)})
    papers = any(c.new_ids for c in cases)
    if papers and figures and not must:
        reasons.append(Phrase("stars.paper"))
        must = True
    if figures:
        reasons.append(Phrase("stars.figures", (("count", figures),)))
        must = must or figures >= _MUST_FIGURES
    if any(c.told.view is k.view and c.told.matter is k.matter for c in clashes for k in cases):
        reasons.append(Phrase("stars.conflict"))
    if not reasons:
        reasons.append(Phrase("stars.words"))
    return tuple(reasons), 2 if must else 1


def _gap(t: Told) -> bool:
    """Whether the nearest line of the document says itself that something is lacking."""
    line = t.familiar.line
    return bool(line and line.day is None and cues.gap(line.text) and t.familiar.score >= 0.25)
