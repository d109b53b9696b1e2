"""Where a table stands, in words: score, cubes, and what is asked of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.stake import Stake, raised
from games.rules.state import Ask, Game, Offer, State, Turn, mover, options, party
from games.rules.variants import Variant
from games.texts import batches, words
from games.texts.games import format_name, rules_lines


def score_line(state: State, *, names: Sequence[str], reader: int | None = None) -> str:
    """Format and score, the reader's own first: `Match to 3: You 1, Igor 0. Crawford game`."""
    own = words.own_account(reader, names=names)
    seats = sorted(state.halves, key=lambda seat: (seat != own, seat))
    scores = ", ".join(f"{words.account(seat, names=names, reader=reader)} {_points(state, seat)}" for seat in seats)
    line = f"{format_name(state.format, state.rules)}: {scores}"
    if state.game is not None and state.game.crawford and options(state).variant.cube and not state.over:
        line = _("%(score)s. Crawford game, without doubling") % {"score": line}
    return line


def _points(state: State, seat: int) -> str:
    """A match counts up from nothing; elsewhere the points are what was won or lost."""
    halves = state.halves[seat]
    return words.number(halves) if state.format == "match" else words.signed(halves)


def cube_lines(game: Game, *, names: Sequence[str], reader: int | None = None) -> list[str]:
    """Every live cube: value and who may turn it next. At a table of two there is one and it needs no name."""
    live = [stake for stake in game.stakes if stake.live]
    return [_cube_line(stake, alone=len(live) == 1, names=names, reader=reader) for stake in live]


def _cube_line(stake: Stake, *, alone: bool, names: Sequence[str], reader: int | None) -> str:
    if stake.owner is None:
        place = pgettext("where a cube is", "in the middle")
    elif stake.owner == words.own_account(reader, names=names):
        place = pgettext("where a cube is", "yours")
    else:
        place = pgettext("where a cube is", "with %(who)s") % {"who": words.account(stake.owner, names=names)}
    value = {"value": stake.value, "place": place}
    if alone:
        return _("Cube %(value)d, %(place)s") % value
    ends = [words.who(seat, names=names, reader=reader) for seat in (stake.high, stake.low)]
    return _("Cube %(ends)s: %(value)d, %(place)s") % {**value, "ends": f"{ends[0]} – {ends[1]}"}


def ask(state: State, ask: Ask, *, names: Sequence[str]) -> str:
    """What is asked of the seat of `ask`, as one sentence to it."""
    game = state.game
    assert game is not None  # nothing is asked where no game runs
    if ask.kind == "cube":
        if state.format == "chouette" and ask.seat != mover(state, game.side or 0):
            return _("Before your side throws: will you double?")
        return _("You are to throw. Will you double first?")
    if ask.kind == "rules":
        return _proposal(state, names=names)
    if ask.kind == "offer":
        return _offer(state.offer, names=names)
    if ask.kind == "answer":
        if len(ask.stakes) > 1:
            return batches.doubled(state, ask, names=names)
        return _doubled(state, [game.stakes[number] for number in ask.stakes], seat=ask.seat, names=names)
    assert game.turn is not None  # a move is asked of the side whose turn it is
    return _move(game.turn, options(state).variant, roller=names[mover(state, game.turn.roller)])


def waits(seats: Sequence[int], *, names: Sequence[str], missing: int) -> str:
    """For whom the table waits; of sealed answers only how many are missing. Empty when it waits for nobody."""
    lines = []
    if seats:
        lines.append(_("The table waits for: %(names)s") % {"names": ", ".join(names[seat] for seat in seats)})
    if missing:
        lines.append(
            ngettext("%(count)d answer is missing", "%(count)d answers are missing", missing) % {"count": missing}
        )
    return ". ".join(lines)


def _move(turn: Turn, game: Variant, *, roller: str) -> str:
    """Which steps are to be played now, and which come after them."""
    if not turn.stages:
        if game.named:
            return _("Your move. Name a roll, then play it.")
        return _("The roll is played in full. Now name any double, and play it.")
    stage, *later = turn.stages
    values = {"dice": words.dice(turn.dice), "steps": words.dice(stage), "who": roller}
    if turn.mover != turn.roller:
        asked = _("Before your own throw: play what is left of the roll %(dice)s (%(who)s), now %(steps)s.") % values
    elif turn.chain and (turn.idle or tuple(stage) not in game.stages(turn.dice, turn.number)):
        asked = _("What is left of your roll %(dice)s has come back to you: now play %(steps)s.") % values
    elif sorted(stage) in (sorted(turn.dice), sorted(turn.dice[:2] * 2)):
        asked = _("Your move: %(dice)s.") % values
    else:
        asked = _("Your move: roll %(dice)s, now to play: %(steps)s.") % values
    if not later:
        return asked
    stages = ", ".join(words.dice(other) for other in later)
    return _("%(asked)s After that: %(stages)s.") % {"asked": asked, "stages": stages}


def _doubled(state: State, offered: Sequence[Stake], *, seat: int, names: Sequence[str]) -> str:
    """Who doubles, what the cubes would become, and what a drop costs."""
    progress = options(state).variant.progress
    own = party(state, seat)
    doublers = sorted({stake.high if stake.low == own else stake.low for stake in offered})
    return _("%(who)s doubles: from %(value)s to %(raised)s. Take, or drop for %(points)s?") % {
        "who": ", ".join(words.account(one, names=names) for one in doublers),
        "value": ", ".join(str(stake.value) for stake in offered),
        "raised": ", ".join(str(raised(stake.value, progress)) for stake in offered),
        "points": words.points(2 * sum(stake.value for stake in offered)),
    }


def _proposal(state: State, *, names: Sequence[str]) -> str:
    """Who proposes which rules."""
    proposal = state.proposal
    assert proposal is not None  # it is asked about
    return _("%(who)s proposes other rules from the next game on. %(rules)s. Accept or decline?") % {
        "who": words.who(proposal.seat, names=names),
        "rules": "; ".join(other_rules(state, proposal.rules)),
    }


def other_rules(state: State, rules: Mapping[str, object]) -> list[str]:
    """What would be otherwise under `rules`, one to a line: what is new, then what is no more."""
    now = rules_lines(state.variant, state.format, state.rules)
    then = rules_lines(state.variant, state.format, rules)
    new = [_("New: %(line)s") % {"line": line} for line in then if line not in now]
    return new + [_("No longer: %(line)s") % {"line": line} for line in now if line not in then]


def _offer(offer: Offer | None, *, names: Sequence[str]) -> str:
    """What an offer means for the one who answers it."""
    if offer is None:
        return _("An offer waits for your answer.")
    who = {"who": words.who(offer.seat, names=names)}
    if offer.kind == "resign":
        return _("%(who)s offers to give up the game (%(win)s). Accept or decline?") % {
            **who,
            "win": words.win(offer.level),
        }
    if offer.kind == "settle":
        gets = {**who, "points": words.points(2 * abs(offer.points))}
        if offer.points > 0:
            return _("%(who)s offers a settlement: you pay %(points)s. Accept or decline?") % gets
        return _("%(who)s offers a settlement: you get %(points)s. Accept or decline?") % gets
    if offer.kind == "auto":
        return _("Equal dice. Shall every cube go one step higher? Accept or decline?")
    if offer.kind == "rest":
        asked = ngettext(
            "%(who)s is away and asks for a pause of %(count)d day. Accept or decline?",
            "%(who)s is away and asks for a pause of %(count)d days. Accept or decline?",
            offer.level,
        )
        return asked % {**who, "count": offer.level}
    if offer.kind == "undo":
        return _("%(who)s asks to take the last answer back. Accept or decline?") % who
    return _("%(who)s asks you to be the partner of the box. Accept or decline?") % who
