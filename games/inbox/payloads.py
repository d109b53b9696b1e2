"""What mail providers post to us: where in it the raw mail is, byte for byte, and its envelope (spec/mail.md §3.7).

anymail parses a mail before it hands it on, and may fail at that, or lose bytes that are no UTF-8. So where a provider
posts raw mail, it is taken from the request itself. Whether the request is genuine was checked before.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser


class Posted(NamedTuple):
    """A mail that a provider posted: as it came, for whom, from whom. No recipients: the provider does not tell."""

    raw: bytes
    recipients: list[str]
    sender: str


def posted(provider: str, request: HttpRequest) -> list[Posted] | None:
    """The raw mails in a request of a provider (its name as anymail writes it); None: it does not hold raw mail."""
    read = READERS.get(provider)
    if read is None:
        return None
    try:
        return list(read(request))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None  # another shape: parsed already, an event of another kind, or nothing that anybody knows


def _mailgun(request: HttpRequest) -> Iterable[Posted]:
    form = _form(request)
    yield Posted(_as_it_came(form["body-mime"]), [_text(form["recipient"])], _text(form.get("sender", "")))


def _sendgrid(request: HttpRequest) -> Iterable[Posted]:
    form = _form(request)
    envelope = json.loads(_text(form["envelope"]))
    yield Posted(_as_it_came(form["email"]), envelope["to"], envelope["from"])


def _mandrill(request: HttpRequest) -> Iterable[Posted]:
    for event in json.loads(request.POST["mandrill_events"]):
        if event["event"] != "inbound":
            raise ValueError("an event of sending")
        yield Posted(_encoded(event["msg"]["raw_msg"]), [event["msg"]["email"]], "")


def _amazon_ses(request: HttpRequest) -> Iterable[Posted]:
    event = json.loads(_json(request)["Message"])
    content, action = event["content"], event["receipt"]["action"]  # a mail that lies in S3 has no content here
    raw = b64decode(content) if action.get("encoding") == "BASE64" else _encoded(content)
    yield Posted(raw, event["receipt"]["recipients"], event["mail"]["source"])


def _mailersend(request: HttpRequest) -> Iterable[Posted]:
    data = _json(request)["data"]
    recipients = [recipient["email"] for recipient in data["recipients"]["rcptTo"]]
    yield Posted(_encoded(data["raw"]), recipients, data["sender"]["email"])


def _postal(request: HttpRequest) -> Iterable[Posted]:
    event = _json(request)
    raw = b64decode(event["message"]) if event.get("base64") else _encoded(event["message"])
    yield Posted(raw, [event["rcpt_to"]], event.get("mail_from") or "")


def _postmark(request: HttpRequest) -> Iterable[Posted]:
    event = _json(request)
    top = [field for field in event.get("Headers", [])[:1] if field["Name"] == "Return-Path"]  # put there by Postmark
    yield Posted(_encoded(event["RawEmail"]), [event["OriginalRecipient"]], top[0]["Value"] if top else "")


def _sparkpost(request: HttpRequest) -> Iterable[Posted]:
    for event in _json(request):
        if event["msys"]:  # an empty one only asks whether we are there
            message = event["msys"]["relay_message"]
            text, is_encoded = message["content"]["email_rfc822"], message["content"]["email_rfc822_is_base64"]
            raw = b64decode(text) if is_encoded else _encoded(text)
            yield Posted(raw, [message["rcpt_to"]], message.get("msg_from") or "")


READERS: Mapping[str, Callable[[HttpRequest], Iterable[Posted]]] = {
    "Amazon SES": _amazon_ses,
    "MailerSend": _mailersend,
    "Mailgun": _mailgun,
    "Mandrill": _mandrill,
    "Postal": _postal,
    "Postmark": _postmark,
    "SendGrid": _sendgrid,
    "SparkPost": _sparkpost,
}
"""Name of a provider -> how its raw mails are found."""


def _json(request: HttpRequest) -> Any:
    return json.loads(request.body)


def _form(request: HttpRequest) -> Mapping[str, str]:
    """The posted form with every byte as the character of that number: Django itself would read it as UTF-8."""
    if request.content_type == "multipart/form-data":
        in_memory = [MemoryFileUploadHandler(request)]
        form, _files = MultiPartParser(request.META, BytesIO(request.body), in_memory, "latin-1").parse()
    else:
        form = QueryDict(request.body, encoding="latin-1")
    return {name: str(form[name]) for name in form}


def _as_it_came(field: str) -> bytes:
    """The bytes of a field of `_form`."""
    return field.encode("latin-1")


def _text(field: str) -> str:
    """A field of `_form` as text."""
    return _as_it_came(field).decode("utf-8", "replace")


def _encoded(text: str) -> bytes:
    """A mail that was written as JSON text: UTF-8, or what its bytes were made of that are no UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
