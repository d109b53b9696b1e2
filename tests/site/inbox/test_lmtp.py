"""The LMTP door, over a real socket: what it takes, what it refuses and with which word, what it never loses."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from django.db import OperationalError

from games.inbox import lmtp
from games.inbox.lmtp import Door, LmtpController
from games.inbox.receive import MAX_BYTES
from games.models import IncomingMail
from tests.site.walks.houses import free_port

pytestmark = pytest.mark.django_db(transaction=True)

TO = "g+aaaaaaaaaaaaaaaaaaaaaaaaaa@play.example.org"
RAW = b"From: Boris <boris@example.org>\r\nSubject: Re: Nardy\r\n\r\n.roll\r\n\xe2\xee\xff\r\n"


@pytest.fixture
def port() -> Iterator[int]:
    """A door that is open on a loopback port."""
    controller = LmtpController(Door(), hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port
    controller.stop()


@pytest.fixture
def client(port: int) -> Iterator[smtplib.LMTP]:
    """A mailer that has said LHLO."""
    with smtplib.LMTP("127.0.0.1", port, local_hostname="mx.example.org") as client:
        client.ehlo()
        yield client


def deliver(client: smtplib.LMTP, raw: bytes, to: str = TO) -> int:
    """Hand over one mail; the code of the answer to the first command that was refused, or to DATA."""
    code, _ = client.mail("boris@example.org")
    assert code == 250
    code, _ = client.rcpt(to)
    if code == 250:
        code, _ = client.data(raw)
    client.rset()
    return code


def test_a_mail_is_kept_byte_for_byte(client: smtplib.LMTP) -> None:
    assert deliver(client, RAW) == 250
    row = IncomingMail.objects.get()
    assert (bytes(row.raw), row.recipient, row.envelope_from, row.source) == (RAW, TO, "boris@example.org", "lmtp")
    assert row.handled_at is None


def test_one_connection_brings_many_mails(client: smtplib.LMTP) -> None:
    for number in range(5):
        assert deliver(client, RAW + b"%d\r\n" % number) == 250
    assert IncomingMail.objects.count() == 5


def test_a_bounce_has_no_envelope_sender(client: smtplib.LMTP) -> None:
    assert client.mail("")[0] == 250
    assert client.rcpt(TO)[0] == 250
    assert client.data(RAW)[0] == 250
    assert IncomingMail.objects.get().envelope_from == ""


def test_the_second_recipient_is_put_off_and_the_first_is_served(client: smtplib.LMTP) -> None:
    """The library answers DATA once, and LMTP asks for one answer a recipient."""
    client.mail("boris@example.org")
    assert client.rcpt(TO)[0] == 250
    assert client.rcpt("g+b@play.example.org")[0] == 452
    assert client.data(RAW)[0] == 250
    assert IncomingMail.objects.get().recipient == TO


@pytest.mark.parametrize("to", ["boris@example.org", "g+a@play.example.org.evil.example", "nobody"])
def test_another_domain_is_not_ours(client: smtplib.LMTP, to: str) -> None:
    assert deliver(client, RAW, to) == 550
    assert not IncomingMail.objects.exists()


def test_an_unknown_token_is_taken_like_any_other(client: smtplib.LMTP) -> None:
    """Whoever tries tokens learns nothing at the door."""
    assert deliver(client, RAW, "G+Whatever@PLAY.example.org") == 250


def test_five_megabytes_are_refused_before_and_after_they_were_sent(port: int) -> None:
    big = RAW + b"x" * 76 + b"\r\n" + (b"y" * 76 + b"\r\n") * 65536
    with smtplib.LMTP("127.0.0.1", port, local_hostname="mx.example.org") as client:
        client.ehlo()
        assert client.mail("boris@example.org", [f"size={len(big)}"])[0] == 552
        assert deliver(client, big) == 552
        assert deliver(client, RAW) == 250, "the connection goes on"
    assert IncomingMail.objects.count() == 1


def test_the_largest_mail_is_taken_and_a_byte_more_is_not(client: smtplib.LMTP) -> None:
    body = RAW + (b"z" * 76 + b"\r\n") * ((MAX_BYTES - len(RAW)) // 78)
    largest = body + b"z" * (MAX_BYTES - len(body) - 2) + b"\r\n"
    assert deliver(client, largest) == 250
    assert deliver(client, largest[:-2] + b"z\r\n") == 552
    assert len(IncomingMail.objects.get().raw) == MAX_BYTES


def test_a_line_without_an_end_is_no_reason_to_lose_a_mail(client: smtplib.LMTP) -> None:
    raw = RAW + b"long " * 40_000 + b"\r\n"
    assert deliver(client, raw) == 250
    assert bytes(IncomingMail.objects.get().raw) == raw


@pytest.mark.parametrize("error", [OperationalError("away"), RuntimeError("a fault of ours")])
def test_what_cannot_be_kept_now_is_to_be_sent_again(
    client: smtplib.LMTP, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(lmtp, "keep", away)
        assert deliver(client, RAW) == 451
    assert deliver(client, RAW) == 250
    assert IncomingMail.objects.count() == 1


def test_a_mail_program_speaks_to_it_like_to_any_other(port: int) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "boris@example.org", TO, "Re: Нарды"
    mail.set_content("бросок\n")
    with smtplib.LMTP("127.0.0.1", port) as client:
        assert client.send_message(mail) == {}
    assert "бросок" in bytes(IncomingMail.objects.get().raw).decode()
