"""Other rules for the games to come: proposed by one, in force when all have agreed (spec/chouette.md §2.1).

The game goes on meanwhile; each answers a question of its own. One no ends it, and so does silence.
"""

from __future__ import annotations

from games.rules.actions import Propose
from games.rules.errors import IllegalAction
from games.rules.facts import RulesAgreed, RulesAnswered, RulesProposed, Source
from games.rules.formats import OPTIONS, agreed
from games.rules.state.pairs import mates
from games.rules.state.roles import running
from games.rules.state.values import Proposal, State
from games.rules.table.draft import Draft


def propose(draft: Draft, seat: int, action: Propose) -> None:
    """Ask all others for other rules."""
    state = draft.state
    if state.format == "match":
        raise IllegalAction("not-in-format", format=state.format)
    if seat not in (*state.seats, *mates(state)):
        raise IllegalAction("not-at-table")
    if state.proposal is not None:
        raise IllegalAction("proposal-open")
    table = OPTIONS[state.format]
    for name in action.rules:
        if name not in table or name == "pairs":
            raise IllegalAction("rule-stays", flag=name)
    rules = {**(state.coming or state.rules), **action.rules}
    options = agreed(state.variant, state.format, rules)
    if options == agreed(state.variant, state.format, state.coming or state.rules):
        raise IllegalAction("rules-are-so")
    if state.format == "chouette" and len(state.seats) > options.max_players:
        raise IllegalAction("bad-seats", seats=len(state.seats), most=options.max_players)
    to = tuple(other for other in _here(state) if other != seat and other not in state.leaving)
    draft.change(proposal=Proposal(seat=seat, rules=rules, to=to, occasion=draft.next_occasion()))
    draft.say(RulesProposed(seat=seat, rules=rules))


def answers(draft: Draft, seat: int, ask: int | None) -> bool:
    """Whether a yes or no of the seat is about the proposal: its question is meant, or nothing else is asked so."""
    if ask is not None:
        return any(one.number == ask and one.kind == "rules" for one in draft.state.asks)
    proposal = draft.state.proposal
    others = any(one.seat == seat and one.kind in ("offer", "answer") for one in draft.state.asks)
    return proposal is not None and seat in proposal.to and not others


def reply(draft: Draft, seat: int, *, accepted: bool, source: Source) -> None:
    """Yes or no to the open proposal."""
    proposal = draft.state.proposal
    if proposal is None or seat not in proposal.to:
        raise IllegalAction("no-offer")
    draft.say(RulesAnswered(seat=proposal.seat, by=seat, accepted=accepted, source=source))
    if not accepted:
        draft.change(proposal=None)
        return
    _narrow(draft, gone=(seat,))


def come_into_force(draft: Draft) -> None:
    """A game is over, or none runs: what all have agreed to is in force now."""
    if draft.state.coming is not None:
        draft.change(rules=draft.state.coming, coming=None)
        if draft.options.partner == "off":
            draft.change(partner=None)


def only_of_those_here(draft: Draft) -> None:
    """Who has left the table is not waited for; when the one who proposed has left, nobody is."""
    state = draft.state
    if state.proposal is None:
        return
    here = _here(state)
    if state.proposal.seat not in here:
        draft.change(proposal=None)
        return
    gone = tuple(seat for seat in state.proposal.to if seat not in here or seat in state.leaving)
    if gone:
        _narrow(draft, gone=gone)


def ask_newcomer(draft: Draft, seat: int) -> None:
    """Who joins while a proposal is open is asked too."""
    proposal = draft.state.proposal
    if proposal is not None and seat not in (proposal.seat, *proposal.to):
        draft.change(proposal=Proposal(
            seat=proposal.seat, rules=proposal.rules, to=(*proposal.to, seat), occasion=proposal.occasion
        ))  # fmt: skip


def _here(state: State) -> tuple[int, ...]:
    """Everybody who plays at the table, the mates of pairs and who waits for the next game too."""
    return (*state.seats, *mates(state), *state.newcomers)


def _narrow(draft: Draft, *, gone: tuple[int, ...]) -> None:
    """These are not waited for any more; when nobody is, all have agreed."""
    proposal = draft.state.proposal
    assert proposal is not None, "looked at by the callers"
    to = tuple(seat for seat in proposal.to if seat not in gone)
    if to:
        draft.change(proposal=Proposal(seat=proposal.seat, rules=proposal.rules, to=to, occasion=proposal.occasion))
        return
    draft.change(proposal=None, coming=proposal.rules)
    draft.say(RulesAgreed(rules=proposal.rules))
    if running(draft.state) is None:
        come_into_force(draft)
