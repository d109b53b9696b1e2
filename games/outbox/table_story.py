"""What a letter about a table says: what happened, how it stands, what is asked. In the order of spec/pages.md."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries, texts
from games.boards.png import board_png
from games.boards.shown import last_play, shown
from games.boards.text import WordLabels, board_text, points_in_words
from games.models import IncomingMail, Message, OutgoingMail, Prompt, Seat
from games.models.table import Source
from games.outbox.kinds import ANSWERS
from games.outbox.told import PICTURE_WIDTH, Told
from games.queries import Line, Scene
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Fact, GameOver
from games.rules.state import State, mate, may, options

MOST = 40
"""So many things that happened are told; the earlier ones are on the page."""


def tell_table(letter: OutgoingMail, *, now: datetime) -> Told:
    """Gather what `letter`, which belongs to a seat, says. The reader's language and zone are active."""
    seat = letter.seat
    assert seat is not None
    scene = queries.scene(seat.table_id, profile=seat.player)
    history = queries.history(scene.table, reader_seat=seat.number)
    lines = _untold(letter, seat, history)
    facts = _facts(lines)
    prompt = _prompt(letter, scene)
    state = scene.state
    which = texts.in_round(scene.table.lap, scene.table.place, scene.table.wanted)
    values = {
        "title": texts.title(scene.table.variant, scene.table.format, scene.table.rules_now, which=which),
        "round": which,
        "round_link": _round_link(scene),
        "round_over": bool(scene.table.round_id and scene.table.over),
        "opponent": _opponent(scene, seat),
        "table": scene.table.pk,
        "link": f"{settings.NARDY_SITE_URL}{reverse('table', args=[scene.table.pk])}",
        "happened": texts.story(facts, names=scene.names, reader=seat.number)[-MOST:],
        "said": _said(letter, scene, seat, lines),
        "rulings": _rulings(scene, lines),
        "asides": _asides(letter),
        "away": _away(scene, seat, now),
        **_about_his_mail(letter, scene, seat, history, now=now),
    }
    picture = None
    if state is not None and state.game is not None:
        values |= _standing(state, scene, seat) | _question(state, scene, prompt)
        drawn, picture = _board(state, scene, seat, facts)
        values |= drawn
    return Told(
        values={**values, "game": _game(letter, state, facts)},
        sender=_("Nardy (%(name)s)") % {"name": values["opponent"]},
        list_name=f"table-{scene.table.pk}",
        game=_game(letter, state, facts),
        prompt=prompt,
        picture=picture,
    )


def _round_link(scene: Scene) -> str:
    """Where all tables of its round are; empty when it is of none."""
    number = scene.table.round_id
    return f"{settings.NARDY_SITE_URL}{reverse('round', args=[number])}" if number else ""


def _opponent(scene: Scene, seat: Seat) -> str:
    """Whom the reader plays against: the other one, the other pair, or else the name of the format."""
    if scene.table.paired:
        return texts.account(1 - seat.number % 2, names=scene.names)
    others = [one.player.handle for one in scene.seats if one != seat]
    return others[0] if len(others) == 1 else texts.format_name(scene.table.format, {})


def _facts(lines: Sequence[Line]) -> list[Fact]:
    """All that the lines tell."""
    return [fact for line in lines for fact in line.facts]


def _untold(letter: OutgoingMail, seat: Seat, lines: list[Line]) -> list[Line]:
    """What happened since the reader's last action, which comes first.

    If he acted by letter he knew no more than the letter before it told: what came between is told as well.
    """
    own = max((place for place, line in enumerate(lines) if line.seat == seat.number), default=0)
    if own < len(lines) and lines[own].source == Source.LETTER:
        told = _earlier(letter).filter(rendered_at__lte=lines[own].at).values_list("entry__seq", flat=True)
        known = max((seq for seq in told if seq), default=lines[own].seq)
        own = next((place for place, line in enumerate(lines) if line.seq > known), own)
    return lines[own:]


def _earlier(letter: OutgoingMail) -> QuerySet[OutgoingMail]:
    """The letters that this seat got before."""
    rows = OutgoingMail.objects.filter(seat=letter.seat_id, rendered_at__isnull=False, dropped_at=None)
    return rows.exclude(pk=letter.pk)


def _prompt(letter: OutgoingMail, scene: Scene) -> Prompt | None:
    """The open question that the letter is about. An answer to a mail is about any that waits for the reader."""
    open_prompts = {prompt.pk: prompt for prompt in scene.prompts}
    if letter.prompt_id in open_prompts:
        return open_prompts[letter.prompt_id]
    waiting = [prompt for prompt in scene.prompts if not prompt.answered_at]
    return waiting[0] if letter.kind in ANSWERS and waiting else None


def _said(letter: OutgoingMail, scene: Scene, seat: Seat, lines: Sequence[Line]) -> list[dict[str, str]]:
    """Words of others that he has not met yet: since the last letter, or since he was on the page.

    Every line of theirs begins with who says it, so that none of them can be read as a command of ours.
    """
    letters = _earlier(letter).values_list("rendered_at", flat=True)
    seen = [moment for moment in letters if moment is not None]
    if lines and lines[0].seat == seat.number and lines[0].source == Source.PAGE:
        seen.append(lines[0].at)
    words = queries.messages(scene.table, seat=seat, state=scene.state)
    unseen = [one for one in words if one.seat_id != seat.pk and not any(one.at <= moment for moment in seen)]
    return [said for one in unseen for said in _lines(one)]


def _asides(letter: OutgoingMail) -> list[str]:
    """Words of the reader's own mails, since the letter before, that stand where nothing is read: nobody got them."""
    before = max((moment for moment in _earlier(letter).values_list("rendered_at", flat=True) if moment), default=None)
    since = {"claimed_at__gt": before} if before else {}
    mails = IncomingMail.objects.filter(address__seat=letter.seat_id, detail__has_key="aside", **since)
    return list(mails.order_by("claimed_at", "pk").values_list("detail__aside", flat=True))


def _rulings(scene: Scene, lines: Sequence[Line]) -> list[str]:
    """What organisers of the club have decided meanwhile, with their reasons."""
    if scene.table.club_id is None:
        return []
    made = scene.table.rulings.filter(entry__seq__in=[line.seq for line in lines]).select_related("organiser")
    return [texts.ruling(one.kind, organiser=one.organiser.handle, reason=one.reason) for one in made.order_by("at")]


def _away(scene: Scene, seat: Seat, now: datetime) -> list[str]:
    """Who of the others is on vacation, so that nobody wonders at his silence. A chouette goes on."""
    if scene.table.format == "chouette":
        return []
    others = [one for one in scene.seats if one != seat]
    until = queries.away(others, now)
    return [
        _("%(name)s is on vacation until %(until)s, and the clock stands.")
        % {"name": one.player.handle, "until": texts.moment(until[one.player_id])}
        for one in others
        if one.player_id in until
    ]


def _lines(message: Message) -> list[dict[str, str]]:
    """The lines of one message that are not blank."""
    who = message.seat.player.handle
    return [{"who": who, "text": " ".join(line.split())} for line in message.text.splitlines() if line.strip()]


def _standing(state: State, scene: Scene, seat: Seat) -> dict[str, Any]:
    """Score, cubes, and the orders that stand."""
    game, orders = state.game, state.orders.get(seat.number)
    with_cube = game is not None and options(state).variant.cube and not game.crawford and not state.over
    return {
        "score": texts.score_line(state, names=scene.names, reader=seat.number),
        "cubes": texts.cube_lines(game, names=scene.names, reader=seat.number) if game and with_cube else [],
        "orders": "; ".join(texts.standing(orders, names=scene.names)) if orders else "",
    }


def _question(state: State, scene: Scene, prompt: Prompt | None) -> dict[str, Any]:
    """What is asked and until when, or for whom the table waits; and what can be written now."""
    asks = {ask.number: ask for ask in state.asks}
    ask = asks.get(prompt.number) if prompt else None
    waited = scene.waited
    possible = texts.told_by_name(state, may(state, scene.seat.number)) if scene.seat else []
    values: dict[str, Any] = {
        "answers": commands(texts.command_lines([one for one in possible if prompt and one.ask == prompt.number])),
        "also": commands(texts.command_help([one for one in possible if one.ask is None], names=scene.names)),
    }
    own = scene.seat.number if scene.seat else None
    if own is not None and (lies_in := texts.sealed(state, own, names=scene.names)):
        values["sealed"] = _("Your answer lies in: %(answer)s. It can be replaced until all have answered.") % {
            "answer": lies_in
        }
    if state.over and own is not None and scene.table.round_id is None:
        values["also"] = commands([texts.rematch_help()])
    if prompt and ask:
        asked = texts.ask(state, ask, names=scene.names)
        if ask.seat != own:
            asked = _("For %(name)s, whose proxy you are: %(asked)s") % {"name": scene.names[ask.seat], "asked": asked}
        values["answers"] += commands(list(texts.answer_help(state, ask, names=scene.names)))
        values |= {"asked": asked, "number": prompt.number}
        values["due"] = texts.moment(prompt.due_at) if prompt.due_at else ""
    elif (waited or scene.missing) and not state.over:
        names = ", ".join(scene.names[number] for number in waited)
        values["next"] = texts.waits(waited, names=scene.names, missing=scene.missing)
        if own is not None and mate(state, own) in waited:
            values["next"] = _("Now %(names)s is to answer for you both: you can advise your partner.") % {
                "names": names
            }
    return values


def commands(lines: Sequence[str]) -> list[dict[str, str]]:
    """Lines of help, the command apart from its meaning, so that it can be set in bold."""
    parts = (line.rpartition(" — ") if line.count(" — ") == 1 else ("", "", line) for line in lines)
    return [{"word": word, "meaning": meaning} for word, _dash, meaning in parts]


def _board(state: State, scene: Scene, seat: Seat, facts: Sequence[Fact]) -> tuple[dict[str, Any], bytes]:
    """The board from the reader's side: as text, in words, and as a picture."""
    view = shown(state, viewer=scene.side, mirrored=seat.player.mirrored, last=last_play(facts), names=scene.names)
    drawn = {
        "board": board_text(view),
        "words": points_in_words(view, WordLabels(**texts.board_words())),
        "alt": points_in_words(view, WordLabels(**texts.picture_words()), width=0),
    }
    return drawn, board_png(view, width=PICTURE_WIDTH)


def _about_his_mail(
    letter: OutgoingMail, scene: Scene, seat: Seat, history: Sequence[Line], *, now: datetime
) -> dict[str, Any]:
    """For letters that answer a mail: why it was not carried out, or what it asked to see."""
    if letter.kind == "shown":
        return _asked_to_see(letter.context["what"], scene, seat, history, now=now)
    if letter.kind not in ANSWERS:
        return {}
    refused = Stale if letter.kind == "stale" else IllegalAction
    error = refused(letter.context["code"], **letter.context["data"])
    return {
        "line": letter.context["line"],
        "error": texts.error(error, names=scene.names, reader=seat.number),
        "done": [texts.receipt(code, data) for code, data in letter.context.get("receipts", ())],
    }


def _asked_to_see(what: str, scene: Scene, seat: Seat, history: Sequence[Line], *, now: datetime) -> dict[str, Any]:
    """The whole game so far (`history`), or the tables that wait for him (`games`); all else is in every letter."""
    if what == "history":
        game = history[-1].game if history else 0
        facts = _facts([line for line in history if line.game == game])
        return {"what": what, "happened": texts.story(facts, names=scene.names, reader=seat.number)}
    if what == "games":
        return {"what": what, "tables": [waiting_line(prompt) for prompt in queries.waiting(seat.player, now)]}
    return {"what": what, "life": commands(texts.life_help(at_table=True)) if what == "help" else []}


def waiting_line(prompt: Prompt) -> str:
    """A table that waits for the reader: against whom, until when, where."""
    others = [one.player.handle for one in prompt.table.seats.all() if one.pk != prompt.seat_id]
    which = texts.in_round(prompt.table.lap, prompt.table.place, prompt.table.wanted)
    link = f"{settings.NARDY_SITE_URL}{reverse('table', args=[prompt.table_id])}"
    until = texts.until(prompt.due_at) if prompt.due_at else ""
    return ", ".join(part for part in (", ".join(others), which, until, link) if part)


def _game(letter: OutgoingMail, state: State | None, facts: Sequence[Fact]) -> int | None:
    """The game whose thread it is: the one that ended, for a letter that only tells its end; else the present one."""
    over = [fact.game for fact in facts if isinstance(fact, GameOver)]
    if letter.kind == "game-over" and over:
        return over[-1]
    return state.game.number if state and state.game else None
