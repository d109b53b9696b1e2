"""A club at the same instant: one form is one ruling, one election, one seat, and the last organisers do not all go."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from games import absence, admission, clubs, elections, lobby, rounds, rulings, sweeps
from games.models import Admission, Club, Election, Membership, OutgoingMail, Profile, Ruling, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Propose, Rest
from tests.site.chouette.test_clubs import club, eve, table
from tests.site.chouette.test_elections import CLOSED, LATER, old
from tests.site.chouette.test_rounds import gather
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, match, offer, player, refs, seat
from tests.site.play.test_races import CROWD, Run, crowd

__all__ = ["club", "crowd", "old", "table"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one transaction in at a time"),
]

ALL = {"done": CROWD}


def drained(sweep: Callable[..., bool], now: object) -> Callable[[int], object]:
    def one(_number: int) -> None:
        for _ in range(50):
            if not sweep(now):
                return
        raise AssertionError("the sweep does not end")

    return one


@pytest.mark.parametrize("kind", ["adjudicate", "relieve", "pause", "annul"])
def test_one_form_is_one_ruling(table: Table, crowd: Run, kind: str) -> None:
    organiser = eve()

    def press(_number: int) -> None:
        rulings.rule(table.pk, by=organiser, kind=kind, reason="x", side=1, level=1, game=1, now=NOW, ref="form")

    assert crowd(press) == ALL
    assert Ruling.objects.count() == table.entries.filter(ref__startswith="ruling:").count() == 1
    same(table)


def test_of_ten_rulings_about_one_game_one_is_done(table: Table, crowd: Run) -> None:
    organiser = eve()

    def press(number: int) -> None:
        reason, ref = f"{number}", f"form{number}"
        rulings.rule(
            table.pk, by=organiser, kind="adjudicate", reason=reason, side=1, level=1, game=1, now=NOW, ref=ref
        )

    assert crowd(press) == {"done": 1, "no-game": CROWD - 1}
    same(table)


def test_consent_counts_once(table: Table, crowd: Run, dora: Profile) -> None:
    ruling = rulings.rule(table.pk, by=dora, kind="adjudicate", reason="x", side=1, level=1, now=NOW)
    others = list(Profile.objects.filter(handle__in=["Alice", "Boris", "Chris", "Eve"]).order_by("handle"))
    assert crowd(lambda number: rulings.agree(ruling.pk, by=others[number % 4], now=NOW)) == ALL
    assert table.entries.filter(ref__startswith="ruling:").count() == 1
    same(table)


def test_one_admission_is_one_seat(table: Table, crowd: Run) -> None:
    guest, organiser = player("Guest"), eve()
    assert crowd(lambda _: admission.ask(table.pk, player=guest, now=NOW)) == ALL
    asked = Admission.objects.get()
    assert crowd(lambda _: admission.decide(asked.pk, by=organiser, admit=True, now=NOW)) == ALL
    assert list(codec.load(Table.objects.get(pk=table.pk).state).newcomers) == [seat(table, guest).number]
    told = OutgoingMail.objects.filter(kind="club", player=guest)
    assert told.count() == 1
    same(table)


def test_one_election_and_one_winner(old: Club, crowd: Run) -> None:
    assert crowd(drained(sweeps.elect_one, LATER)) == ALL
    election = Election.objects.get()
    voters = list(Profile.objects.filter(handle__in=["Alice", "Boris"]).order_by("handle"))
    assert crowd(lambda number: elections.vote(old, by=voters[number % 2], candidate=voters[0])) == ALL
    assert election.votes.count() == 2
    assert crowd(drained(sweeps.elect_one, CLOSED)) == ALL
    election.refresh_from_db()
    assert election.winner == voters[0]
    assert OutgoingMail.objects.filter(kind="club", context__what="elected", player=voters[0]).count() == 1


def test_the_last_organisers_do_not_all_go_at_once(club: Club, crowd: Run) -> None:
    for number in range(CROWD):
        club.memberships.create(player=player(f"O{number}"), organiser=True)
    going = list(Profile.objects.filter(handle__startswith="O").order_by("handle"))
    Membership.objects.filter(player__handle__in=["Eve", "Dora"]).delete()
    assert crowd(lambda number: clubs.go(club, player=going[number])) == {"done": CROWD - 2, "last-organiser": 2}
    assert club.memberships.filter(organiser=True).count() == 2


def test_one_name_is_one_club(alice: Profile, crowd: Run) -> None:
    assert crowd(lambda _: clubs.found(name="Dice", about="", founder=alice, now=NOW)) == ALL
    assert Club.objects.count() == 1
    guests = [player(f"Guest{number}") for number in range(CROWD)]
    results = crowd(lambda number: clubs.found(name="Cubes", about="", founder=guests[number], now=NOW))
    assert results == {"done": 1, "bad-club-name": CROWD - 1}


def test_one_link_makes_one_member(club: Club, crowd: Run) -> None:
    token, guest = clubs.new_link(club, by=eve(), now=NOW), player("Guest")
    assert crowd(lambda _: clubs.come_in(token, player=guest, now=NOW)) == ALL
    assert club.memberships.filter(player=guest).count() == 1


def test_a_pause_ends_and_a_session_ends_once(table: Table, crowd: Run, alice: Profile) -> None:
    volunteer(seat(table, alice).pk, Rest(3), source=Source.PAGE, ref="rest", now=NOW)
    for prompt in table.prompts.filter(kind="offer", closed_at=None):
        play(prompt.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    before = table.entries.count()
    assert crowd(drained(sweeps.go_on_one, NOW + timedelta(days=4))) == ALL
    assert table.entries.count() == before + 1
    assert crowd(lambda _: lobby.end(table.pk, by=alice, now=NOW)) == ALL
    assert table.entries.count() == before + 2
    same(table)


def test_one_proposal(table: Table, crowd: Run, alice: Profile) -> None:
    own = seat(table, alice).pk
    action = Propose({"beavers": True})
    assert crowd(lambda _: volunteer(own, action, source=Source.PAGE, ref="p", now=NOW)) == ALL
    assert table.entries.filter(ref="p").count() == 1
    results = crowd(lambda n: volunteer(own, action, source=Source.PAGE, ref=f"p{n}", now=NOW))
    assert results["done"] == 0, results
    same(table)


def test_one_rematch(alice: Profile, boris: Profile, crowd: Run) -> None:
    for _ in range(5):
        over = match(alice, boris)
        Table.objects.filter(pk=over.pk).update(over=True, over_at=NOW)
        assert crowd(lambda n, over=over: lobby.rematch(over.pk, by=(alice, boris)[n % 2], now=NOW)) == ALL
        again = Table.objects.get(rematch_of=over)
        assert (again.seats.count(), again.entries.count()) == (2, 1)


def test_a_vacation_is_told_once(alice: Profile, boris: Profile, crowd: Run) -> None:
    match(alice, boris)
    absence.plan(alice, (NOW + timedelta(hours=1), NOW + timedelta(days=3)), ref="a", now=NOW)
    for moment in (NOW + timedelta(hours=2), NOW + timedelta(days=4)):
        assert crowd(drained(sweeps.tell_absence, moment)) == ALL
    told = OutgoingMail.objects.filter(kind="vacation").values_list("player__handle", "context__what")
    assert sorted(told) == [("Alice", "begins"), ("Alice", "ends"), ("Boris", "begins"), ("Boris", "ends")]


def test_one_invitation_however_often_it_is_asked_and_answered(alice: Profile, boris: Profile, crowd: Run) -> None:
    table = offer(alice, format="chouette", rules={}, seats=4)
    assert crowd(lambda n: lobby.invite(table, guest=boris, by=alice, now=NOW, ref=f"f{n}")) == ALL
    invitation = table.invitations.get()
    assert crowd(lambda _: lobby.accept(invitation.pk, player=boris, now=NOW)) == ALL
    assert table.seats.filter(player=boris).count() == 1


def test_a_round_is_joined_once(alice: Profile, boris: Profile, chris: Profile, crowd: Run) -> None:
    session, guest = gather(alice, boris, chris), player("Guest")
    assert crowd(lambda _: rounds.join(session.pk, player=guest, now=NOW)) == ALL
    assert session.members.filter(player=guest).count() == 1
