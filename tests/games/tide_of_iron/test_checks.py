"""Maps, scenarios and tables that do not make sense, and the ones that ship, which do."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.bootstrap import catalogue
from hexbench.games.tide_of_iron import GAME as DEFINITION
from hexbench.games.tide_of_iron import checks
from hexbench.games.tide_of_iron.pieces import SLOTS, Unit
from hexbench.games.tide_of_iron.setup import Scenario, begin
from hexbench.games.tide_of_iron.setup_build import slots
from hexbench.games.tide_of_iron.state import Mission
from hexbench.store.strict import BadFile
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.small import ZONES, mission


def sheet(**changes: Any) -> MapSheet:
    """The map of Stoumont with some parts changed."""
    raw = msgspec.to_builtins(shipped.sheet("stoumont"))
    for key, value in changes.items():
        raw[key] = value(copy.deepcopy(raw[key]))
    return msgspec.convert(raw, MapSheet, strict=True)


# ---- maps -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-03", "TI-MOV-04", "TI-LOS-08")
@pytest.mark.parametrize(
    ("name", "columns", "rows"), [("lanzerath", 16, 14), ("stoumont", 18, 12), ("noville", 20, 14)]
)
def test_the_maps_are_grids_of_whole_hexes_lettered_from_the_west(name: str, columns: int, rows: int) -> None:
    atlas = shipped.rules(name).atlas
    assert len(atlas.labels) == columns * rows
    assert atlas.labels[0] == "A1"
    assert atlas.labels[-1] == f"{chr(64 + columns)}{rows}"
    # even letters lie half a hex further south (A.2); straight up is north
    assert set(atlas.near["C3"]) == {"C2", "D2", "D3", "C4", "B3", "B2"}
    assert set(atlas.near["D3"]) == {"D2", "E3", "E4", "D4", "C4", "C3"}
    assert {cell.elevation for cell in atlas.cells} <= {0, 1, 2}


@pytest.mark.rule("tide_of_iron", "TI-TER-15", "B-MOV-3", "M-03")
def test_the_quarry_of_stoumont_has_cliffs_on_every_side_that_drops_two_levels() -> None:
    atlas = shipped.rules("stoumont").atlas
    assert atlas.cell("C3").terrain == "rough"
    assert {side.side for side in shipped.sheet("stoumont").hexsides} == {"B2/C3", "B3/C3", "C2/C3", "C3/D2"}
    for side in shipped.sheet("stoumont").hexsides:
        a, b = side.side.split("/")
        assert abs(atlas.cell(a).elevation - atlas.cell(b).elevation) == 2
        assert side.kinds == ("cliff",)


@pytest.mark.rule("tide_of_iron", "M-03")
def test_terrain_and_roads_are_those_of_the_drawings() -> None:
    lanzerath = shipped.rules("lanzerath").atlas
    assert (lanzerath.cell("F4").terrain, lanzerath.cell("F4").elevation) == ("woods", 1)
    assert (lanzerath.cell("I11").terrain, lanzerath.cell("C5").elevation) == ("stream_shallow", 2)
    assert lanzerath.road("M6", "L5") == lanzerath.road("A5", "B5") == "road"
    assert lanzerath.road("L5", "L6") == ""
    stoumont = shipped.rules("stoumont").atlas
    assert stoumont.cell("L11").terrain == "bridge"
    assert stoumont.road("L10", "L11") == stoumont.road("L11", "L12") == "road"
    assert {stoumont.cell(f"{c}11").terrain for c in "CDEJKM"} == {"stream_deep"}
    noville = shipped.rules("noville").atlas
    assert noville.cell("P11").terrain == "pond"
    assert noville.cell("K11").terrain == "bridge"
    assert len(shipped.sheet("noville").roads) == 13 + 9 + 10


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"cells": lambda c: {**c, "A1": {"terrain": "jungle"}}}, 'there is no terrain "jungle"'),
        (
            {"cells": lambda c: {**c, "A1": {"terrain": "clear", "elevation": 3}}},
            "the level must be 0, 1 or 2",
        ),
        ({"cells": lambda c: {**c, "A1": {"terrain": "clear", "features": ["town"]}}}, 'no feature "town"'),
        ({"hexsides": lambda h: [{"side": "A1/A2", "kinds": ["river"]}, *h]}, 'no kind of hexside "river"'),
        ({"hexsides": lambda h: [{"side": "A1/A2", "kinds": ["cliff"]}, *h]}, "A1/A2 is not a cliff"),
        ({"roads": lambda r: [{"side": "C2/C3", "kind": "road"}, *r]}, "a road cannot cross the cliff C2/C3"),
        ({"roads": lambda r: [{"side": "C10/C11", "kind": "road"}, *r]}, "it needs a bridge there"),
    ],
)
def test_a_map_that_makes_no_sense_is_refused_with_one_sentence(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        DEFINITION.open(Atlas(sheet(**changes)), shipped.TABLES, DEFINITION.Options())


@pytest.mark.rule("tide_of_iron", "TI-TER-15")
def test_a_cliff_is_one_whether_it_is_drawn_or_not() -> None:
    """Only the grid and the cells of a map need be written out."""
    drawn = field.spotted({"C5": ".2"})
    bare = DEFINITION.open(
        Atlas(replace(drawn.atlas.sheet, hexsides=())), shipped.TABLES, DEFINITION.Options()
    )
    for rules in (drawn, bare):
        now = field.position({"a1": field.squad("C4"), "g1": field.squad("N12", "german")}, rules)
        assert now.refused("advance", "a1", "C5") == ["TI-TER-15"]
        page = now.seat.facts("C5")
        assert page is not None
        (told,) = (fact for fact in page.facts if fact.rules == ("TI-TER-15",))
        assert set(told.hexes) == set(rules.atlas.near["C5"])


# ---- scenarios ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-02", "M-01")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_the_scenarios_that_ship_make_sense_and_fill_their_bases_exactly(name: str) -> None:
    rules, scenario = shipped.rules(name), shipped.scenario(name)
    assert list(checks.mission_problems(rules, scenario)) == []
    for side, force in scenario.mission.forces.items():
        assert slots(rules, side, force.pool) == SLOTS * force.bases
        assert len(force.default_build) == force.bases


@pytest.mark.rule("tide_of_iron", "M-02")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_every_squad_and_vehicle_can_come_to_every_objective(name: str) -> None:
    rules, scenario = shipped.rules(name), shipped.scenario(name)
    state = begin(rules, scenario, 0)
    for side, force in scenario.mission.forces.items():
        for kind in ("squad", *force.vehicles):
            unit = Unit(side=side, at="", type=kind)  # type: ignore[arg-type]
            reached = checks.reach(rules, state, unit, list(scenario.mission.zones[f"{side}_deploy"]))
            assert {o.hex for o in scenario.mission.objectives} <= reached, kind


def wrong(**changes: Any) -> list[str]:
    """What is wrong with the small scenario when it is changed."""
    return list(checks.mission_problems(field.PLAIN, mission(**changes)))


@pytest.mark.rule("tide_of_iron", "M-02")
def test_squads_and_vehicles_must_fit_into_the_zone_together() -> None:
    zone = {**ZONES, "american_deploy": ["A1", "B1"]}
    assert not [one for one in wrong(zones=zone) if "do not fit" in one], "three squads in two hexes"
    crowd = wrong(zones=zone, american={"vehicles": {"m4a1_sherman": 4}})
    assert "7 units do not fit into the 2 hexes of the deployment zone." in " ".join(crowd)


def test_a_scenario_that_makes_no_sense_is_described_in_sentences() -> None:
    assert wrong() == []
    assert "at least one round" in wrong(rounds=0)[0]
    assert "at least one action" in wrong(actions_per_turn={"german": 1})[0]
    assert "sets up first" in wrong(setup_order=["american", "german"])[0]
    assert "Z9 is not a hex" in wrong(zones={**ZONES, "american_deploy": ["Z9", "A1", "B1", "C1"]})[0]
    assert "ZZ1 is not a hex" in wrong(objectives=[{"id": "x", "hex": "ZZ1"}])[0]
    assert "used twice" in wrong(objectives=[{"id": "x", "hex": "A1"}, {"id": "x", "hex": "A2"}])[0]
    assert 'no zone "beach"' in wrong(reinforcements=[{"side": "german", "round": 1, "zone": "beach"}])[0]
    late = [{"side": "german", "round": 3, "zone": "german_reinforce"}]
    assert "rounds 1 to 2" in wrong(reinforcements=late)[0]
    assert 'no vehicle "tank"' in wrong(german={"vehicles": {"tank": 1}})[0]
    assert 'no deck "tarot"' in wrong(german={"decks": {"tarot": 1}})[0]
    assert 'no operations card "luck"' in wrong(german={"operations": ["luck"]})[0]
    assert 'no marker "moat"' in wrong(german={"markers": {"moat": 1}})[0]
    assert 'no zone "beach"' in wrong(german={"marker_zones": {"smoke": "beach"}})[0]
    assert "need 4 of regular" in wrong(german={"pool": {"regular": 3}})[0]
    assert "need 1 of engineer" in wrong(american={"specializations": {}})[0]
    assert "only 0 bases" in wrong(german={"bases": 0})[0]
    assert "do not fit" in wrong(zones={**ZONES, "american_deploy": []})[0]
    assert (
        "5 slots" in wrong(german={"pool": {"regular": 5}, "default_build": [{"figures": {"regular": 5}}]})[0]
    )
    assert 'no figure "cook"' in wrong(german={"default_build": [{"figures": {"cook": 1}}]})[0]
    special = [{"figures": {"mg": 1}, "specialization": "medic"}]
    assert (
        "heavy weapon"
        in wrong(german={"pool": {"mg": 1}, "specializations": {"medic": 1}, "default_build": special})[0]
    )


def test_an_objective_nobody_can_come_to_is_described() -> None:
    rules = field.spotted({"N12": "f0", "M5": "d0"})
    given = mission(objectives=[{"id": "x", "hex": "N12"}])
    found = list(checks.mission_problems(rules, given))
    assert any("the squads of german cannot reach N12" in line for line in found)
    given = mission(objectives=[{"id": "x", "hex": "M5"}])
    assert list(checks.mission_problems(rules, given)) == [
        "scenario.mission.objectives: the vehicles of german cannot reach M5."
    ]


def test_a_scenario_file_that_makes_no_sense_is_refused_as_a_whole() -> None:
    raw = msgspec.to_builtins(shipped.scenario("noville").mission)
    raw["objectives"][0]["hex"] = "Z99"
    bad = Scenario(mission=msgspec.convert(raw, Mission))
    assert list(DEFINITION.check_scenario(shipped.rules("noville"), bad)) == [
        "scenario.mission.objectives[0].hex: Z99 is not a hex of this map."
    ]


def test_the_program_refuses_such_a_file_with_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path / "home"))
    raw = json.loads((shipped.ROOT / "scenarios/tide_of_iron/noville.json").read_text(encoding="utf-8"))
    raw["scenario"]["mission"]["zones"]["german_deploy"] = ["Z99"]
    path = tmp_path / "noville.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(BadFile, match="german_deploy: Z99 is not a hex of this map") as wrong:
        catalogue().load_file(path)
    assert wrong.value.file == str(path)


# ---- tables ---------------------------------------------------------------------------------------------------------
def changed(**parts: Any) -> list[str]:
    """What is wrong with the tables when parts of them are changed."""
    raw = copy.deepcopy(shipped.RAW)
    for path, value in parts.items():
        *keys, last = path.split("__")
        inner = raw
        for key in keys:
            inner = inner[key]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
    return list(checks.table_problems(shipped.decode(raw)))


def test_tables_that_make_no_sense_are_described_in_sentences() -> None:
    assert changed() == []
    assert changed(success__close=[4, 5, 7]) == [
        "success.close: give faces of a die, 1 to 6, in order and without repeats."
    ]
    assert "heal_on" in changed(specializations__medic__heal_on=[6, 5])[0]
    assert "must begin with light" in changed(vehicle_damage__light=["heavy"])[0]
    assert "must not do less" in changed(suppression__normal=["normal", "routed", "pinned"])[0]
    assert "the results are" in changed(suppression__pinned=["pinned", "shaken"])[0]
    assert changed(terrain__pond=None) == ["terrain: pond must be present."]
    assert changed(marker_cover__smoke=None) == ["marker_cover: smoke must be present."]
    assert "german must be present" in changed(nations__german=None)[0]
    assert "in this order" in changed(nations__german__figures__mg=None)[0]
    assert "1 to 4 slots" in changed(nations__german__figures__mg__slots=5)[0]
    assert "give inf and veh" in changed(nations__german__figures__mg__veh=None)[0]
    deck = copy.deepcopy(shipped.RAW["decks"])
    deck[0]["cards"] = deck[0]["cards"][1:]
    assert "a deck must have 12 cards" in changed(decks=deck)[0]
    deck[0]["cards"] = [*shipped.RAW["decks"][0]["cards"], shipped.RAW["decks"][0]["cards"][0]]
    assert "is listed 2 times" in changed(decks=deck)[0]


@pytest.mark.rule("tide_of_iron", "M-05", "M-06")
def test_there_are_three_decks_of_twelve_and_six_operations_cards() -> None:
    assert [deck.id for deck in shipped.TABLES.decks] == ["artillery", "ground-support", "morale"]
    assert [sum(card.copies for card in deck.cards) for deck in shipped.TABLES.decks] == [12, 12, 12]
    assert len(shipped.TABLES.operations) == 6
