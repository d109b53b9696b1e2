"""Nothing that a player reads is left in English for a Russian: every message has its translation."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from tests.site.texts.messages import Message, in_code, in_template

ROOT = Path(settings.BASE_DIR)
CATALOGUES = [polib.pofile(str(ROOT / home / "locale/ru/LC_MESSAGES/django.po")) for home in ("games", "nardy_site")]
ENTRIES = {(entry.msgctxt, entry.msgid): entry for catalogue in CATALOGUES for entry in catalogue}

CODE = [path for home in ("games", "nardy_site") for path in (ROOT / home).rglob("*.py")]
TEMPLATES = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
MESSAGES = sorted(
    {message for path in CODE for message in in_code(path)}
    | {message for path in TEMPLATES for message in in_template(path)},
    key=lambda message: (message.singular, message.context or ""),
)


def test_there_is_something_to_translate() -> None:
    assert len(MESSAGES) > 800


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.singular[:40])
def test_it_is_translated_with_the_same_values(message: Message) -> None:
    entry = ENTRIES.get((message.context, message.singular))
    assert entry is not None, "not in the catalogue"
    russian = list(entry.msgstr_plural.values()) if message.plural else [entry.msgstr]
    assert len(russian) >= 3 if message.plural else len(russian) == 1
    assert all(russian)
    assert not entry.fuzzy
    values = re.compile(r"%\(\w+\)[sd]|(?<!\{)\{\w+\}")
    for text in russian:
        assert sorted(values.findall(text)) == sorted(values.findall(message.plural or message.singular))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=["games", "nardy_site"])
def test_a_catalogue_is_sorted_so_that_two_hands_can_write_it(catalogue: polib.POFile) -> None:
    keys = [(entry.msgid, entry.msgctxt or "") for entry in catalogue]
    assert keys == sorted(keys)
