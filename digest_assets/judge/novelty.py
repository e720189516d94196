"""Is it known? A text against everything that was said before: by anchor, by name, by wording.

Belongs here: the known lines, their look-up, and the rules by which two statements are one. Never here: which section,
which conflict. Look-up goes by ids, links, name keys and rare words, never over all lines, and lines can be added at
any time at the cost of their own words.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from digest_assets.judge import names
from digest_assets.judge.alike import Wording, common, guarded, likeness, share, wording
from digest_assets.judge.lexical import stem
from digest_assets.judge.outline import Outline
from digest_assets.model import ArxivValue, Nearest, UrlValue, Value
from digest_assets.reading import links

_SAME_TITLE = 0.8  # of the rare words of two titles, by weight, both ways
_SAME_WORDING = 0.75  # of a statement's words in a known one
_PREFIX_TOKENS = 4  # from so many words on, the beginning of a title stands for it
_SAME_NAME = 0.3  # of two titles that share a short name
_TITLE_WORDS = 3  # in common, at least, before titles are alike at all
_STATEMENT_WORDS = 12  # shorter than that, a work's title is no statement
_CANDIDATES = 12  # lines that are compared word by word
_RARE_WORDS = 8  # of a text, by which candidates are looked up
_LONGEST_POSTING = 400  # a word in more lines than that finds nothing that a rarer word does not


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that is known: a claim, a list entry, a table row."""

    text: str
    path: str
    line: int
    values: tuple[Value, ...] = ()
    section: str = ""  # titles of the headings above it, joined by spaces
    title: str = ""  # what it is called; "": its text is
    urls: tuple[str, ...] = ()
    arxiv_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    verdict: Literal["known", "update", "new"]
    nearest: Nearest | None  # the known line that came closest, and the rule that decided
    entry: int | None  # its place among the entries, in the order of adding
    changed: tuple[Value, ...] = ()  # of an update: the values that no known line has


@dataclass(slots=True)
class _Kept:
    entry: Entry
    names: names.Names
    titles: tuple[Wording, ...]  # the whole title, and what stands before and after its colon
    whole: Wording
    ids: frozenset[str] = field(default_factory=frozenset)


class Known:
    """What is known so far."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._kept: list[_Kept] = []
        self._by_id: dict[str, list[int]] = defaultdict(list)
        self._by_url: dict[str, list[int]] = defaultdict(list)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self.add(entries)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, entries: Iterable[Entry]) -> None:
        """Make more lines known. Cost follows the words added, not those already there."""
        for entry in entries:
            place = len(self._kept)
            called = names.of(entry.title or entry.text, entry.urls)
            whole = wording(entry.text)
            titles = tuple(wording(t) for t in names.variants(entry.title)) or (whole,)
            ids = frozenset(entry.arxiv_ids) | {v.arxiv_id for v in entry.values if isinstance(v, ArxivValue)}
            self._kept.append(_Kept(entry, called, titles, whole, ids))
            for arxiv_id in sorted(ids):
                self._by_id[arxiv_id].append(place)
            urls = {*entry.urls, *(v.url for v in entry.values if isinstance(v, UrlValue) and v.complete)}
            for url in sorted({links.canonical(u) for u in urls}):
                self._by_url[url].append(place)
            for name in sorted(called.aliases | called.titles):
                self._by_name[name].append(place)
            for word in sorted(whole.words | titles[0].words):
                self._by_word[word].append(place)

    def weight(self, word: str) -> float:
        """How much a word says: the log of how rare it is among the known lines."""
        return math.log1p(len(self._kept) / (1 + len(self._by_word.get(word, ()))))

    def check(self, text: str, values: Sequence[Value] = (), *, work: bool = False) -> Finding:
        """Is this known? ``work``: the text names a work (a list's entry, a title), not a statement about one."""
        anchored = self._anchored(values)
        if anchored:
            return self._compare(text, values, anchored)
        if work:
            found = self._named(text)
            if found is not None or len(wording(text).words) < _STATEMENT_WORDS:
                return found or Finding("new", None, None)
        return self._worded(text, values)

    def _anchored(self, values: Sequence[Value]) -> list[tuple[int, str]]:
        """Known lines that carry one of the text's ids or links."""
        out: dict[int, str] = {}
        for v in values:
            if isinstance(v, ArxivValue) and not v.bare:
                out.update(dict.fromkeys(self._by_id.get(v.arxiv_id, ()), "anchor:arxiv"))
        for v in values:
            if isinstance(v, UrlValue) and v.complete:
                for place in self._by_url.get(links.canonical(v.url), ()):
                    out.setdefault(place, "anchor:url")
        return sorted(out.items())

    def _named(self, text: str) -> Finding | None:
        """The known work of that name or title, if there is one."""
        called = names.of(text)
        query = wording(names.bare_title(text))
        keys = called.titles | ({called.lead} if called.lead else set()) | self._without_common(query)
        for place in sorted({p for k in sorted(keys) for p in self._by_name.get(k, ())}):
            if self._one_work(called, query, self._kept[place]):
                return self._finding("known", place, 1.0, "name")
        best: tuple[float, int] | None = None
        for place in self._candidates(query):
            score = max(self._title_likeness(query, title) for title in self._kept[place].titles)
            if best is None or score > best[0]:
                best = (score, place)
        if best is not None and best[0] >= _SAME_TITLE:
            return self._finding("known", best[1], best[0], "title")
        return None

    def _title_likeness(self, query: Wording, title: Wording) -> float:
        if not guarded(query, title):
            return 0.0
        if _begins(query.order, title.order) or _begins(title.order, query.order):
            return 0.95
        mine, _ = common(query, title)
        return likeness(query, title, self.weight) if len(mine) >= _TITLE_WORDS else 0.0

    def _without_common(self, query: Wording) -> set[str]:
        """The key of a short text without the words that every tenth line has: ``Zephyr LLM`` is ``Zephyr``."""
        often = max(3, len(self._kept) // 10)
        rare = [w for w in query.order if len(self._by_word.get(stem(w), ())) < often]
        return {"".join(rare)} if len(query.order) <= 3 and 0 < len(rare) < len(query.order) else set()

    def _one_work(self, called: names.Names, query: Wording, kept: _Kept) -> bool:
        """A shared full title is enough; a shared short name is, unless both go on and say different things."""
        if called.titles & kept.names.titles:
            return True
        if len(query.order) <= 4 or len(kept.titles[0].order) <= 4:
            return True
        return likeness(query, kept.titles[0], self.weight) >= _SAME_NAME

    def _candidates(self, query: Wording) -> list[int]:
        """The lines that share most of the text's rare words, by weight."""
        known = sorted((len(self._by_word[w]), w) for w in query.words if w in self._by_word)
        gathered = defaultdict[int, float](float)
        for count, word in known[:_RARE_WORDS]:
            if count <= _LONGEST_POSTING or not gathered:
                weight = self.weight(word)
                for place in self._by_word[word][-_LONGEST_POSTING:]:
                    gathered[place] += weight
        return sorted(gathered, key=lambda p: (-gathered[p], p))[:_CANDIDATES]

    def _worded(self, text: str, values: Sequence[Value]) -> Finding:
        """The known statement that says the same in other words."""
        query = wording(text)
        best: tuple[float, int] | None = None
        for place in self._candidates(query):
            score = share(query, self._kept[place].whole, self.weight)
            if best is None or score > best[0]:
                best = (score, place)
        if best is None:
            return Finding("new", None, None)
        score, place = best
        verdict: Literal["known", "new"] = (
            "known" if score >= _SAME_WORDING and guarded(query, self._kept[place].whole) else "new"
        )
        return self._finding(verdict, place, score, "wording")

    def _compare(self, text: str, values: Sequence[Value], anchored: Sequence[tuple[int, str]]) -> Finding:
        """A text whose thing is known: its values may still be new."""
        query = wording(text)
        scored = sorted((-share(query, self._kept[p].whole, self.weight), p, rule) for p, rule in anchored)
        score, place, rule = scored[0]
        return self._finding("known", place, -score, rule)

    def _finding(
        self,
        verdict: Literal["known", "update", "new"],
        place: int,
        score: float,
        rule: str,
        changed: Sequence[Value] = (),
    ) -> Finding:
        entry = self._kept[place].entry
        return Finding(
            verdict, Nearest(entry.path, entry.line, entry.text, round(score, 4), rule), place, tuple(changed)
        )


def _begins(short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return _PREFIX_TOKENS <= len(short) < len(whole) and whole[: len(short)] == short


def of_outline(document: Outline, path: str) -> list[Entry]:
    """A document's entries as known lines."""
    titles = [" ".join(s.path) for s in document.sections]
    return [
        Entry(e.text, path, e.line_start, (), titles[e.section] if e.section >= 0 else "", e.title, e.urls, e.arxiv_ids)
        for e in document.entries
    ]
