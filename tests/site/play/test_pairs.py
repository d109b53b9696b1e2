"""Consultation pairs on the site: who sits beside whom, threads of two, letters, the mate who stands in."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games import lobby
from games.models import Invitation, OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import play, say, volunteer
from games.records.tables import of_table
from games.rules import codec
from games.rules.actions import Accept, Answer, Double, Order, Play, Resign, TimeOut
from games.rules.errors import IllegalAction
from games.sweeps import check_one
from tests.site.chouette.test_letters import later, reply
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, offer, player, prompt, seat
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import of, send
from tests.site.web.conftest import words

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

FIRST = Play(((8, 5), (6, 5)))


@pytest.fixture
def dora(db: None) -> Profile:
    """She plays beside Boris."""
    return player("Dora")


def pairs(host: Profile, **more: object) -> Table:
    """An open offer of a money session of pairs."""
    rules = {"pairs": "turns", "end": "games:3", "jacoby": "off"}
    return offer(host, **{"format": "money", "rules": rules, "seats": 4} | more)


@pytest.fixture
def table(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> Table:
    """Alice and Chris against Boris and Dora; Alice begins."""
    dice("31")
    made = pairs(alice)
    for person in (boris, chris, dora):
        made = lobby.take(made.pk, player=person, now=NOW)
    return made


def same(table: Table) -> None:
    """The log leads to the snapshot and the rows."""
    out = StringIO()
    call_command("replay", table.pk, stdout=out)
    assert out.getvalue().splitlines()[-1].endswith(" 0 differences"), out.getvalue()


def places(table: Table) -> dict[str, int]:
    return {one.player.handle: one.number for one in table.seats.select_related("player")}


def page(table: Table, who: Profile | None) -> str:
    """The words of the page of the table, in English."""
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        Profile.objects.filter(pk=who.pk).update(language="en")
        client.force_login(who.user)
    response = client.get(f"/t/{table.pk}/")
    assert response.status_code == 200
    return words(response)


def test_four_sit_down_and_one_of_each_side_is_asked(table: Table, alice: Profile) -> None:
    assert places(table) == {"Alice": 0, "Boris": 1, "Chris": 2, "Dora": 3}
    assert {one.player.handle: one.role for one in table.seats.select_related("player")} == {
        "Alice": "box", "Boris": "captain", "Chris": "mate", "Dora": "mate",
    }  # fmt: skip
    assert prompt(table).seat.player == alice
    same(table)


def test_who_is_asked_to_it_plays_on_the_side_that_was_meant(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    made = pairs(alice, open_for=None, mate=dora, invited=[boris, chris])
    for person in (chris, dora, boris):
        invitation = Invitation.objects.get(table=made, player=person)
        lobby.accept(invitation.pk, player=person, now=NOW)
    assert places(made) == {"Alice": 0, "Boris": 1, "Dora": 2, "Chris": 3}
    same(made)


def test_a_kept_place_is_taken_by_nobody_else(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    made = pairs(alice, mate=dora)
    with pytest.raises(IllegalAction, match="place-taken"):
        lobby.take(made.pk, player=boris, now=NOW, wish=2)
    lobby.take(made.pk, player=boris, now=NOW, wish=3)
    lobby.take(made.pk, player=chris, now=NOW)
    with pytest.raises(IllegalAction, match="place-taken"):
        lobby.take(made.pk, player=player("Eve"), now=NOW)
    lobby.take(made.pk, player=dora, now=NOW)
    assert places(made) == {"Alice": 0, "Chris": 1, "Dora": 2, "Boris": 3}


def test_the_page_before_it_begins_shows_both_sides(alice: Profile, boris: Profile, chris: Profile) -> None:
    made = pairs(alice, mate=chris, open_for=timedelta(days=3650))
    told = page(made, boris)
    for line in ("Alice + …", "… + …", "Sit down on this side", "Consultation pairs"):
        assert line in told
    client = Client()
    client.force_login(boris.user)
    assert client.post(f"/t/{made.pk}/take/", {"place": "3"}).status_code == 302
    assert places(made)["Boris"] == 3
    assert "Begin with those who are here" not in page(made, alice)


def test_the_two_of_a_side_talk_and_nobody_else_reads_it(
    table: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    say(seat(table, chris).pk, "play 8/5 6/5", audience="team", ref="advice", now=NOW)
    say(seat(table, chris).pk, "play 8/5 6/5", audience="team", ref="advice", now=NOW)
    say(seat(table, dora).pk, "they will make the five point", audience="team", ref="fear", now=NOW)
    assert [(one.audience, one.text[:4]) for one in table.messages.order_by("pk")] == [
        ("box", "play"),
        ("team", "they"),
    ]
    for reader, reads, not_ in ((alice, "play 8/5 6/5", "five point"), (boris, "five point", "play 8/5")):
        told = page(table, reader)
        assert reads in told
        assert not_ not in told
    for text in ("play 8/5", "five point"):
        assert text not in page(table, None)
    answer(table, FIRST)
    answer(table, Double(), by=boris)
    say(seat(table, chris).pk, "take it", audience="team", ref="cube", now=NOW)
    answer(table, Answer((("drop", ()),)), by=alice)
    assert "take it" in page(table, boris), "the words about a game are open to all once it is over"


def test_the_page_says_who_throws_and_counts_for_both(
    table: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    told = page(table, chris)
    assert "The table waits for: Alice" in told
    assert "Among themselves: You + Chris" not in told
    assert "Among themselves: Alice + Chris" in told
    answer(table, FIRST)
    answer(table, Double(), by=boris)
    assert "Boris + Dora doubles" in page(table, alice)
    answer(table, Answer((("drop", ()),)), by=alice)
    told = page(table, chris)
    assert "Alice + You −1, Boris + Dora +1" in told
    assert "Game 2 begins; throwing and moving: You, Dora" in told
    assert {one.player.handle: one.points for one in table.seats.select_related("player")} == {
        "Alice": -2, "Boris": 2, "Chris": -2, "Dora": 2,
    }  # fmt: skip
    assert prompt(table).seat.player in (chris, dora)
    same(table)


def test_only_the_thrower_answers_and_the_other_is_told_so(table: Table, alice: Profile, chris: Profile) -> None:
    with pytest.raises(IllegalAction, match="mate-throws"):
        play(prompt(table).pk, FIRST, source=Source.PAGE, ref="mate", now=NOW, by=seat(table, chris).pk)
    with pytest.raises(IllegalAction, match="mate-throws"):
        volunteer(seat(table, chris).pk, Resign(1), source=Source.PAGE, ref="resign", now=NOW)
    client = Client(headers={"accept-language": "en"})
    client.force_login(chris.user)
    response = client.post(f"/t/{table.pk}/", {"line": "8/5 6/5", "ref": "r"})
    assert "Alice throws and answers for you both" in words(response)
    volunteer(seat(table, chris).pk, Order("auto", "on"), source=Source.PAGE, ref="order", now=NOW)
    assert table.entries.count() == 2
    same(table)


def test_a_silent_thrower_is_followed_by_his_mate_then_the_rule_applies(
    table: Table, alice: Profile, chris: Profile
) -> None:
    asked = prompt(table)
    assert asked.due_at
    due = asked.due_at + timedelta(seconds=1)
    with pytest.raises(IllegalAction):
        play(asked.pk, TimeOut(), source=Source.CLOCK, ref="early", now=NOW)
    for _ in range(4):
        check_one(due)
    mine = prompt(table)
    assert mine.seat.player == chris
    assert table.games.filter(ended_at__isnull=False).count() == 0
    same(table)
    assert mine.due_at
    for _ in range(4):
        check_one(mine.due_at + timedelta(seconds=1))
    over = table.games.get(number=1)
    assert (over.how, over.value) == ("adjudicated", -2)
    same(table)


def test_each_gets_his_own_letter_and_the_mate_advises_by_letter(
    table: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    send(later())
    asked, told = of(alice, "turn"), of(chris, "started")
    assert asked.headers["Reply-To"] != told.headers["Reply-To"]
    assert "Now Alice is to answer for you both: you can advise your partner." in told.text
    assert "words to your partner alone: team TEXT" in told.text
    assert "Boris + Dora" in asked.subject
    assert reply(chris, "started", "8/5 6/5").outcome == "stale"
    assert reply(chris, "started", "team 8/5 6/5, not 24/20").outcome == "done"
    send(later())
    assert "Chris: 8/5 6/5, not 24/20" in of(alice, "told").text
    assert not OutgoingMail.objects.filter(player=boris, text__contains="not 24/20").exists()
    assert reply(alice, "turn", "8/5 6/5").outcome == "done"
    send(later())
    assert "слова только партнёру: команде ТЕКСТ" in of(boris, "turn").text
    same(table)


def test_the_letter_of_an_invitation_says_on_whose_side(alice: Profile, boris: Profile, dora: Profile) -> None:
    pairs(alice, mate=dora, open_for=None, invited=[boris, "ivan@example.net"])
    send(later())
    assert "You would play beside Alice" in of(dora, "invitation").text
    assert "Вы играли бы против: Alice" in of(boris, "invitation").text


def test_the_same_again_keeps_the_pairs(
    table: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    Table.objects.filter(pk=table.pk).update(over=True, over_at=NOW)
    again = lobby.rematch(table.pk, by=dora, now=NOW)
    for person in (alice, chris, boris):
        again = lobby.rematch(table.pk, by=person, now=NOW)
    assert places(again) == {"Dora": 0, "Boris": 2, "Alice": 1, "Chris": 3}
    assert again.started_at == NOW


def test_its_record_has_two_players(table: Table, alice: Profile, boris: Profile, dice: Script) -> None:
    answer(table, FIRST)
    answer(table, Double(), by=boris)
    answer(table, Answer((("drop", ()),)), by=alice)
    facts = [[codec.load_fact(fact) for fact in entry.facts] for entry in table.entries.order_by("seq")]
    made = of_table(
        facts, variant=table.variant, format="money", rules=table.rules, names=["Alice", "Boris", "Chris", "Dora"]
    )
    assert [game.names for game in made.games] == [("Alice + Chris", "Boris + Dora")] * 2
    assert (made.games[0].result.winner, made.games[0].result.points) == (2, 1)  # type: ignore[union-attr]
    client = Client()
    client.force_login(alice.user)
    for kind in ("mat", "sgf", "json"):
        assert client.get(f"/t/{table.pk}/record.{kind}").status_code == 200
    for seq in (1, 2):
        assert client.get(f"/t/{table.pk}/{seq}/").status_code == 200
    Table.objects.filter(pk=table.pk).update(over=True)
    assert client.get("/my/").status_code == 200


def test_a_match_of_pairs_to_its_end(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    dice("31")
    made = pairs(alice, format="match", rules={"length": 1, "pairs": "fixed"})
    for person in (boris, chris, dora):
        made = lobby.take(made.pk, player=person, now=NOW)
    volunteer(seat(made, alice).pk, Resign(1), source=Source.PAGE, ref="resign", now=NOW)
    answer(made, Accept(), by=boris)
    assert "The match is over: you won" in page(made, dora)
    assert "The match is over, winner: Boris + Dora" in page(made, chris)
    same(made)


def form(**more: str) -> dict[str, str]:
    return {
        "game": "short", "preset": "match", "clock": "daily", "against": "open", "open_for": "7", "length": "5",
        "games": "5", "ref": "r",
    } | more  # fmt: skip


@pytest.mark.parametrize(
    ("more", "places_kept"),
    [
        ({"pairs": "turns"}, []),
        ({"pairs": "turns", "mate": "Chris"}, [2]),
        ({"pairs": "fixed", "mate": "eve@example.org", "against": "guests", "guests": "Boris Dora"}, [2, 1, 3]),
    ],
)
def test_the_form_of_a_new_table_offers_it(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, more: dict[str, str], places_kept: list[int]
) -> None:
    client = Client()
    client.force_login(alice.user)
    assert client.post("/new/", form(**more)).status_code == 302
    made = Table.objects.get()
    assert (made.wanted, made.rules) == (4, {"length": 5, "pairs": more["pairs"]})
    assert [one.place for one in made.invitations.order_by("pk")] == places_kept


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"mate": "Nobody"}, "Name one player of this site"),
        ({"mate": "Boris Chris"}, "Name one player of this site"),
        ({"mate": "Alice"}, "Name one player of this site"),
        ({"against": "guests", "guests": "Boris Dora"}, "Who plays beside you?"),
        ({"against": "player", "player": "Boris", "mate": "Chris"}, "Four play at a table of pairs"),
        ({"against": "guests", "guests": "Boris", "mate": "Chris"}, "Name the two who play against you"),
    ],
)
def test_the_form_says_who_is_missing(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, more: dict[str, str], refusal: str
) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(alice.user)
    assert refusal in words(client.post("/new/", form(pairs="turns", **more)))
    assert not Table.objects.exists()
