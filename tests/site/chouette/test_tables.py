"""A chouette on the site: sitting down, the start by dice, windows and sealed answers, rows equal to the state."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games import lobby, queries
from games.models import OutgoingMail, Profile, Prompt, Stake, Table
from games.models.table import Source
from games.outbox.render import render
from games.play import play, volunteer
from games.rules.actions import Accept, Answer, Decline, Double, Leave, Order, Play, Proxy, Roll
from games.rules.errors import IllegalAction, Stale
from tests.site.chouette.conftest import DROP, TAKE
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, offer, player, prompt, refs, seat

pytestmark = pytest.mark.django_db


def same(table: Table) -> None:
    """The log leads to the snapshot and the rows."""
    out = StringIO()
    call_command("replay", table.pk, stdout=out)
    assert out.getvalue().splitlines()[-1].endswith(" 0 differences"), out.getvalue()


def roles(table: Table) -> dict[str, tuple[str, int | None]]:
    """Role and place of everybody."""
    return {one.player.handle: (one.role, one.line) for one in table.seats.select_related("player")}


def asked(table: Table) -> dict[str, str]:
    """Who is asked what and has not answered."""
    open_ = table.prompts.filter(closed_at=None, answered_at=None).select_related("seat__player")
    return {one.seat.player.handle: one.kind for one in open_}


def test_it_begins_by_dice_when_the_last_seat_is_taken(four: Table) -> None:
    assert roles(four) == {"Alice": ("box", 0), "Boris": ("captain", 1), "Chris": ("crew", 2), "Dora": ("crew", 3)}
    facts = four.entries.get().facts
    assert [fact["why"] for fact in facts if fact["fact"] == "Thrown"] == ["start", "lot"]
    assert Stake.objects.filter(game__table=four, live=True, high__role="box").count() == 3
    assert asked(four) == {"Alice": "move"}
    same(four)


def test_too_few_places_are_refused(alice: Profile) -> None:
    for seats in (2, 11):
        with pytest.raises(IllegalAction):
            offer(alice, format="chouette", rules={}, seats=seats)
    assert not Table.objects.exists()


def test_its_host_begins_with_those_who_came(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    table = offer(alice, format="chouette", rules={"preset": "club"}, seats=5)
    lobby.take(table.pk, player=boris, now=NOW)
    with pytest.raises(IllegalAction, match="too-few-seats"):
        lobby.begin(table.pk, by=alice, now=NOW)
    lobby.take(table.pk, player=chris, now=NOW)
    with pytest.raises(IllegalAction, match="not-yours"):
        lobby.begin(table.pk, by=boris, now=NOW)
    dice("654", "31")
    assert lobby.begin(table.pk, by=alice, now=NOW).wanted == 3
    lobby.begin(table.pk, by=alice, now=NOW)
    assert table.entries.count() == 1


def test_the_window_waits_for_the_captain_and_who_holds(
    four: Table, alice: Profile, boris: Profile, dora: Profile
) -> None:
    volunteer(seat(four, dora).pk, Order("hold"), source=Source.PAGE, ref="hold", now=NOW)
    answer(four, Play(((8, 5), (6, 5))), by=alice)
    assert asked(four) == {"Boris": "cube", "Dora": "cube"}
    windows = four.prompts.filter(closed_at=None)
    assert {(one.due_at, one.banked) for one in windows} == {(NOW.replace(day=2), False)}
    answer(four, Double(), by=dora)
    assert four.entries.latest("seq").facts == [{"fact": "Sealed", "seat": seat(four, dora).number}]
    assert asked(four) == {"Boris": "cube"}
    answer(four, Roll(), by=boris)
    assert asked(four) == {"Alice": "answer"}
    same(four)


def test_a_member_who_is_not_waited_for_doubles_too(
    window: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    four = window
    volunteer(seat(four, chris).pk, Double(), source=Source.LETTER, ref="double", now=NOW)
    answer(four, Double(), by=boris)
    offered = prompt(four, alice)
    names = [seat(four, boris).number, seat(four, chris).number]
    play(
        offered.pk, Answer((("take", (names[0],)), ("drop", (names[1],)))), source=Source.PAGE, ref=next(refs), now=NOW
    )
    kept = {one.low.player.handle: (one.value, one.live) for one in Stake.objects.filter(game__table=four)}
    assert kept == {"Boris": (2, True), "Chris": (1, False), "Dora": (1, True)}
    assert roles(four)["Chris"] == ("out", 2)
    same(four)


def test_sealed_answers_can_be_replaced_until_the_last_is_in(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile
) -> None:
    answer(doubled, DROP, by=chris)
    question = prompt(doubled, chris)
    assert question.answered_at
    assert question.due_at is None
    answer(doubled, TAKE, by=chris)
    for entry in doubled.entries.order_by("-seq")[:2]:
        assert [fact["fact"] for fact in entry.facts] == ["Sealed"]
    answer(doubled, TAKE, by=boris)
    answer(doubled, DROP, by=dora)
    stakes = Stake.objects.filter(game__table=doubled).select_related("low__player")
    assert {one.low.player.handle: (one.value, one.live) for one in stakes} == {
        "Boris": (2, True),
        "Chris": (2, True),
        "Dora": (1, False),
    }
    with pytest.raises(Stale):
        play(question.pk, DROP, source=Source.LETTER, ref=next(refs), now=NOW)
    same(doubled)


def test_an_answer_has_its_own_time_and_costs_no_bank(doubled: Table, chris: Profile) -> None:
    question = prompt(doubled, chris)
    assert question.due_at == NOW.replace(day=3)
    answer(doubled, TAKE, by=chris, now=NOW.replace(day=2))
    assert seat(doubled, chris).bank == doubled.clock["bank"]


def test_a_proxy_answers_for_the_absent(doubled: Table, boris: Profile, chris: Profile, dora: Profile) -> None:
    volunteer(seat(doubled, chris).pk, Proxy(seat(doubled, dora).number), source=Source.PAGE, ref="p", now=NOW)
    question = prompt(doubled, chris)
    assert question.proxy == seat(doubled, dora)
    with pytest.raises(IllegalAction, match="not-your-question"):
        play(question.pk, TAKE, source=Source.PAGE, ref=next(refs), now=NOW, by=seat(doubled, boris).pk)
    given = play(question.pk, TAKE, source=Source.PAGE, ref="again", now=NOW, by=seat(doubled, dora).pk)
    assert play(question.pk, TAKE, source=Source.PAGE, ref="again", now=NOW, by=seat(doubled, dora).pk) == given
    assert given.seat == seat(doubled, dora)
    answer(doubled, DROP, by=dora)
    closing = answer(doubled, TAKE, by=boris)
    shown = [fact for fact in closing.facts if fact["fact"] == "Answered"]
    assert {(fact["seat"], fact.get("source", "player")) for fact in shown} == {
        (seat(doubled, boris).number, "player"),
        (seat(doubled, chris).number, "proxy"),
        (seat(doubled, dora).number, "player"),
    }
    same(doubled)


def test_a_newcomer_plays_from_the_next_game(doubled: Table, boris: Profile, chris: Profile, dora: Profile) -> None:
    eve = player("Eve", orders={"forced": True, "silence": "drop"})
    lobby.join(doubled.pk, player=eve, source=Source.PAGE, now=NOW)
    lobby.take(doubled.pk, player=eve, now=NOW)
    assert doubled.seats.count() == 5
    assert roles(doubled)["Eve"] == ("spectator", None)
    for person in (boris, chris, dora):
        answer(doubled, DROP, by=person)
    assert doubled.games.get(number=2).line == [2, 3, 1, 4]
    assert roles(doubled)["Eve"] == ("crew", 4)
    orders = Table.objects.get(pk=doubled.pk).state["orders"]["4"]
    assert (orders["waive"], orders["forced"], orders["silence"]) == (True, True, "drop")
    same(doubled)


def test_who_leaves_goes_after_the_game_and_may_come_back(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile
) -> None:
    volunteer(seat(doubled, dora).pk, Leave(), source=Source.PAGE, ref="leave", now=NOW)
    assert seat(doubled, dora).left_at is None
    answer(doubled, DROP, by=boris)
    answer(doubled, DROP, by=chris)  # Dora follows the captain
    assert seat(doubled, dora).left_at == NOW
    assert roles(doubled)["Dora"] == ("spectator", None)
    lobby.join(doubled.pk, player=dora, source=Source.PAGE, now=NOW)
    assert (doubled.seats.count(), seat(doubled, dora).left_at) == (4, None)
    same(doubled)


def test_a_stranger_does_not_join_where_he_was_not_asked(alice: Profile, boris: Profile, chris: Profile) -> None:
    table = offer(alice, format="chouette", rules={}, seats=3, open_for=None, invited=[boris, "chris@example.org"])
    for invitation in table.invitations.all():
        lobby.accept(invitation.pk, player=invitation.player or chris, now=NOW)
    with pytest.raises(IllegalAction, match="join-by-invitation"):
        lobby.join(table.pk, player=player("Eve"), source=Source.PAGE, now=NOW)
    assert table.seats.count() == 3


def test_its_host_ends_it_after_the_running_game(doubled: Table, alice: Profile, boris: Profile) -> None:
    with pytest.raises(IllegalAction, match="not-yours"):
        lobby.end(doubled.pk, by=boris, now=NOW)
    lobby.end(doubled.pk, by=alice, now=NOW)
    lobby.end(doubled.pk, by=alice, now=NOW)
    for name in ("Boris", "Chris", "Dora"):
        answer(doubled, DROP, by=Profile.objects.get(handle=name))
    assert Table.objects.get(pk=doubled.pk).over
    assert not Prompt.objects.filter(closed_at=None).exists()
    assert [one.points for one in doubled.seats.order_by("number")] == [6, -2, -2, -2]
    same(doubled)


def test_a_long_history_can_be_told_from_a_game_on(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile, alice: Profile
) -> None:
    """What is told then is the end of what is told in full, but for the board on which the game before it ended."""
    for person in (boris, chris, dora):
        answer(doubled, DROP, by=person, now=NOW.replace(day=2))
    whole = queries.history(doubled, reader_seat=0)
    started = doubled.games.get(number=2).started_at
    assert 0 < len(queries.history(doubled, reader_seat=0, since=started)) < len(whole)
    answer(doubled, Play(((8, 6), (6, 5))), by=alice, now=NOW.replace(day=2))
    late = queries.history(doubled, reader_seat=0, since=started)
    first, *rest = queries.history(doubled, reader_seat=0)[-len(late) :]
    assert late == [replace(first, ended=None), *rest]


def test_who_bets_with_whom_is_settled_when_the_box_has_its_partner(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    """Until then there are no bets: the partner has none, and one who declined keeps his."""
    dice("6543", "31")
    table = chouette(alice, boris, chris, dora, rules={"partner": "required", "partner_min": 3})
    assert not Stake.objects.exists()
    for who, said in ((boris, Accept()), (chris, Decline()), (dora, Decline())):
        answer(table, said, by=who)
    pairs = [(stake.high.player, stake.low.player) for stake in Stake.objects.order_by("number")]
    assert pairs == [(alice, chris), (alice, dora)]
    same(table)


def test_where_the_box_wants_no_partner_all_bet(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    dice("654", "31")
    table = chouette(alice, boris, chris, rules={"partner": "optional", "partner_min": 3})
    assert not Stake.objects.exists()
    answer(table, Decline(), by=alice)
    assert Stake.objects.count() == 2
    same(table)


def test_the_list_of_moves_tells_who_doubled_and_whom_the_box_answered(
    window: Table, alice: Profile, boris: Profile, chris: Profile, client: Client
) -> None:
    volunteer(seat(window, chris).pk, Double(), source=Source.LETTER, ref="double", now=NOW)
    answer(window, Double(), by=boris)
    replies = (("take", (seat(window, boris).number,)), ("drop", (seat(window, chris).number,)))
    answer(window, Answer(replies), by=alice)
    client.force_login(alice.user)
    page = client.get(f"/t/{window.pk}/").content.decode()
    for line in ("Boris: double → 2", "Chris: double → 2", "Alice → Boris: take", "Alice → Chris: drop"):
        assert line in page


def test_whoever_answers_several_cubes_is_only_told_what_counts(
    window: Table, alice: Profile, boris: Profile, chris: Profile, client: Client
) -> None:
    """A bare `take` would be refused there; on the page, and in the letter."""
    volunteer(seat(window, chris).pk, Double(), source=Source.LETTER, ref="double", now=NOW)
    answer(window, Double(), by=boris)
    letter = OutgoingMail.objects.filter(player=alice, kind="double").latest("pk")
    render(letter, now=NOW)
    client.force_login(alice.user)
    page = unescape(client.get(f"/t/{window.pk}/").content.decode())
    for told in (page, letter.text):
        for line in ("take all — ", "drop all — ", "take Boris, drop Chris — "):
            assert line in told
        for bare in ("take — ", "drop — ", "beaver — "):
            assert f"* {bare}" not in told
            assert f"<li>{bare}" not in told
