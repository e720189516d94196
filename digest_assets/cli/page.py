"""A briefing as an HTML page that needs nothing else.

Belongs here: Markdown to HTML, and the page's few rules of style. Never here: content.
"""

from __future__ import annotations

import html

from markdown_it import MarkdownIt

_STYLE = """
body{max-width:54rem;margin:2rem auto;padding:0 1rem;font:16px/1.65 system-ui,"Noto Sans CJK SC",sans-serif}
body{color:#1d1d1f}
h1{font-size:1.5rem}h2{font-size:1.2rem;border-bottom:1px solid #ddd;padding-bottom:.2rem;margin-top:2rem}
table{border-collapse:collapse;font-size:.9rem}td,th{border:1px solid #ccc;padding:.3rem .5rem;vertical-align:top}
code{background:#f4f4f6;padding:.05rem .25rem;border-radius:3px;font-size:.9em}
blockquote{margin:.5rem 0;padding:.1rem .9rem;border-left:3px solid #bbb;color:#333}
@media(prefers-color-scheme:dark){body{background:#17181a;color:#e6e6e8}code{background:#26272b}td,th{border-color:#444}}
"""


def page(markdown: str, language: str) -> str:
    """A whole page. Raw HTML in the Markdown is shown, never run."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    first = markdown.split("\n", 1)[0].lstrip("# ")
    return (
        f'<!doctype html>\n<html lang="{html.escape(language)}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(first)}</title>\n<style>{_STYLE}</style>\n<body>\n{body}</body>\n</html>\n"
    )
