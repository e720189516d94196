"""The Dagster front door: assets, jobs, schedule, sensors and the resource, wired for one vault.

Belongs here: wiring. Never here: logic. Settings are read once, when the definitions load; without a vault they load
with all defaults and no topics.
"""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import dagster as dg

from digest_assets import automation
from digest_assets.assets import (
    arxiv_registry,
    baseline_section_index,
    briefing,
    increments,
    parsed_claims,
    raw_sources,
)
from digest_assets.assets.partitions import partitions
from digest_assets.assets.resource import Digest
from digest_assets.places import default_vault, default_warehouse
from digest_assets.reading import reader
from digest_assets.settings import Settings, load
from digest_assets.vault import VaultError, open_vault

_NO_VAULT = date(2026, 7, 1)


def first_day(vault: Path, settings: Settings) -> date:
    """The first partition; a fixed day where there is no vault to ask."""
    if settings.clock.first_day is not None:
        return settings.clock.first_day
    try:
        with open_vault(vault, settings, reader.stated_moment) as opened:
            return opened.first_day()
    except VaultError:
        return _NO_VAULT


def build(vault: Path, warehouse: Path) -> dg.Definitions:
    """All definitions for a vault. Raises SettingsError where its ``digest.toml`` is wrong."""
    settings = load(vault)
    keys = partitions(settings, first_day(vault, settings))
    both = automation.jobs()
    modules = (raw_sources, parsed_claims, arxiv_registry, baseline_section_index, increments)
    return dg.Definitions(
        assets=[*(module.build(keys) for module in modules), briefing.build(keys, automation.freshness(settings))],
        jobs=[both.sources, both.briefings],
        schedules=[automation.schedule(settings, both.sources)],
        sensors=[
            automation.briefings_after_sources(settings, both, vault, warehouse),
            automation.vault_changes(settings, both, vault, warehouse),
            automation.failures(),
        ],
        resources={"digest": Digest(vault=str(vault), warehouse=str(warehouse))},
        executor=dg.in_process_executor,
    )


@dg.definitions
def defs() -> dg.Definitions:
    """What ``workspace.yaml`` loads: the vault and warehouse that the environment names, else the defaults."""
    vault = Path(os.environ.get("DIGEST_VAULT") or default_vault())
    warehouse = Path(os.environ.get("DIGEST_WAREHOUSE") or default_warehouse())
    return build(vault.absolute(), warehouse.absolute())
