"""What a letter says that is about several tables or about none: vacation, digest, reminders, what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries, texts
from games.models import Absence, OutgoingMail, Profile, Prompt, Seat, Table
from games.outbox.table_story import commands, waiting_line
from games.outbox.told import Told

TOLD = 6
"""So many things that happened at a table are told in a digest; the earlier ones are on its page."""


def tell_personal(letter: OutgoingMail, *, now: datetime) -> Told:
    """Gather what `letter` says. The reader's language and zone are active."""
    assert letter.player is not None
    tell = {"noted": _noted, "vacation": _vacation, "reminders": _reminders, "digest": _digest}[letter.kind]
    values: dict[str, Any] = {"link": f"{settings.NARDY_SITE_URL}{reverse('home')}", **tell(letter, letter.player, now)}
    return Told(values=values, sender=_("Nardy"), list_name="letters")


def receipts(letter: OutgoingMail, now: datetime) -> list[str]:
    """What was done, by the letter's context, a line each."""
    return [texts.receipt(code, data) for code, data in letter.context.get("receipts", ())]


def _noted(letter: OutgoingMail, player: Profile, now: datetime) -> dict[str, Any]:
    done = letter.context["receipts"]
    codes = {code for code, _data in done}
    answers: list[str] = []
    if letter.context["asks"] == "stop":
        answers += [_("accept — no more letters about your tables"), _("decline — letters come as before")]
    offered = [number for code, data in done if code == "offers" for number in data["offers"]]
    answers += [_offer_line(table) for table in _in_order(offered)]
    return {
        "lines": receipts(letter, now),
        "list": [waiting_line(prompt) for prompt in queries.waiting(player, now)] if "games" in codes else [],
        "answers": commands(answers),
        "also": commands(texts.life_help(at_table=False)),
    }


def _in_order(keys: Sequence[int]) -> list[Table]:
    found = Table.objects.select_related("host").in_bulk(keys)
    return [found[key] for key in keys if key in found]


def _offer_line(table: Table) -> str:
    """`join 12 — Match to 3 points · Short nardy, against Anna: 24 h for each decision; until …`."""
    parts = [
        texts.title(table.variant, table.format, table.rules),
        _("offered by %(name)s") % {"name": table.host.handle},
        texts.clock_line(table.clock),
        texts.until(table.open_until) if table.open_until else "",
    ]
    return _("join %(table)s — %(offer)s") % {"table": table.pk, "offer": "; ".join(part for part in parts if part)}


def _vacation(letter: OutgoingMail, player: Profile, now: datetime) -> dict[str, Any]:
    absence = Absence.objects.select_related("player").get(pk=letter.context["absence"])
    values = {"name": absence.player.handle, "until": texts.moment(absence.ends)}
    begins = letter.context["what"] == "begins"
    if absence.player == player:
        lines = [_("Your vacation has begun and lasts until %(until)s. Your clocks stand, but you may play.") % values]
        if begins and absence.automatic:
            lines.append(_("It began by itself, because your time at a table was running out."))
        lines = lines if begins else [_("Your vacation is over, your clocks run again.")]
        answers = [_("back — end the vacation now")] if begins else [_("games — all letters that wait for you again")]
    else:
        lines = [_("%(name)s is on vacation until %(until)s, and the clock stands.") % values]
        lines = lines if begins else [_("%(name)s is back from vacation, and the clock runs again.") % values]
        answers = []
    tables = _in_order(letter.context["tables"])
    return {
        "lines": lines,
        "list": [f"{texts.title(one.variant, one.format, one.rules)}, {_link(one.pk)}" for one in tables],
        "answers": commands(answers),
    }


def _reminders(letter: OutgoingMail, player: Profile, now: datetime) -> dict[str, Any]:
    waiting = {prompt.pk: prompt for prompt in queries.waiting(player, now)}
    open_ones = [waiting[key] for key in letter.context["prompts"] if key in waiting]
    return {
        "lines": [_("A reminder: these tables still wait for your answer.")],
        "list": [waiting_line(prompt) for prompt in open_ones],
        **_no_moves(),
    }


def _digest(letter: OutgoingMail, player: Profile, now: datetime) -> dict[str, Any]:
    since = datetime.fromisoformat(letter.context["since"])
    seats = queries.in_digest(player)
    waiting = queries.waiting_at(seats)
    asked = {prompt.table_id: prompt for prompt in reversed(waiting)}
    first = [prompt.table_id for prompt in waiting]
    order = {number: place for place, number in reversed(list(enumerate(first)))}
    seats.sort(key=lambda seat: (order.get(seat.table_id, len(order)), seat.table_id))
    count = len(order)
    return {
        "lines": [_("Your tables today. Waiting for you: %(count)s.") % {"count": count}],
        "sections": list(_sections(seats, asked, since)),
        **_no_moves(),
    }


def _sections(seats: Sequence[Seat], asked: dict[int, Prompt], since: datetime) -> Iterator[dict[str, Any]]:
    """What there is to tell of each table: who, what happened, what is asked and until when."""
    for seat in seats:
        prompt = asked.get(seat.table_id)
        if prompt is None and not queries.has_news(seat, since):
            continue
        scene = queries.scene(seat.table_id, profile=seat.player)
        lines = [line for line in queries.history(scene.table, reader_seat=seat.number) if line.at > since]
        happened = texts.story([fact for line in lines for fact in line.facts], names=scene.names, reader=seat.number)
        words = queries.messages(scene.table, seat=seat, state=scene.state)
        others = [name for number, name in enumerate(scene.names) if number != seat.number]
        which = texts.in_round(scene.table.lap, scene.table.place, scene.table.wanted)
        title = texts.title(scene.table.variant, scene.table.format, scene.table.rules, which=which)
        asks = scene.state.asks if scene.state else ()
        ask = next((one for one in asks if prompt and one.number == prompt.number), None)
        yield {
            "title": f"{', '.join(others)} · {title}",
            "happened": happened[-TOLD:],
            "said": [
                {"who": one.seat.player.handle, "text": " ".join(one.text.split())}
                for one in words
                if one.at > since and one.seat_id != seat.pk
            ],
            "asked": texts.ask(scene.state, ask, names=scene.names) if scene.state and ask else "",
            "due": texts.moment(prompt.due_at) if prompt and prompt.due_at else "",
            "link": _link(seat.table_id),
        }


def _no_moves() -> dict[str, Any]:
    """A letter about several tables takes no moves, and says so."""
    return {
        "warning": _(
            "This letter is about several tables, so a move cannot be answered to it. Answer a table's own letter."
        ),
        "answers": commands([_("games — all letters that wait for you again, each can be answered")]),
    }


def _link(table: int) -> str:
    return f"{settings.NARDY_SITE_URL}{reverse('table', args=[table])}"
