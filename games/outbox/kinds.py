"""The kinds of letters, and what sets them apart. One kind, one set of templates: `templates/mail/<kind>.*`."""

from __future__ import annotations

ASKING = frozenset({"turn", "double", "offer", "reminder"})
"""They ask something; when their question is closed or answered they are not sent any more."""

TELLING = frozenset({"started", "game-over", "table-over", "told"})
"""They only tell something about a table."""

ANSWERS = frozenset({"problem", "stale", "shown", "noted"})
"""They answer a mail: one that could not be carried out, that asked to see something, or that was about no table."""

PERSONAL = frozenset({"vacation", "digest", "reminders", "noted"})
"""They are about several tables or none, and take no moves by reply."""

ACCOUNT = frozenset({"welcome", "code", "verify", "reset", "unknown", "exists", "changed"})
"""About the account: sent whatever the player's settings are, without a way to answer or to unsubscribe."""

CLUB = frozenset({"club"})
"""About a club: what its members should know though they sit at none of its tables now."""

ALL = ASKING | TELLING | ANSWERS | ACCOUNT | CLUB | PERSONAL | {"invitation"}
