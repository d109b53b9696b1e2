"""A play chosen click by click: the steps stand in the address, each click is a link. `rules.plays` says which."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from games.commands import canonical, parse
from games.rules.actions import Move, Play
from games.rules.errors import IllegalAction
from games.rules.plays import Clicks, Spot, ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """Where a player stands in choosing his play. Points are his own; links are relative to the table's page."""

    steps: tuple[Move, ...]
    """Single steps chosen so far, each legal after the ones before it."""
    picked: int | None
    """The point of the man that was clicked and has no target yet."""
    sources: dict[int, str]
    targets: dict[int, str]
    undo: str
    """Link that takes the last click back; empty when there is none."""
    complete: bool
    carried: dict[str, str]
    """For the page's script (`carried`)."""

    @property
    def text(self) -> str:
        """The steps as they are written: `13/9 24/22`."""
        return canonical(Play(self.steps)) if self.steps else ""


def choosing(spot: Spot, *, steps: str, picked: str) -> Choosing:
    """Read the steps and the picked point of an address. What cannot be, such as an old address, is left out."""
    clicks = Clicks(spot)
    chosen = clicks.legal_part(_read(steps))
    following = clicks.next_steps(chosen)
    starts = {start for start, _ in following}
    point = int(picked) if picked.isdecimal() and int(picked) in starts else None
    targets = {end: link((*chosen, (start, end))) for start, end in following if start == point}
    sources = {start: _click(chosen, start, following) for start in starts}
    if point is not None:
        sources[point] = link(chosen)
    before = link(chosen) if point is not None else link(chosen[:-1])
    return Choosing(
        steps=chosen,
        picked=point,
        sources=sources,
        targets=targets,
        undo=before if chosen or point is not None else "",
        complete=clicks.complete(chosen),
        carried=carried(spot) if clicks.results <= MOST_WAYS else {},
    )


MOST_WAYS = 2500
"""So many ways to play a roll are carried by the page; where there are more, every click asks the server."""


def carried(spot: Spot) -> dict[str, str]:
    """What a script needs to let the play be clicked together without the network; empty where it cannot be carried.

    `ways`: every legal play as a set of single steps (25 = bar, 0 = off), divided by `|`. `mine`, `theirs`: 27 counts
    of men at the beginning, both in the player's own numbering. `stage`: the step lengths. `contact`: what becomes of a
    single man on whose point another lands.
    """
    found = [way for ways_to in ways(spot).values() for way in ways_to]
    if len(found) > MOST_WAYS:
        return {}
    theirs = spot.board.sides[1 - spot.side]
    seen = [theirs[0], *(theirs[spot.variant.facing(point)] for point in range(1, 25)), *theirs[25:]]
    return {
        "ways": "|".join(sorted(" ".join(f"{start}/{end}" for start, end in way) for way in found)),
        "mine": " ".join(map(str, spot.board.sides[spot.side])),
        "theirs": " ".join(map(str, seen)),
        "stage": " ".join(map(str, spot.stage)),
        "contact": spot.variant.contact,
    }


def link(steps: tuple[Move, ...], picked: int | None = None) -> str:
    """The address of a table's page with these steps chosen."""
    query: dict[str, str] = {}
    if steps:
        query["steps"] = ",".join(f"{start}/{end}" for start, end in steps)
    if picked is not None:
        query["from"] = str(picked)
    return "?" + urlencode(query, safe="/,")


def _click(chosen: tuple[Move, ...], start: int, following: tuple[Move, ...]) -> str:
    """Where a click on a man leads: to its targets, or at once to the only one."""
    ends = [end for other, end in following if other == start]
    return link((*chosen, (start, ends[0]))) if len(ends) == 1 else link(chosen, start)


def _read(steps: str) -> tuple[Move, ...]:
    try:
        action = parse(steps).action if steps else None
    except IllegalAction:
        return ()
    return action.moves if isinstance(action, Play) else ()
