"""What a player asked for himself, and was done, as sentences: language, zone, letters, vacation, invitations."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from games.texts.games import title
from games.texts.moments import duration, moment

RECEIPTS = {
    "language": noop("From now on you are written to in English."),
    "zone": noop("Your time zone is %(zone)s now. There it is %(now)s."),
    "letters-at-once": noop("Letters about your tables come at once from now on."),
    "letters-after": noop("A letter comes from now on when a question has waited for %(minutes)s min."),
    "letters-daily": noop("From now on you get one letter a day about all your tables, and reminders."),
    "letters-none": noop("No more letters about your tables come. What you ask for by letter is answered as before."),
    "away": noop("Your vacation: from %(since)s to %(until)s. At tables of two your clock stands; you may play."),
    "away-left": noop("After that you have %(left)s of vacation left."),
    "away-proxy": noop("It does not stop a chouette. There somebody should answer for you: %(tables)s."),
    "back": noop("Welcome back! Your vacation is over, your clocks run again."),
    "back-planned": noop("The vacation from %(since)s to %(until)s is called off."),
    "stop-asked": noop("You asked for no more letters. Nothing is changed until you confirm it."),
    "offers": noop("There are open tables: they stand below, each with the line that seats you there."),
    "no-offers": noop("No table is open at the moment."),
    "games": noop("These tables wait for you:"),
    "games-again": noop("Their letters come again, each of them can be answered."),
    "no-games": noop("No table waits for you."),
    "aside": noop("Your words «%(words)s» were not passed on: this letter is about no single table."),
    "help": noop("These lines can be written in an answer to any of our letters:"),
    "invited": noop("%(guest)s is invited to table %(table)s: %(title)s."),
    "rematch-offered": noop("A rematch is offered: table %(table)s, %(title)s. It begins when the others sit down."),
    "seated": noop("You sit at table %(table)s: %(title)s. It begins when all places are taken."),
    "begun": noop("You sit at table %(table)s: %(title)s. It has begun."),
    "coming": noop("You play at table %(table)s from its next game on: %(title)s."),
}
"""Code -> sentence."""

MOMENTS = frozenset({"since", "until", "now"})


def receipt(code: str, data: Mapping[str, Any]) -> str:
    """What was done, in the active language. Moments are ISO 8601, `left` are seconds, `table` brings its `rules`."""
    values: dict[str, object] = dict(data)
    for key in MOMENTS & values.keys():
        values[key] = moment(datetime.fromisoformat(str(values[key])))
    if "left" in values:
        values["left"] = _days(int(data["left"]))
    if "variant" in values:
        values["title"] = title(data["variant"], data["format"], data["rules"])
    if "tables" in values:
        values["tables"] = ", ".join(_("table %(number)s") % {"number": number} for number in data["tables"])
    return _(RECEIPTS[code]) % values


def _days(seconds: int) -> str:
    """A stock of vacation: in days, and in hours where that is less than two."""
    days = seconds // 86400
    if seconds and days < 2:
        return duration(timedelta(seconds=seconds))
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def rematch_help() -> str:
    """The line about playing the same again."""
    return _("rematch — the same again, once a table is over")


def life_help(*, at_table: bool) -> list[str]:
    """What can be written in an answer to any letter, one line for each command: the word, then what it does.

    `at_table`: the letter is about a table; two commands need one.
    """
    here = [
        _("invite NAME — the same game as here, with NAME or a mail address"),
        rematch_help(),
    ]
    return [
        _("games — all letters that wait for your answer come again"),
        _("offers — the tables that are open to all"),
        _("join 12 — sit down at table 12"),
        *(here if at_table else []),
        _("letters daily — one letter a day; or letters at once, letters after 15, letters none"),
        _("away 7 — a vacation of 7 days from now; or away 20.12-08.01"),
        _("back — the vacation is over"),
        _("language en — letters in English; or language ru"),
        _("zone Berlin — your time zone, by a city"),
        _("stop — no more letters (we ask once more)"),
    ]
