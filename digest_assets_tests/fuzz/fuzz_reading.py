"""Coverage-guided fuzzing of the reading room: any bytes, any kind, no exception, every claim in its place, in time.

    python -m digest_assets_tests.fuzz.fuzz_reading [-max_total_time=120] [CORPUS_FOLDER]

Needs atheris; run by ``make fuzz``, not by the tests. The first byte picks the kind of source, the second the
encoding that the rest goes through on its way. A crash leaves its input as ``crash-*``; what it teaches goes into the
tests.
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_right

import atheris

with atheris.instrument_imports():
    from digest_assets.model import SourceKind
    from digest_assets.reading import reader, structure, wire
    from digest_assets.reading.text import decode, line_starts

KINDS: tuple[SourceKind, ...] = ("note", "card", "baseline", "queue", "predigest")
ENCODINGS = (None, "utf-8", "utf-16", "gb18030", "big5")
SECONDS_PER_MB = 20.0  # instrumented code is some ten times slower
GRACE = 2.0  # seconds that anything may take


def check(data: bytes, kind: SourceKind) -> None:
    """Raises where a reading breaks one of its promises."""
    start = time.process_time()
    reading = reader.read(data, kind, "12-2607-00001.md")
    spent = time.process_time() - start
    assert spent < GRACE + SECONDS_PER_MB * len(data) / 1e6, f"{spent:.1f} s for {len(data)} bytes"
    source = decode(data).text
    starts = line_starts(source)
    for claim in reading.claims:
        for at, place, length in claim.spans:
            assert claim.text[at : at + length] == source[place : place + length]
        assert claim.line_start == bisect_right(starts, claim.spans[0][1])
        for value in claim.values:
            assert claim.text[value.start : value.end] == value.surface
    assert wire.unpack(wire.pack(reading)) == reading
    reader.stated_moment(data, kind, "12.md")
    structure.describe(data=data)


def one_input(data: bytes) -> None:
    if len(data) < 2:
        return
    encoding = ENCODINGS[data[1] % len(ENCODINGS)]
    body = data[2:]
    if encoding is not None:
        body = body.decode("utf-8", "replace").encode(encoding, "replace")
    check(body, KINDS[data[0] % len(KINDS)])


def main() -> None:
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
