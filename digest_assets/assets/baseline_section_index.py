"""``baseline_section_index`` (day × topic): the living document of a day, in sections."""

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, key_of, pairs_of
from digest_assets.assets.resource import Digest


def build(partitions: Partitions) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.briefings,
        deps=["raw_sources"],
        description="The topic's living document as it stood for the day: numbered sections, their text and papers.",
        metadata=metadata.table("baseline_sections"),
        **metadata.common("judgement", {"markdown", "duckdb"}),
    )
    def baseline_section_index(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        session = digest.session
        counts = session.write_sections(pairs_of(context))
        found = {key_of(*pair): {"dagster/partition_row_count": count} for pair, count in counts.items()}
        return metadata.result(context, found, {key_of(*pair): session.document_sha256(*pair) for pair in counts})

    return baseline_section_index
