"""``arxiv_registry`` (day): where a day mentions which paper; papers are a view over all days."""

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, days_of
from digest_assets.assets.resource import Digest


def build(partitions: Partitions) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.days,
        deps=["parsed_claims"],
        description="Every mention of an arXiv paper in the day's sources and living documents, in any form of its id.",
        metadata=metadata.table("arxiv_mentions"),
        **metadata.common("sources", {"arrow", "duckdb"}),
    )
    def arxiv_registry(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        session = digest.session
        counts = session.write_registry(days_of(context))
        found = {day.isoformat(): {"dagster/partition_row_count": count} for day, count in counts.items()}
        return metadata.result(context, found, {day.isoformat(): session.manifest_sha256(day) for day in counts})

    return arxiv_registry
