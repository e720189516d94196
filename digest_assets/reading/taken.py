"""Spans of a text that one reader has taken, asked for by the readers after it.

Belongs here: the question whether a span is taken, answered in linear time over a whole text. Never here: who takes
what.
"""

from __future__ import annotations

Span = tuple[int, int]


class Taken:
    """Ascending spans. Questions come in ascending order of theirs, too."""

    __slots__ = ("_place", "_reach", "_spans")

    def __init__(self, spans: list[Span]) -> None:
        self._spans = spans
        self._place = 0
        self._reach = -1

    def hits(self, start: int, end: int) -> bool:
        """Whether a taken span reaches into ``[start, end)``."""
        spans = self._spans
        if not spans:
            return False
        while self._place < len(spans) and spans[self._place][0] < end:
            self._reach = max(self._reach, spans[self._place][1])
            self._place += 1
        return self._reach > start
