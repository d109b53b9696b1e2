"""Where a mail goes and who wrote it: the secret address that it was sent to, and whether its writer may use it.

The address is the capability, the From is the second factor (spec/mail.md §0). References, subject and the rest of the
headers authorise nothing.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings

from games.inbox.reader import Letter
from games.models import Address, IncomingMail
from games.outbox.headers import token_hash, token_of

COMMENT = re.compile(r"\([^()]*\)")

HEADER_FROM = re.compile(r"(?:^|[;\s])dmarc\s*=[^;]*\sheader\.from\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)
"""Which From the DMARC check was about (RFC 8601)."""

LONGEST = 4000
"""So much of a field is searched for it: the search may look at each letter once for every other one."""

LIVES = timedelta(days=90)
"""How long a letter can be answered that asks nothing (any more); while its question is open it always can."""


def find_address(mail: IncomingMail, letter: Letter) -> Address | None:
    """The secret address that the mail was sent to: the envelope's, else the first known one of the headers."""
    key = mail.address_id
    for candidate in letter.recipients if key is None else ():
        key = key or key_of(candidate)
    if key is None:
        return None
    return Address.objects.select_related("player", "seat", "prompt").get(pk=key)


def key_of(recipient: str) -> int | None:
    """The key of the secret address that this mail address is, if it is one of ours and known."""
    token = token_of(recipient)
    if not token:
        return None
    return Address.objects.filter(token_hash=token_hash(token)).values_list("pk", flat=True).first()


def has_expired(address: Address, *, now: datetime) -> bool:
    """Whether the letter is too old to be answered (spec/mail.md §1, "Expiry")."""
    if address.prompt is None:
        return now - address.created_at > LIVES
    closed_at = address.prompt.closed_at
    return closed_at is not None and now - closed_at > LIVES


def is_from(address: Address, letter: Letter) -> bool:
    """Whether the one writer of the mail is the player to whom the letter went that is being answered.

    Two From fields are no identity, whatever stands in them: mailers do not agree which one counts.
    """
    if len(letter.senders) != 1 or len(letter.mail.all("from")) != 1:
        return False
    sender: str = letter.senders[0]
    if address.player is None:
        invited: str = address.letter.to.lower()
        return invited == sender
    confirmed = EmailAddress.objects.filter(user=address.player.user_id, verified=True)
    return bool(confirmed.filter(email__iexact=sender).exists())


def is_forged(letter: Letter) -> bool:
    """Whether a server that we trust says that the From is not genuine (DMARC fail, RFC 8601).

    Only the topmost Authentication-Results counts, and only of the servers named in MAIL_TRUSTED_AUTHSERV_IDS: whoever
    wrote the mail could have added the others (spec/mail.md B23). Absent is neutral; but that server must have seen the
    same From as we: an address that is hidden in an encoded word, or another domain than it names, it has not checked.
    """
    trusted = {name.lower() for name in settings.MAIL_TRUSTED_AUTHSERV_IDS}
    results = letter.authentication
    if not trusted or not results:
        return False
    server, _, verdicts = COMMENT.sub(" ", results[0]).partition(";")
    if not trusted.intersection(server.lower().split()[:1]):
        return False
    if re.search(r"(?:^|[;\s])dmarc\s*=\s*fail\b", verdicts, re.IGNORECASE):
        return True
    return bool(letter.senders) and not _seen_alike(letter.senders[0], letter.mail.first("from") or "", verdicts)


def _seen_alike(sender: str, written: str, verdicts: str) -> bool:
    """Whether the From that a server judged is the one that we read."""
    if sender not in written.lower():
        return False
    checked = HEADER_FROM.search(verdicts[:LONGEST])
    domain = checked[1].rpartition("@")[2].lower() if checked else ""
    own = sender.rpartition("@")[2]
    return not domain or domain == own or not (domain + own).isascii() or "xn--" in domain + own
