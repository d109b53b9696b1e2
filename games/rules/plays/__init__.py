"""Legal plays, once for all games: which final positions a stage has, what a written play means, what may be clicked.

The search is in `search`, what it looks at in `ground` and `constraints`, the way it writes positions in `packing`.
How a play is printed or read is in `notation`.
"""

from __future__ import annotations

from games.rules.plays.answers import legal_plays, ways
from games.rules.plays.clicks import Clicks
from games.rules.plays.spot import Legal, Spot
from games.rules.plays.written import resolve

__all__ = ["Clicks", "Legal", "Spot", "legal_plays", "resolve", "ways"]
