"""A whole game turn of Tigers, both sides, played in the window by mouse; and air forces sent from their boxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.docks.boxes import BoxesView, PoolArea
from tests.ui.docks.real import drag
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import player_at

SEED = 1944


class General(Commander):
    """A player at Tigers in the Ardennes."""

    GAME = "tigers"

    @property
    def side(self) -> str | None:
        """Who is asked."""
        return self.window.bridge.prompt.side

    @property
    def state(self) -> Any:
        """The true position."""
        session = self.window.bridge.session
        assert session is not None
        return session.state

    def open_position(self, **facts: Any) -> None:
        """Put a position of the campaign on the table whose dice are known."""
        loaded = self.window.catalogue.load_position("tigers", facts, base="campaign")
        self.window.show_session(begin(loaded, SEED))
        self.player.settle()

    def go_on(self) -> None:
        """Press what is suggested; what is replayed after a change of seats is skipped."""
        replay = self.window.table.replay
        if replay.isVisible():
            QTest.keyClick(replay, Qt.Key.Key_Escape)
            self.player.settle()
        else:
            super().go_on()

    def answer_at(self, at: str, text: str = "") -> None:
        """Click a hex that is asked for, and take a line of the list where one comes up."""
        self.click(at)
        over = self.window.table.over
        assert over is not None
        if over.chooser.isVisible():
            lines = over.chooser.list
            (item,) = lines.findItems(text, Qt.MatchFlag.MatchContains)[:1]
            lines.setCurrentItem(item)
            QTest.mouseClick(over.chooser.take, Qt.MouseButton.LeftButton)
            self.player.settle()

    @property
    def boxes(self) -> BoxesView:
        """The air forces, in front."""
        self.window.table.docking.front("game.air")
        self.player.settle()
        area = self.window.table.docking.game["air"].view
        assert isinstance(area, PoolArea)
        return area.view

    def fly(self, type_: str, at: str) -> None:
        """Drag a point of the air forces onto a hex."""
        boxes = self.boxes
        self.bring_up(at)
        end = boxes.mapFromGlobal(self.player.view.viewport().mapToGlobal(self.player.spot(at)))
        drag(boxes, boxes.token_spots(f"air.{type_}")[0].center(), end)
        self.player.settle()


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield General(player)


def test_the_first_turn_is_played_by_both_sides(general: General) -> None:
    general.open("campaign", SEED)
    seen: list[tuple[str | None, str]] = []

    # set-up: the dump by a click, the rest as printed
    assert (general.side, general.step) == ("allied", "setup")
    general.answer_at("1009")
    assert general.state.dump == "1009"
    general.go_on_to("ruthlessness")
    assert general.state.units["KGPeiper"].at == "1407"
    general.go_on()

    # the first German pass: no movement, attacks from where they stand, then one air unit in the snow
    assert general.step == "combat"
    general.drag("5FJ", "1202")
    general.drag("352VG", "1202")
    general.go_on_to("air")
    assert [h for h in general.boxes.pushes.to("air.FW-190") if h == "1105"]
    general.fly("FW-190", "1105")
    assert general.state.air["FW190-1"].flown
    general.go_on_to("movement")
    assert general.state.round == 2
    assert general.side == "german"

    # Blitzkrieg: whoever has not attacked moves, one movement factor less
    before = general.player.at("PzLehr")
    general.drag("PzLehr", "1205")
    assert before == "1305"
    assert general.player.at("PzLehr") == "1205"
    general.go_on_to("supply")
    general.go_on()

    # the Allies: nobody arrives on the first day; a division falls back
    for _ in range(60):
        seen.append((general.side, general.step))
        if (general.side, general.step) == ("allied", "movement"):
            break
        general.go_on()
    assert seen[-1] == ("allied", "movement"), seen
    general.drag("1ID", "910")
    assert general.player.at("1ID") == "910"
    for _ in range(60):
        if general.state.turn == 2:
            break
        seen.append((general.side, general.step))
        general.go_on()
    assert general.state.turn == 2, seen
    assert general.turn == "Turn 2"
    assert ("allied", "supply") in seen
    assert (None, "cover") in seen, "the Allies know where the dump is: seats change under a cover"
    general.go_on_to("ruthlessness")
    assert general.state.weather == "Snow"


def test_groups_are_sent_from_their_box_and_met_by_fighters(general: General) -> None:
    general.open_position(
        units={"116Pz": "805", "560VG": "905", "1ID": "1009"},
        phase="air",
        phasing="allied",
        turn=9,
        weather="Clear",
        rest="due",
    )
    assert (general.side, general.step) == ("allied", "air")
    general.fly("P-47", "805")
    assert general.step == "intercepting"
    assert general.side == "german"
    assert "805" in str(general.window.bridge.prompt.say)
    general.go_on()  # let it pass
    assert general.step == "air"
    assert general.state.air["365FG"].flown
    down, again = bool(general.state.air["365FG"].back), general.state.air["365FG"].again
    assert down != bool(again)
    lines = [str(line.text) for line in general.window.bridge.log if line.kind == "DiceRolled"]
    assert any("116. Panzer-Division" in line for line in lines), lines


def test_the_calendar_and_the_standing_stand_in_their_docks(general: General) -> None:
    general.open("campaign", SEED)
    docks = general.window.table.docking.game
    assert {
        "calendar",
        "air",
        "bridges",
        "weather",
        "air_table",
        "movement",
        "order_of_battle",
        "combat",
    } <= set(docks)
