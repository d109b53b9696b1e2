"""Doubles of a chouette in words: which cubes are offered, what lies sealed, what may be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.rules.actions import Reply
from games.rules.stake import raised
from games.rules.state import Ask, Option, State, options, stake_name
from games.texts import words

REPLIES: dict[Reply, str] = {"take": noop("take"), "drop": noop("drop"), "beaver": noop("beaver")}
CONDITIONS = {"keep": noop("keep"), "drop": noop("drop"), "beaver": noop("beaver"), "accept": noop("accept all")}


def doubled(state: State, ask: Ask, *, names: Sequence[str]) -> str:
    """What a seat that is doubled is asked, cube by cube: `Boris 1 → 2, Chris 2 → 4. Take, or drop?`."""
    game = state.game
    assert game is not None  # nothing is asked where no game runs
    progress = options(state).variant.progress
    cubes = ", ".join(
        _("%(name)s %(value)d → %(raised)d")
        % {
            "name": words.who(name, names=names),
            "value": game.stakes[index].value,
            "raised": raised(game.stakes[index].value, progress),
        }
        for name, index in offered_cubes(state, ask)
    )
    return _("You are doubled. Cubes: %(cubes)s. Take, or drop?") % {"cubes": cubes}


def offered_cubes(state: State, ask: Ask) -> list[tuple[int, int]]:
    """The cubes that are offered to the seat of `ask`, in the order of the line: by what it names them, and stakes."""
    found = [(stake_name(state, _speaker(state, ask), index), index) for index in ask.stakes]
    return sorted(found, key=lambda cube: (state.seats.index(cube[0]) if cube[0] in state.seats else 0, cube[1]))


def _speaker(state: State, ask: Ask) -> int:
    """A partner who answers for the box names its cubes."""
    game = state.game
    assert game is not None
    return game.box if ask.seat == game.partner else ask.seat


def sealed(state: State, seat: int, *, names: Sequence[str]) -> str:
    """What the seat has answered in the open batch, for itself alone (`Boris – take, Chris – drop`); or nothing."""
    game = state.game
    given = next((one for one in game.given if one.seat == seat), None) if game else None
    if game is None or given is None or not given.replies:
        return ""
    speaker = seat if seat in (game.box, *game.line) else game.box
    parts = [
        _("%(name)s – %(answer)s")
        % {"name": words.who(game.stakes[index].name(speaker), names=names), "answer": _(REPLIES[reply])}
        for index, reply in given.replies
    ]
    if given.if_alone:
        parts.append(_("if alone: %(answer)s") % {"answer": _(CONDITIONS[given.if_alone])})
    if given.if_extras:
        parts.append(_("if extras are offered: %(answer)s") % {"answer": _(CONDITIONS[given.if_extras])})
    if given.extra:
        parts.append(_("an extra cube is given"))
    return ", ".join(parts)


def answer_help(state: State, ask: Ask, *, names: Sequence[str]) -> Iterator[str]:
    """What else than `take` and `drop` may be written to a question of a chouette, one line each."""
    agreed, game = options(state), state.game
    assert game is not None
    if ask.kind != "answer":
        return
    cubes = [names[name] for name, _index in offered_cubes(state, ask)]
    if _by_name(state, ask.stakes):
        yield _("take all — take every cube")
        yield _("drop all — drop every cube")
        parts = {"first": cubes[0], "rest": " ".join(cubes[1:])}
        yield _("take %(first)s, drop %(rest)s — an answer for each cube by its name") % parts
        if agreed.beavers:
            yield _("beaver %(first)s, drop %(rest)s — double one cube once more and keep it") % parts
    if may_be_alone(state, ask):
        yield _("take; if alone drop — take, but drop if nobody else takes")
        if agreed.lone_taker == "extras":
            yield _("take; if extras accept — take, and take the extra cubes if you are the only one")
            yield _("drop; extra yes — drop, and give an extra cube to a lone taker")


def told_by_name(state: State, found: Sequence[Option]) -> list[Option]:
    """`found` without the answers that have to name their cubes: `answer_help` tells how those are written."""
    return [one for one in found if one.kind not in ("take", "drop", "beaver") or not _by_name(state, one.stakes)]


def _by_name(state: State, stakes: Sequence[int]) -> bool:
    """Whether an answer to these stakes has to say which it means (`name-the-cubes`)."""
    return len(stakes) > 1 and not options(state).one_cube


def may_be_alone(state: State, ask: Ask) -> bool:
    """Whether the seat of `ask` could be the only one who takes: the box has doubled several members."""
    game = state.game
    return (
        game is not None
        and state.format == "chouette"
        and game.side == 0
        and ask.seat in game.line
        and len({game.stakes[call.stake].low for call in game.calls}) > 1
    )
