"""Runs a command, and tells the peak memory of its largest process and of all of its processes together.

Belongs here: starting and looking. Never here: what is run.

    python benchmarks/year_watch.py COMMAND [ARGUMENT]...

The last line on standard error: two numbers in MB. Shared pages count once (``Pss``), where the system tells them.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
from pathlib import Path

_EVERY = 0.5  # seconds


def together(group: int) -> int:
    """Memory of all processes of a group, in kB."""
    found = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            if os.getpgid(int(folder.name)) == group:
                lines = (folder / "smaps_rollup").read_text().splitlines()
                found += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found


def main() -> None:
    process = subprocess.Popen(sys.argv[1:], start_new_session=True)
    most = 0
    while process.poll() is None:
        most = max(most, together(process.pid))
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_EVERY)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(largest // 1024, max(most, largest) // 1024, file=sys.stderr)
    sys.exit(process.returncode)


if __name__ == "__main__":
    main()
