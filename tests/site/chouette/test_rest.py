"""A box on holiday: paused for 14 days at most, if all live members agree (chouette.md 4.3)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import sweeps
from games.models import Profile, Prompt, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Decline, Leave, Rest
from tests.site.chouette.test_clubs import browser, refused
from tests.site.chouette.test_tables import asked, same
from tests.site.factories import NOW, refs, seat
from tests.site.web.conftest import words

pytestmark = pytest.mark.django_db


def ask(table: Table, who: Profile, days: int) -> None:
    volunteer(seat(table, who).pk, Rest(days), source=Source.PAGE, ref=next(refs), now=NOW)


def say(table: Table, who: Profile, *, yes: bool = True) -> None:
    question = table.prompts.get(seat__player=who, kind="offer", closed_at=None)
    for _ in range(2):
        ref = f"rest:{question.pk}"
        play(question.pk, Accept() if yes else Decline(), source=Source.PAGE, ref=ref, now=NOW)


def halted(table: Table) -> bool:
    return codec.load(Table.objects.get(pk=table.pk).state).halted


def sweep(days: float) -> None:
    """All that is due; the second time nothing is left."""
    now = NOW + timedelta(days=days)
    for _ in range(2):
        while sweeps.check_one(now) or sweeps.go_on_one(now):
            pass


def test_all_agree_and_the_clocks_stand_so_long(
    four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    ask(four, alice, 10)
    assert asked(four) == {"Alice": "move", "Boris": "offer", "Chris": "offer", "Dora": "offer"}
    for who in (boris, chris, dora):
        assert not halted(four)
        say(four, who)
    assert halted(four)
    assert Prompt.objects.get(table=four, closed_at=None).due_at is None
    sweep(9.9)
    assert halted(four)
    sweep(10)
    assert not halted(four)
    assert Table.objects.get(pk=four.pk).goes_on_at is None
    due = Prompt.objects.get(table=four, closed_at=None).due_at
    assert due is not None
    assert due > NOW + timedelta(days=14), "his own time is left to him"
    assert four.games.get(number=1).ended_at is None
    same(four)


def test_one_no_is_enough(four: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    ask(four, alice, 7)
    say(four, boris)
    say(four, chris, yes=False)
    assert not halted(four)
    assert asked(four) == {"Alice": "move"}
    refused("declined-before", lambda: ask(four, alice, 7))
    same(four)


def test_silence_is_no_consent(four: Table, alice: Profile) -> None:
    ask(four, alice, 7)
    sweep(2)
    assert not halted(four)
    same(four)


def test_where_all_are_leaving_whoever_moves_for_them_is_asked(
    four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """An offer to nobody would stand for ever, and no clock runs behind it."""
    for who in (boris, chris, dora):
        volunteer(seat(four, who).pk, Leave(), source=Source.PAGE, ref=next(refs), now=NOW)
    ask(four, alice, 7)
    assert asked(four) == {"Alice": "move", "Boris": "offer"}
    sweep(2)
    assert not halted(four)
    same(four)


def test_who_may_ask_and_for_how_long(four: Table, alice: Profile, boris: Profile) -> None:
    for days in (0, 15, -1):
        refused("bad-rest", lambda days=days: ask(four, alice, days))
    refused("box-rests", lambda: ask(four, boris, 3))


def test_the_box_comes_back_sooner(four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile) -> None:
    client = browser(alice)
    assert "ask the team for a pause" in words(client.get(f"/t/{four.pk}/"))
    for _ in range(2):
        client.post(f"/t/{four.pk}/rest/", {"days": "14", "ref": "form"})
    for who in (boris, chris, dora):
        say(four, who)
    assert "All clocks stand for 14 days" in words(browser(chris).get(f"/t/{four.pk}/"))
    assert "I am back" in words(client.get(f"/t/{four.pk}/"))
    for _ in range(2):
        client.post(f"/t/{four.pk}/rest/", {"days": "0", "ref": "back"})
    assert not halted(four)
    assert Table.objects.get(pk=four.pk).goes_on_at is None
    assert four.entries.filter(action__action="Rest").count() == 2
    same(four)
