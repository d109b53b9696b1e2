"""What the page of a chouette shows beside the board: who plays whom for how much, who is asked what, the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games import texts
from games.models import Message, Prompt
from games.queries import Scene
from games.rules.consulting import must_be_allowed
from games.rules.errors import IllegalAction
from games.rules.stake import Stake
from games.rules.state import Game, Option, Orders, State, captain, may_ask_advice, mover, role
from games.rules.state import options as agreed
from games.web.chouette_forms import AnswerForm, DoubleForm, SessionForm, answer_form, double_form
from games.web.suggestions import Word, with_plays

ROLES = {
    "box": noop("box"),
    "captain": noop("captain"),
    "crew": noop("team"),
    "partner": noop("partner of the box"),
    "out": noop("out of this game"),
    "spectator": noop("watches"),
}
QUESTIONS = {
    "cube": noop("throws or doubles"),
    "answer": noop("answers the double"),
    "move": noop("moves"),
    "offer": noop("answers an offer"),
    "rules": noop("answers a proposal of other rules"),
}
"""What each is asked, by the kind of his question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody is asked, and until when. Never what he has answered."""

    what: str
    due: datetime | None
    answered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """One bet: its two ends, the cube, and where that is; how it was closed, if it is."""

    names: str
    value: int
    place: str
    live: bool
    closed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player in the order of the session: box, captain, queue."""

    name: str
    mine: bool
    role: str
    playing: bool
    score: str
    questions: list[Question]
    notes: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What each game brought everybody, the last game first, and the balance of the session.

    An annulled game has two lines: what it brought, and what takes that back.
    """

    names: list[str]
    games: list[tuple[str, list[str]]]
    totals: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadPart:
    """The thread of the reader's side: what was said, and why he may not write now."""

    name: str
    command: str
    words: list[Word]
    refusal: str
    advice: bool
    """Whether the reader's words ask for advice about his move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChouettePage:
    """The parts of `games/chouette/*.html`."""

    places: list[Place]
    bets: list[Bet]
    sealed: str
    missing: str
    """How many answers of a batch are missing."""
    answer: AnswerForm | None
    double: DoubleForm | None
    session: SessionForm | None
    ledger: Ledger
    settle: list[tuple[str, str]]
    may_leave: bool
    may_join: bool
    may_end: bool
    rests: bool
    """Whether the reader, who is the box, is away by consent."""
    may_rest: bool
    """Whether he may ask for a pause."""
    may_ask: bool
    """Whether the reader may ask others to the running session."""


def chouette_page(
    scene: Scene,
    state: State,
    *,
    prompt: Prompt | None,
    options: Sequence[Option],
    away: Mapping[int, datetime],
) -> ChouettePage:
    """The chouette as the reader of `scene` sees it. `options` are what his seat may do."""
    number = scene.seat.number if scene.seat else None
    kinds = {option.kind for option in options if option.seat == number}
    game = state.game
    assert game is not None  # the page of a table that has begun
    own = number is not None and number in (*state.seats, *state.newcomers)
    return ChouettePage(
        places=_places(scene, state, away),
        bets=[_bet(stake, scene) for stake in game.stakes],
        sealed=texts.sealed(state, number, names=scene.names) if number is not None else "",
        missing=texts.waits((), names=scene.names, missing=scene.missing),
        answer=answer_form(scene, state, prompt, options),
        double=double_form(scene, state, prompt, options),
        session=SessionForm(state=state, seat=number, others=_others(scene, state))
        if own and number is not None and not state.over
        else None,
        ledger=_ledger(scene, state),
        settle=_settle(scene, game, options),
        may_leave="leave" in kinds and scene.table.round_id is None,
        may_join=not state.over and ("join" in kinds or (number is None and scene.table.round_id is None)),
        rests=state.resting and number == game.box,
        may_rest=own and number == game.box and state.offer is None and not (state.over or state.halted),
        may_ask=own and not (state.over or state.ending) and scene.table.round_id is None,
        may_end=bool(
            scene.seat
            and scene.table.host_id == scene.seat.player_id
            and scene.table.round_id is None
            and not (state.over or state.ending)
        ),
    )


def _others(scene: Scene, state: State) -> list[tuple[int, str]]:
    here = (*state.seats, *state.newcomers)
    return [(one.number, one.player.handle) for one in scene.seats if one != scene.seat and one.number in here]


def _places(scene: Scene, state: State, away: Mapping[int, datetime]) -> list[Place]:
    """Everybody of the session in its order, then who comes with the next game."""
    prompts = (*scene.prompts, *scene.others)
    by_number = {seat.number: seat for seat in scene.seats}
    places, declares = [], agreed(state).stakes == "min_multiple"
    for number in (*state.seats, *(seat for seat in state.newcomers if seat not in state.seats)):
        seat = by_number[number]
        what = role(state, number)
        orders = state.orders.get(number, Orders())
        notes = [
            _("on vacation until %(until)s") % {"until": texts.moment(away[seat.player_id])}
            if seat.player_id in away
            else "",
            _("leaves after this game") if number in state.leaving else "",
            _("plays from the next game on") if number in state.newcomers else "",
            _("stake: %(stake)d") % {"stake": state.declared.get(number, 1)} if declares else "",
            _("proxy: %(name)s") % {"name": scene.names[orders.proxy]} if orders.proxy is not None else "",
        ]
        places.append(
            Place(
                name=seat.player.handle,
                mine=seat == scene.seat,
                role=_(ROLES[what]),
                playing=what in ("box", "captain", "crew", "partner"),
                score=texts.signed(state.halves.get(number, 0)),
                questions=[
                    _question(one, scene) for one in prompts if one.seat_id == seat.pk and _told(one, scene, state)
                ],
                notes=[note for note in notes if note],
            )
        )
    return places


def _told(prompt: Prompt, scene: Scene, state: State) -> bool:
    """Whether the reader may know that the seat is asked: who holds a window, and who is still polled, is secret."""
    if prompt.number not in scene.secret or prompt.kind == "answer":
        return True
    return prompt.kind == "cube" and state.game is not None and prompt.seat.number == mover(state, state.game.side or 0)


def _question(prompt: Prompt, scene: Scene) -> Question:
    """What a seat is asked. A sealed one looks the same whether it is answered or not."""
    if prompt.number not in scene.secret:
        return Question(what=_(QUESTIONS[prompt.kind]), due=prompt.due_at, answered=prompt.answered_at is not None)
    batch = [one.due_at for one in (*scene.prompts, *scene.others) if one.number in scene.secret and one.due_at]
    return Question(what=_(QUESTIONS[prompt.kind]), due=max(batch, default=None), answered=False)


def _bet(stake: Stake, scene: Scene) -> Bet:
    name = scene.names
    kinds = {
        "main": _("%(low)s against %(high)s"),
        "extra": _("extra: %(low)s against %(high)s"),
        "bought": _("bought: %(low)s against %(high)s"),
    }
    place = _("in the middle") if stake.owner is None else _("with %(name)s") % {"name": name[stake.owner]}
    closed = ""
    if not stake.live:
        closed = _("closed")
        if stake.won is not None:
            closed = _("closed, won by %(name)s") % {"name": name[stake.won]}
    return Bet(
        names=kinds[stake.kind] % {"low": name[stake.low], "high": name[stake.high]},
        value=stake.value,
        place=place,
        live=stake.live,
        closed=closed,
    )


def threads(scene: Scene, state: State, notes: Sequence[Message], *, prompt: Prompt | None) -> list[ThreadPart]:
    """The threads of the two sides, as far as the reader may read them or write there. `prompt` is what he is asked."""
    parts = []
    names = {"team": _("Words of the team"), "box": _("Words of the box and its partner")}
    if scene.table.paired:
        pairs = {"team": texts.account(1, names=scene.names), "box": texts.account(0, names=scene.names)}
        names = {side: _("Among themselves: %(names)s") % {"names": pair} for side, pair in pairs.items()}
    for audience, name in names.items():
        words = [note for note in notes if note.audience == audience]
        refusal = _why_silent(scene, state, audience, words)
        if words or refusal is not None:
            shown = with_plays(scene, state, words, side=1 if audience == "team" else 0, prompt=prompt)
            advice = audience == "team" and scene.seat is not None and may_ask_advice(state, scene.seat.number)
            part = ThreadPart(name=name, command=audience, words=shown, refusal=refusal or "", advice=advice)
            parts.append(part)
    return parts


def _why_silent(scene: Scene, state: State, audience: str, words: Sequence[Message]) -> str | None:
    """Why the reader may not write in a thread now; empty if he may; None if it is none of his business."""
    if scene.seat is None or state.over:
        return None
    thread = "team" if audience == "team" else "box"
    asked = [one.asked_at for one in (*scene.prompts, *scene.others) if one.kind == "move"]
    called = any(
        one.seat.number == captain(state) and asked and one.at >= min(asked) for one in words if one.audience == "team"
    )
    try:
        must_be_allowed(state, scene.seat.number, "team" if thread == "team" else "box", captain_asked=called)
    except IllegalAction as illegal:
        if illegal.code in ("team-thread-locked", "may-not-advise"):
            return texts.error(illegal, names=scene.names, reader=scene.seat.number)
        return None
    return ""


def _ledger(scene: Scene, state: State) -> Ledger:
    """Every game that is over, from its row. One query."""
    numbers = [seat.number for seat in scene.seats]
    over = scene.table.games.filter(ended_at__isnull=False).order_by("-number")
    lines: list[tuple[str, list[str]]] = []
    for game, points, annulled in over.values_list("number", "points", "annulled_at"):
        brought = [points.get(str(number)) for number in numbers]
        if annulled:
            counter = [None if halves is None else -halves for halves in brought]
            lines.append((_("%(game)d, annulled") % {"game": game}, _cells(counter)))
        lines.append((str(game), _cells(brought)))
    return Ledger(
        names=list(scene.names),
        games=lines,
        totals=[texts.signed(state.halves.get(number, 0)) for number in numbers],
    )


def _cells(brought: Sequence[int | None]) -> list[str]:
    return ["" if halves is None else texts.signed(halves) for halves in brought]


def _settle(scene: Scene, game: Game, options: Sequence[Option]) -> list[tuple[str, str]]:
    """With whom the reader could settle a bet: what he names the bet by, and what that is called."""
    option = next((one for one in options if one.kind == "settle"), None)
    if option is None or scene.seat is None:
        return []
    names = [scene.names[game.stakes[index].name(scene.seat.number)] for index in option.stakes]
    return [(name, name) for name in names]
