"""Words of the list of points under a board, for `boards.text.WordLabels`: `WordLabels(**texts.board_words())`."""

from __future__ import annotations

from django.utils.translation import gettext as _


def board_words() -> dict[str, str]:
    """The phrases, by the names of the fields of `WordLabels`. The sides are those of the text board, O and X."""
    return {
        "mine": _("O, you"),
        "theirs": _("X, opponent"),
        "standing": _("{men} on {point}"),
        "pinned": _("one pinned on {point}"),
        "bar": _("on the bar {men}"),
        "reserve": _("not entered {men}"),
        "off": _("borne off {men}"),
        "pips": _("pips {pips}"),
    }


def picture_words() -> dict[str, str]:
    """The same phrases for under a picture, where the reader's men are light."""
    return {**board_words(), "mine": _("You (light men)"), "theirs": _("Opponent (dark men)")}
