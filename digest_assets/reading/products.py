"""The name of a product that stands before a version number.

Belongs here: reading backwards from a number to a name, and which words name no product. Never here: the numbers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SECTION_WORDS = {
    "section", "sections", "sec", "fig", "figs", "figure", "figures", "table", "tables", "tab", "eq", "eqs",
    "equation", "chapter", "ch", "appendix",
    "theorem", "lemma", "definition", "def", "proposition", "corollary", "algorithm", "alg", "step", "steps", "part",
    "line", "lines", "page", "pages",
    "item", "no", "nr", "question", "exercise", "example", "rule", "task", "level", "phase", "stage", "round", "week",
    "day", "top", "grade", "issue",
    "pr", "rfc", "ticket", "arxiv", "doi", "ip", "isbn", "pmid", "commit", "build", "port", "note", "vol",
    "volume", "tier", "batch", "run",
}  # fmt: skip
_METRICS = {
    "f1", "auc", "auroc", "bleu", "rouge", "ppl", "perplexity", "mrr", "map", "ndcg", "acc", "accuracy", "precision",
    "recall", "score", "scores", "scored",
    "elo", "loss", "mse", "mae", "rmse", "wer", "cer", "fid", "ssim", "psnr", "iou", "dice", "kappa", "mmlu", "mcc",
    "pearson", "spearman", "sd", "std",
    "mean", "median", "avg", "average", "max", "min", "sum", "total", "ratio", "rate", "factor", "speedup", "gain",
    "drop", "temperature", "temp",
    "threshold", "alpha", "beta", "gamma", "delta", "lambda", "sigma", "epsilon", "eps", "tau", "theta", "mu",
    "dropout", "lr", "weight", "bias", "cost",
    "price", "value", "utilization", "util", "usage", "latency", "ttft", "tpot", "itl", "throughput", "p50", "p90",
    "p95", "p99", "gdp", "cpi", "ppi", "pmi", "pm", "usd", "cny", "rmb",
    "eur", "gbp", "jpy", "hkd", "chf", "aud", "cad", "sgd", "twd", "krw", "inr", "us", "nt", "ci", "hr", "or", "rr",
    "snr", "size", "length", "width",
    "height", "gb", "mb", "kb", "tb", "hz", "ghz", "mhz", "pass", "win", "wins", "winrate", "param", "params",
    "reward", "kl", "entropy", "cosine",
    "sim", "similarity", "confidence", "prob", "probability", "rating", "stars", "star", "gpa", "bpb", "bpw", "cvss",
    "qps", "rps", "tps", "fps", "ieee", "iso", "gflops", "nll", "flops", "tflops", "pue",
}  # fmt: skip
_PLAIN = {
    "a", "about", "above", "across", "additional", "after", "again", "against", "all", "almost", "also", "an", "and",
    "another", "approximately", "are",
    "around", "as", "at", "be", "been", "before", "below", "between", "both", "but", "by", "down", "during", "each",
    "every", "exactly", "extra", "fell",
    "for", "from", "grew", "had", "has", "have", "if", "in", "into", "is", "it", "its", "just", "least", "less",
    "lost", "more", "most", "nearly", "of",
    "off", "on", "once", "only", "or", "over", "per", "plus", "roughly", "rose", "than", "that", "the", "their",
    "then", "there", "these", "this", "to",
    "under", "until", "up", "upto", "use", "was", "were", "when", "where", "which", "while", "with", "within",
    "without", "reached", "improves", "improved",
    "drops", "dropped", "increases", "increased", "decreases", "decreased", "costs", "averaged", "averages",
    "scoring", "achieves", "achieved", "gets",
    "got", "hit", "vs", "versus", "equals", "equal", "and/or", "version", "versions", "release", "releases",
    "released", "v", "ver", "revision", "draft",
    "updated", "update", "upgrade", "upgraded", "published", "date", "since", "till", "now", "http", "https", "www",
    "x",
}  # fmt: skip
_GENERIC_TAIL = {
    "runtime", "server", "toolkit", "framework", "engine", "sdk", "studio", "desktop", "linux", "core", "code", "cli",
    "driver", "edition", "platform",
    "operator", "gateway", "client", "os", "native", "compiler", "library", "enterprise", "community", "pro",
}  # fmt: skip
_METRIC_TAIL = re.compile(r"(?:bench(?:mark)?|eval|score|@[0-9]+|acc|qa)$", re.IGNORECASE)
_COMMON_TAIL = re.compile(r"(?:rate|ratio|loss|ness|ity|ing|ed|tion|ance|ence|ment|ly)$", re.IGNORECASE)
_GLUE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_TOKEN = _GLUE | frozenset(".+#/@")
_MARKS = frozenset("*`")
ENDS = _GLUE | frozenset(
    " \t+#)]([（=<>~!@:：^≥≤*`布出线为到至是版本号的新式定了换用发从由自|"
)  # what may stand right before a version
_OPERATORS = frozenset("=<>~!^@≥≤")
_OPENING = frozenset("([（")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[+#]{1,2}|(?:[.\-/][A-Za-z0-9_]+)*)")
# Chinese between a name and its version, read backwards from the version: 发布, 升级到, 正式版, 版本号为.
_VERB_ENDS = frozenset("布出线为到至是版本号的新式定了换用发：从由自")
_VERB = re.compile(
    r"\s?(?:官方|团队|已|正式|刚刚?|宣布|的|新版|最新版?|正式版|稳定版|版本?号?|是|为){0,3}\s?(?:发布了?|推出了?|"
    r"上线了?|升级[到至为]|更新[到至为]|升到|升至|更到|切[到换]至?|"
    r"迁移?[到至]|用的?是?|"
    r"版本?[号为是]?|[到至为])?\s?(?:最新|正式|稳定|版本|版|的)?\s?[从由自]?\s?[:：]?\s?"
)
_RELEASED = re.compile(r"[从由自]|版|发布|升|更新|推出")
# English words between a name and its version; with the last of them the version must be told as one.
_LINKS = {
    "announced", "at", "has", "hit", "hits", "is", "its", "just", "latest", "new", "now", "reach", "reached",
    "reaches", "release", "released", "releases", "ship", "shipped", "ships", "stable", "the", "to", "update",
    "updated", "upgrade", "upgraded", "v", "ver", "version", "versions", "was", "with",
}  # fmt: skip
_TELLING = {
    "announced", "hits", "reached", "reaches", "release", "released", "releases", "ship", "shipped", "ships", "to",
    "update", "updated", "upgrade", "upgraded", "v", "ver", "version", "versions",
}  # fmt: skip
_INTRODUCING = {
    "and", "from", "install", "need", "needs", "on", "or", "page", "page:", "require", "requires", "run", "running",
    "support", "supports", "to", "upgrade", "upgraded", "use", "using", "with",
}  # fmt: skip
_FORBIDDEN_BEFORE = frozenset("@\\.$§#&=%_-")
_MODEL_LETTER = re.compile(r"[VX-Za-z](?![A-Za-z0-9])")
_WIDER = re.compile(r"([A-Z][A-Za-z0-9+#-]*(?:\s[A-Z][A-Za-z0-9+#-]*){0,2})\s$")


class Named(NamedTuple):
    start: int
    name: str


def before(body: str, at: int, certain: bool, stop: int) -> Named | None:
    """The product whose version is the number at ``[at, stop)``; None where it is none.

    ``certain``: the number cannot be anything but a version (three parts, a suffix).
    """
    place = _skip(body, at, _MARKS)
    told = False
    if place and body[place - 1] in "vV" and (place < 2 or body[place - 2] not in _GLUE):
        place = _skip(body, place - 1, _MARKS)
        told = True
    if not place:
        return None
    if body[place - 1] in _GLUE and place == at:
        return _glued(body, at, stop, certain)
    return _spaced(body, place, certain or told, told)


def _skip(body: str, at: int, characters: frozenset[str]) -> int:
    """The offset before at most three of some characters."""
    for _ in range(3):
        if not at or body[at - 1] not in characters:
            return at
        at -= 1
    return at


def _token(body: str, at: int, characters: frozenset[str]) -> int:
    """Where the run of characters that ends at ``at`` begins, at most 48 back."""
    low = max(0, at - 48)
    while at > low and body[at - 1] in characters:
        at -= 1
    return at


def _spaced(body: str, at: int, certain: bool, told: bool) -> Named | None:
    """A name before white space, an operator, a bracket, a verb."""
    place = at - 1 if body[at - 1] in " \t" else at
    operator = False
    colon = False
    if place and (body[place - 1] in _OPENING or (certain and body[place - 1] == "|")):
        place -= 1
    elif place and body[place - 1] in ":：":
        place -= 1
        colon = True
    else:
        start = place
        while place and start - place < 4 and body[place - 1] in _OPERATORS:
            place -= 1
        gap = body[place:start]
        if gap in ("=", "!"):
            return None
        operator = gap != ""
    if place and body[place - 1] in " \t":
        place -= 1
    place = _skip(body, place, _MARKS)
    if not place:
        return None
    last = body[place - 1]
    if last == "]" and operator:  # extras: vllm[audio]==
        opening = body.rfind("[", max(0, place - 42), place)
        return None if opening < 1 else _spaced_name(body, opening, True, True, False)
    if last in _TOKEN:
        return _spaced_name(body, place, certain or operator, operator or told, colon)
    if last in _VERB_ENDS and not operator:
        return _behind_verb(body, at, certain)
    return None


def _spaced_name(body: str, end: int, certain: bool, marked: bool, colon: bool) -> Named | None:
    start = _token(body, end, _TOKEN)
    while start < end and body[start] == "_":
        start += 1
    match = _NAME.fullmatch(body, start, end)
    if match is None:
        return _late_name(body, start, end, certain, marked)
    name = match.group()
    low = name.lower()
    if low in _LINKS:
        return _linked(body, start, low in _TELLING, certain)
    if not names_product(name, certain):
        return None
    if not certain:
        if colon and not name[0].isupper() and "-" not in name:
            return None
        if not _stands_out(body, start, name):
            return None
    elif colon and not marked and "/" in name and not certain:
        return None
    return _wider(body, start, name)


def _late_name(body: str, start: int, end: int, certain: bool, marked: bool) -> Named | None:
    """A name behind other marks of its token: ``@scope/name@1.2.3``, ``==`` pins with a path."""
    token = body[start:end]
    cut = max(token.rfind("/"), token.rfind("@")) + 1
    match = _NAME.fullmatch(token, cut)
    if match is None or not marked or not certain or not names_product(match.group(), certain):
        return None
    return Named(start + cut, match.group())


def _linked(body: str, at: int, telling: bool, certain: bool) -> Named | None:
    """``vLLM version 0.26.0``, ``upgrade vLLM to 0.26.0``: the name before at most four linking words."""
    for _ in range(4):
        if at < 2 or body[at - 1] not in " \t":
            return None
        end = _skip(body, at - 1, _MARKS)
        if body.endswith("'s", 0, end):
            end -= 2
        at = _token(body, end, _TOKEN)
        word = body[at:end]
        low = word.lower()
        if low in _LINKS:
            telling = telling or low in _TELLING
            continue
        if not telling or _NAME.fullmatch(word) is None or not names_product(word, True):
            return None
        return Named(at, word) if certain or _stands_out(body, at, word) else None
    return None


def _behind_verb(body: str, at: int, certain: bool) -> Named | None:
    """``vLLM 发布 0.26.0``: a name and a Chinese verb."""
    low = max(0, at - 16)
    place = at
    while place > low and body[place - 1] not in _TOKEN:
        place -= 1
    verb = _VERB.fullmatch(body, place, at)
    if place == low or verb is None:
        return None
    if not certain and not _RELEASED.search(verb.group()) and verb.group().strip() not in ("：", ":"):
        return None
    start = _token(body, place, _TOKEN)
    match = _NAME.fullmatch(body, start, place)
    if (
        match is None
        or not names_product(match.group(), certain)
        or (not certain and not _stands_out(body, start, match.group()))
    ):
        return None
    return _wider(body, start, match.group())


def names_product(name: str, certain: bool) -> bool:
    """Whether a word can name a product; ``certain`` where the number behind it can be nothing but a version."""
    low = name.lower()
    parts = re.split(r"[-_/.]", low)
    last = parts[-1]
    if low in _SECTION_WORDS or low in _PLAIN or low in _METRICS or last in _METRICS:
        return False
    if certain:
        return True
    if any(part in _METRICS or _METRIC_TAIL.search(part) for part in parts):
        return False
    if len(name) < 2 or (len(last) < 2 and name.islower()):
        return False
    mixed = re.search(r"[a-z][A-Z]", name)  # FlashAttention is a name, Precision is none
    return "@" not in name and "_" not in name and not (_COMMON_TAIL.search(name) and not mixed)


def _stands_out(body: str, start: int, name: str) -> bool:
    """Whether a name before a two-part number is one: it has a capital or a hyphen, or nothing but Chinese or an
    introducing word before it.
    """
    if (name[-1] in "+#" and len(name) > 2) or "-" in name or not name.islower():
        return True
    end = _skip(body, start - 1 if start and body[start - 1] in " \t" else start, _MARKS)
    if not end or not body[end - 1].isascii() or body[end - 1] in ".,;:!?()[]*|/&+\n":
        return True
    return body[_token(body, end, _GLUE | {":"}) : end].lower() in _INTRODUCING


def _wider(body: str, start: int, name: str) -> Named:
    """With the capitalized words before a name that is a mere kind (*Runtime*, *Server*)."""
    if name.lower() in _GENERIC_TAIL:
        wider = _WIDER.search(body, max(0, start - 40), start)
        if wider:
            return Named(wider.start(1), f"{wider[1]} {name}")
    return Named(start, name)


def _glued(body: str, at: int, stop: int, certain: bool) -> Named | None:
    """``Qwen3.5``, ``GLM-5.2``, ``DeepSeek-V3.2``."""
    start = _token(body, at, _GLUE)
    while start < at and body[start] in "-_":
        start += 1
    name = body[start:at]
    behind = body[stop : stop + 1]
    if behind.isascii() and behind.isalpha() and not _MODEL_LETTER.match(body, stop):
        return None
    previous = body[start - 1] if start else ""
    if (
        not name
        or not name[0].isalpha()
        or (previous and (previous in _FORBIDDEN_BEFORE or (previous == "/" and start > 1 and body[start - 2] == "/")))
    ):
        return None
    if name[-1] in "vV" and len(name) > 2 and (name[-2] in "-_" or not name[-2].isupper()):
        name = name[:-1]
    name = name.rstrip("-_")
    low = name.lower()
    letters = sum(character.isalpha() for character in name)
    last = re.split(r"[-_]", low)[-1]
    if letters == 1 and name.isupper() and previous == " ":  # Kimi K2.5
        wider = _WIDER.search(body, max(0, start - 24), start)
        if wider and names_product(wider[1], False) and " " not in wider[1]:
            return Named(wider.start(1), f"{wider[1]} {name}")
    if (
        letters < 2
        or low in _SECTION_WORDS
        or low in _METRICS
        or low in _PLAIN
        or last in _METRICS
        or last in _SECTION_WORDS
    ):
        return None
    if letters < 3 and name.islower() and not certain:
        return None
    return Named(start, name)
