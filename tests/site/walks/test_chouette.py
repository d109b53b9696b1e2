"""A club's evening that takes weeks: four games of a chouette among five people, by page and by letter, in one process.

One joins when it has begun, one is away and has a proxy, one lets his time run out, one game is given up by agreement
and one is played on to the end. What the log says leads to what the rows say.
"""

from __future__ import annotations

import itertools
import os
import re
from datetime import datetime, timedelta
from email.message import EmailMessage
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games import sweeps
from games.commands import canonical
from games.inbox import receive
from games.inbox.read import read_one
from games.models import OutgoingMail, Profile, Prompt, Stake, Table
from games.outbox import sending
from games.rules import codec
from games.rules.actions import Accept, Action, Double, Play, Roll
from games.rules.plays import legal_plays
from games.rules.state import spot
from tests.site.conftest import Script
from tests.site.factories import NOW, chouette, player
from tests.site.outbox.conftest import one_picture, picture

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

WRITERS = {"Boris", "Dora"}
"""They never open the site: they answer letters."""

LONG = bool(os.environ.get("LONG_WALK"))
"""`LONG_WALK=1 pytest tests/site/walks`: the last game is played to its last man. CI walks the short form."""
SHORT = 8

refs = itertools.count(1)


class Evening:
    """The table and its people; an hour passes with every answer."""

    def __init__(self, table: Table, clock: time_machine.Coordinates) -> None:
        self.table = table
        self.clock = clock
        self.now: datetime = NOW

    def wait(self, **span: float) -> None:
        """Let time pass; what is due is done."""
        self.now += timedelta(**span)
        self.clock.move_to(self.now)
        while sweeps.check_one(self.now):
            pass

    def asked(self, who: str) -> Prompt:
        """The one question that he may answer, his own before another's."""
        mine = Prompt.objects.filter(table=self.table, closed_at=None, answered_at=None, behind_offer=False)
        return mine.filter(seat__player__handle=who).first() or mine.get(proxy__player__handle=who)

    def says(self, who: str, line: str | Action) -> None:
        """Answer, in the way this person does."""
        self.wait(hours=1)
        names = list(self.table.seats.order_by("number").values_list("player__handle", flat=True))
        text = line if isinstance(line, str) else canonical(line, names)
        question = self.asked(who)
        if who in WRITERS:
            self.writes(who, text, question)
        else:
            self.clicks(who, f"/answer/{question.pk}/", line=text, sure="1")
        question.refresh_from_db()
        assert question.answered_at or question.closed_at, (who, text)

    def clicks(self, who: str, url: str, **form: str) -> None:
        """Send a form of the site."""
        client = Client()
        client.force_login(Profile.objects.get(handle=who).user)
        sent = client.post(url, {"ref": f"form{next(refs)}", **form})
        assert sent.status_code == 302, sent.content.decode()

    def sees(self, who: str) -> str:
        """The page of the table as words."""
        client = Client(headers={"accept-language": "en"})
        client.force_login(Profile.objects.get(handle=who).user)
        page = client.get(f"/t/{self.table.pk}/").content.decode()
        return " ".join(re.sub(r"<[^>]+>", " ", page).split())

    def writes(self, who: str, text: str, question: Prompt | None) -> None:
        """Answer the letter that asks (else the last one), with all of it quoted; twice, by mistake."""
        sending.drain(lambda: self.now + timedelta(hours=1), limit=1000)
        letters = OutgoingMail.objects.filter(player__handle=who, sent_at__isnull=False)
        letter = (letters.filter(prompt=question) if question else letters).latest("pk")
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = (
            letter.to,
            letter.headers["Reply-To"],
            f"<{next(refs)}@own.example>",
        )
        quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
        mail.set_content(f"{text}\n\n{quoted}\n")
        for _ in range(2):
            kept = receive.keep(
                mail.as_bytes(), recipient=letter.headers["Reply-To"], sender=letter.to, source="walk", now=self.now
            )
        while read_one(now=self.now):
            pass
        kept.refresh_from_db()
        assert kept.outcome == "done", (who, text, kept.outcome, kept.detail)

    def plays(self, who: str) -> None:
        """The first legal play of what is asked."""
        here = spot(codec.load(Table.objects.get(pk=self.table.pk).state))
        assert here is not None
        self.says(who, Play(tuple((start, end) for start, end, _ in legal_plays(here)[0].steps)))

    def line(self) -> list[str]:
        """Box, captain, queue."""
        seated = self.table.seats.filter(line__isnull=False).order_by("line")
        return list(seated.values_list("player__handle", flat=True))

    def points(self) -> dict[str, int]:
        """The balance of everybody, in points."""
        return {one.player.handle: one.points // 2 for one in self.table.seats.select_related("player")}


@pytest.fixture
def evening(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> Evening:
    """Alice is the box, Boris the captain, then Chris and Dora. After the start every throw is 2-1."""
    with time_machine.travel(NOW, tick=False) as clock:
        dice("6532", "31")
        yield Evening(chouette(alice, boris, chris, player("Dora")), clock)  # type: ignore[misc]


def test_four_games_among_five_people(evening: Evening) -> None:
    _all_drop(evening)
    _a_proxy_and_a_silent_box(evening)
    _a_double_in_parts_and_a_resignation(evening)
    _the_last_game(evening)
    out = StringIO()
    call_command("replay", evening.table.pk, stdout=out)
    assert out.getvalue().endswith(" 0 differences\n"), out.getvalue()
    assert Stake.objects.filter(live=True).count() == 0
    assert not Prompt.objects.filter(closed_at=None).exists()
    assert OutgoingMail.objects.filter(failed__gt="").count() == 0


def _all_drop(evening: Evening) -> None:
    """The box doubles, all drop. Meanwhile a fifth sits down, for the next game."""
    assert evening.line() == ["Alice", "Boris", "Chris", "Dora"]
    evening.says("Alice", "8/5 6/5")
    evening.says("Boris", "бросок")
    evening.plays("Boris")
    evening.says("Alice", Double())
    player("Eve", language="ru")
    evening.clicks("Eve", f"/t/{evening.table.pk}/take/")
    evening.says("Dora", "drop")
    assert "Alice – drop" not in evening.sees("Alice") + evening.sees("Chris")
    evening.says("Chris", "drop")
    evening.says("Boris", "пас")
    assert evening.points() == {"Alice": 3, "Boris": -1, "Chris": -1, "Dora": -1, "Eve": 0}
    assert evening.line() == ["Alice", "Chris", "Dora", "Boris", "Eve"]


def _a_proxy_and_a_silent_box(evening: Evening) -> None:
    """The captain is away, Dora answers for him by letter; then the box lets its time run out."""
    dora = evening.table.seats.get(player__handle="Dora").number
    form = {"window": "ask", "silence": "follow", "proxy": str(dora)}
    evening.clicks("Chris", f"/t/{evening.table.pk}/session/", **form)
    evening.plays("Alice")
    evening.says("Dora", "roll")
    evening.plays("Dora")
    assert evening.table.entries.latest("seq").seat == evening.table.seats.get(player__handle="Dora")
    assert evening.asked("Alice").kind == "cube"
    while evening.table.games.filter(ended_at__isnull=False).count() < 2:
        evening.wait(days=1)
    assert evening.points() == {"Alice": -1, "Boris": 0, "Chris": 0, "Dora": 0, "Eve": 1}
    assert evening.line() == ["Chris", "Dora", "Boris", "Eve", "Alice"]


def _a_double_in_parts_and_a_resignation(evening: Evening) -> None:
    """Two take by letter, one drops, one is silent and follows the captain, who then gives up; all have to agree."""
    evening.plays("Chris")
    evening.says("Dora", "roll")
    evening.plays("Dora")
    evening.says("Chris", Double())
    evening.says("Boris", "беру; если один пас")
    evening.says("Dora", "take")
    evening.says("Alice", "drop")
    evening.wait(hours=48)
    live = Stake.objects.filter(game__table=evening.table, live=True).values_list("low__player__handle", "value")
    assert set(live) == {("Dora", 2), ("Boris", 2), ("Eve", 2)}
    evening.writes("Dora", "resign", None)
    for who in ("Chris", "Boris", "Eve"):
        evening.says(who, "accept")
    assert evening.points() == {"Alice": -2, "Boris": -2, "Chris": 7, "Dora": -2, "Eve": -1}
    assert evening.line() == ["Chris", "Boris", "Eve", "Alice", "Dora"]


def _the_last_game(evening: Evening) -> None:
    """The host ends the session after this game. In the short form the box gives it up after a while."""
    evening.clicks("Alice", f"/t/{evening.table.pk}/end/")
    for answers in range(400):
        if answers == SHORT and not LONG:
            evening.clicks("Chris", f"/t/{evening.table.pk}/", command="resign", sure="1")
        open_ = Prompt.objects.filter(table=evening.table, closed_at=None, behind_offer=False, answered_at=None)
        question = open_.first()
        if question is None:
            break
        who = question.seat.player.handle
        if question.kind == "move":
            evening.plays(who)
        else:
            evening.says(who, Roll() if question.kind == "cube" else Accept())
    table = Table.objects.get(pk=evening.table.pk)
    assert table.over
    assert table.games.get(number=4).how == ("board" if LONG else "resigned")
    assert sum(evening.points().values()) == 0
    assert evening.sees("Dora").count("In all") == 1
