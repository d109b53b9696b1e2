"""What a letter asks to see, and what of it could not be carried out: answered by one letter, within limits."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import desk
from games.commands import Command
from games.models import Address, IncomingMail, OutgoingMail, Profile
from games.outbox import compose, personal
from games.rules.errors import IllegalAction

REFUSING = ("problem", "stale")
"""Kinds of the letters that say what was not carried out."""

PER_HOUR = 1
"""Letters about the same kind of problem that a player gets in an hour (spec/mail.md §1, "Answer storms")."""

PER_DAY = 10
"""Letters about problems of any kind that a player gets in a day; the page goes on telling him."""

BREAKER, BREAKER_TIME = 5, timedelta(minutes=10)
"""So many mails to one address within that time are a loop: they are read, but no longer answered."""


def show(
    command: Command,
    *,
    player: Profile,
    address: Address,
    mail: IncomingMail,
    message_id: str,
    ref: str,
    now: datetime,
) -> desk.Receipts:
    """Answer `show`, `help`, `games`, `history`: a letter with the board, what is asked and what can be written.

    `games` sends every letter anew that waits for the player. To a letter that is about no table the answer comes with
    the other things that were done (`noted`): it is returned. Raises IllegalAction for what needs a table.
    """
    if address.seat is None and command.kind in ("show", "history"):
        raise IllegalAction("which-table", command=command.written)
    if _loops(mail):
        return []
    again = personal.again(player, ref=ref, now=now) if command.kind == "games" else 0
    compose.nudge()
    if address.seat is None:
        found: desk.Receipts = [("games", {"waiting": True}), ("games-again", {})] if again else [("no-games", {})]
        return [("help", {})] if command.kind == "help" else found
    compose.shown(
        command.kind,
        player=player,
        seat=address.seat,
        prompt=address.prompt,
        message_id=f"<{message_id}>" if message_id else "",
        ref=ref,
        now=now,
    )
    return []


def report(
    receipts: desk.Receipts, *, player: Profile, mail: IncomingMail, message_id: str, asks: str, now: datetime
) -> None:
    """One letter about all that was done at the desk; none where mails go round in a loop."""
    if receipts and not _loops(mail):
        personal.noted(
            receipts,
            player=player,
            message_id=f"<{message_id}>" if message_id else "",
            ref=f"mail:{mail.pk}",
            asks=asks,
            now=now,
        )
        compose.nudge()


def answer(
    error: IllegalAction,
    *,
    mail: IncomingMail,
    address: Address,
    line: str,
    message_id: str,
    now: datetime,
    receipts: desk.Receipts | None = None,
) -> bool:
    """Tell the player once what was not carried out and why, unless he was told enough. True: a letter is queued.

    `receipts`: what was done before.

    It goes to his own confirmed address, or, to one who was invited without being a player, to where his invitation
    went: never to the sender of the mail.
    """
    if _loops(mail) or _enough(error.code, address=address, now=now):
        return False
    compose.problem(
        player=address.player,
        seat=address.seat,
        prompt=address.prompt,
        error=error,
        invitation=address.invitation,
        line=line,
        message_id=f"<{message_id}>" if message_id else "",
        ref=f"mail:{mail.pk}",
        now=now,
        receipts=receipts or (),
    )
    compose.nudge()
    return True


def _enough(code: str, *, address: Address, now: datetime) -> bool:
    whose = {"player": address.player} if address.player else {"to": address.letter.to}
    told = OutgoingMail.objects.filter(kind__in=REFUSING, created_at__gt=now - timedelta(days=1), **whose)
    if told.count() >= PER_DAY:
        return True
    return told.filter(created_at__gt=now - timedelta(hours=1), context__code=code).count() >= PER_HOUR


def _loops(mail: IncomingMail) -> bool:
    before = IncomingMail.objects.filter(recipient=mail.recipient, received_at__lte=mail.received_at)
    return before.filter(received_at__gt=mail.received_at - BREAKER_TIME).count() > BREAKER
