"""What a letter does: its commands in order, each once, up to the first refusal; and what becomes of the rest."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.inbox.read import forget
from games.models import IncomingMail, OutgoingMail, Profile, Table
from games.models.table import Source
from games.rules import codec
from games.rules.actions import Name, Order, Play, Resign, Roll
from tests.site.conftest import Script
from tests.site.factories import answer as act
from tests.site.factories import match as new_match
from tests.site.factories import prompt, seat
from tests.site.inbox.post import NOON, address_in, answer, answers, letter_to, mail, post, received, reply
from tests.site.outbox.letters import BACK

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=5)


def actions(table: Table) -> list[object]:
    """What was done at the table by letter, in order."""
    return [codec.load_action(entry.action) for entry in table.entries.filter(source=Source.LETTER).order_by("seq")]


def said(table: Table) -> list[tuple[str, str]]:
    return list(table.messages.order_by("pk").values_list("seat__player__handle", "text"))


# Several commands


def test_words_and_an_answer(match: Table, letter: OutgoingMail) -> None:
    row = answer(letter, "Привет, Алиса!", "", "скажи Удачи!", "roll", "-- ", "Boris")
    assert row.outcome == "done"
    assert row.detail["commands"] == ["say Удачи!", "roll"]
    assert said(match) == [("Boris", "Удачи!")]
    assert actions(match) == [Roll()]


def test_an_answer_to_dice_that_were_not_seen_is_refused_and_the_throw_stands(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    row = answer(letter, "roll", "24/23 13/11")
    assert (row.outcome, row.detail["code"], row.detail["done"]) == ("refused", "one-answer-a-letter", 1)
    assert actions(match) == [Roll()]
    assert prompt(match, boris).kind == "move"
    (told,) = answers(boris)
    assert told.context["line"] == "24/23 13/11"


def test_an_answer_may_open_a_question_that_the_letter_answers_too(
    alice: Profile, boris: Profile, dice: Script
) -> None:
    """In acey-deucey a throw of 2-1 is played, then a double is named, then that is played: nothing is thrown."""
    dice("31", "21", "43")
    table = new_match(alice, boris, variant="acey_deucey", format="money", rules={})
    row = answer(letter_to(alice), "bar/24 24/22", "=55", "22/2", sender="alice@example.org")
    assert (row.outcome, actions(table)) == (
        "done",
        [Play(moves=((25, 24), (24, 22))), Name((5, 5)), Play(moves=((22, 2),))],
    )
    asked = prompt(table, alice)
    assert (asked.kind, asked.number) == ("move", 4)


def test_what_was_done_before_a_refusal_stands(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    row = answer(letter, "say so be it", "forced on", "take", "roll")
    assert (row.outcome, row.detail["done"], row.detail["line"]) == ("refused", 2, "take")
    assert said(match) == [("Boris", "so be it")]
    assert actions(match) == [Order("forced", "on")], "what follows the refused line is not done"
    assert answers(boris)[0].context["line"] == "take"


def test_ten_commands_are_read_and_eleven_are_not(match: Table, letter: OutgoingMail) -> None:
    assert answer(letter, *[f"say {number}" for number in range(11)]).outcome == "refused"
    assert not said(match)
    assert answer(letter, *[f"say {number}" for number in range(10)]).outcome == "done"
    assert len(said(match)) == 10


# What is not a command


def test_second_thoughts_do_nothing(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    row = answer(letter, "даве", "хотя нет, бросок")
    assert (row.outcome, row.detail["code"], row.detail["line"]) == ("refused", "unknown-command", "хотя нет, бросок")
    assert actions(match) == []
    shown = letter_to(boris, "problem", now=NOON)
    assert "«хотя нет, бросок»" in shown.text
    assert "* бросок — бросить кости" in shown.text
    assert "+------------------+---+------------------+" in shown.text


def test_one_letter_of_help_shows_the_line_as_it_was_written(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    row = answer(letter, "  Пойду-ка я   пожалуй\tтуда… ")
    assert (row.outcome, row.detail["line"]) == ("refused", "Пойду-ка я   пожалуй\tтуда…")
    (told,) = answers(boris)
    assert (told.kind, told.context["answers"]) == ("problem", f"<{row_id(row)}>")


def row_id(row: IncomingMail) -> str:
    """The Message-ID of a mail without its brackets."""
    line = next(line for line in bytes(row.raw).splitlines() if line.lower().startswith(b"message-id:"))
    return line.split(b"<")[1].rstrip(b">").decode()


@pytest.mark.parametrize("text", ["", "\n \n", "\u200b"])
def test_an_empty_letter(match: Table, letter: OutgoingMail, boris: Profile, text: str) -> None:
    row = answer(letter, text)
    assert (row.outcome, row.detail["code"], actions(match)) == ("refused", "empty-letter", [])
    assert len(answers(boris)) == 1


def test_a_mail_without_text(match: Table, letter: OutgoingMail) -> None:
    to = address_in(letter)
    for content_type in ("image/png", "application/pdf; name=roll.pdf", "multipart/mixed; boundary=none"):
        row = received(mail(b"\x89PNG roll", to=to, content_type=content_type), to=to)
        assert (row.outcome, row.detail["code"]) == ("refused", "empty-letter")
    assert actions(match) == []


@pytest.mark.parametrize("charset", ["x-unknown", "utf-16-or-so", "", '"', "cp-1251", "koi8-r"])
def test_an_unknown_charset_and_raw_bytes(match: Table, letter: OutgoingMail, charset: str) -> None:
    to = address_in(letter)
    raw = mail("бросок".encode("koi8-r"), to=to, content_type=f"text/plain; charset={charset}")
    if charset == "cp-1251":
        raw = mail("бросок".encode("cp1251"), to=to, content_type=f"text/plain; charset={charset}")
    assert received(raw, to=to).outcome == "done"
    assert actions(match) == [Roll()]


def test_bytes_that_no_database_takes_as_text(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    row = answer(letter, "ro\x00ll \x1b[31m\ufffe please")
    assert (row.outcome, row.detail["code"]) == ("refused", "unknown-command")
    assert len(answers(boris)) == 1
    assert answer(letter, "say a\x00b\x0bc").outcome == "done"
    assert [text.replace(" ", "") for _, text in said(match)] == ["abc"]


def test_a_command_between_two_quotes_is_named_and_not_done(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    to = address_in(letter)
    row = received(mail("> Roll or double?\n\nroll\n\n> The board\n", to=to), to=to)
    assert (row.outcome, row.detail["code"], row.detail["line"]) == ("refused", "between-quotes", "roll")
    assert actions(match) == []
    assert "«roll»" in letter_to(boris, "problem", now=NOON).text


def test_words_under_the_commands_are_named_once_in_the_next_letter(
    match: Table, letter: OutgoingMail, alice: Profile, boris: Profile
) -> None:
    row = answer(letter, "roll", "", "Как погода у вас?")
    assert (row.outcome, row.detail["aside"]) == ("done", "Как погода у вас?")
    assert not said(match)
    told = letter_to(boris, "turn", now=SOON)
    line = "Ваши слова «Как погода у вас?» никому не переданы; чтобы передать, напишите так: скажи ТЕКСТ"
    assert line in told.text
    assert line in told.html
    act(match, BACK, by=boris, now=SOON)
    assert "погода" not in letter_to(alice, "turn", now=SOON).text
    act(match, Roll(), by=alice, now=SOON)
    act(match, FIRST_OF_21, by=alice, now=SOON)
    assert "погода" not in letter_to(boris, "turn", now=SOON + timedelta(hours=1)).text


FIRST_OF_21 = Play(moves=((6, 4), (24, 23)))


def test_words_under_a_refused_command_are_named_in_its_help(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    answer(letter, "take", "", "I hope so.")
    assert "«I hope so.»" in letter_to(boris, "problem", now=NOON).text


# Which question


def test_an_answer_to_a_closed_question_is_stale_and_shows_the_present_board(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    act(match, Roll(), by=boris, now=NOON)
    row = answer(letter, "double", now=SOON)
    assert (row.outcome, row.detail["code"], actions(match)) == ("stale", "stale", [])
    told = letter_to(boris, "stale", now=SOON)
    assert "Вы: бросок 2-1" in told.text
    assert f"#{prompt(match, boris).number}" in told.text
    assert answer(told, "24/23 13/11", now=SOON).outcome == "done"


def test_the_number_of_another_question(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    number = prompt(match, boris).number
    row = answer(letter, f"roll #{number + 1}")
    assert (row.outcome, row.detail["code"], actions(match)) == ("stale", "other-question", [])
    assert answer(letter, f"resign #{number + 1}").detail["code"] == "other-question"
    assert answer(letter, f"roll #{number}").outcome == "done"


def test_words_and_orders_need_only_the_seat(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    act(match, Roll(), by=boris, now=NOON)
    assert answer(letter, "say still here", "forced on", "show", now=SOON).outcome == "done"
    assert said(match) == [("Boris", "still here")]
    assert [told.kind for told in answers(boris)] == ["shown"]


def test_a_resignation_must_answer_the_newest_letter(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "roll")
    newest = letter_to(boris, "turn", now=SOON)
    assert newest != letter
    row = answer(letter, "resign", now=SOON)
    assert (row.outcome, row.detail["code"]) == ("stale", "newer-letter")
    assert answer(newest, "resign gammon", now=SOON).outcome == "done"
    assert actions(match) == [Roll(), Resign(2)]


def test_the_same_letter_twice_is_one_move(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    raw = reply(letter, "say once", "roll", message_id="<once@example.org>")
    for moment in (NOON, SOON, SOON + timedelta(days=1)):
        assert received(raw, to=address_in(letter), now=moment).outcome == "done"
    assert (said(match), actions(match)) == ([("Boris", "once")], [Roll()])
    assert answers(boris) == []


def test_the_same_mail_to_two_letters_of_one_seat_is_one_move(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    answer(letter, "show")
    other = letter_to(boris, "shown", now=NOON)
    raw = reply(letter, "say once", "roll", message_id="<once@example.org>")
    for one in (letter, other):
        assert received(raw, to=address_in(one), now=SOON).outcome == "done"
    assert (said(match), actions(match)) == ([("Boris", "once")], [Roll()])


def test_a_mail_is_forgotten_a_month_after_it_was_read_and_still_does_nothing_twice(
    match: Table, letter: OutgoingMail
) -> None:
    raw = reply(letter, "say once", "roll", message_id="<once@example.org>")
    waiting = post(raw.replace(b"once@", b"waiting@"), to="nobody@play.example.org", now=NOON)
    IncomingMail.objects.filter(pk=waiting.pk).update(next_try_at=NOON + timedelta(days=365))
    received(raw, to=address_in(letter))
    assert forget(now=NOON + timedelta(days=30)) == 0
    assert forget(now=NOON + timedelta(days=30, seconds=1)) == 1
    assert IncomingMail.objects.get() == waiting, "what nobody has read yet stays"
    again = received(raw, to=address_in(letter), now=NOON + timedelta(days=31))
    assert (again.outcome, said(match), actions(match)) == ("done", [("Boris", "once")], [Roll()])


def test_a_letter_that_is_too_old(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    assert answer(letter, "say a late word", now=NOON + timedelta(days=120)).outcome == "done", "its question is open"
    act(match, Roll(), by=boris, now=NOON + timedelta(days=121))
    assert answer(letter, "say later still", now=NOON + timedelta(days=200)).outcome == "done"
    row = answer(letter, "say too late", now=NOON + timedelta(days=212))
    assert (row.outcome, row.detail["code"]) == ("stale", "old-letter")
    assert [text for _, text in said(match)] == ["a late word", "later still"]


# What is asked to be shown


@pytest.mark.parametrize(
    ("word", "what"), [("доска", "show"), ("help", "help"), ("партии", "games"), ("history", "history")]
)
def test_what_is_asked_to_be_shown_is_shown(
    match: Table, letter: OutgoingMail, boris: Profile, word: str, what: str
) -> None:
    row = answer(letter, word)
    (told,) = answers(boris)
    assert (row.outcome, told.kind, told.context["what"], actions(match)) == ("done", "shown", what, [])
    assert told.context["answers"] == f"<{row_id(row)}>"
    assert answer(letter_to(boris, "shown", now=NOON), "roll").outcome == "done"


def test_a_play_is_played_as_it_was_written(match: Table, alice: Profile) -> None:
    letter = letter_to(alice)
    row = answer(letter, "6/5 8/5", sender="alice@example.org")
    assert (row.outcome, actions(match)) == ("done", [Play(moves=((6, 5), (8, 5)))])
    assert seat(match, alice) == match.entries.latest("seq").seat


@pytest.mark.parametrize("line", ["Беру", "беру  все!", "выйти", "отпуск 01.12-31.05"])
def test_a_command_that_was_refused_is_shown_as_it_was_written(letter: OutgoingMail, boris: Profile, line: str) -> None:
    """Not in the canonical words of the other language: `take all` says little to who wrote «беру все»."""
    assert answer(letter, line).outcome == "refused"
    (told,) = answers(boris)
    assert told.context["line"] == " ".join(line.split())
