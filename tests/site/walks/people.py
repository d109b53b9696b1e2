"""The two people of the walk: one clicks on pages, the other only ever answers letters."""

from __future__ import annotations

import json
import re
import smtplib
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from games.rules import codec
from games.rules.actions import Move
from games.rules.plays import legal_plays
from games.rules.state import State, spot
from tests.site.walks.houses import House, wait_for
from tests.site.walks.surfing import Surfer, visible


class Clicker(Surfer):
    """Plays on pages, without JavaScript: link by link, button by button."""

    def __init__(self, house: House, name: str) -> None:
        super().__init__(house.site)
        self.house, self.name = house, name
        self.address = f"{name.lower()}@example.org"

    def sign_up(self) -> None:
        """With an e-mail address and a handle; the code comes by letter."""
        self.open("/accounts/signup/")
        self.submit(self.page.form("/accounts/signup/"), email=self.address, handle=self.name)
        self.enter_code("/accounts/confirm-email/")

    def enter_code(self, where: str) -> None:
        """Read the code in the newest letter and type it."""
        letter = wait_for(f"a code for {self.name}", lambda: self.house.postbox.to(self.address))[-1]
        code = re.search(r"\b([A-Z0-9]{4}-[A-Z0-9]{4})\b", text_of(letter))
        assert code, text_of(letter)
        self.submit(self.page.form(where), code=code[1])

    def invite(self, address: str, length: int) -> int:
        """Offer a match to whoever reads mail at `address`; the number of the table."""
        self.open("/new/")
        form = next(form for form in self.page.forms if "against" in form.fields or "preset" in form.fields)
        self.submit(form, length=str(length), clock="daily", against="address", address=address)
        return int(self.house.sql("SELECT max(id) FROM games_table")[0][0])

    def offer_a_chouette(self, seats: int, *guests: str) -> int:
        """Ask players and addresses to a chouette, which others may join; the number of the table."""
        self.open("/new/")
        form = next(form for form in self.page.forms if "preset" in form.fields)
        self.submit(
            form, preset="chouette", seats=str(seats), clock="daily", against="guests", guests="\n".join(guests)
        )
        return int(self.house.sql("SELECT max(id) FROM games_table")[0][0])

    def ask_more(self, table: int, guest: str) -> None:
        """Ask one more to a table, also while it is played at."""
        self.open(f"/t/{table}/")
        self.submit(self.page.form("/invite/"), guests=guest)

    def sit_down(self, table: int) -> None:
        """Take a place at a table, by its page."""
        self.open(f"/t/{table}/")
        invited = self.page.has_form("/invited/")
        self.submit(self.page.form("/invited/" if invited else "/take/"), ("answer", "accept") if invited else ("", ""))

    def say(self, table: int, line: str) -> None:
        """Type a command, and say yes to what it costs."""
        self.open(f"/t/{table}/")
        self.submit(next(form for form in self.page.forms if "line" in form.fields), ("enter", "1"), line=line)
        if sure := next((form for form in self.page.forms if form.fields.get("sure") and "command" in form.fields), 0):
            self.submit(sure)

    def told(self, table: int) -> str:
        """What stands on the page of the table."""
        return visible(self.open(f"/t/{table}/").html)

    def end(self, table: int) -> None:
        """End the session after this game, as its host."""
        self.open(f"/t/{table}/")
        self.submit(self.page.form("/end/"))

    def answer(self, table: int) -> str:
        """Answer what is asked on the table's page; what it was: `cube`, `answer`, `offer`, `move`, or nothing."""
        self.open(f"/t/{table}/")
        if not self.page.has_form("/answer/"):
            return ""
        form = self.page.form("/answer/")
        commands = {value for name, value in form.buttons if name == "command"}
        for command in ("roll", "take", "accept"):
            if command in commands:
                self.submit(form, ("command", command))
                if self.page.has_form("/answer/") and any(f.fields.get("sure") for f in self.page.forms):
                    self.submit(next(f for f in self.page.forms if f.fields.get("sure")))
                return command
        return self._click_a_play(table)

    def _click_a_play(self, table: int) -> str:
        for _ in range(20):
            form = self.page.form("/answer/")
            if ("send", "1") in form.buttons:
                self.submit(form, ("send", "1"))
                return "move"
            links = [link for link in self.page.links if "data-to" in link] or [
                link for link in self.page.links if "data-from" in link
            ]
            assert links, visible(self.page.html)[:1500]
            self.open(links[-1]["href"])
        raise AssertionError(f"no play was complete after twenty clicks at table {table}")


class Correspondent:
    """Plays by letter alone. What he may play he works out from the rules, as a person would from the board."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name
        self.address = f"{name.lower()}@example.org"
        self.answered: set[str] = set()

    def letters(self) -> list[EmailMessage]:
        """Letters that he has not answered yet."""
        return [letter for letter in self.house.postbox.to(self.address) if letter["Message-ID"] not in self.answered]

    def reply(self, letter: EmailMessage, *lines: str, sender: str = "", message_id: str = "") -> str:
        """Answer a letter as a mail program does, with the letter quoted under the answer; gives the Message-ID."""
        mail = EmailMessage()
        mail["From"] = f"{self.name} <{sender or self.address}>"
        mail["To"] = letter["Reply-To"]
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = message_id or make_msgid(domain="example.org")
        mail["In-Reply-To"] = letter["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in text_of(letter).splitlines())
        mail.set_content(
            "\n".join(lines) + f"\n\nOn Mon, 2 Mar 2026 at 10:00, Nardy <game@play.example.org> wrote:\n{quoted}\n"
        )
        with smtplib.LMTP("127.0.0.1", self.house.lmtp_port) as door:
            door.send_message(mail, sender or self.address, [re.sub(r".*<|>.*", "", letter["Reply-To"])])
        self.answered.add(letter["Message-ID"])
        return str(mail["Message-ID"])

    def what_to_write(self, table: int) -> str:
        """A legal answer to what is asked of him: double when he may, take, and run with the men that are behind."""
        state = state_of(self.house, table)
        question = spot(state)
        if question is not None:
            best = max(legal_plays(question), key=lambda legal: sum(start - 30 * hit for start, _, hit in legal.steps))
            return written([(start, end) for start, end, _ in best.steps])
        return {"cube": "даве" if state.games else "roll", "answer": "take", "offer": "accept"}[state.asks[-1].kind]

    def resign(self, table: int) -> bool:
        """Offer to lose the game, in answer to the letter that asks him now. False: none does."""
        state = state_of(self.house, table)
        newest = self.house.postbox.to(self.address)[-1]
        asked = tuple(f"<{kind}.{table}.{ask.number}.1." for kind in ("turn", "reminder") for ask in state.asks)
        if not str(newest["Message-ID"]).startswith(asked):
            return False
        self.reply(newest, "сдаюсь")
        wait_for("the offer to resign", lambda: state_of(self.house, table).offer)
        return True


def written(moves: list[Move]) -> str:
    """Moves as one writes them."""
    names = {25: "bar", 0: "off"}
    return " ".join(f"{names.get(start, start)}/{names.get(end, end)}" for start, end in moves)


def state_of(house: House, table: int) -> State:
    """The state of a table, past the site."""
    raw: Any = house.sql("SELECT state FROM games_table WHERE id = %s", table)[0][0]
    return codec.load(json.loads(raw) if isinstance(raw, str) else raw)


def text_of(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
