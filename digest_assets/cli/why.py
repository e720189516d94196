"""Commands that question a briefing: ``explain`` (why it says what it says) and ``lint`` (whether it holds together).

Belongs here: their arguments, finding the stored version, what they print. Never here: reasons, rules.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from digest_assets.cli.errors import CallError, WorkError
from digest_assets.cli.look import find_stored
from digest_assets.cli.options import VAULT, WAREHOUSE, LanguageOption, VaultOption, WarehouseOption, day_of
from digest_assets.warehouse import StoredBriefing, Warehouse


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("explain")(explain)
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

    store = Warehouse(warehouse)
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
