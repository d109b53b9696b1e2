"""Sitting down: a place goes to one player, doing it twice does it once, and the last place begins the table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import inviting, lobby, queries
from games.models import Entry, Invitation, OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Resign
from games.rules.errors import IllegalAction
from games.rules.state import Orders
from tests.site.conftest import Script
from tests.site.factories import NOW, match, offer, player, prompt, seat

LATER = NOW + timedelta(hours=1)

pytestmark = pytest.mark.django_db


def refusal(call: object, *args: object, **kwargs: object) -> str:
    """The code with which something is refused."""
    with pytest.raises(IllegalAction) as refused:
        call(*args, **kwargs)  # type: ignore[operator]
    return refused.value.code


def over(table: Table, loser: Profile, winner: Profile) -> Table:
    """The table, ended: the loser gave up a backgammon, which is worth the whole match."""
    volunteer(seat(table, loser).pk, Resign(level=3), source=Source.PAGE, ref="resign", now=LATER)
    play(prompt(table, winner).pk, Accept(), source=Source.PAGE, ref="accept", now=LATER)
    return Table.objects.get(pk=table.pk)


def test_an_offer_waits_with_its_dice_promised(alice: Profile) -> None:
    table = offer(alice)
    game = table.games.get()
    assert (table.started_at, table.state, table.last_seq) == (None, {}, 0)
    assert (game.number, len(game.seed_hash), game.seed, game.started_at) == (1, 64, "", None)
    assert [(sits.number, sits.player, sits.bank) for sits in table.seats.all()] == [(0, alice, 4 * 86400)]
    assert queries.open_offers(None, NOW) == [table]
    assert queries.open_offers(None, NOW + timedelta(days=3)) == []


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"variant": "chess"}, "unknown-variant"),
        ({"rules": {}}, "missing-rule"),
        ({"rules": {"length": 0}}, "bad-rule"),
        ({"clock": {"grace": 1, "bank": 1}}, "bad-clock"),
        ({"clock": {"grace": "soon"}}, "bad-clock"),
        ({"clock": {}}, "bad-clock"),
        ({"open_for": None}, "nobody-asked"),
        ({"address": "Alice@example.org"}, "own-offer"),
    ],
)
def test_what_cannot_be_played_is_not_offered(alice: Profile, values: dict[str, object], code: str) -> None:
    values = {
        "variant": "short",
        "format": "match",
        "rules": {"length": 3},
        "clock": {"grace": 3600, "bank": 0},
        "open_for": timedelta(days=1),
    } | values
    assert refusal(lobby.offer, host=alice, now=NOW, **values) == code
    assert not Table.objects.exists()


def test_the_last_place_begins_the_table(alice: Profile, boris: Profile, dice: Script) -> None:
    table = lobby.take(offer(alice).pk, player=boris, now=LATER)
    first = Entry.objects.get(table=table)
    assert (first.seq, first.seat, first.source, first.ref, first.at) == (1, None, "house", "start", LATER)
    assert (table.started_at, table.last_seq) == (LATER, 1)
    assert table.games.get(number=1).started_at == LATER
    assert table.games.get(number=2).started_at is None
    assert prompt(table).seat == seat(table, alice), "she won the lot with 21"
    assert set(OutgoingMail.objects.values_list("seat__player", "kind")) == {(alice.pk, "turn"), (boris.pk, "started")}


def test_taking_twice_is_taking_once(alice: Profile, boris: Profile, dice: Script) -> None:
    table = offer(alice)
    assert lobby.take(table.pk, player=boris, now=LATER) == lobby.take(table.pk, player=boris, now=LATER)
    assert (table.seats.count(), table.entries.count()) == (2, 1)


def test_who_comes_late_is_told_so(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    table = match(alice, boris)
    assert refusal(lobby.take, table.pk, player=chris, now=LATER) == "offer-gone"
    assert refusal(lobby.take, offer(alice).pk, player=chris, now=NOW + timedelta(days=3)) == "offer-gone"
    assert refusal(lobby.take, offer(chris).pk, player=chris, now=LATER) == "own-offer"
    assert table.seats.count() == 2


def test_an_offer_can_be_withdrawn_until_it_begins(alice: Profile, boris: Profile, dice: Script) -> None:
    table = offer(alice)
    assert refusal(lobby.withdraw, table.pk, by=boris, now=LATER) == "not-yours"
    lobby.withdraw(table.pk, by=alice, now=LATER)
    lobby.withdraw(table.pk, by=alice, now=LATER + timedelta(hours=1))
    table.refresh_from_db()
    assert table.withdrawn_at == LATER
    assert refusal(lobby.take, table.pk, player=boris, now=LATER) == "offer-gone"
    assert refusal(lobby.withdraw, match(alice, boris).pk, by=alice, now=LATER) == "already-started"


def test_an_invitation_by_address_is_for_who_reads_that_mail(alice: Profile, boris: Profile, dice: Script) -> None:
    table = offer(alice, open_for=None, address=" Boris@Example.org ")
    invitation = table.invitations.get()
    letter = OutgoingMail.objects.get(kind="invitation")
    assert (invitation.address, letter.to) == ("boris@example.org", "boris@example.org")
    assert invitation.token_hash not in str(letter.context), "the letter has the token, the row only its hash"
    assert queries.open_offers(boris, LATER) == []
    assert queries.invitations(boris, LATER) == [invitation]
    lobby.accept(invitation.pk, player=boris, now=LATER, salt="соль")
    lobby.accept(invitation.pk, player=boris, now=LATER)
    table.refresh_from_db()
    assert (table.started_at, table.seats.count()) == (LATER, 2)
    assert table.games.get(number=1).salts == {"1": "соль"}
    assert queries.invitations(boris, LATER) == []


def test_an_invitation_of_a_player_is_for_him_alone(
    alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    table = offer(alice, open_for=None, opponent=boris)
    invitation = table.invitations.get()
    assert refusal(lobby.accept, invitation.pk, player=chris, now=LATER) == "not-yours"
    assert refusal(lobby.accept, invitation.pk, player=alice, now=LATER) == "own-offer"
    assert refusal(lobby.accept, invitation.pk, player=boris, now=NOW + timedelta(days=14)) == "invitation-gone"
    assert refusal(lobby.take, table.pk, player=chris, now=LATER) == "offer-gone"
    lobby.take(table.pk, player=boris, now=LATER)
    invitation.refresh_from_db()
    assert invitation.accepted_at == LATER


def test_inviting_twice_is_one_letter(alice: Profile) -> None:
    table = offer(alice, address="dora@example.org")
    again = lobby.invite(table, guest="Dora@example.org", by=alice, now=LATER)
    assert [again] == list(Invitation.objects.all())
    assert OutgoingMail.objects.count() == 1


def test_an_offer_that_is_called_again_is_the_same_table(alice: Profile, boris: Profile) -> None:
    first = offer(alice, opponent=boris, ref="page:a")
    assert offer(alice, opponent=boris, ref="page:a", now=LATER) == first
    assert (Invitation.objects.count(), OutgoingMail.objects.count()) == (1, 1)
    assert offer(alice, ref="page:b") != first
    assert offer(boris, ref="page:a") != first, "causes are the host's own"
    assert offer(alice) != offer(alice), "without a cause it is asked for anew each time"


def test_who_declined_is_not_asked_again_by_a_call_that_comes_late(alice: Profile, boris: Profile) -> None:
    table = offer(alice)
    first = lobby.invite(table, guest=boris, by=alice, now=NOW, ref="page:a:0")
    lobby.decline(first.pk, now=NOW)
    assert lobby.invite(table, guest=boris, by=alice, now=LATER, ref="page:a:0") == first
    assert OutgoingMail.objects.count() == 1
    assert lobby.invite(table, guest=boris, by=alice, now=LATER, ref="page:b:0") != first


def test_nobody_sends_invitations_without_end(alice: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inviting, "INVITATIONS_A_DAY", 2)
    table = offer(alice)
    for name in ("dora", "egor"):
        lobby.invite(table, guest=f"{name}@example.org", by=alice, now=NOW)
    assert refusal(lobby.invite, table, guest="fedor@example.org", by=alice, now=NOW) == "too-many-invitations"
    lobby.invite(table, guest="fedor@example.org", by=alice, now=NOW + timedelta(days=1, seconds=1))


def test_no_strangers_invite(alice: Profile, chris: Profile) -> None:
    assert refusal(lobby.invite, offer(alice), guest="x@example.org", by=chris, now=NOW) == "not-yours"


def test_a_declined_table_is_called_off_unless_others_may_come(alice: Profile, boris: Profile) -> None:
    alone, both = offer(alice, open_for=None, opponent=boris), offer(alice, opponent=boris)
    for table in (alone, both):
        lobby.decline(table.invitations.get().pk, now=LATER)
        lobby.decline(table.invitations.get().pk, now=LATER)
        table.refresh_from_db()
    assert (alone.withdrawn_at, both.withdrawn_at) == (LATER, None)


def test_salts_count_for_the_next_game(alice: Profile, boris: Profile, dice: Script) -> None:
    table = match(alice, boris)
    lobby.salt(seat(table, alice).pk, "first", now=LATER)
    lobby.salt(seat(table, alice).pk, "second", now=LATER)
    lobby.salt(seat(table, boris).pk, "gone", now=LATER)
    lobby.salt(seat(table, boris).pk, "", now=LATER)
    assert [game.salts for game in table.games.order_by("number")] == [{}, {"0": "second"}]
    assert refusal(lobby.salt, seat(table, alice).pk, "x" * 101, now=LATER) == "salt-too-long"


def test_a_rematch_starts_fresh(match: Table, alice: Profile, boris: Profile) -> None:
    assert refusal(lobby.rematch, match.pk, by=alice, now=LATER) == "not-over"
    old = over(match, alice, boris)
    assert refusal(lobby.salt, seat(old, alice).pk, "x", now=LATER) == "table-over"
    again = lobby.rematch(old.pk, by=boris, now=LATER)
    assert lobby.rematch(old.pk, by=boris, now=LATER) == again, "asked twice, offered once"
    assert (again.rules, again.clock, again.host, again.rematch_of) == (old.rules, old.clock, boris, old)
    assert lobby.rematch(old.pk, by=alice, now=LATER) == again, "the other asks too: that is her yes"
    again.refresh_from_db()
    assert again.started_at == LATER
    assert list(again.seats.values_list("points", "bank")) == [(0, 4 * 86400)] * 2


def test_a_rematch_that_was_declined_may_be_offered_again(match: Table, alice: Profile, boris: Profile) -> None:
    old = over(match, alice, boris)
    first = lobby.rematch(old.pk, by=boris, now=LATER)
    lobby.decline(first.invitations.get().pk, now=LATER)
    second = lobby.rematch(old.pk, by=alice, now=LATER)
    assert second != first
    assert second.host == alice


def test_a_rematch_is_for_those_who_played(match: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    old = over(match, alice, boris)
    assert refusal(lobby.rematch, old.pk, by=chris, now=LATER) == "not-yours"


def test_standing_orders_are_brought_along(alice: Profile, dice: Script) -> None:
    dora = player("Dora", orders={"forced": True})
    table = match(alice, dora)
    dora.orders = {}
    dora.save(update_fields=["orders"])
    assert seat(table, dora).orders == {"forced": True}, "those of the table stay what they were"
    assert codec.load(table.state).orders[1] == Orders(forced=True)
