"""The rules of reading, sentence by sentence (spec/mail_reader.md §3, "Reading")."""

from __future__ import annotations

import pytest

from tests.pure.mails import commands, mail, reading, rest

QUOTE = "On 12/11/2026 20:11, Nardy wrote:\n> You rolled 3-1.\n> 8/5 6/5\n"


def test_a_run_of_commands_is_collected() -> None:
    assert commands(mail("8/5 6/5\nsay hello\nauto on")) == ["8/5 6/5", "say hello", "auto on"]


def test_blank_lines_between_commands_change_nothing() -> None:
    assert commands(mail("\n\n \nroll\n\n\xa0\n\n8/5 6/5\n\nsay hi\n\n")) == ["roll", "8/5 6/5", "say hi"]


@pytest.mark.parametrize(
    "greeting",
    [
        "Привет",
        "Привет!",
        "привет, Игорь!",
        "Привет, дорогой Игорь!",
        "Здравствуйте!",
        "Здравствуйте, Нарды.",
        "Добрый день",
        "Добрый день, Игорь Петрович!",
        "Доброго времени суток!",
        "ДОБРЫЙ ВЕЧЕР :)",
        "Привет)",
        "Всем привет!",
        "Hi",
        "Hi!",
        "Hi all,",
        "Hello Nardy,",
        "Hello, dear server!",
        "Dear Nardy",
        "Dear Mr. Orlov,",
        "Good morning!",
        "Вітаю!",
        "Доброго дня, Нарди!",
        "Hallo zusammen,",
        "Guten Tag,",
        "Grüß Gott!",
        "Bonjour,",
        "Hola!",
        "Cześć",
    ],
)
def test_a_greeting_is_skipped(greeting: str) -> None:
    assert commands(mail(f"{greeting}\nroll")) == ["roll"]
    assert commands(mail(f"\n{greeting}\n\nroll\n")) == ["roll"]


@pytest.mark.parametrize(
    "line",
    [
        "Привет, мой дорогой старый друг", "Hi, how are you?", "Приветливый ход", "Hi, 8/5", "Привет, бросок!",
        "Привет, беру B", "Hello double", "Спасибо!", "Hi Mark, I roll", "Добрый", "Ход",
    ],
)  # fmt: skip
def test_more_than_a_greeting_is_not_skipped(line: str) -> None:
    assert rest(mail(f"{line}\nroll"), "A", "B") == line


def test_a_greeting_alone_is_a_letter_without_commands() -> None:
    assert rest(mail("Привет, Игорь!\n")) == ""


def test_a_greeting_counts_only_before_the_first_command() -> None:
    assert rest(mail("roll\nHi\n8/5")) == "Hi"


BOUNDARIES = [
    "> quoted", ">", ">>", "| a | b |", "--", "-- ", "---", "––", "——", "__", "==", "**", "~~", "*~",
    "-- reply above / ответ выше --", "mark@example.org", "<b>", "I wrote:", "Нарды пишет:", "at 10:15 he said",
    "в 9:05", "12 ноября 2026", "2026г.", "(1999)", "From: Nardy", "От: Нарды", "*От:* Нарды", "Sent: today",
    "Отправлено: сегодня", "Кому: Марк", "De : Nardy", "Von: N", "Sent from my iPhone", "Sent via Nardy",
    "Get Outlook for iOS", "Отправлено с iPhone", "Отправлено из Почты", "Отправлено со смартфона",
    "Надіслано з iPhone", "Gesendet von Mail", "Von meinem iPhone gesendet", "Envoyé de mon iPhone", "Thanks",
    "Thanks!", "thank you", "Regards,", "Best regards", "Cheers.", "Good luck!", "Bye", "Спасибо", "Спасибо!",
    "Большое спасибо!", "С уважением,", "с уважением", "Удачи!", "Всего доброго.", "До связи", "Пока!", "Пока :)",
    "Дякую!", "З повагою", "Mit freundlichen Grüßen", "Viele Grüße", "Merci", "Спасибо, удачи!",
    "Спасибо и удачи!", "Thanks & regards", "Thanks and regards,", "Bye-bye", "Mark Orlov",
    "mark orlov", "— Mark Orlov", "Regards, Mark Orlov", "С уважением, Mark",
]  # fmt: skip


@pytest.mark.parametrize("line", BOUNDARIES)
def test_a_boundary_right_under_a_command_ends_the_letter(line: str) -> None:
    assert commands(mail(f"roll\n{line}\n8/5 6/5")) == ["roll"]
    assert commands(mail(f"roll\n\n{line}\n8/5 6/5")) == ["roll"]


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ("Марк Орлов <m@x.org>", "Марк Орлов"),
        ('"Орлов, Марк" <m@x.org>', "Орлов, Марк"),
        ("m@x.org (Марк Орлов)", "марк орлов"),
        ("=?koi8-r?B?7cHSyw==?= <m@x.org>", "Марк."),
    ],
)
def test_the_name_of_the_writer_is_the_one_in_from(sender: str, name: str) -> None:
    assert commands(mail(f"roll\n{name}", sender=sender)) == ["roll"]
    assert rest(mail("roll\nИгорь", sender=sender)) == "Игорь"


def test_a_name_without_letters_is_no_name() -> None:
    assert rest(mail("roll\n—", sender="🙂 <m@x.org>")) == "—"


OTHER_LINES = [
    "no wait, roll", "нет, подождите, я ещё подумаю", "- Mark", "—", "*", "Mark", "Orlov Mark", "Anna", "Thanks, Anna",
    "Спасибо, но я подумаю", "Take care", "From now on I double", "От дабла откажусь", "To be sure", "Sent",
    "Отправлено", "10.15", "wait for 12", "2026000", "1:5", "Пока думаю", "bye now then", "8/5 or 6/5?", ".", "🙂",
    "= 67", "Sent by mistake", "Sent on second thought", "Письмо отправлено по ошибке",
    "Отправлено случайно", "Написано с ошибкой",
    "and", "Thanks and no", "Спасибо и нет",
]  # fmt: skip


@pytest.mark.parametrize("line", OTHER_LINES)
def test_any_other_line_right_under_a_command_undoes_all(line: str) -> None:
    assert rest(mail(f"double\n{line}\n\nroll")) == line
    assert rest(mail(f"say hello\n\ndouble\n{line}")) == line


@pytest.mark.parametrize("line", OTHER_LINES)
def test_the_same_line_after_a_blank_one_only_ends_the_letter(line: str) -> None:
    found = reading(mail(f"double\n\n{line}\nroll"))
    assert ([command.text for command in found.commands], found.rest, found.aside) == (["double"], "", line)


def test_a_boundary_is_not_named_as_words_that_were_not_passed_on() -> None:
    assert reading(mail(f"roll\n\n{QUOTE}")).aside == ""
    assert reading(mail("roll\n\nThanks!\nMark")).aside == ""


def test_ten_commands_are_read_and_eleven_are_not() -> None:
    assert len(commands(mail("say hello\n" * 10))) == 10
    assert len(commands(mail("say hello\n" * 10 + "\nbye\n"))) == 10
    assert rest(mail("say hello\n" * 10 + "roll\n")) == "roll"
    assert rest(mail("say hello\n" * 10 + "\n\nroll\n")) == "roll"


def test_a_first_line_that_is_no_command_is_the_rest() -> None:
    assert rest(mail("  Можно ли  взять ход назад?  \n\nбросок")) == "Можно ли  взять ход назад?"
    assert rest(mail("Можно — ли?")) == "Можно — ли?"
    assert rest(mail("ы" * 300)) == "ы" * 200
    assert rest(mail("-- \nroll")) == "--"
    assert rest(mail("Sent from my iPhone\n\n> roll\n\nroll")) == "Sent from my iPhone"


OPENINGS = [
    "> quoted", "| quoted", "-----Original Message-----\n> q", "_____\n> q", "From: Nardy\n> q", "От: Нарды\n> q",
    "*From:* Nardy\n> q", "Нарды пишет:\n> q", "Нарды пишет:\n\n\n> q", "12.11.2026, 20:11, Нарды:\n\n> q",
    "Nardy <a@b>:\n> q", "On Thu, Nov 12, 2026 Nardy\n<a@b.c> wrote:\n> q",
    "2026-11-12 10:15 GMT+03:00\nНарды\n<a@b.c>:\n> q", "AB> quoted",
    "Hello Nardy,\n\nThursday, November 12, 2026, 10:15:22 AM, you wrote:\n\n> q",
]  # fmt: skip


@pytest.mark.parametrize("opening", OPENINGS)
def test_under_a_quote_that_opens_the_letter(opening: str) -> None:
    assert commands(mail(f"{opening}\nroll")) == ["roll"]
    assert commands(mail(f"{opening}\n\nПривет!\nroll\nsay hi\n-- \nMark")) == ["roll", "say hi"]
    assert rest(mail(f"{opening}\n\ndouble\nno wait\n\nroll")) == "no wait"


@pytest.mark.parametrize(
    "opening",
    [
        "Как сыграли бы вы:\nroll\n> q",
        "Nardy wrote\n> q",
        "At 10:15 I had a question\n> q",
        "----\n> q",
        "On 12/11\n\nx:\n> q",
        "At 10:15 I had\n\na question:\n> q",
        "It is 2026\nand I\nask\nyou:\n> q",
        "To be or not\n> q",
    ],
)
def test_a_question_above_a_quote_opens_no_quote(opening: str) -> None:
    assert rest(mail(f"{opening}\n\nroll")) == opening.splitlines()[0]


def test_lines_between_two_quotes_are_never_read() -> None:
    between = "> Double?\n\nroll\n\n> And then?\n"
    assert commands(mail(f"{between}\n8/5 6/5")) == ["8/5 6/5"]
    assert (reading(mail(between)).kind, reading(mail(between)).aside) == ("empty", "roll")


def test_the_tail_of_a_wrapped_quote_is_passed_over() -> None:
    assert commands(mail(f"{QUOTE}tail of it\nand more\n\nroll\n\nsay hi")) == ["roll", "say hi"]
    assert commands(mail(f"{QUOTE}tail\n\nanother tail\n\n\nПривет!\n\nroll")) == ["roll"]
    assert rest(mail(f"{QUOTE}\nMay I undo?\n\nMark")) == "May I undo?"


def test_a_quote_with_a_greeting_of_the_program_above_it() -> None:
    assert commands(mail(f"Здравствуйте, Нарды.\n\n{QUOTE}\nroll")) == ["roll"]
    assert rest(mail(f"Здравствуйте, Нарды.\n\n{QUOTE}")) == ""


def test_white_space_and_look_alikes_in_lines() -> None:
    assert commands(mail("\t 8/5\u20036/5 \u200b\n")) == ["8/5 6/5"]
    assert commands(mail("24–18, 13—11")) == ["24/18 13/11"]
    assert rest(mail("roll\n\u200b8/5 или?")) == "\u200b8/5 или?"


def test_only_the_first_200_lines_and_64_kib_are_looked_at() -> None:
    assert commands(mail("> q\n" * 198 + "\nroll")) == ["roll"]
    assert reading(mail("> q\n" * 200 + "\nroll")).kind == "empty"
    quote = "> " + "ы" * 500 + "\n"
    assert commands(mail(quote * 60 + "\nroll")) == ["roll"]
    assert reading(mail(quote * 70 + "\nroll")).kind == "empty"


def test_a_line_that_the_limit_cuts_is_not_read() -> None:
    filler = "> " + "a" * 997 + "\n"
    text = (filler * 66)[: (1 << 16) - 8] + "\n8/5 6/5"
    assert commands(mail(text)) == ["8/5 6/5"]
    assert reading(mail(text.replace("\n8/5 6/5", "\n8/5 6/5 4/3"))).commands == ()


def test_a_very_long_word_of_the_writer_is_kept() -> None:
    assert commands(mail("say " + "a" * 70000))[0].startswith("say aaa")


def test_seats() -> None:
    assert commands(mail("take B"), "A", "B") == ["take B"]
    assert rest(mail("take B")) == "take B"
    assert rest(mail("team hello")) == "team hello"
    assert commands(mail("команде 13/7?"), "A", "B", "C") == ["team 13/7?"]
