"""Answered prompts a second on one core, beside a bare loop that writes the same rows by hand.

    DATABASE_URL=postgres://… pytest -s tests/benchmarks/play_path.py

Both run in one process with one connection, each answer in a transaction of its own. The bare loop knows what to write
already: it does what any program must do at least to keep an answer (lock the table, insert the entry and the question,
close the last one, update the snapshot, queue the letter), and nothing else.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Entry, OutgoingMail, Prompt, Table
from games.models.table import Source
from games.outbox import compose
from games.play import play
from games.rules import codec
from games.rules.actions import Action, Play, Roll
from games.rules.plays import legal_plays
from games.rules.state import spot
from tests.site.factories import NOW, match, player, prompt, refs

ANSWERS = 300


@pytest.mark.django_db(transaction=True)
def test_answers_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prints both rates. What it promises is modest: the house costs less than a hundred times the bare rows.

    The nudge to the broker after the commit is left out of both.
    """
    monkeypatch.setattr(compose, "nudge", lambda: None)
    table = match(player("Ann"), player("Bob"), format="money", rules={})
    ours(table, ANSWERS // 10)
    (spent, work), queries = ours(table, ANSWERS)
    bare, bare_work = by_hand(table, ANSWERS)
    sys.stdout.write(
        f"\n{connection.vendor}: {ANSWERS / spent:.0f} answers a second by play(), {ANSWERS / bare:.0f} by hand;"
        f" of this process's own time {1000 * work / ANSWERS:.1f} and {1000 * bare_work / ANSWERS:.1f} ms an answer;"
        f" {queries} queries each\n"
    )
    assert work < 100 * bare_work


def any_answer(table: Table) -> tuple[int, Action]:
    """The open question of the table, and something that answers it."""
    here = spot(codec.load(Table.objects.get(pk=table.pk).state))
    action = Play(moves=tuple((a, b) for a, b, _ in legal_plays(here)[0].steps)) if here else Roll()
    return prompt(table).pk, action


class Watch:
    """Adds up the time of what runs under it: seconds on the wall, and seconds of this process."""

    def __init__(self) -> None:
        self.wall = self.work = 0.0

    def __enter__(self) -> None:
        self.wall -= time.perf_counter()
        self.work -= time.process_time()

    def __exit__(self, *error: object) -> None:
        self.wall += time.perf_counter()
        self.work += time.process_time()


def ours(table: Table, answers: int) -> tuple[tuple[float, float], int]:
    """The time of `play` for so many answers, and the queries of one more."""
    watch = Watch()
    for _ in range(answers):
        asked, action = any_answer(table)
        with watch:
            play(asked, action, source=Source.PAGE, ref=next(refs), now=NOW)
    asked, action = any_answer(table)
    with CaptureQueriesContext(connection) as queries:
        play(asked, action, source=Source.PAGE, ref=next(refs), now=NOW)
    return (watch.wall, watch.work), len(queries)


def by_hand(table: Table, answers: int) -> tuple[float, float]:
    """The time that SQL written by hand takes to write the entries of `table` to another table of the same players."""
    players = [seat.player for seat in table.seats.order_by("number")]
    other = match(*players, format="money", rules={})
    Prompt.objects.filter(table=table).update(closed_at=NOW)  # the copies have the same seats
    watch, last = Watch(), prompt(other).pk
    for number, rows in enumerate(written(table, answers), start=2):
        with watch, transaction.atomic(), connection.cursor() as cursor:
            last = by_hand_once(cursor, other.pk, number, last, *rows)
    return watch.wall, watch.work


def written(table: Table, answers: int) -> list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """What each answer wrote: the snapshot (the last one stands for all), entry, question and letter, as JSON."""
    state = json.dumps(Table.objects.get(pk=table.pk).state)
    entries = Entry.objects.filter(table=table).order_by("-seq").values()[:answers]
    prompts = Prompt.objects.filter(table=table).order_by("-number").values()[:answers]
    letters = OutgoingMail.objects.filter(seat__table=table).exclude(prompt=None).order_by("-pk").values()[:answers]
    return [(state, *(_columns(row) for row in rows)) for rows in zip(entries, prompts, letters, strict=True)]


def by_hand_once(
    cursor: Any, table: int, number: int, last: int, state: str, entry: dict[str, Any], *others: dict[str, Any]
) -> int:
    """One answer; the key of the new question."""
    asked, letter = others
    lock = " FOR NO KEY UPDATE" if connection.vendor == "postgresql" else ""
    cursor.execute(f"SELECT state FROM games_table WHERE id = %s{lock}", [table])
    entry_id = _insert(cursor, "games_entry", entry | {"table_id": table, "seq": number, "ref": f"hand:{number}"})
    cursor.execute("UPDATE games_table SET state = %s, last_seq = %s WHERE id = %s", [state, number, table])
    cursor.execute("UPDATE games_prompt SET closed_at = %s, closed_by_id = %s WHERE id = %s", [NOW, entry_id, last])
    open_again = {"table_id": table, "number": number, "closed_at": None, "closed_by_id": None}
    prompt_id = _insert(cursor, "games_prompt", asked | open_again)
    names = {"dedupe": f"hand:{number}", "message_id": f"hand:{number}", "prompt_id": prompt_id, "entry_id": entry_id}
    _insert(cursor, "games_outgoingmail", letter | names)
    return prompt_id


def _columns(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: json.dumps(value) if isinstance(value, dict | list) else value
        for name, value in row.items()
        if name != "id"
    }


def _insert(cursor: Any, table: str, row: dict[str, Any]) -> int:
    names, holes = ", ".join(f'"{name}"' for name in row), ", ".join(["%s"] * len(row))
    cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({holes}) RETURNING id", list(row.values()))
    key: int = cursor.fetchone()[0]
    return key
