"""Nothing that a player reads is left in English for a Russian: every message has its translation."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from tests.site.texts.messages import Message, in_code, in_template

ROOT = Path(settings.BASE_DIR)
CATALOGUE = polib.pofile(str(ROOT / "games/locale/ru/LC_MESSAGES/django.po"))
ENTRIES = {(entry.msgctxt, entry.msgid): entry for entry in CATALOGUE}

CODE = [*(ROOT / "games/texts").glob("*.py"), *(ROOT / "games/outbox").glob("*.py")]
TEMPLATES = list((ROOT / "templates/mail").iterdir())
MESSAGES = sorted(
    {message for path in CODE for message in in_code(path)}
    | {message for path in TEMPLATES for message in in_template(path)},
    key=lambda message: (message.singular, message.context or ""),
)


def test_there_is_something_to_translate() -> None:
    assert len(MESSAGES) > 200


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.singular[:40])
def test_it_is_translated_with_the_same_values(message: Message) -> None:
    entry = ENTRIES.get((message.context, message.singular))
    assert entry is not None, "not in the catalogue"
    russian = list(entry.msgstr_plural.values()) if message.plural else [entry.msgstr]
    assert len(russian) == (3 if message.plural else 1)
    assert all(russian)
    assert not entry.fuzzy
    values = re.compile(r"%\(\w+\)[sd]|(?<!\{)\{\w+\}")
    for text in russian:
        assert sorted(values.findall(text)) == sorted(values.findall(message.plural or message.singular))


def test_the_catalogue_is_sorted_so_that_two_hands_can_write_it() -> None:
    keys = [(entry.msgid, entry.msgctxt or "") for entry in CATALOGUE]
    assert keys == sorted(keys)
