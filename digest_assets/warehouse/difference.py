"""What changed between two stored versions of a briefing: pins, sources, increments, warnings, verdicts.

Belongs here: comparing two versions by what facts hold of them. Never here: which versions (the caller chooses), how a
difference is shown.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

import msgspec

from digest_assets.briefing.phrases import say
from digest_assets.model import Caution, Increment, Judgement, Manifest
from digest_assets.warehouse.chain import judgement_of, manifest_of, records_of
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.recompute import Recomputer
from digest_assets.warehouse.store import StoredBriefing

Things = Mapping[tuple[str, str], dict[str, Any]]  # by kind and key


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that came, went, or changed. ``fields``: what of it, before and after; empty where it came or went."""

    sign: str  # "+", "-", "~"
    kind: str  # "pin", "source", "document", "increment", "warning", "verdict"
    key: str
    title: str
    fields: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """``complete``: whether the judgements of both versions could be had; without one, only pins and text are told."""

    changes: tuple[Change, ...]
    text: tuple[str, ...]  # unified diff of the Markdown, without line ends
    complete: bool


def difference(facts: Facts, before: StoredBriefing, after: StoredBriefing) -> Difference:
    """What the later of two versions of a day and topic has otherwise than the earlier one."""
    changes = _pins(before, after)
    changes += _inputs(facts, before, after)
    judged = [_judgement(facts, one) for one in (before, after)]
    if judged[0] is not None and judged[1] is not None:
        changes += _judgements(judged[0], judged[1], after.language)
    return Difference(tuple(changes), _text(before, after), None not in judged)


def _text(before: StoredBriefing, after: StoredBriefing) -> tuple[str, ...]:
    names = [f"{one.day}/{one.topic} {one.markdown_sha256[:12]}" for one in (before, after)]
    lines = [one.markdown.splitlines() for one in (before, after)]
    return tuple(difflib.unified_diff(lines[0], lines[1], names[0], names[1], lineterm="", n=1))


def _pins(before: StoredBriefing, after: StoredBriefing) -> list[Change]:
    pins = {
        "code": (before.code_version, after.code_version),
        "settings": (before.settings_sha256, after.settings_sha256),
        "head": (before.head, after.head),
    }
    return [Change("~", "pin", name, name, {"sha256": pair}) for name, pair in pins.items() if pair[0] != pair[1]]


def _inputs(facts: Facts, before: StoredBriefing, after: StoredBriefing) -> list[Change]:
    """Sources and living documents by path, over all days that the two stand on."""
    if before.head == after.head:
        return []
    try:
        chains = [{r.day: r for r in records_of(facts, one.head)} for one in (before, after)]
        found = []
        for day in sorted(chains[0].keys() | chains[1].keys()):
            pair = [chain.get(day) for chain in chains]
            if pair[0] != pair[1]:
                files = [_files(manifest_of(facts, r)) if r is not None else {} for r in pair]
                found += _things(files[0], files[1], partial(_of_day, day))
    except KeyError:
        return []  # vacuumed: the pins have said that something differs
    return found


def _of_day(day: date, key: tuple[str, str], told: dict[str, Any]) -> str:
    return f"{day} {key[1]}"


def _files(manifest: Manifest) -> dict[tuple[str, str], dict[str, Any]]:
    files = {
        ("source", s.path): {"content_sha256": s.content_sha256, "arrival": s.arrival}
        for s in (*manifest.sources, *manifest.arrivals)
    }
    documents = {
        ("document", d.path): {"content_sha256": d.content_sha256, "as_of": d.as_of} for d in manifest.documents
    }
    return {**files, **documents}


def _judgement(facts: Facts, stored: StoredBriefing) -> Judgement | None:
    """From the memo, whatever code wrote it; else computed again, where this code made it."""
    try:
        known = judgement_of(facts, stored.code_version, stored.settings_sha256, stored.topic, stored.head)
        if known is not None:
            return known
        return Recomputer(facts).judgement(stored) if stored.code_version == code_version() else None
    except (KeyError, msgspec.ValidationError):
        return None  # an input is gone, or older code kept it in another form


def _judgements(before: Judgement, after: Judgement, language: str) -> list[Change]:
    found = _things(
        {("increment", i.increment_id): _increment(i, language) for i in before.increments},
        {("increment", i.increment_id): _increment(i, language) for i in after.increments},
        lambda _, told: str(told["title"]),
    )
    found += _things(
        {("warning", c.warning_id): _warning(c, language) for c in before.cautions},
        {("warning", c.warning_id): _warning(c, language) for c in after.cautions},
        lambda _, told: str(told["statement"]),
    )
    found += _things(
        {("verdict", v.path): {"verdict": v.verdict, "reason": say(v.reason, language)} for v in before.verdicts},
        {("verdict", v.path): {"verdict": v.verdict, "reason": say(v.reason, language)} for v in after.verdicts},
        lambda key, _: key[1],
    )
    return found


def _increment(value: Increment, language: str) -> dict[str, Any]:
    return {
        "title": value.title,
        "kind": value.kind,
        "stars": value.stars,
        "sections": [vote.section for vote in value.placement],
        "says": [quote.text for quote in value.says],
        "sources": sorted({e.quote.path for e in value.evidence}),
        "known": [quote.text for quote in value.known],
        "missing": say(value.missing, language),
    }


def _warning(value: Caution, language: str) -> dict[str, Any]:
    return {
        "statement": value.a.text,
        "kind": value.kind,
        "against": value.b.text if value.b else None,
        "places": [f"{q.path}:{q.line_start}" for q in (value.a, value.b) if q is not None],
        "risk": value.risk,
        "action": say(value.action, language),
    }


def _things(before: Things, after: Things, title: Callable[[tuple[str, str], dict[str, Any]], str]) -> list[Change]:
    """Things by (kind, key): those that went, then those that came or changed, in the order of the later version."""
    found = [Change("-", *key, title(key, told)) for key, told in before.items() if key not in after]
    for key, told in after.items():
        if key not in before:
            found.append(Change("+", *key, title(key, told)))
            continue
        fields = {name: (before[key][name], told[name]) for name in told if before[key][name] != told[name]}
        if fields:
            found.append(Change("~", *key, title(key, told), fields))
    return found


def shown(changes: Sequence[Change]) -> str:
    """Changes as lines for people, one a thing, its fields below it."""
    lines = []
    for change in changes:
        lines.append(f"{change.sign} {change.kind} {_short(change.title)}")
        if change.sign != "~":
            continue
        for name, (old, new) in change.fields.items():
            if isinstance(old, list) and isinstance(new, list) and all(isinstance(v, str) for v in (*old, *new)):
                lines += [f"    - {name}: {_short(v)}" for v in old if v not in new]
                lines += [f"    + {name}: {_short(v)}" for v in new if v not in old]
                if sorted(old) == sorted(new):
                    lines.append(f"    {name}: {', '.join(old)} → {', '.join(new)}")
            else:
                lines.append(f"    {name}: {_short(str(old))} → {_short(str(new))}")
    return "".join(f"{line}\n" for line in lines)


def _short(text: str, limit: int = 140) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
