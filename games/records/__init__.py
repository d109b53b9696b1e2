"""Records of games: read from other programs' files, played through the rules, and written again. Pure.

`reading.read` makes a `record.Record` of a file's bytes, `playing.play` plays it, `tables.of_table` makes one of a
table of ours. `mat`, `sgf`, `native` (our JSON) and `text` write it: each has `write(record) -> str`. IDs are in `ids`.
"""

from __future__ import annotations
