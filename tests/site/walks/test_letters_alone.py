"""A life by letter alone, in Russian: a whole match and a session of the chouette, and nobody ever opens the site.

All mail goes through a real Postfix: the letters of the site out of it, the answers into it and by LMTP to the site. In
between come letters twice and too late, an out-of-office that holds a command, a bounce, and two mails that only look
like a player's. The dice are real.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from games.rules.state import captain
from tests.site.inbox.postfix import MISSING, Postfix
from tests.site.inbox.test_mailers import Refusing
from tests.site.walks.houses import Embedded, House, free_port, opened, wait_for
from tests.site.walks.people import Correspondent, text_of
from tests.site.walks.test_session import Evening

pytestmark = [pytest.mark.xdist_group("walks"), pytest.mark.skipif(bool(MISSING), reason=MISSING)]

FOUNDED = """
from dataclasses import asdict
from django.utils import timezone
from games import lobby
from games.deadlines import CLOCKS
from tests.site.factories import player
anna = player("Anna", language="ru", zone="Europe/Moscow", letters="at_once")
same = {"host": anna, "variant": "short", "clock": asdict(CLOCKS["daily"]), "now": timezone.now()}
match = lobby.offer(format="match", rules={"length": 3}, address="boris@example.org", **same)
guests = ["boris@example.org", "vera@example.org", "gleb@example.org", "nobody@example.net"]
chouette = lobby.offer(format="chouette", rules={"end": "games:2"}, seats=4, invited=guests, **same)
print(match.pk, chouette.pk)
"""
"""How the club came to be: its founder has an account, and has asked others to a match and to a chouette."""


class Writer(Correspondent):
    """A player with a Russian mail program, which sends through Postfix, in a charset of its own."""

    def __init__(self, house: House, mailer: Postfix, name: str, box: str, charset: str) -> None:
        super().__init__(house, name)
        self.address, self.mailer, self.charset = f"{box}@example.org", mailer, charset

    def reply(self, letter: EmailMessage, *lines: str, sender: str = "", message_id: str = "", **headers: str) -> str:
        """Answer with the letter quoted below. `headers`: more of them, `_` for `-`; a robot has no envelope sender."""
        mail = EmailMessage(policy=SMTP)
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail["From"] = f"{self.name} <{sender or self.address}>"
        mail["To"] = letter["Reply-To"]
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = message_id or make_msgid(domain="example.org")
        mail["In-Reply-To"] = letter["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
        text = "\n".join(lines) + f"\n\nпн, 2 мар. 2026 г. в 10:00, Nardy <game@play.example.org>:\n\n{quoted}"
        mail.set_content(text.encode(self.charset, "replace").decode(self.charset), charset=self.charset)
        envelope = "" if "Auto_Submitted" in headers else sender or self.address
        refused = self.mailer.send(mail.as_bytes(), sender=envelope, to=[re.sub(r".*<|>.*", "", letter["Reply-To"])])
        assert refused == {}
        self.answered.add(letter["Message-ID"])
        return str(mail["Message-ID"])

    def letter(self, kind: str) -> EmailMessage:
        """The newest letter of a kind that he has not answered; it is waited for."""

        def found() -> list[EmailMessage]:
            return [one for one in self.letters() if str(one["Message-ID"]).startswith(f"<{kind}.")]

        came: list[EmailMessage] = wait_for(f"a letter {kind} to {self.name}", found)
        return came[-1]


class Club:
    """The house, its mailer, its people and its two tables."""

    def __init__(self, house: House, mailer: Postfix) -> None:
        self.house, self.mailer = house, mailer
        self.match, self.chouette = map(int, house.manage("shell", "--no-imports", "-c", FOUNDED).split()[-2:])
        self.anna = Writer(house, mailer, "Anna", "anna", "utf-8")
        self.boris = Writer(house, mailer, "Борис", "boris", "koi8-r")
        self.vera = Writer(house, mailer, "Вера", "vera", "windows-1251")
        self.gleb = Writer(house, mailer, "Глеб", "gleb", "utf-8")

    @property
    def people(self) -> list[Writer]:
        return [self.anna, self.boris, self.vera, self.gleb]

    def begins(self, table: int) -> None:
        """All have sat down, and the first question is put."""
        looked_for = "SELECT 1 FROM games_prompt WHERE table_id = %s"
        wait_for("the first question", lambda: self.house.sql(looked_for, table))

    def outcome(self, word: str) -> None:
        """A mail has come to this."""
        looked_for = "SELECT 1 FROM games_incomingmail WHERE outcome = %s"
        wait_for(f"a mail that is {word}", lambda: self.house.sql(looked_for, word))


@pytest.fixture
def mailer_and_house(tmp_path: Path) -> Iterator[tuple[Postfix, House]]:
    """A Postfix before and behind the site; at example.net nobody lives."""
    house = Embedded(tmp_path)
    refusing = Controller(Refusing(), hostname="127.0.0.1", port=free_port())
    refusing.start()
    mailer = Postfix(lmtp_port=house.lmtp_port, postbox=house.postbox.port, refusing=refusing.port)
    house.environment |= {
        "EMAIL_URL": f"smtp://127.0.0.1:{mailer.port}",
        "MAIL_TRUSTED_AUTHSERV_IDS": "mx.example.org",
        "NARDY_LANGUAGE": "ru",
    }
    mailer.start()
    yield mailer, house
    mailer.stop()
    refusing.stop()


def test_a_match_and_a_session_by_letters_alone(mailer_and_house: tuple[Postfix, House]) -> None:
    mailer, house = mailer_and_house
    with opened(house):
        club = Club(house, mailer)
        _a_match(club)
        _a_session(club)
        club.outcome("bounce")
        unread = "SELECT 1 FROM games_incomingmail WHERE handled_at IS NULL"
        wait_for("all mails to be read", lambda: not house.sql(unread))
        _all_was_right(club)


def _a_match(club: Club) -> None:
    """To 3 points: one game is given up, the next at a doubled cube."""
    boris = club.boris
    for _ in range(2):  # to the match and to the chouette
        boris.reply(boris.letter("invitation"), "Принять!")
    match = Evening(club.house, club.match, {0: club.anna, 1: boris})
    club.begins(club.match)
    answers = iter(range(1000))
    match.play_on(lambda _: next(answers) == 4)
    _robots_and_strangers(club, match)
    _too_late(club, match)
    loser = match.play_on(lambda ask: ask.kind == "move").seat
    _gives_up(match, loser)
    assert match.state.halves[1 - loser] == 2
    match.says(match.play_on(lambda ask: ask.kind == "cube"), "даве")
    match.says(match.play_on(lambda ask: ask.kind == "answer"), "беру")
    match.play_on(lambda ask: ask.seat == loser)
    _gives_up(match, loser)
    assert match.state.over
    assert match.state.halves[1 - loser] == 6
    for writer in (club.anna, boris):
        assert "3" in text_of(writer.letter("table-over"))


def _robots_and_strangers(club: Club, match: Evening) -> None:
    """An out-of-office, a stranger and a forger write what could be done; nothing is."""
    (ask,) = match.open_asks()
    writer = match.people[ask.seat]
    assert isinstance(writer, Writer)
    line, letter = match.usual(ask), wait_for("his letter", lambda: match.asked(ask))
    entries = match.count("games_entry WHERE table_id = %s", match.table)
    writer.reply(letter, line, Auto_Submitted="auto-replied", X_Auto_Response_Suppress="All")
    club.outcome("auto")
    writer.reply(letter, line, sender="stranger@example.com")
    club.outcome("foreign-sender")
    writer.reply(letter, line, Authentication_Results="mx.example.org; dmarc=fail header.from=example.org")
    club.outcome("forged-sender")
    assert match.count("games_entry WHERE table_id = %s", match.table) == entries
    writer.answered.discard(letter["Message-ID"])


def _too_late(club: Club, match: Evening) -> None:
    """A second thought about what was answered already: he is told so, with the board, and loses nothing."""
    (ask,) = match.open_asks()
    writer, line = match.people[ask.seat], match.usual(ask)
    assert isinstance(writer, Writer)
    letter = wait_for("his letter", lambda: match.asked(ask))
    match.says(ask, line)
    writer.reply(letter, line)
    club.outcome("stale")
    assert writer.letter("stale")["In-Reply-To"]


def _gives_up(evening: Evening, seat: int) -> None:
    """The one who is asked writes «сдаюсь», and all who have to agree do."""
    games = evening.games()
    ask = next(ask for ask in wait_for("a question", evening.open_asks) if ask.seat == seat)
    writer = evening.people[seat]
    assert isinstance(writer, Writer)
    writer.reply(wait_for("his letter", lambda: evening.asked(ask)), "сдаюсь")
    wait_for("the offer", lambda: evening.state.offer)
    while evening.games() == games:
        for consent in evening.open_asks():
            evening.says(consent, "принять")


def _a_session(club: Club) -> None:
    """Two games of a chouette: a double that some take and one drops, and the box that gives up."""
    for writer in (club.vera, club.gleb):
        writer.reply(writer.letter("invitation"), "принять")
    session = Evening(club.house, club.chouette, dict(enumerate(club.people)))
    club.begins(club.chouette)
    session.seated()
    session.says(session.play_on(lambda ask: ask.kind == "cube" and ask.seat == session.box), "даве")
    leader = captain(session.state)
    first, *others = sorted(wait_for("the answers", session.open_asks), key=lambda ask: ask.seat != leader)
    session.says(first, "беру")
    for ask, line in zip(others, ("пас", "беру"), strict=True):
        session.says(ask, line)
    wait_for("the answers to be shown", lambda: all(ask.kind != "answer" for ask in session.state.asks))
    session.play_on(lambda ask: ask.seat == leader)
    assert leader is not None
    _gives_up(session, leader)
    answers = iter(range(1000))
    session.play_on(lambda ask: next(answers) >= 3 and ask.seat == session.box)
    _gives_up(session, session.box)
    assert session.state.over
    for writer in club.people:
        writer.letter("table-over")


def _all_was_right(club: Club) -> None:
    """Nothing was doubled, nothing is open, the log is the rows; all letters were Russian, and nobody saw a page."""
    house = club.house
    assert "0 differences" in house.manage("replay").splitlines()[-1]
    assert house.sql("SELECT sum(points) FROM games_seat WHERE table_id = %s", club.chouette)[0][0] == 0
    assert house.sql("SELECT count(*) FROM games_prompt WHERE closed_at IS NULL")[0][0] == 0
    for what in ("games_outgoingmail GROUP BY dedupe", "games_entry GROUP BY table_id, ref"):
        assert house.sql(f"SELECT count(*) FROM {what} HAVING count(*) > 1") == []
    ids = [letter["Message-ID"] for letter in house.postbox.letters]
    assert len(ids) == len(set(ids))
    assert house.sql("SELECT failed FROM games_outgoingmail WHERE failed <> ''") == [("hard: bounce 5.1.1",)]
    assert all(re.search("[а-яё]{4}", text_of(letter)) for letter in house.postbox.letters)
    assert not [text_of(letter) for letter in house.postbox.letters if re.search(r"\byour?\b", text_of(letter))]
    assert house.sql("SELECT count(*) FROM django_session")[0][0] == 0
