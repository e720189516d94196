"""Two briefings of the sample vault, as a person read them line by line. A change here is a change of what people read.

``python -m digest_assets_tests.test_golden`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from datetime import date
from pathlib import Path

import pytest

from digest_assets.assets.session import Session
from digest_assets_tests.conftest import build_vault, materialize

FOLDER = Path(__file__).with_name("golden")
CHOSEN = [("inference", "zh"), ("rag", "en")]
DAY = date(2026, 7, 31)
_PINS = re.compile(r"`[0-9a-f]{12}`(?=[，,；;])")  # code and inputs: they change with every line of code


def read(session: Session, topic: str, language: str) -> str:
    stored = session.warehouse.briefing(DAY, topic, language)
    assert stored is not None
    lines = stored.markdown.split("\n")
    return "\n".join(_PINS.sub("`…`", line) if line.startswith(("- **版本", "- **Pins")) else line for line in lines)


@pytest.mark.parametrize(("topic", "language"), CHOSEN)
def test_golden(sample: Session, topic: str, language: str) -> None:
    assert read(sample, topic, language) == (FOLDER / f"{DAY}-{topic}.{language}.md").read_text("utf-8")


def test_no_phrase_is_left_unsaid(sample: Session) -> None:
    """No key of the frame and no placeholder stands in any briefing of the sample vault."""
    for stored in sample.warehouse.all_briefings(None):
        assert not re.search(r"\b(?:verdict|action|missing|reason|stars)\.[a-z_]+\b", stored.markdown), stored.topic
        assert not re.search(r"\{\w+(?:\|[^|{}]*)*\}", stored.markdown), stored.topic


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        session = materialize(Session(build_vault(Path(folder) / "vault"), Path(folder) / "w.duckdb"))
        for topic, language in CHOSEN:
            (FOLDER / f"{DAY}-{topic}.{language}.md").write_text(read(session, topic, language), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
