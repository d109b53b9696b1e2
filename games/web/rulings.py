"""The organiser's decisions on a table's page: what was decided and why, what waits for consent, what he may decide."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import texts
from games.clubs import is_organiser
from games.models import Profile, Ruling
from games.queries import Scene
from games.rules.state import State, running
from games.rulings import may_still

LAST = 20
"""So many finished games can be annulled from the page."""


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
    game: int
    """Number of the game that runs: the choices are about it."""


def rulings(scene: Scene, state: State, player: Profile | None) -> Rulings | None:
    """The decisions at a club's table, for this reader; None at any other table. Three queries."""
    table, club = scene.table, scene.table.club
    if club is None:
        return None
    organises = is_organiser(club, player)
    found = table.rulings.select_related("organiser").prefetch_related("agreed").order_by("-at")
    return Rulings(
        shown=[_shown(one, scene, state, player, organises=organises) for one in found],
        may_rule=organises and state.game is not None,
        choices=_choices(scene, state) if organises else [],
        game=state.game.number if state.game else 0,
    )


def _shown(one: Ruling, scene: Scene, state: State, player: Profile | None, *, organises: bool) -> Shown:
    waits = one.entry_id is None and may_still(one, state)
    sits = scene.seat is not None and scene.seat.left_at is None
    mine = player is not None and one.organiser_id == player.pk
    return Shown(
        number=one.pk,
        text=texts.ruling(one.kind, organiser=one.organiser.handle, reason=one.reason),
        waits=waits,
        may_agree=waits and (sits or organises) and not mine and player not in one.agreed.all(),
    )


def _choices(scene: Scene, state: State) -> list[tuple[str, str]]:
    """What can be decided now: the value of the form (`views.clubs.rule`) and its name."""
    annulled = [
        (f"annul:{number}", _("game %(game)d is annulled") % {"game": number}) for number in _finished(scene, state)
    ]
    if state.over:
        return annulled
    clocks = ("go-on", _("the clocks run again")) if state.halted else ("pause", _("all clocks stand"))
    return [*(_of_the_game(scene, state) if running(state) else []), clocks, *annulled]


def _of_the_game(scene: Scene, state: State) -> list[tuple[str, str]]:
    """Decisions about the running game."""
    won = [
        (f"adjudicate:{side}-{level}", f"{name}: {texts.win(level)}")
        for side, name in ((0, _("the box wins")), (1, _("the team wins")))
        for level in (1, 2, 3)
    ]
    replaced = [
        (f"replace:{number}", _("%(name)s acts for the box") % {"name": scene.names[number]})
        for number in _outside(state)
    ]
    return [
        *won,
        ("relieve", _("the captain is relieved of moving")),
        *replaced,
        ("annul", _("the game is annulled")),
    ]


def _outside(state: State) -> list[int]:
    """Who may act for the box: its partner, who is out of the game, who waits for the next one."""
    game = state.game
    playing = {seat for stake in game.stakes if stake.live for seat in (stake.high, stake.low)} if game else set()
    here = dict.fromkeys((*state.seats, *state.newcomers))
    return [seat for seat in here if seat not in playing and (game is None or seat != game.box)]


def _finished(scene: Scene, state: State) -> list[int]:
    """The last games that are over and not annulled yet."""
    if state.format == "match":
        return []
    over = scene.table.games.filter(number__lte=state.games, annulled_at=None).exclude(how="void")
    return list(over.order_by("-number").values_list("number", flat=True)[:LAST])
