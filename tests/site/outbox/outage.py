"""The mailer was away for a day and the letters have heaped up; then worker processes send them, through real SMTP.

The short form is a test (`test_outage.py`), the long one a benchmark (`tests/benchmarks/outage.py`).
`python -m tests.site.outbox.outage due` is one worker: what the task `send_waiting` does, until nothing is due; with
`waiting` in place of `due` until nothing waits.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from aiosmtpd.controller import Controller

if TYPE_CHECKING:
    from games.models import OutgoingMail, Profile

DOMAINS = ("gmail.com", "googlemail.com", "mail.ru", "bk.ru", "yandex.ru", "outlook.com", "club.example")
BUSY = "yandex.ru"
"""The provider that asks us to slow down at first."""
SLOW_DOWN = 3
"""How often it asks."""
DEAD = "nobody"
"""Whoever is called so has no mailbox any more."""
ANSWERS = 5
"""Answers at each table during the day: so many letters, of which only the last has still something to ask."""


class Came(NamedTuple):
    """One letter that the mailer took."""

    at: float
    to: str
    message_id: str


class Sink:
    """A mailer as it is with many providers behind it: it refuses what is dead, and lets one provider be busy."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.came: list[Came] = []
        self.asked_to_wait: list[float] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=port)

    def open(self) -> None:
        self._controller.start()

    def close(self) -> None:
        self._controller.stop(no_assert=True)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address.startswith(DEAD):
            return "550 5.1.1 No such user here"
        if address.endswith(BUSY) and len(self.asked_to_wait) < SLOW_DOWN:
            self.asked_to_wait.append(time.time())
            return "451 4.7.1 Try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        found = re.search(rb"^Message-ID: *(<[^>]+>)", envelope.content, re.MULTILINE | re.IGNORECASE)
        assert found
        self.came.append(Came(time.time(), envelope.rcpt_tos[0], found[1].decode()))
        return "250 OK"


def heap_up(letters: int, *, now: datetime) -> None:
    """A day of play until an hour before `now` has queued about so many letters: of tables, invitations, accounts."""
    from games import lobby
    from games.models import OutgoingMail
    from games.outbox import compose
    from tests.site import factories

    dawn = now - timedelta(days=1)
    tables = max(1, letters // (ANSWERS + 4))
    people = [_moved(factories.player(f"P{number}"), number) for number in range(max(4, tables // 4))]
    for number in range(tables):
        host, guest = people[number % len(people)], people[(number * 7 + 1) % len(people)]
        guest = guest if guest != host else people[(number + 2) % len(people)]
        at = dawn + timedelta(seconds=number * 7)
        table = factories.match(host, guest, now=at)
        for answer in range(ANSWERS):
            _any_answer(table.pk, now=at + timedelta(minutes=answer + 1))
        offered = lobby.offer(
            host=host, variant="short", format="match", rules={"length": 1}, clock=table.clock, now=at,
            address=f"{DEAD if number % 7 == 6 else 'guest'}{number}@{DOMAINS[number % len(DOMAINS)]}",
        )  # fmt: skip
        if number % 2:
            lobby.decline(offered.invitations.get().pk, now=at)
        address = f"new{number}@{DOMAINS[number % len(DOMAINS)]}"
        compose.account("code", address, {"code": "AB12"}, "ru", at)
        compose.account("welcome", address, {"code": "AB12"}, "ru", at)
    assert OutgoingMail.objects.filter(sent_at=None).count() >= letters * 0.8


def _moved(player: Profile, number: int) -> Profile:
    """A player whose mailbox is with one of the providers."""
    from allauth.account.models import EmailAddress

    address = f"p{number}@{DOMAINS[number % len(DOMAINS)]}"
    EmailAddress.objects.filter(user=player.user).update(email=address)
    return player


def _any_answer(table: int, *, now: datetime) -> None:
    """Whoever is asked answers with something legal."""
    from games.management.commands.demo import choice
    from games.models import Prompt
    from games.models.table import Source
    from games.play import play
    from games.rules import codec

    prompt = Prompt.objects.select_related("table").filter(table=table, closed_at=None).latest("pk")
    play(prompt.pk, choice(codec.load(prompt.table.state)), source=Source.PAGE, ref=f"outage:{prompt.pk}", now=now)


class Workers:
    """Worker processes that share the queue."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, number: int, until: str) -> None:
        """So many, who work until nothing is `due`, or until nothing is `waiting`."""
        for _ in range(number):
            command = [sys.executable, "-m", "tests.site.outbox.outage", until]
            self.running.append(subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL))

    def kill(self, number: int) -> None:
        """Kill -9 so many, in the middle of whatever they do."""
        for process in self.running[:number]:
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        del self.running[:number]

    def well(self) -> bool:
        """Whether none has fallen over."""
        return all(not process.poll() for process in self.running)

    def wait(self, seconds: float) -> None:
        """Wait until all have nothing left to do."""
        for process in self.running:
            assert process.wait(seconds) == 0

    def stop(self) -> None:
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait(30)


def alive_and_dead(letters: Sequence[OutgoingMail], *, now: datetime) -> tuple[set[str], set[str]]:
    """Message-IDs of the letters that are still of use at `now`, and of those that are not, by the plainest reckoning.

    The last letter of a table asks its open question; all before it are out of date. Codes die in an hour.
    """
    dead = set()
    for letter in letters:
        told = letter.seat is not None and letter.prompt is None
        answered = letter.prompt is not None and letter.prompt.closed_at is not None
        declined = letter.kind == "invitation" and _declined(letter.context["invitation"])
        if told or answered or declined or letter.kind == "code":
            dead.add(letter.message_id)
    return {letter.message_id for letter in letters} - dead, dead


def _declined(invitation: int) -> bool:
    from games.models import Invitation

    return Invitation.objects.filter(pk=invitation, declined_at__isnull=False).exists()


def to_provider(came: Sequence[Came], provider: str) -> int:
    """How many letters went to a provider."""
    from games.outbox.providers import provider_of

    return sum(provider_of(letter.to) == provider for letter in came)


def out_of_turn(came: Sequence[Came], wanted: dict[str, datetime]) -> dict[str, int]:
    """Provider -> how many places a letter to it came too early or too late at most, by when it was wanted."""
    from games.outbox.providers import provider_of

    worst: Counter[str] = Counter()
    for provider in {provider_of(letter.to) for letter in came}:
        order = [letter.message_id for letter in came if provider_of(letter.to) == provider]
        right = {name: place for place, name in enumerate(sorted(order, key=lambda name: wanted[name]))}
        worst[provider] = max(abs(place - right[name]) for place, name in enumerate(order))
    return dict(worst)


def doubled(came: Sequence[Came]) -> list[str]:
    """Message-IDs that came more than once."""
    return [name for name, times in Counter(letter.message_id for letter in came).items() if times > 1]


def work(until: str) -> None:
    """Send until nothing is `due`, or until nothing is `waiting` (asking again and again, as the clock does)."""
    from django.utils import timezone

    from games.models import OutgoingMail
    from games.outbox import sending

    waiting = OutgoingMail.objects.filter(sent_at=None, dropped_at=None, failed="")
    while sending.drain(timezone.now, limit=200) or (until == "waiting" and waiting.exists() and _pause()):
        pass


def _pause() -> bool:
    time.sleep(0.2)
    return True


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "nardy_site.settings"
    django.setup()
    work(sys.argv[1])
