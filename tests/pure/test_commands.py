"""The command language: every row of the tables in spec/commands.md and spec/mail_reader.md §4, and what is refused."""

from __future__ import annotations

import pytest

from games.commands import canonical, find_seat, handle_key, is_command, parse, printed, valid_handle
from games.commands.words import CONCEPT, PHRASES, RUSSIAN
from games.rules import actions
from games.rules.actions import Order
from games.rules.errors import IllegalAction

SEATS = ("A", "B", "C", "D")

CANONICAL = [
    # plays
    ("8/5, 6/5", "8/5 6/5"),
    ("24–18 13-11", "24/18 13/11"),
    ("24—18, 13−11", "24/18 13/11"),
    ("25/21", "bar/21"),
    ("6/0 5/вон", "6/off 5/off"),
    ("Бар/22 6/СНЯТЬ", "bar/22 6/off"),
    ("bar-22", "bar/22"),
    ("13/7 x 2", "13/7(2)"),
    ("13/7х2 8/5×2", "13/7(2) 8/5(2)"),
    ("13/7 (2) 6/5", "13/7(2) 6/5"),
    ("13/7*(2)", "13/7*(2)"),
    ("13/7(2)*", "13/7*(2)"),
    ("24/18*/13", "24/18*/13"),
    ("24-18*-13", "24/18*/13"),
    ("8 / 5 , 6 / 5", "8/5 6/5"),
    ("6/5/off", "6/5/off"),
    ("8/5 6/5 #17", "8/5 6/5 #17"),
    ("8/5 6/5. ", "8/5 6/5"),
    ("8/5 6/5#17!", "8/5 6/5 #17"),
    ("８／５　６／５", "8/5 6/5"),
    ("=66: 24/18(2)", "=66: 24/18(2)"),
    ("= 65 : 24/18 24/19 #3", "=65: 24/18 24/19 #3"),
    ("=55", "=55"),
    # the cube
    ("Бросок", "roll"),
    ("КИДАЮ!", "roll"),
    ("roll #4", "roll #4"),
    ("даве", "double"),
    ("redouble", "double"),
    ("басе.", "double"),
    ("ПАС!", "drop"),
    ("отказ", "drop"),
    ("принимаю", "take"),
    ("взять", "take"),
    ("бивер", "beaver"),
    ("double b c", "double B C"),
    ("даве В и С", "double B C"),
    ("double B, C and D", "double B C D"),
    ("беру B C, пас D", "take B C, drop D"),
    ("take B, C, drop D", "take B C, drop D"),
    ("take b and c, beaver d #9", "take B C, beaver D #9"),
    ("беру все", "take all"),
    ("беру всё", "take all"),
    ("drop all", "drop all"),
    ("даве; если бивер пас", "double; if beavered drop"),
    ("double B; if beavered raccoon", "double B; if beavered raccoon"),
    ("double; if beavered accept", "double; if beavered accept"),
    ("даве; если бивер, ракун", "double; if beavered raccoon"),
    ("пас; лишний да", "drop; extra yes"),
    ("drop; extra no", "drop; extra no"),
    ("take; if alone beaver", "take; if alone beaver"),
    ("беру; если один играть; если лишние принять", "take; if alone keep; if extras accept"),
    ("take; if extras drop; if alone drop #2", "take; if extras drop; if alone drop #2"),
    ("take; если один пас", "take; if alone drop"),
    # offers
    ("resign 2", "resign gammon"),
    ("resign 3", "resign backgammon"),
    ("сдаюсь", "resign"),
    ("сдаюсь оин", "resign"),
    ("resign single", "resign"),
    ("сдаюсь кокс", "resign backgammon"),
    ("расчёт 3", "settle 3"),
    ("settle b -2", "settle B -2"),
    ("settle −2", "settle -2"),
    ("расчет 0, победа A", "settle 0, winner A"),
    ("settle b 3 winner c", "settle B 3, winner C"),
    ("принять", "accept"),
    ("accept #12", "accept #12"),
    ("отклонить", "decline"),
    # orders
    ("авто да", "auto on"),
    ("авто нет", "auto off"),
    ("auto off", "auto off"),
    ("авто раз", "auto once"),
    ("ждать", "hold"),
    ("ждать если впереди 20", "hold if ahead 20"),
    ("ждать, если впереди 20", "hold if ahead 20"),
    ("даве следующий", "double next"),
    ("даве потом", "double next"),
    ("вынужденные да", "forced on"),
    ("жадно нет", "greedy off"),
    ("снимать да", "greedy on"),
    ("если даве беру", "if doubled take"),
    ("если даве, пас", "if doubled drop"),
    ("if doubled beaver", "if doubled beaver"),
    ("без распоряжений", "no orders"),
    ("доверить B", "proxy B"),
    ("доверить никому", "proxy none"),
    ("не доверять", "proxy none"),
    # words, looking, life
    ("скажи Удачи, сосед!", "say Удачи, сосед!"),
    ("SAY  Good   game.", "say Good game."),
    ("say ещё — ＯＫ №1", "say ещё — ＯＫ №1"),
    ("команде 13/7?", "team 13/7?"),
    ("доска", "show"),
    ("помощь", "help"),
    ("партии", "games"),
    ("столы", "games"),
    ("история", "history"),
    ("отпуск 7", "away 7"),
    ("отпуск 20.12-08.01", "away 20.12-08.01"),
    ("away 1.7 – 9.7.", "away 01.07-09.07"),
    ("вернулся", "back"),
    ("вернулась", "back"),
    ("вернуть  ход", "undo"),
    ("объявить", "claim"),
    ("выйти", "leave"),
    ("войти", "join"),
    ("стоп", "stop"),
]


@pytest.mark.parametrize(("written", "text"), CANONICAL)
def test_canonical_text(written: str, text: str) -> None:
    command = parse(written, SEATS)
    assert command.text == text
    assert parse(command.text, SEATS) == command


REFUSED = [
    "", " ", "#17", "and", "и", "pass", "yes", "да", "нет", "ok", "8", "5/8", "5/5", "0/6", "8/25", "26/20", "6/5-3/1",
    "8/5/6", "8/5 6", "8/5,", "8/5,,6/5", "8/5;6/5", "8/5 6/5?", "8/5 and 6/5", "8*/5", "6/off*", "13/7(0)",
    "8/5 6/5 (31)", "13/7x12",
    "13/7(99)", "13/7(2)(2)", "(2)", "31: 8/5 6/5", "=66:", "=77", "=6", "=66: 5/8", "roll 5", "roll, double", "roll?",
    "rolls", "бросок бы", "double next B", "double no", "double B B", "double E", "double all", "take;", "take E",
    "take B, drop B", "take all, drop B", "take, drop B", "take and B", "take B and", "take B C if alone keep",
    "take; if beavered drop", "double; if alone keep", "take; if alone keep; if alone drop", "take; roll", "resign 4",
    "resign,", ", resign", "resign,, gammon", "proxy, , B", "settle 3,", "if doubled, , take", "hold,",
    "resign B", "settle", "settle B", "settle B C 3", "settle 1.5", "settle 0, winner", "auto", "auto maybe",
    "hold if ahead", "hold if ahead x", "if doubled", "if alone keep", "proxy", "proxy E", "proxy B C", "say", "say  ",
    "team", "show #3", "undo #3", "settle 3 #3", "auto on #3", "roll #0", "roll #x", "away", "away 0", "away 7 days",
    "away 31.04-02.05", "away 1.13-2.13", "away 20.12", "back now", "stop it", "leave me", "doubled", "beavered",
    "raccoon", "accept B", "bar", "off", "x 2", "take care", "roll\u0301", "gо", "rоll",
]  # fmt: skip


@pytest.mark.parametrize("written", REFUSED)
def test_refused(written: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        parse(written, SEATS)
    assert refusal.value.code in ("unknown-command", "unknown-seat", "two-readings")


@pytest.mark.parametrize(
    ("written", "code", "data"),
    [
        ("take E", "unknown-seat", {"name": "e"}),
        ("take B, drop B", "two-readings", {"line": "take b , drop b"}),
        ("Куда  же ходить", "unknown-command", {"line": "Куда же ходить"}),
    ],
)
def test_a_refusal_says_why(written: str, code: str, data: dict[str, str]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        parse(written, SEATS)
    assert (refusal.value.code, refusal.value.data) == (code, data)


@pytest.mark.parametrize("written", ["take B", "double B", "settle B 3", "settle 0, winner A", "proxy B", "team hello"])
def test_without_seats_nothing_names_a_seat(written: str) -> None:
    assert not is_command(written)
    assert is_command(written, SEATS)


@pytest.mark.parametrize("written", ["take", "take all", "proxy none", "settle 3", "double", "say hello"])
def test_without_seats_the_rest_of_the_language_is_there(written: str) -> None:
    assert parse(written).text == written


def test_actions() -> None:
    assert parse("24/18*/13 8/5(2)").action == actions.Play(((24, 18), (18, 13), (8, 5), (8, 5)))
    assert parse("=66: bar/19").action == actions.Play(((25, 19),), roll=(6, 6))
    assert parse("=55").action == actions.Name((5, 5))
    assert parse("double c; if beavered drop", SEATS).action == actions.Double((2,), "drop")
    assert parse("take B C, drop D; extra yes", SEATS).action == actions.Answer(
        (("take", (1, 2)), ("drop", (3,))), extra=True
    )
    assert parse("take").action == actions.Answer((("take", ()),))
    assert parse("take all").action == actions.Answer((("take", None),))
    assert parse("settle B -2, winner A", SEATS).action == actions.Settle(-2, 1, 0)
    assert parse("hold if ahead 20").action == Order("hold", 20)
    assert parse("если даве бивер").action == Order("if-doubled", "beaver")
    assert parse("доверить D", SEATS).action == actions.Proxy(3)


def test_what_is_no_action() -> None:
    assert (parse("say  a  b").kind, parse("say  a  b").words) == ("say", "a b")
    away = parse("отпуск 20.12-08.01")
    assert (away.kind, away.days, away.since, away.until) == ("away", None, (20, 12), (8, 1))
    assert parse("away 14").days == 14
    assert parse("roll #17").number == 17


def test_invisible_characters_do_not_count() -> None:
    assert parse("\ufeffro\u200bll\u00ad").text == "roll"
    assert parse("\u200b say \u200bhello").words == "\u200bhello"
    assert parse("8/5\xa06/5").text == "8/5 6/5"


def test_a_decomposed_letter_is_the_letter() -> None:
    assert parse("даве следующии\u0306").text == "double next"


def test_nothing_is_read_out_of_a_very_long_line_but_speech() -> None:
    assert not is_command("roll" + " 8/5" * 500)
    assert not is_command("8/5 " * 40 + "8/5")
    assert parse("roll" + " " * 5000).text == "roll"
    assert len(parse("say " + "a" * 5000).words) == 5000


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("марина", 0), ("МАРИНЕ", 0), ("Марину", 0), ("Мариной", 0), ("Павлу", 1), ("Павла", 1), ("Игорю", 2),
        ("Дмитрием", 3), ("Льву", 4), ("Марку", 5), ("mark", 6), ("Мария", 7), ("Марии", 7), ("Ёжику", 8), ("ежик", 8),
    ],
)  # fmt: skip
def test_russian_case_endings(name: str, seat: int) -> None:
    seats = ("Марина", "Павел", "Игорь", "Дмитрий", "Лев", "Марк", "Mark", "Мария", "Ёжик")
    assert parse(f"доверить {name}", seats).action == actions.Proxy(seat)


def test_a_case_ending_is_read_only_where_one_seat_fits() -> None:
    with pytest.raises(IllegalAction, match="two-readings"):
        find_seat("Сане", ("Сан", "Саня"))
    assert find_seat("Саня", ("Сан", "Саня")) == 1
    with pytest.raises(IllegalAction, match="unknown-seat"):
        find_seat("care", ("Car",))


def test_either_script_is_read_by_look() -> None:
    assert find_seat("В", ("A", "B")) == 1
    assert find_seat("c", ("А", "С")) == 1
    assert find_seat("МАХ", ("Max", "Mix")) == 0
    assert find_seat("В", ("B", "В")) == 1
    with pytest.raises(IllegalAction, match="unknown-seat"):
        find_seat("Б", ("A", "B"))


def test_handles() -> None:
    assert handle_key("ВоВа") == handle_key("BoBa")
    assert handle_key("Ёж") == handle_key("еж")
    for handle in ("B", "Марина", "Mark2", "7", "Ганна", "Jürgen", "a" * 12):
        assert valid_handle(handle)
    for handle in ("", "a" * 13, "a b", "a-b", "Я!", "Ω", "roll", "ПАС", "всё", "BCE", "bar", "И", "house", "тeam"):
        assert not valid_handle(handle)


@pytest.mark.parametrize("word", sorted({*RUSSIAN, *CONCEPT, *" ".join(PHRASES).split()}))
def test_no_word_of_the_language_is_a_handle(word: str) -> None:
    assert not valid_handle(word)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (actions.Play(((8, 5), (8, 5), (6, 5), (25, 20), (6, 0))), "8/5(2) 6/5 bar/20 6/off"),
        (actions.Play(((24, 18), (24, 18)), roll=(6, 6)), "=66: 24/18(2)"),
        (actions.Double((1, 2), "raccoon"), "double B C; if beavered raccoon"),
        (
            actions.Answer((("take", None),), "beaver", "accept", False),
            "take all; if alone beaver; if extras accept; extra no",
        ),
        (actions.Resign(1), "resign"),
        (actions.Settle(0, None, 1), "settle 0, winner B"),
        (actions.Claim(), "claim"),
        (Order("none"), "no orders"),
        (Order("greedy", "off"), "greedy off"),
    ],
)
def test_an_action_has_a_text_that_reads_as_it(action: actions.Action, text: str) -> None:
    assert canonical(action, SEATS) == text
    assert parse(text, SEATS).action == action


@pytest.mark.parametrize("action", [actions.Start(), actions.TimeOut(), actions.End(), Order("silence", "drop")])
def test_what_the_house_does_has_no_words(action: actions.Action) -> None:
    with pytest.raises(TypeError):
        canonical(action, SEATS)


def test_printed_words_are_words_of_the_language() -> None:
    assert [printed(word, "ru") for word in ("double", "take", "drop", "roll", "undo")] == [
        "даве", "беру", "пас", "бросок", "вернуть ход",
    ]  # fmt: skip
    assert printed("double", "en") == "double"
    for concept in (
        "accept",
        "decline",
        "beaver",
        "resign",
        "show",
        "help",
        "games",
        "history",
        "back",
        "stop",
        "hold",
    ):
        assert parse(printed(concept, "ru")).text == parse(concept).text


# About the player himself


WISHES = [
    ("язык русский", "language ru"),
    ("Язык РУС.", "language ru"),
    ("language English", "language en"),
    ("язык англ", "language en"),
    ("пояс Москва!", "zone москва"),
    ("zone Europe/Moscow", "zone europe/moscow"),
    ("пояс Нижний  Новгород", "zone нижний новгород"),
    ("zone Port-au-Prince", "zone port-au-prince"),
    ("письма сразу", "letters at once"),
    ("letters on", "letters at once"),
    ("письма через 30 минут", "letters after 30"),
    ("letters after 1440", "letters after 1440"),
    ("письма раз в день", "letters daily"),
    ("letters daily", "letters daily"),
    ("письма нет", "letters none"),
    ("предложения", "offers"),
    ("войти 12", "join 12"),
    ("join 7", "join 7"),
    ("пригласить Марина", "invite марина"),
    ("invite A.Man@Example.org", "invite a.man@example.org"),
    ("реванш", "rematch"),
    ("Rematch!", "rematch"),
    ("боксу Стоим?", "box Стоим?"),
]


@pytest.mark.parametrize(("line", "text"), WISHES)
def test_a_wish_is_read_and_its_canonical_text_says_the_same(line: str, text: str) -> None:
    command = parse(line, SEATS)
    assert command.text == text
    assert parse(text, SEATS) == command


@pytest.mark.parametrize(
    "line",
    [
        "язык", "language of love", "language", "zone", "zone 5", "zone of comfort is nice today", "zone a/b/c/d/e",
        "письма", "letters after 0", "letters after 1441", "letters are slow", "письма идут долго", "offers welcome",
        "есть предложения", "войти в 12", "join us", "join 0", "join #12", "пригласить", "invite you all",
        "invite me@nowhere", "реванш?", "хочу реванш", "rematch #3", "box", "offers #3",
    ],
)  # fmt: skip
def test_a_sentence_is_no_wish(line: str) -> None:
    assert not is_command(line, SEATS)


def test_without_seats_there_is_no_box_to_write_to() -> None:
    assert not is_command("боксу Стоим?")


@pytest.mark.parametrize("word", ["пояс", "Zone", "реванш", "Предложения", "rematch", "письма", "Letters", "box"])
def test_nobody_is_called_like_a_wish(word: str) -> None:
    assert not valid_handle(word)
