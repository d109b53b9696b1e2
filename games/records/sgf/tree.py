"""The syntax of SGF: a text becomes games, a game its main line of nodes, a node its properties. No meaning is known.

https://www.red-bean.com/sgf/sgf4.html. Broken files are read as far as they go; side lines are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_START = re.compile(r"\(\s*;?\s*[A-Za-z]{1,12}\s*\[")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z]+)|(?P<value>\[(?P<inside>(?:[^\]\\]|\\.)*)(?:\]|\Z))|(?P<odd>.))",
    re.DOTALL,
)
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Node:
    """A node: the line where it begins, and its properties, each with all its values, as written."""

    line: int
    properties: Mapping[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """The first value of a property; None: the node has none of this name."""
        values = self.properties.get(name)
        return values[0] if values else None


@dataclass(slots=True)
class Tree:
    """The main line of one game tree; `cut` counts its side lines; `whole`: it was closed."""

    nodes: list[Node] = field(default_factory=list)
    cut: int = 0
    whole: bool = False


def looks_like(text: str) -> bool:
    """Whether a text begins like SGF, words before the first game aside."""
    return bool(_START.match(text)) or bool(_START.search(text[:2000]) and "GM[" in text[:4000])


def trees(text: str) -> list[Tree]:
    """The games of a collection, one after the other, each its main line."""
    start = _START.search(text)
    builder = _Builder()
    if start is not None:
        for line, kind, word in _tokens(text, start.start()):
            builder.take(line, kind, word)
    return builder.found


class _Builder:
    """Takes marks, names and values one after the other. `skipped` is the depth of the side line that is left out."""

    def __init__(self) -> None:
        self.found: list[Tree] = []
        self.depth = self.skipped = self.closed = 0
        self.properties: dict[str, list[str]] | None = None
        self.name = ""

    def take(self, line: int, kind: str, word: str) -> None:
        """The next token."""
        if word == "(" and kind == "mark":
            self._open()
        elif word == ")" and kind == "mark":
            self._close()
        elif self.depth and not self.skipped:
            if kind == "mark" or (kind == "name" and self.properties is None):  # the semicolon may be missing
                self.properties = {}
                self.found[-1].nodes.append(Node(line, self.properties))
                self.name = ""
            if kind == "name":
                self.name = "".join(letter for letter in word if letter.isupper()) or word.upper()
            elif kind == "inside" and self.properties is not None and self.name:
                self.properties.setdefault(self.name, []).append(word)

    def _open(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.found.append(Tree())
            self.closed = 0
        elif not self.skipped and 0 < self.depth <= self.closed:
            self.skipped = self.depth
            self.found[-1].cut += 1

    def _close(self) -> None:
        if self.skipped == self.depth:
            self.skipped = 0
        self.closed = self.depth
        self.depth = max(self.depth - 1, 0)
        if self.depth == 0 and self.found:
            self.found[-1].whole = True
        self.properties = None


def _tokens(text: str, start: int) -> Iterator[tuple[int, str, str]]:
    """(line, kind, word) of every mark, name and value."""
    breaks = [found.end() for found in _LINE_END.finditer(text)]
    for token in _TOKEN.finditer(text, start):
        if token["mark"]:
            yield bisect_right(breaks, token.start("mark")) + 1, "mark", token["mark"]
        elif token["name"]:
            yield 0, "name", token["name"]
        elif token["value"]:
            yield 0, "inside", token["inside"]


def words(value: str) -> str:
    """A text value with its escapes resolved, on one line."""
    return " ".join(_ESCAPED.sub(r"\1", _SOFT_BREAK.sub("", value)).split())
