"""For tests of letters: one of each kind, sent; and a mail program's way of answering."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import absence, clubs, lobby
from games.models import OutgoingMail, Profile, Table
from games.models.player import Letters
from games.models.table import Source
from games.notices import Notice
from games.outbox import compose, personal, sending
from games.play import play, say, volunteer
from games.rules.actions import Accept, Answer, Double, Play, Resign, Roll
from games.rules.errors import IllegalAction, Stale
from games.texts.receipts import RECEIPTS
from tests.site.factories import NOW, answer, prompt, refs, seat
from tests.site.factories import match as match_of

FIRST = Play(moves=((8, 5), (6, 5)))
BACK = Play(moves=((13, 11), (24, 23)))
"""A play of the throw 21, which tests throw when nothing else is scripted."""
HOUR = timedelta(hours=1)
SOON = NOW + HOUR
"""Later than any letter is held."""


def send(now: datetime = SOON) -> int:
    """Let the sender work until nothing is due. How many letters it handled."""
    return sending.drain(lambda: now, limit=1000)


RECEIPT_DATA = {
    "variant": "short", "format": "match", "rules": {"length": 3}, "guest": "Chris", "minutes": 15, "left": 500_000,
    "zone": "Europe/Moscow", "now": NOW.isoformat(), "since": NOW.isoformat(), "until": SOON.isoformat(),
    "tables": [12, 13], "offers": [], "words": "roll",
}  # fmt: skip
"""All that any receipt may need."""


def of(player: Profile, kind: str) -> OutgoingMail:
    """The last letter of a kind to a player."""
    return OutgoingMail.objects.filter(player=player, kind=kind).latest("pk")


def every_kind(match: Table, alice: Profile, boris: Profile) -> dict[str, OutgoingMail]:
    """One letter of each kind to Boris, all sent, in the language of Boris: kind -> letter."""
    send()  # started
    answer(match, FIRST, by=alice)
    say(seat(match, alice).pk, "Удачи!\nroll\n  take  ", ref="words", now=NOW)
    compose.reminder(prompt(match, boris), SOON)
    _refusals(match, boris)
    send()  # turn, reminder, problem, stale
    compose.shown("games", player=boris, seat=seat(match, boris), prompt=None, message_id="", ref="shown", now=SOON)
    send()
    answer(match, Roll(), by=boris)
    answer(match, BACK, by=boris)
    answer(match, Double(), by=alice)
    send()  # double
    answer(match, Answer((("take", ()),)), by=boris)
    answer(match, BACK, by=alice)
    _resign(match, alice, boris, level=1)  # offer, game-over
    told = Notice(seat(match, boris).number, "told")
    compose.queue([told], table=match, entry=match.entries.latest("seq"), prompts=[], now=NOW)
    send()  # told
    _resign(match, alice, boris, level=3)  # table-over
    _accounts(boris)
    _invite(alice, boris)
    club = clubs.found(name="Dice", about="", founder=alice, now=NOW)
    compose.club(club, "election", [boris], cause="election:1", now=NOW, words={"until": SOON.isoformat()})
    _personal(alice, boris)
    send()
    sent = OutgoingMail.objects.filter(to="boris@example.org", sent_at__isnull=False)
    return {letter.kind: letter for letter in sent.order_by("pk")}


def _resign(match: Table, loser: Profile, winner: Profile, *, level: int) -> None:
    """One gives up the game, the other accepts. Both letters of the winner are sent."""
    volunteer(seat(match, loser).pk, Resign(level), source=Source.PAGE, ref=next(refs), now=NOW)
    send()
    asked = match.prompts.get(seat__player=winner, kind="offer", closed_at=None)
    play(asked.pk, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    send()


def _refusals(match: Table, boris: Profile) -> None:
    for number, error in enumerate(
        (
            IllegalAction("unknown-command", line="пойду-ка я"),
            Stale("stale", number=1, answered_at=NOW.isoformat(), by=0),
        )
    ):
        compose.problem(
            player=boris,
            seat=seat(match, boris),
            prompt=prompt(match, boris),
            error=error,
            line="take",
            message_id="<his@example.org>",
            ref=f"mail:{number}",
            now=SOON,
        )


def _personal(alice: Profile, boris: Profile) -> None:
    """What is about several tables or none."""
    tables = [match_of(alice, boris) for _ in range(3)]
    for table in tables[:2]:
        answer(table, FIRST, by=alice)
    say(seat(tables[0], alice).pk, "roll\n  take  ", ref="daily words", now=NOW)
    personal.reminders([prompt(table, boris) for table in tables[:2]], SOON)
    send()  # reminders
    boris.letters = Letters.DIGEST
    boris.save(update_fields=["letters"])
    personal.digest(boris, since=NOW - HOUR, now=SOON)
    send()  # digest
    boris.letters = Letters.AT_ONCE
    boris.save(update_fields=["letters"])
    absence.plan(alice, (NOW, NOW + timedelta(days=3)), ref="away", now=NOW)
    absence.tell_one(SOON)
    every = [(code, dict(RECEIPT_DATA, table=tables[0].pk)) for code in RECEIPTS if code != "games"]
    personal.noted([*every, ("games", {})], player=boris, message_id="<his@example.org>", ref="note", now=SOON)


def _accounts(boris: Profile) -> None:
    for kind in ("welcome", "code", "verify", "reset", "unknown", "exists", "changed"):
        secret = {"code": "AB12CD", "link": "https://play.example.org/x/secret/", "what": "password_changed"}
        compose.account(kind, "boris@example.org", secret, boris.language, SOON, player=boris)


def _invite(alice: Profile, boris: Profile) -> None:
    lobby.offer(
        host=alice,
        variant="short",
        format="match",
        rules={"length": 5},
        clock={"grace": 86400, "bank": 4 * 86400, "increment": 0, "cap": 0},
        now=NOW,
        opponent=boris,
    )
