"""What the seats of a table are called."""

from __future__ import annotations

from collections.abc import Iterable


class Names(tuple[str, ...]):
    """Handles by seat number. `paired`: seats 0 and 2, 1 and 3 play together, and the bets of both stand at 0 and 1."""

    paired: bool

    def __new__(cls, handles: Iterable[str], *, paired: bool = False) -> Names:
        """The handles, and whether they are those of two pairs."""
        names = super().__new__(cls, handles)
        names.paired = paired
        return names
