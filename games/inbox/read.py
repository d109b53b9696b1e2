"""One mail to one outcome. The order of the walk is the safety of it (spec/mail.md §3.4).

What kind of mail is it? Robots end here. Which secret address was it sent to? Is its one writer the player of that
address? Only then is it read for commands, and they are carried out by `carry`. The row keeps what came of it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F

from games import lobby
from games.commands import Command
from games.inbox import asking, reader
from games.inbox.carry import Errand
from games.inbox.newcomer import player_at
from games.inbox.reader import Letter
from games.inbox.reader.kinds import robot_kind
from games.inbox.route import find_address, is_forged, is_from
from games.models import Address, IncomingMail, Profile
from games.models.mail import Purpose
from games.outbox import health
from games.rules.actions import Accept, Decline
from games.rules.errors import IllegalAction, Stale

logger = logging.getLogger(__name__)

TRIES = 8
"""How often a mail is tried that cannot be handled by a fault of ours, later each time."""


class Outcome(Exception):  # noqa: N818  (the end of a walk, not an error)
    """What came of a mail; raised to end the walk."""

    def __init__(self, word: str, **detail: object) -> None:
        super().__init__(word)
        self.word = word
        self.detail = detail


def read_one(*, now: datetime) -> bool:
    """Claim the mail that waits longest and handle it. True when there may be more."""
    mail = IncomingMail.objects.filter(handled_at=None, next_try_at__lte=now).order_by("received_at", "pk").first()
    if mail is None:
        return False
    mine = IncomingMail.objects.filter(pk=mail.pk, tries=mail.tries, handled_at=None)
    if mine.update(tries=F("tries") + 1, claimed_at=now, next_try_at=now + timedelta(minutes=2**mail.tries)):
        try:
            handle(mail.pk, now=now)
        except Exception:
            logger.exception("mail %s could not be handled (try %s of %s)", mail.pk, mail.tries + 1, TRIES)
            if mail.tries + 1 >= TRIES:
                _close(mail.pk, "failed", {}, now=now)
    return True


def handle(mail_id: int, *, now: datetime) -> None:
    """See one mail through, once: a mail that has its outcome is left as it is."""
    mail = IncomingMail.objects.get(pk=mail_id)
    if mail.handled_at is not None:
        return
    try:
        _walk(mail, now=now)
    except Outcome as outcome:
        _close(mail.pk, outcome.word, outcome.detail, now=now)


def _walk(mail: IncomingMail, *, now: datetime) -> None:
    """Always ends in an `Outcome`."""
    letter = Letter(bytes(mail.raw))
    robot = robot_kind(letter, settings.NARDY_MAIL_DOMAIN)
    address = find_address(mail, letter)
    if address is not None:
        IncomingMail.objects.filter(pk=mail.pk).update(address=address)
    if robot == "bounce":
        _bounced(address, letter, now=now)
    if robot is not None:
        raise Outcome(robot)
    if address is None or address.purpose != Purpose.REPLY:
        raise Outcome("unknown-address")
    _must_be_the_player(mail, address, letter, now=now)
    if address.player is not None:
        Profile.objects.filter(pk=address.player.pk).update(last_letter_at=mail.received_at)
    _carry_out(mail, address, letter, now=now)


def _must_be_the_player(mail: IncomingMail, address: Address, letter: Letter, *, now: datetime) -> None:
    """Anybody else moves nothing; the player himself is told, at his own address."""
    for refused, word in ((not is_from(address, letter), "foreign-sender"), (is_forged(letter), "forged-sender")):
        if refused:
            asking.answer(IllegalAction(word), mail=mail, address=address, line="", message_id="", now=now)
            raise Outcome(word)


def _carry_out(mail: IncomingMail, address: Address, letter: Letter, *, now: datetime) -> None:
    """Read the commands and do them, until one is refused."""
    read = reader.read(letter, _names(address), own_domain=settings.NARDY_MAIL_DOMAIN)
    errand = Errand(address, mail.key, letter.message_id, mail.received_at, address.prompt)
    for number, command in enumerate(read.commands):
        try:
            if address.invitation is not None:
                _answer_invitation(address, letter, command, now=mail.received_at)
            elif address.seat is None:
                raise Stale("no-question")
            else:
                errand.carry_out(number, command)
        except IllegalAction as error:
            _refuse(error, mail=mail, address=address, line=command.text, letter=letter, done=number, now=now)
    if read.rest or not read.commands:
        unread = IllegalAction("unknown-command", line=read.rest) if read.rest else IllegalAction("empty-letter")
        _refuse(unread, mail=mail, address=address, line=read.rest, letter=letter, done=len(read.commands), now=now)
    raise Outcome("done", commands=[command.text for command in read.commands], aside=read.aside)


def _refuse(
    error: IllegalAction, *, mail: IncomingMail, address: Address, line: str, letter: Letter, done: int, now: datetime
) -> None:
    told = asking.answer(error, mail=mail, address=address, line=line, message_id=letter.message_id, now=now)
    word = "stale" if isinstance(error, Stale) else "refused"
    raise Outcome(word, code=error.code, line=line, done=done, told=told)


def _answer_invitation(address: Address, letter: Letter, command: Command, *, now: datetime) -> None:
    """`accept` seats the invited player, `decline` frees his place."""
    invitation = address.invitation
    assert invitation is not None
    if isinstance(command.action, Decline):
        lobby.decline(invitation.pk, now=now)
    elif not isinstance(command.action, Accept):
        raise IllegalAction("say-accept", command=command.text)
    else:
        name = letter.mailboxes[0].name
        player = address.player or player_at(address.letter.to, name=name, language=address.letter.language)
        lobby.accept(invitation.pk, player=player, now=now)


def _names(address: Address) -> list[str]:
    """The handles of the table's seats by number: the names that commands may hold."""
    if address.seat is None:
        return []
    return list(address.seat.table.seats.order_by("number").values_list("player__handle", flat=True))


def _bounced(address: Address | None, letter: Letter, *, now: datetime) -> None:
    """Count a delivery report against the address it is about; that is the one whose bounce address it came to."""
    if address is None or address.purpose != Purpose.BOUNCE or address.letter.failed:
        return
    reports = [report for report in letter.deliveries if report.action in ("failed", "")]
    hard = any(report.status.startswith("5") for report in reports) or not reports
    status = next((report.status for report in reports if report.status), "no status")
    health.failed(address.letter, "hard" if hard else "soft", f"bounce {status}", now=now)


def _close(mail_id: int, word: str, detail: dict[str, object], *, now: datetime) -> None:
    IncomingMail.objects.filter(pk=mail_id, handled_at=None).update(handled_at=now, outcome=word, detail=detail)
