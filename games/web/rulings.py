"""The organiser's decisions on a table's page: what was decided and why, what waits for consent, what he may decide."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import texts
from games.clubs import is_organiser
from games.models import Profile, Ruling
from games.queries import Scene
from games.rules.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One decision."""

    number: int
    text: str
    waits: bool
    may_agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """All of them, and the choices of an organiser."""

    shown: list[Shown]
    may_rule: bool
    choices: list[tuple[str, str]]


def rulings(scene: Scene, state: State, player: Profile | None) -> Rulings | None:
    """The decisions at a club's table, for this reader; None at any other table. Three queries."""
    table, club = scene.table, scene.table.club
    if club is None:
        return None
    organises = is_organiser(club, player)
    running = state.game.number if state.game and not state.over else None
    found = table.rulings.select_related("organiser").prefetch_related("agreed").order_by("-at")
    return Rulings(
        shown=[_shown(one, scene, player, running, organises=organises) for one in found],
        may_rule=organises and running is not None,
        choices=_choices(),
    )


def _shown(one: Ruling, scene: Scene, player: Profile | None, running: int | None, *, organises: bool) -> Shown:
    waits = one.entry_id is None and one.game == running
    sits = scene.seat is not None and scene.seat.left_at is None
    mine = player is not None and one.organiser_id == player.pk
    return Shown(
        number=one.pk,
        text=texts.ruling(one.kind, organiser=one.organiser.handle, reason=one.reason),
        waits=waits,
        may_agree=waits and (sits or organises) and not mine and player not in one.agreed.all(),
    )


def _choices() -> list[tuple[str, str]]:
    won = [
        (f"adjudicate:{side}-{level}", f"{name}: {texts.win(level)}")
        for side, name in ((0, _("the box wins")), (1, _("the team wins")))
        for level in (1, 2, 3)
    ]
    return [*won, ("relieve", _("the captain is relieved of moving")), ("annul", _("the game is annulled"))]
