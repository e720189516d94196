"""What a thing is called: short names, aliases in brackets or before a colon, full titles, repository names.

Belongs here: names and titles of one text, as keys that can be compared. Never here: deciding that two things are one
(``novelty``). A key is folded and keeps letters and digits only, so ``KV-Compress`` and ``KVCompress`` share one, and
``Skiff`` and ``Skiff2`` do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from digest_assets.judge.lexical import fold, tokens

_ORDINAL = re.compile(r"^\s*(?:\d{1,3}[.)、]|[-*•])\s+")
_COLON = re.compile(r"\s*(?:[:：]|\s[-–—|｜]\s)\s*")
_BRACKET = re.compile(r"[(（\[【「《]([^()（）\[\]【】「」《》]{2,60})[)）\]】」》]")
_NOT_WORD = re.compile(r"[^\w+]+|_")
_NAME_SIGN = re.compile(r"[A-Z].*[A-Z]|[A-Za-z]\d|\d[A-Za-z]|[㐀-鿿]")
_CODE_HOSTS = frozenset({"github.com", "gitlab.com", "gitee.com", "huggingface.co", "bitbucket.org", "codeberg.org"})
_ABOUT = re.compile(r"^@|^(?:19|20)\d\d\b|^https?:|^arxiv\b|^v\d+$", re.I)


@dataclass(frozen=True, slots=True)
class Names:
    """Keys of one text. ``aliases`` name the thing in a word or few; ``titles`` say it in full, whole or in part."""

    aliases: frozenset[str]
    titles: frozenset[str]
    lead: str  # the key of what stands before the colon, or of the whole where it is short; "" where there is none


@lru_cache(maxsize=65536)
def key(text: str) -> str:
    """Letters and digits of a folded text."""
    return _NOT_WORD.sub("", fold(text))


def strip_ordinal(text: str) -> str:
    """Without the number of a list: ``9) Title`` is ``Title``."""
    return _ORDINAL.sub("", text)


def bare_title(text: str) -> str:
    """A title without leading tags, trailing affiliations and other brackets: ``[X] Title (@Y)`` is ``Title``."""
    return " ".join(_BRACKET.sub(" ", strip_ordinal(text)).split()) or text


def of(title: str, urls: Iterable[str] = (), more: Sequence[str] = ()) -> Names:
    """The names in a title (or a text that is one), in its links, and in the brackets of ``more``."""
    line = strip_ordinal(title)
    plain = bare_title(title)
    aliases, titles = set[str](), set[str]()
    head, *rest = _COLON.split(plain, maxsplit=1)
    lead = head if _short(head) and (rest or _short(plain)) else ""
    if lead:
        aliases.add(key(lead))
    titles.add(key(plain))
    if rest and len(tokens(rest[0])) >= 4:
        titles.add(key(rest[0]))
    if rest and len(tokens(head)) >= 3:
        titles.add(key(head))
    for text in (line, *more):
        for m in _BRACKET.finditer(text):
            inner = m.group(1).strip()
            if _short(inner) and _NAME_SIGN.search(inner) and not _ABOUT.match(inner):
                aliases.add(key(inner))
    for url in urls:
        if name := repository(url):
            aliases.add(key(name))
    keep = frozenset(a for a in aliases if len(a) >= 2 and not a.isdigit())
    return Names(keep, frozenset(t for t in titles if t), key(lead))


def repository(url: str) -> str:
    """The name of a repository or model on a code host, "" for anything else: the second step of its path."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    steps = [s for s in unquote(parts.path).split("/") if s]
    if (parts.hostname or "").removeprefix("www.") not in _CODE_HOSTS or len(steps) < 2:
        return ""
    return steps[1].removesuffix(".git")


def _short(text: str) -> bool:
    """Whether a text is short enough for a name: at most four words, at most a dozen Han."""
    found = tokens(text)
    return 0 < len(found) <= 4 and len(text) <= 40


def variants(title: str) -> tuple[str, ...]:
    """A title, and its halves before and after a colon where they say enough to stand for it; () for an empty one."""
    plain = bare_title(title)
    if not plain:
        return ()
    head, *rest = _COLON.split(plain, maxsplit=1)
    halves = [half for half in (head, *rest) if rest and len(tokens(half)) >= 4]
    return (plain, *halves)
