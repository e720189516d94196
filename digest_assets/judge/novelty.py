"""Is it known? A text against everything that was said before: by anchor, by name, by wording.

Belongs here: the known lines, their look-up, and the rules by which two statements are one. Never here: which section,
which conflict. Look-up goes by ids, links, name keys and rare words, never over all lines, and lines can be added at
any time at the cost of their own words.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from digest_assets.judge import conflicts, events, names
from digest_assets.judge.alike import Wording, common, guarded, likeness, share, wording
from digest_assets.judge.facts import Statement
from digest_assets.judge.lexical import fold, mostly_han, stem
from digest_assets.judge.outline import Outline
from digest_assets.model import ArxivValue, DateValue, Nearest, QuantityValue, UrlValue, Value, VersionValue
from digest_assets.reading import dates, links, quantities

_SAME_TITLE = 0.8  # of the rare words of two titles, by weight, both ways
_SAME_WORDING = 0.6  # of a statement's words in a known one
_SAME_VALUES = 0.35  # the same where all its typed values stand there too
_PREFIX_TOKENS = 4  # from so many words on, the beginning of a title stands for it
_SAME_NAMES = 0.5  # of a statement's names, where the known one is in another language and has its values
_ANCHORED_WORDING = 0.25  # a text about a known work that has less in common with what is known says something else
_SAME_NAME = 0.3  # of two titles that share a short name
_TITLE_WORDS = 3  # in common, at least, before titles are alike at all
_STATEMENT_WORDS = 12  # shorter than that, a work's title is no statement
_CANDIDATES = 12  # lines that are compared word by word
_RARE_WORDS = 8  # of a text, by which candidates are looked up
_LONGEST_POSTING = 400  # a word in more lines than that finds nothing that a rarer word does not


# What crosses languages: words with a capital letter or a digit.
_NAMED = re.compile(r"[A-Za-z0-9.-]*[A-Z0-9][A-Za-z0-9.-]*")
# A name of two or more parts, the first with a capital letter.
_COMPOUND = re.compile(r"(?<![\w-])[A-Z][A-Za-z]*(?:-[A-Za-z0-9]+)+(?![\w-])")


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
    day: date | None = None  # from where its relative dates count


Verdict = Literal["known", "update", "new"]


@dataclass(frozen=True, slots=True)
class Finding:
    verdict: Verdict
    nearest: Nearest | None  # the known line that came closest, and the rule that decided
    entry: int | None  # its place among the entries, in the order of adding
    changed: tuple[Value, ...] = ()  # of an update: the values that no known line has


@dataclass(slots=True)
class _Kept:
    entry: Entry
    names: names.Names
    titles: tuple[Wording, ...]  # the whole title, and what stands before and after its colon
    whole: Wording
    ids: frozenset[str]
    around: frozenset[str]  # words of the headings above it
    numbers: frozenset[str]  # of the line and its headings
    han: bool  # is written in Han, mostly


@dataclass(frozen=True, slots=True)
class Said:
    """A text that is looked up, taken apart once."""

    text: str
    values: tuple[Value, ...]
    hint: str
    day: date | None
    zone: str
    wording: Wording
    names: Wording  # its Latin words and identifiers only: what crosses languages
    hint_words: frozenset[str]
    numbers: frozenset[str]  # digits that are part of no typed value
    han: bool


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
            around = wording(entry.section)
            numbers = whole.numbers | around.numbers
            self._kept.append(_Kept(entry, called, titles, whole, ids, around.words, numbers, mostly_han(entry.text)))
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

    def check(
        self,
        text: str,
        values: Sequence[Value] = (),
        *,
        work: bool = False,
        hint: str = "",
        day: date | None = None,
        zone: str = "UTC",
    ) -> Finding:
        """Is this known?

        ``work``: the text names a work (a list's entry, a title), not a statement about one. ``hint``: the headings
        above it, joined by " > ". ``day`` and ``zone``: from where its relative dates count. A thing that is known by
        id or address, with values that no known line of it has, is an ``update``; so is a known statement with another
        value.
        """
        said = _said(text, tuple(values), hint, day, zone)
        anchored = self._anchored(values)
        if anchored:
            return self._compare(said, anchored)
        if work:
            found = self._named(text)
            if found is not None or len(said.wording.words) < _STATEMENT_WORDS:
                return found or Finding("new", None, None)
            found = self._worded(said)
            if found.entry is not None and _other_name(names.of(text), self._kept[found.entry].names):
                return Finding("new", found.nearest, found.entry)
            return found
        return self._worded(said)

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
            if _other_name(called, self._kept[place].names):
                continue
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

    def _candidates(self, query: Wording, more: frozenset[str] = frozenset()) -> list[int]:
        """The lines that share most of the text's rare words, by weight."""
        known = sorted((len(self._by_word[w]), w) for w in query.words | more if w in self._by_word)
        gathered = defaultdict[int, float](float)
        for count, word in known[:_RARE_WORDS]:
            if count <= _LONGEST_POSTING or not gathered:
                weight = self.weight(word)
                for place in self._by_word[word][-_LONGEST_POSTING:]:
                    gathered[place] += weight
        return sorted(gathered, key=lambda p: (-gathered[p], p))[:_CANDIDATES]

    def _worded(self, said: Said) -> Finding:
        """The known statement that says the same in other words, or the one that says otherwise of the same."""
        best: tuple[float, int, Finding] | None = None
        nearest: tuple[float, int] | None = None
        for place in self._candidates(said.wording, said.hint_words):
            kept = self._kept[place]
            score = self._share(said, kept)
            if nearest is None or score > nearest[0]:
                nearest = (score, place)
            verdict, changed = self._verdict(said, kept, score)
            if verdict != "new" and (
                best is None or (verdict == "known", score) > (best[2].verdict == "known", best[0])
            ):
                best = (score, place, self._finding(verdict, place, score, "wording", changed))
        if best is not None:
            return best[2]
        return self._finding("new", nearest[1], nearest[0], "wording") if nearest else Finding("new", None, None)

    def _share(self, said: Said, kept: _Kept) -> float:
        """How much of what is said stands in a known line or its headings; names only where the languages differ."""
        around = Wording(kept.whole.order, kept.whole.words | kept.around, kept.whole.numbers, kept.whole.negated)
        return share(said.names if said.han != kept.han else said.wording, around, self.weight)

    def _verdict(self, said: Said, kept: _Kept, score: float) -> tuple[Verdict, tuple[Value, ...]]:
        """Known where the words, the values and the polarity are; an update where the values differ."""
        typed = [v for v in said.values if isinstance(v, QuantityValue | DateValue | VersionValue)]
        missing = tuple(v for v in typed if not _stands(v, said, kept.entry))
        if any(isinstance(v, QuantityValue) and v not in missing for v in typed):
            missing = tuple(v for v in missing if not _coarse(v, said))  # "3.7x on the March logs": the figure counts
        strange = said.numbers - kept.numbers
        foreign = said.han != kept.han
        enough = _SAME_NAMES if foreign else _SAME_VALUES if typed else _SAME_WORDING
        if foreign and len(typed) - len(missing) < 1:
            return "new", ()
        if _longer_name(said.text, kept.entry) or _longer_name(kept.entry.text, said):
            return "new", ()
        if score < enough or strange or (said.wording.negated != kept.whole.negated and not foreign):
            return "new", ()
        if not missing:
            return "known", ()
        other = Statement(kept.entry.text, kept.entry.values, kept.entry.day, said.zone, kept.entry.section)
        mine = Statement(said.text, said.values, said.day, said.zone, said.hint)
        return ("update", missing) if conflicts.compare(mine, other).kind == "conflict" else ("new", ())

    def _compare(self, said: Said, anchored: Sequence[tuple[int, str]]) -> Finding:
        """A text whose thing is known by its id or address: what it says of it may still be new."""
        scored = sorted((-self._share(said, self._kept[p]), p, rule) for p, rule in anchored)
        score, place, rule = scored[0]
        typed = [v for v in said.values if isinstance(v, QuantityValue | DateValue)]
        lines = [self._kept[p].entry for p, _ in anchored]
        missing = tuple(v for v in typed if not any(_stands(v, said, line) for line in lines))
        states = {e.key for e in events.find(said.text) if e.kind == "state" and e.key != "supports"}
        fresh = states - {e.key for line in lines for e in events.find(line.text)}
        little = -score < _ANCHORED_WORDING and said.han == self._kept[place].han and len(said.wording.words) > 2
        return self._finding("update" if missing or fresh or little else "known", place, -score, rule, missing)

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


def _said(text: str, values: tuple[Value, ...], hint: str, day: date | None, zone: str) -> Said:
    whole = wording(text)
    rest = list(text)
    for v in values:
        rest[v.start : v.end] = " " * (v.end - v.start)
    outside = "".join(rest)
    names_only = wording(" ".join(m.group(0) for m in _NAMED.finditer(outside)))
    beside = wording(names.strip_ordinal(outside))
    return Said(
        text, values, hint, day, zone, whole, names_only, wording(hint).words, beside.numbers, mostly_han(text)
    )


def _other_name(a: names.Names, b: names.Names) -> bool:
    """Whether both begin with a short name and neither goes by the other's."""
    return bool(a.lead and b.lead) and a.lead not in b.aliases and b.lead not in a.aliases


def _stands(v: Value, said: Said, known: Entry) -> bool:
    """Whether a known line has a value that can hold together with this one."""
    if isinstance(v, QuantityValue):
        return any(
            isinstance(k, QuantityValue) and quantities.comparable(v, k) and quantities.agrees(v, k)
            for k in known.values
        )
    if isinstance(v, DateValue):
        mine = _days(v, said.day, said.zone)
        for k in known.values:
            if isinstance(k, DateValue):
                other = _days(k, known.day, said.zone)
                if mine and other and dates.agree(mine, other):
                    return True
                if not (mine and other) and (v.form, v.low, v.high) == (k.form, k.low, k.high):
                    return True
        return False
    if isinstance(v, VersionValue):
        versions = {k.version for k in known.values if isinstance(k, VersionValue)}
        return v.version in versions or v.version in f"{known.text} {known.section}"
    return True


def _longer_name(text: str, other: Entry | Said) -> bool:
    """Whether a text names something by the other's name and more: ``GRAIN-KV`` is not ``GRAIN``."""
    context = other.section if isinstance(other, Entry) else other.hint
    line = fold(f"{other.text} {context}")
    for m in _COMPOUND.finditer(text):
        whole = fold(m.group(0))
        head, _, tail = whole.partition("-")
        size = any(sign.isdigit() for sign in tail) and re.search(rf"(?<![\w.]){re.escape(tail)}(?![\w.])", line)
        if whole not in line and not size and re.search(rf"(?<![\w-]){re.escape(head)}(?![\w-])", line):
            return True
    return False


def _coarse(v: Value, said: Said) -> bool:
    """Whether a value is a month or longer, which only says when."""
    if not isinstance(v, DateValue):
        return False
    days = _days(v, said.day, said.zone)
    return days is None or (days[1] - days[0]).days >= 27


def _days(v: DateValue, day: date | None, zone: str) -> tuple[date, date] | None:
    """A date's days; None where it counts from a day that is not told."""
    if day is None and v.form not in ("absolute", "instant"):
        return None
    return dates.resolve(v, day or date.min, zone)


def _begins(short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return _PREFIX_TOKENS <= len(short) < len(whole) and whole[: len(short)] == short


def of_outline(document: Outline, path: str) -> list[Entry]:
    """A document's entries as known lines."""
    titles = [" ".join(s.path) for s in document.sections]
    return [
        Entry(e.text, path, e.line_start, (), titles[e.section] if e.section >= 0 else "", e.title, e.urls, e.arxiv_ids)
        for e in document.entries
    ]
