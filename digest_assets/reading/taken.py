"""Spans of a text that one reader has taken, asked for by the readers after it.

Belongs here: the question whether a span is taken, answered in linear time over a whole text. Never here: who takes
what.
"""

from __future__ import annotations

from collections.abc import Callable

Span = tuple[int, int]


class Taken:
    """Spans that are computed when the first question is asked. Questions come in ascending order of their spans."""

    __slots__ = ("_get", "_place", "_reach", "_spans")

    def __init__(self, get: Callable[[], list[Span]]) -> None:
        self._get = get
        self._spans: list[Span] | None = None
        self._place = 0
        self._reach = -1

    def hits(self, start: int, end: int) -> bool:
        """Whether a taken span reaches into ``[start, end)``."""
        spans = self._spans
        if spans is None:
            spans = self._spans = sorted(self._get())
        while self._place < len(spans) and spans[self._place][0] < end:
            self._reach = max(self._reach, spans[self._place][1])
            self._place += 1
        return self._reach > start
