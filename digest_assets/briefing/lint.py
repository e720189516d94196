"""The six rules that every briefing keeps, checked on its Markdown.

Belongs here: finding faults in a finished document, ours (with its judgement) or anybody's in that form. Never here:
mending.

1. ``id``: every arXiv id in the text is in the table; every id in the table is in the text, or its row names its place.
2. ``verdict``: every source named has a verdict, and only one; so has every source of the day.
3. ``count``: every count equals its list.
4. ``category``: a card has one primary category everywhere.
5. ``section``: every § exists in that day's baseline.
6. ``correction``: a correction is proposed as a question, not as a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from digest_assets.briefing.document import Header
from digest_assets.briefing.parts import HEADER, Line, read, scope, words
from digest_assets.briefing.phrases import Param, fill, frame
from digest_assets.briefing.safe import clean
from digest_assets.model import Judgement
from digest_assets.reading import arxiv

Rule = Literal["id", "verdict", "count", "category", "section", "correction"]
_COUNT = re.compile(r"[（(](\d{1,5})(?:\s*[^\W\d]{0,3})?(?:[,，、][^()（）]*)?[)）]\**\s*[:：]?\**\s*$")
_INLINE = re.compile(r"[（(](\d{1,5})[^()（）]{0,40}[)）]\s*[:：]\s*(?=\S)(.+)$")
_SECTION = re.compile(r"§+\s*([0-9]+(?:\.[0-9]+)*|[零一二三四五六七八九十百]+)")
_TABLE_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?!\d)")
_CARD_NAMED = re.compile(r"cards?/(\d{1,5})(?:\s*[-–~]\s*(\d{1,5})(?!\d*[-–]\d))?")
_CARD_RANGE = re.compile(r"(?<!\d)(\d{2,5})\s*[-–~]\s*(\d{2,5})(?![\d-]).{0,12}?(\d+)\s*张")
_CARD_LIST = re.compile(r"(\d+)\s*张\s*[=＝:：]\s*([^；;。）)]+)")
_CARD = re.compile(r"(?<![\w.:-])(\d{1,5})(?![\w.%:-])")
_CARD_WORD = re.compile(
    r"(?:[Cc]ards?[/ ]\s*|卡片?\s*)(\d{1,5})(?!\d)|/(\d{1,5})-\d{4}-\d{4,5}|(?<![\w.:-])(\d{3,5})(?![\w.%:-])"
)
_NUMBER = re.compile(r"\d")
_DIGITS = re.compile(r"\d{4}[.-]\d{4}|/\d{7}")
_BRACKETED = re.compile(r"[（(][^（()）张]*[)）]")
_CLAUSE = re.compile(r"[；;。\n]|(?<=\S)\s\+\s(?=\S+/)")
_CATEGORY = r"(?:\s*[:：=是]\s*|\s+)`?(?!paper|card)([A-Za-z][\w.-]*[A-Za-z0-9])"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, on which line (from 1; 0 where no line holds it), said in the language of the check."""

    rule: Rule
    line: int
    message: str


def lint(
    markdown: str,
    judgement: Judgement | None = None,
    header: Header | None = None,
    language: str = "en",
    *,
    sections: Iterable[str] | None = None,
    shift: int = 0,
) -> tuple[Fault, ...]:
    """All faults of a briefing, by line, said in ``language``.

    Without ``judgement`` and ``header`` a document is checked on its own as far as it can be; ``sections`` (names of
    the baseline's sections) serve rule 5 where there is no header. ``shift`` is added to all line numbers above 1.
    """
    check = _Check(read(markdown, _foreign_words(judgement, header)), judgement, header, language, sections, shift)
    faults = [
        *check.ids(),
        *check.verdicts(),
        *check.counts(),
        *check.categories(),
        *check.sections(),
        *check.corrections(),
    ]
    return tuple(sorted(dict.fromkeys(faults), key=lambda f: (f.line, f.rule, f.message)))


def _foreign_words(judgement: Judgement | None, header: Header | None) -> list[str]:
    """What others wrote and the briefing shows without quotation marks: titles, subjects, values."""
    found: list[str | None] = [s.title for s in header.baseline.sections] if header else []
    if judgement is not None:
        found += [i.title for i in judgement.increments] + [p.title for p in judgement.papers]
        found += [v.title for i in judgement.increments for v in i.placement]
        found += [text for c in judgement.cards for text in (c.title, c.category)]
        for caution in judgement.cautions:
            found += [caution.subject, caution.attribute, *caution.values]
    return [text for text in found if text]


class _Check:
    def __init__(
        self,
        lines: tuple[Line, ...],
        judgement: Judgement | None,
        header: Header | None,
        language: str,
        sections: Iterable[str] | None,
        shift: int,
    ) -> None:
        self.shift = shift
        self.lines = lines
        self.judgement = judgement
        self.header = header
        self.texts = frame(language)
        self.increments = sum(line.level == 3 and bool(words("item").search(line.text)) for line in self._part(1))
        self.warnings = sum(bool(line.row) for line in self._part(2))
        if sections is None and header is not None and header.baseline.sections:
            sections = (s.name for s in header.baseline.sections)
        self.known = None if sections is None else {_arabic(name) for name in sections}
        self.baseline = {header.baseline.path} if header else _baselines(lines)

    def fault(self, rule: Rule, key: str, line: int, **params: Param) -> Fault:
        line += self.shift if line > 1 else 0
        return Fault(rule, line, fill(self.texts[f"fault.{key}"], {"line": line, **params}))

    # --- 1 -----------------------------------------------------------------------------------------------------------

    def ids(self) -> Iterator[Fault]:
        table: dict[str, Line] = {}
        for line in self.lines:
            if line.part == 3 and line.row and (found := _TABLE_ID.search(line.row[0])):
                if found[1] in table:
                    yield self.fault("id", "id_twice", line.number, id=found[1])
                table.setdefault(found[1], line)
        if not table and not any(line.part == 3 for line in self.lines):
            return
        for line in self.lines:
            if line.part != 3 or not line.row:
                for value in arxiv.find(line.prose) if _DIGITS.search(line.text) else ():
                    if not value.bare and value.arxiv_id not in table:
                        yield self.fault("id", "id_missing", line.number, id=value.arxiv_id)
        elsewhere = "\n".join(line.prose for line in self.lines if line.part != 3 and _DIGITS.search(line.text))
        for arxiv_id, line in table.items():
            named = [p for p in line.paths if not self._is_baseline(p)]
            if not named and not re.search(rf"(?<![\d.]){re.escape(arxiv_id)}(?!\d)", elsewhere):
                yield self.fault("id", "id_unused", line.number, id=arxiv_id)

    # --- 2 -----------------------------------------------------------------------------------------------------------

    def _is_baseline(self, path: str) -> bool:
        return any(path == b or b.endswith("/" + path) for b in self.baseline)

    def verdicts(self) -> Iterator[Fault]:
        entries: dict[str, None] = {}
        own: set[str] = set()
        cards: set[int] = set()
        for line in self.lines:
            if line.part != 4:
                continue
            cards.update(n for low, high in _card_spans(line.text) for n in range(low, high + 1))
            listed = line.listed
            if listed is not None and listed in own:
                yield self.fault("verdict", "source_twice", line.number, path=listed)
            own.update([listed] if listed else [])
            entries.update(dict.fromkeys(line.paths))
            if listed is not None:
                entries[listed] = None
        if not any(line.part == 4 for line in self.lines):
            return
        stems = sorted({_stem(path) for path in entries})

        def told(path: str) -> bool:
            number = re.match(r"\d+", _stem(path)) if "card" in path else None
            return (
                self._is_baseline(path)
                or path in entries
                or any(_abbreviates(_stem(path), stem) for stem in stems)
                or (number is not None and int(number.group()) in cards)
            )

        for line in self.lines:
            if line.part in (4, 5):
                continue
            for path in line.paths:
                if not told(path):
                    yield self.fault("verdict", "source_missing", line.number, path=path)
            for low, high in _card_spans(line.text):
                named = {f"{n:03d}" for n in (low, high)} | {str(low), str(high)}
                if not {low, high} <= cards and not any(_stem(p).split("-")[0] in named for p in entries):
                    yield self.fault("verdict", "source_missing", line.number, path=f"{low}")
        if self.judgement is None:
            return
        wanted = [v.path for v in self.judgement.verdicts] + [
            s.path for s in (self.header.sources if self.header else ())
        ]
        for path in dict.fromkeys(wanted):
            if clean(path) not in entries:
                yield self.fault("verdict", "source_absent", 0, path=path)

    # --- 3 -----------------------------------------------------------------------------------------------------------

    def counts(self) -> Iterator[Fault]:
        for at, line in enumerate(self.lines):
            inline = None
            if line.indent >= 0 and line.part == 4 and _INLINE.search(line.text):
                inline = _INLINE.search(line.said)
            if inline:
                found = len(re.split(r"[、,，]\s*", inline[2].strip()))
                if not line.paths and found != int(inline[1]):
                    yield self.fault("count", "count", line.number, said=inline[1], found=found)
            elif (
                (line.level or line.indent >= 0 or line.text.startswith("**"))
                and _COUNT.search(line.text)
                and (match := _COUNT.search(line.said))
            ):
                counted = self._items(at)
                if counted is not None and counted != int(match[1]):
                    yield self.fault("count", "count", line.number, said=match[1], found=counted)
            yield from self._stated(line)
            yield from self._card_counts(line)

    def _items(self, at: int) -> int | None:
        """How many things stand under a line; None where nothing there can be counted."""
        head, inside = self.lines[at], scope(self.lines, at)
        if head.level and head.part == 1:
            return sum(bool(words("item").search(line.text)) for line in inside if line.level)
        rows = [line for line in inside if line.row]
        if rows:
            return len(rows)
        items = [line for line in inside if line.indent >= 0]
        with_path = [line for line in items if line.listed is not None]
        if with_path:
            return len(with_path)
        if items and all(_INLINE.search(line.said) for line in items):
            return sum(int(m[1]) for line in items if (m := _INLINE.search(line.said)))
        top = min((line.indent for line in items), default=0)
        return sum(line.indent == top for line in items) if items else None

    def _stated(self, line: Line) -> Iterator[Fault]:
        """Counts said in prose: increments, warnings, sources."""
        if line.part in (0, 5) or (line.part == 1 and line.level == 2):
            warnings = self.warnings
            wanted = ((words("increments"), self.increments), (words("warnings"), warnings))
            for pattern, found in wanted:
                for match in pattern.finditer(line.said):
                    said = next(g for g in match.groups() if g)
                    if int(said) != found and not re.match(r"(?:增量|[Ii]ncrement)\s*\d+$", match.group()):
                        yield self.fault("count", "count", line.number, said=match.group().strip(), found=found)
            shares = [int(g) for m in words("shares").finditer(line.said) for g in m.groups() if g]
            if shares and sum(shares) != warnings:
                yield self.fault("count", "count", line.number, said=sum(shares), found=warnings)
        total = words("total").search(line.said) if line.part == HEADER and _NUMBER.search(line.text) else None
        if total:
            beside, listed = False, 0
            for other in self._part(4):
                if other.level:
                    beside = bool(words("beside").search(other.text))
                listed += not beside and other.listed is not None
            said = next(g for g in total.groups() if g)
            if int(said) != listed:
                yield self.fault("count", "count", line.number, said=said, found=listed)

    def _card_counts(self, line: Line) -> Iterator[Fault]:
        if "张" not in line.text:
            return
        for low, high, said in _CARD_RANGE.findall(line.said):
            if int(high) > int(low) and int(high) - int(low) + 1 != int(said):
                yield self.fault("count", "count", line.number, said=said, found=int(high) - int(low) + 1)
        for said, listed in _CARD_LIST.findall(_BRACKETED.sub("", line.said)):
            found = len(set(_CARD.findall(listed)))
            if found and found != int(said):
                yield self.fault("count", "count", line.number, said=said, found=found)

    def _part(self, part: int) -> Iterator[Line]:
        return (line for line in self.lines if line.part == part)

    # --- 4 -----------------------------------------------------------------------------------------------------------

    def categories(self) -> Iterator[Fault]:
        seen: dict[str, str] = {}
        for line in self.lines:
            for card, category in _categories(line):
                before = seen.setdefault(card, category)
                if before != category:
                    yield self.fault("category", "category", line.number, card=card, now=category, before=before)

    # --- 5 -----------------------------------------------------------------------------------------------------------

    def sections(self) -> Iterator[Fault]:
        if self.known is None:
            return
        for line in self.lines:
            for match in _SECTION.finditer(line.said) if "§" in line.text else ():
                before = line.said[max(0, match.start() - 12) : match.start()].rstrip()
                foreign = re.search(rf"(?:{words('other_document').pattern})$", before)
                if not foreign and _arabic(match[1]) not in self.known:
                    yield self.fault("section", "section", line.number, name=match[1])

    # --- 6 -----------------------------------------------------------------------------------------------------------

    def corrections(self) -> Iterator[Fault]:
        for line in self.lines:
            if not words("correction").search(line.text):
                continue
            for sentence in re.split(r"(?<=[。；;！!？?])|(?<=\.)\s", line.said):
                if words("correction").search(sentence) and not words("question").search(sentence):
                    yield self.fault("correction", "correction", line.number)
        for increment in self.judgement.increments if self.judgement else ():
            if increment.kind == "correction":
                heads = [
                    i
                    for i, line in enumerate(self.lines)
                    if line.part == 1 and line.level == 3 and re.search(rf"{words('item').pattern}", line.text)
                ]
                mine = heads[increment.rank - 1 : increment.rank]
                for at in mine:
                    if not any(words("question").search(inner.said) for inner in scope(self.lines, at)):
                        yield self.fault("correction", "correction", self.lines[at].number)


def _stem(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def _abbreviates(short: str, full: str) -> bool:
    """Whether a file's name is another's, with parts left out: all its parts stand in the other in order."""
    if short == full:
        return True
    parts = iter(full.split("-"))
    return len(short) >= 12 and all(part in parts for part in short.split("-"))


def _baselines(lines: Sequence[Line]) -> set[str]:
    """The documents that a foreign briefing calls its baseline."""
    found: set[str] = set()
    for at, line in enumerate(lines):
        if line.part == HEADER and (match := words("baseline").search(line.text)):
            after = Line(0, 0, line.text[match.end() :], 0, -1, (), ()).paths or (
                lines[at + 1].paths if at + 1 < len(lines) else []
            )
            found.update(after[:1])
    return found


def _card_spans(text: str) -> list[tuple[int, int]]:
    if "card" not in text:
        return []
    return [(int(low), int(high or low)) for low, high in _CARD_NAMED.findall(text)]


def _categories(line: Line) -> Iterator[tuple[str, str]]:
    """Cards with the primary category that a line gives them: in its own clause, after the word, else before it."""
    if line.part == 4 and line.indent >= 0 and (inline := _INLINE.search(line.text)) and not line.paths:
        name = re.match(r"\s*[-*+]\s+\**`?([^（(`]+?)`?\s*[（(]", line.text)
        for number in re.findall(r"(?:^|[、,，]\s*)(\d{1,5})(?!\d)", inline[2]) if name else ():
            yield str(int(number)), name[1]  # type: ignore[index]
        return
    if not words("category").search(line.text):
        return
    for clause in _CLAUSE.split(line.said):
        found = list(re.finditer(rf"(?:{words('category').pattern}){_CATEGORY}", clause))
        for at, match in enumerate(found):
            end = found[at + 1].start() if at + 1 < len(found) else len(clause)
            cards = _cards(clause[match.end() : end]) or _cards(clause[: match.start()])[-1:] or _cards(line.text)[:1]
            for card in cards:
                yield card, match[1]


def _cards(text: str) -> list[str]:
    """Numbers of cards in a text, without leading zeros: a list after an equals sign, else those named as cards."""
    lists = [numbers for _, numbers in _CARD_LIST.findall(_BRACKETED.sub("", text))]
    listed = [number for numbers in lists for number in _CARD.findall(numbers)]
    return [str(int(number)) for number in listed or [m[1] or m[2] or m[3] for m in _CARD_WORD.finditer(text)]]


def _arabic(name: str) -> str:
    """A section's number in Arabic digits, or the name as it is."""
    digits = {c: i for i, c in enumerate("零一二三四五六七八九")}
    if not name or any(c not in "零一二三四五六七八九十百" for c in name):
        return name
    total, last = 0, 0
    for c in name:
        if c in digits:
            last = digits[c]
        else:
            total, last = total + (last or 1) * (10 if c == "十" else 100), 0
    return str(total + last)
