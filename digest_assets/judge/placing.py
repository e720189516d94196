"""Where an increment belongs: likeness to the document's sections, and what sources and known lines say of it.

Belongs here: joining these into one ranking. Never here: likeness itself (``placement``).

Besides likeness count: a section that a source itself names as the place ("§6.6", "section 4"), the sections of the
document's lines that the increment's statements meet (known, contradicted, or naming a gap), and for texts in another
language the everyday words in the document's.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from digest_assets.judge import aspects, cues, glossary, lexicon, topics
from digest_assets.judge.field import Profile
from digest_assets.judge.lexical import features, fold, mostly_han
from digest_assets.judge.lines import Line, text_terms
from digest_assets.judge.matters import strong_names
from digest_assets.judge.sifting import Case, Told
from digest_assets.judge.working import Document
from digest_assets.model import Nearest, Section, Vote

_QUERY = 700  # code points by which a section is sought
_NAMED = 1.5  # a section that a source names as the place
_MET = 0.12  # a known or contradicted line in it, each
_MET_MOST = 0.36
_GAP = 0.2  # a line in it that says what is lacking, near to what is said
_NEAR = 0.4  # the nearest lines of the title and the first statements, by how near they are
_QUERIES = 4
_HEADED = 0.06  # a heading's word in the title, by the log of how rare it is among headings
_HEADED_SMALL = 0.12  # the same, more in a small document, whose few lines say little of what its sections take
_ASPECT = 0.5  # everyday words of what a heading is about, in a small document
_SMALL, _LARGE = 60, 240  # lines of a small document, and of one that speaks for itself
_HEAD = 0.5  # likeness of the headings above it
_TELLS = 1.0  # weight of a statement that could carry an increment alone
_TOP = 5
_BRACKET = re.compile(r"[(（][^()（）]*[)）]")
_SECTION = re.compile(
    r"§\s*(\d+(?:\.\d+)*)|第\s*([0-9一二三四五六七八九十]{1,3}(?:\.\d+)*)\s*[节節章]|\bsections?\s+(\d+(?:\.\d+)*)",
    re.I,
)
_WITH_ID = re.compile(r"[^\s，,;；。：:]{1,30}\s*[(（](?:arxiv\s*[:：]\s*)?(\d{4}\.\d{4,5})(?:v\d+)?[)）]", re.I)
_DIGITS = {c: str(i) for i, c in enumerate("零一二三四五六七八九")}


def rank(
    title: str,
    cases: Sequence[Case],
    says: Sequence[Told],
    document: Document,
    profile: Profile,
    proposed: Literal["consensus", "question"] | None,
) -> tuple[Vote, ...]:
    """The sections that fit, best first; scores are shares of the sum of all that speaks for a section."""
    sections = document.reading.sections if document.reading else ()
    if not sections:
        return ()
    heads = " ".join(dict.fromkeys(c.matter.path[-1] for c in cases if c.matter.path))
    steering = _steering(title, says)
    told = [_without_known(t.claim.text, document) for t in steering]
    text = " ".join(dict.fromkeys([title, *_beside(cases), *told]))[:_QUERY]
    known = tuple(dict.fromkeys(i for c in cases for i in c.known_ids))
    votes = {v.section: v for v in _ranked(text, known, document) if not _apparatus(v)}
    small = min(1.0, max(0.0, (_LARGE - len(document.index)) / (_LARGE - _SMALL)))
    score = {name: vote.score for name, vote in votes.items()}
    for vote in _ranked(heads, (), document) if heads else ():
        if vote.section in score:
            score[vote.section] += _HEAD * vote.score
    voters: dict[str, list[Nearest]] = {}
    for place in _named(cases, sections, profile):
        if place in score:
            score[place] += _NAMED
    met: dict[str, float] = {}
    left = {t.key for t in says} - {t.key for t in steering}
    for t in (t for c in cases for t in c.told if t.key not in left):
        line = t.familiar.line
        if line is None or line.day is not None or line.path != document.path:
            continue
        name = document.name_at(line.line_start)
        if name is None or name not in score:
            continue
        if t.state in ("known", "conflict") or t.familiar.rule == "contradiction":
            met[name] = min(_MET_MOST, met.get(name, 0.0) + _MET)
            voters.setdefault(name, []).append(
                Nearest(line.path, line.line_start, line.text, t.familiar.score, t.familiar.rule)
            )
        elif cues.gap(line.text) and t.familiar.score >= 0.2:
            met[name] = max(met.get(name, 0.0), _GAP)
            voters.setdefault(name, []).append(Nearest(line.path, line.line_start, line.text, t.familiar.score, "gap"))
    for name, more in met.items():
        score[name] += more
    for name, more in _headed(title, votes, _above(sections), _HEADED + _HEADED_SMALL * small).items():
        score[name] += more
    for name, more in _of_aspect(" ".join([title, *told]), votes).items():
        score[name] += _ASPECT * small * more
    for query in (title, *told[:_QUERIES]):
        for line, share in _nearest(query, document):
            name = document.name_at(line.line_start)
            if name is not None and name in score:
                score[name] += _NEAR * share * (2 if cues.gap(line.text) else 1)
    total = sum(score[n] for n in sorted(score)) or 1.0
    order = sorted(score, key=lambda n: (-round(score[n], 9), list(votes).index(n)))
    ranked = [
        replace(
            votes[n], score=round(score[n] / total, 4), voters=tuple([*voters.get(n, ())[:2], *votes[n].voters][:3])
        )
        for n in order
    ]
    talk = []
    if proposed:
        second = document.placer.rank(text, known, proposed, top=2)[1:2]
        talk = [v for v in second if lexicon.discussion(v.title)]
    ranked = [v for v in ranked if v.section not in {t.section for t in talk}]
    return tuple([*ranked[:1], *talk, *ranked[1:]][:_TOP])


def _without_known(text: str, document: Document) -> str:
    """A statement without known works named with their ids: what a new thing is tried on is not its place."""

    def kept(m: re.Match[str]) -> str:
        return " " if m.group(1) in document.ids else m.group(0)

    return _WITH_ID.sub(kept, text)


def _steering(title: str, says: Sequence[Told]) -> list[Told]:
    """The statements that say where an increment belongs: what contradicts or is known of another thing does not,
    where something new stands beside it.
    """
    new = [t for t in says if t.state == "new" and t.weight >= _TELLS]
    names = strong_names(" ; ".join([title, *(t.claim.text for t in new)]))
    if not new:
        return list(says)
    return [
        t for t in says if t in new or (t.state == "new" and not t.familiar.known) or strong_names(t.claim.text) & names
    ]


def _above(sections: Sequence[Section]) -> dict[str, str]:
    """By section: the headings above it, but for the document's own."""
    return {s.number or s.title: " ".join(s.path[1:-1]) for s in sections}


def _headed(title: str, votes: Mapping[str, Vote], above: Mapping[str, str], weight: float) -> dict[str, float]:
    """What an increment's title shares with the headings, by how few headings have it; twice for its name."""
    heads = {name: set(features(f"{vote.title} {above.get(name, '')}")) for name, vote in votes.items()}
    called = set(features(_name(title)))
    said = set(features(title))
    often = Counter(w for head in heads.values() for w in sorted(head))
    return {
        name: weight
        * sum(
            (2 if w in called else 1) * math.log1p(len(heads) / often[w])
            for w in sorted(head)
            if not w.isdigit() and (w in said or _compound(w, said))
        )
        for name, head in heads.items()
    }


def _compound(word: str, others: set[str]) -> bool:
    """Whether one of the others ends as a word does, or the word as one of them: ``frost`` and ``defrost``."""
    return any(len(o) >= 5 <= len(word) and o != word and (o.endswith(word) or word.endswith(o)) for o in others)


def _name(title: str) -> str:
    """What stands before a title's first colon; "" where it has none."""
    name, colon, _ = title.replace("：", ":").partition(":")
    return name if colon else ""


def _of_aspect(text: str, votes: Mapping[str, Vote]) -> dict[str, float]:
    """How much a text speaks of what a heading is about, shared among the headings of one aspect."""
    spoken = aspects.told(text)
    heads = {name: aspects.of_heading(vote.title) for name, vote in votes.items()}
    often = Counter(n for held in heads.values() for n in sorted(held))
    return {name: max((spoken[n] / often[n] for n in held if n in spoken), default=0.0) for name, held in heads.items()}


def _beside(cases: Sequence[Case]) -> list[str]:
    """The secondary categories of cards: a word or two on what a paper is about."""
    cards = [c.view.reading.card for c in cases]
    return [word for card in cards if card is not None for word in card.secondary]


def _nearest(query: str, document: Document) -> list[tuple[Line, float]]:
    """The document's two lines that share most of a text's words, by weight, with their shares."""
    text = query if mostly_han(query) == document.han else f"{query} {glossary.other_words(query)}"
    wanted = text_terms(text)
    index = document.index
    total = sum(index.weight(w) for w in sorted(wanted)) or 1.0
    out: list[tuple[Line, float]] = []
    for _, line in index.near(wanted, 4):
        shared = wanted & (text_terms(line.text) | text_terms(line.hint.rsplit(" > ", 1)[-1]))
        out.append((line, sum(index.weight(w) for w in sorted(shared)) / total))
    return sorted(out, key=lambda o: (-round(o[1], 9), o[0].line_start))[:2]


def _ranked(text: str, known: Sequence[str], document: Document) -> tuple[Vote, ...]:
    """All sections by likeness, a text in another language helped by the everyday words of the document's."""
    if mostly_han(text) != document.han:
        text = f"{text} {glossary.other_words(text)}"
    sections = document.reading.sections if document.reading else ()
    return document.placer.rank(text, known, None, top=len(sections))


def of_papers(ids: Sequence[str], cases: Sequence[Case], votes: Sequence[Vote], document: Document) -> dict[str, str]:
    """The section of each paper that an increment brings: by what is said of that paper, and by the increment's own
    place.
    """
    sections = document.reading.sections if document.reading else ()
    out: dict[str, str] = {}
    for arxiv_id in ids:
        own = [c for c in cases if c.new_ids == (arxiv_id,)]
        told = [t for c in cases for t in c.told if arxiv_id in t.view.ids[t.at]]
        more = [t for c in own for t in c.told if len(ids) > 1]
        titles = [c.matter.title for c in own if c.matter.kind == "card" or len(ids) > 1]
        text = " ".join(dict.fromkeys([*titles, *(t.claim.text for t in (*told, *more))]))[:_QUERY]
        if len(ids) == 1 and votes:
            return {arxiv_id: votes[0].section}
        score = {v.section: 0.5 * v.score for v in votes}
        for vote in document.placer.rank(text, (), None, top=len(sections)) if text else ():
            if not _apparatus(vote):
                score[vote.section] = score.get(vote.section, 0.0) + 0.5 * vote.score
        if score:
            out[arxiv_id] = min(score, key=lambda n: (-round(score[n], 9), n))
    return out


def _apparatus(vote: Vote) -> bool:
    return lexicon.apparatus(_BRACKET.sub("", vote.title).strip())


def _named(cases: Sequence[Case], sections: Sequence[Section], profile: Profile) -> list[str]:
    """The sections that sources name as the place of what they tell, by name, each once."""
    out: list[str | None] = []
    for case in cases:
        for t in case.told:
            text = t.claim.text
            line = fold(text)
            if not (cues.place_for(line) and _SECTION.search(text)) or cues.nothing_new(text):
                continue
            if not _of_this_document(case, line, profile):
                continue
            out.extend(_section_name(m, sections) for m in _SECTION.finditer(text))
    return [n for n in dict.fromkeys(out) if n is not None]


def _of_this_document(case: Case, line: str, profile: Profile) -> bool:
    """Whether a section's number is one of this topic's document: the topic is named, or the source speaks of no
    other.
    """
    if topics.label_in(line, profile.labels):
        return True
    declared = case.view.given.source.predigest_topic
    if declared is not None:
        return fold(declared) in profile.labels
    others = [k for s in case.view.standings for k, (standing, _) in s.items() if standing.on and k != profile.key]
    return not others


def _section_name(m: re.Match[str], sections: Sequence[Section]) -> str | None:
    wanted = _arabic(next(g for g in m.groups() if g))
    for section in sections:
        if wanted in (section.arabic, section.number):
            return section.number or section.title
    return None


def _arabic(label: str) -> str:
    """A section's number in Arabic digits: ``四`` is 4, ``十二`` is 12."""
    if label[:1].isdigit() and label[:1].isascii():
        return label
    if label == "十":
        return "10"
    tens, ten, ones = label.partition("十")
    if ten:
        return (_DIGITS.get(tens, "1")) + (_DIGITS.get(ones, "0") if ones else "0")
    return _DIGITS.get(label, label)
