"""After an outage of a day what is of use goes, the most urgent first and once; what is dead does not; workers die."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.models import OutgoingMail
from games.outbox import compose, sending
from tests.site.inbox.test_pipe import environment
from tests.site.outbox.outage import (
    DEAD,
    SLOW_DOWN,
    Sink,
    Workers,
    alive_and_dead,
    doubled,
    heap_up,
    out_of_turn,
    to_provider,
)  # fmt: skip
from tests.site.walks.houses import free_port, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

LETTERS, A_MINUTE = 260, 6
"""Letters of the short form, and how many a minute go to one provider."""


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A mailer that is away until it is opened."""
    sink = Sink(free_port())
    yield sink
    sink.close()


@pytest.fixture
def workers(sink: Sink) -> Iterator[Workers]:
    """Worker processes of a site that sends through it."""
    own = {"EMAIL_URL": f"smtp://127.0.0.1:{sink.port}", "NARDY_LETTERS_A_MINUTE": str(A_MINUTE)}
    workers = Workers(environment() | own)
    yield workers
    workers.stop()


def away(settings: Settings, sink: Sink, *, now: datetime) -> None:
    """The mailer is tried every three hours of the day, and does not answer."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    for hours in range(21, 0, -3):
        assert sending.drain(lambda at=now - timedelta(hours=hours): at, limit=1000) < 1000
    assert not OutgoingMail.objects.filter(sent_at__isnull=False).exists()


def test_a_day_without_a_mailer(
    sink: Sink, workers: Workers, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "nudge", lambda: None)
    now = timezone.now()
    heap_up(LETTERS, now=now)
    away(settings, sink, now=now)
    letters = list(OutgoingMail.objects.filter(dropped_at=None).select_related("prompt", "seat"))
    alive, dead = alive_and_dead(letters, now=now)
    sink.open()
    workers.start(2, "due")
    wait_for("the first letters", lambda: len(sink.came) >= 5)
    workers.kill(2)
    workers.start(2, "due")
    workers.wait(60)
    first = list(sink.came)
    for minute in range(2, 30):
        sending.drain(lambda: now + timedelta(minutes=minute), limit=1000)  # noqa: B023 (called at once)

    rows = {letter.message_id: letter for letter in OutgoingMail.objects.all()}
    gone = {name for name in alive if rows[name].to.startswith(DEAD)}
    assert {letter.message_id for letter in sink.came} == alive - gone
    assert all(rows[name].sent_at for name in alive - gone)
    assert {name for name in dead if not rows[name].dropped_at} == set()
    assert {rows[name].failed for name in gone} == {"hard: SMTP 550 5.1.1"}
    assert len(doubled(sink.came)) <= 2, "only what the killed had just handed over, and under the same Message-ID"
    assert len(sink.asked_to_wait) == SLOW_DOWN
    assert max(out_of_turn(first, {name: letter.wanted_by for name, letter in rows.items()}).values()) <= 4
    minutes = 1 + (first[-1].at - first[0].at) // 60
    for provider in ("gmail", "mail.ru"):
        assert A_MINUTE / 2 <= to_provider(first, provider) <= A_MINUTE * minutes
