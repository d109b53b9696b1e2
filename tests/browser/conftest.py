"""A real Chromium against the live site. What is missing for it is said in words; in CI that is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client

from games.models import Profile
from tests.site import factories
from tests.site.conftest import Script, dice

playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright, for tests in a real browser")

__all__ = ["dice"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]

# Playwright runs an event loop in the thread of the test; Django would refuse its database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

Visit = Callable[..., "playwright.Page"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[playwright.Browser]:
    """The browser."""
    if CHROMIUM is None:
        missing = "There is no Chromium on this machine: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def alice(transactional_db: None) -> Profile:
    """She reads English."""
    return factories.player("Alice")


@pytest.fixture
def boris(transactional_db: None) -> Profile:
    """He reads Russian."""
    return factories.player("Boris", language="ru", zone="Europe/Moscow")


@pytest.fixture
def visit(chromium: playwright.Browser, live_server, dice: Script) -> Iterator[Visit]:
    """Open the site in a window of its own, signed in as a player; fails when a page reports an error."""
    troubles: list[str] = []
    windows = []

    def opened(player: Profile | None = None, path: str = "/my/", **window) -> playwright.Page:
        context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce", **window)
        windows.append(context)
        if player:
            context.add_cookies([{**session_of(player), "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto(path)
        assert page.url == live_server.url + path
        return page

    yield opened
    for context in windows:
        context.close()
    expected = ("status of 4", "status of 5", "net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED")
    assert [trouble for trouble in troubles if not any(part in trouble for part in expected)] == []


def session_of(player: Profile) -> dict[str, str]:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
