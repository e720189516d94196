"""A document in sections and entries."""

from __future__ import annotations

from digest_assets.judge import outline
from digest_assets.reading import reader

LIST = """# A list

- [Contents](#contents)
- [Storage](#storage)

## Storage ([back](#a-list))

| Date | Title | Paper |
|:---|:---:|---|
|2024.05| 🔥[**TideCache**] TideCache: Tiering for Stores(@Somewhere etc) | [[pdf]](https://arxiv.org/abs/2405.00001) |
| [![S](https://img.example/a.svg)](https://github.com/x/y) <br> [Reading Pages Out of Order](ORDER) <br> AUTHORS | | |

## Joins ([back](#a-list))

- **Morsel stealing**: keeps the slowest worker busy,
  also on a second line.
  - measured on two machines
- 散列连接：把构建侧写到磁盘。

```
- not an entry
# not a heading
```

## Notes ([back](#a-list))

A paragraph of its own. With two sentences.
""".replace("ORDER", "https://arxiv.org/abs/2405.00002").replace("AUTHORS", "A. Longname, B. Longname, " * 3)


def test_entries_stand_under_their_sections_with_lines_titles_and_links() -> None:
    document = outline.parse(LIST)
    rows = [(document.titles[e.section], e.title, e.line_start, e.line_end) for e in document.entries]
    assert rows == [
        ("Storage", "[TideCache] TideCache: Tiering for Stores(@Somewhere etc)", 10, 10),
        ("Storage", "Reading Pages Out of Order", 11, 11),
        ("Joins", "Morsel stealing", 15, 17),
        ("Joins", "散列连接", 18, 19),
        ("Notes", "A paragraph of its own", 27, 27),
    ]
    assert document.entries[0].arxiv_ids == ("2405.00001",)
    assert "https://arxiv.org/abs/2405.00002" in document.entries[1].urls
    assert (
        document.entries[2].text
        == "Morsel stealing: keeps the slowest worker busy, also on a second line. measured on two machines"
    )


def test_what_many_headings_end_with_is_no_part_of_them() -> None:
    assert outline.clean_titles(["A (back)", "B (back)", "C (back)", "D (v2)"]) == ("A", "B", "C", "D (v2)")


def test_a_reading_gives_the_same_sections_and_items() -> None:
    reading = reader.read(LIST.encode(), "baseline", "list.md")
    ours, theirs = outline.parse(LIST), outline.of_reading(reading)
    assert theirs.titles == ours.titles
    held = {(e.section, e.line_start) for e in theirs.entries}
    assert {(e.section, e.line_start) for e in ours.entries if e.section > 0} <= held


def test_nothing_is_an_outline() -> None:
    assert outline.parse("") == outline.Outline((), (), ())
