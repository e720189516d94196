"""What notes in other languages say about themselves and their things, and what is compared across languages."""

from __future__ import annotations

from datetime import date

import pytest

from digest_assets.judge import cues, events, matters
from digest_assets.judge.conflicts import compare
from digest_assets.judge.facts import Statement
from digest_assets.judge.relatives import Relatives
from digest_assets.reading import combined
from digest_assets_tests.judge.small import Small, topic


def relation(a: str, b: str) -> str:
    day = date(2027, 5, 3)
    return compare(Statement(a, combined.find(a), day), Statement(b, combined.find(b), day)).kind


@pytest.mark.parametrize(
    "text",
    [
        "52 dB, steht schon im Dokument", "14 m, sin novedades", "Rien de neuf :", "já está no documento",
        "come ieri, niente di nuovo", "昨日書いたとおり、変更なし", "和文档里的一样",
    ],
)  # fmt: skip
def test_nothing_new(text: str) -> None:
    assert cues.nothing_new(text)


@pytest.mark.parametrize(
    "text",
    ["Angeblich wird die Werft verkauft.", "En el pasillo se comenta que se retira.",
     "Il paraît que le chantier ferme.",
     "Dizem que a linha fecha.", "Si dice che la linea chiuda.", "閉鎖されるらしい。"],
)  # fmt: skip
def test_hearsay(text: str) -> None:
    assert cues.hearsay(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("La línea 9 abre el 1 de junio", "opened"), ("Markteinführung im Juni", "release"),
        ("fin de vie en 2028", "end_of_life"), ("retratado pelos autores", "withdrawn"),
        ("in vigore dal 1 luglio", "started"), ("2027年5月に発売された", "available"),
        ("岩盐-1 的量产时间", "production_start"),
        ("意见截止日期", "deadline"),
    ],
)  # fmt: skip
def test_events(text: str, key: str) -> None:
    assert key in {e.key for e in events.find(text)}


@pytest.mark.parametrize(
    ("text", "negated"),
    [("der Halter unterstützt keine Kälte", True), ("no admite carga rápida", True), ("admite carga rápida", False),
     ("低温に対応していない", True), ("与铜不相容", True), ("与铜相容", False)],
)  # fmt: skip
def test_a_state_that_does_not_hold(text: str, negated: bool) -> None:
    assert [e.negated for e in events.find(text) if e.key == "supports"] == [negated]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Halden H1 的循环寿命为 2,200 次", "Halden cell H1: layered oxide, 3,000 cycles", "conflict"),
        ("Halden H1 的循环寿命为 3,000 次", "Halden cell H1: layered oxide, 3,000 cycles", "agree"),
        ("Halden 不支持 0 °C 以下充电。", "Halden supports charging below 0 °C since firmware 2.4.", "conflict"),
        ("Corvid 不支持 0 °C 以下充电。", "Halden supports charging below 0 °C since firmware 2.4.", "unrelated"),
        # a share is of anything
        ("Halden H1 的成品率为 80%", "Halden cell H1: layered oxide, 62% of the market", "unrelated"),
    ],
)
def test_across_scripts(a: str, b: str, kind: str) -> None:
    assert relation(a, b) == relation(b, a) == kind


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The preprint on priming (doi 10.1101/2027.01.19) was withdrawn.",
         "Primed fragments died 27% less often (doi 10.1101/2027.01.19).", "conflict"),
        ("The preprint on priming (doi 10.1101/2027.01.19) was withdrawn.",
         "Shaded fragments died 27% less often (doi 10.1101/2027.02.20).", "unrelated"),
        ("Marlin is under the Apache License 2.0, says slide 3.",
         "Marlin is under the Business Source License 1.1, Tinto under the Apache License 2.0.", "conflict"),
        ("Tinto is under the Apache License 2.0.",
         "Marlin is under the Business Source License 1.1, Tinto under the Apache License 2.0.", "agree"),
        ("The capacity of Basalt is 212 mAh/g.", "The capacity of Basalt differs by 3 mAh/g.", "unrelated"),
        ("Delfin uses 2.6 kWh/km with the heat pump.", "Delfin uses 3.1 kWh/km with a resistive heater.", "unrelated"),
        ("Delfin uses 2.6 kWh/km.", "Delfin uses 3.1 kWh/km.", "conflict"),
    ],
)  # fmt: skip
def test_one_thing_and_one_attribute(a: str, b: str, kind: str) -> None:
    assert relation(a, b) == relation(b, a) == kind


def test_relatives_of_a_word() -> None:
    held = Relatives[str]()
    for word in ("electrolyte", "cathode", "ordinance", "cell"):
        held.add(word, word)
    for word, found in (
        ("elektrolyt", ["electrolyte"]), ("catodo", ["cathode"]), ("ordonnance", []), ("electrode", []), ("zelle", []),
    ):  # fmt: skip
        assert list(held.of(word)) == found, word


LAW = "# Town\n\n## 1. Procedure\n- An objection to a municipal decision is lodged within 15 days of notification.\n"


def test_a_note_is_known_by_the_words_that_it_shares_with_a_document() -> None:
    note = (
        "# Petit mémo\n\n- Le délai contre une décision municipale est de 12 jours après la notification.\n"
        "- La notification par courriel vaut pour chaque objection.\n"
    )
    topics = {"town": topic("town", "ordinance"), "boats": topic("boats", "skiff")}
    vault = Small(
        topics, [{"town": LAW, "boats": "# Boats\n\n## 1. Hulls\n- A skiff weighs 31 kg.\n"}], [{"log/a.md": note}]
    )
    assert vault.judged("town")[0].verdicts[0].verdict != "other_topic"
    assert vault.judged("boats")[0].verdicts[0].verdict == "other_topic"


def test_capitals_in_a_title_name_nothing_where_all_nouns_have_them() -> None:
    assert matters.gathers("Wochennotiz Zellen")
