"""The umpire's hand at the window: consent, dragging anywhere, levers, undo, the flag, and what nobody may see afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.session import Session
from hexbench.ui.shell.umpiring import ConsentDialog
from tests.ui.yard.driver import Player, player_at


def child(player: Player, kind: type[QWidget], name: str) -> QWidget:
    """The widget of the dock that is shown now under that name."""
    found = [w for w in player.window.table.umpire.findChildren(kind, name) if w.isVisibleTo(player.window)]
    assert found, name
    return found[-1]


def take(player: Player) -> None:
    """Both players agree."""
    player.act("game.umpire")
    dialog = player.window.findChild(ConsentDialog)
    assert dialog is not None
    assert not dialog.take.isEnabled()
    for box in dialog.boxes.values():
        box.click()
    dialog.take.click()
    player.settle()


def test_only_when_all_agree_any_counter_is_dragged_anywhere(player: Player) -> None:
    player.begin()
    player.act("game.umpire")
    dialog = player.window.findChild(ConsentDialog)
    assert dialog is not None
    dialog.boxes["red"].click()
    assert not dialog.take.isEnabled()
    dialog.reject()
    player.settle()
    player.drag("b4", "0105")
    assert player.at("b4") == "1106"

    take(player)
    assert player.window.acts["game.umpire"].isChecked()
    assert player.window.table.umpire.isVisible()
    player.drag("b4", "0105")
    assert player.at("b4") == "0105"
    assert "amended" in player.window.windowTitle()
    assert str(player.window.bridge.log[-1].text) == "Umpire: Panzer (Blue Corps/Second) from 1106 to 0105."
    player.act("edit.undo")
    assert player.at("b4") == "1106"
    assert "amended" not in player.window.windowTitle()
    player.act("edit.redo")
    player.act("game.umpire")
    assert not player.window.acts["game.umpire"].isChecked()
    assert player.window.bridge.viewer == "red"
    player.drag("b4", "1206")
    assert player.at("b4") == "0105"
    player.drag("r3", "0405")  # the game goes on as before
    assert player.at("r3") == "0405"


def test_a_unit_goes_to_a_box_and_back_by_key(player: Player) -> None:
    player.begin(study=True)
    player.act("game.umpire")
    player.click("r3")
    place = child(player, QComboBox, "umpire.at")
    assert isinstance(place, QComboBox)
    place.setFocus()
    edit = place.lineEdit()
    assert edit is not None
    edit.selectAll()
    QTest.keyClicks(edit, "Eliminated")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    player.settle()
    assert player.at("r3") == "#eliminated"
    edit = child(player, QComboBox, "umpire.at").lineEdit()  # type: ignore[attr-defined]
    edit.selectAll()
    QTest.keyClicks(edit, "0405")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    player.settle()
    assert player.at("r3") == "0405"
    edit = child(player, QComboBox, "umpire.at").lineEdit()  # type: ignore[attr-defined]
    edit.selectAll()
    QTest.keyClicks(edit, "nowhere")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    player.settle()
    table = player.window.table
    assert table.over is not None
    assert "no hex or box NOWHERE" in table.over.whynot.page.toPlainText()
    assert player.at("r3") == "0405"


def test_the_cover_comes_down_when_the_hand_is_put_away(player: Player) -> None:
    player.begin(fog=True)
    player.act("game.umpire")
    dialog = player.window.findChild(ConsentDialog)
    assert dialog is not None
    dialog.reject()
    session = player.window.bridge.session
    assert session is not None
    player.window.table.use("plan")
    player.settle()
    player.keys("Return", to=player.window.table.over.chooser)  # type: ignore[union-attr]
    take(player)
    assert player.window.bridge.viewer is None
    player.act("game.umpire")
    assert session.secret
    assert player.window.bridge.covered
    assert player.window.windowTitle() == "Hexbench"
    assert not player.window.table.umpire.findChildren(QComboBox)
    assert not session.umpire
    assert not player.window.table.umpire.on


@pytest.fixture
def real(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A window on the real games."""
    with player_at(bootstrap.catalogue(), (1600, 1000)) as found:
        yield found


def test_levers_of_unit_hex_and_game_are_moved_and_taken_back(real: Player) -> None:
    real.window.begin("iron_tide", "17_december", {}, True)
    real.settle()
    real.act("game.umpire")
    session = real.window.bridge.session
    assert session is not None
    uid = next(
        u for u, p in session.state.roster.items() if p.size == "regiment" and session.state.units[u].on_map
    )
    desk = real.window.desk
    desk.choose((uid,))
    desk.study(desk.at(uid))
    real.settle()
    cadre = child(real, QCheckBox, "umpire.cadre")
    assert isinstance(cadre, QCheckBox)
    cadre.click()
    real.settle()
    assert session.state.units[uid].cadre
    held = child(real, QComboBox, "umpire.held")
    assert isinstance(held, QComboBox)
    QTest.keyClick(held, Qt.Key.Key_Down)
    real.settle()
    assert session.state.held[desk.hex] == "german"
    losses = child(real, QSpinBox, "umpire.losses")
    assert isinstance(losses, QSpinBox)
    before = session.state.allied_losses
    losses.stepUp()
    real.settle()
    assert session.state.allied_losses == before + 1
    for _ in range(3):
        real.act("edit.undo")
    assert not session.state.units[uid].cadre
    assert desk.hex not in session.state.held
    assert session.node == 0
    assert not child(real, QCheckBox, "umpire.cadre").isChecked()  # type: ignore[attr-defined]


def test_an_impossible_lever_is_explained_with_its_rule_and_goes_back(real: Player) -> None:
    real.window.begin("tide_of_iron", "noville", {}, True)
    real.settle()
    session = real.window.bridge.session
    assert session is not None
    while not any(u.squad and u.on_map for u in session.state.units.values()):
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    real.settle()
    real.act("game.umpire")
    desk = real.window.desk
    uid = next(u for u, one in session.state.units.items() if one.squad and one.on_map)
    desk.choose((uid,))
    real.settle()
    mg = child(real, QSpinBox, "umpire.figures.regular")
    assert isinstance(mg, QSpinBox)
    now = dict(session.state.units[uid].figures)
    mg.setValue(4 if now.get("regular", 0) != 4 else 3)
    real.settle()
    if session.state.units[uid].figures == now:
        table = real.window.table
        assert table.over is not None
        assert "M-01" in table.over.whynot.page.toPlainText()
        assert child(real, QSpinBox, "umpire.figures.regular").value() == now.get("regular", 0)  # type: ignore[attr-defined]


def _with_a_plan(player: Player) -> Session:
    """Red has chosen a plan that blue may not know."""
    player.begin(fog=True)
    session = player.window.bridge.session
    assert session is not None
    session.do(Action("plan", (), "attack"))
    player.settle()
    assert session.secret
    return session


def _session(player: Player) -> Session:
    found = player.window.bridge.session
    assert found is not None
    return found


def _study_dialog(player: Player) -> ConsentDialog:
    found = [d for d in player.window.findChildren(ConsentDialog) if d.isVisible()]
    assert len(found) == 1
    return found[0]


def test_study_mode_opens_what_sides_hide_only_when_both_agree(player: Player) -> None:
    session = _with_a_plan(player)
    badge = player.window.findChild(QWidget, "status.study")
    assert badge is not None
    player.act("game.study")
    dialog = _study_dialog(player)
    dialog.boxes["red"].click()
    assert not dialog.take.isEnabled()
    dialog.reject()
    player.settle()
    assert not session.study
    assert session.viewer == "red"
    assert not player.window.acts["game.study"].isChecked()
    assert not badge.isVisible()

    player.act("game.study")
    dialog = _study_dialog(player)
    for box in dialog.boxes.values():
        box.click()
    dialog.take.click()
    player.settle()
    assert _session(player).study
    assert player.window.bridge.viewer is None
    assert player.window.acts["game.study"].isChecked()
    assert badge.isVisible()
    player.drag("r2", "0304")
    assert badge.isVisible(), "all the time"

    player.act("game.study")  # and back: whoever decides sits down under a cover, for everything was open
    assert player.window.pages.currentWidget() is player.window.cover
    assert not badge.isVisible()


def test_study_mode_asks_nobody_where_nothing_is_hidden_or_one_person_plays(player: Player) -> None:
    session = _with_a_plan(player)
    session.set_players({"blue": "easy"})
    assert not session.to_agree
    session.set_players({})
    assert len(session.to_agree) == 2
    player.window.begin("yard", "meeting", {}, True)
    player.settle()
    badge = player.window.findChild(QWidget, "status.study")
    assert badge is not None
    assert badge.isVisible()
    player.act("file.close")
    assert not badge.isVisible()


def test_tigers_has_the_hand_at_units_bridges_the_dump_and_in_the_air(real: Player) -> None:
    real.window.begin("tigers", "19_december", {}, True)
    real.settle()
    real.act("game.umpire")
    session = real.window.bridge.session
    assert session is not None
    uid = next(u for u, unit in session.state.units.items() if unit.on_map and unit.side == "german")
    desk = real.window.desk
    desk.choose((uid,))
    desk.study(desk.at(uid))
    real.settle()
    disrupted = child(real, QCheckBox, "umpire.disrupted")
    assert isinstance(disrupted, QCheckBox)
    before = session.state.units[uid].disrupted
    disrupted.click()
    real.settle()
    assert session.state.units[uid].disrupted is not before
    group = next(key for key, one in session.state.air.items() if one.side == "allied")
    flies = child(real, QComboBox, f"umpire.air.{group}")
    assert isinstance(flies, QComboBox)
    assert [flies.itemData(n) for n in range(flies.count())] == ["", "flown", "down"]
    QTest.keyClick(flies, Qt.Key.Key_End)
    real.settle()
    assert session.state.air[group].back == session.state.turn + 2
    for _ in range(2):
        real.act("edit.undo")
    assert session.state.units[uid].disrupted is before
