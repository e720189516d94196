"""Commands that keep a warehouse in order: ``vacuum``.

Belongs here: their arguments and what they print. Never here: what is needed, what is dropped.
"""

from __future__ import annotations

from typing import Annotated

import typer

from digest_assets.cli.options import VAULT, WAREHOUSE, VaultOption, WarehouseOption, warehouse_of


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("vacuum")(vacuum)


def vacuum(
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, it is only told what would be done.")] = False,
    current_only: Annotated[
        bool, typer.Option("--current-only", help="Drop earlier versions of briefings too, for good.")
    ] = False,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Drops what no stored version of a briefing needs any more, and compacts the files. Keeps every version."""
    from digest_assets.warehouse.vacuum import vacuum as work

    freed = work(warehouse_of(warehouse), current_only=current_only, dry=not yes)
    verb = "dropped" if yes else "would drop"
    for kind, (count, size) in freed.facts.items():
        print(f"{verb} {count} facts of kind {kind}, {_told(size)}")
    for table, count in freed.rows.items():
        print(f"{verb} {count} rows of {table}")
    if freed.versions:
        print(f"{verb} {freed.versions} earlier versions of briefings")
    if not (freed.facts or freed.rows or freed.versions):
        print("nothing to drop")
    if yes:
        print(f"the files had {_told(freed.before)}, they have {_told(freed.after)}")
    elif freed.facts or freed.rows or freed.versions:
        print(f'"digest vacuum --yes{" --current-only" if current_only else ""}" does it')


def _told(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
