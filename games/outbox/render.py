"""A letter from its row: words, picture and headers. Done once, by the sender, outside the transaction of its cause.

What the letter says about a table is gathered in `story`; how it looks is in `templates/mail`; it is sent by `sending`.
"""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.models import Address, OutgoingMail
from games.models.mail import Purpose
from games.outbox.headers import (
    list_id,
    new_token,
    quiet_headers,
    secret_address,
    sender,
    thread_headers,
    token_hash,
    unsubscribe_headers,
)
from games.outbox.kinds import ACCOUNT, ANSWERS
from games.outbox.story import tell
from games.outbox.told import Told

PICTURE_ID = "board@nardy"
"""Content-ID of the board's picture; a letter has at most one."""

INLINER = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
"""Outlook and Gmail's phone program read only inlined styles; the `<style>` stays for dark mode."""


def render(letter: OutgoingMail, *, now: datetime) -> None:
    """Put words to the facts of `letter` and save them with its secret addresses. Its Message-ID stays as it is."""
    player = letter.player
    zone = ZoneInfo(player.zone if player else settings.TIME_ZONE)
    with translation.override(letter.language), timezone.override(zone):
        told = tell(letter, now=now)
        values = {
            "kind": letter.kind,
            "language": letter.language,
            "site": settings.NARDY_SITE_URL,
            "picture": f"cid:{PICTURE_ID}" if told.picture else "",
            **told.values,
        }
        letter.subject = " ".join(render_to_string(f"mail/{letter.kind}.subject.txt", values).split())[:250]
        letter.text = tidy(render_to_string(f"mail/{letter.kind}.txt", values))
        letter.html = INLINER.inline(render_to_string(f"mail/{letter.kind}.html", values))
    letter.game = told.game
    letter.picture = told.picture
    with transaction.atomic():
        letter.headers = _headers(letter, told, now=now)
        letter.rendered_at = now
        letter.save(
            update_fields=[
                "subject", "text", "html", "picture", "game", "headers", "in_reply_to", "rendered_at",
            ]
        )  # fmt: skip


def tidy(text: str) -> str:
    """The text of a template without the gaps its tags leave: no blanks at line ends, at most one blank line."""
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"


def _headers(letter: OutgoingMail, told: Told, *, now: datetime) -> dict[str, str]:
    """All headers but To, Subject, Date and Message-ID; `Return-Path` stands for the envelope sender."""
    headers = {
        "From": sender(told.sender),
        "Return-Path": secret_address("bounce", _new_address(letter, Purpose.BOUNCE, told, now=now)),
        **quiet_headers(answer=letter.kind in ANSWERS),
    }
    if letter.kind == "digest":
        headers["Precedence"] = "bulk"
    if letter.kind in ACCOUNT:
        return headers
    headers["Reply-To"] = secret_address("g", _new_address(letter, Purpose.REPLY, told, now=now))
    headers |= list_id(told.list_name)
    if letter.player is not None:  # who is invited without being a player gets no other letters
        headers |= unsubscribe_headers(_new_address(letter, Purpose.UNSUBSCRIBE, told, now=now))
    headers |= thread_headers(_thread(letter))
    letter.in_reply_to = headers.get("In-Reply-To", "")
    return headers


def _new_address(letter: OutgoingMail, purpose: Purpose, told: Told, *, now: datetime) -> str:
    """Make the letter's address for one purpose; returns its token, of which only the hash is kept."""
    token = new_token()
    Address.objects.create(
        token_hash=token_hash(token),
        purpose=purpose,
        player=letter.player,
        seat=letter.seat,
        prompt=told.prompt if purpose == Purpose.REPLY else None,
        invitation_id=letter.context.get("invitation") if purpose == Purpose.REPLY else None,
        letter=letter,
        created_at=now,
    )
    return token


def _thread(letter: OutgoingMail) -> list[str]:
    """Message-IDs of the thread so far: this seat's letters of this game, and last the mail that is answered."""
    earlier: list[str] = []
    if letter.seat_id is not None and letter.game is not None:
        rows = OutgoingMail.objects.filter(seat=letter.seat_id, game=letter.game, rendered_at__isnull=False)
        went = rows.exclude(pk=letter.pk).filter(dropped_at=None).order_by("rendered_at", "pk")
        earlier = list(went.values_list("message_id", flat=True))
    answers = letter.context.get("answers")
    return [*earlier, answers] if answers else earlier
