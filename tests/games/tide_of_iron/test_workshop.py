"""The squads being put together as rows with buttons: every button is legal, and there is one for everything legal."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Bench
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron.panels import workshop
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad

TWO = {
    "a1": squad("C3", figures={"regular": 2, "officer": 1}),
    "a2": squad("C3", figures={"elite": 2}),
    "a3": squad("C4", figures={"regular": 1}),
    "g9": squad("N12", "german"),
}


def _actions(row: Bench) -> list[tuple[str, str, str]]:
    """(verb, object, how) of every button of a row."""
    signs = [c for cell in row.cells for c in (cell.less, cell.more) if c is not None]
    return [(c.action.verb, c.action.object, c.action.how) for c in (*signs, *row.choices)]


@pytest.mark.rule("tide_of_iron", "TI-STA-13")
def test_squads_that_stand_together_give_each_other_figures() -> None:
    now = field.position(TWO, phase="status").until("american", "transfer")
    rows = workshop(now.seat).rows
    assert [row.unit for row in rows] == ["a1", "a2"], "nobody stands with a3"
    assert _actions(rows[0]) == [("transfer", "a2", "regular"), ("transfer", "a2", "officer")]
    assert _actions(rows[1]) == [("transfer", "a1", "elite")]
    after = now.act("transfer", "a1", "a2", "officer")
    assert _actions(workshop(after.seat).rows[0]) == [("transfer", "a2", "regular")], (
        "what is given away is no longer to be given"
    )


@pytest.mark.rule("tide_of_iron", "TI-SET-09")
def test_at_set_up_there_is_a_button_for_every_figure_that_fits_and_none_for_the_other_side() -> None:
    now = field.scenario("stoumont")
    step = now.step
    assert step[1] == "build_squads"
    rows = workshop(now.seat).rows
    for row in rows[:-1]:
        for verb, _, how in _actions(row):
            assert not now.seat.refuse(Action(verb, (row.unit,), "", how)), (row.unit, verb, how)
    offered = sum(len(now.seat.targets("add_to_base", (row.unit,))) for row in rows[:-1])
    assert sum(verb == "add_to_base" for row in rows for verb, _, _ in _actions(row)) == offered
    other = "american" if step[0] == "german" else "german"
    assert not any(_actions(row) for row in workshop(now.of(other)).rows)
    assert str(rows[-1].say) == "Left in the pool"
