"""What a path is: kind, author and predigest topic from where it lies and how it is named.

Belongs here: paths → places, by the folders that ``digest.toml`` names. Never here: file contents, moments. Sources are
Markdown by name (``.md``, ``.markdown``, in any case). Nothing whose name or folder starts with a dot is one (``.git``,
``.trash``, ``._x.md``), unless ``digest.toml`` names that folder itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..model import SourceKind
from ..settings import Settings
from . import stamps

_EXTENSIONS = (".md", ".markdown")
_PREDIGEST = "-e1prep"


@dataclass(frozen=True, slots=True)
class Place:
    """What a path stands for."""

    kind: SourceKind
    author: str | None = None  # of a note: the first folder below the notes' folder, None where it lies in that itself
    predigest_topic: str | None = None


def shown(path: str) -> str:
    """A path as all rooms see it: valid Unicode, kept as it is; bytes that are no UTF-8 are written ``\\xNN``."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return path


class Layout:
    """Where a vault keeps what. A topic's living document and the queue are that wherever they lie."""

    def __init__(self, settings: Settings) -> None:
        self.queue = settings.folders.queue
        self.baselines = tuple(sorted({topic.baseline for topic in settings.topics.values()}))
        self._notes = settings.folders.notes + "/"
        self._cards = settings.folders.cards + "/"
        folders = sorted({settings.folders.notes, settings.folders.cards})
        self.folders = tuple(f for f in folders if not any(f.startswith(other + "/") for other in folders))
        self._single: dict[str, SourceKind] = {self.queue: "queue"}
        self._single.update(dict.fromkeys(self.baselines, "baseline"))
        self._places: dict[str, Place | None] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The single files that count wherever they lie."""
        return tuple(sorted(self._single))

    def place(self, path: str) -> Place | None:
        """What a path (POSIX, relative to the vault) is; None where it is no source."""
        if path not in self._places:
            self._places[path] = self._place(path)
        return self._places[path]

    def _place(self, path: str) -> Place | None:
        single = self._single.get(path)
        if single is not None:
            return Place(single)
        if not path.lower().endswith(_EXTENSIONS):
            return None
        inside = [folder for folder in (self._notes, self._cards) if path.startswith(folder)]
        if not inside:
            return None
        folder = max(inside, key=len)  # the innermost decides where one lies within the other
        parts = path[len(folder) :].split("/")
        if any(part.startswith(".") for part in parts):
            return None
        if folder == self._cards and self._cards != self._notes:
            return Place("card")
        author = shown(parts[0]) if len(parts) > 1 else None
        name = parts[-1]
        stem = name[: name.rindex(".")]
        if not stem.lower().endswith(_PREDIGEST):
            return Place("note", author)
        stamp = stamps.find(name)
        topic = stem[stamp.length if stamp else 0 : -len(_PREDIGEST)].strip("-_ ")
        return Place("predigest", author, shown(topic) or None)
