"""The tables' shapes, read from ``schema.sql``, and rows as frames of those shapes.

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
    import polars as pl

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
def shapes() -> dict[str, dict[str, pl.DataType]]:
    """Column types of every table, in order."""
    import polars as pl

    types: dict[str, pl.DataType] = {
        "DATE": pl.Date(),
        "VARCHAR": pl.String(),
        "INTEGER": pl.Int32(),
        "BIGINT": pl.Int64(),
        "DOUBLE": pl.Float64(),
        "TIMESTAMPTZ": pl.Datetime("us", "UTC"),
        "VARCHAR[]": pl.List(pl.String()),
        "DOUBLE[]": pl.List(pl.Float64()),
    }
    found: dict[str, dict[str, pl.DataType]] = {}
    for name, body in _TABLE.findall(text("schema.sql")):
        columns = (part.split() for part in re.split(r",\s*", body.strip()))
        found[name] = {column: types[kind] for column, kind in columns}
    return found


def frame(table: str, rows: Sequence[Row]) -> pl.DataFrame:
    """Rows of a table as a frame. Raises ValueError where a row has another number of columns."""
    import polars as pl

    shape = shapes()[table]
    if any(len(row) != len(shape) for row in rows):
        raise ValueError(f"{table}: a row has not {len(shape)} columns")
    return pl.DataFrame(rows, schema=shape, orient="row")


def keys(table: str, partitions: Sequence[Row]) -> pl.DataFrame:
    """Partition keys of a table as a frame: days, or (day, topic) pairs."""
    import polars as pl

    columns = PARTITIONED[table]
    return pl.DataFrame(
        [row[: len(columns)] for row in partitions], schema={c: shapes()[table][c] for c in columns}, orient="row"
    )
