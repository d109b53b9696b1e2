"""Letters on pages: no more of them, and the demo's mailbox."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Address, OutgoingMail, Profile, Table
from games.models.mail import Purpose
from games.outbox.headers import new_token, token_hash
from games.outbox.render import render
from tests.site import factories
from tests.site.web.conftest import words


@pytest.fixture
def letter(match: Table, alice: Profile) -> OutgoingMail:
    """The letter that tells Alice that it is her move, as it was sent."""
    found = OutgoingMail.objects.get(seat=factories.seat(match, alice))
    render(found, now=timezone.now())
    found.sent_at = timezone.now()
    found.save(update_fields=["sent_at"])
    return found


@pytest.fixture
def link(letter: OutgoingMail) -> str:
    """The link of its List-Unsubscribe."""
    token = new_token()
    Address.objects.filter(letter=letter, purpose=Purpose.UNSUBSCRIBE).update(token_hash=token_hash(token))
    return reverse("unsubscribe", args=[token])


# No more letters


def test_looking_at_the_link_changes_nothing(guest: Client, alice: Profile, match: Table, link: str) -> None:
    for _ in range(2):
        assert guest.get(link).status_code == 200
    alice.refresh_from_db()
    assert (alice.letters, factories.seat(match, alice).letters) == ("at-once", "")


def test_one_click_of_a_mail_program_stops_the_letters_of_the_table(alice: Profile, match: Table, link: str) -> None:
    program = Client(enforce_csrf_checks=True)
    assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    alice.refresh_from_db()
    assert (alice.letters, factories.seat(match, alice).letters) == ("at-once", "none")


def test_all_letters_may_be_stopped_and_wanted_again(guest: Client, alice: Profile, match: Table, link: str) -> None:
    assert "no more letters" in words(guest.post(link, {"what": "all"}))
    alice.refresh_from_db()
    assert alice.letters == "none"
    guest.post(link, {"what": "again"})
    alice.refresh_from_db()
    assert (alice.letters, factories.seat(match, alice).letters) == ("at-once", "")


def test_a_forged_link_opens_nothing(guest: Client, link: str) -> None:
    assert guest.post(reverse("unsubscribe", args=["b" * 26])).status_code == 404


def test_the_address_of_an_answer_opens_nothing_else(guest: Client, letter: OutgoingMail) -> None:
    token = new_token()
    Address.objects.filter(letter=letter, purpose=Purpose.REPLY).update(token_hash=token_hash(token))
    assert guest.post(reverse("unsubscribe", args=[token])).status_code == 404


# The demo's mailbox


def test_a_letter_as_a_mail_program_shows_it(guest: Client, letter: OutgoingMail) -> None:
    listed = guest.get(reverse("mailbox"))
    assert letter.subject in words(listed)
    shown = guest.get(reverse("letter", args=[letter.pk]))
    assert "sandbox" in shown.content.decode()
    assert letter.headers["Reply-To"] in words(shown)
    assert " ".join(letter.text.split())[:60] in words(shown)
    inside = guest.get(reverse("letter_html", args=[letter.pk]))
    assert "data:image/png;base64," in inside.content.decode()
    assert "cid:" not in inside.content.decode()
    policy = inside["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert inside["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("name", ["mailbox", "letter", "letter_html"])
def test_there_is_no_mailbox_where_the_site_is_for_real(
    guest: Client, letter: OutgoingMail, settings: Any, name: str
) -> None:
    settings.NARDY_DEMO = False
    assert guest.get(reverse(name, args=[letter.pk] if name != "mailbox" else [])).status_code == 404


def test_the_reply_box_sends_a_real_mail_to_the_local_door(
    guest: Client, letter: OutgoingMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[EmailMessage, str, list[str]]] = []

    class Door:
        """Takes what a mail program would send."""

        def __init__(self, host: str, port: int, **_: Any) -> None:
            self.at = host, port

        def __enter__(self) -> Door:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def send_message(self, mail: EmailMessage, sender: str, to: list[str]) -> None:
            sent.append((mail, sender, to))

    monkeypatch.setattr(smtplib, "LMTP", Door)
    answer = guest.post(reverse("letter", args=[letter.pk]), {"words": "8/5 6/5\nsay Привет"})
    assert answer["Location"] == reverse("letter", args=[letter.pk])
    [(mail, sender, to)] = sent
    assert (sender, to) == ("alice@example.org", [letter.headers["Reply-To"]])
    assert mail["In-Reply-To"] == letter.message_id
    text = mail.get_content()
    assert text.startswith("8/5 6/5\nsay Привет\n\n")
    assert all(f"> {line}" in text for line in letter.text.splitlines())


def test_a_closed_door_is_told_and_the_words_stay(guest: Client, letter: OutgoingMail, settings: Any) -> None:
    settings.LMTP_PORT = 1
    answer = guest.post(reverse("letter", args=[letter.pk]), {"words": "8/5 6/5"})
    assert answer.status_code == 200
    assert "does not take it" in words(answer)
    assert ">8/5 6/5</textarea>" in answer.content.decode()


def test_an_empty_letter_is_not_sent(guest: Client, letter: OutgoingMail) -> None:
    assert "Write something" in words(guest.post(reverse("letter", args=[letter.pk]), {"words": "  "}))


def test_letters_of_one_person(guest: Client, letter: OutgoingMail) -> None:
    assert letter.subject in words(guest.get(reverse("mailbox") + "?to=Alice"))
    assert letter.subject not in words(guest.get(reverse("mailbox") + "?to=Boris&page=7"))
