"""Frames: the same keys and parameters in every language, and all that the code asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_assets import model
from digest_assets.briefing.phrases import PREFIX, fill, frame, languages, placeholders, say
from digest_assets.model import Phrase

PACKAGE = Path(model.__file__).parent


def _phrases(folder: Path) -> Iterator[tuple[str, frozenset[str] | None, str]]:
    """Phrase("key", (("name", …), …)) as written in code: key, parameter names where they are literal, place."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            key = node.args[0]
            if (
                name.lstrip("_").lower() != "phrase"
                or not isinstance(key, ast.Constant)
                or not isinstance(key.value, str)
            ):
                continue
            names: frozenset[str] | None = None
            if name == "Phrase" and len(node.args) == 1 and not node.keywords:
                names = frozenset()
            elif name == "Phrase" and len(node.args) == 2 and isinstance(node.args[1], ast.Tuple):
                pairs = node.args[1].elts
                if all(isinstance(p, ast.Tuple) and p.elts and isinstance(p.elts[0], ast.Constant) for p in pairs):
                    names = frozenset(str(p.elts[0].value) for p in pairs)  # type: ignore[attr-defined]
            elif name != "Phrase" and len(node.args) == 1 and all(k.arg for k in node.keywords):
                names = frozenset(str(k.arg) for k in node.keywords)
            yield key.value, names, f"{file.name}:{node.lineno}"


def _shown(text: str) -> frozenset[str]:
    """Parameters that are shown; one that only picks singular or plural may be missing in a language."""
    return frozenset(re.findall(r"\{(\w+)\}", text))


def test_both_languages_are_there() -> None:
    assert {"zh", "en"} <= set(languages())


@pytest.mark.parametrize("language", [name for name in languages() if name != "zh"])
def test_frames_have_the_same_keys_and_parameters(language: str) -> None:
    mine, first = frame(language), frame("zh")
    assert set(mine) == set(first)
    for key, text in mine.items():
        if not key.startswith("lint."):
            assert _shown(text) == _shown(first[key]), key


@pytest.mark.parametrize("language", languages())
def test_frames_say_every_phrase_that_code_uses(language: str) -> None:
    texts = frame(language)
    found = [*_phrases(PACKAGE / "judge"), *_phrases(PACKAGE / "briefing")]
    assert any(key.startswith("explain.") for key, _, _ in found)
    for key, names, place in found:
        assert PREFIX + key in texts, f"{place}: {key}"
        if names is not None:
            assert placeholders(texts[PREFIX + key]) <= names, f"{place}: {key}"


@pytest.mark.parametrize("language", languages())
def test_frame_texts_are_well_formed(language: str) -> None:
    for key, text in frame(language).items():
        if key.startswith("lint."):
            re.compile(text)
        else:
            assert text, key
            assert text == text.strip() or key in {
                "comma", "list", "semicolon", "colon", "label", "bracket_left", "warnings.versus",
            }, key  # fmt: skip
            assert "\n" not in text, key


def test_chinese_texts_have_no_half_width_punctuation_between_han() -> None:
    for key, text in frame("zh").items():
        if not key.startswith("lint."):
            assert not re.search(r"[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]", text), key
            assert not re.search(
                r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]", re.sub(r"\{\w+\}", "~", text)
            ), key


def test_an_unknown_key_is_told_and_never_breaks() -> None:
    assert say(Phrase("no.such", (("n", 3), ("path", "a.md"))), "en") == "no.such (n=3, path=a.md)"
    assert say(Phrase("no.such"), "zh") == "no.such"


def test_lists_are_joined_as_the_language_does() -> None:
    phrase = Phrase("action.candidates", (("ids", "C1, O2"),))
    assert "C1、O2" in say(phrase, "zh")
    assert "C1, O2" in say(phrase, "en")


def test_an_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match="en, zh"):
        frame("xx")


@pytest.mark.parametrize(
    ("text", "params", "said"),
    [
        ("{n} {n|source|sources}", {"n": 1}, "1 source"),
        ("{n} {n|source|sources}", {"n": 0}, "0 sources"),
        ("{n} {n|source|sources}", {"n": 21}, "21 sources"),
        ("{score}", {"score": 0.5}, "0.5"),
        ("{score}", {"score": 2.0}, "2"),
        ("a{gone}b", {}, "a{gone}b"),
        ("plain", {"n": 1}, "plain"),
        ("{a}{b}", {"a": "{b}", "b": "x"}, "{b}x"),
    ],
)
def test_fill(text: str, params: dict[str, str | int | float], said: str) -> None:
    assert fill(text, params) == said
