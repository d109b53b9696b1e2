"""The picture of a letter: small, the same everywhere, men and numbers really in it, colours as on the page."""

from __future__ import annotations

import hashlib
import io
import itertools
import os
import re
import string
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image, ImageFont

from games.boards.geometry import HEIGHT, TOP, WIDTH
from games.boards.png import FONT, STYLE, board_png, style
from games.boards.view import stacks
from tests.pure.board_views import LONG, SHORT, VIEWS

Colour = tuple[int, int, int]


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def pixel(image: Image.Image, x: float, y: float) -> Colour:
    found = image.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


def palettes() -> list[dict[str, str]]:
    """The blocks of colours of the style sheet: light, dark by the system, dark by the site's own switch."""
    blocks = re.findall(r"{([^{}]*--board-frame:[^{}]*)}", STYLE.read_text(encoding="utf-8"))
    return [dict(re.findall(r"--board-([\w-]+): *(#\w{6});", block)) for block in blocks]


def rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def near(one: Colour, two: Colour) -> bool:
    """As good as the same colour: the picture has a palette of its own."""
    return all(abs(a - b) < 12 for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", VIEWS)
def test_men_are_where_the_board_has_them_in_the_colours_of_the_page(name: str, dark: bool) -> None:
    view = VIEWS[name]
    image = picture(board_png(view, dark=dark))
    scale = image.width / WIDTH
    colours = palettes()[-1 if dark else 0]
    covered = {view.facing(point) for point in view.board.pinned[1 - view.viewer]} | set(view.board.pinned[view.viewer])
    for stack in stacks(view):
        if 1 <= stack.point <= 24 and stack.at not in covered:
            x, y = stack.place.slot(0)
            assert near(pixel(image, (x - 22) * scale, y * scale), rgb(colours[view.colour(stack.side)])), (
                stack.side,
                stack.point,
            )


def test_it_is_a_small_png_of_the_width_that_was_asked() -> None:
    for width, view, dark in itertools.product((320, 560), VIEWS.values(), (False, True)):
        data = board_png(view, width=width, dark=dark)
        assert data.startswith(b"\x89PNG")
        assert len(data) < 40_000
        assert picture(data).size == (width, round(width * HEIGHT / WIDTH + 0.3))


def ink(image: Image.Image, point_x: float, *, top: bool, colour: Colour) -> int:
    """Pixels of `colour` in the strip above or below the field, in the column around `point_x`."""
    scale = image.width / WIDTH
    low = 0 if top else round((HEIGHT - TOP) * scale) + 1
    box = (round((point_x - 28) * scale), low, round((point_x + 28) * scale), low + round(TOP * scale) - 1)
    spots = itertools.product(range(box[0], box[2]), range(box[1], box[3]))
    return sum(near(pixel(image, x, y), colour) for x, y in spots)


def test_every_point_has_its_number_in_ink() -> None:
    colour = rgb(palettes()[0]["number"])
    numbered, bare = picture(board_png(SHORT)), picture(board_png(replace(SHORT, numbers="none")))
    for point in range(1, 25):
        spot = SHORT.place(0, point)
        assert ink(numbered, spot.x, top=not spot.low, colour=colour) > 15, point
        assert ink(bare, spot.x, top=not spot.low, colour=colour) == 0, point


def test_different_numbers_are_different_ink() -> None:
    """A font without digits would draw the same empty box everywhere."""
    image = picture(board_png(SHORT))
    scale = image.width / WIDTH
    marks = set()
    for point in range(13, 19):
        x = SHORT.place(0, point).x
        marks.add(image.crop((round((x - 28) * scale), 0, round((x + 28) * scale), round(TOP * scale))).tobytes())
    assert len(marks) == 6


def test_a_machine_without_fonts_draws_the_same_bytes() -> None:
    program = (
        "import hashlib; from games.boards.png import board_png; from tests.pure.board_views import SHORT;"
        "print(hashlib.sha256(board_png(SHORT)).hexdigest())"
    )
    bare = {"FONTCONFIG_FILE": "/nonexistent", "HOME": "/nonexistent", "PATH": os.defpath}
    run = subprocess.run([sys.executable, "-c", program], env=bare, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(board_png(SHORT)).hexdigest()


def test_the_font_in_the_repository_has_latin_and_russian() -> None:
    font = ImageFont.truetype(str(FONT), 40)
    missing = bytes(font.getmask("\ue000"))
    russian = "".join(chr(code) for code in range(ord("А"), ord("я") + 1)) + "Ёё№«»–—×½"
    for sign in string.ascii_letters + string.digits + string.punctuation + russian:
        assert bytes(font.getmask(sign)) != missing, sign
    assert (FONT.parent / "LICENSE-DejaVu.txt").read_text(encoding="utf-8").startswith("Fonts are (c) Bitstream")


def test_a_letter_has_no_links_to_click() -> None:
    assert board_png(SHORT) == board_png(replace(SHORT, sources={}, targets={}, chosen=None))
    assert board_png(LONG) != board_png(replace(LONG, last=None))


@pytest.mark.parametrize("dark", [False, True])
def test_the_pictures_style_is_the_pages_without_what_a_renderer_does_not_know(dark: bool) -> None:
    sheet = style(dark=dark)
    assert "var(" not in sheet
    assert "@" not in sheet
    assert sheet.count("{") == sheet.count("}")
    assert f"fill: {palettes()[-1 if dark else 0]['field']}" in sheet


def test_both_ways_to_the_dark_board_have_the_same_colours() -> None:
    light, system, switched = palettes()
    assert system == switched
    assert light.keys() == system.keys()


def brightness(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    low, high = sorted((brightness(one), brightness(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("which", [0, 1])
def test_contrasts_are_enough_in_both_themes(which: int) -> None:
    """WCAG 2.2 AA: 4.5 for text, 3 for shapes that carry meaning."""
    colours = palettes()[which]
    for ink_, ground in (("number", "frame"), ("white-ink", "white"), ("black-ink", "black"), ("number", "tray")):
        assert contrast(colours[ink_], colours[ground]) >= 4.5, (ink_, ground)
    shapes = [("move", "field"), ("chosen", "field"), ("arrow", "field"), ("white", "black")]
    shapes += [("move-black", "black"), ("chosen-black", "black")]
    for shape, ground in shapes:
        assert contrast(colours[shape], colours[ground]) >= 3, (shape, ground)
    for men in ("white", "black"):
        seen = max(contrast(colours[men], colours["field"]), contrast(colours[f"{men}-edge"], colours["field"]))
        assert seen >= 3, men
