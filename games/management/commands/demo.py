"""`manage.py demo`: a club, its players, a chouette and matches in progress, for a first look at an empty site."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games import deadlines, lobby
from games.commands import handle_key
from games.models import Club, Membership, Profile, Prompt, Table
from games.models.player import Letters
from games.models.table import Source
from games.play import play, say, volunteer
from games.rules import codec
from games.rules.actions import Action, Answer, Double, Play, Roll
from games.rules.board import Side
from games.rules.plays import legal_plays
from games.rules.state import State, spot

PASSWORD = "nardy-demo"  # noqa: S105  (the demo's door is open to all; there is none where the site is for real)
DOMAIN = "demo.invalid"
PEOPLE = (
    ("Марина", "marina", "ru", "Europe/Moscow"),
    ("Игорь", "igor", "ru", "Europe/Moscow"),
    ("Anna", "anna", "en", "Europe/London"),
    ("Борис", "boris", "ru", "Asia/Yekaterinburg"),
    ("Victor", "victor", "en", "Europe/Berlin"),
    ("Лейла", "leila", "ru", "Asia/Baku"),
)


class Command(BaseCommand):
    """Fill an empty database; or, with `--who`, tell who lives there."""

    help = "Fill an empty site with a club, players and matches in progress (demo only)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--who` only tells how to sign in."""
        parser.add_argument("--who", action="store_true", help="only say how to sign in as each demo player")

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuses where the site is for real, and does nothing where there are players already."""
        if not (settings.NARDY_DEMO or settings.DEBUG):
            raise CommandError("This site is for real: demo players would be a door for everybody. Set NARDY_DEMO=1.")
        if not options["who"] and not Profile.objects.exists():
            with transaction.atomic():
                furnish()
        for profile in Profile.objects.filter(user__email__endswith=f"@{DOMAIN}").select_related("user").order_by("pk"):
            self.stdout.write(f"  {profile.handle:<8} {profile.user.email}  password {PASSWORD}")


def furnish() -> None:
    """The players and their club; matches of short and long nardy, a money session, a chouette; three offers."""
    now = timezone.now()
    marina, igor, anna, boris, victor, leila = people = [_person(*who) for who in PEOPLE]
    club = Club.objects.create(
        name="Клуб «Шеш-беш»",
        slug="shesh-besh",
        about="Нарды по переписке: партия за неделями.",
        preset="club",
        help_allowed="Книги – да, программы – нет.",
    )
    Membership.objects.bulk_create(
        Membership(club=club, player=person, organiser=person in (marina, anna)) for person in people
    )
    _running(marina, igor, "match", {"length": 7}, answers=24, waits_for=marina, now=now)
    _running(igor, marina, "match", {"length": 3}, answers=15, waits_for=igor, now=now)
    _running(anna, victor, "money", {"beavers": True}, answers=12, waits_for=anna, now=now)
    _running(leila, marina, "match", {"length": 3}, variant="long_classic", answers=18, waits_for=marina, now=now)
    _chouette(club, (marina, anna, igor, leila, victor), now=now)
    _offer(boris, "match", {"length": 5}, clock="relaxed", open_for=timedelta(days=14), now=now)
    _offer(igor, "match", {"length": 3}, variant="tapa", open_for=timedelta(days=14), now=now)
    _offer(leila, "match", {"length": 3}, opponent=marina, now=now)


def _chouette(club: Club, people: Sequence[Profile], *, now: datetime) -> None:
    """A chouette of the club: all have dropped in its first game; in the second the box is doubled by two at once."""
    moment = now - timedelta(hours=60)
    table = _offer(
        people[0],
        "chouette",
        {"preset": club.preset},
        open_for=timedelta(days=7),
        seats=len(people),
        club=club,
        now=moment,
    )
    for person in people[1:]:
        lobby.take(table.pk, player=person, now=moment)
    for number in range(60):
        prompt = Prompt.objects.filter(table=table, closed_at=None, answered_at=None).order_by("number")[0]
        state = codec.load(Table.objects.get(pk=table.pk).state)
        game = state.game
        assert game is not None, "the table has begun"
        moment = min(moment + timedelta(hours=2), now)
        ref = f"demo:{number}"
        double = prompt.kind == "cube" and prompt.seat.role == "box" and game.number == 1
        if prompt.kind == "cube" and prompt.seat.role == "captain" and game.number == 2 and max(game.rolls) > 2:
            other = table.seats.get(number=game.line[-1])
            say(prompt.seat_id, "Удваиваем!", ref="demo:words", now=moment)
            volunteer(other.pk, Double(), source=Source.LETTER, ref=f"{ref}:too", now=moment)
            play(prompt.pk, Double(), source=Source.PAGE, ref=ref, now=moment)
            return
        drop = Answer((("drop", ()),))
        action = Double() if double else drop if prompt.kind == "answer" else choice(state)
        play(prompt.pk, action, source=Source.PAGE, ref=ref, now=moment)


def _person(handle: str, name: str, language: str, zone: str) -> Profile:
    address = f"{name}@{DOMAIN}"
    user = get_user_model().objects.create_user(username=name, email=address, password=PASSWORD)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return Profile.objects.create(
        user=user,
        handle=handle,
        handle_key=handle_key(handle),
        language=language,
        zone=zone,
        letters=Letters.AT_ONCE,  # whoever looks at the demo wants to see them
    )


def _offer(
    host: Profile, form: str, rules: dict[str, object], *, variant: str = "short", clock: str = "daily", **more: Any
) -> Table:
    return lobby.offer(
        host=host, variant=variant, format=form, rules=rules, clock=asdict(deadlines.CLOCKS[clock]), **more
    )


def _running(
    host: Profile,
    guest: Profile,
    form: str,
    rules: dict[str, object],
    *,
    variant: str = "short",
    answers: int,
    waits_for: Profile,
    now: datetime,
) -> None:
    """A table where so many questions were answered, one every two hours until now, and then on to `waits_for`."""
    moment = now - timedelta(hours=2 * answers)
    table = _offer(host, form, rules, variant=variant, opponent=guest, now=moment)
    lobby.take(table.pk, player=guest, now=moment)
    say(table.seats.get(player=guest).pk, "Удачной партии!", ref="demo:luck", now=moment)
    for number in range(answers * 2):
        prompt = Prompt.objects.select_related("seat", "table").get(table=table, closed_at=None)
        if number >= answers and prompt.seat.player_id == waits_for.pk:
            return
        moment = min(moment + timedelta(hours=2), now)
        action = choice(codec.load(prompt.table.state))
        play(prompt.pk, action, source=Source.PAGE, ref=f"demo:{prompt.number}", now=moment)


def choice(state: State) -> Action:
    """What a beginner would do: never double, take what is offered, and put his men where they are safe."""
    question = spot(state)
    if question is None:
        return Answer((("take", ()),)) if state.asks[0].kind == "answer" else Roll()
    risk = _lone_men if question.variant.closed_at > 1 else _highest_stack
    best = min(legal_plays(question), key=lambda legal: risk(legal.board.sides[question.side]))
    return Play(tuple((start, end) for start, end, _ in best.steps))


def _lone_men(side: Side) -> int:
    """Pips that could be lost: lone men count more the further they have come."""
    return sum(25 - point for point in range(1, 25) if side[point] == 1)


def _highest_stack(side: Side) -> int:
    """Where nobody is hit men are worth most apart, each closing a point."""
    return max(side[1:25])
