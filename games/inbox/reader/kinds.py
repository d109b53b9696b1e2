"""What kind of mail this is, as far as its header fields and the types of its parts tell (spec/mail_reader.md §2)."""

from __future__ import annotations

import re
from typing import Literal

from games.inbox.reader.addresses import Mailbox
from games.inbox.reader.letter import Letter
from games.inbox.reader.mime import Part
from games.inbox.reader.phrases import BOUNCERS, DELIVERY_SYSTEMS, NO_REPLY, OUT_OF_OFFICE, key

Kind = Literal["human", "auto", "bounce", "own", "empty"]

_FROM_NOBODY = ("<>", "<mailer-daemon>")
"""The empty return path, and what Postfix writes for it when it hands a mail to a pipe."""

_LONGEST_NAME = 200
_LONGEST_SUBJECT = 200
_REPORTS = ("delivery-status", "feedback-report", "global-delivery-status")
_BULK = ("bulk", "junk", "list", "auto_reply", "auto-reply", "autoreply")
_AUTOMATIC_FIELDS = (
    "x-autoreply", "x-autorespond", "x-autoresponder", "list-id", "list-post", "list-unsubscribe",
)  # fmt: skip


def robot_kind(letter: Letter, own_domain: str) -> Literal["own", "bounce", "auto"] | None:
    """The first of these three that fits; None for a mail that a person may have written.

    `own_domain` is where the server's letters come from.
    """
    boxes = letter.mailboxes
    if letter.mail.first("x-nardy-loop") is not None or any(_is_own(box, own_domain.lower()) for box in boxes):
        return "own"
    if _is_bounce(letter):
        return "bounce"
    return "auto" if _is_automatic(letter) else None


def _is_own(box: Mailbox, own_domain: str) -> bool:
    domain = box.address.rpartition("@")[2]
    return domain == own_domain or domain.endswith("." + own_domain)


def _is_bounce(letter: Letter) -> bool:
    parts, boxes = letter.parts, letter.mailboxes
    if any(part.type in [f"message/{report}" for report in _REPORTS] for part in parts):
        return True
    if any(part.type == "multipart/report" and _report_type(part) in _REPORTS for part in parts):
        return True
    if letter.mail.first("x-failed-recipients") is not None:
        return True
    if any(_joined(_local(box) if box.address else box.name) in BOUNCERS for box in boxes):
        return True
    names = [key(box.name[:_LONGEST_NAME]) for box in boxes]
    return any(phrase in name for name in names for phrase in DELIVERY_SYSTEMS)


def _is_automatic(letter: Letter) -> bool:
    mail = letter.mail
    if any(_word(value) not in ("", "no") for value in mail.all("auto-submitted")):
        return True
    if any(_word(value) in _BULK for value in mail.all("precedence")):
        return True
    if any(mail.first(field) is not None for field in _AUTOMATIC_FIELDS):
        return True
    if any(_word(value) == "vacation" for value in mail.all("x-apple-action")):
        return True
    if any("".join(value.split()).lower() in _FROM_NOBODY for value in mail.all("return-path")):
        return True
    if any(phrase in _joined(_local(box)) for box in letter.mailboxes for phrase in NO_REPLY):
        return True
    return any(part.type == "multipart/report" for part in letter.parts) or _begins_like_a_notice(letter.subject)


def _begins_like_a_notice(text: str) -> bool:
    written = re.sub(r"\A\W+", "", key(text[:_LONGEST_SUBJECT]).replace("-", " "))
    return " ".join(written.split()).startswith(OUT_OF_OFFICE)


def _report_type(part: Part) -> str:
    return part.parameters.get("report-type", "").lower()


def _local(box: Mailbox) -> str:
    return box.address.rpartition("@")[0]


def _joined(text: str) -> str:
    """`do-not.reply` as `donotreply`."""
    return re.sub(r"[-_. ]", "", text).lower()


def _word(value: str) -> str:
    """The first word of a header value, without comments and parameters."""
    return re.split(r"[;(\s,]", value.strip(), maxsplit=1)[0].lower()
