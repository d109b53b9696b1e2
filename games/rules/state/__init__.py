"""State of a table, and what it asks of whom: values and questions about them; `table` alone makes a next state.

`values` are the values; `roles` say who sits where and who moves; `cubes` who may double and who is doubled;
`asking` which questions are open; `permits` all that a seat could do now.
"""

from __future__ import annotations

from games.rules.state.advising import may_ask_advice
from games.rules.state.asking import asks, sealed
from games.rules.state.naming import nameable
from games.rules.state.pairs import mate, mates, paired, party
from games.rules.state.permits import Option, may
from games.rules.state.roles import Role, captain, mover, options, proxy, role, running, side_of, spot, stake_name
from games.rules.state.values import (
    Ask,
    AskKind,
    Call,
    Game,
    Given,
    Offer,
    OfferKind,
    Opening,
    Orders,
    Phase,
    State,
    Turn,
)

__all__ = [
    "Ask",
    "AskKind",
    "Call",
    "Game",
    "Given",
    "Offer",
    "OfferKind",
    "Opening",
    "Option",
    "Orders",
    "Phase",
    "Role",
    "State",
    "Turn",
    "asks",
    "captain",
    "mate",
    "mates",
    "may",
    "may_ask_advice",
    "mover",
    "nameable",
    "options",
    "paired",
    "party",
    "proxy",
    "role",
    "running",
    "sealed",
    "side_of",
    "spot",
    "stake_name",
]
