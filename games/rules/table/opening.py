"""A new table: everything that was agreed is checked, then the players sit down. The first throw comes with `Start`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.rules.board import OFF
from games.rules.errors import IllegalAction
from games.rules.formats import FormatName, Options, agreed
from games.rules.state.pairs import SEATS
from games.rules.state.values import Opening, Orders, State

DECLARED = (1, 2, 4)
"""Stakes that may be declared under `stakes` = `min_multiple` (spec/chouette.md §2.14)."""


def new_table(
    *,
    variant: str,
    format: str,  # noqa: A002 - the word of the house for it
    rules: Mapping[str, object],
    seats: int,
    orders: Mapping[int, Orders] | None = None,
    start: Opening | None = None,
    declared: Mapping[int, int] | None = None,
    partner: int | None = None,
    polls: bool = False,
    draws_seats: bool = False,
) -> State:
    """A table of seats 0 … `seats` − 1 (box, captain, queue) before its first action, `Start` by the house.

    Of pairs seats 2 and 3 play beside 0 and 1.

    `start` is the position of the first game, `declared` the stakes under `min_multiple`, `partner` shares the box's
    result from the first game on. `polls`: the line is asked for partners as the options say. `draws_seats`: the first
    order of a chouette is thrown for. Raises `IllegalAction` with the code of what does not go together.
    """
    options = agreed(variant, format, rules)
    pairs = options.pairs != "off"
    most = options.max_players if format == "chouette" else SEATS if pairs else 2
    if not 2 <= seats <= most or (pairs and seats != SEATS):
        raise IllegalAction("bad-seats", seats=seats, most=most)
    if start is not None and any(men[OFF] == options.variant.men for men in start.board.sides):
        raise IllegalAction("bad-position", reason="already-over")
    _check_declared(options, dict(declared or {}), seats)
    if partner is not None:
        if format != "chouette" or options.partner == "off":
            raise IllegalAction("rules-clash", reason="no-partner-here")
        if not 1 <= partner < seats or seats < 3:
            raise IllegalAction("bad-partner", seat=partner)
    return State(
        variant=variant,
        format=cast("FormatName", format),  # `agreed` has checked it
        rules=dict(rules),
        seats=tuple(range(2 if pairs else seats)),
        halves=dict.fromkeys(range(2 if pairs else seats), 0),
        orders=dict(orders or {}),
        start=start,
        declared=dict(declared or {}),
        partner=partner,
        polls=polls,
        draws_seats=draws_seats and format == "chouette",
    )


def _check_declared(options: Options, declared: Mapping[int, int], seats: int) -> None:
    if declared and options.stakes != "min_multiple":
        raise IllegalAction("rules-clash", reason="declared-needs-min-multiple")
    for seat, stake in declared.items():
        if not 0 <= seat < seats or type(stake) is not int or stake not in DECLARED:
            raise IllegalAction("bad-declared", seat=seat, stake=stake)
