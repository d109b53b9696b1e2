"""The rows. Database constraints guard what must never be; no rules and no mail live here."""

from games.models.club import Admission, Club, ClubLink, Election, Membership, Ruling, Vote
from games.models.imports import ImportedRecord
from games.models.mail import Address, IncomingMail, MailProvider, OutgoingMail
from games.models.player import Absence, Profile
from games.models.pulse import Pulse
from games.models.round import Round, RoundMember
from games.models.table import Entry, Game, Invitation, Message, Prompt, Seat, Stake, Table

__all__ = [
    "Absence",
    "Address",
    "Admission",
    "Club",
    "ClubLink",
    "Election",
    "Entry",
    "Game",
    "ImportedRecord",
    "IncomingMail",
    "Invitation",
    "MailProvider",
    "Membership",
    "Message",
    "OutgoingMail",
    "Profile",
    "Prompt",
    "Pulse",
    "Round",
    "RoundMember",
    "Ruling",
    "Seat",
    "Stake",
    "Table",
    "Vote",
]
