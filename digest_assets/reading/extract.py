"""The front door of the readers: what they see in a text, in the shapes of the published expectations.

Belongs here: from a kind and an input to plain JSON values, one at a time or as JSON lines. Never here: reading itself.

Kinds and values: ``arxiv`` [{id, version}], once per id and version, bare numbers left out; ``quantity`` [{value_low,
value_high, unit, scale_applied, qualifier?}]; ``date`` [{start, end}], ISO days resolved with ``ref_date`` in ``tz``;
``version`` [{product, version}]; ``section`` [{number, title, level, line}]; ``structure`` an object (see
``digest_assets.reading.structure``).
"""

from __future__ import annotations

import base64
import binascii
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from digest_assets.model import ArxivValue
from digest_assets.reading import arxiv, dates, links, quantities, versions

KINDS = ("arxiv", "quantity", "date", "version", "section", "structure")


class ExtractError(ValueError):
    """A call that cannot be answered: unknown kind, no input, a day or encoding that is none. One clear line."""


def extract(
    kind: str, text: str | None, data: bytes | None = None, ref_date: date | None = None, tz: str | None = None
) -> Any:
    """What the readers of ``kind`` see in ``text``, or in ``data`` (bytes of a file), as a JSON value.

    Dates that leave something open need ``ref_date`` and are left out without it; ``tz`` is UTC unless given. Raises
    ``ExtractError``.
    """
    if kind not in KINDS:
        raise ExtractError(f"unknown kind {kind!r}: one of {', '.join(KINDS)}")
    if text is None and data is None:
        raise ExtractError("no input")
    if kind == "structure":
        from digest_assets.reading import structure

        return structure.describe(text, data)
    if text is None:
        from digest_assets.reading import text as decoding

        text = decoding.decode(data or b"").text
    if kind == "section":
        from digest_assets.reading import sections

        return [
            {"number": found.arabic, "title": found.title, "level": found.level, "line": found.line_start}
            for found in sections.find(text)
        ]
    if kind == "arxiv":
        return _ids(text)
    if kind == "quantity":
        return [_quantity(value) for value in quantities.find(text)]
    if kind == "version":
        return [{"product": value.product, "version": value.version} for value in versions.find(text)]
    return list(_dates(text, ref_date, tz or "UTC"))


def _ids(text: str) -> list[dict[str, Any]]:
    values = [value for value in arxiv.find(text) if not value.bare]
    spans = links.markdown(text) if "](" in text else ()
    seen: dict[tuple[str, int | None], None] = {}
    for value in values:
        seen.setdefault((value.arxiv_id, _linked(value, values, spans)))
    return [{"id": arxiv_id, "version": version} for arxiv_id, version in seen]


def _linked(value: ArxivValue, values: list[ArxivValue], spans: Iterable[tuple[int, int]]) -> int | None:
    """The version of an id; within one link the one that any of its mentions has."""
    if value.version is None:
        for low, high in spans:
            if low <= value.start < high:
                for other in values:
                    if low <= other.start < high and other.arxiv_id == value.arxiv_id and other.version is not None:
                        return other.version
    return value.version


def _quantity(value: Any) -> dict[str, Any]:
    found = {
        "value_low": _number(value.low),
        "value_high": None if value.high is None else _number(value.high),
        "unit": value.unit,
        "scale_applied": None if value.scale is None else _number(value.scale),
    }
    if value.qualifier:
        found["qualifier"] = value.qualifier
    return found


def _number(value: float) -> float | int:
    """A whole number as an integer, others without the noise of binary fractions."""
    rounded = float(f"{value:.15g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e18 else rounded


def _dates(text: str, ref_date: date | None, zone: str) -> Iterator[dict[str, str]]:
    for value in dates.find(text):
        if ref_date is None and value.form in ("yearless", "relative"):
            continue
        span = dates.resolve(value, ref_date or date(2000, 1, 1), zone)
        if span is not None:
            yield {"start": span[0].isoformat(), "end": span[1].isoformat()}


def _answer(row: Mapping[str, Any]) -> Any:
    data = None
    if row.get("input_b64") is not None:
        try:
            data = base64.b64decode(row["input_b64"], validate=True)
        except (binascii.Error, ValueError, TypeError) as error:
            raise ExtractError("input_b64 is no base64") from error
    text = row.get("input")
    if text is not None and not isinstance(text, str):
        raise ExtractError("input is no text")
    try:
        ref_date = date.fromisoformat(row["ref_date"]) if row.get("ref_date") else None
    except (ValueError, TypeError) as error:
        raise ExtractError(f"ref_date {row['ref_date']!r} is no ISO day") from error
    return extract(str(row.get("kind")), text, data, ref_date, row.get("tz"))


def jsonl(lines: Iterable[str]) -> Iterator[str]:
    """JSON lines {id, kind, input or input_b64, ref_date?, tz?} to lines {id, value}, or {id, error} for a line that
    cannot be answered.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            yield json.dumps({"id": None, "error": f"line {number} is no JSON"})
            continue
        if not isinstance(row, dict):
            yield json.dumps({"id": None, "error": f"line {number} is no JSON object"})
            continue
        try:
            answer = {"id": row.get("id"), "value": _answer(row)}
        except ExtractError as error:
            answer = {"id": row.get("id"), "error": str(error)}
        yield json.dumps(answer, ensure_ascii=False)


def main() -> None:
    """Answer JSON lines on standard input."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in jsonl(sys.stdin):
        sys.stdout.write(line + "\n")
