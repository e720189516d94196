"""Whether two quantities can both hold.

Belongs here: dimensions, conversion, and what rounding, ranges and bounds allow. Never here: finding quantities, or
whether two values are said of the same thing.
"""

from __future__ import annotations

import math
import re
from typing import Final

from digest_assets.model import QuantityValue

# Unit -> (dimension, factor to the dimension's base).
_TIME: Final = {
    "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0,
    "month": 2629746.0, "quarter": 7889238.0, "year": 31556952.0,
}  # fmt: skip
_BYTES: Final = {
    "B": 1.0, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15, "EB": 1e18,
    "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40, "PiB": 2.0**50, "EiB": 2.0**60,
}  # fmt: skip
_PREFIX: Final = {
    "": 1.0, "K": 1e3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18, "m": 1e-3, "u": 1e-6, "n": 1e-9,
    "c": 1e-2,
}  # fmt: skip
_SI = re.compile(r"(?P<prefix>[KkMGTPEmunc]?)(?P<base>W|Wh|Hz|FLOPS|FLOPs|m|g|V|A|L|bps)")
_LIKE: Final = {
    "个": "", "個": "", "次": "次", "人次": "人", "名": "人", "位": "人", "person": "人", "user": "用户",
    "tok/s": "token/s",
    "cycle": "次", "圈": "次", "回": "次", "case": "例", "params": "parameter", "GPU": "卡", "项": "",
    "条": "", "份": "",
}  # fmt: skip
_PER: Final = {"1M": 1e-6, "1K": 1e-3, "1B": 1e-9, "10K": 1e-4, "100M": 1e-8}
_KILO_BINARY: Final = 1.024
_DECIMAL_BYTES: Final = ("KB", "MB", "GB", "TB", "PB", "EB")


def _dimension(unit: str) -> tuple[str, float]:
    """Name of the dimension and the factor to its base unit."""
    if unit in ("%", "fraction", "‰"):
        return "share", {"%": 0.01, "fraction": 1.0, "‰": 0.001}[unit]
    if unit in ("pp", "bp"):
        return "pp", 1.0 if unit == "pp" else 0.01
    if unit in _TIME:
        return "time", _TIME[unit]
    if unit in _BYTES:
        return "bytes", _BYTES[unit]
    head, slash, rest = unit.partition("/")
    if slash:
        dimension, factor = _dimension(head)
        for part in rest.split("/"):
            size, _, thing = part.partition(" ")
            if size in _PER:
                factor *= _PER[size]
                part = thing
            below, divisor = _dimension(part)
            dimension += f"/{below}"
            factor /= divisor
        return dimension, factor
    si = _SI.fullmatch(unit)
    if si:
        return si["base"].replace("FLOPs", "FLOPS"), _PREFIX[si["prefix"]]
    if unit == "t":
        return "g", 1e6
    return _LIKE.get(unit, unit), 1.0


def dimension(unit: str) -> str:
    """What a unit measures: "bytes" of ``GB``; "" of a count. Values of one dimension are always comparable."""
    return _dimension(unit)[0]


def comparable(a: QuantityValue, b: QuantityValue) -> bool:
    """Whether the two measure in one dimension; a count without a unit, or of mere pieces (个, 项), compares with any
    count.
    """
    first, second = _dimension(a.unit)[0], _dimension(b.unit)[0]
    if first == second:
        return True
    measured = {"share", "pp", "time", "bytes", "x", "USD", "CNY", "EUR", "GBP", "JPY"}
    return (first == "" and second not in measured and "/" not in second) or (
        second == "" and first not in measured and "/" not in first
    )


def agrees(a: QuantityValue, b: QuantityValue) -> bool:
    """Whether both can hold of one attribute: equal after conversion and rounding, or one within the other's range.

    18 and 17.6, "about 1,200" and 1,187, 3-5 and 4, "up to 40%" and 35%, 1.5k and 1,500, 128K and 131,072, 80 GB and
    80 GiB, 900 ms and 0.9 s agree; 18 and 19, 1,200 and 1,187, and values of different dimensions do not.
    """
    if not comparable(a, b):
        return False
    if _notation(a) == _notation(b):  # whatever K or GB means, it means the same on both sides
        return _meet(a, 1.0, b, 1.0)
    return any(_meet(a, kilo_a, b, kilo_b) for kilo_a in _kilos(a) for kilo_b in _kilos(b))


def _notation(value: QuantityValue) -> tuple[str, float | None]:
    return value.unit.partition("/")[0], value.scale if value.scale in (1e3, 1e6) else None


def _kilos(value: QuantityValue) -> tuple[float, ...]:
    """Both readings of K (and MB against MiB): decimal and binary."""
    head = value.unit.partition("/")[0]
    if value.scale in (1e3, 1e6) and head in ("token", "", "B"):
        return (1.0, _KILO_BINARY if value.scale == 1e3 else _KILO_BINARY**2)
    if head in _DECIMAL_BYTES:
        return (1.0, _KILO_BINARY ** (_DECIMAL_BYTES.index(head) + 1))
    return (1.0,)


def _slack(number: float, value: QuantityValue) -> float:
    """Half of the last place that a value states, or a tenth of it where it is told to be approximate."""
    scale = value.scale or 1.0
    text = f"{abs(number) / scale:.10g}"
    decimals = 0 if "e" in text else len(text.partition(".")[2])
    half = 10.0**-decimals * scale / 2 if scale > 1 or decimals else 0.5
    return max(half, abs(number) * 0.1) if value.qualifier == "approx" else half


def _meet(a: QuantityValue, kilo_a: float, b: QuantityValue, kilo_b: float) -> bool:
    """Whether what the two leave possible overlaps, give or take the coarser one's rounding."""
    low_a, high_a, slack_a = _interval(a, kilo_a)
    low_b, high_b, slack_b = _interval(b, kilo_b)
    slack = max(slack_a, slack_b) * (1 + 1e-9)
    return low_a <= high_b + slack and low_b <= high_a + slack


def _interval(value: QuantityValue, kilo: float) -> tuple[float, float, float]:
    """Lowest and highest that a value leaves possible, and the slack of its rounding, in the base of its dimension."""
    factor = _dimension(value.unit)[1] * kilo
    low, high = value.low, value.low if value.high is None else value.high
    slack = max(_slack(low, value), _slack(high, value)) * factor
    low, high = low * factor, high * factor
    if value.qualifier in ("gt", "ge"):
        high = math.inf
    elif value.qualifier in ("lt", "le"):
        low = -math.inf if value.low < 0 else 0.0
    return low, high, slack
