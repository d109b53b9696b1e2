"""A restored backup: what was thrown after it was made does not come again, and all dice can still be checked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from pytest_django import Settings

from games import lobby, queries
from games.management.commands.demo import choice
from games.models import Game, Profile, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rows import PromiseError
from games.rules import codec
from games.rules.actions import Accept, Resign
from games.rules.facts import Thrown
from tests.site.factories import NOW, answer, match, offer, refs, seat

pytestmark = pytest.mark.django_db


def play_on(table: Table, answers: int = 12) -> list[tuple[int, ...]]:
    """Play so many answers; what was thrown."""
    first = Table.objects.get(pk=table.pk).last_seq
    for _ in range(answers):
        answer(table, choice(codec.load(Table.objects.get(pk=table.pk).state)))
    facts = (codec.load_fact(fact) for entry in table.entries.filter(seq__gt=first) for fact in entry.facts)
    return [fact.dice for fact in facts if isinstance(fact, Thrown)]


def give_up(table: Table, loser: Profile) -> None:
    """One gives up the match, the other accepts; his own question may wait behind it."""
    volunteer(seat(table, loser).pk, Resign(1), source=Source.PAGE, ref=next(refs), now=NOW)
    offered = table.prompts.get(kind="offer", closed_at=None)
    play(offered.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)


def lost(work: Callable[[], list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """What is done after a backup and lost when that is restored; what it gave."""
    with transaction.atomic():
        seen = work()
        transaction.set_rollback(True)
    return seen


def test_what_was_seen_after_the_backup_does_not_come_again(alice: Profile, boris: Profile) -> None:
    table = match(alice, boris)
    play_on(table, 5)
    seen = lost(lambda: play_on(table))
    assert lost(lambda: play_on(table)) == seen, "without the command all would know what is to be thrown"
    out = StringIO()
    call_command("dice_epoch", stdout=out)
    assert out.getvalue() == "1 tables: their dice go on in a new epoch.\n"
    assert lost(lambda: play_on(table)) != seen
    call_command("dice_epoch", stdout=out)
    assert Table.objects.get(pk=table.pk).dice_epoch == 2


def test_a_game_that_was_not_begun_is_promised_anew(alice: Profile, boris: Profile) -> None:
    """It may have been played to its end after the backup; then its seed was shown."""
    offered, running = offer(alice), match(alice, boris)
    lobby.salt(seat(running, boris).pk, "соль", now=NOW)
    before = dict(Game.objects.values_list("pk", "seed_hash"))
    call_command("dice_epoch", stdout=StringIO())
    after = dict(Game.objects.values_list("pk", "seed_hash"))
    changed = {game for game in before if before[game] != after[game]}
    assert changed == {offered.games.get().pk, running.games.get(number=2).pk}
    assert running.games.get(number=2).salts == {"1": "соль"}
    table = lobby.take(offered.pk, player=boris, now=NOW)
    assert len(play_on(table)) > 3, "what is promised can be thrown"


def test_what_is_over_or_called_off_is_left_alone(alice: Profile, boris: Profile) -> None:
    over, withdrawn = match(alice, boris, rules={"length": 1}), offer(alice)
    give_up(over, alice)
    lobby.withdraw(withdrawn.pk, by=alice, now=NOW)
    before = list(Game.objects.order_by("pk").values_list("seed_hash"))
    call_command("dice_epoch", stdout=StringIO())
    assert list(Game.objects.order_by("pk").values_list("seed_hash")) == before
    assert set(Table.objects.values_list("dice_epoch", flat=True)) == {0}


def test_throws_of_two_epochs_can_be_checked_and_replayed(alice: Profile, boris: Profile, tmp_path: Path) -> None:
    table = match(alice, boris, rules={"length": 1})
    play_on(table, 6)
    call_command("dice_epoch", stdout=StringIO())
    play_on(table, 6)
    give_up(table, alice)
    document = queries.proof(table)
    assert {throw["epoch"] for throw in document["games"][0]["throws"]} == {0, 1}
    (tmp_path / "dice.json").write_text(json.dumps(document))
    script = Path(__file__).resolve().parents[3] / "games/static/games/check_dice.py"
    command = [sys.executable, str(script), str(tmp_path / "dice.json")]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    out = StringIO()
    call_command("replay", stdout=out)
    assert out.getvalue().endswith(" 0 differences\n")


def test_with_another_key_nothing_is_thrown(alice: Profile, boris: Profile, settings: Settings) -> None:
    """Whoever restores the rows without their DICE_KEY is told so, instead of dice that nobody can check."""
    table = match(alice, boris)
    settings.DICE_KEY = "another key " * 5
    with pytest.raises(PromiseError):
        play_on(table)
