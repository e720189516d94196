"""The one resource: a session on a vault and a warehouse for the length of a run.

Belongs here: paths from configuration, publishing when a run ends. Never here: steps (``session``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from digest_assets.assets.opening import Opened
from digest_assets.assets.session import Session

HALF = "digest/half"  # tag of a run that another one completes at once: publishing is left to that one
_lent: dict[tuple[str, str], Opened] = {}


@contextmanager
def lent(session: Session) -> Iterator[None]:
    """Within the block, this process's runs go on with a session's vault: a year's history takes a second to read."""
    key = str(session.root), str(session.warehouse.path)
    _lent[key] = session.opened
    try:
        yield
    finally:
        del _lent[key]


class Digest(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Where the vault and the warehouse lie. What a run committed is published when the run ends, failed or not."""

    vault: str
    warehouse: str
    _session: Session | None = PrivateAttr(default=None)

    @property
    def session(self) -> Session:
        if self._session is None:
            self._session = Session(
                Path(self.vault), Path(self.warehouse), vault_of=_lent.get((self.vault, self.warehouse))
            )
        return self._session

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:
        if self._session is not None:
            half = context.run is not None and HALF in context.run.tags
            if self._session.warehouse.unpublished and not half:
                self._session.warehouse.publish()
            self._session.close()
            self._session = None

    def now(self) -> datetime:
        """The present moment: decides which windows have closed, and reaches no briefing otherwise."""
        return datetime.now(UTC)
