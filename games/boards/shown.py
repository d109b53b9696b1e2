"""From the state of a table to what its board shows: dice, cubes, a play that is only half chosen. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards.view import Cube, Die, LastPlay, View
from games.rules.actions import Move
from games.rules.facts import Fact, GameStarted, Played
from games.rules.stake import Progress, raised
from games.rules.state import Game, Phase, State, options


def shown(
    state: State,
    *,
    viewer: int,
    mirrored: bool = False,
    last: LastPlay | None = None,
    done: Sequence[Move] = (),
    names: Sequence[str] = (),
) -> View:
    """The board of the running (or last) game as side `viewer` sees it, its own men light.

    `done` are single steps of the side on turn that are chosen but not played: the men stand where they would be, and
    the dice used up are dimmed. `last` is drawn as arrows only while no step is chosen. `names` of the seats, by
    number, tell cubes apart where there are several.
    """
    game = state.game
    assert game is not None  # a table that has not started has no board
    agreed = options(state)
    mover = game.turn.mover if game.turn and game.phase == Phase.MOVE else None
    board = game.board
    for start, end in done:
        pins = agreed.variant.contact == "pin"
        board = board.moved(mover or 0, start, end, facing=agreed.variant.facing, pins=pins)
    return View(
        board=board,
        facing=agreed.variant.facing,
        viewer=viewer,
        white=viewer,
        mover=mover,
        mirrored=mirrored,
        heads=agreed.variant.head_limit != "none",
        dice=_dice(game, done) if mover is not None else (),
        cubes=_cubes(state, game, names, agreed.variant.progress) if agreed.variant.cube and not game.crawford else (),
        last=last if not done else None,
    )


def last_play(facts: Iterable[Fact]) -> LastPlay | None:
    """The arrows of the last play among `facts`, if no other game has begun since."""
    last = None
    for fact in facts:
        if isinstance(fact, Played):
            last = LastPlay(fact.side, tuple((start, end) for start, end, _ in fact.steps))
        elif isinstance(fact, GameStarted):
            last = None
    return last


def _dice(game: Game, done: Sequence[Move]) -> tuple[Die, ...]:
    """One die for each step of the present stage; those that `done` used are dimmed, the exact ones first."""
    assert game.turn is not None
    numbers = game.turn.stages[0] if game.turn.stages else game.turn.dice
    used = [False] * len(numbers)
    for start, end in done:
        fitting = [i for i, number in enumerate(numbers) if not used[i] and number == start - end]
        larger = sorted((number, i) for i, number in enumerate(numbers) if not used[i] and number > start - end)
        if fitting or larger:
            used[fitting[0] if fitting else larger[0][1]] = True
    return tuple(Die(number, used[i]) for i, number in enumerate(numbers))


def _cubes(state: State, game: Game, names: Sequence[str], progress: Progress) -> tuple[Cube, ...]:
    """The cube of every live bet; one that is offered lies at its new value before the seat that is asked."""
    live = [(number, stake) for number, stake in enumerate(game.stakes) if stake.live]
    offered = {number: ask.seat for ask in state.asks if ask.kind == "answer" for number in ask.stakes}
    cubes = []
    for number, stake in live:
        asked = offered.get(number)
        holder = stake.owner if asked is None else asked
        cubes.append(
            Cube(
                value=stake.value if asked is None else raised(stake.value, progress),
                owner=None if holder is None else int(holder != stake.high),
                label=names[stake.low] if len(live) > 1 and stake.low < len(names) else "",
                offered=asked is not None,
            )
        )
    return tuple(cubes)
