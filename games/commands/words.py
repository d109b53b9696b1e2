"""The words of the command language, Russian beside English (spec/commands.md). No grammar lives here.

The English word is the concept and the canonical text; of the Russian ones the first is what pages and letters print.
"""

from __future__ import annotations

from typing import Literal

RUSSIAN = {
    "roll": "бросок бросаю бросить кидаю кости",
    "double": "даве даю удвоить удваиваю дабл басе редабл",
    "take": "беру взять принимаю",
    "drop": "пас отказ",
    "beaver": "бивер",
    "raccoon": "ракун",
    "all": "все",
    "and": "и",
    "if": "если",
    "alone": "один",
    "keep": "играть",
    "extras": "лишние",
    "extra": "лишний",
    "yes": "да",
    "no": "нет",
    "resign": "сдаюсь",
    "single": "оин",
    "gammon": "марс",
    "backgammon": "кокс",
    "settle": "расчет",
    "winner": "победа",
    "accept": "принять",
    "decline": "отклонить",
    "auto": "авто",
    "once": "раз",
    "hold": "ждать",
    "ahead": "впереди",
    "next": "следующий потом",
    "forced": "вынужденные",
    "greedy": "жадно снимать",
    "proxy": "доверить",
    "none": "никому",
    "say": "скажи",
    "team": "команде",
    "show": "доска",
    "help": "помощь",
    "games": "партии столы",
    "history": "история",
    "away": "отпуск",
    "back": "вернулся вернулась",
    "claim": "объявить",
    "leave": "выйти",
    "join": "войти",
    "stop": "стоп",
    "box": "боксу",
    "language": "язык",
    "zone": "пояс",
    "letters": "письма",
    "offers": "предложения",
    "invite": "пригласить приглашаю",
    "rematch": "реванш",
}

PHRASES = {"вернуть ход": "undo", "без распоряжений": "no orders", "не доверять": "proxy none"}
"""Russian commands that are not said word by word."""

CONCEPT = {word: concept for concept, words in RUSSIAN.items() for word in words.split()} | {"redouble": "double"}
"""Every word that has another one for canonical text, in the form `fold.plain` gives it."""

PLACES = {"bar": 25, "бар": 25, "off": 0, "снять": 0, "вон": 0}
"""The names of places in a play; all others are numbers."""

_ENGLISH_ONLY = "undo orders on off doubled beavered house"
_RUSSIAN_ONLY = "вернуть ход без распоряжений не доверять"

RESERVED = frozenset({*RUSSIAN, *CONCEPT, *PLACES, *_ENGLISH_ONLY.split(), *_RUSSIAN_ONLY.split()})
"""Words that nobody may be called: every word of the language, and `house`, who speaks in scripts."""


def printed(concept: str, language: Literal["ru", "en"]) -> str:
    """The word that pages and letters print for a one-word command: `double` is «даве» in Russian."""
    if language == "en":
        return concept
    phrase = next((words for words, meant in PHRASES.items() if meant == concept), None)
    return phrase or RUSSIAN[concept].split()[0]
