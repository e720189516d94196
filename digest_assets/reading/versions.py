"""Versions of products in a text.

Conventions:

- A version belongs to the product whose name stands before it: glued (``Qwen3.5``), hyphenated (``GLM-5.2``), after a space, an operator
  (``==``, ``>=``, ``@``, ``:``), brackets, a word such as *version* or *release*, or a short Chinese verb (发布, 升级到). The product is as spelled,
  a leading ``v`` dropped, suffixes (``rc1``, ``.post1``, ``b3``, ``-beta.2``, ``+cu128``) kept.
- A list or range (``12.8/13.0``, ``>=2.9,<3.0``, ``0.25 → 0.26``) shares its product.
- Two-part numbers count where nothing says that they measure something: no unit behind, no metric's name before. A single number
  counts only as ``v3`` behind a name and a space.
- Paper revisions, ids, dates, section and figure numbers, multipliers, prices and number formats (FP8, W4A16) are no versions.
"""

from __future__ import annotations

import re

from digest_assets.model import VersionValue
from digest_assets.reading import folding

_SUFFIX = (
    r"(?:(?:[.\-_]?(?:alpha|beta|rc|pre|preview|post|dev|a|b|c)[.\-]?[0-9]{1,4}|\.(?:dev|post)[0-9]{1,8}|"
    r"[.\-](?:alpha|beta|rc|preview|dev|nightly|snapshot|SNAPSHOT|stable|lts|LTS|final|GA)(?![A-Za-z0-9])){0,3}(?:\+[A-Za-z0-9]{1,12}(?:\.[A-Za-z0-9]{1,12}){0,3})?)"
)
_RELEASE = r"[0-9]{1,5}(?:\.[0-9]{1,5}){1,4}"
# Starts at the number, so that only texts with dotted numbers cost anything.
_NUMBER = re.compile(rf"(?<![0-9.])(?P<v>{_RELEASE})(?P<suffix>{_SUFFIX})(?P<plus>\.x\b)?(?![0-9]|\.[0-9])")
_SINGLE = re.compile(
    r"(?<![\w.-])(?P<product>[A-Z][A-Za-z0-9_+#]*(?:-[A-Za-z0-9]+){0,3})\s(?P<pre>[vV])(?P<v>[1-9][0-9]{0,2})(?![\w.%]|-[A-Za-z0-9])"
)
_NAME = r"[A-Za-z][A-Za-z0-9_]*(?:[+#]{1,2}|(?:[.\-/][A-Za-z0-9_]+)*)"
_BETWEEN = (
    r"(?P<between>\s?[\[(（]?\s?(?:[vV]er(?:sion|\.)?|[Rr]elease|RC|版本?)?\s?[:：]?\s?"
    r"|\s?(?:\[[A-Za-z0-9_,\s-]{1,40}\])?\s?(?:==|>=|<=|~=|!=|===|=>|>|<|@|:|@\^|@~|\^|≥|≤)\s?"
    r"|\s?(?:has\s|was\s|is\s|to\s|now\s|at\s|just\s){0,2}(?:(?:releases?d?|ships?|shipped|ships\swith|announced|hits?|reaches|reached|upgraded?\sto|updated?\sto|to|at)\s)(?:its\s|the\s|version\s){0,2}"
    r"|\s?(?:官方|团队|已|正式|刚刚?|宣布|的|新版|最新版?|正式版|稳定版|版本?号?|是|为){0,3}\s?(?:发布了?|推出了?|上线了?|升级[到至为]|更新[到至为]|升到|升至|更到|切[到换]至?|迁移?[到至]|用的?是?|版本?[号为是]?|[到至为])?\s?(?:最新|正式|稳定|版本|版|的)?\s?[:：]?\s?)"
)
_BEFORE = re.compile(rf"(?P<product>{_NAME})[*_`]{{0,3}}{_BETWEEN}[*`]{{0,3}}(?P<pre>[vV])?$")
_GLUED = re.compile(r"(?P<product>[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+){0,3}?)(?P<dash>-[vV]?|[vV](?=$)|)$")
_SHARED = re.compile(r"\s?(?:[/、,，|&]|->|→|➜|⇒|[-–—~]|和|与|及|或|到|至|and|or|to|vs\.?)\s?(?:>=|<=|==|<|>|!=|~=)?\s?[vV]?")
_MULTIPLIER = re.compile(
    r"\s{0,2}(?:[%‰×%°]|x(?![A-Za-z0-9])|[倍个個次人万亿千百元美欧天秒年月周分小时条项张颗种份成点折度层卡台套篇位]|"
    r"(?:[KMBT]|[KMGTP]i?B|[KMGT]bps|[munµ]s|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|tok|tokens?|tps|W|kW|MW|[MG]Hz|TFLOPS|points?|pp|pts|"
    r"percent|times|fold|million|billion|trillion|thousand|bits?|dB|nm|mm|GPUs?|params?|parameters|USD|CNY|RMB|EUR|dollars)(?:/|(?![A-Za-z0-9])))"
)
_DATE_LIKE = re.compile(r"(?:19|20)[0-9]{2}[.](?:0?[1-9]|1[0-2])[.](?:0?[1-9]|[12][0-9]|3[01])")
_SECTION_WORDS = {
    "section", "sections", "sec", "fig", "figs", "figure", "figures", "table", "tables", "tab", "eq", "eqs", "equation", "chapter", "ch", "appendix",
    "theorem", "lemma", "definition", "def", "proposition", "corollary", "algorithm", "alg", "step", "steps", "part", "line", "lines", "page", "pages",
    "item", "no", "nr", "question", "exercise", "example", "rule", "task", "level", "phase", "stage", "round", "week", "day", "top", "grade", "issue",
    "pr", "rfc", "ticket", "arxiv", "doi", "ip", "isbn", "pmid", "commit", "build", "port", "line", "note", "vol", "volume", "tier", "batch", "run",
}  # fmt: skip
_METRICS = {
    "f1", "auc", "auroc", "bleu", "rouge", "ppl", "perplexity", "mrr", "map", "ndcg", "acc", "accuracy", "precision", "recall", "score", "scores", "scored",
    "elo", "loss", "mse", "mae", "rmse", "wer", "cer", "fid", "ssim", "psnr", "iou", "dice", "kappa", "mmlu", "mcc", "pearson", "spearman", "sd", "std",
    "mean", "median", "avg", "average", "max", "min", "sum", "total", "ratio", "rate", "factor", "speedup", "gain", "drop", "temperature", "temp",
    "threshold", "alpha", "beta", "gamma", "delta", "lambda", "sigma", "epsilon", "eps", "tau", "theta", "mu", "dropout", "lr", "weight", "bias", "cost",
    "price", "value", "utilization", "util", "usage", "latency", "ttft", "tpot", "itl", "throughput", "p50", "p90", "p95", "p99", "usd", "cny", "rmb",
    "eur", "gbp", "jpy", "hkd", "chf", "aud", "cad", "sgd", "twd", "krw", "inr", "us", "nt", "ci", "hr", "or", "rr", "snr", "size", "length", "width",
    "height", "gb", "mb", "kb", "tb", "hz", "ghz", "mhz", "pass", "win", "wins", "winrate", "param", "params", "reward", "kl", "entropy", "cosine",
    "sim", "similarity", "confidence", "prob", "probability", "rating", "stars", "star", "gpa", "bpb", "bpw", "qps", "rps", "tps", "fps", "ieee", "iso", "gflops", "nll", "flops", "tflops", "pue",
}  # fmt: skip
_PLAIN = {
    "a", "about", "above", "across", "additional", "after", "again", "against", "all", "almost", "also", "an", "and", "another", "approximately", "are",
    "around", "as", "at", "be", "been", "before", "below", "between", "both", "but", "by", "down", "during", "each", "every", "exactly", "extra", "fell",
    "for", "from", "grew", "had", "has", "have", "if", "in", "into", "is", "it", "its", "just", "least", "less", "lost", "more", "most", "nearly", "of",
    "off", "on", "once", "only", "or", "over", "per", "plus", "roughly", "rose", "than", "that", "the", "their", "then", "there", "these", "this", "to",
    "under", "until", "up", "upto", "use", "was", "were", "when", "where", "which", "while", "with", "within", "without", "reached", "improves", "improved",
    "drops", "dropped", "increases", "increased", "decreases", "decreased", "costs", "averaged", "averages", "scoring", "achieves", "achieved", "gets",
    "got", "hit", "vs", "versus", "equals", "equal", "and/or", "version", "versions", "release", "releases", "released", "v", "ver", "revision", "draft",
    "updated", "update", "upgrade", "upgraded", "published", "date", "since", "till", "now", "http", "https", "www", "x",
}  # fmt: skip
_GENERIC_TAIL = {
    "runtime", "server", "toolkit", "framework", "engine", "sdk", "studio", "desktop", "linux", "core", "code", "cli", "driver", "edition", "platform",
    "operator", "gateway", "client", "os", "native", "compiler", "library", "enterprise", "community", "pro",
}  # fmt: skip
_METRIC_TAIL = re.compile(r"(?:bench(?:mark)?|eval|score|@[0-9]+|acc|rate|ratio|loss|qa|ness|ity|ing|ed|tion|ance|ence|ment|ly)$", re.IGNORECASE)
_OPERATORS = ("==", ">=", "<=", "~=", "!=", "===", "@", "^", "≥", "≤", ">", "<")


def find(text: str) -> tuple[VersionValue, ...]:
    """Versions in order of place, without overlaps; the surface runs from the product, or for later ones of a list is the version."""
    if not any(mark in text for mark in ".．vVｖ"):
        return ()
    from digest_assets.reading import combined  # the readers of a text know of each other only there

    return combined.versions_of(text)


def find_folded(folded: folding.Folded, taken: list[tuple[int, int]] | None = None) -> list[VersionValue]:
    """As ``find``, on a folded text; ``taken`` are spans of the folded text (links, dates, ids) that hold no versions."""
    body = folded.text
    found: list[VersionValue] = []
    end = -1
    product = ""
    blocked = iter(taken or ())
    block = next(blocked, None)
    for match in _NUMBER.finditer(body):
        while block is not None and block[1] <= match.start():
            block = next(blocked, None)
        if block is not None and block[0] < match.end():
            continue
        if match.start() < end:
            continue
        version, stop = _version(body, match)
        shared = bool(found) and match.start() - end <= 8 and _SHARED.fullmatch(body, end, match.start()) is not None
        if shared and not _measures(body, stop, version):
            start = match.start()
        else:
            named = _product(body, match, version, stop)
            if named is None:
                continue
            start, product = named
        first, last, surface = folded.span(start, stop)
        found.append(VersionValue(surface=surface, start=first, end=last, product=product, version=version))
        end = stop
    if "v" in body or "V" in body:
        _add_singles(folded, found)
    return found


def _version(body: str, match: re.Match[str]) -> tuple[str, int]:
    """The version and where it ends: a suffix that is the start of a longer word does not belong to it."""
    stop = match.end("suffix")
    if match["suffix"] and body[stop : stop + 1].isascii() and body[stop : stop + 1].isalnum():
        stop = match.end("v")
    if match["plus"]:
        stop = match.end()
    return body[match.start() : stop], stop


def _measures(body: str, stop: int, version: str) -> bool:
    """Whether a unit behind the number makes it a measurement."""
    return version.count(".") < 2 and _MULTIPLIER.match(body, stop) is not None


def _product(body: str, match: re.Match[str], version: str, stop: int) -> tuple[int, str] | None:
    """Start and name of the product before a number; None where the number is no version."""
    start = match.start()
    if _measures(body, stop, version):
        return None
    window = body[max(0, start - 96) : start]
    base = start - len(window)
    parts = version.count(".") + 1
    if window[-1:].isascii() and (window[-1:].isalnum() or window[-1:] in "-_"):
        return _glued(body, window, base, version, stop)
    named = _BEFORE.search(window)
    if named is None:
        return None
    name, between = named["product"], named["between"]
    if named.start() and window[named.start() - 1] in "@/\\.$§#&=%_-":
        if window[named.start() - 1] not in "/@-" or "==" not in between and "@" not in between and ":" not in between:
            return None
    low = name.lower()
    if low in _PLAIN or (name.lower() == "v"):
        return _extended(window, base, named, version)
    certain = named["pre"] is not None or parts >= 3 or match["suffix"] != "" or any(mark in between for mark in _OPERATORS)
    if not _names_product(name, certain) or (_DATE_LIKE.fullmatch(version) and low in _PLAIN):
        return None
    if ":" in between and not between.strip().startswith(("：", ":")):
        return None
    if not certain and (":" in between or "：" in between) and not name[0].isupper() and "-" not in name:
        return None
    if not certain and not _plausible(window, named, between):
        return None
    at = named.start()
    if low in _GENERIC_TAIL:
        wider = re.search(r"([A-Z][A-Za-z0-9+#-]*(?:\s[A-Z][A-Za-z0-9+#-]*){0,2})\s$", window[:at])
        if wider:
            at, name = wider.start(1), f"{wider[1]} {name}"
    return base + at, name


def _extended(window: str, base: int, named: re.Match[str], version: str) -> tuple[int, str] | None:
    """``vLLM version 0.26.0``, ``vLLM release 0.26``: the name before the plain word."""
    if named["product"].lower() not in ("version", "versions", "release", "releases", "ver", "v", "to"):
        return None
    earlier = re.search(rf"(?P<product>{_NAME})(?:'s)?\s(?:(?:has|was|is|the|latest|new|stable)\s){{0,3}}$", window[: named.start()])
    if earlier is None or earlier["product"].lower() in _PLAIN or not _names_product(earlier["product"], True):
        return None
    return base + earlier.start("product"), earlier["product"]


def _names_product(name: str, certain: bool) -> bool:
    low = name.lower()
    last = re.split(r"[-_/.]", low)[-1]
    if low in _SECTION_WORDS or low in _PLAIN or low in _METRICS or last in _METRICS:
        return False
    if not certain and (len(name) < 2 or len(last) < 2 and name.islower()):
        return False
    if certain:
        return True
    return "@" not in name and "_" not in name and not (_METRIC_TAIL.search(name) and not re.search(r"[a-z][A-Z]", name))


def _plausible(window: str, named: re.Match[str], between: str) -> bool:
    """Whether a two-part number after a space is a version: the name is capitalized, or nothing but a verb or Chinese stands before it."""
    name = named["product"]
    gap = between.strip()
    if gap and gap not in ("(", "（", "版", "版本", "v", "version", "release", "ver", ":", "："):
        if not re.search(r"版|发布|升|更新|推出|releas|ship|version|upgrad|updat", gap):
            return False
    if any(character.isupper() for character in name) or "-" in name or (len(name) > 2 and name[-1] in "+#"):
        return True
    before = window[: named.start()].rstrip()
    return not before or not before[-1].isascii() or before[-1] in ".,;:!?()[]*|/&+" or bool(
        re.search(r"\b(?:install|use|using|requires?|needs?|on|with|to|upgrade|upgraded|and|or|from|run|running|support|supports|page:)$", before, re.IGNORECASE)
    )


def _glued(body: str, window: str, base: int, version: str, stop: int) -> tuple[int, str] | None:
    glued = _GLUED.search(window)
    if glued is None:
        return None
    name, dash = glued["product"], glued["dash"]
    if body[stop : stop + 1].isascii() and body[stop : stop + 1].isalpha() and not re.match(r"[VX-Za-z](?![A-Za-z0-9])", body[stop : stop + 2]):
        return None
    if name in ("v", "V") or (not dash and name[-1:] in "vV" and len(name) == 1):
        named = _BEFORE.search(window)
        return None if named is None else _spaced_v(window, base, named, version)
    before = window[glued.start() - 1 : glued.start()] if glued.start() else ""
    if before and (before in "@.$§#&=%_-\\" or before.isascii() and before.isalnum()):
        return None
    if before == "/" and window[: glued.start()].endswith("//"):
        return None
    if not dash and name[-1] in "vV" and len(name) > 1 and not name[-2].isupper():
        name = name[:-1].rstrip("-_")
    low = name.lower()
    letters = sum(character.isalpha() for character in name)
    if letters < 2 or low in _SECTION_WORDS or low in _METRICS or low in _PLAIN or re.split(r"[-_]", low)[-1] in _METRICS | _SECTION_WORDS:
        return None
    if not any(character.isupper() for character in name) and letters < 3:
        return None
    return base + glued.start(), name


def _spaced_v(window: str, base: int, named: re.Match[str], version: str) -> tuple[int, str] | None:
    name = named["product"]
    if name.lower() in ("v",):
        return None
    if name.lower() in _PLAIN:
        return _extended(window, base, named, version)
    if not _names_product(name, True) or named.start() and window[named.start() - 1] in "@/\\.$§#&=%_-":
        return None
    return base + named.start(), name


def _add_singles(folded: folding.Folded, found: list[VersionValue]) -> None:
    singles: list[VersionValue] = []
    for match in _SINGLE.finditer(folded.text):
        name = match["product"]
        if not _names_product(name, False) or name.lower() in ("api", "paper", "proposal", "rfc", "plan"):
            continue
        start, end, surface = folded.span(*match.span())
        singles.append(VersionValue(surface=surface, start=start, end=end, product=name, version=match["v"]))
    if singles:
        found.extend(singles)
        found.sort(key=lambda value: value.start)
