"""How a game ends: its bets are closed and paid, its result is credited. Who sits where then is in `session`."""

from __future__ import annotations

from typing import Literal

from games.rules.facts import GameOver
from games.rules.formats import Outcome, format_named
from games.rules.scoring import payment
from games.rules.stake import Stake
from games.rules.state.values import Phase
from games.rules.table.draft import Draft


def board_decided(
    draft: Draft, winner: int | None, level: int, how: Literal["board", "adjudicated", "resigned"]
) -> None:
    """The board ends the game: side `winner` (None: a draw) wins every live bet `level` times the stake."""
    for index, stake in enumerate(draft.game.stakes):
        if not stake.live:
            continue
        if winner is None:
            draft.close(index, winner=None, points=0, how=how)
        else:
            draft.close(index, winner=stake.of_side(winner), points=pays(draft, stake, level), how=how)
    draft.change_game(drawn=winner is None)
    _game_over(draft, winner, level)


def game_without_bets(draft: Draft) -> None:
    """No bet is live any more: the game is over, wherever the board stands."""
    _game_over(draft, None, 0)


def annulled(draft: Draft) -> None:
    """The game is void: whatever was booked in it falls, and no bet has a winner (spec/chouette.md §2.15)."""
    for index in range(len(draft.game.stakes)):
        draft.close(index, winner=None, points=0, how="void")
    draft.change_game(results=())
    if draft.game.crawford:
        draft.change(crawford_played=False)
    _game_over(draft, None, 0)


def pays(draft: Draft, stake: Stake, level: int) -> int:
    """Points of a bet that the board closes at `level` times the stake."""
    agreed = draft.options
    return payment(
        stake.value,
        level,
        jacoby=agreed.jacoby,
        turned=stake.turned,
        any_turned=any(other.turned for other in draft.game.stakes),
        kills_mars=agreed.variant.cube_kills_mars,
    )


def outcome(draft: Draft) -> Outcome:
    """The finished game as its format sees it."""
    state, game = draft.state, draft.game
    return Outcome(
        seats=state.seats,
        captains=game.captains,
        partner=game.partner,
        stakes=game.stakes,
        ledger=game.results,
        drawn=game.drawn,
    )


def _game_over(draft: Draft, side: int | None, level: int) -> None:
    state, the_format = draft.state, format_named(draft.state.format)
    gains = the_format.gains(outcome(draft), draft.options)
    halves = the_format.credit(state.halves, gains, draft.options)
    value = max((points for _, points in draft.game.results), default=0)
    draft.enter(Phase.OVER, turn=None, calls=(), given=(), passed=())
    draft.change(halves=halves, games=state.games + 1, offer=None, overdue=None, closed=draft.game.stakes)
    draft.say(
        GameOver(
            game=draft.game.number,
            side=side,
            how=draft.game.how or "void",
            level=level,
            points=tuple(sorted(gains.items())),
            value=value,
        )
    )
