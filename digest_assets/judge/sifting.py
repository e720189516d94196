"""A topic's share of a day: matters on the topic, and what each of their statements adds.

Belongs here: choosing the matters, asking memory of each statement, weighing what is new. Never here: joining matters
(``grouping``), conflicts (``cautions``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from digest_assets.judge import cues, matters, topics
from digest_assets.judge.figures import telling
from digest_assets.judge.history import History
from digest_assets.judge.lexical import fold, mostly_han
from digest_assets.judge.lines import Line
from digest_assets.judge.matters import Matter
from digest_assets.judge.memory import Familiar, Memory
from digest_assets.judge.topics import Standing
from digest_assets.judge.working import Prepared, View
from digest_assets.model import Claim, QuantityValue, UrlValue, Value
from digest_assets.reading import european
from digest_assets.reading.cards import field_name

State = Literal["new", "known", "conflict", "remark"]

_FIGURE, _COUNT, _ADDRESS, _PLAIN = (
    1.0,
    0.4,
    0.4,
    0.25,
)  # what a statement adds: a telling value, a small count, a link, words alone
_MOST = 2.5  # that one statement can add
_OFF_WORDS = 0.5  # of a statement without a word of the topic, in a matter whose title has none either
_OF_ALL = ("predigest", "routed", "company", "category", "relatives")  # then all of a matter is of the topic
_PERSONAL = 0.5  # of a statement about its writer
_COMPANY_SHARE = 0.25  # of an item's words that are the document's, where the rest of its note is on the topic
_COMPANY_PART = 0.15  # the same of a part that is about a paper
_ID = 3.0  # a paper that nobody named before
_HAND = re.compile(r"\b(?:i|i'm|i've|my|me|we|our|us)\b|我|咱|本人|大家")
_NUMBERLESS = frozenset(["", "个", "篇", "条", "项", "次", "份"])


@dataclass(slots=True)
class Told:
    """A statement on the topic."""

    view: View
    matter: Matter
    at: int  # place in the reading's claims
    evidence: float  # of its own words for the topic
    familiar: Familiar
    state: State
    weight: float = 0.0

    @property
    def claim(self) -> Claim:
        return self.view.reading.claims[self.at]

    @property
    def line(self) -> Line:
        return self.view.lines[self.at]

    @property
    def key(self) -> tuple[str, int]:
        return self.view.path, self.at


@dataclass(slots=True)
class Case:
    """A matter on the topic with its statements."""

    view: View
    matter: Matter
    standing: Standing
    told: list[Told]
    new_ids: tuple[str, ...] = ()  # papers that it brings
    known_ids: tuple[str, ...] = ()
    relation: Literal["primary", "adjacent", "other"] = "other"  # of a card
    score: float = 0.0
    names: frozenset[str] = field(default_factory=frozenset)  # of its title and leads
    items: Mapping[int, Sequence[int]] = field(default_factory=dict)  # natural item -> its statements' places
    cited: Sequence[int] = ()  # places of statements with an arXiv id

    @property
    def order(self) -> tuple[bool, object, str, int]:
        source = self.view.given.source
        return self.view.late, source.observed_at, source.path, self.matter.ordinal


def cases(prepared: Prepared, key: str, history: History, memory: Memory) -> list[Case]:
    """The matters on a topic, sources by time and path, arrivals last. Twins and the queue give none."""
    views = [
        view
        for view in prepared.views
        if view.given.source.kind != "queue"
        and view.path not in prepared.twins
        and not history.same_bytes(view.given.source.content_sha256)
    ]
    every = [(view, m, stands(prepared, view, place, key)) for view in views for place, m in enumerate(view.matters)]
    papers = {c.arxiv_id for view, _, stood in every if stood[0].on and (c := view.reading.card)}
    out = []
    for view, matter, stood in every:
        if not stood[0].on and _on_told_paper(prepared, view, matter, papers, history):
            stood = replace(stood[0], on=True, rule="paper"), stood[1]
        if stood[0].on:
            out.append(_case(prepared, key, view, matter, stood, memory, history))
    return sorted(out, key=lambda c: c.order)


def _on_told_paper(
    prepared: Prepared, view: View, matter: Matter, papers: Collection[str | None], history: History
) -> bool:
    """Whether a matter of an undeclared note is about a paper of the topic, told earlier or on a card today."""
    if matter.kind == "card" or view.away or declared_topic(prepared, view) is not None:
        return False
    return any(i in papers or history.index.holding(f"id:{i}") for at in matter.claims for i in view.ids[at])


def stands(
    prepared: Prepared, view: View, place: int, key: str
) -> tuple[Standing, Literal["primary", "adjacent", "other"]]:
    """How a matter of a source stands to a topic."""
    matter, profile = view.matters[place], prepared.profiles[key]
    here = view.standings[place][key][0]
    if matter.kind == "card":
        return topics.of_card(view.reading, matter, here, profile, prepared.inputs.topics[key])
    declared = declared_topic(prepared, view)
    labelled = [view.reading.claims[at].text for at in matter.claims if at in view.labelled]
    decided = topics.decide(
        labelled, view.standings[place], profile, declared, tuple(prepared.profiles), prepared.elsewhere[key], view.away
    )
    if not decided.on and declared is None and not view.away:
        proposes = matter.kind == "loose" and any(cues.proposal(c.text) for c in view.claims(matter))
        share = view.standings[place][key][1]
        beside = not matter.aside and (
            (matter.kind == "item" and share >= _COMPANY_SHARE)
            or (matter.kind == "part" and share >= _COMPANY_PART and any(view.ids[at] for at in matter.claims))
        )
        path = matter.path if matter.kind == "item" else None
        hinted = here.strength >= topics.NAME_WEIGHT and all(
            s.strength == 0 for k, (s, _) in view.standings[place].items() if k != key
        )
        carried = matter.kind == "item" and not matter.aside and not matter.settled
        whole = carried and _related(prepared, view, matter, key, share) and _one_topic(view, key, matter.path)
        least = 1 if proposes or any(view.ids[at] for at in matter.claims) else 2
        if whole or ((proposes or beside) and _main_topic(view, key, least, path)) or (
            carried and hinted and _main_topic(view, key, 1, path)
        ):
            return replace(decided, on=True, rule="company"), "other"
    return decided, "other"


def declared_topic(prepared: Prepared, view: View) -> str | None:
    """The topic that a predigest is of: its key, "" for one without a document; None for other sources."""
    named = view.given.source.predigest_topic
    if view.given.source.kind != "predigest" or not named:
        return None
    label = fold(named)
    return next((key for key, p in prepared.profiles.items() if label in p.labels), "")


def _main_topic(view: View, key: str, least: int, path: tuple[str, ...] | None) -> bool:
    """Whether so many matters of a source (under the same headings) speak of this topic, and more than of any other."""
    beside = [s for m, s in zip(view.matters, view.standings, strict=True) if path is None or m.path == path]
    counts = {k: sum(s[k][0].on for s in beside) for k in (beside[0] if beside else {})}
    return counts.get(key, 0) >= least and all(n < counts[key] for k, n in counts.items() if k != key)


def _related(prepared: Prepared, view: View, matter: Matter, key: str, share: float) -> bool:
    """Whether an item without the topic's terms may still be of it: it shares a word with the document, is told as
    news, bears a name, or is in another language than the document.
    """
    texts = [c.text for c in view.claims(matter)]
    names = any(matters.strong_names(text) for text in texts)
    abroad = any(mostly_han(text) != prepared.documents[key].han or european.spoken(text) for text in texts)
    return share > 0 or names or abroad or any(cues.called_new(text) for text in texts)


def _one_topic(view: View, key: str, path: tuple[str, ...]) -> bool:
    """Whether the items of a gathering speak of this topic, most of them and none of another."""
    items = [s for m, s in zip(view.matters, view.standings, strict=True) if m.path == path and m.kind == "item"]
    on = sum(s[key][0].on for s in items)
    others = any(s[k][0].on for s in items for k in s if k != key)
    return on >= 2 and on * 2 >= len(items) and not others


def _case(
    prepared: Prepared,
    key: str,
    view: View,
    matter: Matter,
    stood: tuple[Standing, Literal["primary", "adjacent", "other"]],
    memory: Memory,
    history: History,
) -> Case:
    standing, relation = stood
    document = prepared.documents[key]
    told = []
    quiet_items = _quiet_items(view, matter)
    for at, evidence in zip(matter.claims, standing.by_claim, strict=True):
        claim = view.reading.claims[at]
        if claim.kind == "heading" or (claim.kind == "field" and not _content_field(claim)):
            continue
        familiar = memory.check(view.lines[at], claim.values)
        state: State = "known" if familiar.known else "new"
        beside = claim.kind == "table_row" and matter.kind == "item" and evidence == 0  # a row on something else
        if _remark(claim) or beside or claim.item in quiet_items:
            state = "known" if familiar.known else "remark"
        told.append(Told(view, matter, at, evidence, familiar, state))
    primary = _primary_ids(view, matter)
    new = tuple(i for i in primary if i not in document.ids and not history.index.holding(f"id:{i}"))
    case = Case(view, matter, standing, told, new, tuple(i for i in primary if i not in new), relation)
    case.names = lead_names(view, matter)
    case.items = view.items(matter)
    case.cited = [at for at in matter.claims if view.ids[at]]
    weigh(case)
    return case


def _content_field(claim: Claim) -> bool:
    """Whether a card's field says something of the paper: its title."""
    return bool(claim.cells) and field_name(claim.cells[0][0]) == "title"


def _remark(claim: Claim) -> bool:
    """Whether a statement is no news whatever it says: a proposal, hearsay, a word on the note itself."""
    text = claim.text
    return bool(
        cues.proposal(text)
        or cues.hearsay(text)
        or cues.left_out(text)
        or cues.about_note(text)
        or cues.nothing_new(text)
    )


def _quiet_items(view: View, matter: Matter) -> frozenset[int]:
    """Natural items of which the note says that they are not new; a paragraph where its last words say so."""
    claims = view.reading.claims
    last: dict[int, int] = {}
    for at in matter.claims:
        last[claims[at].item] = at
    return frozenset(
        claims[at].item
        for at in matter.claims
        if cues.nothing_new(claims[at].text)
        and (claims[at].kind in ("list_item", "table_row") or at == last[claims[at].item])
    )


def _primary_ids(view: View, matter: Matter) -> tuple[str, ...]:
    """The papers that a matter is about: in its title, its card, its first statements, the leads of its items."""
    if matter.kind == "card":
        card = view.reading.card
        return (card.arxiv_id,) if card and card.arxiv_id else ()
    claims = view.reading.claims
    found: list[str] = []
    seen_items: set[int] = set()
    spoken = 0
    title_names = matters.strong_names(matter.title)
    for at in matter.claims:
        claim = claims[at]
        first_of_item = claim.item not in seen_items or claim.kind == "table_row"
        seen_items.add(claim.item)
        spoken += claim.kind != "heading"
        near = spoken <= 3 or claim.kind == "heading"
        if matter.kind != "note":
            near = near or first_of_item
        elif not matters.named(matter.title):
            near = near or (claim.kind == "list_item" and first_of_item)
        else:
            near = near or bool(title_names & matters.strong_names(claim.text))
        if near:
            found.extend(view.ids[at])
    if matter.kind != "note" or spoken <= 3:
        found.extend(i for at in matter.claims[:2] for i in view.ids[at])
    if not found and len({i for at in matter.claims for i in view.ids[at]}) == 1:
        at_all = next(i for at in matter.claims for i in view.ids[at])
        if matter.kind != "note" or not title_names:
            found.append(at_all)
    return tuple(dict.fromkeys(found))


def lead_names(view: View, matter: Matter) -> frozenset[str]:
    """The names in a matter's title and first statement."""
    claims = view.reading.claims
    names = set(matters.strong_names(matter.title))
    first = next((claims[at] for at in matter.claims if claims[at].kind != "heading"), None)
    if first is not None:
        names |= matters.strong_names(first.text[:80])
    return frozenset(names)


def weigh(case: Case) -> None:
    """What a matter adds: the new values of its statements, and its new papers."""
    total = 0.0
    for told in case.told:
        told.weight = _weight(told, case) if told.state in ("new", "conflict") else 0.0
        total += told.weight if told.state == "new" else 0.0
    if case.matter.settled or case.matter.aside:
        total = 0.0
    case.score = round(total + _ID * len(case.new_ids), 4)


def _weight(told: Told, case: Case) -> float:
    slight = told.familiar.refined
    weight = sum(_FIGURE if _figure(v) and v not in slight else _COUNT for v in told.familiar.missing)
    if any(isinstance(v, UrlValue) and v.complete for v in told.claim.values):
        weight += _ADDRESS
    weight += _PLAIN
    if _HAND.search(fold(told.claim.text)) and not told.view.ids[told.at]:
        weight *= _PERSONAL
    of_all = case.standing.titled or case.standing.named or case.matter.kind == "card" or case.standing.rule in _OF_ALL
    if not (told.evidence or of_all or cues.called_new(told.claim.text)):
        weight *= _OFF_WORDS
    return min(weight, _MOST)


def _figure(value: Value) -> bool:
    if isinstance(value, QuantityValue):
        return value.unit not in _NUMBERLESS or sum(c.isdigit() for c in value.surface) >= 3
    return telling(value)
