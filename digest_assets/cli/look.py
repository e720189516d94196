"""Commands that look at what is stored: ``show``, ``sql``, ``recompute``.

Belongs here: their arguments and what they print. They open the published copy and work while runs are writing.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from digest_assets.cli.errors import CallError, WorkError
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
    app.command("show")(show)
    app.command("sql")(sql)
    app.command("recompute")(recompute)


def find_stored(warehouse: Warehouse, day: date, topic: str, language: str | None) -> StoredBriefing:
    """A stored briefing; without a language the main one of when it was made. Raises CallError."""
    found = warehouse.briefing(day, topic, language) if language else warehouse.main_briefing(day, topic)
    if found is None:
        there = warehouse.topics_of(day)
        mend = f"that day has: {', '.join(there)}" if there else f'"digest run --day {day}" makes it'
        raise CallError(f"there is no briefing of {day} {topic}{f' in {language}' if language else ''}; {mend}")
    return found


def show(
    day: Annotated[str, typer.Argument(help="The day on which the window closes, like 2026-07-31.")],
    topic: Annotated[str, typer.Argument(help="A topic of digest.toml.")],
    form: Annotated[Literal["md", "html", "json"], typer.Option("--format")] = "md",
    language: LanguageOption = None,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Prints a stored briefing."""
    stored = find_stored(warehouse_of(warehouse), day_of(day, "DAY"), topic, language)
    if form == "md":
        sys.stdout.write(stored.markdown)
    elif form == "json":
        told = {name: getattr(stored, name) for name in stored.__slots__}
        print(json.dumps(told, ensure_ascii=False, indent=1, default=lambda value: value.isoformat()))
    else:
        from digest_assets.cli.page import page

        sys.stdout.write(page(stored.markdown, stored.language))


def sql(
    question: Annotated[str, typer.Argument(help="One SELECT over the views.")],
    form: Annotated[Literal["table", "csv", "json"], typer.Option("--format")] = "table",
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Asks the published warehouse; works while runs are writing."""
    from digest_assets.warehouse import query

    try:
        names, rows = query.ask(warehouse_of(warehouse), question)
    except query.QueryError as error:
        raise CallError(f"sql: {error}") from error
    sys.stdout.write(query.show(names, rows, form))


def recompute(
    day: Annotated[str | None, typer.Argument(help="The day on which the window closes.")] = None,
    topic: Annotated[str | None, typer.Argument(help="A topic.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every stored briefing, current versions.")] = False,
    version: Annotated[
        str | None, typer.Option("--version", help="Start of the SHA-256 of an earlier version.")
    ] = None,
    language: LanguageOption = None,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Rebuilds briefings from what lineage stored, not from the vault, and compares them byte for byte."""
    from digest_assets.warehouse.recompute import Recomputer

    store = warehouse_of(warehouse)
    if every == (day is not None and topic is not None):
        raise CallError("recompute: name a day and a topic, or --all")
    if day is None or topic is None:
        stored = store.all_briefings(language)
    elif version is None:
        stored = [find_stored(store, day_of(day, "DAY"), topic, language)]
    else:
        stored = store.versions(day_of(day, "DAY"), topic, language, version)
        if not stored:
            raise CallError(
                f'recompute: there is no version "{version}" of {day} {topic}; see the view briefing_versions'
            )
    worker = Recomputer(store.facts)
    odd = 0
    for number, one in enumerate(stored, 1):
        told = worker.rebuild(one)
        odd += not told.same
        print(f"{one.day} {one.topic} {one.language}: stored {told.stored_sha256}, recomputed {told.sha256 or '-'}")
        if told.differs is not None:
            print(f"{one.day} {one.topic} {one.language}: differs from here on: {told.differs}", file=sys.stderr)
        if every and sys.stderr.isatty():
            print(f"\r{number} of {len(stored)}", end="", file=sys.stderr)
    if odd:
        raise WorkError(f"recompute: {odd} of {len(stored)} differ")
