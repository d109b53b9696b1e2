"""Each peer as a function from a prepared position to its legal plays; a peer that is not installed is left out."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.plays import Spot, legal_plays
from games.rules.plays.packing import POSITION, STEP, to_codes
from games.rules.plays.search import Search
from tests.benchmarks.positions import is_double, mine_and_his, say, signed


@dataclass(frozen=True)
class Peer:
    """`find` is measured, `prepare` is not. `positions`: its own, where a peer cannot set one up."""

    name: str
    prepare: Callable[[Any], Any]
    find: Callable[[Any], Any]
    positions: Callable[[int], tuple[list, list]] | None = None


def _search(spot: Spot) -> dict[int, tuple]:
    """Distinct final positions, as numbers, each with the steps of one play."""
    return {
        position & POSITION: tuple([STEP[code] for code in to_codes(path)])
        for position, _, path in Search(spot).legal_ends()
    }


OURS = [
    Peer("this search", lambda spot: spot, _search),
    Peer("this search, boards made as well", lambda spot: spot, lambda spot: tuple(legal_plays(spot))),
]


def _gym_backgammon() -> Peer:
    from gym_backgammon.envs.backgammon import BLACK, WHITE, Backgammon

    def prepare(spot: Spot) -> tuple:
        mine, his = mine_and_his(spot)
        game = Backgammon()
        game.board = [(0, None)] * 24
        for point in range(1, 25):
            if mine[point]:
                game.board[point - 1] = (mine[point], WHITE)
            if his[point]:
                game.board[24 - point] = (his[point], BLACK)
        game.bar, game.off = [mine[25], his[25]], [mine[0], his[0]]
        game.players_positions = game.get_players_positions()
        return game, spot.dice

    return Peer("gym-backgammon (Python)", prepare, lambda made: made[0].get_valid_plays(WHITE, made[1]))


def _gammonview() -> Peer:
    from gvformat.legality import legal_plays as find

    def prepare(spot: Spot) -> tuple:
        mine, his = mine_and_his(spot)
        return list(mine[:26]), [0, *(his[25 - point] for point in range(1, 25)), 0], *spot.dice

    return Peer("gammonview (Python)", prepare, lambda made: find(*made))


def _bgsage() -> Peer:
    from bgsage import possible_moves

    return Peer("bgsage (compiled)", lambda spot: (signed(spot), *spot.dice), lambda made: possible_moves(*made))


def _gnubg() -> Peer:
    from gnubg_nn import moves

    def prepare(spot: Spot) -> tuple:
        mine, his = mine_and_his(spot)
        return [list(his[1:26]), list(mine[1:26])], *spot.dice, 1

    return Peer("gnubg-nn (compiled)", prepare, lambda made: moves(*made))


def _open_spiel() -> Peer:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def positions(count: int) -> tuple[list, list]:
        rng, found = random.Random(7), ([], [])
        while len(found[0]) < count:
            for state, double in _spiel_turns(game, rng):
                if rng.random() < 0.2:
                    found[double].append(state)
        return found

    def whole_turn(state: Any) -> int:
        """Applies every action; a double is two actions of the same player. Nothing is compared or kept."""
        found = 0
        for action in state.legal_actions():
            after = state.child(action)
            if after.is_player_node() and after.current_player() == state.current_player():
                found += sum(1 for second in after.legal_actions() if after.child(second))
            else:
                found += 1
        return found

    return Peer("OpenSpiel, whole turns (compiled)", lambda state: state, whole_turn, positions)


def _spiel_turns(game: Any, rng: random.Random) -> Iterator[tuple[Any, bool]]:
    """Turns 9 to 60 of one random game after the throw, each with whether it is a double."""
    state, turn = game.new_initial_state(), 0
    while not state.is_terminal() and turn < 60:
        if not state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        outcome = rng.choices(outcomes, chances)[0]
        first, second = re.findall("[1-6]", state.action_to_string(outcome))[-2:]
        state.apply_action(outcome)
        turn += 1
        if turn > 8 and state.is_player_node():
            yield state.clone(), first == second


def installed() -> list[Peer]:
    """This search, and the peers that can be imported here."""
    found = list(OURS)
    for make in (_gym_backgammon, _gammonview, _open_spiel, _bgsage, _gnubg):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(make())
        except ImportError as missing:
            say(f"{make.__name__.strip('_')}: not installed ({missing})")
    return found


def prepared(peer: Peer, spots: list[Spot]) -> tuple[list, list]:
    """What `find` is called with: plain rolls, doubles."""
    if peer.positions:
        return peer.positions(len(spots))
    plain = [peer.prepare(spot) for spot in spots if not is_double(spot)]
    return plain, [peer.prepare(spot) for spot in spots if is_double(spot)]
