"""``parsed_claims`` (day): the statements of a day's sources, with their places and typed values."""

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, days_of
from digest_assets.assets.resource import Digest


def build(partitions: Partitions) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.days,
        deps=["raw_sources"],
        description="The smallest statements that a reader could check, to the line, with their typed values.",
        metadata=metadata.table("claims"),
        **metadata.common("sources", {"arrow", "duckdb"}),
    )
    def parsed_claims(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        session = digest.session
        counts = session.write_claims(days_of(context))
        found = {day.isoformat(): {"dagster/partition_row_count": count} for day, count in counts.items()}
        return metadata.result(context, found, {day.isoformat(): session.manifest_sha256(day) for day in counts})

    return parsed_claims
