"""``increments`` (day × topic): what is new, where it belongs, what contradicts what, what became of every source."""

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, key_of, pairs_of
from digest_assets.assets.resource import Digest


def build(partitions: Partitions) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.briefings,
        deps=["parsed_claims", "arxiv_registry", "baseline_section_index"],
        description="The judgement of a day for a topic, against its living document and everything said before.",
        metadata=metadata.table("increments"),
        **metadata.common("judgement", {"python", "duckdb"}),
    )
    def increments(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        session = digest.session
        judged = session.write_judgements(pairs_of(context))
        found = {
            key_of(*pair): {
                "dagster/partition_row_count": len(judgement.increments),
                "density": judgement.density,
                "warnings": len(judgement.cautions),
                "verdicts": len(judgement.verdicts),
            }
            for pair, judgement in judged.items()
        }
        return metadata.result(context, found, {key_of(*pair): session.input_sha256(pair[0]) for pair in judged})

    return increments
