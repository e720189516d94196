"""Why a line of a briefing says what it says: back to claims, files, lines, scores and rules.

Belongs here: from a judgement (and a rendered briefing's lines) to an explanation, as text or JSON values. Never here:
finding out anything that the judgement does not hold, storage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from digest_assets.briefing.phrases import frame, say
from digest_assets.briefing.render import LineSubject, Rendered
from digest_assets.briefing.safe import clean
from digest_assets.model import Caution, Increment, Judgement, Nearest, Phrase, Quote, Verdict

Question = Literal["what", "new", "there", "stars", "conflict", "warning", "not"]
MAX_VOTES = 3
MAX_VOTERS = 4


@dataclass(frozen=True, slots=True)
class Ground:
    """A quotation that a line rests on."""

    path: str
    line_start: int
    line_end: int
    claim_id: str | None
    content_sha256: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One reason: the question it answers, the sentence, and the known lines that it names."""

    question: Question
    phrase: Phrase
    near: tuple[Nearest, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Of a line (from 1), or of a source or a sentence where ``line`` is None. ``text`` is what is explained."""

    line: int | None
    text: str
    grounds: tuple[Ground, ...]
    answers: tuple[Answer, ...]


def explain_line(judgement: Judgement, rendered: Rendered, line: int) -> Explanation:
    """Explains a line of a rendered briefing. Raises IndexError where there is no such line."""
    texts = rendered.markdown.rstrip("\n").split("\n")
    if not 1 <= line <= len(texts):
        raise IndexError(f"the briefing has lines 1 to {len(texts)}, not {line}")
    said = {(q.path, q.line_start, q.line_end, q.claim_id): q.text for q in _quotes(judgement)}
    origins = [o for o in rendered.lines if o.line == line]
    grounds = (
        Ground(
            o.path,
            o.line_start,
            o.line_end,
            o.claim_id,
            o.content_sha256,
            said.get((o.path, o.line_start, o.line_end, o.claim_id), ""),
        )
        for o in origins
    )
    answers: dict[Answer, None] = {}
    for subject in (s for s in rendered.subjects if s.line == line):
        answers.update(dict.fromkeys(_answers(judgement, subject)))
    if not answers:
        owners = dict.fromkeys(o.increment_id for o in origins if o.increment_id)
        for increment in (i for i in judgement.increments if i.increment_id in owners):
            answers.update(dict.fromkeys(_of_increment(judgement, increment)))
    if not answers and not origins:
        answers[Answer("what", Phrase("explain.frame"))] = None
    return Explanation(line, texts[line - 1], tuple(dict.fromkeys(grounds)), tuple(answers))


def explain_all(judgement: Judgement, rendered: Rendered) -> tuple[Explanation, ...]:
    """Explains a whole briefing: every increment at its heading, every warning at its row, in the briefing's order."""
    lines: dict[tuple[str, str], int] = {}
    texts = rendered.markdown.split("\n")
    for subject in rendered.subjects:
        if subject.kind == "warning" or (subject.kind == "increment" and texts[subject.line - 1].startswith("### ")):
            lines.setdefault((subject.kind, subject.key), subject.line)
    return tuple(explain_line(judgement, rendered, line) for line in sorted(lines.values()))


def explain_source(judgement: Judgement, path: str) -> Explanation:
    """Why a source gave what it gave, or nothing."""
    verdict = next((v for v in judgement.verdicts if v.path == path), None)
    if verdict is None:
        return Explanation(None, path, (), (Answer("not", Phrase("explain.unseen")),))
    grounds = tuple(dict.fromkeys(_ground(q) for q in _quotes(judgement) if q.path == path))
    return Explanation(None, path, grounds, tuple(_of_verdict(judgement, verdict)))


def explain_sentence(judgement: Judgement, text: str, path: str | None = None) -> Explanation:
    """Why a sentence is in the briefing, or why not. ``path`` is the source that it stands in, where that is known."""
    wanted = clean(text).casefold()
    hits = [q for q in _quotes(judgement) if wanted in clean(q.text).casefold() and path in (None, q.path)]
    answers: dict[Answer, None] = {}
    for quote in hits:
        for increment in judgement.increments:
            if any(quote == other for other in _of(increment)):
                answers.update(dict.fromkeys(_of_increment(judgement, increment)))
        for caution in judgement.cautions:
            if quote in (caution.a, caution.b):
                answers.update(dict.fromkeys(_of_caution(caution)))
    if not answers:
        for verdict in judgement.verdicts:
            near = verdict.nearest
            if verdict.path == path or (near is not None and len(wanted) > 3 and wanted in clean(near.text).casefold()):
                answers.update(dict.fromkeys(_of_verdict(judgement, verdict)))
    if not answers:
        answers[Answer("not", Phrase("explain.not_found"))] = None
    return Explanation(None, text, tuple(dict.fromkeys(map(_ground, hits))), tuple(answers))


# --- reasons ---------------------------------------------------------------------------------------------------------


def _answers(judgement: Judgement, subject: LineSubject) -> Iterator[Answer]:
    kind, key = subject.kind, subject.key
    if kind == "increment":
        for increment in judgement.increments:
            if increment.increment_id == key:
                yield from _of_increment(judgement, increment)
    elif kind == "warning":
        for caution in judgement.cautions:
            if caution.warning_id == key:
                yield from _of_caution(caution)
    elif kind == "verdict":
        for verdict in judgement.verdicts:
            if verdict.path == key:
                yield from _of_verdict(judgement, verdict)
    elif kind == "paper":
        for paper in judgement.papers:
            if paper.arxiv_id == key:
                places = ", ".join(f"{path}:{line}" for path, line in paper.mentions) or paper.card_path or "—"
                yield Answer("what", _phrase(f"explain.paper_{paper.role}", arxiv_id=key, places=places))
    elif kind == "candidate":
        yield Answer("what", _phrase("explain.candidate", id=key))
    elif kind == "adoption":
        for adoption in judgement.adoptions:
            if adoption.increment_id == key:
                yield Answer(
                    "what", _phrase("explain.adoption", day=adoption.proposed_day.isoformat(), score=adoption.score)
                )
    else:
        for action in judgement.actions:
            if str(action.ordinal) == key:
                for increment in judgement.increments:
                    if increment.increment_id == action.increment_id:
                        yield from _of_increment(judgement, increment)
                for caution in judgement.cautions:
                    if caution.warning_id == action.warning_id:
                        yield from _of_caution(caution)


def _of_increment(judgement: Judgement, increment: Increment) -> Iterator[Answer]:
    yield Answer(
        "what", _phrase("explain.increment", rank=increment.rank, id=increment.increment_id, score=increment.score)
    )
    if increment.nearest is None:
        yield Answer("new", Phrase("explain.new_none"))
    else:
        yield Answer(
            "new",
            _phrase("explain.new_nearest", score=increment.nearest.score, rule=increment.nearest.rule),
            (increment.nearest,),
        )
    yield Answer("new", increment.missing)
    for vote in increment.placement[:MAX_VOTES]:
        yield Answer(
            "there",
            _phrase("explain.vote", section=vote.section, title=vote.title, score=vote.score),
            vote.voters[:MAX_VOTERS],
        )
    if not increment.placement or increment.missing_section:
        yield Answer("there", Phrase("explain.no_section"))
    yield from (Answer("stars", reason) for reason in increment.star_reasons)
    for caution in judgement.cautions:
        if caution.increment_id == increment.increment_id:
            yield from _of_caution(caution)


def _of_caution(caution: Caution) -> Iterator[Answer]:
    question: Question = "conflict" if caution.kind == "conflict" else "warning"
    yield Answer(question, _phrase("explain.subject", subject=caution.subject, attribute=caution.attribute or "—"))
    if len(caution.values) > 1:
        yield Answer(question, _phrase("explain.values", values=" ≠ ".join(caution.values)))
    yield Answer(
        question,
        caution.reason,
        tuple(Nearest(q.path, q.line_start, q.text, 1.0, "") for q in (caution.a, caution.b) if q is not None),
    )
    yield Answer(question, caution.action)


def _of_verdict(judgement: Judgement, verdict: Verdict) -> Iterator[Answer]:
    near = (verdict.nearest,) if verdict.nearest else ()
    yield Answer("not" if verdict.verdict != "used" else "what", verdict.reason, near)
    yield Answer(
        "what",
        _phrase(
            "explain.counts",
            total=verdict.claims_total,
            on_topic=verdict.claims_on_topic,
            known=verdict.claims_known,
            new=verdict.claims_new,
        ),
    )
    if verdict.duplicate_of:
        yield Answer("not", _phrase("explain.duplicate", path=verdict.duplicate_of))
    if verdict.verdict == "used":
        for increment in judgement.increments:
            if any(e.quote.path == verdict.path for e in increment.evidence):
                yield Answer("what", _phrase("explain.gave_increment", rank=increment.rank, title=increment.title))


def _phrase(key: str, **params: str | int | float) -> Phrase:
    return Phrase(key, tuple(params.items()))


def _of(increment: Increment) -> Iterable[Quote]:
    return (*increment.says, *(e.quote for e in increment.evidence), *increment.known)


def _quotes(judgement: Judgement) -> Iterator[Quote]:
    for increment in judgement.increments:
        yield from _of(increment)
    for caution in judgement.cautions:
        yield from (q for q in (caution.a, caution.b) if q is not None)
    yield from (c.quote for c in judgement.candidates if c.quote is not None)


def _ground(quote: Quote) -> Ground:
    return Ground(quote.path, quote.line_start, quote.line_end, quote.claim_id, quote.content_sha256, quote.text)


# --- forms -----------------------------------------------------------------------------------------------------------


def as_text(explanation: Explanation, language: str) -> str:
    """For a terminal: what is explained, what it rests on, then answers under their questions. Ends with a newline."""
    texts = frame(language)
    lines = [clean(explanation.text)]
    if explanation.grounds:
        lines += ["", texts["explain.rests_on"]]
        for g in explanation.grounds:
            span = f"{g.line_start}" if g.line_start == g.line_end else f"{g.line_start}-{g.line_end}"
            claim = f"  [{g.claim_id}]" if g.claim_id else ""
            lines += [f"  {clean(g.path)}:{span}{claim}", f"      {clean(g.text)}"]
    asked: Question | None = None
    for answer in explanation.answers:
        if answer.question != asked:
            asked = answer.question
            lines += ["", texts[f"explain.{asked}"]]
        lines.append(f"  {clean(say(answer.phrase, language))}")
        for near in answer.near:
            rule = f"  ({near.rule} {near.score:.2f})" if near.rule else ""
            lines += [f"    {clean(near.path)}:{near.line}{rule}"] + (
                [f"      {clean(near.text)}"] if near.text else []
            )
    return "\n".join(lines) + "\n"


def as_json(explanation: Explanation, language: str) -> dict[str, Any]:
    """The same as plain values, with the sentences said in a language beside their keys."""
    return {
        "line": explanation.line,
        "text": explanation.text,
        "claims": [
            {
                "path": g.path,
                "line_start": g.line_start,
                "line_end": g.line_end,
                "claim_id": g.claim_id,
                "content_sha256": g.content_sha256,
                "text": g.text,
            }
            for g in explanation.grounds
        ],
        "answers": [
            {
                "question": a.question,
                "key": a.phrase.key,
                "params": dict(a.phrase.params),
                "said": say(a.phrase, language),
                "near": [
                    {"path": n.path, "line": n.line, "text": n.text, "score": n.score, "rule": n.rule} for n in a.near
                ],
            }
            for a in explanation.answers
        ],
    }
