"""A letter stands alone: what happened since the reader's last answer, how it stands, what is asked and possible."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.outbox import compose
from games.play import play, say, volunteer
from games.rules.actions import Accept, Decline, Double, Order, Play, Resign, Roll
from games.rules.errors import IllegalAction, Stale
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, offer, prompt, refs, seat
from tests.site.outbox.letters import BACK, FIRST, HOUR, SOON, of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]


def test_the_parts_stand_in_the_order_in_which_one_reads(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, boris).pk, Order("forced", "on"), source=Source.PAGE, ref="order", now=NOW)
    answer(match, FIRST, by=alice, now=NOW + timedelta(minutes=1))
    say(seat(match, alice).pk, "Good luck!\nSee you.", ref="words", now=NOW + timedelta(minutes=2))
    send()
    text = of(boris, "turn").text
    parts = [
        "-- reply above",
        "Ваше распоряжение: делать вынужденные ходы: да",
        "Alice: 3-1, ход 8/5 6/5",
        "Alice: Good luck!",
        "Alice: See you.",
        "Матч до 3 очков: Вы 0, Alice 0",
        "Куб 1, в середине",
        "Ваши распоряжения: делать вынужденные ходы: да",
        "Вам бросать. Будете удваивать?",
        "до пт 6 мар, 12:01 мск",
        f"#{prompt(match, boris).number}",
        "+------------------+---+------------------+",
        "O, вы: 2 на 24",
        "* бросок — бросить кости",
        "* даве — ",
        "* сдаюсь — ",
        "слова за стол: скажи ТЕКСТ",
        f"/t/{match.pk}/",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_the_reader_sees_the_board_from_his_own_side(match: Table, alice: Profile, boris: Profile) -> None:
    send()
    answer(match, FIRST, by=alice)
    send()
    mine, his = of(alice, "turn").text, of(boris, "turn").text
    assert "O, you: 2 on 24, 5 on 13, 3 on 8, 5 on 6, pips 167." in mine
    assert "X, соперник: 2 на 1, 5 на 12, 2 на 17, 4 на 19, 2 на 20," in his


def test_it_begins_with_the_readers_own_last_answer(match: Table, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("21", "52")
    answer(match, FIRST, by=alice)
    answer(match, Roll(), by=boris)
    answer(match, BACK, by=boris)
    answer(match, Roll(), by=alice)
    answer(match, Play(moves=((13, 8), (13, 11))), by=alice)
    send()
    text = of(boris, "turn").text
    assert "Вы: 2-1, ход 24/23 13/11" in text
    assert "Alice: 5-2, ход 13/11 13/8" in text
    assert "Alice: 3-1" not in text


def test_what_came_between_the_letter_and_the_answer_by_letter_is_told(
    match: Table, alice: Profile, boris: Profile
) -> None:
    answer(match, FIRST, by=alice)
    send(NOW + HOUR)  # tells the play
    volunteer(seat(match, boris).pk, Order("auto", "off"), source=Source.LETTER, ref="order", now=NOW + 2 * HOUR)
    answer(match, Double(), by=boris, now=NOW + 3 * HOUR, source=Source.LETTER)
    letter = OutgoingMail.objects.filter(player=boris).latest("pk")
    compose.reminder(prompt(match, alice), NOW + 3 * HOUR)
    told = "Ваше распоряжение: бросать за меня: нет"
    compose.problem(
        player=boris,
        seat=seat(match, boris),
        prompt=None,
        error=Stale("stale", number=2, answered_at=NOW.isoformat(), by=1),
        line="double",
        message_id="",
        ref="mail",
        now=NOW + 4 * HOUR,
    )
    send(NOW + 4 * HOUR)
    text = of(boris, "stale").text
    assert letter.kind == "turn"
    assert told in text
    assert "Вы: даве, куб будет 2" in text
    assert "Alice: 3-1" not in text


def test_an_order_is_told_only_to_who_gave_it(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, alice).pk, Order("forced", "on"), source=Source.PAGE, ref="order", now=NOW)
    answer(match, FIRST, by=alice)
    send()
    assert "forced" not in of(boris, "turn").text
    assert "распоряжение" not in of(boris, "turn").text


def test_words_are_told_once_and_never_ones_own(match: Table, alice: Profile, boris: Profile) -> None:
    say(seat(match, alice).pk, "first words", ref="1", now=NOW)
    say(seat(match, boris).pk, "my own words", ref="2", now=NOW)
    answer(match, FIRST, by=alice)
    send(NOW + HOUR)
    first = of(boris, "turn").text
    assert "Alice: first words" in first
    assert "my own words" not in first
    say(seat(match, alice).pk, "more words", ref="3", now=NOW + 2 * HOUR)
    answer(match, Roll(), by=boris, now=NOW + 3 * HOUR, source=Source.LETTER)
    send(NOW + 4 * HOUR)
    second = of(boris, "turn").text
    assert "more words" in second
    assert "first words" not in second


def test_words_that_were_hidden_are_not_told(match: Table, alice: Profile, boris: Profile) -> None:
    message = say(seat(match, alice).pk, "rude words", ref="1", now=NOW)
    message.hidden_at = NOW
    message.save()
    answer(match, FIRST, by=alice)
    send()
    assert "rude" not in of(boris, "turn").text


def test_words_cannot_be_read_as_our_html(match: Table, alice: Profile, boris: Profile) -> None:
    say(seat(match, alice).pk, "<img src=x> & {{ site }}", ref="1", now=NOW)
    answer(match, FIRST, by=alice)
    send()
    letter = of(boris, "turn")
    assert "<img src=x> & {{ site }}" in letter.text
    assert "&lt;img src=x&gt; &amp; {{ site }}" in letter.html


def test_a_double_says_what_it_would_become_and_what_a_drop_costs(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Double(), by=boris)
    send()
    assert "Boris doubles: from 1 to 2. Take, or drop for 1 point?" in of(alice, "double").text


def test_the_crawford_game_is_named_and_has_no_cube(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(seat(match, alice).pk, Resign(2), source=Source.PAGE, ref=next(refs), now=NOW)
    play(prompt(match, boris).pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    send()
    letter = OutgoingMail.objects.filter(player=boris).latest("pk")
    assert "Партия 1 окончена (сдача, марс): Вы +2" in letter.text
    assert "Партия Кроуфорда, без даве" in letter.text
    assert "Куб" not in letter.text.replace("Кубы", "")


def test_an_answer_to_a_stale_mail_asks_what_is_asked_now(match: Table, alice: Profile, boris: Profile) -> None:
    old = prompt(match, alice)
    answer(match, FIRST, by=alice)
    answer(match, Double(), by=boris)
    compose.problem(
        player=alice,
        seat=seat(match, alice),
        prompt=old,
        error=Stale("stale", number=old.number, answered_at=NOW.isoformat(), by=0),
        line="8/5 6/5",
        message_id="<mail@example.org>",
        ref="mail",
        now=NOW + timedelta(minutes=1),
    )
    send()
    letter = of(alice, "stale")
    assert "Question #1 was answered on Sun 1 Mar, 10:00 CET by: You." in letter.text
    assert "Boris doubles" in letter.text
    assert letter.addresses.get(purpose="reply").prompt == prompt(match, alice)
    assert letter.headers["In-Reply-To"] == "<mail@example.org>"
    assert letter.headers["Auto-Submitted"] == "auto-replied"


def test_while_an_offer_stands_the_question_behind_it_is_not_sent(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    volunteer(seat(match, alice).pk, Resign(1), source=Source.PAGE, ref="resign", now=NOW)
    send()
    assert of(boris, "offer").sent_at
    turn = of(boris, "turn")
    assert not turn.sent_at
    assert not turn.dropped_at
    asked = match.prompts.get(seat__player=boris, kind="offer", closed_at=None)
    play(asked.pk, Decline(), source=Source.LETTER, ref="decline", now=SOON)
    send(SOON + HOUR)
    turn.refresh_from_db()
    assert turn.sent_at
    assert "Вы: сдача не принята" in turn.text


@pytest.mark.parametrize("what", ["show", "help", "history", "games"])
def test_who_asks_to_see_something_is_shown_it(match: Table, alice: Profile, boris: Profile, what: str) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Roll(), by=boris)
    compose.shown(what, player=boris, seat=seat(match, boris), prompt=None, message_id="<m@x>", ref="m", now=SOON)
    send()
    letter = of(boris, "shown")
    asked = prompt(match, boris)
    assert f"#{asked.number}" in letter.text
    assert letter.addresses.get(purpose="reply").prompt == asked
    assert letter.headers["In-Reply-To"] == "<m@x>"
    assert ("Партия 1 началась" in letter.text) == (what == "history")
    assert ("Вас ждут столы:\n- Alice, до " in letter.text) == (what == "games")


def test_a_mail_about_no_table_gets_an_answer_too(alice: Profile, boris: Profile) -> None:
    invited = offer(alice, opponent=boris).invitations.get()
    compose.problem(
        player=boris,
        seat=None,
        prompt=None,
        error=IllegalAction("say-accept"),
        line="roll",
        message_id="",
        ref="m",
        now=SOON,
        invitation=invited,
    )
    send()
    letter = of(boris, "problem")
    assert "«принять»" in letter.text
    assert "* принять — сесть за стол и играть" in letter.text
    assert letter.addresses.get(purpose="reply").invitation == invited
    assert "None" not in letter.text + letter.html
