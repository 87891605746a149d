"""Positions from their description: comforts, and one clear sentence for what cannot be read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexbench.games.tigers import GAME
from hexbench.games.tigers.pieces import due
from tests.games.tigers.field import ALLIED, ARDENNES, inf, position, pz
from tests.games.tigers.shipped import SHEET, scenario


def fault(position: dict[str, Any]) -> str:
    """The sentence against a description."""
    with pytest.raises(ValueError, match=r"^position") as wrong:
        GAME.compose(ARDENNES, position, None)
    return str(wrong.value)


def test_a_unit_of_the_order_of_battle_goes_by_its_name() -> None:
    now = position({"2Pz": "1407", "28ID": {"at": "1105", "disrupted": True}}, ARDENNES)
    assert now.s.roster["2Pz"] == ARDENNES.tables.units["2Pz"]
    assert now["28ID"].disrupted
    assert list(now.s.units) == ["28ID", "2Pz"]  # the order of the order of battle


def test_its_counter_may_differ() -> None:
    now = position({"2Pz": {"at": "1407", "printed": {"factor": 2}}}, ARDENNES)
    assert now.s.roster["2Pz"].factor == 2
    assert now.s.roster["2Pz"].type == "pz"


def test_the_rest_may_be_due() -> None:
    now = position({"2Pz": "1407"}, ARDENNES, rest="due", turn=8)
    assert now["75ID"].at == due(8)
    assert now["35ID"].at == due(11)
    assert "84ID" not in now.s.units
    assert now["CC1"].at == "#substitutes"
    assert list(position({"2Pz": "1407"}, ARDENNES, turn=8).s.units) == ["2Pz"]


def test_bridges_of_the_beginning_and_what_differs() -> None:
    now = position({"2Pz": "1407"}, ARDENNES, bridges={"905/904": {"owner": "german"}, "102/201": None})
    assert now.s.bridges["904/905"].owner == "german"
    assert "102/201" not in now.s.bridges
    assert not now.s.bridges["1105/1204"].intact
    base = GAME.compose(ARDENNES, {"units": {}}, scenario())
    assert base.bridges == scenario().bridges


def test_hexes_with_units_are_held() -> None:
    assert position({"p": pz("905"), "a": inf("1007", ALLIED)}, ARDENNES).s.held == {"905": "german"}


@pytest.mark.rule("tigers", "TG-AIR-12")
@pytest.mark.parametrize(
    ("type_", "size", "side", "flak"),
    [
        ("pz", "div", "german", True),
        ("pzgren", "div", "german", True),
        ("para", "div", "german", True),
        ("pz", "kg", "german", True),
        ("pz", "bde", "german", False),
        ("inf", "div", "german", False),
        ("arm", "div", "allied", False),
    ],
)
def test_a_counter_of_ones_own_has_the_flak_of_its_kind(type_: str, size: str, side: str, flak: bool) -> None:
    printed = {"side": side, "type": type_, "size": size, "factor": 3, "omf": 4}
    assert position({"x": {"at": "905", "printed": printed}}, ARDENNES).s.roster["x"].aa is flak
    assert not position({"x": {"at": "905", "printed": {**printed, "aa": False}}}, ARDENNES).s.roster["x"].aa


@pytest.mark.rule("tigers", "AMB-86")
def test_who_holds_a_hex_may_be_said_of_his_own_land_too() -> None:
    """It goes without saying, and is not kept."""
    held = {"1108": "german", "606": "allied", "1407": "german"}
    assert position({"1SSPz": "1508"}, ARDENNES, held=held).s.held == {"1108": "german"}


@pytest.mark.rule("tigers", "TG-FUL-04")
def test_germans_on_the_dump_have_taken_it() -> None:
    """Unless the position says otherwise; von der Heydte takes nothing."""
    assert position({"12VG": "1008"}, ARDENNES, dump="1008").s.dump_state == "taken"
    assert position({"12VG": "1108"}, ARDENNES, dump="1008").s.dump_state == "hidden"
    assert position({"vdH": "1008"}, ARDENNES, dump="1008").s.dump_state == "hidden"


@pytest.mark.rule("tigers", "AMB-93", "AMB-07", "TG-ATK-11", "TG-DIS-09")
def test_what_follows_from_attacks_that_are_allocated_need_not_be_said() -> None:
    """Which others they need, and who would have recovered but for them."""
    units = {
        "a": inf("1004"),
        "b": inf("1005"),
        "x": inf("904", ALLIED),
        "y": inf("905", ALLIED, disrupted=True),
    }
    units["z"] = inf("905", ALLIED)
    attacks = [{"attackers": ["a"], "targets": ["904"]}, {"attackers": ["b"], "targets": ["905"]}]
    fed: dict[str, Any] = {"attacks": attacks, "airlifted": {"905": "allied"}}
    now = position(units, ARDENNES, phase="resolution", **fed)
    assert [one.needs for one in now.s.attacks] == [("905",), ()]
    assert [now[uid].skipped for uid in "xyz"] == [False, True, False]
    assert not position(units, ARDENNES, phase="resolution", round=2, **fed)["y"].skipped
    assert not position(units, ARDENNES, phase="air", **fed)["y"].skipped
    units["y"] = inf("905", ALLIED, disrupted=True, skipped=False)
    alone = [{**one, "needs": []} for one in attacks]
    now = position(units, ARDENNES, phase="resolution", attacks=alone)
    assert [one.needs for one in now.s.attacks] == [(), ()]
    assert not now["y"].skipped


@pytest.mark.rule("tigers", "TG-AIR-30")
def test_air_units_of_the_order_of_battle_go_by_their_names() -> None:
    now = position(
        {"12VG": "1108"}, ARDENNES, air={"362FG": {"back": 6}, "x": {"side": "german", "type": "FW-190"}}
    )
    order = ARDENNES.tables.air_units["362FG"]
    found = now.s.air["362FG"]
    assert (found.side, found.type, found.from_turn, found.back) == (
        order.side,
        order.type,
        order.from_turn,
        6,
    )
    assert list(now.s.air) == ["362FG", "x"]
    assert "position.air.x.side: this key is missing" in fault({"units": {}, "air": {"x": {"flown": True}}})


@pytest.mark.parametrize(
    ("described", "sentence"),
    [
        ({"unit": {}}, 'position.unit: there is no such key. Did you mean "units"?'),
        (
            {"units": {"2Pz": 7}},
            'position.units["2Pz"]: give a hex or a box as text, or a set of keys and values.',
        ),
        ({"units": {"x": {"at": "905"}}}, "position.units.x.printed: there is no such unit"),
        ({"units": {"1105": "905"}}, 'position.units["1105"]: a unit needs a name'),
        ({"units": {"2Pz": {"at": "905", "factor": 2}}}, "It belongs under 'printed'."),
        ({"units": {"2Pz": {"at": "905", "disruptd": True}}}, 'Did you mean "disrupted"?'),
        ({"units": {"2Pz": {"at": "905", "printed": {"type": "ufo"}}}}, "is not one of the values allowed"),
        ({"units": {"2Pz": {"at": "905", "printed": {"factor": 200}}}}, "a number from 0 to 99"),
        ({"units": {}, "turn": 13}, "position.turn: There is no turn 13; turns run from 1 to 12."),
        ({"units": {}, "turn": 5, "last_turn": 4}, "position.last_turn: give a turn"),
        ({"units": {}, "round": 3}, "position.round: give the pass of the player turn, 1 or 2"),
        ({"units": {}, "phase": "lunch"}, "position.phase: There is no phase 'lunch'"),
        ({"units": {}, "phase": "movement", "stack": []}, "give a phase or a stack, not both"),
        ({"units": {}, "bridges": {"905/906": {"owner": "german"}}}, "there is no river between"),
        ({"units": {}, "rest": "some"}, "position.rest:"),
        ({"units": {}, "seed": "x"}, "position.seed: this value must be a whole number"),
    ],
)
def test_what_cannot_be_read(described: dict[str, Any], sentence: str) -> None:
    assert sentence in fault(described)


def test_a_stack_is_taken_as_it_is() -> None:
    now = position({"p": pz("1407")}, ARDENNES)
    again = position({"p": pz("1407")}, ARDENNES, stack=msgspec.to_builtins(now.s.stack))
    assert again.s == now.s


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"zones": {}}, "map.zones"),
        (
            {"cells": {**SHEET.cells, "905": msgspec.structs.replace(SHEET.cells["905"], terrain="sea")}},
            "map.cells.905",
        ),
    ],
)
def test_maps_of_other_games_are_refused(change: dict[str, Any], sentence: str) -> None:
    from hexbench.atlas.atlas import Atlas

    with pytest.raises(ValueError, match=sentence):
        GAME.open(Atlas(msgspec.structs.replace(SHEET, **change)), ARDENNES.tables, GAME.Options())


@pytest.mark.rule("tigers", "TG-RFT-14", "AMB-69", "AMB-79", "TG-RFT-10", "TG-BRG-03")
def test_what_follows_from_where_units_stand_need_not_be_said() -> None:
    """The Meuse reached, fuel from the dump, arrivals that have waited, units that left, engineer bridges in hand."""
    assert position({"2Pz": "307", "1ID": "904"}, ARDENNES).s.meuse
    assert not position({"vdH": "307", "1ID": "307", "2Pz": "904"}, ARDENNES).s.meuse
    assert not position({"2Pz": "307"}, ARDENNES, meuse=False).s.meuse
    at_the_dump: dict[str, Any] = {"turn": 7, "dump": "1008", "dump_state": "taken"}
    assert position({"12VG": "1008"}, ARDENNES, **at_the_dump).s.fueled
    assert not position({"12VG": "1008"}, ARDENNES, round=2, **at_the_dump).s.fueled
    assert not position({"vdH": "1008"}, ARDENNES, **at_the_dump).s.fueled
    waiting = {
        "3ArmDiv": "#tray/allied",
        "7ArmDiv": {"at": "#tray/allied", "late": False},
        "Br53ID": "#tray/allied",
    }
    now = position(waiting, ARDENNES, turn=9, phase="reinforcements", phasing=ALLIED)
    assert [now[uid].late for uid in ("3ArmDiv", "7ArmDiv", "Br53ID")] == [True, False, False]
    assert position({"2Pz": "311"}, ARDENNES, exited={"12VG": "210"})["12VG"].at == "#exited"
    commands = {"CC1": "904", "CC2": "904", "CC3": "905"}
    assert position(commands, ARDENNES, split={"7ArmDiv": [*commands]})["7ArmDiv"].at == "#broken"
    laid = {"1105/1204": {"owner": "german", "marker": True}}
    now = position({"2Pz": "1204"}, ARDENNES, bridges=laid, returning=[9])
    assert now.s.markers == {"german": 6, "allied": 14}
