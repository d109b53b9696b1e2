"""The board of a letter as a PNG: the page's SVG in the page's colours, with the one font that lies beside it."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import resvg_py
from PIL import Image

from games.boards.svg import board_svg
from games.boards.view import View

FONT = Path(__file__).with_name("fonts") / "DejaVuSans-Bold.ttf"
COLOURS = 128
"""A flat drawing needs no more; with so many it is a third of the size."""
STYLE = Path(__file__).parents[1] / "static" / "games" / "board.css"


def board_png(view: View, *, width: int = 560, dark: bool = False) -> bytes:
    """The picture of a board, `width` pixels wide, without links. Equal views give equal bytes on every machine."""
    still = replace(view, sources={}, targets={}, chosen=None)
    drawn = resvg_py.svg_to_bytes(
        svg_string=board_svg(still),
        style_sheet=style(dark=dark),
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family="DejaVu Sans",
    )
    picture = (
        Image.open(io.BytesIO(bytes(drawn)))
        .convert("RGB")
        .quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    )
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def style(*, dark: bool) -> str:
    """The board's style sheet for a renderer that knows neither @-rules nor variables.

    The first block of colours is the light one, the last the dark one. The sizes for small screens are kept: letters
    are read there too.
    """
    css = re.sub(r"/\*.*?\*/", "", STYLE.read_text(encoding="utf-8"), flags=re.DOTALL)
    small = "".join(re.findall(r"@media \(max-width[^{]*{((?:[^{}]*{[^{}]*})*)\s*}", css))
    plain = re.sub(r"@media[^{]*{(?:[^{}]*{[^{}]*})*\s*}", "", css)
    blocks = [dict(re.findall(r"(--[\w-]+):\s*([^;]+);", block)) for block in re.findall(r"{[^{}]*}", plain)]
    palettes = [block for block in blocks if block]
    colours = palettes[-1 if dark else 0]
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], plain + small)
