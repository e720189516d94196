"""The writer's turn: one file lock beside the warehouse, taken with jittered retry.

Belongs here: waiting for the lock. Never here: what is done under it. The kernel drops the lock with its process, so a
killed run blocks nobody.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from digest_assets.warehouse.errors import StorageError

_PATIENCE = 600.0  # seconds; transactions take far less than one, so whoever waits longer has a problem worth naming


@contextmanager
def turn(file: Path, patience: float = _PATIENCE) -> Iterator[None]:
    """Holds the lock while the block runs. Raises StorageError after ``patience`` seconds."""
    lock = FileLock(str(file))
    deadline = time.monotonic() + patience
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except Timeout as error:
            if time.monotonic() > deadline:
                raise StorageError(f"{file}: another run holds the lock for {patience:.0f} s; end it first") from error
            time.sleep(random.uniform(0.005, 0.05))
    try:
        yield
    finally:
        lock.release()
