"""Cut judging cases from a git history: what real editors did is the gold.

    python benchmarks/cut_cases.py REPOSITORY --out DIR [--list FILE]... [--other FILE]
                                   [--register GLOB --field NAME=WORDS...]

- ``--list FILE``: a Markdown list with entries under headings. Every commit that adds entries gives placement cases:
  the list as it stood before, the new entry's title, the heading under which its editor put it.
- ``--other FILE``: another list (from any repository's working tree). Its entries that carry an arXiv id give novelty
  cases against the first list as it stood at every tenth commit: known where that list has the id, which is hidden.
- ``--register GLOB``: YAML files, or Markdown with YAML front matter, that hold a list of mappings with dates (a
  register of release cycles). A date that was changed later gives a conflict, the same date told twice an agreement,
  another field or cycle an unrelated pair. ``--field eol="reaches end of life"`` says how a field is told.

Nothing is fetched; the repository has to be on disk with its history.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from digest_assets.judge import names, outline


def git(repository: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(repository), *words], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def versions(repository: Path, path: str) -> Iterator[tuple[str, str]]:
    """(commit, text) of a file, oldest first, along the first parents."""
    for commit in git(repository, "log", "--first-parent", "--reverse", "--format=%H", "--", path).split():
        try:
            yield commit, git(repository, "show", f"{commit}:{path}")
        except subprocess.CalledProcessError:
            continue  # the commit removed it


def keyed(document: outline.Outline) -> dict[str, tuple[str, ...]]:
    """The heading paths under which each title stands."""
    out: dict[str, tuple[str, ...]] = {}
    for entry in document.entries:
        if entry.section >= 0 and (entry.urls or entry.arxiv_ids):
            path = " > ".join([*document.sections[entry.section].path[1:-1], document.titles[entry.section]])
            name = names.key(names.bare_title(entry.title))
            out[name] = (*out.get(name, ()), path)
    return out


class Folder:
    """Where cases and the documents that they name are written."""

    def __init__(self, out: Path) -> None:
        self.out = out
        (out / "baselines").mkdir(parents=True, exist_ok=True)

    def document(self, text: str) -> str:
        name = f"baselines/{hashlib.sha256(text.encode()).hexdigest()[:12]}.md.gz"
        if not (self.out / name).exists():
            (self.out / name).write_bytes(gzip.compress(text.encode(), mtime=0))
        return name

    def write(self, name: str, rows: list[dict[str, Any]]) -> None:
        if rows:
            lines = (json.dumps({"id": f"{name[0]}{i:05}"} | row, ensure_ascii=False) for i, row in enumerate(rows))
            (self.out / f"{name}.cut.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{name}: {len(rows)} cases")


def placements(repository: Path, path: str, folder: Folder) -> Iterator[dict[str, Any]]:
    before: tuple[str, outline.Outline] | None = None
    for _, text in versions(repository, path):
        document = outline.parse(text)
        if before is not None:
            had = keyed(before[1])
            size: dict[str, int] = {}
            for held in had.values():
                for section in held:
                    size[section] = size.get(section, 0) + 1
            titles = {names.key(names.bare_title(e.title)): e.title for e in document.entries}
            fresh = {k: v for k, v in keyed(document).items() if k not in had and all(s in size for s in v)}
            if len(fresh) <= max(20, len(had) // 5):  # more is a rewrite, not an editor's choice
                for name in sorted(fresh):
                    gold = list(fresh[name])
                    row = {"baseline": folder.document(before[0]), "text": names.bare_title(titles[name]), "gold": gold}
                    yield row | {"section_size": min(size[s] for s in gold)}
        before = (text, document)


def novelties(repository: Path, path: str, other: Path, folder: Folder) -> Iterator[dict[str, Any]]:
    wanted = [e for e in outline.parse(other.read_text("utf-8")).entries if e.arxiv_ids]
    for number, (_, text) in enumerate(versions(repository, path)):
        if number % 10:
            continue
        lines: dict[str, list[int]] = {}
        for e in outline.parse(text).entries:
            for arxiv_id in e.arxiv_ids:
                lines.setdefault(arxiv_id, []).append(e.line_start)
        for e in wanted:
            found = sorted({n for i in e.arxiv_ids for n in lines.get(i, ())})
            row = {"baseline": folder.document(text), "text": names.bare_title(e.title)}
            yield row | {"gold": "known" if found else "new", "lines": found}


def cycles(text: str, fields: dict[str, str]) -> dict[tuple[str, str], date]:
    """(cycle, field) -> date of a register's file."""
    body = text.split("\n---", 1)[0].removeprefix("---") if text.startswith("---") else text
    try:
        data = yaml.safe_load(body)
    except yaml.YAMLError:
        return {}
    rows = [r for v in (data.values() if isinstance(data, dict) else [data]) if isinstance(v, list) for r in v]
    out = {}
    for row in rows:
        if isinstance(row, dict) and row:
            label = str(row.get("name") or row.get("releaseCycle") or next(iter(row.values())))
            out.update({(label, f): row[f] for f in fields if isinstance(row.get(f), date)})
    return out


def conflicts(repository: Path, pattern: str, fields: dict[str, str]) -> Iterator[dict[str, Any]]:
    for path in git(repository, "ls-files", "--", pattern).splitlines():
        product, last = Path(path).stem, dict[tuple[str, str], date]()

        def tell(key: tuple[str, str], day: date, product: str = product) -> str:
            return f"{product} {key[0]} {fields[key[1]]} on {day.isoformat()}."

        for _, text in versions(repository, path):
            now = cycles(text, fields)
            for key in sorted(now.keys() & last.keys()):
                if now[key] != last[key]:
                    yield {"a": tell(key, last[key]), "b": tell(key, now[key]), "gold": "conflict"}
            last = now or last
        keys = sorted(last)
        for key, following in itertools.pairwise(keys):
            words = f"{product} {key[0]}: {fields[key[1]]} — {last[key]:%d %B %Y}"
            yield {"a": tell(key, last[key]), "b": words, "gold": "agree"}
            yield {"a": tell(key, last[key]), "b": tell(following, last[following]), "gold": "unrelated"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--list", action="append", default=[], metavar="FILE")
    parser.add_argument("--other", type=Path, metavar="FILE")
    parser.add_argument("--register", metavar="GLOB")
    parser.add_argument("--field", action="append", default=[], metavar="NAME=WORDS")
    options = parser.parse_args()
    folder = Folder(options.out)
    if options.list:
        folder.write("placement", [r for p in options.list for r in placements(options.repository, p, folder)])
        if options.other:
            folder.write("novelty", [*novelties(options.repository, options.list[0], options.other, folder)])
    if options.register:
        fields = dict(f.split("=", 1) for f in options.field)
        folder.write("conflict", [*conflicts(options.repository, options.register, fields)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
