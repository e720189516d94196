"""The judgement of one day for one topic."""

from __future__ import annotations

from dataclasses import dataclass

from digest_assets.judge.history import History, Said
from digest_assets.judge.inputs import DayInputs
from digest_assets.model import Judgement, Pattern, Phrase, Verdict


@dataclass(frozen=True, slots=True)
class Prepared:
    inputs: DayInputs


def prepare(inputs: DayInputs) -> Prepared:
    return Prepared(inputs)


def judge(prepared: Prepared, topic: str, history: History) -> tuple[Judgement, Said]:
    i = prepared.inputs
    verdicts = tuple(
        Verdict(s.source.path, s.source.kind, "other_topic", Phrase("verdict.other_topic"), None, s.source.arrival, None, len(s.reading.claims), 0, 0, 0)
        for s in (*i.sources, *i.arrivals)
    )
    return Judgement(i.day, topic, "none", (), (), verdicts, (), (), (), (), (), Pattern(0, (), None, ()), ()), Said("none")
