"""The admin shows the state and changes nothing of it; what must stay secret stands on none of its pages."""

from __future__ import annotations

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.models import Entry, Game, Invitation, Message, OutgoingMail, Profile, Prompt, Seat, Stake, Table
from games.models.table import Source
from games.play import say, volunteer
from games.rules.actions import Order
from tests.site.factories import NOW, offer, refs, seat

READ_ONLY = (Table, Entry, Stake, Invitation, OutgoingMail)


@pytest.fixture
def office(client: Client, match: Table, alice: Profile, boris: Profile) -> Client:
    """A signed-in superuser, with a row of everything to look at."""
    offer(alice, opponent=boris)
    say(seat(match, alice).pk, "Hello", ref=next(refs), now=NOW)
    order = Order(kind="if-doubled", value="drop")
    volunteer(seat(match, boris).pk, order, source=Source.PAGE, ref=next(refs), now=NOW)
    client.force_login(User.objects.create_superuser("office"))
    return client


def pages(client: Client) -> str:
    """Every list and every row of our models, one after the other."""
    text = ""
    for model in site._registry:
        if model._meta.app_label != "games":
            continue
        name = f"admin:games_{model._meta.model_name}"
        addresses = [reverse(f"{name}_changelist")]
        addresses += [reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()]
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            text += answer.content.decode()
    return text


def test_everything_can_be_looked_at_and_no_secret_is_shown(office: Client) -> None:
    shown = pages(office)
    assert "GameStarted" in shown, "public facts are there"
    assert "OrderSet" not in shown, "an order is for its own seat"
    assert "if-doubled" not in shown
    for game in Game.objects.all():
        assert game.seed_hash in shown
        assert game.nonce not in shown
    for invitation in Invitation.objects.all():
        assert invitation.token_hash not in shown
    for letter in OutgoingMail.objects.filter(kind="invitation"):
        assert letter.context["secret"]["token"] not in shown


def test_the_game_is_not_changed_here(office: Client) -> None:
    for model in READ_ONLY:
        row, name = model._default_manager.first(), f"admin:games_{model._meta.model_name}"
        assert row is not None
        assert office.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        assert office.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert office.get(reverse(f"{name}_add")).status_code == 403
    assert not {Game, Seat, Prompt} & set(site._registry), "they are shown at their table only"


def test_words_can_be_hidden(office: Client) -> None:
    message = Message.objects.get()
    address = reverse("admin:games_message_change", args=[message.pk])
    office.post(address, {"hidden_at_0": "2026-03-01", "hidden_at_1": "12:00:00", "text": "changed"})
    message.refresh_from_db()
    assert message.hidden_at is not None
    assert message.text == "Hello"
