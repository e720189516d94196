"""The judgement of one day for one topic: all of the room's parts in their order.

Belongs here: that order. Never here: rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from digest_assets import collector
from digest_assets.judge import (
    actions,
    adoption,
    candidates,
    cautions,
    grouping,
    increments,
    papers,
    pattern,
    placing,
    sifting,
    verdicts,
)
from digest_assets.judge.cautions import Clash
from digest_assets.judge.history import History, Said, SaidIncrement, SaidLine
from digest_assets.judge.increments import Group
from digest_assets.judge.inputs import DayInputs, SourceInput
from digest_assets.judge.lines import terms
from digest_assets.judge.memory import Memory
from digest_assets.judge.sifting import Case, Told
from digest_assets.judge.working import Document, Prepared, prepare
from digest_assets.model import Caution, Increment, Judgement

__all__ = ["DayInputs", "Prepared", "SourceInput", "judge", "prepare"]


@collector.paused()
def judge(prepared: Prepared, topic: str, history: History) -> tuple[Judgement, Said]:
    """Everything that is decided of a day and topic, and what the days after have to know of it.

    ``history`` holds the days before, in order, and is not changed.
    """
    inputs, document = prepared.inputs, prepared.documents[topic]
    memory = Memory([document.index, history.index], inputs.zone)
    found = sifting.cases(prepared, topic, history, memory)
    clashes = cautions.clashes(found, memory, inputs.day, inputs.zone)
    _mark(found, clashes)
    groups = _groups(prepared, topic, found, document)
    proposed = [increments.build(g, topic, document, prepared.profiles[topic], clashes) for g in groups]
    order = sorted(range(len(groups)), key=lambda n: (proposed[n].late, -proposed[n].stars, -proposed[n].score, n))
    ranked = tuple(replace(proposed[n], rank=rank) for rank, n in enumerate(order, 1))
    warnings = _warnings(found, [groups[n] for n in order], ranked, clashes, document)
    taken, kept = candidates.number(found, ranked, document, history)
    ledger = verdicts.ledger(prepared, topic, found, ranked, warnings, history)
    sections: dict[str, str] = {}
    for n, increment in zip(order, ranked, strict=True):
        sections |= placing.of_papers(increment.arxiv_ids, groups[n].cases, increment.placement, document)
    today = pattern.density(len(ranked), inputs.thresholds)
    adopted, settled = adoption.look(prepared, topic, history)
    cards = pattern.cards(prepared, inputs.topics[topic])
    judgement = Judgement(
        day=inputs.day,
        topic=topic,
        density=today,
        increments=ranked,
        cautions=warnings,
        verdicts=ledger,
        papers=papers.table(prepared, topic, ranked, sections),
        candidates=taken,
        actions=actions.of(ranked, taken, warnings),
        adoptions=adopted,
        cards=cards,
        pattern=pattern.of(prepared, history, today, ledger),
        claim_topics=_claim_topics(found),
    )
    said = Said(
        density=today,
        lines=_said_lines(found),
        increments=tuple(_said_increment(i) for i in ranked),
        proposals=kept,
        files=tuple(
            sorted({(c.view.given.source.content_sha256, c.view.path, c.view.given.source.kind) for c in found})
        ),
        primary_cards=sum(c.relation == "primary" and c.in_window for c in cards),
        document=document.reading.content_sha256 if document.reading else "",
        settled=settled,
    )
    return judgement, said


def _mark(found: Sequence[Case], clashes: Sequence[Clash]) -> None:
    """A statement that contradicts a known one is a warning first: it adds nothing of its own."""
    clashing = {c.told.key for c in clashes if c.other is not None}
    for case in found:
        for told in case.told:
            if told.key in clashing and told.state == "new":
                told.state = "conflict"
        sifting.weigh(case)


def _groups(prepared: Prepared, topic: str, found: Sequence[Case], document: Document) -> list[Group]:
    """The groups of matters that are worth an increment, each with the statements elsewhere that support it."""
    cards = {
        c.number: c_path
        for view in prepared.views
        if (c := view.reading.card) is not None and c.number and (c_path := view.path)
    }
    names = grouping.document_names([line.text for line in document.index.lines])
    joined = grouping.groups(found, prepared.profiles[topic], names, cards, prepared.inputs.zone)
    out = []
    for cases in joined:
        if increments.worthy(cases):
            out.append(Group([c for c in cases if c.score > 0 or c.new_ids or not c.matter.settled], []))
    _lend(out)
    for group in out:
        group.support.extend(_support(group, found))
    return out


def _lend(groups: Sequence[Group]) -> None:
    """What a note on several things says of another group's thing supports that one, where the note keeps enough."""
    lent = grouping.lent([g.cases for g in groups])
    for group in groups:
        mine = [t for c in group.cases for t in c.told if t.key in lent]
        rest = [t for c in group.cases for t in c.told if t.state == "new" and t.key not in lent]
        if mine and sum(t.weight for t in rest) >= increments.LEAST:
            group.lent = frozenset(t.key for t in mine)
            for t in mine:
                groups[lent[t.key]].support.append(t)


def _support(group: Group, found: Sequence[Case]) -> list[Told]:
    """Statements in other matters that cite one of the group's papers."""
    ids = set(group.ids)
    held = {(c.view.path, c.matter.ordinal) for c in group.cases}
    return [
        t
        for case in found
        if (case.view.path, case.matter.ordinal) not in held
        for t in case.told
        if ids & set(t.view.ids[t.at])
    ]


def _warnings(
    found: Sequence[Case],
    groups: Sequence[Group],
    ranked: Sequence[Increment],
    clashes: Sequence[Clash],
    document: Document,
) -> tuple[Caution, ...]:
    """Conflicts, suspect links, missing figures of what is taken in, hearsay; each with its increment where it has
    one.
    """
    rows = [*cautions.conflicts(clashes), *cautions.suspect_links(found)]
    for group in groups:
        lacking = [c for case in group.cases for c in cautions.unquantified(case)]
        rows.extend(lacking[:1])
    rows.extend(cautions.unsourced(found))
    owners = {
        (e.quote.path, e.quote.claim_id): increment.increment_id for increment in ranked for e in increment.evidence
    }
    sections = {i.increment_id: i.placement[0].section for i in ranked if i.placement}
    out = []
    for row in rows:
        owner = owners.get((row.a.path, row.a.claim_id))
        section = (
            document.name_at(row.b.line_start) if row.b is not None and row.b.day is None else sections.get(owner or "")
        )
        out.append(replace(row, increment_id=owner, section=section))
    return tuple({r.warning_id: r for r in out}.values())


def _claim_topics(found: Sequence[Case]) -> tuple[tuple[str, float], ...]:
    scores: dict[str, float] = {}
    for case in found:
        for at, evidence in zip(case.matter.claims, case.standing.by_claim, strict=True):
            claim_id = case.view.reading.claims[at].claim_id
            scores[claim_id] = max(scores.get(claim_id, 0.0), round(evidence, 4))
    return tuple(sorted(scores.items()))


def _said_lines(found: Sequence[Case]) -> tuple[SaidLine, ...]:
    out = []
    for case in found:
        for told in case.told:
            line = told.line
            if line.day is not None:
                out.append(
                    SaidLine(
                        line.text, line.path, line.line_start, line.line_end, line.claim_id, line.day,
                        line.content_sha256, line.hint, line.ids, line.urls, line.cells, line.item, terms(line),
                    )
                )  # fmt: skip
    return tuple(out)


def _said_increment(increment: Increment) -> SaidIncrement:
    return SaidIncrement(
        increment.increment_id,
        increment.title,
        tuple(q.text for q in increment.says),
        tuple(v.section for v in increment.placement[:3]),
        increment.arxiv_ids,
    )
