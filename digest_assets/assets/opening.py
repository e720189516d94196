"""A vault together with what it remembers and asks, so that several sessions can go on with one.

Belongs here: opening, and refusing a vault without its living documents. Never here: what is read from it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from digest_assets.reading import reader
from digest_assets.settings import Settings
from digest_assets.vault import Vault, VaultError, open_vault
from digest_assets.warehouse import Warehouse
from digest_assets.warehouse.captures import Captures
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.notebook import Notebook


class Opened(NamedTuple):
    """A vault with what it asks."""

    vault: Vault
    captures: Captures
    notebook: Notebook

    def hand_over(self) -> None:
        """Before a process is forked that goes on with it: two would ask one git process."""
        self.vault.close()

    def take_over(self, facts: Facts) -> None:
        """For a session that goes on with it, and has facts of its own."""
        self.captures.look_again(facts)


def opened(root: Path, settings: Settings, warehouse: Warehouse) -> Opened:
    """Raises VaultError where there is no vault."""
    captures = Captures(warehouse.facts)
    notebook = Notebook(warehouse.notebook_file, reader.READER_VERSION)
    return Opened(open_vault(root, settings, reader.stated_moment, captures, notebook), captures, notebook)


def check_documents(vault: Vault) -> None:
    """Raises VaultError where a living document exists nowhere."""
    missing = vault.missing_baselines()
    if missing:
        where = vault.settings.topics[missing[0]].baseline
        raise VaultError(
            f"{vault.root / where}: the living document of topic {missing[0]} does not exist; "
            f"write it, or mend topics.{missing[0]}.baseline in digest.toml"
        )
