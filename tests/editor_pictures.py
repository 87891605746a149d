"""The situations of the scenario editor shown in the documentation, reached with mouse and keys like all the others."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from hexbench.ui.shell.editing import Editing
from tests.ui.editor.driver import Hand
from tests.ui.yard.driver import Player

SIZE = (1600, 1000)


def _open(player: Player, game: str, name: str) -> Hand:
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    infos = player.window.catalogue.scenarios(game)
    editor = editing.edit_file(next(info.path for info in infos if info.name == name))
    assert editor is not None
    editor.ask_first = False
    editor.resize(*SIZE)
    hand = Hand(editor)
    hand.settle()
    editor.arrange()
    hand.settle()
    return hand


def _shown(hand: Hand, zoom: float, at: str) -> QWidget:
    view = hand.window.board.view
    assert view is not None
    view.set_zoom(zoom)
    view.centre_on(at)
    hand.settle()
    view.finish()
    return hand.window


def _window(player: Player) -> QWidget:
    """Losheim with its zones, the turn record, and a supply zone being painted."""
    hand = _open(player, "trumpets", "losheim")
    for key in ("record", "zones"):
        hand.front(key)
    hand.window.zones.list.setCurrentRow(2)
    hand.window.zones.brush.setChecked(True)
    hand.near("0312")
    hand.drag("0312", "0411", "0511")
    return _shown(hand, 0.62, "1014")


def _table(player: Player) -> QWidget:
    """The campaign of Iron Tide: an overstacked hex, reported, highlighted and marked in the table."""
    hand = _open(player, "iron_tide", "campaign")
    stacks = [(at, units) for at, units in hand.desk.stacks.items() if at in hand.draft.rules.atlas.index]
    at, crowd = max(stacks, key=lambda one: len(one[1]))
    side = hand.desk.side_of(crowd[0])
    more = [u for other, units in stacks if other != at for u in units if hand.desk.side_of(u) == side][:3]
    hand.draft.move(dict.fromkeys(more, at))
    hand.window.problems.check_all()
    hand.front("tables")
    hand.desk.choose(tuple(more))
    hand.front("problems")
    hand.window.problems.list.setCurrentRow(0)
    hand.settle()
    return _shown(hand, 0.8, at)


def _designer(player: Player) -> QWidget:
    """A regiment of Iron Tide in the counter designer."""
    hand = _open(player, "iron_tide", "campaign")
    unit = next(u for u in hand.desk.counters if hand.desk.at(u) in hand.draft.rules.atlas.index)
    hand.desk.choose((unit,))
    hand.act("design")
    designer = hand.window.commands.designer
    assert designer is not None
    designer.editors["name"].edited.emit("2001")
    designer.editors["type"].edited.emit("armor")
    hand.settle()
    return designer


def _try(player: Player) -> QWidget:
    """Six random games of Losheim."""
    hand = _open(player, "trumpets", "losheim")
    hand.act("try")
    hand.window.trying.games.setValue(6)
    hand.window.trying.start.click()
    hand.window.trying.finish()
    hand.window.trying.list.selectRow(1)
    hand.settle()
    return _shown(hand, 0.62, "1014")


SCENES: dict[str, Callable[[Player], QWidget]] = {
    "edit_window": _window,
    "edit_table": _table,
    "edit_designer": _designer,
    "edit_try": _try,
}
