"""The sweep over deadlines: one reminder, then the time-out. Twice, at once, beside broken tables: no harm is done."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import sweeps, tasks
from games.models import OutgoingMail, Profile, Prompt, Table
from games.models.table import Source
from games.play import play
from games.rules.actions import Play
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, prompt
from tests.site.factories import match as new_match

FIRST = Play(moves=((8, 5), (6, 5)))

pytestmark = pytest.mark.django_db


def sweep(now: datetime) -> int:
    """Sweep until nothing is due; how many questions were looked at."""
    looked_at = 0
    while sweeps.check_one(now):
        looked_at += 1
        assert looked_at < 10, "the sweep does not meet the same question again and again"
    return looked_at


def reminders() -> int:
    return OutgoingMail.objects.filter(kind="reminder").count()


def test_nothing_is_due_before_its_time(match: Table) -> None:
    asked = prompt(match)
    assert asked.check_at is not None
    assert sweep(asked.check_at - timedelta(seconds=1)) == 0


def test_one_reminder_then_the_time_out(match: Table, alice: Profile, boris: Profile) -> None:
    asked = prompt(match, alice)
    assert asked.check_at is not None
    assert asked.due_at == NOW + timedelta(days=5)
    assert asked.check_at == NOW + timedelta(days=4)
    assert sweep(asked.check_at) == 1
    assert sweep(asked.check_at) == 0, "the second sweep finds nothing"
    asked.refresh_from_db()
    assert (reminders(), asked.reminded_at, asked.check_at) == (1, NOW + timedelta(days=4), asked.due_at)
    assert sweep(asked.due_at) == 1
    assert sweep(asked.due_at) == 0
    last = match.entries.latest("seq")
    assert (last.seat.player, last.source, last.ref) == (alice, "clock", f"timeout:{asked.pk}")
    assert reminders() == 1
    match.refresh_from_db()
    assert {seat.player: seat.points for seat in match.seats.all()} == {alice: 0, boris: 2}


def test_lose_match_ends_the_table(alice: Profile, boris: Profile, dice: Script) -> None:
    table = new_match(alice, boris, rules={"length": 3, "timeout": "lose_match"})
    sweep(NOW + timedelta(days=6))
    table.refresh_from_db()
    assert (table.over, table.over_at) == (True, NOW + timedelta(days=6))
    assert not Prompt.objects.filter(closed_at=None).exists(), "a finished table has no clock"
    assert sweep(NOW + timedelta(days=60)) == 0


def test_a_late_sweep_times_out_without_a_reminder(match: Table) -> None:
    assert sweep(NOW + timedelta(days=6)) == 1
    assert reminders() == 0


def test_what_was_answered_is_not_timed_out(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice, now=NOW + timedelta(days=4, hours=23))
    assert sweep(NOW + timedelta(days=5)) == 0
    assert prompt(match).seat.player == boris


def test_answered_between_the_look_and_the_act(match: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker reads the question, the player answers, then the worker acts: the answer stands."""
    asked = prompt(match)
    now = NOW + timedelta(days=5)

    def slow(prompt_id: int, *args: object, **kwargs: object) -> object:
        monkeypatch.setattr(sweeps, "play", play)
        play(prompt_id, FIRST, source=Source.PAGE, ref="just in time", now=now)
        return play(prompt_id, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(sweeps, "play", slow)
    assert sweep(now) == 1
    asked.refresh_from_db()
    assert asked.closed_by is not None
    assert asked.closed_by.ref == "just in time"
    assert match.entries.count() == 2


def test_a_worker_killed_before_it_acted_is_replaced_after_an_hour(
    match: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*args: object, **kwargs: object) -> None:
        raise Killed

    now = NOW + timedelta(days=5)
    with monkeypatch.context() as patch:
        patch.setattr(sweeps, "play", killed)
        with pytest.raises(Killed):
            sweeps.check_one(now)
    assert sweep(now) == 0, "nobody meets it again at once"
    assert sweep(now + timedelta(hours=1)) == 1
    assert match.entries.filter(source="clock").count() == 1


def test_one_broken_table_does_not_stop_the_others(
    alice: Profile, boris: Profile, dice: Script, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = new_match(alice, boris), new_match(alice, boris, now=NOW + timedelta(hours=1))
    Table.objects.filter(pk=broken.pk).update(state={"not": "a state"})
    now = NOW + timedelta(days=6)
    assert sweep(now) == 2
    assert f"prompt {prompt(broken).pk} is put off" in caplog.text
    assert prompt(broken).check_at == now + timedelta(hours=1)
    assert whole.entries.filter(source="clock").exists()


def test_a_reminder_that_cannot_be_queued_is_put_off(match: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("no letters today")

    now = NOW + timedelta(days=4)
    with monkeypatch.context() as patch:
        patch.setattr(sweeps.compose, "reminder", broken)
        assert sweep(now) == 1
    assert prompt(match).reminded_at is None
    assert sweep(now + timedelta(hours=1)) == 1
    assert reminders() == 1


def test_the_task_drains_what_is_due(match: Table) -> None:
    """Its moment is the real one, and the tables of tests were made long before it."""
    Prompt.objects.filter(closed_at=None).update(check_at=NOW - timedelta(days=365), due_at=NOW - timedelta(days=365))
    tasks.check_deadlines()
    assert match.entries.filter(source="clock").exists()
