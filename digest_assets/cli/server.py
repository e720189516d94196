"""``digest ui``: Dagster's web server and daemon as children that die with their parent.

Belongs here: starting and ending them. Never here: definitions.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from digest_assets.cli.errors import CallError, WorkError
from digest_assets.cli.launch import prepare_home

_PATIENCE = 15.0  # seconds between asking and killing
_WATCH = "import os, signal; os.read(0, 1); os.killpg(0, signal.SIGKILL)"  # the pipe's end means that we are gone


def serve(port: int, warehouse: Path) -> None:
    """Runs until interrupted. Raises CallError where the port is taken, WorkError where the servers end by themselves.

    The servers and the runs that they start are one process group. A watcher in it holds a pipe from this process, so
    that the group ends even where this process is killed.
    """
    _claim(port)
    environment = {**os.environ, "DAGSTER_HOME": str(prepare_home(warehouse))}
    calm = ["-W", "ignore:Function `dev_command`"]  # Dagster would rather have its own front door used
    command = [sys.executable, *calm, "-m", "dagster", "dev", "-m", "digest_assets.definitions", "--port", str(port)]
    quiet = ["--log-level", "warning", "--code-server-log-level", "warning"]
    child = subprocess.Popen([*command, *quiet], env=environment, process_group=0)
    watcher = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _WATCH], stdin=subprocess.PIPE, process_group=child.pid
    )
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    print(f"Dagster UI: http://127.0.0.1:{port} in a few seconds (Ctrl-C ends it)", file=sys.stderr)
    try:
        code = child.wait()
        raise WorkError(f"the Dagster UI ended by itself with status {code}; its own messages stand above")
    except KeyboardInterrupt:
        child.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_PATIENCE)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        watcher.wait()


def _claim(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CallError(f"port {port} cannot be used ({error.strerror}); name another with --port") from error
