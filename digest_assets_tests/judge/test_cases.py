"""The front of ``digest judge``: JSON lines in and out."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from digest_assets.judge import cases

LIST = "## 1 Bread\n\n- [Rye Loaves at Home](https://example.org/rye)\n\n## 2 Cheese\n\n- [Raw Milk Cheese](https://example.org/raw)\n"


@pytest.fixture
def baseline(tmp_path: Path) -> str:
    path = tmp_path / "list.md.gz"
    path.write_bytes(gzip.compress(LIST.encode()))
    return str(path)


def ask(task: cases.Task, *rows: dict[str, str]) -> list[object]:
    return [json.loads(line)["value"] for line in cases.answers(task, [json.dumps(row) for row in rows])]


def test_placement_names_sections_with_their_voters(baseline: str) -> None:
    [sections] = ask("placement", {"id": "a", "baseline": baseline, "text": "A cheese from the cave"})
    assert isinstance(sections, list)
    assert (sections[0]["number"], sections[0]["title"], sections[0]["path"]) == ("2", "Cheese", ["Cheese"])
    assert sections[0]["voters"][0]["line"] == 7


def test_novelty_names_the_line(baseline: str) -> None:
    found = ask(
        "novelty",
        {"id": "a", "baseline": baseline, "text": "Rye loaves at home"},
        {"id": "b", "baseline": baseline, "text": "Wheat"},
    )
    assert found[0] == {"verdict": "known", "line": 3, "rule": "name", "score": 1.0}
    assert isinstance(found[1], dict)
    assert (found[1]["verdict"], found[1]["line"]) == ("new", None)


def test_conflict_is_one_word() -> None:
    a, b = "oak 1.2 was released on 2031-01-02.", "oak 1.2 于 2031-02-02 发布。"
    assert ask("conflict", {"id": "a", "a": a, "b": b}, {"id": "b", "a": a, "b": a}) == ["conflict", "agree"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 1: is no JSON"),
        ("[]", "line 1: is no object with an id"),
        ('{"id": 1, "text": "x"}', "case 1: has no baseline"),
        ('{"id": 1, "text": "x", "baseline": "missing.md"}', "missing.md: cannot be read"),
    ],
)
def test_what_is_wrong_is_said_on_one_line(line: str, told: str) -> None:
    with pytest.raises(cases.CaseError, match=told) as caught:
        list(cases.answers("novelty", ["", line] if told.startswith("case") else [line]))
    assert "\n" not in str(caught.value)


def test_main_answers_and_refuses(
    baseline: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"id": "x", "baseline": baseline, "text": "Rye"}) + "\n\n"))
    assert cases.main("novelty") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "x"
    assert cases.main("taste") == 2
    assert "no such task" in capsys.readouterr().err
