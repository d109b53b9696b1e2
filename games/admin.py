"""The admin: people and clubs can be changed, words can be hidden; log, state and letters are looked at.

Never shown: snapshots and actions (they hold sealed answers and orders), seeds and nonces, tokens, raw mail.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html

from games.models import (
    Absence,
    Admission,
    Club,
    Election,
    Entry,
    Game,
    IncomingMail,
    Invitation,
    Membership,
    Message,
    OutgoingMail,
    Profile,
    Prompt,
    Round,
    RoundMember,
    Ruling,
    Seat,
    Stake,
    Table,
)
from games.queries import readable
from games.rules import codec


class ReadOnly:
    """Nothing can be added, changed or deleted; only what `fields` names is shown."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows of the game are made by playing."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The state is changed by `rows.sync` alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The log is append-only."""
        return False


class SeatRows(ReadOnly, admin.TabularInline[Seat, Table]):
    """Who sits at a table."""

    model = Seat
    fields = ("number", "player", "role", "line", "points", "joined_at", "left_at")


class GameRows(ReadOnly, admin.TabularInline[Game, Table]):
    """The games of a table. The seed of a game is for its proof page, not for here."""

    model = Game
    fields = ("number", "box", "line", "seed_hash", "started_at", "ended_at", "winner", "how", "value", "points")


class PromptRows(ReadOnly, admin.TabularInline[Prompt, Table]):
    """The questions of a table."""

    model = Prompt
    fields = ("number", "seat", "kind", "proxy", "asked_at", "due_at", "check_at", "reminded_at", "closed_at")


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin[Table]):
    """A table with its seats, games and questions."""

    fields = ("variant", "format", "rules", "clock", "host", "club", "last_seq", "over", "dice_epoch", "open_until")
    list_display = ("pk", "variant", "format", "host", "last_seq", "over", "created_at", "started_at", "over_at")
    list_filter = ("over", "format", "variant")
    inlines = (SeatRows, GameRows, PromptRows)


class RoundMemberRows(ReadOnly, admin.TabularInline[RoundMember, Round]):
    """Who plays a round, and the next one."""

    model = RoundMember
    fields = ("player", "stays", "joined_at")


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    """A chouette that is played round by round."""

    fields = list_display = ("pk", "host", "club", "laps", "created_at")
    inlines = (RoundMemberRows,)


@admin.register(Ruling)
class RulingAdmin(ReadOnly, admin.ModelAdmin[Ruling]):
    """What organisers of clubs decided, and why."""

    fields = list_display = ("table", "game", "organiser", "kind", "side", "level", "seat", "reason", "at", "entry")


@admin.register(Admission)
class AdmissionAdmin(ReadOnly, admin.ModelAdmin[Admission]):
    """Who asked to play at a club's table, and what was decided."""

    list_display = ("table", "player", "asked_at", "admitted", "by", "decided_at")


@admin.register(Election)
class ElectionAdmin(ReadOnly, admin.ModelAdmin[Election]):
    """Elections of organisers. Who voted for whom is nobody's business."""

    list_display = ("club", "opened_at", "closes_at", "closed_at", "winner")


@admin.register(Absence)
class AbsenceAdmin(ReadOnly, admin.ModelAdmin[Absence]):
    """Vacations: planned, ended and called off by their players alone."""

    fields = list_display = ("player", "begins", "ends", "automatic", "planned_at", "cancelled_at")


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin[Entry]):
    """The log: who did something when, and the facts that everybody may read."""

    fields = ("table", "seq", "seat", "source", "at", "epoch", "public_facts")
    readonly_fields = ("public_facts",)
    list_display = ("table", "seq", "seat", "source", "at")
    list_filter = ("source",)

    @admin.display(description="facts")
    def public_facts(self, entry: Entry) -> str:
        """Facts as their data, one a line."""
        public = [fact for fact in entry.facts if readable(codec.load_fact(fact), seat=None, side=None)]
        return format_html("<pre>{}</pre>", "\n".join(json.dumps(fact, ensure_ascii=False) for fact in public))


@admin.register(Stake)
class StakeAdmin(ReadOnly, admin.ModelAdmin[Stake]):
    """The bets and their cubes."""

    fields = list_display = ("game", "number", "kind", "high", "low", "value", "owner", "turned", "live", "won", "how")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin[Invitation]):
    """Who was invited where. The token stands in the letter alone."""

    fields = list_display = (
        "table",
        "address",
        "player",
        "by",
        "created_at",
        "expires_at",
        "accepted_at",
        "declined_at",
    )


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin[Message]):
    """Words of people: they can be hidden, not changed."""

    fields = ("table", "seat", "audience", "text", "at", "hidden_at")
    readonly_fields = ("table", "seat", "audience", "text", "at")
    list_display = ("table", "seat", "at", "hidden_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People speak for themselves."""
        return False


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnly, admin.ModelAdmin[OutgoingMail]):
    """Letters out: whether they went, not what they say (that holds codes and addresses that open doors)."""

    fields = ("kind", "player", "to", "language", "created_at", "rendered_at", "tries", "next_try_at", "sent_at")
    list_display = ("pk", "kind", "player", "created_at", "tries", "sent_at", "dropped_at", "failed")
    list_filter = ("kind",)


@admin.register(IncomingMail)
class IncomingMailAdmin(ReadOnly, admin.ModelAdmin[IncomingMail]):
    """Letters in: what became of them. Their recipient is an address that opens a door."""

    fields = ("source", "received_at", "tries", "handled_at", "outcome")
    list_display = ("pk", "source", "received_at", "handled_at", "outcome")
    list_filter = ("outcome", "source")


@admin.register(Profile)
class ProfileAdmin(admin.ModelAdmin[Profile]):
    """Players. The handle is a name in the log and in commands: it stays."""

    fields = ("user", "handle", "language", "zone", "letters", "mail_paused_at", "created_at")
    readonly_fields = ("user", "handle", "created_at")
    list_display = ("handle", "language", "letters", "mail_paused_at", "created_at")
    search_fields = ("handle", "user__email")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A player signs up himself."""
        return False


class MembershipRows(admin.TabularInline[Membership, Club]):
    """Who belongs to a club."""

    model = Membership
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs and their members."""

    list_display: Any = ("name", "slug", "created_at")
    inlines = (MembershipRows,)
