"""Where a mail goes and who wrote it: the secret address that it was sent to, and whether its writer may use it.

The address is the capability, the From is the second factor (spec/mail.md §0). References, subject and the rest of the
headers authorise nothing.
"""

from __future__ import annotations

import re

from allauth.account.models import EmailAddress
from django.conf import settings

from games.inbox.reader import Letter
from games.models import Address, IncomingMail
from games.outbox.headers import token_hash, token_of


def find_address(mail: IncomingMail, letter: Letter) -> Address | None:
    """The secret address that the mail was sent to: the envelope's, else the first known one of the headers."""
    for candidate in (mail.recipient, *letter.recipients):
        token = token_of(candidate)
        if not token:
            continue
        found = (
            Address.objects.select_related("player__user", "seat__table", "prompt", "letter", "invitation")
            .filter(token_hash=token_hash(token))
            .first()
        )
        if found is not None:
            return found
    return None


def is_from(address: Address, letter: Letter) -> bool:
    """Whether the one writer of the mail is the player to whom the letter went that is being answered."""
    if len(letter.senders) != 1:
        return False
    sender: str = letter.senders[0]
    if address.player is None:
        invited: str = address.letter.to.lower()
        return invited == sender
    confirmed = EmailAddress.objects.filter(user=address.player.user, verified=True)
    return bool(confirmed.filter(email__iexact=sender).exists())


def is_forged(letter: Letter) -> bool:
    """Whether a server that we trust says that the From is not genuine (DMARC fail, RFC 8601).

    Only the topmost Authentication-Results counts, and only of the servers named in MAIL_TRUSTED_AUTHSERV_IDS: whoever
    wrote the mail could have added the others (spec/mail.md B23). Absent is neutral.
    """
    trusted = {name.lower() for name in settings.MAIL_TRUSTED_AUTHSERV_IDS}
    results = letter.authentication
    if not trusted or not results:
        return False
    server, _, verdicts = results[0].partition(";")
    if server.split()[:1] == [] or server.split()[0].lower() not in trusted:
        return False
    return re.search(r"(?:^|[;\s])dmarc\s*=\s*fail\b", verdicts, re.IGNORECASE) is not None
