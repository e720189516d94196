"""From bytes to text: which encoding a file is in, and whether it is text at all.

Belongs here: UTF-8, byte order marks, UTF-16 with and without one, GB18030, Big5, and the line arithmetic of decoded
text. Never here: anything about Markdown.

Order of trust: a byte order mark; UTF-16 by its zero bytes; strict UTF-8; the two Chinese encodings, told apart by how
their commonest characters are spread over lead and trail bytes; UTF-8 with a few broken bytes. What is left is no text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate

from digest_assets.model import Status

_BOMS: tuple[tuple[bytes, str], ...] = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_SAMPLE = 65_536  # bytes that decide between encodings; enough for any statistics, and keeps long files cheap
_CONTROLS = bytes(i for i in range(32) if i not in b"\t\n\v\f\r\x1b") + b"\x7f"
_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text as in the file, newlines kept, byte order mark gone. ``text`` is empty where the bytes are no text.

    ``encoding`` names a Python codec ("utf-8-sig" for UTF-8 with a mark), None where unreadable. ``lossy``: some bytes
    are shown as U+FFFD, ``error`` says how many. ``empty``: nothing but blanks.
    """

    text: str
    encoding: str | None
    status: Status
    error: str | None


def decode(data: bytes) -> Decoded:
    """Decodes a file's bytes. Total: any bytes give an answer, in time linear in their length."""
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return _with_codec(data[len(mark) :], codec, "utf-8-sig" if codec == "utf-8" else codec)
    if b"\0" in data:
        wide = _utf16_without_mark(data)
        if wide is not None:
            return _with_codec(data, wide, wide)
        if _binary(data):
            return _unreadable("binary data, not text")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _not_utf8(data)
    if _binary(data):
        return _unreadable("binary data, not text")
    return _ready(text, "utf-8", 0)


def line_starts(text: str) -> list[int]:
    """Offsets at which the lines of a text begin; line n (from 1) begins at item n - 1.

    Lines end with LF, CRLF or CR, as in an editor; form feeds and U+2028 end none.
    """
    if "\r" in text:
        return [0, *[match.end() for match in _LINE_BREAK.finditer(text)]]
    return list(accumulate([len(line) + 1 for line in text.split("\n")[:-1]], initial=0))


def line_count(text: str) -> int:
    """Lines as an editor numbers them; a break at the very end begins no further line; an empty text has none."""
    if not text:
        return 0
    breaks = text.count("\n") + text.count("\r") - text.count("\r\n")
    return breaks + (text[-1] not in "\r\n")


def _ready(text: str, encoding: str, broken: int) -> Decoded:
    if not text or text.isspace():
        return Decoded(text, encoding, "empty", None)
    if broken:
        return Decoded(text, encoding, "lossy", f"{broken} places are no valid {encoding} and are shown as U+FFFD")
    return Decoded(text, encoding, "ok", None)


def _unreadable(why: str) -> Decoded:
    return Decoded("", None, "unreadable", why)


def _with_codec(data: bytes, codec: str, name: str) -> Decoded:
    try:
        text = data.decode(codec)
        broken = 0
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        broken = text.count("\ufffd")
        if broken * 10 > len(text) + 10:
            return _unreadable(f"a byte order mark promises {codec}, the bytes are something else")
    if codec != "utf-8" and not _plausible(text):
        return _unreadable(f"decodes as {codec}, but to no text")
    return _ready(text, name, broken)


def _binary(data: bytes) -> bool:
    """More than one byte in twenty is a control character that no text editor writes."""
    sample = data[:_SAMPLE]
    return (len(sample) - len(sample.translate(None, _CONTROLS))) * 20 > len(sample) and (
        len(data) - len(data.translate(None, _CONTROLS))
    ) * 20 > len(data)


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 betrays itself by its zero bytes: all in odd places, or all in even ones."""
    if len(data) % 2:
        return None
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    for codec, zeros, others in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if zeros and others * 20 <= zeros:
            try:
                text = sample.decode(codec, "replace")
                if _plausible(text) and _plausible(data.decode(codec)):
                    return codec
            except UnicodeDecodeError:
                continue
    return None


def _plausible(text: str) -> bool:
    """Most characters are ones that people write: no controls, private use, or characters from everywhere at once."""
    if not text:
        return True
    sample = text[:_SAMPLE]
    good = len(_USUAL.findall(sample))
    return good * 100 >= len(sample) * 95


_USUAL = re.compile(
    "[\t\n\r\f -~\u00a0-\u024f\u0370-\u04ff\u2000-\u206f\u2070-\u27bf\u2900-\u2bff\u3000-\u30ff\u31c0-\u31ef"
    "\u3200-\u33ff\u4e00-\u9fff"
    "\uac00-\ud7a3\ufe30-\ufe4f\uff01-\uffee\U0001f000-\U0001faff\ufe0f\ufeff\ufffd]"
)


def _not_utf8(data: bytes) -> Decoded:
    repaired = data.decode("utf-8", "replace")
    broken = repaired.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    wide = len(repaired) - repaired.count("\ufffd") - _ascii_count(repaired)
    if wide > broken * 8 and not _binary(data):
        return _ready(repaired, "utf-8", broken)
    codec = _chinese(data)
    if codec is not None:
        try:
            return _ready(data.decode(codec), codec, 0)
        except UnicodeDecodeError:
            text = data.decode(codec, "replace")
            return _ready(text, codec, text.count("\ufffd"))
    wide16 = _utf16_chinese(data)
    if wide16 is not None:
        return _ready(data.decode(wide16), wide16, 0)
    if not _binary(data) and broken * 20 <= len(repaired):
        return _ready(repaired, "utf-8", broken)
    return _unreadable("in none of UTF-8, UTF-16, GB18030, Big5")


def _ascii_count(text: str) -> int:
    return len(text.encode("ascii", "ignore"))


def _utf16_chinese(data: bytes) -> str | None:
    """UTF-16 without a mark and without zero bytes: all Chinese. Both byte orders are tried, the likelier one wins."""
    if len(data) % 2 or len(data) < 4:
        return None
    best: tuple[float, str] | None = None
    for codec in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        share = len(_CORE.findall(text[:_SAMPLE])) / len(text[:_SAMPLE])
        if share >= 0.97 and (best is None or share > best[0]):
            best = (share, codec)
    return best[1] if best else None


_CORE = re.compile("[\t\n\r -~\u2010-\u2026\u3000-\u3011\u4e00-\u9fa5\uff01-\uff5e]")
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")


def _chinese(data: bytes) -> str | None:
    """GB18030 or Big5, or neither.

    GB 2312 puts its commonest 3,755 characters at lead bytes B0-D7 and all of its characters at trail bytes from A1 on;
    Big5 puts its 5,401 common ones at A4-C6 and spreads trail bytes over 40-7E and A1-FE. Punctuation of both is A1-A3.
    """
    sample = data[:_SAMPLE]
    high = len(sample) - len(sample.translate(None, bytes(range(128, 256))))
    if not high or _binary(data):
        return None
    pairs = _PAIR.findall(sample)
    covered = sum(pair[0] >= 128 for pair in pairs) + sum(pair[1] >= 128 for pair in pairs)
    if not pairs or covered * 100 < high * 97:
        return None
    gb = sum(1 for a, b in pairs if (0xA1 <= a <= 0xA3 or 0xB0 <= a <= 0xD7) and b >= 0xA1)
    rare_gb = sum(1 for a, b in pairs if 0xD8 <= a <= 0xF7 and b >= 0xA1)
    big5 = sum(1 for a, b in pairs if 0xA1 <= a <= 0xC6 and (b <= 0x7E or b >= 0xA1))
    rare_big5 = sum(1 for a, b in pairs if 0xC9 <= a <= 0xF9 and (b <= 0x7E or b >= 0xA1))
    scores = sorted(
        (
            ((gb + rare_gb * 0.4) / len(pairs), 1, "gb18030"),
            ((big5 + rare_big5 * 0.4) / len(pairs), 0, "big5"),
        ),
        reverse=True,
    )
    for score, _, codec in scores:
        if score < 0.85:
            break
        text = data.decode(codec, "replace")
        broken = text.count("\ufffd")
        if broken * 50 <= len(pairs) + 25 and _plausible(text):
            return codec
    return None
