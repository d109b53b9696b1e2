"""Every error code has a Russian and an English sentence that says what to do next."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from games import texts
from games.rules.errors import IllegalAction, Stale
from games.texts.refusals import CLASHES, ERRORS, PLAYS, POSITIONS

ROOT = Path(settings.BASE_DIR) / "games"


def raised() -> Iterator[tuple[str, dict[str, str]]]:
    """Each code that our code raises, with the literal reasons given along (`rule`, `reason`).

    A code that is not written where it is raised comes from a function of the rules with `why` in its name.
    """
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "why" in node.name and "rules" in path.parts:
                yield from ((code, {}) for code in codes_of(node))
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if named and node.func.id in {"IllegalAction", "Stale"} and node.args:
                reasons = {
                    word.arg: word.value.value
                    for word in node.keywords
                    if word.arg in {"rule", "reason"} and isinstance(word.value, ast.Constant)
                }
                yield from ((code, reasons) for code in literals(node.args[0]))


def literals(node: ast.expr | None) -> Iterator[str]:
    """The texts an expression may be, as far as they are written in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))
    elif isinstance(node, ast.Call):
        yield from (code for argument in node.args for code in literals(argument))


def codes_of(function: ast.FunctionDef) -> Iterator[str]:
    """The codes that a function returns, or lists in pairs (code, test)."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            yield from literals(node.value)
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Lambda):
            yield from literals(node.elts[0])


RAISED = sorted({code for code, _reasons in raised()})
SENTENCES = {**ERRORS, **PLAYS, **POSITIONS, **CLASHES}


def test_codes_are_found_in_the_source() -> None:
    assert {"illegal-play", "stale", "unknown-command", "bad-position"} <= set(RAISED)


@pytest.mark.parametrize("code", RAISED)
def test_a_code_has_a_sentence(code: str) -> None:
    assert code in ERRORS


def test_a_reason_has_a_sentence() -> None:
    known = {"illegal-play": PLAYS, "not-enough-steps": PLAYS, "bad-position": POSITIONS, "rules-clash": CLASHES}
    given = {(code, reason) for code, reasons in raised() if code in known for reason in reasons.values()}
    assert given
    assert {(code, reason) for code, reason in given if reason not in known[code]} == set()


def test_no_sentence_is_left_over() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py") if path.parent.name != "texts")
    assert [code for code in ERRORS if f'"{code}"' not in source] == []


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES)
def test_it_says_what_to_do_next_in_both_languages(sentence: str) -> None:
    with translation.override("ru"):
        russian = translation.gettext(sentence)
    assert russian != sentence
    assert re.search("[а-я]", russian)
    for words in (sentence, russian):
        assert len(re.findall(r"[.:;?]( |$)", words)) >= 2, f"says no more than what was wrong: {words}"


def test_data_become_words() -> None:
    stale = Stale("stale", number=17, answered_at="2026-12-04T15:00:00+00:00", by=1)
    with translation.override("ru"):
        told = texts.error(stale, names=("Игорь", "Анна"), reader=0)
    assert "#17" in told
    assert "пт 4 дек, 15:00 UTC" in told
    assert "Анна" in told


def test_what_the_house_did_is_said_of_the_house() -> None:
    stale = Stale("stale", number=17, answered_at="2026-12-04T15:00:00+00:00", by=None)
    with translation.override("en"):
        assert "by: the house" in texts.error(stale, names=("Igor", "Anna"))


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("code", [*RAISED, "nobody-knows-this"])
def test_missing_data_make_a_poor_sentence_but_no_failure(code: str, language: str) -> None:
    with translation.override(language):
        assert len(texts.error(IllegalAction(code))) > 20


def test_a_play_is_refused_with_the_rule_it_breaks() -> None:
    with translation.override("en"):
        told = texts.error(IllegalAction("illegal-play", rule="blocked", move="13/7", point=7))
    assert told == "13/7: point 7 is closed by the opponent. Write another move."
