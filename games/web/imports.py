"""Records that players bring: keeping one, what is written down about it, and its games played again for the viewer.

Pages are in `views.imports` and `replay`; reading and playing is `games.records`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.models import ImportedRecord, Profile
from games.records.playing import Illegal, PlayedRecord, play
from games.records.reading import read
from games.records.record import Record, UnreadableError
from games.web import record_files

MOST_BYTES = 2**20
MOST_RECORDS = 100
"""Of one player."""
MOST_EVENTS, MOST_IN_GAME = 8000, 1500
"""Rolls and acts in a file and in one of its games: the longest matches ever played have fewer."""
SECONDS = 10.0
"""No game of a file is begun after so long; the others are shown."""
NAME = 120
SHOWN_NAME = 40


class ImportForm(forms.Form):
    """A file, or its text pasted in."""

    file = forms.FileField(
        label=gettext_lazy("A file with a match: .mat, .sgf, .txt or our .json"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".mat,.sgf,.txt,.json,text/plain,application/json"}),
        help_text=gettext_lazy("At most 1 MB."),
    )
    text = forms.CharField(
        label=gettext_lazy("…or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    name = forms.CharField(label=gettext_lazy("What to call it"), required=False, max_length=NAME)

    def clean_file(self) -> UploadedFile[bytes] | None:
        """A file of a bearable size; it is looked at before it is read."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 1 MB. Divide it into several."))
        return file

    def clean(self) -> dict[str, Any]:
        """The bytes of the file or of the text as `raw`, and what came of playing them as `summary`."""
        chosen: dict[str, Any] = super().clean() or {}
        if self.errors:
            return chosen
        file = chosen.get("file")
        raw = file.read() if file else chosen.get("text", "").encode()
        if not raw.strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        if len(raw) > MOST_BYTES:
            raise forms.ValidationError(_("The text is longer than 1 MB. Divide it into several."))
        try:
            found = summary(raw)
        except UnreadableError as error:
            why = texts.record_note(str(error))
            raise forms.ValidationError(_("No match can be read in it: %(why)s.") % {"why": why}) from None
        name = chosen.get("name", "").strip() or plain(file.name or "" if file else "") or " – ".join(found["names"])
        return {**chosen, "raw": raw, "summary": found, "name": name[:NAME]}


def keep(player: Profile, *, name: str, raw: bytes, summary: Mapping[str, Any], now: datetime) -> ImportedRecord | None:
    """Keep a record; None when the player has as many as he may have."""
    with transaction.atomic():
        Profile.objects.select_for_update().get(pk=player.pk)
        if ImportedRecord.objects.filter(player=player).count() >= MOST_RECORDS:
            return None
        return ImportedRecord.objects.create(player=player, name=name, raw=raw, summary=summary, created_at=now)


def share(row: ImportedRecord, *, shared: bool) -> None:
    """Make a link that others can use, or end the one there is. A link that was ended never works again."""
    if shared != bool(row.token):
        row.token = secrets.token_urlsafe(16) if shared else None
        row.save(update_fields=["token"])


def summary(raw: bytes) -> dict[str, Any]:
    """What came of playing a file: plain JSON, for the page about it and for playing one game of it again.

    `names`, `variant`, `length`, `kinds` (the formats that can hold it); of each game `names`, `score` before it,
    `winner` (1, 2, None), `points`, `crawford`, `plays`, `steps`; `illegal` plays with game, step and line; `notes`.
    Raises `UnreadableError`.
    """
    record = _read(raw)
    numbers = [len(game.events) for game in record.games]
    if sum(numbers) > MOST_EVENTS or max(numbers, default=0) > MOST_IN_GAME:
        raise UnreadableError("the file is too large")
    end = time.monotonic() + SECONDS
    played = play(record, go_on=lambda: time.monotonic() < end)
    return {
        "names": names(record, 0),
        "variant": record.variant,
        "length": record.length,
        "kinds": record_files.kinds(record),
        "games": [
            {
                "names": names(record, place),
                "length": game.game.length,
                "score": game.score,
                "winner": game.winner,
                "points": game.points,
                "crawford": game.crawford,
                "plays": game.plays,
                "steps": len(game.steps),
            }
            for place, game in enumerate(played.games)
        ],
        "illegal": [_illegal(played, one) for one in played.illegal],
        "notes": [{"line": note.line, "text": plain(note.text)} for note in played.notes],
    }


def names(record: Record, place: int) -> list[str]:
    """What the players of a game are called, never empty."""
    written = record.games[place].names if record.games else ("", "")
    return [plain(name).strip()[:SHOWN_NAME] or str(number) for number, name in enumerate(written, start=1)]


def plain(text: str) -> str:
    """A text that any database takes."""
    return text.replace("\0", "")


def _illegal(played: PlayedRecord, one: Illegal) -> dict[str, object]:
    steps = enumerate(played.games[one.game - 1].steps, start=1)
    where = next((number for number, step in steps if step.event.line == one.line and step.error == one.error), 0)
    return {"game": one.game, "step": where, "line": one.line, "text": plain(one.text), "error": one.error}


def record_of(row: ImportedRecord) -> Record:
    """All that the file tells."""
    return _read(bytes(row.raw))


@lru_cache(maxsize=8)
def _read(raw: bytes) -> Record:
    """Read once for all the games of a record."""
    return read(raw)


def replayed(row: ImportedRecord, number: int) -> PlayedRecord:
    """Game `number` (1…) of a record alone, played again."""
    game = row.summary["games"][number - 1]
    first, second = game["score"]
    return _replayed(bytes(row.raw), number, (first, second), bool(game["crawford"]))


@lru_cache(maxsize=32)
def _replayed(raw: bytes, number: int, score: tuple[float, float], crawford: bool) -> PlayedRecord:
    """The same bytes are always the same game, so whoever steps through it does not wait for it at every step."""
    record = _read(raw)
    game = replace(record.games[number - 1], score=score, crawford=crawford)
    return play(replace(record, games=(game,), notes=()))
