"""What became of every source: the closed ledger of a briefing.

Belongs here: one verdict per source, with its reason and the nearest known line. Never here: deciding what is new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digest_assets.judge import topics
from digest_assets.judge.history import History
from digest_assets.judge.sifting import Case, Told, declared_topic, stands
from digest_assets.judge.working import Prepared, View
from digest_assets.model import Caution, Increment, Nearest, Phrase, Verdict, VerdictKind


def ledger(
    prepared: Prepared,
    key: str,
    found: Sequence[Case],
    increments: Sequence[Increment],
    cautions: Sequence[Caution],
    history: History,
) -> tuple[Verdict, ...]:
    """Verdicts of the window's sources by path, then of arrivals, then of earlier sources that are cited."""
    used_in: dict[str, int] = {}
    for increment in increments:
        for path in sorted({e.quote.path for e in increment.evidence if e.quote.day is not None}):
            used_in[path] = used_in.get(path, 0) + 1
    warned: dict[str, int] = {}
    for caution in cautions:
        for path in sorted({q.path for q in (caution.a, caution.b) if q is not None and q.day is not None}):
            warned[path] = warned.get(path, 0) + 1
    by_path: dict[str, list[Case]] = {}
    for case in found:
        by_path.setdefault(case.view.path, []).append(case)
    rows: dict[str, Verdict] = {}
    order = sorted(prepared.views, key=lambda v: (v.late, v.path in prepared.twins, v.path))
    for view in order:
        rows[view.path] = _verdict(prepared, key, view, by_path.get(view.path, []), used_in, warned, history, rows)
    listed = [rows[v.path] for v in sorted(prepared.views, key=lambda v: (v.late, v.path))]
    return (*listed, *_earlier(prepared, key, used_in, warned, rows, history))


def _verdict(
    prepared: Prepared,
    key: str,
    view: View,
    held: Sequence[Case],
    used_in: Mapping[str, int],
    warned: Mapping[str, int],
    history: History,
    rows: Mapping[str, Verdict],
) -> Verdict:
    told = [t for case in held for t in case.told]
    known = sum(t.state == "known" for t in told)
    new = sum(t.state in ("new", "conflict") for t in told)
    counts = (len(view.reading.claims), len(told), known, new)
    nearest = _nearest(told)

    def row(kind: VerdictKind, reason: Phrase, duplicate_of: str | None = None) -> Verdict:
        source = view.given.source
        arrival = source.arrival if view.late or source.arrival != "late" else "late"
        return Verdict(view.path, source.kind, kind, reason, nearest, arrival, duplicate_of, *counts)

    reading = view.reading
    if reading.status == "unreadable":
        return row("unreadable", Phrase("verdict.unreadable"))
    if not any(c.kind != "heading" for c in reading.claims):
        return row("empty", Phrase("verdict.empty"))
    if view.given.source.kind == "queue":
        return row(*_queue(prepared, key, view))
    twin = prepared.twins.get(view.path)
    if twin is not None and twin in rows:
        verdict = "covered" if rows[twin].verdict == "used" else rows[twin].verdict
        return row(verdict, Phrase("verdict.duplicate", (("path", twin),)), twin)
    before = history.same_bytes(view.given.source.content_sha256)
    if before is not None and before != view.path:
        return row("covered", Phrase("verdict.duplicate", (("path", before),)), before)
    if before is not None:
        return row("covered", Phrase("verdict.repeat"))
    incs, warns = used_in.get(view.path, 0), warned.get(view.path, 0)
    if incs or warns:
        return row("used", Phrase("verdict.used", (("increments", incs), ("warnings", warns))))
    if held:
        return row("covered", _covered(held, told, known))
    return row("other_topic", _other(prepared, key, view))


def _covered(held: Sequence[Case], told: Sequence[Told], known: int) -> Phrase:
    """Why a source on the topic gives nothing: known, said before, said by itself to be old, nothing to check."""
    repeats = sum(t.state == "known" and t.familiar.line is not None and t.familiar.line.day is not None for t in told)
    total = len(told)
    if total and known * 2 >= total:
        if repeats * 2 > known:
            return Phrase("verdict.repeats", (("total", total), ("known", repeats)))
        return Phrase("verdict.known", (("total", total), ("known", known)))
    if any(c.matter.settled for c in held):
        return Phrase("verdict.settled")
    if known:
        return Phrase("verdict.partly", (("total", total), ("known", known)))
    return Phrase("verdict.nothing_to_check", (("total", total),))


def _other(prepared: Prepared, key: str, view: View) -> Phrase:
    card = view.reading.card
    if view.given.source.kind == "card" and card is not None and card.category:
        return Phrase("verdict.other_card", (("category", card.category),))
    declared = declared_topic(prepared, view)
    if declared is not None and declared != key and view.given.source.predigest_topic:
        return Phrase("verdict.other_predigest", (("topic", view.given.source.predigest_topic),))
    return Phrase("verdict.other_topic")


def _queue(prepared: Prepared, key: str, view: View) -> tuple[VerdictKind, Phrase]:
    """The queue is never news: covered where it speaks of the topic."""
    profile = prepared.profiles[key]
    labelled = any(topics.label_in(c.text, profile.labels) for c in view.reading.claims if c.kind == "heading")
    speaks = any(stands(prepared, view, place, key)[0].strength >= 1 for place in range(len(view.matters)))
    if labelled or speaks:
        return "covered", Phrase("verdict.queue")
    return "other_topic", Phrase("verdict.other_topic")


def _nearest(told: Sequence[Told]) -> Nearest | None:
    """The known line that came closest to any statement of the source."""
    best = max(
        (t for t in told if t.familiar.line is not None),
        key=lambda t: (t.familiar.score, -t.at),
        default=None,
    )
    if best is None or best.familiar.line is None:
        return None
    line = best.familiar.line
    return Nearest(line.path, line.line_start, line.text, best.familiar.score, best.familiar.rule)


def _earlier(
    prepared: Prepared,
    key: str,
    used_in: Mapping[str, int],
    warned: Mapping[str, int],
    rows: Mapping[str, Verdict],
    history: History,
) -> list[Verdict]:
    """Sources of earlier days that a warning quotes."""
    path_of_document = prepared.documents[key].path
    cited = sorted((set(used_in) | set(warned)) - set(rows) - {path_of_document})
    out = []
    for path in cited:
        reason = Phrase("verdict.cited", (("warnings", warned.get(path, 0)),))
        out.append(Verdict(path, history.kind_of(path), "used", reason, None, "earlier", None, 0, 0, 0, 0))
    return out
