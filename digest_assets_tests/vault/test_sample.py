"""The sample vault's days, as a reader of its README expects them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from digest_assets.model import Manifest
from digest_assets.settings import load
from digest_assets.vault import open_vault

from .vaults import LATER, at, created, day

BUILDER = Path(__file__).parents[2] / "data" / "sample" / "build_vault.py"
LATE = "inbox/jay/2026-07-30T2040-jay-lmcache-q2-roadmap.md"


def build(out: Path, *options: str) -> Path:
    subprocess.run([sys.executable, str(BUILDER), *options, str(out)], check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("sample") / "vault")


def manifest(root: Path, on: str, now: str | None = None) -> Manifest:
    with open_vault(root, load(root), created) as vault:
        return vault.manifest(day(on), at(now) if now else LATER)


def test_the_layers_hold_their_bytes() -> None:
    layers = BUILDER.parent / "layers"
    assert b"\r\n" in next(layers.rglob("2026-07-30T1110-jay-rlhf-cpp-onnx-read.md")).read_bytes()
    with pytest.raises(UnicodeDecodeError):
        next(layers.rglob("2026-07-31T1012-jay-kb-hybrid-retro.md")).read_text("utf-8")


def test_two_builds_have_the_same_head(sample: Path, tmp_path: Path) -> None:
    heads = [(folder / ".git/refs/heads/main").read_text() for folder in (sample, build(tmp_path / "again"))]
    assert heads[0] == heads[1]


def test_the_windows_edges(sample: Path) -> None:
    paths = {source.path for source in manifest(sample, "07-31").sources}
    assert "inbox/stephen/2026-07-30T2215-stephen-night-news.md" in paths
    assert "inbox/jay/2026-07-31T2200-jay-night-note.md" not in paths
    assert "inbox/flyp/2026-13-40-scratch.md" in paths  # no stamp: dated by its commit
    assert "work-queue.md" in paths


def test_the_late_note_and_the_rewrites_of_the_evening(sample: Path) -> None:
    thirtieth, last = manifest(sample, "07-30"), manifest(sample, "07-31")
    assert {s.path for s in thirtieth.sources if s.arrival == "late"} == {LATE}
    assert [(s.path, s.arrival) for s in last.arrivals] == [(LATE, "late")]
    assert {d.as_of_at for d in thirtieth.documents} == {at("07-29 21:30")}
    assert {d.as_of_at for d in last.documents} == {at("07-30 23:10")}


def test_a_run_at_the_close_sees_the_same_from_the_whole_vault_and_from_the_vault_of_that_day(
    sample: Path, tmp_path: Path
) -> None:
    then = build(tmp_path / "then", "--until", "2026-07-31T2200")
    plain = build(tmp_path / "plain", "--until", "2026-07-31T2200", "--plain")
    whole = manifest(sample, "07-31", "07-31 22:05")
    assert manifest(then, "07-31", "07-31 22:05") == whole
    by_time = manifest(plain, "07-31", "07-31 22:05")
    assert {s.path: s.content_sha256 for s in by_time.sources} == {s.path: s.content_sha256 for s in whole.sources}
    assert [d.content_sha256 for d in by_time.documents] == [d.content_sha256 for d in whole.documents]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--until", "2026-07-31", "{out}"], "is no moment"),
        (["--until", "2020-01-01T0000", "{out}"], "there is no layer"),
        (["{full}"], "is not empty"),
    ],
)
def test_the_builder_refuses_on_one_line(sample: Path, tmp_path: Path, arguments: list[str], says: str) -> None:
    given = [a.format(out=tmp_path / "out", full=sample) for a in arguments]
    done = subprocess.run([sys.executable, str(BUILDER), *given], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()
