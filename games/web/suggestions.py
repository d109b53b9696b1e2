"""Plays suggested within a side: found in its words, drawn small, taken over by a click (§4.3 of chouette.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.boards.shown import shown
from games.commands import parse
from games.models import Message, Prompt
from games.queries import Scene
from games.rules.actions import Play
from games.rules.errors import IllegalAction
from games.rules.state import State, spot
from games.web.boards import small_svg
from games.web.choosing import choosing

DRAWN = 4
"""So many suggestions are drawn, the last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Words to one side; with the play that they suggest for the open move, if they hold one."""

    note: Message
    play: str = ""
    picture: SafeString | str = ""
    link: str = ""
    """Shows the play on the board of whoever is to move, chosen and not sent; empty for others."""


def with_plays(scene: Scene, state: State, words: Sequence[Message], *, side: int, prompt: Prompt | None) -> list[Word]:
    """The words of a thread, each with its play. `prompt` is what the reader is asked."""
    here, asked = spot(state), [one for one in (*scene.prompts, *scene.others) if one.kind == "move"]
    if here is None or here.side != side or not asked:
        return [Word(note=note) for note in words]
    since = min(one.asked_at for one in asked)
    found = []
    for place, note in enumerate(words):
        chosen = None
        if note.at >= since and place >= len(words) - DRAWN:
            chosen = next((one for one in (_chosen(state, line) for line in note.text.splitlines()) if one), None)
        found.append(_word(scene, state, note, chosen, prompt))
    return found


def _chosen(state: State, line: str) -> tuple[tuple[int, int], ...]:
    """The single steps of a whole legal play that stands on the line; empty when there is none."""
    here = spot(state)
    try:
        action = parse(line).action
    except IllegalAction:
        return ()
    if here is None or not isinstance(action, Play) or action.roll is not None:
        return ()
    play = choosing(here, steps=line, picked="")
    return play.steps if play.complete else ()


def _word(
    scene: Scene, state: State, note: Message, steps: tuple[tuple[int, int], ...] | None, prompt: Prompt | None
) -> Word:
    if not steps:
        return Word(note=note)
    text = " ".join(f"{start}/{end}" for start, end in steps)
    view = shown(state, viewer=scene.side, done=steps, names=scene.names)
    link = f"?steps={text.replace(' ', '+')}" if prompt is not None and prompt.kind == "move" else ""
    return Word(note=note, play=text, picture=small_svg(view), link=link)
