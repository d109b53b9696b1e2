"""What a written play means: the one legal play that it says, or why not. Never another play than the one written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.actions import Move
from games.rules.board import BAR, move_text
from games.rules.errors import IllegalAction
from games.rules.plays.answers import legal
from games.rules.plays.clicks import Goal, steps
from games.rules.plays.packing import POSITION
from games.rules.plays.refusals import refuse
from games.rules.plays.search import Node, Numbers, Search
from games.rules.plays.spot import Legal, Spot

Moves = tuple[Move, ...]


def resolve(spot: Spot, moves: Sequence[Move]) -> Legal:
    """The legal play that `moves` say (spec/commands.md: a move may span several numbers, stars are optional).

    The steps are taken in the written order if they can be, else in any order that is legal. Raises

    - `illegal-play`: `rule` says why (see `refusals`), `move` which one, as text;
    - `not-enough-steps`: `rule` is `must-play-more` or `must-play-larger`; `steps` and `total` as written, `most` and
      `largest` what has to be played;
    - `ambiguous-play`: the moves can be made with different results; `ways` are their single steps, as texts.
    """
    search = Search(spot)
    goal = Goal(search)
    written = tuple((min(start, BAR), end) for start, end in moves)
    ends: dict[int, Node] = {}
    for node, left in _carried_out(search, written) if len(written) <= len(spot.stage) else ():
        if goal.reached(node, left):
            ends.setdefault(node[0] & POSITION, node)
    if not ends:
        raise refuse(search, goal, written)
    plays = [legal(search, node) for node in ends.values()]
    if len(plays) > 1:
        texts = [" ".join(move_text(start, end) for start, end, _ in play.steps) for play in plays]
        raise IllegalAction("ambiguous-play", ways=sorted(texts))
    return plays[0]


def _carried_out(search: Search, written: Moves) -> Iterator[tuple[Node, Numbers]]:
    """Where the whole of the written moves may lead, in any order, over any points; the written order comes first."""
    seen = set()
    waiting: list[tuple[Node, Numbers, Moves]] = [(search.root, search.numbers, written)]
    while waiting:
        node, left, moves = waiting.pop()
        if (node[0], left, moves) in seen:
            continue
        seen.add((node[0], left, moves))
        if not moves:
            yield node, left
            continue
        further = []
        for (start, end), after, rest in steps(search, node, left):
            for index, (origin, goal) in enumerate(moves):
                if origin == start and goal <= end:
                    begun = ((end, goal),) if end > goal else ()
                    further.append((index, (after, rest, moves[:index] + begun + moves[index + 1 :])))
        further.sort(key=lambda item: item[0], reverse=True)
        waiting.extend(item for _, item in further)
