"""What has to be verified: statements that contradict each other, links that cannot be right, figures and sources that
lack.

Belongs here: finding warnings and saying why. Never here: comparing two statements (``conflicts``), who is right.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources

from digest_assets.judge import cues, grounds, lexicon, subjects
from digest_assets.judge.conflicts import Relation, compare, within
from digest_assets.judge.facts import Statement
from digest_assets.judge.figures import meets, values_of
from digest_assets.judge.grounds import Grounds
from digest_assets.judge.lexical import fold
from digest_assets.judge.lines import Index, Line
from digest_assets.judge.matters import named
from digest_assets.judge.memory import Memory
from digest_assets.judge.sifting import Case, Told
from digest_assets.model import Caution, Phrase, Risk, UrlValue, WarningKind

_SUBJECT_LIMIT = 80
_ALIKE = 0.3  # of one statement's words in the other, by weight, before two figures are of one thing
_PLAIN = 0.7  # of a statement that names nothing, in one that does, before they are of one thing
_NEAR = 0.18  # less, and two statements are not compared at all
_SAME_PAPER = 24  # statements of a day on one paper that are compared with each other
_LOCAL = re.compile(
    r"[a-z]+://(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|\[::1\])(?=[:/]|$)", re.I
)  # there for nobody but the writer
_CUT_OFF = re.compile(r"/10\.\d{4,9}/[\d.]*\.$|[-_=&?]$|/10\.\d{4,9}/\d{4}(?:\.\d{2})?\.?$")
_MISSING_LEAD = re.compile(
    r"^\s*(?:[-*•]\s*)?[㐀-鿿]{0,3}"
    r"(?:没有|沒有|没说|沒說|没给|未给|无\b|[0-9]+b ?以上|no |not |nothing |without |missing\b|withheld)"
)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two statements that cannot both hold. ``b`` is None where one statement contradicts itself."""

    told: Told
    other: Line | None
    relation: Relation


def statement(line: Line, day: date, zone: str) -> Statement:
    """A line as the conflict rules read it; a living document's relative dates count from the judged day."""
    return Statement(line.text, values_of(line), line.day or day, zone, line.hint, line.cells, line.ids)


def clashes(found: Sequence[Case], memory: Memory, day: date, zone: str) -> list[Clash]:
    """Contradictions of today's statements with the document, with earlier days, with each other."""
    told = [
        t for case in found for t in case.told if not cues.proposal(t.claim.text) and not cues.hearsay(t.claim.text)
    ]
    settled = {t.key for case in found if case.matter.settled for t in case.told}
    about = {t.line.claim_id: subjects.of_told(case, t) for case in found for t in case.told}
    near_today = Memory([Index([t.line for t in told])], zone)
    on_paper: dict[str, list[Line]] = {}
    for t in told:
        if t.claim.values:
            for arxiv_id in sorted(about[t.line.claim_id].ids):
                on_paper.setdefault(arxiv_id, []).append(t.line)
    out: list[Clash] = []
    done: set[tuple[str, str]] = set()
    held: dict[tuple[str, bool], Grounds] = {}
    for t in told:
        own = about[t.line.claim_id]
        if lexicon.source_part().search(fold(t.claim.text)):
            inner = within(statement(t.line, day, zone))
            if inner.kind == "conflict":
                out.append(Clash(t, None, inner))
        mine = _grounds(held, t.line)
        if not mine or (t.familiar.known and t.familiar.rule in ("same", "values", "figure")):
            continue
        same_paper = [o for i in sorted(own.ids) for o in on_paper.get(i, ())[:_SAME_PAPER]]
        papers = {o.claim_id for o in same_paper}
        for other in (*memory.near(t.line), *near_today.near(t.line), *same_paper):
            if other.claim_id == t.claim.claim_id or other.text == t.claim.text or _superseded(t.line, other):
                continue
            pair = (min(t.claim.claim_id, other.claim_id), max(t.claim.claim_id, other.claim_id))
            if pair in done:
                continue
            done.add(pair)
            if not mine.meet(_grounds(held, other)):
                continue
            there = memory.share(t.line, other)
            if there < _NEAR and other.claim_id not in papers and memory.share(other, t.line) < _NEAR:
                continue
            relation = compare(statement(t.line, day, zone), statement(other, day, zone))
            if relation.kind != "conflict" or relation.values_a == relation.values_b:
                continue
            theirs = about.get(other.claim_id) or subjects.of_line(other)
            if not subjects.one_subject(own, theirs, relation):
                continue
            if not subjects.one_setting(t.line, other, relation, t.key in settled):
                continue
            back = memory.share(other, t.line)
            one, two = bool(own.own), bool(theirs.own)
            plain = back if one and not two else there if two and not one else 1.0  # of the side without a name
            if relation.reason.startswith("quantity") and (
                max(there, back) < _ALIKE or plain < _PLAIN or _said_elsewhere(t, other, relation, memory, zone)
            ):
                continue
            out.append(Clash(t, other, relation))
    return out


def _said_elsewhere(t: Told, other: Line, relation: Relation, memory: Memory, zone: str) -> bool:
    """Whether another line of the same text gives the statement's own figure: then it is of that line's thing."""
    mine = [v for v in t.claim.values if v.surface in relation.values_a]
    near = [o for o in memory.near(t.line) if o.path == other.path and o.claim_id != other.claim_id]
    return bool(mine) and any(
        all(meets(v, t.line.day, o, o.day, zone) for v in mine) and memory.share(t.line, o) >= _NEAR for o in near
    )


def _grounds(held: dict[tuple[str, bool], Grounds], line: Line) -> Grounds:
    key = (line.claim_id, line.values is None)  # values that are found again may be others than those that were read
    found = held.get(key)
    if found is None:
        found = held[key] = grounds.of(line)
    return found


def _superseded(mine: Line, other: Line) -> bool:
    """Whether a line is of an earlier version of the same file: it is said no longer."""
    return mine.path == other.path and mine.content_sha256 != other.content_sha256


def conflicts(found: Sequence[Clash]) -> list[Caution]:
    """A row per contradiction: pairs that compare the same values are one, the document's side is shown where it has
    one.
    """
    kept: list[tuple[frozenset[str], set[str], Clash]] = []
    order = sorted(found, key=lambda c: (c.other is None or c.other.day is not None, c.told.line.path, c.told.at))
    for clash in order:
        values = frozenset(fold(v) for v in (*clash.relation.values_a, *clash.relation.values_b))
        sides = {clash.told.claim.claim_id} | ({clash.other.claim_id} if clash.other else set())
        for seen_values, seen_sides, first in kept:
            same_values = values == seen_values
            same_claim = clash.told.claim.claim_id == first.told.claim.claim_id and bool(values & seen_values)
            same_view = clash.told.view is first.told.view and same_values
            if same_view or ((same_values or same_claim) and (_alike(clash, first) or seen_sides & sides)):
                seen_sides |= sides
                break
        else:
            kept.append((values, sides, clash))
    return [_conflict(clash) for _, _, clash in kept]


def _alike(a: Clash, b: Clash) -> bool:
    one, other = set(a.relation.subject.split()), set(b.relation.subject.split())
    return a.relation.attribute == b.relation.attribute and (not one or not other or bool(one & other))


def _conflict(clash: Clash) -> Caution:
    t, relation = clash.told, clash.relation
    a, b = t.line.quote(), clash.other.quote() if clash.other else None
    values = (*relation.values_a, *relation.values_b)
    if clash.other is not None and clash.other.day is None:
        where = "baseline"
    elif clash.other is None or clash.other.path == t.line.path:
        where = "within"
    elif clash.other.day == t.line.day:
        where = "today"
    else:
        where = "earlier"
    subject = _subject(t, relation.subject)
    return Caution(
        _id("conflict", a.claim_id or "", (b.claim_id if b else None) or "", values), "conflict", subject,
        relation.attribute or "quantity", a, b, values, "verify",
        Phrase("action.check_primary", (("subject", subject),)),
        Phrase(
            f"reason.conflict_{where}",
            (("rule", relation.reason), ("a", " / ".join(relation.values_a)), ("b", " / ".join(relation.values_b))),
        ),
        None, None,
    )  # fmt: skip


def _subject(t: Told, fallback: str) -> str:
    """What a warning is about, in the source's words: the statement's lead, else its matter's title."""
    text = t.claim.text
    lead = re.match(r"^([^:：|,，。;；]{2,60}?)\s*(?:[:：|]|$)", text)
    title = t.matter.title
    words = lead.group(1).strip() if lead and t.claim.kind != "table_row" else ""
    if t.matter.kind == "note" and not named(title):
        title = ""
    if words and title and fold(words) not in fold(title) and t.matter.kind not in ("loose",):
        return f"{title} · {words}"[:_SUBJECT_LIMIT]
    return (title or words or fallback or text)[:_SUBJECT_LIMIT]


def _id(kind: WarningKind, *parts: object) -> str:
    return hashlib.sha256("\n".join((kind, *map(str, parts))).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _single(kind: WarningKind, t: Told, values: tuple[str, ...], risk: Risk, action: Phrase, reason: Phrase) -> Caution:
    return Caution(
        _id(kind, t.claim.claim_id, *values), kind, _subject(t, ""), kind, t.line.quote(), None, values, risk, action,
        reason, None, None,
    )  # fmt: skip


# --- links


@cache
def _hosts() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    table = tomllib.loads(resources.files("digest_assets.judge").joinpath("data/code_hosts.toml").read_text("utf-8"))
    return (
        frozenset(table["hosts"]["names"]),
        frozenset(table["reserved"]["owners"]),
        frozenset(table["reserved"]["kinds"]),
        frozenset(table["pages"]["fine"]),
    )


def impossible_owner(url: str, *, code: bool = False) -> str:
    """The reserved word that stands where a code host has its owner, "" where the address may be right.

    A page such as ``github.com/features`` alone is no repository and nothing to doubt; with a further step it is.
    ``code``: the text says that code is there, so that even the site's own pages with a further step are doubtful.
    """
    hosts, reserved, kinds, fine = _hosts()
    plain = re.sub(r"^[a-z]+://", "", url.strip(), flags=re.I)
    place, _, query = plain.partition("?")
    host, _, path = place.partition("/")
    host = re.sub(r"^www\.", "", host.lower())
    steps = [s for s in path.split("/") if s]
    if host not in hosts or not steps:
        return ""
    owner = steps[0].lower()
    if owner in kinds:
        steps = steps[1:]
        owner = steps[0].lower() if len(steps) > 1 else ""
    if owner not in reserved or (owner in fine and not code):
        return ""
    redirected = "next=" in query.lower() or "return_to=" in query.lower()
    return owner if len(steps) >= 2 or redirected else ""


def suspect_links(found: Sequence[Case]) -> list[Caution]:
    """Addresses on the topic that cannot be right: a reserved owner, cut off, or doubted by the note itself."""
    out: list[Caution] = []
    seen: set[str] = set()
    for case in found:
        for t in case.told:
            for value in t.claim.values:
                if not isinstance(value, UrlValue) or fold(value.url) in seen:
                    continue
                owner = impossible_owner(value.url, code=cues.code_at(t.claim.text))
                broken = not value.complete or _broken(value.url)
                if not owner and not broken:
                    continue
                seen.add(fold(value.url))
                action = Phrase("action.find_link", (("subject", case.matter.title[:_SUBJECT_LIMIT]),))
                reason = (
                    Phrase("reason.reserved_owner", (("owner", owner),))
                    if owner
                    else Phrase("reason.broken_link", (("url", value.surface),))
                )
                risk: Risk = "verify" if owner and t.state != "known" else "low"
                out.append(_single("suspect_link", t, (value.surface,), risk, action, reason))
    return out


def _broken(url: str) -> bool:
    """Whether an address is there for nobody else, or ends where no address ends: in the middle of an identifier."""
    return bool(_LOCAL.match(url) or _CUT_OFF.search(url))


# --- figures and sources


def unquantified(case: Case) -> list[Caution]:
    """Where a thing that is taken in lacks a figure: a change without a size, or a figure that the source says is
    missing.
    """
    vague: list[tuple[Told, str]] = []
    told_missing: list[tuple[Told, str]] = []
    for t in case.told:
        text = t.claim.text
        if cues.proposal(text):
            continue
        word = cues.vague(text)
        if word:
            vague.append((t, word))
            continue
        absent = cues.missing_figure(text)
        heading = t.claim.heading_path[-1] if t.claim.heading_path else ""
        if absent and (
            _MISSING_LEAD.match(fold(text)) or _MISSING_LEAD.match(fold(heading)) or cues.all_they_say(text)
        ):
            told_missing.append((t, absent))
    if vague:
        return [_lacking(*vague[0], "reason.vague")]
    if told_missing:
        t, word = max(told_missing, key=lambda m: (any(c.isdigit() for c in m[0].claim.text), -m[0].at))
        return [_lacking(t, word, "reason.unquantified")]
    return []


def _lacking(t: Told, word: str, key: str) -> Caution:
    return _single("unquantified", t, (word,), "low", Phrase("action.find_figure"), Phrase(key, (("words", word),)))


def unsourced(found: Sequence[Case]) -> list[Caution]:
    """Hearsay and superlatives on the topic: the source does not say who says so."""
    out = []
    seen: set[tuple[str, int]] = set()
    for case in found:
        for t in case.told:
            text, place = t.claim.text, (t.view.path, t.claim.item)
            if place in seen or cues.vague(text):
                continue
            word, key = cues.hearsay(text), "reason.hearsay"
            if not word and not _has_source(case, t):
                word, key = cues.superlative(text, on_topic=t.evidence > 0), "reason.superlative"
            if word:
                seen.add(place)
                action = Phrase("action.find_source", (("subject", case.matter.title[:_SUBJECT_LIMIT]),))
                out.append(_single("unsourced", t, (word,), "low", action, Phrase(key, (("words", word),))))
    return out


def _has_source(case: Case, t: Told) -> bool:
    """Whether a statement stands on something: a paper's card, an address or paper beside it, what is known already."""
    if case.matter.kind == "card" or t.state == "known" or cues.proposal(t.claim.text):
        return True
    claims = t.view.reading.claims
    beside = case.items[t.claim.item]
    return any(t.view.ids[at] or any(isinstance(v, UrlValue) for v in claims[at].values) for at in beside)
