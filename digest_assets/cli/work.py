"""Commands that run the asset graph: ``run``, ``backfill``, ``ui``.

Belongs here: their arguments, progress, what they print. Never here: steps (``assets``), launching (``launch``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from typing import Annotated

import typer

from digest_assets.cli.options import (
    VAULT,
    WAREHOUSE,
    TopicsOption,
    VaultOption,
    WarehouseOption,
    day_of,
    place,
    settings_of,
    topics_of,
)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("run")(run)
    app.command("backfill")(backfill)
    app.command("ui")(ui)


JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object per briefing.")]


def run(
    day: Annotated[str | None, typer.Option("--day", help="Default: the last day that has closed.")] = None,
    topic: TopicsOption = None,
    as_json: JsonOption = False,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Makes the briefings of a day, with everything that they need."""
    from digest_assets.cli.launch import Launch

    settings = settings_of(vault)
    topics = topics_of(settings, topic)
    place(vault, warehouse)
    launch = Launch(vault, warehouse, settings)
    wanted = launch.last_closed() if day is None else day_of(day, "--day")
    launch.check(wanted, wanted)
    with _working(f"{wanted}: reading, judging, writing"):
        list(launch.make([(wanted, wanted)], topics))
    _tell(launch, [wanted], topics, as_json)


def backfill(
    first: Annotated[str, typer.Option("--from", help="The first day.")],
    last: Annotated[str, typer.Option("--to", help="The last day, included.")],
    topic: TopicsOption = None,
    as_json: JsonOption = False,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Makes the briefings of a range of days, a month at a time; each month is published when it is done."""
    from digest_assets.assets.spans import MONTH, days_between, spans
    from digest_assets.cli.errors import CallError
    from digest_assets.cli.launch import Launch

    settings = settings_of(vault)
    topics = topics_of(settings, topic)
    place(vault, warehouse)
    launch = Launch(vault, warehouse, settings)
    low, high = day_of(first, "--from"), day_of(last, "--to")
    if high < low:
        raise CallError(f"backfill: --to {high} is before --from {low}")
    launch.check(low, high)
    ranges = spans(days_between(low, high), MONTH)
    for start, end in _progress(launch.make(ranges, topics), len(ranges)):
        _tell(launch, days_between(start, end), topics, as_json)


def _working(text: str) -> AbstractContextManager[object]:
    """A sign of life on a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    return console.status(text) if console.is_terminal else nullcontext()


def _progress(done: Iterator[tuple[date, date]], total: int) -> Iterator[tuple[date, date]]:
    """The same ranges, counted on a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from done
        return
    yield from track(done, "backfill", console=console, total=total)


def _tell(launch: object, days: Sequence[date], topics: Sequence[str], as_json: bool) -> None:
    from digest_assets.cli.launch import Launch

    assert isinstance(launch, Launch)
    for stored, file in launch.briefings(days, topics):
        if as_json:
            told = {
                "day": stored.day.isoformat(), "topic": stored.topic, "density": stored.density,
                "increments": stored.increments, "warnings": stored.warnings, "file": str(file),
                "markdown_sha256": stored.markdown_sha256, "input_sha256": stored.input_sha256,
            }  # fmt: skip
            print(json.dumps(told, ensure_ascii=False))
        else:
            counts = f"{stored.increments} increments, {stored.warnings} warnings"
            print(f"{stored.day}  {stored.topic:<20}  {stored.density:<6}  {counts:<28}  {file}")
    sys.stdout.flush()


def ui(
    port: Annotated[int, typer.Option("--port", min=1, max=65535)] = 3000,
    vault: VaultOption = VAULT,
    warehouse: WarehouseOption = WAREHOUSE,
) -> None:
    """Opens the Dagster UI on this project, with its daemon; Ctrl-C ends both."""
    from digest_assets.cli.server import serve

    settings_of(vault)
    place(vault, warehouse)
    serve(port, warehouse)
