"""Answers that leave no choice, given for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Action, action_of

if TYPE_CHECKING:
    from hexbench.session.session import Session


def only_answer(session: Session) -> Action | None:
    """The answer to a prompt that leaves no choice, when its step says that it may be given for the player."""
    stack = session.state.stack
    if not stack or not stack[-1].auto:
        return None
    seat = session.seat(session.decider)
    offers = seat.prompt.offers
    if len(offers) != 1 or len(offers[0].subjects) > 1:
        return None
    targets = seat.targets(offers[0].verb, offers[0].subjects)
    return action_of(offers[0].verb, offers[0].subjects, targets[0]) if len(targets) == 1 else None
