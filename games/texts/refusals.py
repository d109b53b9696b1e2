"""The sentences of the error codes. How data get into them is in `errors`."""

from __future__ import annotations

from django.utils.translation import gettext_noop as noop

ERRORS = {
    # Plays
    "illegal-play": noop("%(move)s is not possible here. Look at the board and write another move."),
    "not-enough-steps": noop("More of the roll can be played. Use as many numbers as possible."),
    "ambiguous-play": noop("This can be read in several ways: %(ways)s. Write one of them."),
    # Reading
    "unknown-command": noop("«%(line)s» is not a command. Write one of the lines shown here."),
    "two-readings": noop("«%(line)s» can be read in two ways. Write it in full."),
    "unknown-seat": noop("There is nobody called «%(name)s» at this table. Write the name as it is shown here."),
    "empty-message": noop("There are no words in the message. Write some."),
    "message-too-long": noop("The message has %(length)s letters, %(limit)s are allowed. Make it shorter."),
    # Questions
    "stale": noop(
        "Question #%(number)s was answered on %(answered_at)s by: %(by)s. Nothing has changed; see the board of now."
    ),
    "ref-used": noop(
        "This was already carried out on %(answered_at)s. Nothing was done twice; look at the board of now."
    ),
    "not-due": noop("The deadline of question #%(number)s has not passed yet. Wait for it."),
    # Sitting down
    "not-started": noop("This table has not begun. Wait until all places are taken."),
    "nobody-asked": noop("Nobody is asked to this table. Invite somebody, or open it to all."),
    "not-yours": noop("This is meant for another player. Sign in under the name it was sent to."),
    "invitation-gone": noop("This invitation has expired or was taken back. Ask for a new one, or take an open offer."),
    "offer-gone": noop("This place is taken or the offer is closed. Choose another open offer."),
    # Options of a table
    "unknown-variant": noop("There is no game called «%(variant)s». Choose one from the list."),
    "unknown-format": noop("There is no format called «%(format)s». Choose match, money or chouette."),
    "unknown-rule": noop("There is no option called «%(flag)s». Leave it out."),
    "missing-rule": noop("The option «%(flag)s» is missing. Set it."),
    "bad-rule": noop("The option «%(flag)s» cannot be «%(value)s». Choose another value."),
    "rules-clash": noop("These options contradict each other (%(reason)s). Change one of them."),
    "bad-clock": noop("This clock cannot be used. Choose one of the presets, or times from a minute to a year."),
    # Records
    "bad-id": noop("This is not a position ID. Check that it was copied whole."),
    "bad-position": noop("This position is not possible. Check the number of men on each point."),
}
"""Code -> sentence (English; the Russian one is in the locale)."""

PLAYS = {
    "no-legal-step": noop("With this roll nothing can be played: the turn passes by itself. Reload the page."),
    "no-man-there": noop("%(move)s: you have no man there. Look at your numbers on the board and write another move."),
    "bar-first": noop("%(move)s: your men on the bar come in first. Write that move first, as in bar/22."),
    "no-such-number": noop("%(move)s: no number of the roll is left for it. Count again and write another move."),
    "pinned": noop("%(move)s: your man on %(point)s is pinned and cannot move. Write another move."),
    "blocked": noop("%(move)s: point %(point)s is closed by the opponent. Write another move."),
    "not-all-home": noop("%(move)s: men are borne off only when all are at home. Write another move."),
    "higher-man": noop("%(move)s: a man on a higher point must move first. Write another move."),
    "exact-number": noop("%(move)s: here a man is borne off by its exact number only. Write another move."),
    "head-limit": noop("%(move)s: no further man may leave the head in this roll. Write another move."),
    "home-moves": noop("%(move)s: at home men are only borne off. Write another move."),
    "hit-too-early": noop("%(move)s: nobody hits before a man of his own is home. Write another move."),
    "no-hide": noop("%(move)s: a man that has hit may not join another of yours in this turn. Write another move."),
    "home-stay": noop("%(move)s: a man that has hit at home stays there in this turn. Write another move."),
    "six-block": noop("%(move)s would make six points in a row that are forbidden here. Write another move."),
    "smaller-first": noop("%(move)s: the smaller number is played first here. Write the moves in the other order."),
    "must-play-more": noop("You can play %(most)s numbers of the roll and must: write a move that uses them all."),
    "must-play-larger": noop("Only one number can be played and it must be the larger. Write that move."),
}
"""Rule that a play breaks -> sentence (`rules.plays.refusals`)."""

POSITIONS = {
    "unreadable": noop("«%(word)s» cannot be read in the position. Write it like 24x2 13x5 8x3 6x5."),
    "place-twice": noop("«%(word)s» names a point for the second time. Write each point once."),
    "bad-pin": noop("«%(word)s»: a pinned man stands alone and has no number. Write it like 19p."),
    "wrong-number-of-men": noop("There are %(found)s men, but a side has %(men)s. Correct the numbers."),
    "no-pins": noop("There are no pinned men in this game. Leave out the letter p."),
    "no-reserve": noop("There is no reserve in this game. Put these men on the bar."),
    "both-sides": noop("Both sides stand on point %(point)s. Move one of them away."),
    "no-pinner": noop("Nobody stands on the pinned man on point %(point)s. Add a man there, or free it."),
}
"""What is wrong with a position -> sentence (`rules.board`)."""

CLASHES = {
    "raccoons-need-beavers": noop("There are no raccoons without beavers. Allow beavers, or leave out raccoons."),
    "one-cube-one-stake": noop("With one cube all play for the same stake. Choose equal stakes, or a cube for each."),
    "players-min-max": noop("The least number of players is over the largest. Change one of them."),
    "partner-min-max": noop("A partner is required from more players than there can be. Change one of the numbers."),
    "cap-power-of-two": noop("The highest cube must be a doubled number: 2, 4, 8 … Choose one of them."),
    "no-cube": noop("This game is played without the cube. Leave out beavers, raccoons and automatic doubles."),
    "holland-needs-crawford": noop("The Holland rule follows the Crawford game. Set both, or neither."),
}
"""Options that contradict each other -> sentence (`rules.formats.options`)."""
