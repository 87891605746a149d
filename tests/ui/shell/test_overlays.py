"""Overlays of the desktop itself, those that follow the pointer, and the sign on a button before a barrier."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QPushButton

from hexbench import bootstrap
from hexbench.ui.docks.layers import LAST_TURN
from hexbench.ui.widgets.icons import CERTAIN, POSSIBLE, barrier_icon, barrier_words
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player at the Iron Tide position for newcomers."""
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        yield player


def _mover(player: Player) -> tuple[str, str]:
    hand = player.window.table.acting.hand
    assert hand is not None
    unit = next(u for u in hand.ready if len(hand.ways((u,))) > 20)
    ways = hand.ways((unit,))
    return unit, max(ways, key=lambda at: (ways[at][0].target.cost or 0, at))


def test_the_moves_of_the_turn_are_drawn_as_arrows(general: Player) -> None:
    unit, far = _mover(general)
    start = general.at(unit)
    overlays = general.window.table.overlays
    overlays.switch(LAST_TURN, True)
    assert LAST_TURN not in overlays.shown
    ways = general.window.table.acting.hand.ways((unit,))  # type: ignore[union-attr]
    general.window.table.acting.do(ways[far][0].action)
    general.settle()
    found = overlays.shown[LAST_TURN]
    assert [(t.hexes[0], t.hexes[-1], t.tone) for t in found.trails] == [(start, far, "moved")]
    assert "German" in str(found.title)
    assert [line.tone for line in found.legend] == ["moved"]
    assert f"layer.{LAST_TURN}" in general.view.map.overlays
    general.act("edit.undo")
    assert LAST_TURN not in overlays.shown


def test_the_keyboard_enters_the_layers_at_the_first_of_them(general: Player) -> None:
    """Not in the middle, at the layers of the map, which are made before the overlays are listed."""
    general.window.table.docking.go("layers")
    general.settle()
    assert QApplication.focusWidget() is next(iter(general.window.table.layers.kind_boxes.values()))


def test_the_way_follows_the_pointer_and_the_selection(general: Player) -> None:
    unit, far = _mover(general)
    overlays = general.window.table.overlays
    overlays.switch("route", True)
    assert "route" not in overlays.shown
    general.window.desk.choose((unit,))
    general.view.set_zoom(0.5)
    general.view.centre_on(far)
    general.hover(far)
    found = overlays.shown["route"]
    assert found.trails[0].hexes[-1] == far
    assert len(found.facts) == len(found.trails[0].hexes) - 1
    assert all(fact.rules for fact in found.facts)
    general.window.table.docking.front("layers")
    general.settle()
    text = general.window.table.layers.facts.toPlainText()
    assert f"to {far}" in text
    assert found.facts[-1].rules[0] in text


def test_reach_is_shown_of_an_enemy_too(general: Player) -> None:
    desk = general.window.desk
    side = general.window.bridge.prompt.side
    enemy = next(
        f.unit for f, at in desk.bridge.counters.values() if f.side != side and not at.startswith("#")
    )
    general.window.table.overlays.switch("reach", True)
    desk.choose((enemy,))
    shown = general.window.table.overlays.shown["reach"]
    assert shown.shades
    assert len(shown.legend) == 3


def test_a_button_that_rolls_dice_says_so(general: Player) -> None:
    button = general.window.findChild(QPushButton, "verb.default")
    assert button is not None
    assert button.text().startswith("Land")
    assert not button.icon().isNull()
    assert CERTAIN["dice"] in button.toolTip()
    assert button.accessibleDescription() == CERTAIN["dice"]


def test_where_undo_is_free_there_is_no_warning(general: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    session = general.window.bridge.session
    assert session is not None
    monkeypatch.setattr(type(session), "study", True)
    general.window.bridge.look(session.viewer)
    general.settle()
    button = general.window.findChild(QPushButton, "verb.default")
    assert button is not None
    assert button.icon().isNull()


@pytest.mark.parametrize("barrier", ["dice", "seen", "handover"])
def test_every_barrier_has_words_and_a_sign(qapp: object, barrier: str) -> None:
    assert barrier_words(barrier, True) == CERTAIN[barrier]  # type: ignore[arg-type]
    assert barrier_words(barrier, False) == POSSIBLE[barrier]  # type: ignore[arg-type]
    assert not barrier_icon(barrier, True, "#102030", 1.0).isNull()  # type: ignore[arg-type]
    assert barrier_words("", True) == ""


def _switch_last_turn(player: Player) -> list[tuple[str, str]]:
    """The moves that are drawn, from where to where."""
    player.window.table.overlays.switch(LAST_TURN, True)
    found = player.window.table.overlays.shown.get(LAST_TURN)
    return [] if found is None else [(t.hexes[0], t.hexes[-1]) for t in found.trails]


def test_the_other_side_is_shown_what_was_moved_before_it(player: Player) -> None:
    player.begin()
    player.window.prefs.change("play.cover_between_players", "never")
    player.drag("r3", "0405")
    player.end()
    assert player.window.bridge.viewer == "blue"
    assert _switch_last_turn(player) == [("0305", "0405")]
    assert "Red" in str(player.window.table.overlays.shown[LAST_TURN].title)
    player.drag("b3", "0702")
    player.end()
    assert player.window.bridge.viewer == "red"
    assert _switch_last_turn(player) == [("0803", "0702")]
    assert "Blue" in str(player.window.table.overlays.shown[LAST_TURN].title)


def test_at_the_open_table_only_what_both_were_told_is_drawn(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    player.window.prefs.change("play.cover_between_players", "never")
    player.drag("r3", "0405")
    player.end()
    bridge = player.window.bridge
    session = bridge.session
    assert session is not None
    record = session.history.nodes[1].record
    assert record is not None
    bridge.open_table("blue")
    assert _switch_last_turn(player) == [("0305", "0405")]
    moved = next(told for told in record.told if type(told.all).__name__ == "UnitMoved")
    event = moved.all
    assert event is not None
    # As if the move had been seen by red alone: at the open table nobody is shown it.
    secret = replace(moved, all=None, only=(("red", event),))
    told = tuple(secret if one is moved else one for one in record.told)
    session.history.nodes[1].record = replace(record, told=told)
    bridge.open_table("blue")
    assert _switch_last_turn(player) == []
    bridge.look("red")
    assert _switch_last_turn(player) == [("0305", "0405")]


def test_zones_are_named_by_whose_they_are_in_the_menu_and_the_legend(general: Player) -> None:
    overlays = general.window.table.overlays
    titles = {choice.key: choice.title for choice in overlays.choices}
    assert (titles["enemy_zoc"], titles["own_zoc"]) == ("Zones of control: enemy", "Zones of control: own")
    assert titles["both_zoc"] == "Zones of control: enemy and own"
    overlays.switch("both_zoc", True)
    found = overlays.shown["both_zoc"]
    assert [str(line.text) for line in found.legend] == [
        "own zone of control (German)",
        "enemy zone of control (Allied)",
        "in both sides' zones",
    ]
    assert {shade.tone for shade in found.shades} == {"own_zoc", "enemy_zoc", "both_zoc"}
    counts = [int(str(fact.value).split()[0]) for fact in found.facts]
    tones = [sum(s.tone == t for s in found.shades) for t in ("own_zoc", "enemy_zoc", "both_zoc")]
    assert counts == tones
