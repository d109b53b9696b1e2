"""What a mail says about itself: senders, recipients, its key, what a bounce reports (spec/mail.md §1)."""

from __future__ import annotations

import pytest

from games.inbox.reader import Delivery, Letter, message_key
from games.inbox.reader.addresses import Mailbox, mailboxes
from tests.pure.mails import mail, multipart, part


@pytest.mark.parametrize(
    ("value", "boxes"),
    [
        ("mark@example.org", [("", "mark@example.org")]),
        ("Mark Orlov <Mark@Example.ORG>", [("Mark Orlov", "mark@example.org")]),
        ('"Orlov, Mark \\"M\\"" <m@x.org>', [('Orlov, Mark "M"', "m@x.org")]),
        ("Orlov, Mark <m@x.org>", [("Orlov, Mark", "m@x.org")]),
        ("m@x.org (Mark Orlov)", [("Mark Orlov", "m@x.org")]),
        ("m@x.org <m@x.org>", [("m@x.org", "m@x.org")]),
        ("a@x.org, B <b@x.org>; c@x.org", [("", "a@x.org"), ("B", "b@x.org"), ("", "c@x.org")]),
        ("=?utf-8?B?0JzQsNGA0Lo=?= <m@x.org>", [("Марк", "m@x.org")]),
        ("=?utf-8?Q?=D0=9C_<m=40x.org>?=", [("М", "m@x.org")]),
        ("Mark <mailto:m@x.org>", [("Mark", "m@x.org")]),
        ("< m@x.org >", [("", "m@x.org")]),
        ("Mark <m@x.org", [("Mark", "m@x.org")]),
        ("MAILER-DAEMON", [("MAILER-DAEMON", "")]),
        ("<MAILER-DAEMON>", [("MAILER-DAEMON", "")]),
        ("<>", [("", "")]),
        ("undisclosed-recipients:;", [("undisclosed-recipients:", "")]),
        ('"Mark <m@x.org>', [("Mark <m@x.org>", "")]),
        ("", []),
    ],
)
def test_mailboxes(value: str, boxes: list[tuple[str, str]]) -> None:
    assert mailboxes(value) == [Mailbox(*box) for box in boxes]


def test_recipients_the_surest_first() -> None:
    fields = "Cc: c@x.org, a@x.org\nX-Original-To: b@x.org\nDelivered-To: <A@x.org>\n"
    assert Letter(mail(fields=fields)).recipients == ["a@x.org", "b@x.org", "g+k3v5x@play.example.org", "c@x.org"]


def test_header_facts() -> None:
    letter = Letter(
        mail(
            sender="A <a@x.org>, B <b@x.org>",
            subject="=?utf-8?Q?=D0=9D?=\n  and more",
            fields="Message-ID:\n <1@x>\nAuthentication-Results: one\nAuthentication-Results: two\n",
        )
    )
    assert letter.senders == ["a@x.org", "b@x.org"]
    assert letter.subject == "Н and more"
    assert letter.message_id == "1@x"
    assert letter.authentication == ["one", "two"]


def test_the_same_mail_by_another_way_has_the_same_key() -> None:
    first = mail("roll", fields="Message-ID: <1@x>\nReceived: by a\n")
    again = b"Received: by b\n" + mail("roll", fields="Message-ID: <1@x> \n").replace(b"\n", b"\r\n")
    assert message_key(first) == message_key(again)


def test_nobody_uses_up_the_message_id_of_another() -> None:
    mine, his = (mail("roll", sender=name, fields="Message-ID: <1@x>\n") for name in ("a@x.org", "b@x.org"))
    assert message_key(mine) != message_key(his)


def test_a_mail_without_message_id_is_named_by_what_it_says() -> None:
    plain = mail("даве", fields="Date: Thu, 12 Nov 2026 10:15:22 +0300\n")
    coded = mail("даве", fields="Date: Thu, 12 Nov 2026 10:15:22 +0300\nReceived: x\n", encoding="base64")
    assert message_key(plain) == message_key(coded)
    assert message_key(plain) != message_key(plain.replace(b"10:15:22", b"10:15:23"))
    assert message_key(plain) != message_key(mail("roll", fields="Date: Thu, 12 Nov 2026 10:15:22 +0300\n"))


def test_what_a_bounce_reports() -> None:
    status = part(
        "Reporting-MTA: dns; mx\n\n"
        "Final-Recipient: rfc822; Mark@Example.org\nAction: Failed\nStatus: 5.1.1 (no such box)\n"
        "Diagnostic-Code: smtp; 550 5.1.1\n  unknown\n\n"
        "Final-Recipient: rfc822;b@x.org\nAction: delayed\nStatus: 4.4.1\n",
        content_type="message/delivery-status",
    )
    letter = Letter(multipart(part("sorry"), status, kind="report; report-type=delivery-status"))
    assert letter.deliveries == [
        Delivery("mark@example.org", "failed", "5.1.1", "smtp; 550 5.1.1  unknown"),
        Delivery("b@x.org", "delayed", "4.4.1", ""),
    ]
    assert Letter(mail("roll")).deliveries == []
