"""``digest vacuum``: drops what no stored version needs any more, and gives the room back to the disk.

Belongs here: what is dropped from facts and tables, rewriting the files. Never here: what is needed (``needed``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from digest_assets.warehouse.chain import DayRecord
from digest_assets.warehouse.needed import needed
from digest_assets.warehouse.store import Warehouse

_OLD = "version_rows ANTI JOIN current_rows USING (day, topic, language, input_sha256)"
_LOOSE = {
    "readings": "reading_id NOT IN (SELECT reading_id FROM entries WHERE reading_id IS NOT NULL)",
    "reading_claims": "reading_id NOT IN (SELECT reading_id FROM entries WHERE reading_id IS NOT NULL)",
    "reading_values": "(reading_id, own_day) NOT IN"
    " (SELECT (reading_id, own_day) FROM entries WHERE reading_id IS NOT NULL)",
    "section_texts": "text_sha256 NOT IN (SELECT text_sha256 FROM section_rows)",
}


@dataclass(frozen=True, slots=True)
class Freed:
    """What was dropped, or would be. ``facts``: (how many, stored bytes) by kind. ``rows``: by table."""

    facts: Mapping[str, tuple[int, int]]
    rows: Mapping[str, int]
    versions: int
    before: int  # bytes of all files
    after: int  # the same before, where nothing was done yet


def vacuum(warehouse: Warehouse, *, current_only: bool = False, dry: bool = True) -> Freed:
    """Drops facts and rows that nothing stands on, and compacts all files.

    ``current_only``: versions that are not current are dropped as well, with all that only they need. ``dry``: only
    counts. Raises WarehouseError where there is nothing to vacuum or a run is at work, StorageError.
    """
    before = _size(warehouse)
    with warehouse.housekeeping() as connection, warehouse.facts.housekeeping():
        versions = 0
        connection.begin()
        if current_only:
            (versions,) = connection.execute(f"SELECT count(*) FROM {_OLD}").fetchone() or (0,)  # noqa: S608
            connection.execute(
                "DELETE FROM version_rows WHERE NOT EXISTS (FROM current_rows c WHERE c.day = version_rows.day"
                " AND c.topic = version_rows.topic AND c.language = version_rows.language"
                " AND c.input_sha256 = version_rows.input_sha256)"
            )
        pins = connection.execute("SELECT DISTINCT code_version, settings_sha256, topic, head FROM version_rows")
        stored = pins.fetchall()
        days = connection.execute("SELECT day, manifest_sha256 FROM day_rows ORDER BY day").fetchall()
        keep = needed(warehouse.facts, stored, [DayRecord(*row) for row in days])
        sizes = warehouse.facts.sizes()
        gone = {kind: sorted(found.keys() - keep.get(kind, set())) for kind, found in sorted(sizes.items())}
        facts = {kind: (len(keys), sum(sizes[kind][key] for key in keys)) for kind, keys in gone.items() if keys}
        rows = {}
        for table, loose in _LOOSE.items():
            (count,) = connection.execute(f"SELECT count(*) FROM {table} WHERE {loose}").fetchone() or (0,)  # noqa: S608
            if count:
                rows[table] = count
                connection.execute(f"DELETE FROM {table} WHERE {loose}")  # noqa: S608 - texts from here
        if dry:
            connection.rollback()
            return Freed(facts, rows, versions, before, before)
        connection.commit()
        for kind, keys in gone.items():
            warehouse.facts.forget(kind, keys)
        warehouse.facts.compact()
    warehouse.compact()
    warehouse.publish()
    return Freed(facts, rows, versions, before, _size(warehouse))


def _size(warehouse: Warehouse) -> int:
    files: list[Path] = [warehouse.path, warehouse.writer_file, warehouse.facts.file]
    return sum(file.stat().st_size for file in files if file.exists())
