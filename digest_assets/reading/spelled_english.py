"""Quantities spelled in English: half of, two-thirds, three weeks, doubled, tenfold.

Belongs here: spelled numbers with their unit. Never here: numbers in digits, Chinese (``spelled``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest_assets.reading import amounts, units
from digest_assets.reading.amounts import Amount

_ENGLISH = re.compile(
    r"(?<![A-Za-z-])(?:(?P<half>one[\s-]half|(?:a\s)?half(?=\s(?:of|the|that|as|its)\b)|(?:by|in)\shalf\b)"
    r"|(?P<thirds>(?:an?|one|two)[\s-](?:third|thirds))(?=\s(?:of|the|as|fewer|less|more|lower|higher)\b|[.,;)]|$)|"
    r"(?P<quarters>(?:a|one|three)[\s-]quarters?)(?=\s(?:of|the|as)\b)"
    r"|(?P<double>doubled|doubles|doubling|twice|two-?fold)|(?P<triple>tripled|triples|tripling|three-?fold)|"
    r"(?P<quad>quadrupled|quadruples|four-?fold)|(?P<halved>halved|halves|halving)"
    r"|(?P<word>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|"
    r"sixty|hundred|a\sdozen|dozens)(?P<join>\s|-)(?P<scale>hundred|thousand|million|billion|trillion)?)",
    re.IGNORECASE,
)
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "a dozen": 12,
}  # fmt: skip
_HINTS = (
    "half", "Half", "halv", "wice", "oubl", "ripl", "uadrupl", "quarter", "third", "fold", "two", "Two", "hree",
    "four", "Four", "five", "Five", "six ", "Six ", "seven", "Seven",
    "eight", "Eight", "nine", "Nine", "ten ", "Ten ", "leven", "welve", "ifteen", "wenty", "hirty", "orty", "ifty",
    "ixty", "undred", "dozen", "One ", "one ", "one-",
)  # fmt: skip
_ENGLISH_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}


def collect(body: str, found: list[Amount]) -> None:
    """Add the quantities spelled in English in a folded text, in order."""
    for hint in _HINTS:
        if hint in body:
            found.extend(_find(body))
            return


def _find(body: str) -> Iterator[Amount]:
    for match in _ENGLISH.finditer(body):
        start, end = match.span()
        kind = match.lastgroup
        if match["half"]:
            yield amounts.spelled(start, end, 0.5, "fraction")
        elif match["thirds"]:
            yield amounts.spelled(start, end, (2 if "two" in match["thirds"].lower() else 1) / 3, "fraction")
        elif match["quarters"]:
            yield amounts.spelled(start, end, 0.75 if "three" in match["quarters"].lower() else 0.25, "fraction")
        elif match["double"] or match["triple"] or match["quad"]:
            yield amounts.spelled(start, end, 2.0 if match["double"] else 3.0 if match["triple"] else 4.0, "x")
        elif match["halved"]:
            yield amounts.spelled(start, end, 0.5, "fraction")
        elif kind is not None:
            found = _english_number(body, match)
            if found is not None:
                yield found


def _english_number(body: str, match: re.Match[str]) -> Amount | None:
    word = match["word"].lower()
    if word == "dozens":
        return None
    value = float(_WORDS[word])
    scale = 1.0
    at = match.end("word")
    if match["scale"]:
        scale = _ENGLISH_SCALES[match["scale"].lower()]
        at = match.end("scale")
    unit = units.after(body, at)
    if (
        unit is None
        or (unit.name in ("x",) and word == "one")
        or (word == "one" and unit.name not in units.TIMES | {"%", "GPU"})
    ):
        return None
    if body[at : at + 1] == " " and not body[at + 1 : at + 2].isalpha():
        return None
    return amounts.spelled(match.start(), unit.end, value * scale, unit.name, scale=scale)
