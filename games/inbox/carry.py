"""Carry out the commands of one letter, in order, each through `play` or `volunteer`, up to the first refusal.

The first answer goes to the question of the letter. A further answer goes only to a question that the one before it
opened for the same seat without a throw: nobody can have meant an answer to dice that he had not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.commands import Command
from games.inbox.asking import show
from games.models import Address, Entry, OutgoingMail, Prompt
from games.models.mail import Purpose
from games.models.table import Source
from games.play import play, say, volunteer
from games.rules import codec
from games.rules.actions import Accept, Action, Answer, Decline, Double, Name, Play, Resign, Roll, Settle
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Thrown

ANSWERS = (Roll, Play, Name, Double, Answer, Accept, Decline)
"""Actions that answer a question. Whatever else a seat may do needs none."""

OF_THE_NEWEST = (Resign, Settle)
"""They depend on where the game stands, so they are taken only in answer to the seat's newest letter."""


@dataclass(slots=True)
class Errand:
    """One letter being carried out: from which address, which question is its, and when a door took it."""

    address: Address
    ref: str
    """Names the letter: the same letter twice is one letter."""
    message_id: str
    now: datetime
    question: Prompt | None
    answered: bool = False

    def carry_out(self, number: int, command: Command) -> None:
        """Do what the `number`-th command of the letter says. Raises IllegalAction; then nothing was done."""
        seat = self.address.seat
        assert seat is not None, "letters without a seat are not carried out here"
        ref = f"letter:{seat.pk}:{self.ref}:{number}"
        if command.kind in ("say", "team"):
            say(seat.pk, command.words, audience="team" if command.kind == "team" else "all", ref=ref, now=self.now)
        elif command.action is None:
            show(command, address=self.address, message_id=self.message_id, ref=ref, now=self.now)
        elif isinstance(command.action, ANSWERS):
            self._answer(command, command.action, ref)
        else:
            if isinstance(command.action, OF_THE_NEWEST):
                self._must_be_newest()
            volunteer(seat.pk, command.action, source=Source.LETTER, ref=ref, now=self.now)

    def _answer(self, command: Command, action: Action, ref: str) -> None:
        seat, question = self.address.seat, self.question
        assert seat is not None
        if question is None:
            if self.answered:
                raise IllegalAction("one-answer-a-letter")
            if not isinstance(action, Double):
                raise Stale("no-question")
            volunteer(seat.pk, action, source=Source.LETTER, ref=ref, now=self.now)
            return
        if command.number not in (None, question.number):
            raise Stale("other-question", number=command.number, asked=question.number)
        entry = play(question.pk, action, source=Source.LETTER, ref=ref, now=self.now)
        self.answered, self.question = True, _opened(entry, question)

    def _must_be_newest(self) -> None:
        """The letter that is answered must be the last one this seat was sent."""
        later = OutgoingMail.objects.filter(
            seat=self.address.seat, addresses__purpose=Purpose.REPLY, pk__gt=self.address.letter_id
        )
        if later.exists():
            raise Stale("newer-letter")


def _opened(entry: Entry, question: Prompt) -> Prompt | None:
    """The question that an answer opened for the same seat, if no dice were thrown meanwhile."""
    if any(isinstance(codec.load_fact(fact), Thrown) for fact in entry.facts):
        return None
    return Prompt.objects.filter(
        table_id=question.table_id, seat_id=question.seat_id, number__gt=question.number, asked_at=entry.at
    ).first()
