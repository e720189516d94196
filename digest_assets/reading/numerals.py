"""Numbers spelled in Chinese numerals, alone or mixed with digits.

Belongs here: from numerals to a value. Never here: units, where in a text a number stands.
"""

from __future__ import annotations

import re
from typing import Final

DIGITS: Final = {
    "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "两": 2,
    "兩": 2, "俩": 2,
    "壹": 1, "贰": 2, "貳": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "陸": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
SMALL: Final = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
LARGE: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}

# Multipliers that follow a number in digits: 千万 1e7, 万亿 1e12.
SCALE: Final = re.compile(r"(?:[十百千]?[万萬]?[亿億]|[十百千]?[万萬]|[百千])")
CHARACTERS: Final = "".join([*DIGITS, *SMALL, *LARGE])


def scale_of(suffix: str) -> float:
    """What a run of multipliers multiplies: ``千万`` 1e7, ``万亿`` 1e12."""
    product = 1
    for character in suffix:
        product *= SMALL.get(character) or LARGE[character]
    return float(product)


def value_of(numeral: str) -> int | None:
    """The value of a Chinese numeral (三百五十万亿, 一万五千亿, 两千, 二〇二六); None where it is none.

    A digit right after a multiplier without 零 counts at the next lower place: 三万四 is 34,000, 两千五 is 2,500.
    """
    if not numeral or len(numeral) > 40:
        return None
    if all(character in DIGITS for character in numeral):
        if len(numeral) == 1:
            return DIGITS[numeral]
        if any(character in "两兩俩" for character in numeral) or (len(numeral) < 3 and numeral[0] not in "〇零"):
            return None  # 三四个 is an estimate, not 34
        return int("".join(str(DIGITS[character]) for character in numeral))
    total = section = 0
    digit: int | None = None
    place = 0  # of the last multiplier: what a closing digit without 零 counts
    zero = False
    floor = 10**30  # large multipliers must fall, but 万亿 stacks
    last_small = 10**9
    for character in numeral:
        if character in DIGITS:
            if digit is not None and digit != 0:
                return None
            digit = DIGITS[character]
            zero = zero or digit == 0
        elif character in SMALL:
            factor = SMALL[character]
            if factor >= last_small:
                return None
            last_small = factor
            section += (1 if digit is None else digit) * factor
            digit, place, zero = None, factor, False
        else:
            factor = LARGE[character]
            section += digit or 0
            if section:
                if factor < floor:
                    total += section * factor
                else:  # 三百五十万 亿: what stands so far is what 亿 multiplies
                    total = (total + section) * factor
            elif total:
                total *= factor
            else:
                total = factor
            floor, section, digit, place, zero, last_small = factor, 0, None, factor, False, 10**9
    if digit:
        section += digit * (place // 10 if place >= 10 and not zero and place > 10 else 1)
    return total + section


def mixed_value(digits: float, scale: float, rest: float) -> float | None:
    """A number in digits, a multiplier and more digits: 3 万 4000 is 34,000; None where the rest does not fit below."""
    return digits * scale + rest if 0 < rest < scale else None


def number(spelled: str) -> int:
    """A small number in digits or Chinese numerals (廿 included); 0 where it is none."""
    return int(spelled) if spelled.isascii() else value_of(spelled.replace("廿", "二十")) or 0
