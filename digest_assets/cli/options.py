"""Options that several commands share.

Belongs here: their names, defaults, checks. Never here: what is done with them.
"""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digest_assets.cli.errors import CallError
from digest_assets.places import default_vault, default_warehouse

if TYPE_CHECKING:  # imported by those who call: a command starts fast where it needs neither
    from digest_assets.settings import Settings
    from digest_assets.warehouse import Warehouse

VaultOption = Annotated[
    Path, typer.Option("--vault", envvar="DIGEST_VAULT", help="The vault's folder.", show_default=True)
]
WarehouseOption = Annotated[
    Path, typer.Option("--warehouse", envvar="DIGEST_WAREHOUSE", help="The warehouse's file.", show_default=True)
]
TopicsOption = Annotated[list[str] | None, typer.Option("--topic", help="A topic; may be given again. Default: all.")]
LanguageOption = Annotated[
    str | None, typer.Option("--language", help="A language of digest.toml. Default: the first.")
]
VAULT = default_vault()
WAREHOUSE = default_warehouse()


def day_of(text: str, option: str) -> date:
    """An ISO day. Raises CallError."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CallError(f'{option}: "{text}" is no day; write it like 2026-07-31') from error


def settings_of(vault: Path) -> Settings:
    """The vault's settings. Raises CallError where there is no vault or no topic, SettingsError."""
    from digest_assets.settings import load

    if not vault.is_dir():
        raise CallError(f"{vault}: there is no vault here; name one with --vault or DIGEST_VAULT")
    settings = load(vault)
    if not settings.topics:
        raise CallError(f"{vault / 'digest.toml'}: names no topics; add a [topics.<name>] table with its baseline")
    return settings


def warehouse_of(file: Path) -> Warehouse:
    """A warehouse by its file. Nothing is opened yet."""
    from digest_assets.warehouse import Warehouse

    return Warehouse(file)


def topics_of(settings: Settings, wanted: list[str] | None) -> list[str]:
    """Topics in the order of the settings. Raises CallError for one that is not configured."""
    for topic in wanted or ():
        if topic not in settings.topics:
            raise CallError(f'there is no topic "{topic}"; digest.toml has: {", ".join(settings.topics)}')
    return [topic for topic in settings.topics if not wanted or topic in wanted]


def language_of(settings: Settings, wanted: str | None) -> str:
    """A configured language. Raises CallError."""
    if wanted is None:
        return settings.languages[0]
    if wanted not in settings.languages:
        raise CallError(f'there is no language "{wanted}"; digest.toml has: {", ".join(settings.languages)}')
    return wanted


def place(vault: Path, warehouse: Path) -> None:
    """Makes both known to the definitions that Dagster loads in this process and its children."""
    os.environ["DIGEST_VAULT"] = str(vault.absolute())
    os.environ["DIGEST_WAREHOUSE"] = str(warehouse.absolute())
