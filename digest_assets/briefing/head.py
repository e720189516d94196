"""The header of a briefing: window, baseline, sources, the fate of earlier increments, pins.

Belongs here: the lines above part 0. Never here: what the day brought (``writer``).
"""

from __future__ import annotations

from digest_assets.briefing import safe
from digest_assets.briefing.phrases import plain
from digest_assets.briefing.words import Words
from digest_assets.model import Adoption

TITLE_LIMIT = 110  # code points of an increment's title


class Head(Words):
    """Writes the lines of the header."""

    def window(self) -> str:
        h = self.d.header
        return self.t(
            "head.window_text",
            opens=self.moment(h.opens),
            closes=self.moment(h.closes),
            zone=h.zone,
            hours=plain("", self.d.hours),
        )

    def baseline(self) -> str:
        b = self.d.header.baseline
        moment = self.moment(b.as_of_at) if b.as_of_at else "—"
        state, _, commit = b.as_of.partition(":")
        parts = [
            self.path(b.path),
            self.t(f"head.as_of_{state.replace('-', '_')}", moment=moment, commit=f"`{commit}`"),
        ]
        if b.sections:
            parts.append(self.t("head.sections", count=len(b.sections)))
        if b.references is not None:
            parts.append(self.t("head.references", count=b.references))
        numbers = [n for n in (b.consensus, b.question) if n]
        if numbers:
            parts.append(self.t("head.candidates", numbers=self.join(numbers, "list")))
        return self.join(parts)

    def sources(self) -> str:
        window = sum(len(verdicts) for _, verdicts in self.d.window)
        text = self.t("head.sources_total", count=window) if window else self.texts["head.sources_none"]
        kinds = self.join((self.t(f"kind.{kind}", count=n) for kind, n in self.d.kinds), "list")
        authors = self.join((f"{safe.inline(author)} {n}" for author, n in self.d.authors), "list")
        text += self.brackets([kinds, self.t("head.authors", list=authors) if authors else ""], "semicolon")
        beside = [
            self.t(f"head.{key}", count=len(verdicts))
            for key, verdicts in (("late", self.d.arrivals), ("earlier", self.d.earlier))
            if verdicts
        ]
        return text + (self.t("head.sources_beside", parts=self.join(beside)) if beside else "")

    def adoption_counts(self) -> str:
        taken = sum(a.adopted_day is not None for a in self.d.judgement.adoptions)
        left = len(self.d.judgement.adoptions) - taken
        parts = (self.t(f"head.{key}", count=n) for key, n in (("adopted", taken), ("unadopted", left)) if n)
        return self.join(parts)

    def adoption(self, a: Adoption) -> str:
        proposed = self._once(a.proposed_section) if a.proposed_section else ""
        if a.adopted_day is None:
            key = "not_adopted" if proposed else "not_adopted_unplaced"
        elif not a.section:
            key = "adopted_unplaced"
        else:
            key = "adopted_as_proposed" if a.proposed_section in (None, a.section) else "adopted_elsewhere"
        fate = self.t(
            f"head.{key}", day=f"{a.proposed_day:%m-%d}", proposed=proposed, section=self._once(a.section or "")
        )
        title, _ = self.quoted(a.title, TITLE_LIMIT)
        return f"{title}{self.texts['colon']}{fate}{self.mark(subject=('adoption', a.increment_id))}"

    def _once(self, name: str) -> str:
        """A section that an earlier day named; the document may have been renumbered since."""
        gone = self.d.title_of(name) is None
        return self.t("section.gone", name=safe.inline(name)) if gone else self.section(name)

    def pins(self) -> str:
        h = self.d.header
        return self.t(
            "head.pins_text", code=safe.code(h.code_version[:12] or "—"), input=safe.code(h.input_sha256[:12] or "—")
        )
