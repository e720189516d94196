"""The command line, the front door for people and programs: ``digest``.

Belongs here: arguments → calls, exit codes, one clear line for every error. Never here: logic. Commands import what they
need when they are called, so that those without Dagster start fast.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import click
import typer

from digest_assets.cli import look, loose, why, work

app = typer.Typer(
    name="digest",
    help="What of today's notes is really new, where it belongs, what contradicts what.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (work, look, why, loose):
    module.register(app)


def main() -> None:
    """Runs a command; exit status 0 done, 1 the work failed or does not hold, 2 the call or the settings are wrong."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The same as a function: the exit status of a call."""
    debug = "--debug" in arguments
    command: Callable[..., object] = typer.main.get_command(app)
    try:
        status = command(args=[a for a in arguments if a != "--debug"], prog_name="digest", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.Abort:
        print("digest: stopped", file=sys.stderr)
        return 1
    except click.ClickException as error:
        place = (
            f" (see digest {error.ctx.info_name} --help)" if isinstance(error, click.UsageError) and error.ctx else ""
        )
        print(f"digest: {error.format_message().rstrip('.')}{place}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("digest: stopped; what was committed stays", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        if debug:
            raise
        from digest_assets.cli.errors import explained

        line, code = explained(error)
        print(f"digest: {line}", file=sys.stderr)
        return code
    return status if isinstance(status, int) else 0
