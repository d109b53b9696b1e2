"""Records of games: read from other programs' files, played through the rules, and written again. Pure.

`read` makes a `Record` of a file's bytes, `play` plays it; `mat`, `sgf`, `native` and `text` write one.
"""

from __future__ import annotations
