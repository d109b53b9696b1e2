"""A table and the state made visible: games, seats, stakes, log, questions, words, invitations.

`Game`, `Seat`, `Stake` and `Prompt` are written by `rows.sync` alone, in the transaction that saves the snapshot
(clocks move `due_at` and `check_at`).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q

from games.models.names import Names


class Source(models.TextChoices):
    """By which door an action came."""

    PAGE = "page"
    LETTER = "letter"
    CLOCK = "clock"
    BOT = "bot"
    HOUSE = "house"


class Table(models.Model):
    """What people sit down to: a match, a money session or a chouette, and the snapshot of its state."""

    variant = models.CharField(max_length=20)
    format = models.CharField(max_length=10)
    rules = models.JSONField(default=dict)
    """Options that differ from the defaults of variant and format, as the table began; see `rules_now`."""
    clock = models.JSONField(default=dict)
    """`grace`, `bank`, `increment`, `cap` in seconds (design.md §9)."""
    state = models.JSONField(default=dict)
    """The snapshot as `rules.codec.dump` wrote it; empty before the start."""
    codec = models.PositiveSmallIntegerField(default=0)
    last_seq = models.PositiveIntegerField(default=0)
    over = models.BooleanField(default=False)
    host = models.ForeignKey("games.Profile", models.PROTECT, related_name="hosted")
    club = models.ForeignKey("games.Club", models.PROTECT, null=True, blank=True, related_name="tables")
    round = models.ForeignKey("games.Round", models.PROTECT, null=True, blank=True, related_name="tables")
    lap = models.PositiveIntegerField(default=0)
    """Which round of `round` it belongs to, from 1; 0: none."""
    place = models.PositiveSmallIntegerField(default=0)
    """Which table of that round it is, from 1."""
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")
    open_until = models.DateTimeField(null=True, blank=True)
    """An open offer stands until then; None: not on the list of open offers."""
    wanted = models.PositiveSmallIntegerField(default=2)
    """How many seats must be taken before it starts."""
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    """Called off before it started."""
    dice_epoch = models.PositiveIntegerField(default=0)
    """Raised when a backup is restored, so that throws already seen do not come again."""
    ref = models.CharField(max_length=200, blank=True)
    """What its offer came of, so that the same offer twice is one table; empty: nothing that could come twice."""
    goes_on_at = models.DateTimeField(null=True, blank=True)
    """When clocks that stand by agreement run again."""
    thread = models.CharField(max_length=16)
    """Random part of the Message-IDs of its letters."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["open_until"],
                condition=Q(started_at=None, withdrawn_at=None, open_until__isnull=False),
                name="open_offers",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["host", "ref"], condition=~Q(ref=""), name="one_table_per_host_and_ref"),
            models.UniqueConstraint(
                fields=["round", "lap", "place"],
                condition=Q(round__isnull=False, withdrawn_at=None),
                name="one_table_per_place_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.pk}"

    @property
    def paired(self) -> bool:
        """Whether two play together on each side (`rules.state.pairs`)."""
        return bool(self.rules.get("pairs", "off") != "off")

    def names(self, seats: Iterable[Seat]) -> Names:
        """What its seats are called; `seats` are all of them by number, with their players."""
        return Names((seat.player.handle for seat in seats), paired=self.paired)

    @property
    def rules_now(self) -> dict[str, object]:
        """The options that differ from the defaults in the present game: all may have agreed to others meanwhile."""
        now: dict[str, object] = self.state.get("rules", self.rules)
        return now


class Game(models.Model):
    """One board at a table: its dice and its result. The next game's row is made, and its seed committed, ahead."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    box = models.PositiveSmallIntegerField(null=True)
    line = models.JSONField(default=list)
    partner = models.PositiveSmallIntegerField(null=True)
    nonce = models.CharField(max_length=64)
    seed_hash = models.CharField(max_length=64)
    """Its dice are promised by this: SHA-256 of the seed (design.md §8)."""
    seed = models.CharField(max_length=64, blank=True)
    """The seed itself, in hexadecimal, once the game is over. Before that it stands nowhere."""
    salts = models.JSONField(default=dict)
    """Salt of each seat that gave one, by seat number; fixed when the game starts."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    """Side that won (0, 1); None: running, drawn, or no side."""
    how = models.CharField(max_length=12, blank=True)
    value = models.IntegerField(null=True)
    """What side 0 won by it in half points (negative: lost)."""
    annulled_at = models.DateTimeField(null=True)
    """An organiser took back what it brought, after its end (`facts.Reversed`); `points` stay as they were."""
    points = models.JSONField(default=dict)
    """What it brought each seat in half points, by seat number, once it is over."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_per_number"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(started_at__isnull=False, ended_at=None),
                name="one_running_game_per_table",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.table}"


class Seat(models.Model):
    """A player's place at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("games.Profile", models.PROTECT, related_name="seats")
    role = models.CharField(max_length=10, default="crew")
    line = models.PositiveSmallIntegerField(null=True)
    """Place in the rotation, 0 = box; None: not in it."""
    points = models.IntegerField(default=0)
    """Result so far in half points."""
    bank = models.BigIntegerField(default=0)
    """Seconds left beyond the grace of each decision."""
    orders = models.JSONField(default=dict)
    """Standing orders he brought along (fields of `rules.state.Orders`). Those that stand now are in the state."""
    declared = models.PositiveSmallIntegerField(default=1)
    """Stake declared before the table began (`stakes` = `min_multiple`); later ones are in the log."""
    letters = models.CharField(max_length=10, blank=True)
    """Overrides the player's own setting for this table."""
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(left_at=None), name="one_seat_per_player_and_table"
            ),
            models.UniqueConstraint(
                fields=["table", "line"], condition=Q(left_at=None, line__isnull=False), name="one_seat_per_line"
            ),
            models.UniqueConstraint(fields=["table"], condition=Q(role="box", left_at=None), name="one_box_per_table"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table}"


class Stake(models.Model):
    """One bet between two seats with its own cube (`rules.stake`)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="stakes")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    high = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    low = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    value = models.PositiveIntegerField(default=1)
    owner = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    turned = models.BooleanField(default=False)
    live = models.BooleanField(default=True)
    won = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    seller = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    """Whose dropped cube a bought bet was."""
    how = models.CharField(max_length=12, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_stake_per_number"),
            models.UniqueConstraint(
                fields=["game", "high", "low", "kind"],
                condition=Q(live=True) & ~Q(kind="bought"),
                name="one_live_stake_per_pair",
            ),
            models.CheckConstraint(condition=Q(value__gt=0), name="stake_value_is_positive"),
            models.CheckConstraint(condition=~Q(high=F("low")), name="stake_has_two_seats"),
        ]

    def __str__(self) -> str:
        return f"stake {self.number} of {self.game}"


class Entry(models.Model):
    """An accepted action with its facts, in the table's append-only log.

    Never updated, never deleted: triggers of the database see to it (migration `0002_append_only_log`).
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="entries")
    """None: the house."""
    source = models.CharField(max_length=8, choices=Source.choices)
    ref = models.CharField(max_length=200)
    """Names the cause: the same cause twice is one action."""
    ask = models.PositiveIntegerField(null=True)
    """Number of the question that it answered; None: nobody asked."""
    at = models.DateTimeField()
    epoch = models.PositiveIntegerField(default=0)
    """Epoch of the table's dice at that time: throws among the facts came of it."""
    action = models.JSONField()
    facts = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_entry_per_seq"),
            models.UniqueConstraint(fields=["table", "ref"], name="one_entry_per_ref"),
        ]

    def __str__(self) -> str:
        return f"entry {self.seq} of {self.table}"


class Prompt(models.Model):
    """A question put to a seat: the item on the page, what a letter asks, and what the sweep looks at."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="prompts")
    number = models.PositiveIntegerField()
    """`rules.state.Ask.number`, the #17 of letters."""
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="prompts")
    kind = models.CharField(max_length=8)
    proxy = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="proxied")
    """Who may answer it in the place of its seat."""
    batch = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    running_since = models.DateTimeField(null=True)
    """Since when the clock runs for it; None while it stands."""
    grace_left = models.BigIntegerField(default=0)
    """Seconds of grace that were left at `running_since`."""
    banked = models.BooleanField(default=True)
    """Whether the bank of its seat stands behind the grace; some decisions of a chouette have a time of their own."""
    due_at = models.DateTimeField(null=True)
    """The deadline, an absolute moment; None while the clock stands."""
    check_at = models.DateTimeField(null=True)
    """When the sweep looks at it next: to remind, or to time out."""
    reminded_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    """Since when a sealed answer lies in, which may still be replaced: nobody waits for it."""
    behind_offer = models.BooleanField(default=False)
    """It waits until an offer is answered. Its clock runs on only if its own seat made that offer."""
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="closed")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_prompt_per_number"),
            models.UniqueConstraint(
                fields=["seat", "kind"], condition=Q(closed_at=None), name="one_open_prompt_per_seat_and_kind"
            ),
            models.CheckConstraint(condition=~Q(proxy=F("seat")), name="proxy_is_another_seat"),
        ]
        indexes = [models.Index(fields=["check_at"], condition=Q(closed_at=None), name="open_prompts_by_check")]

    def __str__(self) -> str:
        return f"prompt #{self.number} of {self.table}"


class Message(models.Model):
    """Words of a person at a table. Not part of the log: they can be moderated and deleted."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="messages")
    audience = models.CharField(max_length=8, default="all")
    """`all`, or the thread of a side: `team`, `box`."""
    game = models.PositiveIntegerField(default=0)
    """Number of the game that ran when it was said; the threads of a side are open to all once that game is over."""
    text = models.TextField(max_length=2000)
    ref = models.CharField(max_length=200)
    after_seq = models.PositiveIntegerField(default=0)
    """The last entry of the table when it was said."""
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "ref"], name="one_message_per_ref"),
            models.CheckConstraint(condition=Q(audience__in=["all", "team", "box"]), name="message_has_an_audience"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} at {self.table}"


class Invitation(models.Model):
    """A place kept for somebody at a table that has not started: a player, or a mail address."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    address = models.EmailField()
    player = models.ForeignKey("games.Profile", models.CASCADE, null=True, related_name="invitations")
    by = models.ForeignKey("games.Profile", models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    """Hash of the token in its link (`games.models.mail.Address` has the one of the reply address)."""
    place = models.PositiveSmallIntegerField(null=True)
    """The seat that is kept for him; None: the next one."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    ref = models.CharField(max_length=200, blank=True)
    """What it came of, as `Table.ref`."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["by", "ref"], condition=~Q(ref=""), name="one_invitation_per_player_and_ref"
            )
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.table}"
