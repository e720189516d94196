import os

import pytest

from digest_assets.settings import parse
from digest_assets.vault.kinds import Layout, Place, shown

LAYOUT = Layout(
    parse(
        '[folders]\nnotes = "log"\ncards = "log/papers"\nqueue = "log/TODO.md"\n[topics.a]\nbaseline = "log/kb/a.md"\n'
        '[topics.b]\nbaseline = "kb/b.txt"'
    )
)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("log/jay/2026-07-31-x.md", Place("note", "jay")),
        ("log/jay/deep/er/x.MD", Place("note", "jay")),
        ("log/x.markdown", Place("note")),
        ("log/凌/笔记.md", Place("note", "凌")),
        ("log/jay/2026-07-31T0900-llm-infra-e1prep.md", Place("predigest", "jay", "llm-infra")),
        ("log/jay/2026-07-31-0900-rag-E1Prep.md", Place("predigest", "jay", "rag")),
        ("log/2026-07-31-2607-rag-e1prep.md", Place("predigest", None, "2607-rag")),
        ("log/jay/rag-e1prep.markdown", Place("predigest", "jay", "rag")),
        ("log/jay/2026-07-31-e1prep.md", Place("predigest", "jay", None)),
        ("log/jay/e1prep.md", Place("note", "jay")),
        ("log/papers/681-2607-26627.md", Place("card")),
        ("log/papers/2026/anything-e1prep.md", Place("card")),
        ("log/TODO.md", Place("queue")),
        ("log/kb/a.md", Place("baseline")),
        ("kb/b.txt", Place("baseline")),
        ("log/a|b\n.md", Place("note")),
        ("log/jay/x.txt", None),
        ("log/jay/md", None),
        ("log/.trash/x.md", None),
        ("log/jay/.obsidian/x.md", None),
        ("log/jay/._x.md", None),
        ("kb/other.md", None),
        ("README.md", None),
        ("logs/x.md", None),
        ("LOG/x.md", None),
    ],
)
def test_places(path: str, place: Place | None) -> None:
    assert LAYOUT.place(path) == place


def test_a_folder_that_the_settings_name_may_start_with_a_dot() -> None:
    layout = Layout(parse('[folders]\nnotes = ".notes"'))
    assert layout.place(".notes/jay/x.md") == Place("note", "jay")
    assert layout.place(".notes/.git/x.md") is None


def test_folders_are_listed_once() -> None:
    assert LAYOUT.folders == ("log",)
    assert Layout(parse('[folders]\nnotes = "a"\ncards = "ab"')).folders == ("a", "ab")


def test_notes_and_cards_in_one_folder_are_notes() -> None:
    assert Layout(parse('[folders]\nnotes = "x"\ncards = "x"')).place("x/jay/y.md") == Place("note", "jay")


def test_paths_are_shown_as_they_are_and_stray_bytes_as_escapes() -> None:
    decomposed = "log/u\u0308ber.md"
    assert shown(decomposed) == decomposed
    assert shown(os.fsdecode(b"log/\xff\xe4.md")) == r"log/\xff\xe4.md"
    assert LAYOUT.place(os.fsdecode(b"log/m\xfcller/x.md")) == Place("note", r"m\xfcller")
