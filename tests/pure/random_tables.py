"""Tables played by chance: a driver that picks any action a seat could think of, and keeps the log. No tests here."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.rules import actions as a
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, Thrown
from games.rules.plays import legal_plays
from games.rules.state import Opening, State, asks, may, options, side_of, spot, stake_name
from games.rules.table import advance, new_table
from games.rules.variants import variant as variant_of

LOCKED_BOARD = variant_of("short").board(*["bar 7x2 6x2 5x2 4x2 3x2 2x2 1x2"] * 2)
"""Nobody can play: only the cubes move on (spec/rehearse.md §3)."""

HOUSE_SHARE = 0.05
"""How often the house acts or a deadline passes."""

CHOUETTE_OPTIONS: Mapping[str, tuple[object, ...]] = {
    "cubes": ("multi", "multi", "single"),
    "box_decider": ("original_captain", "acting_captain", "net", "all", "last_and_net"),
    "successor": ("first_winner", "next_in_line"),
    "net_zero": ("stays", "leaves"),
    "box_double": ("free", "captain_if_level", "same_value_same_action", "all_or_none"),
    "box_take": ("free", "captain_required", "half_or_none", "all_or_none", "break_even_captain"),
    "lone_taker": ("play_on", "must_drop", "must_beaver", "extras", "buyout"),
    "lone_min_players": (4, 5),
    "extras_mode": ("offered", "forced", "voluntary"),
    "jacoby": ("per_cube", "any_cube", "off"),
    "beavers": (False, True),
    "auto_max": (0, 2),
    "auto_by": ("rule", "box"),
    "partner": ("optional", "off", "required"),
    "partner_min": (3, 4, 6),
    "partner_offer": ("from_captain", "next_in_line", "from_last"),
    "partner_draw": (True, False, "leave"),
    "partner_term": ("run", "game"),
    "partner_after_loss": ("keeps_place", "becomes_captain"),
    "settlements": (False, True),
    "answers": ("sealed", "captain_first", "captain_last"),
    "join_position": ("behind_loser", "ahead_of_loser"),
    "cube_cap": (2, 8, 64, None),
    "stop_loss": ("none", 5),
}


@dataclass(slots=True)
class Entry:
    """One accepted action, and the state and facts it led to."""

    seat: int
    action: a.Action
    state: State
    facts: tuple[Fact, ...]


@dataclass(slots=True)
class Chance:
    """Dice from a seed, and a note of all that were thrown."""

    rng: random.Random
    thrown: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    def __call__(self, game: int, n: int, dice: int) -> tuple[int, ...]:
        """The same arguments, the same dice."""
        if (game, n) not in self.thrown:
            self.thrown[game, n] = tuple(self.rng.randint(1, 6) for _ in range(dice))
        return self.thrown[game, n]


def chouette_rules(rng: random.Random) -> dict[str, object]:
    """Some options of a chouette; those that exclude one another are left out."""
    rules = {name: rng.choice(values) for name, values in CHOUETTE_OPTIONS.items() if rng.random() < 0.5}
    if rules.get("beavers") and rng.random() < 0.5:
        rules["raccoons"] = True
    if rules.get("cubes") != "single" and rng.random() < 0.2:
        rules["stakes"] = "min_multiple"
    return rules


def random_table(
    rng: random.Random, *, format_name: str, variant: str = "short", locked: float = 0.5, **more: object
) -> State:
    """A table of chance options, not started. `locked`: how many chouettes begin on the locked board."""
    rules: dict[str, object] = dict(more)
    seats = 2
    if format_name == "chouette":
        rules = chouette_rules(rng) | rules
        seats = rng.randint(2, 6)
    elif format_name == "match":
        rules.setdefault("length", rng.choice((1, 3, 5)))
    declared = {seat: rng.choice((1, 2, 4)) for seat in range(seats)} if rules.get("stakes") == "min_multiple" else {}
    chouette = format_name == "chouette"
    stuck = chouette and variant == "short" and rng.random() < locked
    return new_table(
        variant=variant,
        format=format_name,
        rules=rules,
        seats=seats,
        start=Opening(board=LOCKED_BOARD, side=rng.randint(0, 1)) if stuck else None,
        declared=declared,
        polls=chouette and rng.random() < 0.5,
        draws_seats=chouette and rng.random() < 0.5,
    )


def played(state: State, rng: random.Random, entries: int, *, volunteer: float = 0.15) -> Iterator[Entry]:
    """Start the table and play it by chance, until it is over or has so many entries."""
    dice = Chance(rng)
    action: a.Action = a.Start()
    seat = a.HOUSE
    for _ in range(entries):
        try:
            state, facts = advance(state, seat, action, dice)
        except IllegalAction:
            facts = ()
        else:
            yield Entry(seat, action, state, facts)
        if state.over:
            return
        seat, action = choice(state, rng, volunteer)


def choice(state: State, rng: random.Random, volunteer: float) -> tuple[int, a.Action]:
    """Somebody, and something he might do; most often what is asked."""
    waited = asks(state)
    if waited and rng.random() > volunteer:
        ask = rng.choice(waited)
        if rng.random() < HOUSE_SHARE:
            return ask.seat, a.TimeOut()
        return ask.seat, _answer(state, ask.seat, ask.kind, rng)
    if rng.random() < HOUSE_SHARE or not waited:
        return a.HOUSE, a.Adjudicate(rng.randint(0, 1), rng.randint(1, 3))
    seat = rng.choice((*state.seats, *state.newcomers, len(state.halves)))
    if seat == len(state.halves):
        return seat, a.Join()
    found = may(state, seat)
    option = rng.choice(found) if found else None
    return seat, _of_option(state, seat, option.kind if option else "roll", rng)


def _answer(state: State, seat: int, kind: str, rng: random.Random) -> a.Action:
    if kind == "cube":
        return _double(state, seat, rng) if rng.random() < 0.3 else a.Roll()
    if kind == "answer":
        return _reply(state, seat, rng)
    if kind == "offer":
        return rng.choice((a.Accept(), a.Decline()))
    return _play(state, rng)


def _play(state: State, rng: random.Random) -> a.Action:
    here = spot(state)
    if here is None:
        double = rng.randint(1, 6)
        return a.Name((double, double) if rng.random() < 0.5 else (double, rng.randint(1, 6)))
    steps = rng.choice(legal_plays(here)).steps
    return a.Play(tuple((start, end) for start, end, _ in steps))


def _double(state: State, seat: int, rng: random.Random) -> a.Action:
    stakes = next((option.stakes for option in may(state, seat) if option.kind == "double"), ())
    names = tuple(stake_name(state, seat, index) for index in stakes if rng.random() < 0.7)
    reply = rng.choice(("accept", "accept", "drop", "raccoon"))
    return a.Double(names if rng.random() < 0.5 else (), reply)


def _reply(state: State, seat: int, rng: random.Random) -> a.Action:
    stakes = next((option.stakes for option in may(state, seat) if option.kind == "take"), ())
    agreed = options(state)
    words: tuple[a.Reply, ...] = ("take", "take", "drop", "beaver") if agreed.beavers else ("take", "take", "drop")
    if agreed.one_cube or len(stakes) < 2 or rng.random() < 0.5:
        reply = rng.choice(words)
        names = None if len(stakes) > 1 else ()
        if rng.random() < 0.5 and agreed.lone_taker == "extras" and side_of(state, seat) == 1:
            if reply == "drop":
                return a.Answer(((reply, names),), extra=True)
            return a.Answer(((reply, names),), if_extras="accept")
        if rng.random() < 0.1 and reply != "drop":
            return a.Answer(((reply, names),), if_alone=rng.choice(("keep", "drop", "beaver")))
        return a.Answer(((reply, names),))
    return a.Answer(tuple((rng.choice(words), (stake_name(state, seat, index),)) for index in stakes))


def _of_option(state: State, seat: int, kind: str, rng: random.Random) -> a.Action:
    others = tuple(state.halves)
    match kind:
        case "double":
            return _double(state, seat, rng)
        case "take" | "drop" | "beaver":
            return _reply(state, seat, rng)
        case "play" | "name":
            return _play(state, rng)
        case "resign":
            return a.Resign(rng.randint(1, 3))
        case "settle":
            winner = rng.choice((None, *others))
            return a.Settle(rng.randint(-3, 3), rng.choice((None, *others)), winner)
        case "order":
            return _order(rng)
        case "proxy":
            return a.Proxy(rng.choice((None, *others)))
        case _:
            plain = {
                "roll": a.Roll, "accept": a.Accept, "decline": a.Decline, "undo": a.Undo, "claim": a.Claim,
                "leave": a.Leave, "join": a.Join,
            }  # fmt: skip
            return plain[kind]()


def _order(rng: random.Random) -> a.Action:
    return rng.choice(
        (
            a.Order("auto", "on"),
            a.Order("auto", "off"),
            a.Order("auto", "once"),
            a.Order("hold"),
            a.Order("hold", 10),
            a.Order("double", "next"),
            a.Order("forced", "on"),
            a.Order("greedy", "on"),
            a.Order("waive", "on"),
            a.Order("if-doubled", "take"),
            a.Order("if-doubled", "beaver"),
            a.Order("none"),
            a.Order("silence", "take"),
        )
    )


def throws_of(entries: list[Entry]) -> dict[tuple[int, int], tuple[int, ...]]:
    """All dice that stand in the facts, by game and number."""
    return {(fact.game, fact.n): fact.dice for entry in entries for fact in entry.facts if isinstance(fact, Thrown)}
