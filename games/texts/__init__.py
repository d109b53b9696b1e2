"""Words for what happens: facts, errors, questions, rules, moments, in the active language. No logic of the game.

The only package that knows both the rules and words. Messages are English; the Russian ones are in `games/locale`.
"""

from games.texts.batches import answer_help, may_be_alone, offered_cubes, sealed, told_by_name
from games.texts.boards import board_words, picture_words
from games.texts.chouette import ruling
from games.texts.clubs import club_news, help_allowed
from games.texts.errors import error
from games.texts.facts import fact, story
from games.texts.games import (
    format_name,
    in_round,
    in_rounds,
    in_rounds_line,
    lap,
    place_in_lap,
    play_lines,
    rules_lines,
    title,
    variant_name,
)
from games.texts.help import command_help, command_lines, invitation_help
from games.texts.moments import clock_line, distance, duration, moment, until
from games.texts.orders import order, standing
from games.texts.reading import Reading
from games.texts.receipts import life_help, receipt, rematch_help
from games.texts.records import record_note, refusal
from games.texts.tables import ask, cube_lines, other_rules, score_line, waits
from games.texts.variants import differences, gist
from games.texts.words import account, dice, number, play, points, signed, who, win

__all__ = [
    "Reading",
    "account",
    "answer_help",
    "ask",
    "board_words",
    "clock_line",
    "club_news",
    "command_help",
    "command_lines",
    "cube_lines",
    "dice",
    "differences",
    "distance",
    "duration",
    "error",
    "fact",
    "format_name",
    "gist",
    "help_allowed",
    "in_round",
    "in_rounds",
    "in_rounds_line",
    "invitation_help",
    "lap",
    "life_help",
    "may_be_alone",
    "moment",
    "number",
    "offered_cubes",
    "order",
    "other_rules",
    "picture_words",
    "place_in_lap",
    "play",
    "play_lines",
    "points",
    "receipt",
    "record_note",
    "refusal",
    "rematch_help",
    "rules_lines",
    "ruling",
    "score_line",
    "sealed",
    "signed",
    "standing",
    "story",
    "title",
    "told_by_name",
    "until",
    "variant_name",
    "waits",
    "who",
    "win",
]
