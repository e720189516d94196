"""Figures without a unit behind a measure's name: ``F1 0.92``, ``a score of 83.1``.

Belongs here: finding them, by the names in ``data/metrics.toml``, and whether two of one measure can both hold. Never
here: quantities with a unit (``reading``), subjects and conditions (``conflicts``). They are values of the judge alone:
elsewhere the same signs may be a version or no value at all.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources

from digest_assets.judge.lexical import fold_in_place
from digest_assets.judge.screen import Screen
from digest_assets.model import QuantityValue, Value, VersionValue

_MARK = "#"  # a unit that begins so is a measure's name
_WHOSE = r"\s(?:of|for|von|der|des|du|de|de la)\s[^:.;,。，；]{2,40}:\s?"  # "rating of the yawl: 0.9"
_BEHIND = r"(?![\w%‰°€$£¥]|[.,:/]\d|\s?(?:%|‰|°|percent|per cent|个百分点|percentage))"


@cache
def _screen() -> Screen[None]:
    return Screen({None: _pattern()})


def _pattern() -> str:
    table = tomllib.loads(resources.files("digest_assets.judge").joinpath("data/metrics.toml").read_text("utf-8"))
    names, links = table["names"], table["links"]
    name = rf"(?<![\w-])(?:{'|'.join(names['latin'])})(?![a-z])|{'|'.join(names['han'])}"
    approx = "|".join(map(re.escape, links["approx"]))
    link = "|".join(map(re.escape, (*links["latin"], *links["han"])))
    between = rf"(?:(?P<whose>{_WHOSE})|\s?(?:(?:{link})\s?){{0,2}})(?P<approx>{approx})?\s?"
    return rf"(?P<name>{name}){between}(?P<number>\d{{1,4}}(?:\.\d{{1,4}})?){_BEHIND}"


@lru_cache(maxsize=65536)
def possible(text: str) -> bool:
    """Whether a text may have such a figure; where not, it has none."""
    return bool(_screen()(fold_in_place(text)))


def find(text: str, values: Sequence[Value]) -> tuple[QuantityValue, ...]:
    """Figures of measures by place; never where a value with a unit, a day or an address stands already."""
    return _find(text, tuple((v.start, v.end) for v in values if not isinstance(v, VersionValue)))


@lru_cache(maxsize=32768)
def _find(text: str, taken: tuple[tuple[int, int], ...]) -> tuple[QuantityValue, ...]:
    if not possible(text):
        return ()
    line = fold_in_place(text)
    out = []
    for m in _screen().pattern(None).finditer(line):
        start, end = m.span("number")
        whole = start if m.group("whose") else m.start()
        if any(low < end and start < high for low, high in taken):
            continue
        out.append(
            QuantityValue(
                surface=text[whole:end],
                start=whole,
                end=end,
                low=float(m.group("number")),
                high=None,
                unit=_MARK + " ".join(m.group("name").split()),
                qualifier="approx" if m.group("approx") else None,
            )
        )
    return tuple(out)


def is_metric(value: Value | None) -> bool:
    return isinstance(value, QuantityValue) and value.unit.startswith(_MARK)


def agrees(a: QuantityValue, b: QuantityValue) -> bool | None:
    """Whether two figures of one measure can both hold; None where one is a share of one and one of a hundred."""
    if (a.low <= 1) != (b.low <= 1) and max(a.low, b.low) > 10:
        return None
    if a.qualifier or b.qualifier:
        return abs(a.low - b.low) <= 0.05 * max(a.low, b.low)
    digits = min(_decimals(a), _decimals(b))
    return abs(a.low - b.low) < 0.51 * 10**-digits if _decimals(a) != _decimals(b) else a.low == b.low


def _decimals(value: QuantityValue) -> int:
    number = re.search(r"\d+(?:\.(\d+))?$", value.surface)
    return len(number.group(1) or "") if number else 0
