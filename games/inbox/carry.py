"""Carry out the commands of one letter, in order, each through `play` or `volunteer`, up to the first refusal.

The first answer goes to the question of the letter. A further answer goes only to a question that the one before it
opened for the same seat without a throw: nobody can have meant an answer to dice that he had not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games import lobby
from games.commands import Command
from games.inbox.asking import show
from games.models import Address, Entry, IncomingMail, OutgoingMail, Prompt, Seat
from games.models.mail import Purpose
from games.models.table import Source
from games.play import play, say, volunteer
from games.rules import codec
from games.rules.actions import Accept, Action, Answer, Decline, Double, Join, Leave, Name, Play, Resign, Roll, Settle
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Thrown

ANSWERS = (Roll, Play, Name, Double, Answer, Accept, Decline)
"""Actions that answer a question. Whatever else a seat may do needs none."""

OF_THE_NEWEST = (Resign, Settle)
"""They depend on where the game stands, so they are taken only in answer to the seat's newest letter."""


@dataclass(slots=True)
class Errand:
    """One letter being carried out: which mail it is, to which address, which question is its, and what time it is."""

    mail: IncomingMail
    address: Address
    message_id: str
    question: Prompt | None
    now: datetime
    answered: bool = False

    def carry_out(self, number: int, command: Command) -> None:
        """Do what the `number`-th command of the letter says. Raises IllegalAction; then nothing was done.

        Its cause is named after the letter and the number: what was done before a crash is not done again after it.
        """
        seat, ref = self._seat, f"{self._cause}{number}"
        if command.kind in ("say", "team"):
            say(seat.pk, command.words, audience="team" if command.kind == "team" else "all", ref=ref, now=self.now)
        elif command.action is None:
            show(command, mail=self.mail, address=self.address, message_id=self.message_id, ref=ref, now=self.now)
        else:
            self._act(command.action, command.number, ref)

    @property
    def _seat(self) -> Seat:
        assert self.address.seat is not None, "letters without a seat are not carried out here"
        return self.address.seat

    @property
    def _cause(self) -> str:
        """What the causes of all its commands begin with."""
        return f"letter:{self._seat.pk}:{self.mail.key}:"

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
        question = self.question
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
            by=None if question.seat_id == self._seat.pk else self._seat.pk,  # a proxy gets letters of his own
            came=self.mail.received_at,
        )
        self.answered, self.question = True, _opened(entry, question)

    def _volunteer(self, action: Action, ref: str) -> None:
        if isinstance(action, Leave):
            lobby.leave(self._seat, source=Source.LETTER, ref=ref, now=self.now, came=self.mail.received_at)
            return
        if isinstance(action, Join) and self._seat.table.round_id is not None:
            lobby.join(self._seat.table_id, player=self._seat.player, source=Source.LETTER, now=self.now)
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
