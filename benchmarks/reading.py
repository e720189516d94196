"""How fast is reading? Whole stage (bytes → claims with values) against a bare parser, and against a plain approach.

    python benchmarks/reading.py [--mb 4] [--seed 7] [--rounds 3] [--folder NOTES]

Writes a seeded corpus of mixed Chinese and English notes to a temporary folder, or takes the Markdown of a folder, and
reads each file in turn with (a) read + hash + pyromark's events alone; (b) markdown-it-py and plain regular
expressions for the same kinds of values; the whole stage, which forgets before each round what it read. The sum of
each file's best round, in processor time, gives MB/s and the ratios; wall time and a pool (``pool.read_many``, from
cold) come behind, with the peak memory.
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

from digest_assets.reading import pool, reader, values
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
EN_WHERE = [
    "on the staging cluster",
    "once the cache is warm",
    "with long prompts",
    "for the smaller checkpoints",
    "after the migration",
    "on consumer cards",
    "under mixed traffic",
    "without any tuning",
    "in the ablation",
    "as the authors admit",
]
EN_WHY = [
    "because the planner skips empty shards",
    "although nobody has repeated the run",
    "since requests are grouped by prefix",
    "which the appendix explains",
    "and the code is public",
    "but only for greedy decoding",
    "so the team kept the old path",
    "while the baseline stays flat",
]
ZH_WHERE = [
    "在长上下文任务里",
    "缓存预热之后",
    "在混合负载下",
    "对较小的检查点而言",
    "迁移完成以后",
    "在消费级显卡上",
    "不做任何调参时",
    "按作者的消融",
    "换成贪心解码后",
    "在线上灰度环境",
]
ZH_WHY = [
    "对照组的设置与上一轮一致",
    "原因是调度时跳过了空分片",
    "不过还没有人复现",
    "附录给出了完整配置",
    "代码已经公开",
    "团队因此保留了旧路径",
    "基线没有明显变化",
    "请求会按前缀归组",
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
            *[""] * 14,
        )
    )
    date = rng.choice(
        (
            *[""] * 10,
            f"2026-0{rng.randint(1, 9)}-{rng.randint(10, 28)} ",
            f"{rng.randint(1, 12)} 月 {rng.randint(1, 28)} 日",
            "昨天",
        )
    )
    change = f"{rng.choice(ZH_SUBJECTS)}{rng.choice(ZH_VERBS)}{rng.choice(ZH_SUBJECTS)}的{rng.choice(ZH_TAILS)}"
    return f"{date}{rng.choice(ZH_WHERE)}，{change}，{number or '作者没有给出数字'}，{rng.choice(ZH_WHY)}。"


def _en(rng: random.Random) -> str:
    version = f" {rng.choice(PRODUCTS)} v{rng.randint(0, 5)}.{rng.randint(0, 30)}" if rng.random() < 0.1 else ""
    said = f"{rng.choice(EN_SUBJECTS)}{version and ' of' + version} {rng.choice(EN_TAILS)} {rng.choice(EN_WHERE)}"
    return f"{said}, {rng.choice(EN_WHY)}."


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


def bare(file: Path) -> int:
    data = file.read_bytes()
    hashlib.sha256(data).hexdigest()
    events = 0
    for _ in PARSER.events_with_range(data.decode(errors="replace")):
        events += 1
    return events


SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?]?")
PLAIN = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("arxiv", r"(?:arXiv[:：]|arxiv\.org/abs/)(\d{4}\.\d{4,5})(v\d+)?"),
        ("url", r"https?://[^\s)\]>）」』，。；]+"),
        ("date", r"\d{4}-\d{2}-\d{2}|\d{1,2}\s*月\s*\d{1,2}\s*日|昨天|今天"),
        ("quantity", r"\d+(?:[.,]\d+)*\s*(?:%|倍|x|×|ms|s|GB|MB|万|亿|条|次|个)?|[一二三四五六七八九十两]成"),
        ("version", r"([A-Za-z][\w-]+)\s+v?(\d+(?:\.\d+)+)"),
    )
]


def plain(file: Path) -> int:
    """Sentences and values, with line and place in the line's text, as a short script would collect them."""
    data = file.read_bytes()
    hashlib.sha256(data).hexdigest()
    found: list[tuple[str, int, int, str]] = []
    for token in MARKDOWN_IT.parse(data.decode(errors="replace")):
        if token.type == "inline":
            text, line = token.content, token.map[0] if token.map else 0
            found += [("sentence", line, match.start(), match.group()) for match in SENTENCE.finditer(text)]
            for kind, pattern in PLAIN:
                found += [(kind, line, match.start(), match.group()) for match in pattern.finditer(text)]
    return len(found)


MARKDOWN_IT = MarkdownIt("commonmark").enable("table")


def whole(file: Path) -> int:
    return len(reader.read(file.read_bytes(), "note", file.name).claims)


def pooled(files: list[Path]) -> int:
    items = ((file.read_bytes(), "note", file.name) for file in files)
    return sum(len(reading.claims) for reading in pool.read_many(items))


def measure(files: list[Path], size: float, rounds: int) -> None:
    """Print what each contender takes for the files, ``size`` MB in all."""
    contenders: list[tuple[str, Callable[[Path], int]]] = [
        ("(a) read + hash + pyromark", bare),
        ("(b) markdown-it-py + plain patterns", plain),
        ("whole stage", whole),
    ]
    best = [[float("inf")] * len(files) for _ in contenders]
    wall = [float("inf")] * len(contenders)
    counts = [0] * len(contenders)
    together = float("inf")
    for _ in range(rounds):
        values.forget()
        took = [0.0] * len(contenders)
        counts = [0] * len(contenders)
        for place, file in enumerate(files):
            for which, (_, run) in enumerate(contenders):
                start, ticked = time.process_time(), time.perf_counter()
                counts[which] += run(file)
                took[which] += time.perf_counter() - ticked
                best[which][place] = min(best[which][place], time.process_time() - start)
        wall = [min(pair) for pair in zip(wall, took, strict=True)]
        values.forget()
        start = time.perf_counter()
        pooled(files)
        together = min(together, time.perf_counter() - start)
    seconds = [sum(each) for each in best]
    for (name, _), taken, count in zip(contenders, seconds, counts, strict=True):
        print(
            f"{name:38} {size / taken:7.2f} MB/s  {taken / seconds[0]:6.2f} × time of (a)  "
            f"{seconds[1] / taken:6.2f} × speed of (b)  {count}"
        )
    print(
        f"{'whole stage, pool, wall time':38} {size / together:7.2f} MB/s  {together / wall[0]:6.2f} × time of (a)  "
        f"{wall[1] / together:6.2f} × speed of (b)"
    )


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--mb", type=float, default=4.0)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--folder", type=Path, help="read the Markdown of this folder instead")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.folder is None:
            files = corpus(Path(folder), int(options.mb * 1e6), options.seed)
        else:
            files = sorted(file for file in options.folder.rglob("*.md") if file.is_file())
        size = sum(file.stat().st_size for file in files) / 1e6
        print(f"{len(files)} files, {size:.1f} MB" + (f", seed {options.seed}" if options.folder is None else ""))
        measure(files, size, options.rounds)
        found = [claim for file in files for claim in reader.read(file.read_bytes(), "note", file.name).claims]
        print(
            f"{len(found) / size / 1e3:.1f} claims and {sum(len(claim.values) for claim in found) / size / 1e3:.1f} "
            f"values a KB; {len({claim.text for claim in found}) / max(len(found), 1):.0%} of the claims differ"
        )
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(f"peak memory: {own / 1024:.0f} MB here, {children / 1024:.0f} MB in the largest worker")
    return 0


if __name__ == "__main__":
    sys.exit(main())
