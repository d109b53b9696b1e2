"""The command language of letters, of the page's text box and of `manage.py rehearse` (spec/commands.md). PURE.

It reads words; whether a command is allowed is for the rules, and who may give it is for the caller.
"""

from games.commands.command import Command, Day, Kind, canonical
from games.commands.fold import fold, plain
from games.commands.parse import is_command, parse
from games.commands.seats import find_seat, handle_key, valid_handle
from games.commands.words import printed

__all__ = [
    "Command",
    "Day",
    "Kind",
    "canonical",
    "find_seat",
    "fold",
    "handle_key",
    "is_command",
    "parse",
    "plain",
    "printed",
    "valid_handle",
]
