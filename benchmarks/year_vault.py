"""Makes a seeded vault of a busy team as a git repository: the corpus of ``year.py``.

Belongs here: inventing notes, cards and living documents, and streaming them into git. Every word is made up. The same
arguments give the same bytes and the same HEAD.

Shape: ``topics`` living documents; every day ``notes`` notes and a few cards; each day brings some new facts a topic,
repeats of older ones (verbatim, reworded, by link), a few conflicting values, and plain talk; every evening, after the
close, each living document takes in most of the day's facts. One commit at noon, one in the evening.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

_ONSETS = [
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "k",
    "kl",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "z",
]
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou"]
_HAN = "云石河山木火土金水风雷星月光影流波层核层网线点面体量质能场力速压温相态序列图表库树林海湖岛桥门窗墙塔城镇村路"
_UNITS = [
    ("ms", 3, 900),
    ("GB", 1, 512),
    ("%", 1, 95),
    ("tok/s", 10, 9000),
    ("x", 1.1, 12),
    ("GiB", 2, 80),
    ("W", 2, 700),
]
_METRICS = ["latency", "peak memory", "hit rate", "throughput", "speed-up", "footprint", "power"]
_ZONE_OFFSET = timedelta(hours=8)  # Asia/Shanghai, without daylight saving


def _word(rng: random.Random, syllables: int) -> str:
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(syllables))


@dataclass
class Fact:
    """Something that can be said of one product: a metric's value, or a dated release."""

    product: str
    version: str
    metric: str
    value: str
    unit: str
    arxiv: str | None
    section: int
    day: date

    def english(self, value: str | None = None) -> str:
        paper = f" (arXiv:{self.arxiv})" if self.arxiv else ""
        said = f"{self.metric} of {value or self.value} {self.unit}"
        return f"{self.product} {self.version}{paper}: {said} in the {self.section}-shard set"

    def reworded(self) -> str:
        return (
            f"as told before, the {self.metric} that {self.product} {self.version} reaches is {self.value} {self.unit}"
        )

    def chinese(self) -> str:
        return f"{self.product} {self.version} 的 {self.metric} 为 {self.value} {self.unit}（{self.section} 分片）"


@dataclass
class Topic:
    key: str
    products: list[str]
    terms: list[str]
    sections: list[str]
    facts: list[Fact] = field(default_factory=list)
    taken: list[Fact] = field(default_factory=list)


class Year:
    """The whole invented year; ``commits()`` yields (moment, {path: bytes}) in order."""

    def __init__(
        self, seed: int, topics: int, days: int, notes: int, note_bytes: int, first: date, opening: int
    ) -> None:
        self.rng = random.Random(seed)
        self.opening = opening
        self.days, self.notes, self.note_bytes, self.first = days, notes, note_bytes, first
        self.talk = [_word(self.rng, n % 3 + 1) for n in range(4000)]
        self.han = ["".join(self.rng.choice(_HAN) for _ in range(2)) for _ in range(2000)]
        self.topics = [self._topic(number) for number in range(topics)]
        self.card = 0

    def _topic(self, number: int) -> Topic:
        rng = self.rng
        products = [_word(rng, 3).capitalize() for _ in range(24)]
        terms = [_word(rng, 3) for _ in range(8)] + products[:8]
        sections = [" ".join(_word(rng, 2) for _ in range(2)).capitalize() for _ in range(12)]
        return Topic(f"topic-{number:02d}", products, terms, sections)

    def settings(self) -> str:
        head = (
            'languages = ["zh"]\n[clock]\ntimezone = "Asia/Shanghai"\n'
            f'closes_at = "22:00"\nfirst_day = "{self.first}"\n'
        )
        return head + "".join(
            f'[topics.{t.key}]\nbaseline = "organized/knowledge/{t.key}.md"\ncategories = ["cat-{t.key}"]\n'
            f"terms = [{', '.join(repr(term).replace(chr(39), chr(34)) for term in t.terms)}]\n"
            for t in self.topics
        )

    def _fact(self, topic: Topic, day: date) -> Fact:
        rng = self.rng
        unit, low, high = rng.choice(_UNITS)
        value = f"{rng.uniform(low, high):.1f}"
        arxiv = f"{day:%y%m}.{rng.randrange(1, 20000):05d}" if rng.random() < 0.3 else None
        version = f"v{rng.randrange(9)}.{rng.randrange(40)}"
        return Fact(
            rng.choice(topic.products), version, rng.choice(_METRICS), value, unit, arxiv, rng.randrange(12), day
        )

    def _talk(self, size: int) -> str:
        rng = self.rng
        parts: list[str] = []
        length = 0
        while length < size:
            if rng.random() < 0.5:
                words = " ".join(rng.choices(self.talk, k=rng.randrange(8, 22)))
                sentence = words.capitalize() + ". "
            else:
                sentence = "".join(rng.choices(self.han, k=rng.randrange(6, 16))) + "，" + rng.choice(self.han) + "。"
            parts.append(sentence)
            length += len(sentence.encode())
            if rng.random() < 0.12:
                parts.append("\n\n")
        return "".join(parts)

    def _document(self, topic: Topic, day: date) -> bytes:
        lines = [f"# {topic.key}", "", f"> Updated {day}; terms: {', '.join(topic.terms)}", ""]
        for number, title in enumerate(topic.sections, 1):
            lines += [f"## §{number} {title}", ""]
            lines += [f"- {fact.english()}" for fact in topic.taken[-400:] if fact.section + 1 == number]
            lines.append("")
        return "\n".join(lines).encode()

    def _note(self, day: date, index: int) -> tuple[str, bytes]:
        rng = self.rng
        author = f"author-{index % 7}"
        minute = rng.randrange(7 * 60, 21 * 60)
        stamp = f"{day}T{minute // 60:02d}{minute % 60:02d}"
        blocks = [f"# {' '.join(rng.choices(self.talk, k=4))}", ""]
        for topic in rng.sample(self.topics, k=min(len(self.topics), rng.choice([1, 1, 1, 2, 3]))):
            blocks += [f"## {topic.key}: {rng.choice(topic.terms)}", ""]
            for _ in range(rng.randrange(1, 4)):
                roll = rng.random()
                known = topic.facts[-600:]
                if roll < 0.25 or not known:
                    fact = self._fact(topic, day)
                    topic.facts.append(fact)
                    blocks.append(f"- {fact.english() if rng.random() < 0.6 else fact.chinese()}")
                elif roll < 0.55:
                    blocks.append(f"- {rng.choice(known).english()}")
                elif roll < 0.8:
                    blocks.append(f"- {rng.choice(known).reworded()}")
                elif roll < 0.83:
                    blocks.append(f"- {rng.choice(known).english(f'{rng.uniform(1, 900):.1f}')}")
                else:
                    blocks.append(f"- {rng.choice(topic.terms)} {' '.join(rng.choices(self.talk, k=9))}")
            blocks.append("")
        blocks.append(self._talk(max(200, int(rng.gauss(self.note_bytes, self.note_bytes / 4)))))
        path = f"inbox/{author}/{stamp}-{author}-{index:03d}.md"
        return path, ("\n".join(blocks) + "\n").encode()

    def _cards(self, day: date) -> Iterator[tuple[str, bytes]]:
        for topic in self.topics:
            if self.rng.random() < 0.25:
                self.card += 1
                fact = self._fact(topic, day)
                arxiv = fact.arxiv or f"{day:%y%m}.{self.rng.randrange(1, 20000):05d}"
                fact.arxiv = arxiv
                topic.facts.append(fact)
                text = (
                    f"- arXiv：{arxiv}\n- 标题：{fact.product}: {' '.join(self.rng.choices(self.talk, k=5))}\n"
                    f"- 主分类：cat-{topic.key}\n- 形态：method\n- 建卡：{day} 12:00\n\n{fact.english()}.\n"
                )
                yield f"paper_cards/{self.card:03d}-{arxiv.replace('.', '-')}.md", text.encode()

    def commits(self) -> Iterator[tuple[datetime, dict[str, bytes]]]:
        start = datetime.combine(self.first, time(0, 5), UTC) - _ZONE_OFFSET
        opening = {"digest.toml": self.settings().encode(), "work-queue.md": b"- [ ] read more\n"}
        for topic in self.topics:
            for _ in range(self.opening):
                topic.taken.append(self._fact(topic, self.first - timedelta(days=1)))
            topic.facts.extend(topic.taken)
            opening[f"organized/knowledge/{topic.key}.md"] = self._document(topic, self.first)
        yield start, opening
        for offset in range(self.days):
            day = self.first + timedelta(days=offset)
            files = dict(self._note(day, index) for index in range(self.notes))
            files.update(self._cards(day))
            yield datetime.combine(day, time(21, 30), UTC) - _ZONE_OFFSET, files
            evening: dict[str, bytes] = {}
            for topic in self.topics:
                topic.taken.extend(f for f in topic.facts[-200:] if f.day == day and self.rng.random() < 0.7)
                evening[f"organized/knowledge/{topic.key}.md"] = self._document(topic, day)
            yield datetime.combine(day, time(23, 0), UTC) - _ZONE_OFFSET, evening


def build(
    out: Path,
    *,
    seed: int = 7,
    topics: int = 10,
    days: int = 365,
    notes: int = 49,
    note_bytes: int = 8200,
    opening: int = 60,
) -> int:
    """Writes the vault into a new folder; returns the number of bytes of all files ever committed.

    ``opening``: statements that each living document has before the first day; it never holds more than 400.
    """
    out.mkdir(parents=True)
    git = ["git", "-C", str(out), "-c", "core.autocrlf=false"]
    subprocess.run([*git, "init", "-q", "--template=", "--initial-branch=main"], check=True)
    total = 0
    with subprocess.Popen([*git, "fast-import", "--quiet"], stdin=subprocess.PIPE) as stream:
        assert stream.stdin is not None
        for when, files in Year(seed, topics, days, notes, note_bytes, date(2025, 1, 1), opening).commits():
            stamp = f"{int(when.timestamp())} +0800"
            stream.stdin.write(
                f"commit refs/heads/main\ncommitter team <team@example.invalid> {stamp}\ndata 0\n".encode()
            )
            for path, data in sorted(files.items()):
                stream.stdin.write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
                total += len(data)
    if stream.returncode:
        raise RuntimeError("git fast-import failed")
    subprocess.run([*git, "reset", "-q", "--hard"], check=True)
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--topics", type=int, default=10)
    options = parser.parse_args()
    print(build(options.out, days=options.days, topics=options.topics))
