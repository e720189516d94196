"""Paper cards: one set of fields out of three forms (front matter, list, two-column table) in two languages.

Belongs here: field names, their values, corrections of a category, and whether name and text agree on the paper. Never
here: which category belongs to which topic.

A corrected category is the corrected one: a statement such as "主分类由 A 改为 B", "category changed from A to B", a
field given again under a heading such as 更正 or Correction, or a value edited in place ("~~A~~ B", "A → B",
"B（原 A）").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from digest_assets.model import Card
from digest_assets.reading.blocks import Block
from digest_assets.reading.frontmatter import FrontMatter, Json

_NAMES = {
    "arxiv": "arxiv",
    "arxivid": "arxiv",
    "arxiv编号": "arxiv",
    "论文编号": "arxiv",
    "标题": "title",
    "题目": "title",
    "题名": "title",
    "title": "title",
    "標題": "title",
    "主分类": "category",
    "主分類": "category",
    "主类": "category",
    "category": "category",
    "primarycategory": "category",
    "primary": "category",
    "副分类": "secondary",
    "副分類": "secondary",
    "次分类": "secondary",
    "secondary": "secondary",
    "secondarycategory": "secondary",
    "secondarycategories": "secondary",
    "形态": "form",
    "形態": "form",
    "form": "form",
    "来源": "source",
    "來源": "source",
    "source": "source",
    "firstseen": "source",
    "firstseenat": "source",
    "建卡": "created",
    "建卡时间": "created",
    "建卡時間": "created",
    "created": "created",
    "createdat": "created",
    "cardmade": "created",
}
_FIELD = re.compile(r"\s*([^:：\r\n]{1,30}?)\s*[:：]\s*(.*?)\s*\Z", re.S)
_FILE = re.compile(r"(?:.*/)?(\d+)-(?:(\d{4})-(\d{4,5})|([a-z][a-z-]*?)-(\d{7}))(?:v\d+)?(?:[-_.].*)?\Z", re.I)
_NUMBER_ONLY = re.compile(r"(?:.*/)?(\d+)(?:[-_.].*)?\Z")
_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5})(?!\d)|([a-z][a-z-]+)(?:\.[A-Z]{2})?/(\d{7})(?!\d)")
_CORRECTION = re.compile(
    r"更正|勘误|勘誤|订正|訂正|修正|修订|\b(?:corrections?|corrected|errat(?:um|a)|corrigend(?:um|a)|amendments?)\b",
    re.I,
)
_CORRECTION_LONGEST = 40  # code points; a longer heading is a title that only holds such a word
_FIELD_WORD = r"(?:主\s*分\s*[类類]|primary\s+category|main\s+category|category)"
_VALUE = r"[「『“\"'`【]*([A-Za-z0-9\u4e00-\u9fff][\w./&+\-]*?)[」』”\"'`】]*"
_STOP = r"(?=[\s，,。；;：:（(、」』”\"'`】]|\.(?:\s|\Z)|\Z)"
_CHANGES = (
    re.compile(
        _FIELD_WORD
        + r"[^。\n]{0,40}?(?:改为|改成|改到|更正为|更正成|订正为|修正为|调整为|变更为|应为|應為|改為|更正為)"
        r"\s*[:：]?\s*" + _VALUE + _STOP,
        re.I,
    ),
    re.compile(
        _FIELD_WORD
        + r"[^.\n]{0,60}?\b(?:changed|corrected|moved|updated|revised|set|amended)\b[^\n]{0,60}?\bto\s+"
        + _VALUE
        + _STOP,
        re.I,
    ),
    re.compile(_FIELD_WORD + r"\s+(?:is\s+now|should\s+be|is\s+actually|now)\s+" + _VALUE + _STOP, re.I),
    re.compile(_FIELD_WORD + r"\s*[:：]?\s*" + _VALUE + r"\s*(?:→|->|=>|⇒|➜)\s*" + _VALUE + _STOP, re.I),
    re.compile(
        r"(?:changed|corrected|moved)\s+(?:the\s+)?" + _FIELD_WORD + r"[^\n]{0,60}?\bto\s+" + _VALUE + _STOP, re.I
    ),
)
_ARROW = re.compile(r"\s*(?:→|->|=>|⇒|➜)\s*")
_FORMERLY = re.compile(
    r"\s*[（(\[]\s*(?:原|曾|旧|舊|此前|之前|formerly|was|previously|before|ex\b)[^）)\]]*[）)\]]\s*", re.I
)
_REMARK = re.compile(r"\s*[（(][^）)]*[）)]\s*\Z")
_LIST = re.compile(r"\s*[,，、;；|·]\s*|\s+/\s+|\s+")
_NOTHING = frozenset({"", "-", "--", "—", "–", "——", "/", "无", "無", "none", "n/a", "na", "nil", "null", "~", "暂无"})
_QUOTES = "「」『』“”\"'`*【】 \t\u3000"


def field_name(label: str) -> str | None:
    """The English field name that a label means, in either language; None for any other label."""
    folded = unicodedata.normalize("NFKC", label).casefold()
    return _NAMES.get("".join(char for char in folded if char not in " _-*`\u3000\t"))


def field_of(text: str) -> tuple[str, str, str] | None:
    """(field, label, value) of a line such as ``主分类：llm-infra``; None where it is no card field."""
    match = _FIELD.match(text)
    if match is None:
        return None
    name = field_name(match[1])
    return (name, match[1].strip(), match[2]) if name else None


def name_parts(name: str) -> tuple[str | None, str | None]:
    """(running number, arXiv id) in a card's file name such as ``681-2607-26627.md``."""
    match = _FILE.match(name)
    if match:
        return match[1], f"{match[2]}.{match[3]}" if match[2] else f"{match[4].lower()}/{match[5]}"
    plain = _NUMBER_ONLY.match(name)
    return (plain[1] if plain else None), None


def read(name: str, front: FrontMatter, blocks: Sequence[Block]) -> tuple[Card, tuple[str, ...]]:
    """A card's fields and the notices that it deserves; ``name`` is the file's name."""
    number, named_id = name_parts(name)
    fields: dict[str, str] = {}
    listed: list[str] | None = None
    for label, value in (front.fields or {}).items():
        known = field_name(label)
        if known is None or known in fields:
            continue
        if known == "secondary" and isinstance(value, list):
            listed = [_word(item) for item in value]
        fields[known] = _word(value)
    changes: list[str] = []
    within = 0
    for block in blocks:
        if block.kind in ("code", "html", "head"):
            continue
        if block.quoted:
            changes += [change for text in _lines(block) if _CORRECTION.search(text) and (change := _changed(text))]
            continue
        if block.kind == "heading":
            within = correcting(block, within)
            continue
        for text in _lines(block):
            if not within:
                found = field_of(text)
                if found and found[0] not in fields:
                    fields[found[0]] = found[2]
                    continue
            changed = _changed(text)
            if changed is not None:
                changes.append(changed)
            elif within:
                found = field_of(text)
                if found and found[2]:
                    if found[0] == "category":
                        changes.append(_category(found[2]) or "")
                    else:
                        fields[found[0]] = found[2]
    arxiv_id = _arxiv(fields.get("arxiv", ""))
    notices: tuple[str, ...] = ()
    if named_id and arxiv_id and named_id != arxiv_id:
        notices = (f"the card's name says {named_id}, its text says {arxiv_id}",)
    category = next((change for change in reversed(changes) if change), None) or _category(fields.get("category", ""))
    secondary = listed if listed is not None else _LIST.split(_FORMERLY.sub(" ", fields.get("secondary", "")))
    card = Card(
        number=number,
        arxiv_id=arxiv_id or named_id,
        title=_plain(fields.get("title", "")),
        category=category,
        secondary=tuple(item for item in (_plain(word) for word in secondary) if item),
        form=_plain(fields.get("form", "")),
        source=_plain(fields.get("source", "")),
        created=_plain(fields.get("created", "")),
    )
    return card, notices


def _lines(block: Block) -> list[str]:
    """A block's lines without struck text; a table row of two cells reads as ``field：value``."""
    if block.kind == "row":
        cells = [_without(block, start, end) for start, end in block.cells]
        return (
            [f"{cells[0]}：{cells[1]}"]
            if len(cells) == 2 or (len(cells) > 2 and not any(cells[2:]))
            else [" | ".join(cells)]
        )
    lines: list[str] = []
    start = 0
    for offset, _ in block.breaks:
        lines.append(_without(block, start, offset))
        start = offset
    lines.append(_without(block, start, len(block.text)))
    return lines


def _without(block: Block, start: int, end: int) -> str:
    text = ""
    for low, high in block.strikes:
        if start <= low and high <= end:
            text += block.text[start:low]
            start = high
    return (text + block.text[start:end]).strip()


def _changed(text: str) -> str | None:
    """The category that a correcting statement arrives at; the last one where it names several."""
    last: tuple[int, str] | None = None
    for pattern in _CHANGES:
        for match in pattern.finditer(text):
            if last is None or match.end() > last[0]:
                last = (match.end(), match[match.lastindex or 1])
    return last[1] if last else None


def _word(value: Json) -> str:
    if isinstance(value, list):
        return "、".join(_word(item) for item in value)
    if value is None or isinstance(value, (dict, bool)):
        return ""
    return str(value)


def _plain(value: str) -> str | None:
    value = value.strip(_QUOTES)
    return None if value.casefold() in _NOTHING else value


def _category(value: str) -> str | None:
    value = _ARROW.split(_FORMERLY.sub(" ", value))[-1]
    return _plain(_REMARK.sub("", value.strip()))


def _arxiv(value: str) -> str | None:
    match = _ID.search(unicodedata.normalize("NFKC", value))
    if match is None:
        return None
    return match[1] or f"{match[2]}/{match[3]}"


def correcting(block: Block, level: int) -> int:
    """The level of the correcting section that holds after a heading; 0 outside of one. ``level`` held before it."""
    if level and block.level <= level:
        level = 0
    return block.level if len(block.text) <= _CORRECTION_LONGEST and _CORRECTION.search(block.text) else level
