"""The reading room: bytes → text → blocks → claims, with every claim's place to the character.

Belongs here: decoding, Markdown, front matter, sections, cards, claims, and the values in them (ids, quantities, dates,
versions, links). All of it is pure: bytes and names in, frozen values out. Never here: the vault's layout, topics,
judging.
"""
