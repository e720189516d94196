"""``digest.toml``: topics, clock, folders, thresholds. Read once at load time, frozen, unknown keys refused.

Belongs here: the shape of the settings, their defaults (every key has one), and clear refusals. Never here: reading of
anything but ``digest.toml``, window arithmetic (``clock``).
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from datetime import date, datetime, time
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

FILE_NAME = "digest.toml"
_TOPIC_KEY = re.compile(r"[^|,\[\]\s/\\\x00-\x1f\x7f]+")
_MACHINE_ZONES = ("localtime", "posixrules", "Factory", "posix", "right")  # these mean something else elsewhere


_PLAIN = {
    "tuple_type": 'must be a list like ["one", "two"]',
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "string_type": "must be a text in quotes",
    "int_type": "must be a whole number",
}  # what pydantic says in its own terms


class SettingsError(ValueError):
    """The settings are wrong; the message names the file, the place and the mend on one line."""


def _relative(value: str) -> str:
    path = PurePosixPath(value)
    if path.is_absolute() or ".." in path.parts or not path.parts or re.search(r"[\x00-\x1f\x7f\\]", value):
        raise ValueError("must be a path inside the vault, with forward slashes")
    return str(path)


VaultPath = Annotated[str, AfterValidator(_relative)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Folders(_Frozen):
    """Where things lie, relative to the vault."""

    notes: VaultPath = "inbox"
    cards: VaultPath = "paper_cards"
    queue: VaultPath = "work-queue.md"


class ClockSettings(_Frozen):
    """The vault's zone and the wall-clock minute at which a day's window closes."""

    timezone: str = "Asia/Shanghai"
    closes_at: time = time(22, 0)
    first_day: date | None = None
    late_days: int = Field(default=7, ge=0, strict=True)  # how long after its window's close a source may arrive

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            if value.split("/")[0] in _MACHINE_ZONES:
                raise ValueError("differs between machines")
            ZoneInfo(value)
        except (OSError, ValueError, ZoneInfoNotFoundError) as error:
            raise ValueError(f'"{value}" is no IANA time zone; write one like "Europe/Berlin"') from error
        return value

    @field_validator("closes_at", mode="before")
    @classmethod
    def _minutes(cls, value: object) -> object:
        if isinstance(value, str) and re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9](:00)?", value):
            return value  # the seconds stand in ``canonical``
        if isinstance(value, time) and not value.second and not value.microsecond:  # TOML's own local time
            return value
        raise ValueError('must be "HH:MM", 00:00 to 23:59')

    @field_validator("first_day", mode="before")
    @classmethod
    def _day(cls, value: object) -> object:
        try:
            day = date.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            day = None
        if isinstance(day, date) and not isinstance(day, datetime) and 1970 <= day.year <= 9000:
            return day
        raise ValueError('must be a day like "2026-07-01"')


class Thresholds(_Frozen):
    """From how many increments on a day counts as medium, and as high."""

    medium: int = Field(default=3, ge=1, strict=True)
    high: int = Field(default=6, ge=2, strict=True)

    @model_validator(mode="after")
    def _rising(self) -> Thresholds:
        if self.high <= self.medium:
            raise ValueError(f"high ({self.high}) must be more than medium ({self.medium})")
        return self


class Topic(_Frozen):
    """One living document and what belongs to it."""

    title: str = ""
    baseline: VaultPath = ""
    categories: tuple[str, ...] = ()
    adjacent: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


class Settings(_Frozen):
    """All of ``digest.toml``."""

    baseline_as_of: Literal["close", "open"] = "close"
    languages: tuple[str, ...] = ("zh", "en")
    folders: Folders = Folders()
    clock: ClockSettings = ClockSettings()
    density: Thresholds = Thresholds()
    topics: dict[str, Topic] = Field(default_factory=dict)

    @field_validator("languages")
    @classmethod
    def _some_language(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        known = tuple(sorted(p.stem for p in (Path(__file__).parent / "briefing" / "frames").glob("*.toml")))
        for language in value:
            if language not in known:
                raise ValueError(f'there is no frame for "{language}"; there are: {", ".join(known)}')
        if not value or len(set(value)) != len(value):
            raise ValueError("must name at least one language, each once")
        return value

    @model_validator(mode="after")
    def _topics_complete(self) -> Settings:
        taken = {f"{key}.{language}" for key in self.topics for language in self.languages[1:]}  # their files' names
        for key, topic in self.topics.items():
            if not _TOPIC_KEY.fullmatch(key):
                raise ValueError(f'topics: "{key}" cannot be a partition key; leave out spaces and | , [ ] / \\')
            object.__setattr__(topic, "title", topic.title or key)
            object.__setattr__(topic, "baseline", topic.baseline or f"organized/knowledge/{key}.md")
            if key in taken:
                raise ValueError(f'topics: "{key}" is the file name of another topic\'s briefing in a further language')
            if topic.baseline == self.folders.queue:
                raise ValueError(f'topics: the baseline of "{key}" is the queue of [folders]; name another file')
        return self

    def canonical(self) -> str:
        """The settings as JSON with sorted keys: what lineage stores, and what pins a briefing."""
        told = self.model_dump(mode="json", exclude_none=True)
        return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def sha256(self) -> str:
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def _nearest(loc: tuple[int | str, ...]) -> str:
    """The known key closest to an unknown one, as a hint."""
    fields: dict[str, type[BaseModel]] = {
        "folders": Folders, "clock": ClockSettings, "density": Thresholds, "topics": Topic,
    }
    model = fields.get(str(loc[0]), Settings) if len(loc) > 1 else Settings
    close = difflib.get_close_matches(str(loc[-1]), list(model.model_fields), n=1, cutoff=0.0)
    return f'; did you mean "{close[0]}"?' if close else ""


def load(vault: Path) -> Settings:
    """Reads ``digest.toml`` of a vault; a vault without one gets all defaults.

    Raises SettingsError with one line where the file is unreadable, no TOML, or has unknown keys or bad values.
    """
    file = vault / FILE_NAME
    try:
        text = file.read_text("utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: cannot be read ({error}); save it as UTF-8 text") from error
    return parse(text, str(file))


def parse(text: str, name: str = FILE_NAME) -> Settings:
    """Settings from the text of ``digest.toml``; ``name`` stands in messages. Raises SettingsError."""
    try:
        return Settings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{name}: is no valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise SettingsError(f'{name}: unknown key "{place}"{_nearest(first["loc"])}') from error
        says = _PLAIN.get(first["type"], first["msg"].removeprefix("Value error, "))
        raise SettingsError(f"{name}: {place}: {says}" if place else f"{name}: {says}") from error
