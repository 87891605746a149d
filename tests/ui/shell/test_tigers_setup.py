"""Set-up and reinforcements of Tigers in the Ardennes in the window: the dump, Tigers, the drop, arrivals, combat commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.docks.units import MIME
from tests.ui.yard.driver import player_at
from tests.ui.yard.tide import Squadleader


class Quartermaster(Squadleader):
    """A player who sets up and brings on units of Tigers in the Ardennes."""

    GAME = "tigers"

    def lay_out(self, position: dict[str, Any]) -> None:
        """Put a position on the table."""
        loaded = self.window.catalogue.load_position("tigers", position, base="campaign")
        self.window.show_session(begin(loaded, 1944))
        self.player.settle()

    def bring_on(self, unit: str, to: str) -> None:
        """Drag a counter out of the tray onto the map."""
        self.bring_up(to)
        data = QMimeData()
        data.setData(MIME, unit.encode())
        port, spot = self.player.view.viewport(), self.player.spot(to)
        move, buttons, none = (
            Qt.DropAction.MoveAction,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(port, QDragEnterEvent(spot, move, data, buttons, none))
        QApplication.sendEvent(port, QDropEvent(QPointF(spot), move, data, buttons, none))
        self.player.settle()


@pytest.fixture
def player(qapp: object, hexbench_home: Path) -> Iterator[Quartermaster]:
    """A player at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield Quartermaster(found)


def test_the_campaign_is_set_up_by_mouse(player: Quartermaster) -> None:
    player.open("campaign")
    player.verb("hide_dump")
    player.click("1109")
    assert player.step == "cover"  # the Germans do not see where it went
    assert player.state.dump == "1109"
    player.go_on()
    seat = player.window.bridge.seat
    assert seat is not None
    assert "depot" not in {chip.key for chip in seat.chips()}
    player.verb("historical")
    player.drag("506Pz", "1203")
    assert player.state.units["506Pz"].at == "1203"
    player.drag("506Pz", "1401")
    assert player.state.units["506Pz"].at == "1203"
    assert "TG-SET-04" in player.refused()
    player.verb("end")
    player.verb("drop")
    player.click("1109")
    assert player.state.units["vdH"].at != "#drop"
    assert player.step == "ruthlessness"


def test_stacks_that_are_too_high_keep_set_up_open(player: Quartermaster) -> None:
    player.open("campaign")
    player.verb("hide_dump")
    player.click("1008")
    player.go_on()
    player.verb("historical")
    player.drag("506Pz", "1408")
    assert str(player.window.bridge.prompt.say) == "Germans: too many units in 1408."
    assert "end" not in [offer.verb for offer in player.window.bridge.prompt.offers]
    player.drag("Skorzeny", "1203")
    player.go_on()
    assert "drop" in [offer.verb for offer in player.window.bridge.prompt.offers]


def test_reinforcements_come_out_of_the_tray(player: Quartermaster) -> None:
    player.open("19_december", until="reinforcements")
    while player.side != "german":
        player.go_on()
    assert tuple(player.window.table.tray.ready) == ("9SSPz",)
    player.bring_on("9SSPz", "1308")
    assert player.state.units["9SSPz"].at == "#tray/german"
    assert "TG-RFT-07" in player.refused()
    player.bring_on("9SSPz", "1508")
    assert player.state.units["9SSPz"].at == "1508"
    assert player.state.units["9SSPz"].spent == 1


def test_an_armored_division_is_split_and_joined_with_buttons(player: Quartermaster) -> None:
    spare = {f"CC{n}": "#substitutes" for n in (1, 2, 3)}
    units = {"7ArmDiv": "1107", **spare}
    player.lay_out({"turn": 4, "phase": "reinforcements", "phasing": "allied", "units": units})
    player.select("7ArmDiv")
    player.verb("split")
    assert {player.state.units[uid].at for uid in spare} == {"1107"}
    assert player.state.units["7ArmDiv"].at == "#broken"
    player.select("CC1")
    player.window.desk.choose(("CC1", "CC2", "CC3"))
    player.player.settle()
    player.verb("join")
    assert player.state.units["7ArmDiv"].at == "1107"
    assert {player.state.units[uid].at for uid in spare} == {"#substitutes"}


def test_which_division_they_become_is_asked_by_name(player: Quartermaster) -> None:
    units = dict.fromkeys(("CC1", "CC2", "CC3"), "1107") | {"10ArmDiv": "#broken", "9ArmDiv": "#substitutes"}
    player.lay_out({"turn": 4, "phase": "reinforcements", "phasing": "allied", "units": units})
    player.select("CC1")
    player.window.desk.choose(("CC1", "CC2", "CC3"))
    player.player.settle()
    player.verb("join")
    assert player.state.units["10ArmDiv"].at == "#broken"
    over = player.window.table.over
    assert over is not None
    listed = over.chooser.list
    assert [listed.item(n).text() for n in range(listed.count())] == [
        "10th Armored Division (Broken)",
        "9th Armored Division (Substitutes)",
    ]
    player.choose("9th Armored")
    assert player.state.units["9ArmDiv"].at == "1107"
