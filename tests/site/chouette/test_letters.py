"""A chouette by letter: each gets his own, answers in one line for all cubes, and learns nothing that is sealed."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest

from games import lobby
from games.inbox import receive
from games.inbox.read import read_one
from games.models import IncomingMail, OutgoingMail, Profile, Stake, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Double, Proxy, Roll
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, prompt, seat
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import SOON, of, send

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]


minutes = itertools.count(1)


def later() -> datetime:
    """A minute after the last moment that was asked for: words are new to who has read none since."""
    return SOON + timedelta(minutes=next(minutes))


def reply(who: Profile, kind: str, text: str) -> IncomingMail:
    """Answer the last letter of a kind; the mail as it was handled."""
    letter, now = of(who, kind), later()
    mail = EmailMessage()
    mail["From"], mail["To"] = letter.to, letter.headers["Reply-To"]
    mail["Subject"], mail["Message-ID"] = f"Re: {letter.subject}", f"<{next(minutes)}@example.org>"
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    mail.set_content(f"{text}\n\nOn Sunday the house wrote:\n{quoted}\n")
    kept = receive.keep(mail.as_bytes(), recipient=letter.headers["Reply-To"], sender=letter.to, source="test", now=now)
    while read_one(now=now):
        pass
    kept.refresh_from_db()
    return kept


def test_each_is_asked_in_his_own_letter_with_all_conditions(doubled: Table, chris: Profile, dora: Profile) -> None:
    send(later())
    for who in (chris, dora):
        text = of(who, "double").text
        assert "Take, or drop" in text
        assert "take; if alone drop — " in text
        assert f"#{prompt(doubled, who).number}" in text
    assert of(chris, "double").headers["Reply-To"] != of(dora, "double").headers["Reply-To"]


def test_a_sealed_answer_by_letter_is_repeated_to_its_author_alone(
    doubled: Table, boris: Profile, chris: Profile
) -> None:
    send(later())
    assert reply(chris, "double", "take; if alone drop").outcome == "done"
    assert doubled.entries.latest("seq").source == "letter"
    reply(chris, "double", "show")
    send(later())
    assert "Your answer lies in: Alice – take, if alone: drop" in of(chris, "shown").text
    reply(boris, "double", "доска")
    send(later())
    told = of(boris, "shown").text
    assert "Ещё один ответ получен" in told
    assert "Ваш ответ принят" not in told
    assert reply(chris, "double", "drop").outcome == "done"  # replaced by the same letter's address
    assert doubled.prompts.get(seat__player=chris, closed_at=None).answered_at


def test_the_box_answers_several_cubes_in_one_line(
    window: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    volunteer(seat(window, chris).pk, Double(), source=Source.PAGE, ref="d", now=NOW)
    answer(window, Double(), by=boris)
    send(later())
    text = of(alice, "double").text
    assert "Cubes: Boris 1 → 2, Chris 1 → 2." in text
    assert "take Boris, drop Chris — " in text
    assert reply(alice, "double", "take").outcome == "refused"
    handled = reply(alice, "double", "take Boris, drop Chris")
    assert handled.outcome == "done", handled.detail
    values = Stake.objects.filter(game__table=window).values_list("low__player__handle", "value", "live")
    assert set(values) == {("Boris", 2, True), ("Chris", 1, False), ("Dora", 1, True)}


def test_the_next_question_of_the_absent_goes_to_his_proxy_too(
    window: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    volunteer(seat(window, boris).pk, Proxy(seat(window, chris).number), source=Source.PAGE, ref="p", now=NOW)
    send(later())
    answer(window, Roll(), by=boris)
    send(later())
    text = of(chris, "turn").text
    assert "For Boris, whose proxy you are" in text
    assert reply(chris, "turn", "13/11 6/5").outcome == "done"
    assert window.entries.latest("seq").seat == seat(window, chris)


def test_words_to_the_team_by_letter(four: Table, boris: Profile, chris: Profile) -> None:
    send(later())
    assert reply(boris, "started", "команде Играем на блот.").outcome == "done"
    send(later())
    assert "Boris: Играем на блот." in of(chris, "told").text
    assert reply(chris, "told", "team I agree").outcome == "refused"
    send(later())
    assert "may not advise" in of(chris, "problem").text


def test_ten_pasted_addresses_are_seated_by_letter(alice: Profile, dice: Script) -> None:
    """Each of them gets a letter, and «accept» seats him; the last one begins the game."""
    dice("6543", "31")
    addresses = [f"guest{number}@example.org" for number in range(3)]
    table = lobby.offer(
        host=alice,
        variant="short",
        format="chouette",
        rules={"preset": "club"},
        clock={"grace": 86400, "bank": 4 * 86400, "increment": 0, "cap": 0},
        seats=4,
        invited=addresses,
        now=NOW,
    )
    send(later())
    for address in addresses:
        letter = OutgoingMail.objects.get(to=address, kind="invitation")
        assert "Each member of the team has a cube of his own" in letter.text
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = address, letter.headers["Reply-To"], f"<{address}>"
        mail.set_content("accept")
        receive.keep(mail.as_bytes(), recipient=letter.headers["Reply-To"], sender=address, source="test", now=SOON)
    while read_one(now=SOON):
        pass
    assert [mail.outcome for mail in IncomingMail.objects.all()] == ["done"] * 3
    assert Table.objects.get(pk=table.pk).started_at
    assert table.seats.filter(role="box").count() == 1
