"""Which of many patterns may stand in a text: one pass of an automaton before any pattern is tried by itself.

Belongs here: telling, quickly, which patterns cannot match. Never here: what the patterns mean.

A pattern is made looser, until an automaton can run it: what looks around is left out, classes become any sign. What
the loose form does not find, the pattern does not match; what it finds, the pattern itself has to decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import re2

K = TypeVar("K")

_TOKEN = re.compile(
    r"(?P<around>\(\?<?[=!])|(?P<other>\\\d|\(\?(?!P<\w+>|:))|(?P<group>\((?:\?(?:P<\w+>|:))?)|(?P<close>\))"
    r"|(?P<edge>\\[bBAZ]|[\^$])|(?P<some>\\[wWdDsS]|\[[^\]]*\\[wWdDsS][^\]]*\])|(?P<set>\[\^?[^\]]+\])"
    r"|(?P<sign>\\.|.)",
    re.DOTALL,
)
_MEMORY = 1 << 27  # bytes, at most, of an automaton's states


class Screen(Generic[K]):
    """Patterns by key, in the syntax of ``re`` without flags, references and conditions (ValueError)."""

    def __init__(self, patterns: Mapping[K, str]) -> None:
        options = re2.Options()
        options.max_mem, options.dot_nl, options.log_errors = _MEMORY, True, False
        self._sources = dict(patterns)
        self._keys = tuple(patterns)
        self._compiled: dict[K, re.Pattern[str]] = {}
        self._set = re2.Set.SearchSet(options)
        for pattern in patterns.values():
            self._set.Add("".join(_loose(pattern)))
        self._set.Compile()

    def __call__(self, text: str) -> frozenset[K]:
        """The keys of the patterns that may match somewhere in a text; all others do not."""
        found = self._set.Match(text.encode("utf-8", "replace"))
        return frozenset([self._keys[n] for n in found]) if found else frozenset()

    def pattern(self, key: K) -> re.Pattern[str]:
        """A pattern itself, compiled when it is first asked for: many never are."""
        found = self._compiled.get(key)
        if found is None:
            found = self._compiled[key] = re.compile(self._sources[key])
        return found


def _loose(pattern: str) -> Iterator[str]:
    """The parts of a pattern that matches wherever this one does, and needs no look around."""
    around = 0  # how many open groups there are, from one that looks around on
    for m in _TOKEN.finditer(pattern):
        kind, sign = m.lastgroup, m.group(0)
        if around:
            around += (kind in ("around", "group")) - (kind == "close")
        elif kind == "around":
            around = 1
        elif kind == "group":
            yield "(?:"
        elif kind == "some":
            yield "."
        elif kind == "other":
            raise ValueError(f"{pattern}: {sign} is nothing that a screen can loosen")
        elif kind != "edge":
            yield sign
