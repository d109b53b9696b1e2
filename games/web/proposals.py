"""Other rules on the page of a table: what is proposed, who has not answered, what all have agreed to, the form."""

from __future__ import annotations

from dataclasses import dataclass

from games import texts
from games.models import Prompt
from games.queries import Scene
from games.rules.state import State, options
from games.web.rules_form import RulesForm


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalPart:
    """What the page shows of it."""

    who: str
    lines: list[str]
    """What would be otherwise; empty when nothing is proposed."""
    waits: list[str]
    """Who has not answered."""
    prompt: Prompt | None
    """The reader's own question about it, unless that is the one that the page asks."""
    coming: list[str]
    """What is otherwise from the next game on."""
    form: RulesForm | None


def proposal_part(scene: Scene, state: State, *, asked: Prompt | None) -> ProposalPart | None:
    """The part of the page for this reader; None where rules stay. `asked` is the question that the page asks."""
    if state.format == "match" or state.over or scene.table.round_id is not None:
        return None
    proposal, number = state.proposal, scene.seat.number if scene.seat else None
    own = next((one for one in scene.prompts if one.kind == "rules" and one != asked), None)
    may_propose = proposal is None and number in state.seats
    part = ProposalPart(
        who=scene.names[proposal.seat] if proposal else "",
        lines=texts.other_rules(state, proposal.rules) if proposal else [],
        waits=[scene.names[seat] for seat in proposal.to] if proposal else [],
        prompt=own,
        coming=texts.other_rules(state, state.coming) if state.coming is not None else [],
        form=RulesForm(format_=state.format, present=options(state)) if may_propose else None,
    )
    return part if part.lines or part.coming or part.form else None
