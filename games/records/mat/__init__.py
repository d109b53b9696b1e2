"""The text format of JellyFish (`.mat`), in the dialects of the programs that write it: `read` and `write`."""

from __future__ import annotations

from games.records.mat.read import read
from games.records.mat.write import write

__all__ = ["read", "write"]
