"""What is mended in a text before it is parsed, none of which moves an offset that leaves this room.

Belongs here: repairs that the parser needs. Never here: repairs of what it gives back (``emphasis``).

A lone CR counts as a line break, NUL as U+FFFD; a run of two to six ``#`` directly before Chinese gets the space that
its author left out (one ``#`` is a tag); a line that opens deeper lists or quotes than anybody reads is cut short.
"""

from __future__ import annotations

import re

from digest_assets.reading.blocks import CJK

_GLUED = re.compile(rf"(?:\A|(?<=[\r\n])) {{0,3}}#{{2,6}}(?=[{CJK}（【「《“①-⑳])")
_LIKELY = re.compile(rf"##[{CJK}（【「《“①-⑳]")  # begins with letters, and so is looked for fast
_LONE_CR = re.compile(r"\r(?!\n)")
_DEEPEST = 256  # characters of nesting markers that open a line
_NESTED = re.compile(r"(?m)^(?:[>\t ]{257,}(?<=>)|(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]{1,4}){129,})")


def mend(body: str) -> tuple[str, list[int]]:
    """The mended text, and the offsets in ``body`` before which a space was put in; nothing else changes its length."""
    if "\r" in body:
        body = _LONE_CR.sub("\n", body)
    if "\0" in body:
        body = body.replace("\0", "\ufffd")
    if _NESTED.search(body):
        body = _NESTED.sub(_shallow, body)
    inserted: list[int] = []
    if _LIKELY.search(body):
        inserted = [match.end() for match in _GLUED.finditer(body)]
        if inserted:
            body = _GLUED.sub(r"\g<0> ", body)
    return body, inserted


def _shallow(match: re.Match[str]) -> str:
    """A line's opening markers, those beyond any sane depth blanked: each costs events, and nobody sees the end."""
    markers = match.group()
    kept = markers[:_DEEPEST]
    if kept[-1].isdigit():
        kept = kept.rstrip("0123456789")  # never half a marker
    elif kept[-1] in ".)" and not markers[_DEEPEST : _DEEPEST + 1].isspace():
        kept = kept[:-1].rstrip("0123456789")
    return kept + " " * (len(markers) - len(kept))
