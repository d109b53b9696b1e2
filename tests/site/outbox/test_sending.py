"""The rows are the queue: claimed, sent once, tried again, given up, shared."""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta
from email.message import Message

import pytest
from anymail.exceptions import AnymailAPIError
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from games.inbox.reader import Letter, read
from games.models import Address, Invitation, OutgoingMail, Profile, Table
from games.models.player import Letters
from games.outbox import compose, sending, tasks
from games.outbox.headers import token_hash
from games.rules.actions import Roll
from tests.site.factories import NOW, answer, offer, prompt
from tests.site.outbox.conftest import Broken
from tests.site.outbox.letters import FIRST, HOUR, SOON, of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

MINUTE = timedelta(minutes=1)


def sent() -> list[Message]:
    """What the mailer took, as it goes over the wire."""
    return [message.message() for message in mail.outbox]


def codes(count: int) -> list[OutgoingMail]:
    """Letters with codes, the first first."""
    for number in range(count):
        compose.account("code", f"p{number}@example.org", {"code": str(number)}, "en", NOW + number * MINUTE)
    return list(OutgoingMail.objects.order_by("pk"))


def test_a_letter_goes_out_with_the_headers_of_the_book(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    send()
    letter = of(boris, "turn")
    message = next(one for one in sent() if one["Message-ID"] == letter.message_id)
    assert message["From"].endswith("<game@play.example.org>")
    assert message["To"] == "boris@example.org"
    assert message["Reply-To"] == letter.headers["Reply-To"]
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Nardy-Loop"] == "play.example.org"
    assert message["List-Id"] == f"<table-{match.pk}.games.play.example.org>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Precedence" not in message
    assert "Return-Path" not in message
    assert message["Date"]
    envelope = mail.outbox[[one["Message-ID"] for one in sent()].index(letter.message_id)].from_email
    assert envelope.startswith("bounce+")
    assert envelope.endswith("@play.example.org")


def test_it_has_text_and_html_and_the_picture_beside_them(match: Table, alice: Profile) -> None:
    send()
    (message,) = [one for one in sent() if one["To"] == "alice@example.org"]
    assert message.get_content_type() == "multipart/related"
    both, picture = message.get_payload()
    assert [part.get_content_type() for part in both.get_payload()] == ["text/plain", "text/html"]
    assert picture.get_content_type() == "image/png"
    assert picture["Content-Disposition"].startswith("inline")
    html = both.get_payload()[1].get_payload(decode=True).decode()
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
    assert "format=flowed" not in str(both.get_payload()[0]["Content-Type"])


def test_the_three_secret_addresses_differ_and_only_their_hashes_are_kept(match: Table, alice: Profile) -> None:
    send()
    letter = of(alice, "turn")
    tokens = {
        "reply": letter.headers["Reply-To"].split("@")[0].removeprefix("g+"),
        "bounce": letter.headers["Return-Path"].split("@")[0].removeprefix("bounce+"),
        "unsubscribe": letter.headers["List-Unsubscribe"].split("/u/")[1].split("/")[0],
    }
    assert len(set(tokens.values())) == 3
    found = {address.purpose: address for address in Address.objects.filter(letter=letter)}
    assert {purpose: address.token_hash for purpose, address in found.items()} == {
        purpose: token_hash(token) for purpose, token in tokens.items()
    }
    assert {address.player for address in found.values()} == {alice}
    assert found["reply"].prompt == prompt(match, alice)
    assert found["bounce"].prompt is found["unsubscribe"].prompt is None


def test_an_account_letter_can_neither_be_answered_nor_unsubscribed(alice: Profile) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    send(NOW)
    (message,) = sent()
    assert "Reply-To" not in message
    assert "List-Unsubscribe" not in message
    assert [address.purpose for address in of(alice, "code").addresses.all()] == ["bounce"]


def test_an_invitation_can_be_answered_by_letter(alice: Profile, boris: Profile) -> None:
    offer(alice, opponent=boris)
    send(NOW)
    letter = of(boris, "invitation")
    assert letter.addresses.get(purpose="reply").invitation == Invitation.objects.get()
    assert "/i/" in letter.text
    assert letter.language == "ru"


def test_a_stranger_who_is_invited_has_nothing_to_unsubscribe_from(alice: Profile) -> None:
    offer(alice, address="stranger@example.org", open_for=None)
    send(NOW)
    (message,) = sent()
    assert message["To"] == "stranger@example.org"
    assert "List-Unsubscribe" not in message
    assert message["Reply-To"]
    assert message["List-Id"]


def test_the_letters_of_a_game_are_one_thread(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    send()
    answer(match, Roll(), by=boris, now=SOON)
    send(SOON + HOUR)
    letters = list(OutgoingMail.objects.filter(player=boris, sent_at__isnull=False).order_by("rendered_at"))
    first, second = letters[0], letters[-1]
    assert first.subject == second.subject
    assert "References" not in first.headers
    assert second.headers["In-Reply-To"] == second.in_reply_to == letters[-2].message_id
    assert second.headers["References"].split()[0] == first.message_id
    assert {letter.game for letter in letters} == {1}


def test_our_own_letter_that_comes_back_is_known(match: Table, alice: Profile) -> None:
    send()
    for message in mail.outbox:
        assert read(Letter(message.message().as_bytes()), ("Alice", "Boris")).kind == "own"


def test_a_letter_that_was_not_taken_is_the_same_when_it_is_tried_again(alice: Profile, mailer: Broken) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    mailer(smtplib.SMTPDataError(451, b"try later"))
    send(NOW)
    first = of(alice, "code")
    assert (first.sent_at, first.tries, first.next_try_at) == (None, 1, NOW + sending.WAITS[0])
    send(NOW + MINUTE)
    again = of(alice, "code")
    assert again.sent_at == NOW + MINUTE
    assert (again.message_id, again.headers, again.text) == (first.message_id, first.headers, first.text)
    assert sent()[0]["Message-ID"] == first.message_id
    assert Address.objects.filter(letter=first).count() == 1


def test_a_letter_whose_worker_was_killed_is_sent_by_another(alice: Profile, mailer: Broken) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    mailer(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        send(NOW)
    killed = of(alice, "code")
    assert (killed.sent_at, killed.tries) == (None, 1)
    assert send(NOW + sending.CLAIM - MINUTE / 2) == 0
    assert send(NOW + sending.CLAIM) == 1
    assert [one["Message-ID"] for one in sent()] == [killed.message_id]


def test_a_worker_that_was_slow_leaves_the_letter_to_the_one_that_has_it_now(
    alice: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    hour, rendered = [NOW], sending.render

    def slow(letter: OutgoingMail, *, now: datetime) -> None:
        rendered(letter, now=now)
        hour[0] = NOW + sending.CLAIM
        monkeypatch.setattr(sending, "render", rendered)
        assert send(hour[0]) == 1

    monkeypatch.setattr(sending, "render", slow)
    sending.drain(lambda: hour[0], limit=10)
    assert len(mail.outbox) == 1
    assert of(alice, "code").tries == 2


def test_a_claim_outlasts_the_slowest_mailer(settings: Settings) -> None:
    assert sending.CLAIM.total_seconds() > 5 * settings.EMAIL_TIMEOUT


def test_two_workers_do_not_send_the_same_letter(mailer: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    codes(8)
    taken = EmailBackend.send_messages

    def while_the_other_works(self: EmailBackend, messages: list[EmailMessage]) -> int:
        if len(mail.outbox) < 6:
            taken(self, messages)
            return sending.drain(lambda: NOW + HOUR / 2, limit=1)
        return taken(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", while_the_other_works)
    send(NOW + HOUR / 2)
    assert sorted(message.to[0] for message in mail.outbox) == sorted(f"p{number}@example.org" for number in range(8))


def test_a_long_queue_is_drained_by_two_workers_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    codes(12)
    monkeypatch.setattr(tasks, "LETTERS_A_RUN", 5)
    monkeypatch.setattr(tasks.timezone, "now", lambda: NOW + HOUR)
    nudges: list[dict[str, object]] = []
    monkeypatch.setattr(tasks.send_waiting, "apply_async", lambda **options: nudges.append(options))
    OutgoingMail.objects.update(created_at=NOW + HOUR)
    for _run in range(3):
        tasks.send_waiting()
    assert len(mail.outbox) == 12
    assert [nudge["expires"] for nudge in nudges] == [tasks.NUDGE_LIVES] * 2


def test_the_most_urgent_letter_goes_first(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    assert sending.send_one(NOW)
    assert of(alice, "code").sent_at == NOW
    assert not of(boris, "turn").sent_at


def test_nothing_due_is_nothing_done() -> None:
    assert not sending.send_one(NOW)
    assert mail.outbox == []


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(),
        TimeoutError(),
        smtplib.SMTPServerDisconnected(),
        smtplib.SMTPAuthenticationError(535, b"no"),
        AnymailAPIError("busy", status_code=429),
        AnymailAPIError("down", status_code=503),
        AnymailAPIError("key", status_code=401),
    ],
)
def test_while_the_mailer_is_away_everything_waits_and_nothing_is_lost(mailer: Broken, error: Exception) -> None:
    codes(3)
    mailer(error, error, error)
    assert send(NOW + 5 * MINUTE) == 0
    rows = OutgoingMail.objects.order_by("pk")
    assert [row.tries for row in rows] == [1, 0, 0]
    assert not any(row.failed or row.sent_at for row in rows)
    mailer()
    assert send(NOW + 6 * MINUTE) == 3
    assert [message.to for message in mail.outbox] == [["p0@example.org"], ["p1@example.org"], ["p2@example.org"]]


def test_a_mailer_that_is_away_for_a_month_stops_nothing(mailer: Broken) -> None:
    codes(2)
    OutgoingMail.objects.update(tries=sending.MOST_TRIES)
    mailer(ConnectionRefusedError())
    send(NOW + MINUTE)
    assert send(NOW + 3 * MINUTE) == 2
    assert len(mail.outbox) == 2


def test_after_an_outage_of_a_day_dead_moments_are_dropped(
    match: Table, alice: Profile, boris: Profile, mailer: Broken
) -> None:
    for hour in range(0, 24, 6):
        mailer(ConnectionRefusedError())
        send(NOW + hour * HOUR)
    answer(match, FIRST, by=alice, now=NOW + 23 * HOUR)
    mailer()
    send(NOW + 25 * HOUR)
    assert of(alice, "turn").dropped_at
    assert of(boris, "started").dropped_at
    assert [message.to for message in mail.outbox] == [["boris@example.org"]]


def test_a_letter_is_not_tried_for_ever(alice: Profile, mailer: Broken) -> None:
    compose.account("welcome", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    waits = []
    for when in [NOW, NOW + HOUR, NOW + 3 * HOUR, NOW + sending.GIVE_UP - HOUR, NOW + sending.GIVE_UP + HOUR]:
        assert not of(alice, "welcome").failed
        mailer(smtplib.SMTPRecipientsRefused({"alice@example.org": (451, b"greylisted")}))
        assert send(when) == 1
        waits.append(of(alice, "welcome").next_try_at - when)
    assert waits[:4] == list(sending.WAITS[:4])
    assert of(alice, "welcome").failed == "SMTP 451"
    assert send(NOW + 2 * sending.GIVE_UP) == 0


def test_a_fault_of_ours_stops_neither_the_others_nor_the_queue(
    match: Table, alice: Profile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compose.account("code", "chris@example.org", {"code": "X"}, "en", NOW)
    monkeypatch.setattr("games.outbox.story.tell_table", lambda *_args, **_more: 1 / 0)
    for hour in range(sending.FAULTS + 1):
        send(NOW + hour * HOUR)
    assert of(alice, "turn").failed == "ZeroDivisionError"
    assert [message.to for message in mail.outbox] == [["chris@example.org"]]
    assert "cannot be made or sent" in caplog.text


def test_a_code_that_is_too_old_is_not_sent(alice: Profile) -> None:
    compose.account("code", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
    send(NOW + sending.CODE_LIVES)
    assert of(alice, "code").dropped_at
    assert mail.outbox == []


@pytest.mark.parametrize("what", ["accepted_at", "declined_at"])
def test_an_invitation_that_was_answered_is_not_sent(alice: Profile, boris: Profile, what: str) -> None:
    offer(alice, opponent=boris)
    Invitation.objects.update(**{what: NOW})
    send(NOW)
    assert of(boris, "invitation").dropped_at


def test_who_has_unsubscribed_meanwhile_gets_no_letter(match: Table, alice: Profile) -> None:
    match.seats.filter(player=alice).update(letters=Letters.NONE)
    send()
    assert of(alice, "turn").dropped_at


def test_when_a_letter_is_gone_so_are_its_secrets(match: Table, alice: Profile, settings: Settings) -> None:
    settings.NARDY_DEMO = False
    compose.account("code", "alice@example.org", {"code": "AB12"}, "en", NOW, player=alice)
    send()
    for letter in OutgoingMail.objects.filter(sent_at__isnull=False):
        assert (letter.text, letter.html, letter.picture, letter.headers) == ("", "", None, {})
        assert "secret" not in letter.context
        assert letter.subject
        assert letter.message_id


def test_the_demo_keeps_its_letters_for_its_mailbox(match: Table, alice: Profile, settings: Settings) -> None:
    settings.NARDY_DEMO = True
    send()
    assert "Reply-To" in of(alice, "turn").headers


def test_letters_that_stay_here_count_as_sent(match: Table, alice: Profile, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    send()
    assert of(alice, "turn").sent_at


def test_a_provider_gets_sender_and_envelope_apart(match: Table, alice: Profile, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    send()
    letter = of(alice, "turn")
    assert letter.sent_at
    given = next(one.anymail_test_params for one in mail.outbox if one.to == ["alice@example.org"])
    assert given["from"].addr_spec == "game@play.example.org"
    assert given["envelope_sender"] == letter.headers["Return-Path"]
    assert given["reply_to"][0].addr_spec == letter.headers["Reply-To"]
    assert given["extra_headers"]["Message-ID"] == letter.message_id
    (picture,) = given["attachments"]
    assert picture.inline
    assert f"cid:{picture.cid}" in letter.html
