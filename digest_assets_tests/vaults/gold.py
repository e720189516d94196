"""How near judgements come to what an editor wrote down: shares of what was found, kept apart, and placed."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from digest_assets.model import Caution, Increment, Judgement

T = TypeVar("T")
Gold = dict[str, Any]
_HAN = {sign: str(n) for n, sign in enumerate("零一二三四五六七八九十")}


def fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def measures(judgements: Mapping[tuple[date, str], Judgement], folder: Path, misses: list[str]) -> dict[str, float]:
    """The measures by name, 1 at best. What was missed is appended to ``misses``."""
    hit, of = Counter[str](), Counter[str]()
    for file in sorted(folder.glob("20*.json")):
        gold = json.loads(file.read_text("utf-8"))
        found = judgements[date.fromisoformat(gold["day"]), gold["topic"]]
        _increments(gold, found, hit, of, misses)
        _warnings(gold, found, hit, of, misses)
        verdicts = {v.path: v.verdict for v in found.verdicts}
        for row in gold["verdicts"]:
            if row["path"] in verdicts or not (row.get("late") or row.get("recheck")):
                of["verdicts"] += 1
                right = verdicts.get(row["path"]) in {row["verdict"], *row.get("also_ok", ())}
                _count("verdicts", right, hit, f"verdict {row['path']}: {verdicts.get(row['path'])}", misses)
        wanted = {("question" if c["kind"] == "open" else c["kind"], c["id"]) for c in gold.get("candidates", ())}
        given = {(c.kind, c.candidate_id) for c in found.candidates}
        of["candidates"] += len(wanted | given)
        hit["candidates"] += len(wanted & given)
    return {name: round(hit[name] / of[name], 3) if of[name] else 1.0 for name in sorted(of)}


def _count(name: str, right: bool, hit: Counter[str], miss: str, misses: list[str]) -> None:
    hit[name] += right
    if not right:
        misses.append(miss)


def _increments(gold: Gold, found: Judgement, hit: Counter[str], of: Counter[str], misses: list[str]) -> None:
    pairs = _pairs(gold["increments"], found.increments, _same_increment)
    of["increments_found"] += len(gold["increments"])
    extra = [i for i in found.increments if not any(i is p for _, p in pairs)]
    apart = sum(len(g.get("parts", [0])) - 1 for g in gold["increments"])  # what an editor joined may stay apart
    excess = max(0, len(extra) - apart - len(gold.get("tolerated_increments", ())))
    of["increments_right"] += len(pairs) + excess
    hit["increments_right"] += len(pairs)
    misses.extend(f"extra increment {i.title}" for i in extra)
    for row in gold["increments"]:
        there = any(row is r for r, _ in pairs)
        _count("increments_found", there, hit, f"missed increment {row['key']}", misses)
    for row, increment in pairs:
        if row["sections"]:
            of["placed"] += 1
            first = increment.placement[0].section if increment.placement else ""
            wanted = {_HAN.get(s, s) for s in (s.lstrip("§") for s in row["sections"])}
            right = any(_HAN.get(first, first) == w or first.startswith(f"{w}.") for w in wanted)
            tops = [v.section for v in increment.placement]
            _count("placed", right, hit, f"{row['key']} placed {tops}, wanted {sorted(wanted)}", misses)
    for row in gold.get("repeats", ()):
        of["repeats_caught"] += 1
        slipped = [i for i in extra if {e.quote.path for e in i.evidence} == {row["source"]}]
        _count("repeats_caught", not slipped, hit, f"repeat of {row['source']} taken as new", misses)


def _warnings(gold: Gold, found: Judgement, hit: Counter[str], of: Counter[str], misses: list[str]) -> None:
    pairs = _pairs(gold["warnings"], found.cautions, _same_warning)
    of["warnings_found"] += len(gold["warnings"])
    of["warnings_right"] += len(found.cautions)
    hit["warnings_right"] += len(pairs)
    for row in gold["warnings"]:
        there = any(row is r for r, _ in pairs)
        _count("warnings_found", there, hit, f"missed warning {row['key']}", misses)
    for caution in found.cautions:
        if not any(caution is c for _, c in pairs):
            misses.append(f"extra warning {caution.kind}: {_told(caution)}")
    for row in gold.get("non_conflicts", ()):
        of["non_conflicts_kept"] += 1
        wrong = any(
            c.kind == "conflict" and set(row["sources"]) & _paths(c) and all(fold(v) in _told(c) for v in row["values"])
            for c in found.cautions
        )
        _count("non_conflicts_kept", not wrong, hit, f"false conflict {row['subject']} {row['values']}", misses)


def _pairs(golds: Sequence[Gold], found: Sequence[T], same: Callable[[Gold, T], float]) -> list[tuple[Gold, T]]:
    scored = sorted(((-same(g, f), i, j) for i, g in enumerate(golds) for j, f in enumerate(found)))
    rows, things, out = set[int](), set[int](), []
    for score, i, j in scored:
        if score < 0 and i not in rows and j not in things:
            rows.add(i)
            things.add(j)
            out.append((golds[i], found[j]))
    return out


def _same_increment(row: Gold, increment: Increment) -> float:
    told = fold(" ".join([increment.title, *(e.quote.text for e in increment.evidence)]))
    share = sum(fold(m) in told for m in row["must_mention"]) / max(1, len(row["must_mention"]))
    if not set(row["sources"]) & {e.quote.path for e in increment.evidence}:
        return 0.0
    return 1 + share if set(row["arxiv"]) & set(increment.arxiv_ids) else share if share >= 0.5 else 0.0


def _same_warning(row: Gold, caution: Caution) -> float:
    if row["kind"] != caution.kind or not set(row["sources"]) & _paths(caution):
        return 0.0
    said = sum(fold(v) in _told(caution) for v in row["values"])
    return said / len(row["values"]) if said * 2 > len(row["values"]) else 0.0


def _told(caution: Caution) -> str:
    return fold(" ".join([caution.subject, *(q.text for q in (caution.a, caution.b) if q is not None)]))


def _paths(caution: Caution) -> set[str]:
    return {q.path for q in (caution.a, caution.b) if q is not None}
