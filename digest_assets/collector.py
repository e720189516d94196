"""Python's cycle collector, paused where very many objects are made that no cycle can hold.

Belongs here: the pause. Readings and judgements are frozen records; walking them again and again while they are made
costs a third of the time on large files, and never frees anything.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile; what reference counts free is freed as always."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
