"""Which facts the stored versions and the recorded days stand on.

Belongs here: walking from pins to facts. Never here: dropping (``vacuum``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from digest_assets.model import Manifest
from digest_assets.settings import Settings
from digest_assets.warehouse import captures
from digest_assets.warehouse.chain import (
    DayRecord,
    closed_manifests,
    links,
    manifest_of,
    memo_key,
    step,
)
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.library import of_document, of_source, reading_id

Pins = tuple[str, str, str, str]  # code version, settings, topic, head


def needed(facts: Facts, versions: Iterable[Pins], records: Sequence[DayRecord]) -> dict[str, set[str]]:
    """Keys of facts by kind. What is gone already is left out.

    Versions keep everything that recomputes them, and their judgement even where other code made it. What days say to
    those after them is kept for the code that runs now: other code cannot use it.
    """
    kept: dict[str, set[str]] = {
        kind: set() for kind in ("bytes", "reading", "manifest", "closed", "head", "settings", "judgement", "said")
    }
    heads: set[tuple[str, str]] = set()
    for code, settings_sha256, topic, head in versions:
        kept["settings"].add(settings_sha256)
        kept["judgement"].add(memo_key(code, settings_sha256, topic, head))
        heads.add((head, settings_sha256))
    topics = {key: _topics(facts, key) for key in kept["settings"]}
    manifests: dict[str, DayRecord] = {}
    passed: set[tuple[str, str]] = set()
    for head, settings_sha256 in sorted(heads):
        for digest, record in _back(facts, head, settings_sha256, passed):
            kept["head"].add(digest)
            kept["said"] |= {
                memo_key(code_version(), settings_sha256, topic, digest) for topic in topics[settings_sha256]
            }
            manifests.setdefault(record.manifest_sha256, record)
    closed = closed_manifests(facts, records)
    for record in records:
        manifests.setdefault(record.manifest_sha256, record)
        if record.manifest_sha256 in closed:
            kept["closed"].add(record.manifest_sha256)
            digest = closed[record.manifest_sha256]
            manifests.setdefault(digest, DayRecord(record.day, digest))
    for link in links(records, closed).values():
        kept["head"] |= {link.head, link.base}
    kept["manifest"] |= manifests.keys()
    for record in manifests.values():
        _add_contents(facts, record, kept)
    seen = facts.all(captures.KIND)  # the only copies of what plain files held
    kept[captures.KIND] = set(seen)
    kept["bytes"] |= {body.decode() for body in seen.values()}
    return kept


def _back(
    facts: Facts, head: str, settings_sha256: str, passed: set[tuple[str, str]]
) -> Iterator[tuple[str, DayRecord]]:
    """A head's links, newest first, as far as they were not passed before under the same settings."""
    while head and (head, settings_sha256) not in passed:
        passed.add((head, settings_sha256))
        try:
            record, before = step(facts, head)
        except KeyError:
            return
        yield head, record
        head = before


def _topics(facts: Facts, settings_sha256: str) -> list[str]:
    body = facts.get("settings", settings_sha256)
    return [] if body is None else list(Settings.model_validate_json(body).topics)


def _add_contents(facts: Facts, record: DayRecord, kept: dict[str, set[str]]) -> None:
    try:
        manifest: Manifest = manifest_of(facts, record)
    except KeyError:
        return
    wanted = [of_source(s) for s in (*manifest.sources, *manifest.arrivals)]
    wanted += [of_document(d) for d in manifest.documents]
    for item in wanted:
        if item is not None:
            kept["bytes"].add(item[0])
            kept["reading"].add(reading_id(item))
