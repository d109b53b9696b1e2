"""An invitation is answered by letter alone, also by one who has no account: his reply confirms his address."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from games import inviting
from games.commands import valid_handle
from games.inbox.newcomer import free_handle
from games.models import Invitation, OutgoingMail, Profile, Table
from tests.site.conftest import Script
from tests.site.factories import NOW, offer, player, prompt
from tests.site.inbox.post import NOON, answer, letter_to
from tests.site.outbox.letters import send

pytestmark = pytest.mark.django_db

STRANGER = "Иван Петров <ivan@example.net>"


@pytest.fixture
def table(alice: Profile, dice: Script) -> Table:
    """A match that Alice offers to whoever reads mail at ivan@example.net."""
    dice("31")
    return offer(alice, open_for=None, address="Ivan@Example.net")


@pytest.fixture
def invited(table: Table) -> OutgoingMail:
    """The letter of the invitation."""
    return letter_of("ivan@example.net")


def letter_of(address: str, kind: str = "invitation") -> OutgoingMail:
    """The newest letter of a kind to a mail address."""
    send(NOON)
    return OutgoingMail.objects.filter(to=address, kind=kind, sent_at__isnull=False).latest("pk")


def state(table: Table) -> str:
    invitation = Invitation.objects.get(table=table)
    return "accepted" if invitation.accepted_at else "declined" if invitation.declined_at else "open"


def test_a_stranger_accepts_and_is_a_player(table: Table, invited: OutgoingMail) -> None:
    assert answer(invited, "принять", sender=STRANGER).outcome == "done"
    ivan = Profile.objects.get(user__emailaddress__email="ivan@example.net")
    assert (ivan.handle, ivan.language, ivan.user.emailaddress_set.get().verified) == ("ИванПетров", "en", True)
    assert not ivan.user.has_usable_password()
    table.refresh_from_db()
    assert (state(table), table.started_at) == ("accepted", NOON)
    assert letter_to(ivan, now=NOON).kind in ("started", "turn")


def test_he_plays_on_by_letter(table: Table, invited: OutgoingMail, alice: Profile) -> None:
    answer(invited, "accept", sender=STRANGER)
    ivan = Profile.objects.exclude(pk=alice.pk).get()
    row = answer(letter_to(ivan, now=NOON), "say hello", sender=STRANGER, now=NOON)
    assert row.outcome == "done"
    assert prompt(table).seat.player in (alice, ivan)
    assert table.messages.get().text == "hello"


def test_a_stranger_declines_and_nobody_is_made(table: Table, invited: OutgoingMail) -> None:
    assert answer(invited, "Отклонить.", sender=STRANGER).outcome == "done"
    table.refresh_from_db()
    assert (state(table), Profile.objects.count()) == ("declined", 1)
    assert table.withdrawn_at, "nobody is asked any more"


def test_twice_is_once(table: Table, invited: OutgoingMail) -> None:
    for _ in range(2):
        assert answer(invited, "accept", sender=STRANGER).outcome == "done"
    assert (table.seats.count(), Profile.objects.count(), table.entries.count()) == (2, 2, 1)


def test_another_address_accepts_nothing(table: Table, invited: OutgoingMail) -> None:
    row = answer(invited, "accept", sender="Ivan <ivan@example.com>")
    assert (row.outcome, state(table), Profile.objects.count()) == ("foreign-sender", "open", 1)


@pytest.mark.parametrize(
    ("text", "code"), [("roll", "say-accept"), ("да, с радостью", "unknown-command"), ("", "empty-letter")]
)
def test_who_writes_something_else_is_told_how_to_answer(
    table: Table, invited: OutgoingMail, text: str, code: str
) -> None:
    row = answer(invited, text, sender=STRANGER)
    assert (row.outcome, row.detail["code"], state(table)) == ("refused", code, "open")
    told = letter_of("ivan@example.net", "problem")
    assert "* accept — " in told.text
    assert answer(told, "accept", sender=STRANGER).outcome == "done"
    assert state(table) == "accepted"


def test_an_invitation_that_has_expired(table: Table, invited: OutgoingMail) -> None:
    later = NOON + inviting.INVITATION_STANDS
    row = answer(invited, "accept", sender=STRANGER, now=later)
    assert (row.outcome, row.detail["code"], table.seats.count()) == ("refused", "invitation-gone", 1)


def test_a_player_is_invited_and_accepts_from_his_address(alice: Profile, boris: Profile, dice: Script) -> None:
    table = offer(alice, open_for=None, opponent=boris)
    row = answer(letter_of("boris@example.org"), "accept")
    assert (row.outcome, state(table), table.seats.get(number=1).player) == ("done", "accepted", boris)


def test_an_account_that_waits_for_the_address_is_his_and_whoever_made_it_is_locked_out(
    alice: Profile, chris: Profile, dice: Script
) -> None:
    """Anybody may sign up with the address of another, and wait until its owner answers an invitation."""
    EmailAddress.objects.filter(user=chris.user).update(verified=False)
    offer(alice, open_for=None, address="chris@example.org")
    row = answer(letter_of("chris@example.org"), "accept", sender="Chris <chris@example.org>")
    chris.user.refresh_from_db()
    assert (row.outcome, chris.seats.count(), chris.user.has_usable_password()) == ("done", 1, False)
    assert chris.user.emailaddress_set.get().verified


def test_nobody_gets_the_seat_who_only_claims_the_address(alice: Profile, boris: Profile, dice: Script) -> None:
    """Boris has written the address of another into his account and has not shown that he reads it."""
    EmailAddress.objects.create(user=boris.user, email="ivan@example.net", verified=False)
    table = offer(alice, open_for=None, address="ivan@example.net")
    row = answer(letter_of("ivan@example.net"), "accept", sender=STRANGER)
    seated = table.seats.get(number=1).player
    assert (row.outcome, boris.seats.count()) == ("done", 0)
    assert EmailAddress.objects.get(email="ivan@example.net", verified=True).user == seated.user != boris.user
    assert not boris.user.emailaddress_set.filter(email="ivan@example.net").exists()


@pytest.mark.parametrize(
    ("taken", "wishes", "handle"),
    [
        ("", ("Иван Петров", "ivan"), "ИванПетров"),
        ("Ivan", ("IVAN", "peter"), "peter"),
        ("Ivan", ("", "ivan"), "ivan2"),
        ("Petr", ("Рetr", ""), "Рetr2"),  # the first letter is Cyrillic: it looks the same
        ("", ("Roll", ""), "Roll2"),
        ("", ("!?", "..."), "player"),
        ("", ("2", "王"), "player"),
        ("Konstantinop", ("Konstantinopolis",), "Konstantino2"),
    ],
)
def test_a_handle_that_is_free(db: None, taken: str, wishes: tuple[str, ...], handle: str) -> None:
    if taken:
        player(taken)
    assert free_handle(*wishes) == handle
    assert valid_handle(handle)


def test_two_strangers_of_one_name_get_two_handles(alice: Profile, dice: Script) -> None:
    for host in ("a", "b"):
        offer(alice, open_for=None, address=f"ivan@{host}.example", now=NOW + timedelta(minutes=1))
        answer(letter_of(f"ivan@{host}.example"), "accept", sender=f"Ivan <ivan@{host}.example>")
    assert set(Profile.objects.exclude(pk=alice.pk).values_list("handle", flat=True)) == {"Ivan", "Ivan2"}


def test_who_has_accepted_by_letter_does_not_wait_for_his_letters(alice: Profile, dice: Script) -> None:
    dice("13")
    offer(alice, open_for=None, address="ivan@example.net")
    answer(letter_of("ivan@example.net"), "accept", sender=STRANGER)
    letters = OutgoingMail.objects.filter(to="ivan@example.net").exclude(kind="invitation")
    assert [(letter.kind, letter.not_before) for letter in letters] == [("turn", None)]
