"""The games by name, and what is different in each of them, in three sentences. How each is played is in `playing`."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

VARIANTS = {
    "short": noop("Short nardy (backgammon)"),
    "long_classic": noop("Long nardy"),
    "feuga": noop("Long nardy (Feuga)"),
    "kazakh": noop("Kazakh nardy"),
    "narde": noop("Nardé"),
    "longgammon": noop("Longgammon"),
    "dutch": noop("Dutch tric-trac"),
    "race": noop("Backgammon race"),
    "gammon_race": noop("Pursuit (gammon-race)"),
    "garankuet": noop("Garankuet, three dice"),
    "diceless": noop("Diceless nardy"),
    "deadgammon": noop("Losing nardy (deadgammon)"),
    "hypergammon": noop("Hypergammon"),
    "nackgammon": noop("Nackgammon"),
    "tapa": noop("Tapa"),
    "gulbara": noop("Gulbara"),
    "acey_deucey": noop("Acey-deucey"),
    "portes": noop("Portes"),
}
"""Variant -> what it is called (spec/rules.md §3)."""

SAME_WAY = noop("Both sides run the same way round, each from one head, and nobody is hit: one man closes a point.")
HEAD_AND_WALL = noop("One man a roll may leave the head, and a wall of six may not lock in the whole other side.")
LONG_OTHERWISE = noop(
    "The rest is long nardy: both sides run the same way, nobody is hit, one man a roll leaves the head."
)
SHORT_OTHERWISE = noop("The rest is short nardy: opposite directions, hits, the bar.")
NOBODY_ON_THE_BOARD = noop("No man stands on the board at first: each comes in by a number of a roll.")

DIFFERENCES = {
    "short": (
        noop("The two sides run in opposite directions, and two men close a point."),
        noop("A lone man can be hit: it comes in again from the bar before anything else is moved."),
        noop("A gammon counts twice, a backgammon three times, and the cube may double the stake before a throw."),
    ),
    "long_classic": (
        SAME_WAY,
        HEAD_AND_WALL,
        noop("The players begin in turn; in a match the second one has the last throw and may draw with it."),
    ),
    "feuga": (
        SAME_WAY,
        HEAD_AND_WALL,
        noop("If the first roll is 6-6, 4-4 or 3-3 two men may leave the head; there is no last throw and no draw."),
    ),
    "kazakh": (
        SAME_WAY,
        noop("Any number of men may leave the head, and any wall may be built."),
        noop("A double is only two steps, and the cube is played."),
    ),
    "narde": (SAME_WAY, HEAD_AND_WALL, noop("A double is only two steps, like any other roll.")),
    "longgammon": (
        noop("All fifteen men begin on one point, deep in the home of the opponent."),
        SHORT_OTHERWISE,
        noop("The last men come home late: who loses often loses a backgammon."),
    ),
    "dutch": (
        NOBODY_ON_THE_BOARD,
        noop("Until all your fifteen are in you may move nothing else."),
        SHORT_OTHERWISE,
    ),
    "race": (
        NOBODY_ON_THE_BOARD,
        noop("Men that are in may go on while others wait, but one that was hit comes in first."),
        noop("Nobody bears off while a man of his waits, and there is no cube."),
    ),
    "gammon_race": (
        noop("Both sides come in at the same end, run in one lane and bear off from one home."),
        noop("All men come in before any may go on, and a lone man can be hit from behind."),
        noop("Points of the opponent stay in the way to the very end, in the common home too."),
    ),
    "garankuet": (
        noop("Three dice are thrown, and each number is a step."),
        noop("A pair counts four steps only when it is higher than the third die; three equal numbers are six steps."),
        SHORT_OTHERWISE,
    ),
    "diceless": (
        noop("Nobody throws: you name the two numbers you play, and they are part of the move."),
        noop("Any roll may be named, 6-6 again and again too; one that cannot be played is a pass."),
        LONG_OTHERWISE,
    ),
    "deadgammon": (
        noop("Who has borne off all his men first loses."),
        noop("Every number that can be played must be played: with that you are driven home."),
        noop("Every game counts one, whatever was borne off."),
    ),
    "hypergammon": (
        noop("Each side has only three men."),
        SHORT_OTHERWISE,
        noop("In a money session gammons count only after a double (the Jacoby rule), and there are many."),
    ),
    "nackgammon": (
        noop("Four men instead of two begin far back, on the first two points."),
        SHORT_OTHERWISE,
        noop("Games are longer, and a race is rarely won from the start."),
    ),
    "tapa": (
        noop("A lone man is not hit but pinned: the other stands on it, and it cannot move until that one has left."),
        noop("A single pinner closes the point to the one who is pinned; all men begin on one point."),
        noop("Who has his last man on the start pinned, the mother, loses two points; both so: a draw."),
    ),
    "gulbara": (
        noop("A double runs on: after 3-3 come four fours, four fives and four sixes."),
        noop("What one side cannot play of that the other must play before his own roll, and so to and fro."),
        LONG_OTHERWISE,
    ),
    "acey_deucey": (
        NOBODY_ON_THE_BOARD,
        noop("After a 2-1 played in full you name any double and play it; played in full too, it brings another roll."),
        noop("Men that are in may go on while others wait, but nobody bears off then; there is no cube."),
    ),
    "portes": (
        noop("A man that has hit in its own home stays where it is until the turn is over."),
        noop("The winner begins the next game; a gammon is the highest win, and there is no cube."),
        SHORT_OTHERWISE,
    ),
}
"""Variant -> what whoever knows only short nardy must know before he sits down."""


def variant_name(key: str) -> str:
    """What a variant is called."""
    return _(VARIANTS[key]) if key in VARIANTS else key


def differences(key: str) -> list[str]:
    """What is different in a variant from short nardy (of short nardy: what it is), as it is usually played."""
    return [_(sentence) for sentence in DIFFERENCES.get(key, ())]


def gist(key: str) -> str:
    """The one of these sentences that tells the game from its sisters: the first that none of them shares."""
    shared = Counter(sentence for sentences in DIFFERENCES.values() for sentence in sentences)
    return _(next(sentence for sentence in DIFFERENCES[key] if shared[sentence] == 1))
