"""The captain asks his team about his move: his clock stands a while, once a turn; one click takes a play over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import sweeps
from games.models import Profile, Prompt, Table
from games.models.table import Source
from games.play import play, say, volunteer
from games.rules.actions import AskAdvice, Double, Play, Roll
from tests.site.chouette.conftest import TAKE
from tests.site.chouette.test_clubs import browser, refused
from tests.site.chouette.test_tables import asked, same
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, refs, seat

pytestmark = pytest.mark.django_db

HALF = timedelta(hours=12)
"""Half of the grace of a day."""


@pytest.fixture
def move(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> Table:
    """The captain is to move 21, and everybody may advise him."""
    dice("6532", "31", "21")
    table = chouette(alice, boris, chris, dora, rules={"consult": "all"})
    answer(table, Play(((8, 5), (6, 5))), by=alice)
    answer(table, Roll(), by=boris)
    return table


def due(table: Table) -> Prompt:
    return Prompt.objects.get(table=table, closed_at=None, kind="move")


def write(table: Table, who: Profile, text: str, *, ref: str = "", minutes: int = 0) -> None:
    say(
        seat(table, who).pk, text, audience="team", ref=ref or next(refs), now=NOW + timedelta(minutes=minutes)
    )  # fmt: skip


def test_his_words_to_the_team_stop_his_clock_once_a_turn(move: Table, boris: Profile, chris: Profile) -> None:
    before, bank = due(move).due_at, seat(move, boris).bank
    assert before is not None
    write(move, boris, "24/22 or 13/10?", ref="ask", minutes=60)
    write(move, boris, "24/22 or 13/10?", ref="ask", minutes=60)
    assert due(move).due_at == before + HALF
    write(move, boris, "Hello?", minutes=90)
    write(move, chris, "13/10.", minutes=95)
    assert due(move).due_at == before + HALF, "once a turn"
    assert move.entries.filter(action__action="AskAdvice").count() == 1
    late = NOW + timedelta(hours=30)

    question = due(move)

    play(question.pk, Play(((13, 11), (24, 23))), source=Source.PAGE, ref="move", now=late)
    assert seat(move, boris).bank == bank, "he moved within his time"
    same(move)


def test_the_time_ends_and_then_the_clock_runs_on(move: Table, boris: Profile) -> None:
    before = due(move).due_at
    assert before is not None
    write(move, boris, "What do you think?")
    while sweeps.check_one(before + HALF - timedelta(seconds=1)):
        pass
    assert asked(move) == {"Boris": "move"}
    while sweeps.check_one(before + HALF):
        pass
    assert asked(move) != {"Boris": "move"}, "the duty goes on to others"
    same(move)


def test_nobody_asks_out_of_turn_or_where_nobody_may_advise(
    move: Table, window: Table, boris: Profile, chris: Profile, alice: Profile
) -> None:
    for who in (chris, alice):
        one = seat(move, who).pk
        refused(
            "no-advice-now", lambda one=one: volunteer(one, AskAdvice(), source=Source.PAGE, ref=next(refs), now=NOW)
        )
    refused(
        "no-advice-now",
        lambda: volunteer(seat(window, boris).pk, AskAdvice(), source=Source.PAGE, ref=next(refs), now=NOW),
    )
    answer(window, Roll(), by=boris)
    earlier = due(window).due_at
    write(window, boris, "Anybody?")
    assert due(window).due_at == earlier, "no cube is turned: nobody may advise"


def test_who_may_advise_is_asked(window: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    volunteer(seat(window, chris).pk, Double(), source=Source.PAGE, ref=next(refs), now=NOW)
    answer(window, Roll(), by=boris)
    answer(window, TAKE, by=alice)
    write(window, boris, "Well?")
    fact = next(fact for entry in window.entries.all() for fact in entry.facts if fact["fact"] == "AdviceAsked")
    assert fact["to"] == [seat(window, chris).number]
    same(window)


def test_a_suggested_play_is_drawn_and_taken_over_by_one_click(
    move: Table, boris: Profile, chris: Profile, alice: Profile
) -> None:
    boris.language = "en"
    boris.save(update_fields=["language"])
    captain = browser(boris)
    page = captain.get(f"/t/{move.pk}/").content.decode()
    assert "your clock stands meanwhile" in page
    write(move, boris, "Well?")
    write(move, chris, "I would run:\n24/22 24/23")
    write(move, chris, "or 8/2, which is not the roll")
    page = captain.get(f"/t/{move.pk}/").content.decode()
    assert page.count('class="suggested"') == 1
    assert 'href="?steps=24/22+24/23"' in page
    assert "your clock stands meanwhile" not in page
    chosen = captain.get(f"/t/{move.pk}/?steps=24/22+24/23").content.decode()
    assert 'name="send" value="1"' in chosen, "one click more sends it"
    crew = browser(chris).get(f"/t/{move.pk}/").content.decode()
    assert 'class="suggested"' in crew
    assert "?steps=24/22" not in crew
    box = browser(alice).get(f"/t/{move.pk}/").content.decode()
    assert "suggested" not in box
    assert "I would run" not in box
