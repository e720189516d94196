"""Column lineage names columns that there are, and leads from every briefing's column back to the sources."""

from __future__ import annotations

import dagster as dg
import pytest

from digest_assets import definitions
from digest_assets.assets.lineage import COLUMNS, of_columns


@pytest.fixture(scope="module")
def columns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    folder = tmp_path_factory.mktemp("bare")
    graph = definitions.build(folder, folder / "w.duckdb").resolve_asset_graph()
    found = {}
    for key in graph.get_all_asset_keys():
        schema = graph.get(key).metadata["dagster/column_schema"]
        found[key.to_user_string()] = {column.name for column in schema.columns}
    return found


def test_every_column_is_one_of_its_assets_table(columns: dict[str, set[str]]) -> None:
    assert COLUMNS.keys() == columns.keys()
    for asset, sources in COLUMNS.items():
        assert sources.keys() <= columns[asset], asset
        for places in sources.values():
            for source, name in places:
                assert name in columns[source], (asset, source, name)


def test_every_column_leads_back_to_the_sources() -> None:
    def roots(asset: str, column: str) -> set[str]:
        if asset == "raw_sources":
            return {asset}
        return set().union(*(roots(*place) for place in COLUMNS[asset].get(column, ())))

    assert roots("briefing", "markdown") == {"raw_sources"}
    assert roots("briefing", "density") == {"raw_sources"}


def test_dagster_takes_it() -> None:
    told = of_columns("briefing").deps_by_column["density"]
    assert told == [dg.TableColumnDep(asset_key=dg.AssetKey("increments"), column_name="increment_id")]
