"""Facts as sentences of the form "who: what", which needs neither gender nor case and reads like a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext, pgettext

from games.rules import facts as f
from games.rules.actions import HOUSE
from games.rules.board import OFF
from games.texts import words
from games.texts.reading import Reading, Sentence, whose
from games.texts.session_facts import SESSION

LAST_THROW: f.Source = "house"
"""Whose decision a play of the last throw is: of itself the house plays nothing else (spec/rules.md §3.2)."""


def fact(fact: f.Fact, *, names: Sequence[str], reader: int | None = None) -> str:
    """One fact as a sentence without a full stop, for `reader` (a seat number) who may read it.

    `names` are the handles of the seats by number. The language is the active one.
    """
    return SENTENCES[type(fact)](fact, Reading(names, reader))


def story(
    facts: Sequence[f.Fact], *, names: Sequence[str], reader: int | None = None, before: Sequence[f.Fact] = ()
) -> list[str]:
    """What happened, one sentence for each thing a player would tell: a throw and its play are one of them.

    At a table of two the end of a game says who got how much, so the bets are not told apart from it. That an answer
    is in is news until something comes of it. `before` are facts that the reader knows: the play that ended a game may
    be among them.
    """
    reading = Reading(names, reader)
    told = []
    last = next((one for one in reversed(before) if isinstance(one, f.Played)), None)
    for number, one in enumerate(facts):
        last = one if isinstance(one, f.Played) and one.source != LAST_THROW else last
        after = facts[number + 1] if number + 1 < len(facts) else None
        thrown = isinstance(one, f.Thrown) and one.why == "turn" and isinstance(after, f.Played | f.Passed)
        booked = isinstance(one, f.StakeClosed) and (len(names) == 2 or words.is_paired(names))
        revealed = isinstance(one, f.Sealed) and any(not isinstance(later, f.Sealed) for later in facts[number:])
        if isinstance(one, f.GameOver) and last:
            told.append(_game_over(one, reading, caught=last.steps[-1][1] != OFF))
        elif isinstance(one, f.Passed) and isinstance(after, f.StakeClosed | f.GameOver) and after.how == "board":
            told.append(_passed(one, reading) + _(" (the last throw)"))  # no other pass ends a game
        elif not (thrown or booked or revealed):
            told.append(SENTENCES[type(one)](one, reading))
        reading.follow(one)
    return told


def _game_started(fact: f.GameStarted, reading: Reading) -> str:
    if fact.crawford:
        return _("Game %(game)d begins: the Crawford game, without doubling") % {"game": fact.game}
    if fact.throwers:
        throwers = reading.listed(fact.throwers)
        return _("Game %(game)d begins; throwing and moving: %(throwers)s") % {"game": fact.game, "throwers": throwers}
    if len(fact.line) == 1:
        return _("Game %(game)d begins") % {"game": fact.game}
    line = {"game": fact.game, "box": reading.who(fact.box), "line": reading.listed(fact.line)}
    if fact.partner is None:
        return _("Game %(game)d begins: box – %(box)s; captain and crew – %(line)s") % line
    line["partner"] = reading.who(fact.partner)
    return _("Game %(game)d begins: box – %(box)s, partner – %(partner)s; captain and crew – %(line)s") % line


def _thrown(fact: f.Thrown, reading: Reading) -> str:
    dice = {"dice": words.dice(fact.dice)}
    if fact.why in {"lot", "start"}:  # each die is a seat's own
        dice = {"dice": "-".join(map(str, fact.dice))}
    if fact.why == "start":
        return _("Dice for the places: %(dice)s") % dice
    if fact.why == "bonus":
        return reading.said(fact.seat, _("bonus roll %(dice)s") % dice)
    if fact.why == "turn":
        return reading.said(fact.seat, _("roll %(dice)s") % dice)
    if fact.seat is None:
        return _("Opening dice %(dice)s: equal, once more") % dice
    if fact.seat == reading.reader:
        return _("Opening dice %(dice)s: you begin") % dice
    return _("Opening dice %(dice)s: %(who)s begins") % {**dice, "who": reading.who(fact.seat)}


def _auto_doubled(fact: f.AutoDoubled, reading: Reading) -> str:
    return _("Equal dice: automatic double no. %(count)d, every cube one step higher") % {"count": fact.count}


def _named(fact: f.Named, reading: Reading) -> str:
    return reading.said(fact.seat, _("names the roll %(dice)s") % {"dice": words.dice(fact.dice)})


def _played(fact: f.Played, reading: Reading) -> str:
    parts = {"dice": words.roll(fact.dice, fact.stage), "play": words.play(fact.steps)}
    told = reading.said(fact.seat, _("%(dice)s, move %(play)s") % parts)
    return told + (_(" (the last throw, played by the house)") if fact.source == LAST_THROW else whose(fact.source))


def _passed(fact: f.Passed, reading: Reading) -> str:
    return reading.said(fact.seat, _("%(dice)s, no legal move") % {"dice": words.roll(fact.dice, fact.stage)})


def _doubled(fact: f.Doubled, reading: Reading) -> str:
    values = sorted(set(fact.values))
    cubes = ", ".join(map(str, values))
    what = _("double, the cube would be %(value)s") if len(fact.stakes) == 1 else _("double, cubes at %(value)s")
    return reading.said(fact.seat, what % {"value": cubes}) + whose(fact.source)


def _sealed(fact: f.Sealed, reading: Reading) -> str:
    if fact.seat == HOUSE:
        return _("One more answer is in")
    return reading.said(fact.seat, _("the answer is in"))


def _answer_given(fact: f.AnswerGiven, reading: Reading) -> str:
    what = {"take": _("says take"), "drop": _("says drop"), "beaver": _("says beaver")}[fact.answer]
    return reading.said(fact.seat, what) + whose(fact.source)


def _answered(fact: f.Answered, reading: Reading) -> str:
    what = {
        "take": _("take, the cube is %(value)d"),
        "drop": _("drop, pays %(points)s"),
        "beaver": _("beaver, the cube is %(value)d"),
    }[fact.answer]
    return reading.answered(fact.seat, fact.stake, what % _cube(fact.value)) + whose(fact.source)


def _beaver_answered(fact: f.BeaverAnswered, reading: Reading) -> str:
    what = {
        "accept": _("the beaver is accepted, the cube is %(value)d"),
        "drop": _("the beaver is refused, pays %(points)s"),
        "raccoon": _("raccoon, the cube is %(value)d"),
    }[fact.answer]
    return reading.answered(fact.seat, fact.stake, what % _cube(fact.value))


def _stake_made(fact: f.StakeMade, reading: Reading) -> str:
    extra = _("Extra cube at %(value)d: given by %(high)s, taken by %(low)s; fee %(points)s: %(payer)s to %(payee)s")
    bought = _("Bought cube at %(value)d: %(low)s against %(high)s; fee %(points)s: %(payer)s to %(payee)s")
    return (extra if fact.kind == "extra" else bought) % {
        "value": fact.value,
        "high": reading.who(fact.high),
        "low": reading.who(fact.low),
        "points": words.points(2 * fact.fee),
        "payer": reading.who(fact.fee_from),
        "payee": reading.who(fact.fee_to),
    }


def _stake_closed(fact: f.StakeClosed, reading: Reading) -> str:
    how = _how(fact.how)
    if fact.winner is None or fact.loser is None or not fact.points:
        return _("A bet is closed (%(how)s) without points") % {"how": how}
    return _("A bet is closed (%(how)s): %(winner)s %(plus)s, %(loser)s %(minus)s") % {
        "how": how,
        "winner": reading.account(fact.winner),
        "plus": words.signed(2 * fact.points),
        "loser": reading.account(fact.loser),
        "minus": words.signed(-2 * fact.points),
    }


def _captain_passed(fact: f.CaptainPassed, reading: Reading) -> str:
    why = {
        "bet": _("The captain is now %(to)s: the bet of %(before)s is closed"),
        "left": _("The captain is now %(to)s: %(before)s left the table"),
        "silent": _("The captain is now %(to)s: no answer in time from %(before)s"),
    }[fact.why]
    return why % {"to": reading.who(fact.seat_to), "before": reading.who(fact.seat_from)}


def _offered(fact: f.Offered, reading: Reading) -> str:
    if fact.kind == "settle":
        what = (
            _("settlement offered, %(points)s to get") if fact.points >= 0 else _("settlement offered, pays %(points)s")
        )
        return reading.said(fact.seat, what % {"points": words.points(2 * abs(fact.points))})
    what = {
        "resign": _("resignation offered (%(win)s)") % {"win": words.win(fact.level)},
        "undo": _("asks to take the last answer back"),
        "rest": ngettext("asks for a pause of %(count)d day", "asks for a pause of %(count)d days", fact.level)
        % {"count": fact.level},
        "partner": _("the box is looking for a partner"),
        "auto": _("equal dice: an automatic double?"),
    }[fact.kind]
    return reading.said(fact.seat, what)


def _offer_answered(fact: f.OfferAnswered, reading: Reading) -> str:
    yes, no = {
        "resign": (_("the resignation is accepted"), _("the resignation is declined, the game goes on")),
        "settle": (_("the settlement is accepted"), _("the settlement is declined, the game goes on")),
        "undo": (_("the answer may be taken back"), _("the answer stands")),
        "rest": (_("agrees to the pause"), _("does not agree to the pause")),
        "partner": (_("joins the box as partner"), _("will not be partner of the box")),
        "auto": (_("automatic double: yes"), _("automatic double: no")),
    }[fact.kind]
    return reading.said(fact.by, yes if fact.accepted else no) + whose(fact.source)


def _undone(fact: f.Undone, reading: Reading) -> str:
    return reading.said(fact.seat, _("the last answer is taken back"))


def _timed_out(fact: f.TimedOut, reading: Reading) -> str:
    effect = EFFECTS.get(fact.effect)
    what = _("no answer in time; %(effect)s") % {"effect": _(effect)} if effect else _("no answer in time")
    return reading.said(fact.seat, what)


def _game_over(fact: f.GameOver, reading: Reading, *, caught: bool = False) -> str:
    """`caught`: the last play took nobody off, so that a game which the board decided was decided by mothers."""
    booked = [(seat, halves) for seat, halves in fact.points if halves]
    results = ", ".join(f"{reading.account(seat)} {words.signed(halves)}" for seat, halves in booked)
    how = _how(fact.how)
    if fact.side is not None and fact.how in {"board", "adjudicated", "resigned"}:
        if caught and fact.how == "board":
            how = pgettext("how a game ended", "the mother is pinned")
        how = _("%(how)s, %(win)s") % {"how": how, "win": words.win(fact.level)}
    elif fact.side is None and fact.how == "board":
        how = _("a draw, both mothers are pinned") if caught else _("a draw")
    parts = {"game": fact.game, "how": how, "results": results or _("no points")}
    return _("Game %(game)d is over (%(how)s): %(results)s") % parts


def _rotated(fact: f.Rotated, reading: Reading) -> str:
    if len(fact.seats) < 2:
        return _("Next game: box – %(box)s") % {"box": reading.listed(fact.seats)}
    box, captain, *queue = fact.seats
    parts = {"box": reading.who(box), "captain": reading.who(captain), "queue": reading.listed(queue)}
    if queue:
        return _("Next game: box – %(box)s, captain – %(captain)s, then %(queue)s") % parts
    return _("Next game: box – %(box)s, captain – %(captain)s") % parts


def _table_over(fact: f.TableOver, reading: Reading) -> str:
    how = {"played": "", "agreed": _("by agreement"), "timeout": _("on time")}[fact.how]
    if fact.winner is None:
        over = _("The session is over")
    elif fact.winner == words.own_account(reading.reader, names=reading.names):
        over = _("The match is over: you won")
    else:
        over = _("The match is over, winner: %(who)s") % {"who": reading.account(fact.winner)}
    return f"{over} ({how})" if how else over


SENTENCES: dict[type[f.Fact], Sentence] = {
    **SESSION,
    f.GameStarted: _game_started,
    f.Thrown: _thrown,
    f.AutoDoubled: _auto_doubled,
    f.Named: _named,
    f.Played: _played,
    f.Passed: _passed,
    f.Doubled: _doubled,
    f.Sealed: _sealed,
    f.AnswerGiven: _answer_given,
    f.Answered: _answered,
    f.BeaverAnswered: _beaver_answered,
    f.StakeMade: _stake_made,
    f.StakeClosed: _stake_closed,
    f.CaptainPassed: _captain_passed,
    f.Offered: _offered,
    f.OfferAnswered: _offer_answered,
    f.Undone: _undone,
    f.TimedOut: _timed_out,
    f.GameOver: _game_over,
    f.Rotated: _rotated,
    f.TableOver: _table_over,
}
"""Fact -> how it is told."""

EFFECTS = {
    "roll": noop("the house rolls"),
    "declined": noop("that is a no"),
    "partner": noop("the partner answers"),
    "mate": noop("the partner throws and answers until the end of the game"),
    "silent": noop("the rules of silence apply"),
    "abandon": noop("the game is given up"),
    "locked": noop("nobody can move and nobody doubles: a draw"),
    "substitute": noop("another moves for the side"),
    "lose_game": noop("the game is lost"),
    "lose_match": noop("the match is lost"),
    "autopilot": noop("the house plays"),
    "claim": noop("the opponent may claim the game"),
}
"""What the house did about a silence (`TimedOut.effect`)."""


def _cube(value: int) -> dict[str, Any]:
    return {"value": value, "points": words.points(2 * value)}


def _how(how: str) -> str:
    """How a bet or a game was closed."""
    return {
        "board": pgettext("how a game ended", "on the board"),
        "adjudicated": pgettext("how a game ended", "adjudicated"),
        "resigned": pgettext("how a game ended", "resignation"),
        "settled": pgettext("how a game ended", "settlement"),
        "cube": pgettext("how a game ended", "double not taken"),
        "sold": pgettext("how a game ended", "cube sold"),
        "void": pgettext("how a game ended", "void"),
    }[how]
