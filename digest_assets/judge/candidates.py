"""What sources themselves propose for the document's lists of agreed points and open questions, with the next numbers.

Belongs here: finding proposals on the topic and numbering them. Never here: proposing anything that no source proposes.
Numbers go on from the highest among the living document and the candidates of earlier days.
"""

from __future__ import annotations

from collections.abc import Sequence

from digest_assets.judge import cues
from digest_assets.judge.history import History
from digest_assets.judge.lexical import fold
from digest_assets.judge.sifting import Case, Told
from digest_assets.judge.working import Document
from digest_assets.model import Candidate, CandidateKind, Increment

_PREFIX: dict[CandidateKind, str] = {"consensus": "C", "question": "O"}
_WIDTH = 3

Numbered = tuple[CandidateKind, str, int, str]


def number(
    found: Sequence[Case], increments: Sequence[Increment], document: Document, history: History
) -> tuple[tuple[Candidate, ...], tuple[Numbered, ...]]:
    """(candidates in the order of their sources, what history keeps of them)."""
    out: list[Candidate] = []
    kept: list[Numbered] = []
    taken: set[tuple[CandidateKind, str]] = set()
    following: dict[CandidateKind, int] = {}
    owner = {(q.path, q.claim_id): i.increment_id for i in increments for q in (e.quote for e in i.evidence)}
    for case in found:
        for t in case.told:
            proposal = cues.proposal(t.claim.text)
            if proposal is None:
                continue
            kind, at = proposal
            text = t.claim.text[at:].strip()
            if not text or (kind, fold(text)) in taken or history.proposed(kind, text) or _held(t, document):
                continue
            taken.add((kind, fold(text)))
            prefix, highest, width = document.numbers.get(kind, (_PREFIX[kind], 0, _WIDTH))
            last = following.get(kind, max(highest, history.highest(kind, prefix)))
            following[kind] = last + 1
            code = f"{prefix}{last + 1:0{width}d}"
            out.append(
                Candidate(
                    kind,
                    code,
                    text,
                    t.line.quote(),
                    owner.get((t.view.path, t.claim.claim_id)) or _increment(t, increments),
                )
            )
            kept.append((kind, prefix, last + 1, text))
    return tuple(out), tuple(kept)


def _held(t: Told, document: Document) -> bool:
    """Whether the document has the proposal already."""
    line = t.familiar.line
    one = t.familiar.known and t.familiar.rule != "together"  # what several lines say between them proposes nothing
    return one and line is not None and line.path == document.path and line.day is None


def _increment(t: Told, increments: Sequence[Increment]) -> str | None:
    """The increment that statements of the same matter carry."""
    held = {t.view.lines[at].claim_id for at in t.matter.claims}
    for increment in increments:
        if any(e.quote.path == t.view.path and e.quote.claim_id in held for e in increment.evidence):
            return increment.increment_id
    return None
