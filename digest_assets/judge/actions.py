"""The evening's actions: what to write where, which candidates to enter, what to settle first.

Belongs here: their order and wording keys. Never here: anything that no increment, candidate or warning asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from digest_assets.model import Action, Candidate, Caution, Increment, Phrase


def of(
    increments: Sequence[Increment], candidates: Sequence[Candidate], cautions: Sequence[Caution]
) -> tuple[Action, ...]:
    """Increments by rank, candidates, then warnings that have to be settled before anything is written."""
    asked: list[tuple[Phrase, str | None, str | None]] = []
    for increment in increments:
        if increment.placement:
            vote = increment.placement[0]
            key = "action.verify_then_add" if increment.kind == "correction" else "action.add"
            phrase = Phrase(key, (("title", increment.title), ("section", vote.section)))
        else:
            phrase = Phrase("action.new_section", (("title", increment.title),))
        asked.append((phrase, increment.increment_id, None))
    codes = [c.candidate_id for c in candidates if c.candidate_id]
    if codes:
        asked.append((Phrase("action.candidates", (("ids", ", ".join(codes)),)), None, None))
    asked.extend((c.action, c.increment_id, c.warning_id) for c in cautions if c.risk == "verify")
    return tuple(Action(n, phrase, inc, warning) for n, (phrase, inc, warning) in enumerate(asked, 1))
