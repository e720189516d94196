"""The version of the code that decides: one of the three pins of a briefing.

Belongs here: what counts as deciding code. Never here: the version of the package, of storage or of Dagster: they
reach no result.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from functools import cache
from importlib import metadata
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_PURE = ("model.py", "clock.py", "settings.py", "reading", "judge", "briefing")
_KINDS = {".py", ".toml", ".j2"}
_LIBRARIES = ("charset-normalizer", "jinja2", "numpy", "pyromark", "pyyaml", "tzdata")


@cache
def code_version() -> str:
    """64 hex digits: SHA-256 over the pure rooms' files, Python, its Unicode data, libraries that reach a result."""
    digest = hashlib.sha256()
    files = [_ROOT / name for name in _PURE if name.endswith(".py")]
    for room in (name for name in _PURE if not name.endswith(".py")):
        files += [f for f in (_ROOT / room).rglob("*") if f.suffix in _KINDS]
    for file in sorted(files, key=lambda f: f.relative_to(_ROOT).as_posix()):
        data = file.read_bytes()
        digest.update(f"{file.relative_to(_ROOT).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    digest.update(f"python {sys.version_info.major}.{sys.version_info.minor}\0{unicodedata.unidata_version}\0".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {metadata.version(library)}\0".encode())
    return digest.hexdigest()
