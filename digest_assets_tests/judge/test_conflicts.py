"""Conflict, agreement, or two different things."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_assets.judge import conflicts, events
from digest_assets.judge.conflicts import Statement
from digest_assets.reading import combined


def said(text: str, hint: str = "", cells: tuple[tuple[str, str], ...] = ()) -> Statement:
    return Statement(text, combined.find(text), date(2031, 5, 9), "UTC", hint, cells)


CONFLICTS = [
    ("quarrel 6.2: reaches end of life — 2032/09/30", "quarrel 6.2：停止维护日期为 2032 年 4 月 11 日。"),
    ("quarrel 6.2 first shipped October 2030.", "Vendor page: quarrel 6.2 was released on 2030-11-03."),
    (
        "Talus 3.0 was ratified on 2031-02-26.",
        "Mailing list digest: the Talus 3.0 specification was ratified on 2031-03-05.",
    ),
    (
        "HD-110: first patient dosed on 2031-01-14",
        "The appendix has it otherwise: HD-110, first patient dosed on 2031-01-19.",
    ),
    ("The default buffer is 64 MiB per channel.", "the default buffer is 64 KiB per channel"),
    ("松果-3B 的 W4A8 在 CM 上掉 1.2%。", "复测：松果-3B 的 W4A8 在 CM 上掉 2.1%"),
    ("砾岩 v0.10 冷启动到首字 0.42 s，包体 9.6 MB。", "砾岩 v0.10 冷启动到首字为 4.2 s"),
    ("Quarrel 5.0 refuses drivers older than 3.8. Mine was 3.7.", "Quarrel 5.0 needs driver 3.6 or newer."),
    ("晶石 X2 支持 int4 分组量化。", "晶石 X2 不支持 int4 分组量化。"),
    (
        "Recursive queries are supported in Quarrel 5.0.",
        "Recursive queries are not supported in Quarrel 5.0; moved to 5.1.",
    ),
    ("Quarrel server: Business Source License 1.1.", "Quarrel server | Apache-2.0 | today"),
    ("TTFT 最高 32.8×", "TTFT 23.8×"),
    ("The preprint on EV-K in neurons was withdrawn.", "EV-K edits 34% of neurons in the preprint."),
]
MEASURES = [  # bare numbers behind a measure's name, and units with a bracket behind them
    ("Larch-2 on the spoken test set: WER 5.1.", "Larch-2, spoken test set, again: WER of 6.4"),
    ("Fire rating of the Oak 7 door: 60, in the old list", "The Oak 7 door has a fire rating of 90 in the new list"),
    ("The data centre at Vik runs at a PUE of 1.12.", "Vik data centre: PUE 1.31, says the grid operator."),
    ("松果-3B 的 CMMLU 62.0", "复测：松果-3B，CMMLU 58.4"),
    ("Sail No 7 has a handicap rating of 0.94.", "Sail No 7: handicap rating 0.91, from the new list"),
    ("The Moth M4 is measured with 61 dB(A) at the stern.", "Heron Moth M4 at the stern: 66 dB(A), measured twice."),
    ("Moth M4 at the stern: 61 dB(A)", "The Moth M4 has 66 dB at the stern."),
]
AVAILABLE = [
    ("Kestrel has announced an electric trawler for March 2032.", "Kestrel electric trawler: it ships on 2032-05-02."),
    ("Lumen e-reader 4 is due in May 2031.", "The shop says that Lumen e-reader 4 goes on sale on 2031-07-01."),
    ("石英 K3 计划于 2031 年 6 月交付。", "经销商说，石英 K3 于 2031 年 9 月 2 日开始发货。"),
    ("Der Falke 9 ist angekündigt für 2031-05-02.", "Falke 9: lieferbar ab 2031-08-15"),
]
REQUIRED = [
    ("Pump P4 needs firmware 3.1 or newer for the relay.", "Pumpe P4: das Relais geht erst ab Firmware 3.3."),
    ("Atlas 7 requires driver 4.2.", "Atlas 7 nécessite la version 4.5 du driver au moins"),
]

UNRELATED = [
    ("A used skiff is at 9,000 EUR.", "a skiff trailer from Visby, 410 EUR"),
    ("Shared ovens bake 240 loaves.", "Loaves frozen at noon keep 31 days, says the baker of 90 loaves."),
    ("Larch-2 on the spoken test set: WER 5.1.", "Larch-3 on the spoken test set: WER 6.4."),
    ("Larch-2: WER 5.1 with the small lexicon", "Larch-2: WER 6.4 with beam search"),
    ("松果-3B 的 CMMLU 62.0（5-shot）", "松果-3B 的 CMMLU 58.4（0-shot）"),
    ("Vik: PUE 1.12 at 8 °C", "Vik: PUE 1.31 at 24 °C"),
    ("Vik: PUE 1.12", "Vik: WUE 0.9"),
    ("Moth M4 at the stern: 61 dB(A)", "Moth M4 at the stern: 66 dB(C)"),
    ("The feature freeze of Talus 3.0 is planned for 2031-03-01.", "Talus 3.0 is due on 2031-04-20."),
    ("Kestrel announced the electric trawler on 2031-01-08.", "Kestrel electric trawler: it ships on 2032-05-02."),
    ("Falke 9 läuft mit Kaskade.", "Falke 9: Apache 2.0"),
    ("quarrel 6.2 reaches end of life on 2032-09-30.", "quarrel 6.3 reaches end of life on 2033-09-30."),
    ("quarrel 6.2 leaves active support on 2031-09-30.", "quarrel 6.2 reaches end of life on 2032-09-30."),
    ("quarrel 6.2 loses extended support on 2033-09-30.", "quarrel 6.2：停止维护日期为 2032-09-30。"),
    ("quarrel 6.2 于 2031-09-30 停售。", "quarrel 6.2 于 2032-09-30 到达生命周期终点。"),
    ("quarrel 6.2 enters maintenance mode on 2031-09-30.", "quarrel 6.2 was archived on 2032-09-30."),
    ("vendor Phone S20 was released on 2030-03-06.", "vendor Phone S20 Ultra was released on 2030-03-26."),
    ("Quarrel 5.0: feature freeze on 2031-03-02.", "GA of Quarrel 5.0 is planned for 2031-03-24."),
    ("The adapter was deprecated in Talus 2.8.", "The adapter is removed in Talus 3.0."),
    ("hot run of the set: 12.4 s on the 16-core box", "hot run of the set: 19.8 s on the 8-core laptop"),
    ("int4 权重 3.9 GB", "峰值内存 5.1 GB"),
    ("砾岩 v0.9 冷启动到首字 0.71 s。", "砾岩 v0.10 冷启动到首字 0.42 s。"),
    ("松果-7B 解码 18 tok/s", "松果-70B 解码 6.2 tok/s"),
    ("HD-101 got 0.7 mg/kg.", "OR-7 got 0.3 mg/kg."),
    ("peak memory down 17% on SF1000", "shuffled bytes down 31% on SF1000"),
    ("Oak is under the MIT licence.", "Ash is under the Apache 2.0 licence."),
    ("Current release of Oak: v0.9.", "Oak v0.10 is out."),
    ("keeps 12 weeks at 4 °C when lyophilised", "a liquid form keeps two weeks"),
]

AGREE = [
    ("quarrel 6.2 was released in October 2030.", "quarrel 6.2 于 2030-10-22 发布。"),
    ("A worker starts from the warm image in 300 ms.", "worker start from the warm image: 0.3 s"),
    ("8K 上下文的缓存压到 2 GiB", "8K 上下文的缓存 2048 MiB"),
    ("plans up to 1.5k files in one query", "plans 1,500 files in one query"),
    ("the registry holds about 1,200 participants", "The registry: 1,187 participants"),
    ("Skiff compresses our logs between 3.1x and 4.4x.", "Skiff on our logs: 3.7x"),
    ("a local cache saves up to 40% of the request spend", "a local cache: 35% less request spend"),
    ("Kestrel has announced an electric trawler for March 2032.", "Kestrel electric trawler: it ships on 2032-03-21."),
    ("Larch-2 on the spoken test set: WER 5.1.", "Larch-2, spoken test set: WER of 5.12"),
]


@pytest.mark.parametrize(("a", "b"), [*CONFLICTS, *MEASURES, *AVAILABLE, *REQUIRED])
def test_values_that_cannot_both_hold_conflict(a: str, b: str) -> None:
    found = conflicts.compare(said(a), said(b))
    assert found.kind == "conflict", found
    assert found.values_a
    assert found.values_b
    assert found.reason


@pytest.mark.parametrize(("a", "b"), UNRELATED)
def test_other_things_events_and_measures_do_not(a: str, b: str) -> None:
    assert conflicts.compare(said(a), said(b)).kind == "unrelated"


@pytest.mark.parametrize(("a", "b"), AGREE)
def test_one_value_in_two_writings_agrees(a: str, b: str) -> None:
    assert conflicts.compare(said(a), said(b)).kind == "agree"


@pytest.mark.parametrize(("a", "b"), [*CONFLICTS, *MEASURES, *AVAILABLE, *REQUIRED, *UNRELATED, *AGREE])
def test_the_order_of_two_statements_decides_nothing(a: str, b: str) -> None:
    assert conflicts.compare(said(a), said(b)).kind == conflicts.compare(said(b), said(a)).kind


def test_headings_say_what_a_short_line_is_about() -> None:
    row, line = "正式进入维护模式 | 2031-03-21", "Gentle Inference 已于 2030 年 12 月进入维护模式。"
    assert conflicts.compare(said(row, "Gentle 时间线"), said(line, "1.4 Gentle Inference")).kind == "conflict"
    assert (
        conflicts.compare(said("11-fold over the old one", "Cap-3L"), said("Cap-3: 14-fold over the old one")).kind
        == "unrelated"
    )


def test_a_cell_is_said_of_its_column() -> None:
    cells = (("set", "MuSet"), ("base", "61.0"), ("score", "67.3"), ("input tokens", "−42%"))
    row = said("MuSet | 61.0 | 67.3 | −42%", "Sieve", cells)
    assert conflicts.compare(said("MuSet recall +6.3, input tokens −24%", "Sieve"), row).kind == "conflict"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The abstract says 37% lower latency, table 3 says 31%.", "conflict"),
        ("摘要写 p99 下降 37%；正文表 3 的同一设置写的是 31%。", "conflict"),
        ("Figure 1: latency down 37%; figure 2: cost of the hardware down 31%.", "unrelated"),
        ("37% lower latency and 31% lower cost.", "unrelated"),
    ],
)
def test_a_statement_can_contradict_itself(text: str, kind: str) -> None:
    assert conflicts.within(said(text)).kind == kind


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("goes end-of-life", "end_of_life"),
        ("停止维护", "end_of_life"),
        ("主动支持截止", "support_active_end"),
        ("extended support ends", "support_extended_end"),
        ("安全更新截止", "support_security_end"),
        ("首次发布", "release"),
        ("was retracted", "withdrawn"),
        ("未能复现", "not_replicated"),
        ("首例患者给药", "first_dose"),
        ("进入维护模式", "maintenance_mode"),
        ("开放下载", "weights_open"),
    ],
)
def test_events_are_named_alike_in_both_languages(text: str, key: str) -> None:
    assert [e.key for e in events.find(text)] == [key]


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Apache-2.0", "Apache License, Version 2.0", True),
        ("MIT", "the MIT licence", True),
        ("BSL 1.1", "Business Source License 1.1", True),
        ("GPLv3", "LGPL 3", False),
        ("AGPL-3.0", "GPL-3.0", False),
        ("the Pine Community License", "Apache 2.0", False),
    ],
)
def test_licences_have_families(a: str, b: str, same: bool) -> None:
    assert ([x[0] for x in events.licences(a)] == [x[0] for x in events.licences(b)]) is same


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_compared(a: str, b: str) -> None:
    assert conflicts.compare(said(a), said(b)).kind in ("conflict", "agree", "unrelated")


@given(st.text(max_size=80))
def test_nothing_conflicts_with_itself(text: str) -> None:
    assert conflicts.compare(said(text), said(text)).kind != "conflict"
