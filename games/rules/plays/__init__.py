"""Legal plays, once for all games: which final positions a stage has, what a written play means, what may be clicked.

The search is in `search`, what it looks at in `ground` and `constraints`, the way it writes positions in `packing`.
How a play is printed or read is in `notation`.
"""

from __future__ import annotations

from games.rules.plays.answers import legal_plays, ways
from games.rules.plays.clicks import complete, next_steps
from games.rules.plays.spot import Legal, Spot
from games.rules.plays.written import resolve

__all__ = ["Legal", "Spot", "complete", "legal_plays", "next_steps", "resolve", "ways"]
