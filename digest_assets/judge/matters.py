"""What a source speaks of: a note cut into the things that it tells, each with its statements.

Belongs here: cutting one reading into matters, by headings, lists and what the note says about itself. Never here:
topics, what is known.

A *matter* is what could become one increment: a card; a whole note on one thing; a part of a note under a heading that
names a thing or is numbered as one of several; one item of a list that gathers several things. Asides (``cues``) hold
statements that may support, warn or propose, but open nothing of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Literal

from digest_assets.judge import cues
from digest_assets.judge.lexical import fold
from digest_assets.model import ArxivValue, Claim, Reading, UrlValue

MatterKind = Literal["card", "note", "part", "item", "loose"]

_NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"[A-Z]{2,}[A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*"  # acronyms
    r"|[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*"  # mixed case
    r"|[A-Za-z]+[-.]?\d[\w.-]*"  # numbered names
    r"|[A-Z][a-z]+ v?\d+(?:\.\d+)*)"  # a name and its version
    r"|[㐀-鿿][-‑]?\d+[a-zA-Z]"
    r"|[\"“「《『][^\"”」》』]{3,80}[\"”」》』]"  # quoted titles
)
_PROPER = re.compile(r"(?<![.!?:：\"“(（] )(?<!^)(?<![A-Za-z])[A-Z][a-z]{2,}\w*")
_CALENDAR = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec",
    re.I,
)
_LEAD = re.compile(r"^((?:[^:：。.!?！？]|(?<=\w)[.:](?=\w)){2,60}?)\s*(?:[:：]|\s[-–—]{1,2}\s|——|，)")
_BRACKETED = re.compile(
    r"[(（\[][^()（）\[\]]*(?:arxiv|doi|https?|卡)[^()（）\[\]]*[)）\]]", re.I
)  # no part of a title
_ALL = re.compile(r"以上|它|这些|這些|上述|三项|\ball of\b|\babove\b|\beverything\b|\bnone of\b|都只是")
_LISTED = re.compile(r"\s*(?:\d{1,2}[.)、]|[①-⑳])")  # a paragraph that is numbered by hand
_TITLE_LIMIT = 120  # code points of a title that is taken from running text


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that a source tells. ``claims`` are places in ``Reading.claims``, in order, headings included."""

    ordinal: int
    kind: MatterKind
    title: str
    claims: tuple[int, ...]
    path: tuple[str, ...]  # headings above it
    aside: bool
    settled: bool  # the author says that there is nothing new in it
    numbered: bool = False  # its heading counts it as one of several


@dataclass(slots=True)
class _Block:
    """Claims that stand under the same headings, one after the other."""

    path: tuple[str, ...]
    claims: list[int] = field(default_factory=list)
    depth: int = 0  # how many of the path are headings; the rest are bold lines
    role: Literal["head", "own", "aspect", "aside"] = "head"


def named(title: str) -> bool:
    """Whether a title names something: an identifier, an acronym, a quoted title, a capital in mid-sentence."""
    return bool(_NAME.search(title)) or any(not _CALENDAR.fullmatch(m.group(0)) for m in _PROPER.finditer(title))


_STRONG = re.compile(
    r"[A-Z][A-Za-z]*(?:[ -][A-Z][A-Za-z]*)? v?\d+(?:\.\d+)+(?: (?:RC|rc|beta|alpha)\s?\d*)?"  # Name 5.0 RC1
    r"|[A-Z]{2,6} \d+(?:\.\d+)+(?![\d.]*\s?[×x%])"
    r"|[㐀-鿿]{1,6}[-‑ ]?(?:v\d+(?:\.\d+)*|[A-Z]\d+[A-Za-z]?|\d+[A-Z](?![A-Za-z]))(?![\d%])"
    r"|(?<![A-Za-z0-9])(?:[A-Z][A-Za-z]*-[A-Z]?\d*[A-Za-z0-9]*|[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*|[A-Z]+\d+[A-Za-z0-9]*|[A-Z]{3,}[a-z]*)(?:-[A-Za-z0-9]+)*"
)


@lru_cache(maxsize=65536)
def strong_names(text: str) -> frozenset[str]:
    """Names that stand for one thing, folded: with a number or version, in mixed case, hyphenated, in capitals."""
    return frozenset(fold(m.group(0)).replace(" v", " ") for m in _STRONG.finditer(text))


def gathers(title: str) -> bool:
    """Whether a title announces several things; a weak word for it does not count beside a name."""
    return cues.roundup(title) or (cues.weak_roundup(title) and not _NAME.search(title))


def cut(reading: Reading) -> tuple[Matter, ...]:
    """The matters of a source in its order; () where it makes no statement."""
    claims = reading.claims
    if not any(c.kind != "heading" for c in claims):
        return ()
    if reading.kind == "card" or reading.card is not None:
        title = (reading.card.title if reading.card else None) or reading.title or claims[0].text
        return (Matter(0, "card", title, tuple(range(len(claims))), (), False, False),)
    blocks = _blocks(reading)
    top = _top(claims, blocks)
    title = reading.title or _first_line(claims)
    _assign_roles(blocks, top, title, reading.kind == "predigest")
    return tuple(_number(_matters(claims, blocks, top, title, reading.kind == "predigest")))


def _number(found: list[Matter]) -> list[Matter]:
    return [Matter(i, m.kind, m.title, m.claims, m.path, m.aside, m.settled, m.numbered) for i, m in enumerate(found)]


def _first_line(claims: Sequence[Claim]) -> str:
    return claims[0].text[:_TITLE_LIMIT]


def _blocks(reading: Reading) -> list[_Block]:
    blocks: list[_Block] = []
    for at, claim in enumerate(reading.claims):
        path = claim.heading_path
        below = reading.claims[at + 1].heading_path if at + 1 < len(reading.claims) else ()
        if claim.kind != "heading" and below[:-1] == path and below and _opens(claim.text, below[-1]):
            path = below  # the bold line that names what follows belongs to it
        if claim.kind == "heading":
            path = (*path, claim.text) if not path or path[-1] != claim.text else path
        if not blocks or blocks[-1].path != path:
            depth = len(reading.sections[claim.section].path) if claim.section >= 0 else 0
            blocks.append(_Block(path, depth=depth))
        blocks[-1].claims.append(at)
    return blocks


def _opens(text: str, lead: str) -> bool:
    return len(lead) >= 2 and text.lstrip().startswith(lead) and len(text) <= len(lead) + 80


def _top(claims: Sequence[Claim], blocks: Sequence[_Block]) -> tuple[str, ...]:
    """The heading of the whole note, as a path; () where it has none: the first one, where all others lie below it."""
    paths = [b.path for b in blocks if b.path]
    if not paths:
        return ()
    first = paths[0][:1]
    inside = all(p[:1] == first for p in paths)
    opens = blocks[0].path[:1] == first
    return first if inside and opens else ()


def _assign_roles(blocks: list[_Block], top: tuple[str, ...], title: str, predigest: bool) -> None:
    """Which blocks are things of their own."""
    for block in blocks:
        below = block.path[len(top) :]
        if not below:
            block.role = "head"
            continue
        kinds = [cues.heading_kind(t) for t in below]
        if "aside" in kinds:
            block.role = "aside"
        elif any(k == "other" for k in kinds):
            block.role = "own"
        else:
            block.role = "aspect"
    groups = {_group(b, top) for b in blocks if b.role == "own"}
    enough = len(groups) >= 2 and (
        predigest
        or gathers(title)
        or not named(title)
        or sum(cues.ordinal(g) or named(g) for g in sorted(groups)) * 2 >= len(groups)
    )
    if not enough and groups and not (len(groups) == 1 and not top):
        for block in blocks:  # one thing, told in parts
            if block.role == "own":
                block.role = "aspect"


def _group(block: _Block, top: tuple[str, ...]) -> str:
    """The heading that names the thing which a block belongs to: the deepest that is no aspect."""
    below = block.path[len(top) :]
    named_here = [t for t in below if cues.heading_kind(t) == "other"]
    return named_here[-1] if named_here else ""


def _matters(
    claims: Sequence[Claim], blocks: Sequence[_Block], top: tuple[str, ...], title: str, predigest: bool
) -> list[Matter]:
    out: list[Matter] = []
    several = {_group(b, top) for b in blocks if b.role == "own"}
    settled_note = any(
        _settles(claims[at]) for b in blocks if b.role == "head" for at in b.claims if claims[at].kind != "list_item"
    )
    main: list[int] = []  # claims of the note itself: its head and what describes it
    parts: dict[tuple[str, ...], list[int]] = {}
    asides: dict[tuple[str, ...], list[int]] = {}
    current: tuple[str, ...] | None = None
    for block in blocks:
        if block.role == "own":
            current = _own_path(block, top)
            parts.setdefault(current, []).extend(block.claims)
        elif block.role == "aside":
            asides.setdefault(block.path, []).extend(block.claims)
        elif block.role == "aspect" and current is not None and block.path[: len(current)] == current:
            parts[current].extend(block.claims)
        else:
            main.extend(block.claims)
    generic = predigest or gathers(title) or (not named(title) and _gathering(claims, main))
    if any(claims[at].kind != "heading" for at in main):
        rest = [at for at in main if claims[at].kind != "heading"]
        listed = any(claims[at].kind in ("list_item", "table_row") or _LISTED.match(claims[at].text) for at in rest)
        if generic and not several and listed:
            out.extend(_items(claims, rest, top or ((title,) if title else ()), settled_note, False))
        else:
            settled = settled_note or _part_settled(claims, rest)
            out.append(Matter(0, "note", title, tuple(main), (), bool(several), settled))
    for path, held in parts.items():
        rest = [at for at in held if claims[at].kind != "heading"]
        if not rest:
            continue
        heading_title = path[-1]
        settled = settled_note or _part_settled(claims, rest) or _said_before(claims, rest)
        numbered = cues.ordinal(heading_title)
        if _papers_apart(claims, rest) if numbered else not _one_thing(heading_title, claims, rest):
            out.extend(_items(claims, rest, path, settled, False))
        else:
            shown = cues.strip_ordinal(heading_title) or heading_title
            out.append(Matter(0, "part", shown, tuple(held), path, False, settled, numbered))
    for path, held in asides.items():
        rest = [at for at in held if claims[at].kind != "heading"]
        out.extend(_items(claims, rest, path, True, True))
    return sorted(out, key=lambda m: m.claims[0])


def _own_path(block: _Block, top: tuple[str, ...]) -> tuple[str, ...]:
    """The block's path up to the heading that names its thing."""
    path = block.path
    for depth in range(len(top) + 1, len(path)):
        if cues.ordinal(path[depth - 1]) and depth >= block.depth:
            return path[:depth]  # bold lines below a numbered heading open no thing of their own
    while len(path) > len(top) + 1 and cues.heading_kind(path[-1]) != "other":
        path = path[:-1]
    return path


def _settles(claim: Claim) -> bool:
    return cues.nothing_new(claim.text) == "whole" and not _LIMITED.search(fold(claim.text))


_LIMITED = re.compile(
    r"\bexcept\b|apart from|\bbut\b|other than|除了|除|但|只有|主线 ?\d|第 ?[0-9一二三四五六七八九十]+ ?条"
)


def _part_settled(claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether a part says of itself that nothing in it is new: in a sentence, or in a list's item about all of it."""
    return any(
        _settles(claims[at]) and (claims[at].kind != "list_item" or _ALL.search(fold(claims[at].text))) for at in held
    )


def _said_before(claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether a paragraph below a part's list says that it was written before."""
    listed = [at for at in held if claims[at].kind in ("list_item", "table_row")]
    return bool(listed) and any(
        claims[at].kind == "sentence"
        and at > listed[0]
        and cues.nothing_new(claims[at].text)
        and not _LIMITED.search(fold(claims[at].text))
        for at in held
    )


def _one_thing(heading: str, claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether a part under an unnumbered heading is about one thing: its heading names it, or its items name none."""
    if gathers(heading):
        return False
    bullets = [
        list(g)
        for _, g in groupby(
            (at for at in held if claims[at].kind in ("list_item", "table_row")), key=lambda at: claims[at].item
        )
    ]
    if len(bullets) < 2 or _NAMED_ADDRESS.search(heading):
        return True
    return sum(_self_contained(claims, b) for b in bullets) * 2 < len(bullets)


_NAMED_ADDRESS = re.compile(r"https?://|arxiv|\bdoi\b|\d{4}\.\d{4,5}", re.I)


def _papers_apart(claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether a numbered part lists papers one by one: every item of its list leads with an id of its own."""
    listed = [
        list(g)
        for _, g in groupby((at for at in held if claims[at].kind == "list_item"), key=lambda at: claims[at].item)
    ]
    first = [
        next((v.arxiv_id for v in claims[b[0]].values if isinstance(v, ArxivValue) and v.start < 40), "")
        for b in listed
    ]
    return len(first) >= 2 and all(first) and len(set(first)) == len(first)


def _gathering(claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether most items of an untitled list carry an id or address of their own."""
    listed = [
        list(g)
        for _, g in groupby((at for at in held if claims[at].kind == "list_item"), key=lambda at: claims[at].item)
    ]
    own = [b for b in listed if any(isinstance(v, ArxivValue | UrlValue) for at in b for v in claims[at].values)]
    return len(own) >= 3 and len(own) * 2 > len(listed)


def _self_contained(claims: Sequence[Claim], held: Sequence[int]) -> bool:
    """Whether a list item could stand alone: it carries an id or address, or leads with a name."""
    first = claims[held[0]]
    if any(isinstance(v, ArxivValue | UrlValue) for at in held for v in claims[at].values):
        return True
    lead = _LEAD.match(first.text)
    return lead is not None and _NAME.search(lead.group(1)) is not None


def _items(
    claims: Sequence[Claim], held: Sequence[int], path: tuple[str, ...], settled: bool, aside: bool
) -> list[Matter]:
    """Each item of a gathering as a matter. Paragraphs between lists are loose remarks; one that ends in a colon may
    say that the list below it is an aside, or that all of it is known."""
    out = []
    below_aside = below_settled = False
    for _, group in groupby(held, key=lambda at: claims[at].item):
        places = list(group)
        first = claims[places[0]]
        listed = first.kind in ("list_item", "table_row") or bool(_LISTED.match(first.text))
        text = claims[places[-1]].text.rstrip()
        if not listed:
            opens = text.endswith((":", "："))
            below_aside = opens and (cues.heading_kind(text.rstrip(":：")) == "aside" or cues.left_out(text))
            below_settled = opens and bool(cues.nothing_new(text))
        quiet = settled or (listed and below_settled) or any(cues.nothing_new(claims[at].text) for at in places)
        kind: MatterKind = "item" if listed else "loose"
        off = aside or (below_aside if listed else False)
        out.append(Matter(0, kind, item_title(first.text), tuple(places), path, off, quiet or off))
    return out


def item_title(text: str) -> str:
    """What an item is called: what stands before its first colon or dash, else its beginning."""
    plain = " ".join(_BRACKETED.sub(" ", cues.strip_ordinal(text) or text).split())
    quoted = re.match(r"[\"“「《『*]+([^\"”」》』*]{6,120})[\"”」》』*]", plain)
    if quoted:
        return quoted.group(1).strip()
    lead = _LEAD.match(plain)
    if lead and len(lead.group(1)) >= 2:
        return lead.group(1).strip()
    sentence = re.split(r"(?<=[。！？!?；;])|(?<=[.])\s", plain, maxsplit=1)[0]
    return sentence[:_TITLE_LIMIT].strip()
