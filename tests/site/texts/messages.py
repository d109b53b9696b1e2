"""Which messages our code and templates ask gettext for: a small reader for tests, without GNU gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

CALLS = {"_": "m", "gettext": "m", "noop": "m", "pgettext": "cm", "ngettext": "mp", "npgettext": "cmp"}
"""Function -> what its first arguments are: context, message, plural."""


class Message(NamedTuple):
    """A message as a .po file keys it."""

    context: str | None
    singular: str
    plural: str | None


def in_code(path: Path) -> Iterator[Message]:
    """The messages of a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            words = [getattr(arg, "value", None) for arg in node.args]
            if isinstance(words[0], str):
                yield _message(node.func.id, words)


def in_template(path: Path) -> Iterator[Message]:
    """The messages of a Django template."""
    code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    for call in re.finditer(r"\b(gettext|pgettext|ngettext|npgettext)\(", code):
        kind = call.group(1)
        words = []
        position = call.end()
        while found := re.compile(r"""\s*u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*,?""").match(code, position):
            words.append(ast.literal_eval(found.group(1)))
            position = found.end()
        yield _message(kind, words)


def _message(function: str, words: list[str]) -> Message:
    parts = dict(zip(CALLS[function], words, strict=False))
    return Message(parts.get("c"), parts["m"], parts.get("p"))
