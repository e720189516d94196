"""Saying a sentence of the frame in a language.

Belongs here: loading ``frames/<language>.toml``, filling placeholders, singular and plural. Never here: the sentences
themselves, Markdown.

A frame is nested tables of texts; ``part.key`` names one. ``{name}`` stands for a parameter, ``{name|one|other}`` for
its first word where the parameter is 1 and for its second where it is not. No frame needs a literal brace, so none can
be had.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

from digest_assets.model import Phrase

Param = str | int | float
Show = Callable[[str, Param], str]  # name and value to text
LIST = ", "  # between the items of a parameter named ``ids`` or ``…list``; a language puts its own
PREFIX = "phrase."  # where a frame keeps the sentences that judgement asks for
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


@cache
def frame(language: str) -> Mapping[str, str]:
    """All texts of a language by dotted key. Raises KeyError with the known languages for an unknown one."""
    folder = resources.files(__package__) / "frames"
    file = folder / f"{language}.toml"
    if not file.is_file():
        raise KeyError(f'there is no frame for "{language}"; there are: {", ".join(languages())}')
    texts: dict[str, str] = {}

    def walk(prefix: str, table: Mapping[str, object]) -> None:
        for key, value in table.items():
            if isinstance(value, Mapping):
                walk(f"{prefix}{key}.", value)
            else:
                texts[prefix + key] = str(value)

    walk("", tomllib.loads(file.read_text("utf-8")))
    return texts


@cache
def languages() -> tuple[str, ...]:
    """All languages that have a frame, sorted."""
    folder = resources.files(__package__) / "frames"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def placeholders(text: str) -> frozenset[str]:
    """The names of all parameters that a text of a frame uses."""
    return frozenset(m[1] for m in _PLACEHOLDER.finditer(text))


def plain(name: str, value: Param) -> str:
    """A parameter as text: floats with at most two decimals."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def fill(text: str, params: Mapping[str, Param], show: Show = plain) -> str:
    """A frame's text with its parameters. A placeholder without a parameter stays as it is, to be seen."""

    pieces = _pieces(text)
    if len(pieces) == 1:
        return text
    out = []
    for literal, whole, name, singular, other in pieces:
        out.append(literal)
        if not whole:
            continue
        if name not in params:
            out.append(whole)
        elif singular is not None:
            out.append(singular if params[name] in (1, "1") else other or "")
        else:
            out.append(show(name, params[name]))
    return "".join(out)


@cache
def _pieces(text: str) -> tuple[tuple[str, str, str, str | None, str | None], ...]:
    """A frame's text cut up: what stands before each placeholder, then the placeholder; the last has none."""
    pieces: list[tuple[str, str, str, str | None, str | None]] = []
    at = 0
    for match in _PLACEHOLDER.finditer(text):
        pieces.append((text[at : match.start()], match[0], match[1], match[2], match[3]))
        at = match.end()
    pieces.append((text[at:], "", "", None, None))
    return tuple(pieces)


def say(phrase: Phrase, language: str, show: Show = plain) -> str:
    """A sentence of judgement in a language, as plain text where ``show`` is left alone.

    A key that the frame lacks never breaks a run: the key and its parameters are said instead.
    """
    params = dict(phrase.params)
    for name, value in phrase.params:
        if isinstance(value, str) and (name == "ids" or name.endswith("list")):
            params[name] = frame(language)["list"].join(value.split(LIST))
    text = frame(language).get(PREFIX + phrase.key)
    if text is None:
        told = ", ".join(f"{name}={show(name, value)}" for name, value in phrase.params)
        return f"{phrase.key} ({told})" if told else phrase.key
    return fill(text, params, show)
