"""Letters that once had a right and have it no more: proxies removed, seats left, invitations and memberships gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import clubs, inviting, lobby
from games.models import Club, Entry, OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules.actions import Leave, Proxy
from tests.site.chouette.conftest import DROP, TAKE, decide, dora, doubled, four, window
from tests.site.chouette.test_tables import same
from tests.site.conftest import Script
from tests.site.factories import NOW, chouette, offer, player, prompt, refs, seat
from tests.site.inbox.post import NOON, answer, mail, received
from tests.site.outbox.letters import SOON, every_kind, send

__all__ = ["dora", "doubled", "four", "window"]

pytestmark = pytest.mark.django_db

CHRIS = "Chris <chris@example.org>"
TABLELESS = ("vacation", "digest", "reminders", "noted", "club")


def asking(table: Table, reader: Profile, whose: Profile) -> OutgoingMail:
    """The letter that puts the box's double to `reader`, for `whose` seat."""
    send()
    return OutgoingMail.objects.get(player=reader, kind="double", prompt__seat=seat(table, whose))


def test_who_is_proxy_no_more_answers_for_nobody(doubled: Table, chris: Profile, dora: Profile) -> None:
    volunteer(seat(doubled, dora).pk, Proxy(seat(doubled, chris).number), source=Source.PAGE, ref="p", now=NOW)
    letter = asking(doubled, chris, dora)
    volunteer(seat(doubled, dora).pk, Proxy(None), source=Source.PAGE, ref="q", now=NOW)
    before = doubled.entries.count()
    for line in ("drop", "take", "double", "accept", "decline"):
        assert answer(letter, line, sender=CHRIS).outcome in ("refused", "stale")
    assert doubled.entries.count() == before
    assert prompt(doubled, dora).answered_at is None
    assert prompt(doubled, chris).answered_at is None, "nor did it count as his own"


def test_a_letter_to_a_seat_that_was_left_plays_no_more(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile
) -> None:
    letter = asking(doubled, chris, chris)
    volunteer(seat(doubled, chris).pk, Leave(), source=Source.PAGE, ref="l", now=NOW)
    for who, reply in ((boris, TAKE), (chris, DROP), (dora, TAKE)):
        play(prompt(doubled, who).pk, reply, source=Source.PAGE, ref=next(refs), now=NOW)
    decide(doubled)
    assert seat(doubled, chris).left_at is not None
    before = doubled.entries.count()
    lines = ("drop", "take", "resign", "settle 1", "auto on", "proxy Dora", "leave", "undo", "team hello", "double")
    for line in lines:
        assert answer(letter, line, sender=CHRIS).outcome in ("refused", "stale"), line
    assert doubled.entries.count() == before
    assert not doubled.messages.exists()
    same(doubled)


def test_letters_about_no_single_table_move_nothing(
    alice: Profile, boris: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    throw = lambda _rows, game, n, _dice: (3, 1) if (game, n) == (1, 0) else (2, 1)  # noqa: E731
    monkeypatch.setattr("games.play.rows.throw", throw)
    table = lobby.take(offer(alice).pk, player=boris, now=NOW)
    kinds = every_kind(table, alice, boris)
    before = Entry.objects.count()
    for kind in TABLELESS:
        letter = kinds[kind]
        for line in ("roll", "take", "resign", "8/5 6/5", "undo", "say hello", "leave", "auto on"):
            row = answer(letter, line, sender="boris@example.org", now=NOON + timedelta(days=1))
            assert row.outcome in ("refused", "stale", "unknown-address"), (kind, line)
    assert Entry.objects.count() == before


@pytest.fixture
def club(alice: Profile, boris: Profile, chris: Profile) -> Club:
    """Boris was a member and is none any more."""
    made = clubs.found(name="Шеш-беш", about="", founder=player("Eve"), now=NOW)
    for one in (alice, boris, chris):
        made.memberships.create(player=one)
    return made


def test_who_is_no_member_any_more_makes_no_tables_of_the_club(
    club: Club, alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    dice("653", "31")
    table = chouette(alice, boris, chris, club=club)
    waiting = offer(alice, format="chouette", rules={}, seats=4, club=club)
    send()
    letter = OutgoingMail.objects.filter(player=boris).latest("pk")
    club.memberships.filter(player=boris).delete()
    Table.objects.filter(pk=table.pk).update(over=True, over_at=SOON)
    for line in (f"join {waiting.pk}", "invite Chris", "rematch"):
        row = answer(letter, line)
        assert (row.outcome, row.detail["code"]) == ("refused", "members-only"), line
    assert Table.objects.count() == 2
    assert waiting.seats.count() == 1


def test_an_invitation_that_was_taken_back_seats_nobody(alice: Profile, chris: Profile) -> None:
    for guest, sender in ((chris, CHRIS), ("ivan@example.net", "Ivan <ivan@example.net>")):
        table = offer(alice, format="chouette", rules={}, seats=4)
        invitation = lobby.invite(table, guest=guest, by=alice, now=NOW)
        send()
        letter = OutgoingMail.objects.filter(kind="invitation").latest("pk")
        inviting.revoke(invitation.pk, by=alice, now=SOON)
        assert answer(letter, "accept", sender=sender).detail["code"] == "invitation-gone"
        assert table.seats.count() == 1


def test_an_invitation_is_answered_from_its_own_address_alone(alice: Profile, chris: Profile) -> None:
    """Also when it was forwarded to a player whom we know."""
    table = offer(alice, open_for=None, address="ivan@example.net")
    send()
    letter = OutgoingMail.objects.get(kind="invitation")
    for sender in (CHRIS, "ivan@example.net, chris@example.org", "ivan@example.net.evil.example"):
        assert answer(letter, "accept", sender=sender).outcome == "foreign-sender"
    assert table.seats.count() == 1


def test_whoever_forges_a_name_at_the_open_box_makes_no_storm(match: Table, alice: Profile) -> None:
    """Three answers an hour, ten a day; the letters that wait come anew once a day."""
    to = "help@play.example.org"
    for hour in range(24):
        for _ in range(5):
            raw = mail("games", to=to, sender="Alice <alice@example.org>")
            received(raw, to=to, now=NOON + timedelta(hours=hour))
    sent = OutgoingMail.objects.filter(player=alice)
    assert sent.filter(dedupe__startswith="answer:box:").count() == 10
    assert sent.filter(dedupe__startswith="again:box:").count() <= 1
