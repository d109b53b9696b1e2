"""How a letter is laid out: which lines are greetings, boundaries, quotes (spec/mail_reader.md §3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.commands import is_command
from games.inbox.reader.phrases import COURTESIES, GREETINGS, HEADER_WORDS, MOBILE_SIGNATURES, key
from games.inbox.reader.text import Line

_LONGEST_PHRASE = 100

_TIME = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_QUOTE_MARK = re.compile(r"[>|]|[^\W\d_]{1,3}>")
"""Some clients put the initials of the writer before the mark: `NS> text`."""

_LINE_MARK = re.compile(r"[-_=*~]{2}")
_FORWARD_MARK = re.compile(r"[-_]{5}")
_HEADER_WORD = re.compile(rf"\*?(?:{'|'.join(map(re.escape, HEADER_WORDS))})\*? ?:")
_MOBILE_SIGNATURE = re.compile(rf"[(\[ ]*(?:{'|'.join(map(re.escape, MOBILE_SIGNATURES))})(?![а-яєіґ])")
"""A Cyrillic word ends with the phrase: «Отправлено случайно» is not «Отправлено с …»."""

_JOINING = ("and", "и", "und", "та", "et", "y")
"""Between two courtesies: `Thanks and regards`."""

_NAME = re.compile(r"[^\W\d_][\w.'-]*")


def is_greeting(line: Line, seats: Sequence[str] = ()) -> bool:
    """Whether the line only greets. With a command in it (`Привет, бросок`) it is more than a greeting."""
    if len(line.plain) > _LONGEST_PHRASE:
        return False
    words = _words(line.plain)
    for length in range(1, len(words) + 1):
        named = words[length:]
        if len(named) <= 2 and key(" ".join(words[:length])) in GREETINGS and all(map(_NAME.fullmatch, named)):
            return not any(is_command(text, seats) for text in (" ".join(named), *named))
    return False


def is_boundary(line: Line, names: Sequence[str]) -> bool:
    """Whether the letter may end at this line. `names` are those of the writer in From."""
    text = line.plain
    return (
        is_quoted(line)
        or _LINE_MARK.match(text) is not None
        or text.endswith(":")
        or _holds_origin(text)
        or _begins_with_header_word(text)
        or _MOBILE_SIGNATURE.match(key(text[:_LONGEST_PHRASE])) is not None
        or _is_courtesy(text, names)
    )


def opens_quote(lines: Sequence[Line], at: int) -> bool:
    """Whether the letter opens at line `at` with a quote or a forward; `at` is a written line."""
    text = lines[at].plain
    if is_quoted(lines[at]) or _FORWARD_MARK.match(text) or _begins_with_header_word(text):
        return True
    following = next((line for line in lines[at + 1 :] if line.plain), None)
    if text.endswith(":") and following is not None and is_quoted(following):
        return True
    if not _holds_origin(text):
        return False
    for line in lines[at : at + 3]:
        if not line.plain or line.plain.endswith(":"):
            return bool(line.plain)
    return False


def is_quoted(line: Line) -> bool:
    """Whether the line carries the mark of a quote."""
    return _QUOTE_MARK.match(line.plain) is not None


def is_row(line: Line) -> bool:
    """Whether the bar at its head may be the edge of a board, and no mark: there is one at its end too."""
    return len(line.plain) > 1 and line.plain.startswith("|") and line.plain.endswith("|")


def _holds_origin(text: str) -> bool:
    """Whether an address, a clock time or a year stands in it, as in the lines that clients put before a quote."""
    return "@" in text or "<" in text or _TIME.search(text) is not None or _YEAR.search(text) is not None


def _begins_with_header_word(text: str) -> bool:
    return _HEADER_WORD.match(key(text[:_LONGEST_PHRASE])) is not None


def _is_courtesy(text: str, names: Sequence[str]) -> bool:
    """Whether nothing stands there but the writer's name as in From, or courtesies, perhaps with words of his name."""
    if len(text) > _LONGEST_PHRASE:
        return False
    words = _words(key(text))
    own = [_words(key(name)) for name in names]
    if words and words in own:
        return True
    rest = words = [word for word in words if word not in _JOINING]
    while length := next((count for count in range(5, 0, -1) if " ".join(rest[:count]) in COURTESIES), 0):
        rest = rest[length:]
    return len(rest) < len(words) and {word for name in own for word in name}.issuperset(rest)


def _words(text: str) -> list[str]:
    """The words of a line without the marks around them; marks alone, such as a smile, are no words."""
    return [word for word in map(_bare, re.split(r"[ ,!]+", text)) if word]


def _bare(word: str) -> str:
    start = next((place for place, letter in enumerate(word) if letter.isalnum()), len(word))
    end = next((place for place in range(len(word), start, -1) if word[place - 1].isalnum()), start)
    return word[start:end]
