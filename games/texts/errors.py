"""Errors as sentences: what was wrong, then what to do next. The codes come from the rules and from whoever refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.rules.errors import IllegalAction
from games.texts import words
from games.texts.moments import moment
from games.texts.refusals import CLASHES, ERRORS, PLAYS, POSITIONS

MOMENTS = frozenset({"answered_at", "due_at", "since", "until"})
"""Data that are moments (ISO 8601)."""

SEATS = frozenset({"seat", "by", "cubes", "owner", "other"})
"""Data that are seat numbers."""

PARTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "illegal-play": ("rule", PLAYS),
    "not-enough-steps": ("rule", PLAYS),
    "bad-position": ("reason", POSITIONS),
    "rules-clash": ("reason", CLASHES),
}
"""Codes whose data name a reason of its own: the name of that datum, and the sentences for its values."""


class _Values(dict[str, str]):
    """Data as words. What a sentence misses shows as dots: a poor sentence, never a failure."""

    def __missing__(self, key: str) -> str:
        return "…"


def error(error: IllegalAction, *, names: Sequence[str] = (), reader: int | None = None) -> str:
    """What was wrong and what to do next, in the active language. `names` are the handles of the seats by number."""
    values = _Values({key: _word(key, value, names, reader) for key, value in error.data.items()})
    sentence = ERRORS.get(error.code)
    if error.code in PARTS:
        datum, sentences = PARTS[error.code]
        reason = str(error.data.get(datum))
        sentence = sentences.get(f"{reason}-{error.data.get('why')}") or sentences.get(reason, sentence)
    if sentence is None:
        sentence = noop("This cannot be done (%(code)s). Look at the table and choose one of the commands shown there.")
        values["code"] = error.code
    return _(sentence) % values


def _word(key: str, value: object, names: Sequence[str], reader: int | None) -> str:
    """One datum as it stands in a sentence."""
    if key in SEATS and (value is None or isinstance(value, int)):
        return words.who(value, names=names, reader=reader)
    if key in SEATS and isinstance(value, list | tuple):
        return words.listed(value, names=names, reader=reader)
    if key in MOMENTS and isinstance(value, str):
        return moment(datetime.fromisoformat(value))
    if key in {"dice", "roll"} and isinstance(value, list | tuple):
        return words.dice(value)
    if key == "wall" and isinstance(value, list | tuple):
        return "–".join(map(str, value))
    if isinstance(value, list | tuple):
        return ", ".join(words.written(str(one)) if key == "ways" else str(one) for one in value)
    return words.written(value) if key == "move" and isinstance(value, str) else str(value)
