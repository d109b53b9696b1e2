"""The only place where a next state is made: `new_table` makes the first one, `advance` every other."""

from __future__ import annotations

from games.rules.table.advance import advance
from games.rules.table.draft import Throw
from games.rules.table.opening import new_table

__all__ = ["Throw", "advance", "new_table"]
