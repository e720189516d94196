"""The briefings' files, beside the warehouse.

Belongs here: where each lies, writing it whole or not at all. Never here: what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from digest_assets.warehouse import StorageError, StoredBriefing


class BriefingFiles:
    """The files below a folder; those in the main language have no suffix."""

    def __init__(self, folder: Path, main_language: str) -> None:
        self._folder = folder
        self._main = main_language

    def of(self, day: date, topic: str, language: str) -> Path:
        """Where a briefing's file lies."""
        suffix = "" if language == self._main else f".{language}"
        return self._folder / day.isoformat() / f"{topic}{suffix}.md"

    def has(self, stored: StoredBriefing) -> bool:
        """Whether a briefing's file lies there as it should: a run may have been killed before it wrote it."""
        try:
            return self.of(stored.day, stored.topic, stored.language).read_bytes() == stored.markdown.encode()
        except OSError:
            return False

    def write(self, briefings: Iterable[StoredBriefing]) -> None:
        """Replaces the files of briefings, each at once. Raises StorageError."""
        for stored in briefings:
            file = self.of(stored.day, stored.topic, stored.language)
            fresh = file.with_name(f".{file.name}.new")
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                fresh.write_text(stored.markdown, "utf-8", newline="\n")
                fresh.replace(file)
            except OSError as error:
                fresh.unlink(missing_ok=True)
                raise StorageError(f"{file}: cannot be written ({error.strerror}); mend space or access") from error
