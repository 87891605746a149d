"""The order of battle and the places it names: 415 units, held against the clauses that say who must be in it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench.games.iron_tide.pieces import Printed
from hexbench.store import canon
from tests.games.iron_tide.shipped import TABLES

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "scenarios/iron_tide/order_of_battle.json").read_text(encoding="utf-8")
RAW: dict[str, Any] = json.loads(TEXT)
UNITS: dict[str, Printed] = msgspec.convert(RAW["units"], dict[str, Printed], strict=True)
PLACES: dict[str, dict[str, Any]] = {
    place["name"]: place
    for place in tomllib.loads((ROOT / "resources/maps/iron_tide.places.toml").read_text(encoding="utf-8"))[
        "places"
    ]
}


def ids(units: Iterable[tuple[str, Printed]]) -> list[str]:
    return [uid for uid, _ in units]


def of(**wanted: Any) -> dict[str, Printed]:
    """The units with these printed values."""
    return {
        uid: u for uid, u in UNITS.items() if all(getattr(u, key) == value for key, value in wanted.items())
    }


# ---- the file -------------------------------------------------------------------------------------------------------


def test_the_file_is_written_canonically_one_unit_a_line() -> None:
    assert canon.dumps(RAW) == TEXT
    assert sum(line.startswith('    "') for line in TEXT.splitlines()) == 415
    assert (RAW["format"], RAW["version"], RAW["source"]) == ("hexbench-part", 1, "reconstruction")
    assert RAW["provenance"].endswith(".")


@pytest.mark.parametrize(
    ("side", "sizes"),
    [
        ("german", {"regiment": 82, "battalion": 89, "artillery": 18}),
        ("allied", {"regiment": 111, "battalion": 95, "artillery": 20}),
    ],
)
def test_how_many_units_of_each_size_a_side_has(side: str, sizes: dict[str, int]) -> None:
    assert Counter(unit.size for unit in of(side=side).values()) == sizes


def is_whole(unit: Printed) -> bool:
    """A regiment has cup, letter and cadre factor and no factor, a small unit the other way round; all have one way in."""
    strength = (unit.cup, unit.letter, unit.cadre_factor, unit.factor)
    if unit.size == "regiment":
        strong = (
            unit.cup in ("red", "blue") and unit.letter in ("A", "B", "C") and unit.cadre_factor in (1, 2)
        )
        strong = strong and unit.factor == 0
    else:
        strong = strength[:3] == ("", "", 0) and not unit.integrity and not unit.elite
        strong = strong and (unit.factor > 0) != unit.commando
    nations = ("german",) if unit.side == "german" else ("us", "british", "belgian")
    ways_in = (unit.hex, unit.place, unit.entry, unit.drop)
    return (
        strong
        and unit.movement > 0
        and (unit.mobility == "MI") == (unit.type == "mech_infantry")
        and unit.nationality in nations
        and (unit.service in ("army", "ss", "luftwaffe", "grossdeutschland")) == (unit.side == "german")
        and sum(map(bool, ways_in)) == 1
        and (unit.arrives == "16AM") == bool(unit.hex or unit.place)
        and unit.free <= bool(unit.place)
    )


def test_each_unit_is_whole() -> None:
    assert [uid for uid, unit in UNITS.items() if not is_whole(unit)] == []


def test_every_arrival_place_and_road_exists() -> None:
    turns = {turn.id for turn in TABLES.turn_record.turns} | {"COND"}
    letters = {road.letter for road in TABLES.entry_roads.roads}
    for unit in UNITS.values():
        assert unit.arrives in turns
        if unit.place:
            assert unit.place in PLACES
        if unit.entry:
            assert unit.entry in (letters if unit.side == "allied" else {"east"})


def test_every_place_says_whether_units_start_there() -> None:
    free: dict[str, bool] = {}
    for unit in UNITS.values():
        if unit.place:
            free[unit.place] = free.get(unit.place, True) and unit.free
    assert {name: place["start"] for name, place in PLACES.items() if "start" in place} == {
        name: "free" if all_free else "fixed" for name, all_free in free.items()
    }


def test_the_tables_name_places_and_units_that_exist() -> None:
    named = [
        *(place.place for place in TABLES.victory_points.places),
        *(place.place for group in TABLES.depots.groups for place in group.places),
        *(bridge.place for bridge in TABLES.set_up.bridges_destroyed),
        *TABLES.set_up.allied_entrenchments,
    ]
    assert [name for name in named if name not in PLACES] == []
    assert set(TABLES.set_up.temporary_zones) == set(of(temporary_zoc=True))
    assert set(TABLES.set_up.held_back.divisions) <= {unit.division for unit in UNITS.values()}
    assert {"10SS", "11Pz"} <= {unit.division for unit in UNITS.values()}


def test_nine_places_are_pinned_where_the_rules_put_them() -> None:
    depots = {place.place: place.hex for group in TABLES.depots.groups for place in group.places}
    assert {name: place["ledger_hex"] for name, place in PLACES.items() if place.get("pinned")} == depots
    assert len(depots) == 9


def test_places_of_the_victory_point_list_have_their_hexes() -> None:
    hexes = {place.place: place.hexes for place in TABLES.victory_points.places}
    assert {
        name: place["victory_hexes"] for name, place in PLACES.items() if "victory_hexes" in place
    } == hexes


# ---- divisions ------------------------------------------------------------------------------------------------------

TWO = {"1SS", "2SS", "9SS", "10SS", "12SS", "3PG", "15PG", "2Pz", "9Pz", "11Pz", "116Pz", "Lehr", "GAD"}
FOUR = {"82AB", "101AB", "17AB", "99"}


@pytest.mark.rule("iron_tide", "11.3b")
def test_divisions_have_as_many_regiments_as_the_rules_say() -> None:
    sizes = Counter(unit.division for unit in of(integrity=True).values())
    assert sizes == {d: 2 if d in TWO else 4 if d in FOUR else 3 for d in sizes}
    assert set(sizes) >= TWO | FOUR
    us_armored = {u.division for u in of(nationality="us", type="mech_infantry", size="regiment").values()}
    assert us_armored == {"2A", "3A", "4A", "5A", "6A", "7A", "9A", "10A", "11A"}
    assert all(sizes[division] == 3 for division in us_armored)


@pytest.mark.rule("iron_tide", "11.3c")
def test_the_99th_has_two_normal_and_two_reduced_regiments() -> None:
    assert Counter(unit.starts_reduced for unit in of(division="99").values()) == {False: 2, True: 2}
    assert ids(of(starts_reduced=True).items()) == ["A-99-395a", "A-99-395b"]


def test_only_regiments_of_a_division_count_for_integrity_and_three_divisions_never_do() -> None:
    assert all(unit.size == "regiment" and unit.division for unit in of(integrity=True).values())
    without = {unit.division for unit in of(integrity=False, size="regiment").values() if unit.division}
    assert without == {"28", "78", "272VG"}


def test_the_28th_division_is_the_112th_regiment_and_six_battalions() -> None:
    division = of(division="28")
    assert Counter(unit.size for unit in division.values()) == {"regiment": 1, "battalion": 6}
    assert {uid for uid, u in division.items() if u.temporary_zoc} == {
        uid for uid, u in division.items() if u.size == "battalion"
    }


def test_units_named_by_rule_stand_in_their_hexes() -> None:
    assert ids(of(hex="3450").items()) == ["G-1SS-501", "G-1SS-I/1", "G-1SS-PG2"]
    assert all(unit.division == "1SS" for unit in of(hex="3450").values())
    assert ids(of(drop="4339").items()) == ["G-VDH"]


@pytest.mark.rule("iron_tide", "9.1a")
def test_elite_regiments_are_those_of_the_named_formations() -> None:
    elite = of(elite=True).values()
    assert {unit.division for unit in elite} == {"1SS", "2A", "3A", "82AB", "101AB", "GAD", ""}
    assert {unit.name for unit in elite if not unit.division} == {"Führer B", "Führer G"}
    divisions = {unit.division for unit in elite if unit.division}
    assert len(elite) == 2 + sum(u.division in divisions for u in of(size="regiment").values())


# ---- special and restricted units -----------------------------------------------------------------------------------


def test_special_units() -> None:
    assert {uid for uid, u in UNITS.items() if "16.1" in u.restriction} == {"G-150-BDE", "G-150-BN"}
    assert {uid for uid, u in UNITS.items() if "16.4" in u.restriction} == set(of(type="commando"))
    assert len(of(type="commando", arrives="17AM", entry="east")) == 4
    assert {u.division for u in of(arrives="COND").values()} == {"10SS", "11Pz"}
    assert all(u.restriction == (f"17.2:{u.division}",) for u in of(arrives="COND").values())


def restricted(kind: str) -> dict[str, set[str]]:
    """turn -> divisions and, for units without one, names of the units so restricted."""
    found: dict[str, set[str]] = {}
    for unit in UNITS.values():
        if f"17.1:{kind}" in unit.restriction:
            found.setdefault(unit.arrives, set()).add(unit.division or unit.name)
    return found


def test_the_restricted_units_are_those_of_the_lists() -> None:
    assert restricted("type1") == {
        "20AM": {"2/HHC"},
        "21PM": {"29 AR Bde"},
        "22AM": {"43", "53", "GAD", "4 AGRA", "5 AGRA", "34 AT Bde"},
        "22PM": {"308 Eng", "342 Eng", "354 Eng", "366 Eng", "392 Eng"},
        "27AM": {"6AB"},
    }
    assert restricted("type2") == {
        "24AM": {"5A"},
        "25AM": {"5BR", "6 G AR Bde", "33 AR Bde"},
        "26PM": {"90"},
        "27AM": {"17AB"},
    }
    until = {
        (u.division or u.name, r) for u in UNITS.values() for r in u.restriction if r.startswith("until")
    }
    assert until == {("29 AR Bde", "until:25AM"), ("53", "until:30AM"), ("6AB", "until:30AM")}


@pytest.mark.rule("iron_tide", "B01")
def test_there_is_one_2_hhc_and_the_irish_guards() -> None:
    assert ids(of(name="2/HHC").items()) == ["B-2HHC"]
    assert ids(of(name="2/IG").items()) == ["B-2IG"]
    assert "21G" not in {unit.name for unit in UNITS.values()}


@pytest.mark.rule("iron_tide", "B42")
def test_the_tank_battalions_of_the_guards_have_no_part_in_its_integrity() -> None:
    battalions = of(division="GAD", size="battalion")
    assert sorted(unit.name for unit in battalions.values()) == ["1/CG", "1/GG", "2/IG", "2/WG"]
    assert not any(unit.integrity for unit in battalions.values())


PANZER = {"1SS", "2SS", "9SS", "10SS", "12SS", "3PG", "15PG", "2Pz", "9Pz", "11Pz", "116Pz", "Lehr"}


@pytest.mark.rule("iron_tide", "B50")
def test_which_types_are_mechanized() -> None:
    foot = {"infantry", "security"}
    for unit in UNITS.values():
        if unit.type == "engineer":
            assert (unit.mobility != "N") == (unit.division in PANZER)
        else:
            assert (unit.mobility == "N") == (unit.type in foot)


@pytest.mark.rule("iron_tide", "ER.b", "ER.c", "ER.d")
def test_the_armies_of_the_errata() -> None:
    assert {
        unit.name: unit.army for unit in UNITS.values() if unit.name in {"244 StG", "Grtmsn 25P/33Pj", "4 AC"}
    } == {
        "244 StG": "7A",
        "Grtmsn 25P/33Pj": "7A",
        "4 AC": "1A",
    }


@pytest.mark.rule("iron_tide", "17.4b")
def test_the_armies_of_both_sides() -> None:
    assert {unit.army for unit in of(side="german").values()} == {"5P", "6P", "7A"}
    assert {unit.army for unit in of(side="allied").values()} == {"1A", "3A", "BR"}
    assert {uid for uid, u in UNITS.items() if u.army == "BR"} == set(of(nationality="british"))
