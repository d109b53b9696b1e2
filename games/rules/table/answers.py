"""Answers to doubles: what a seat may say, sealed until all are in (rehearse.md §4.5, §5; chouette.md §2.7)."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.actions import Answer, Reply
from games.rules.errors import IllegalAction
from games.rules.facts import AnswerGiven, Sealed, Source
from games.rules.formats.chouette import box_may_take
from games.rules.stake import Stake, fits, raised
from games.rules.state.asking import wanted
from games.rules.state.cubes import follows, offered
from games.rules.state.pairs import party
from games.rules.state.roles import live
from games.rules.state.values import Game, Given, Phase
from games.rules.table.batch import carry_out
from games.rules.table.draft import Draft


def step(draft: Draft) -> bool:
    """What the house does while a batch is open: answer by standing order, carry it out when all answers are in."""
    game = draft.game
    open_ = [want.seat for want in wanted(draft.state) if want.kind == "answer" and not want.answered]
    for seat in open_:
        reply = draft.orders(seat).if_doubled
        if reply and not any(given.seat == seat for given in game.given):
            _keep(draft, _by_order(draft, seat, reply))
            return True
    if open_:
        return False
    carry_out(draft)
    return True


def answer(draft: Draft, seat: int, action: Answer, source: Source) -> None:
    """Answer what the seat is offered; replaces its sealed answer."""
    game = draft.game
    stakes = offered(draft.state).get(seat, ())
    if game.phase is not Phase.ANSWER or not stakes:
        raise IllegalAction("no-double-offered")
    if not any(want.seat == seat and want.kind == "answer" for want in wanted(draft.state)):
        if follows(draft.state, seat):
            raise IllegalAction("not-asked", kind="answer")
        raise IllegalAction("answered" if any(given.seat == seat for given in game.given) else "not-your-turn-yet")
    replies = _replies(draft, seat, stakes, action)
    member = seat in game.line and any(game.stakes[index].low == seat for index in stakes)
    _check_conditions(draft, action, replies, member=member)
    if not member:
        _check_box_take(draft, replies)
    given = Given(
        seat=seat,
        replies=tuple(replies.items()),
        if_alone=action.if_alone,
        if_extras=action.if_extras,
        extra=bool(action.extra),
        source=source,
    )
    _keep(draft, given)


def bare(reply: Reply) -> Answer:
    """An answer without names: to the one cube that is offered."""
    return Answer(replies=((reply, ()),))


def _keep(draft: Draft, given: Given) -> None:
    """Lay an answer to the others. In turn it is final and shown at once; sealed, only that it was given."""
    others = tuple(other for other in draft.game.given if other.seat != given.seat)
    draft.change_game(given=(*others, given))
    if draft.options.answers == "sealed":
        if any(want.kind == "answer" and not want.answered for want in wanted(draft.state)):
            draft.say(Sealed(seat=given.seat))
        return
    for stake, reply in given.replies:
        draft.say(AnswerGiven(seat=given.seat, stake=stake, answer=reply, source=given.source))


def _by_order(draft: Draft, seat: int, reply: Reply) -> Given:
    """`if doubled …`: the same for every cube; a take where a beaver is not allowed."""
    stakes = offered(draft.state)[seat]
    replies = tuple((index, _at_most(draft, draft.game.stakes[index], reply)) for index in stakes)
    return Given(seat=seat, replies=replies, source="order")


def _at_most(draft: Draft, stake: Stake, reply: Reply) -> Reply:
    return "take" if reply == "beaver" and _why_no_beaver(draft, stake) else reply


@dataclass(frozen=True, slots=True)
class _Cube:
    """One offered cube: its stakes (several only where one physical cube stands for all) and the names it goes by."""

    stakes: tuple[int, ...]
    names: frozenset[int]


def _cubes(draft: Draft, seat: int, stakes: tuple[int, ...]) -> list[_Cube]:
    game = draft.game
    shared = tuple(index for index in stakes if draft.options.one_cube and game.stakes[index].kind == "main")
    cubes = [_Cube((index,), frozenset({_name(draft, seat, index)})) for index in stakes if index not in shared]
    if shared:
        cubes.insert(0, _Cube(shared, frozenset(_name(draft, seat, index) for index in shared)))
    return cubes


def _name(draft: Draft, seat: int, index: int) -> int:
    """By what the answering seat names a stake; a partner speaks for the box, the thrower for his pair."""
    stake, own = draft.game.stakes[index], party(draft.state, seat)
    return stake.name(own if own in (stake.high, stake.low) else draft.game.box)


def _replies(draft: Draft, seat: int, stakes: tuple[int, ...], action: Answer) -> dict[int, Reply]:
    """A reply for each offered stake: every cube named once, unless one reply is for all or there is but one."""
    cubes = _cubes(draft, seat, stakes)
    replies: dict[int, Reply] = {}
    for reply, names in action.replies:
        if names is None:
            chosen = cubes
        elif names == ():
            if len(cubes) > 1:
                raise IllegalAction("name-the-cubes", cubes=sorted(set().union(*(cube.names for cube in cubes))))
            chosen = cubes
        else:
            chosen = _named(cubes, tuple(party(draft.state, name) for name in names))
        for index in (index for cube in chosen for index in cube.stakes):
            if replies.setdefault(index, reply) != reply or (names is None and len(action.replies) > 1):
                raise IllegalAction("cube-answered-twice")
            why = _why_no_beaver(draft, draft.game.stakes[index]) if reply == "beaver" else None
            if why:
                raise IllegalAction(why)
    missing = [_name(draft, seat, index) for index in stakes if index not in replies]
    if missing:
        raise IllegalAction("cube-not-answered", cubes=sorted(missing))
    return replies


def _named(cubes: list[_Cube], names: tuple[int, ...]) -> list[_Cube]:
    chosen: list[_Cube] = []
    for name in names:
        cube = next((cube for cube in cubes if name in cube.names), None)
        if cube is None:
            raise IllegalAction("cube-not-offered", seat=name)
        if cube in chosen and len(cube.names) == 1:
            raise IllegalAction("cube-answered-twice")
        chosen.append(cube)
    return chosen


def _why_no_beaver(draft: Draft, stake: Stake, *, if_alone: bool = False) -> str | None:
    """Why the bet cannot be beavered; None if it can (spec/chouette.md §2.8, §2.12, decision 7).

    `if_alone`: said for the case that nobody else takes, so it need not be a case that can arise.
    """
    agreed = draft.options
    if stake.kind == "extra":
        return "no-beaver-on-extra"
    lone = agreed.lone_taker == "must_beaver" and (if_alone or lone_taker_possible(draft.game))
    if not agreed.beavers and not lone:
        return "no-beavers"
    progress = agreed.variant.progress
    beavered = raised(raised(stake.value, progress), progress)
    return None if fits(beavered, agreed.cube_cap) else "cube-cap"


def lone_taker_possible(game: Game) -> bool:
    """Whether the box has doubled two members or more, and with them all that were live (spec/chouette.md §2.11)."""
    if game.side != 0:
        return False
    doubled = [call for call in game.calls if game.stakes[call.stake].kind == "main"]
    return len(doubled) >= 2 and len(doubled) == len(live(game, "main"))


def _check_conditions(draft: Draft, action: Answer, replies: dict[int, Reply], *, member: bool) -> None:
    """Conditions belong to the answer to the box's double (spec/rehearse.md §5)."""
    agreed = draft.options
    main = {index: reply for index, reply in replies.items() if draft.game.stakes[index].kind == "main"}
    taken, extras = any(reply != "drop" for reply in main.values()), agreed.lone_taker == "extras"
    given = (action.if_alone, action.if_extras, action.extra)
    if given == (None, None, None):
        return
    if draft.state.format != "chouette" or not member or not main:
        raise IllegalAction("condition-out-of-place")
    if action.if_alone and not taken:
        raise IllegalAction("condition-needs-take")
    if action.if_extras and not (taken and extras):
        raise IllegalAction("condition-needs-take" if extras else "no-extras")
    if action.extra is not None and (taken or not extras):
        raise IllegalAction("condition-needs-drop" if extras else "no-extras")
    if action.if_alone == "beaver":
        for index in main:
            why = _why_no_beaver(draft, draft.game.stakes[index], if_alone=True)
            if why:
                raise IllegalAction(why)


def _check_box_take(draft: Draft, replies: dict[int, Reply]) -> None:
    """The box may not take just any part of the team's cubes where `box_take` says so."""
    game = draft.game
    if draft.options.one_cube or draft.state.format != "chouette":
        return
    main = {index: reply for index, reply in replies.items() if game.stakes[index].kind == "main"}
    taken = [index for index, reply in main.items() if reply != "drop"]
    dropped = [index for index, reply in main.items() if reply == "drop"]
    if not box_may_take(game.stakes, taken, dropped, captain=game.captain, players=game.players, options=draft.options):
        raise IllegalAction("box-take-rule", rule=draft.options.box_take)
