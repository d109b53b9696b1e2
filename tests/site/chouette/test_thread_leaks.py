"""Words to one side stand nowhere but with that side: no page, file, admin list or letter of anybody else has them."""

from __future__ import annotations

import pytest

from games import lobby
from games.models import Profile, Table
from games.models.table import Source
from games.play import play, say
from games.rules.actions import Accept, Play, Roll
from tests.site.chouette.test_sealed_worlds import letters, pages
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, offer, player, refs, seat
from tests.site.inbox.post import NOON, letter_to
from tests.site.inbox.post import answer as reply
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

SECRET = "Zugzwang-on-the-five-point"


def told(table: Table, *readers: Profile | None) -> set[str]:
    """Where the secret stands, of all that these readers can get."""
    people = [one for one in readers if one is not None]
    found = {f"{one}:{url}": text for one in readers for url, text in pages(table, one).items()}
    found |= {f"admin:{url}": text for url, text in pages(table, None, admin=True).items()}
    return {where for where, text in (found | letters(table, people)).items() if SECRET in text}


def heard(table: Table, *readers: Profile) -> None:
    """Each of them reads it on his page."""
    for one in readers:
        assert SECRET in pages(table, one)[f"/t/{table.pk}/"], one


def test_the_team(four: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile) -> None:
    answer(four, Play(((8, 5), (6, 5))), by=alice)
    answer(four, Roll(), by=boris)
    say(seat(four, boris).pk, SECRET, audience="team", ref=next(refs), now=NOW)
    send()
    assert told(four, alice, player("Eve"), None) == set()
    heard(four, boris, chris, dora)


def test_the_sides_of_a_table_of_pairs(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    dice("31")
    table = offer(alice, format="money", rules={"pairs": "turns"}, seats=4)
    for person in (boris, chris, dora):
        table = lobby.take(table.pk, player=person, now=NOW)
    say(seat(table, alice).pk, SECRET, audience="team", ref=next(refs), now=NOW)
    answer(table, Play(((8, 5), (6, 5))), by=alice)
    assert told(table, boris, dora, player("Eve"), None) == set()
    heard(table, alice, chris)


def test_the_box_and_its_partner(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> None:
    dice("6532", "31")
    table = chouette(alice, boris, chris, dora, rules={"partner": "required", "partner_min": 4})
    while asked := table.prompts.filter(kind="offer", closed_at=None, answered_at=None).first():
        play(asked.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    partner = table.seats.get(role="partner").player
    team = [one for one in (boris, chris, dora) if one != partner]
    say(seat(table, alice).pk, SECRET, audience="box", ref=next(refs), now=NOW)
    answer(table, Play(((8, 5), (6, 5))), by=alice)
    assert told(table, *team, player("Eve"), None) == set()
    heard(table, alice, partner)


def test_nobody_answers_into_the_thread_of_others(four: Table, alice: Profile, boris: Profile) -> None:
    """By letter as by page; and a stranger who was forwarded the letter is nobody."""
    answer(four, Play(((8, 5), (6, 5))), by=alice)
    answer(four, Roll(), by=boris)
    answer(four, Play(((13, 11), (6, 5))), by=boris)
    letter = letter_to(alice, "turn")
    for line, sender in (
        (f"team {SECRET}", "Alice <alice@example.org>"),
        (f"box {SECRET}", "Alice <alice@example.org>"),
        (f"say {SECRET}", "Eve <eve@example.org>"),
    ):
        assert reply(letter, line, sender=sender, now=NOON).outcome in ("refused", "foreign-sender")
    assert not four.messages.exists()
