"""Rebuilding a stored briefing from facts alone, and saying which input differs where that fails.

Belongs here: from a version's pins to its bytes. Never here: the vault, the tables' rows, judging itself.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from digest_assets.model import Judgement
from digest_assets.settings import Settings
from digest_assets.warehouse.chain import Chain, records_of
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.composing import Composed, compose
from digest_assets.warehouse.facts import Facts
from digest_assets.warehouse.library import Library, of_document, of_source
from digest_assets.warehouse.store import StoredBriefing


@dataclass(frozen=True, slots=True)
class Recomputed:
    """``sha256`` is of the bytes that came out, None where an input was gone; ``differs`` names the first odd input."""

    stored_sha256: str
    sha256: str | None
    differs: str | None

    @property
    def same(self) -> bool:
        return self.sha256 == self.stored_sha256


class Recomputer:
    """Rebuilds many briefings; what they share is loaded once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._library = Library(facts)
        self._chains: dict[tuple[str, str], Chain] = {}

    def rebuild(self, stored: StoredBriefing) -> Recomputed:
        """The same briefing from its pins, compared byte for byte."""
        own = hashlib.sha256(stored.markdown.encode()).hexdigest()
        if own != stored.markdown_sha256:
            return Recomputed(stored.markdown_sha256, None, f"the stored text itself was changed, it hashes to {own}")
        try:
            _, made = self.compose(stored)
        except KeyError as error:
            return Recomputed(stored.markdown_sha256, None, f"an input is gone from the facts: {error.args[0]}")
        digest = hashlib.sha256(made.rendered.markdown.encode()).hexdigest()
        if digest == stored.markdown_sha256:
            return Recomputed(stored.markdown_sha256, digest, None)
        return Recomputed(stored.markdown_sha256, digest, self._first_difference(stored))

    def compose(self, stored: StoredBriefing) -> tuple[Judgement, Composed]:
        """The judgement and the document that a version's pins lead to. Raises KeyError where an input is gone."""
        judgement = self.judgement(stored)
        return judgement, compose(self._chain(stored), judgement, stored.language, self._library)

    def judgement(self, stored: StoredBriefing) -> Judgement:
        """What a version's pins judge. Raises KeyError where an input is gone."""
        return self._chain(stored).judged([stored.day], [stored.topic])[0]

    def _settings(self, stored: StoredBriefing) -> Settings:
        body = self._facts.get("settings", stored.settings_sha256)
        if body is None:
            raise KeyError(f"settings {stored.settings_sha256}")
        return Settings.model_validate_json(body)

    def _chain(self, stored: StoredBriefing) -> Chain:
        key = (stored.settings_sha256, stored.head)
        if key not in self._chains:
            records = records_of(self._facts, stored.head)
            self._chains = {key: Chain(self._facts, self._library, self._settings(stored), records)}
        return self._chains[key]

    def _first_difference(self, stored: StoredBriefing) -> str:
        now = code_version()
        if now != stored.code_version:
            return f"code version: stored {stored.code_version}, now {now}"
        chain = self._chain(stored)
        for record in records_of(self._facts, stored.head):
            manifest = chain.manifest(record.day)
            wanted = [of_source(s) for s in (*manifest.sources, *manifest.arrivals)]
            wanted += [of_document(d) for d in manifest.documents]
            for item in (w for w in wanted if w is not None):
                data = self._library.stored_bytes(item[0])
                if hashlib.sha256(data).hexdigest() != item[0]:
                    return f"bytes of {item[2]} on {record.day}: stored under {item[0]}, they hash to another value"
        return "no input: the same pins gave other bytes, which is a fault of the program"
