"""Versions of products in a text.

Conventions:

- A version belongs to the product whose name stands before it: glued (``Qwen3.5``), hyphenated (``GLM-5.2``), after a
  space, an operator (``==``, ``>=``, ``@``, ``:``), brackets, a word such as *version* or *release*, or a short
  Chinese verb (发布, 升级到). The product is as spelled, a leading ``v`` dropped, suffixes (``rc1``, ``.post1``,
  ``b3``, ``-beta.2``, ``+cu128``) kept.
- A list or range (``12.8/13.0``, ``>=2.9,<3.0``, ``0.25 → 0.26``) shares its product.
- Two-part numbers count where nothing says that they measure something: no unit behind, no metric's name before. A
  single number counts only as ``v3`` behind a name and a space.
- Paper revisions, ids, dates, section and figure numbers, multipliers, prices and number formats (FP8, W4A16) are no
  versions.
"""

from __future__ import annotations

import re

from digest_assets.model import VersionValue
from digest_assets.reading import folding, products, scan
from digest_assets.reading.scan import Seen
from digest_assets.reading.taken import Span, Taken

_SUFFIX = (
    r"(?:(?:[.\-_]?(?:alpha|beta|rc|pre|preview|post|dev|a|b|c)[.\-]?[0-9]{1,4}|\.(?:dev|post)[0-9]{1,8}|"
    r"[.\-](?:alpha|beta|rc|preview|dev|nightly|snapshot|SNAPSHOT|stable|lts|LTS|final|"
    r"GA)(?![A-Za-z0-9])){0,3}(?:\+[A-Za-z0-9]{1,12}(?:\.[A-Za-z0-9]{1,12}){0,3})?)"
)
_RELEASE = r"[0-9](?<![0-9.][0-9])[0-9]{0,4}(?:\.[0-9]{1,5}){1,4}"
# Starts at the number, so that only texts with dotted numbers cost anything.
_NUMBER = re.compile(rf"{_RELEASE}(?![0-9]|\.[0-9])")
_TAIL = re.compile(rf"{_SUFFIX}(?:\.x\b)?(?![A-Za-z0-9]|\.[0-9])")
_TAIL_STARTS = frozenset(".-_+abcprd")
_SINGLE = re.compile(r"[vV](?<=[A-Za-z0-9_+#]\s[vV])(?P<v>[1-9][0-9]{0,2})(?![\w.%]|-[A-Za-z0-9])")
_SINGLE_PRODUCT = re.compile(r"(?<![\w.-])[A-Z][A-Za-z0-9_+#]*(?:-[A-Za-z0-9]+){0,3}$")
_SHARED = re.compile(
    r"\s?(?:[/、,，|&]|->|→|➜|⇒|[-–—~]|和|与|及|或|(?:升级?|更新|切换?|迁移?)?[到至为]|and|or|to|vs\.?)\s?(?:>=|<=|==|<|>|!=|~=)?\s?[vV]?"
)
_MULTIPLIER = re.compile(
    r"(?:\s?[–—~至到]\s?[0-9]{1,6}(?:\.[0-9]{1,4})?|\s?-\s?[0-9]{1,6}(?:\.[0-9]{1,4})?(?!\s?[KMBT](?![A-Za-z])))?\s{0,2"
    r"}(?:[%‰×%°]|x(?![A-Za-z0-9])|[倍个個次人万亿千百元美欧天秒年月周分小时条项张颗种份成点折度层卡台套篇位]|"
    r"(?:[KMBT]|[KMGTP]i?B|[KMGT]bps|[munµ]s|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|tok|"
    r"tokens?|tps|[mkMGT]?Wh?|[MGk]?Hz|TFLOPS|points?|pp|pts|m?Ah|[hkM]?Pa|m?bar|"
    r"[kM]?J|mol|rpm|ppm|(?:wt|vol|mol|at)%|mS|kN|N(?=/)|(?<=\s)(?:[kmµ]?g|[kcmµn]?m|m?L|ml|m?V|m?A|t)|"
    r"percent|times|fold|million|billion|trillion|thousand|bits?|dB|nm|mm|GPUs?|params?|parameters|USD|CNY|RMB|EUR|"
    r"dollars)(?:/|(?![A-Za-z0-9])))"
)
_UNIT_STARTS = frozenset(
    " \t-–—~至到%‰×°x倍个個次人万亿千百元美欧天秒年月周分小时条项张颗种份成点折度层卡台套篇位"
    "KMBTGPmnuµshdwytWkpfbUCREcgLVAHJrlNva"
)
_PAPERS = {"api", "paper", "proposal", "rfc", "plan"}


def find(text: str) -> tuple[VersionValue, ...]:
    """Versions in order of place, without overlaps; the surface runs from the product, or for later ones of a list is
    the version.
    """
    if not any(mark in text for mark in ".．vVｖ"):
        return ()
    from digest_assets.reading import combined  # the readers of a text know of each other only there

    return combined.versions_of(text)


def find_folded(folded: folding.Folded, seen: Seen, taken: list[Span]) -> list[VersionValue]:
    """As ``find``, on a folded text that holds what is ``seen``; ``taken``: the spans of it, ascending, that hold no
    versions (links, ids).
    """
    body = folded.text
    found: list[VersionValue] = []
    end = -1
    product = ""
    blocked = Taken(taken)
    for match in _NUMBER.finditer(body) if seen.flags & scan.DECIMAL else ():
        at = match.start()
        if at < end:
            continue
        if at and body[at - 1] not in products.ENDS and (not found or at - end > 8):
            continue
        number = match.group()
        stop = match.end()
        parts = number.count(".")
        if parts < 2 and stop < len(body) and body[stop] in _UNIT_STARTS and _MULTIPLIER.match(body, stop):
            continue
        if stop < len(body) and body[stop] in _TAIL_STARTS and (tail := _TAIL.match(body, stop)):
            stop = tail.end()
        version = body[at:stop]
        start = at
        if not (found and at - end <= 8 and _SHARED.fullmatch(body, end, at)):
            named = products.before(body, at, parts >= 2 or len(version) > len(number), stop)
            if named is None:
                continue
            start, product = named
            if start < end:
                continue  # a version of what is a version itself
        if blocked.hits(start, stop):
            continue
        first, last, surface = folded.span(start, stop)
        found.append(VersionValue(surface=surface, start=first, end=last, product=product, version=version))
        end = stop
    if seen.flags & scan.V and any(start and body[start - 1] in "vV" for start, _ in seen.numbers):
        _add_singles(folded, found, taken)
    return found


def _add_singles(folded: folding.Folded, found: list[VersionValue], taken: list[Span]) -> None:
    """``FlashAttention v3``: a single number behind a capitalized name, a space and a ``v``."""
    body = folded.text
    singles: list[VersionValue] = []
    blocked = Taken(taken)
    for match in _SINGLE.finditer(body):
        behind = match.start() - 1
        product = _SINGLE_PRODUCT.search(body, max(0, behind - 40), behind)
        if (
            product is None
            or not products.names_product(product.group(), False)
            or product.group().lower() in _PAPERS
            or blocked.hits(product.start(), match.end())
        ):
            continue
        start, end, surface = folded.span(product.start(), match.end())
        singles.append(VersionValue(surface=surface, start=start, end=end, product=product.group(), version=match["v"]))
    if singles:
        found.extend(singles)
        found.sort(key=lambda value: value.start)
