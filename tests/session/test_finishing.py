"""Finish for me: what is foreseen is what is done, never past dice unasked, and one undo takes it back."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session.finishing import Finish, Goal, Plan, has_choice
from hexbench.session.library import Library
from hexbench.session.opening import begin, open_file
from hexbench.session.session import Session


def _planned(session: Session, goal: Goal, *, careful: bool = True) -> Plan:
    plan = Plan(session, goal, careful=careful)
    while plan.go_on():
        pass
    return plan


def _finished(session: Session, plan: Plan) -> Finish:
    work = Finish(session, plan)
    while work.go_on():
        pass
    work.end()
    return work


def _game(game: str, name: str, options: dict[str, Any] | None = None) -> Session:
    return begin(bootstrap.catalogue().load_scenario(game, name, options), 5)


GAMES = (("iron_tide", "17_december"), ("iron_tide", "campaign"), ("tide_of_iron", "stoumont"))


@pytest.mark.parametrize("goal", ["choice", "phase", "turn"])
@pytest.mark.parametrize(("game", "name"), GAMES)
def test_what_is_foreseen_is_done_and_one_undo_takes_it_back(game: str, name: str, goal: Goal) -> None:
    session = _game(game, name)
    start, side = session.rules.digest(session.state), session.decider
    plan = _planned(session, goal)
    assert session.node == 0  # nothing is done by looking
    assert plan.stop is not None
    heard: list[str] = []
    session.subscribe(lambda change: heard.append(change.kind))
    work = _finished(session, plan)
    assert work.done == len(plan.steps)
    if not plan.steps:
        assert heard == []
        return
    assert heard == ["did"]
    line = [node.record for node in session.history.line()[1:]]
    assert [record.action for record in line if record is not None][: work.done] == [
        s.action for s in plan.steps
    ]
    assert all(record is not None and record.side == side for record in line[: work.done])
    assert not any(record is not None and record.numbers for record in line[: work.done])
    session.set_study(True, session.rules.sides)
    session.undo()
    assert session.node == 0
    assert session.rules.digest(session.state) == start
    session.redo()
    assert session.node >= work.done


def test_a_careful_plan_stops_before_dice_and_one_that_is_not_rolls_them() -> None:
    session = _game("iron_tide", "17_december")
    for _ in range(200):
        seat = session.seat(session.decider)
        default = seat.prompt.default
        assert default is not None
        verb = session.rules.verbs[default.verb]
        if verb.undo_barrier(seat, seat.step)[0] == "dice":
            break
        session.do(default)
    node = session.node
    careful = _planned(session, "turn")
    assert careful.steps == []
    assert str(careful.stop) == "It stops before dice are rolled."
    assert not careful.beyond
    assert _finished(session, careful).done == 0
    assert session.node == node
    bold = _planned(session, "turn", careful=False)
    assert bold.beyond
    work = _finished(session, bold)
    assert work.done > 0
    assert work.stop is not None
    session.close()


def test_it_stops_at_a_real_choice_and_never_answers_for_the_other_side(session: Session) -> None:
    plan = _planned(session, "choice")
    _finished(session, plan)
    if session.decider == plan.side:
        assert has_choice(session.seat(session.decider))
    side = session.decider
    plan = _planned(session, "turn")
    _finished(session, plan)
    assert all(
        record is not None and record.side == side
        for record in [n.record for n in session.history.line()[-len(plan.steps) :]]
    )
    assert session.decider != side or plan.stop is not None


def test_what_was_finished_is_one_undo_after_the_file_is_opened_again(
    session: Session, library: Library
) -> None:
    session.set_study(True, session.rules.sides)
    plan = _planned(session, "turn")
    assert len(plan.steps) > 1
    _finished(session, plan)
    path = session.path
    assert path is not None
    session.close()
    again, _ = open_file(library, path)
    again.undo()
    assert again.node == 0


def test_a_plan_for_another_position_is_not_carried_out(session: Session) -> None:
    plan = _planned(session, "phase")
    default = session.prompt.default or session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    with pytest.raises(ValueError, match="a different position"):
        Finish(session, plan)
