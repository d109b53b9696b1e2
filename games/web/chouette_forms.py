"""The forms of a chouette: an answer for every cube on one screen, doubles of some cubes, orders and proxy.

Each is read into a line of the command language, so that page and letter say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games import texts
from games.commands import canonical
from games.models import Prompt
from games.queries import Scene
from games.rules.actions import Action, Answer, Double, OnBeaver, Order, Proxy, Reply
from games.rules.stake import raised
from games.rules.state import Ask, Option, Orders, State, options, stake_name

DECLARED = (1, 2, 4)
"""Stakes that one may declare where they may differ (spec/chouette.md §2.14)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """A cube in a form: by whom it is named, where it stands and would stand, and what each answer costs."""

    field: str
    seat: int
    name: str
    value: int
    raised: int
    drop: str
    single: str
    gammon: str
    chosen: str = ""
    """What was answered already (sealed), for its author alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """An answer to every offered cube, with the conditions given in advance (spec/chouette.md §4.2)."""

    action: str
    title: str
    cubes: list[Cube]
    beavers: bool
    alone: bool
    extras: bool
    if_alone: str
    if_extras: str
    extra: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleForm:
    """The cubes that could be turned now. `asked`: the window waits for this seat."""

    action: str
    cubes: list[Cube]
    beavers: bool
    raccoons: bool
    asked: bool


def answer_form(scene: Scene, state: State, prompt: Prompt | None, found: Sequence[Option]) -> AnswerForm | None:
    """The form for the double that the reader is asked about; else for his own sealed answer, to replace it."""
    sealed = (one for one in scene.prompts if scene.seat and one.seat_id == scene.seat.pk and one.answered_at)
    shown = prompt if prompt is not None and prompt.kind == "answer" else next(sealed, None) if prompt is None else None
    ask = next((one for one in state.asks if shown and one.number == shown.number and one.kind == "answer"), None)
    if shown is None or ask is None or state.game is None or state.offer is not None:
        return None
    agreed = options(state)
    own = scene.seat is not None and scene.seat.number == ask.seat
    given = next((one for one in state.game.given if own and one.seat == ask.seat), None)
    cubes = _named_cubes(scene, state, ask, dict(given.replies) if given else {})
    alone = texts.may_be_alone(state, ask)
    return AnswerForm(
        action=reverse("answer", args=[shown.pk]),
        title=texts.ask(state, ask, names=scene.names),
        cubes=cubes[:1] if agreed.one_cube else cubes,
        beavers=any(option.kind == "beaver" and option.seat == ask.seat for option in found),
        alone=alone,
        extras=alone and agreed.lone_taker == "extras",
        if_alone=(given.if_alone or "") if given else "",
        if_extras=(given.if_extras or "") if given else "",
        extra=bool(given and given.extra),
    )


def double_form(scene: Scene, state: State, prompt: Prompt | None, found: Sequence[Option]) -> DoubleForm | None:
    """The form to turn some of several cubes, or a cube though nobody waits for the reader."""
    number = prompt.number if prompt is not None and prompt.kind == "cube" else None
    option = next(
        (one for one in found if one.kind == "double" and scene.seat and (one.ask == number or prompt is None)), None
    )
    if option is None or state.offer is not None or (prompt is not None and prompt.kind != "cube"):
        return None
    agreed = options(state)
    several = len(option.stakes) > 1 and not agreed.one_cube
    if not several and not agreed.beavers and number is not None:
        return None  # two buttons are enough
    if prompt is None and option.ask is not None:
        return None
    cubes = [_cube(scene, state, option.seat, index, "double") for index in option.stakes]
    return DoubleForm(
        action=reverse("answer", args=[prompt.pk]) if prompt is not None else reverse("table", args=[scene.table.pk]),
        cubes=cubes[:1] if agreed.one_cube else cubes,
        beavers=agreed.beavers,
        raccoons=agreed.raccoons,
        asked=number is not None,
    )


def _named_cubes(scene: Scene, state: State, ask: Ask, replies: Mapping[int, Reply]) -> list[Cube]:
    game = state.game
    assert game is not None
    speaker = game.box if ask.seat == game.partner else ask.seat
    return [
        _cube(scene, state, speaker, index, "cube", chosen=replies.get(index, ""))
        for _name, index in texts.offered_cubes(state, ask)
    ]


def _cube(scene: Scene, state: State, seat: int, index: int, field: str, *, chosen: str = "") -> Cube:
    game = state.game
    assert game is not None
    stake, name = game.stakes[index], stake_name(state, seat, index)
    doubled = raised(stake.value, options(state).variant.progress)
    return Cube(
        field=f"{field}-{name}",
        seat=name,
        name=scene.names[name],
        value=stake.value,
        raised=doubled,
        drop=texts.points(2 * stake.value),
        single=texts.points(2 * doubled),
        gammon=texts.points(4 * doubled),
        chosen=chosen,
    )


def written(form: QueryDict, names: Sequence[str]) -> str:
    """The line of the command language that a form of a chouette says; empty when none of its fields was sent."""
    replies = _numbered(form, "cube-", names)
    doubled = tuple(_numbered(form, "double-", names))
    if replies:
        return canonical(_answer(form, replies), names)
    if doubled:
        on_beaver = form.get("if_beavered", "accept")
        reply = cast("OnBeaver", on_beaver if on_beaver in ("accept", "drop", "raccoon") else "accept")
        return canonical(Double(doubled, reply), names)
    if form.get("settle_with"):
        return f"settle {form['settle_with']} {form.get('settle_points', '').strip()}"
    return ""


def _numbered(form: QueryDict, prefix: str, names: Sequence[str]) -> dict[int, str]:
    """Seat number -> what was chosen for its cube."""
    found = {name.removeprefix(prefix): str(form[name]) for name in form if name.startswith(prefix) and form[name]}
    return {int(number): value for number, value in found.items() if number.isdecimal() and int(number) < len(names)}


def _answer(form: QueryDict, replies: Mapping[int, str]) -> Answer:
    grouped: dict[Reply, tuple[int, ...]] = {}
    for seat, word in replies.items():
        if word in ("take", "drop", "beaver"):
            reply = cast("Reply", word)
            grouped[reply] = (*grouped.get(reply, ()), seat)
    taken, alone = any(reply != "drop" for reply in grouped), form.get("if_alone")
    extras = form.get("if_extras")
    return Answer(
        replies=tuple(grouped.items()),
        if_alone=cast("Any", alone if taken and alone in ("keep", "drop", "beaver") else None),
        if_extras=cast("Any", extras if taken and extras in ("accept", "drop") else None),
        extra=True if form.get("extra") and set(grouped) == {"drop"} else None,
    )


class SessionForm(forms.Form):
    """What stands for a seat of a chouette while its player is away: windows, silence, proxy."""

    window = forms.ChoiceField(
        label=lazy("Before my side throws"),
        choices=[
            ("ask", lazy("wait for me only when I throw")),
            ("hold", lazy("always wait for me: I may want to double")),
            ("auto", lazy("never wait for me: I do not double")),
        ],
    )
    silence = forms.ChoiceField(
        label=lazy("If I do not answer a double in time"),
        choices=[("follow", lazy("as the captain")), ("drop", lazy("drop")), ("take", lazy("take"))],
    )
    proxy = forms.TypedChoiceField(
        label=lazy("Who may answer for me"), required=False, coerce=int, empty_value=None, choices=[]
    )
    stake = forms.TypedChoiceField(
        label=lazy("My stake, from the next game on"), coerce=int, choices=[(stake, str(stake)) for stake in DECLARED]
    )

    def __init__(
        self, data: QueryDict | None = None, *, state: State, seat: int, others: Sequence[tuple[int, str]]
    ) -> None:
        self.present, self.declared = state.orders.get(seat, Orders()), state.declared.get(seat, 1)
        super().__init__(data, initial={**_as_chosen(self.present), "stake": self.declared})
        if options(state).stakes != "min_multiple":
            del self.fields["stake"]
        field = cast("forms.TypedChoiceField", self.fields["proxy"])
        field.choices = [("", _("nobody")), *others]

    def changes(self) -> Iterator[Action]:
        """The actions that lead from the present orders to what was chosen."""
        before, chosen = _as_chosen(self.present), self.cleaned_data
        if chosen["window"] != before["window"]:
            if chosen["window"] == "hold":
                yield Order("hold")
            elif chosen["window"] == "auto":
                yield Order("auto", "on")
            else:
                # `auto on` is what ends `hold`
                yield from ([Order("auto", "on")] if before["window"] == "hold" else [])
                yield Order("auto", "off")
        if chosen["silence"] != before["silence"]:
            yield Order("silence", chosen["silence"])
        if chosen["proxy"] != before["proxy"]:
            yield Proxy(chosen["proxy"])
        if chosen.get("stake", self.declared) != self.declared:
            yield Order("stake", chosen["stake"])


def _as_chosen(orders: Orders) -> dict[str, Any]:
    window = "hold" if orders.hold else "ask" if orders.auto == "off" else "auto"
    return {"window": window, "silence": orders.silence, "proxy": orders.proxy}
