"""Rotation, seats and what the box may take (spec/chouette.md §2.7, §2.15, §2.16), on values alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.rules.formats import Options, Outcome, agreed, format_named
from games.rules.formats.chouette import base_value, box_may_double, box_may_take, seated
from games.rules.stake import Stake

A, B, C, D, E = range(5)
CHOUETTE = format_named("chouette")


def options(**rules: object) -> Options:
    """A chouette's options."""
    return agreed("short", "chouette", rules)


def outcome(won: dict[int, int], captains: tuple[int, ...] = (B,), *, value: int = 1, **more: object) -> Outcome:
    """Seats A, B, C, D; each member's bet won by the seat given."""
    stakes = tuple(
        Stake(kind="main", high=A, low=seat, value=value, live=False, won=winner) for seat, winner in won.items()
    )
    ledger = tuple(
        entry
        for stake in stakes
        if stake.won is not None
        for entry in ((stake.won, stake.value), (stake.other(stake.won), -stake.value))
    )
    plain = Outcome(seats=(A, *won), captains=captains, partner=None, stakes=stakes, ledger=ledger, drawn=False)
    return replace(plain, **more)  # type: ignore[arg-type]  # the parameters are its fields


ALL_LOST = {B: A, C: A, D: A}
ALL_WON = {B: B, C: C, D: D}


@pytest.mark.parametrize(
    ("won", "captains", "standard", "classic"),
    [
        (ALL_LOST, (B,), (A, C, D, B), (A, C, D, B)),
        (ALL_WON, (B,), (B, C, D, A), (B, C, D, A)),
        (ALL_LOST, (B, C), (A, C, D, B), (A, D, B, C)),
        ({B: A, C: C, D: D}, (B, C), (A, C, D, B), (C, D, B, A)),
        ({B: A, C: C, D: C}, (B, C), (A, C, D, B), (C, D, B, A)),
        ({B: B, C: A, D: A}, (B, C), (B, C, D, A), (A, B, D, C)),
    ],
)
def test_seats_after_every_outcome(
    won: dict[int, int], captains: tuple[int, ...], standard: tuple[int, ...], classic: tuple[int, ...]
) -> None:
    """The last table of §2.15."""
    finished = outcome(won, captains)
    assert CHOUETTE.rotated(finished, options())[0] == standard
    assert CHOUETTE.rotated(finished, options(preset="classic"))[0] == classic


@pytest.mark.parametrize(
    ("rules", "won", "captains", "seats"),
    [
        ({"box_decider": "net"}, {B: A, C: C, D: D}, (B,), (C, D, B, A)),
        ({"box_decider": "net", "successor": "next_in_line"}, {B: A, C: A, D: D}, (B,), (A, C, D, B)),
        ({"box_decider": "net"}, {B: B, C: A}, (B,), (A, B, C)),
        ({"box_decider": "net", "net_zero": "leaves"}, {B: B, C: A}, (B,), (B, C, A)),
        ({"box_decider": "net", "net_zero": "leaves"}, {B: A, C: C}, (B,), (C, B, A)),
        ({"box_decider": "all"}, {B: A, C: A, D: D}, (B,), (D, C, B, A)),
        ({"box_decider": "all", "successor": "next_in_line"}, {B: A, C: A, D: D}, (B,), (C, D, B, A)),
        ({"box_decider": "all"}, ALL_LOST, (B,), (A, C, D, B)),
        ({"box_decider": "last_and_net"}, {B: A, C: A, D: D}, (B, C), (A, C, D, B)),
        ({"box_decider": "last_and_net"}, {B: A, C: C, D: A}, (B, C), (C, D, B, A)),
    ],
)
def test_other_deciders(
    rules: dict[str, object], won: dict[int, int], captains: tuple[int, ...], seats: tuple[int, ...]
) -> None:
    assert CHOUETTE.rotated(outcome(won, captains), options(**rules))[0] == seats


def test_a_draw_moves_nobody() -> None:
    drawn = replace(outcome(dict.fromkeys((B, C, D), A)), drawn=True, ledger=())
    drawn = replace(drawn, stakes=tuple(replace(stake, won=None) for stake in drawn.stakes))
    for decider in ("original_captain", "acting_captain", "net", "all", "last_and_net"):
        assert CHOUETTE.rotated(drawn, options(box_decider=decider, net_zero="leaves"))[0] == (A, B, C, D)


def test_names_of_seats_do_not_matter() -> None:
    """24: renaming the players commutes with settlement and rotation."""
    rng = random.Random(24)
    for _ in range(200):
        won = {seat: rng.choice((A, seat)) for seat in (B, C, D, E)}
        captains = (B, *(seat for seat in (C, D) if rng.random() < 0.3))
        rules = options(
            box_decider=rng.choice(("original_captain", "acting_captain", "net", "all", "last_and_net")),
            successor=rng.choice(("first_winner", "next_in_line")),
        )
        finished = outcome(won, captains, value=rng.choice((1, 2, 4)))
        new = dict(zip(range(5), rng.sample(range(100, 200), 5), strict=True))
        renamed = replace(
            finished,
            seats=tuple(new[seat] for seat in finished.seats),
            captains=tuple(new[seat] for seat in captains),
            stakes=tuple(
                replace(stake, high=new[stake.high], low=new[stake.low], won=new[stake.won if stake.won else A])
                for stake in finished.stakes
            ),
            ledger=tuple((new[seat], points) for seat, points in finished.ledger),
        )
        seats, moved = CHOUETTE.rotated(finished, rules)
        assert CHOUETTE.rotated(renamed, rules) == (tuple(new[s] for s in seats), tuple(new[s] for s in moved))
        gains = CHOUETTE.gains(finished, rules)
        assert CHOUETTE.gains(renamed, rules) == {new[seat]: halves for seat, halves in gains.items()}


def test_leavers_go_after_the_rotation_and_newcomers_come_behind_or_ahead() -> None:
    rotated, moved = (B, C, D, A), (A,)
    assert seated(rotated, moved, gone=(B,), joining=(), options=options()) == (C, D, A)
    assert seated(rotated, moved, gone=(), joining=(E,), options=options()) == (B, C, D, A, E)
    ahead = options(join_position="ahead_of_loser")
    assert seated(rotated, moved, gone=(C,), joining=(E,), options=ahead) == (B, D, E, A)


def cubes(*values: int, owner: int | None = None) -> list[Stake]:
    """Live main bets of B, C, D …, with these values."""
    return [Stake(kind="main", high=A, low=seat, value=value, owner=owner) for seat, value in enumerate(values, 1)]


@pytest.mark.parametrize(
    ("rule", "players", "taken", "allowed"),
    [
        ("half_or_none", 5, {0}, False),
        ("half_or_none", 5, {0, 3}, True),
        ("half_or_none", 5, set(), True),
        ("all_or_none", 5, {0, 1, 2}, False),
        ("all_or_none", 5, {0, 1, 2, 3}, True),
        ("captain_required", 5, {1, 2, 3}, False),
        ("captain_required", 5, {0}, True),
        ("break_even_captain", 5, {0}, False),
        ("break_even_captain", 5, {0, 1}, True),
        ("break_even_captain", 5, {1, 2, 3}, False),
    ],
)
def test_what_the_box_may_take_of_four_cubes(rule: str, players: int, taken: set[int], allowed: bool) -> None:
    dropped = {0, 1, 2, 3} - taken
    found = box_may_take(cubes(1, 1, 1, 1), taken, dropped, captain=B, players=players, options=options(box_take=rule))
    assert found == allowed


@pytest.mark.parametrize("rule", ["half_or_none", "break_even_captain"])
def test_three_players_both_or_none(rule: str) -> None:
    def may(taken: set[int]) -> bool:
        rules = options(box_take=rule)
        return box_may_take(cubes(1, 1), taken, {0, 1} - taken, captain=B, players=3, options=rules)

    assert [may(taken) for taken in (set(), {0}, {1}, {0, 1})] == [True, False, False, True]


def test_cubes_that_are_not_all_in_the_batch_leave_the_box_free() -> None:
    rules = options(box_take="break_even_captain")
    assert box_may_take(cubes(1, 1, 1), {1}, {0}, captain=B, players=4, options=rules)


def test_the_captain_is_doubled_when_all_is_level() -> None:
    rules = options(box_double="captain_if_level")

    def may(stakes: list[Stake], chosen: set[int], accessible: set[int]) -> bool:
        return box_may_double(stakes, chosen, accessible, captain=B, options=rules)

    assert not may(cubes(1, 1, 1), {1, 2}, {0, 1, 2})
    assert may(cubes(1, 1, 1), {0, 2}, {0, 1, 2})
    assert may(cubes(1, 2, 1), {1}, {0, 1, 2})
    assert may(cubes(1, 1, 1), {1}, {1, 2}), "the captain's cube is not accessible"


def test_the_smaller_of_two_declared_stakes() -> None:
    rules = options(stakes="min_multiple")
    assert base_value({A: 2, B: 4}, A, B, rules) == 2
    assert base_value({A: 4, B: 2}, A, B, rules) == 2
    assert base_value({A: 4}, A, B, rules) == 1
    assert base_value({A: 4, B: 4}, A, B, options()) == 1
