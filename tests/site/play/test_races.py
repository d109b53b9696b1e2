"""Many at once: one question gets one answer, one place one player, one deadline one time-out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from pytest_django import Settings

from games import absence, lobby, sweeps
from games.models import Entry, OutgoingMail, Profile, Prompt, Table
from games.models.table import Source
from games.outbox import compose, sending
from games.play import play
from games.rules import codec
from games.rules.actions import Action, Play, Roll
from games.rules.errors import IllegalAction
from games.rules.plays import legal_plays
from games.rules.state import spot
from tests.site.factories import NOW, match, offer, player, prompt, refs

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite lets one transaction in at a time"),
]

CROWD = 10

Run = Callable[[Callable[[int], object]], "Counter[str]"]


@pytest.fixture
def crowd() -> Iterator[Run]:
    """Run one function in ten threads at once, with the numbers 0 to 9; count what came of it."""
    start = Barrier(CROWD)

    with ThreadPoolExecutor(CROWD) as pool:

        def one(call: Callable[[int], object], number: int) -> str:
            start.wait(timeout=30)
            try:
                call(number)
            except IllegalAction as refused:
                return refused.code
            return "done"

        yield lambda call: Counter(pool.map(one, [call] * CROWD, range(CROWD)))
        for _ in pool.map(lambda _: (start.wait(timeout=30), connection.close()), range(CROWD)):
            pass


def any_answer(table: Table) -> Action:
    """Something that answers the open question of the table."""
    here = spot(codec.load(Table.objects.get(pk=table.pk).state))
    if here is None:
        return Roll()
    return Play(moves=tuple((start, end) for start, end, _ in legal_plays(here)[0].steps))


def all_answer(table: Table, crowd: Run, *, ref: str = "") -> tuple[Counter[str], set[int]]:
    """Ten answer the open question: each with a cause of his own, or all with `ref`. What came of it; the entries."""
    asked, action, entries = prompt(table), any_answer(table), set()

    def one(number: int) -> None:
        entries.add(play(asked.pk, action, source=Source.PAGE, ref=ref or next(refs), now=NOW).pk)

    return crowd(one), entries


def test_ten_answers_to_one_question_are_one_entry(alice: Profile, boris: Profile, crowd: Run) -> None:
    table = match(alice, boris, format="money", rules={})
    for _ in range(100):
        assert all_answer(table, crowd)[0] == {"done": 1, "stale": CROWD - 1}
    assert list(table.entries.order_by("seq").values_list("seq", flat=True)) == list(range(1, 102))
    assert OutgoingMail.objects.filter(prompt__isnull=False).count() == table.prompts.count()


def test_ten_times_the_same_cause_is_one_entry_and_ten_receipts(alice: Profile, boris: Profile, crowd: Run) -> None:
    table = match(alice, boris, format="money", rules={})
    for _ in range(10):
        results, entries = all_answer(table, crowd, ref=next(refs))
        assert results == {"done": CROWD}
        assert len(entries) == 1


def test_one_open_offer_goes_to_one_player(alice: Profile, crowd: Run) -> None:
    guests = [player(f"Guest{number}") for number in range(CROWD)]

    def all_take(table: Table) -> Counter[str]:
        return crowd(lambda number: lobby.take(table.pk, player=guests[number], now=NOW))

    for _ in range(10):
        table = offer(alice)
        assert all_take(table) == {"done": 1, "offer-gone": CROWD - 1}
        assert (table.seats.count(), table.entries.count()) == (2, 1)


def test_ten_times_the_same_offer_is_one_table(alice: Profile, boris: Profile, crowd: Run) -> None:
    for number in range(10):
        assert crowd(lambda _, ref=f"page:{number}": offer(alice, opponent=boris, ref=ref)) == {"done": CROWD}
    assert Table.objects.count() == 10
    assert OutgoingMail.objects.count() == 10


def test_ten_workers_share_the_letters(alice: Profile, crowd: Run, settings: Settings) -> None:
    """Each letter goes once, and a provider gets no more than its share."""
    settings.NARDY_LETTERS_A_MINUTE = 15
    for number in range(60):
        domain = ("gmail.com", "googlemail.com", "ya.ru", "yandex.ru")[number % 4]
        compose.account("code", f"p{number}@{domain}", {"code": "X"}, "en", NOW)
    assert crowd(lambda _: sending.drain(lambda: NOW, limit=1000)) == {"done": CROWD}
    providers = Counter(letter.provider for letter in OutgoingMail.objects.filter(sent_at=NOW))
    assert providers == {"gmail": 15, "yandex": 15}
    assert crowd(lambda _: sending.drain(lambda: NOW + timedelta(minutes=1), limit=1000)) == {"done": CROWD}
    assert len({message.to[0] for message in mail.outbox}) == len(mail.outbox) == 60


def reminded() -> list[int]:
    """The questions of which somebody was reminded, by a letter of their own or by one for several tables."""
    letters = OutgoingMail.objects.filter(kind__in=["reminder", "reminders"])
    return sorted(key for letter in letters for key in letter.context.get("prompts", [letter.prompt_id]))


def test_ten_workers_sweep_at_once(alice: Profile, boris: Profile, crowd: Run) -> None:
    tables = [match(alice, boris) for _ in range(8)]

    def sweep(days: int) -> Callable[[int], None]:
        def drain(number: int) -> None:
            while sweeps.check_one(NOW + timedelta(days=days)):
                pass

        return drain

    assert crowd(sweep(4)) == {"done": CROWD}
    assert reminded() == sorted(prompt(table).pk for table in tables)
    assert crowd(sweep(5)) == {"done": CROWD}
    assert Entry.objects.filter(source=Source.CLOCK).count() == len(tables)
    assert not Prompt.objects.filter(closed_at=None, check_at__lte=NOW + timedelta(days=5)).exists()


def test_the_deadline_and_the_answer_at_once(alice: Profile, boris: Profile, crowd: Run) -> None:
    """Whichever comes first stands; the other is stale or finds nothing to do. Never both, never neither."""
    now = NOW + timedelta(days=5)

    def both(table: Table) -> None:
        asked, action = prompt(table), any_answer(table)

        def either(number: int) -> None:
            if number % 2:
                play(asked.pk, action, source=Source.PAGE, ref=next(refs), now=now)
            else:
                sweeps.check_one(now)

        crowd(either)
        asked.refresh_from_db()
        assert asked.closed_by == table.entries.get(seq=2)

    for _ in range(5):
        table = match(alice, boris)
        both(table)
        assert table.entries.count() == 2


def test_ten_workers_remind_once_of_each_table(alice: Profile, boris: Profile, crowd: Run) -> None:
    tables = [match(alice, boris, now=NOW + timedelta(minutes=number)) for number in range(12)]

    def remind(number: int) -> None:
        while sweeps.check_one(NOW + timedelta(days=4, hours=1)):
            pass

    assert crowd(remind) == {"done": CROWD}
    assert reminded() == sorted(prompt(table).pk for table in tables)


def test_ten_times_the_same_vacation_is_one_and_of_ten_others_one_begins(
    alice: Profile, boris: Profile, crowd: Run
) -> None:
    table = match(alice, boris)
    mover = prompt(table).seat.player
    due = prompt(table).due_at
    week = (NOW, NOW + timedelta(days=7))
    assert crowd(lambda _: absence.plan(mover, week, ref="one", now=NOW)) == {"done": CROWD}
    assert due is not None
    assert prompt(table).due_at == due + timedelta(days=7)
    assert crowd(lambda number: absence.plan(mover, week, ref=str(number), now=NOW)) == {"vacation-overlaps": CROWD}
    assert crowd(lambda _: absence.come_back(mover, ref="back", now=NOW)) == {"done": CROWD}
    assert prompt(table).due_at == due


def test_a_vacation_planned_while_others_play_stops_every_clock(alice: Profile, boris: Profile, crowd: Run) -> None:
    """A question put in the moment in which the vacation is written down waits for its end too."""
    tables = [match(alice, boris, format="money", rules={}) for _ in range(CROWD - 1)]
    movers = [prompt(table).seat.player for table in tables]
    away, other = alice, boris
    week = (NOW, NOW + timedelta(days=7))

    def one(number: int) -> None:
        if number == CROWD - 1:
            absence.plan(away, week, ref="one", now=NOW)
        else:
            play(prompt(tables[number]).pk, any_answer(tables[number]), source=Source.PAGE, ref=next(refs), now=NOW)

    assert crowd(one) == {"done": CROWD}
    assert set(movers) <= {away, other}
    for table in tables:
        asked = prompt(table)
        assert asked.due_at is not None
        stands = timedelta(days=7) if asked.seat.player == away else timedelta(0)
        assert asked.due_at == NOW + timedelta(days=5) + stands


def test_ten_workers_gather_one_daily_letter(alice: Profile, boris: Profile, crowd: Run) -> None:
    for _ in range(3):
        match(alice, boris)
    Profile.objects.update(letters="digest", digest_at=NOW)

    def gather(number: int) -> None:
        while sweeps.digest_one(NOW + timedelta(hours=1)):
            pass

    assert crowd(gather) == {"done": CROWD}
    assert OutgoingMail.objects.filter(kind="digest").count() == 2, "one for each of the two"
