"""Score the judge on cases cut from public histories, beside a plain lexical anchor in the same run.

    python benchmarks/judgement.py CASES_DIR

CASES_DIR holds ``placement*.jsonl``, ``novelty*.jsonl`` and ``conflict*.jsonl`` with their gold, and the documents that
they name (``benchmarks/README.md`` has the format, and how such cases are cut). The anchor knows character n-grams and
nearest neighbours, dates and shared words, nothing else; it shows what the judge's rules are worth. Times are wall time
per case, reading and indexing of the documents included for the judge.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import unicodedata
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, get_args

from digest_assets.judge import cases, outline
from digest_assets.judge.lexical import Vectors, best, gram_ids, tokens
from digest_assets.reading import dates

Case = dict[str, Any]
_NUMBERING = re.compile(r"^\s*(?:§\s*)?\d+(?:\.\d+)*\.?\s+")


def plain_title(title: str) -> str:
    """A heading as it is compared: without number, links, signs and case; of a path, the last step."""
    text = unicodedata.normalize("NFKC", title.rsplit(" > ", 1)[-1])
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]+>", "", text))
    return " ".join(re.sub(r"[^\w]+", " ", _NUMBERING.sub("", text.strip())).casefold().split())


@lru_cache(maxsize=64)
def _index(path: str) -> tuple[outline.Outline, tuple[outline.Entry, ...], Vectors]:
    document = outline.parse(cases.load(path))
    entries = tuple(e for e in document.entries if e.section >= 0)
    return document, entries, Vectors([gram_ids(e.title) for e in entries])


def anchor_placement(case: Case) -> list[dict[str, Any]]:
    """The ten nearest titles vote for their sections."""
    document, entries, vectors = _index(case["baseline"])
    votes: dict[int, float] = {}
    for place, score in best(vectors.cosines(gram_ids(case["text"])), 10):
        votes[entries[place].section] = votes.get(entries[place].section, 0.0) + score
    return [{"title": document.titles[s]} for s in sorted(votes, key=lambda s: (-votes[s], s))]


def anchor_novelty(case: Case) -> dict[str, Any]:
    """Known where a title is nearly the same, letter by letter."""
    _, entries, vectors = _index(case["baseline"])
    near = best(vectors.cosines(gram_ids(case["text"])), 1)
    known = bool(near) and near[0][1] >= 0.8
    return {"verdict": "known" if known else "new", "line": entries[near[0][0]].line_start if known else None}


def anchor_conflict(case: Case) -> str:
    """Two dates that differ, in sentences that share most words."""
    stated = []
    for text in (case["a"], case["b"]):
        found = dates.find(text)
        cut = re.sub(r"\d{4}.*?\d{1,2}", " ", text)
        stated.append(((found[0].low, found[0].high) if found else None, set(tokens(cut))))
    (date_a, words_a), (date_b, words_b) = stated
    shared = len(words_a & words_b) / max(1, min(len(words_a), len(words_b)))
    if date_a is None or date_b is None or shared < 0.5:
        return "unrelated"
    return "agree" if date_a == date_b else "conflict"


def _rates(rows: list[tuple[str, str]], positive: str) -> dict[str, float]:
    hit = sum(said == positive == gold for said, gold in rows)
    called, real = sum(said == positive for said, _ in rows), sum(gold == positive for _, gold in rows)
    precision, recall = hit / called if called else 0.0, hit / real if real else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def score(task: str, given: list[Case], said: list[Any]) -> dict[str, float]:
    """Measures by name: top-1 and top-3, or precision, recall and F1 of what is known or in conflict."""
    if task != "placement":
        key = "known" if task == "novelty" else "conflict"
        answers = [s["verdict"] if task == "novelty" else s for s in said]
        return _rates([(a, c["gold"]) for a, c in zip(answers, given, strict=True)], key)
    ranks = []
    for case, sections in zip(given, said, strict=True):
        golds = {plain_title(g) for g in case["gold"]}
        ranks.append(next((i for i, s in enumerate(sections) if plain_title(s["title"]) in golds), 99))
    small = [r for r, c in zip(ranks, given, strict=True) if c.get("section_size", 99) <= 5]
    out = {"top1": sum(r < 1 for r in ranks) / len(ranks), "top3": sum(r < 3 for r in ranks) / len(ranks)}
    return out | ({"small_top1": sum(r < 1 for r in small) / len(small)} if small else {})


def _run(given: list[Case], judge: Callable[[Case], Any]) -> tuple[list[Any], float]:
    start = time.perf_counter()
    said = [judge(case) for case in given]
    return said, (time.perf_counter() - start) / len(given) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    folder = parser.parse_args().cases
    anchors: dict[str, Callable[[Case], Any]] = {
        "placement": anchor_placement,
        "novelty": anchor_novelty,
        "conflict": anchor_conflict,
    }
    found = False
    for task in get_args(cases.Task):
        for path in sorted(folder.glob(f"{task}*.jsonl")):
            given = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
            for case in given:
                if "baseline" in case:
                    case["baseline"] = str((folder / case["baseline"]).resolve())
            given.sort(key=lambda c: c.get("baseline", ""))  # each document is read once
            if not given:
                continue
            found = True
            said, ms = _run(given, partial(cases.answer, task))
            plain, plain_ms = _run(given, anchors[task])
            print(f"{path.name}: {len(given)} cases, {ms:.1f} ms a case (anchor {plain_ms:.1f} ms)")
            beside = score(task, given, plain)
            for name, value in score(task, given, said).items():
                print(f"  {name:12} {value:.3f}   anchor {beside[name]:.3f}")
    if not found:
        print(f"{folder}: no placement*.jsonl, novelty*.jsonl or conflict*.jsonl", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
