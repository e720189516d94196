"""Where things lie by default, seen from the folder in which a command is called.

Belongs here: default paths. Never here: reading or making them.
"""

from __future__ import annotations

from pathlib import Path


def default_vault() -> Path:
    """What ``make demo`` builds."""
    return Path("data/vault")


def default_warehouse() -> Path:
    return Path("data/warehouse.duckdb")


def dagster_home(warehouse: Path) -> Path:
    """Where Dagster keeps its history: beside the warehouse, unless DAGSTER_HOME says otherwise."""
    return warehouse.absolute().parent / "dagster_home"
