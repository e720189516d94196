"""``briefing`` (day × topic): the document, checked by itself before it is committed."""

from typing import get_args

import dagster as dg

from digest_assets.assets import metadata
from digest_assets.assets.partitions import Partitions, key_of, pairs_of
from digest_assets.assets.resource import Digest
from digest_assets.model import Density

_PREVIEW = 6000  # characters of Markdown on a single partition's page
_SHORT = 400  # and in a range, where the events are many
_LEVELS = get_args(Density)


def build(partitions: Partitions, freshness: dg.FreshnessPolicy) -> dg.AssetsDefinition:
    @dg.asset(
        partitions_def=partitions.briefings,
        freshness_policy=freshness,
        deps=["increments"],
        description="What is new today for a topic, quoted and placed, with every source's verdict, as Markdown.",
        metadata=metadata.table("briefings"),
        check_specs=[
            dg.AssetCheckSpec(
                "self_check",
                asset="briefing",
                description="Every id, count, section and source in a briefing holds; faults stand at its head.",
            )
        ],
        **metadata.common("documents", {"markdown", "duckdb"}),
    )
    def briefing(context: dg.AssetExecutionContext, digest: Digest) -> dg.MaterializeResult:  # type: ignore[type-arg]
        made = digest.session.write_briefings(pairs_of(context), context.run.run_id, digest.now())
        limit = _PREVIEW if len(made) == 1 else _SHORT
        found = {
            key_of(*pair): {
                "dagster/partition_row_count": 1,
                "preview": dg.MetadataValue.md(_cut(one.stored.markdown, limit)),
                "density": one.stored.density,
                "density_level": _LEVELS.index(one.stored.density),  # a number, for the asset page's plots
                "increments": one.stored.increments,
                "warnings": one.stored.warnings,
                "sha256": one.stored.markdown_sha256,
                "code": one.stored.code_version,
                "settings": one.stored.settings_sha256,
                "head": one.stored.head,
            }
            for pair, one in made.items()
        }
        faults = [f"{key_of(*pair)}: {fault}" for pair, one in made.items() for fault in one.faults]
        check = dg.AssetCheckResult(
            check_name="self_check",
            passed=not faults,
            severity=dg.AssetCheckSeverity.WARN,
            metadata={"faults": len(faults), "list": dg.MetadataValue.md("\n".join(f"- {f}" for f in faults[:50]))},
        )
        pins = {key_of(*pair): one.stored.markdown_sha256 for pair, one in made.items()}
        return metadata.result(context, found, pins, check_results=[check])

    return briefing


def _cut(markdown: str, limit: int) -> str:
    if len(markdown) <= limit:
        return markdown
    return markdown[: markdown.rfind("\n", 0, limit) + 1 or limit] + "\n…\n"
