"""The tables' shapes, read from ``schema.sql``, and rows as Arrow tables of those shapes.

Belongs here: column names and types for bulk writing, and which columns name a partition. Never here: what
stands in rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # imported where rows are written: commands that only read start without it
    import pyarrow as pa  # type: ignore[import-untyped]

_TABLE = re.compile(r"CREATE TABLE (\w+) \((.*?)\);", re.DOTALL)
_DAY = ("day",)
_DAY_TOPIC = ("day", "topic")
PARTITIONED: dict[str, tuple[str, ...]] = {
    "day_rows": _DAY,
    "entries": _DAY,
    "mention_rows": _DAY,
    **dict.fromkeys(
        (
            "section_rows", "claim_topic_rows", "increment_rows", "evidence_rows", "warning_rows", "verdict_rows",
            "paper_rows", "candidate_rows", "action_rows", "adoption_rows", "current_rows", "lineage_rows",
        ),
        _DAY_TOPIC,
    ),
}  # fmt: skip
ADDED: dict[str, tuple[str, ...]] = {
    "readings": ("reading_id",),
    "reading_claims": ("reading_id",),
    "reading_values": ("reading_id", "own_day"),
    "section_texts": ("text_sha256",),
    "version_rows": ("day", "topic", "language", "input_sha256"),
}

Row = tuple[Any, ...]


def text(name: str) -> str:
    """A ``.sql`` file of this room."""
    return (resources.files(__package__) / name).read_text("utf-8")


@cache
def names() -> tuple[str, ...]:
    """Every table."""
    return tuple(name for name, _ in _TABLE.findall(text("schema.sql")))


@cache
def shapes() -> dict[str, pa.Schema]:
    """Column types of every table, in order."""
    import pyarrow as pa

    types: dict[str, pa.DataType] = {
        "DATE": pa.date32(),
        "VARCHAR": pa.string(),
        "INTEGER": pa.int32(),
        "BIGINT": pa.int64(),
        "DOUBLE": pa.float64(),
        "TIMESTAMPTZ": pa.timestamp("us", "UTC"),
        "VARCHAR[]": pa.list_(pa.string()),
        "DOUBLE[]": pa.list_(pa.float64()),
    }
    found: dict[str, pa.Schema] = {}
    for name, body in _TABLE.findall(text("schema.sql")):
        columns = (part.split() for part in re.split(r",\s*", body.strip()))
        found[name] = pa.schema([(column, types[kind]) for column, kind in columns])
    return found


def frame(table: str, rows: Sequence[Row]) -> pa.Table:
    """Rows of a table as an Arrow table. Raises ValueError where a row has another number of columns."""
    return _frame(shapes()[table], rows)


def keys(table: str, partitions: Sequence[Row]) -> pa.Table:
    """Partition keys of a table as an Arrow table, each once: days, or (day, topic) pairs."""
    import pyarrow as pa

    columns = PARTITIONED[table]
    schema = pa.schema([shapes()[table].field(column) for column in columns])
    return _frame(schema, list(dict.fromkeys(row[: len(columns)] for row in partitions)))


def texts(name: str, values: Sequence[str]) -> pa.Table:
    """Texts as an Arrow table of one column: DuckDB takes them far faster than as a parameter."""
    import pyarrow as pa

    return _frame(pa.schema([(name, pa.string())]), [(value,) for value in values])


def _frame(schema: pa.Schema, rows: Sequence[Row]) -> pa.Table:
    # column by column: row by row, with a list in it, took ten times as long
    import pyarrow as pa

    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    if len(columns) != len(schema):
        raise ValueError(f"a row has {len(columns)} columns, not {len(schema)}: {', '.join(schema.names)}")
    return pa.table([pa.array(c, field.type) for c, field in zip(columns, schema, strict=True)], schema=schema)
