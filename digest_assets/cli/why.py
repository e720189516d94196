"""Commands that question a briefing: ``explain`` (why it says so), ``diff`` (since when) and ``lint`` (does it hold).

Belongs here: their arguments, finding the stored version, what they print. Never here: reasons, rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digest_assets.cli.errors import CallError, WorkError
from digest_assets.cli.look import find_stored
from digest_assets.cli.options import (
    VAULT,
    WAREHOUSE,
    LanguageOption,
    VaultOption,
    WarehouseOption,
    day_of,
    warehouse_of,
)

if TYPE_CHECKING:
    from digest_assets.warehouse import StoredBriefing, Warehouse


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("explain")(explain)
    app.command("diff")(diff)
    app.command("lint")(lint)


def explain(
    day: Annotated[str, typer.Argument(help="The day on which the window closes.")],
    topic: Annotated[str, typer.Argument(help="A topic.")],
    line: Annotated[str | None, typer.Argument(help="A line number; a path or a sentence asks why (not).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    language: LanguageOption = None,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """From a line of a briefing back to claims, files and lines, and why it is new, there, or a conflict."""
    from digest_assets.briefing import explain as reasons
    from digest_assets.warehouse.recompute import Recomputer

    store = warehouse_of(warehouse)
    stored = find_stored(store, day_of(day, "DAY"), topic, language)
    try:
        judgement, composed = Recomputer(store.facts).compose(stored)
    except KeyError as error:
        raise WorkError(f"explain: an input is gone from the facts: {error.args[0]}") from error
    if composed.rendered.markdown != stored.markdown:
        raise WorkError(f'explain: {day} {topic} was made by other code; "digest run --day {day}" makes it anew')
    if line is None:
        found = list(reasons.explain_all(judgement, composed.rendered))
    elif line.isdecimal():
        try:
            found = [reasons.explain_line(judgement, composed.rendered, int(line))]
        except IndexError as error:
            raise CallError(f"explain: {error}") from error
    elif any(verdict.path == line for verdict in judgement.verdicts):
        found = [reasons.explain_source(judgement, line)]
    else:
        found = [reasons.explain_sentence(judgement, line, _path_of(store, stored, line))]
    if as_json:
        told = [reasons.as_json(one, stored.language) for one in found]
        print(json.dumps(told[0] if line is not None else told, ensure_ascii=False, indent=1))
    else:
        sys.stdout.write("\n".join(reasons.as_text(one, stored.language) for one in found))


def _path_of(store: Warehouse, stored: StoredBriefing, sentence: str) -> str | None:
    """The source of that day that says a sentence."""
    with store.read() as connection:
        row = connection.execute(
            "SELECT path FROM claims WHERE day = ? AND contains(text, ?) ORDER BY path, line_start LIMIT 1",
            [stored.day, sentence],
        ).fetchone()
    return str(row[0]) if row else None


def diff(
    day: Annotated[str, typer.Argument(help="The day on which the window closes.")],
    topic: Annotated[str, typer.Argument(help="A topic.")],
    versions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two starts of a version's SHA-256, as in briefing_versions. Default: the current and the one before."
        ),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="The Markdown's changed lines too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    language: LanguageOption = None,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """What changed between two versions of a briefing, by increment, and which inputs made it so."""
    from digest_assets.warehouse.difference import difference, shown

    store = warehouse_of(warehouse)
    stored = find_stored(store, day_of(day, "DAY"), topic, language)
    every = store.versions(stored.day, topic, stored.language, "")
    if versions is not None and len(versions) != 2:
        raise CallError("diff: name two versions, or none for the current one and the one before")
    others = [one for one in every if one.input_sha256 != stored.input_sha256]
    if versions is None and not others:
        print(f"{day} {topic}: there is one version only, {stored.markdown_sha256}")
        return
    before, after = (others[-1], stored) if versions is None else (_version(every, one) for one in versions)
    told = difference(store.facts, before, after)
    if as_json:
        print(
            json.dumps(
                {
                    "before": before.markdown_sha256,
                    "after": after.markdown_sha256,
                    "complete": told.complete,
                    "changes": [asdict(change) for change in told.changes],
                    "text": list(told.text),
                },
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    for mark, one in (("-", before), ("+", after)):
        print(f"{mark}{mark}{mark} {one.day} {one.topic} {one.markdown_sha256}, {one.materialized_at.isoformat()}")
    sys.stdout.write(shown(told.changes))
    if not told.complete:
        print("the judgement of one version is gone with the code that made it; its text:")
    if text or not told.complete:
        sys.stdout.write("".join(f"{line}\n" for line in told.text))


def _version(every: Sequence[StoredBriefing], start: str) -> StoredBriefing:
    found = [
        one for one in every if start and start in (one.markdown_sha256[: len(start)], one.input_sha256[: len(start)])
    ]
    if len(found) != 1:
        there = ", ".join(one.markdown_sha256[:12] for one in every)
        raise CallError(f'diff: "{start}" names {len(found)} versions; there are: {there}')
    return found[0]


def lint(
    file: Annotated[Path, typer.Argument(help="A briefing, Markdown.")],
    baseline: Annotated[Path | None, typer.Option("--baseline", help="Its living document: checks § too.")] = None,
    language: Annotated[str, typer.Option("--language", help="Faults are told in this language.")] = "en",
) -> None:
    """Checks a briefing's ids, sources, counts, categories, sections, corrections; exit status 1 where one is off."""
    from digest_assets.briefing.lint import lint as check
    from digest_assets.briefing.phrases import languages
    from digest_assets.reading import sections as reading
    from digest_assets.reading.text import decode

    if language not in languages():
        raise CallError(f'lint: there is no language "{language}"; there are: {", ".join(languages())}')
    names = None
    if baseline is not None:
        names = tuple(s.number or s.title for s in reading.find(decode(baseline.read_bytes()).text or ""))
    faults = check(decode(file.read_bytes()).text or "", language=language, sections=names)
    for fault in faults:
        print(fault.message)
    if faults:
        raise WorkError(f"lint: {file} has {len(faults)} faults")
