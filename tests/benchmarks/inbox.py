"""A burst of incoming mails on one core, beside a bare loop that parses them and writes the same rows by hand.

    DATABASE_URL=postgres://… pytest -s tests/benchmarks/inbox.py           (MAILS=1000 for a short one)

First all mails of the burst are put through a door, then all are read. Most bring words; one in ten answers a question,
which takes the rules as well. Both sides run in one process with one connection. The bare loop does what any program
must do at least: parse the mail with the standard library, find the address by its hash, see who wrote it, take the
first line, write the rows, close the mail. It knows what to write already, and no rule, no limit and no robot.
"""

from __future__ import annotations

import email
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from email import policy
from itertools import cycle, islice
from typing import Any

import pytest
from django.db import connection, transaction

from games.inbox.read import read_one
from games.inbox.receive import keep
from games.models import Address, IncomingMail, OutgoingMail, Profile, Prompt, Seat, Table
from games.models.mail import Purpose
from games.outbox import compose
from games.outbox.headers import new_token, secret_address, token_hash
from tests.benchmarks.play_path import Watch, any_answer, by_hand_once, written
from tests.site.factories import NOW, match, player, prompt
from tests.site.inbox.post import mail

MAILS = int(os.environ.get("MAILS", "10000"))
TABLES = 50
ANSWER_EVERY = 10

Burst = list[tuple[str, bytes]]
"""Recipient and raw mail of each."""


@pytest.mark.django_db(transaction=True)
def test_a_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prints the rates. What it promises is modest: the house costs less than a hundred times the bare rows.

    The nudges to the broker are left out.
    """
    monkeypatch.setattr(compose, "nudge", lambda: None)
    monkeypatch.setattr("games.inbox.tasks.nudge", lambda: None)
    people = player("Ann"), player("Bob")
    tables = [match(*people, format="money", rules={}) for _ in range(TABLES)]
    house, bare = burst(tables, MAILS), burst(tables, MAILS)
    door, reading = Watch(), Watch()
    with door:
        for to, raw in house:
            keep(raw, recipient=to, sender="ann@example.org", source="lmtp", now=NOW)
    with reading:
        while read_one(now=NOW):
            pass
    outcomes = IncomingMail.objects.filter(outcome="done").count()
    assert outcomes == MAILS, IncomingMail.objects.exclude(outcome="done").values("outcome", "detail").first()
    hand = by_hand(tables, bare)
    sys.stdout.write(
        f"\n{connection.vendor}: {MAILS} mails: {MAILS / door.wall:.0f} a second at the door,"
        f" {MAILS / reading.wall:.0f} read; {MAILS / (door.wall + reading.wall):.0f} in all,"
        f" by hand {MAILS / hand.wall:.0f}; of this process's own time"
        f" {1000 * (door.work + reading.work) / MAILS:.1f} and {1000 * hand.work / MAILS:.1f} ms a mail\n"
    )
    assert door.work + reading.work < 100 * hand.work


def burst(tables: Sequence[Table], number: int) -> Burst:
    """So many mails to letters of these tables, by turns; one in ten answers what is asked there now, once a table."""
    seats = {(seat.table_id, seat.number): seat for seat in Seat.objects.select_related("player")}
    quoted = "\n".join(f"> {line}" for line in LETTER.splitlines())
    answering: Iterator[Table] = iter(tables)
    letters: list[tuple[str, Seat, Prompt | None]] = []
    made: Burst = []
    for count, table in enumerate(islice(cycle(tables), number)):
        answered = next(answering, None) if count % ANSWER_EVERY == 0 else None
        asked = prompt(answered) if answered else None
        seat = seats[asked.table_id, asked.seat.number] if asked else seats[table.pk, count % 2]
        token, text = new_token(), written_answer(answered) if answered else f"скажи Ход {count}, удачи!"
        to, sender = secret_address("g", token), f"{seat.player.handle} <{seat.player.handle.lower()}@example.org>"
        made.append(
            (to, mail(f"{text}\n\nOn Sun, 1 Mar 2026 at 10:00, Nardy wrote:\n{quoted}\n", to=to, sender=sender))
        )
        letters.append((token, seat, asked))
    write(letters)
    return made


LETTER = "\n".join(
    ["Ваш ход: 2-1.", *["| O  .  .  .  X  . |   | X  X  .  .  .  O |"] * 14, "* ход, например 13/7 8/7"] * 2
)
"""As much text as a letter has."""


def written_answer(table: Table) -> str:
    """A legal answer as one writes it."""
    _, action = any_answer(table)
    moves = getattr(action, "moves", ())
    names = {25: "bar", 0: "off"}
    return " ".join(f"{names.get(start, start)}/{names.get(end, end)}" for start, end in moves) or "roll"


def write(letters: Sequence[tuple[str, Seat, Prompt | None]]) -> None:
    """The rows of letters with these tokens, to these seats, about these questions; they are never rendered."""
    rows = OutgoingMail.objects.bulk_create(
        OutgoingMail(
            player=seat.player,
            to=f"{seat.player.handle.lower()}@example.org",
            seat=seat,
            kind="turn",
            dedupe=f"benchmark:{token}",
            message_id=f"<{token}@example.org>",
            created_at=NOW,
            wanted_by=NOW,
            next_try_at=NOW,
            sent_at=NOW,
            rendered_at=NOW,
        )
        for token, seat, _ in letters
    )
    Address.objects.bulk_create(
        Address(
            token_hash=token_hash(token),
            purpose=Purpose.REPLY,
            player=seat.player,
            seat=seat,
            prompt=asked,
            letter=row,
            created_at=NOW,
        )
        for row, (token, seat, asked) in zip(rows, letters, strict=True)
    )


def by_hand(tables: Sequence[Table], mails: Burst) -> Watch:
    """The time that it takes to parse the mails and to write what they lead to, with SQL written by hand."""
    answered = [table for table in tables if table.entries.filter(source="letter").exists()]
    sample = written(answered[0], 1)[0]
    other = match(*Profile.objects.order_by("pk")[:2], format="money", rules={})
    watch, last, seq = Watch(), prompt(other).pk, 1
    Prompt.objects.exclude(pk=last).update(closed_at=NOW)
    with watch:
        for number, (to, raw) in enumerate(mails):
            with transaction.atomic(), connection.cursor() as cursor:
                row = one_by_hand(cursor, to, raw, number)
                if row is not None:
                    seq += 1
                    last = by_hand_once(cursor, other.pk, seq, last, *sample)
    return watch


def one_by_hand(cursor: Any, to: str, raw: bytes, number: int) -> bool | None:
    """Keep and read one mail. True: it answers; None: it brought words, which are written."""
    parsed = email.message_from_bytes(raw, policy=policy.default)
    key = hashlib.sha256(str(parsed["Message-ID"]).encode()).hexdigest()
    cursor.execute(
        "INSERT INTO games_incomingmail (raw, envelope_from, recipient, source, key, received_at, tries, next_try_at,"
        " outcome, detail) VALUES (%s, '', %s, 'lmtp', %s, %s, 1, %s, '', '{}') RETURNING id",
        [raw, to, key, NOW, NOW],
    )
    mail_id = cursor.fetchone()[0]
    token = hashlib.sha256(to.partition("+")[2].partition("@")[0].encode()).hexdigest()
    cursor.execute(
        "SELECT a.id, a.seat_id, s.table_id, e.email FROM games_address a JOIN games_seat s ON s.id = a.seat_id"
        " JOIN games_profile p ON p.id = a.player_id JOIN account_emailaddress e ON e.user_id = p.user_id"
        " WHERE a.token_hash = %s",
        [token],
    )
    address, seat, table, confirmed = cursor.fetchone()
    assert parsed["From"].addresses[0].addr_spec == confirmed
    body = parsed.get_body(("plain",))
    assert body is not None
    line = str(body.get_content()).splitlines()[0]
    words = line.removeprefix("скажи ") if line.startswith("скажи ") else None
    if words is not None:
        cursor.execute(
            "INSERT INTO games_message (table_id, seat_id, audience, text, ref, game, after_seq, at)"
            " VALUES (%s, %s, 'all', %s, %s, 1, 1, %s)",
            [table, seat, words, f"hand:{number}", NOW],
        )
    cursor.execute(
        "UPDATE games_incomingmail SET handled_at = %s, outcome = 'done', detail = %s, address_id = %s WHERE id = %s",
        [NOW, json.dumps({"commands": [line]}), address, mail_id],
    )
    return None if words is not None else True
