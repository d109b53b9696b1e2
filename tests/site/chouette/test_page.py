"""The page of a chouette: everything at a glance, one form for all cubes, nothing of what is sealed."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Profile, Seat, Stake, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Answer, Double, Order, Proxy, Roll
from tests.site.chouette.conftest import TAKE
from tests.site.factories import NOW, answer, player, prompt, seat

pytestmark = pytest.mark.django_db


def page(table: Table, who: Profile | None) -> str:
    """The page as `who` sees it, without tags, in English."""
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        Profile.objects.filter(pk=who.pk).update(language="en")
        client.force_login(who.user)
    response = client.get(f"/t/{table.pk}/")
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def send(table: Table, who: Profile, url: str, **form: str) -> int:
    """Send a form of the page; the status."""
    client = Client()
    client.force_login(who.user)
    return client.post(url, {"ref": f"r{table.entries.count()}{who.handle}", **form}).status_code


def test_everybody_is_there_with_role_bet_and_question(doubled: Table, alice: Profile, chris: Profile) -> None:
    for reader in (chris, None):
        told = page(doubled, reader)
        order = ["Alice", "box", "Boris", "captain", "answers the double", "Chris", "team", "Dora", "team"]
        place = told.index("Box, captain, queue")
        for word in order:
            assert word in told[place:], word
            place = told.index(word, place) + 1
        for name in ("Boris", "Chris", "Dora"):
            assert f"{name} against Alice" in told


def test_one_form_asks_for_answer_and_conditions(doubled: Table, chris: Profile, boris: Profile) -> None:
    told = page(doubled, chris)
    assert "1 → 2" in told
    assert "you pay 1 point at once" in told
    assert "a single game 2 points, a gammon 4 points" in told
    assert "If I am the only one who takes" in told
    url = f"/answer/{prompt(doubled, chris).pk}/"
    chosen = {f"cube-{seat(doubled, Profile.objects.get(handle='Alice')).number}": "take", "if_alone": "drop"}
    assert send(doubled, chris, url, sure="1", **chosen) == 302
    assert doubled.entries.latest("seq").action["if_alone"] == "drop"


def test_a_sealed_answer_is_shown_to_its_author_alone(
    doubled: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    answer(doubled, Answer((("drop", ()),), extra=None), by=chris)
    assert "Your answer lies in: Alice – drop" in page(doubled, chris)
    assert "Replace my answer" in page(doubled, chris)
    for reader in (alice, boris, None):
        told = page(doubled, reader)
        assert "lies in" not in told
        assert "2 answers are missing" in told
        assert ("has answered" in told) == (reader == alice), "she has made the table, so she may see whose are missing"
        assert "– drop" not in told
    assert send(doubled, chris, f"/answer/{prompt(doubled, chris).pk}/", sure="1", **{"cube-0": "take"}) == 302
    assert "Your answer lies in: Alice – take" in page(doubled, chris)


def test_the_box_turns_some_cubes(window: Table, alice: Profile, boris: Profile) -> None:
    answer(window, Roll(), by=boris)
    send(window, boris, f"/answer/{prompt(window, boris).pk}/", line="13/11 6/5")
    told = page(window, alice)
    assert "Which cubes do you turn?" in told
    assert "No double: throw" in told
    captain, crew = (seat(window, Profile.objects.get(handle=name)).number for name in ("Boris", "Dora"))
    form = {f"double-{captain}": "1", f"double-{crew}": "1", "sure": "1"}
    assert send(window, alice, f"/answer/{prompt(window, alice).pk}/", **form) == 302
    asked = window.prompts.filter(kind="answer", closed_at=None).values_list("seat__number", flat=True)
    assert set(asked) == {captain, crew}


def test_the_box_answers_each_cube(window: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    volunteer(seat(window, chris).pk, Double(), source=Source.PAGE, ref="d", now=window.created_at)
    answer(window, Double(), by=boris)
    told = page(window, alice)
    assert "You are doubled. Cubes: Boris 1 → 2, Chris 1 → 2." in told, told
    form = {f"cube-{seat(window, boris).number}": "take", f"cube-{seat(window, chris).number}": "drop", "sure": "1"}
    assert send(window, alice, f"/answer/{prompt(window, alice).pk}/", **form) == 302
    values = Stake.objects.filter(game__table=window).values_list("low__player__handle", "value", "live")
    assert set(values) == {("Boris", 2, True), ("Chris", 1, False), ("Dora", 1, True)}


def test_who_is_not_waited_for_may_double_from_the_page(window: Table, chris: Profile) -> None:
    assert "You may double now, though nobody waits for you" in page(window, chris)
    assert send(window, chris, f"/t/{window.pk}/", sure="1", **{"double-0": "1"}) == 302
    assert window.entries.latest("seq").facts == [{"fact": "Sealed", "seat": seat(window, chris).number}]


def test_windows_silence_and_proxy_are_set_in_one_form(window: Table, chris: Profile, dora: Profile) -> None:
    number = seat(window, dora).number
    form = {"window": "hold", "silence": "take", "proxy": str(number)}
    assert send(window, chris, f"/t/{window.pk}/session/", **form) == 302
    orders = Table.objects.get(pk=window.pk).state["orders"][str(seat(window, chris).number)]
    assert (orders["hold"], orders["silence"], orders["proxy"]) == (True, "take", number)
    assert send(window, chris, f"/t/{window.pk}/session/", window="ask", silence="follow", proxy="") == 302
    orders = Table.objects.get(pk=window.pk).state["orders"][str(seat(window, chris).number)]
    assert {"hold", "silence", "proxy", "auto"} & orders.keys() == set()


def test_a_proxy_finds_the_question_of_the_absent(doubled: Table, chris: Profile, dora: Profile) -> None:
    volunteer(seat(doubled, chris).pk, Proxy(seat(doubled, dora).number), source=Source.PAGE, ref="p", now=NOW)
    answer(doubled, TAKE, by=dora)
    assert "For Chris, whose proxy you are" in page(doubled, dora)
    assert send(doubled, dora, f"/answer/{prompt(doubled, chris).pk}/", sure="1", **{"cube-0": "drop"}) == 302
    assert doubled.entries.latest("seq").seat == seat(doubled, dora)
    assert "lies in: Alice – take" in page(doubled, dora)


def test_a_stranger_sits_down_and_goes_again(doubled: Table) -> None:
    eve = player("Eve")
    assert "Sit down: I accept the rules of this table" in page(doubled, eve)
    assert send(doubled, eve, f"/t/{doubled.pk}/take/") == 302
    assert "plays from the next game on" in page(doubled, eve)
    assert send(doubled, eve, f"/t/{doubled.pk}/", command="leave") == 302
    assert Seat.objects.get(player=eve).left_at is not None


def test_the_queries_do_not_grow_with_the_players(doubled: Table, dora: Profile) -> None:
    """A page of a chouette costs as many queries as a match: players, bets and games are read in lists."""
    client = Client()
    client.force_login(dora.user)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as seen:
            client.get(f"/t/{doubled.pk}/")
        counts.append(len(seen))
        for number in range(3):
            volunteer(seat(doubled, dora).pk, Order("hold"), source=Source.PAGE, ref=f"o{number}", now=NOW)
        eve = player("Eve") if not Profile.objects.filter(handle="Eve").exists() else player("Fay")
        send(doubled, eve, f"/t/{doubled.pk}/take/")
    assert counts[0] == counts[1] <= 14
