from datetime import date, time
from pathlib import Path

import pytest

from digest_assets.settings import Settings, SettingsError, load, parse

EVERY_KEY = """
baseline_as_of = "open"
languages = ["en", "zh"]

[folders]
notes = "log/daily"
cards = "papers"
queue = "TODO.md"

[clock]
timezone = "America/New_York"
closes_at = "17:15"
first_day = "2026-07-01"
late_days = 3

[density]
medium = 2
high = 4

[topics."端侧模型"]
title = "On-device"
baseline = "kb/端侧.md"
categories = ["on-device"]
adjacent = ["quantization"]
terms = ["NPU", "量化"]
"""


def test_every_key_has_a_default() -> None:
    settings = parse("[topics.inference]")
    topic = settings.topics["inference"]
    assert (settings.baseline_as_of, settings.languages) == ("close", ("zh", "en"))
    assert (settings.folders.notes, settings.folders.cards, settings.folders.queue) == (
        "inbox", "paper_cards", "work-queue.md",
    )  # fmt: skip
    assert (settings.clock.timezone, settings.clock.closes_at) == ("Asia/Shanghai", time(22, 0))
    assert (settings.clock.first_day, settings.clock.late_days) == (None, 7)
    assert (settings.density.medium, settings.density.high) == (3, 6)
    assert (topic.title, topic.baseline) == ("inference", "organized/knowledge/inference.md")
    assert (topic.categories, topic.adjacent, topic.terms) == ((), (), ())


def test_every_key_can_be_set() -> None:
    settings = parse(EVERY_KEY)
    assert settings.clock.first_day == date(2026, 7, 1)
    assert settings.clock.closes_at == time(17, 15)
    assert settings.folders.notes == "log/daily"
    assert settings.density.high == 4
    assert settings.topics["端侧模型"].baseline == "kb/端侧.md"


def test_toml_dates_and_times_count_too() -> None:
    clock = parse("[clock]\ncloses_at = 17:30:00\nfirst_day = 2026-07-01").clock
    assert (clock.closes_at, clock.first_day) == (time(17, 30), date(2026, 7, 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[topics.a]\nbaselin = 'x'", 'unknown key "topics.a.baselin"; did you mean "baseline"?'),
        ("[folders]\nnote = 'x'", 'unknown key "folders.note"; did you mean "notes"?'),
        ("[clock]\ntime_zone = 'UTC'", 'did you mean "timezone"?'),
        ("[topic.a]", 'unknown key "topic"; did you mean "topics"?'),
        ("[clock]\ntimezone = 'Asia/Atlantis'", '"Asia/Atlantis" is no IANA time zone'),
        ("[clock]\ntimezone = 'localtime'", '"localtime" is no IANA time zone'),
        ("[clock]\ntimezone = '../etc/passwd'", "is no IANA time zone"),
        ("[clock]\ncloses_at = '24:00'", 'clock.closes_at: must be "HH:MM"'),
        ("[clock]\ncloses_at = 22", 'clock.closes_at: must be "HH:MM"'),
        ("[clock]\ncloses_at = 22:00:30", 'clock.closes_at: must be "HH:MM"'),
        ("[clock]\nfirst_day = '2026-02-30'", "clock.first_day: must be a day"),
        ("[clock]\nfirst_day = 20260701", "clock.first_day: must be a day"),
        ("[clock]\nlate_days = true", "clock.late_days: must be a whole number"),
        ("[clock]\nlate_days = -1", "clock.late_days"),
        ("clock = 3", "clock: must be a table"),
        ("topics = 3", "topics: must be a table"),
        ("baseline_as_of = 'noon'", "baseline_as_of"),
        ("languages = []", "at least one language"),
        ("languages = ['zh', 'zh']", "each once"),
        ("languages = ['tlh']", 'there is no frame for "tlh"'),
        ("[density]\nmedium = 6", "high (6) must be more than medium (6)"),
        ("[folders]\nnotes = '../elsewhere'", "folders.notes: must be a path inside the vault"),
        ("[folders]\nnotes = '/inbox'", "folders.notes: must be a path inside the vault"),
        ("[folders]\nnotes = '.'", "folders.notes: must be a path inside the vault"),
        ("[folders]\nnotes = 'a\\b'", "folders.notes: must be a path inside the vault"),
        ('[folders]\nnotes = "a\\u0000b"', "folders.notes: must be a path inside the vault"),
        ("[topics.'a b']", '"a b" cannot be a partition key'),
        ("[topics.'a|b']", "cannot be a partition key"),
        ("[topics.a]\nterms = 'vLLM'", "topics.a.terms: must be a list"),
        ("[topics.a]\nbaseline = 'work-queue.md'", 'the baseline of "a" is the queue'),
        ("languages = ['zh', 'en']\n[topics.a]\n[topics.'a.en']", "file name of another topic's briefing"),
        ("[clock", "is no valid TOML"),
    ],
)
def test_refusals_name_file_place_and_mend_on_one_line(text: str, says: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(text, "vault/digest.toml")
    message = str(refused.value)
    assert message.startswith("vault/digest.toml: ")
    assert says in message
    assert "\n" not in message


def test_a_vault_without_settings_gets_all_defaults(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings()


def test_settings_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "digest.toml").write_bytes(b"\xef\xbb\xbf[topics.a]\n")
    assert list(load(tmp_path).topics) == ["a"]


@pytest.mark.parametrize("data", [b"title = '\xff'", None])
def test_settings_that_cannot_be_read(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "digest.toml"
    if data is None:
        file.mkdir()
    else:
        file.write_bytes(data)
    with pytest.raises(SettingsError, match="cannot be read"):
        load(tmp_path)


def test_the_hash_follows_the_values_not_the_spelling() -> None:
    assert parse("[clock]\ncloses_at = '22:00'").sha256() == parse("# a remark\n[clock]\ncloses_at = 22:00:00").sha256()
    assert parse("[clock]\ncloses_at = '22:00'").sha256() != parse("[clock]\ncloses_at = '22:30'").sha256()
    assert Settings.model_validate_json(parse(EVERY_KEY).canonical()) == parse(EVERY_KEY)
