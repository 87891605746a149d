"""A decision of a review as a branch of the game it was taken in."""

from __future__ import annotations

import pytest

from hexbench.session.reviewing import open_decision, played
from hexbench.session.session import Session, Stopped
from hexbench.study.review import Decision
from tests.session import toybox


def decision(session: Session, *numbers: int) -> Decision:
    """What the computer would have done first."""
    return Decision(
        side=session.rules.sides[0],
        turn="",
        phase="movement",
        step=0,
        count=1,
        gained=0.0,
        would=1.0,
        error=None,
        games=1,
        line=((toybox.move(session), numbers),),
    )


def test_a_decision_becomes_a_branch_with_a_name(session: Session) -> None:
    one = decision(session)
    session.do(toybox.END)
    session.set_study(True, session.rules.sides)
    assert open_decision(session, played(session).nodes, one, "Better") == session.node == 2
    assert session.history.nodes[2].parent == 0
    assert session.history.nodes[2].name == "Better"


def test_dice_that_nobody_rolled_come_into_no_game_that_is_played_for(session: Session) -> None:
    one = decision(session, 6)
    session.do(toybox.move(session))
    with pytest.raises(Stopped, match="its own dice"):
        open_decision(session, played(session).nodes, one, "Better")
    assert session.node == 1
    assert len(session.history.nodes) == 2
