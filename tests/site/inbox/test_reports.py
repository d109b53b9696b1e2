"""Reports about our letters: what counts against an address, what does not; and the mail that unsubscribes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import OutgoingMail, Profile, Table
from tests.site.factories import seat
from tests.site.inbox.post import NOON, address_in, answer, answers, letter_to, mail, received

pytestmark = pytest.mark.django_db


def report(action: str = "failed", status: str = "5.1.1", kind: str = "delivery-status") -> bytes:
    """The body of a multipart/report."""
    lines = [
        "--b", "Content-Type: text/plain", "", "It did not arrive.",
        "--b", f"Content-Type: message/{kind}", "",
        "Reporting-MTA: dns; mx.example.org", "",
        "Final-Recipient: rfc822; boris@example.org", f"Action: {action}", f"Status: {status}", "--b--",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


def bounce(letter: OutgoingMail, body: bytes, *, kind: str = "delivery-status", to: str = "Return-Path") -> str:
    """A report comes to the bounce address of a letter; the outcome."""
    content_type = f'multipart/report; report-type={kind}; boundary="b"'
    address = address_in(letter, to)
    sender = "Mail Delivery System <MAILER-DAEMON@mx.example.org>"
    return received(mail(body, to=address, sender=sender, content_type=content_type), to=address).outcome


@pytest.mark.parametrize(
    ("action", "status", "failed"),
    [
        ("failed", "5.1.1", "hard: bounce 5.1.1"),
        ("failed", "5.2.1", "hard: bounce 5.2.1"),
        ("failed", "5.2.2", "soft: bounce 5.2.2"),
        ("failed", "5.7.1", "soft: bounce 5.7.1"),
        ("failed", "4.4.7", "soft: bounce 4.4.7"),
        ("delayed", "4.4.1", ""),
        ("delivered", "2.0.0", ""),
        ("relayed", "2.0.0", ""),
    ],
)
def test_what_counts_and_how(letter: OutgoingMail, action: str, status: str, failed: str) -> None:
    assert bounce(letter, report(action, status)) == "bounce"
    letter.refresh_from_db()
    assert letter.failed == failed


def test_two_dead_letters_stop_the_mail_and_the_game_goes_on(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    bounce(letter, report())
    bounce(letter, report())
    boris.refresh_from_db()
    assert boris.mail_paused_at is None, "one letter counts once"
    answer(letter, "show")
    bounce(letter_to(boris, "shown", now=NOON), report())
    boris.refresh_from_db()
    assert boris.mail_paused_at
    assert answer(letter, "roll", now=NOON + timedelta(hours=2)).outcome == "done"


def test_a_report_in_words_counts_too(letter: OutgoingMail) -> None:
    to = address_in(letter, "Return-Path")
    text = "Ваше письмо не доставлено: пользователь не найден.\r\n\r\nroll\r\n"
    row = received(mail(text, to=to, sender="Mail Delivery Subsystem <mailer-daemon@mail.example>"), to=to)
    letter.refresh_from_db()
    assert (row.outcome, letter.failed) == ("bounce", "hard: bounce without a status")


def test_a_report_to_the_reply_address_counts_for_nothing_and_moves_nothing(
    match: Table, letter: OutgoingMail, boris: Profile
) -> None:
    before = match.entries.count()
    assert bounce(letter, report() + b"\r\nroll", to="Reply-To") == "bounce"
    letter.refresh_from_db()
    assert (letter.failed, match.entries.count(), answers(boris)) == ("", before, [])


def test_an_absence_notice_to_the_bounce_address_counts_for_nothing(letter: OutgoingMail, boris: Profile) -> None:
    to = address_in(letter, "Return-Path")
    row = received(mail("I am away", to=to, fields="Auto-Submitted: auto-replied\r\n"), to=to)
    letter.refresh_from_db()
    assert (row.outcome, letter.failed, answers(boris)) == ("auto", "", [])


def test_a_complaint_stops_the_mail_at_once(letter: OutgoingMail, boris: Profile) -> None:
    body = report(kind="feedback-report").replace(b"Action: failed", b"Feedback-Type: abuse")
    assert bounce(letter, body, kind="feedback-report") == "bounce"
    boris.refresh_from_db()
    assert boris.mail_paused_at == NOON


@pytest.mark.parametrize("text", ["", "unsubscribe", "roll"])
def test_a_mail_to_the_unsubscribe_address_stops_letters_about_the_table(
    match: Table, letter: OutgoingMail, boris: Profile, text: str
) -> None:
    to = address_in(letter, "List-Unsubscribe").partition("mailto:")[2].rstrip(">")
    before = match.entries.count()
    assert received(mail(text, to=to), to=to).outcome == "unsubscribed"
    assert (seat(match, boris).letters, match.entries.count()) == ("none", before)
    boris.refresh_from_db()
    assert boris.letters == "at-once", "letters about other tables go on"


def test_our_own_letter_that_comes_back_does_nothing(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    for header in ("Reply-To", "Return-Path"):
        to = address_in(letter, header)
        row = received(mail("roll", to=to, sender="Nardy (Alice) <game@play.example.org>"), to=to)
        assert row.outcome == "own"
    letter.refresh_from_db()
    assert (letter.failed, answers(boris)) == ("", [])
