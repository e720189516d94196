"""Words directly before a number that say how exact it is: 约, about, 超过, at least, 不到.

Belongs here: those words, and which of the five qualifiers each is. Never here: numbers, words behind them.
"""

from __future__ import annotations

import re
from typing import Literal

Qualifier = Literal["approx", "gt", "lt", "ge", "le"]

_QUALIFIERS: tuple[tuple[Qualifier, re.Pattern[str]], ...] = (
    (
        "le",
        re.compile(
            r"(?:不超过|不超過|至多|最多|不高于|不多于|不大于|以内的?|封顶|上限为?|up\sto|at\smost|no\smore\sthan|"
            r"not\smore\sthan|max(?:imum)?(?:\sof)?|≤|<=|⩽)\s?$",
            re.IGNORECASE,
        ),
    ),
    (
        "ge",
        re.compile(
            r"(?:至少|最少|不低于|不少于|不小于|起码|at\sleast|no\sless\sthan|no\sfewer\sthan|minimum(?:\sof)?|min\.|"
            r"≥|>=|⩾)\s?$",
            re.IGNORECASE,
        ),
    ),
    (
        "lt",
        re.compile(
            r"(?:不到|不足|低于|小于|少于|未满|不满|less\sthan|fewer\sthan|under|below|<|＜)\s?$", re.IGNORECASE
        ),
    ),
    (
        "gt",
        re.compile(
            r"(?:超过|超過|超出|超|逾|多于|大于|高于|突破|more\sthan|over|above|exceed(?:s|ed|ing)?|greater\sthan|>|"
            r"＞)\s?(?:了)?\s?$",
            re.IGNORECASE,
        ),
    ),
    (
        "approx",
        re.compile(
            r"(?:约[为是][^，。；,;\s]{1,8}的|(?<![长签续合条公契预])约|約|大约|大概|约为|约等于|接近|将近|"
            r"(?<!最)近|差不多|about|around|roughly|approx(?:imately)?\.?|nearly|almost|some|circa|ca\.|[~≈∼〜])\s?$",
            re.IGNORECASE,
        ),
    ),
)
ENDS = frozenset(" 过過多于少内为限至到约約等近概数足低小满超逾大高突破码~≈∼〜<>≤≥=⩽⩾＜＞了的出不tnrymfdevo.")
_ENDS_OF: dict[Qualifier, str] = {  # what the words of each can end in
    "le": "过過多于内的顶限为otnxmf≤=⩽",
    "ge": "少于码tnmf.≥=⩾",
    "lt": "到足于满nrw<＜",
    "gt": "过過出超逾于破nredsg>＞了 \t\u3000",
    "approx": "为是的约約概于近多tdyxe.a~≈∼〜",
}
_QUALIFIED_BY: dict[str, tuple[tuple[Qualifier, re.Pattern[str]], ...]] = {
    end: tuple([(name, pattern) for name, pattern in _QUALIFIERS if end in _ENDS_OF[name]])
    for end in sorted(set("".join(_ENDS_OF.values())))
}


def before(body: str, start: int) -> Qualifier | None:
    """What a word directly before the number says of it."""
    if not start:
        return None
    last = body[start - 1]
    if last.isspace():
        last = body[start - 2 : start - 1]
    for name, pattern in _QUALIFIED_BY.get(last.lower(), ()):
        if pattern.search(body, max(0, start - 16), start):
            return name
    return None
