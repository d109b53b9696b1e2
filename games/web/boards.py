"""Boards on pages: the drawing of `boards` with words and links of the reader."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import texts
from games.boards.mini import mini_svg
from games.boards.svg import Labels, LinkLabels, board_svg
from games.boards.text import WordLabels, board_text, points_in_words
from games.boards.view import View
from games.rules.variants import variant
from games.web.choosing import Choosing


def big_svg(view: View, *, title: str, choosing: Choosing | None = None, uid: str = "board") -> SafeString:
    """The board of a table's page; the men that may move are links while a play is being chosen.

    `uid` must differ between the boards of one page.
    """
    if choosing:
        view = replace(view, sources=choosing.sources, targets=choosing.targets, chosen=choosing.picked)
    labels = Labels(title=title, position=_points(view, width=0), links=link_labels() if choosing else None)
    return mark_safe(board_svg(view, labels=labels, uid=uid))  # noqa: S308 (every text in it was escaped)


def small_svg(view: View, *, title: str = "") -> SafeString:
    """A board for lists."""
    return mark_safe(mini_svg(view, title=title))  # noqa: S308 (every text in it was escaped)


def opening_svg(key: str) -> SafeString:
    """The start of a variant, with words but without links."""
    return big_svg(_opening(key), title=_("%(game)s: the start") % {"game": texts.variant_name(key)}, uid=key)


@cache
def small_opening_svg(key: str) -> SafeString:
    """The start of a variant for lists, where its name stands beside it: no words, so one drawing serves everybody."""
    return small_svg(_opening(key))


def _opening(key: str) -> View:
    game = variant(key)
    return View(board=game.start(), facing=game.facing, heads=game.head_limit != "none")


def in_words(view: View) -> str:
    """The position for people who do not see it: the text board and the list of points."""
    return f"{board_text(view)}\n\n{_points(view, width=44)}"


def _points(view: View, *, width: int) -> str:
    return points_in_words(view, WordLabels(**texts.board_words()), width=width)


def link_labels() -> LinkLabels:
    """What the links of a board are called."""
    return LinkLabels(
        source=_("Take a man from {point}"),
        source_bar=_("Enter a man from the bar"),
        chosen=_("Let go of the man on {point}"),
        chosen_bar=_("Let go of the man on the bar"),
        target=_("Put it on {point}"),
        target_off=_("Bear it off"),
    )
