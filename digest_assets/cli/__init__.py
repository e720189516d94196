"""The command line, the front door for people and programs: ``digest``.

Belongs here: arguments → calls, exit codes, one clear line for every error. Never here: logic. Commands import what
they need when they are called, so that those without Dagster start fast.
"""

from __future__ import annotations

import os
import sys

import typer

from digest_assets.cli import look, loose, upkeep, why, work
from digest_assets.cli.errors import STOPPED, explained

app = typer.Typer(
    name="digest",
    help="What of today's notes is really new, where it belongs, what contradicts what.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (work, look, why, upkeep, loose):
    module.register(app)

# Newer releases of typer carry click inside, older ones import it: its error class is reached through an exported one.
_WrongCall: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def main() -> None:
    """Runs a command; exit status 0 done, 1 the work failed or does not hold, 2 the call or the settings are wrong."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The same as a function: the exit status of a call."""
    debug = "--debug" in arguments
    command = typer.main.get_command(app)
    given = [a for a in arguments if a != "--debug"] or ["--help"]
    try:
        with command.make_context("digest", given) as context:  # not main(): it has exit statuses of its own
            status = command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as stop:
        return stop.exit_code
    except (typer.Abort, KeyboardInterrupt):
        print(f"digest: {STOPPED}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be flushed goes nowhere
        return 1
    except _WrongCall as error:
        place = getattr(getattr(error, "ctx", None), "command_path", "digest")
        said = error.format_message() if hasattr(error, "format_message") else str(error)
        print(f"digest: {_line(said).rstrip('.')}; see {place} --help", file=sys.stderr)
        return 2
    except Exception as error:  # the border: every error becomes one line and an exit status
        if debug:
            raise
        line, code = explained(error)
        print(f"digest: {line}", file=sys.stderr)
        return code
    return status if isinstance(status, int) else 0


def _line(text: str) -> str:
    return " ".join(text.split())
