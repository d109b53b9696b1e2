"""Who gets a letter, when, and that one thing is told once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from kombu.exceptions import OperationalError
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from games.models import Entry, OutgoingMail, Profile, Prompt, Table
from games.models.player import Letters
from games.models.table import Source
from games.notices import Notice
from games.outbox import compose, sending, tasks
from games.play import play, volunteer
from games.rules.actions import Accept, Double, Play, Resign, Roll
from games.rules.errors import IllegalAction, Stale
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, prompt, refs, seat
from tests.site.outbox.letters import FIRST, HOUR, SOON, of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]


def letters(player: Profile) -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(player=player).order_by("pk"))


def test_one_move_of_the_opponent_is_one_letter(match: Table, alice: Profile, boris: Profile) -> None:
    before = len(letters(boris))
    entry = answer(match, FIRST, by=alice)
    (letter,) = letters(boris)[before:]
    assert (letter.kind, letter.prompt, letter.entry) == ("turn", prompt(match, boris), entry)
    assert (letter.to, letter.language, letter.seat) == ("boris@example.org", "ru", seat(match, boris))
    assert letter.context == {}
    assert not letter.rendered_at


def test_the_end_of_a_game_and_the_next_question_are_one_letter(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, alice).pk, Resign(1), source=Source.PAGE, ref="resign", now=NOW)
    before = {player: len(letters(player)) for player in (alice, boris)}
    play(prompt(match, boris).pk, Accept(), source=Source.PAGE, ref="accept", now=NOW)
    asked = prompt(match)
    new = {player: [letter.kind for letter in letters(player)[before[player] :]] for player in before}
    assert new == {player: ["turn" if player.pk == asked.seat.player_id else "game-over"] for player in before}


def test_the_end_of_the_table_is_told_to_both_once(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, alice).pk, Resign(3), source=Source.PAGE, ref="resign", now=NOW)
    play(prompt(match, boris).pk, Accept(), source=Source.PAGE, ref="accept", now=NOW)
    assert Table.objects.get(pk=match.pk).over
    for player in (alice, boris):
        assert [letter.kind for letter in letters(player)].count("table-over") == 1
        assert letters(player)[-1].kind == "table-over"


def test_whoever_plays_by_letter_alone_is_told_how_to_play_on(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, alice).pk, Resign(3), source=Source.PAGE, ref="resign", now=NOW)
    play(prompt(match, boris).pk, Accept(), source=Source.PAGE, ref="accept", now=NOW)
    send()
    for player, line in ((alice, "* rematch — "), (boris, "* реванш — ")):
        letter = letters(player)[-1]
        assert line in letter.text
        assert "Reply-To" in letter.headers


def test_the_same_entry_is_told_once(match: Table, alice: Profile, boris: Profile) -> None:
    entry = answer(match, FIRST, by=alice)
    asked = prompt(match, boris)
    before = OutgoingMail.objects.count()
    for _again in range(2):
        compose.queue(
            [Notice(asked.seat.number, "turn", asked.number)], table=match, entry=entry, prompts=[asked], now=SOON
        )
    assert OutgoingMail.objects.count() == before


def test_a_seat_with_two_questions_gets_a_letter_for_each(match: Table, alice: Profile, boris: Profile) -> None:
    place = seat(match, boris)
    made = [
        Prompt.objects.create(table=match, number=90 + at, seat=place, kind=kind, asked_at=NOW, due_at=NOW + at * HOUR)
        for at, kind in enumerate(("move", "offer"))
    ]
    notices = [Notice(place.number, "told"), *(Notice(place.number, "turn", one.number) for one in made)]
    OutgoingMail.objects.all().delete()
    compose.queue(notices, table=match, entry=None, prompts=made, now=NOW)
    assert [letter.prompt for letter in letters(boris)] == made


@pytest.mark.parametrize(
    ("setting", "of_seat", "due"),
    [
        (Letters.AT_ONCE, "", NOW),
        (Letters.WAITING, "", NOW + timedelta(minutes=40)),
        (Letters.WAITING, Letters.AT_ONCE, NOW),
        (Letters.AT_ONCE, Letters.NONE, None),
        (Letters.NONE, Letters.AT_ONCE, NOW),
        (Letters.DIGEST, "", None),
        (Letters.NONE, "", None),
    ],
)
def test_letters_go_when_the_player_wants_them(
    match: Table, alice: Profile, boris: Profile, setting: str, of_seat: str, due: object
) -> None:
    Profile.objects.filter(pk=boris.pk).update(letters=setting, letters_after=40)
    match.seats.filter(player=boris).update(letters=of_seat)
    answer(match, FIRST, by=alice)
    found = [letter.next_try_at for letter in letters(boris) if letter.kind == "turn"]
    assert found == ([due] if due else [])


def test_who_plays_by_letter_gets_a_held_letter_at_once(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.WAITING, last_letter_at=NOW - timedelta(days=20))
    answer(match, FIRST, by=alice)
    assert of(boris, "turn").next_try_at == NOW


def test_a_held_letter_that_was_answered_meanwhile_is_not_sent(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.WAITING)
    answer(match, FIRST, by=alice)
    held = of(boris, "turn")
    answer(match, Roll(), by=boris)
    send()
    held.refresh_from_db()
    assert held.dropped_at == SOON
    assert not held.sent_at


def test_what_he_did_on_the_page_is_not_told_at_once_but_not_suppressed(
    match: Table, alice: Profile, boris: Profile
) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Roll(), by=boris, source=Source.PAGE)
    letter = of(boris, "turn")
    assert letter.prompt == prompt(match, boris)
    assert letter.next_try_at == NOW + timedelta(minutes=boris.letters_after)


def test_what_he_did_by_letter_is_answered_at_once_whatever_he_set(
    match: Table, alice: Profile, boris: Profile
) -> None:
    answer(match, FIRST, by=alice)
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.NONE)
    answer(match, Roll(), by=boris, source=Source.LETTER)
    letter = of(boris, "turn")
    assert (letter.prompt, letter.next_try_at) == (prompt(match, boris), NOW)
    assert sending.alive(letter, now=NOW)


def test_no_letter_goes_to_an_address_that_is_not_confirmed(match: Table, alice: Profile, boris: Profile) -> None:
    EmailAddress.objects.filter(user=boris.user).update(verified=False)
    OutgoingMail.objects.all().delete()
    answer(match, FIRST, by=alice)
    compose.reminder(prompt(match, boris), NOW)
    assert letters(boris) == []


def test_the_primary_address_comes_first(boris: Profile) -> None:
    EmailAddress.objects.create(user=boris.user, email="other@example.org", verified=True, primary=False)
    assert compose.confirmed_addresses([boris]) == {boris.user_id: "boris@example.org"}


def test_nothing_goes_where_letters_came_back_but_account_letters(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=boris.pk).update(mail_paused_at=NOW)
    OutgoingMail.objects.all().delete()
    answer(match, FIRST, by=alice)
    compose.reminder(prompt(match, boris), NOW)
    compose.account("code", "boris@example.org", {"code": "X"}, "ru", NOW, player=boris)
    assert [letter.kind for letter in letters(boris)] == ["code"]
    send(NOW)
    assert of(boris, "code").sent_at


def test_a_question_is_reminded_of_once(match: Table, boris: Profile, alice: Profile) -> None:
    asked = prompt(match, alice)
    for _again in range(2):
        compose.reminder(asked, SOON)
    assert [letter.kind for letter in letters(alice)].count("reminder") == 1


def test_a_mail_is_answered_once(match: Table, alice: Profile) -> None:
    for error in (IllegalAction("unknown-command", line="x"), Stale("stale", number=1)):
        compose.problem(
            player=alice,
            seat=seat(match, alice),
            prompt=None,
            error=error,
            line="x",
            message_id="",
            ref="mail:1",
            now=NOW,
        )
    assert [letter.kind for letter in letters(alice) if letter.kind in {"problem", "stale"}] == ["problem"]


def test_a_letter_about_an_account_must_be_of_a_kind_we_have() -> None:
    with pytest.raises(ValueError, match="no such kind"):
        compose.account("greeting", "x@example.org", {}, "en", NOW)


def test_letters_are_wanted_in_the_order_of_their_deadlines(match: Table, alice: Profile, dice: Script) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    turn, code = of(alice, "turn"), of(alice, "code")
    assert turn.wanted_by == prompt(match, alice).due_at
    assert code.wanted_by < turn.wanted_by


def test_queueing_takes_the_same_few_queries_however_many_are_told(
    match: Table, alice: Profile, boris: Profile, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entry = Entry.objects.get(table=match, seq=1)
    everybody = [Notice(number, "told") for number in (0, 1)]
    with django_assert_num_queries(3):
        compose.queue(everybody, table=match, entry=entry, prompts=[], now=NOW)


def test_the_double_is_a_letter_of_its_own(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Double(), by=boris)
    assert of(alice, "double").prompt == prompt(match, alice)


def test_a_broker_that_is_away_loses_no_letter(
    match: Table,
    alice: Profile,
    boris: Profile,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def gone(**_options: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.send_waiting, "apply_async", gone)
    monkeypatch.setattr(tasks.broker, "away", False)
    with django_capture_on_commit_callbacks(execute=True) as called:
        play(prompt(match, alice).pk, Play(FIRST.moves), source=Source.PAGE, ref=next(refs), now=NOW)
    assert called
    assert of(boris, "turn").next_try_at == NOW
    tasks.nudge_sender()
    assert caplog.text.count("the broker is away") == 1
