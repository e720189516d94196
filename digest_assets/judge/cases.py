"""The judgement on loose texts: the front of ``digest judge placement|novelty|conflict``.

Belongs here: one text or pair, or JSON lines of them, in; the answers of the judge's own functions out. Never here: any
judging. This is the one module of the room that opens files: documents that a case names, plain or gzipped.

Lines in and out, ``id`` copied through:

- placement ``{id, baseline, text}`` -> sections best first, ``{number, title, path, score, voters}``
- novelty ``{id, baseline, text}`` -> ``{verdict: "new"|"known", line, rule, score}``
- conflict ``{id, a, b}`` -> ``"conflict"``, ``"agree"`` or ``"unrelated"``
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from digest_assets.judge import conflicts, novelty, outline
from digest_assets.judge.conflicts import Relation
from digest_assets.judge.facts import Statement
from digest_assets.judge.novelty import Finding
from digest_assets.judge.outline import Outline
from digest_assets.judge.placement import Placer
from digest_assets.model import ArxivValue, Vote
from digest_assets.reading import combined
from digest_assets.reading import text as texts

Task = Literal["placement", "novelty", "conflict"]
_GZIP = b"\x1f\x8b"


class CaseError(ValueError):
    """A case cannot be judged; the message is one clear line."""


def load(path: str) -> str:
    """A document's text, unzipped and decoded."""
    try:
        data = Path(path).read_bytes()
        if data.startswith(_GZIP):
            data = gzip.decompress(data)
    except (OSError, EOFError) as error:
        raise CaseError(f"{path}: cannot be read ({error})") from error
    decoded = texts.decode(data)
    if decoded.text is None:
        raise CaseError(f"{path}: is no text ({decoded.error})")
    return decoded.text


@lru_cache(maxsize=256)
def _document(path: str) -> Outline:
    return outline.parse(load(path))


@lru_cache(maxsize=32)
def _placer(path: str) -> Placer:
    return Placer(_document(path), path)


@lru_cache(maxsize=128)
def _known(path: str) -> novelty.Known:
    return novelty.Known(novelty.of_outline(_document(path), path))


def place(baseline: str, text: str, top: int = 5) -> tuple[Vote, ...]:
    """Where in the document would this go?"""
    ids = [v.arxiv_id for v in combined.find(text) if isinstance(v, ArxivValue) and not v.bare]
    return _placer(baseline).rank(text, ids, top=top)


def recognize(baseline: str, text: str) -> Finding:
    """Does the document already have this?"""
    return _known(baseline).check(text, combined.find(text), work=True)


def relate(a: str, b: str) -> Relation:
    """Do these two sentences contradict each other?"""
    return conflicts.compare(Statement(a, combined.find(a)), Statement(b, combined.find(b)))


def answer(task: Task, case: dict[str, Any]) -> Any:
    """The value for one case. CaseError where a field is missing or a document cannot be read."""
    try:
        if task == "placement":
            document = _document(case["baseline"])
            return [_section(vote, document) for vote in place(case["baseline"], case["text"])]
        if task == "novelty":
            found = recognize(case["baseline"], case["text"])
            near = found.nearest
            return {
                "verdict": "new" if found.verdict == "new" else "known",
                "line": near.line if near and found.verdict != "new" else None,
                "rule": near.rule if near else "none",
                "score": near.score if near else 0.0,
            }
        return relate(case["a"], case["b"]).kind
    except KeyError as error:
        raise CaseError(f"case {case.get('id', '?')}: has no {error.args[0]}") from error


def _section(vote: Vote, document: Outline) -> dict[str, Any]:
    at = next(i for i, s in enumerate(document.sections) if (s.number or document.titles[i]) == vote.section)
    return {
        "number": document.sections[at].number,
        "title": vote.title,
        "path": [*document.sections[at].path[:-1], vote.title],
        "score": vote.score,
        "voters": [{"line": v.line, "text": v.text, "score": v.score} for v in vote.voters],
    }


def answers(task: Task, lines: Iterable[str]) -> Iterator[str]:
    """A JSON line of ``{id, value}`` for each line; blank lines are skipped. CaseError names the line that is wrong."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError as error:
            raise CaseError(f"line {number}: is no JSON ({error})") from error
        if not isinstance(case, dict) or "id" not in case:
            raise CaseError(f"line {number}: is no object with an id")
        yield json.dumps({"id": case["id"], "value": answer(task, case)}, ensure_ascii=False)


def main(task: str) -> int:
    """Answer cases from standard input on standard output; 0 done, 2 the call or a case is wrong."""
    known: dict[str, Task] = {name: name for name in get_args(Task)}
    if task not in known:
        print(f"digest judge: no such task: {task} (placement, novelty or conflict)", file=sys.stderr)
        return 2
    try:
        for line in answers(known[task], sys.stdin):
            print(line)
    except CaseError as error:
        print(f"digest judge: {error}", file=sys.stderr)
        return 2
    return 0
