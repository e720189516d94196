"""Warnings: contradictions of one subject and setting, links that cannot be right, missing figures, hearsay."""

from __future__ import annotations

import pytest

from digest_assets.judge.cautions import impossible_owner
from digest_assets.model import Caution
from digest_assets_tests.judge.ice import vault


def warnings(*notes: str, kind: str = "conflict", key: str = "sea-ice", days: bool = False) -> list[Caution]:
    given = (
        [{f"log/{n}.md": text} for n, text in enumerate(notes)]
        if days
        else [{f"log/{n}.md": text for n, text in enumerate(notes)}]
    )
    return [c for c in vault(*given).judged(key)[-1].cautions if c.kind == kind]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "FloeSim is released under the MIT licence.",
        "The radar freeboard of Polaris-4 carries a bias of 14 cm over wet snow.",
        "FloeSim 2.3 needs NetCDF 4.9 or newer.",
        "The Arctic Code was ratified on 2030-12-04.",
    ],
)
def test_against_the_document(text: str) -> None:
    found = warnings(f"# Sea ice\n\n{text}\n")
    assert len(found) == 1
    assert found[0].b is not None
    assert found[0].b.day is None
    assert found[0].reason.key == "reason.conflict_baseline"
    assert found[0].risk == "verify"


@pytest.mark.parametrize(
    "text",
    [
        "Polaris-4 has a footprint of 1,600 m.",
        "The Nansen array: 236 buoys are active in winter.",
        "The Arctic Code was ratified on 2030-10-14.",
        "FloeSim 2.4 needs NetCDF 4.9 or newer.",
        "Wave-ice coupling in FloeSim 2.4 costs 7% of run time.",
        "Halley-B launches on 2031-05-17.",
        "SnowCap has a bias of 9 cm over wet snow.",
        "Vessels below 400 GT pay no fee under the Arctic Code.",
    ],
)
def test_no_contradiction(text: str) -> None:
    assert warnings(f"# Sea ice\n\n{text}\n") == []


def test_note_against_note_of_one_day() -> None:
    found = warnings(
        "# FloeSim 2.4\n\nFloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n",
        "# Radar\n\n1. FloeSim 2.4, ten-day case on 64 cores: 52 minutes.\n",
    )
    assert [set(c.values) for c in found] == [{"41 minutes", "52 minutes"}]
    assert found[0].reason.key == "reason.conflict_today"


def test_another_setting_is_no_contradiction() -> None:
    assert (
        warnings(
            "# FloeSim 2.4\n\nFloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n",
            "# Radar\n\n1. FloeSim 2.4, ten-day case on 128 cores: 29 minutes.\n",
        )
        == []
    )


def test_against_an_earlier_day_and_not_again_when_repeated() -> None:
    first = "# FloeSim 2.4\n\nFloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n"
    other = "# FloeSim 2.4 again\n\nFloeSim 2.4, ten-day case on 64 cores: 52 minutes.\n"
    found = warnings(first, other, days=True)
    assert [c.reason.key for c in found] == ["reason.conflict_earlier"]
    assert warnings(first, other, other.replace("again", "once more"), days=True) == []


def test_an_amount_behind_a_name_is_no_version_of_it() -> None:
    found = warnings("# Nansen\n\nThe Nansen array: battery life of a buoy is 28 months.\n")
    assert [set(c.values) for c in found] == [{"18 months", "28 months"}]


def test_what_would_happen_otherwise_is_no_contradiction() -> None:
    text = "# FloeSim 2.4\n\nFloeSim 2.4 keeps 92% of the ridges. Otherwise it would keep 69% of the ridges.\n"
    assert warnings(text) == []


def test_a_corrected_file_does_not_contradict_what_it_said_before() -> None:
    first = "# FloeSim 2.4\n\nFloeSim 2.4, ten-day case on 64 cores: 41 minutes.\n"
    small = vault({"log/a.md": first}, {})
    small.arrivals[1] = {"log/a.md": (0, first.replace("41", "52"))}
    assert [c for c in small.judged("sea-ice")[1].cautions if c.kind == "conflict"] == []


def test_rows_of_one_table_are_of_different_things() -> None:
    text = "# Halley-B\n\n| Halley-B at work | power |\n|---|---|\n| radar on | 310 W |\n| radar off | 120 W |\n"
    assert warnings(text) == []


def test_inside_one_statement() -> None:
    found = warnings(
        "# LeadNet on sea ice\n\nLeadNet: the abstract says that errors fall by 37%, table 3 of the paper says 31%.\n"
    )
    assert len(found) == 1
    assert found[0].b is None


@pytest.mark.parametrize(
    ("url", "owner"),
    [
        ("https://github.com/pricing/icenet", "pricing"),
        ("github.com/features/icenet", "features"),
        ("https://huggingface.co/login?next=%2Fice%2Fnet", "login"),
        ("https://github.com/features", ""),
        ("https://github.com/icelab/pricing", ""),
        ("https://github.com/topics/sea-ice", ""),
        ("https://huggingface.co/datasets/icelab/leads", ""),
        ("https://vendor.example/login", ""),
    ],
)
def test_owners(url: str, owner: str) -> None:
    assert impossible_owner(url) == owner


def test_suspect_links() -> None:
    found = warnings(
        "# FloeSim 2.4\n\nFloeSim 2.4 costs 7%. Code: https://github.com/features/floesim\n\n"
        "Data: https://floes.example/blog/flo…\n",
        kind="suspect_link",
    )
    assert {c.reason.key for c in found} == {"reason.reserved_owner", "reason.broken_link"}


def test_a_change_without_a_size_is_unquantified_only_of_what_is_taken_in() -> None:
    taken = "# FloeSim 2.4\n\nThe polynya opens 9 days earlier, 7% cost. Memory use has dropped substantially.\n"
    assert len(warnings(taken, kind="unquantified")) == 1
    known = "# Reading\n\nNothing new here for us. FloeSim 2.3 has improved substantially.\n"
    assert warnings(known, kind="unquantified") == []


def test_hearsay_is_unsourced_and_no_increment() -> None:
    text = "# Ice radar\n\n1. People say that the Nansen array will be sold for 40 million.\n"
    judgement = vault({"log/a.md": text}).judged("sea-ice")[0]
    assert [c.kind for c in judgement.cautions] == ["unsourced"]
    assert judgement.increments == ()


def test_a_contradiction_alone_is_a_warning_and_no_increment() -> None:
    judgement = vault({"log/a.md": "# 管道\n\n北线管道 2031 年 9 月投产，施工方口径。与氢有关。\n"}).judged("氢能")[0]
    assert [c.kind for c in judgement.cautions] == ["conflict"]
    assert judgement.increments == ()


@pytest.mark.parametrize(
    "text",
    [
        "FloeSim is the fastest sea ice model on the market, says the flyer.",
        "FloeSim 2.4 ist das beste Meereismodell am Markt.",
        "Nansen 浮标是业界最强的浮标，宣传册这么写。",
        "The Nansen array has the most accurate buoys in the world.",
    ],
)
def test_a_superlative_without_a_source(text: str) -> None:
    found = warnings(f"# FloeSim 2.4\n\nFloeSim 2.4 takes 41 minutes.\n\n{text}\n", kind="unsourced")
    assert [c.reason.key for c in found] == ["reason.superlative"]


@pytest.mark.parametrize(
    "text",
    [
        "It was the best soup in the world.",  # not of the topic
        "FloeSim is the fastest of the models that we have.",
        "FloeSim is the fastest sea ice model on the market: https://floes.example/report",
        "FloeSim is the fastest sea ice model on the market, according to the Bergen survey.",
        "在卑尔根榜单上，FloeSim 是业界最快的海冰模式。",
        "The last buoy of the array went silent.",
    ],
)
def test_what_is_no_superlative_without_a_source(text: str) -> None:
    note = f"# FloeSim 2.4\n\nFloeSim 2.4 takes 41 minutes.\n\n{text}\n"
    assert warnings(note, kind="unsourced") == []


def test_spelled_numbers_are_held_against_each_other_where_all_else_is_the_same() -> None:
    first = "# FloeSim 2.4\n\nFloeSim 2.4 allows two restarts a season.\n"
    assert len(warnings(first, "# FloeSim\n\nFloeSim 2.4 now allows three restarts a season.\n")) == 1
    assert warnings(first, "# FloeSim\n\nIn FloeSim 2.4 we met three restarts of the logger in one night.\n") == []
