"""The gestures of a movement phase of Blitzkrieg: drags, the raster, engaging, demolition, joining, and what is drawn over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.risk import FOE_FREE, FOE_REACH
from hexbench.session.opening import begin
from hexbench.ui.docks.layers import LAST_TURN
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """The Allied player in his first movement phase; the Germans have followed the defaults."""
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        window = player.window
        loaded = window.catalogue.load_scenario("blitzkrieg", "campaign")
        session = begin(loaded, 1944)
        for _ in range(200):
            prompt = session.seat().prompt
            if (prompt.side, prompt.step) == ("allied", "movement"):
                break
            assert prompt.default is not None
            session.do(prompt.default)
        window.show_session(session)
        player.settle()
        player.view.set_zoom(0.6)
        yield player


ENEMY = (FOE_REACH.kind, FOE_FREE.kind)
"""Overlays that are asked of a unit of the other side."""


def _offered(player: Player, verb: str) -> tuple[str, ...]:
    offers = player.window.bridge.prompt.offers
    return next((o.subjects for o in offers if o.verb == verb), ())


def _mover(player: Player) -> tuple[str, str, str]:
    """A unit alone in its hex, an empty hex it can reach, and another."""
    seat = player.window.desk.seat
    assert seat is not None
    for unit in _offered(player, "move"):
        at = player.at(unit)
        if len(seat.board.at[at]) > 1:
            continue
        free = [
            t.object
            for t in seat.targets("move", (unit,))
            if not seat.board.at.get(t.object) and seat.rules.atlas.distance(at, t.object) <= 4
        ]
        if len(free) > 3:
            return unit, free[0], free[-1]
    raise AssertionError("nobody can move")


def test_a_unit_is_dragged_and_dragged_again_from_where_it_began(general: Player) -> None:
    unit, near, far = _mover(general)
    start = general.at(unit)
    general.view.centre_on(start)
    general.drag(unit, near)
    assert general.at(unit) == near
    general.drag(unit, far)
    assert general.at(unit) == far
    general.drag(unit, start)
    assert general.at(unit) == start
    general.act("edit.undo")
    assert general.at(unit) == far


def test_a_unit_is_collected_and_deposited_through_its_buttons(general: Player) -> None:
    unit, near, _ = _mover(general)
    window = general.window
    window.desk.choose((unit,))
    general.settle()
    window.table.acting.use("collect", (unit,))
    general.settle()
    assert general.at(unit) == "#raster/allied"
    overlays = window.table.overlays
    overlays.switch("where", True)
    assert near in {shade.hex for shade in overlays.shown["where"].shades}
    ways = window.table.acting.hand
    assert ways is not None
    way = ways.ways((unit,))[near][0]
    window.table.acting.do(way.action)
    general.settle()
    assert general.at(unit) == near


@pytest.mark.rule("blitzkrieg", "BK-UI-24")
def test_home_hex_brings_the_destinations_of_the_unit_in_hand_into_view(general: Player) -> None:
    unit, near, _ = _mover(general)
    window = general.window
    window.table.acting.use("collect", (unit,))
    window.table.docking.front("tray")
    general.settle()
    general.view.centre_on("0040")
    general.settle()
    frame = general.view.viewport().rect()
    assert not frame.contains(general.spot(near))
    window.table.tray.list.selectAll()
    general.settle()
    general.push("tray.home")
    assert frame.contains(general.spot(near))
    hand = window.table.acting.hand
    assert hand is not None
    assert general.view.cursor_hex in hand.ways((unit,))


def test_a_drag_that_the_rules_forbid_tells_the_clause(general: Player) -> None:
    unit, _, _ = _mover(general)
    start = general.at(unit)
    general.view.centre_on(start)
    desk = general.window.desk
    out = _beyond(general, unit)
    general.drag(unit, out)
    assert general.at(unit) == start
    rules = {r.rule for _, reasons in desk.why for r in reasons}
    assert rules & {"BK-MOV-02", "BK-MOV-04", "BK-MOV-10", "BK-MOV-12", "BK-MOV-14"}


def _beyond(player: Player, unit: str) -> str:
    """The nearest hex it cannot be taken to."""
    seat = player.window.desk.seat
    hand = player.window.table.acting.hand
    assert seat is not None
    assert hand is not None
    ways = hand.ways((unit,))
    start = player.at(unit)
    return next(at for at in seat.rules.atlas.nearest_first(start) if at not in ways and at != start)


def test_a_bridge_is_demolished_by_its_button(general: Player) -> None:
    unit = _offered(general, "demolish")[0]
    window = general.window
    window.desk.choose((unit,))
    general.settle()
    hand = window.table.acting.hand
    assert hand is not None
    assert "demolish" in [offer.verb for offer in hand.about((unit,))]
    way = hand.finish("demolish", (unit,))[0]
    window.table.acting.do(way.action)
    general.settle()
    session = window.bridge.session
    assert session is not None
    assert general.at(unit) in session.state.tried
    assert session.state.units[unit].fixed
    assert unit not in _offered(general, "move")


def test_every_overlay_is_drawn_over_the_map(general: Player) -> None:
    unit, near, _ = _mover(general)
    session = general.window.bridge.session
    assert session is not None
    state = session.state
    foe = next(u for u, one in state.units.items() if one.on_map and one.side != state.units[unit].side)
    general.window.desk.choose((unit,))
    general.window.desk.study(general.at(unit))
    overlays = general.window.table.overlays
    overlays.point(near)
    for choice in overlays.choices:
        if choice.kind != LAST_TURN:
            asked = foe if choice.kind in ENEMY else unit
            general.window.desk.choose((asked,))
            overlays.switch(choice.key, True)
            if choice.key in overlays.works:
                overlays.works[choice.key].finish()  # what takes longer is worked out between events
            assert choice.key in overlays.shown, choice.key
            overlays.switch(choice.key, False)
