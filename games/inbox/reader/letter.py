"""A mail as the inbox needs it: who wrote it, to whom, what names it, what a bounce reports. Reads no commands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.inbox.reader.addresses import Mailbox, mailboxes
from games.inbox.reader.mime import Part, decoded_words, open_mail, open_part, parts_of
from games.inbox.reader.text import lines_of

_RECIPIENT_FIELDS = (
    "x-gm-original-to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "resent-to", "to", "cc",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a delivery report says about one recipient (RFC 3464): `failed`, `5.1.1`, the words of the other server."""

    recipient: str
    action: str
    status: str
    diagnostic: str


class Letter:
    """A mail, opened. Whatever its bytes are, no property raises."""

    def __init__(self, raw: bytes) -> None:
        self.mail: Part = open_mail(raw)
        self.parts: list[Part] = parts_of(self.mail)
        """The mail itself first, then all parts that do not lie in an attached message."""

    @cached_property
    def mailboxes(self) -> list[Mailbox]:
        """Who stands in From, in order; also those without an address. Twenty are enough to see that it is not one."""
        return [box for value in self.mail.all("from")[:20] for box in mailboxes(value)][:20]

    @property
    def senders(self) -> list[str]:
        """The addresses in From, in lower case. More than one is no identity (spec/mail.md §3.4)."""
        return [box.address for box in self.mailboxes if box.address]

    @property
    def recipients(self) -> list[str]:
        """Every address it may have been sent to, the surest first: where the door knew no envelope (mail.md §1)."""
        boxes = (box for field in _RECIPIENT_FIELDS for value in self.mail.all(field) for box in mailboxes(value))
        return list(dict.fromkeys(box.address for box in boxes if box.address))

    @property
    def subject(self) -> str:
        """The subject as text, one line."""
        return " ".join(decoded_words(self.mail.first("subject") or "").split())

    @property
    def message_id(self) -> str:
        """The Message-ID without its brackets; empty when there is none."""
        return (self.mail.first("message-id") or "").strip("<> \t")

    @property
    def authentication(self) -> list[str]:
        """The Authentication-Results fields as they came, the topmost first: only that one may be believed."""
        return self.mail.all("authentication-results")

    @property
    def is_complaint(self) -> bool:
        """Whether it is a report that a letter was taken for spam (RFC 5965)."""
        return any(part.type == "message/feedback-report" for part in self.parts)

    @property
    def deliveries(self) -> list[Delivery]:
        """What a bounce says, recipient by recipient."""
        reports = (
            part for part in self.parts if part.type.startswith("message/") and part.type.endswith("delivery-status")
        )
        groups = (open_part(group.strip(b"\n")) for report in reports for group in report.data.split(b"\n\n"))
        return [_delivery(group) for group in groups if group.first("final-recipient") or group.first("action")]


def _delivery(group: Part) -> Delivery:
    recipient = group.first("original-recipient") or group.first("final-recipient") or ""
    return Delivery(
        recipient.rpartition(";")[2].strip().lower(),
        (group.first("action") or "").lower(),
        (group.first("status") or "").split(" ")[0],
        (group.first("diagnostic-code") or ""),
    )


def message_key(raw: bytes) -> bytes:
    """What names a mail when it comes twice: its Message-ID with its sender, or all that it says where it has none.

    The Received fields of a second way do not count; the sender does, so that nobody can use up another's Message-ID.
    """
    letter = Letter(raw)
    sender = ",".join(letter.senders)
    if letter.message_id:
        return f"{sender} <{letter.message_id}>".encode()
    date = letter.mail.first("date") or ""
    return "\n".join([sender, date, letter.subject, *(line.raw for line in lines_of(letter.parts))]).encode()
