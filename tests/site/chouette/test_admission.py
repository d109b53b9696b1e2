"""Who comes to a table of a club: its members, who was admitted, who was invited; also while a chouette runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import admission, inviting, lobby
from games.models import Admission, Invitation, OutgoingMail, Profile, Table
from games.models.table import Source
from games.rules import codec
from games.rules.state import State
from tests.site.chouette.test_clubs import browser, club, eve, refused, table
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, offer, player, seat
from tests.site.inbox.post import NOON, answer, letter_to
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send
from tests.site.web.conftest import words

__all__ = ["club", "one_picture", "picture", "table"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Profile:
    """No member of the club."""
    return player("Guest")


def told(what: str) -> set[str]:
    """Who was told it, once each."""
    handles = OutgoingMail.objects.filter(kind="club", context__what=what).values_list("player__handle", flat=True)
    assert len(handles) == len(set(handles))
    return set(handles)


def newcomers(table: Table) -> list[int]:
    return list(codec.load(Table.objects.get(pk=table.pk).state).newcomers)


def test_who_is_no_member_asks_and_an_organiser_admits(table: Table, guest: Profile, alice: Profile) -> None:
    refused("members-only", lambda: lobby.join(table.pk, player=guest, source=Source.PAGE, now=NOW))
    for _ in range(2):
        asked = admission.ask(table.pk, player=guest, now=NOW)
    assert Admission.objects.count() == 1
    assert told("asks") == {"Alice", "Boris", "Chris", "Dora", "Eve"}
    refused("organisers-only", lambda: admission.decide(asked.pk, by=guest, admit=True, now=NOW))
    refused("organisers-only", lambda: admission.decide(asked.pk, by=alice, admit=False, now=NOW))
    for _ in range(2):
        assert admission.decide(asked.pk, by=eve(), admit=True, now=NOW).admitted
    assert newcomers(table) == [seat(table, guest).number]
    assert told("admitted") == {"Guest"}
    refused("member-already", lambda: admission.ask(table.pk, player=alice, now=NOW))
    same(table)


def test_who_was_not_admitted_does_not_ask_again(table: Table, guest: Profile) -> None:
    asked = admission.ask(table.pk, player=guest, now=NOW)
    for _ in range(2):
        admission.decide(asked.pk, by=eve(), admit=False, now=NOW)
    assert told("not-admitted") == {"Guest"}
    assert newcomers(table) == []
    refused("not-admitted", lambda: admission.ask(table.pk, player=guest, now=NOW))
    refused("members-only", lambda: lobby.join(table.pk, player=guest, source=Source.PAGE, now=NOW))


def test_an_organiser_who_sits_there_does_not_admit_alone(
    table: Table, guest: Profile, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    asked = admission.ask(table.pk, player=guest, now=NOW)
    for one in (dora, alice, boris):
        assert admission.decide(asked.pk, by=one, admit=True, now=NOW).decided_at is None
    assert admission.decide(asked.pk, by=chris, admit=True, now=NOW).admitted
    other = admission.ask(table.pk, player=player("Other"), now=NOW)
    assert admission.decide(other.pk, by=dora, admit=True, now=NOW).decided_at is None
    assert admission.decide(other.pk, by=eve(), admit=True, now=NOW).admitted


def test_without_a_place_nobody_is_admitted_and_nothing_is_decided(table: Table, guest: Profile) -> None:
    asked = admission.ask(table.pk, player=guest, now=NOW)
    Table.objects.filter(pk=table.pk).update(state=codec.dump(_small(table)))
    refused("table-full", lambda: admission.decide(asked.pk, by=eve(), admit=True, now=NOW))
    asked.refresh_from_db()
    assert asked.decided_at is None
    assert not table.seats.filter(player=guest).exists()


def _small(table: Table) -> State:
    state = codec.load(Table.objects.get(pk=table.pk).state)
    return replace(state, rules={**state.rules, "max_players": 4})


def test_a_table_that_has_not_begun_admits_too(club: object, guest: Profile, alice: Profile) -> None:
    waiting = offer(alice, format="chouette", rules={}, seats=4, club=club)
    asked = admission.ask(waiting.pk, player=guest, now=NOW)
    admission.decide(asked.pk, by=eve(), admit=True, now=NOW)
    assert waiting.seats.filter(player=guest).exists()


def test_the_pages(table: Table, guest: Profile, alice: Profile) -> None:
    outside = browser(guest)
    page = words(outside.get(f"/t/{table.pk}/"))
    assert "Ask to be admitted" in page
    assert "Sit down: I accept" not in page
    outside.post(f"/t/{table.pk}/ask/")
    assert "You have asked to be admitted" in words(outside.get(f"/t/{table.pk}/"))
    seen = words(browser(alice).get(f"/t/{table.pk}/"))
    assert "Guest" in seen
    assert "here since" in seen
    assert "Do not admit" not in seen
    organiser = browser(eve())
    assert "Do not admit" in words(organiser.get(f"/t/{table.pk}/"))
    organiser.post(f"/admissions/{Admission.objects.get().pk}/", {"answer": "yes"})
    assert newcomers(table) == [seat(table, guest).number]
    assert "Who asks to be admitted" not in words(organiser.get(f"/t/{table.pk}/"))
    assert "Who asks to be admitted" not in words(outside.get(f"/t/{table.pk}/"))


@pytest.mark.usefixtures("one_picture")
def test_ten_addresses_get_letters_that_seat_them_at_a_running_chouette(four: Table, alice: Profile) -> None:
    addresses = [f"guest{number}@example.net" for number in range(10)]
    with time_machine.travel(NOW, tick=False):
        for _ in range(2):  # the same form twice
            browser(alice).post(f"/t/{four.pk}/invite/", {"guests": "\n".join(addresses), "ref": "form"})
    assert Invitation.objects.count() == 10
    send(NOON)
    for number, address in enumerate(addresses[:6]):
        letter = OutgoingMail.objects.get(to=address, kind="invitation", sent_at__isnull=False)
        for _ in range(2):
            assert answer(letter, "принять", sender=f"G{number} <{address}>").outcome == "done"
    assert len(newcomers(four)) == 6
    assert four.seats.count() == 10
    new = Profile.objects.get(user__emailaddress__email=addresses[0])
    assert letter_to(new, now=NOON + timedelta(minutes=1)).kind == "told", "he is told that he sits there"
    full = OutgoingMail.objects.get(to=addresses[7], kind="invitation")
    assert answer(full, "принять", sender=f"Full <{addresses[7]}>").outcome == "refused"
    assert Invitation.objects.get(address=addresses[7]).accepted_at is None
    same(four)


def test_only_organisers_ask_strangers_to_a_table_of_the_club(table: Table, guest: Profile, alice: Profile) -> None:
    refused("organisers-invite", lambda: lobby.invite(table, guest=guest, by=alice, now=NOW))
    refused("organisers-invite", lambda: lobby.invite(table, guest="x@example.net", by=alice, now=NOW))
    lobby.invite(table, guest=eve(), by=alice, now=NOW)
    dora = Profile.objects.get(handle="Dora")
    invitation = lobby.invite(table, guest=guest, by=dora, now=NOW)
    for _ in range(2):
        lobby.accept(invitation.pk, player=guest, now=NOW)
    assert newcomers(table) == [seat(table, guest).number]


def test_an_invitation_to_a_chouette_that_is_over_is_gone(four: Table, alice: Profile, guest: Profile) -> None:
    invitation = lobby.invite(four, guest=guest, by=alice, now=NOW)
    lobby.end(four.pk, by=alice, now=NOW)
    Table.objects.filter(pk=four.pk).update(over=True)
    refused("invitation-gone", lambda: lobby.accept(invitation.pk, player=guest, now=NOW))
    assert invitation.accepted_at is None


def test_an_invitation_can_be_taken_back(alice: Profile, boris: Profile, guest: Profile) -> None:
    waiting = offer(alice, format="chouette", rules={}, seats=4)
    now = timezone.now()
    invitation = lobby.invite(waiting, guest=guest, by=alice, now=now)
    refused("not-yours", lambda: inviting.revoke(invitation.pk, by=boris, now=now))
    assert "Take it back" in words(browser(alice).get(f"/t/{waiting.pk}/"))
    for _ in range(2):
        browser(alice).post(f"/invited/{invitation.pk}/revoke/")
    refused("invitation-gone", lambda: lobby.accept(invitation.pk, player=guest, now=timezone.now()))
    assert "Take it back" not in words(browser(alice).get(f"/t/{waiting.pk}/"))
