"""Rows follow the state: cubes, results, roles, questions and clocks; the dice of a game are promised and shown."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import override_settings

from games import lobby, queries, rows
from games.dice import commitment
from games.models import Profile, Prompt, Stake, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Answer, Decline, Double, Play, Resign, Roll, TimeOut
from games.rules.facts import Thrown
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, offer, prompt, refs, seat
from tests.site.factories import match as new_match

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FIRST = Play(moves=((8, 5), (6, 5)))

pytestmark = pytest.mark.django_db


def cube(table: Table) -> Stake:
    """The stake of the running or last game."""
    return Stake.objects.select_related("owner__player", "won__player").filter(game__table=table).latest("pk")


def resigned(table: Table, loser: Profile, winner: Profile, *, level: int = 1) -> None:
    """The running game ends: the loser gives it up and the winner agrees."""
    volunteer(seat(table, loser).pk, Resign(level=level), source=Source.PAGE, ref=next(refs), now=NOW)
    offered = Prompt.objects.get(table=table, kind="offer", closed_at=None)
    assert offered.seat.player == winner
    play(offered.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)


def test_two_seats_are_box_and_captain(match: Table) -> None:
    assert list(match.seats.order_by("number").values_list("role", "line")) == [("box", 0), ("captain", 1)]


def test_a_double_and_a_take_stand_in_the_stake(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Double(), by=boris)
    assert (cube(match).value, cube(match).owner, cube(match).turned) == (1, None, True)
    assert prompt(match).kind == "answer"
    answer(match, Answer(replies=(("take", ()),)), by=alice)
    stake = cube(match)
    assert stake.owner is not None
    assert (stake.value, stake.owner.player, stake.live) == (2, alice, True)


def test_a_drop_ends_the_game_and_the_next_begins(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Double(), by=boris)
    answer(match, Answer(replies=(("drop", ()),)), by=alice, now=NOW + HOUR)
    first, second, third = match.games.order_by("number")
    assert (first.winner, first.how, first.value, first.ended_at) == (1, "cube", -2, NOW + HOUR)
    dropped = first.stakes.get()
    assert dropped.won is not None
    assert (dropped.value, dropped.live, dropped.won.player, dropped.how) == (1, False, boris, "cube")
    assert (second.started_at, second.ended_at, second.stakes.get().value) == (NOW + HOUR, None, 1)
    assert third.started_at is None
    assert seat(match, boris).points == 2


def test_the_end_of_the_match_stops_every_clock(match: Table, alice: Profile, boris: Profile) -> None:
    resigned(match, alice, boris, level=3)
    match.refresh_from_db()
    assert (match.over, match.over_at) == (True, NOW)
    assert not Prompt.objects.filter(closed_at=None).exists()
    assert not Prompt.objects.exclude(check_at=None).exists()
    assert seat(match, boris).points == 6
    assert match.games.filter(started_at__isnull=False, ended_at=None).count() == 0


# Clocks


def test_a_decision_within_its_grace_costs_nothing(match: Table, alice: Profile) -> None:
    answer(match, FIRST, by=alice, now=NOW + 23 * HOUR)
    assert seat(match, alice).bank == 4 * 86400


def test_beyond_the_grace_the_bank_drains(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice, now=NOW + 2 * DAY)
    assert seat(match, alice).bank == 3 * 86400
    assert seat(match, boris).bank == 4 * 86400
    answer(match, Roll(), by=boris, now=NOW + 2 * DAY)
    later = NOW + 2 * DAY + HOUR
    answer(match, Play(moves=((13, 11), (6, 5))), by=boris, now=later)
    assert prompt(match, alice).due_at == later + 4 * DAY, "one day of grace and three of bank"


def test_an_answer_in_time_is_rewarded_up_to_the_cap(alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    clock = {"grace": 3600, "bank": 7200, "increment": 600, "cap": 7500}
    table = new_match(alice, boris, clock=clock)
    answer(table, FIRST, by=alice, now=NOW + HOUR)
    assert seat(table, alice).bank == 7500


def test_silence_is_not_rewarded_and_takes_the_bank(alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = new_match(alice, boris, clock={"grace": 60, "bank": 60, "increment": 600, "cap": 7500})
    play(prompt(table).pk, TimeOut(), source=Source.CLOCK, ref="timeout", now=NOW + HOUR)
    assert seat(table, alice).bank == 0


def test_the_clock_stands_behind_an_offer_of_the_other(match: Table, alice: Profile, boris: Profile) -> None:
    """Alice is to move; Boris offers to resign after an hour, she declines a day later."""
    move = prompt(match, alice)
    volunteer(seat(match, boris).pk, Resign(), source=Source.PAGE, ref=next(refs), now=NOW + HOUR)
    move.refresh_from_db()
    assert (move.closed_at, move.behind_offer, move.due_at, move.check_at) == (None, True, None, None)
    offered = Prompt.objects.get(kind="offer", closed_at=None)
    assert queries.waiting(alice, NOW) == [offered]
    play(offered.pk, Decline(), source=Source.PAGE, ref=next(refs), now=NOW + DAY)
    move.refresh_from_db()
    assert (move.behind_offer, move.due_at) == (False, NOW + DAY + 5 * DAY - HOUR), "the hour was used"
    assert queries.waiting(alice, NOW) == [move]


def test_the_offerers_own_clock_runs_on(match: Table, alice: Profile, boris: Profile) -> None:
    move = prompt(match, alice)
    due = move.due_at
    volunteer(seat(match, alice).pk, Resign(), source=Source.PAGE, ref=next(refs), now=NOW + HOUR)
    move.refresh_from_db()
    assert (move.behind_offer, move.due_at, move.check_at) == (True, due, None), "but nobody times it out there"
    offered = Prompt.objects.get(kind="offer", closed_at=None)
    play(offered.pk, Decline(), source=Source.PAGE, ref=next(refs), now=NOW + 2 * DAY)
    move.refresh_from_db()
    assert (move.due_at, move.check_at) == (due, NOW + 4 * DAY)


def test_a_reminded_question_is_not_reminded_again_after_a_pause(match: Table, alice: Profile, boris: Profile) -> None:
    move = prompt(match, alice)
    Prompt.objects.filter(pk=move.pk).update(reminded_at=NOW)
    volunteer(seat(match, boris).pk, Resign(), source=Source.PAGE, ref=next(refs), now=NOW + HOUR)
    offered = Prompt.objects.get(kind="offer", closed_at=None)
    play(offered.pk, Decline(), source=Source.PAGE, ref=next(refs), now=NOW + DAY)
    move.refresh_from_db()
    assert move.check_at == move.due_at


# Dice


@pytest.fixture
def fair(alice: Profile, boris: Profile) -> Table:
    """A match with real dice and salts from both."""
    table = offer(alice)
    lobby.salt(seat(table, alice).pk, "Алисина", now=NOW)
    return lobby.take(table.pk, player=boris, now=NOW, salt="Борисова")


def throws(table: Table) -> list[Thrown]:
    facts = [codec.load_fact(fact) for entry in table.entries.order_by("seq") for fact in entry.facts]
    return [fact for fact in facts if isinstance(fact, Thrown)]


def test_a_seed_is_promised_before_and_shown_after_its_game(fair: Table, alice: Profile, boris: Profile) -> None:
    first, second = fair.games.order_by("number")
    promised = first.seed_hash
    assert (first.seed, second.seed) == ("", "")
    loser, winner = (alice, boris) if prompt(fair).seat.player == alice else (boris, alice)
    resigned(fair, loser, winner)
    first.refresh_from_db()
    assert first.seed_hash == promised == commitment(bytes.fromhex(first.seed))
    assert {game.seed for game in fair.games.exclude(number=1)} == {""}


def test_anybody_can_recompute_the_throws(fair: Table, alice: Profile, boris: Profile, tmp_path: Path) -> None:
    loser, winner = (alice, boris) if prompt(fair).seat.player == alice else (boris, alice)
    resigned(fair, loser, winner)
    document = tmp_path / "dice.json"
    document.write_text(json.dumps(queries.proof(fair)), encoding="utf-8")
    script = Path(rows.__file__).parent.parent / "static/games/check_dice.py"
    checked = subprocess.run([sys.executable, "-I", script, document], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    number = len([fact for fact in throws(fair) if fact.game == 1])
    assert f"{number} of {number} throws agree" in checked.stdout


def test_a_restored_backup_does_not_throw_what_was_seen(fair: Table) -> None:
    seen = [rows.throw(rows.Rows(Table.objects.get(pk=fair.pk)), 1, n, 2) for n in range(20)]
    Table.objects.filter(pk=fair.pk).update(dice_epoch=1)
    assert seen != [rows.throw(rows.Rows(Table.objects.get(pk=fair.pk)), 1, n, 2) for n in range(20)]


def test_another_key_throws_no_dice(fair: Table) -> None:
    with override_settings(DICE_KEY="another key than that of the promise"), pytest.raises(rows.PromiseError):
        rows.throw(rows.Rows(fair), 1, 0, 2)


def test_salts_are_fixed_when_the_game_starts(fair: Table, alice: Profile) -> None:
    lobby.salt(seat(fair, alice).pk, "for the next", now=NOW)
    assert [game.salts for game in fair.games.order_by("number")] == [
        {"0": "Алисина", "1": "Борисова"},
        {"0": "for the next"},
    ]
