"""From a judgement to the Markdown of a briefing, and which of its lines rests on what.

Belongs here: filling the template, taking the writer's marks out again. Never here: wording, arrangement, checks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from digest_assets.briefing import safe
from digest_assets.briefing.document import Document, Header, build
from digest_assets.briefing.lint import Fault, lint
from digest_assets.briefing.words import SubjectKind
from digest_assets.briefing.writer import Writer
from digest_assets.model import Judgement

_MARK = re.compile("\x00(\\d+)\x00")
_BLANKS = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """A line of the briefing (from 1) and one quotation it rests on. A living document's lines have no claim."""

    line: int
    increment_id: str | None
    claim_id: str | None
    path: str
    line_start: int
    line_end: int
    content_sha256: str


@dataclass(frozen=True, slots=True)
class LineSubject:
    """A line of the briefing (from 1) and the thing of the judgement that it tells of, by its id, path or ordinal."""

    line: int
    kind: SubjectKind
    key: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """``markdown`` ends with one newline; line ends are ``\\n``."""

    markdown: str
    lines: tuple[LineOrigin, ...]
    subjects: tuple[LineSubject, ...]


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("digest_assets.briefing", ""),
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("template.md.j2")


def render(judgement: Judgement, header: Header, language: str, faults: Sequence[str] = ()) -> Rendered:
    """The briefing in a language. ``faults`` (Markdown lines) are named at its head.

    Raises KeyError where there is no frame for the language. The same arguments give the same bytes.
    """
    return render_document(build(judgement, header), language, faults)


def checked(judgement: Judgement, header: Header, language: str) -> tuple[Rendered, tuple[Fault, ...]]:
    """The briefing with its own faults, if any, named at its head, and the faults, by shown lines."""
    document = build(judgement, header)
    rendered = render_document(document, language)
    faults = lint(rendered.markdown, judgement, header, language)
    if not faults:
        return rendered, ()
    shift = len(faults) + 3  # lines that the banner adds above all others but the title
    moved = lint(rendered.markdown, judgement, header, language, shift=shift)
    return render_document(document, language, [safe.inline(fault.message) for fault in moved]), moved


def render_document(document: Document, language: str, faults: Sequence[str] = ()) -> Rendered:
    """The same from a view that is built already (it serves all languages)."""
    writer = Writer(document, language)
    raw = _template().render(d=document, w=writer, faults=tuple(faults))
    raw = _BLANKS.sub("\n\n", raw).strip("\n") + "\n"
    origins: dict[LineOrigin, None] = {}
    subjects: dict[LineSubject, None] = {}
    shown: list[str] = []
    for number, line in enumerate(raw.split("\n"), 1):
        for match in _MARK.finditer(line):
            mark = writer.marks[int(match[1])]
            if mark.quote is not None:
                q = mark.quote
                origins[
                    LineOrigin(
                        number, mark.increment_id, q.claim_id, q.path, q.line_start, q.line_end, q.content_sha256
                    )
                ] = None
            if mark.subject is not None:
                subjects[LineSubject(number, *mark.subject)] = None
        shown.append(_MARK.sub("", line).rstrip(" "))
    return Rendered("\n".join(shown), tuple(origins), tuple(subjects))
