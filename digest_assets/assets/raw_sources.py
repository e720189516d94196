"""``raw_sources`` (day): which files a day saw, their moments, and their bytes, living documents included."""

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, days_of
from digest_assets.assets.resource import Digest


def build(partitions: Partitions) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.days,
        description="Every file of the day's window as it stood at the close, late arrivals, and the living documents.",
        metadata=metadata.table("sources"),
        **metadata.common("sources", {"markdown", "duckdb"}),
    )
    def raw_sources(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        session = digest.session
        manifests = session.read_sources(days_of(context), digest.now())
        found = {
            manifest.day.isoformat(): {
                "dagster/partition_row_count": len(manifest.sources),
                "arrivals": len(manifest.arrivals),
                "bytes": sum(source.size for source in manifest.sources),
            }
            for manifest in manifests
        }
        return metadata.result(context, found, {m.day.isoformat(): session.manifest_sha256(m.day) for m in manifests})

    return raw_sources
