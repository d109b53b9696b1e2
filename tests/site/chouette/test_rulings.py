"""What an organiser decides beside the end of a game: all clocks stand, a finished game is annulled, a box replaced."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games import clubs, lobby, rulings, sweeps
from games.models import OutgoingMail, Profile, Prompt, Ruling, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Join, Play
from games.rules.errors import IllegalAction
from tests.site.chouette.test_clubs import browser, club, eve, refused, table
from tests.site.chouette.test_tables import asked, same
from tests.site.factories import NOW, answer, player, refs, seat
from tests.site.web.conftest import words

__all__ = ["club", "table"]

pytestmark = pytest.mark.django_db

FIRST = Play(((8, 5), (6, 5)))
LATE = NOW + timedelta(days=200)


def rule(table: Table, kind: str, **more: int) -> Ruling:
    return rulings.rule(table.pk, by=eve(), kind=kind, reason="So be it.", now=NOW, **more)


def sweep() -> None:
    while sweeps.check_one(LATE):
        pass


def test_while_the_clocks_stand_nobody_loses_by_silence_and_who_wants_plays(table: Table, alice: Profile) -> None:
    rule(table, "pause")
    sweep()
    assert asked(table) == {"Alice": "move"}
    assert Prompt.objects.get(table=table, closed_at=None).due_at is None
    answer(table, FIRST, by=alice)
    assert asked(table) == {"Boris": "cube"}
    sweep()
    assert asked(table) == {"Boris": "cube"}, "a new question has no clock either"
    refused("no-game", lambda: rule(table, "pause"))
    rule(table, "go-on")
    prompt = Prompt.objects.get(table=table, closed_at=None)
    assert prompt.due_at is not None
    refused("no-game", lambda: rule(table, "go-on"))
    sweep()
    assert asked(table) != {"Boris": "cube"}
    same(table)


def test_a_pause_costs_nobody_his_time(table: Table, alice: Profile) -> None:
    due = Prompt.objects.get(table=table, closed_at=None).due_at
    rule(table, "pause")
    rulings.rule(table.pk, by=eve(), kind="go-on", reason="On.", now=NOW + timedelta(days=9))
    later = Prompt.objects.get(table=table, closed_at=None).due_at
    assert due is not None
    assert later == due + timedelta(days=9)


def test_all_are_told_of_a_pause_and_why(table: Table, alice: Profile) -> None:
    ruling = rule(table, "pause")
    told = OutgoingMail.objects.filter(entry=ruling.entry).values_list("player__handle", flat=True)
    assert set(told) == {"Alice", "Boris", "Chris", "Dora"}
    page = words(browser(alice).get(f"/t/{table.pk}/"))
    assert "has stopped all clocks: So be it." in page
    organiser = browser(eve()).get(f"/t/{table.pk}/").content.decode()
    assert 'value="go-on"' in organiser
    assert 'value="pause"' not in organiser


def test_a_finished_game_is_annulled_by_counter_entries(table: Table, club: clubs.Club, alice: Profile) -> None:
    rule(table, "adjudicate", side=1, level=1)
    rule(table, "adjudicate", side=0, level=1)
    seats = codec.load(Table.objects.get(pk=table.pk).state).seats
    before = [one.halves for one in clubs.standings(club)]
    assert any(before)
    rule(table, "annul", game=1)
    refused("no-game", lambda: rule(table, "annul", game=1))
    refused("no-game", lambda: rule(table, "annul", game=9))
    after = Table.objects.get(pk=table.pk)
    assert codec.load(after.state).seats == seats, "the rotation stays"
    second = after.games.get(number=2).points
    assert {str(one.number): one.points for one in after.seats.all()} == second
    assert sum(one.points for one in after.seats.all()) == 0
    assert {one.player.handle: one.halves for one in clubs.standings(club)} == {
        one.player.handle: one.points for one in after.seats.all()
    }
    assert after.games.get(number=1).annulled_at == NOW
    assert "1, annulled" in words(browser(alice).get(f"/t/{table.pk}/"))
    same(table)


def test_a_game_is_annulled_though_the_session_is_over(table: Table, alice: Profile) -> None:
    rule(table, "adjudicate", side=1, level=1)
    lobby.end(table.pk, by=alice, now=NOW)
    rule(table, "annul")
    assert Table.objects.get(pk=table.pk).over
    rule(table, "annul", game=1)
    assert {one.points for one in table.seats.all()} == {0}
    refused("no-game", lambda: rule(table, "pause"))
    same(table)


def test_a_silent_box_is_replaced_from_outside_the_game(table: Table, alice: Profile, boris: Profile) -> None:
    refused("proxy-opponent", lambda: rule(table, "replace", seat=seat(table, boris).number))
    refused("bad-seat", lambda: rule(table, "replace", seat=77))
    guest = player("Guest")
    club_of_table = table.club
    assert club_of_table is not None
    club_of_table.memberships.create(player=guest)
    lobby.join(table.pk, player=guest, source=Source.PAGE, now=NOW)
    old = Prompt.objects.get(table=table, closed_at=None)
    form = browser(eve()).get(f"/t/{table.pk}/").content.decode()
    assert f'value="replace:{seat(table, guest).number}"' in form
    assert f'value="replace:{seat(table, boris).number}"' not in form
    rule(table, "replace", seat=seat(table, guest).number)
    new = Prompt.objects.get(table=table, closed_at=None)
    assert new.number > old.number, "the question is put anew, with a clock that begins anew"
    assert OutgoingMail.objects.filter(prompt=new, player=guest, kind="turn").exists()
    entry = play(new.pk, FIRST, source=Source.PAGE, ref=next(refs), now=NOW, by=seat(table, guest).pk)
    assert entry.facts[0]["source"] == "proxy"
    with pytest.raises(IllegalAction):
        volunteer(seat(table, boris).pk, Join(), source=Source.PAGE, ref=next(refs), now=NOW)
    rule(table, "adjudicate", side=1, level=1)
    points = {one.player.handle: one.points for one in table.seats.select_related("player")}
    assert points["Guest"] == 0, "the bets stay the box's"
    assert points["Alice"] == -6
    same(table)


def test_a_pause_that_was_proposed_waits_for_others(table: Table, dora: Profile) -> None:
    proposed = rulings.rule(table.pk, by=dora, kind="pause", reason="Holidays.", now=NOW)
    assert proposed.entry is None
    assert not codec.load(Table.objects.get(pk=table.pk).state).halted
    rulings.agree(proposed.pk, by=eve(), now=NOW)
    assert codec.load(Table.objects.get(pk=table.pk).state).halted


FORMS = [
    {"ruling": "adjudicate:1-1"},
    {"ruling": "relieve"},
    {"ruling": "annul"},
    {"ruling": "pause"},
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["ruling"])
def test_the_same_form_twice_decides_once(table: Table, form: dict[str, str]) -> None:
    page = browser(eve())
    shown = page.get(f"/t/{table.pk}/").content.decode()
    sent = {**form, "reason": "So be it.", **dict(re.findall(r'name="(ref|game)" value="([^"]*)"', shown))}
    assert sent["game"] == "1"
    for _twice in range(2):
        assert "Done." in words(page.post(f"/t/{table.pk}/rule/", sent, follow=True))
    assert Ruling.objects.count() == 1
    assert table.entries.filter(source=Source.HOUSE, ref__startswith="ruling:").count() == 1
    same(table)


@pytest.mark.parametrize("kind", ["adjudicate", "relieve"])
def test_what_is_decided_of_a_game_is_not_done_to_the_next(table: Table, kind: str) -> None:
    """It ended while the organiser was writing his reason."""
    rule(table, "adjudicate", side=1, level=1)
    refused("no-game", lambda: rule(table, kind, side=0, level=1, game=1))
    rule(table, kind, side=0, level=1, game=2)


def test_a_proposal_sent_twice_is_put_once(table: Table, dora: Profile) -> None:
    for _twice in range(2):
        rulings.rule(table.pk, by=dora, kind="relieve", reason="Silent.", now=NOW, ref="form")
    assert Ruling.objects.count() == 1


def test_who_only_proposed_is_not_told_that_it_is_done(table: Table, dora: Profile) -> None:
    shown = browser(dora).post(f"/t/{table.pk}/rule/", {"ruling": "relieve", "reason": "Silent."}, follow=True)
    assert "Proposed: it waits for others to agree." in words(shown)
    assert "Done." not in words(shown)


def test_who_has_left_the_table_does_not_decide_alone_about_what_he_lost(
    table: Table, alice: Profile, dora: Profile
) -> None:
    lobby.leave(seat(table, dora), source=Source.PAGE, ref=next(refs), now=NOW)
    rule(table, "adjudicate", side=0, level=1)
    assert seat(table, dora).left_at is not None
    proposed = rulings.rule(table.pk, by=dora, kind="annul", reason="A wrong board.", now=NOW, game=1)
    assert proposed.entry is None
    assert "It waits for others to agree." in words(browser(alice).get(f"/t/{table.pk}/"))
    assert rulings.agree(proposed.pk, by=eve(), now=NOW).entry is not None
    same(table)
