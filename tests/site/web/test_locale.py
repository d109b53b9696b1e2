"""Every word of the pages has its Russian, with the same values in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from tests.site.texts.messages import Message, in_code, in_template
from tests.site.texts.test_locale import ENTRIES

ROOT = Path(settings.BASE_DIR)
TEMPLATES = [path for path in (ROOT / "templates").rglob("*.html") if "mail" not in path.parts]
MESSAGES = sorted(
    {message for path in (ROOT / "games/web").rglob("*.py") for message in in_code(path)}
    | {message for path in TEMPLATES for message in in_template(path)},
    key=lambda message: (message.singular, message.context or ""),
)


def test_there_is_something_to_translate() -> None:
    assert len(MESSAGES) > 200


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.singular[:40])
def test_it_is_translated(message: Message) -> None:
    entry = ENTRIES.get((message.context, message.singular))
    assert entry is not None, "not in the catalogue"
    russian = list(entry.msgstr_plural.values()) if message.plural else [entry.msgstr]
    assert len(russian) == (3 if message.plural else 1)
    assert all(russian)
    assert not entry.fuzzy
