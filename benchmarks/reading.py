"""How fast is reading? Whole stage (bytes → claims with values) against a bare parser, and against a plain approach.

    python benchmarks/reading.py [--mb 4] [--seed 7] [--rounds 3]

Writes a seeded corpus of mixed Chinese and English notes to a temporary folder and times, in turns, best of the rounds:
(a) read + hash + pyromark's events alone; (b) markdown-it-py and plain regular expressions; the whole stage in this
process; the whole stage with ``pool.read_many``. Prints MB/s of each, the ratios to (a) and (b), and the peak memory.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from markdown_it import MarkdownIt

from digest_assets.reading import pool, reader
from digest_assets.reading.markdown import PARSER

ZH_SUBJECTS = [
    "推理引擎",
    "分层缓存",
    "调度器",
    "量化核",
    "路由层",
    "检索服务",
    "训练框架",
    "压缩算法",
    "存储层",
    "网关",
    "评测集",
    "向量库",
]
ZH_VERBS = ["把", "让", "使", "将"]
ZH_TAILS = [
    "延迟压到原来的一半",
    "吞吐提高了不少",
    "显存占用明显下降",
    "失败率回到基线",
    "成本没有变化",
    "收益来自重排而不是描述",
]
EN_SUBJECTS = [
    "The scheduler",
    "Prefix caching",
    "A quantized kernel",
    "The router",
    "Their benchmark",
    "The new release",
    "The storage layer",
]
EN_TAILS = [
    "keeps the slowest worker within 1.3x of the mean",
    "cuts tail latency by 23% at the same load",
    "was measured on eight GPUs",
    "needs 12 GB less memory than before",
    "is off by default, and will stay so",
    "has no dependencies beyond the standard library",
]
PRODUCTS = ["Quarry", "Basalt", "Skiff", "Talus", "Gravel", "Corvid"]


def _zh(rng: random.Random) -> str:
    number = rng.choice(
        (
            f"{rng.randint(2, 95)}%",
            f"{rng.randint(1, 9)}.{rng.randint(1, 9)} 倍",
            f"{rng.randint(2, 900)} ms",
            f"{rng.randint(1, 99)} 万次",
            f"约 {rng.randint(100, 999)} 条",
            "三成",
            *[""] * 10,
        )
    )
    date = rng.choice(
        (
            "",
            "",
            f"2026-0{rng.randint(1, 9)}-{rng.randint(10, 28)} ",
            f"{rng.randint(1, 12)} 月 {rng.randint(1, 28)} 日",
            "昨天",
        )
    )
    change = f"{rng.choice(ZH_SUBJECTS)}{rng.choice(ZH_VERBS)}{rng.choice(ZH_SUBJECTS)}的{rng.choice(ZH_TAILS)}"
    return f"{date}{change}，{number or '作者没有给出数字'}，对照组的设置与上一轮一致。"


def _en(rng: random.Random) -> str:
    version = f" {rng.choice(PRODUCTS)} v{rng.randint(0, 5)}.{rng.randint(0, 30)}" if rng.random() < 0.2 else ""
    return f"{rng.choice(EN_SUBJECTS)}{version and ' of' + version} {rng.choice(EN_TAILS)}."


def _id(rng: random.Random) -> str:
    return f"{rng.randint(20, 26)}{rng.randint(1, 12):02}.{rng.randint(0, 99999):05}"


def _link(rng: random.Random) -> str:
    return rng.choice(
        (
            f"arXiv:{_id(rng)}",
            f"[{rng.choice(EN_SUBJECTS)}](https://arxiv.org/abs/{_id(rng)})",
            f"https://example.org/{rng.randint(1, 9999)}/notes",
        )
    )


def _block(rng: random.Random) -> str:
    sentence = _zh if rng.random() < 0.6 else _en
    kind = rng.random()
    if kind < 0.15:
        return f"{'#' * rng.randint(2, 4)} {rng.randint(1, 9)}. {rng.choice(ZH_SUBJECTS)} {rng.choice(PRODUCTS)}"
    if kind < 0.45:
        return "\n".join(
            f"- {'**' + rng.choice(PRODUCTS) + '**：' if rng.random() < 0.3 else ''}{sentence(rng)}"
            for _ in range(rng.randint(3, 7))
        )
    if kind < 0.6:
        rows = [
            f"| {rng.choice(PRODUCTS)} | {rng.randint(1, 999)} ms | {_link(rng)} | {rng.choice(ZH_TAILS)} |"
            for _ in range(rng.randint(3, 8))
        ]
        return "\n".join(["| 名称 | p99 | 链接 | 备注 |", "|---|---:|---|---|", *rows])
    if kind < 0.65:
        return "```python\nfor batch in queue:\n    engine.step(batch, limit=64)\n```"
    if kind < 0.72:
        return "> " + sentence(rng)
    return " ".join([sentence(rng) for _ in range(rng.randint(2, 6))] + [_link(rng)])


def corpus(folder: Path, size: int, seed: int) -> list[Path]:
    """Notes of some 8 KB, ``size`` bytes in all; some 11 claims and 15 values a KB (the sample vault: 12 and 9)."""
    rng = random.Random(seed)
    files: list[Path] = []
    written = 0
    while written < size:
        blocks = [f"# {rng.choice(ZH_SUBJECTS)} 2026-0{rng.randint(1, 9)}-{rng.randint(10, 28)}"]
        while sum(map(len, blocks)) < 4_000:
            blocks.append(_block(rng))
        data = ("\n\n".join(blocks) + "\n").encode()
        file = folder / f"{len(files):05}-note.md"
        file.write_bytes(data)
        files.append(file)
        written += len(data)
    return files


def bare(files: list[Path]) -> int:
    events = 0
    for file in files:
        data = file.read_bytes()
        hashlib.sha256(data).hexdigest()
        for _ in PARSER.events_with_range(data.decode()):
            events += 1
    return events


PLAIN = [
    re.compile(pattern)
    for pattern in (
        r"(?:arXiv[:：]|arxiv\.org/abs/)(\d{4}\.\d{4,5})(v\d+)?",
        r"https?://[^\s)\]>）」』，。；]+",
        r"\d{4}-\d{2}-\d{2}|\d{1,2}\s*月\s*\d{1,2}\s*日|昨天|今天",
        r"\d+(?:[.,]\d+)*\s*(?:%|倍|x|×|ms|s|GB|MB|万|亿|条|次|个)?",
        r"([A-Za-z][\w-]+)\s+v?(\d+(?:\.\d+)+)",
        r"[^。！？.!?\n]+[。！？.!?]?",
    )
]


def plain(files: list[Path]) -> int:
    parser = MarkdownIt("commonmark").enable("table")
    found = 0
    for file in files:
        data = file.read_bytes()
        hashlib.sha256(data).hexdigest()
        for token in parser.parse(data.decode()):
            if token.type == "inline":
                for pattern in PLAIN:
                    found += len(pattern.findall(token.content))
    return found


def whole(files: list[Path]) -> int:
    return sum(len(reader.read(file.read_bytes(), "note", file.name).claims) for file in files)


def pooled(files: list[Path]) -> int:
    items = ((file.read_bytes(), "note", file.name) for file in files)
    return sum(len(reading.claims) for reading in pool.read_many(items))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--mb", type=float, default=4.0)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = corpus(Path(folder), int(options.mb * 1e6), options.seed)
        size = sum(file.stat().st_size for file in files) / 1e6
        print(f"{len(files)} files, {size:.1f} MB, seed {options.seed}")
        contenders: list[tuple[str, Callable[[list[Path]], int]]] = [
            ("(a) read + hash + pyromark", bare),
            ("(b) markdown-it-py + plain patterns", plain),
            ("whole stage", whole),
            ("whole stage, pool", pooled),
        ]
        best = {name: float("inf") for name, _ in contenders}
        counts: dict[str, int] = {}
        for _ in range(options.rounds):
            for name, run in contenders:
                start = time.perf_counter()
                counts[name] = run(files)
                best[name] = min(best[name], time.perf_counter() - start)
        a, b = best[contenders[0][0]], best[contenders[1][0]]
        for name, seconds in best.items():
            print(
                f"{name:38} {size / seconds:7.2f} MB/s  {seconds / a:6.2f} × time of (a)  "
                f"{b / seconds:6.2f} × speed of (b)  {counts[name]}"
            )
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(f"peak memory: {own / 1024:.0f} MB here, {children / 1024:.0f} MB in the largest worker")
    return 0


if __name__ == "__main__":
    sys.exit(main())
