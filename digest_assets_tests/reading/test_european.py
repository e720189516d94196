"""Values in languages with a decimal comma, each with the surface that stands in the text."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.model import DateValue, QuantityValue
from digest_assets.reading import combined, dates, quantities

QUANTITIES = [
    ("consume 2,6 kWh por km", [(2.6, None, "kWh/km", "2,6 kWh por km")]),
    ("48.000 viajeros al día", [(48_000, None, "viajero/day", "48.000 viajeros al día")]),
    ("3.000 Zyklen bis 80 %", [(3_000, None, "cycle", "3.000 Zyklen"), (80, None, "%", "80 %")]),
    ("etwa 1.234,5 kW", [(1234.5, None, "kW", "1.234,5 kW")]),
    ("rund 12,5 Mio. Euro", [(1.25e7, None, "EUR", "12,5 Mio. Euro")]),
    ("kostet 1.299,00 €", [(1299, None, "EUR", "1.299,00 €")]),
    ("cuesta 20 millones de euros", [(2e7, None, "EUR", "20 millones de euros")]),
    ("el 12,5 por ciento", [(12.5, None, "%", "12,5 por ciento")]),
    ("38 EUR al mes", [(38, None, "EUR/month", "38 EUR al mes")]),
    ("en 30 jours", [(30, None, "day", "30 jours")]),
    ("dauert 3,5 Stunden", [(3.5, None, "hour", "3,5 Stunden")]),
    ("entre 3 y 5 días", [(3, 5, "day", "3 y 5 días")]),
    ("von 32 auf 18 ms gesenkt", [(32, None, "ms", "32"), (18, None, "ms", "18 ms")]),
    ("1 200 t de déchets", [(1200, None, "t", "1 200 t")]),
    # English and Chinese stay as they are
    ("up to 1,234 cases in Rio de Janeiro", [(1234, None, "case", "1,234 cases")]),
    ("la base est de 1,234", []),
    ("详见 x.com/abc，新增 12,408 颗星", [(12_408, None, "颗", "12,408 颗")]),
    ("PTFE 1.5 wt%, peel force 14 N/m", [(1.5, None, "%", "1.5 wt%"), (14, None, "N/m", "14 N/m")]),
    ("reads 1,5 GB/s", [(1.5, None, "GB/s", "1,5 GB/s")]),
    ("versions 2,6 and 3", []),
]
DATES = [
    ("ab 15. Juni 2028", [(date(2028, 6, 15), date(2028, 6, 15), "15. Juni 2028")]),
    ("el 1 de abril de 2028", [(date(2028, 4, 1), date(2028, 4, 1), "1 de abril de 2028")]),
    ("en diciembre de 2028", [(date(2028, 12, 1), date(2028, 12, 31), "diciembre de 2028")]),
    ("le 3 mars 2027", [(date(2027, 3, 3), date(2027, 3, 3), "3 mars 2027")]),
    ("15 juin 2028", [(date(2028, 6, 15), date(2028, 6, 15), "15 juin 2028")]),
    ("im 2. Quartal 2028", [(date(2028, 4, 1), date(2028, 6, 30), "2. Quartal 2028")]),
    ("Ende März 2028 ist es so weit", [(date(2028, 3, 21), date(2028, 3, 31), "Ende März 2028")]),
    ("seit gestern", [(date(2028, 2, 29), date(2028, 2, 29), "gestern")]),
    ("le 1er avril", [(date(2028, 4, 1), date(2028, 4, 1), "1er avril")]),
    ("6. April 2025", [(date(2025, 4, 6), date(2025, 4, 6), "6. April 2025")]),
    ("Mars is dry", []),
]


@pytest.mark.parametrize(("text", "expected"), QUANTITIES, ids=[text for text, _ in QUANTITIES])
def test_quantities(text: str, expected: list[tuple[float, float | None, str, str]]) -> None:
    found = quantities.find(text)
    assert [(round(q.low, 6), q.high, q.unit, q.surface) for q in found] == expected


@pytest.mark.parametrize(("text", "expected"), DATES, ids=[text for text, _ in DATES])
def test_dates(text: str, expected: list[tuple[date, date, str]]) -> None:
    found = dates.find(text)
    assert [(*(dates.resolve(d, date(2028, 3, 1), "UTC") or ()), d.surface) for d in found] == expected


WORDS = [
    "von",
    "de",
    "3.000",
    "1,5",
    "12",
    ",",
    ".",
    "Mio.",
    "Euro",
    "Juni",
    "2028",
    "mars",
    "15.",
    "pro",
    "Tag",
    "%",
    "\u00a0",
    "**",
]


@given(
    st.lists(st.sampled_from([*WORDS, "mil millones", "por ciento", "１", "。", "\ud800"]), max_size=14),
    st.sampled_from([" ", ""]),
)
def test_every_value_is_a_part_of_its_text(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    for value in combined.find(text):
        assert text[value.start : value.end] == value.surface
        assert value.surface
        if isinstance(value, QuantityValue | DateValue):
            assert not value.surface[0].isspace()
