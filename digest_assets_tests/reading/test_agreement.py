"""Whether two quantities can both hold."""

from __future__ import annotations

import pytest

from digest_assets.model import QuantityValue
from digest_assets.reading import quantities
from digest_assets.reading.quantities import agrees, comparable


def _one(text: str) -> QuantityValue:
    (found,) = quantities.find(text)
    return found


AGREEING = [
    ("18 GB", "17.6 GB"),
    ("about 1,200 items", "1,187 items"),
    ("3-5 倍", "4 倍"),
    ("up to 40%", "35%"),
    ("1.5k stars", "1,500 stars"),
    ("128K tokens", "131,072 tokens"),
    ("128K tokens", "128,000 tokens"),
    ("131,072", "128K tokens"),
    ("80 GB", "80 GiB"),
    ("900 ms", "0.9 s"),
    ("1,300 万次", "13M 次"),
    ("三成", "30%"),
    ("一半", "50%"),
    ("超过 100 个", "120 个"),
    ("不到 10%", "8%"),
    ("1.2 亿美元", "$120M"),
    ("$3/1M tokens", "$0.000003 per token"),
    ("$0.003 per 1K tokens", "$3 per million tokens"),
    ("2 weeks", "14 天"),
    ("24 小时", "1 天"),
    ("数百个", "300 个"),
    ("十几万人", "15 万人"),
    ("上万次", "12,000 次"),
    ("1M 上下文", "1,048,576 tokens"),
    ("5 个百分点", "5 pp"),
    ("约 30%", "29%"),
    ("1.92k", "1,918"),
    ("350 tok/s", "350 tokens per second"),
    ("60 个", "60 项"),
]
DIFFERING = [
    ("18 GB", "19 GB"),
    ("30%", "40%"),
    ("3-5 倍", "6 倍"),
    ("1,200", "1,187"),
    ("5%", "5 个百分点"),
    ("100 ms", "200 ms"),
    ("$20/month", "$20/year"),
    ("$20", "¥20"),
    ("3 天", "3 周"),
    ("35%", "at least 40%"),
    ("不到 10%", "12%"),
    ("128K tokens", "256K tokens"),
    ("12 GB", "12 小时"),
    ("29.6%", "29.1%"),
    ("8 张", "9 张"),
]


@pytest.mark.parametrize(("a", "b"), AGREEING)
def test_values_that_can_both_hold(a: str, b: str) -> None:
    assert comparable(_one(a), _one(b))
    assert agrees(_one(a), _one(b))
    assert agrees(_one(b), _one(a))


@pytest.mark.parametrize(("a", "b"), DIFFERING)
def test_values_that_cannot_both_hold(a: str, b: str) -> None:
    assert not agrees(_one(a), _one(b))
    assert not agrees(_one(b), _one(a))


def test_a_price_is_not_compared_with_a_share() -> None:
    assert not comparable(_one("$20"), _one("20%"))
