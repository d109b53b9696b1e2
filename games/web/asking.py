"""The buttons of a question: what may be done now, from `may`, each a command of the command language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import texts
from games.commands import canonical
from games.models import Prompt
from games.rules.actions import Name, Resign
from games.rules.state import Option


@dataclass(frozen=True, slots=True)
class Button:
    """A button, the command it sends, and whether it is the one green action of the page."""

    name: str
    command: str
    go: bool = False


def buttons(prompt: Prompt | None, options: Sequence[Option]) -> list[Button]:
    """What answers the question of `prompt`, but plays: those are clicked on the board.

    Nothing is the default where it cannot be taken back: to take and to drop look alike.
    """
    if prompt is None:
        return []
    names = {
        "roll": Button(pgettext("button", "Roll"), "roll", go=True),
        "double": Button(pgettext("button", "Double…"), "double"),
        "take": Button(pgettext("button", "Take"), "take"),
        "beaver": Button(pgettext("button", "Beaver"), "beaver"),
        "drop": Button(pgettext("button", "Drop…"), "drop"),
        "accept": Button(pgettext("button", "Accept"), "accept"),
        "decline": Button(pgettext("button", "Decline"), "decline"),
    }
    possible = {option.kind for option in options if option.ask == prompt.number}
    return [button for kind, button in names.items() if kind in possible]


def namings(prompt: Prompt | None, options: Sequence[Option], rolls: Sequence[Sequence[int]]) -> list[Button]:
    """The `rolls` that may be named, where the player is to name one."""
    if prompt is None or not any(option.kind == "name" and option.ask == prompt.number for option in options):
        return []
    return [Button(texts.dice(roll), canonical(Name(tuple(roll)))) for roll in rolls]


def resignations(options: Sequence[Option]) -> list[Button]:
    """The levels at which one may offer to resign; empty while one may not."""
    levels = next((option.levels for option in options if option.kind == "resign"), ())
    return [Button(texts.win(level), canonical(Resign(level))) for level in levels]


def aside(options: Sequence[Option]) -> list[Button]:
    """What may be asked for beside the game."""
    names = {
        "undo": Button(_("Ask to take my last answer back"), "undo"),
        "claim": Button(_("Claim the game: the time is over"), "claim"),
    }
    possible = {option.kind for option in options}
    return [button for kind, button in names.items() if kind in possible]
