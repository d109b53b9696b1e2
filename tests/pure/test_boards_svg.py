"""The board as SVG: every man once and in his place, links with names, nothing that a strict policy forbids."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.boards.geometry import HEIGHT, RADIUS, WIDTH
from games.boards.mini import mini_svg
from games.boards.png import STYLE
from games.boards.svg import Labels, board_svg
from games.boards.view import Cube, LastPlay, View
from games.rules.board import BAR, OFF, RESERVE
from games.rules.variants import ALL
from games.rules.variants.base.routes import mirror
from tests.pure.board_views import LABELS, LONG, PINS, RACE, SHORT, VIEWS, board, views

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: View, labels: Labels | None = LABELS) -> ET.Element:
    return ET.fromstring(board_svg(view, labels=labels))


def by_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def men(stack: ET.Element) -> list[tuple[float, float]]:
    """Centres of the men of a stack: copies, and the one that bears the number."""
    copies = [(float(use.get("x", 0)), float(use.get("y", 0))) for use in stack.iter(f"{SVG}use")]
    return copies + [(float(man.get("cx", 0)), float(man.get("cy", 0))) for man in stack.iter(f"{SVG}circle")]


def number(stack: ET.Element) -> int | None:
    """The number that stands on a stack."""
    found = stack.find(f".//{SVG}text")
    return None if found is None else int(found.text or "")


@settings(max_examples=80, deadline=None)
@given(view=views())
def test_every_man_of_any_board_is_drawn_exactly_once(view: View) -> None:
    stacks = by_class(drawn(view), "stack")
    spots = [spot for stack in stacks for spot in men(stack)]
    assert len(set(spots)) == len(spots)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in spots)
    counted: Counter[tuple[str, int]] = Counter()
    for stack in stacks:
        shown, told = len(men(stack)), number(stack)
        assert told is None or told >= shown
        whole = shown if told is None else told
        assert whole == int(stack.get("data-men", 0))
        counted[stack.get("data-side", ""), int(stack.get("data-point", -1))] += whole
    expected: Counter[tuple[str, int]] = Counter()
    for side, name in ((view.viewer, "mine"), (1 - view.viewer, "theirs")):
        for point, count in enumerate(view.board.sides[side]):
            turned = 1 <= point <= 24 and side != view.viewer
            expected[name, view.facing(point) if turned else point] += count
    assert counted == +expected


@pytest.mark.parametrize("name", VIEWS)
def test_men_stand_on_the_point_that_bears_their_number(name: str) -> None:
    view = VIEWS[name]
    root = drawn(view)
    numbers = by_class(root, "numbers")[0]
    assert len(numbers) == 24
    columns = {int(text.text or ""): float(text.get("x", 0)) for text in numbers}
    for stack in by_class(root, "stack"):
        point = int(stack.get("data-point", -1))
        if 1 <= point <= 24:
            assert {x for x, _ in men(stack)} == {columns[view.numbered(point)]}


def test_the_start_of_short_nardy_looks_as_everybody_knows_it() -> None:
    root = drawn(View(board=ALL["short"].start(), facing=mirror))
    found = {
        (stack.get("data-side"), int(stack.get("data-point", -1))): men(stack)[0] for stack in by_class(root, "stack")
    }
    assert found == {
        ("mine", 24): (804, 63),
        ("mine", 13): (84, 63),
        ("mine", 8): (324, 577),
        ("mine", 6): (504, 577),
        ("theirs", 1): (804, 577),
        ("theirs", 12): (84, 577),
        ("theirs", 17): (324, 63),
        ("theirs", 19): (504, 63),
    }


@pytest.mark.parametrize("key", ALL)
def test_the_start_of_every_variant_can_be_drawn(key: str) -> None:
    variant = ALL[key]
    for viewer in (0, 1):
        root = drawn(View(board=variant.start(), facing=variant.facing, viewer=viewer))
        told = Counter[str]()
        for stack in by_class(root, "stack"):
            told[stack.get("data-side", "")] += int(stack.get("data-men", 0))
        assert told == {"mine": variant.men, "theirs": variant.men}


def test_a_pinned_man_lies_under_his_pinner() -> None:
    root = drawn(PINS)
    places = {(s.get("data-side"), s.get("data-point")): men(s) for s in by_class(root, "stack")}
    under, over = places["mine", "19"], places["theirs", "19"]
    assert len(under) == 1
    assert 0 < over[0][1] - under[0][1] < 2 * RADIUS
    order = [s.get("data-side") for s in by_class(root, "stack") if s.get("data-point") == "19"]
    assert order == ["mine", "theirs"]
    assert len(by_class(root, "pinned")) == 2


def test_reserve_waits_apart_from_the_hit_men() -> None:
    stacks = {s.get("data-point"): s for s in by_class(drawn(RACE), "stack") if s.get("data-side") == "mine"}
    assert number(stacks[str(RESERVE)]) == 12
    assert len(men(stacks[str(RESERVE)])) == 12
    assert len(men(stacks[str(BAR)])) == 1


def test_links_lead_where_the_caller_says_and_have_names() -> None:
    root = drawn(SHORT)
    sources = {int(a.get("data-from", -1)): a for a in by_class(root, "source")}
    targets = {int(a.get("data-to", -1)): a for a in by_class(root, "target")}
    assert {point: a.get("href") for point, a in sources.items()} == SHORT.sources
    assert {point: a.get("href") for point, a in targets.items()} == SHORT.targets
    assert sources[13].get("aria-label") == "взять с 13"
    assert sources[9].get("aria-label") == "отпустить 9"
    assert targets[7].get("aria-label") == "поставить на 7"
    assert root.get("role") == "group"


def test_bar_and_off_have_names_of_their_own() -> None:
    off = replace(
        SHORT, board=board("6x2 5", "1x15"), last=None, sources={6: "?6", 5: "?5"}, targets={0: "?0"}, chosen=6
    )
    assert by_class(drawn(off), "target")[0].get("aria-label") == "снять"
    assert by_class(drawn(RACE), "source")[0].get("aria-label") == "взять с бара"


def test_a_point_that_is_both_belongs_to_the_target() -> None:
    root = drawn(replace(SHORT, targets={7: "?to7", 8: "?to8"}))
    assert {a.get("data-from") for a in by_class(root, "source")} == {"24", "13", "9", "6"}
    assert {a.get("data-to") for a in by_class(root, "target")} == {"7", "8"}


def test_the_ring_is_on_the_man_that_would_be_taken() -> None:
    root = drawn(SHORT)
    tops = {s.get("data-point"): men(s)[-1] for s in by_class(root, "stack") if s.get("data-side") == "mine"}
    for link in by_class(root, "source"):
        ring = by_class(link, "ring")[0]
        assert (float(ring.get("cx", 0)), float(ring.get("cy", 0))) == tops[link.get("data-from")]
    chosen = by_class(root, "chosen")[0]
    assert chosen.get("data-from") == "9"
    assert len(by_class(chosen, "ring")) == 2, "the chosen man differs by a second ring, not by colour alone"


def test_a_board_without_links_is_an_image_in_words() -> None:
    root = drawn(replace(SHORT, sources={}, targets={}))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == LABELS.title
    assert root.findtext(f"{SVG}desc") == LABELS.position
    assert not list(root.iter(f"{SVG}a"))


def test_numbers_of_the_drawing_are_not_read_out_one_by_one() -> None:
    root = drawn(SHORT)
    silent = [text for group in root if group.get("aria-hidden") == "true" for text in group.iter(f"{SVG}text")]
    assert len(silent) > 24
    assert silent == list(root.iter(f"{SVG}text"))


def test_light_and_dark_men_differ_in_shape() -> None:
    root = drawn(SHORT)
    marks = {man.get("id"): len(man.findall(f"{SVG}circle")) for man in by_class(root, "man") if man.get("id")}
    assert marks["board-white"] != marks["board-black"]


def test_the_side_with_the_light_men_is_the_callers_choice() -> None:
    colours = {
        white: {s.get("data-side"): s.get("class") for s in by_class(drawn(replace(SHORT, white=white)), "stack")}
        for white in (0, 1)
    }
    assert colours[0] == {"mine": "stack white", "theirs": "stack black"}
    assert colours[1] == {"mine": "stack black", "theirs": "stack white"}


def test_each_move_of_the_last_play_has_its_arrow() -> None:
    (arrows,) = by_class(drawn(LONG), "arrows")
    shaft = by_class(arrows, "shaft")[0].get("d", "")
    assert shaft.count("M") == 2
    assert len(by_class(arrows, "ghost")) == 2


def test_who_leaves_a_pinned_man_is_shown_where_he_stood_on_him() -> None:
    free = replace(PINS, board=board("24x14 6", "24x13 10 8"), last=LastPlay(1, ((19, 10),)))
    root = drawn(free)
    (ghost,) = by_class(root, "ghost")
    (left,) = [men(s) for s in by_class(root, "stack") if (s.get("data-side"), s.get("data-point")) == ("mine", "6")]
    assert 0 < abs(float(ghost.get("cy", 0)) - left[0][1]) < 2 * RADIUS


def test_equal_moves_have_different_arrows() -> None:
    view = replace(SHORT, last=replace(SHORT.last, moves=((13, 7), (13, 7))) if SHORT.last else None)
    shaft = by_class(drawn(view), "shaft")[0].get("d", "")
    one, two = shaft.split("M")[1:]
    assert one != two


def test_dice_lie_on_the_movers_field_and_played_ones_are_dimmed() -> None:
    root = drawn(SHORT)
    assert [die.get("class") for die in by_class(root, "die")] == ["die white used", "die white"]

    def centre(view: View) -> float:
        places = [re.findall(r"[\d.]+", die.get("transform", ""))[0] for die in by_class(drawn(view), "die")]
        return sum(map(float, places)) / len(places)

    assert centre(SHORT) > WIDTH / 2 > centre(replace(SHORT, mover=1))
    assert centre(replace(SHORT, mirrored=True)) < WIDTH / 2


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_any_number_of_dice_fits_on_the_field(count: int) -> None:
    root = drawn(replace(SHORT, dice=SHORT.dice[1:] * count))
    places = [float(re.findall(r"[\d.]+", die.get("transform", ""))[0]) for die in by_class(root, "die")]
    assert len(places) == count
    assert min(places) > 474 + 15
    assert max(places) < 834 - 15


def test_a_cube_lies_at_its_owners_end_outside_the_field() -> None:
    def spot(cube: Cube) -> tuple[float, float]:
        (element,) = by_class(drawn(replace(SHORT, cubes=(cube,))), "cube")
        assert element.findtext(f"{SVG}text") == str(cube.value)
        x, y = re.findall(r"[\d.]+", element.get("transform", ""))[:2]
        return float(x), float(y)

    mine, middle, theirs = (spot(Cube(4, owner)) for owner in (0, None, 1))
    assert theirs[1] < 100 < middle[1] == HEIGHT / 2 < 540 < mine[1]
    assert {mine[0], middle[0], theirs[0]} == {27}
    assert spot(Cube(4, 0, offered=True)) == (654, 320)
    assert spot(Cube(4, 1, offered=True)) == (234, 320)


def test_the_cubes_of_a_chouette_all_fit_and_bear_their_names() -> None:
    cubes = tuple(Cube(2, owner, label) for label, owner in zip("BCDEFGHIJ", (0, 1, None) * 3, strict=True))
    found = by_class(drawn(replace(SHORT, cubes=cubes)), "cube")
    assert sorted(by_class(cube, "label")[0].text or "" for cube in found) == list("BCDEFGHIJ")
    centres = sorted(float(re.findall(r"[\d.]+", cube.get("transform", ""))[1]) for cube in found)
    size = float(re.findall(r"scale\(([\d.]+)", found[0].get("transform", ""))[0])
    assert min(b - a for a, b in itertools.pairwise(centres)) >= 58 * size
    assert centres[0] > 58 * size / 2
    assert centres[-1] < HEIGHT - 58 * size / 2


def test_numbers_are_the_readers_or_the_movers_or_none() -> None:
    view = replace(LONG, mover=0)

    def at_home(view: View) -> str | None:
        return by_class(drawn(view), "numbers")[0][0].text

    assert at_home(replace(view, numbers="viewer")) == "1"
    assert at_home(replace(view, numbers="mover")) == "13"
    assert not by_class(drawn(replace(view, numbers="none")), "numbers")


def test_heads_are_marked_on_both_sides() -> None:
    assert len(by_class(drawn(LONG), "head")) == 2
    assert not by_class(drawn(SHORT), "head")


@pytest.mark.parametrize("name", VIEWS)
def test_a_strict_policy_and_a_slow_link_bear_it(name: str) -> None:
    """No style attribute, no script, no foreign address, every class known to the style sheet, under 12 KB."""
    text = board_svg(VIEWS[name], labels=LABELS)
    assert not re.search(r"style=|<style|<script|\bon\w+=", text)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert len(text.encode()) < 12_000
    known = set(re.findall(r"\.([a-z-]+)", STYLE.read_text(encoding="utf-8")))
    used = {word for words in re.findall(r'class="([^"]+)"', text) for word in words.split()}
    assert used - known <= {"stack", "pinned", "cube", "offered", "numbers", "arrows"}


def test_boards_of_one_page_do_not_share_names() -> None:
    names = [set(re.findall(r'id="([^"]+)"', board_svg(SHORT, uid=uid))) for uid in ("a", "b")]
    assert names[0]
    assert not names[0] & names[1]
    assert set(re.findall(r'href="#([^"]+)"', board_svg(SHORT, uid="a"))) <= names[0]


def test_words_are_escaped() -> None:
    evil = replace(LABELS, title='<script>"', position="a < b & c")
    root = drawn(replace(SHORT, cubes=(Cube(2, label="<&>"),)), evil)
    assert root.findtext(f"{SVG}title") == '<script>"'
    assert by_class(root, "label")[0].text == "<&>"


def test_scripts_are_told_where_each_point_is() -> None:
    root = drawn(SHORT)
    places = json.loads(root.get("data-places", ""))
    assert set(places) == {str(point) for point in range(27)}
    for stack in by_class(root, "stack"):
        if stack.get("data-side") == "mine" and stack.get("data-point") != str(OFF):
            x, y, step = places[stack.get("data-point", "")]
            assert men(stack) == [(x, y + index * step) for index in range(len(men(stack)))]


@pytest.mark.parametrize("name", VIEWS)
def test_a_small_board_shows_the_same_men_and_is_small(name: str) -> None:
    view = VIEWS[name]
    text = mini_svg(view, title="Доска")
    root = ET.fromstring(text)
    assert root.findtext(f"{SVG}title") == "Доска"
    assert not list(root.iter(f"{SVG}a"))
    assert len(text.encode()) < 3_500
    full = by_class(drawn(view), "stack")
    expected = {spot for stack in full if stack.get("data-point") not in ("0", "26") for spot in men(stack)}
    marks = [path.get("d", "") for path in by_class(root, "discs") if "edge" in path.get("class", "")]
    dots = re.findall(r"M([\d.]+) ([\d.]+)h0", "".join(marks))
    assert {(float(x), float(y)) for x, y in dots} == expected
    assert len(dots) == len(expected)
