"""URLs in a text: where they end, whether they are whole, and which of them name the same thing.

Conventions:

- A URL starts with ``http://``, ``https://`` or ``www.``; a host with a well-known ending and a path
  (``github.com/owner/name``) counts too. A bare one ends before white space, quotes, angle brackets and full-width
  punctuation, and without closing punctuation; parentheses stay while they balance. Chinese right behind a word ends
  it, behind ``/``, ``=``, ``-``, ``_`` or Chinese it belongs to it.
- ``complete`` is False where the URL is cut (``…``, ``...``), has no dot in its host, or holds a placeholder.
- ``canonical`` gives one key to all spellings of a place: scheme, ``www.``, trailing slash, fragment and tracking
  parameters do not count; all addresses of an arXiv paper are ``arxiv:<id>``, DOIs and preprint servers' versions
  ``doi:<doi>``.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from digest_assets.model import UrlValue
from digest_assets.reading import arxiv

# The stop set holds no CJK letters: those are judged one by one, see _cut.
_STOPS = r"\s<>\"`|\\^{}，。：；（）！？、“”‘’「」『』【】《》〈〉…·\u3000\u200b\ufeff"
_URL = re.compile(rf"(?<![A-Za-z0-9])(?:https?://|www\.(?=[A-Za-z0-9]))[^{_STOPS}]+", re.IGNORECASE)
_TOP = (
    "com|org|net|io|ai|dev|co|cn|edu|gov|app|me|sh|so|xyz|tech|info|cc|tv|uk|de|fr|jp|kr|in|eu|ru|blog|cloud|page|"
    "site|news|science"
)
_HOST_HINT = re.compile(rf"\.(?:{_TOP})/")
_HOST_PATH = re.compile(
    rf"(?<![A-Za-z0-9@/._=-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,62}}[A-Za-z0-9])?\.){{1,5}}(?:{_TOP})/[A-Za-z0-9~@%+_]["
    rf"^{_STOPS}]*"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_CLOSING = ".,;:!?'*_~"
_TRACKING = re.compile(
    r"(?:utm_\w+|fbclid|gclid|msclkid|dclid|yclid|igshid|mc_[ce]id|spm|scm|ref|ref_src|ref_url|referrer|source|src|"
    r"from|share\w*|si|feature|"
    r"trk|cmpid|_hs\w+|vd_source|isappinstalled|scene|chksm|app|context|s|t)",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:<|\{|%7B)|(?:^|/)(?:xxx+|your[-_]\w+|\[?(?:owner|user|org)\]?/\[?(?:repo|name)\]?)(?:/|$)",
    re.IGNORECASE,
)
_DOI = re.compile(r"10\.[0-9]{4,9}/[^\s?#]+")
_BIORXIV_VERSION = re.compile(
    r"v[0-9]+(?:\.(?:full|abstract|supplementary-material|article-info|article-metrics))?(?:[.-](?:text|pdf|full))*$"
)


def find(text: str) -> tuple[UrlValue, ...]:
    """URLs in order of place, in plain or in Markdown text (link targets, ``<…>``, bare)."""
    spans: list[tuple[int, int]] = []
    if "://" in text or "www." in text or "WWW." in text:
        spans = [match.span() for match in _URL.finditer(text)]
    if "/" in text and "." in text and _HOST_HINT.search(text):
        spans.extend(match.span() for match in _HOST_PATH.finditer(text))
        spans.sort()
    if not spans:
        return ()
    found: list[UrlValue] = []
    end = -1
    for start, stop in spans:
        if start < end:
            continue
        value = _value(text, start, stop)
        if value is not None:
            found.append(value)
            end = stop
    return tuple(found)


def _value(text: str, start: int, stop: int) -> UrlValue | None:
    surface, cut = _cut(text[start:stop], text, stop)
    scheme, _, rest = surface.partition("://") if "://" in surface[:9] else ("", "", surface)
    if not rest or not (rest[0].isalnum() or rest[0] == "["):
        return None
    host = re.split(r"[/?#]", rest, maxsplit=1)[0].rpartition("@")[2]
    name = host.partition(":")[0]
    url = surface if scheme else f"https://{surface}"
    complete = not cut and ("." in name.strip(".") or name == "localhost") and not _PLACEHOLDER.search(rest)
    return UrlValue(surface=surface, start=start, end=start + len(surface), url=url, complete=complete)


def _cut(raw: str, text: str, stop: int) -> tuple[str, bool]:
    """The URL without what does not belong to it, and whether its end was cut off."""
    match = _CJK.search(raw)
    while match is not None:
        before = raw[match.start() - 1]
        if before.isascii() and before not in "/=-_%":
            raw = raw[: match.start()]
            return _strip(raw), False
        run = match.end()
        while run < len(raw) and not raw[run].isascii():
            run += 1
        match = _CJK.search(raw, run)
    stripped = _strip(raw)
    cut = (text[stop : stop + 1] == "…" and len(stripped) == len(raw)) or raw.endswith("..")
    return stripped, cut


def _strip(raw: str) -> str:
    """Without closing punctuation and unbalanced closing brackets."""
    for opening, closing in ("()", "[]"):
        depth = 0
        if closing in raw:
            for index, character in enumerate(raw):
                if character == opening:
                    depth += 1
                elif character == closing:
                    depth -= 1
                    if depth < 0:
                        raw = raw[:index]
                        break
    return raw.rstrip(_CLOSING)


def canonical(url: str) -> str:
    """One key for all spellings of an address; of an arXiv paper without its version."""
    plain = re.sub(r"^[a-z]+://", "", url.strip(), flags=re.IGNORECASE)
    head, _, _ = plain.partition("#") if "#!" not in plain else (plain, "", "")
    place, _, query = head.partition("?")
    host, slash, path = place.partition("/")
    host = re.sub(r":(?:80|443)$", "", host.lower().rpartition("@")[2])
    host = re.sub(r"^(?:www|m|mobile|amp)\.(?=[^.]+\.)", "", host).replace(".m.", ".").rstrip(".")
    ids = arxiv.find(f"https://{host}/{path}")
    if ids and not ids[0].bare:
        return f"arxiv:{ids[0].arxiv_id}"
    doi = _DOI.search(unquote(path))
    if doi and ("doi.org" in host or "rxiv.org" in host or "/doi/" in f"/{path}"):
        name = doi.group().rstrip("/.").lower()
        return f"doi:{_BIORXIV_VERSION.sub('', name) if 'rxiv.org' in host else name}"
    return _place(host, path.rstrip("/") if slash else "", query)


def _place(host: str, path: str, query: str) -> str:
    host = {
        "twitter.com": "x.com",
        "youtu.be": "youtube.com",
        "old.reddit.com": "reddit.com",
        "hf.co": "huggingface.co",
    }.get(host, host)
    kept = [part for part in query.split("&") if part and not _TRACKING.fullmatch(part.partition("=")[0])]
    if host == "youtube.com":
        video = next(
            (part[2:] for part in kept if part.startswith("v=")), path if "/" not in path and path != "watch" else ""
        )
        if video:
            return f"youtube.com/watch?v={video}"
    if host == "openreview.net":
        path = re.sub(r"^pdf$", "forum", path)
    path = re.sub(r"(?:^|/)index\.(?:html?|php)$", "", path, flags=re.IGNORECASE)
    if host in ("github.com", "gitlab.com", "huggingface.co"):
        parts = path.split("/")
        path = "/".join([part.lower() for part in parts[:2]] + parts[2:])
        path = re.sub(r"^([^/]+/[^/]+?)\.git$", r"\1", path)
    if host == "aclanthology.org":
        path = path.removesuffix(".pdf")
    return f"{host}/{path}".rstrip("/") + (f"?{'&'.join(sorted(kept))}" if kept else "")


def same(a: str, b: str) -> bool:
    """Whether two URLs lead to one place."""
    return canonical(a) == canonical(b)


_PARENTHESES = re.compile(r"[()\n]")


def markdown(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of inline links, outermost, from ``[`` to the closing parenthesis of the target."""
    spans: list[tuple[int, int]] = []
    stack: list[int] = []
    at = 0
    for match in re.finditer(r"\[|\](\()?", text):
        if match.start() < at:
            continue
        if match.group() == "[":
            if len(stack) < 64:
                stack.append(match.start())
            continue
        start = stack.pop() if stack else None
        if start is None or match[1] is None:
            continue
        end = _target_end(text, match.end())
        if end is None:
            continue
        while spans and spans[-1][0] >= start:
            spans.pop()
        spans.append((start, end))
        at = end
    return tuple(spans)


def _target_end(text: str, at: int) -> int | None:
    """Where a link's target that begins at ``at`` ends, at most 2,000 characters and 32 nested parentheses on."""
    limit = at + 2000
    if text.find(")", at, limit) < 0:
        return None
    depth = 1
    for match in _PARENTHESES.finditer(text, at, limit):
        character = match.group()
        if character == "(":
            depth += 1
            if depth > 32:
                return None
        elif character == ")":
            depth -= 1
            if not depth:
                return match.end()
        else:
            return None
    return None
