"""One mail to one outcome. The order of the walk is the safety of it (spec/mail.md §3.4).

What kind of mail is it? Robots end here. Which secret address was it sent to? Is its one writer the player of that
address? Only then is it read for commands, and they are carried out by `carry`. The row keeps what came of it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import NoReturn

from django.conf import settings
from django.db.models import F

from games import desk
from games.inbox import asking, open_box, reader, reports
from games.inbox.carry import Errand
from games.inbox.newcomer import plays_by_letter
from games.inbox.reader import Letter
from games.inbox.reader.kinds import robot_kind
from games.inbox.route import find_address, has_expired, is_forged, is_from
from games.models import Address, IncomingMail, Seat
from games.models.mail import Purpose
from games.outbox import stopping
from games.rules.errors import IllegalAction, Stale

logger = logging.getLogger(__name__)

TRIES = 8
"""How often a mail is tried that cannot be handled by a fault of ours, later each time; then its writer is told."""


KEPT = timedelta(days=30)
"""How long a mail lies here after it was read (spec/mail.md §3.4): long enough to see what went wrong."""

ENVELOPES = ("lmtp", "pipe")
"""Doors that are told the envelope's sender, also that there is none."""

NOBODY = ("", "mailer-daemon")
"""An envelope sender that cannot be answered: a robot's. Some mailers write it out."""


class Outcome(Exception):
    """What came of a mail; raised to end the walk."""

    def __init__(self, word: str, **detail: object) -> None:
        super().__init__(word)
        self.word = word
        self.detail = detail


def read_one(*, now: datetime) -> bool:
    """Claim the mail that waits longest and handle it. True when there may be more."""
    waiting = IncomingMail.objects.filter(handled_at=None, next_try_at__lte=now)
    found = waiting.order_by("next_try_at", "pk").values_list("pk", "tries").first()
    if found is None:
        return False
    _try(*found, now=now)
    return True


def try_one(mail_id: int, *, now: datetime) -> None:
    """Handle this mail, unless another has it in hand. One that cannot be handled waits, longer each time."""
    _try(mail_id, IncomingMail.objects.values_list("tries", flat=True).get(pk=mail_id), now=now)


def _try(mail_id: int, tries: int, *, now: datetime) -> None:
    mine = IncomingMail.objects.filter(pk=mail_id, tries=tries, handled_at=None, next_try_at__lte=now)
    if not mine.update(tries=F("tries") + 1, claimed_at=now, next_try_at=now + timedelta(minutes=2**tries)):
        return
    try:
        handle(mail_id, now=now)
    except Exception:
        logger.exception("mail %s could not be handled (try %s of %s)", mail_id, tries + 1, TRIES)
        if tries + 1 >= TRIES:
            _give_up(mail_id, now=now)


def handle(mail_id: int, *, now: datetime) -> None:
    """See one mail through, once: a mail that has its outcome is left as it is."""
    mail = IncomingMail.objects.get(pk=mail_id)
    if mail.handled_at is not None:
        return
    try:
        _walk(mail, now=now)
    except Outcome as outcome:
        _close(mail, outcome.word, outcome.detail, now=now)


def forget(*, now: datetime) -> int:
    """Delete the mails that were read long ago; how many. One that came again would still do nothing twice."""
    deleted, _ = IncomingMail.objects.filter(handled_at__lt=now - KEPT).delete()
    return deleted


def _walk(mail: IncomingMail, *, now: datetime) -> None:
    """Always ends in an `Outcome`."""
    letter = Letter(bytes(mail.raw))
    robot = robot_kind(letter, settings.NARDY_MAIL_DOMAIN)
    address = find_address(mail, letter)
    if address is not None and mail.address_id is None:
        mail.address = address
        mail.save(update_fields=["address"])
    if robot is None and mail.source in ENVELOPES and mail.envelope_from.lower() in NOBODY:
        robot = "auto"
    if robot == "bounce" and address is not None and address.purpose == Purpose.BOUNCE:
        reports.count(address.letter, letter, now=now)
    if address is not None and address.purpose == Purpose.UNSUBSCRIBE and robot in (None, "auto"):
        stopping.stop(address)  # some mail programs send it by themselves when their reader clicks
        raise Outcome("unsubscribed")
    if robot is not None:
        raise Outcome(robot)
    if address is None and open_box.is_open(mail):
        raise Outcome(open_box.answer(mail, letter, now=now))
    if address is None or address.purpose != Purpose.REPLY:
        raise Outcome("unknown-address")
    _must_be_the_player(mail, address, letter, now=now)
    if address.player is not None:
        plays_by_letter(address.player, mail.received_at)
    _carry_out(mail, address, letter, now=now)


def _must_be_the_player(mail: IncomingMail, address: Address, letter: Letter, *, now: datetime) -> None:
    """Anybody else moves nothing; the player himself is told, at his own address."""
    for refused, word in ((not is_from(address, letter), "foreign-sender"), (is_forged(letter), "forged-sender")):
        if refused:
            told = asking.answer(IllegalAction(word), mail=mail, address=address, line="", message_id="", now=now)
            raise Outcome(word, told=told)


def _carry_out(mail: IncomingMail, address: Address, letter: Letter, *, now: datetime) -> None:
    """Read the commands and do them, until one is refused."""
    read = reader.read(letter, _names(address), own_domain=settings.NARDY_MAIL_DOMAIN)
    if read.aside:  # before anything is done: the letter that comes of it is to say so (`outbox.table_story`)
        mail.detail["aside"] = read.aside
        mail.save(update_fields=["detail"])
    refuse = partial(_refuse, mail=mail, address=address, letter=letter, now=now)
    if has_expired(address, now=mail.received_at):
        first = " ".join(command.written for command in read.commands[:1])
        refuse(Stale("old-letter"), line=read.rest or first, done=0)
    errand = Errand(mail, address, letter, address.prompt, now, address.player)
    for number, command in enumerate(read.commands):
        try:
            errand.carry_out(number, command)
        except IllegalAction as error:
            refuse(error, line=command.written, done=number, errand=errand)
    if read.aside and address.seat is None and read.commands:
        errand.receipts.append(("aside", {"words": read.aside}))
    _report(errand, errand.receipts)
    if read.rest:
        refuse(IllegalAction("unknown-command", line=read.rest), line=read.rest, done=0)
    if not read.commands:
        unread = IllegalAction("between-quotes", line=read.aside) if read.aside else IllegalAction("empty-letter")
        refuse(unread, line=read.aside, done=0)
    raise Outcome("done", commands=[command.text for command in read.commands])


def _refuse(
    error: IllegalAction,
    *,
    mail: IncomingMail,
    address: Address,
    line: str,
    letter: Letter,
    done: int,
    now: datetime,
    errand: Errand | None = None,
) -> NoReturn:
    """Tell why, with what was done at the desk before; a question that was asked there has a letter of its own."""
    receipts = errand.receipts if errand else []
    asked = [one for one in receipts if one[0] == "stop-asked"]
    told = asking.answer(
        error,
        mail=mail,
        address=address,
        line=line,
        message_id=letter.message_id,
        now=now,
        receipts=[one for one in receipts if one not in asked],
    )
    if errand:
        _report(errand, asked if told else receipts)
    word = "stale" if isinstance(error, Stale) else "refused"
    raise Outcome(word, code=error.code, line=line, done=done, told=told)


def _report(errand: Errand, receipts: desk.Receipts) -> None:
    """One letter about what was done at the desk, if anything was."""
    if errand.player is not None:
        asking.report(
            receipts,
            player=errand.player,
            mail=errand.mail,
            message_id=errand.letter.message_id,
            asks=errand.asks,
            now=errand.now,
        )


def _names(address: Address) -> list[str]:
    """The handles of the table's seats by number: the names that commands may hold."""
    if address.seat is None:
        return []
    seats = Seat.objects.filter(table=address.seat.table_id)
    return list(seats.order_by("number").values_list("player__handle", flat=True))


def _give_up(mail_id: int, *, now: datetime) -> None:
    """By a fault of ours nobody will read this mail: close it, and say so to the player whose letter was answered."""
    mail = IncomingMail.objects.select_related("address__player", "address__letter").get(pk=mail_id)
    told = False
    if mail.address is not None and mail.address.purpose == Purpose.REPLY:
        try:
            error = IllegalAction("our-fault")
            told = asking.answer(error, mail=mail, address=mail.address, line="", message_id="", now=now)
        except Exception:
            logger.exception("nobody could be told that mail %s was given up", mail_id)
    _close(mail, "failed", {"told": told}, now=now)


def _close(mail: IncomingMail, word: str, detail: dict[str, object], *, now: datetime) -> None:
    row = IncomingMail.objects.filter(pk=mail.pk, handled_at=None)
    row.update(handled_at=now, outcome=word, detail=mail.detail | detail)
