"""Commands on loose texts, without a vault: ``extract`` and ``judge``.

Belongs here: their arguments. They call the same functions that the assets call.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import typer

from digest_assets.cli.errors import CallError
from digest_assets.cli.options import day_of


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("extract")(extract)
    app.command("judge")(judge)


def extract(
    kind: Annotated[str | None, typer.Argument(help="arxiv, quantity, date, version, section or structure.")] = None,
    text: Annotated[str | None, typer.Argument(help="A text; standard input where it is left out.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="JSON lines in, JSON lines out.")] = False,
    ref_date: Annotated[str | None, typer.Option("--ref-date", help="The day that relative dates count from.")] = None,
    zone: Annotated[str, typer.Option("--tz", help="The zone that instants are told in.")] = "UTC",
) -> None:
    """What the readers see in a text."""
    from digest_assets.reading import extract as reading

    if jsonl:
        for line in reading.jsonl(sys.stdin):
            print(line)
        return
    if kind is None:
        raise CallError('extract: name a kind and a text, like: digest extract quantity "up by 31%"')
    if kind not in reading.KINDS:
        raise CallError(f'extract: there is no kind "{kind}"; there are: {", ".join(reading.KINDS)}')
    day = day_of(ref_date, "--ref-date") if ref_date else date.today()  # noqa: DTZ011 - a person's own today
    value = reading.extract(kind, sys.stdin.read() if text is None else text, None, day, zone)
    print(json.dumps(value, ensure_ascii=False, indent=1))


def judge(
    task: Annotated[Literal["placement", "novelty", "conflict"], typer.Argument()],
    texts: Annotated[list[str] | None, typer.Argument(help="One text, or two for conflict.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="JSON lines in, JSON lines out.")] = False,
    baseline: Annotated[Path | None, typer.Option("--baseline", help="The document, Markdown, plain or .gz.")] = None,
) -> None:
    """Where would this go, is it known, do these two conflict: the judgement on loose texts."""
    from digest_assets.judge import cases

    try:
        if jsonl:
            for line in cases.answers(task, sys.stdin):
                print(line)
            return
        given = texts or []
        if task == "conflict" and len(given) == 2:
            case = {"a": given[0], "b": given[1]}
        elif task != "conflict" and len(given) == 1 and baseline is not None:
            case = {"baseline": str(baseline), "text": given[0]}
        else:
            form = '"text a" "text b"' if task == "conflict" else '--baseline FILE "text"'
            raise CallError(f"judge: write it like: digest judge {task} {form}")
        print(json.dumps(cases.answer(task, case), ensure_ascii=False, indent=1))
    except cases.CaseError as error:
        raise CallError(f"judge: {error}") from error
