"""What the rules answer to an action that is not allowed. Codes and data only; sentences are made in `games.texts`."""

from __future__ import annotations


class IllegalAction(Exception):
    """An action that the rules refuse. Nothing was changed.

    `code` is a short kebab-case name from the list in `games.texts`; `data` are the values a sentence needs
    (numbers, seat numbers, move texts), all of them JSON-able.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return f"{self.code} {self.data}" if self.data else self.code


class Stale(IllegalAction):
    """The question was answered, or its moment passed, before this action came. No penalty; show what happened."""
