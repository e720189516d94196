"""Small words of a briefing: labels, brackets, line numbers, quotations, sections, in one language, as safe Markdown.

Belongs here: what several lines of a briefing share, and the marks that tie a line to what it rests on. Never here:
whole lines (``writer``), texts (``frames/``).

A line that rests on claims, or tells of a thing that can be explained, carries marks: NUL, an index, NUL. Cleaned text
holds no NUL, so ``render`` finds the marks again, takes them out and knows the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from digest_assets.briefing import safe
from digest_assets.briefing.document import Document
from digest_assets.briefing.phrases import PREFIX, Param, fill, frame, plain, say
from digest_assets.model import Phrase, Quote

SubjectKind = Literal["increment", "warning", "paper", "candidate", "verdict", "action", "adoption"]
SECTION_LIMIT = 60  # code points of a section's title
PARAM_LIMIT = 160  # code points of a parameter that a source wrote


@dataclass(frozen=True, slots=True)
class Mark:
    """What a line rests on (a quotation), or tells of (a subject)."""

    increment_id: str | None = None
    quote: Quote | None = None
    subject: tuple[SubjectKind, str] | None = None


class Words:
    """One briefing's words in one language. Collects marks in order."""

    def __init__(self, document: Document, language: str) -> None:
        self.d = document
        self.language = language
        self.texts = frame(language)
        self.marks: list[Mark] = []
        self.zone = ZoneInfo(document.header.zone)
        self._sections: dict[tuple[str, str | None], str] = {}
        self._said: dict[Phrase, str] = {}

    def t(self, key: str, **params: Param) -> str:
        """A text of the frame; its parameters are Markdown already or hold no special character."""
        return fill(self.texts[key], params)

    def label(self, key: str) -> str:
        return self.texts["label"].replace("{label}", self.texts[key])

    def counted(self, key: str, count: int) -> str:
        """A heading with its count, or the bare one where there is nothing to count."""
        return self.t(key, count=count) if count else self.texts[f"{key}_none"]

    def join(self, parts: Iterable[str], by: str = "comma") -> str:
        return self.texts[by].join(parts)

    def brackets(self, parts: Iterable[str], by: str = "comma") -> str:
        inner = self.join((p for p in parts if p), by)
        return f"{self.texts['bracket_left']}{inner}{self.texts['bracket_right']}" if inner else ""

    def sentence(self, parts: Iterable[str]) -> str:
        return self.join(p for p in parts if p) + self.texts["stop"]

    def mark(
        self,
        *,
        increment_id: str | None = None,
        quote: Quote | None = None,
        subject: tuple[SubjectKind, str] | None = None,
    ) -> str:
        self.marks.append(Mark(increment_id, quote, subject))
        return f"\x00{len(self.marks) - 1}\x00"

    def path(self, path: str) -> str:
        return safe.code(path)

    def moment(self, moment: datetime) -> str:
        return f"{moment.astimezone(self.zone):%Y-%m-%d %H:%M}"

    def lines(self, spans: Sequence[tuple[int, int]]) -> str:
        """Line numbers in words: "line 5", "lines 5–7", "lines 5, 9–10"."""
        if len(spans) > 1:
            return self.t("place.some", lines=self.join((span(*s) for s in spans), "list"))
        first, last = spans[0]
        return self.t("place.one", line=first) if first == last else self.t("place.many", first=first, last=last)

    def at(self, quote: Quote) -> str:
        """``path:line`` as code."""
        return safe.code(f"{quote.path}:{span(quote.line_start, quote.line_end)}")

    def quoted(self, text: str, limit: int, around: tuple[str, ...] = ()) -> tuple[str, str]:
        """A quotation in marks, and what to say of its length ("" where it is whole)."""
        cut = safe.shorten(text, limit, around)
        left, right = safe.quote_marks(cut.text, (self.texts["quote_left"], self.texts["quote_right"]))
        told = "" if cut.full is None else self.t("place.cut", full=f"{cut.full:,}")
        return f"{left}{safe.inline(cut.text)}{right}", told

    def short(self, text: str, limit: int) -> str:
        """A source's word or title without marks, cut where it is long."""
        return safe.inline(safe.shorten(text, limit).text)

    def attribute(self, key: str) -> str:
        """What two statements speak of: an event or attribute in words, or the source's own word."""
        return self.texts.get(f"attribute.{key}") or self.short(key, 60)

    def section(self, name: str | None, title: str | None = None) -> str:
        """A section as the document names it, with its title."""
        if not name:
            return self.texts["section.none"]
        if (name, title) not in self._sections:
            self._sections[name, title] = self._section(name, title)
        return self._sections[name, title]

    def _section(self, name: str, title: str | None) -> str:
        title = self.short(title if title is not None else self.d.title_of(name) or "", SECTION_LIMIT)
        shown = self.short(name, SECTION_LIMIT)
        if title == shown and not name.replace(".", "").isdecimal():
            return self.t("section.titled", title=title)
        return self.t("section.numbered", name=shown, title=title) if title else self.t("section.bare", name=shown)

    def said(self, phrase: Phrase, *, start: bool = False) -> str:
        """A sentence of judgement as Markdown, without its stop; ``start``: with a capital where the frame begins."""
        if phrase not in self._said:
            self._said[phrase] = say(phrase, self.language, self._param).rstrip("。.")
        text = self._said[phrase]
        own = self.texts.get(PREFIX + phrase.key, "")
        return capital(text) if start and own[:1].isalpha() else text

    def _param(self, name: str, value: Param) -> str:
        if not isinstance(value, str):
            return plain(name, value)
        if name.endswith("path") or name == "place":
            return safe.code(value)
        if name == "section":
            return self.section(value)
        if name.endswith("list") or name == "ids":
            parts = safe.shorten(value, PARAM_LIMIT).text.split(", ")
            return self.join(map(safe.inline, parts), "list")
        return safe.inline(safe.shorten(value, PARAM_LIMIT).text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
