"""The one error of this room. Belongs here: nothing but that."""

from __future__ import annotations


class VaultError(Exception):
    """The vault as a whole cannot be used; the message is one clear line that says what is wrong and what mends it.

    A single file that cannot be read is no such error: its source carries the reason (``Source.error``).
    """
