"""Every command of the language by letter, in both languages: it does what it says, or the letter back says why not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import sweeps
from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.rules import codec
from games.rules.actions import (
    Accept,
    Action,
    Answer,
    Claim,
    Decline,
    Double,
    Join,
    Leave,
    Order,
    Play,
    Proxy,
    Resign,
    Roll,
    Settle,
    Undo,
)
from games.rules.facts import Undone
from tests.site.conftest import Script
from tests.site.factories import NOW, chouette, player, prompt, seat
from tests.site.factories import answer as act
from tests.site.factories import match as new_match
from tests.site.inbox.post import NOON, answer, letter_to
from tests.site.outbox.letters import FIRST, send

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=20)


def last(table: Table) -> Action:
    """The last thing that was done at the table by letter."""
    return codec.load_action(table.entries.filter(source=Source.LETTER).latest("seq").action)


def said(table: Table) -> list[tuple[str, str]]:
    return list(table.messages.order_by("pk").values_list("audience", "text"))


# At a table of two


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("бросаю", Roll()),
        ("roll", Roll()),
        ("даю", Double()),
        ("redouble", Double()),
        ("сдаюсь марс", Resign(2)),
        ("resign 2", Resign(2)),
        ("авто да", Order("auto", "on")),
        ("auto once", Order("auto", "once")),
        ("ждать если впереди 20", Order("hold", 20)),
        ("hold", Order("hold")),
        ("даве следующий", Order("double", "next")),
        ("вынужденные нет", Order("forced", "off")),
        ("жадно да", Order("greedy", "on")),
        ("если даве пас", Order("if-doubled", "drop")),
        ("if doubled take", Order("if-doubled", "take")),
        ("без распоряжений", Order("none")),
        ("no orders", Order("none")),
    ],
)
def test_what_can_be_done_at_the_cube(match: Table, letter: OutgoingMail, line: str, action: Action) -> None:
    assert answer(letter, line).outcome == "done"
    assert last(match) == action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("беру", Answer((("take", ()),))),
        ("take", Answer((("take", ()),))),
        ("пас", Answer((("drop", ()),))),
        ("drop", Answer((("drop", ()),))),
        ("accept", Accept()),
    ],
)
def test_an_offered_cube(match: Table, alice: Profile, letter: OutgoingMail, line: str, action: Action) -> None:
    act(match, Double())
    doubled = letter_to(alice, "double", now=NOON)
    assert answer(doubled, line, sender="alice@example.org").outcome == "done"
    assert last(match) == action


@pytest.mark.parametrize("line", ["бивер", "beaver"])
def test_a_beaver(alice: Profile, boris: Profile, dice: Script, line: str) -> None:
    dice("31")
    table = new_match(alice, boris, format="money", rules={"beavers": True})
    act(table, FIRST, by=alice)
    act(table, Double(), by=boris)
    assert answer(letter_to(alice, "double"), line, sender="alice@example.org").outcome == "done"
    assert last(table) == Answer((("beaver", ()),))


@pytest.mark.parametrize(("offered", "line"), [("resign", "принять"), ("сдаюсь", "decline"), ("сдаюсь 1", "отклонить")])
def test_an_offer_is_answered(match: Table, alice: Profile, letter: OutgoingMail, offered: str, line: str) -> None:
    assert answer(letter, offered).outcome == "done"
    asked = letter_to(alice, "offer", now=NOON)
    assert answer(asked, line, sender="alice@example.org", now=LATER).outcome == "done"
    assert last(match) in (Accept(), Decline())


@pytest.mark.parametrize("line", ["расчет 0", "settle -1"])
def test_a_settlement(alice: Profile, boris: Profile, dice: Script, line: str) -> None:
    dice("31")
    table = new_match(alice, boris, format="money", rules={"settlements": True})
    act(table, FIRST, by=alice)
    asked = letter_to(boris, "turn")
    assert answer(asked, line).outcome == "done"
    assert isinstance(last(table), Settle)
    assert (
        answer(letter_to(alice, "offer", now=NOON), "accept", sender="alice@example.org", now=LATER).outcome == "done"
    )


@pytest.mark.parametrize(("line", "yes"), [("вернуть ход", "принять"), ("undo", "accept")])
def test_an_answer_is_taken_back_by_consent(match: Table, alice: Profile, boris: Profile, line: str, yes: str) -> None:
    own = letter_to(alice)
    assert answer(own, "8/5 6/5", sender="alice@example.org").outcome == "done"
    assert answer(own, line, sender="alice@example.org").outcome == "done"
    assert last(match) == Undo()
    asked = letter_to(boris, "offer", now=NOON)
    assert answer(asked, yes, now=LATER).outcome == "done"
    facts = [codec.load_fact(fact) for fact in match.entries.latest("seq").facts]
    assert any(isinstance(fact, Undone) for fact in facts)
    again = letter_to(alice, now=LATER)
    assert answer(again, "8/7 8/5", sender="alice@example.org", now=LATER).outcome == "done"
    assert last(match) == Play(moves=((8, 7), (8, 5)))


@pytest.mark.parametrize("line", ["объявить", "claim"])
def test_a_claim_after_the_deadline(alice: Profile, boris: Profile, dice: Script, line: str) -> None:
    dice("31")
    table = new_match(alice, boris, rules={"length": 3, "timeout": "claim"})
    own = letter_to(boris)
    early = answer(own, line)
    assert early.outcome == "refused"
    late = NOW + timedelta(days=6)
    while sweeps.check_one(late):
        pass
    assert answer(letter_to(boris, now=late), line, now=late).outcome == "done"
    assert last(table) == Claim()


@pytest.mark.parametrize("line", ["скажи Удачи!", "say Удачи!"])
def test_words(match: Table, letter: OutgoingMail, line: str) -> None:
    assert answer(letter, line).outcome == "done"
    assert said(match) == [("all", "Удачи!")]


@pytest.mark.parametrize("line", ["доска", "show", "помощь", "help", "история", "history", "партии", "games"])
def test_what_is_only_shown(match: Table, letter: OutgoingMail, boris: Profile, line: str) -> None:
    before = match.entries.count()
    assert answer(letter, line).outcome == "done"
    told = letter_to(boris, "shown", now=LATER)
    assert len(told.text) > 200
    assert match.entries.count() == before


def test_help_names_all_that_can_be_written(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    answer(letter, "помощь")
    told = letter_to(boris, "shown", now=LATER).text
    for word in ("бросок", "даве", "сдаюсь", "партии", "предложения", "войти 12", "пригласить ИМЯ", "реванш",
                 "письма раз в день", "отпуск 7", "вернулся", "язык английский", "пояс Москва", "стоп"):  # fmt: skip
        assert f"* {word} — " in told, word


# In a chouette


@pytest.fixture
def session(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> Table:
    """Alice is the box, Boris the captain, Chris his crew."""
    dice("654", "31")
    return chouette(alice, boris, chris)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("доверить Крису", None),
        ("доверить Chris", Proxy(2)),
        ("proxy chris", Proxy(2)),
        ("proxy none", Proxy(None)),
        ("не доверять", Proxy(None)),
        ("выйти", Leave()),
        ("leave", Leave()),
    ],
)
def test_what_a_seat_of_a_chouette_may_say(session: Table, boris: Profile, line: str, action: Action | None) -> None:
    row = answer(letter_to(boris), line)
    if action is None:
        assert row.detail["code"] in ("unknown-seat", "unknown-command")
    else:
        assert row.outcome == "done"
        assert last(session) == action


@pytest.mark.parametrize("line", ["команде Стоим?", "team Стоим?"])
def test_words_to_the_team(session: Table, boris: Profile, alice: Profile, line: str) -> None:
    """While the box moves nobody of the team is asked: it may talk."""
    row = answer(letter_to(boris), line)
    assert row.outcome == "done", row.detail
    assert said(session) == [("team", "Стоим?")]


@pytest.mark.parametrize("line", ["боксу Стоим?", "box Стоим?"])
def test_words_to_the_partner_of_the_box(
    alice: Profile, boris: Profile, chris: Profile, dice: Script, line: str
) -> None:
    """Boris becomes the partner of Alice by letter; then the two have a thread of their own, and Chris has not."""
    dice("654", "31")
    table = chouette(alice, boris, chris, rules={"partner": "required", "partner_min": 3})
    assert answer(letter_to(boris, "offer"), "принять").outcome == "done"
    assert answer(letter_to(chris, "offer"), "decline", sender="chris@example.org").outcome == "done"
    for who, outcome in ((alice, "done"), (boris, "done"), (chris, "refused")):
        row = answer(letter_to(who, now=LATER), line, sender=f"{who.handle.lower()}@example.org", now=LATER)
        assert row.outcome == outcome, (who, row.detail)
    assert said(table) == [("box", "Стоим?")] * 2


@pytest.mark.parametrize(("leave", "join"), [("выйти", "войти"), ("leave", "join")])
def test_leaving_and_coming_back(session: Table, chris: Profile, leave: str, join: str) -> None:
    own = letter_to(chris)
    assert answer(own, leave, sender="chris@example.org").outcome == "done"
    assert answer(own, join, sender="chris@example.org").outcome == "done"
    done = [codec.load_action(entry.action) for entry in session.entries.filter(seat__player=chris).order_by("seq")]
    assert done[:2] == [Leave(), Join()], "and after it the orders that he takes to every table"
    assert seat(session, chris).left_at is None


def test_a_stranger_to_the_table_says_nothing_there(session: Table) -> None:
    dora = player("Dora")
    send()
    letter = letter_to(session.seats.get(number=1).player)
    row = answer(letter, "roll", sender="dora@example.org")
    assert (row.outcome, dora.seats.count()) == ("foreign-sender", 0)
    assert prompt(session)
