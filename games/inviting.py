"""An invitation's row and its letter: what all who invite share. Who sits down by it is `lobby`'s."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Invitation, Profile, Table
from games.outbox import compose
from games.outbox.headers import new_token, token_hash
from games.play import lock, patient
from games.queries import pending_invitations
from games.rules.errors import IllegalAction

INVITATION_STANDS = timedelta(days=14)
INVITATIONS_A_DAY = 20
"""How many invitations a player may send in a day: they are letters to people who did not ask for one."""


def invite(
    table: Table, guest: Profile | str, *, by: Profile, now: datetime, ref: str = "", place: int | None = None
) -> Invitation:
    """Write down the invitation and queue its letter. The one who is invited already is not invited again.

    `place` is the seat that is kept for him at a table of pairs.
    """
    player = guest if isinstance(guest, Profile) else None
    address = compose.confirmed_addresses([player]).get(player.user_id, "") if player else str(guest)
    address = address.strip().lower()
    own = compose.confirmed_addresses([by]).get(by.user_id, "").lower()
    if player == by or address == own:
        raise IllegalAction("own-offer")
    runs = table.started_at and table.format == "chouette" and not table.over and table.round_id is None
    if (table.started_at and not runs) or table.withdrawn_at:
        raise IllegalAction("already-started")
    if known := pending_invitations(now).filter(table=table, address=address, player=player).first():
        return known
    if Invitation.objects.filter(by=by, created_at__gt=now - timedelta(days=1)).count() >= INVITATIONS_A_DAY:
        raise IllegalAction("too-many-invitations", limit=INVITATIONS_A_DAY)
    _must_be_asked_by_an_organiser(table, by, address, player)
    token = new_token()
    invitation = Invitation.objects.create(
        table=table,
        address=address,
        player=player,
        by=by,
        token_hash=token_hash(token),
        created_at=now,
        expires_at=now + INVITATION_STANDS,
        ref=ref,
        place=place,
    )
    if address:
        compose.invitation(invitation, token, now)
        compose.nudge()
    return invitation


@patient
@transaction.atomic
def revoke(invitation_id: int, *, by: Profile, now: datetime) -> None:
    """Take an invitation back that nobody has answered: whoever sent it may, and the host. Twice is once."""
    table = lock(invitations=invitation_id)
    invitation = Invitation.objects.get(pk=invitation_id)
    if by.pk not in (invitation.by_id, table.host_id):
        raise IllegalAction("not-yours")
    pending_invitations(now).filter(pk=invitation_id).update(expires_at=now)


def _must_be_asked_by_an_organiser(table: Table, by: Profile, address: str, guest: Profile | None) -> None:
    """Members ask members to a table of their club; only an organiser asks anybody else."""
    if table.club is None or table.club.memberships.filter(player=by, organiser=True).exists():
        return
    own = {"player": guest} if guest else {"player__user__emailaddress__email__iexact": address}
    if not table.club.memberships.filter(**own).exists():
        raise IllegalAction("organisers-invite", club=table.club.name)
