"""Where an increment belongs: likeness to the document's sections, and what sources and known lines say of it.

Belongs here: joining these into one ranking. Never here: likeness itself (``placement``).

Besides likeness count: a section that a source itself names as the place ("§6.6", "section 4"), the sections of the
document's lines that the increment's statements meet (known, contradicted, or naming a gap), and for texts in another
language the everyday words in the document's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from digest_assets.judge import cues, glossary, lexicon, topics
from digest_assets.judge.lexical import fold
from digest_assets.judge.memory import mostly_han
from digest_assets.judge.sifting import Case, Told
from digest_assets.judge.topics import Profile
from digest_assets.judge.working import Document
from digest_assets.model import Nearest, Section, Vote

_QUERY = 700  # code points by which a section is sought
_NAMED = 0.9  # a section that a source names as the place
_MET = 0.12  # a known or contradicted line in it, each
_MET_MOST = 0.36
_GAP = 0.2  # a line in it that says what is lacking, near to what is said
_TOP = 5
_BRACKET = re.compile(r"[(（][^()（）]*[)）]")
_SECTION = re.compile(
    r"§\s*(\d+(?:\.\d+)*)|第\s*([0-9一二三四五六七八九十]{1,3}(?:\.\d+)*)\s*[节節章]|\bsections?\s+(\d+(?:\.\d+)*)", re.I
)
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
    heads = [c.matter.path[-1] for c in cases if c.matter.path]
    text = " ".join(dict.fromkeys([title, *(t.claim.text for t in says), *heads]))[:_QUERY]
    if mostly_han(text) != document.han:
        text = f"{text} {glossary.other_words(text)}"
    known = tuple(dict.fromkeys(i for c in cases for i in c.known_ids))
    votes = {v.section: v for v in document.placer.rank(text, known, None, top=len(sections)) if not _apparatus(v)}
    score = {name: vote.score for name, vote in votes.items()}
    voters: dict[str, list[Nearest]] = {}
    for name in _named(cases, sections, profile):
        if name in score:
            score[name] += _NAMED
    met: dict[str, float] = {}
    for t in (t for c in cases for t in c.told):
        line = t.familiar.line
        if line is None or line.day is not None or line.path != document.path:
            continue
        name = document.name_at(line.line_start)
        if name is None or name not in score:
            continue
        if t.state in ("known", "conflict") or t.familiar.rule == "contradiction":
            met[name] = min(_MET_MOST, met.get(name, 0.0) + _MET)
            voters.setdefault(name, []).append(Nearest(line.path, line.line_start, line.text, t.familiar.score, t.familiar.rule))
        elif cues.gap(line.text) and t.familiar.score >= 0.2:
            met[name] = max(met.get(name, 0.0), _GAP)
            voters.setdefault(name, []).append(Nearest(line.path, line.line_start, line.text, t.familiar.score, "gap"))
    for name, more in met.items():
        score[name] += more
    total = sum(score[n] for n in sorted(score)) or 1.0
    order = sorted(score, key=lambda n: (-round(score[n], 9), list(votes).index(n)))
    ranked = [
        replace(votes[n], score=round(score[n] / total, 4), voters=tuple([*voters.get(n, ())[:2], *votes[n].voters][:3]))
        for n in order
    ]
    talk = [v for v in document.placer.rank(text, known, proposed, top=2)[1:2] if proposed and lexicon.discussion(v.title)]
    ranked = [v for v in ranked if v.section not in {t.section for t in talk}]
    return tuple([*ranked[:1], *talk, *ranked[1:]][:_TOP])


def _apparatus(vote: Vote) -> bool:
    return lexicon.apparatus(_BRACKET.sub("", vote.title).strip())


def _named(cases: Sequence[Case], sections: Sequence[Section], profile: Profile) -> list[str]:
    """The sections that sources name as the place of what they tell, by name, each once."""
    out = []
    for case in cases:
        for t in case.told:
            text = t.claim.text
            line = fold(text)
            if not (cues.place_for(line) and _SECTION.search(text)) or cues.nothing_new(text):
                continue
            if not _of_this_document(case, line, profile):
                continue
            out.extend(_section_name(m, sections) for m in _SECTION.finditer(text))
    return [n for n in dict.fromkeys(out) if n]


def _of_this_document(case: Case, line: str, profile: Profile) -> bool:
    """Whether a section's number is one of this topic's document: the topic is named, or the source speaks of no other."""
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
