"""Display values that no game of the yard has: a combat of another kind, a form, a profile, a table with lights."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QSpinBox

from hexbench.engine.display import (
    Account,
    Bar,
    Choice,
    Clause,
    Combat,
    CombatBoard,
    Factor,
    Field,
    Form,
    Light,
    Profile,
    ProfilePoint,
    Spread,
    Stage,
    Table,
)
from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.values import Action, say
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.game import FormView
from hexbench.ui.docks.grid import GridView, lit_as
from hexbench.ui.docks.sightline import ProfileView
from hexbench.ui.widgets.bars import Bars, forecast_words, per_cent
from tests.ui.yard.driver import LEFT, Player


def _pools() -> CombatBoard:
    """A fire fight: a pool of dice, each figure's contribution with its clause, the exact chances of hits."""
    figures = tuple(
        Factor(
            say=say("Rifleman {n}", n=n),
            amount="1",
            was="2",
            clauses=(Clause(say("moved"), "Y3.1"),),
            unit=f"r{n}",
            choices=(Choice(say("Hold fire"), Action("dig", (f"r{n}",)), back=True),),
        )
        for n in (1, 2)
    )
    fight = Combat(
        key="fire/1",
        say=say("Fire on {hex}", hex="0803"),
        hexes=("0803",),
        status="now",
        stages=(
            Stage(say=say("Figures"), state="done", side="red", found=say("two")),
            Stage(say=say("Dice"), state="now", side="red"),
            Stage(say=say("Hits"), state="ahead"),
        ),
        accounts=(Account(say=say("Dice pool"), lines=figures, total="2", side="red"),),
        spreads=(Spread(say("Hits"), (Bar(say("0"), 16), Bar(say("1"), 16), Bar(say("2"), 4, True))),),
        choices=(Choice(say("Dig in"), Action("dig", ("r3",)), main=True),),
    )
    return CombatBoard(
        key="fire", title=say("Fire"), combats=(fight,), choices=(Choice(say("End"), Action("end")),)
    )


def test_a_combat_of_dice_pools_is_drawn_by_the_same_dock(player: Player) -> None:
    player.begin()
    asked: list[Action] = []
    desk = player.window.desk
    desk.action_asked.connect(asked.append)
    desk.action_asked.disconnect(player.window.commands.phase_end.answer)  # nothing is done to the game
    view = CombatView(desk)
    view.resize(300, 500)
    view.show()
    view.show_board(_pools())
    text = view.text.text()
    assert "Dice pool" in text
    assert "Rifleman 2" in text
    assert "moved" in text
    assert "Y3.1" in text
    assert "<b>Dice</b>" in view.stages.text() or "Dice</b>" in view.stages.text()
    assert "Then: Hits." in view.stages.text()
    assert view.findChildren(Bars)[0].accessibleName() == "0 44 %, 1 44 %, 2 11 %"
    for button in view.findChildren(QPushButton):
        if button.text() in ("Dig in", "End"):
            QTest.mouseClick(button, LEFT)
    view.text.linkActivated.emit(f"act:{view.actions_shown.index(Action('dig', ('r2',)))}")
    assert asked == [Action("dig", ("r3",)), Action("end"), Action("dig", ("r2",))]
    view.show_board(None)
    assert view.text.text() == view.stages.text() == view.say.text() == ""
    assert not [b for b in view.findChildren(QPushButton) if b.text() == "Dig in"]
    view.close()
    view.deleteLater()
    QApplication.processEvents()


def test_a_button_that_goes_leaves_the_keyboard_to_the_next_answer(player: Player) -> None:
    player.begin()
    view = CombatView(player.window.desk, player.window)
    view.setGeometry(0, 0, 300, 500)
    view.show()
    view.show_board(_pools())
    first = next(b for b in view.findChildren(QPushButton) if b.text() == "Dig in")
    player.settle()
    first.setFocus()
    assert player.window.focusWidget() is first
    view.show_board(_pools())
    player.settle()
    focus = player.window.focusWidget()
    assert isinstance(focus, QPushButton)
    assert focus is not first
    assert focus.text() == "Dig in"


def test_a_form_is_filled_in_and_answered_with_every_change(player: Player) -> None:
    player.begin()
    desk = player.window.desk
    seat = desk.seat
    assert seat is not None
    asked: list[dict[str, str]] = []

    def forecast_form(form: Form) -> Forecast:
        asked.append({field.key: field.value for field in form.fields})
        n = int(asked[-1]["attack"])
        line = OddsLine(
            attack=n, defence=2, ratio=f"{n}-2", column="x", results=(("hit", n), ("miss", 9 - n)), ways=9
        )
        return Forecast(((1, line),))

    seat.forecast_form = forecast_form  # type: ignore[method-assign]
    view = FormView(desk, player.window)
    fields = (
        Field("attack", say("Attack"), "3", (), 1, 9),
        Field("row", say("Row"), "woods", ("clear", "woods")),
    )
    view.show_form(Form("odds", say("Odds"), fields))
    assert asked[-1] == {"attack": "3", "row": "woods"}
    spin, box = view.editors["attack"], view.editors["row"]
    assert isinstance(spin, QSpinBox)
    assert isinstance(box, QComboBox)
    spin.setValue(6)
    box.setCurrentIndex(0)
    assert asked[-1] == {"attack": "6", "row": "clear"}
    assert view.answer.text() == "6 to 2 is 6-2, column x."
    assert view.bars.accessibleName() == "hit 67 %, miss 33 %"
    view.show_form(Form("odds", say("Odds"), fields))
    assert spin.value() == 6, "what was filled in stays when the position changes"


def test_a_profile_is_drawn_and_says_where_the_line_is_blocked(player: Player) -> None:
    player.look()
    player.begin()
    view = ProfileView(player.window.desk, player.window)
    points = (ProfilePoint("0101", 1, 2), ProfilePoint("0102", 2, 4, "Y4.1"), ProfilePoint("0103", 0, 1))
    view.setGeometry(0, 0, 260, 200)
    view.show()
    view.show_profile(Profile(say("Line of sight"), points, clear=False))
    assert "Blocked in 0102" in view.words.text()
    assert "Y4.1" in view.words.text()
    assert "0102: ground 2, top 4" in view.cut.accessibleName()
    picture = view.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 260, 3) for y in range(0, 150, 3)}
    chrome = player.window.desk.palette.chrome
    assert {chrome.good, chrome.bad} <= colours
    heard: list[str] = []
    player.window.desk.rule_asked.connect(heard.append)
    view.words.linkActivated.emit("rule:Y4.1")
    assert heard == ["Y4.1"]


def test_a_table_shows_the_strongest_of_its_lights_and_says_what_they_mean(player: Player) -> None:
    player.begin()
    rows = (("clear", ("1-1", "2-1", "3-1")), ("5", ("A", "B", "D")))
    lights = (
        Light(0, -1, "band"),
        Light(-1, 2, "band"),
        Light(0, 1, "from", say("2-1 before")),
        Light(0, 2, "to", say("3-1 after")),
        Light(1, 2, "hit", say("a five: D")),
    )
    table = Table("crt", say("Results"), ("1", "2", "3"), rows, lights=lights)
    assert [lit_as(table, 0, c) for c in range(3)] == ["band", "from", "to"]
    assert [lit_as(table, 1, c) for c in range(3)] == ["", "", "hit"]
    view = GridView(player.window.desk, "Results", player.window)
    view.show_table(table)
    for words in ("2-1 before", "3-1 after", "a five: D"):
        assert words in view.legend.text()
    ground = view.cells.index(1, 2).data(Qt.ItemDataRole.BackgroundRole)
    assert ground.name() == player.window.desk.palette.chrome.bad


def test_lights_are_told_once_and_only_where_they_are_others(player: Player) -> None:
    """A header measures its columns whenever it is told of a cell: once for all lights, and not at all where nothing changes."""
    dark = Table("crt", say("Results"), ("1-1", "2-1"), (("1", ("A", "B")), ("2", ("C", "D"))))
    lit = replace(dark, lights=(Light(0, -1, "band"), Light(1, 1, "hit")))
    view = GridView(player.window.desk, "Results", player.window)
    view.show_table(dark)
    told: list[tuple[int, int, int, int]] = []
    view.cells.dataChanged.connect(
        lambda one, last: told.append((one.row(), one.column(), last.row(), last.column()))
    )
    for table in (lit, lit, dark, dark):
        view.show_table(table)
    assert told == [(0, 0, 1, 1)] * 2
    view.show_table(lit)
    tones = view.tones()
    cells = [view.cells.index(row, column) for row in (0, 1) for column in (0, 1)]
    grounds = [cell.data(Qt.ItemDataRole.BackgroundRole) for cell in cells]
    assert [ground.name() if ground else "" for ground in grounds] == [tones["band"]] * 2 + ["", tones["hit"]]
    fonts = [cell.data(Qt.ItemDataRole.FontRole) for cell in cells]
    assert [font is not None and font.bold() for font in fonts] == [False, False, False, True]


def test_cells_of_a_table_are_what_qt_asks_of_a_model(player: Player, qtlog: Any) -> None:
    view = GridView(player.window.desk, "Results", player.window)
    tester = QAbstractItemModelTester(view.cells, QAbstractItemModelTester.FailureReportingMode.Warning)
    uneven = Table("crt", say("Results"), ("1-1", "2-1"), (("1", ("A", "B")), ("2", ("C",))))
    for table in (uneven, replace(uneven, lights=(Light(1, 0, "hit"),)), None, uneven):
        view.show_table(table)
    assert tester.model() is view.cells
    assert [r.message for r in qtlog.records if "FAIL" in r.message] == []
    assert view.cells.index(1, 1).data() is None


def test_shares_are_written_so_that_little_is_not_nothing() -> None:
    assert [per_cent(x) for x in (0.0, 0.004, 0.25, 0.996, 1.0)] == [
        "0 %",
        "< 1 %",
        "25 %",
        "> 99 %",
        "100 %",
    ]


def test_a_forecast_in_words_names_the_column_only_when_it_is_sure() -> None:
    one = OddsLine(attack=4, defence=2, ratio="2-1", column="2-1", results=(("D1", 3), ("A1", 1)), ways=4)
    two = OddsLine(attack=2, defence=2, ratio="1-1", column="1-1", results=(("A1", 4),), ways=4)
    assert forecast_words(Forecast(((1, one),))) == "2-1: D1 75 %, A1 25 %"
    assert forecast_words(Forecast(((1, one), (1, two)))) == "A1 62 %, D1 38 %"
    assert forecast_words(None) == ""


def test_a_long_outcome_is_broken_into_lines_and_never_runs_into_the_per_cents(qapp: object) -> None:
    bars = Bars()
    bars.show_rows([("DL1/5; nm: defenders lose 1/5; nobody moves; and a good deal more besides", 1, False)])
    low, high = bars.heightForWidth(900), bars.heightForWidth(200)
    assert high > low, "a narrow dock needs more lines"
    left, right, _ = bars._places(200)
    assert left + right < 200


def test_a_label_with_room_for_all_of_it_is_one_line_high(qapp: object) -> None:
    """Whatever its length in pixels, lit (in bold) or not: no row stands apart from the others."""
    bars = Bars()
    words = [f"no loss; the defenders lose a step{'i' * n}" for n in range(12)]
    for lit in range(12):
        bars.show_rows((word, 1, n == lit) for n, word in enumerate(words))
        _, _, heights = bars._places(900)
        assert set(heights) == {bars._row()}
