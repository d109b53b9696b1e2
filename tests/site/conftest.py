"""What all tests of the site share: translations are compiled before the first of them, temporary files go after."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from nardy_site.messages import compile_messages


def pytest_configure() -> None:
    """Compile translations before anything asks for one."""
    for folder in settings.LOCALE_PATHS:
        compile_messages(Path(folder))


@pytest.fixture(scope="session", autouse=True)
def _var_folder_goes() -> Iterator[None]:
    """Remove the folder that tests/settings.py made for keys, database and broker."""
    yield
    shutil.rmtree(settings.VAR_DIR, ignore_errors=True)
