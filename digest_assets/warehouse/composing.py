"""From a judgement and what pins it to the document: the header's facts put together.

Belongs here: what the briefing says of its own inputs. Never here: wording, judging.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from digest_assets.briefing.document import Header, baseline_facts, source_facts
from digest_assets.briefing.lint import Fault
from digest_assets.briefing.render import Rendered, checked
from digest_assets.clock import Clock
from digest_assets.model import Judgement, Section
from digest_assets.settings import Settings
from digest_assets.warehouse.chain import Chain
from digest_assets.warehouse.code import code_version
from digest_assets.warehouse.library import Library, of_document


@dataclass(frozen=True, slots=True)
class Composed:
    """A briefing in one language, with the faults that its self-check found."""

    rendered: Rendered
    faults: tuple[Fault, ...]


def header(chain: Chain, judgement: Judgement, library: Library, settings: Settings) -> Header:
    """The header's facts of a day and topic."""
    manifest = chain.manifest(judgement.day)
    document = next(d for d in manifest.documents if d.topic == judgement.topic)
    wanted = of_document(document)
    clock = Clock(settings.clock.timezone, settings.clock.closes_at)
    window = clock.window(judgement.day)
    return Header(
        day=judgement.day,
        topic=judgement.topic,
        title=settings.topics[judgement.topic].title,
        opens=window.opens,
        closes=window.closes,
        zone=settings.clock.timezone,
        provisional=chain.provisional(judgement.day),
        baseline=baseline_facts(document, library.get(wanted) if wanted is not None else None),
        sources=source_facts((*manifest.sources, *manifest.arrivals)),
        code_version=code_version(),
        input_sha256=chain.input_sha256(judgement.day),
    )


def document_sections(chain: Chain, judgement: Judgement, library: Library) -> Sequence[Section]:
    """The sections of the day's living document."""
    document = next(d for d in chain.manifest(judgement.day).documents if d.topic == judgement.topic)
    wanted = of_document(document)
    return library.get(wanted).sections if wanted is not None else ()


def compose(chain: Chain, judgement: Judgement, language: str, library: Library) -> Composed:
    """The document in a language; its own faults are named at its head."""
    rendered, faults = checked(judgement, header(chain, judgement, library, chain.settings), language)
    return Composed(rendered, faults)
