"""Judging: what of a day is new for a living document, where it belongs, what contradicts what, what became of each
source.

Belongs here: pure functions from readings, documents, settings and what earlier days said to a ``Judgement``. Never
here: files (but the room's own word lists), DuckDB, Dagster, the clock, sentences of a briefing.

Two layers. Primitives, which also stand behind ``digest judge``: ``lexical`` (likeness), ``outline`` (a document in
pieces), ``names``, ``alike``, ``novelty`` (is it known), ``placement`` (where), ``events``, ``facts``, ``conflicts``
(does it contradict), ``cases``. Above them the day: ``matters`` cuts notes into the things that they speak of,
``topics`` says which of these are on a topic, ``memory`` what is known of them, ``grouping`` joins them,
``increments``, ``cautions``, ``candidates``, ``papers``, ``actions`` say what follows, ``verdicts`` closes the
ledger, ``history``, ``pattern`` and ``adoption`` look at the days before. ``day`` puts them together.
"""
