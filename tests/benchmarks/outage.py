"""Ten thousand letters after a day without a mailer, sent by two worker processes through real SMTP.

    DATABASE_URL=postgres://… pytest -s tests/benchmarks/outage.py           (LETTERS=1000 for a short one)

A day of play has queued them; most have nothing to ask any more. When the mailer is back, one provider is busy at
first, some mailboxes are gone; after a quarter of the work a worker is killed and another started. Real time passes:
the letter that the killed one had claimed comes up again after two minutes.
"""

from __future__ import annotations

import os
import sys
import time

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from games.models import OutgoingMail
from games.outbox import compose, sending
from tests.site.inbox.test_pipe import environment
from tests.site.outbox.outage import (
    BUSY,
    DEAD,
    Sink,
    Workers,
    alive_and_dead,
    doubled,
    heap_up,
    out_of_turn,
    to_provider,
)
from tests.site.outbox.test_outage import away
from tests.site.walks.houses import free_port, wait_for

LETTERS = int(os.environ.get("LETTERS", "10000"))
A_MINUTE = int(os.environ.get("A_MINUTE", "600"))
WORKERS = 2


@pytest.mark.django_db(transaction=True)
def test_after_the_outage(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prints what was sent, dropped and refused, how fast, and in which order."""
    monkeypatch.setattr(compose, "nudge", lambda: None)
    now = timezone.now()
    heap_up(LETTERS, now=now)
    sink = Sink(free_port())
    away(settings, sink, now=now)
    letters = list(OutgoingMail.objects.filter(dropped_at=None).select_related("prompt", "seat"))
    alive, dead = alive_and_dead(letters, now=now)
    tell(f"{connection.vendor}: {len(letters)} letters wait, {len(alive)} of them of use")
    tell(f"{A_MINUTE} a minute go to one provider")
    sink.open()
    began = time.time()
    own = {"EMAIL_URL": f"smtp://127.0.0.1:{sink.port}", "NARDY_LETTERS_A_MINUTE": str(A_MINUTE)}
    workers = Workers(environment() | own)

    def settled() -> int:
        assert workers.well()
        return OutgoingMail.objects.exclude(sent_at=None, dropped_at=None, failed="").count()

    try:
        workers.start(WORKERS, "waiting")
        wait_for("a quarter", lambda: settled() > len(letters) / 4, 3600)
        workers.kill(1)
        tell(f"after {time.time() - began:.0f} s and {settled()} letters one worker is killed")
        workers.start(1, "waiting")
        wait_for("all but the last", lambda: settled() >= len(letters) - 5, 3600)
        tell(f"after {time.time() - began:.0f} s {settled()} letters are done with")
        workers.wait(3600)
    finally:
        workers.stop()
        sink.close()
    report(sink, letters, alive, dead, began)


def report(sink: Sink, letters: list[OutgoingMail], alive: set[str], dead: set[str], began: float) -> None:
    """What came of it: as promised, and how fast."""
    rows = {letter.message_id: letter for letter in OutgoingMail.objects.all()}
    gone = {name for name in alive if rows[name].to.startswith(DEAD)}
    assert {letter.message_id for letter in sink.came} == alive - gone, "what is of use was sent, and nothing else"
    assert all(rows[name].dropped_at for name in dead)
    assert all(rows[name].failed.startswith("hard") for name in gone)
    twice = doubled(sink.came)
    assert len(twice) <= 1, "only what the killed worker had just handed over"
    busy = sum(letter.to.endswith(BUSY) for letter in sink.came)
    usual = [letter for letter in sink.came if rows[letter.message_id].tries == 1]
    places = out_of_turn(usual, {name: letter.wanted_by for name, letter in rows.items()})
    took = max(letter.at for letter in sink.came) - began
    tell(f"{len(sink.came)} sent, {len(dead)} dropped, {len(gone)} refused for good, {len(twice)} twice")
    tell(f"the last after {took:.0f} s")
    to = {name: to_provider(sink.came, name) for name in places}
    tell(f"to one provider: {to}")
    tell(f"{busy} went to the provider that asked {len(sink.asked_to_wait)} times to wait")
    tell(f"places out of order, at most: {places} (two workers with {sending.BATCH} each in hand)")
    assert max(places.values()) <= 2 * WORKERS * sending.BATCH


def tell(line: str) -> None:
    """To whoever runs it, at once."""
    sys.stdout.write(f"\n{line}")
    sys.stdout.flush()
