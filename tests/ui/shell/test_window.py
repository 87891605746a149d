from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPlainTextEdit, QPushButton, QWidget

from hexbench.session.game import Catalogue
from hexbench.store.saves import Note
from hexbench.ui.look.fonts import text_width
from hexbench.ui.look.palette import colour
from hexbench.ui.shell.errors import ErrorHook
from hexbench.ui.shell.manual import Manual
from hexbench.ui.shell.prompt import LARGE, SMALL
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.game import YardRules
from tests.ui.yard.parts import every_part


# ---- looks
def test_the_palette_is_changed_and_kept(qapp: QApplication, catalogue: Catalogue) -> None:
    with player_at(catalogue) as player:
        player.begin()
        before = player.view.map.art
        player.act("view.night")
        palette = player.window.desk.palette
        assert palette.dark
        assert palette.side("red").emblem == "star"  # the game's own keys are still there
        assert qapp.palette().window().color() == colour(palette.chrome.window)
        assert player.view.map.art is not before
        assert player.view.map.colours is palette
    with player_at(catalogue) as player:
        assert player.window.desk.palette.dark
        assert player.window.acts["view.night"].isChecked()
        player.act("view.night")
        assert not player.window.desk.palette.dark


def test_reduced_motion_is_a_setting(player: Player) -> None:
    player.begin()
    assert [player.view.map.reduce_motion] == [True]
    player.act("view.reduce_motion")
    assert [player.view.map.reduce_motion] == [False]
    assert player.window.settings.get("look.reduce_motion") is False


# ---- docks
def test_every_dock_is_reached_by_its_key_and_hidden_from_there(player: Player) -> None:
    player.begin()
    docking = player.window.table.docking
    for n, key in enumerate(docking.docks, start=1):
        if n > 9:
            break
        dock = docking.docks[key]
        player.view.setFocus()
        player.keys(f"Alt+{n}", to=player.view)
        assert dock.isVisible(), key
        focus = player.window.focusWidget()
        assert focus is not None, key
        assert focus is dock.widget() or dock.isAncestorOf(focus), key
        docking.actions[key].trigger()
        assert not dock.isVisible(), key


def test_a_changed_arrangement_is_remembered_and_can_be_put_back(qapp: object, catalogue: Catalogue) -> None:
    left = Qt.DockWidgetArea.LeftDockWidgetArea
    with player_at(catalogue) as player:
        player.begin()
        table = player.window.table
        assert table.dockWidgetArea(table.docking.docks["log"]) != left
        table.addDockWidget(left, table.docking.docks["log"])
        table.docking.docks["minimap"].hide()
    with player_at(catalogue) as player:
        player.begin("muster")
        table = player.window.table
        assert table.dockWidgetArea(table.docking.docks["log"]) == left
        assert not table.docking.docks["minimap"].isVisible()
        player.act("view.reset")
        assert table.dockWidgetArea(table.docking.docks["log"]) != left
        assert table.docking.docks["minimap"].isVisible()


def test_opening_a_second_game_keeps_no_dock_of_the_first(player: Player) -> None:
    player.begin()
    player.act("file.close")
    player.begin("muster")
    table = player.window.table
    for key, dock in table.docking.docks.items():
        assert table.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea, key


def test_f6_goes_round_map_prompt_and_docks_and_back(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    seen: list[QWidget] = []
    for _ in range(20):
        player.act("view.next_pane")
        now = player.window.focusWidget()
        if now is player.view:
            break
        seen.append(now)
    assert player.window.focusWidget() is player.view
    assert player.window.table.prompt.default in seen
    assert player.window.table.log.list in seen
    player.act("view.last_pane")
    assert player.window.focusWidget() is seen[-1]


def test_zoom_by_menu(player: Player) -> None:
    player.begin()
    zoom = player.view.zoom
    player.act("view.zoom_in")
    assert player.view.zoom > zoom
    player.act("view.zoom_real")
    assert player.view.zoom == pytest.approx(1.0)
    assert player.window.status.zoom.text() == "100 %"
    player.act("view.fit")
    assert player.view.seen.contains(player.view.map.geometry.sheet)


# ---- the seat changes hands
def test_a_game_without_secrets_hands_over_with_a_notice(player: Player) -> None:
    # The yard overrides `hide`, so the setting says that it has none to keep.
    player.window.settings.set("play.cover_between_players", "never")
    player.begin()
    player.end()
    assert player.window.bridge.viewer == "blue"
    assert player.window.pages.currentWidget() is player.window.table
    assert player.window.table.over is not None
    assert player.window.table.over.news.text.text().startswith("Blue decides")


def test_between_two_players_nothing_of_the_game_is_left_behind_the_cover(player: Player) -> None:
    player.begin(fog=True)
    player.push("verb.plan")
    player.push("chooser.take")
    table, window = player.window.table, player.window
    player.click("r3")
    assert "plan is to attack" in "".join(str(line.text) for line in table.log.lines.lines)
    player.act("game.default")
    assert window.commands.phase_end.list is not None
    assert window.commands.phase_end.list.list.rowCount()
    player.end()
    assert window.pages.currentWidget() is window.cover
    assert window.bridge.seat is None
    assert window.cover.who.text() == "Blue to decide"
    assert not player.view.map.stacks.at
    assert not player.view.map.overlays
    for text in _every_text(table):
        for secret in ("is to attack", "Lancers", "1st Guard", "Turn 1", "still eligible"):
            assert secret not in text, text
    assert window.windowTitle() == "Hexbench"
    assert not window.acts["edit.undo"].isEnabled()
    assert window.acts["edit.undo"].text() == "&Undo"
    assert window.status.saved.text() == ""
    player.keys("Return", to=window.cover.ready)
    assert window.pages.currentWidget() is table
    assert window.bridge.viewer == "blue"
    assert player.view.map.where("r3") == "0305"
    assert "attack" not in "".join(str(line.text) for line in table.log.lines.lines)
    assert table.prompt.plate.side == "blue"


def test_the_name_of_a_side_stands_whole_on_its_plate(player: Player) -> None:
    plate = player.window.table.prompt.plate
    plate.title = "Red"
    room = 83.0
    assert plate.letters(room) == LARGE
    plate.title = "Amerikaner"
    assert SMALL < plate.letters(room) < LARGE
    assert text_width(plate.title, plate.letters(room), 600) <= room


def _every_text(root: QWidget) -> list[str]:
    """Everything a panel could show or hand to a screen reader."""
    out = []
    for widget in every_part(root)[1:]:
        for name in ("text", "toPlainText", "accessibleDescription", "toolTip"):
            found = getattr(widget, name, None)
            if callable(found):
                out.append(str(found()))
        model = getattr(widget, "model", None)
        rows = model() if callable(model) else None
        if rows is not None and hasattr(rows, "rowCount"):
            out += [
                str(rows.index(r, c).data())
                for r in range(rows.rowCount())
                for c in range(1 if isinstance(rows, QAbstractListModel) else rows.columnCount())
            ]
    return [text for text in out if text]


def test_nobody_is_asked_to_look_away_where_both_sides_know_the_same(player: Player) -> None:
    player.begin(fog=True)
    for _ in range(2):
        player.act("game.default")
    assert player.window.pages.currentWidget() is player.window.table
    assert player.window.bridge.viewer == "blue"


def test_side_names_are_those_of_the_game(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(YardRules, "side_name", lambda self, side: {"red": "Crimson", "blue": "Azure"}[side])
    player.begin(fog=True)
    table, window = player.window.table, player.window
    assert table.prompt.plate.title == "Crimson"
    assert any(choice.title.endswith("Azure") for choice in table.overlays.choices)
    player.push("verb.plan")
    player.push("chooser.take")
    player.end()
    assert window.cover.ready.text() == "I am the Azure player"


def test_the_tabs_of_the_docks_are_never_cut_short(player: Player) -> None:
    player.begin()
    bars = player.window.table.docking.rows()
    assert bars
    for bar in bars:
        assert bar.elideMode() == Qt.TextElideMode.ElideNone
        assert bar.usesScrollButtons()
        for n in range(bar.count()):
            assert bar.tabToolTip(n)
            assert bar.tabRect(n).width() > bar.fontMetrics().horizontalAdvance(bar.tabText(n))


def test_an_explanation_covers_neither_the_hexes_at_fault_nor_the_unit(player: Player) -> None:
    player.begin()
    player.drag("r3", "0803")
    over = player.window.table.over
    assert over is not None
    assert over.whynot.isVisible()
    bubble = over.whynot.geometry()
    for at in ("0305", "0803", *player.view.map.lit):
        spot = player.view.mapFromScene(player.view.map.geometry.centre(at))
        assert not bubble.contains(spot), at


def test_the_cover_can_be_asked_for_always(player: Player) -> None:
    action = next(a for a in player.window.prefs.covers.actions() if a.data() == "always")
    action.trigger()
    assert player.window.settings.get("play.cover_between_players") == "always"


# ---- errors
def _break() -> None:
    raise ZeroDivisionError("the plan of red is to attack")


def test_an_error_in_a_slot_is_one_sentence_with_details_to_copy(player: Player) -> None:
    player.begin()
    before = sys.excepthook
    hook = ErrorHook(player.window.bridge, player.window)
    hook.caught.connect(player.window.say_wrong)
    hook.install()
    try:
        try:
            _break()
        except ZeroDivisionError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        hook.remove()
    assert sys.excepthook is before
    player.settle()
    dialog = player.window.findChild(QDialog, "error")
    assert dialog is not None
    sentence = dialog.findChild(QLabel, "error.sentence")
    details = dialog.findChild(QPlainTextEdit, "error.details")
    copy = dialog.findChild(QPushButton, "error.copy")
    assert sentence is not None
    assert details is not None
    assert copy is not None
    assert "went wrong" in sentence.text()
    assert "test_window.py" in details.toPlainText()
    assert "attack" not in details.toPlainText()  # the yard keeps secrets
    copy.click()
    assert QGuiApplication.clipboard().text() == details.toPlainText()
    dialog.close()
    player.drag("r3", "0405")
    assert player.at("r3") == "0405"


def test_a_game_that_cannot_be_written_says_so_and_does_nothing(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexbench.store.strict import CannotWrite

    player.begin()
    session = player.window.bridge.session
    assert session is not None

    def full(*_: object) -> None:
        raise CannotWrite("the disk is full.", "game.hexgame")

    monkeypatch.setattr(session, "_write", full)
    player.drag("r3", "0405")
    assert player.at("r3") == "0305"
    assert player.view.map.where("r3") == "0305"
    dialog = player.window.findChild(QDialog, "error")
    assert dialog is not None
    dialog.close()


# ---- help
def test_every_key_is_on_the_page_of_keys(player: Player) -> None:
    player.act("help.keys")
    dialog = player.window.findChild(QDialog, "keys")
    assert dialog is not None
    from hexbench.ui.shell.help import keys_html

    page = keys_html(player.window.acts)
    for name, action in player.window.acts.by_name.items():
        for shortcut in action.shortcuts():
            assert shortcut.toString() in page.replace("&gt;", ">"), name
    dialog.close()


def test_the_walkthroughs_of_this_installation_can_be_read_in_the_window(player: Player) -> None:
    docs = player.window.catalogue.places.resources.parent / "docs"
    docs.mkdir(exist_ok=True)
    picture = QImage(1600, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    picture.save(str(docs / "red.png"))
    (docs / "walkthrough-one.md").write_text("# The first turn\n\nTo the *left*.\n\n![red](red.png)\n")
    (docs / "walkthrough-two.md").write_text("# The second turn\n\nTo the right.\n")
    player.act("help.walk")
    dialog = player.window.findChild(Manual, "manual")
    assert dialog is not None
    player.settle()
    assert dialog.names[:2] == ("walkthrough-one", "walkthrough-two")
    assert "To the left." in dialog.page.toPlainText()
    shown = dialog.page.grab().toImage()
    assert any(shown.pixelColor(60, y).name() == "#ff0000" for y in range(shown.height()))
    dialog.list.setCurrentRow(1)
    assert "To the right." in dialog.page.toPlainText()
    dialog.close()


def test_without_walkthroughs_that_is_said(player: Player) -> None:
    player.act("help.walk")
    dialog = player.window.findChild(QDialog, "error")
    assert dialog is not None
    dialog.close()


def test_every_action_has_a_name_and_no_two_share_a_key(player: Player) -> None:
    player.begin()
    taken: dict[str, str] = {}
    actions = [*player.window.acts.by_name.values(), *player.window.table.docking.actions.values()]
    for action in actions:
        assert action.objectName()
        for shortcut in action.shortcuts():
            key = shortcut.toString()
            assert key not in taken, f"{key}: {taken.get(key)} and {action.objectName()}"
            taken[key] = action.objectName()


def test_the_status_bar_names_the_file_as_soon_as_there_is_one(player: Player) -> None:
    player.begin()
    session, saved = player.window.bridge.playing, player.window.status.saved
    assert saved.text() == ""
    player.drag("r3", "0405")
    assert session.path is not None
    assert session.path.name in saved.toolTip() + saved.text()
    player.begin()
    assert saved.text() == ""
    session = player.window.bridge.playing
    session.note(0, Note("Hold the mill"))
    assert session.path is not None
    assert session.path.name in saved.toolTip() + saved.text()
