"""The door of a mailbox at a provider: what comes there is kept, and only then marked as seen (spec/mail.md §3.7).

`manage.py poll_imap` runs it, once for a mailbox. Whatever breaks, a mail is kept at least once, and kept twice it is
one row.
"""

from __future__ import annotations

import imaplib
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.db import Error, close_old_connections, connection
from django.utils import timezone
from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailboxLoginError, MailBoxStartTls, MailBoxUnencrypted

from games import pulse
from games.inbox.reader import Letter
from games.inbox.receive import MAX_BYTES, TooLargeError, keep, recipients_of

logger = logging.getLogger(__name__)

KINDS = {"imaps": (MailBox, 993), "imap+tls": (MailBoxStartTls, 143), "imap": (MailBoxUnencrypted, 143)}
"""Scheme of IMAP_URL -> how to speak to the server, and its usual port."""

ANSWERS = 60.0
"""Seconds in which a server answers a command."""

IDLE = 28 * 60
"""Seconds after which IDLE is said again: a server may hang up after half an hour of it (RFC 2177)."""

LOOKS = 60
"""Seconds between two looks at a server that has no IDLE."""

WAITS = (5, 15, 60, 300)
"""Seconds until the next try after something broke; the last one stands for all further tries."""

PASSING = re.compile(r"UNAVAILABLE|INUSE|LIMIT|try again|temporar", re.IGNORECASE)
"""What a server says that refuses a login only for now (RFC 5530)."""

BROKEN = (OSError, imaplib.IMAP4.error, ImapToolsError, Error)


class RefusedError(Exception):
    """The server does not take the name and password. Trying again would only get the account locked."""


class Numbers(NamedTuple):
    """How the mails of a mailbox are numbered: valid until `validity` changes; `following` is the next UID."""

    validity: int
    following: int


class Memory:
    """The last mail that was kept, by mailbox, in a file: UIDVALIDITY and UID. Losing it only costs another look."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self, mailbox: str, validity: int) -> int | None:
        """UID of the last mail kept; None: nothing is known of this mailbox, or its numbers were given anew."""
        known = self._read().get(mailbox)
        return known[1] if known and known[0] == validity else None

    def keep(self, mailbox: str, validity: int, uid: int) -> None:
        """Remember this UID as the last one."""
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps(self._read() | {mailbox: [validity, uid]}))
        beside.replace(self.path)

    def _read(self) -> dict[str, list[int]]:
        with suppress(OSError, ValueError):
            return dict(json.loads(self.path.read_text()))
        return {}


class Watch:
    """One mailbox and what is remembered of it. `url` is IMAP_URL: imaps://user:password@host:port/folder."""

    def __init__(self, url: str, memory: Memory) -> None:
        self.url, self.memory = urlsplit(url), memory
        self.folder = unquote(self.url.path.strip("/")) or "INBOX"
        self.name = f"{self.url.username}@{self.url.hostname}/{self.folder}"

    def run(self, *, once: bool = False) -> None:
        """Keep what is there, then what comes, for ever; with `once` only what is there. Raises RefusedError."""
        failures = 0
        while True:
            try:
                with self._opened() as (box, numbers):
                    self._take_new(box, numbers)
                    failures = 0
                    while not once:
                        self._wait(box)
                        self._take_new(box, numbers)
                return
            except MailboxLoginError as error:
                if not PASSING.search(str(error)):
                    raise RefusedError(str(error)) from error
                failure: Exception = error
            except BROKEN as error:
                failure = error
            if once:
                raise failure
            logger.warning("the mailbox %s waits for another try: %s", self.name, failure)
            sleep(WAITS[min(failures, len(WAITS) - 1)])
            failures += 1

    def _take_new(self, box: BaseMailBox, numbers: Numbers) -> None:
        """Keep what was not kept yet, until a look finds nothing and the server told of nothing meanwhile.

        It tells of a new mail once, in whatever answer comes next: were that overlooked, IDLE would wait for nothing.
        """
        if not connection.in_atomic_block:
            close_old_connections()  # the database may have gone and come back while nothing came
        pulse.beat("imap", now=timezone.now())
        while True:
            box.client.response("EXISTS")  # what was told before this look is seen by it
            if not self._look(box, numbers) and box.client.response("EXISTS")[1] == [None]:
                return

    def _look(self, box: BaseMailBox, numbers: Numbers) -> bool:
        """Keep the new mails that one search finds, in order, and mark each when it was kept. Whether there were any.

        In a mailbox that is new to us new is what nobody has seen; later, what has come since, seen or not.
        """
        last = self.memory.last(self.name, numbers.validity)
        found = box.uids("UNSEEN" if last is None else f"UID {last + 1}:*")
        uids = sorted(int(uid) for uid in found if last is None or int(uid) > last)  # `9:*` finds 8 if that is the last
        for uid in uids:
            self._take(box, str(uid))
            self.memory.keep(self.name, numbers.validity, uid)
        if last is None:
            self.memory.keep(self.name, numbers.validity, max([*uids, numbers.following - 1]))
        return bool(uids)

    def _take(self, box: BaseMailBox, uid: str) -> None:
        if not connection.in_atomic_block:
            close_old_connections()  # the database may have gone and come back while nothing came
        try:
            raw = _fetched(box, uid)
            sender = Letter(raw).mail.first("return-path") or ""
            for recipient in recipients_of(raw):
                keep(raw, recipient=recipient, sender=sender, source="imap", now=timezone.now())
        except TooLargeError as error:
            logger.warning("mail %s in %s has %s bytes and is left there: too large", uid, self.name, error)
        box.flag([uid], "\\Seen", True)

    def _wait(self, box: BaseMailBox) -> None:
        """Wait until the server tells of something new, or until it is time to look."""
        if "IDLE" in box.client.capabilities:
            box.idle.wait(timeout=IDLE)
        else:
            sleep(LOOKS)

    @contextmanager
    def _opened(self) -> Iterator[tuple[BaseMailBox, Numbers]]:
        """The mailbox, and how its mails are numbered."""
        kind, port = KINDS[self.url.scheme]
        box = kind(self.url.hostname or "", self.url.port or port, timeout=ANSWERS)
        try:
            box.login(unquote(self.url.username or ""), unquote(self.url.password or ""), initial_folder=None)
            status = box.folder.status(self.folder, ["UIDVALIDITY", "UIDNEXT"])
            box.folder.set(self.folder)
            yield box, Numbers(status["UIDVALIDITY"], status["UIDNEXT"])
        finally:
            with suppress(*BROKEN):
                box.logout()


def _fetched(box: BaseMailBox, uid: str) -> bytes:
    """A mail byte for byte, without marking it. Raises TooLargeError before it is fetched."""
    _, told = box.client.uid("FETCH", uid, "(RFC822.SIZE)")
    size = re.search(rb"RFC822\.SIZE (\d+)", told[0] if isinstance(told[0], bytes) else b"")
    if size and int(size[1]) > MAX_BYTES:
        raise TooLargeError(int(size[1]))
    _, parts = box.client.uid("FETCH", uid, "(BODY.PEEK[])")
    return next((part[1] for part in parts if isinstance(part, tuple)), b"")
