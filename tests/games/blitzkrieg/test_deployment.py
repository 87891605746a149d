"""Deployment: the German units in their zones, and what may be done before all of them stand."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.blitzkrieg.pieces import RASTER
from hexbench.games.blitzkrieg.state import Scenario
from tests.games.blitzkrieg.field import ALLIED, GERMAN, Situation, country, inf, position, spy, tank
from tests.games.blitzkrieg.shipped import SHEET, TABLES, ardennes

BOX = RASTER[GERMAN]
ZONED = country(
    zones=(("german.6", "2012 2013 2112"), ("german.5", "2017 2018")),
    siegfried="2012",
    roads=("2017 2117",),
)


def waiting(**units: dict[str, Any]) -> Situation:
    """The first German turn with these units in the raster."""
    return position(units, ZONED, phase="deploy")


def six(**facts: Any) -> dict[str, Any]:
    """A unit of the 6th Panzer Army that has not been placed."""
    return inf(BOX, printed={"zone": "german.6", "at": "2012"}, **facts)


@pytest.fixture(scope="module")
def opening() -> Situation:
    """The campaign at its first question."""
    return Situation(ardennes(), ardennes().new(Scenario(), seed=1))


@pytest.mark.rule("blitzkrieg", "BK-BEG-01", "BK-MIS-11")
def test_the_allied_units_of_the_start_stand_already(opening: Situation) -> None:
    start = {
        uid: p.at for uid, p in TABLES.units.items() if p.side == ALLIED and p.turn == 1 and p.type != "air"
    }
    assert len(start) == 29
    assert {uid: opening[uid].at for uid in start} == start


@pytest.mark.rule("blitzkrieg", "BK-SEQ-04")
def test_the_first_question_is_where_the_germans_start(opening: Situation) -> None:
    assert opening.step == (GERMAN, "deploy")
    assert not any(u.on_map for u in opening.state.units.values() if u.side == GERMAN)
    placed = opening.act("place_all").act("end")
    assert placed.step == (GERMAN, "movement")


@pytest.mark.rule("blitzkrieg", "BK-BEG-02", "BK-REC-02")
def test_a_unit_is_put_down_in_the_zone_of_its_army() -> None:
    now = waiting(a=six(), b=inf(BOX, printed={"zone": "german.5", "at": "2017"}))
    assert set(now.targets("place", "a")) == {"2012", "2013", "2112"}
    assert set(now.targets("place", "b")) == {"2017", "2018"}
    assert now.refused("a", "2017", verb="place") == ["BK-BEG-02"]
    assert now.refused("a b", "2012", verb="place") == ["BK-BEG-02"]
    assert now.act("place", "a", "2112")["a"].at == "2112"


@pytest.mark.rule("blitzkrieg", "BK-REC-02")
def test_the_zones_of_the_map_lie_on_or_east_of_the_line() -> None:
    rows = {"german.6": range(17, 25), "german.5": range(24, 34), "german.7": range(32, 38)}
    for name, expected in rows.items():
        hexes = SHEET.zones[name]
        assert {int(at[2:]) for at in hexes} == set(expected)
        for row in expected:
            line = min(c for c in range(34) if SHEET.cells[f"{c:02d}{row:02d}"].terrain == "siegfried")
            assert {int(at[:2]) for at in hexes if int(at[2:]) == row} == set(range(line, 34))


@pytest.mark.rule("blitzkrieg", "BK-REC-02", "BK-MIS-12")
def test_infiltrators_start_in_any_zone(opening: Situation) -> None:
    now = waiting(s=spy(BOX, printed={"at": "zone"}))
    assert set(now.targets("place", "s")) == {"2012", "2013", "2112", "2017", "2018"}
    placed = opening.act("place_all")
    zones = {at for name, hexes in SHEET.zones.items() if name != "drop" for at in hexes}
    spies = [u for u, p in placed.state.roster.items() if p.type == "infiltrator" and p.turn == 1]
    assert len(spies) == 5
    assert {placed[u].at for u in spies} <= zones
    assert set(spies) <= set(placed.act("end").offered("move"))


@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_three_units_fit_in_a_starting_hex() -> None:
    now = waiting(a=six(), b=six(), c=six(), d=six()).act("place", "a b c", "2012")
    assert now.refused("d", "2012", verb="place") == ["BK-MOV-08"]


@pytest.mark.rule("blitzkrieg", "BK-REC-03")
def test_whoever_is_not_placed_by_hand_goes_where_history_had_it_or_nearest(opening: Situation) -> None:
    placed = opening.act("place_all")
    for uid, printed in TABLES.units.items():
        if printed.side == GERMAN and printed.turn == 1 and printed.at.isdigit():
            assert placed[uid].at == printed.at, uid
    crowd = waiting(**{name: six() for name in "abcd"}).act("place_all")
    assert [crowd[name].at for name in "abcd"] == ["2012", "2012", "2012", "2013"]


@pytest.mark.rule("blitzkrieg", "BK-BEG-04", "BK-BEG-05")
def test_whoever_finds_his_zone_full_waits_until_others_have_made_room() -> None:
    crowd = waiting(**{name: six() for name in "abcdefghijk"}).act("place_all")
    assert [crowd[name].at for name in "jk"] == [BOX, BOX]
    assert crowd.refused(verb="place_all") == ["BK-BEG-04"]
    assert crowd.refused(verb="end") == ["BK-BEG-05"]
    placed = crowd.until(GERMAN, "movement", limit=20)
    assert all(placed[name].on_map for name in "abcdefghijk")
    assert [str(p) for p in placed.rules.audit(placed.state)] == []


@pytest.mark.rule("blitzkrieg", "BK-BEG-03")
def test_a_unit_that_was_placed_moves_from_there() -> None:
    now = waiting(a=six(), z=six()).act("place", "a", "2012")
    assert now["a"].start == "2012"
    moved = now.move("a", "1812")
    assert moved["a"].at == "1812"
    assert moved.reach("a", verb="move_again").keys() == now.reach("a").keys() - {"1812"} | {"2012"}
    assert "BK-BEG-03" in now.act("collect", "a").refused("a", "2112", verb="place")


@pytest.mark.rule("blitzkrieg", "BK-BEG-04")
def test_a_hex_that_was_left_takes_others() -> None:
    now = waiting(a=six(), b=six(), c=six(), d=six()).act("place", "a b c", "2012")
    assert "2012" not in now.targets("place", "d")
    assert now.move("a", "1912").act("place", "d", "2012")["d"].at == "2012"


@pytest.mark.rule("blitzkrieg", "BK-BEG-05", "BK-AMB-30")
def test_the_turn_goes_on_when_all_are_placed() -> None:
    now = waiting(a=six(), b=six()).act("place", "a", "2012")
    assert now.refused(verb="end") == ["BK-BEG-05"]
    assert "end" not in now.verbs
    assert now.act("place", "b", "2013").act("end").step == (GERMAN, "movement")


@pytest.mark.rule("blitzkrieg", "BK-BEG-05", "BK-AMB-30")
def test_a_unit_taken_up_again_must_be_put_down_too() -> None:
    now = waiting(a=six()).act("place", "a", "2012").act("collect", "a")
    assert now.refused(verb="end") == ["BK-BEG-05"]
    back = now.default()
    assert back["a"].on_map
    assert back.default().step == (GERMAN, "movement")


@pytest.mark.rule("blitzkrieg", "BK-REC-10")
def test_the_raster_fills_up_as_it_empties(opening: Situation) -> None:
    box = [u for u, unit in opening.state.units.items() if unit.at == BOX]
    assert len(box) == 75
    assert opening.state.raster == tuple(reversed(box[:27]))
    now = opening.act("place", box[0], opening.state.roster[box[0]].at)
    assert len(now.state.raster) == 27
    assert box[27] in now.state.raster
    assert now.refused(box[28], "2719", verb="place") == ["BK-UI-14"]


def test_following_the_defaults_places_everybody(opening: Situation) -> None:
    now = opening.default(2)
    assert now.step == (GERMAN, "movement")
    assert not [u for u in now.state.units.values() if u.at == BOX]


def test_history_may_have_placed_them() -> None:
    now = Situation(ardennes(), ardennes().new(Scenario(deployed=True), seed=1))
    assert now.step == (GERMAN, "deploy")
    assert {now.state.roster[u].type for u in now.state.raster} == {"infiltrator"}
    assert now["1_SS_Pz:SS-PzR_1"].at == "2822"


def test_units_on_the_map_may_not_be_placed() -> None:
    now = position({"a": tank("2112"), "b": six()}, ZONED, phase="deploy")
    assert now.refused("a", "2012", verb="place")[0] == "BK-UI-14"
    assert now.refused("", "2012", verb="place")[0] == "BK-BEG-02"
