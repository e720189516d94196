"""Units of quantities: how they are written, what they are called, what they measure.

Belongs here: from the text behind a number to a unit's name, and the dimension of a unit for comparison. Never here: numbers.

Names: ``%``, ``x`` (times), ``pp``, ``bp``, ``fraction``; currencies as ISO 4217; ``tok/s``; SI and byte units as their symbols (``ms``, ``GiB``,
``TB/s``, ``Gbps``, ``kW``); longer times as words (``minute``, ``hour``, ``day``, ``week``, ``month``, ``quarter``, ``year``); ``parameter``, ``token``; other English
counts in the singular, lower case unless an acronym; Chinese measure words as written. What a value is divided by follows after a
slash (``USD/1M token``, ``USD/GPU hour``, ``commit/month``).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

CURRENCY_SYMBOLS: Final = {"$": "USD", "US$": "USD", "¥": "CNY", "€": "EUR", "£": "GBP", "HK$": "HKD", "S$": "SGD", "A$": "AUD", "C$": "CAD", "NT$": "TWD", "₩": "KRW", "₹": "INR"}
CURRENCY_CODES: Final = {
    **{code: code for code in ("USD", "CNY", "EUR", "GBP", "JPY", "HKD", "SGD", "AUD", "CAD", "TWD", "KRW", "INR", "CHF")},
    "RMB": "CNY", "CNH": "CNY", "人民币": "CNY", "NTD": "TWD",
}  # fmt: skip

_CJK: dict[str, str] = {
    "百分点": "pp", "个百分点": "pp", "個百分點": "pp", "个点": "pp", "個點": "pp", "基点": "bp", "个基点": "bp",
    "倍": "x", "毫秒": "ms", "微秒": "us", "纳秒": "ns", "秒": "s", "秒钟": "s", "秒鐘": "s", "分钟": "minute", "分鐘": "minute", "小时": "hour", "小時": "hour",
    "个小时": "hour", "個小時": "hour", "钟头": "hour", "个钟头": "hour", "天": "day", "个工作日": "day", "工作日": "day", "周": "week", "週": "week", "星期": "week", "个星期": "week", "个礼拜": "week",
    "礼拜": "week", "个周": "week", "个月": "month", "個月": "month", "个季度": "quarter", "季度": "quarter", "年": "year", "周年": "year",
    "元": "CNY", "块钱": "CNY", "元人民币": "CNY", "人民币": "CNY", "圆": "CNY", "美元": "USD", "美金": "USD", "欧元": "EUR", "歐元": "EUR", "英镑": "GBP", "日元": "JPY", "日圆": "JPY", "港元": "HKD",
    "港币": "HKD", "韩元": "KRW", "新台币": "TWD", "台币": "TWD", "卢比": "INR", "瑞郎": "CHF", "瑞士法郎": "CHF", "加元": "CAD", "澳元": "AUD", "新元": "SGD", "新加坡元": "SGD",
    "参数": "parameter", "參數": "parameter", "个参数": "parameter", "参数量": "parameter", "总参数": "parameter", "总参数量": "parameter", "激活参数": "parameter", "激活参数量": "parameter", "活跃参数": "parameter", "词元": "token", "个词元": "token", "字节": "B", "个字节": "B", "比特": "bit", "瓦": "W", "瓦特": "W",
    "千瓦": "kW", "兆瓦": "MW", "吉瓦": "GW", "千瓦时": "kWh", "度电": "kWh", "公里": "km", "千米": "km", "米": "m", "厘米": "cm", "毫米": "mm", "微米": "um", "纳米": "nm",
    "平方米": "m²", "平方公里": "km²", "公斤": "kg", "千克": "kg", "克": "g", "毫克": "mg", "吨": "t", "噸": "t", "升": "L", "毫升": "mL", "摄氏度": "°C", "英里": "mile", "英寸": "inch", "英尺": "foot",
    "卡时": "GPU hour", "张卡时": "GPU hour",
}  # fmt: skip
# Measure words, each with what may not follow it (then it is the start of another word).
_MEASURES = {
    "个": "人性别体案", "個": "人性別體案", "次": "方元要日序品数级世生", "张": "量力贴望", "張": "量力", "份": "额", "条": "件目款约纹例", "條": "件目", "项": "目链", "項": "目",
    "颗": "粒", "顆": "粒", "种": "子族植类", "種": "子類", "人": "工类民生员体才格称像物力机均物", "名": "为字称单义词声", "位": "于置宽移图元数", "家": "庭族里长具乡园电", "台": "湾阶词账风北",
    "臺": "灣", "篇": "幅章", "款": "待项式", "件": "套", "套": "路件餐装娃", "组": "件织成合装长", "組": "件織成", "类": "型似别比", "類": "型似", "例": "如子外行", "段": "落位子", "句": "子柄号法",
    "页": "面码岩", "頁": "面", "字": "段符典母节面体", "词": "元典汇嵌频条", "卡": "顿片通车关住壳尔", "层": "级次面出", "層": "級", "步": "骤伐行枪", "轮": "胎廓流换询椅", "輪": "詢", "批": "评量次准发处判注", "路": "由径线标口演况",
    "块": "链茎", "塊": "鏈", "门": "槛户票店", "門": "檻", "节": "点日约省目奏能", "部": "分署门件落队", "本": "文地机身质次来科书论月周年", "册": "", "只": "是有能要会需用读", "枚": "举", "片": "段面", "座": "位标", "辆": "", "架": "构",
    "根": "据本因", "支": "持付撑援出", "道": "路理歉", "题": "目材", "題": "目", "处": "理于置", "處": "理", "场": "景地合", "場": "景", "期": "间望货刊", "届": "", "集": "群成合中体", "对": "比象齐应话于外方手 0123456789", "对儿": "", "株": "", "粒": "度子", "档": "案次",
    "笔": "记试者画", "票": "据价", "股": "份票东权", "局": "部势面限", "桶": "", "瓶": "颈", "盒": "子", "箱": "子", "包": "括含装裹容", "列": "表出举", "行": "业为动情政", "格": "式局",
    "环": "境节绕", "圈": "子", "维": "护持修度生", "核": "心验查实", "枪": "", "头": "部条像疼痛", "匹": "配", "间": "隔接", "栋": "", "幅": "度", "首": "先次页要发", "帧": "率", "回": "归答复滚退收顾调忆", "遍": "历布", "趟": "",
    "倍速": "", "人次": "", "人天": "", "人月": "", "人时": "", "架次": "", "用户": "", "样本": "", "线程": "", "進程": "", "进程": "", "节点": "", "核心": "", "页面": "", "字符": "", "词条": "", "种类": "", "行代码": "", "并发": "", "岁": "月数",
    "辈": "", "滴": "", "户": "型外", "亩": "", "跳": "转过", "桩": "", "宗": "旨", "双": "方重向边", "副": "本", "方": "案法面式向程", "站": "点长", "盘": "点", "分": "别析布类享支配组钟发解片区词段层歧之辨离工为成数手",
}  # fmt: skip
_BLOCKED_UNITS = {
    "天": "气线然堑府才", "周": "期边围报刊杰岁", "週": "期", "年": "代级轮报龄", "元": "素数组件年旦宇", "秒": "级杀表", "克": "隆服制", "升": "级到至序高", "米": "兰哈",
}  # fmt: skip
# Words behind which 个 gives way to the thing counted: 3 个 token.
_BEHIND_GE = re.compile(r"\s?(tokens?|Tokens?|TOKENS?|词元|参数|parameters?|params?|GPU|小时|字节|比特)(?![A-Za-z])")

_LATIN: dict[str, str] = {
    "ns": "ns", "us": "us", "µs": "us", "μs": "us", "ms": "ms", "msec": "ms", "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "minute", "mins": "minute",
    "minute": "minute", "minutes": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "hour": "hour", "hours": "hour", "d": "day", "day": "day", "days": "day",
    "wk": "week", "wks": "week", "week": "week", "weeks": "week", "mo": "month", "month": "month", "months": "month", "yr": "year", "yrs": "year", "year": "year",
    "years": "year", "quarters": "quarter", "milliseconds": "ms", "millisecond": "ms", "microseconds": "us", "microsecond": "us", "nanoseconds": "ns",
    **{prefix + "B": prefix + "B" for prefix in ("K", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")}, "kB": "KB", "bytes": "B", "byte": "B",
    **{prefix + "bps": prefix + "bps" for prefix in ("K", "M", "G", "T")}, "kbps": "Kbps", "bps": "bps",
    **{prefix + "Bps": prefix + "B/s" for prefix in ("K", "M", "G", "T")},
    **{prefix + "bit": prefix + "bit" for prefix in ("K", "M", "G", "T")}, "Gb": "Gb", "Mb": "Mb", "kb": "kb", "Kb": "kb", "bp": "base pair", "kbp": "kb", "Mbp": "Mb", "Gbp": "Gb",
    "tok": "token", "toks": "token", "token": "token", "tokens": "token", "parameter": "parameter", "parameters": "parameter", "param": "parameter", "params": "parameter",
    "W": "W", "kW": "kW", "KW": "kW", "MW": "MW", "GW": "GW", "TW": "TW", "mW": "mW", "Wh": "Wh", "kWh": "kWh", "KWh": "kWh", "MWh": "MWh", "GWh": "GWh", "TWh": "TWh", "watts": "W", "watt": "W",
    "Hz": "Hz", "kHz": "kHz", "KHz": "kHz", "MHz": "MHz", "GHz": "GHz", "THz": "THz", "nm": "nm", "um": "um", "µm": "um", "μm": "um", "mm": "mm", "cm": "cm", "km": "km", "m": "m",
    "kg": "kg", "g": "g", "mg": "mg", "µg": "ug", "μg": "ug", "ug": "ug", "t": "t", "L": "L", "mL": "mL", "ml": "mL", "V": "V", "mV": "mV", "A": "A", "mA": "mA", "mAh": "mAh", "dB": "dB", "rpm": "rpm", "RPM": "rpm", "ppm": "ppm",
    "px": "pixel", "fps": "fps", "FPS": "fps", "QPS": "request/s", "qps": "request/s", "RPS": "request/s", "rps": "request/s", "TPS": "TPS", "tps": "tok/s", "IOPS": "IOPS",
    **{prefix + "FLOPS": prefix + "FLOPS" for prefix in ("", "M", "G", "T", "P", "E")}, **{prefix + "FLOPs": prefix + "FLOPs" for prefix in ("", "M", "G", "T", "P", "E")}, "TOPS": "TOPS",
    "pp": "pp", "ppt": "pp", "ppts": "pp", "pts": "pp", "bps_": "bp", "x": "x", "X": "x", "fold": "x", "percent": "%", "pct": "%", "reqs": "request", "req": "request", "steps": "step", "it": "iteration", "its": "iteration",
    "iter": "iteration", "iters": "iteration", "img": "image", "imgs": "image", "GPU": "GPU", "GPUs": "GPU", "CPUs": "CPU", "people": "person", "persons": "person", "dollars": "USD", "dollar": "USD", "euros": "EUR", "yuan": "CNY", "pounds": "GBP",
    "yen": "JPY", "bits": "bit", "miles": "mile", "mile": "mile", "inches": "inch", "feet": "foot", "meters": "m", "metres": "m", "degrees": "°", "layer": "layer", "page": "page", "shot": "shot", "hop": "hop", "turn": "turn", "query": "query", "request": "request",
    "sample": "sample", "node": "node", "core": "core", "user": "user", "token_": "token", "tonnes": "t", "tons": "t", "kilometers": "km", "kilometres": "km", "kilograms": "kg", "grams": "g", "liters": "L", "litres": "L",
}  # fmt: skip
_NOT_BEHIND_SPACE = {"t", "A", "V", "g", "L", "it", "its", "X", "min_", "d", "m"}  # letters too common to be units unless glued
_SECOND_ALONE = {"layer", "page", "shot", "hop", "turn", "query", "request", "sample", "node", "core", "user", "step"}
_TIMES: Final = {"s", "minute", "hour", "day", "week", "month", "year", "quarter"}
_DENOMINATOR_CJK = {
    "秒": "s", "分钟": "minute", "小时": "hour", "小時": "hour", "时": "hour", "天": "day", "日": "day", "周": "week", "星期": "week", "月": "month", "个月": "month", "季度": "quarter",
    "季": "quarter", "年": "year", "次": "次", "张": "张", "条": "条", "人": "人", "卡": "卡", "卡时": "GPU hour", "篇": "篇", "台": "台", "份": "份", "席位": "seat", "用户": "user",
}  # fmt: skip
_DENOMINATOR_LATIN = {"sec": "s", "second": "s", "seconds": "s", "s": "s", "h": "hour", "hr": "hour", "mo": "month", "yr": "year", "min": "minute", "y": "year", "GPUh": "GPU hour", "GPUhr": "GPU hour", "GPUs": "GPU"}
_LARGE = re.compile(
    r"(?:1\s?)?(?P<million>[mM](?=\s?[tT]ok)|M(?![A-Za-z])|million|mln|百万|1,000,000(?![0-9])|1000000(?![0-9]))|(?:1\s?)?(?P<thousand>[kK](?![A-Za-z])|[kK](?=\s?[tT]ok)|thousand|千|1,000(?![,0-9])|1000(?![0-9]))"
    r"|(?:1\s?)?(?P<billion>B(?![A-Za-z])|billion|十亿)|(?:1\s?)?(?P<wan>万)|(?:1\s?)?(?P<yi>亿)"
)
_LARGE_NAMES = {"million": "1M", "thousand": "1K", "billion": "1B", "wan": "10K", "yi": "100M"}
_DIRECTION = re.compile(r"\s?(?:个|個)?\s?(?:(?:cached\s)?(?:input|output|prompt|completion|cached|generated|processed|training)(?:/output)?|输入|输出|缓存命中的?|缓存|生成)?\s?[-]?\s?")
_TOKENS = re.compile(r"(?:[tT]okens?|[tT]oks?|词元|TOKENS?)(?![A-Za-z])")
_HOURS = re.compile(
    r"(?P<who>[A-Z][A-Za-z0-9]{1,7}|person|man|engineer|node|job|core|device|card|chip|instance|卡)(?:[\s·*-]{0,2})(?P<time>hours?|hrs?|h|小时|小時|时|days?|天|months?|minutes?|seconds?|secs?|weeks?|years?)(?![A-Za-z])"
)
_WORD = re.compile(r"[A-Za-zµμ]+")
_PER = re.compile(r"\s?(?:/|per\s|每|(?:each|a|an)\s(?=(?:month|year|week|day|hour|second|minute|seat|user)\b))\s?", re.IGNORECASE)
_PER_STARTS = frozenset("/ 每pP")  # what a denominator, or the white space before it, begins with
_NEVER_DIVIDED = frozenset(("%", "x", "pp"))
_DIVIDED_BY = re.compile(r"\s([a-z]+)\b")
_ADVERBS = {"monthly": "month", "yearly": "year", "annually": "year", "daily": "day", "weekly": "week", "hourly": "hour"}

_NO_NOUN = {
    "is", "was", "has", "as", "this", "its", "does", "thus", "plus", "less", "across", "versus", "always", "perhaps", "besides", "yes", "us", "gas", "vs", "ours", "theirs", "yours", "hers", "his", "various", "previous", "serious", "obvious",
    "continuous", "famous", "analysis", "basis", "thesis", "process", "loss", "class", "access", "bus", "status", "consensus", "bias", "lens", "pass", "cross", "stress", "express", "wireless", "lossless", "stateless", "towards", "afterwards", "sometimes",
    "hence", "whereas", "unless", "says", "means", "uses", "needs", "makes", "takes", "gives", "gets", "runs", "shows", "costs", "hits", "beats", "wins", "drops", "falls", "rises", "grows", "adds", "supports", "comes", "goes", "becomes", "remains", "reaches",
    "achieves", "improves", "outperforms", "reduces", "increases", "requires", "allows", "brings", "leads", "lets", "works", "series", "species", "kubernetes", "windows", "axis", "corpus", "apis", "ms", "chaos", "canvas", "nexus", "https", "alias", "minus", "pros", "cons",
    "others", "starts", "ends", "begins", "ships", "lands", "launches", "introduces", "releases", "adds", "follows", "includes", "contains", "covers", "keeps", "sees", "stays", "serves", "sits", "stands", "suggests", "tells", "tops", "turns", "offers", "opens", "plans", "provides",
}  # fmt: skip
_MODIFIER_STOP = {
    "in", "on", "of", "for", "with", "and", "or", "to", "from", "by", "at", "is", "are", "was", "were", "per", "than", "as", "more", "fewer", "less", "the", "a", "an", "that", "which", "who", "when", "while", "but", "after", "before", "during", "over", "under",
    "into", "out", "up", "down", "it", "its", "we", "our", "they", "their", "he", "she", "his", "her", "you", "your", "i", "has", "have", "had", "be", "been", "will", "would", "can", "could", "may", "might", "should", "must", "not", "no", "so", "if", "then", "also",
    "only", "just", "via", "using", "without", "within", "between", "through", "against", "about", "around", "since", "until", "because", "where", "how", "what", "why", "did", "do", "does", "both", "either", "each", "every", "all", "any", "vs", "versus", "this", "these",
    "those", "faster", "slower", "higher", "lower", "better", "worse", "larger", "smaller", "longer", "shorter", "cheaper", "respectively", "now", "still", "even", "yet", "too", "very", "much", "ago", "later", "earlier", "x",
}  # fmt: skip
_MODIFIERS = re.compile(r"\s(?:(?P<first>[A-Za-z][A-Za-z-]{1,20})\s)?(?:(?P<second>[A-Za-z][A-Za-z-]{1,20})\s)?(?P<head>[A-Za-z][A-Za-z-]{1,24}s)(?![A-Za-z0-9_])")
_IRREGULAR = {
    "indices": "index", "matrices": "matrix", "vertices": "vertex", "people": "person", "children": "child", "analyses": "analysis", "hypotheses": "hypothesis", "caches": "cache", "niches": "niche", "axes": "axis", "buses": "bus", "viruses": "virus",
    "statuses": "status", "biases": "bias", "lenses": "lens", "movies": "movie", "cookies": "cookie", "heroes": "hero", "echoes": "echo", "quizzes": "quiz", "halves": "half", "leaves": "leaf", "lives": "life", "corpora": "corpus", "criteria": "criterion",
    "canvases": "canvas", "aliases": "alias", "bonuses": "bonus", "campuses": "campus", "crises": "crisis", "dies": "die", "ties": "tie", "lies": "lie", "calories": "calorie", "zombies": "zombie", "rookies": "rookie", "series": "series", "species": "species", "women": "woman",
    "men": "man", "feet": "foot", "teeth": "tooth", "mice": "mouse", "photos": "photo", "headaches": "headache", "gases": "gas", "heroes_": "hero", "tomatoes": "tomato", "potatoes": "potato", "wolves": "wolf", "knives": "knife", "shelves": "shelf",
}  # fmt: skip


SIMPLE: Final = {
    "%": "%", "ms": "ms", "s": "s", "GiB": "GiB", "GB/s": "GB/s", "TB/s": "TB/s", "GB": "GB", "MB": "MB", "TB": "TB", "KB": "KB", "tok/s": "tok/s", "tokens/s": "tok/s", "kW": "kW", "倍": "x", "×": "x",
    "个百分点": "pp", "个月": "month", "小时": "hour", "分钟": "minute", "秒": "s", "天": "day", "周": "week", "个": "个", "次": "次", "张": "张", "条": "条", "项": "项", "篇": "篇", "家": "家", "人": "人", "种": "种", "类": "类", "台": "台", "行": "行",
}  # fmt: skip


class Unit(NamedTuple):
    name: str
    end: int  # offset behind it


def singular(word: str) -> str:
    """The singular of an English plural, lower case unless it is an acronym (GPUs → GPU, queries → query)."""
    stem = word[:-1] if word.endswith("s") else word
    if len(stem) > 1 and stem.isupper():
        return stem
    if any(character.isupper() for character in stem[1:]):  # mixed case names stay
        return stem
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if "-" in low:
        head, _, tail = low.rpartition("-")
        return f"{head}-{singular(tail)}"
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "xes", "shes", "ches", "zzes")):
        return low[:-2]
    if low.endswith("ss") or not low.endswith("s"):
        return low
    return low[:-1]


def after(body: str, at: int, plural: bool = True) -> Unit | None:
    """The unit that starts at ``at`` (white space allowed), with what it is divided by; None where there is none.

    ``plural``: whether a plural noun counts as a unit of its own.
    """
    start = at
    if body[at : at + 1] in (" ", "\t"):
        at += 1 if body[at + 1 : at + 2] not in (" ", "\t") else 2
    character = body[at : at + 1]
    if not character:
        return None
    found: Unit | None
    if character in "%‰":
        return Unit(character, at + 1)
    elif character == "×":
        found = _times_sign(body, at)
    elif character == "°":
        found = Unit("°" + body[at + 1], at + 2) if body[at + 1 : at + 2] in ("C", "F") else None
    elif not character.isascii() and character not in "µμ":
        found = _chinese(body, at)
    elif character.isalpha() or character in "µμ":
        found = _latin(body, at, at > start, plural)
    elif character == "-" and at == start:
        found = _hyphenated(body, at)
    else:
        return None
    if found is None or found.name in _NEVER_DIVIDED or body[found.end : found.end + 1] not in _PER_STARTS:
        return found
    return _divided(body, found)


def _times_sign(body: str, at: int) -> Unit | None:
    rest = body[at + 1 : at + 3]
    if rest[:1].isdigit() or rest[:1] == " " and rest[1:2].isdigit():
        return None  # 8 × 7
    named = re.match(r"[A-Za-z]+[0-9]", body[at + 1 : at + 12])
    return None if named else Unit("x", at + 1)


def _by_first_character() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """First character -> (piece, name, characters that may not follow), the longest piece first."""
    table: dict[str, list[tuple[str, str, str]]] = {}
    for piece, name in _CJK.items():
        table.setdefault(piece[0], []).append((piece, name, _BLOCKED_UNITS.get(piece, "")))
    for piece, blocked in _MEASURES.items():
        if piece not in _CJK:
            table.setdefault(piece[0], []).append((piece, piece, blocked))
    return {first: tuple(sorted(pieces, key=lambda entry: (-len(entry[0]), entry[0]))) for first, pieces in table.items()}


_TABLE: Final = _by_first_character()
FIRST_CHARACTERS: Final = frozenset(_TABLE)


def _chinese(body: str, at: int) -> Unit | None:
    for piece, name, blocked in _TABLE.get(body[at], ()):
        if not body.startswith(piece, at):
            continue
        end = at + len(piece)
        if blocked and body[end : end + 1] in blocked and end < len(body):
            return None
        if piece in ("个", "個"):
            thing = _BEHIND_GE.match(body, end)
            if thing:
                return Unit(_CJK.get(thing[1]) or _LATIN.get(thing[1].lower(), thing[1]), thing.end())
        return Unit(name, end)
    return None


def _latin(body: str, at: int, spaced: bool, plural: bool) -> Unit | None:
    match = _WORD.match(body, at)
    if match is None:
        return None
    word, end = match.group(), match.end()
    if body[end : end + 1].isdigit() and body[end : end + 1].isascii() or body[end : end + 1] == "_":
        return None
    if word == "percentage" and (points := re.compile(r"\s(?:points?|pts?)\b").match(body, end)):
        return Unit("pp", points.end())
    hours = _HOURS.match(body, at) if spaced else None
    if hours and word not in ("M", "B", "K", "T") and (hours.end() > end or word not in _LATIN):
        return Unit(_hours(hours), hours.end())
    if word == "times":
        return Unit("x" if _COMPARED.match(body, end) else "time", end)
    if word == "G" and not spaced:
        memory = _MEMORY.match(body, end)
        return Unit("GB", end) if memory else None
    name = _LATIN.get(word) or (_LATIN.get(word.lower()) if len(word) > 3 else None)
    if name is not None:
        if spaced and word in _NOT_BEHIND_SPACE or word in ("x", "X") and not _multiple(body, at, end, spaced):
            return None
        if not spaced and body[end : end + 1] == "-" and body[end + 1 : end + 2].isalpha() and len(word) == 1:
            return None
        return Unit(name, end)
    if word in CURRENCY_CODES:
        return Unit(CURRENCY_CODES[word], end)
    return _noun(body, at) if spaced and plural else None


_COMPARED = re.compile(r"\s(?:more|less|fewer|faster|slower|higher|lower|larger|smaller|bigger|better|cheaper|longer|shorter|greater|deeper|as\s|the\s|that\s|its\s|over\b)")
_MEMORY = re.compile(r"\s?(?:显存|内存|显卡|存储|HBM|VRAM|RAM)")


def _multiple(body: str, at: int, end: int, spaced: bool) -> bool:
    """Whether an ``x`` behind a number is a multiplication sign of its own: not 2 x 4, not 8x7."""
    behind = body[end : end + 2]
    if spaced and re.match(r"\s?[0-9A-Z]", behind):
        return False
    return not re.match(r"\s[0-9]", behind)


def _hours(match: re.Match[str]) -> str:
    who = "GPU" if match["who"] == "卡" else match["who"]
    if who[-1] == "s" and who[:-1].isupper():
        who = who[:-1]
    time = match["time"]
    return f"{who} {_CJK.get(time) or _LATIN.get(time) or 'hour'}"


def _hyphenated(body: str, at: int) -> Unit | None:
    """``24-hour``, ``64-GPU``, ``3-fold``: a known unit behind a hyphen, in a compound."""
    match = _WORD.match(body, at + 1)
    if match is None or len(match.group()) < 3 and match.group() not in ("GB", "MB", "TB", "ms"):
        return None
    name = _LATIN.get(match.group())
    behind = body[match.end() : match.end() + 1]
    if name is None or name in ("bit", "pp", "shot", "hop", "x") and match.group() != "fold" or behind.isalnum() and behind.isascii():
        return None
    return Unit(name, match.end())


def _noun(body: str, at: int) -> Unit | None:
    """A plural noun behind at most two modifiers: ``45M daily requests``, ``120 academic papers``."""
    match = _MODIFIERS.match(body, at - 1)
    if match is None:
        return None
    for group in ("first", "second"):
        word = match[group]
        if word is not None:
            low = word.lower()
            if low in _MODIFIER_STOP or low.endswith("ly"):
                return None
            if word.endswith("s") and low not in _NO_NOUN and not low.endswith("ss"):
                return Unit(_LATIN.get(word) or singular(word), match.end(group))
    head = match["head"]
    low = head.lower()
    time = _LATIN.get(low)
    if time in _TIMES and (owner := match["second"] or match["first"]):  # CI job minutes
        hours = _HOURS.match(body, match.start("second" if match["second"] else "first"))
        return Unit(_hours(hours) if hours else str(time), match.end()) if owner else None
    if low in _NO_NOUN or low in _MODIFIER_STOP or low.endswith(("ss", "ous", "sis")):
        return None
    return Unit(_LATIN.get(head) or _LATIN.get(low) or singular(head), match.end())


def _divided(body: str, unit: Unit) -> Unit:
    """The unit with the denominators that follow it."""
    name, end = unit
    parts: list[str] = []
    while len(parts) < 3:
        per = _PER.match(body, end)
        if per is None or per.group().isspace():
            break
        denominator = denominator_at(body, per.end())
        if denominator is None or denominator.name == name:
            break
        parts.append(denominator.name)
        end = denominator.end
    if not parts:
        adverb = _DIVIDED_BY.match(body, end)
        if adverb and adverb[1] in _ADVERBS and name.isupper() and len(name) == 3:
            return Unit(f"{name}/{_ADVERBS[adverb[1]]}", adverb.end())
        return unit
    return Unit(joined(name, parts), end)


def joined(name: str, denominators: list[str]) -> str:
    """A unit divided by others, as it is called."""
    if name == "token" and denominators[0] == "s":
        name, denominators = "tok/s", denominators[1:]
    elif name in ("Gb", "Mb", "Tb", "Gbit", "Mbit", "Tbit", "Kbit", "kb") and denominators[0] == "s":
        name, denominators = f"{name[0].upper()}bps", denominators[1:]
    return "/".join([name, *denominators])


def denominator_at(body: str, at: int) -> Unit | None:
    """What a value is divided by: ``1M token``, ``GPU hour``, ``month``, ``request``."""
    large = _LARGE.match(body, at)
    if large:
        direction = _DIRECTION.match(body, large.end())
        tokens = _TOKENS.match(body, direction.end() if direction else large.end())
        if tokens:
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} token", tokens.end())
        noun = re.compile(r"\s?([A-Za-z]+s)(?![A-Za-z])").match(body, large.end())
        if noun:
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} {singular(noun[1])}", noun.end())
        measure = _chinese(body, large.end())
        if measure and large.lastgroup != "thousand":
            return Unit(f"{_LARGE_NAMES[large.lastgroup or '']} {measure.name}", measure.end)
        return None
    hours = _HOURS.match(body, at)
    if hours and hours["time"] not in ("时",):
        return Unit(_hours(hours), hours.end())
    for size in (2, 1):
        name = _DENOMINATOR_CJK.get(body[at : at + size])
        if name is not None and len(body[at : at + size]) == size:
            return Unit(name, at + size)
    direction = _DIRECTION.match(body, at)
    tokens = _TOKENS.match(body, direction.end() if direction else at)
    if tokens:
        return Unit("token", tokens.end())
    word = _WORD.match(body, at)
    if word is None:
        return None
    text = word.group()
    name = _DENOMINATOR_LATIN.get(text) or _LATIN.get(text)
    if name is None and (len(text) < 2 or text.lower() in _MODIFIER_STOP):
        return None
    return Unit(name or (singular(text) if text.endswith("s") else text if text.isupper() else text.lower()), word.end())


_NAMED_AGAIN = re.compile(r"\s?(?:USD|dollars|美元|元|RMB|CNY)(?![A-Za-z])")
_PER_MILLION = re.compile(r"\s?/\s?(?:1\s?)?[mM](?![A-Za-z0-9]|\s?[A-Za-z])")
_SOLD = re.compile(r"\s(?:(?:for\s)?(?:input|output|cached)(?:\stokens)?)(?=\s(?:per|/)|/)")


def after_money(body: str, at: int, currency: str) -> Unit:
    """The unit of a number whose currency stands before it: the currency with what follows a slash, *per* or 每."""
    named = _NAMED_AGAIN.match(body, at)
    end = named.end() if named else at
    million = _PER_MILLION.match(body, end)
    if million:
        return Unit(f"{currency}/1M token", million.end())
    direction = _SOLD.match(body, end)
    unit = _divided(body, Unit(currency, direction.end() if direction else end))
    return unit if unit.name != currency else Unit(currency, end)


_FEE = re.compile(r"([月年时])(?:费|租|薪)\s?(?:仅|约|为|是|[:：])?\s?$")
_BETWEEN = re.compile(r"(?:[\u4e00-\u9fff]{1,4}\s?)?(?:(?:输入|输出|收费?|售价|价格|成本|费用|只要?|仅需?|需要?|约|为|是|[:：]|input|output|costs?|is|at|tokens?|\s)){0,4}")


def before(body: str, at: int) -> str | None:
    """What a value is divided by where it stands before it (每百万 token 3 元): the last 每 shortly before ``at``."""
    window = body[max(0, at - 28) : at]
    fee = _FEE.search(window)
    if fee:
        return {"月": "month", "年": "year", "时": "hour"}[fee[1]]
    place = max(window.rfind("每"), window.rfind("per "), window.rfind("Per "))
    if place < 0:
        return None
    head = 1 if window[place] == "每" else 4
    start = at - len(window) + place + head
    start += body[start : start + 1] == " "
    denominator = denominator_at(body, start)
    if denominator is None or denominator.end > at:
        return None
    rest = body[denominator.end : at]
    if _BETWEEN.fullmatch(rest) is None:
        return None
    return denominator.name
