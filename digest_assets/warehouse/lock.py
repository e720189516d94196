"""Locks beside the warehouse: the writer's turn, taken with jittered retry, and who uses the facts.

Belongs here: taking and waiting for locks. Never here: what is done under them. The kernel drops a lock with its
process, so a killed run blocks nobody.
"""

from __future__ import annotations

import fcntl
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from digest_assets.warehouse.errors import StorageError, WarehouseError

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


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Holds a file that others ``share``, for the block. Raises WarehouseError where somebody does right now."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise WarehouseError(f"{file}: a run is at work on this warehouse; try again when it is done") from error
        yield
    finally:
        os.close(handle)


def share(file: Path) -> int:
    """Marks a file as in use until the returned descriptor is closed; waits while somebody has it ``alone``."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle
