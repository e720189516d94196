"""The schema's version: new files made, older ones brought up to date, others refused.

Belongs here: the version, migrations, telling a warehouse from other files. Never here: tables and views themselves
(``schema.sql``, ``views.sql``).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb

from digest_assets.warehouse import tables
from digest_assets.warehouse.errors import StorageError, WarehouseError, first_line

VERSION = 2
# SQL that brings the tables of a file from the version before to this one; all views are made anew afterwards. Readers
# take older versions as they are: views only ever gain columns, and our own questions ask for none that is new.
MIGRATIONS: Mapping[int, str] = {2: ""}


def make(connection: duckdb.DuckDBPyConnection, file: Path, zone: str) -> None:
    """The schema in a new file, an older one brought up to date, in one transaction.

    Raises WarehouseError for a file of a newer version or one that is no warehouse, StorageError.
    """
    there = connection.execute("SELECT count(*) FROM duckdb_tables() WHERE NOT internal").fetchone()
    version = check(connection, file) if there and there[0] else 0
    if version == VERSION:
        return
    connection.begin()
    try:
        if version:
            for number in range(version + 1, VERSION + 1):
                connection.execute(MIGRATIONS[number])
            for (view,) in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
                connection.execute(f'DROP VIEW "{view}"')
            connection.execute("UPDATE meta SET schema_version = ?", [VERSION])
        else:
            connection.execute(tables.text("schema.sql"))
            connection.execute("INSERT INTO meta VALUES (?, ?)", [VERSION, zone])
        connection.execute(tables.text("views.sql"))
        connection.commit()
    except duckdb.Error as error:
        undo(connection)
        raise StorageError(f"{file}: cannot be made ({first_line(error)})") from error


def check(connection: duckdb.DuckDBPyConnection, file: Path) -> int:
    """The schema version of a file. Raises WarehouseError for one that is no warehouse, or newer than this program."""
    try:
        row = connection.execute("SELECT schema_version FROM meta").fetchone()
    except duckdb.CatalogException as error:
        raise WarehouseError(f"{file}: is a DuckDB file, but no warehouse; choose another --warehouse") from error
    version = int(row[0]) if row else 0
    if not 1 <= version <= VERSION:
        raise WarehouseError(
            f"{file}: was written by schema version {version}, this program knows up to {VERSION}; "
            "use the program that wrote it, or choose another --warehouse and run the backfill again"
        )
    return version


def undo(connection: duckdb.DuckDBPyConnection) -> None:
    """Rolls back, where there is still something to."""
    try:
        connection.rollback()
    except duckdb.Error:
        return  # the transaction is gone already; closing the file drops what is left of it
