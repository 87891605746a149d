"""Steps in which nobody can do anything pass by themselves: what passes, what does not, the log, undo and what is kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexbench.bootstrap import catalogue
from hexbench.engine.checklist import has_passed
from hexbench.engine.values import Action, action_of
from hexbench.session.automaton import levels
from hexbench.session.opening import begin, open_file
from hexbench.session.saved_history import barrier_within, nobody_between
from hexbench.session.session import Session

SCENARIOS = (
    "blitzkrieg/bastogne",
    "iron_tide/17_december",
    "tide_of_iron/noville",
    "tigers/24_december",
    "trumpets/losheim",
)
ACTIONS = 160


def opened(name: str, seed: int = 3, **how: object) -> Session:
    game, _, scenario = name.partition("/")
    session = begin(catalogue().load_scenario(game, scenario), seed, **how)  # type: ignore[arg-type]
    session.passes = True
    return session


def any_action(session: Session, chance: random.Random) -> Action:
    """Something legal, more often what ends a step than not: phases are to go by."""
    seat = session.seat(session.decider)
    default = seat.prompt.default
    assert default is not None
    ending = seat.ending
    if ending is not None and chance.random() < 0.6 and not seat.refuse(Action(ending.name)):
        return Action(ending.name)
    offers = [o for o in seat.prompt.offers if not o.back and not seat.rules.verbs[o.verb].gives_up]
    chance.shuffle(offers)
    for offer in offers:
        subject = (chance.choice(offer.subjects),) if offer.subjects else ()
        target = seat.pick(offer.verb, subject, lambda n: chance.randrange(n) + 1)
        if target is not None:
            return action_of(offer.verb, subject, target)
    return default


def legal(session: Session, node: int) -> int:
    """How many things could be done where an action was done, not counting taking back and giving up."""
    parent = session.history.nodes[node].parent
    assert parent is not None
    seat = session.rules.seat(session.history.state_at(parent), session.history.nodes[node].record.side)  # type: ignore[union-attr]
    offers = [o for o in seat.prompt.offers if not seat.rules.verbs[o.verb].gives_up]
    subjects = [(o, (x,)) for o in offers for x in o.subjects] + [(o, ()) for o in offers if not o.subjects]
    return sum(len(seat.targets(o.verb, subject)) for o, subject in subjects)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_passes_could_not_be_anything_else(name: str) -> None:
    session, chance = opened(name), random.Random(5)
    passed = 0
    for _ in range(ACTIONS):
        if session.decider is None:
            break
        before = session.node
        digest = session.rules.digest(session.state)
        session.do(any_action(session, chance))
        mine = [
            step.number
            for step in session.history.line()
            if step.number > before and step.record is not None and has_passed(step.record.why)
        ]
        for node in mine:
            assert legal(session, node) == 1
            for side in (None, *session.rules.sides):
                told = [line for line in session.lines_at(node, side) if line.kind == "Passed"]
                assert len(told) == 1, "one line of the log, for everybody"
        if mine and session.undo_refusal() is None:
            session.undo()
            assert (session.node, session.rules.digest(session.state)) == (before, digest)
            session.redo()
            assert session.node >= max(mine)
        passed += len(mine)
    if name in ("iron_tide/17_december", "trumpets/losheim", "tide_of_iron/noville"):
        assert passed > 0


def test_a_table_that_keeps_its_phases_keeps_them_all() -> None:
    session, chance = opened("iron_tide/17_december"), random.Random(5)
    session.passes = False
    for _ in range(ACTIONS):
        session.do(any_action(session, chance))
    assert not any(line.kind == "Passed" for line in session.log(None))


def played_on(session: Session, most: int = 300) -> None:
    """End steps until one passes by itself, or so many are ended."""
    for _ in range(most):
        seat = session.seat(session.decider)
        if session.decider is None or any(line.kind == "Passed" for line in session.log(None)):
            return
        default = seat.prompt.default
        assert default is not None
        session.do(default)


def test_passed_phases_are_kept_with_the_game(tmp_path: Path) -> None:
    """A file replays them, and undo still goes back over them in one step."""
    path = tmp_path / "kept.hexbench"
    session = opened("iron_tide/17_december", where=path)
    played_on(session)
    undone = session.undo_label()
    line = session.log(None)
    session.close()
    again = open_file(catalogue(), path)[0]
    assert again.log(None) == line
    assert again.undo_label() == undone
    assert any(one.kind == "Passed" for one in line)
    again.close()


def test_undo_reaches_over_the_other_side_s_phase_only_where_that_passed() -> None:
    """Nobody else has decided anything when his phase passed by itself; where he does decide, undo stops as ever."""
    session = opened("iron_tide/17_december")
    history = session.history
    reached = stopped = 0
    for _ in range(60):
        before, side = session.node, session.decider
        default = session.seat(side).prompt.default
        if default is None:
            break
        session.do(default)
        nodes = [step.number for step in reversed(history.line()) if step.number > before]
        walls = {step.record.barrier for step in map(history.nodes.__getitem__, nodes) if step.record}
        if len(nodes) > 1 and walls <= {"", "handover"} and "handover" in walls:
            assert nobody_between(history, nodes) == (session.decider == side)
            assert (session.undo_refusal() is None) == (session.decider == side)
            stopped += session.decider != side
            assert barrier_within(history, nodes) is not None
            assert barrier_within(history, nodes, alone=True) is None
            reached += 1
    assert reached
    assert stopped


def test_the_computer_ends_its_own_phases() -> None:
    """Its steps are its own affair, and so are a lesson's and those of a game by mail."""
    name = "iron_tide/17_december"
    session = opened(name)
    level = levels(session.game)[0]
    session.set_players(dict.fromkeys(session.rules.sides, level))
    for _ in range(60):
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    assert not any(line.kind == "Passed" for line in session.log(None))
    other = opened(name)
    other.owner = other.rules.sides[0]
    for _ in range(60):
        default = other.seat(other.decider).prompt.default
        assert default is not None
        other.do(default)
    assert not any(line.kind == "Passed" for line in other.log(None))
