from __future__ import annotations

from hexbench.session.branches import line_of, moments
from hexbench.session.compare import compare
from hexbench.session.session import Session
from hexbench.store.saves import Note
from tests.session import toybox


def test_the_line_runs_over_here_to_where_redo_ends(session: Session) -> None:
    session.do(toybox.move(session))
    session.do(toybox.END)
    session.set_study(True, session.rules.sides)
    session.undo()
    found = list(moments(session))
    assert [m.node for m in found] == line_of(session) == [0, 1, 2]
    assert [m.ahead for m in found] == [False, False, True]
    assert found[0].text is None


def test_a_branch_counts_its_actions_and_keeps_its_name(session: Session) -> None:
    session.set_study(True, session.rules.sides)
    session.do(toybox.move(session))
    session.do(toybox.END)
    session.go(0)
    session.do(toybox.END)
    (branch,) = next(m for m in moments(session) if m.branches).branches
    assert (branch.first, branch.last, branch.actions) == (1, 2, 2)
    session.name_branch(1, "Stand fast")
    (branch,) = next(m for m in moments(session) if m.branches).branches
    assert branch.name == "Stand fast"


def test_a_note_without_words_and_mark_is_taken_away(session: Session) -> None:
    session.do(toybox.move(session))
    session.note(1, Note("why?", mark=True))
    assert [(m.note, m.mark) for m in moments(session)] == [("", False), ("why?", True)]
    session.note(1, Note())
    assert session.notes == {}


def test_a_comparison_names_the_unit_that_moved(session: Session) -> None:
    session.do(toybox.move(session))
    found = compare(session, 0, 1)
    (change,) = [c for c in found.changes if c.what == "place"]
    (start, end) = change.hexes
    assert (str(change.before), str(change.after)) == (start, end)
    assert all(t.counters[0] == t.counters[1] for t in found.tallies)
    assert compare(session, 1, 1).changes == ()


def test_what_the_other_player_tried_and_took_back_is_his_own_affair(session: Session) -> None:
    first, other = session.decider, next(s for s in session.rules.sides if s != session.decider)
    session.viewer = first
    session.do(toybox.move(session))
    session.name_branch(1, "By the ford")
    session.undo()
    session.do(toybox.END)
    session.name_branch(2, "Not at all")

    def told() -> tuple[list[str], list[str]]:
        found = list(moments(session))
        return [b.name for m in found for b in m.branches], [m.name for m in found if m.name]

    assert told() == (["By the ford"], ["Not at all"])
    session.viewer = other
    assert told() == ([], [])
    session.set_players({first or "": "quick"})
    assert told() == (["By the ford"], ["Not at all"]), "the computer has no secrets of this kind"
    session.set_players({})
    session.set_study(True, session.rules.sides)
    assert told() == (["By the ford"], ["Not at all"])
