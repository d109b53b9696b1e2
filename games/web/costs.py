"""What a double, a drop, a resignation or a settlement costs, in points and at this score, shown before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games import texts
from games.rules.actions import Action, Answer, Double, Resign, Settle
from games.rules.scoring import capped, class_times, payment
from games.rules.stake import Stake, raised
from games.rules.state import State, options, party


@dataclass(frozen=True, slots=True)
class Sure:
    """The question "are you sure", with what it would mean."""

    title: str
    button: str
    lines: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A table seen by a seat that is about to pay or to be paid."""

    state: State
    seat: int
    """In whose name its bets stand."""
    reader: int
    names: Sequence[str]

    def bets(self, named: Sequence[int] | None = None) -> list[Stake]:
        """The live bets of the seat; only those whose cubes are `named`, if any are."""
        game = self.state.game
        live = [stake for stake in game.stakes if stake.live and self.seat in (stake.high, stake.low)] if game else []
        return [stake for stake in live if stake.name(self.seat) in named] if named else live

    def score(self, gains: dict[int, int]) -> str:
        """The score if the seats in `gains` got so many points; at the end of a match, that it would be over."""
        halves = {seat: points + 2 * gains.get(seat, 0) for seat, points in self.state.halves.items()}
        over = False
        if self.state.format == "match":
            length = options(self.state).length
            halves = {
                seat: capped(points, length) if gains.get(seat, 0) > 0 else self.state.halves[seat]
                for seat, points in halves.items()
            }
            over = max(halves.values()) >= 2 * length
        line = texts.score_line(_with_score(self.state, halves), names=self.names, reader=self.reader)
        return _("%(score)s. The match would be over.") % {"score": line} if over else line


def _with_score(state: State, halves: dict[int, int]) -> State:
    """The state with another score; whether the next game is a Crawford game is not foretold."""
    game = state.game and replace(state.game, crawford=False)
    return replace(state, halves=halves, game=game)


def sure(state: State, seat: int, action: Action | None, *, names: Sequence[str]) -> Sure | None:
    """What `action` of `seat` would cost; None for what costs nothing and needs no second look."""
    reckoning = Reckoning(state, party(state, seat), seat, names)
    match action:
        case Double(cubes):
            return _double(reckoning, cubes)
        case Answer(replies) if any(reply == "drop" for reply, _cubes in replies):
            dropped = [cubes for reply, cubes in replies if reply == "drop"]
            return _drop(reckoning, None if None in dropped else [seat for cubes in dropped for seat in cubes or ()])
        case Resign(level):
            return _resign(reckoning, level)
        case Settle(points):
            return _settle(points)
    return None


def _double(reckoning: Reckoning, cubes: Sequence[int]) -> Sure:
    lines = []
    for stake in reckoning.bets(cubes):
        other = stake.other(reckoning.seat)
        value = raised(stake.value, options(reckoning.state).variant.progress)
        lines += [
            (_("If it is dropped"), _gain(stake.value)),
            (_("Score then"), reckoning.score({reckoning.seat: stake.value, other: -stake.value})),
            (
                _("If it is taken"),
                _("the cube is %(value)d and belongs to %(name)s; a single game counts %(points)s, a gammon %(gammon)s")
                % {
                    "value": value,
                    "name": texts.account(other, names=reckoning.names),
                    "points": texts.points(2 * value),
                    "gammon": texts.points(2 * value * 2),
                },
            ),
        ]
    return Sure(_("Double?"), _("Yes, double"), lines)


def _drop(reckoning: Reckoning, cubes: Sequence[int] | None) -> Sure:
    lines = []
    for stake in reckoning.bets(cubes):
        other = stake.other(reckoning.seat)
        lines += [
            (_("You lose"), _("this game: %(points)s") % {"points": texts.points(2 * stake.value)}),
            (_("Score then"), reckoning.score({other: stake.value, reckoning.seat: -stake.value})),
        ]
    return Sure(_("Drop the double?"), _("Yes, drop"), lines)


def _resign(reckoning: Reckoning, level: int) -> Sure:
    game, agreed = reckoning.state.game, options(reckoning.state)
    assert game is not None
    lines = []
    for stake in reckoning.bets():
        other = stake.other(reckoning.seat)
        lost = payment(
            stake.value,
            class_times(agreed.variant.score, level),
            jacoby=agreed.jacoby,
            turned=stake.turned,
            any_turned=any(one.turned for one in game.stakes),
            kills_mars=agreed.variant.cube_kills_mars,
        )
        lines += [
            (
                _("If it is accepted"),
                _("you lose %(win)s: %(points)s") % {"win": texts.win(level), "points": texts.points(2 * lost)},
            ),
            (_("Score then"), reckoning.score({other: lost, reckoning.seat: -lost})),
        ]
    lines.append((_("If it is declined"), _("the game goes on as it stands")))
    return Sure(_("Resign?"), _("Yes, offer to resign"), lines)


def _settle(points: int) -> Sure:
    meaning = _gain(points) if points >= 0 else _("you pay %(points)s") % {"points": texts.points(-2 * points)}
    return Sure(_("Offer a settlement?"), _("Yes, offer it"), [(_("If it is accepted"), meaning)])


def _gain(points: int) -> str:
    return _("you get %(points)s") % {"points": texts.points(2 * points)}
