"""Drawing on the map by mouse and by key, and that the other side never sees it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from hexbench.session.game import Catalogue
from hexbench.store.saves import Sketch
from hexbench.ui.shell.help import keys_html
from tests.ui.yard.driver import LEFT, NONE, PLAIN, Player
from tests.ui.yard.parts import every_part

SECRET = "Strike at the mill"


def drawn(player: Player) -> list[Sketch]:
    """What is to be seen on the map."""
    return list(player.view.map.sketches)


def arrow(player: Player, start: str, end: str) -> None:
    """Drag from hex to hex."""
    a, b = player.spot(start), player.spot(end)
    player._send(QEvent.Type.MouseButtonPress, a, LEFT, LEFT, PLAIN)
    for k in range(1, 9):
        player._send(QEvent.Type.MouseMove, a + (b - a) * k / 8, NONE, LEFT, PLAIN)
    player._send(QEvent.Type.MouseButtonRelease, b, LEFT, NONE, PLAIN)
    player.settle()


def write(player: Player, words: str) -> None:
    """Type the words of a note and press Enter."""
    note = player.window.sketching.note
    assert note is not None
    assert note.isVisible()
    note.line.selectAll()
    QTest.keyClick(note.line, Qt.Key.Key_Delete)
    QTest.keyClicks(note.line, words)
    QTest.keyClick(note.line, Qt.Key.Key_Return)
    player.settle()


def test_an_arrow_is_dragged_a_pin_dropped_a_note_written_and_all_erased(player: Player) -> None:
    player.begin()
    session = player.window.bridge.session
    assert session is not None
    player.act("draw.arrow")
    bar = player.window.sketching.bar
    assert bar is not None
    assert bar.isVisible()
    player.push("sketch.colour.green")
    arrow(player, "0502", "0706")
    player.act("draw.pin")
    assert not player.window.acts["draw.arrow"].isChecked()
    player.click("0508")
    player.act("draw.note")
    player.click("0606")
    write(player, SECRET)
    assert drawn(player) == [
        Sketch(kind="arrow", hexes=("0502", "0706"), colour="green"),
        Sketch(kind="pin", hexes=("0508",), colour="green"),
        Sketch(kind="note", hexes=("0606",), text=SECRET, colour="green"),
    ]
    assert session.node == 0
    assert not player.window.desk.units  # while a tool is in hand nothing is selected or dragged
    player.click("0606")
    note = player.window.sketching.note
    assert note is not None
    assert note.line.text() == SECRET
    write(player, "Hold")
    assert drawn(player)[2].text == "Hold"
    player.act("draw.erase")
    player.click("0706")
    assert [s.kind for s in drawn(player)] == ["pin", "note"]
    player.keys("Esc", to=player.view)
    assert not bar.isVisible()
    assert not player.window.acts["draw.erase"].isChecked()
    player.act("draw.undo")
    player.act("draw.undo")
    assert [s.text for s in drawn(player) if s.kind == "note"] == [SECRET]
    player.act("draw.redo")
    assert [s.text for s in drawn(player) if s.kind == "note"] == ["Hold"]
    player.act("draw.clear")
    assert drawn(player) == []
    player.act("draw.undo")
    assert len(drawn(player)) == 3
    player.click("r3")
    assert player.window.desk.units == ("r3",)


def test_everything_is_drawn_by_key_alone(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    player.keys("Ctrl+Shift+A", to=player.view)
    player.view.set_cursor("0502")
    player.keys("Return", to=player.view)
    player.view.set_cursor("0706")
    player.keys("Return", to=player.view)
    assert drawn(player)[0].hexes == ("0502", "0706")
    player.keys("Ctrl+Shift+T", "Return", to=player.view)
    note = player.window.sketching.note
    assert note is not None
    QTest.keyClicks(note.line, "never mind")
    QTest.keyClick(note.line, Qt.Key.Key_Escape)
    assert not note.isVisible()
    assert len(drawn(player)) == 1
    player.keys("Return", to=player.view)
    write(player, "by key")
    player.keys("Ctrl+Shift+E", "Return", to=player.view)
    assert [s.kind for s in drawn(player)] == ["arrow"]
    player.keys("Esc", "Ctrl+Alt+Z", to=player.view)
    assert [s.text for s in drawn(player)] == ["", "by key"]


def test_the_other_side_never_sees_it_nor_does_the_cover(player: Player) -> None:
    player.begin(fog=True)
    player.window.prefs.change("play.cover_between_players", "always")
    player.act("draw.note")
    player.click("0606")
    write(player, SECRET)
    player.click("0508")
    note = player.window.sketching.note
    assert note is not None
    QTest.keyClicks(note.line, SECRET)  # half written when the seat changes hands
    player.window.bridge.playing.do(player.window.bridge.prompt.default)  # type: ignore[arg-type]
    player.settle()
    assert player.window.bridge.covered
    assert drawn(player) == []
    assert not player.window.acts["draw.undo"].isEnabled()
    assert SECRET not in _texts(player)
    player.window.cover.ready.click()
    player.settle()
    assert player.window.bridge.viewer == "blue"
    assert drawn(player) == []
    assert not player.window.acts["draw.undo"].isEnabled()
    assert SECRET not in _texts(player)
    player.act("draw.pin")
    player.click("0101")
    assert len(drawn(player)) == 1
    player.window.bridge.look("red")
    assert [s.text for s in drawn(player)] == [SECRET]
    player.window.bridge.open_table("red")
    assert drawn(player) == []
    player.act("game.study")
    assert len(drawn(player)) == 2


def _texts(player: Player) -> str:
    """Every text anywhere in the window."""
    found = [w.text() for w in every_part(player.window) if isinstance(w, QLineEdit)]
    found += [w.toolTip() + w.accessibleName() for w in player.window.findChildren(QWidget)]
    found += [item.toolTip() for item in player.view.map.items()]
    return "\n".join(found)


def test_the_layer_is_switched_by_dock_and_menu_and_a_tool_brings_it_back(player: Player) -> None:
    player.begin()
    player.act("draw.pin")
    player.click("0508")
    player.keys("Esc", to=player.view)
    box = player.window.table.layers.boxes["sketches"]
    box.click()
    assert drawn(player) == []
    assert not player.window.acts["draw.show"].isChecked()
    player.act("draw.show")
    assert len(drawn(player)) == 1
    assert box.isChecked()
    box.click()
    player.act("draw.arrow")
    assert box.isChecked()


def test_drawings_are_there_again_when_the_game_is_opened(player: Player, catalogue: Catalogue) -> None:
    player.begin()
    player.drag("r3", "0405")
    player.act("draw.note")
    player.click("0606")
    write(player, SECRET)
    session = player.window.bridge.session
    assert session is not None
    path = session.path
    assert path is not None
    player.act("file.close")
    player.window.open_path(str(Path(path)))
    player.settle()
    assert [s.text for s in drawn(player)] == [SECRET]
    QApplication.processEvents()


def test_help_tells_how_to_draw(player: Player) -> None:
    text = keys_html(player.window.acts)
    assert "Drawing on the map" in text
    assert "Ctrl+Shift+A" in text
