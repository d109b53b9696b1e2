"""A life by letter alone: language, zone, letters, vacation, offers, invitations, a rematch; in Russian and English."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings

from games import absence, lobby
from games.models import Absence, Invitation, OutgoingMail, Profile, Table
from games.models.player import Letters
from games.models.table import Source
from games.play import play, volunteer
from games.rules.actions import Accept, Resign
from tests.site.conftest import Script
from tests.site.factories import answer as act
from tests.site.factories import chouette, offer, player, prompt, refs, seat
from tests.site.factories import match as new_match
from tests.site.inbox.post import NOON, address_in, answer, letter_to, mail, post, read_all, received, reply
from tests.site.outbox.letters import FIRST, send

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=20)


def noted(player: Profile) -> OutgoingMail:
    """The letter that tells what was done at the desk."""
    return letter_to(player, "noted", now=LATER)


def codes(player: Profile) -> list[str]:
    return [code for code, _data in noted(player).context["receipts"]]


def anew(player: Profile) -> Profile:
    return Profile.objects.get(pk=player.pk)


# Settings


@pytest.mark.parametrize("line", ["язык английский", "language en", "LANGUAGE English!", "Язык: английский"])
def test_the_language(letter: OutgoingMail, boris: Profile, line: str) -> None:
    row = answer(letter, line.replace(":", ""))
    assert (row.outcome, anew(boris).language) == ("done", "en")
    told = noted(boris)
    assert "From now on you are written to in English." in told.text
    assert answer(told, "язык русский", now=LATER).outcome == "done"
    assert anew(boris).language == "ru"


@pytest.mark.parametrize(
    ("line", "zone"),
    [
        ("пояс Екатеринбург", "Asia/Yekaterinburg"),
        ("zone Asia/Tokyo", "Asia/Tokyo"),
        ("zone new york", "America/New_York"),
        ("пояс Нижний  Новгород.", "Europe/Moscow"),
        ("zone MSK", "Europe/Moscow"),
    ],
)
def test_the_zone(letter: OutgoingMail, boris: Profile, line: str, zone: str) -> None:
    assert answer(letter, line).outcome == "done"
    assert anew(boris).zone == zone
    assert zone in noted(boris).text


def test_a_zone_that_is_none_is_refused(letter: OutgoingMail, boris: Profile) -> None:
    row = answer(letter, "пояс Китеж")
    assert (row.outcome, row.detail["code"], anew(boris).zone) == ("refused", "unknown-zone", "Europe/Moscow")
    assert "«китеж» нет" in letter_to(boris, "problem", now=NOON).text


@pytest.mark.parametrize(
    ("line", "letters", "after"),
    [
        ("письма раз в день", "digest", 15),
        ("letters daily", "digest", 15),
        ("письма через 40 минут", "waiting", 40),
        ("letters after 40", "waiting", 40),
        ("письма нет", "none", 15),
        ("letters at once", "at-once", 15),
    ],
)
def test_when_letters_come(letter: OutgoingMail, boris: Profile, line: str, letters: str, after: int) -> None:
    assert answer(letter, line).outcome == "done"
    told = anew(boris)
    assert (told.letters, told.letters_after) == (letters, after)
    assert noted(boris).sent_at, "the answer comes whatever was chosen"


@pytest.mark.parametrize("line", ["стоп", "stop"])
def test_no_more_letters_after_asking_once(match: Table, letter: OutgoingMail, boris: Profile, line: str) -> None:
    assert answer(letter, line).outcome == "done"
    assert anew(boris).letters == "at-once", "asks first"
    asked = noted(boris)
    assert "* принять — больше никаких писем о столах" in asked.text
    for _twice in range(2):
        assert answer(asked, "принять", now=LATER).outcome == "done"
        assert anew(boris).letters == "none"
    send(LATER + timedelta(hours=1))
    assert OutgoingMail.objects.filter(player=boris, kind="noted", sent_at__isnull=False).count() == 3


def test_a_stop_that_is_not_confirmed(letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "стоп")
    assert answer(noted(boris), "отклонить", now=LATER).outcome == "done"
    assert anew(boris).letters == "at-once"


# Vacation


@pytest.mark.parametrize("line", ["отпуск 7", "away 7"])
def test_a_vacation_stops_the_clock_and_twice_is_once(
    match: Table, letter: OutgoingMail, boris: Profile, line: str
) -> None:
    due = prompt(match, boris).due_at
    assert due is not None
    raw = reply(letter, line)
    for _twice in range(2):
        assert received(raw, to=address_in(letter)).outcome == "done"
    (vacation,) = Absence.objects.all()
    assert vacation.span == (NOON, NOON + timedelta(days=7))
    assert prompt(match, boris).due_at == due + timedelta(days=7)
    assert codes(boris) == ["away", "away-left"]
    assert "Ваш отпуск: с вс 1 мар, 15:00 мск до вс 8 мар, 15:00 мск." in noted(boris).text


def test_a_planned_vacation_and_its_end(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    assert answer(letter, "отпуск 20.12-08.01").outcome == "refused", "nineteen days and more are not earned yet"
    assert answer(letter, "отпуск 20.12-31.12").outcome == "done"
    (vacation,) = Absence.objects.all()
    assert vacation.begins.isoformat() == "2026-12-19T21:00:00+00:00"
    assert answer(letter, "отпуск 25.12-03.01").detail["code"] == "vacation-overlaps"
    assert answer(letter, "вернулась").outcome == "done"
    assert codes(boris)[-1] == "back-planned"
    assert answer(letter, "back").detail["code"] == "not-away"


def test_a_letter_that_is_read_twice_after_a_crash_ends_one_vacation(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    """The first ends what runs; read again it must not call off what is planned."""
    absence.plan(boris, (NOON, NOON + timedelta(days=2)), ref="one", now=NOON)
    absence.plan(boris, (NOON + timedelta(days=5), NOON + timedelta(days=6)), ref="two", now=NOON)
    row = answer(letter, "вернулся")
    type(row).objects.filter(pk=row.pk).update(handled_at=None, next_try_at=LATER)
    read_all(LATER)
    assert Absence.objects.filter(cancelled_at=None, ends__gt=LATER).count() == 1


def test_away_names_the_chouettes_that_need_a_proxy(
    alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    dice("654", "31")
    table = chouette(alice, boris, chris)
    row = answer(letter_to(boris), "отпуск 3")
    assert row.outcome == "done"
    assert codes(boris) == ["away", "away-left", "away-proxy"]
    assert f"стол {table.pk}" in noted(boris).text
    for asked in table.prompts.filter(closed_at=None):
        assert asked.due_at is not None
        assert asked.due_at < NOON + timedelta(days=6), "a chouette goes on"


# What waits


def test_games_sends_every_waiting_letter_again(
    match: Table, letter: OutgoingMail, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    other = new_match(alice, boris)
    act(other, FIRST, by=alice)
    send(NOON)
    before = OutgoingMail.objects.filter(player=boris, kind="turn").count()
    raw = reply(letter, "партии")
    for _twice in range(2):
        assert received(raw, to=address_in(letter)).outcome == "done"
    send(LATER)
    again = OutgoingMail.objects.filter(player=boris, kind="turn", sent_at__isnull=False).order_by("pk")[before:]
    assert {one.seat.table for one in again} == {match, other}
    assert len(again) == 2
    for one in again:
        assert answer(one, "бросок", now=LATER).outcome == "done"


def test_games_wakes_a_letter_that_waits_and_needs_no_second_one(
    match: Table, letter: OutgoingMail, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    other = new_match(alice, boris)
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.WAITING)
    act(other, FIRST, by=alice, now=NOON)
    answer(letter, "партии", now=NOON + timedelta(minutes=1))
    send(NOON + timedelta(minutes=2))
    assert OutgoingMail.objects.filter(seat__table=other, seat__player=boris, kind="turn").count() == 1


def test_an_unsent_copy_of_an_answered_question_is_dropped(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "партии")
    answer(letter, "бросок")
    send(LATER)
    copies = OutgoingMail.objects.filter(dedupe__startswith="again:")
    assert [copy.sent_at for copy in copies] == [None]


# Sitting down


def test_offers_are_seen_and_taken(letter: OutgoingMail, boris: Profile, chris: Profile) -> None:
    table = offer(chris, now=NOON)
    assert answer(letter, "предложения").outcome == "done"
    told = noted(boris)
    assert f"* войти {table.pk} — Матч до 3 очков · Короткие нарды" in told.text
    raw = reply(told, f"войти {table.pk}")
    for _twice in range(2):
        assert received(raw, to=address_in(told), now=LATER).outcome == "done"
    table.refresh_from_db()
    assert table.started_at is not None
    assert seat(table, boris).number == 1
    assert codes(boris)[-1] == "begun"


def test_an_offer_that_is_gone(letter: OutgoingMail, boris: Profile, chris: Profile, alice: Profile) -> None:
    table = offer(chris, now=NOON)
    lobby.take(table.pk, player=alice, now=NOON)
    for number in (table.pk, 99999):
        assert answer(letter, f"join {number}").detail["code"] == "offer-gone"


def test_an_own_offer_is_not_offered_to_oneself(letter: OutgoingMail, boris: Profile) -> None:
    table = offer(boris, now=NOON)
    answer(letter, "offers")
    assert codes(boris) == ["no-offers"]
    assert answer(letter, f"join {table.pk}").detail["code"] == "own-offer"


@pytest.mark.parametrize("line", ["invite Chris", "пригласить chris"])
def test_another_is_invited_to_the_same_game(
    match: Table, letter: OutgoingMail, boris: Profile, chris: Profile, line: str
) -> None:
    raw = reply(letter, line)
    for _twice in range(2):
        assert received(raw, to=address_in(letter)).outcome == "done"
    (invitation,) = Invitation.objects.all()
    assert (invitation.player, invitation.by) == (chris, boris)
    assert (invitation.table.variant, invitation.table.rules) == (match.variant, match.rules)
    invited = letter_to(chris, "invitation", now=LATER)
    assert answer(invited, "accept", sender="chris@example.org", now=LATER).outcome == "done"
    invitation.table.refresh_from_db()
    assert invitation.table.started_at is not None


def test_a_stranger_is_invited_by_his_address_and_lives_by_letter(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    assert answer(letter, "пригласить new.man@example.net").outcome == "done"
    send(LATER)
    invited = OutgoingMail.objects.get(to="new.man@example.net")
    row = answer(invited, "принять", "язык английский", "zone London", sender="new.man@example.net", now=LATER)
    assert row.outcome == "done"
    player = Profile.objects.get(user__email="new.man@example.net")
    assert (player.language, player.zone) == ("en", "Europe/London")
    assert player.seats.get().table.started_at is not None


def test_nobody_of_that_name(letter: OutgoingMail) -> None:
    assert answer(letter, "invite Nobody").detail["code"] == "unknown-player"


@pytest.mark.parametrize("line", ["реванш", "rematch"])
def test_a_rematch(alice: Profile, boris: Profile, dice: Script, line: str) -> None:
    table = new_match(alice, boris, rules={"length": 1})
    volunteer(seat(table, alice).pk, Resign(), source=Source.PAGE, ref=next(refs), now=NOON)
    asked = table.prompts.get(seat__player=boris, kind="offer", closed_at=None)
    play(asked.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOON)
    over = letter_to(boris, "table-over", now=NOON)
    for _twice in range(2):
        assert answer(over, line).outcome == "done"
    table.refresh_from_db()
    assert codes(boris) == ["rematch-offered"]
    invited = letter_to(alice, "invitation", now=LATER)
    assert answer(invited, "принять", sender="alice@example.org", now=LATER).outcome == "done"
    assert table.rematch.started_at is not None


def test_a_rematch_of_a_running_table(letter: OutgoingMail) -> None:
    assert answer(letter, "реванш").detail["code"] == "not-over"


# Chouettes


def test_an_invitation_to_a_running_chouette(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    """It was never offered openly, and he is no member of a club: only the invitation lets him in."""
    dice("654", "31")
    dora = player("Dora")
    table = chouette(alice, boris, chris, open_for=None, invited=[boris, chris])
    asked = letter_to(alice)
    assert answer(asked, "invite Dora", sender="alice@example.org").outcome == "done"
    invited = letter_to(dora, "invitation", now=LATER)
    assert f"{settings.NARDY_SITE_URL}/i/" in invited.text
    raw = reply(invited, "войти", sender="dora@example.org")
    for _twice in range(2):
        assert received(raw, to=address_in(invited), now=LATER).outcome == "done"
    assert table.entries.filter(seat=seat(table, dora), source=Source.LETTER).exists()


# Letters about no table


def test_a_letter_about_no_table_takes_no_moves(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "помощь")
    answer(letter, "предложения")
    told = noted(boris)
    for line in ("бросок", "скажи привет", "выйти"):
        row = answer(told, line, now=LATER)
        assert (row.outcome, row.detail["code"]) == ("stale", "gathered-letter"), line
    for line in ("доска", "реванш", "история"):
        assert answer(told, line, now=LATER).detail["code"] == "which-table", line
    assert prompt(match, boris).kind == "cube"
    assert answer(told, "партии", now=LATER).outcome == "done"
    assert answer(told, "помощь", now=LATER).outcome == "done"


def test_what_was_done_before_a_refusal_is_told_with_it(letter: OutgoingMail, boris: Profile) -> None:
    row = answer(letter, "language en", "take")
    assert (row.outcome, row.detail["done"]) == ("refused", 1)
    told = letter_to(boris, "problem", now=NOON)
    assert "- From now on you are written to in English." in told.text
    assert not OutgoingMail.objects.filter(kind="noted").exists(), "one letter to one mail"


def test_several_wishes_make_one_letter(letter: OutgoingMail, boris: Profile) -> None:
    assert answer(letter, "language en", "zone Berlin", "letters daily", "away 3").outcome == "done"
    assert codes(boris) == ["language", "zone", "letters-daily", "away", "away-left"]
    assert OutgoingMail.objects.filter(kind="noted").count() == 1


# The open boxes


@pytest.mark.parametrize("box", ["help", "start"])
def test_the_open_box_answers_a_player_at_his_own_address(match: Table, boris: Profile, box: str) -> None:
    to = f"{box}@play.example.org"
    row = received(mail("предложения", to=to), to=to)
    assert row.outcome == "done"
    told = noted(boris)
    assert (told.to, codes(boris)) == ("boris@example.org", ["no-offers"])
    assert answer(told, "партии", now=LATER).outcome == "done"


def test_the_open_box_moves_nothing_and_answers_no_stranger(match: Table, alice: Profile, boris: Profile) -> None:
    act(match, FIRST, by=alice)
    to = "help@play.example.org"
    assert received(mail("бросок\nязык английский", to=to), to=to).outcome == "done"
    assert codes(boris) == ["help"]
    assert (prompt(match, boris).kind, anew(boris).language) == ("cube", "ru")
    row = received(mail("help", to=to, sender="stranger@example.net"), to=to)
    assert row.outcome == "unknown-sender"
    assert not OutgoingMail.objects.filter(to="stranger@example.net").exists()


def test_the_open_box_is_no_way_to_flood_a_player(match: Table, boris: Profile) -> None:
    to = "help@play.example.org"
    outcomes = [received(mail("games", to=to), to=to).outcome for _ in range(5)]
    assert outcomes == ["done", "done", "done", "enough", "enough"]


def test_every_wish_is_done_once_by_however_many_doors(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    raw = reply(letter, "отпуск 3", "партии", "предложения")
    for source in ("lmtp", "pipe", "webhook:mailgun"):
        post(raw, to=address_in(letter), source=source)
    read_all()
    assert Absence.objects.count() == 1
    assert OutgoingMail.objects.filter(kind="noted").count() == 1


def test_who_comes_by_letter_does_not_wait_for_his_first_letters(alice: Profile, dice: Script) -> None:
    """Letters wait for a quarter of an hour by default; not for whoever answers by letter."""
    dice("13")
    table = offer(alice, open_for=None, address="new.man@example.net", now=NOON)
    send(NOON)
    invited = OutgoingMail.objects.get(to="new.man@example.net")
    assert answer(invited, "accept", sender="new.man@example.net", now=NOON).outcome == "done"
    assert seat(table, Profile.objects.get(user__email="new.man@example.net")).player.letters == "waiting"
    send(NOON + timedelta(minutes=1))
    turn = OutgoingMail.objects.get(to="new.man@example.net", kind="turn")
    assert turn.sent_at == NOON + timedelta(minutes=1)


def test_what_was_done_is_told_even_where_no_more_refusals_are(letter: OutgoingMail, boris: Profile) -> None:
    """One refusal of a kind in an hour: the second brings none, but what was done before it is not kept back."""
    answer(letter, "take")
    answer(letter, "language en", "take", now=NOON + timedelta(minutes=1))
    assert OutgoingMail.objects.filter(player=boris, kind__in=["problem", "stale"]).count() == 1
    assert codes(boris) == ["language"]


def test_a_stop_before_a_refusal_is_asked_in_a_letter_of_its_own(letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "language en", "стоп", "take")
    told = letter_to(boris, "problem", now=LATER)
    assert "From now on you are written to in English." in told.text
    assert "no more letters" not in told.text.partition("You can also write:")[0]
    assert codes(boris) == ["stop-asked"]
    assert answer(noted(boris), "accept", now=LATER).outcome == "done"
    assert anew(boris).letters == "none"


def test_words_for_nobody_are_named(letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "предложения")
    answer(noted(boris), "язык русский", "", "Как погода?", now=LATER)
    assert "Ваши слова «Как погода?» никому не переданы" in noted(boris).text
