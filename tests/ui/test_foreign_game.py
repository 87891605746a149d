"""A game of another package, played in the real window with no change to the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench.engine.values import Action
from tests.laws.case import foreign
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    with player_at(foreign(), (1400, 900), start=True) as found:
        found.window.begin("crossroads", "village", {}, False)
        found.settle()
        yield found


def test_a_unit_is_dragged_along_the_road_and_the_phases_go_on(player: Player) -> None:
    session = player.window.bridge.session
    assert session is not None
    player.drag("G3", "0703")
    assert session.state.units["G3"].at == "0703"
    assert session.state.units["G3"].moved
    session.do(Action("end"))
    player.settle()
    # nobody stands next to an enemy: the combats pass by themselves, and the other side moves
    assert (session.decider, session.seat("american").prompt.step) == ("american", "movement")
    assert any("There was nothing to do (combat)" in str(line.text) for line in player.window.bridge.log)


def test_a_drag_too_far_is_refused_and_changes_nothing(player: Player) -> None:
    session = player.window.bridge.session
    assert session is not None
    player.drag("G1", "0107")
    assert session.state.units["G1"].at == "0801"
    assert [r.rule for r in session.seat("german").refuse(Action("move", ("G1",), "0107"))] == ["CR-MOV-03"]
