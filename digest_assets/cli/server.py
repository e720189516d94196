"""``digest ui``: Dagster's web server and daemon as one child that dies with its parent.

Belongs here: starting and ending them. Never here: definitions.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from digest_assets.cli.launch import prepare_home

_PATIENCE = 15.0  # seconds between asking and killing


def serve(port: int, warehouse: Path) -> int:
    """Runs until interrupted; returns the servers' exit status, 0 where they were asked to end."""
    environment = {**os.environ, "DAGSTER_HOME": str(prepare_home(warehouse))}
    command = [sys.executable, "-m", "dagster", "dev", "-m", "digest_assets.definitions", "--port", str(port)]
    child = subprocess.Popen(command, env=environment, start_new_session=True)
    asked = False

    def stop(*_: object) -> None:
        nonlocal asked
        asked = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGINT)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    print(f"Dagster UI: http://127.0.0.1:{port} (Ctrl-C ends it)", file=sys.stderr)
    try:
        return 0 if child.wait() and asked else child.returncode
    except KeyboardInterrupt:
        stop()
        try:
            child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            pass
        return 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
