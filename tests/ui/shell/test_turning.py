"""The setting that turns the map: at once, about the same hex, with the same selection, and for the next game too."""

from __future__ import annotations

from hexbench.ui.shell.replayer import OVERLAY
from hexbench.ui.shell.settings import SettingsDialog
from tests.ui.yard.driver import Player


def test_the_map_turns_about_what_one_looks_at(player: Player) -> None:
    player.begin()
    hand = player.window.table.acting.hand
    assert hand is not None
    unit = player.view.map.stack(player.at(hand.ready[0]))[-1]
    player.click(unit)
    assert player.view.map.selected == (unit,)
    player.view.set_zoom(0.8)
    player.view.centre_on(player.at(unit))
    docks = [dock.objectName() for dock in player.window.table.docking.docks.values() if dock.isVisible()]
    before = player.view
    player.window.prefs.change("map.top", "west")
    player.settle()
    assert player.view is not before
    scene = player.view.map
    assert scene.geometry.top == "west"
    assert scene.selected == (unit,)
    assert player.view.zoom == 0.8
    assert scene.hex_at(player.view.seen.center()) == player.at(unit)
    assert [d.objectName() for d in player.window.table.docking.docks.values() if d.isVisible()] == docks
    # the hand finds counters where they are drawn now
    ways = hand.ways((unit,))
    to = next(at for at in ways if at in scene.atlas.index and not scene.stack(at))
    player.drag(unit, to)
    assert player.at(unit) == to


def test_the_next_game_lies_as_the_last(player: Player) -> None:
    player.act("edit.settings")
    dialog = player.window.prefs.dialog
    assert isinstance(dialog, SettingsDialog)
    dialog.changed.emit("map.top", "south")
    dialog.close()
    player.begin()
    assert player.view.map.geometry.top == "south"


def test_what_is_bound_to_the_map_goes_on_with_the_one_that_is_turned(player: Player) -> None:
    player.begin()
    window, table = player.window, player.window.table
    player.act("draw.pin")
    player.act("game.checklist")
    window.prefs.change("map.top", "west")
    player.settle()
    hands = table.hands
    assert hands is not None
    assert not window.acts["draw.pin"].isChecked()

    player.act("draw.arrow")
    assert window.sketching.bar is not None
    assert window.sketching.bar.isVisible()
    a, b = (player.view.map.atlas.labels[n] for n in (0, 1))
    hands.sketch.mark(a)
    hands.sketch.mark(b)
    assert window.acts["draw.undo"].isEnabled()
    hands.cancel()
    assert not window.acts["draw.arrow"].isChecked()

    player.act("edit.band")
    assert hands.band.armed
    hands.cancel()
    assert not window.acts["edit.band"].isChecked()
    assert hands.band.keeps is not None

    player.act("game.checklist")
    player.keys("Escape")
    assert player.view.screen_reader is window.desk.screen_reader
    player.end()


def test_the_step_of_a_replay_is_drawn_on_the_turned_map(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405")
    player.act("game.replay")
    replay = player.window.table.replay
    replay.show_picture(len(replay.pictures) - 1)
    drawn = player.view.map.overlays[OVERLAY]
    assert drawn.trails
    player.window.prefs.change("map.top", "west")
    player.settle()
    assert player.view.map.geometry.top == "west"
    assert player.view.map.overlays[OVERLAY] == drawn
    replay.end()
    assert OVERLAY not in player.view.map.overlays


def test_the_umpire_holds_his_hand_over_the_turned_map(player: Player) -> None:
    player.begin(study=True)
    window = player.window
    player.act("game.umpire")
    assert window.umpiring.on
    window.prefs.change("map.top", "south")
    player.settle()
    assert window.umpiring.on
    assert window.table.hands is not None
    assert window.table.hands.drag.rules is window.umpiring.free
