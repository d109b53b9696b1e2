"""What a command is once it is read, and the canonical text of an action. Reading is in `parse`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from games.commands.plays import play_text, roll_text
from games.rules import actions
from games.rules.actions import Action

Kind = Literal[
    "action", "say", "team", "box", "show", "help", "games", "history", "away", "back", "stop", "language", "zone",
    "letters", "offers", "invite", "rematch", "join",
]  # fmt: skip

LEVELS = ("single", "gammon", "backgammon")

Day = tuple[int, int]
"""Day and month, in any year."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it was read.

    `text` is canonical (spec/mail_reader.md §4): reading it again gives the same command. `action` belongs to the kind
    `action`; seats in it are indexes of the `seats` that `parse` was given. `words` belong to `say`, `team` and `box`,
    as written, white space folded; for `language`, `zone`, `letters`, `invite` and `join` (the number of a table) they
    are what is wished. `away` has either `days`, or `since` and `until`, the first and the last day. `number`
    is the question's: `#17`. `written` is the line as it was written, white space folded: for whoever is told of it.
    """

    kind: Kind
    text: str
    action: Action | None = None
    words: str = ""
    days: int | None = None
    since: Day | None = None
    until: Day | None = None
    number: int | None = None
    written: str = field(default="", compare=False)


def canonical(action: Action, seats: Sequence[str] = ()) -> str:
    """The text of an action of a player, in the command language (spec/mail_reader.md §4); `seats` are their names.

    Raises TypeError for what only the house does: that has no words.
    """
    match action:
        case actions.Play(moves, roll):
            return play_text(moves, roll)
        case actions.Name(roll):
            return roll_text(roll)
        case actions.Double(cubes, if_beavered):
            head = " ".join(["double", *(seats[cube] for cube in cubes)])
            return head if if_beavered == "accept" else f"{head}; if beavered {if_beavered}"
        case actions.Answer():
            return _answer(action, seats)
        case actions.Resign(level):
            return "resign" if level == 1 else f"resign {LEVELS[level - 1]}"
        case actions.Settle(points, seat, winner):
            head = " ".join(["settle", *([] if seat is None else [seats[seat]]), str(points)])
            return head if winner is None else f"{head}, winner {seats[winner]}"
        case actions.Proxy(seat):
            return "proxy none" if seat is None else f"proxy {seats[seat]}"
        case actions.Order():
            return _order(action)
        case (
            actions.Roll() | actions.Accept() | actions.Decline() | actions.Undo() | actions.Claim() | actions.Leave()
            | actions.Join()
        ):  # fmt: skip
            return type(action).__name__.lower()
    raise TypeError(f"{action} has no words")


def _answer(answer: actions.Answer, seats: Sequence[str]) -> str:
    groups = [
        " ".join([reply, *(["all"] if cubes is None else [seats[cube] for cube in cubes])])
        for reply, cubes in answer.replies
    ]
    parts = [", ".join(groups)]
    if answer.if_alone is not None:
        parts.append(f"if alone {answer.if_alone}")
    if answer.if_extras is not None:
        parts.append(f"if extras {answer.if_extras}")
    if answer.extra is not None:
        parts.append("extra yes" if answer.extra else "extra no")
    return "; ".join(parts)


def _order(order: actions.Order) -> str:
    match order.kind, order.value:
        case "hold", None:
            return "hold"
        case "hold", ahead:
            return f"hold if ahead {ahead}"
        case "if-doubled", reply:
            return f"if doubled {reply}"
        case "none", _:
            return "no orders"
        case "silence", _:
            raise TypeError("what silence means is a setting, not a command")
    return f"{order.kind} {order.value}"
