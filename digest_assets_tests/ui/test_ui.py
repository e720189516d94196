"""The Dagster UI in a real browser: a backfill of all six assets through the daemon, and what its pages show."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

REPOSITORY = Path(__file__).parents[2]
DAYS = ["2026-07-30", "2026-07-31"]
TOPICS = ["inference", "llm-infra", "rag"]
ASSETS = ["raw_sources", "parsed_claims", "arxiv_registry", "baseline_section_index", "increments", "briefing"]
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

pytestmark = pytest.mark.skipif(
    BROWSER is None or DRIVER is None,
    reason="no Chromium with its driver here: install the packages chromium and chromium-driver",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``digest ui`` on a vault of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.warehouse = folder / "warehouse.duckdb"
        self.log = (folder / "ui.log").open("wb")
        vault = folder / "vault"
        build = REPOSITORY / "data" / "sample" / "build_vault.py"
        subprocess.run([sys.executable, build, "--until", "2026-07-31T2200", vault], check=True, stdout=self.log)
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("DIGEST_", "DAGSTER_"))}
        command = [sys.executable, "-c", "from digest_assets.cli import main; main()", "ui"]
        options = ["--port", str(self.port), "--vault", str(vault), "--warehouse", str(self.warehouse)]
        self.process = subprocess.Popen(
            [*command, *options],
            env=environment,
            cwd=REPOSITORY,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def ask(self, query: str, variables: dict[str, Any] | None = None) -> Any:
        body = json.dumps({"query": query, "variables": variables or {}}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/graphql", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            told = json.load(answer)
        assert "errors" not in told, told["errors"]
        return told["data"]

    def wait(self, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if self.ask("{ repositoriesOrError { ... on RepositoryConnection { nodes { name } } } }"):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.5)
        raise AssertionError(f"the UI did not answer: {Path(self.log.name).read_text()[-2000:]}")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.log.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("ui"))
    try:
        running.wait()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def backfilled(server: Server) -> Server:
    """All six assets over days × topics, launched as the UI launches them, and carried out by the daemon."""
    launched = server.ask(
        """mutation Launch($p: LaunchBackfillParams!) {
             launchPartitionBackfill(backfillParams: $p) {
               __typename
               ... on LaunchBackfillSuccess { backfillId }
               ... on PythonError { message } } }""",
        {"p": {"assetSelection": [{"path": [a]} for a in ASSETS], "partitionNames": DAYS, "allPartitions": False}},
    )["launchPartitionBackfill"]
    assert launched["__typename"] == "LaunchBackfillSuccess", launched
    deadline = time.monotonic() + 200
    while True:
        told = server.ask(
            """query State($id: String!) { partitionBackfillOrError(backfillId: $id) {
                 ... on PartitionBackfill { status error { message } } } }""",
            {"id": launched["backfillId"]},
        )["partitionBackfillOrError"]
        if told["status"] == "COMPLETED_SUCCESS":
            return server
        assert told["status"] == "REQUESTED", told
        assert time.monotonic() < deadline, told
        time.sleep(2)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    assert BROWSER is not None
    assert DRIVER is not None
    options.binary_location = BROWSER
    for flag in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1500,1100",
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):  # fmt: skip
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def shown(browser: Any, url: str, *words: str, seconds: float = 60) -> str:
    """The page's text, once it shows all the words."""
    browser.get(url)
    deadline = time.monotonic() + seconds
    while True:
        text = str(browser.find_element("tag name", "body").text)
        if all(word in text for word in words):
            folder = os.environ.get("DIGEST_SCREENSHOTS")
            if folder:
                name = "-".join(words[0].split()).lower()
                browser.save_screenshot(str(Path(folder) / f"{name}.png"))
            return text
        assert time.monotonic() < deadline, f"{url} does not show {words}: {text[:3000]}"
        time.sleep(0.5)


def test_every_partition_is_green(backfilled: Server) -> None:
    """Materialized partitions of every asset, as the UI counts them."""
    for asset, count in zip(ASSETS, [2, 2, 2, 6, 6, 6], strict=True):
        told = backfilled.ask(
            """query Parts($k: AssetKeyInput!) { assetNodeOrError(assetKey: $k) {
                 ... on AssetNode { partitionStats { numMaterialized numFailed numMaterializing } } } }""",
            {"k": {"path": [asset]}},
        )["assetNodeOrError"]["partitionStats"]
        assert told == {"numMaterialized": count, "numFailed": 0, "numMaterializing": 0}, asset


def test_published_file_holds_the_backfill(backfilled: Server) -> None:
    with duckdb.connect(str(backfilled.warehouse), read_only=True) as connection:
        rows = connection.execute("SELECT DISTINCT day::VARCHAR, topic FROM briefings ORDER BY ALL").fetchall()
    assert rows == [(day, topic) for day in DAYS for topic in TOPICS]


def test_graph_shows_all_assets(backfilled: Server, browser: Any) -> None:
    text = shown(browser, f"http://127.0.0.1:{backfilled.port}/asset-groups", *ASSETS)
    assert "newsletter" not in text


def test_asset_page_shows_the_briefing_and_its_density(backfilled: Server, browser: Any) -> None:
    page = f"http://127.0.0.1:{backfilled.port}/assets/briefing"
    text = shown(browser, f"{page}?view=partitions&partition=2026-07-31%7Cinference", "density", "increments")
    assert "preview" in text
