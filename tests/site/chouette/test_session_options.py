"""When a session ends, what is declared, and the form that sets every option of a chouette."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation

from games import lobby, sweeps, texts
from games.models import Profile, Seat, Stake, Table
from games.rules import codec
from games.rules.errors import IllegalAction
from games.rules.formats import OPTIONS, agreed
from games.web.chouette_options import CHOUETTE_OPTIONS
from games.web.option import Option
from games.web.rule_options import OPTIONS as SHOWN
from games.web.table_forms import NewTableForm
from tests.site.chouette.conftest import decide
from tests.site.chouette.test_clubs import browser, refused
from tests.site.chouette.test_tables import asked, same
from tests.site.conftest import Script
from tests.site.factories import NOW, chouette, offer, player, seat
from tests.site.web.conftest import words

pytestmark = pytest.mark.django_db

FORM = {
    "game": "short", "preset": "chouette", "length": "3", "games": "3", "clock": "daily", "seats": "4", "open_for": "7",
    "against": "open", "ref": "a",
}  # fmt: skip


def sweep(now: datetime) -> None:
    """All that is due; and then nothing is left to do."""
    while sweeps.end_one(now):
        pass
    assert not sweeps.end_one(now)


def made(alice: Profile, **chosen: str) -> dict[str, object]:
    form = NewTableForm({**FORM, **chosen}, host=alice)
    assert form.is_valid(), form.errors
    rules = form.arguments()["rules"]
    assert isinstance(rules, dict)
    return rules


def test_after_its_last_day_no_game_begins(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    """The day is over when it is in the zone of the host; the running game is played out."""
    dice("6532", "31", "6532", "31")
    table = chouette(alice, boris, chris, dora, rules={"end": "after:2026-03-10"})
    other = chouette(alice, boris, chris, dora)
    sweep(datetime(2026, 3, 10, 22, 30, tzinfo=UTC))  # 23:30 in Berlin
    assert not codec.load(Table.objects.get(pk=table.pk).state).ending
    for _ in range(2):
        sweep(datetime(2026, 3, 10, 23, 30, tzinfo=UTC))
    state = codec.load(Table.objects.get(pk=table.pk).state)
    assert (state.ending, state.over) == (True, False)
    assert asked(table)
    assert table.entries.filter(action__action="End").count() == 1
    assert not codec.load(Table.objects.get(pk=other.pk).state).ending
    same(table)


def test_a_host_who_ended_it_before_is_no_hindrance(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    dice("6532", "31")
    table = chouette(alice, boris, chris, dora, rules={"end": "after:2026-03-10"})
    lobby.end(table.pk, by=alice, now=NOW)
    sweep(NOW + timedelta(days=30))
    assert table.entries.filter(action__action="End").count() == 1


@pytest.mark.parametrize("day", ["2026-13-40", "2026-02-30", "tomorrow", ""])
def test_a_day_that_does_not_exist_is_refused(day: str) -> None:
    with pytest.raises(IllegalAction, match="bad-rule"):
        agreed("short", "chouette", {"end": f"after:{day}"})


def test_the_form_says_when_a_session_ends(alice: Profile) -> None:
    assert "end" not in made(alice)
    assert "end" not in made(alice, ends="owner")
    assert made(alice, ends="games")["end"] == "games:3"
    assert made(alice, ends="day", until="2099-01-31")["end"] == "after:2099-01-31"
    assert made(alice, preset="money", ends="owner")["end"] == "games:3", "a money session always has its number"
    for chosen in ({"ends": "day"}, {"ends": "day", "until": "2020-01-01"}, {"ends": "games", "games": ""}):
        assert not NewTableForm({**FORM, **chosen}, host=alice).is_valid()
    assert "No new game begins after 31.01.2099" in _told("en", end="after:2099-01-31")


def _told(language: str, **rules: object) -> list[str]:
    with translation.override(language):
        return texts.rules_lines("short", "chouette", rules)


def test_every_option_of_a_chouette_can_be_set() -> None:
    shown = {option.name: option for option in SHOWN if "chouette" in option.formats}
    assert set(OPTIONS["chouette"]) - set(shown) == {"end"}
    for option in CHOUETTE_OPTIONS:
        default, allowed = OPTIONS["chouette"][option.name]
        assert all(allowed(value) for value, _name in option.values), option.name
        assert default in [value for value, _name in option.values], option.name


BESIDE: dict[str, dict[str, object]] = {
    "successor": {"box_decider": "net"},
    "net_zero": {"box_decider": "net"},
    "lone_min_players": {"lone_taker": "must_drop"},
    "extras_mode": {"lone_taker": "extras"},
    "auto_by": {"auto_max": 1},
    "max_players": {"min_players": 2},
}
"""Options that say something only beside others."""


@pytest.mark.parametrize("option", CHOUETTE_OPTIONS, ids=lambda option: option.name)
def test_what_differs_from_the_usual_is_told_to_who_joins(option: Option) -> None:
    name, values = option.name, option.values
    beside = BESIDE.get(name, {})
    usual, _allowed = OPTIONS["chouette"][name]
    for language in ("en", "ru"):
        told = {value: _told(language, **beside, **{name: value}) for value, _name in values}
        for value, lines in told.items():
            assert lines != told[usual] or value == usual, (name, value)


def test_each_declares_a_stake_and_the_smaller_counts(
    alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    dice("653", "31")
    waiting = offer(alice, format="chouette", rules={"stakes": "min_multiple"}, seats=3)
    client = browser(alice)
    assert "My stake" in words(client.get(f"/t/{waiting.pk}/"))
    client.post(f"/t/{waiting.pk}/declare/", {"stake": "4", "ref": "a"})
    client.post(f"/t/{waiting.pk}/declare/", {"stake": "3", "ref": "b"})
    assert Seat.objects.get(table=waiting).declared == 4
    lobby.take(waiting.pk, player=boris, now=NOW)
    lobby.declare(seat(waiting, boris).pk, 2, ref="x", now=NOW)
    lobby.take(waiting.pk, player=chris, now=NOW)
    values = Stake.objects.filter(game__table=waiting).order_by("number").values_list("low__player__handle", "value")
    assert list(values) == [("Boris", 2), ("Chris", 1)]
    page = client.get(f"/t/{waiting.pk}/")
    assert "stake: 4" in words(page)
    for _ in range(2):
        lobby.declare(seat(waiting, chris).pk, 4, ref="later", now=NOW)
    assert list(Stake.objects.values_list("value", flat=True)) == [2, 1], "it counts from the next game on"
    decide(waiting, side=0)
    second = Stake.objects.filter(game__table=waiting, game__number=2)
    assert sorted(second.values_list("value", flat=True)) == [2, 4]
    same(waiting)


def test_stakes_are_declared_only_where_they_may_differ(four: Table, alice: Profile) -> None:
    refused("rules-clash", lambda: lobby.declare(seat(four, alice).pk, 2, ref="x", now=NOW))
    waiting = offer(alice, format="chouette", rules={}, seats=3)
    refused("rules-clash", lambda: lobby.declare(seat(waiting, alice).pk, 2, ref="x", now=NOW))
    assert "My stake" not in words(Client(headers={"accept-language": "en"}).get(f"/t/{four.pk}/"))


def test_the_session_form_declares(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    dice("653", "31")
    table = chouette(alice, boris, chris, rules={"stakes": "min_multiple"})
    client = browser(alice)
    assert "My stake" in words(client.get(f"/t/{table.pk}/"))
    form = {"window": "ask", "silence": "follow", "proxy": "", "stake": "4", "ref": "a"}
    for _ in range(2):
        client.post(f"/t/{table.pk}/session/", form)
    assert codec.load(Table.objects.get(pk=table.pk).state).declared[seat(table, alice).number] == 4
    assert table.entries.filter(action__action="Order", action__kind="stake").count() == 1
    assert player("Late").seats.count() == 0
