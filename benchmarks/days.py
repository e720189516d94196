"""What judging a day costs, for one topic, as the history behind it grows.

    python benchmarks/days.py [--days 40] [--topics 4] [--notes 50] [--note-kb 8.2]

Makes a seeded vault (``year_vault.py``) with living documents of some 40 KB, reads it, and judges every topic of every
day after all days before it, without Dagster and without memo. Prints processor time per topic and day, early and late,
beside the time of reading the same day's sources in the same run; a ratio that stays shows a cost that does not grow.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import year_vault  # noqa: E402

from digest_assets.assets.session import Session  # noqa: E402
from digest_assets.judge.day import judge, prepare  # noqa: E402
from digest_assets.judge.history import History  # noqa: E402
from digest_assets.reading import reader  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=40)
    parser.add_argument("--topics", type=int, default=4)
    parser.add_argument("--notes", type=int, default=50)
    parser.add_argument("--note-kb", type=float, default=8.2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        year_vault.build(
            vault, topics=given.topics, days=given.days, notes=given.notes, note_bytes=int(given.note_kb * 1000),
            opening=400,
        )  # fmt: skip
        session = Session(vault, Path(folder) / "out" / "w.duckdb")
        first = session.settings.clock.first_day
        assert first is not None  # the made vault says so
        days = [first + timedelta(days=n) for n in range(given.days)]
        session.read_sources(days, datetime.now(UTC))
        histories = {topic: History() for topic in session.settings.topics}
        judging, reading = [], []
        for day in days:
            inputs = session.chain.inputs(day, late=False)
            began = time.process_time()
            for source in inputs.sources:
                reader.read(session.library.stored_bytes(source.source.content_sha256), source.source.kind, "")
            reading.append((time.process_time() - began) * 1000)
            began = time.process_time()
            prepared = prepare(inputs)
            for topic, history in histories.items():
                _, said = judge(prepared, topic, history)
                history.extend(day, said)
            judging.append((time.process_time() - began) * 1000 / given.topics)
        document = max(d.size for d, _ in inputs.documents.values())
        session.close()
    print(f"{given.days} days, {given.topics} topics, {given.notes} notes a day, documents of {document / 1000:.0f} KB")
    few = max(1, given.days // 4)
    for name, part in (("first", slice(1, 1 + few)), ("last", slice(-few, None))):
        cost, beside = statistics.median(judging[part]), statistics.median(reading[part])
        print(
            f"{name} {few} days: {cost:.0f} ms a topic and day, {cost * given.topics / beside:.2f} x reading the day's "
            f"sources ({beside:.0f} ms)"
        )


if __name__ == "__main__":
    main()
