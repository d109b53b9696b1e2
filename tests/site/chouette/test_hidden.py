"""A sealed answer stands nowhere but with its author: not in pages of others, admin, letters or facts."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import queries
from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Answer, Order
from tests.site.factories import NOW, answer, player, seat
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

TELLTALE = Answer((("take", ()),), if_alone="drop")


@pytest.fixture
def sealed(doubled: Table, chris: Profile, dora: Profile) -> Table:
    """Chris has answered; Dora's answer is a standing order."""
    volunteer(seat(doubled, dora).pk, Order("if-doubled", "drop"), source=Source.PAGE, ref="o", now=NOW)
    answer(doubled, TELLTALE, by=chris)
    return doubled


def test_no_page_of_others_tells_it(sealed: Table, alice: Profile, boris: Profile) -> None:
    for who in (alice, boris, player("Eve"), None):
        client = Client(headers={"accept-language": "en"})
        if who is not None:
            Profile.objects.filter(pk=who.pk).update(language="en")
            client.force_login(who.user)
        last = sealed.entries.latest("seq").seq
        for url in (f"/t/{sealed.pk}/", f"/t/{sealed.pk}/{last}/", "/my/", f"/t/{sealed.pk}/dice.json"):
            told = client.get(url, follow=True).content.decode()
            assert "lies in" not in told
            assert "if alone: drop" not in told
            assert "drop it" not in told


def test_the_admin_does_not_tell_it(sealed: Table) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("root", "root@example.org", "secret of the tests"))
    entry = sealed.entries.latest("seq")
    for url in (
        f"/admin/games/entry/{entry.pk}/change/",
        f"/admin/games/table/{sealed.pk}/change/",
        "/admin/games/entry/",
        "/admin/games/prompt/",
    ):
        told = client.get(url, follow=True).content.decode()
        assert "if_alone" not in told
        assert "if_doubled" not in told
        assert "replies" not in told


def test_the_facts_do_not_tell_it(sealed: Table, chris: Profile) -> None:
    number = seat(sealed, chris).number
    for reader in (None, *range(4)):
        told = [fact for line in queries.history(sealed, reader_seat=reader) for fact in line.facts]
        assert "if_alone" not in repr(told)
        if reader != seat(sealed, Profile.objects.get(handle="Dora")).number:
            assert "if-doubled" not in repr(told)
    assert json.dumps(sealed.entries.filter(seat__number=number).latest("seq").facts).count("take") == 0


def test_no_letter_to_others_tells_it(sealed: Table, chris: Profile) -> None:
    send()
    for letter in OutgoingMail.objects.exclude(player=chris).filter(rendered_at__isnull=False):
        assert "lies in" not in letter.text
        assert "if alone: drop" not in letter.text
