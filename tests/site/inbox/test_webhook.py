"""The webhooks of mail providers: each posts in its own shape and proves itself in its own way."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlencode

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from games.inbox.reader import Letter, read
from games.inbox.receive import MAX_BYTES
from games.models import IncomingMail, OutgoingMail, Table
from tests.site.inbox.post import NOON, address_in, mail, read_all

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning"),
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailInsecureWebhookWarning"),
]

TO = "g+aaaaaaaaaaaaaaaaaaaaaaaaaa@play.example.org"
SENDER = "boris@example.org"
ROBOT = "robot:password"
BASIC = {"HTTP_AUTHORIZATION": "Basic " + b64encode(ROBOT.encode()).decode()}
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PUBLIC = KEY.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

UTF8 = mail("бросок", to=TO)
KOI8 = mail("бросок", to=TO, charset="koi8-r")
"""Raw 8-bit bytes that are no UTF-8."""

Post = Callable[..., int]


@pytest.fixture(autouse=True)
def _secrets(settings: Settings) -> None:
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": ROBOT,
        "MAILGUN_WEBHOOK_SIGNING_KEY": "a signing key",
        "MANDRILL_WEBHOOK_KEY": "a webhook key",
        "MAILERSEND_INBOUND_SECRET": "an inbound secret",
        "POSTAL_WEBHOOK_KEY": "".join(PUBLIC.decode().splitlines()[1:-1]),
        "BREVO_API_KEY": "a key",
        "MAILTRAP_API_TOKEN": "a token",
        "RESEND_API_KEY": "a key",
    }


@dataclass(slots=True)
class Call:
    """A request as a provider makes it."""

    path: str
    data: Any
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=lambda: dict(BASIC))

    def post(self, client: Client, **more: str) -> int:
        """Make it; the status of the answer."""
        made: Any = {} if self.content_type == "multipart" else {"content_type": self.content_type}
        headers: Any = self.headers | more
        return client.post(f"/anymail/{self.path}", self.data, **made, **headers).status_code


def text(raw: bytes) -> str:
    """Raw mail in JSON: whatever is no UTF-8 is lost before it reaches us."""
    return raw.decode("utf-8", "replace")


def signed(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of Mailgun with its signature."""
    stamp, token = "1790000000", "a" * 50
    signature = hmac.new(b"a signing key", f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {**fields, "timestamp": stamp, "token": token, "signature": signature}


def mailgun(raw: bytes) -> Call:
    fields = {"recipient": TO, "sender": SENDER, "from": "Борис <boris@example.org>", "subject": "Re: Нарды"}
    return Call("mailgun/inbound_mime/", signed({**fields, "body-mime": [raw]}), "multipart")


def mailgun_urlencoded(raw: bytes) -> Call:
    call = mailgun(raw)
    return Call(call.path, urlencode(call.data, doseq=True), "application/x-www-form-urlencoded")


def sendgrid(raw: bytes) -> Call:
    envelope = json.dumps({"to": [TO], "from": SENDER})
    return Call("sendgrid/inbound/", {"email": [raw], "envelope": envelope, "to": TO, "spam_score": "0.1"}, "multipart")


def postmark(raw: bytes) -> Call:
    event = {
        "FromName": "Борис",
        "From": SENDER,
        "FromFull": {"Email": SENDER, "Name": "Борис", "MailboxHash": ""},
        "To": TO,
        "ToFull": [{"Email": TO, "Name": "", "MailboxHash": "aaaaaaaaaaaaaaaaaaaaaaaaaa"}],
        "CcFull": [],
        "BccFull": [],
        "OriginalRecipient": TO,
        "Subject": "Re: Нарды",
        "MessageID": "a8c1040e-db1c-4e18-ac79-bc5f64c7ce2c",
        "TextBody": "бросок",
        "HtmlBody": "",
        "StrippedTextReply": "бросок",
        "RawEmail": text(raw),
        "Headers": [{"Name": "Return-Path", "Value": f"<{SENDER}>"}, {"Name": "X-Spam-Status", "Value": "No"}],
        "Attachments": [],
    }
    return Call("postmark/inbound/", json.dumps(event))


def mandrill(raw: bytes) -> Call:
    message = {"raw_msg": text(raw), "email": TO, "from_email": SENDER, "headers": {}, "spam_report": {"score": 0.1}}
    data = {"mandrill_events": json.dumps([{"event": "inbound", "ts": 1790000000, "msg": message}])}
    signed_text = f"http://{ROBOT}@testserver/anymail/mandrill/" + "".join(key + data[key] for key in sorted(data))
    signature = b64encode(hmac.new(b"a webhook key", signed_text.encode(), hashlib.sha1).digest()).decode()
    return Call("mandrill/", data, "multipart", {**BASIC, "HTTP_X_MANDRILL_SIGNATURE": signature})


def mailersend(raw: bytes) -> Call:
    event = {
        "type": "inbound.message",
        "inbound_id": "[inbound-id-redacted]",
        "url": "https://nardy.example.org/anymail/mailersend/inbound/",
        "data": {
            "object": "message",
            "id": "6402ab57f79d39d7e10f2523",
            "recipients": {"rcptTo": [{"email": TO}], "to": {"raw": f"<{TO}>", "data": [{"email": TO, "name": None}]}},
            "from": {"email": SENDER, "name": "Борис", "raw": f"Борис <{SENDER}>"},
            "sender": {"email": SENDER},
            "subject": "Re: Нарды",
            "date": "Sun, 01 Mar 2026 12:00:00 +0000",
            "text": "бросок",
            "raw": text(raw),
            "attachments": [],
            "spf_check": {"code": "+", "value": None},
            "dkim_check": False,
            "created_at": "2026-03-01T12:00:00.123456Z",
        },
    }
    body = json.dumps(event).encode()
    signature = hmac.new(b"an inbound secret", body, hashlib.sha256).hexdigest()
    return Call("mailersend/inbound/", body, headers={**BASIC, "HTTP_SIGNATURE": signature})


def postal(raw: bytes) -> Call:
    event = {
        "id": 233980,
        "rcpt_to": TO,
        "mail_from": SENDER,
        "message": b64encode(raw).decode(),
        "base64": True,
        "size": len(raw),
    }
    body = json.dumps(event).encode()
    signature = b64encode(KEY.sign(body, padding.PKCS1v15(), hashes.SHA1())).decode()
    return Call("postal/inbound/", body, headers={**BASIC, "HTTP_X_POSTAL_SIGNATURE": signature})


def sparkpost(raw: bytes) -> Call:
    content = {
        "email_rfc822": b64encode(raw).decode(),
        "email_rfc822_is_base64": True,
        "subject": "Re: Нарды",
        "to": [TO],
    }
    relay = {
        "content": content,
        "customer_id": "60",
        "friendly_from": SENDER,
        "msg_from": SENDER,
        "rcpt_to": TO,
        "protocol": "smtp",
        "webhook_id": "4839201967643219",
    }
    return Call("sparkpost/inbound/", json.dumps([{"msys": {"relay_message": relay}}, {"msys": {}}]))


def amazon_ses(raw: bytes, *, recipients: tuple[str, ...] = (TO,)) -> Call:
    event = {
        "notificationType": "Received",
        "mail": {
            "timestamp": "2026-03-01T12:00:00.000Z",
            "source": SENDER,
            "messageId": "jili9m351il3gkburn7o2f0u6788stij94c8ld01",
            "destination": [TO],
        },
        "receipt": {
            "timestamp": "2026-03-01T12:00:00.000Z",
            "recipients": list(recipients),
            "spamVerdict": {"status": "PASS"},
            "action": {"type": "SNS", "topicArn": "arn:aws:sns:us-east-1:111111111111:in", "encoding": "BASE64"},
        },
        "content": b64encode(raw).decode(),
    }
    note = {
        "Type": "Notification",
        "MessageId": "8f6dee70-c885-558a-be7d-bd48bbf5335e",
        "TopicArn": "arn:aws:sns:us-east-1:111111111111:in",
        "Message": json.dumps(event),
        "Timestamp": "2026-03-01T12:00:00.000Z",
    }
    headers = {"HTTP_X_AMZ_SNS_MESSAGE_TYPE": "Notification", "HTTP_X_AMZ_SNS_MESSAGE_ID": note["MessageId"]}
    return Call("amazon_ses/inbound/", json.dumps(note), "text/plain; charset=UTF-8", {**BASIC, **headers})


EXACT = (mailgun, mailgun_urlencoded, sendgrid, postal, sparkpost, amazon_ses)
"""They carry any bytes."""

AS_TEXT = (postmark, mandrill, mailersend)
"""They carry text: what is no UTF-8 is lost on their side."""


@pytest.mark.parametrize("made", EXACT, ids=lambda made: made.__name__)
@pytest.mark.parametrize("raw", [UTF8, KOI8], ids=["utf-8", "koi8-r"])
def test_bytes_come_through_as_they_are(client: Client, made: Callable[[bytes], Call], raw: bytes) -> None:
    assert made(raw).post(client) == 200
    row = IncomingMail.objects.get()
    assert (bytes(row.raw), row.recipient, row.envelope_from) == (raw, TO, SENDER)
    assert row.source.startswith("webhook:")
    assert [command.text for command in read(Letter(bytes(row.raw))).commands] == ["roll"]


@pytest.mark.parametrize("made", AS_TEXT, ids=lambda made: made.__name__)
def test_text_comes_through_as_it_is(client: Client, made: Callable[[bytes], Call]) -> None:
    assert made(UTF8).post(client) == 200
    row = IncomingMail.objects.get()
    assert (bytes(row.raw), row.recipient) == (UTF8, TO)
    assert row.envelope_from == ("" if made is mandrill else SENDER)


@pytest.mark.parametrize("made", [*EXACT, *AS_TEXT], ids=lambda made: made.__name__)
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"From: MAILER-DAEMON\r\n\r\nroll",
        b"From: <>\r\nTo: @\r\nContent-Type: text/plain; charset=x-none\r\n\r\nroll",
        b"\x00\xff no header at all",
        b"Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n",
        b"From: " + b"(" * 5000,
    ],
)
def test_a_broken_mail_is_kept_and_answered_200(client: Client, made: Callable[[bytes], Call], raw: bytes) -> None:
    assert made(raw).post(client) == 200
    row = IncomingMail.objects.get()
    assert bytes(row.raw) == (raw if made in EXACT else text(raw).encode())
    read_all(NOON.replace(year=2030))
    row.refresh_from_db()
    assert row.outcome in ("unknown-address", "bounce")


@pytest.mark.parametrize("made", [*EXACT, *AS_TEXT], ids=lambda made: made.__name__)
def test_who_does_not_know_the_secret_brings_nothing(client: Client, made: Callable[[bytes], Call]) -> None:
    call = made(UTF8)
    assert call.post(client, HTTP_AUTHORIZATION="Basic " + b64encode(b"robot:guess").decode()) == 400
    for name in ("HTTP_X_POSTAL_SIGNATURE", "HTTP_SIGNATURE", "HTTP_X_MANDRILL_SIGNATURE"):
        if name in call.headers:
            assert call.post(client, **{name: b64encode(b"forged").decode()}) == 400
    assert not IncomingMail.objects.exists()


def test_a_wrong_signature_of_mailgun_brings_nothing(client: Client) -> None:
    for wrong in ({"signature": "f" * 64}, {"timestamp": "1790000001"}, {"token": "b" * 50}):
        call = mailgun(UTF8)
        call.data |= wrong
        assert call.post(client) == 400
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("made", [postmark, sparkpost, sendgrid, amazon_ses], ids=lambda made: made.__name__)
def test_without_any_secret_there_is_no_webhook(
    client: Client, settings: Settings, made: Callable[[bytes], Call]
) -> None:
    settings.ANYMAIL = {}
    assert made(UTF8).post(client) == 400
    assert not IncomingMail.objects.exists()


def test_a_mail_to_two_of_our_addresses_is_kept_for_each(client: Client) -> None:
    other = TO.replace("aaa", "bbb")
    assert amazon_ses(UTF8, recipients=(TO, other)).post(client) == 200
    assert sorted(IncomingMail.objects.values_list("recipient", flat=True)) == sorted([TO, other])


def test_the_same_mail_posted_again_is_one_mail(client: Client) -> None:
    for made in (mailgun, mailgun, sparkpost, postmark):
        assert made(UTF8).post(client) == 200
    assert IncomingMail.objects.count() == 1


def test_too_large_a_mail_is_dropped_with_a_note(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    for size in (MAX_BYTES, 5 * MAX_BYTES):
        assert mailgun(UTF8 + b"x" * size).post(client) == 200
    assert not IncomingMail.objects.exists()
    assert caplog.text.count("dropped: too large") == 2


def test_without_a_database_the_provider_is_to_try_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("games.inbox.webhook.keep", away)
    assert mailgun(UTF8).post(client) == 503


def test_a_move_comes_by_webhook(client: Client, match: Table, letter: OutgoingMail) -> None:
    raw = mail("бросок", to=address_in(letter), charset="koi8-r")
    call = mailgun(raw)
    call.data["recipient"] = address_in(letter)
    assert call.post(client) == 200
    read_all(IncomingMail.objects.get().received_at)
    assert match.entries.latest("seq").source == "letter"


# Providers that parse the mail first, or keep it until it is fetched


def mailgun_parsed() -> Call:
    fields = {"recipient": TO, "sender": SENDER, "body-plain": "бросок", "message-headers": json.dumps(HEADERS)}
    return Call("mailgun/inbound/", signed(fields), "multipart")


HEADERS = [["From", f"Boris <{SENDER}>"], ["To", TO], ["Subject", "Re: Нарды"], ["Message-Id", "<parsed@example.org>"]]


def postmark_parsed() -> Call:
    event = json.loads(postmark(UTF8).data)
    del event["RawEmail"]
    event["Headers"] += [{"Name": "Message-ID", "Value": "<parsed@example.org>"}]
    return Call("postmark/inbound/", json.dumps(event))


def mailjet() -> Call:
    event = {"Sender": SENDER, "Recipient": TO, "Headers": dict(HEADERS), "Parts": [], "Text-part": "бросок"}
    return Call("mailjet/inbound/", json.dumps(event))


def brevo() -> Call:
    headers = {**dict(HEADERS), "Return-Path": f"<{SENDER}>", "Delivered-To": TO}
    item = {"Uuid": ["aaaa"], "Headers": headers, "RawTextBody": "бросок", "RawHtmlBody": "", "Attachments": []}
    return Call("brevo/inbound/", json.dumps({"items": [item]}))


@pytest.mark.parametrize("made", [mailgun_parsed, postmark_parsed, mailjet, brevo], ids=lambda made: made.__name__)
def test_a_mail_that_the_provider_has_parsed_is_put_together_again(client: Client, made: Callable[[], Call]) -> None:
    assert made().post(client) == 200
    row = IncomingMail.objects.get()
    letter = Letter(bytes(row.raw))
    assert (row.recipient, letter.senders, letter.message_id) == (TO, [SENDER], "parsed@example.org")
    assert [command.text for command in read(letter).commands] == ["roll"]


@pytest.fixture
def api(settings: Settings) -> Iterator[str]:
    """A provider's own server, from which a mail is fetched."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            base = f"http://127.0.0.1:{self.server.server_address[1]}"  # type: ignore[attr-defined]
            links = {"id": "1", "raw_message_url": f"{base}/raw", "raw": {"download_url": f"{base}/raw"}}
            self.send_response(404 if "/gone" in self.path else 200)
            self.end_headers()
            self.wfile.write(KOI8 if self.path == "/raw" else json.dumps(links).encode())

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        settings.ANYMAIL = {**settings.ANYMAIL, "MAILTRAP_API_URL": url, "RESEND_API_URL": url}
        yield url
        server.shutdown()


def mailtrap(number: str = "77") -> Call:
    event = {"event": "inbound.message_received", "event_id": "e", "timestamp": 1, "inbox_id": 7, "message_id": number}
    return Call("mailtrap/inbound/", json.dumps({"events": [event]}))


def resend(number: str = "77") -> Call:
    event = {"type": "email.received", "created_at": "2026-03-01T12:00:00Z", "data": {"email_id": number, "to": [TO]}}
    return Call("resend/inbound/", json.dumps(event))


@pytest.mark.parametrize("made", [mailtrap, resend], ids=lambda made: made.__name__)
def test_a_mail_is_fetched_and_its_address_found_in_its_headers(
    client: Client, api: str, made: Callable[[str], Call]
) -> None:
    assert made("77").post(client) == 200
    row = IncomingMail.objects.get()
    assert row.recipient == TO
    assert [command.text for command in read(Letter(bytes(row.raw))).commands] == ["roll"]


@pytest.mark.parametrize("made", [mailtrap, resend], ids=lambda made: made.__name__)
def test_a_mail_that_cannot_be_fetched_is_to_be_posted_again(
    client: Client, api: str, made: Callable[[str], Call]
) -> None:
    client.raise_request_exception = False
    assert made("gone").post(client) == 500
    assert not IncomingMail.objects.exists()


def test_what_cannot_be_parsed_is_kept_as_it_was_posted(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    event = json.dumps({"Headers": {"From": "a@b\r\nTo: c"}, "Parts": [{"ContentRef": "Attachment9"}]})
    assert Call("mailjet/inbound/", event).post(client) == 200
    assert bytes(IncomingMail.objects.get().raw) == event.encode()
    assert "cannot be parsed" in caplog.text
