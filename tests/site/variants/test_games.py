"""One whole game of every variant: two seats, by page and through `play`, with letters, replayed to the same rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import commands
from games.models import OutgoingMail, Profile, Prompt, Table
from games.models.table import Source
from games.outbox.render import render
from games.play import play
from games.rules import codec
from games.rules.actions import Action, Name, Play, Roll
from games.rules.board import OFF
from games.rules.errors import IllegalAction
from games.rules.plays import Legal, Spot, legal_plays
from games.rules.state import State, options, spot
from games.rules.variants import ALL
from tests.site.conftest import Script
from tests.site.factories import NOW, match, refs
from tests.site.web.conftest import field, links

NAMES = ("Alice", "Boris")
MOST = 400
"""More answers than any of these games takes."""
SHOWN = 6
"""Kinds of a move whose page is clicked and whose letter is read, in a game."""


def throws(key: str) -> list[str]:
    """Scripted dice with many doubles, so that games end soon; three of each, for the game that throws three."""
    chance = Random(key)
    rolls = ["66", "55", "44", "33", "65", "64", "54", "63", "21"]
    return ["61", *(f"{roll}{chance.choice('123456')}" for roll in chance.choices(rolls, k=MOST))]


def choice(here: Spot) -> Legal:
    """A cheap player: brings men off and home, hits nobody if he need not."""

    def cost(legal: Legal) -> tuple[int, int]:
        side = legal.board.sides[here.side]
        return sum(hit for _, _, hit in legal.steps), max(point for point in range(27) if side[point]) - side[OFF]

    return min(legal_plays(here)[:50], key=cost)


def answer(state: State, chance: Random) -> Action:
    """What the cheap player answers."""
    here = spot(state)
    if here:
        return Play(tuple((start, end) for start, end, _ in choice(here).steps))
    turn = state.game.turn if state.game else None
    if state.asks[0].kind == "move" and turn and not turn.stages:
        named = options(state).variant.named
        return Name((chance.choice((3, 4, 5, 6)),) * 2 if named else (6, 6))
    return Roll()


def kind_of(state: State) -> tuple[object, ...]:
    """What makes one question look different from another."""
    ask, turn = state.asks[0], state.game.turn if state.game else None
    if ask.kind != "move" or turn is None:
        return (ask.kind,)
    others = set(turn.stages[0]) - set(turn.dice) if turn.stages else set()
    return (ask.kind, bool(turn.stages), turn.mover == turn.roller, bool(others), len(turn.stages) > 1)


NAMING, REMAINDER = ("move", False, True), ("move", True, False)
MET = {"diceless": {NAMING}, "acey_deucey": {NAMING}, "gulbara": {REMAINDER}}
"""Questions that must have been asked, and answered on the page, in these games."""


def clicked(client: Client, asked: Prompt, state: State) -> None:
    """Answer a move on the page without scripts: name the roll in its form, or click man after man, and send it."""
    where = reverse("table", args=[asked.table_id])
    shown = client.get(where)
    where_to = reverse("answer", args=[asked.pk])
    if state.game and state.game.turn and not state.game.turn.stages:
        assert 'value="=66"' in shown.content.decode()
        sent = client.post(where_to, {"command": "=66", "ref": field(shown, "ref")})
    else:
        for _ in range(40):
            following = links(shown, "target") or links(shown, "source")
            if 'name="send"' in shown.content.decode():
                break
            assert following, "a man can be clicked until the play is complete"
            shown = client.get(where + following[0])
            assert shown.status_code == 200
        sent = client.post(where_to, {"send": "1", "line": field(shown, "line"), "ref": field(shown, "ref")})
    assert sent.status_code == 302, re.findall('role="alert">.*', sent.content.decode())


def looked_at(client: Client, table: Table, people: tuple[Profile, ...]) -> None:
    """The table's page is there for both, each in his language."""
    for person in people:
        client.force_login(person.user, backend="django.contrib.auth.backends.ModelBackend")
        shown = client.get(reverse("table", args=[table.pk]))
        assert shown.status_code == 200
        assert f'<html lang="{person.language}"' in shown.content.decode()


def is_command(line: str) -> bool:
    """Whether the command language reads this line."""
    try:
        commands.parse(line.strip(), NAMES)
    except IllegalAction:
        return False
    return True


def read(letter: OutgoingMail) -> Iterator[str]:
    """The text of a letter in each language; none of its lines is a command."""
    for language in ("en", "ru"):
        letter.language = language
        letter.addresses.all().delete()
        render(letter, now=NOW)
        assert letter.picture
        assert [line for line in letter.text.splitlines() if is_command(line)] == []
        yield letter.text


@pytest.fixture
def one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn in their own tests."""
    monkeypatch.setattr("games.outbox.table_story.board_png", lambda *_args, **_sizes: b"picture")


@pytest.mark.usefixtures("one_picture")
@pytest.mark.parametrize("key", ALL)
def test_a_whole_game(key: str, alice: Profile, boris: Profile, dice: Script, client: Client) -> None:
    dice(*throws(key))
    alice.orders, boris.orders = {"forced": True}, {"forced": True, "auto": "on"}
    for person in (alice, boris):
        person.save(update_fields=["orders"])
    table = match(alice, boris, variant=key, rules={"length": 1, "crawford": False})
    people, chance = (alice, boris), Random(key)
    met: set[tuple[object, ...]] = set()
    letters: set[str] = set()
    for _ in range(MOST):
        table.refresh_from_db()
        if table.over:
            break
        asked = Prompt.objects.select_related("seat__player").get(table=table, closed_at=None)
        state = codec.load(table.state)
        new = kind_of(state) not in met and len(met) < SHOWN
        if new:
            met.add(kind_of(state))
            looked_at(client, table, people)
            letter = OutgoingMail.objects.filter(prompt=asked).latest("pk")
            letters.add(letter.kind)
            assert len({*read(letter)}) == 2
        if new and asked.kind == "move":
            client.force_login(asked.seat.player.user, backend="django.contrib.auth.backends.ModelBackend")
            clicked(client, asked, state)
        else:
            play(asked.pk, answer(state, chance), source=Source.PAGE, ref=next(refs), now=NOW)
    assert table.over, "the game came to its end"
    assert MET.get(key, set()) <= {question[:3] for question in met}
    looked_at(client, table, people)
    over = OutgoingMail.objects.filter(seat__table=table).latest("pk")
    assert over.kind == "table-over"
    for page in (reverse("record", args=[table.pk]), reverse("position", args=[table.pk, table.last_seq])):
        assert client.get(page).status_code == 200
    assert len({*read(over)}) == 2

    out = StringIO()
    call_command("replay", stdout=out)
    assert out.getvalue().endswith(", 0 differences\n")


@pytest.mark.parametrize(
    ("line", "status"),
    [("=66: 24/18(2)", 302), ("= 6-6", 302), ("=66: 24/12", 422), ("24/18(2)", 422), ("=77", 422)],
)
def test_a_named_roll_is_written_with_its_move_or_before_it(
    line: str, status: int, alice: Profile, boris: Profile, dice: Script, client: Client
) -> None:
    dice("61")
    table = match(alice, boris, variant="diceless", rules={"length": 1})
    asked = Prompt.objects.get(table=table, closed_at=None)
    client.force_login(asked.seat.player.user, backend="django.contrib.auth.backends.ModelBackend")
    sent = client.post(reverse("answer", args=[asked.pk]), {"line": line, "enter": "1", "ref": "a"})
    assert sent.status_code == status
    table.refresh_from_db()
    assert table.last_seq == (2 if status == 302 else 1)
