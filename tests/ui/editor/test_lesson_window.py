"""The lesson editor at the real window: every gesture, for the lessons of all games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QFileDialog, QLabel, QLineEdit, QWidget

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.store.lessons import read_lesson
from hexbench.ui.editor.fields import FieldEditor, Lines
from hexbench.ui.editor.lesson_fields import (
    ClauseDialog,
    ConditionField,
    ListField,
    PartField,
    PickField,
    RowsField,
    RuleField,
)
from hexbench.ui.editor.lesson_forms import PartPanel
from hexbench.ui.editor.lesson_window import LessonEditor
from hexbench.ui.look.language import tell
from tests.sizes import sized
from tests.ui.editor.driver import unseen_editors
from tests.ui.editor.test_editing import editing
from tests.ui.shell.test_learning import open_list
from tests.ui.yard.driver import Player, player_at

CATALOGUE = bootstrap.catalogue()
GAMES = tuple(CATALOGUE.games)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found, unseen_editors():
        yield found
        for editor in editing(found).lessons.editors[:]:
            editor.ask_first = False
            editor.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class Hand:
    """One lesson editor and what can be done at it."""

    def __init__(self, window: LessonEditor) -> None:
        self.window, self.desk, self.draft = window, window.desk, window.draft
        self.settle()

    def settle(self) -> None:
        """Let everything happen that is due."""
        for _ in range(3):
            QApplication.processEvents()
        self.desk.later.finish()
        QApplication.processEvents()

    def act(self, name: str) -> None:
        """Choose a line of a menu."""
        self.window.acts[name].trigger()
        self.settle()

    def click(self, place: str) -> None:
        """Click a hex or a counter of the map."""
        view = self.window.board.view
        assert view is not None
        scene = view.map
        point = scene.geometry.centre(place) if place in scene.atlas.index else scene.item(place).pos()
        view.show_hex(scene.where(place) or place)
        at = view.mapFromScene(point)
        for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, LEFT)):
            spot = QPointF(view.viewport().mapToGlobal(at))
            event = QMouseEvent(kind, QPointF(at), spot, LEFT, held, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(view.viewport(), event)
        self.settle()

    def part(self, path: str, panel: PartPanel | None = None) -> PartField:
        """A field of the step in hand, or of another panel."""
        where = panel or self.window.step
        where.refresh_now()
        return where.fields[tuple(path.split("."))]

    def write(self, path: str, text: str, panel: PartPanel | None = None) -> None:
        """Type into a field and go on to the next one."""
        edit_text(self.part(path, panel), text)
        self.settle()

    @property
    def step(self) -> dict[str, Any]:
        """The step in hand, as it is written."""
        return self.draft.steps[self.desk.step]


def edit_text(part: QWidget, text: str) -> None:
    """Type into the first line or text of a widget, or choose from its list."""
    editor = part if isinstance(part, FieldEditor) else part.findChild(FieldEditor)
    assert editor is not None
    widget = editor.widget
    if isinstance(widget, QLineEdit):
        widget.selectAll()
        QTest.keyClick(widget, Qt.Key.Key_Backspace)
        QTest.keyClicks(widget, text)
        QTest.keyClick(widget, Qt.Key.Key_Return)
    elif isinstance(widget, Lines):
        widget.setPlainText(text)
        QApplication.sendEvent(widget, _focus_out())
    else:
        assert isinstance(widget, QComboBox)
        widget.setCurrentIndex(widget.findData(text))
        widget.activated.emit(widget.currentIndex())


def _focus_out() -> QEvent:
    from PySide6.QtGui import QFocusEvent

    return QFocusEvent(QEvent.Type.FocusOut)


def opened(player: Player, game: str, step: str = "") -> Hand:
    """The lesson of a game that ships, chosen from the list; with a step in hand."""
    player.act("tools.lesson")
    chooser = editing(player).lessons.chooser
    assert chooser is not None
    path = str(CATALOGUE.lessons(game)[0].path)
    rows = [chooser.list.item(n) for n in range(chooser.list.count())]
    chooser.list.setCurrentItem(next(row for row in rows if row.data(Qt.ItemDataRole.UserRole + 1) == path))
    chooser.edit.click()
    hand = Hand(editing(player).lessons.editors[-1])
    if step:
        hand.desk.take([one["id"] for one in hand.draft.steps].index(step))
        hand.settle()
    return hand


@pytest.mark.parametrize("game", sized(("tide_of_iron", "tigers"), GAMES))
def test_a_shipped_lesson_is_gone_through_and_saved_as_ones_own(
    player: Player, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = opened(player, game)
    shipped = hand.draft.path
    assert shipped is not None
    before = shipped.read_bytes()
    start = hand.draft.document
    assert [one.text for one in hand.desk.findings] == []
    for n in range(len(hand.draft.steps) + 1):
        hand.window.steps.list.setCurrentRow(n)
        hand.settle()
        assert hand.desk.step == n
        for panel in (hand.window.step, hand.window.end, hand.window.frame):
            panel.furnish()
            panel.refresh_now()
    assert hand.draft.document is start  # to look at it changes nothing
    offered: list[str] = []

    def ask(_: object, __: str, path: str, ___: str) -> tuple[str, str]:
        offered.append(path)
        return path, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    hand.act("save")
    assert shipped.read_bytes() == before
    own = Path(offered[0])
    assert own.parent == player.window.catalogue.places.data / "scenarios" / game / "lessons"
    mine = read_lesson(own)
    assert mine.name == own.stem
    assert mine.step == read_lesson(shipped).step
    assert mine.position == read_lesson(shipped).position
    hand.act("save")
    assert len(offered) == 1  # from now on it is a file of one's own
    dialog = open_list(player)
    assert own in [info.path for info in dialog.infos]
    dialog.close()


@pytest.mark.parametrize("game", sized(("iron_tide", "trumpets"), GAMES))
def test_every_field_of_every_step_writes_what_it_shows(player: Player, game: str) -> None:
    """Each field is handed its own value as if somebody had changed it: nothing of the step is another."""
    hand = opened(player, game)
    start = hand.draft.document
    for n in range(len(hand.draft.steps)):
        hand.desk.take(n)
        hand.window.step.refresh_now()
        for field in hand.window.step.fields.values():
            for rows in [field, *field.findChildren(RowsField)]:
                if isinstance(rows, RowsField) and rows.rows:
                    rows._send()
            if isinstance(field, ListField):
                for item in (field.list.item(0), field.list.item(0)):
                    item.setCheckState(
                        Qt.CheckState.Unchecked
                        if item.checkState() == Qt.CheckState.Checked
                        else Qt.CheckState.Checked
                    )
    for before, after in zip(start.main["step"], hand.draft.steps, strict=True):
        for step in (before, after):  # what is ticked again goes to the end of its list
            step.get("free", []).sort()
            step.get("light", {}).get("verbs", []).sort()
        assert after == before


def test_steps_are_added_copied_moved_deleted_and_all_of_it_undone(player: Player) -> None:
    hand = opened(player, "tigers", "select")
    window, draft = hand.window, hand.draft
    names = [step["id"] for step in draft.steps]
    start = draft.document

    def ids() -> list[str]:
        return [step["id"] for step in draft.steps]

    window.steps.new.click()
    assert (hand.desk.step, len(ids())) == (2, len(names) + 1)
    assert hand.step["until"] == {"next": True}
    window.steps.drop.click()
    assert ids() == names
    hand.desk.take(1)
    hand.act("duplicate")
    assert hand.desk.step == 2
    assert hand.step == {**draft.steps[1], "id": hand.step["id"]}
    QTest.keyClick(window.steps.list, Qt.Key.Key_Delete)
    hand.settle()
    assert ids() == names
    hand.desk.take(1)
    hand.settle()
    QTest.keyClick(window.steps.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    hand.settle()
    assert ids()[:3] == ["prompt", "move", "select"]
    assert hand.desk.step == 2
    hand.act("up")
    assert ids() == names
    drop(hand, 1, 3)
    assert ids()[:4] == ["prompt", "move", "why_not", "select"]
    assert hand.desk.step == 3
    drop(hand, 3, 0)
    assert ids()[:3] == ["select", "prompt", "move"]
    drop(hand, 0, len(names))
    assert ids()[-1] == "select"  # nothing goes behind the little game
    count = 0
    while draft.undo():
        count += 1
    assert count == 9
    hand.settle()
    assert draft.document == start
    assert window.steps.list.count() == len(names) + 1


def drop(hand: Hand, row: int, behind: int) -> None:
    """Drag a step of the list and let go below the middle of another row, or above the first."""
    view = hand.window.steps.list
    view.setCurrentRow(row)
    hand.settle()
    view.scrollToItem(view.item(behind))
    box = view.visualItemRect(view.item(behind))
    y = box.top() + 1 if not behind else box.bottom() - 1
    event = QDropEvent(
        QPointF(20, y), Qt.DropAction.MoveAction, QMimeData(), LEFT, Qt.KeyboardModifier.NoModifier
    )
    view.dropEvent(event)
    hand.settle()


def test_words_are_written_in_both_languages(player: Player) -> None:
    hand = opened(player, "blitzkrieg")
    hand.desk.take(1)
    hand.write("title", "A new title")
    hand.write("de.title", "Ein neuer Titel")
    hand.write("text", "Do this.")
    hand.write("de.text", "Tun Sie das.")
    assert hand.step["title"] == "A new title"
    assert hand.step["de"]["title"] == "Ein neuer Titel"
    assert hand.step["text"] == "Do this."
    assert hand.step["de"]["text"] == "Tun Sie das."
    item = hand.window.steps.list.item(1)
    assert item.text() == "2  A new title"
    assert "Step 2: What to do in German" in hand.window.acts["undo"].text()
    hand.write("goal", "Hold out.", hand.window.end)
    hand.write("de.goal", "Aushalten.", hand.window.end)
    assert (hand.draft.end["goal"], hand.draft.end["de"]["goal"]) == ("Hold out.", "Aushalten.")
    hand.write("title", "Mine", hand.window.frame)
    assert hand.window.windowTitle().startswith("Mine[*]")
    side = hand.draft.game.sides[1]
    hand.write("side", side, hand.window.frame)
    assert hand.draft.get("side") == side
    for _ in range(8):
        hand.act("undo")
    assert not hand.draft.dirty


def lights_are_taken_from_the_map_by_clicks_and_by_keys(hand: Hand) -> None:
    units, hexes = hand.part("light.units"), hand.part("light.hexes")
    assert isinstance(units, PickField)
    assert isinstance(hexes, PickField)
    hand.click("1003")
    assert hand.step["light"] == {"units": ["2Pz"], "hexes": ["1004"]}  # nobody takes clicks
    hexes.pick.click()
    hand.click("1003")
    assert hand.step["light"]["hexes"] == ["1004", "1003"]
    hand.click("1004")
    assert hand.step["light"]["hexes"] == ["1003"]
    assert hand.window.board.lights() == ("1104", "1003")
    units.pick.click()
    assert not hexes.pick.isChecked()
    hand.click("PzLehr")
    assert hand.step["light"]["units"] == ["2Pz", "PzLehr"]
    view = hand.window.board.view
    assert view is not None
    view.set_cursor("1105")
    QTest.keyClick(view, Qt.Key.Key_Return)
    hand.settle()
    assert hand.step["light"]["units"] == ["2Pz", "PzLehr", "116Pz"]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert hand.desk.picker is None
    assert not units.pick.isChecked()
    verbs = hand.part("light.verbs")
    assert isinstance(verbs, ListField)
    row = next(
        n for n in range(verbs.list.count()) if verbs.list.item(n).data(Qt.ItemDataRole.UserRole + 1) == "end"
    )
    verbs.list.item(row).setCheckState(Qt.CheckState.Checked)
    hand.write("light.dock", "game.combat")
    assert hand.step["light"]["verbs"] == ["end"]
    assert hand.step["light"]["dock"] == "game.combat"


def conditions_are_asked_for_one_by_one_and_dropped(hand: Hand) -> None:
    until = hand.part("until")
    assert isinstance(until, ConditionField)

    def ask(key: str) -> PartField:
        until.more.setCurrentIndex(until.more.findData(key))
        until.more.activated.emit(until.more.currentIndex())
        hand.settle()
        return until.parts[key]

    assert not until.holders["unit_in"].isHidden()
    assert until.holders["phase_is"].isHidden()
    edit_text(ask("phase_is"), "combat")
    edit_text(ask("side_decides"), "allied")
    edit_text(ask("unit_gone"), "28ID 9ArmCCR")
    held = ask("hex_held")
    assert isinstance(held, RowsField)
    edit_text(cell(held, 0, 0), "904")
    assert "hex_held" not in hand.step["until"]  # a hex without a side says nothing yet
    edit_text(cell(held, 0, 1), "german")
    done = ask("done")
    assert isinstance(done, RowsField)
    edit_text(cell(done, 0, 0), "move")
    edit_text(cell(done, 0, 1), "2Pz")
    hand.settle()
    assert hand.step["until"] == {
        "unit_in": {"2Pz": "1004"},
        "phase_is": "combat",
        "side_decides": "allied",
        "unit_gone": ["28ID", "9ArmCCR"],
        "hex_held": {"904": "german"},
        "done": [{"verb": "move", "subject": ["2Pz"]}],
    }
    for key in ("phase_is", "side_decides", "unit_gone", "hex_held", "done"):
        until.drops[key].click()
    assert hand.step["until"] == {"unit_in": {"2Pz": "1004"}}
    for key in ("refused", "next"):
        part = ask(key)
        if key == "refused":
            edit_text(part, "move")
            assert hand.step["until"]["refused"] == {"verb": "move"}
            until.drops[key].click()
    assert hand.step["until"]["next"] is True
    box = until.parts["next"].findChild(QCheckBox)
    assert box is not None
    box.click()
    assert hand.step["until"] == {"unit_in": {"2Pz": "1004"}}
    also = hand.part("also")
    assert isinstance(also, ConditionField)
    also.drops["unit_in"].click()
    assert "also" not in hand.step


def cell(rows: RowsField, row: int, column: int) -> FieldEditor:
    """A cell of rows in place."""
    found = rows.list.cellWidget(row, column)
    assert isinstance(found, FieldEditor)
    return found


def the_model_is_written_row_by_row(hand: Hand) -> None:
    rows = hand.part("do")
    assert isinstance(rows, RowsField)
    rows.new.click()
    assert len(hand.step["do"]) == 1  # a row without an action is not written
    edit_text(cell(rows, 1, 0), "move")
    edit_text(cell(rows, 1, 1), "26VG")
    edit_text(cell(rows, 1, 2), "1004")
    assert hand.step["do"][1] == {"verb": "move", "subject": ["26VG"], "object": "1004"}
    cell(rows, 0, 0).setFocus()
    rows.drop.click()
    assert [deed["subject"] for deed in hand.step["do"]] == [["26VG"]]
    hand.write("dice", "3 4")
    assert hand.step["dice"] == [3, 4]
    hand.write("dice", "three")
    assert hand.step["dice"] == [3, 4]
    hand.write("hand", "lesson")
    assert hand.step["hand"] == "lesson"
    hand.write("hand", "learner")
    assert "hand" not in hand.step


def what_is_typed_in_a_row_goes_with_the_row(hand: Hand) -> None:
    rows = hand.part("do")
    assert isinstance(rows, RowsField)
    rows.new.click()
    for column, text in enumerate(("move", "26VG", "1004")):
        edit_text(cell(rows, 1, column), text)
    before = [dict(deed) for deed in hand.step["do"]]
    for n, kept in ((0, before[1]), (0, None)):
        line = cell(rows, n, 1).findChild(QLineEdit)
        assert line is not None
        line.setFocus()
        QTest.keyClicks(line, "x")
        rows.drop.click()
        hand.settle()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert hand.step.get("do") == ([kept] if kept else None)


def clauses_are_chosen_by_their_words(hand: Hand) -> None:
    rules = hand.part("rules")
    assert isinstance(rules, RuleField)
    rules.choose.click()
    dialog = rules.dialog
    assert isinstance(dialog, ClauseDialog)
    dialog.words.setText("TG-ODD-01")
    items = [dialog.list.item(n) for n in range(dialog.list.count())]
    assert [item.checkState() for item in items[:2]] == [Qt.CheckState.Checked] * 2  # those of the step stay
    wanted = next(item for item in items if item.text().startswith("TG-ODD-01"))
    wanted.setCheckState(Qt.CheckState.Checked)
    items[0].setCheckState(Qt.CheckState.Unchecked)
    dialog.ok.click()
    hand.settle()
    assert hand.step["rules"] == ["TG-ZOC-20", "TG-ODD-01"]
    hand.act("undo")
    assert hand.step["rules"] == ["TG-ZOC-03", "TG-ZOC-20"]


def test_every_kind_of_field_writes_into_the_step_and_all_of_it_is_undone(player: Player) -> None:
    """Kind after kind in one window; a failure names its kind by the function it is in."""
    hand = opened(player, "tigers", "move")
    start = hand.draft.document
    for kind in (
        lights_are_taken_from_the_map_by_clicks_and_by_keys,
        conditions_are_asked_for_one_by_one_and_dropped,
        the_model_is_written_row_by_row,
        what_is_typed_in_a_row_goes_with_the_row,
        clauses_are_chosen_by_their_words,
    ):
        kind(hand)
        while hand.draft.undo():
            pass
        hand.settle()
        assert hand.draft.document == start, kind.__name__


def test_a_problem_leads_to_its_step_and_field(player: Player) -> None:
    hand = opened(player, "trumpets")
    hand.desk.take(3)
    hand.write("title", "")
    hand.write("rules", "TT-XXX-99")
    hand.desk.take(0)
    hand.act("check")
    problems = hand.window.problems
    problems.refresh_now()
    texts = [problems.list.item(n).text() for n in range(problems.list.count())]
    assert len(texts) == 2
    assert 'Rules: the rules have no clause "TT-XXX-99".' in texts[1]
    problems.list.itemActivated.emit(problems.list.item(1))
    hand.settle()
    assert hand.desk.step == 3
    assert hand.window.steps.list.item(3).text().endswith("!")
    focus = hand.window.focusWidget()
    assert focus is not None
    assert hand.part("rules").isAncestorOf(focus)
    hand.act("undo")
    hand.act("undo")
    hand.act("check")
    assert hand.desk.findings == ()


def test_the_model_is_played_to_the_first_step_that_fails(player: Player) -> None:
    hand = opened(player, "tigers", "prompt")
    hand.act("model")
    assert "little game" in hand.window.statusBar().currentMessage()
    hand.desk.take(5)
    rows = hand.part("do")
    edit_text(cell(rows, 0, 2), "0101")  # type: ignore[arg-type]
    hand.desk.take(0)
    hand.act("model")
    assert hand.desk.step == 5
    assert "The model stops at step 6: the rules refuse" in hand.window.statusBar().currentMessage()
    hand.desk.take(9)
    hand.settle()
    assert "only as far as step 6" in hand.window.board.head.text()
    hand.act("undo")
    hand.act("model")
    assert hand.desk.findings == ()


def test_a_lesson_is_tried_from_a_step_and_what_was_played_becomes_the_model(player: Player) -> None:
    hand = opened(player, "tigers", "move")
    hand.act("take")
    assert "Try this step first" in hand.window.statusBar().currentMessage()
    hand.write("title", "Go on")
    hand.act("try")
    player.settle()
    run = player.window.learning.run
    assert run is hand.window.tried
    assert run is not None
    assert run.words().title == "Go on"  # as it stands, not as it is in the file
    assert player.window.learning.bar is not None
    assert player.window.learning.bar.isVisible()
    run.session.do(Action("move", ("2Pz",), "1003"))
    player.settle()
    hand.act("take")
    assert [deed["object"] for deed in hand.step["do"]] == ["1003"]
    hand.act("undo")
    assert [deed["object"] for deed in hand.step["do"]] == ["1004"]


def test_a_lesson_that_cannot_be_played_so_far_is_not_tried(player: Player) -> None:
    hand = opened(player, "tigers", "end_move")
    hand.draft.set_step(2, ("do",), [{"verb": "move", "subject": ["2Pz"], "object": "0101"}])
    hand.act("try")
    assert player.window.learning.run is None
    assert "refuse" in hand.window.statusBar().currentMessage()


@pytest.mark.parametrize("game", sized(("tide_of_iron", "blitzkrieg"), GAMES))
def test_a_new_lesson_on_a_scenario(player: Player, game: str) -> None:
    player.act("tools.lesson")
    chooser = editing(player).lessons.chooser
    assert chooser is not None
    name = CATALOGUE.scenarios(game)[0].name
    keys = [chooser.scenarios.itemData(n) for n in range(chooser.scenarios.count())]
    chooser.scenarios.setCurrentIndex([tuple(key) for key in keys].index((game, name)))
    chooser.new.click()
    hand = Hand(editing(player).lessons.editors[-1])
    assert hand.draft.path is None
    assert hand.window.board.view is not None
    assert hand.window.board.head.text() == "The position at the start of step 1"
    assert {tell(one.text).split(":")[0] for one in hand.desk.findings} >= {"Title", "Notes"}
    hand.write("title", "Mine", hand.window.frame)
    hand.act("check")
    assert "Title" not in {tell(one.text).split(":")[0] for one in hand.desk.findings}


def test_a_new_lesson_on_the_position_on_the_table(player: Player) -> None:
    player.act("tools.lesson")
    chooser = editing(player).lessons.chooser
    assert chooser is not None
    assert not chooser.here.isEnabled()
    chooser.reject()
    name = CATALOGUE.scenarios("tigers")[0].name
    player.window.begin("tigers", name, {}, False)
    player.settle()
    player.act("tools.lesson")
    chooser = editing(player).lessons.chooser
    assert chooser is not None
    chooser.here.click()
    hand = Hand(editing(player).lessons.editors[-1])
    session = player.window.bridge.session
    assert session is not None
    assert hand.desk.rehearsal.state(0).units == session.state.units
    other = opened(player, "tigers")
    other.act("position")
    assert other.draft.get("position") == hand.draft.get("position")
    wrong = opened(player, "blitzkrieg")
    wrong.act("position")
    assert "another game" in wrong.window.statusBar().currentMessage()


def test_steps_texts_and_options_in_a_window_that_was_just_opened(player: Player) -> None:
    """The place in the list is found by height, texts are seen beside long names, and the options go into a narrow dock."""
    hand = opened(player, "tigers", "move")
    view = hand.window.steps.list
    box = view.visualItemRect(view.item(1))
    assert view.place_at(box.top() + 1) == 1
    assert view.place_at(box.bottom() - 1) == 2
    assert view.place_at(QPoint(0, 100_000).y()) == view.count()
    editor = hand.part("title").findChild(FieldEditor)
    assert editor is not None
    assert editor.minimumSize().width() >= 18 * editor.fontMetrics().averageCharWidth()
    panel = hand.window.frame
    words = [label for label in panel.area.findChildren(QLabel) if len(label.text()) > 40]
    assert words
    assert [label.text() for label in words if not label.wordWrap()] == []
