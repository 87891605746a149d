"""Engagements of Blitzkrieg in the window: defined unit by unit, chosen, fought out with the buttons of the dock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.game import GamePanel
from hexbench.ui.docks.grid import GridView
from tests.ui.yard.blitz import General
from tests.ui.yard.driver import player_at

SEED = 7
TANKS = "Pz_Lehr:PzLR_130"
ENEMY = "10_USA:CCB-10"


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield General(player)


def seat(general: General) -> Seat:
    """What the player knows."""
    found = general.window.desk.seat
    assert found is not None
    return found


@pytest.mark.rule("blitzkrieg", "BK-ENG-11")
@pytest.mark.rule("blitzkrieg", "BK-ENG-14")
def test_an_engagement_is_defined_unit_by_unit(general: General) -> None:
    general.open("bastogne", SEED)
    general.select(TANKS)
    general.verb("define")
    assert general.step == "defining"
    ring = general.face(TANKS).ring
    assert ring != ""
    assert general.face(ENEMY).ring == ""
    general.select(ENEMY)
    general.verb("select")
    assert general.face(ENEMY).ring == ring
    general.select(TANKS)
    general.verb("select")
    assert general.step == "movement", "the centre again closes it"
    assert [e.attackers for e in general.state.engagements] == [(TANKS,)]
    assert general.face(ENEMY).ring == ring


@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
def test_table_2_is_lit_for_the_engagement_chosen_in_the_dock(general: General) -> None:
    general.open("bastogne", SEED)
    for _ in range(20):
        if not seat(general).refuse(Action("resolve")):
            break
        general.go_on()
    window = general.window
    table = window.findChild(GamePanel, "panel.game.table_2")
    dock = window.findChild(CombatView)
    assert table is not None
    assert dock is not None

    def lit() -> set[int]:
        grid = table.view
        assert isinstance(grid, GridView)
        assert grid.table is not None
        return {light.column for light in grid.table.lights if light.tone == "to"}

    seen = set()
    engagements = [c for c in window.desk.combats if c.status == "draft"]
    for one in engagements:
        dock.which.setCurrentIndex(dock.which.findData(one.key))
        general.player.settle()
        assert lit() == {light.column for _, lights in one.lights for light in lights}
        seen |= lit()
    assert len(engagements) > 1
    assert len(seen) > 1, "they are not all at the same odds"


@pytest.mark.rule("blitzkrieg", "BK-RES-05")
def test_a_battle_to_be_chosen_is_brought_into_view_when_none_is(general: General) -> None:
    general.open("bastogne", SEED)
    for _ in range(20):
        if not seat(general).refuse(Action("resolve")):
            break
        general.go_on()
    view = general.player.view
    view.set_zoom(1.0)
    view.centre_on("0303")
    hexes = [at for e in general.state.engagements for at in e.hexes]
    assert not any(view.seen.contains(view.map.geometry.centre(at)) for at in hexes)
    general.go_on()
    for _ in range(4):
        if general.step == "battles":
            break
        general.go_on()
    assert any(view.seen.contains(view.map.geometry.centre(at)) for at in hexes)


@pytest.mark.rule("blitzkrieg", "BK-RES-04")
@pytest.mark.rule("blitzkrieg", "BK-RES-20")
def test_battles_are_fought_out_with_the_buttons_of_the_dock(general: General) -> None:
    general.open("bastogne", SEED)
    for _ in range(30):
        if general.step == "battles":
            break
        general.go_on()
    asked = set()
    while general.step == "battles":
        n = len(general.state.engagements)
        general.press("Fight")
        assert len(general.state.engagements) == n - 1
        while general.step in ("exchange", "retreat", "advance"):
            assert general.status == "now"
            assert general.stages()["Odds and die"][0] == "done"
            asked.add(general.step)
            general.press(general.buttons()[0])
    assert "retreat" in asked
    assert "advance" in asked
    assert general.state.engagements == ()
    assert general.state.phasing == "allied"
