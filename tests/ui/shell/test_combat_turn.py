"""A whole game turn of the campaign, both sides, played in the window, with combats of different kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from hexbench import bootstrap
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import player_at

SEED = 1944


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Commander]:
    """A commander at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield Commander(player)


def _clauses(leader: Commander) -> dict[str, tuple[str, ...]]:
    """unit -> the clauses that change what it counts, as the dock shows them."""
    return {
        line.unit: tuple(c.rule for c in line.clauses)
        for account in leader.combat.accounts
        for line in account.lines
        if line.unit and line.amount
    }


def test_the_turn_of_16am_is_played_by_both_sides(leader: Commander) -> None:
    leader.open("campaign", SEED)
    leader.go_on_to("combat")
    assert (leader.turn, leader.window.bridge.viewer) == ("16AM", "german")

    # five regiments against an entrenched hex and the cavalry beside it
    for unit in ("G-3FJ-9", "G-3FJ-5", "G-12VG-27F", "G-12VG-48"):
        leader.drag(unit, "3448")
    leader.go_on()
    assert leader.refused()["11.0e"][0] == "3248"
    assert "3248" in leader.player.view.map.lit
    assert leader.step == "combat"
    leader.click("3248")
    assert str(leader.combat.say) == "3248: must be attacked"
    leader.follow("G-18VG-295", "＋")
    # two regiments across the Our, and the city with its neighbour in the north
    leader.drag("G-26VG-39F", "1742")
    leader.drag("G-26VG-77", "1742")
    assert _clauses(leader)["A-28-3/110"] == ("11.22b",)
    leader.drag("G-326VG-753", "4444")
    leader.press("Include 4345 in this attack")
    assert leader.hexes == ["4444", "4345"]
    leader.press("Declare 4 attacks")

    # the player picks the order; nothing is hidden yet, so nobody is asked to look away
    assert leader.step == "choose"
    leader.click("1742")
    assert leader.hexes == ["1742"]
    leader.press("Resolve 1742 next")
    fought: dict[tuple[str, ...], str] = {}
    covered, open_for = 0, set[str | None]()
    for _ in range(60):
        if leader.step not in ("choose", "commit", "take_losses", "retreat", "press_on", "advance", "cover"):
            break
        if any(c.status == "now" for c in leader.window.desk.combats):
            assert not covered, "inside the combats the seat never changes hands under a cover"
            state, found = leader.stages()["Dice"]
            if state == "done":
                fought[leader.combat.hexes] = found
            open_for.add(leader.window.bridge.open_for)
        covered += leader.step == "cover"
        leader.go_on()
    assert set(fought) == {("1742",), ("3448",), ("3248",), ("4444", "4345")}
    results = {str(line.text) for line in leader.window.bridge.log if line.kind == "Resolved"}
    for hexes, found in fought.items():
        told = f"Combat against {hexes[0]}: "
        (line,) = (text for text in results if text.startswith(told))
        in_words, code = line.removeprefix(told), f" ({found.partition(': ')[2]})"
        assert in_words.endswith(code)
        assert in_words.removesuffix(code).startswith(("The attacker ", "The defender "))
    assert "allied" in open_for, "the defender answers at an open table"
    assert covered == 1

    # the other player turn
    leader.go_on_to("movement")
    assert leader.window.bridge.viewer == "allied"
    _move_one(leader)
    leader.go_on_to("combat")
    assert leader.window.bridge.viewer == "allied"
    leader.drag("A-78-310", "4648")
    assert _clauses(leader)["G-272VG-980"][0] == "11.22e"
    leader.press("Include 4848 in this attack")
    assert leader.hexes == ["4648", "4848"]
    leader.press("Declare the attack")
    assert leader.step in ("take_losses", "retreat", "press_on", "advance")
    assert leader.stages()["Dice"][0] == "done"
    westwall = next(line for line in leader.combat.accounts[1].lines if line.unit == "G-272VG-980")
    assert int(westwall.amount) == 3 * int(westwall.was)
    leader.go_on_to("cover", "engineering")
    for _ in range(40):
        if leader.turn == "16PM":
            break
        leader.go_on()
    assert leader.turn == "16PM"


def _move_one(leader: Commander) -> None:
    """Drag the first unit that stands alone and may go to an empty neighbour."""
    hand = leader.window.table.acting.hand
    assert hand is not None
    scene = leader.player.view.map
    for unit in hand.ready:
        at = leader.player.at(unit)
        if len(scene.stack(at)) != 1:
            continue
        near = [to for to in hand.ways((unit,)) if to in scene.atlas.near[at] and not scene.stack(to)]
        if near:
            leader.drag(unit, near[0])
            assert leader.player.at(unit) == near[0]
            return
    raise AssertionError("nobody may move")


def test_artillery_air_and_chits_on_17am(leader: Commander) -> None:
    leader.open("17_december", SEED, until="combat")
    assert leader.turn == "17AM"
    for unit in ("G-12VG-27F", "G-12VG-48", "G-3FJ-8"):
        leader.drag(unit, "3448")
    assert _clauses(leader)["A-99-394"] == ("11.22a", "9.0a")
    leader.press("Declare the attack")
    assert leader.step == "commit"
    before = [str(bar.say) for bar in leader.combat.spreads[0].bars]
    leader.press("388 VAK fires in support")
    leader.press("Air support")
    air = next(a for a in leader.combat.accounts if str(a.say) == "Shifts")
    pending = next(line for line in air.lines if line.clauses[0].rule == "11.6a")
    assert [c.rule for c in pending.clauses] == ["11.6a", "11.6b"]
    assert [str(bar.say) for bar in leader.combat.spreads[0].bars] != before
    leader.press("No more support")
    assert leader.window.table.prompt.plate.title == "Allied"
    assert leader.stages()["Attacker's support"] == ("done", "388 VAK, an air point")
    leader.press("No more support")
    assert leader.step in ("take_losses", "retreat", "advance", "press_on")
    assert leader.stages()["Air dice"][1].startswith("German ")
    assert all(line.amount.isdigit() for a in leader.combat.accounts[:2] for line in a.lines)
    log = [str(line.text) for line in leader.window.bridge.log]
    assert any(line.startswith("German air support: ") for line in log)
    leader.go_on_to("cover", "reserve", "engineering")


def test_whoever_answers_at_the_open_table_may_look_at_his_own_side_first(leader: Commander) -> None:
    leader.open("17_december", SEED, until="combat")
    for unit in ("G-12VG-27F", "G-12VG-48"):
        leader.drag(unit, "3448")
    leader.press("Declare the attack")
    bridge = leader.window.bridge
    known = {uid: face.left for uid, (face, _) in bridge.counters.items()}
    leader.press("No more support")
    assert (bridge.open_for, bridge.viewer, leader.step) == ("allied", "allied", "commit")
    assert "Open table" in leader.window.table.prompt.hint.text()
    masked = [uid for uid, (face, _) in bridge.counters.items() if face.left != known[uid]]
    assert [(uid, bridge.counters[uid][0].left) for uid in masked] == [("G-VDH", "?")]
    leader.player.push("prompt.look")
    assert leader.step == "cover"
    assert leader.window.cover.who.text() == "Allied to decide"
    leader.player.push("cover.ready")
    assert (bridge.open_for, bridge.viewer, leader.step) == (None, "allied", "commit")
    assert "prompt.look" not in [b.objectName() for b in leader.window.table.prompt.findChildren(QPushButton)]
    assert bridge.counters["G-VDH"][0].left == "?", "that is still the other side's secret"
    leader.press("No more support")
    assert leader.step in ("take_losses", "retreat", "advance", "press_on", "cover")
