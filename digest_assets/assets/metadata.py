"""What the Dagster UI shows of an asset and of a materialization.

Belongs here: specs' common parts, per-partition metadata, column schemas from the public views. Never here: content.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any, TypedDict

import dagster as dg
import duckdb

from digest_assets.assets.lineage import of_columns
from digest_assets.warehouse import tables
from digest_assets.warehouse.code import code_version

# Range runs rest on BackfillPolicy, which Dagster still calls beta; nobody who loads the definitions can help it.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=dg.BetaWarning)

OWNERS = ["team:digest"]
GROUP = "digest"


@cache
def _columns() -> dict[str, list[tuple[str, str]]]:
    with duckdb.connect() as connection:
        connection.execute(tables.text("schema.sql"))
        connection.execute(tables.text("views.sql"))
        rows = connection.execute(
            "SELECT table_name, column_name, data_type FROM duckdb_columns()"
            " WHERE NOT internal ORDER BY table_name, column_index"
        ).fetchall()
    found: dict[str, list[tuple[str, str]]] = {}
    for view, column, kind in rows:
        found.setdefault(view, []).append((column, kind))
    return found


def table(view: str) -> dict[str, Any]:
    """Definition metadata of an asset whose main table is a public view."""
    columns = [dg.TableColumn(name, kind) for name, kind in _columns()[view]]
    return {
        "dagster/column_schema": dg.TableSchema(columns=columns),
        "dagster/table_name": f"main.{view}",
    }


class Common(TypedDict):
    """Arguments that all six assets share."""

    owners: list[str]
    group_name: str
    tags: dict[str, str]
    kinds: set[str]
    code_version: str
    backfill_policy: dg.BackfillPolicy


def common(layer: str, kinds: set[str]) -> Common:
    """``layer``: what people filter the graph by: ``sources``, ``judgement``, ``documents``."""
    return {
        "owners": OWNERS,
        "group_name": GROUP,
        "tags": {"digest/layer": layer},
        "kinds": kinds,
        "code_version": code_version()[:16],
        "backfill_policy": dg.BackfillPolicy.single_run(),
    }


def result(
    context: dg.AssetExecutionContext,
    per_partition: Mapping[str, Mapping[str, Any]],
    pins: Mapping[str, str],
    **more: Any,
) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """The materialization of a run: metadata for each partition, a data version where there is only one."""
    (asset,) = context.selected_asset_keys
    of_all = {"dagster/column_lineage": of_columns(asset.to_user_string())}
    total = sum(int(found.get("dagster/partition_row_count", 0)) for found in per_partition.values())
    if len(per_partition) == 1:
        (key,) = per_partition
        version = dg.DataVersion(pins[key]) if key in pins else None
        metadata = {**per_partition[key], **of_all, "dagster/row_count": total}
        return dg.MaterializeResult(metadata=metadata, data_version=version, **more)
    for key, found in per_partition.items():
        context.add_asset_metadata({**found, "pin": pins.get(key, "")}, partition_key=key)
    return dg.MaterializeResult(metadata={**of_all, "dagster/row_count": total}, **more)
