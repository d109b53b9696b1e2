"""Decide who gets a letter and when, and queue it as a row of facts, in the transaction of its cause.

No words, no pictures and no sending: `render` and `sending` do that later, outside the transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.db import transaction

from games.models import Club, Entry, Invitation, Message, OutgoingMail, Profile, Prompt, Seat, Table
from games.models.player import Letters
from games.models.table import Source
from games.outbox import tasks
from games.outbox.headers import new_message_id
from games.outbox.kinds import ACCOUNT
from games.outbox.providers import provider_of
from games.rules.errors import IllegalAction, Stale

if TYPE_CHECKING:
    from games.notices import Notice

PLAYS_BY_LETTER = timedelta(days=30)
"""Who answered by letter within this time lives in his mail program: a held letter would only cost him time."""

NOT_URGENT = timedelta(days=1)
"""How soon a letter is wanted that asks nothing."""

RANK = ("table-over", "game-over", "started", "told")
"""Kinds that ask nothing, the one that says most first."""


def queue(
    notices: Sequence[Notice], *, table: Table, entry: Entry | None, prompts: Sequence[Prompt], now: datetime
) -> None:
    """Queue the letters of one entry: one for each question put to a seat, or else one for all there is to tell it.

    `prompts` are the questions that the entry opened. Called twice for one entry it queues nothing twice.
    """
    opened = {prompt.number: prompt for prompt in prompts}
    chosen = [notice for number in sorted({n.seat for n in notices}) for notice in _letters_of(notices, number)]
    seats = {
        seat.number: seat
        for seat in Seat.objects.filter(table=table, number__in={n.seat for n in chosen}).select_related("player")
    }
    confirmed = confirmed_addresses(seat.player for seat in seats.values())
    rows = []
    for notice in chosen:
        seat = seats[notice.seat]
        to = confirmed.get(seat.player.user_id)
        prompt = opened.get(notice.ask) if notice.ask is not None else None
        wait = _wait(seat, entry=entry, asks=prompt is not None, now=now)
        if to is None or wait is None:
            continue
        rows.append(
            new_row(
                notice.kind,
                player=seat.player,
                to=to,
                seat=seat,
                prompt=prompt,
                entry=entry,
                now=now,
                wait=wait,
                dedupe=f"{notice.kind}:{table.pk}:{_cause(prompt, entry)}:{seat.number}",
            )
        )
    OutgoingMail.objects.bulk_create(rows, ignore_conflicts=True)


def words(message: Message, readers: Sequence[int], *, now: datetime) -> None:
    """Queue the letters that bring words written to one side to the others of it, with what each is asked now."""
    seats = {
        seat.number: seat
        for seat in Seat.objects.filter(table=message.table_id, number__in=readers).select_related("player")
    }
    waiting = Prompt.objects.filter(table=message.table_id, closed_at=None, answered_at=None, behind_offer=False)
    asked = {prompt.seat_id: prompt for prompt in waiting.exclude(kind="rules")}
    confirmed = confirmed_addresses(seat.player for seat in seats.values())
    for seat in seats.values():
        to, wait = confirmed.get(seat.player.user_id), _wait(seat, entry=None, asks=False, now=now)
        if to is None or wait is None:
            continue
        dedupe = f"words:{message.pk}:{seat.number}"
        prompt = asked.get(seat.pk)
        save(new_row("told", player=seat.player, to=to, seat=seat, prompt=prompt, now=now, wait=wait, dedupe=dedupe))


def reminder(prompt: Prompt, now: datetime) -> None:
    """Queue the one reminder of an open question. Who takes no letters takes no reminders either."""
    seat = Seat.objects.select_related("player").get(pk=prompt.seat_id)
    to = confirmed_addresses([seat.player]).get(seat.player.user_id)
    if to is None or setting(seat) == Letters.NONE or seat.player.mail_paused_at:
        return
    save(
        new_row(
            "reminder",
            player=seat.player,
            to=to,
            seat=seat,
            prompt=prompt,
            now=now,
            dedupe=f"reminder:{prompt.table_id}:{prompt.number}:{seat.number}",
        )
    )


def invitation(invitation: Invitation, token: str, now: datetime) -> None:
    """Queue the letter of an invitation. `token` opens its link; once the letter is gone it is forgotten."""
    known = invitation.player
    save(
        new_row(
            "invitation",
            player=known,
            to=invitation.address,
            now=now,
            language=known.language if known else invitation.by.language,
            context={"invitation": invitation.pk, "secret": {"token": token}},
            dedupe=f"invitation:{invitation.pk}",
        )
    )


def club(
    club: Club, what: str, players: Iterable[Profile], *, cause: str, now: datetime, words: Mapping[str, str]
) -> None:
    """Queue a letter about a club to each of `players`; `what` is a key of `texts.clubs.LETTERS`, `words` its data.

    `cause` is what happened: it is told once to everybody. Who takes no letters gets none.
    """
    people = [one for one in players if not one.mail_paused_at and one.letters != Letters.NONE]
    confirmed = confirmed_addresses(people)
    for player in people:
        to = confirmed.get(player.user_id)
        if to is not None:
            context = {"club": club.pk, "what": what, "words": dict(words)}
            save(new_row("club", player=player, to=to, now=now, context=context, dedupe=f"{cause}:{player.pk}"))


def problem(
    *,
    player: Profile | None,
    seat: Seat | None,
    prompt: Prompt | None,
    error: IllegalAction,
    line: str,
    message_id: str,
    ref: str,
    now: datetime,
    invitation: Invitation | None = None,
    receipts: Sequence[tuple[str, Mapping[str, object]]] = (),
) -> None:
    """Queue the answer to a mail that could not be carried out, or not wholly.

    `error` says why, `line` is what was read, as it was read; `message_id` is that of the mail (or ""), so that the
    answer stands under it; `ref` names the mail, and a mail is answered once. `receipts` are what was done before.
    Limits on how many such letters a player gets are the caller's. The letter can be answered in its turn: the question
    of `prompt`, or what the seat is asked now, or the `invitation`; to the address of that it goes when who was invited
    is no player.
    """
    context: dict[str, object] = {"code": error.code, "data": error.data, "line": line[:200]}
    if receipts:
        context["receipts"] = [list(one) for one in receipts]
    if invitation is not None:
        context["invitation"] = invitation.pk
    kind = "stale" if isinstance(error, Stale) else "problem"
    _answer(
        kind,
        player=player,
        seat=seat,
        prompt=prompt,
        context=context,
        message_id=message_id,
        ref=ref,
        now=now,
        invitation=invitation,
    )


def shown(
    what: str, *, player: Profile, seat: Seat, prompt: Prompt | None, message_id: str, ref: str, now: datetime
) -> None:
    """Queue the answer to a mail that asks to see something: `show`, `help`, `history` (of the game), `games`."""
    _answer(
        "shown",
        player=player,
        seat=seat,
        prompt=prompt,
        context={"what": what},
        message_id=message_id,
        ref=ref,
        now=now,
    )


def account(
    kind: str,
    address: str,
    context: Mapping[str, str],
    language: str,
    now: datetime,
    *,
    player: Profile | None = None,
) -> None:
    """Queue a letter about the account itself (kinds: `kinds.ACCOUNT`), whatever the player's settings are.

    `context` are the values its text needs (`code`, `link`); they are forgotten once the letter is gone.
    """
    if kind not in ACCOUNT:
        raise ValueError(f"no such kind of account letter: {kind}")
    message_id = new_message_id(kind)
    save(
        new_row(
            kind,
            player=player,
            to=address,
            now=now,
            language=language,
            context={"secret": dict(context)},
            message_id=message_id,
            dedupe=f"account:{message_id}",
        )
    )


def nudge() -> None:
    """After the transaction: tell the sender that there is something to do. A lost nudge costs a minute, no letter."""
    transaction.on_commit(tasks.nudge_sender)


def confirmed_addresses(players: Iterable[Profile]) -> dict[int, str]:
    """User id -> confirmed mail address, the primary one before others. Players without one are left out."""
    rows = EmailAddress.objects.filter(user__in={player.user_id for player in players}, verified=True)
    return {row.user_id: row.email for row in rows.order_by("primary", "-pk")}


def _letters_of(notices: Sequence[Notice], seat: int) -> list[Notice]:
    """One person, one letter: a letter tells all that happened, so only questions need letters of their own."""
    own = [notice for notice in notices if notice.seat == seat]
    asking = {notice.ask: notice for notice in own if notice.ask is not None}
    return list(asking.values()) or sorted(own, key=lambda notice: RANK.index(notice.kind))[:1]


def setting(seat: Seat) -> str:
    """When this seat wants letters: its own setting for the table, or the player's."""
    return seat.letters or seat.player.letters


def _wait(seat: Seat, *, entry: Entry | None, asks: bool, now: datetime) -> timedelta | None:
    """How long the letter waits to see whether it is still needed; None: no letter."""
    player = seat.player
    if player.mail_paused_at:
        return None
    by_this_seat = entry is not None and entry.seat_id == seat.pk and entry.source != Source.CLOCK
    if by_this_seat and entry is not None and entry.source == Source.LETTER:
        return timedelta(0)  # what his letter led to is the answer to his letter
    if setting(seat) in {Letters.NONE, Letters.DIGEST}:
        return None
    after = timedelta(minutes=player.letters_after)
    if by_this_seat and asks:
        return after  # he is on the page and sees the question there
    held = setting(seat) == Letters.WAITING and asks and not plays_by_letter(player, now=now)
    return after if held else timedelta(0)


def plays_by_letter(player: Profile, *, now: datetime) -> bool:
    """Whether he has answered a letter lately."""
    return player.last_letter_at is not None and now - player.last_letter_at < PLAYS_BY_LETTER


def _cause(prompt: Prompt | None, entry: Entry | None) -> str:
    """What a notice is about, for its dedupe key: the number of the question, or the entry."""
    if prompt is not None:
        return str(prompt.number)
    return f"entry-{entry.seq}" if entry is not None else "start"


def new_row(
    kind: str,
    *,
    player: Profile | None,
    to: str,
    now: datetime,
    dedupe: str,
    seat: Seat | None = None,
    prompt: Prompt | None = None,
    entry: Entry | None = None,
    wait: timedelta = timedelta(0),
    language: str = "",
    context: Mapping[str, object] | None = None,
    message_id: str = "",
) -> OutgoingMail:
    """A letter that is not rendered yet."""
    numbers = [seat.table_id, prompt.number if prompt else 0, seat.number] if seat else []
    wanted_by = prompt.due_at if prompt and prompt.due_at else now + NOT_URGENT
    return OutgoingMail(
        kind=kind,
        player=player,
        to=to,
        provider=provider_of(to),
        seat=seat,
        prompt=prompt,
        entry=entry,
        language=language or (player.language if player else "en"),
        context=dict(context or {}),
        dedupe=dedupe,
        message_id=message_id or new_message_id(kind, *numbers),
        created_at=now,
        not_before=now + wait if wait else None,
        next_try_at=now + wait,
        wanted_by=now if kind in ACCOUNT else wanted_by,
    )


def _answer(
    kind: str,
    *,
    player: Profile | None,
    seat: Seat | None,
    prompt: Prompt | None,
    context: Mapping[str, object],
    message_id: str,
    ref: str,
    now: datetime,
    invitation: Invitation | None = None,
) -> None:
    """Queue an answer to the mail `message_id`, which `ref` names."""
    to = confirmed_addresses([player]).get(player.user_id) if player else invitation and invitation.address
    if not to:
        return
    save(
        new_row(
            kind,
            player=player,
            to=to,
            seat=seat,
            prompt=prompt,
            now=now,
            language=invitation.by.language if invitation and not player else "",
            context={**context, "answers": message_id[:250]},
            dedupe=f"answer:{ref}"[:200],
        )
    )


def save(row: OutgoingMail) -> None:
    """Insert unless the same notice is there already."""
    OutgoingMail.objects.bulk_create([row], ignore_conflicts=True)
