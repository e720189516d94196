"""Which column comes from which, from a briefing's back to the sources', for the asset pages of the Dagster UI.

Belongs here: columns of the public views by asset. Never here: the lineage of values, which stands in the warehouse to
the line (``briefing_lineage``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dagster as dg

Sources = Mapping[str, Sequence[tuple[str, str]]]  # column → (asset, column) pairs

_BYTES = [("raw_sources", "content_sha256")]
_PLACE = [("raw_sources", "path")]
_DAY = [("raw_sources", "day")]
_WORDS = [("parsed_claims", "text")]
_SECTIONS = [("baseline_section_index", "number"), ("baseline_section_index", "title")]
_FOUND = [
    ("increments", name)
    for name in ("title", "summary", "stars", "sections", "arxiv_ids", "known", "missing", "increment_id")
]

COLUMNS: Mapping[str, Sources] = {
    "raw_sources": {},
    "parsed_claims": {
        "day": _DAY,
        "path": _PLACE,
        **dict.fromkeys(("claim_id", "line_start", "line_end", "heading_path", "kind", "text"), _BYTES),
    },
    "arxiv_registry": {
        "day": [("parsed_claims", "day")],
        "path": [("parsed_claims", "path")],
        "claim_id": [("parsed_claims", "claim_id")],
        **dict.fromkeys(("arxiv_id", "version", "line", "surface"), _WORDS),
    },
    "baseline_section_index": {
        "day": _DAY,
        "path": _PLACE,
        "as_of_at": [("raw_sources", "observed_at")],
        **dict.fromkeys(("number", "title", "level", "line_start", "line_end", "text", "arxiv_ids"), _BYTES),
    },
    "increments": {
        "day": [("parsed_claims", "day")],
        "title": _WORDS,
        "summary": _WORDS,
        "sections": _SECTIONS,
        "arxiv_ids": [("arxiv_registry", "arxiv_id")],
        "known": [("baseline_section_index", "text")],
        "missing": [("baseline_section_index", "text")],
        "increment_id": [("parsed_claims", "claim_id")],
        "kind": [*_WORDS, ("baseline_section_index", "text")],
    },
    "briefing": {
        "day": [("increments", "day")],
        "topic": [("increments", "topic")],
        "density": [("increments", "increment_id")],
        "increments": [("increments", "increment_id")],
        "markdown": _FOUND,
        "markdown_sha256": _FOUND,
    },
}


def of_columns(asset: str) -> dg.TableColumnLineage:
    """An asset's column lineage. Raises KeyError for an unknown asset."""
    return dg.TableColumnLineage(
        {
            column: [dg.TableColumnDep(asset_key=dg.AssetKey(source), column_name=name) for source, name in sources]
            for column, sources in COLUMNS[asset].items()
        }
    )
