"""A vault kept as layers, and its judgements. A layer holds what was added or replaced at the moment in its name."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import date, datetime, timedelta
from pathlib import Path

from digest_assets.clock import Clock
from digest_assets.judge.day import DayInputs, SourceInput, judge, prepare
from digest_assets.judge.history import History
from digest_assets.model import Judgement, LivingDocument, Reading, Source
from digest_assets.reading import reader
from digest_assets.settings import Settings, load
from digest_assets.vault import Vault, open_vault


def build(layers: Path, out: Path, zone: str) -> None:
    """The vault as a git repository, a commit per layer; a file ``DELETED`` names what a layer takes away."""
    out.mkdir(parents=True)
    _git(out, "init", "-q", "--template=")
    for layer in sorted(p for p in layers.iterdir() if p.is_dir()):
        shutil.copytree(layer, out, dirs_exist_ok=True, copy_function=shutil.copyfile)
        if (out / "DELETED").exists():
            for path in (out / "DELETED").read_text("utf-8").split("\n"):
                (out / path.strip()).unlink() if path.strip() else None
            (out / "DELETED").unlink()
        when = Clock(zone, datetime.min.time()).instant(datetime.fromisoformat(layer.name))
        _git(out, "add", "-A", "-f", ".")
        _git(out, "commit", "-q", "-m", layer.name, seconds=int(when.timestamp()))


def _git(top: Path, *arguments: str, seconds: int = 0) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "t", f"GIT_{who}_EMAIL": "t@example.invalid"}
        environment[f"GIT_{who}_DATE"] = f"@{seconds} +0000"
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-C", str(top), "-c", "gc.auto=0", "-c", "core.autocrlf=false", *arguments]
    subprocess.run(command, env=environment, check=True, capture_output=True)


def judged(root: Path, first: date, last: date) -> dict[tuple[date, str], Judgement]:
    """The judgement of each day and topic, each day as its close saw it."""
    settings = load(root)
    clock = Clock(settings.clock.timezone, settings.clock.closes_at)
    out: dict[tuple[date, str], Judgement] = {}
    with open_vault(root, settings, reader.stated_moment) as vault:
        histories = {topic: History() for topic in settings.topics}
        day = first
        while day <= last:
            prepared = prepare(_inputs(vault, settings, clock, day))
            for topic, history in histories.items():
                out[day, topic], said = judge(prepared, topic, history)
                history.extend(day, said)
            day += timedelta(days=1)
    return out


def _inputs(vault: Vault, settings: Settings, clock: Clock, day: date) -> DayInputs:
    manifest, before, earlier = vault.manifests(day - timedelta(days=2), day, clock.close(day))[::-1]
    given = tuple(_input(vault, clock, s) for s in manifest.sources if s.arrival != "late")
    arrived = tuple(_input(vault, clock, s) for s in manifest.arrivals)
    cards = [s for m in (earlier, before) for s in m.sources if s.kind == "card" and s.arrival != "late"]
    documents = {d.topic: (d, _document(vault, d)) for d in manifest.documents}
    readings = [s.reading for s in (*given, *arrived)] + [r for _, r in documents.values() if r is not None]
    return DayInputs(
        day, settings.clock.timezone, given, arrived, documents, settings.topics, settings.density,
        tuple(sorted((_input(vault, clock, s) for s in cards), key=lambda i: i.source.path)),
        frozenset(m.arxiv_id for r in readings for m in r.mentions if not m.bare),
    )  # fmt: skip


def _input(vault: Vault, clock: Clock, source: Source) -> SourceInput:
    data = vault.bytes_of(source.content_sha256)
    return SourceInput(
        source, reader.read(data, source.kind, source.path.rsplit("/", 1)[-1]), clock.day_of(source.observed_at)
    )


def _document(vault: Vault, document: LivingDocument) -> Reading | None:
    if document.content_sha256 is None:
        return None
    return reader.read(vault.bytes_of(document.content_sha256), "baseline", document.path)
