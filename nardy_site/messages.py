"""Translations compiled without GNU gettext: each .po file to the .mo file beside it, when it is newer."""

from __future__ import annotations

import os
from pathlib import Path

import polib


def compile_messages(folder: Path) -> list[Path]:
    """Compile what is new under `folder` (…/ru/LC_MESSAGES/django.po); gives the .mo files that were written.

    Untranslated and fuzzy entries are left out, so that the English words show instead. Each file is put in place by
    rename: a site that is running, or a second process that compiles too, never meets half of one.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(draft))
        draft.replace(target)
        written.append(target)
    return written
