"""Errors as one line and an exit status.

Belongs here: which error is whose fault. Never here: texts of errors that know their mend themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

STOPPED = "stopped; what was committed stays"


class CallError(Exception):
    """The call cannot be carried out as it is; the message is one line with the mend."""


class WorkError(Exception):
    """The work failed, or does not hold; the message is one line."""


def explained(error: BaseException) -> tuple[str, int]:
    """The line for people, and the exit status: 2 where the call or the settings are wrong, 1 where the work failed."""
    from digest_assets.settings import SettingsError
    from digest_assets.vault import VaultError
    from digest_assets.warehouse.errors import StorageError, WarehouseError

    for seen in _causes(error):
        if isinstance(seen, SettingsError | VaultError | WarehouseError | CallError):
            return _line(seen), 2
        if isinstance(seen, StorageError | WorkError):
            return _line(seen), 1
        if isinstance(seen, RuntimeError) and str(seen) == "Query interrupted":  # what DuckDB makes of Ctrl-C
            return STOPPED, 1
        if isinstance(seen, OSError) and seen.filename:
            return f"{seen.filename}: {seen.strerror}; check permissions and free space", 1
    return f"{type(error).__name__}: {_line(error)}; call again with --debug for the whole story", 1


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what led to it, nearest first. Dagster's wrappers can lead back to themselves."""
    passed: set[int] = set()
    seen: BaseException | None = error
    while seen is not None and id(seen) not in passed:
        yield seen
        passed.add(id(seen))
        seen = seen.__cause__ or seen.__context__


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())
