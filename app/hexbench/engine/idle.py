"""Steps in which nobody can do anything: what ends them, where that is all there is and everybody knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.engine.checklist import ending
from hexbench.engine.values import Action, Say, action_of, say

if TYPE_CHECKING:
    from hexbench.engine.rules import Rules
    from hexbench.engine.seat import Seat


def reason(rules: Rules[Any, Any, Any], state: Any) -> Say:
    """What the record of a step that is passed gives as its reason."""
    step = rules.step_name(state.stack[-1]).replace("_", " ")
    return _told(step)


def _told(step: str) -> Say:
    return say("Nobody could do anything ({step}): it passed by itself.", step=Say(step))


def has_passed(why: Say | None) -> bool:
    """Whether a record's reason is that its step was passed."""
    return why is not None and why.template == _told("").template


def passed_by(rules: Rules[Any, Any, Any], state: Any, seat: Seat | None = None) -> Action | None:
    """The action that ends the step at hand, where it is the only legal one, leaves nothing undone and nobody learns from it
    that there was nothing else; None: the step waits for its player.

    That a step is passed is seen by everybody. So it may be only where everybody knows what is offered
    (:meth:`hexbench.engine.rules.Rules.offers_known`) and no step on the stack keeps anything back (law: twin worlds). ``seat``
    is that of the side that decides, where there is one already.
    """
    side = rules.decider(state)
    if side is None or not rules.offers_known(state):
        return None
    if any(step.masked(other) != step for step in state.stack for other in rules.sides):
        return None
    return only_ending(rules.seat(state, side) if seat is None else seat)


def only_ending(seat: Seat) -> Action | None:
    """The action that ends the step of a seat that can do nothing else, and would leave nothing undone by it; else None."""
    verb = ending(seat)
    if verb is None or verb.subject or verb.gives_up:
        return None
    for offer in seat.prompt.offers:
        if offer.verb == verb.name or seat.rules.verbs[offer.verb].gives_up:
            continue
        subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects]
        # what only takes something back says that something was done here: its player is still at it
        if offer.back or any(seat.targets(offer.verb, one) for one in subjects or [()]):
            return None
    found = seat.targets(verb.name, ())
    if len(found) != 1 or seat.checklist():
        return None
    return action_of(verb.name, (), found[0])
