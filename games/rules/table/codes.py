"""Every code with which `table`, `formats` and `state` refuse an action or a table. The sentences are in `games.texts`.

Codes of written plays are told in `plays.refusals`, those of positions in `board`. A test sees that this list is whole.
"""

from __future__ import annotations

CODES = (
    # the table
    "unknown-format", "unknown-variant", "unknown-rule", "bad-rule", "missing-rule", "rules-clash", "bad-seats",
    "bad-position", "bad-partner", "bad-declared",
    # who speaks
    "not-started", "already-started", "table-over", "not-at-table", "house-only", "unknown-action", "question-closed",
    "not-your-question", "wrong-answer", "not-asked", "no-game", "not-in-game", "mate-throws",
    # the cube
    "no-cube", "crawford", "no-live-bet", "not-your-turn", "double-before-throw", "captain-doubles", "cube-not-yours",
    "dead-cube", "cube-cap", "answer-the-double", "no-such-cube", "cube-named-twice", "one-cube", "box-double-rule",
    "no-raccoons",
    # answers
    "no-double-offered", "not-your-turn-yet", "answered", "say-drop", "name-the-cubes", "cube-not-offered",
    "cube-answered-twice", "cube-not-answered", "no-beavers", "no-beaver-on-extra", "box-take-rule",
    "condition-out-of-place", "condition-needs-take", "condition-needs-drop", "no-extras",
    # moves
    "name-the-roll", "name-the-double", "roll-not-named", "bad-roll", "name-a-double", "roll-used",
    "one-number-changes", "doubles-used", "unplayable-roll", "too-many-throws",
    # offers
    "offer-open", "no-offer", "declined-before", "only-captain-resigns", "bad-level", "no-settlements",
    "settle-with-whom", "settle-names-winner", "winner-not-in-bet", "no-bet-with", "nothing-to-undo",
    "nothing-to-claim",
    # orders and seats
    "bad-order", "bad-proxy", "proxy-opponent", "not-in-format", "bad-seat", "already-leaving", "already-joining",
    "already-seated", "table-full",
    # other rules, advice
    "no-advice-now",
    "proposal-open", "rule-stays", "rules-are-so",
    # the house
    "box-rests", "bad-rest", "annulled-already", "halted-already", "not-halted",
)  # fmt: skip

CLASHES = (
    "raccoons-need-beavers", "one-cube-one-stake", "players-min-max", "partner-min-max", "cap-power-of-two", "no-cube",
    "holland-needs-crawford", "no-partner-here", "declared-needs-min-multiple",
)  # fmt: skip
"""The reasons of `rules-clash`."""
