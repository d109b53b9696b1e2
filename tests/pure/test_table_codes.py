"""The list of error codes is whole: what the rules of tables raise stands in it, and nothing else does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from games.rules.table.codes import CLASHES, CODES

RULES = Path(__file__).parent.parent.parent / "games" / "rules"
SOURCES = [path for part in ("table", "state", "formats") for path in (RULES / part).glob("*.py")]


def trees() -> Iterator[ast.AST]:
    """The modules, but the list itself."""
    for path in SOURCES:
        if path.name != "codes.py":
            yield ast.parse(path.read_text())


def raised() -> set[str]:
    """First arguments of all errors that are written out."""
    return {
        node.args[0].value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("IllegalAction", "Stale")
        for first in node.args[:1]
        if isinstance(first, ast.Constant)
    }


def words() -> set[str]:
    """All texts in the modules: some codes are found by a function and raised by another."""
    return {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_code_that_is_raised_is_listed() -> None:
    assert len(SOURCES) > 20
    assert raised() <= set(CODES)


def test_every_listed_code_is_raised_somewhere() -> None:
    elsewhere = {"unknown-variant"}  # `variants` raises it
    assert set(CODES) - words() == elsewhere
    assert set(CLASHES) <= words()


def test_no_code_is_listed_twice() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len(set(CLASHES)) == len(CLASHES)
