"""SGF (FF[4], GM[6]) as GNU Backgammon and others write it: `read` and `write`. Mirror games only."""

from __future__ import annotations

from games.records.sgf.read import read
from games.records.sgf.tree import looks_like
from games.records.sgf.write import write

__all__ = ["looks_like", "read", "write"]
