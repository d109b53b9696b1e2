"""Words of the list of points under a board, for `boards.text.WordLabels`: `WordLabels(**texts.board_words())`."""

from __future__ import annotations

from django.utils.translation import gettext as _


def board_words() -> dict[str, str]:
    """The phrases, by the names of the fields of `WordLabels`."""
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
