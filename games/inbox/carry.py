"""Carry out the commands of one letter, in order, each through `play` or `volunteer`, up to the first refusal.

The first answer goes to the question of the letter. A further answer goes only to a question that the one before it
opened for the same seat without a throw: nobody can have meant an answer to dice that he had not seen. What a player
asks for himself goes to the `desk`; a letter that is about no single table takes that alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from games import desk, lobby
from games.commands import Command
from games.inbox.asking import show
from games.inbox.newcomer import player_at, plays_by_letter
from games.inbox.reader import Letter
from games.models import Address, Entry, IncomingMail, OutgoingMail, Profile, Prompt, Seat
from games.models.mail import Purpose
from games.models.table import Source
from games.outbox import stopping
from games.outbox.kinds import PERSONAL
from games.play import play, say, volunteer
from games.rules import codec
from games.rules.actions import Accept, Action, Answer, Decline, Double, Join, Leave, Name, Play, Resign, Roll, Settle
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Thrown

ANSWERS = (Roll, Play, Name, Double, Answer, Accept, Decline)
"""Actions that answer a question. Whatever else a seat may do needs none."""

INVITED = (Accept, Decline, Join)
"""What an invitation can be answered with."""

SEEN = ("show", "help", "games", "history")
"""Kinds of commands that change nothing and are answered by letters."""

OF_THE_NEWEST = (Resign, Settle)
"""They depend on where the game stands, so they are taken only in answer to the seat's newest letter."""


@dataclass(slots=True)
class Errand:
    """One mail being carried out: which mail it is, to which address, which question is its, and what time it is.

    `player` is who wrote it; None while he was only invited. `receipts` gather what was done at the desk, and `asks`
    what the answer `accept` to the letter about them will do.
    """

    mail: IncomingMail
    address: Address
    letter: Letter
    question: Prompt | None
    now: datetime
    player: Profile | None
    answered: bool = False
    receipts: desk.Receipts = field(default_factory=list)
    asks: str = ""

    def carry_out(self, number: int, command: Command) -> None:
        """Do what the `number`-th command of the letter says. Raises IllegalAction; then nothing was done.

        Its cause is named after the letter and the number: what was done before a crash is not done again after it.
        """
        ref, action = f"{self._cause}{number}", command.action
        if self.address.invitation is not None and (self.player is None or isinstance(action, INVITED)):
            self._answer_invitation(command)
        elif command.kind in ("say", "team", "box"):
            audience = "all" if command.kind == "say" else command.kind
            say(self._seat.pk, command.words, audience=audience, ref=ref, now=self.now)
        elif command.kind in SEEN:
            self._show(command, ref)
        elif command.kind == "stop":
            self.receipts.append(("stop-asked", {}))
            self.asks = "stop"
        elif action is None:
            self._at_the_desk(command, ref)
        elif self.address.letter.context.get("asks") == "stop" and isinstance(action, Accept | Decline):
            self._stop(action)
        elif isinstance(action, Join):
            lobby.join(self._seat.table_id, player=self._seat.player, source=Source.LETTER, now=self.now)
        else:
            self._act(action, command.number, ref)

    @property
    def _seat(self) -> Seat:
        if self.address.seat is None:
            raise Stale("gathered-letter" if self.address.letter.kind in PERSONAL else "no-question")
        return self.address.seat

    @property
    def _cause(self) -> str:
        """What the causes of all its commands begin with: `letter:SEAT:MAIL:`, a dot for no seat."""
        return f"letter:{self.address.seat_id or '.'}:{self.mail.key}:"

    def _answer_invitation(self, command: Command) -> None:
        """`accept` seats the invited player, `decline` frees his place."""
        invitation, letter = self.address.invitation, self.address.letter
        assert invitation is not None
        if isinstance(command.action, Decline):
            lobby.decline(invitation.pk, now=self.now)
        elif not isinstance(command.action, INVITED):
            raise IllegalAction("say-accept", command=command.written)
        else:
            name = self.letter.mailboxes[0].name
            self.player = self.player or player_at(letter.to, name=name, language=letter.language)
            plays_by_letter(self.player, self.mail.received_at)
            lobby.accept(invitation.pk, player=self.player, source=Source.LETTER, now=self.now)

    def _show(self, command: Command, ref: str) -> None:
        assert self.player is not None, "whoever is only invited has answered that first"
        self.receipts += show(
            command,
            player=self.player,
            address=self.address,
            mail=self.mail,
            message_id=self.letter.message_id,
            ref=ref,
            now=self.now,
        )

    def _at_the_desk(self, command: Command, ref: str) -> None:
        assert self.player is not None, "whoever is only invited has answered that first"
        self.receipts += desk.carry_out(
            command, player=self.player, seat=self.address.seat, source=Source.LETTER, ref=ref, now=self.now
        )

    def _stop(self, action: Action) -> None:
        """The player confirms, or not, that he wants no more letters."""
        if isinstance(action, Accept) and self.player is not None:
            stopping.stop_all(self.player)
            self.receipts.append(("letters-none", {}))

    def _act(self, action: Action, number: int | None, ref: str) -> None:
        if number is not None and self.question and self.question.number != number:
            raise Stale("other-question", number=number, asked=self.question.number)
        if isinstance(action, ANSWERS):
            self._answer(action, ref)
            return
        if isinstance(action, OF_THE_NEWEST):
            self._must_be_newest(ref)
        self._volunteer(action, ref)

    def _answer(self, action: Action, ref: str) -> None:
        question, seat = self.question, self._seat
        if question is None:
            if self.answered:
                raise IllegalAction("one-answer-a-letter")
            if not isinstance(action, Double):
                raise Stale("no-question")
            self._volunteer(action, ref)
            return
        entry = play(
            question.pk,
            action,
            source=Source.LETTER,
            ref=ref,
            now=self.now,
            by=None if question.seat_id == seat.pk else seat.pk,  # a proxy gets letters of his own
            came=self.mail.received_at,
        )
        self.answered, self.question = True, _opened(entry, question)

    def _volunteer(self, action: Action, ref: str) -> None:
        if isinstance(action, Leave):
            lobby.leave(self._seat, source=Source.LETTER, ref=ref, now=self.now, came=self.mail.received_at)
            return
        volunteer(self._seat.pk, action, source=Source.LETTER, ref=ref, now=self.now, came=self.mail.received_at)

    def _must_be_newest(self, ref: str) -> None:
        """The letter that is answered must be the last one this seat was sent, but for those that this answer caused.

        What was done before a crash was right then.
        """
        later = (
            OutgoingMail.objects.filter(seat=self._seat, addresses__purpose=Purpose.REPLY)
            .filter(pk__gt=self.address.letter_id)
            .exclude(entry__ref__startswith=self._cause)
            .exclude(dedupe__startswith=f"answer:{self._cause}")
            .exclude(dedupe__startswith=f"again:{self._cause}")
        )
        done = Entry.objects.filter(table=self._seat.table_id, ref=ref)
        if later.exists() and not done.exists():
            raise Stale("newer-letter")


def _opened(entry: Entry, question: Prompt) -> Prompt | None:
    """The question that an answer opened for the same seat, if no dice were thrown meanwhile."""
    if any(isinstance(codec.load_fact(fact), Thrown) for fact in entry.facts):
        return None
    return Prompt.objects.filter(
        table_id=question.table_id, seat_id=question.seat_id, number__gt=question.number, asked_at=entry.at
    ).first()
