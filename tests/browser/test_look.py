"""How pages lie on the screen: no page is wider than a phone, targets are large enough, and light in bytes."""

from __future__ import annotations

import gzip

import pytest

from games.models import Profile, Table
from tests.browser.conftest import Visit
from tests.site import factories
from tests.site.conftest import Script

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

TOO_SMALL = """() => [...document.querySelectorAll('a, button, select, input:not([type=hidden]), summary')]
    .filter(at => at.checkVisibility() && !at.closest('.hidden, .skip, svg') && !at.classList.contains('skip'))
    .filter(at => !(at.tagName === 'A' && getComputedStyle(at).display === 'inline' && at.closest('p, li, dd')))
    .map(at => [at.outerHTML.slice(0, 120), at.getBoundingClientRect()])
    .filter(([_, box]) => box.width && (box.width < 24 || box.height < 24) && !_.includes('type="radio"')
        && !_.includes('type="checkbox"'))
    .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


@pytest.fixture
def table(alice: Profile, boris: Profile, dice: Script) -> Table:
    """A match in which Alice is to move."""
    dice("31")
    return factories.match(alice, boris)


PATHS = ["/my/", "/new/", "/offers/", "/rules/", "/settings/", "/t/{}/", "/t/{}/1/", "/t/{}/dice/", "/mailbox/"]


@pytest.mark.parametrize("path", PATHS)
def test_on_a_phone_no_page_is_too_wide_and_no_target_too_small(
    visit: Visit, alice: Profile, table: Table, path: str
) -> None:
    page = visit(alice, path.format(table.pk), **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(TOO_SMALL) == []


def test_the_board_fills_the_phone_and_its_men_can_be_touched(visit: Visit, alice: Profile, table: Table) -> None:
    page = visit(alice, f"/t/{table.pk}/", **PHONE)
    board = page.locator("svg.board").bounding_box()
    assert board is not None
    assert board["width"] >= 355
    for link in page.locator(".board a .hit").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 23.9


def test_a_table_page_weighs_less_than_sixty_kilobytes(visit: Visit, alice: Profile, table: Table) -> None:
    """All that it loads, compressed as a server would (spec/pages.md, principle 7); scripts under 25 KB."""
    page = visit(alice)
    weights: dict[str, int] = {}
    page.on("response", lambda answer: weights.update({answer.url: len(gzip.compress(answer.body()))}))
    page.goto(f"/t/{table.pk}/", wait_until="networkidle")
    scripts = sum(weight for url, weight in weights.items() if url.endswith(".js"))
    assert len(weights) >= 5
    assert scripts < 25 * 1024
    assert sum(weights.values()) < 60 * 1024


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_reader_s_scheme_is_kept(visit: Visit, alice: Profile, table: Table, scheme: str) -> None:
    page = visit(alice, f"/t/{table.pk}/", color_scheme=scheme)
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == {"light": "rgb(250, 245, 239)", "dark": "rgb(20, 19, 17)"}[scheme]
