"""The rules' own example of combat, opened (once from the start page) and fought to its end in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from hexbench import bootstrap
from hexbench.session import opening
from hexbench.ui.widgets.bars import Bars
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import LEFT, player_at

TARGET = "3940"
SEED = 3
"""With these dice the combat ends as in the rules: D1-(1)."""


@pytest.fixture
def leader(qapp: object, hexbench_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commander]:
    """A commander at the example."""
    monkeypatch.setattr(opening, "new_seed", lambda: SEED)
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        player.window.begin("iron_tide", "example_of_play", {}, study=False)
        player.settle()
        yield Commander(player)


def test_the_dock_comes_to_the_front_and_says_how_to_begin(leader: Commander) -> None:
    player = leader.player
    player.act("file.close")
    player.window.start.new.choose_game("iron_tide")
    player.window.start.new.choose_scenario("example_of_play")
    player.settle()
    player.push("new.start")
    assert leader.step == "combat"
    assert leader.dock.isVisible()
    assert "Click an enemy hex" in leader.dock.say.text()
    assert leader.buttons() == ["No attack"]


def test_what_is_wider_than_the_dock_can_be_scrolled_to(leader: Commander) -> None:
    leader.drag("G-667", TARGET)
    line = leader.dock.area.horizontalScrollBar()
    assert not line.isVisible()
    window = leader.window
    window.prefs.change("look.text_size", round(2 * window.system_size))
    leader.dock.setFixedWidth(200)
    leader.player.settle()
    assert line.isVisible()
    assert line.maximum() > 0


def test_a_click_on_the_defending_hex_lists_who_could_attack_it(leader: Commander) -> None:
    leader.click(TARGET)
    assert (leader.status, leader.combat.hexes) == ("possible", (TARGET,))
    text = leader.dock.text.text()
    assert "Could attack" in text
    assert text.count("> Add</a>") == 5
    assert text.count("<img ") == 5, "a drawn plus stands before each of them"
    assert "draws its chit" in text


def test_attackers_are_named_by_drag_by_link_and_by_selection_and_taken_out_again(leader: Commander) -> None:
    leader.drag("G-667", TARGET)
    assert leader.status == "draft"
    leader.follow("G-3FJ-5", "＋")
    leader.click("4040")  # the counter on top of the stack
    assert leader.window.desk.units == ("G-3FJ-9",)
    assert leader.dock.join.isVisible()
    assert "%" in leader.dock.join.toolTip()
    QTest.mouseClick(leader.dock.join, LEFT)
    leader.player.settle()
    attack = leader.combat.accounts[0]
    assert [line.unit for line in attack.lines] == ["G-667", "G-3FJ-5", "G-3FJ-9"]
    leader.follow("G-3FJ-9", "✕")
    assert [line.unit for line in leader.combat.accounts[0].lines] == ["G-667", "G-3FJ-5"]
    leader.press("Cancel attack")
    assert leader.status == "possible"
    leader.player.act("edit.undo")
    assert leader.status == "draft"


def test_a_refused_attacker_is_explained_and_the_bubble_leaves_the_hexes_free(leader: Commander) -> None:
    leader.drag("G-3FJ-8", TARGET)
    leader.drag("G-3FJ-9", TARGET)
    assert leader.refused() == {"8.3a": ("4040",)}
    over, view = leader.window.table.over, leader.player.view
    assert over is not None
    assert view.map.lit == ("4040",)
    bubble = over.whynot.geometry()
    for at in ("4040", TARGET):
        assert not bubble.contains(view.mapFromScene(view.map.geometry.centre(at))), at


def test_the_chances_change_with_every_attacker(leader: Commander) -> None:
    leader.drag("G-667", TARGET)
    leader.player.settle()

    def chances() -> str:
        return leader.dock.findChildren(Bars)[0].accessibleName()

    weak = chances()
    leader.follow("G-3FJ-5", "＋")
    strong = chances()
    assert weak != strong
    assert "D1" in strong
    leader.follow("G-3FJ-5", "✕")
    assert chances() == weak


def test_holding_a_counter_over_the_hex_tells_the_odds(leader: Commander) -> None:
    leader.bring_up(TARGET)
    heard: list[str] = []
    leader.window.table.hinted.connect(heard.append)
    leader.player.drag("G-667", TARGET, drop=False)
    assert any("%" in sentence and TARGET in sentence for sentence in heard)
    leader.player.view_hands_off()


def _declare(leader: Commander) -> None:
    for unit in ("G-667", "G-3FJ-5", "G-3FJ-8"):
        leader.click(TARGET)
        leader.follow(unit, "＋")
    leader.follow("G-3FJ-Pi", "＋")
    leader.press("Declare the attack")


def test_the_results_table_lights_the_columns_before_and_after_and_the_cell(leader: Commander) -> None:
    _declare(leader)
    assert leader.step == "commit"
    drafted = leader.results.table
    assert drafted is not None
    assert {light.tone for light in drafted.lights} == {"band", "from", "to"}
    assert "likeliest" in leader.results.legend.text()
    leader.press("No more support")
    leader.press("No more support")
    fought = leader.results.table
    assert fought is not None
    hit = next(light for light in fought.lights if light.tone == "hit")
    to = next(light for light in fought.lights if light.tone == "to")
    assert hit.column == to.column
    cell = leader.results.cells.index(hit.row, hit.column)
    assert leader.stages()["Dice"][1].endswith(f": {cell.data()}")
    assert leader.results.grid.viewport().rect().contains(leader.results.grid.visualRect(cell).center())


def test_the_example_is_fought_to_its_end(leader: Commander) -> None:
    _declare(leader)
    assert leader.stages()["Attacker's support"][0] == "now"
    leader.press("388 VAK fires in support")
    leader.press("4 VW fires in support")
    assert leader.buttons() == ["No more support"]
    shifts = next(a for a in leader.combat.accounts if str(a.say) == "Shifts")
    assert [(str(f.say), f.amount) for f in shifts.lines if f.clauses[0].rule == "11.5f"] == [
        ("Artillery of the attacker", "+2")
    ]
    leader.press("No more support")
    assert leader.stages()["Attacker's support"] == ("done", "388 VAK, 4 VW")
    assert leader.window.table.prompt.plate.title == "Allied"
    leader.press("406 FA fires in support")
    leader.press("No more support")
    stages = leader.stages()
    assert stages["Defender's support"] == ("done", "406 FA")
    assert stages["Dice"][0] == "done"
    news = leader.window.table.over
    assert news is not None
    assert "Combat on 3940: " in news.news.text.text()
    assert leader.step == "retreat"
    places = dict(leader.player.view.map.overlays)
    assert "places" in places
    hand = leader.window.table.acting.hand
    assert hand is not None
    to = next(iter(hand.places))
    leader.click(to)  # the hex itself is the answer
    assert leader.player.at("A-1-16") == to
    leader.go_on_to("advance")
    assert leader.stages()["Advance"][0] == "now"
    assert leader.stages()["Defender's retreat"][1].startswith(f"{TARGET} → {to}")
    leader.drag("G-667", TARGET)
    assert leader.player.at("G-667") == TARGET
    leader.press("No further advance")
    assert not any(c.status == "now" for c in leader.window.desk.combats)
    assert leader.step != "combat"


def test_an_answer_can_be_given_by_the_keyboard_alone(leader: Commander) -> None:
    _declare(leader)
    for side in ("german", "allied"):
        assert (leader.step, leader.window.bridge.viewer) == ("commit", side)
        # the list of those who could still support it; nothing is ended yet
        leader.player.keys("Ctrl+Return")
        assert (leader.step, leader.window.bridge.viewer) == ("commit", side)
        leader.player.keys("Ctrl+Return")
    assert leader.step in ("retreat", "take_losses", "advance", "press_on")
    # the button that went has left the keyboard to the next answer, not to undo
    assert leader.window.focusWidget() is not leader.window.table.prompt.undo


def test_links_in_the_dock_open_rules_and_light_hexes(leader: Commander) -> None:
    leader.drag("G-667", TARGET)
    label = leader.dock.text
    assert isinstance(label, QLabel)
    label.linkActivated.emit("rule:11.23b")
    leader.player.settle()
    assert leader.window.table.rules.at == "11.23b"
    label.linkActivated.emit(f"hexes:{TARGET}")
    assert leader.player.view.map.lit == (TARGET,)


def test_the_defender_names_his_regiment_and_two_hexes_fight_as_one(leader: Commander) -> None:
    leader.press("No attack")
    for _ in range(20):
        if leader.step == "combat" and leader.window.bridge.viewer == "allied":
            break
        leader.go_on()
    leader.click("4040")
    leader.follow("A-1-16", "＋")
    leader.press("Include 3941 in this attack")
    assert leader.hexes == ["4040", "3941"]
    leader.press("Declare the attack")
    assert leader.step == "name_defenders"
    assert leader.stages()["Defenders"] == ("now", "")
    assert "likeliest defenders" in leader.dock.say.text()
    leader.press("Regiment 9 (3 FJ) defends")
    named = leader.stages()["Defenders"]
    assert named[0] == "done"
    assert "Regiment 9" in named[1]
    assert "Regiment 8" not in named[1]
    assert leader.step == "commit"
    leader.go_on_to("take_losses", "retreat", "advance", "press_on", "cover", "reserve", "engineering")


@pytest.mark.rule("iron_tide", "11.75a")
def test_the_results_table_is_lit_for_the_hex_that_is_looked_at(leader: Commander) -> None:
    """Not for the attack drafted last, whatever the dock shows: it is dark for an enemy nobody attacks."""
    leader.press("No attack")
    for _ in range(20):
        if leader.step == "combat" and leader.window.bridge.viewer == "allied":
            break
        leader.go_on()
    leader.click("4040")
    leader.follow("A-1-16", "＋")
    for at, tones in (("4040", True), ("3941", False), ("4040", True)):
        leader.click(at)
        assert leader.combat.key == f"on/{at}"
        table = leader.results.table
        assert table is not None
        assert ("to" in {light.tone for light in table.lights}) is tones
        assert table.lights == dict(leader.combat.lights)["crt"]


def test_a_link_in_the_dock_can_be_followed_by_keyboard(leader: Commander) -> None:
    leader.click(TARGET)
    leader.dock.text.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(40):
        if any(c.status == "draft" for c in leader.window.desk.combats):
            break
        QTest.keyClick(leader.dock.text, Qt.Key.Key_Tab)
        QTest.keyClick(leader.dock.text, Qt.Key.Key_Return)
        leader.player.settle()
    assert leader.status == "draft"
