"""The sentences of the error codes. How data get into them is in `errors`."""

from __future__ import annotations

from django.utils.translation import gettext_noop as noop

ERRORS = {
    # Plays
    "illegal-play": noop("%(move)s is not possible here. Look at the board and write another move."),
    "not-enough-steps": noop("More of the roll can be played. Use as many numbers as possible."),
    "ambiguous-play": noop("This can be read in several ways: %(ways)s. Write one of them."),
    "unreadable-play": noop("«%(word)s» is not a move. Write it like 13/7 8/7."),
    "name-the-roll": noop("Nobody throws here: name your roll with the move. Write it like =66: 24/18(2)."),
    "name-the-double": noop(
        "First name a double, with the move or before it. Write it like =66: 24/18(2), or just =66."
    ),
    "roll-not-named": noop("The roll is %(dice)s and is not named here. Write the move alone."),
    "bad-roll": noop("%(roll)s is no roll. Name two numbers from 1 to 6."),
    "name-a-double": noop("%(roll)s is no double. Name a double, like =55."),
    "roll-used": noop("%(roll)s was named already in this round. Name another roll."),
    "one-number-changes": noop("Only one number of the roll before may change. Name another roll."),
    "doubles-used": noop("Your two doubles of this game are used up. Name a roll of two numbers."),
    "unplayable-roll": noop("%(roll)s cannot be played, and some other roll can. Name that one."),
    # Cubes
    "no-cube": noop("This game is played without a cube. Choose another command."),
    "crawford": noop("This is the Crawford game: nobody doubles in it. Throw the dice instead."),
    "dead-cube": noop(
        "You need no more points than the cube is worth: a double would bring you nothing. Throw the dice."
    ),
    "cube-not-yours": noop("The cube is with your opponent. Throw the dice instead."),
    "cube-cap": noop("The cube cannot go any higher at this table. Choose another command."),
    "double-before-throw": noop("You can double only before your throw. Play your roll now."),
    "captain-doubles": noop("With one cube the captain doubles for the team. Leave it to the captain."),
    "not-your-turn": noop("It is not your side's turn. Wait for the next letter."),
    "not-your-turn-yet": noop("Others answer before you. Wait for your question."),
    "answer-the-double": noop("A double waits for its answer. First take or drop."),
    "no-double-offered": noop("Nobody has doubled you. Look at what is asked now."),
    "answered": noop("You have answered already, and here an answer is final. Wait for the others."),
    "name-the-cubes": noop("Several cubes are offered: %(cubes)s. Write the names, as in: take B, drop C."),
    "cube-answered-twice": noop("One cube is answered twice. Name each cube once."),
    "cube-not-answered": noop("No answer for: %(cubes)s. Name every cube that is offered."),
    "cube-not-offered": noop("The cube of %(seat)s is not offered to you. Name only the cubes that are."),
    "cube-named-twice": noop("One cube is named twice. Name each cube once."),
    "no-such-cube": noop("You cannot turn the cube of %(seat)s. Name a cube that is yours or in the middle."),
    "one-cube": noop("There is one cube for all. Double without names."),
    "no-beavers": noop("There are no beavers at this table. Take or drop."),
    "no-beaver-on-extra": noop("An extra cube cannot be beavered. Take or drop."),
    "no-raccoons": noop("There are no raccoons at this table. Accept the beaver or drop it."),
    "box-double-rule": noop(
        "The rules of this table do not let the box double just these cubes. Choose others, or all."
    ),
    "box-take-rule": noop("The rules of this table do not let the box take just these cubes. Take others, or none."),
    "condition-out-of-place": noop("A condition belongs to a member's answer to the box. Write the answer alone."),
    "condition-needs-take": noop("This condition goes with a take. Take, or leave it out."),
    "condition-needs-drop": noop("This condition goes with a drop. Drop, or leave it out."),
    "no-extras": noop("There are no extra cubes at this table. Leave the condition out."),
    # Offers
    "bad-level": noop("One gives up a single game, a gammon or a backgammon. Write one of these."),
    "only-captain-resigns": noop("Only the captain resigns for the team. Say it to the captain."),
    "not-in-game": noop("You do not play in this game. Wait for the next one."),
    "no-game": noop("No game is running. Wait until the next one begins."),
    "no-settlements": noop("At this table bets are not settled by agreement. Play on, or resign."),
    "winner-not-in-bet": noop("%(seat)s is not one of the two of this bet. Name one of them as the winner."),
    "settle-names-winner": noop(
        "A settlement for nothing must say who counts as the winner. Add: winner and the name."
    ),
    "settle-with-whom": noop("You have several bets. Write with whom you settle, as in: settle B 3."),
    "no-bet-with": noop("You have no open bet with %(seat)s. Name somebody with whom you have one."),
    "no-live-bet": noop("You have no open bet in this game. Wait for the next one."),
    "nothing-to-undo": noop("There is nothing that could be taken back now. Play on."),
    "no-offer": noop("No offer waits for your answer. To answer a double, take or drop."),
    "offer-open": noop("An offer is open already. Wait until it is answered."),
    "declined-before": noop("The same offer was declined just now. Offer something else, or wait for the next throw."),
    "nothing-to-claim": noop("No deadline of your opponent has passed. Wait for the answer."),
    # Orders, proxies, coming and going
    "bad-order": noop("There is no such order. Look at the list of orders and choose one of them."),
    "not-at-table": noop("You do not sit at this table. Join it first."),
    "not-in-format": noop("This belongs to a chouette only. Choose another command."),
    "bad-proxy": noop("%(seat)s cannot answer for you. Name another player of this table."),
    "proxy-opponent": noop("%(seat)s plays against you and cannot answer for you. Name another player."),
    "bad-seat": noop("This is no place at the table. Look at the table and try again."),
    "already-joining": noop("You have joined already. Wait for the next game."),
    "already-seated": noop("You sit at this table already. Nothing more is needed."),
    "already-leaving": noop("You leave after this game already. Nothing more is needed."),
    "table-full": noop("The table is full: %(most)s players. Choose another one."),
    # At the desk
    "unknown-zone": noop("No time zone is called «%(name)s». Name a large city of yours, such as Berlin or Moscow."),
    "unknown-player": noop("Nobody here is called «%(name)s». Write the name as it stands here, or a mail address."),
    "vacation-too-long": noop("Days of vacation that you have earned by then: %(days)s. Choose a shorter one."),
    "vacation-overlaps": noop(
        "You have a vacation already from %(since)s to %(until)s. Choose other days, or end that one first."
    ),
    "vacation-past": noop("These days are over, or end before they begin. Choose other ones."),
    "no-such-day": noop("There is no %(day)s. Choose another day."),
    "not-away": noop("You have no vacation, now or planned. Nothing needs to be ended."),
    # Reading
    "unknown-command": noop("«%(line)s» is not a command. Write one of the lines shown here."),
    "two-readings": noop("«%(line)s» can be read in two ways. Write it in full."),
    "unknown-seat": noop("There is nobody called «%(name)s» at this table. Write the name as it is shown here."),
    "empty-message": noop("There are no words in the message. Write some."),
    "message-too-long": noop("The message has %(length)s letters, %(limit)s are allowed. Make it shorter."),
    # Letters
    "empty-letter": noop(
        "There is no command in your letter. Write one of the lines shown here, above the quoted letter."
    ),
    "which-table": noop("«%(command)s» is about a table. Write it in answer to a letter of that table."),
    "gathered-letter": noop(
        "The letter that you answered is about several tables or none, so it takes no moves. Answer a table's own "
        "letter; the line with the word games sends all of them again."
    ),
    "one-answer-a-letter": noop(
        "What follows was not seen yet when you wrote. Answer it now, with a letter of its own."
    ),
    "no-question": noop("That letter asks nothing any more. Answer the question below, if there is one."),
    "other-question": noop(
        "You wrote #%(number)s, but that letter asks #%(asked)s. Answer the letter with your number."
    ),
    "newer-letter": noop("You have got a newer letter about this table. Answer that one, or this."),
    "old-letter": noop("That letter is too old to be answered. Answer this one, or use the site."),
    "between-quotes": noop("«%(line)s» stands among quoted lines, where nothing is read. Write it above the quote."),
    "our-fault": noop(
        "By a fault of ours your letter was not carried out to its end. See the table below and write what is missing."
    ),
    "say-accept": noop("An invitation is answered with accept or decline. Write one of the two."),
    "foreign-sender": noop(
        "A letter to your secret address came from another sender and was not read. Write from your own address."
    ),
    "forged-sender": noop(
        "A letter in your name failed the check of its sender and was not read. If it was yours, use the site."
    ),
    # Questions
    "not-asked": noop("This is not what is asked now. Look at the question and choose one of the commands shown here."),
    "stale": noop(
        "Question #%(number)s was answered on %(answered_at)s by: %(by)s. Nothing has changed; see the board of now."
    ),
    "ref-used": noop(
        "This was already carried out on %(answered_at)s. Nothing was done twice; look at the board of now."
    ),
    "not-due": noop("The deadline of question #%(number)s has not passed yet. Wait for it."),
    "question-closed": noop("That question is closed already. Look at the table as it stands now."),
    "not-your-question": noop("This question is put to another player. Answer your own one, or wait."),
    "wrong-answer": noop(
        "This does not answer the question. Look at what is asked and choose one of the commands shown here."
    ),
    "say-drop": noop("Here one says drop, not decline. Write: drop."),
    # Sitting down
    "already-started": noop("This table has begun already. Make a new one."),
    "not-over": noop("This table is not over yet. Play it to its end first."),
    "own-offer": noop("This is your own table: wait for a guest, or invite somebody else."),
    "table-over": noop("This table is over. Offer a rematch, or begin a new one."),
    "too-many-invitations": noop(
        "You have sent %(limit)s invitations today. Wait until tomorrow, or open the table to all."
    ),
    "salt-too-long": noop("The salt has %(length)s letters, %(limit)s are allowed. Make it shorter."),
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
    "bad-club-name": noop("A club cannot be called «%(name)s», or there is one already. Choose another name."),
    "link-gone": noop("This link does not lead into the club any more. Ask its organiser for a new one."),
    "no-member": noop("This player is no member of the club: %(club)s. Invite him first."),
    "organisers-only": noop("Only organisers of the club do this: %(club)s. Write to one of them."),
    "last-organiser": noop("A club needs two organisers or a successor. Appoint one or name the other first."),
    "organiser-already": noop("%(player)s is an organiser already. Name another member as successor."),
    "no-election": noop("Nobody is elected in the club now: %(club)s. Ask its organisers."),
    "no-club-table": noop("This table belongs to no club. Only the players decide here."),
    "no-advice-now": noop("Advice is asked for once a turn, by who moves for the team. Choose another command."),
    "proposal-open": noop("Other rules are proposed already. Wait until all have answered."),
    "rule-stays": noop("The rule «%(flag)s» belongs to the game itself and stays. Propose other rules of the table."),
    "rules-are-so": noop("The rules are so already. Choose what shall be otherwise."),
    "box-rests": noop("Only the box asks for a pause. Name somebody who answers for you while you are away."),
    "bad-rest": noop("A pause is from 1 to %(most)s days. Ask for another number."),
    "halted-already": noop("The clocks stand already. Let the game go on first."),
    "not-halted": noop("The clocks run. Nothing is to be done."),
    "annulled-already": noop("Game %(game)s is annulled already. Nothing more is needed."),
    "reason-missing": noop("A decision needs a reason. Write why."),
    "not-of-the-box": noop("Only the box and its partner write here. Write to all instead."),
    "not-of-the-team": noop("Only who still plays for the team writes to it. Write to all instead."),
    "team-thread-locked": noop("Cubes are being decided, each for himself. Write to the team after that."),
    "may-not-advise": noop(
        "By the rules of this table you may not advise on moves yet. Wait until your cube is turned."
    ),
    "too-few-seats": noop("A chouette needs %(least)s players, here are %(seats)s. Ask others to the table."),
    "join-by-invitation": noop("Only those sit at this table who were asked to it. Write to one of them."),
    "mate-throws": noop("In this game %(seat)s throws and answers for you both. Write to your partner: team TEXT"),
    "place-taken": noop("This place is taken or kept for somebody. Take another one."),
    "not-of-the-round": noop("You do not play in this round. Join the next one first."),
    "round-not-over": noop("Not every table of this round is over. The next one begins when they are."),
    "members-only": noop("This table is for members of the club: %(club)s. Ask on its page to be admitted."),
    "member-already": noop("You need no admission here. Sit down at the table."),
    "not-admitted": noop("You were not admitted to this table. Choose another one."),
    "organisers-invite": noop(
        "Only organisers ask people here who are no members of the club: %(club)s. Tell one of them."
    ),
    "bad-seats": noop("This table cannot have %(seats)s places, at most %(most)s. Change the number."),
    "bad-partner": noop("%(seat)s cannot be the partner. Name a member of the team."),
    "bad-declared": noop("One declares 1, 2 or 4. Change what %(seat)s declares."),
    # Records and questions of programs
    "bad-request": noop("The request cannot be read (%(reason)s). Correct it and ask again."),
    "bad-dice": noop("These dice are impossible. Give %(count)s numbers from 1 to 6."),
    "bad-stage": noop("These steps are impossible. Give numbers from 1 to 6."),
    "too-many-throws": noop("The house has thrown %(most)s times without anybody being asked. Tell the organiser."),
    "house-only": noop("Only the house may do this. Choose one of the commands shown here."),
    "bad-name": noop("«%(name)s» cannot be a name: letters and digits, 1 to 12, no command word. Choose another."),
    "unknown-action": noop("The table does not know this action. Choose one of the commands shown here."),
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
    "six-block-ahead": noop(
        "%(move)s would make a wall of six points or more (%(wall)s), and no man of the opponent has got past it. "
        "Write another move."
    ),
    "six-block-opp_home": noop(
        "%(move)s would make a wall of six points or more (%(wall)s), and the opponent has no man at home yet. Write "
        "another move."
    ),
    "six-block-never": noop(
        "%(move)s would make a wall of six points or more (%(wall)s): that is never allowed here. Write another move."
    ),
    "six-block-passing": noop(
        "%(move)s: on the way there would be a wall of six points or more (%(wall)s) that is forbidden here even in "
        "passing. Write the steps in another order, or another move."
    ),
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
    "one-side": noop("The position of one side is missing. Write both."),
    "already-over": noop("In this position the game is over already. Choose another one."),
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
    "no-partner-here": noop("There is no partner of the box at this table. Leave the partner out."),
    "declared-needs-min-multiple": noop("Stakes are declared only where they may differ. Leave them out."),
    "holland-needs-crawford": noop("The Holland rule follows the Crawford game. Set both, or neither."),
}
"""Options that contradict each other -> sentence (`rules.formats.options`)."""
