"""The threads of the two sides: who may write, who may read, and that nobody else ever does before the game is over."""

from __future__ import annotations

import pytest
from django.db import transaction

from games import queries
from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import enter, lock, say, volunteer
from games.rows import Rows
from games.rules import codec
from games.rules.actions import Adjudicate, Double, Order, Roll
from games.rules.errors import IllegalAction
from tests.site.chouette.conftest import DROP, TAKE
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, match, player, refs, seat

pytestmark = pytest.mark.django_db


def write(table: Table, who: Profile, text: str = "8/5 6/5!", audience: str = "team") -> None:
    """Words of a player to his side."""
    say(seat(table, who).pk, text, audience=audience, ref=next(refs), now=NOW)


def heard(table: Table, who: Profile | None) -> list[str]:
    """What the reader may read of the threads."""
    scene = queries.scene(table.pk, profile=who)
    return [one.text for one in queries.messages(table, seat=scene.seat, state=scene.state) if one.audience != "all"]


def refusal(table: Table, who: Profile, audience: str = "team") -> str:
    """The code with which words are refused; none was kept."""
    before = table.messages.count()
    with pytest.raises(IllegalAction) as refused:
        write(table, who, audience=audience)
    assert table.messages.count() == before
    return refused.value.code


def test_the_team_reads_what_its_captain_writes_and_the_box_does_not(
    four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    write(four, boris, "Let us run.")
    for reader in (boris, chris, dora):
        assert heard(four, reader) == ["Let us run."]
    for reader in (alice, player("Eve"), None):
        assert heard(four, reader) == []
    told = OutgoingMail.objects.filter(dedupe__startswith="words:").values_list("player__handle", flat=True)
    assert set(told) == {"Chris", "Dora"}


def test_who_may_advise_is_said_by_the_rule(four: Table, chris: Profile, alice: Profile) -> None:
    assert refusal(four, chris) == "may-not-advise"
    assert refusal(four, alice) == "not-of-the-team"
    assert refusal(four, alice, "box") == "not-of-the-box"


def test_nobody_writes_while_cubes_are_decided(
    window: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    assert refusal(window, boris) == "team-thread-locked"
    volunteer(seat(window, chris).pk, Double(), source=Source.PAGE, ref="d", now=NOW)
    answer(window, Roll(), by=boris)
    assert refusal(window, boris) == "team-thread-locked"  # the box has not answered
    answer(window, TAKE, by=alice)
    write(window, chris, "Mine is turned.")
    assert refusal(window, dora) == "may-not-advise"
    assert heard(window, dora) == ["Mine is turned."]


def test_who_is_out_reads_on_but_does_not_write(doubled: Table, boris: Profile, chris: Profile, dora: Profile) -> None:
    for who, reply in ((boris, TAKE), (chris, DROP), (dora, TAKE)):
        answer(doubled, reply, by=who)
    write(doubled, dora, "5 points.")
    assert refusal(doubled, chris) == "not-of-the-team"
    assert heard(doubled, chris) == ["5 points."]


def test_all_is_open_when_the_game_is_over(
    doubled: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    for who, reply in ((boris, TAKE), (chris, DROP), (dora, TAKE)):
        answer(doubled, reply, by=who)
    write(doubled, boris, "Secret.")
    assert heard(doubled, alice) == []
    with transaction.atomic():
        locked = lock(pk=doubled.pk)
        state = codec.load(locked.state)
        enter(Rows(locked), state, None, Adjudicate(0, 1), source=Source.HOUSE, ref="end", now=NOW)
    for reader in (alice, None):
        assert heard(doubled, reader) == ["Secret."]


@pytest.mark.parametrize(("consult", "allowed"), [("all", True), ("none", False), ("on_request", False)])
def test_consulting_as_agreed(
    consult: str, allowed: bool, alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    dice("653", "13")  # the team begins
    table = chouette(alice, boris, chris, rules={"consult": consult})
    if allowed:
        write(table, chris)
    else:
        assert refusal(table, chris) == "may-not-advise"
    write(table, boris, "What do you think?")
    if consult == "on_request":
        write(table, chris, "Now I may say it.")


def test_orders_of_others_stay_unread_and_there_is_no_team_of_two(
    four: Table, alice: Profile, boris: Profile, chris: Profile
) -> None:
    volunteer(seat(four, chris).pk, Order("if-doubled", "drop"), source=Source.PAGE, ref="o", now=NOW)
    assert queries.history(four, reader_seat=seat(four, boris).number)[-1].facts == ()
    assert refusal(match(alice, player("Eve")), alice) == "not-in-format"
