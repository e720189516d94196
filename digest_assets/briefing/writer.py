"""The lines of a briefing, one method each.

Belongs here: turning single parts of the view into lines. Never here: the order of lines (``template.md.j2``), texts
(``frames/``), the arrangement (``document``).
"""

from __future__ import annotations

from collections.abc import Iterable

from digest_assets.briefing import safe
from digest_assets.briefing.document import MAX_KNOWN, MAX_PLACES, Category, Item, Paper, Row, Shown
from digest_assets.briefing.head import TITLE_LIMIT, Head
from digest_assets.briefing.words import capital, span
from digest_assets.model import Action, Candidate, CardCount, Quote, Verdict, Vote

SAYS_LIMIT, KNOWN_LIMIT, CELL_LIMIT = 280, 200, 130  # code points
OVERVIEW = 5  # increments named in the overall judgement
_DENSITIES = ("none", "low", "medium", "high")


class Writer(Head):
    """Writes the lines of one briefing."""

    # --- 0: overall --------------------------------------------------------------------------------------------------

    def density(self) -> str:
        j = self.d.judgement
        conflicts = sum(c.kind == "conflict" for c in j.cautions)
        musts = self.brackets([self.t("overall.musts", count=self.d.musts)]) if self.d.musts else ""
        parts = [self.t("overall.increments", count=len(j.increments)) + musts if j.increments else ""]
        if conflicts:
            parts.append(self.t("overall.conflicts", count=conflicts))
        if len(j.cautions) > conflicts:
            parts.append(self.t("overall.checks", count=len(j.cautions) - conflicts))
        if not j.cautions:
            parts.append(self.texts["overall.no_warnings"])
        return f"{self.label(f'density.{j.density}')}{self.sentence(parts)}"

    def overview(self) -> list[str]:
        """The increments at a glance, then what is new about the pattern."""
        lines = [self._glance(item) for item in self.d.items[:OVERVIEW]]
        if len(self.d.items) > OVERVIEW:
            lines.append(self.t("overall.more", count=len(self.d.items) - OVERVIEW))
        lines.append(self.label("overall.cards") + self.sentence(self._cards()))
        trend = self._trend()
        if trend:
            lines.append(self.label("overall.trend") + self.join(trend, "semicolon") + self.texts["stop"])
        if self.d.judgement.pattern.repeats_only:
            paths = self.join((self.path(p) for p in self.d.judgement.pattern.repeats_only), "list")
            lines.append(self.label("overall.repeats") + paths)
        return lines

    def _glance(self, item: Item) -> str:
        increment = item.increment
        name = self.t("increments.name", rank=increment.rank)
        place = self._place(increment.placement[0]) if increment.placement else self.texts["section.none"]
        title = self.short(increment.title, 60)
        head = f"{capital(name)} {'★' * increment.stars}{self.brackets([place])}{self.texts['colon']}"
        return head + title + self._lead(item)

    def _cards(self) -> list[str]:
        before = self.d.judgement.pattern.days_without_cards
        new = [self._card(c, False) for c in self.d.judgement.cards if c.relation == "primary" and c.in_window]
        if new:
            named = self.brackets([self.join(new, "list")]) if len(new) <= OVERVIEW else ""
            broke = self.t("overall.cards_broke", days=before) if before else ""
            return [self.t("overall.cards_today", count=len(new)) + named, broke]
        return [self.texts["overall.cards_none"], self.t("overall.cards_streak", days=before + 1) if before else ""]

    def _trend(self) -> list[str]:
        pattern = self.d.judgement.pattern
        if len(pattern.densities) < 2:
            return []
        days = self.join(
            (
                self.t("overall.trend_day", day=f"{day:%m-%d}", density=self.texts[f"density.short_{density}"])
                for day, density in pattern.densities
            ),
            "list",
        )
        since, today = pattern.since_last_increment, bool(self.d.judgement.increments)
        if since is None:
            return [days, self.texts["overall.trend_never"]]
        if today and since == 1:
            return [days]
        if since == 1:
            return [days, self.texts["overall.trend_yesterday"]]
        return [days, self.t("overall.trend_since" if today else "overall.trend_waiting", days=since)]

    # --- 1: increments -----------------------------------------------------------------------------------------------

    def _lead(self, item: Item) -> str:
        inc = item.increment.increment_id
        marks = [self.mark(subject=("increment", inc))]
        return "".join(marks + [self.mark(increment_id=inc, quote=quote) for quote in item.lead])

    def _place(self, vote: Vote) -> str:
        return self.section(vote.section, vote.title)

    def item_title(self, item: Item) -> str:
        increment = item.increment
        tags = [self.texts[f"increments.stars_{increment.stars}"]]
        if increment.kind != "new":
            tags.append(self.texts[f"increments.kind_{increment.kind}"])
        if increment.late:
            tags.append(self.texts["increments.late"])
        place = self._place(increment.placement[0]) if increment.placement else self.texts["section.none"]
        title = self.short(increment.title, TITLE_LIMIT)
        text = self.t("increments.title", rank=increment.rank, section=place, title=title, tags=self.join(tags))
        return text + self._lead(item)

    def belongs(self, item: Item) -> str:
        """Sections best first, with the lines of the document that speak for the best one."""
        votes = item.increment.placement[:MAX_PLACES]
        if not votes:
            text = self.texts["increments.section_missing" if item.increment.missing_section else "section.none"]
            return text + self.mark(subject=("increment", item.increment.increment_id))
        baseline = self.d.header.baseline.path
        voters = sorted({(v.line, v.line) for v in votes[0].voters[:3] if v.path == baseline and v.line > 0})
        text = self._place(votes[0])
        text += self.brackets([self.t("increments.nearest", lines=self.lines(voters))]) if voters else ""
        parts = [text]
        if len(votes) > 1:
            others = self.join((self._place(v) for v in votes[1:]), "list")
            parts.append(self.t("increments.then", sections=others))
        if item.increment.missing_section:
            parts.append(self.texts["increments.section_missing"])
        return self.join(parts, "semicolon") + self.mark(subject=("increment", item.increment.increment_id))

    def correction(self, item: Item) -> str:
        row = next((r for r in self.d.rows if r.caution.increment_id == item.increment.increment_id), None)
        named = self.t("warnings.name", number=row.number) if row else ""
        return self.t("increments.correction_text", row=named or self.texts["increments.correction_it"]) + self.mark(
            subject=("increment", item.increment.increment_id)
        )

    def shown(self, one: Shown, increment_id: str) -> str:
        text, told = self.quoted(one.quote.text, SAYS_LIMIT)
        also = self.t("place.also", places=self.join((self.at(q) for q in one.also), "list")) if one.also else ""
        lines = self.lines([(one.quote.line_start, one.quote.line_end)])
        marks = "".join(self.mark(increment_id=increment_id, quote=q) for q in (one.quote, *one.also))
        return text + self.brackets([lines, told, also]) + marks

    def elsewhere(self, item: Item) -> str:
        places = (safe.code(f"{path}:{','.join(span(*s) for s in lines)}") for path, lines in item.elsewhere)
        inc, wanted = item.increment.increment_id, dict(item.elsewhere)
        quotes = {
            (q.path, q.line_start, q.claim_id): q
            for q in (*item.increment.says, *(e.quote for e in item.increment.evidence))
            if (q.line_start, q.line_end) in wanted.get(q.path, ())
        }
        marks = "".join(self.mark(increment_id=inc, quote=q) for q in quotes.values())
        return self.texts["increments.support"] + self.texts["colon"] + self.join(places, "list") + marks

    def known(self, item: Item) -> list[str]:
        """What the baseline has (a line each), and what it lacks."""
        inc = item.increment.increment_id
        lines = []
        for quote in item.increment.known[:MAX_KNOWN]:
            text, told = self.quoted(quote.text, KNOWN_LIMIT)
            section = self.d.section_of(quote)
            at = self.lines([(quote.line_start, quote.line_end)]) if section else self.at(quote)
            place = (
                self.t("increments.known_at", section=self.section(section.name, section.title), line=at)
                if section
                else at
            )
            lines.append(
                f"{self.label('increments.known')}{text}{self.brackets([place, told])}"
                f"{self.mark(increment_id=inc, quote=quote)}"
            )
        missing = self.said(item.increment.missing)
        if missing:
            return [*lines, self.label("increments.missing") + missing]
        return lines or [self.label("increments.known") + self.texts["increments.known_none"]]

    def candidate(self, c: Candidate) -> str:
        open_ = "" if c.candidate_id else "_open"
        name = self.t(f"increments.{c.kind}{open_}", id=safe.inline(c.candidate_id or ""))
        text, told = self.quoted(c.text, SAYS_LIMIT)
        text += self.brackets([self.at(c.quote) if c.quote else "", told])
        marks = self.mark(subject=("candidate", c.candidate_id or c.text))
        marks += self.mark(increment_id=c.increment_id, quote=c.quote) if c.quote else ""
        label = self.t("label", label=f"{self.texts['increments.candidate']} {name}")
        return label + text + marks

    def reasons(self, item: Item) -> str:
        return self.join((self.said(reason) for reason in item.increment.star_reasons), "semicolon")

    def no_increments(self) -> str:
        spoken = any(v.verdict in ("used", "covered") for v in self.d.judgement.verdicts)
        return self.texts["increments.none_covered" if spoken else "increments.none_silent"]

    # --- 2, 3: tables ------------------------------------------------------------------------------------------------

    def columns(self, key: str) -> str:
        names = self.texts[key].split("|")
        return _row(names) + "\n" + "|" + "---|" * len(names)

    def warning(self, row: Row) -> str:
        c = row.caution
        subject = self.short(c.subject, 60)
        if c.attribute not in ("", c.kind, c.subject):
            subject = self.t("warnings.subject", subject=subject, attribute=self.attribute(c.attribute))
        matter = self.label(f"warnings.{c.kind}") + subject
        if c.kind == "conflict" and len(c.values) > 1:
            matter += self.texts["colon"] + self.texts["warnings.versus"].join(self.short(v, 40) for v in c.values)
        if row.rank is not None:
            matter += self.brackets([self.t("increments.name", rank=row.rank)])
        other = self._side(c.b, c.values, row) if c.b is not None else self.said(c.reason, start=True)
        cells = [
            str(row.number),
            matter,
            self._side(c.a, c.values, row),
            other,
            self.texts[f"warnings.risk_{c.risk}"],
            self.said(c.action, start=True),
        ]
        return _row(cells) + self.mark(subject=("warning", c.warning_id))

    def _side(self, quote: Quote, values: tuple[str, ...], row: Row) -> str:
        text, told = self.quoted(quote.text, CELL_LIMIT, values)
        section = self.d.section_of(quote)
        place = [self.at(quote), self.section(section.name, section.title) if section else "", told]
        return text + self.brackets(place) + self.mark(increment_id=row.caution.increment_id, quote=quote)

    def paper(self, paper: Paper) -> str:
        row = paper.row
        known = row.title or next(
            (c.title for c in self.d.judgement.cards if c.arxiv_id == row.arxiv_id and c.title), None
        )
        title = self.short(known, 90) if known else self.texts["papers.untitled"]
        owner = self.t("increments.name", rank=paper.rank) if paper.rank else self.texts["papers.reference"]
        section = self.section(paper.section) if paper.section else self.texts["papers.nowhere"]
        places = [safe.code(f"{path}:{line}") for path, line in row.mentions[:1]]
        if not places and row.card_path:
            places = [self.path(row.card_path)]
        more = self.t("papers.more", count=len(row.mentions)) if len(row.mentions) > 1 else ""
        at = places[0] + self.brackets([more]) if places else self.texts["papers.nowhere"]
        link = f"[{safe.inline(row.arxiv_id)}](https://arxiv.org/abs/{row.arxiv_id})"
        return _row([link, title, capital(owner), section, at]) + self.mark(subject=("paper", row.arxiv_id))

    # --- 4: sources --------------------------------------------------------------------------------------------------

    def ledger(self, verdicts: tuple[Verdict, ...]) -> list[str]:
        """Bullets of one verdict: those that share a reason stand under it, so that it is said once."""
        shared: dict[str, list[Verdict]] = {}
        for verdict in verdicts:
            shared.setdefault(self._reason(verdict), []).append(verdict)
        lines = []
        for reason, same in shared.items():
            if len(same) == 1:
                lines.append(f"- {self.verdict(same[0])}")
                continue
            lines.append("- " + self.t("sources.same_reason", reason=capital(reason), count=len(same)))
            lines += [f"  - {self.path(v.path)}{self.mark(subject=('verdict', v.path))}" for v in same]
        return lines

    def _given(self, path: str) -> str:
        """The increments and warnings that a source gave, by name."""
        ranks = [i.increment.rank for i in self.d.items if any(e.quote.path == path for e in i.increment.evidence)]
        rows = [r.number for r in self.d.rows if path in (r.caution.a.path, r.caution.b.path if r.caution.b else "")]
        names = (
            self.t(key, list=self.join(map(str, numbers), "list"), count=len(numbers))
            for key, numbers in (("sources.gave_increments", ranks), ("sources.gave_warnings", rows))
            if numbers
        )
        return self.join(names, "semicolon")

    def verdict(self, verdict: Verdict, *, named: bool = False) -> str:
        word = self.texts[f"sources.word_{verdict.verdict}"] + self.texts["semicolon"] if named else ""
        return f"{self.path(verdict.path)}{self.texts['colon']}{word}{self._reason(verdict)}" + self.mark(
            subject=("verdict", verdict.path)
        )

    def _reason(self, verdict: Verdict) -> str:
        given = self._given(verdict.path) if verdict.verdict == "used" else ""
        parts = [given or self.said(verdict.reason)]
        near = verdict.nearest
        names = {name for name, _ in verdict.reason.params}
        if verdict.duplicate_of and not any("path" in name for name in names):
            parts.append(self.t("sources.duplicate", path=self.path(verdict.duplicate_of)))
        if verdict.verdict == "covered" and near is not None and near.line > 0 and "line" not in names:
            place = Quote(near.text, near.path, near.line, near.line, None, None, "")
            section = self.d.section_of(place)
            where = self.section(section.name, section.title) + self.texts["comma"] if section else ""
            parts.append(self.t("sources.nearest", place=where + self.t("place.one", line=near.line)))
        return self.join(parts, "semicolon")

    def category(self, category: Category) -> str:
        name = (
            safe.block(safe.shorten(category.name, 40).text) if category.name else self.texts["sources.uncategorized"]
        )
        key = "sources.category_own" if category.own else "sources.category"
        cards = self.join((self._card(c, category.own) for c in category.cards), "list")
        return self.t(key, category=name, count=len(category.cards), list=cards)

    def _card(self, card: CardCount, named: bool) -> str:
        number = safe.inline(card.number) if card.number else self.path(card.path)
        if not named or not card.title:
            return number
        return f"{number} {self.short(card.title, 60)}"

    # --- 5: conclusion -----------------------------------------------------------------------------------------------

    def conclusion(self) -> str:
        d = self.d
        now, before = d.judgement.density, d.before
        parts = []
        musts = [self.t("increments.name", rank=i.increment.rank) for i in d.items if i.increment.stars == 2]
        if musts and len(d.items) > 1:
            parts.append(self.t("close.musts", list=self.join(musts, "list")))
        verify = sum(r.caution.risk == "verify" for r in d.rows)
        if verify:
            parts.append(self.t("close.verify", count=verify))
        if before is not None:
            step = _DENSITIES.index(now) - _DENSITIES.index(before)
            key = "close.same" if step == 0 else "close.rise" if step > 0 else "close.fall"
            parts.append(
                self.t(key, before=self.texts[f"density.short_{before}"], now=self.texts[f"density.short_{now}"])
            )
        if not d.judgement.actions:
            parts.append(self.texts["close.nothing"])
        text = capital(self.join(parts, "semicolon"))
        return self.label("close.conclusion") + text + self.texts["stop"] if text else ""

    def actions_label(self) -> str:
        return self.t("label", label=self.t("close.actions", count=len(self.d.judgement.actions)))

    def action(self, action: Action) -> str:
        rank, number = self.d.rank(action.increment_id), self.d.number(action.warning_id)
        refs = [
            self.t("increments.name", rank=rank) if rank else "",
            self.t("warnings.name", number=number) if number else "",
        ]
        return (
            self.said(action.phrase, start=True)
            + self.brackets(refs)
            + self.mark(subject=("action", str(action.ordinal)))
        )


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(safe.cell(c) for c in cells) + " |"
