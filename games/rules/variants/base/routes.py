"""The three ways in which the routes of the two sides face each other (spec/rules.md §1.2), and nothing else."""

from __future__ import annotations


def mirror(point: int) -> int:
    """Opposite directions: my 24 is his 1."""
    return 25 - point


def rotate(point: int) -> int:
    """Same direction, half a lap apart: my 24 is his 12."""
    return point + 12 if point <= 12 else point - 12


def shared(point: int) -> int:
    """Same direction, same lane, same home."""
    return point
