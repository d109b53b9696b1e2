"""One XML element as text. Nothing about boards."""

from __future__ import annotations

from html import escape


def tag(name: str, *inside: str, **attributes: object) -> str:
    """The element `name` with ready markup `inside`.

    Attributes that are None are left out; `class_` is `class`, other underlines are hyphens; numbers are written as
    short as they can be, everything is escaped.
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = format(value, ".5g") if isinstance(value, float) else str(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    start = " ".join(words)
    return f"<{start}>{''.join(inside)}</{name}>" if inside else f"<{start}/>"


def text(words: object, x: float, y: float, *, class_: str | None = None, width: float | None = None) -> str:
    """A line of text with its middle at (x, y), in the size of the style sheet; or just `width` wide."""
    fitted: dict[str, object] = {} if width is None else {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", escape(str(words)), class_=class_, x=x, y=y, dy=".36em", **fitted)
