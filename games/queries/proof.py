"""The dice document of a table: what anyone needs to recompute every throw (`static/games/check_dice.py`)."""

from __future__ import annotations

from typing import TypedDict

from games.models import Table
from games.rules import codec
from games.rules.facts import Thrown


class Throw(TypedDict):
    """One throw: its number in the game, the epoch of the table's dice, the faces."""

    n: int
    epoch: int
    dice: list[int]


class GameProof(TypedDict):
    """The dice of one game. `seed` is None until it is over; `salts` are pairs of seat number and text."""

    game: int
    seed_hash: str
    seed: str | None
    salts: list[tuple[int, str]]
    throws: list[Throw]


class Proof(TypedDict):
    """The dice of a table."""

    table: int
    games: list[GameProof]


def proof(table: Table) -> Proof:
    """Promises, seeds and throws of all games of `table`, the coming one too. JSON-able. Two queries."""
    throws: dict[int, list[Throw]] = {}
    for epoch, facts in table.entries.order_by("seq").values_list("epoch", "facts"):
        for fact in map(codec.load_fact, facts):
            if isinstance(fact, Thrown):
                throws.setdefault(fact.game, []).append({"n": fact.n, "epoch": epoch, "dice": list(fact.dice)})
    return {
        "table": table.pk,
        "games": [
            {
                "game": game.number,
                "seed_hash": game.seed_hash,
                "seed": game.seed or None,
                "salts": sorted((int(seat), salt) for seat, salt in game.salts.items()),
                "throws": throws.get(game.number, []),
            }
            for game in table.games.order_by("number")
        ],
    }
