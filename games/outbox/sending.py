"""Send what waits: claim a letter, see whether its moment is alive, render it, hand it to the mailer, mark it.

The rows are the queue. A claim is a guarded update that puts the row off for a while, so several workers share the
queue and a letter whose worker died comes up again, with the same parts and the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.mime.image import MIMEImage
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F, QuerySet
from django.db.models.functions import Least

from games import queries
from games.models import Absence, OutgoingMail, Prompt
from games.models.player import Letters
from games.outbox import health, providers
from games.outbox.kinds import ACCOUNT, ANSWERS, ASKING, CLUB, PERSONAL, TELLING
from games.outbox.refusals import Meaning, refusal
from games.outbox.render import PICTURE_ID, render

log = logging.getLogger(__name__)

CLAIM = timedelta(minutes=2)
"""How long a claimed letter is left alone, short enough after a worker's death.

The claim is made anew when the letter is rendered and the mailer has answered. From there it is longer than all that
can follow: four answers of the mailer and the letter itself, with `EMAIL_TIMEOUT` for each. So none is sent by two
workers, however slow one of them is."""

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 20, 40, 60))
"""How long a letter that was not taken waits before its next try; the last one stands for all further tries."""

GIVE_UP = timedelta(days=5)
"""How long a letter is tried, as long as mail servers do."""

CODE_LIVES = timedelta(hours=1)
"""A letter with a code is worth nothing after this time; whoever still wants one asks again."""

FAULTS = 5
"""How often a letter is tried that fails by a fault of ours."""

MOST_TRIES = 10_000
"""Where counting ends: the column is small, and a mailer that is away for weeks is asked every minute."""

BEHIND_OFFER = timedelta(minutes=10)
"""How long the letter of a question waits that an offer stands before: the offer has a letter of its own."""

BATCH = 20
"""Letters looked up at once, in their order of urgency."""


class Waiting(NamedTuple):
    """A letter as it stood when it was looked up: whoever claims it must find it so."""

    pk: int
    tries: int
    next_try_at: datetime


class MailerGoneError(Exception):
    """The mailer does not answer: no use in trying the next letter now."""


def drain(clock: Callable[[], datetime], *, limit: int) -> int:
    """Handle letters that are due, the most urgent first; at most `limit`, none after the mailer fell silent.

    Returns how many were handled: fewer than `limit` means that nothing more can be done now.
    """
    handled = 0
    try:
        while handled < limit and (batch := _due(clock(), min(BATCH, limit - handled))):
            with _mailer() as connection:
                for row in batch:
                    handled += _handle(row, connection, clock=clock)
    except MailerGoneError:
        log.warning("the mailer does not answer, letters wait")
    return handled


def send_one(now: datetime) -> bool:
    """Handle the most urgent letter that is due. False: there is none, or the mailer does not answer."""
    return drain(lambda: now, limit=1) > 0


def alive(letter: OutgoingMail, *, now: datetime) -> bool:
    """Is there still a reason to send this letter? Letters about the account and answers to mails always have one."""
    if letter.kind in ACCOUNT:
        return letter.kind in {"welcome", "changed"} or now - letter.created_at < CODE_LIVES
    if letter.kind in ANSWERS or letter.context.get("again"):
        return letter.prompt is None or _is_open(letter.prompt) or letter.kind in ANSWERS
    if letter.kind == "invitation":
        return _invitation_stands(letter, now=now)
    if letter.player is not None and letter.player.mail_paused_at:
        return False
    if letter.kind in CLUB:
        return letter.player is None or letter.player.letters != Letters.NONE
    if letter.seat is not None and (letter.seat.letters or letter.seat.player.letters) == Letters.NONE:
        return letter.entry is not None and letter.entry.seat_id == letter.seat_id  # an answer to his own letter
    if letter.kind in PERSONAL:
        return _has_something(letter, now=now)
    if letter.kind in TELLING:
        return not _told_by_another(letter, now=now)
    return letter.prompt is not None and _is_open(letter.prompt)


def _is_open(prompt: Prompt) -> bool:
    return not prompt.closed_at and not prompt.answered_at and not prompt.table.over


def _has_something(letter: OutgoingMail, *, now: datetime) -> bool:
    """Is there still something to tell in a letter that is about several tables?"""
    assert letter.player is not None
    if letter.kind == "reminders":
        open_ones = Prompt.objects.filter(pk__in=letter.context["prompts"], closed_at=None, answered_at=None)
        return open_ones.exists()
    if letter.kind == "digest":
        since = datetime.fromisoformat(letter.context["since"])
        seats = queries.in_digest(letter.player)
        return bool(queries.waiting_at(seats)) or any(queries.has_news(seat, since) for seat in seats)
    if letter.context["what"] == "ends":
        return True
    return Absence.objects.filter(pk=letter.context["absence"], cancelled_at=None, ends__gt=now).exists()


def _told_by_another(letter: OutgoingMail, *, now: datetime) -> bool:
    """Does a later letter to the same seat go out now as well? It tells all that happened: one letter to one person."""
    later = _waiting().filter(seat=letter.seat_id, pk__gt=letter.pk, next_try_at__lte=now, kind__in=ASKING | TELLING)
    return later.exists()


def _due(now: datetime, number: int) -> list[Waiting]:
    """The most urgent letters whose time has come, and whose provider takes letters now."""
    due = (
        _waiting().filter(next_try_at__lte=now).exclude(provider__in=providers.closed(now)).order_by("wanted_by", "id")
    )
    return [Waiting(*row) for row in due.values_list("pk", "tries", "next_try_at")[:number]]


def _waiting() -> QuerySet[OutgoingMail]:
    """Letters that are not done with."""
    return OutgoingMail.objects.filter(sent_at=None, dropped_at=None, failed="")


def _handle(row: Waiting, connection: Any, *, clock: Callable[[], datetime]) -> bool:
    """Claim one letter and see it through. False: another worker has it, or it waits. Raises MailerGoneError."""
    now = clock()
    mine = _waiting().filter(pk=row.pk, tries=row.tries, next_try_at=row.next_try_at)
    if not mine.update(tries=Least(F("tries") + 1, MOST_TRIES), next_try_at=now + CLAIM):
        return False
    letter = OutgoingMail.objects.select_related("player", "seat__player", "prompt__table", "entry").get(pk=row.pk)
    if not alive(letter, now=now):
        letter.dropped_at = now
        _forget(letter, "dropped_at")
        return True
    if letter.kind in ASKING and letter.prompt is not None and letter.prompt.behind_offer:
        _put_off(letter, now + BEHIND_OFFER)
        return True
    if not providers.admit(letter.provider, now=now):
        _waiting().filter(pk=row.pk, next_try_at=letter.next_try_at).update(
            tries=row.tries, next_try_at=row.next_try_at
        )
        return False
    try:
        if letter.rendered_at is None:
            render(letter, now=now)
        connection.open()
        if not _still_mine(letter, now=clock()):
            return False
        _message(letter, connection).send()
    except Exception as error:  # whatever it is, the next letter must go
        connection.close()  # some mailers hang up after a refusal
        _refused(letter, error, now=now)
    else:
        letter.sent_at = now
        _forget(letter, "sent_at")
        providers.took(letter.provider)
    return True


def _still_mine(letter: OutgoingMail, *, now: datetime) -> bool:
    """Make the claim anew. False: it had ended meanwhile, and the letter is another worker's."""
    claimed, letter.next_try_at = letter.next_try_at, now + CLAIM
    mine = _waiting().filter(pk=letter.pk, tries=letter.tries, next_try_at=claimed)
    return bool(mine.update(next_try_at=letter.next_try_at))


def _refused(letter: OutgoingMail, error: Exception, *, now: datetime) -> None:
    """Put the letter off, or give it up. Raises MailerGoneError when no other letter would go either."""
    found = refusal(error)
    if found is None:
        log.error("letter %s (%s) cannot be made or sent", letter.pk, letter.kind, exc_info=error)
        _later(letter, why=type(error).__name__, give_up=letter.tries >= FAULTS, now=now)
        return
    log.info("letter %s was not taken: %s", letter.pk, found.why)
    too_old = now - letter.created_at > GIVE_UP
    match found.meaning:
        case Meaning.MAILER_GONE:
            _put_off(letter, now + WAITS[0])
            raise MailerGoneError from error
        case Meaning.PROVIDER_BUSY:
            # Longer than the provider rests, so that the trial after the rest is another letter's turn: it may have
            # been this one that nobody takes.
            rest = providers.busy(letter.provider, now=now)
            _later(letter, why=found.why, give_up=too_old, now=now, least=2 * rest)
            return
        case Meaning.LATER:
            _later(letter, why=found.why, give_up=too_old, now=now)
        case Meaning.ADDRESS_REFUSED:
            health.failed(letter, "hard", found.why, now=now)
        case Meaning.ADDRESS_UNWILLING:
            health.failed(letter, "soft", found.why, now=now)
        case Meaning.BLOCKED:
            health.failed(letter, "soft", found.why, now=now)
            providers.busy(letter.provider, now=now)
            return
        case Meaning.LETTER_REFUSED:
            _later(letter, why=found.why, give_up=True, now=now)
    providers.took(letter.provider)


def _later(letter: OutgoingMail, *, why: str, give_up: bool, now: datetime, least: timedelta = timedelta(0)) -> None:
    """Put the letter off, by how often it was tried and for `least` at least; or give it up."""
    if give_up:
        letter.failed = why[:250]
        _forget(letter, "failed")
        return
    _put_off(letter, now + max(WAITS[min(letter.tries, len(WAITS)) - 1], least))


def _put_off(letter: OutgoingMail, until: datetime) -> None:
    """Let the claim end at this moment."""
    letter.next_try_at = until
    letter.save(update_fields=["next_try_at"])


def _forget(letter: OutgoingMail, mark: str) -> None:
    """Save the mark of a letter that is done with, and forget what nobody may read later: its text, tokens and codes.

    The demo keeps them: its letters are read at /mailbox/.
    """
    if not settings.NARDY_DEMO:
        letter.text, letter.html, letter.picture, letter.headers = "", "", None, {}
        letter.context = {key: value for key, value in letter.context.items() if key != "secret"}
    letter.save(update_fields=[mark, "text", "html", "picture", "headers", "context"])


def _invitation_stands(letter: OutgoingMail, *, now: datetime) -> bool:
    """Is the invitation of this letter still open?"""
    return queries.pending_invitations(now).filter(pk=letter.context["invitation"]).exists()


@contextmanager
def _mailer() -> Iterator[Any]:
    """A connection to the mailer for one batch (some servers take no more), opened when the first letter needs it.

    What a provider cannot do (an envelope sender of our own, for one) is left out instead of refused.
    """
    connection = get_connection(ignore_unsupported_features=True)
    try:
        yield connection
    finally:
        connection.close()


class _Letter(EmailMultiAlternatives):
    """Text and HTML, with the picture that belongs to the HTML."""

    mixed_subtype = "related"


def _message(letter: OutgoingMail, connection: Any) -> EmailMultiAlternatives:
    """The letter as Django sends it. `headers` hold all that `render` put there; the envelope sender stands apart."""
    headers = dict(letter.headers)
    envelope, reply_to = headers.pop("Return-Path"), headers.pop("Reply-To", None)
    message = _Letter(
        subject=letter.subject,
        body=letter.text,
        from_email=envelope,
        to=[letter.to],
        reply_to=[reply_to] if reply_to else None,
        headers={**headers, "Message-ID": letter.message_id},
        connection=connection,
    )
    message.attach_alternative(letter.html, "text/html")
    if letter.picture:
        picture = MIMEImage(bytes(letter.picture), "png")
        picture.add_header("Content-ID", f"<{PICTURE_ID}>")
        picture.add_header("Content-Disposition", "inline", filename="board.png")
        message.attach(picture)
    return message
