"""Reading for pages and letters. Every function makes the same few queries however many tables there are.

Nothing is written here, and nothing is shown to whom it is not meant for: facts go through `readable`.
"""

from games.queries.digest import away, away_until, has_news, in_digest, waiting_at
from games.queries.history import Line, history, position, readable, since
from games.queries.lists import (
    count_waiting,
    dated_tables,
    idle_tables,
    invitations,
    my_tables,
    next_waiting,
    open_offers,
    past_tables,
    pending_invitations,
    waiting,
)
from games.queries.proof import proof
from games.queries.scene import Scene, messages, scene

__all__ = [
    "Line",
    "Scene",
    "away",
    "away_until",
    "count_waiting",
    "dated_tables",
    "has_news",
    "history",
    "idle_tables",
    "in_digest",
    "invitations",
    "messages",
    "my_tables",
    "next_waiting",
    "open_offers",
    "past_tables",
    "pending_invitations",
    "position",
    "proof",
    "readable",
    "scene",
    "since",
    "waiting",
    "waiting_at",
]
