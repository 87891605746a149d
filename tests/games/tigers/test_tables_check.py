"""Tables and scenarios of a player's own: each is one change away from what ships, and the change is told."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from hexbench.games.tigers import GAME, checks, setup
from hexbench.games.tigers.pieces import Bridge
from tests.games.tigers.field import ARDENNES, country
from tests.games.tigers.shipped import RAW, TABLES, decode, scenario

Change = Callable[[dict[str, Any]], None]


def changed(change: Change) -> list[str]:
    """What is told of tables with one change."""
    raw = deepcopy(RAW)
    change(raw)
    return list(GAME.check_tables(decode(raw)))


def put(path: str, value: object) -> Change:
    """Set what lies at a path of keys; None takes it away."""

    def do(raw: dict[str, Any]) -> None:
        *way, last = path.split("/")
        at: Any = raw
        for key in way:
            at = at[key]
        if value is None:
            del at[last]
        else:
            at[last] = value

    return do


def test_what_ships_makes_sense() -> None:
    assert list(GAME.check_tables(TABLES)) == []
    assert list(checks.check_places(ARDENNES)) == []
    assert list(GAME.check_scenario(ARDENNES, scenario())) == []


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("results/rows/3", None, "results.rows: 3 must be there."),
        ("results/rows/3", ["D"], "results.rows.3: it has 1 cells, not 12."),
        ("results/columns", ["1:5"], "results.columns: the columns must be"),
        ("results/severity", ["D"], "results.severity: give every result once"),
        ("weather/early/6", None, "weather.early: 6 must be there."),
        ("weather/skies/Fog", None, "weather.skies: Fog must be there."),
        ("weather/automatic/two", "Snow", "weather.automatic: 'two' is not a turn."),
        ("air/1", None, "air: 1 must be there."),
        ("air/1/bridge", "D", "air.1.bridge: 'D' is not one of"),
        ("zones/Weak", None, "zones: Weak must be there."),
        ("units/2Pz/turn", 3, "units.2Pz: give a hex or a turn, not both."),
        ("units/2Pz/side", "allied", "units.2Pz: this nation does not belong to the allied side."),
        ("units/30ID/turn", 13, "units.30ID.turn: turns run from 1 to 12."),
        ("units/30ID/edge", "G", "units.30ID.edge: its entry edge must be N or S or W."),
        ("units/2Pz/factor", -1, "units.2Pz: factors cannot be negative."),
        ("units/2Pz/size", "kg", "units.2Pz.size: only KGPeiper is a Kampfgruppe."),
        ("units/2Pz/entrenched", True, "units.2Pz.entrenched: only divisions"),
        ("markers/german", None, "markers.german: give the number"),
        ("capture/german", [], "capture.german: give at least one row, from 0 to 6"),
        ("movement_bonus", -2, "movement_bonus: it cannot be negative."),
        ("entry/BR", None, "entry.BR: name the zone of its hexes."),
        ("air_units/FW190-1/side", "allied", "air_units.FW190-1: the Germans fly FW-190s"),
    ],
)
def test_what_makes_no_sense_is_told(path: str, value: object, told: str) -> None:
    found = changed(put(path, value))
    assert any(sentence.startswith(told) for sentence in found), found


def test_turns_that_leap() -> None:
    assert any("calendar" in sentence for sentence in changed(lambda raw: raw["calendar"].pop(3)))


def test_places_the_map_does_not_have() -> None:
    raw = deepcopy(RAW)
    raw["units"]["2Pz"]["hex"] = "1599"
    raw["units"]["28ID"]["hex"] = "1407"
    raw["entry"]["N"] = "edge_of_the_world"
    assert list(checks.check_places(country(tables=decode(raw)))) == [
        "units.28ID.hex: 1407 is on the other side of the front.",
        "units.2Pz.hex: there is no hex 1599 on this map.",
        "entry.N: this map has no zone 'edge_of_the_world'.",
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"last_turn": 13}, "scenario.last_turn"),
        ({"first_turn": 0}, "scenario.last_turn"),
        ({"bridges": {"905/906": Bridge(owner="german")}}, "there is no river there"),
        ({"bridges": {"1104/1204": Bridge(owner="german")}}, "no road crosses the river there"),
    ],
)
def test_scenarios_that_make_no_sense(changes: dict[str, Any], told: str) -> None:
    found = list(GAME.check_scenario(ARDENNES, setup.Scenario(**changes)))
    assert len(found) == 1
    assert told in found[0]


def test_more_engineer_bridges_than_there_are() -> None:
    rivers = sorted(ARDENNES.hexsides["river"])[:9]
    bridges = {side: Bridge(owner="german", marker=True) for side in rivers}
    (told,) = GAME.check_scenario(ARDENNES, setup.Scenario(bridges=bridges))
    assert "only 8 engineer bridges" in told
