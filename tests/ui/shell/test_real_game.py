"""The window on the real map with the real order of battle: what a player does first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from hexbench import bootstrap
from hexbench.engine.risk import FOE_FREE, FOE_REACH
from hexbench.ui.docks.layers import LAST_TURN
from hexbench.ui.docks.roster import RosterView
from tests.ui.yard.driver import Player, player_at

POSITION = "iron_tide/17_december"


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player at the position that a new player is shown first."""
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        player.window.open_reference(POSITION)
        player.settle()
        yield player


ENEMY = (FOE_REACH.kind, FOE_FREE.kind)
"""Overlays that are asked of a unit of the other side."""


def _mover(player: Player) -> tuple[str, str]:
    """A unit that can move, and a hex well away from it."""
    hand = player.window.table.acting.hand
    assert hand is not None
    for unit in hand.ready:
        ways = hand.ways((unit,))
        if len(ways) > 20 and len(player.view.map.stack(player.at(unit))) == 1:
            seen = [at for at in ways if player.view.map.atlas.distance(player.at(unit), at) <= 5]
            far = max(seen, key=lambda at: (ways[at][0].target.cost or 0, at))
            if not player.view.map.stack(far):
                return unit, far
    raise AssertionError("nobody can move")


def test_a_real_counter_is_dragged_taken_back_and_done_again(general: Player) -> None:
    unit, far = _mover(general)
    start = general.at(unit)
    general.view.set_zoom(0.5)
    general.view.centre_on(start)
    general.drag(unit, far)
    assert general.at(unit) == far
    general.act("edit.undo")
    assert general.at(unit) == start
    general.act("edit.redo")
    assert general.at(unit) == far


def test_a_real_counter_is_refused_with_the_number_of_the_rule(general: Player) -> None:
    unit, _ = _mover(general)
    start = general.at(unit)
    desk = general.window.desk
    side = next(face.side for face, _ in desk.bridge.counters.values() if face.unit == unit)
    enemy = min(
        (at for face, at in desk.bridge.counters.values() if face.side != side and not at.startswith("#")),
        key=lambda at: (general.view.map.atlas.distance(start, at), at),
    )
    general.view.set_zoom(0.5)
    general.view.centre_on(start)
    general.drag(unit, enemy)
    assert general.at(unit) == start
    table = general.window.table
    assert table.over is not None
    assert table.over.whynot.isVisible()
    assert desk.ledger is not None
    page = table.over.whynot.page
    meant, *others = desk.why  # what was meant is answered, the rest is folded away
    assert {r.rule for r in meant[1]} == {"8.1b"}
    assert all(tried in page.toPlainText() for tried, _ in others)
    assert "14.0a" not in page.toPlainText()
    page.anchorClicked.emit(QUrl("more:"))
    rules = {r.rule for _, reasons in desk.why for r in reasons}
    assert "14.0a" in rules
    for rule in rules:
        assert desk.ledger.find(rule) is not None, rule
        assert rule in page.toPlainText()


def test_a_real_unit_is_moved_by_keyboard_alone(general: Player) -> None:
    unit, _ = _mover(general)
    start = general.at(unit)
    hand = general.window.table.acting.hand
    assert hand is not None
    near = next(at for at in general.view.map.atlas.near[start] if at in hand.ways((unit,)))
    general.view.setFocus()
    general.keys(*start, "Return", *near, "Return")
    assert general.at(unit) == near


def test_the_order_of_battle_holds_every_unit_that_may_be_known(general: Player) -> None:
    table = general.window.table
    key = next(k for k in table.docking.game if "order" in k)
    table.docking.go(f"game.{key}")
    view = table.docking.game[key].view
    assert isinstance(view, RosterView)
    assert view.roster is not None
    assert len(view.roster.entries) == len(general.window.bridge.counters)


def test_every_overlay_of_the_game_can_be_drawn(general: Player) -> None:
    unit, far = _mover(general)
    session = general.window.bridge.session
    assert session is not None
    state = session.state
    foe = next(u for u, one in state.units.items() if one.on_map and one.side != state.units[unit].side)
    general.window.desk.choose((unit,))
    general.window.desk.study(general.at(unit))
    overlays = general.window.table.overlays
    overlays.point(far)
    assert overlays.choices
    for choice in overlays.choices:
        if choice.kind == LAST_TURN:
            continue  # nobody has moved yet
        asked = foe if choice.kind in ENEMY else unit
        general.window.desk.choose((asked,))
        overlays.switch(choice.key, True)
        if choice.key in overlays.works:
            overlays.works[choice.key].finish()  # what takes longer is worked out between events
        assert choice.key in overlays.shown, choice.key
        assert f"layer.{choice.key}" in general.view.map.overlays
    general.act("view.overlays_off")
    assert not general.view.map.overlays


def test_the_phase_is_ended_saved_and_gone_on_with(general: Player) -> None:
    unit, far = _mover(general)
    general.view.set_zoom(0.5)
    general.view.centre_on(general.at(unit))
    general.drag(unit, far)
    step = general.window.bridge.prompt.step
    for _ in range(3):  # what must be done before the phase may end is a default of its own
        if general.window.bridge.prompt.step == step:
            general.end()
    assert general.window.bridge.prompt.step != step
    general.act("file.close")
    general.push("start.continue")
    assert general.at(unit) == far
    assert general.window.bridge.prompt.step != step
