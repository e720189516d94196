"""Prices: each case is a text and what it holds as (low, high, unit, scale, qualifier)."""

from __future__ import annotations

import pytest

from digest_assets.reading import quantities

CASES: list[tuple[str, list[tuple[float, float | None, str, float | None, str | None]]]] = [
    ("贷款 3.6 万亿元", [(3.6e12, None, "CNY", 1e12, None)]),
    ("2.7 千万元", [(2.7e7, None, "CNY", 1e7, None)]),
    ("input costs $3 per million tokens", [(3, None, "USD/1M token", 1, None)]),
    ("$0.27/M input tokens", [(0.27, None, "USD/1M token", 1, None)]),
    ("$2.50 / 1M tokens", [(2.5, None, "USD/1M token", 1, None)]),
    ("$1.1/Mtok", [(1.1, None, "USD/1M token", 1, None)]),
    ("$0.6 per 1M output tokens", [(0.6, None, "USD/1M token", 1, None)]),
    ("$3/$15 per million tokens", [(3, None, "USD/1M token", 1, None), (15, None, "USD/1M token", 1, None)]),
    ("按 $3.5/GPU hour 估算", [(3.5, None, "USD/GPU hour", 1, None)]),
    ("$2.2/GPU-hour", [(2.2, None, "USD/GPU hour", 1, None)]),
    ("$1.99 per GPU hour", [(1.99, None, "USD/GPU hour", 1, None)]),
    ("$2/h", [(2, None, "USD/hour", 1, None)]),
    ("$4.5/hour", [(4.5, None, "USD/hour", 1, None)]),
    ("$4.5 per hour", [(4.5, None, "USD/hour", 1, None)]),
    ("$20/month", [(20, None, "USD/month", 1, None)]),
    ("$20/mo", [(20, None, "USD/month", 1, None)]),
    ("$20 a month", [(20, None, "USD/month", 1, None)]),
    ("每月 20 美元", [(20, None, "USD/month", 1, None)]),
    ("20 美元/月", [(20, None, "USD/month", 1, None)]),
    ("20 美元每月", [(20, None, "USD/month", 1, None)]),
    ("融资 $40.5M", [(4.05e7, None, "USD", 1e6, None)]),
    ("raised $1.2 billion", [(1.2e9, None, "USD", 1e9, None)]),
    ("$10–$20", [(10, 20, "USD", 1, None)]),
    ("$10-20M", [(1e7, 2e7, "USD", 1e6, None)]),
    ("€300k", [(300000, None, "EUR", 1000, None)]),
    ("¥99/月", [(99, None, "CNY/month", 1, None)]),
    ("人民币 3 万元", [(30000, None, "CNY", 10000, None)]),
    ("RMB 500", [(500, None, "CNY", 1, None)]),
    ("5 million dollars", [(5e6, None, "USD", 1e6, None)]),
    ("USD 5M", [(5e6, None, "USD", 1e6, None)]),
    ("每百万 token 12 元", [(12, None, "CNY/1M token", 1, None)]),
    ("每百万输出 tokens 收费 8 元", [(8, None, "CNY/1M token", 1, None)]),
    ("2 元/百万 tokens", [(2, None, "CNY/1M token", 1, None)]),
    ("8 元/百万输出 tokens", [(8, None, "CNY/1M token", 1, None)]),
    ("每小时 2 美元", [(2, None, "USD/hour", 1, None)]),
    ("每 GPU 小时 2.5 美元", [(2.5, None, "USD/GPU hour", 1, None)]),
    ("起步价 \\$30 每月", [(30, None, "USD/month", 1, None)]),
    ("不到 5 万美元", [(50000, None, "USD", 10000, "lt")]),
    ("超过 300 亿元", [(3e10, None, "CNY", 1e8, "gt")]),
    ("300 多亿元", [(3e10, None, "CNY", 1e8, "gt")]),
    ("总营收 612.5 万美元", [(6.125e6, None, "USD", 10000, None)]),
    ("1 万-3 万元", [(10000, 30000, "CNY", 10000, None)]),
    ("3-5 万元", [(30000, 50000, "CNY", 10000, None)]),
    (
        "$3 input / $15 output per million tokens",
        [(3, None, "USD/1M token", 1, None), (15, None, "USD/1M token", 1, None)],
    ),
    ("每百万输入 tokens 3 元，输出 15 元", [(3, None, "CNY/1M token", 1, None), (15, None, "CNY/1M token", 1, None)]),
    ("每百万 token 输入 2 元、输出 8 元", [(2, None, "CNY/1M token", 1, None), (8, None, "CNY/1M token", 1, None)]),
    (
        "输入 $0.27/M、输出 $1.10/M tokens",
        [(0.27, None, "USD/1M token", 1, None), (1.1, None, "USD/1M token", 1, None)],
    ),
    (
        "GPT-5 costs $1.25/$10 per 1M tokens",
        [(1.25, None, "USD/1M token", 1, None), (10, None, "USD/1M token", 1, None)],
    ),
    ("月费 20 美元", [(20, None, "USD/month", 1, None)]),
    ("每卡时 12 元", [(12, None, "CNY/GPU hour", 1, None)]),
    ("2 美元/卡时", [(2, None, "USD/GPU hour", 1, None)]),
    ("按每小时 3.2 美元计", [(3.2, None, "USD/hour", 1, None)]),
    ("$0.002 per 1K tokens", [(0.002, None, "USD/1K token", 1, None)]),
    ("$30 per user per month", [(30, None, "USD/user/month", 1, None)]),
    ("$200/year", [(200, None, "USD/year", 1, None)]),
    ("每年 300 万美元", [(3e6, None, "USD/year", 10000, None)]),
    ("12 元/千 tokens", [(12, None, "CNY/1K token", 1, None)]),
    ("0.8 元 / 百万 tokens", [(0.8, None, "CNY/1M token", 1, None)]),
    ("1.2 美元/GPU·小时", [(1.2, None, "USD/GPU hour", 1, None)]),
    ("每张图 0.04 美元", [(0.04, None, "USD/张", 1, None)]),
    ("$0.04 per image", [(0.04, None, "USD/image", 1, None)]),
    ("每次调用 0.5 元", [(0.5, None, "CNY/次", 1, None)]),
    ("约 1.5 亿美元", [(1.5e8, None, "USD", 1e8, "approx")]),
    ("数千万美元", [(2e7, 9e7, "USD", None, None)]),
    ("上百亿元", [(1e10, None, "CNY", None, "ge")]),
    ("between $5 and $10 million", [(5e6, 1e7, "USD", 1e6, None)]),
    ("$5 to $10 million", [(5e6, 1e7, "USD", 1e6, None)]),
    ("A 轮 3 亿元", [(3e8, None, "CNY", 1e8, None)]),
    ("$1,234.56", [(1234.56, None, "USD", 1, None)]),
    ("￥9.9", [(9.9, None, "CNY", 1, None)]),
    ("¥1.2 万", [(12000, None, "CNY", 10000, None)]),
    ("US$3bn", [(3e9, None, "USD", 1e9, None)]),
    ("HK$5", [(5, None, "HKD", 1, None)]),
    ("A$10M", [(1e7, None, "AUD", 1e6, None)]),
    ("C$3", [(3, None, "CAD", 1, None)]),
    ("上千万美元", [(1e7, None, "USD", None, "ge")]),
    ("百万美元", [(1e6, None, "USD", None, None)]),
    ("十亿美元", [(1e9, None, "USD", None, None)]),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_prices(text: str, expected: list[tuple[float, float | None, str, float | None, str | None]]) -> None:
    found = quantities.find(text)
    assert [(v.unit, v.scale, v.qualifier) for v in found] == [case[2:] for case in expected]
    assert [v.low for v in found] == pytest.approx([case[0] for case in expected])
    assert [v.high for v in found] == pytest.approx([case[1] for case in expected])
    assert all(text[v.start : v.end] == v.surface for v in found)
