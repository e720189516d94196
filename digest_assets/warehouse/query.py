"""``digest sql``: one read-only question to the published copy, answered as a table, CSV, or JSON.

Belongs here: keeping a question inside the warehouse, and showing rows the same way everywhere. Never here: which
questions are worth asking.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Literal

import duckdb

from digest_assets.warehouse.errors import StorageError
from digest_assets.warehouse.store import Warehouse

Format = Literal["table", "csv", "json"]
_READING = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}


class QueryError(Exception):
    """The question is no read-only SQL, or DuckDB refuses it; one line."""


def ask(warehouse: Warehouse, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Column names and rows of one SELECT (WITH, FROM, DESCRIBE and EXPLAIN too). Raises QueryError, WarehouseError."""
    with warehouse.read(sealed=True) as connection:
        try:
            statements = connection.extract_statements(question)
            if len(statements) != 1:
                raise QueryError("ask one question at a time" if statements else "there is no question; write a SELECT")
            if statements[0].type not in _READING:
                raise QueryError(f"only questions are allowed, not {statements[0].type.name}; write a SELECT")
            cursor = connection.execute(statements[0])
            return [column[0] for column in cursor.description], cursor.fetchall()
        except duckdb.IOException as error:
            raise StorageError(f"{warehouse.path}: {_one_line(error)}") from error
        except duckdb.Error as error:
            raise QueryError(_one_line(error)) from error


def show(names: Sequence[str], rows: Sequence[tuple[Any, ...]], form: Format) -> str:
    """Rows as text; times in UTC with offset, days in ISO form."""
    if form == "json":
        told = [dict(zip(names, map(_plain, row), strict=True)) for row in rows]
        return json.dumps(told, ensure_ascii=False, indent=None if len(told) > 1000 else 1) + "\n"
    out = io.StringIO()
    if form == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([_cell(value, "") for value in row] for row in rows)
        return out.getvalue()
    from rich.console import Console
    from rich.table import Table

    table = Table(*names)
    for row in rows:
        table.add_row(*(_cell(value, "NULL") for value in row))
    Console(file=out, width=200, markup=False, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _cell(value: Any, nothing: str) -> str:
    if value is None:
        return nothing
    plain = _plain(value)
    return json.dumps(plain, ensure_ascii=False) if isinstance(plain, list | dict) else str(plain)


def _one_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:2]) if lines else type(error).__name__
