"""Other rules between games, with everybody's consent alone: by page and by letter, silent and absent people too."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import lobby, sweeps
from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Decline, Leave, Play, Propose
from games.rules.state import State, options
from tests.site.chouette.conftest import decide
from tests.site.chouette.test_clubs import browser, refused
from tests.site.chouette.test_tables import asked, same
from tests.site.factories import NOW, answer, match, player, refs, seat
from tests.site.inbox.post import NOON, letter_to
from tests.site.inbox.post import answer as reply_by_letter
from tests.site.outbox.conftest import one_picture, picture
from tests.site.web.conftest import words

__all__ = ["one_picture", "picture"]

pytestmark = pytest.mark.django_db

BEAVERS = {"beavers": True}


def state(table: Table) -> State:
    return codec.load(Table.objects.get(pk=table.pk).state)


def propose(table: Table, who: Profile, **rules: object) -> None:
    volunteer(seat(table, who).pk, Propose(dict(rules)), source=Source.PAGE, ref=next(refs), now=NOW)


def say(table: Table, who: Profile, *, yes: bool = True) -> None:
    question = table.prompts.get(seat__player=who, kind="rules", closed_at=None)
    for _ in range(2):  # twice is once
        ref = f"rules:{question.pk}"
        play(question.pk, Accept() if yes else Decline(), source=Source.PAGE, ref=ref, now=NOW)


def test_all_agree_and_the_next_game_is_played_so(
    four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    propose(four, boris, **BEAVERS)
    assert set(table_kinds(four)) == {("Alice", "rules"), ("Alice", "move"), ("Chris", "rules"), ("Dora", "rules")}
    answer_move(four, alice)
    for who in (alice, chris, dora):
        assert not options(state(four)).beavers
        say(four, who)
    assert not options(state(four)).beavers, "not before the next game"
    decide(four)
    assert options(state(four)).beavers
    assert Table.objects.get(pk=four.pk).rules_now == BEAVERS
    assert Table.objects.get(pk=four.pk).rules == {}, "as it began: the log is played again from there"
    same(four)


def table_kinds(table: Table) -> list[tuple[str, str]]:
    open_ = table.prompts.filter(closed_at=None, answered_at=None).select_related("seat__player")
    return [(one.seat.player.handle, one.kind) for one in open_]


def answer_move(table: Table, who: Profile) -> None:
    question = table.prompts.get(seat__player=who, kind="move", closed_at=None)
    play(question.pk, Play(((8, 5), (6, 5))), source=Source.PAGE, ref=next(refs), now=NOW)


def test_one_no_is_enough(four: Table, boris: Profile, chris: Profile) -> None:
    propose(four, boris, **BEAVERS)
    refused("proposal-open", lambda: propose(four, chris, raccoons=True))
    say(four, chris, yes=False)
    assert state(four).proposal is None
    assert table_kinds(four) == [("Alice", "move")]
    told = OutgoingMail.objects.filter(kind="told", player=boris)
    assert told.exists(), "he is told"
    decide(four)
    assert not options(state(four)).beavers
    same(four)


def test_silence_is_no_consent(four: Table, boris: Profile) -> None:
    propose(four, boris, **BEAVERS)
    for hours in (72, 73):
        while sweeps.check_one(NOW + timedelta(hours=hours)):
            pass
    assert state(four).proposal is None
    assert not options(state(four)).beavers
    same(four)


def test_who_leaves_is_not_waited_for_and_who_comes_is_asked(
    four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    propose(four, boris, **BEAVERS)
    guest = player("Guest")
    Table.objects.filter(pk=four.pk).update(open_until=NOW)
    lobby.join(four.pk, player=guest, source=Source.PAGE, now=NOW)
    assert ("Guest", "rules") in table_kinds(four)
    for who in (alice, chris, guest):
        say(four, who)
    volunteer(seat(four, dora).pk, Leave(), source=Source.PAGE, ref=next(refs), now=NOW)
    assert state(four).coming == BEAVERS
    same(four)


def test_it_falls_when_who_proposed_has_gone(four: Table, boris: Profile) -> None:
    propose(four, boris, **BEAVERS)
    volunteer(seat(four, boris).pk, Leave(), source=Source.PAGE, ref=next(refs), now=NOW)
    decide(four)
    assert state(four).proposal is None
    assert "rules" not in asked(four).values()
    same(four)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({}, "rules-are-so"),
        ({"beavers": False}, "rules-are-so"),
        ({"raccoons": True}, "rules-clash"),
        ({"max_players": 3}, "bad-seats"),
        ({"head_limit": 1}, "rule-stays"),
        ({"beavers": "often"}, "bad-rule"),
    ],
)
def test_what_makes_no_sense_is_not_asked(four: Table, boris: Profile, rules: dict[str, object], code: str) -> None:
    refused(code, lambda: propose(four, boris, **rules))
    assert table_kinds(four) == [("Alice", "move")]


def test_a_match_keeps_its_rules(alice: Profile, boris: Profile) -> None:
    table = match(alice, boris)
    refused("not-in-format", lambda: propose(table, alice, crawford=False))


def test_two_players_of_a_session_agree_too(alice: Profile, boris: Profile) -> None:
    table = match(alice, boris, format="money", rules={"end": "games:5"})
    propose(table, alice, jacoby="off")
    say(table, boris)
    decide(table)
    assert options(state(table)).jacoby == "off"
    same(table)


def test_a_yes_without_a_number_goes_to_what_is_asked(doubled: Table, boris: Profile, chris: Profile) -> None:
    """Who is doubled and writes accept takes; the proposal keeps its question."""
    propose(doubled, boris, **BEAVERS)
    volunteer(seat(doubled, chris).pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    assert state(doubled).game is not None
    assert [given.seat for given in state(doubled).game.given] == [seat(doubled, chris).number]  # type: ignore[union-attr]
    assert ("Chris", "rules") in table_kinds(doubled)
    volunteer(seat(doubled, chris).pk, Accept(), source=Source.PAGE, ref="again", now=NOW)


@pytest.mark.usefixtures("one_picture")
def test_it_is_answered_by_letter(four: Table, boris: Profile, chris: Profile) -> None:
    propose(four, boris, **BEAVERS)
    letter = letter_to(chris, "offer")
    assert "Boris proposes other rules from the next game on. New: With beavers." in letter.text.replace("\n", " ")
    sent = reply_by_letter(letter, "принять", sender="Chris <chris@example.org>", now=NOON)
    assert sent.outcome == "done"
    assert seat(four, chris).number not in (state(four).proposal.to if state(four).proposal else ())
    same(four)


def test_the_pages(four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile) -> None:
    client = browser(alice)
    assert "Propose other rules" in words(client.get(f"/t/{four.pk}/"))
    for _ in range(2):
        client.post(f"/t/{four.pk}/propose/", {"rule_beavers": "0", "ref": "form"})
    assert state(four).proposal is not None
    page = words(browser(dora).get(f"/t/{four.pk}/"))
    assert "New: With beavers" in page
    client.post(f"/t/{four.pk}/propose/", {"rule_beavers": "99", "ref": "other"})
    say(four, boris)
    say(four, chris)
    question = four.prompts.get(seat__player=dora, kind="rules", closed_at=None)
    browser(dora).post(f"/answer/{question.pk}/", {"command": "accept", "ref": "x"})
    assert state(four).coming == BEAVERS
    assert "From the next game on" in words(client.get(f"/t/{four.pk}/"))
    answer(four, Play(((8, 5), (6, 5))), by=alice)
    same(four)
