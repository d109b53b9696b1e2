"""What the page of a running (or finished) table shows, put together for its template."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import queries, texts
from games.boards.shown import last_play, shown
from games.boards.view import View
from games.models import Message, Profile, Prompt, Seat, Table
from games.queries import Line, Scene
from games.rules.facts import Answered, Doubled, Played, Thrown
from games.rules.state import Ask, Option, Orders, State, may, nameable, party, side_of, spot
from games.rules.state import options as agreed
from games.web.asking import Button, aside, buttons, namings, resignations
from games.web.boards import big_svg, in_words, link_labels
from games.web.choosing import Choosing, choosing
from games.web.chouette import ChouettePage, ThreadPart, chouette_page, threads
from games.web.costs import Sure
from games.web.doors import Door, door
from games.web.moves import Sheet, sheets
from games.web.offered import rules_of, title_of
from games.web.order_forms import OrdersForm, as_chosen
from games.web.proposals import ProposalPart, proposal_part
from games.web.rulings import Rulings, rulings

OWN = (Played, Doubled, Answered)
"""What the reader has just done himself need not be told to him."""

SHOWN_GAMES = 20
"""So many games of a table are listed on its page, with their moves; all stand in its record."""

TOLD = 6
"""So many things that happened stand over the board; the earlier ones are in the list of moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the reader has sent or clicked so far, kept on the page when it is shown again."""

    steps: str = ""
    picked: str = ""
    line: str = ""
    note: str = ""
    refusal: str = ""
    sure: Sure | None = None
    command: str = ""
    """The command that is asked about again."""
    ref: str = field(default_factory=lambda: secrets.token_urlsafe(12))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A player beside the board."""

    name: str
    mine: bool
    man: str
    """`light` or `dark`."""
    score: str
    length: int | None
    pips: int | None
    bank: int
    away: str
    """Until when he is on vacation; empty: he is not."""
    waited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """All that `games/table.html` shows."""

    table: Table
    seat: Seat | None
    prompt: Prompt | None
    over: bool
    kept: Asked
    title: str
    board: SafeString
    words: str
    told: list[str]
    asked: str
    hint: str
    due: datetime | None
    choosing: Choosing | None
    buttons: list[Button]
    namings: list[Button]
    """The rolls of which the player is to name one; empty where they are thrown."""
    resignations: list[Button]
    aside: list[Button]
    seats: list[SeatLine]
    games: list[Sheet]
    columns: tuple[str, str]
    notes: list[Message]
    orders: list[str]
    order_form: OrdersForm | None
    letters: list[tuple[str, str]]
    """When letters about this table may come: value and words."""
    help: list[str]
    rules: list[str]
    next: Prompt | None
    can_rematch: bool
    chouette: ChouettePage | None
    threads: list[ThreadPart]
    rulings: Rulings | None
    door: Door | None
    proposal: ProposalPart | None

    @property
    def kind(self) -> str:
        """What the open question is about; empty when nothing is asked."""
        return self.prompt.kind if self.prompt else ""

    @property
    def positions(self) -> str:
        """Under this address stand the positions of the moves, by number."""
        return reverse("table", args=[self.table.pk])

    @property
    def action(self) -> str:
        """Where the answer goes."""
        if self.prompt:
            return reverse("answer", args=[self.prompt.pk])
        return reverse("table", args=[self.table.pk])

    @property
    def script(self) -> dict[str, str]:
        """What the page's script needs to let the play be clicked together, as `data-` attributes of the form."""
        if self.choosing is None or not self.choosing.carried:
            return {}
        names = {key.replace("_", "-"): name for key, name in asdict(link_labels()).items()}
        return {**self.choosing.carried, **names, **_hints()}

    @property
    def line(self) -> str:
        """What stands in the text box."""
        return self.kept.line or (self.choosing.text if self.choosing else "")

    @property
    def complete(self) -> bool:
        """Whether the chosen steps are a whole play."""
        return bool(self.choosing and self.choosing.complete and self.choosing.picked is None)


def table_page(scene: Scene, player: Profile | None, *, kept: Asked, now: datetime) -> TablePage:
    """The page of a table that has begun, as `player` (None: a guest) sees it."""
    state, seat = scene.state, scene.seat
    assert state is not None
    number = seat.number if seat else None
    prompt = next((one for one in scene.prompts if not one.answered_at and not one.behind_offer), None)
    ask = next((one for one in state.asks if prompt and one.number == prompt.number), None)
    lines = queries.history(scene.table, reader_seat=number, since=_since(scene, state))
    chosen = _choosing(state, prompt, kept)
    view = _view(scene, state, lines, player, chosen)
    asked, hint = _question(scene, state, ask, chosen)
    options = may(state, number) if number is not None else ()
    notes = queries.messages(scene.table, seat=seat, state=state) if seat else []
    away = queries.away(scene.seats, now)
    session = None
    if state.format == "chouette":
        session = chouette_page(scene, state, prompt=prompt, options=options, away=away)
    return TablePage(
        table=scene.table,
        seat=seat,
        prompt=prompt,
        over=state.over,
        kept=kept,
        title=_title(scene, state),
        board=big_svg(view, title=_title(scene, state), choosing=chosen),
        words=in_words(view),
        told=_told(lines, scene),
        asked=asked,
        hint=hint,
        due=_due(scene, prompt),
        choosing=chosen,
        buttons=buttons(prompt, options),
        namings=namings(prompt, options, nameable(state)),
        resignations=resignations(options),
        aside=aside(options),
        seats=_seats(scene, state, away),
        games=sheets(lines, names=scene.names, side=scene.side, state=state),
        columns=_columns(scene, state),
        notes=[note for note in notes if note.audience == "all"],
        orders=texts.standing(state.orders[number], names=scene.names) if number in state.orders else [],
        order_form=_order_form(state, number) if number is not None else None,
        letters=_letters(),
        help=_help(scene, state, ask, options),
        rules=[*rules_of(scene.table), texts.clock_line(scene.table.clock)],
        next=queries.next_waiting(player, after=prompt, now=now) if player else None,
        can_rematch=bool(seat and state.over and scene.table.round_id is None),
        chouette=session,
        threads=threads(scene, state, notes, prompt=prompt) if session is not None or scene.table.paired else [],
        rulings=rulings(scene, state, player),
        proposal=proposal_part(scene, state, asked=prompt),
        door=door(scene.table, player, sits=_sits(scene)),
    )


def _sits(scene: Scene) -> bool:
    return scene.seat is not None and scene.seat.left_at is None


def _order_form(state: State, number: int) -> OrdersForm:
    present = as_chosen(state.orders.get(number, Orders()))
    return OrdersForm(initial=present, cube=agreed(state).variant.cube)


def _since(scene: Scene, state: State) -> datetime | None:
    """From when on the page tells what happened: a session may last for years, so of a long one the last games."""
    if state.game is None or state.game.number <= SHOWN_GAMES:
        return None
    first = scene.table.games.filter(number=state.game.number - SHOWN_GAMES + 1).first()
    return first.started_at if first else None


def _choosing(state: State, prompt: Prompt | None, kept: Asked) -> Choosing | None:
    """The play that is being clicked together, when a move is asked of the reader and its roll is known."""
    place = spot(state) if prompt and prompt.kind == "move" else None
    return choosing(place, steps=kept.steps, picked=kept.picked) if place else None


def _view(scene: Scene, state: State, lines: Sequence[Line], player: Profile | None, chosen: Choosing | None) -> View:
    facts = [fact for line in lines[-2:] for fact in line.facts]
    return shown(
        state,
        viewer=scene.side,
        mirrored=bool(player and player.mirrored),
        last=last_play(facts),
        done=chosen.steps if chosen else (),
        names=scene.names,
    )


def _title(scene: Scene, state: State) -> str:
    """`Match to 7 points · Short nardy · game 3`."""
    title = title_of(scene.table)
    game = state.game.number if state.game else 0
    return title if state.over else _("%(title)s · game %(number)d") % {"title": title, "number": game}


def _told(lines: Sequence[Line], scene: Scene) -> list[str]:
    """What happened since the reader's own last action; for a guest, the last entry."""
    number = scene.seat.number if scene.seat else None
    own = [place for place, line in enumerate(lines) if scene.seat and line.seat == number]
    recent = lines[own[-1] :] if own else lines[-1:]
    facts = [fact for line in recent for fact in line.facts]
    known = 0
    if own:
        places = [place for place, fact in enumerate(recent[0].facts) if isinstance(fact, OWN) and fact.seat == number]
        known = places[-1] + 1 if places else 0
    new = [
        fact for fact in facts[known:] if not (isinstance(fact, Thrown) and fact.why == "turn" and fact.seat == number)
    ]
    return texts.story(new, names=scene.names, reader=number, before=facts[:known])[-TOLD:]


def _question(scene: Scene, state: State, ask: Ask | None, chosen: Choosing | None) -> tuple[str, str]:
    """What is asked of the reader, or whom the table waits for; and how far his play is chosen."""
    if state.over:
        number = scene.seat.number if scene.seat else None
        return texts.score_line(state, names=scene.names, reader=number), ""
    if ask is None:
        return "", texts.waits(scene.waited, names=scene.names, missing=scene.missing)
    asked = texts.ask(state, ask, names=scene.names)
    if scene.seat and ask.seat != scene.seat.number:
        asked = _("For %(name)s, whose proxy you are: %(asked)s") % {"name": scene.names[ask.seat], "asked": asked}
    return asked, _hint(chosen)


def _hints() -> dict[str, str]:
    """How far a play is chosen, in words; `{play}` is what is chosen."""
    return {
        "choose": _("Choose a man on the board, or write the play."),
        "where": _("Now choose where the man goes."),
        "more": _("Chosen: {play}. Go on."),
        "whole": _("The play is complete: send it."),
        "dice": _("A click on a man plays the left die, a click on the dice swaps them."),
        "swap": _("Swap the dice"),
    }


def _hint(chosen: Choosing | None) -> str:
    if chosen is None:
        return ""
    whole = chosen.complete and chosen.steps
    stand = "where" if chosen.picked is not None else "whole" if whole else "more" if chosen.steps else "choose"
    return _hints()[stand].replace("{play}", chosen.text)


def _due(scene: Scene, prompt: Prompt | None) -> datetime | None:
    """The deadline that the page shows: of the reader's question, else of the one that the table waits for."""
    if prompt:
        return prompt.due_at
    waited = (one for one in scene.others if not one.answered_at and not one.behind_offer and one.kind != "rules")
    moments = [one.due_at for one in waited if one.due_at]
    return min(moments, default=None)


def _help(scene: Scene, state: State, ask: Ask | None, found: Sequence[Option]) -> list[str]:
    """What can be written now, one line each; nothing for a guest."""
    if scene.seat is None:
        return []
    answers = texts.answer_help(state, ask, names=scene.names) if ask else ()
    return [*answers, *texts.command_help(texts.told_by_name(state, found), names=scene.names)]


def _seats(scene: Scene, state: State, away: Mapping[int, datetime]) -> list[SeatLine]:
    """The players, the other side first, as they sit at the board."""
    waited = {one.seat_id for one in (*scene.prompts, *scene.others) if not one.answered_at and not one.behind_offer}
    length = state.rules.get("length")
    lines = []
    for seat in scene.seats:
        side = side_of(state, seat.number)
        halves = state.halves.get(party(state, seat.number), 0)
        lines.append(
            SeatLine(
                name=seat.player.handle,
                mine=seat == scene.seat,
                man="light" if side == scene.side else "dark",
                score=texts.number(halves) if state.format == "match" else texts.signed(halves),
                length=length if isinstance(length, int) else None,
                pips=state.game.board.pips(side) if state.game and side is not None else None,
                bank=seat.bank,
                away=texts.moment(away[seat.player_id]) if seat.player_id in away else "",
                waited=seat.pk in waited,
            )
        )
    return sorted(lines, key=lambda line: line.man == "light")


def _letters() -> list[tuple[str, str]]:
    return [
        ("", _("as for all my tables")),
        ("at-once", _("at once")),
        ("waiting", _("only if I have not answered on the page meanwhile")),
        ("digest", _("in one letter a day")),
        ("none", _("none")),
    ]


def _columns(scene: Scene, state: State) -> tuple[str, str]:
    """Who stands over the two columns of moves: the reader's side, the other side."""
    by_side = {side_of(state, seat.number): seat.number for seat in reversed(scene.seats)}
    names = {side: texts.account(number, names=scene.names) for side, number in by_side.items()}
    return names.get(scene.side, ""), names.get(1 - scene.side, "")
