"""Making foreign text safe inside Markdown: same words, same order, no structure of its own.

Belongs here: cleaning, escaping, shortening and quoting of texts that sources wrote. Never here: texts of a frame,
what is worth quoting.

Only what Markdown would read as structure is escaped, so that a search in the raw file still finds names such as
``max_num_tokens`` and ``[72]``. Control and bidirectional characters, which a reader cannot see, are left out.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_SPACES = re.compile(r"\s+")
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_SPECIAL = re.compile(r"[\\`*_<\[\]&~$]")
_RULES = (
    (re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)"), r"\\\\"),
    (re.compile(r"`"), r"\\`"),
    (re.compile(r"(?<!\s)\*|\*(?!\s)"), r"\\*"),
    (re.compile(r"<(?=[A-Za-z/!?])"), r"\\<"),
    (re.compile(r"\[(?=[\^\[])|(?<=\[)\["), r"\\["),
    (re.compile(r"\](?=[\[(:])"), r"\\]"),
    (re.compile(r"&(?=#?\w+;)"), r"\\&"),
)
_UNDERSCORES = re.compile(r"_+")
_LIST_START = re.compile(r"^(?:([-+=#>~])|(\d{1,9})([.)])(?=\s|$))")
_BORDER = re.compile(r"[\s,.;:，。；：、！？!?）)」』”]")
QUOTE_MARKS = (("「", "」"), ("“", "”"), ("『", "』"), ("‘", "’"), ("«", "»"))


def clean(text: str) -> str:
    """One line of visible text: white space runs become one space, invisible controls vanish."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    if _INVISIBLE.search(text):
        text = "".join(
            " " if c.isspace() else "" if c in _BIDI or unicodedata.category(c) in ("Cc", "Cs") else c for c in text
        )
    return _SPACES.sub(" ", text).strip()


def _underscores(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    inside = start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
    return match.group() if inside else "\\_" * (end - start)


def inline(text: str) -> str:
    """Plain text as Markdown within a line, after other text (never at a line's start, see ``block``)."""
    text = clean(text)
    if not _SPECIAL.search(text):
        return text
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    text = _UNDERSCORES.sub(_underscores, text)
    if text.count("~") > 1:  # a pair strikes through, even inside words
        text = text.replace("~", "\\~")
    if text.count("$") > 1:  # a pair is read as a formula by several renderers
        text = text.replace("$", "\\$")
    return text


def block(text: str) -> str:
    """Plain text as Markdown at the start of a line: no list, heading, quotation or rule can begin there."""
    return _LIST_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", inline(text))


def cell(markdown: str) -> str:
    """Markdown of one line, inside a table cell."""
    return markdown.replace("|", "\\|")


def code(text: str) -> str:
    """A path or hash as a code span, whatever characters it holds."""
    text = clean(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A text as shown. ``full`` is its length in code points where something was left out, else None."""

    text: str
    full: int | None


def shorten(text: str, limit: int, around: tuple[str, ...] = ()) -> Cut:
    """At most about ``limit`` code points, cut at word borders and marked with ``…``.

    ``around`` holds passages that must stay in sight where they can: the window is laid around the first of them that
    stands beyond the limit.
    """
    text = clean(text)
    if len(text) <= limit:
        return Cut(text, None)
    found = [(at, at + len(part)) for part in map(clean, around) if part and (at := text.find(part)) >= 0]
    late = next((span for span in found if span[1] > limit), None)
    start = max(0, late[0] - limit // 3) if late else 0
    end = min(len(text), start + limit)
    if start:
        start = _border(text, start, min(start + 24, late[0] if late else end), forward=True)
    if end < len(text):
        end = _border(text, end, max(end - 24, start + 1), forward=False)
    shown = text[start:end].strip()
    return Cut(("… " if start else "") + shown + (" …" if end < len(text) else ""), len(text))


def _border(text: str, at: int, until: int, *, forward: bool) -> int:
    """The nearest place from ``at`` towards ``until`` where a word ends; ``at`` itself where there is none."""
    for i in range(at, until, 1 if forward else -1):
        if _BORDER.match(text[i - 1]) or _BORDER.match(text[i]) or ord(text[i - 1]) > 0x2E7F:
            return i
    return at


def quote_marks(text: str, first: tuple[str, str]) -> tuple[str, str]:
    """The language's own marks, or others where the text already uses them: a quotation must end where it ends."""
    for left, right in (first, *QUOTE_MARKS):
        if left not in text and right not in text:
            return left, right
    return first
