"""Numbers, units and dates of languages that write 2,6 for two and six tenths, in the notation that the readers know.

Belongs here: telling whether a text is in such a language, and the replacements that turn ``48.000``, ``2,6 kWh pro
Tag``, ``15. Juni 2028`` into ``48,000``, ``2.6 kWh per day``, ``15 June 2028``. Never here: reading values.

Conventions:

- A text is in such a language where it has more of their words than English ones (``data/european.toml``); then a comma
  is the decimal sign and a dot groups thousands. Elsewhere a comma before one or two digits and a unit in Latin letters
  is a decimal sign too, which English never writes.
- A month counts beside a day or a year, a unit behind a number.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from digest_assets.reading.folding import Cut

_COMMA: Final = re.compile(
    r"(?<![0-9.,])[0-9]{1,3}(?P<comma>,)[0-9]{1,2}(?![0-9,]|\.[0-9])(?=\s?(?:[%‰€£°µ]|[A-Za-z]))"
)
_NUMBER: Final = re.compile(r"(?<![0-9.,])(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,[0-9]+)?(?![0-9]|[.,][0-9])")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3},[0-9]{3}")  # in English; one word alone does not turn it round
_YEAR: Final = r"(?:19|20)[0-9]{2}(?![0-9])"
_DOTTED: Final = re.compile(
    rf"(?<![0-9A-Za-z.,])[0-3]?[0-9](?P<dot>\.)\s(?:Jan|Feb|Mar|Apr|May|Ju[nl]|Aug|Sep|Oct|Nov|Dec)[a-z]*\s(?={_YEAR})"
)  # of an English name of a month as well: 6. April 2025
_SPACED: Final = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:[ \u202f\u00a0][0-9]{3})+(?![0-9])")
_WORD: Final = re.compile(r"(?<![^\s(\"«])[^\W\d_]+(?![^\s,.;:!?)])")  # between blanks or at a clause's end
_CJK: Final = re.compile(r"[぀-ヿ㐀-鿿가-힯]")


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    text = resources.files("digest_assets.reading").joinpath("data/european.toml").read_text("utf-8")
    return tomllib.loads(text)


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))


@cache
def _names(section: str) -> dict[str, str]:
    return {word: name for name, words in _table()[section].items() for word in words}


@cache
def _evidence() -> tuple[frozenset[str], frozenset[str]]:
    """Words of these languages, and of English, as a text writes them."""
    table = _table()["evidence"]
    own = {w for section in ("months", "units", "scales") for w in _names(section)} - set(table["shared"])
    return frozenset({*table["theirs"], *own, *(w.capitalize() for w in own)}), frozenset(table["english"])


def cuts_of(texts: Sequence[str]) -> dict[int, list[Cut]]:
    """By place in ``texts``: what has to be replaced before values are read, in order and without overlaps."""
    whole = "\n".join(texts)
    if not (_COMMA.search(whole) or _DOTTED.search(whole)) and _evidence()[0].isdisjoint(_WORD.findall(whole)):
        return {}
    found = ((n, _cuts(text)) for n, text in enumerate(texts))
    return {n: cuts for n, cuts in found if cuts}


def spoken(text: str) -> bool:
    """Whether a text is in one of these languages rather than in English, Chinese or Japanese."""
    return _spoken(text) > 0


@lru_cache(maxsize=16384)
def _spoken(text: str) -> int:
    """How many words of these languages stand in a text; 0 where it is rather in English, or in Chinese or Japanese."""
    theirs, english = _evidence()
    words = _WORD.findall(text)
    if theirs.isdisjoint(words) or _CJK.search(text):
        return 0
    found = sum(w in theirs for w in words)
    return found if found > sum(w in english for w in words) else 0


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    month, part, scale, unit, day = (_any(_names(s)) for s in ("months", "parts", "scales", "units", "days"))
    per, number, after = _any(_table()["per"]["per"]), r"[0-9][0-9.,]*", r"(?![^\W_])"
    ranges, quarter = _table()["ranges"], _any(_names("quarters"))
    of, year, alone = r"\s+(?:de\s+|del\s+)?", rf"(?={_YEAR})", r"(?<![^\W_])"
    patterns = {
        "day": r"(?<![0-9A-Za-z.,])[0-3]?[0-9](?P<mid>(?:\.|er|º|°)?\s+(?:de\s+)?)"
        rf"(?P<month>{month}){after}(?P<of>{of}{year})?",
        "month": rf"{alone}(?P<month>{month})\.?(?P<of>{of}){year}",
        "part": rf"{alone}(?P<part>{part})[\s-]+(?:de\s+|di\s+|d['’])?(?P<month>{month}){after}",
        "quarter": r"(?<![0-9.,])(?P<whole>(?P<n>[1-4])(?:\.|er|re|e|º|ème|°)?\s+"
        rf"(?:{quarter})(?:\s+del?)?)\s+{year}",
        "relative": rf"{alone}(?:{day}){after}",
        "scale": rf"(?<=[0-9])\s?(?P<scale>{scale}){after}(?:\s(?:(?:de|di)\s|d['’])?(?P<unit>{unit}){after})?",
        "unit": rf"(?:(?<=[0-9])|(?<=[0-9]\s)|(?<=/))(?P<unit>{unit}){after}",
        "per": rf"(?<=[A-Za-z0-9€$%²³])\s(?P<per>{per})\s(?:(?P<unit>{unit})|[A-Za-z]{{1,3}}){after}",
        "range": rf"(?P<first>{alone}(?:{_any([*ranges['between'], *ranges['from']])})\s)?{number}"
        rf"(?P<join>\s(?:{_any([*ranges['and'], *ranges['to'], *ranges['became']])})\s)(?={number})",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def _cuts(text: str) -> list[Cut]:
    sure = _spoken(text)
    if not sure:
        signs = [(*m.span("comma"), ".") for m in _COMMA.finditer(text)]
        return sorted(signs + [(*m.span("dot"), "") for m in _DOTTED.finditer(text)])
    found: list[Cut] = []
    for cut in sorted(_all(text, sure), key=lambda c: (c[0], -c[1])):
        if not found or cut[0] >= found[-1][1]:
            found.append(cut)
    return found


def _all(text: str, sure: int) -> Iterator[Cut]:
    for m in _NUMBER.finditer(text):
        if sure > 1 or not _THOUSANDS.fullmatch(m.group()):
            yield from _signs(m)
    for m in _SPACED.finditer(text):
        yield from ((at, at + 1, ",") for at, sign in enumerate(m.group(), m.start()) if not sign.isdigit())
    months, parts, scales, units, days = (_names(s) for s in ("months", "parts", "scales", "units", "days"))
    patterns = _patterns()
    for name in ("day", "month", "part"):
        for m in patterns[name].finditer(text):
            groups = m.groupdict()
            yield (*m.span("month"), months[m["month"].lower()])
            for blank in ("mid", "of"):
                if groups.get(blank):
                    yield (*m.span(blank), " ")
            if groups.get("part"):
                yield (m.start("part"), m.start("month"), f"{parts[m['part'].lower()]} ")
    for m in patterns["quarter"].finditer(text):
        yield (*m.span("whole"), f"Q{m['n']}")
    for m in patterns["relative"].finditer(text):
        yield (*m.span(), days[m.group().lower()])
    for m in patterns["scale"].finditer(text):
        yield (*m.span("scale"), scales[m["scale"].lower()])
        if m["unit"]:
            yield (m.end("scale"), m.end("unit"), f" {units[m['unit'].lower()]}")
    for m in patterns["unit"].finditer(text):
        yield (*m.span("unit"), units[m["unit"].lower()])
    for m in patterns["per"].finditer(text):
        yield (*m.span("per"), "per")
        if m["unit"]:
            yield (*m.span("unit"), _one(units[m["unit"].lower()]))
    for m in patterns["range"].finditer(text):
        first, join = (m["first"] or "").strip().lower(), m["join"].strip().lower()
        ranges = _table()["ranges"]
        if join in ranges["and"] and first not in ranges["between"]:
            continue  # two things, no range
        yield (*m.span("join"), " to ")
        if join in ranges["became"] and first and first not in ranges["between"]:
            yield (*m.span("first"), "from ")


def _signs(m: re.Match[str]) -> Iterator[Cut]:
    """A number's signs turned round: ``1.234,5`` is ``1,234.5``."""
    if "," not in m.group() and not _GROUPED.fullmatch(m.group()):
        return
    for at, sign in enumerate(m.group(), m.start()):
        if sign in ".,":
            yield at, at + 1, "," if sign == "." else "."


def _one(name: str) -> str:
    return name.removesuffix("s") if name.islower() else name
