"""The one place that opens DuckDB.

Belongs here: settings that every connection gets. Never here: SQL on tables.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

_STORAGE = "v1.0.0"  # so that older clients can open the published file


def connect(file: Path, *, read_only: bool = False, sealed: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection in UTC. ``sealed``: no other file can be reached, and no setting changed any more.

    Raises duckdb.Error where the file is locked by another process or is no DuckDB file.
    """
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "preserve_insertion_order": "true",
        "memory_limit": "1GB",
    }
    if not read_only:
        config["storage_compatibility_version"] = _STORAGE
    connection = duckdb.connect(str(file), read_only=read_only, config=config)
    connection.execute("SET TimeZone = 'UTC'")
    if sealed:
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
    return connection
