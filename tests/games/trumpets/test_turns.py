"""Reinforcements, weather, supply, communication, engagement, points (TT-REC-01, 02, 12..14, 19; TT-ENG; TT-SEQ)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Road
from hexbench.engine.events import (
    DiceRolled,
    FactChanged,
    GameEnded,
    Noted,
    PhaseBegan,
    TurnBegan,
    UnitChanged,
)
from hexbench.games.trumpets import arrivals, supply, victory
from hexbench.games.trumpets.mission import Levels
from hexbench.games.trumpets.rules import TtRules
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    along,
    cavalry,
    country,
    guns,
    hq,
    inf,
    near,
    position,
    tank,
    unit,
)
from tests.games.trumpets.shipped import losheim_gap, scenario

ROAD = country(roads=(along("1012", "2412"),))


# ---- the sequence ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-01", "TT-SEQ-01", "TT-SEQ-02", "TT-GEN-07")
def test_a_turn_is_a_german_and_then_an_allied_player_turn() -> None:
    now = position({"a": inf("1412"), "d": inf("2012", ALLIED)}, turns=("16EV", "17PD", "17MO"), turn="16EV")
    steps: list[Any] = [now.step]
    events: list[Any] = list(now.events)
    while not now.over:
        now = now.default()
        steps.append(now.step)
        events += now.events
    phases = [("german", "movement"), ("german", "combat"), ("allied", "movement"), ("allied", "combat")]
    assert steps == [*phases * 3, (None, "over")]
    assert [e.turn for e in events if isinstance(e, TurnBegan)] == ["17PD", "17MO"]
    assert [e.side for e in events if isinstance(e, PhaseBegan) and e.phase in ("movement", "combat")] == [
        side for _ in range(3) for side in (GERMAN, GERMAN, ALLIED, ALLIED)
    ]


@pytest.mark.rule("trumpets", "TT-SEQ-02")
def test_nothing_moves_in_the_combat_segment() -> None:
    now = position({"a": inf("1412")}, phase="combat")
    assert "TT-SEQ-01" in now.refused("a", "1512")


# ---- reinforcements --------------------------------------------------------------------------------------------------
def _due(**units: Any) -> Situation:
    return position(units, ROAD, turn="16AF", phase="arrivals")


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_reinforcements_come_in_at_their_place_in_their_turn() -> None:
    now = _due(a=inf("2212", turn="16AF"), b=inf("2212", turn="16EV"), d=inf("1012", ALLIED, turn="16AF"))
    assert now.step == (GERMAN, "arrivals")
    assert now.offered("enter") == ("a",)
    assert list(now.targets("enter", "a")) == ["2212"]
    assert now.refused("b", "2212", verb="enter") == ["TT-REC-02"]
    assert now.refused("d", "1012", verb="enter") == ["TT-REC-02"]
    assert now.refused("a", "2112", verb="enter") == ["TT-REC-02"]
    after = now.act("enter", "a", "2212")
    assert after.step == (GERMAN, "movement")
    assert "2112" in after.reach("a")
    assert after.until(ALLIED, "arrivals").offered("enter") == ("d",)


@pytest.mark.rule("trumpets", "TT-AMB-38", "TT-REC-02")
def test_a_full_place_or_one_the_enemy_holds_sends_them_along_the_edge() -> None:
    full = {f"f{n}": inf("2212") for n in range(3)}
    now = _due(a=inf("2212", turn="16AF"), g=guns("2212", turn="16AF"), **full)
    assert list(now.targets("enter", "g")) == ["2212"]
    assert list(now.targets("enter", "a")) == ["2412"]
    held = _due(a=inf("2212", turn="16AF"), d=inf("2212", ALLIED), e=inf("2412", ALLIED))
    assert list(held.targets("enter", "a")) == ["2410"], "of hexes as near the first in reading order"
    beyond = position(
        {"a": inf("1411", turn="16AF"), "d": inf("1411", ALLIED)}, turn="16AF", phase="arrivals"
    )
    assert [at[2:] for at in beyond.targets("enter", "a")] == ["10"]


def turned(at: str) -> str:
    """The name of a hex on the map that is numbered by rows."""
    return at[2:] + at[:2]


def by_rows(rules: TtRules) -> TtRules:
    """The same map, its hexes numbered by row and then by column."""
    sheet = rules.atlas.sheet
    drawn = replace(
        sheet,
        grid=replace(sheet.grid, numbering="RRCC"),
        cells={turned(at): cell for at, cell in sheet.cells.items()},
        roads=tuple(Road(side_name(*map(turned, road.side.split("/")))) for road in sheet.roads),
    )
    return TtRules(Atlas(drawn), rules.tables, rules.options)


@pytest.mark.rule("trumpets", "TT-AMB-38", "TT-REC-02")
@pytest.mark.parametrize("numbering", ["CCRR", "RRCC"])
@pytest.mark.parametrize(
    ("inner", "home", "axis", "line"),
    [
        (False, (10, 15), 0, 10),
        (False, (24, 15), 0, 24),
        (False, (17, 10), 1, 10),
        (False, (17, 21), 1, 21),
        # inland: the nearest edge, and of two as near the west or the east
        (False, (12, 15), 0, 10),
        (False, (20, 14), 0, 24),
        (False, (16, 12), 1, 10),
        (False, (16, 19), 1, 21),
        (False, (11, 11), 0, 10),
        (False, (23, 20), 0, 24),
        (True, (13, 18), 0, 12),
        (True, (21, 13), 0, 22),
        (True, (16, 13), 1, 12),
        (True, (16, 18), 1, 19),
    ],
)
def test_the_edge_a_unit_comes_in_by_however_the_map_is_numbered(
    numbering: Any, inner: bool, home: tuple[int, int], axis: int, line: int
) -> None:
    def named(at: tuple[int, int]) -> str:
        return f"{at[0]:02d}{at[1]:02d}" if numbering == "CCRR" else f"{at[1]:02d}{at[0]:02d}"

    places = [(c, r) for c in range(10, 25) for r in range(10, 22)]
    rules = PLAIN if numbering == "CCRR" else by_rows(PLAIN)
    state = position({}, rules, sound=False).state
    if inner:
        places = [at for at in places if 12 <= at[0] <= 22 and 12 <= at[1] <= 19]
        state = replace(state, mission=replace(state.mission, area=tuple(named(at) for at in places)))
    assert arrivals.edge(rules, state, named(home)) == {named(at) for at in places if at[axis] == line}


@pytest.mark.rule("trumpets", "TT-REC-02", "TT-REC-03")
def test_vehicles_do_not_come_in_where_they_cannot_stand() -> None:
    rules = country(forest=along("2411", "2411") + " 2413", roads=(along("1012", "2412"),))
    units = {"t": tank("2412", turn="16AF"), "i": inf("2412", turn="16AF"), "d": inf("2412", ALLIED)}
    now = position(units, rules, turn="16AF", phase="arrivals")
    assert list(now.targets("enter", "i")) == ["2411"]
    assert list(now.targets("enter", "t")) == ["2410"]


def test_ending_the_phase_brings_in_the_rest_in_order() -> None:
    now = _due(**{f"u{n}": inf("2212", turn="16AF") for n in range(4)})
    assert now.default().places() == {"u0": "2212", "u1": "2212", "u2": "2212", "u3": "2412"}


@pytest.mark.rule("trumpets", "TT-AMB-38", "TT-REC-02")
def test_whoever_finds_no_hex_waits_a_turn() -> None:
    foes = {
        f"d{n}": inf(f"{c}{r}", ALLIED) for n, (c, r) in enumerate([(23, 12), (24, 12), (24, 11), (24, 13)])
    }
    area = ("2212", "2312", "2412", "2411", "2413")
    now = position({"a": inf("2412", turn="16AF"), **foes}, area=area, turn="16AF", phase="arrivals")
    assert now.offered("enter") == ()
    assert [e.rule for e in now.default().events if isinstance(e, Noted)] == ["TT-REC-02"]
    assert now.default()["a"].at == "#due/16AF"


# ---- weather ---------------------------------------------------------------------------------------------------------
def _next(weather: Any, turn: str, numbers: list[int] | None = None, **state: Any) -> Situation:
    """The position at the start of the turn after ``turn``."""
    units = {"a": inf("1412"), "d": inf("1012", ALLIED)}
    return position(units, turn=turn, phase="end", phasing=ALLIED, weather=weather, numbers=numbers, **state)


@pytest.mark.rule("trumpets", "TT-REC-14")
@pytest.mark.parametrize(
    ("die", "weather"), [(1, "Clear"), (2, "Clear"), (3, "Fog"), (4, "Fog"), (5, "DenseFog"), (6, "Snow")]
)
def test_weather_is_rolled_where_the_scenario_says_so(die: int, weather: str) -> None:
    now = _next({"16AF": "roll"}, "16MO", [die])
    assert now.state.weather == weather
    assert [e.rule for e in now.events if isinstance(e, DiceRolled)] == ["TT-REC-14"]
    assert _next({}, "18MO", [die]).state.weather == weather


@pytest.mark.rule("trumpets", "TT-REC-14")
@pytest.mark.parametrize(
    ("weather", "text"),
    [
        ("Clear", "Weather for 16AF: Clear."),
        ("DenseFog", "Weather for 16AF: Dense Fog."),
        ("Overcast", "Weather for 16AF: Overcast."),
    ],
)
def test_the_weather_of_a_turn_is_told(weather: str, text: str) -> None:
    told = [e for e in _next(weather, "16MO").events if isinstance(e, FactChanged) and e.name == "weather"]
    assert [(e.now, str(e.say)) for e in told] == [(weather, text)]


@pytest.mark.rule("trumpets", "TT-REC-14", "TT-GEN-08")
def test_weather_is_fixed_by_the_scenario_or_by_custom() -> None:
    assert _next({"16AF": "Snow"}, "16MO", []).state.weather == "Snow"
    given = {turn: _next({}, before, []).state.weather for before, turn in (
        ("16MO", "16AF"), ("16AF", "16EV"), ("16EV", "17PD"), ("17PD", "17MO"), ("17MO", "17AF"))}  # fmt: skip
    assert given == {"16AF": "Overcast", "16EV": "Fog", "17PD": "Fog", "17MO": "Fog", "17AF": "Overcast"}


@pytest.mark.rule("trumpets", "TT-REC-10")
def test_aircraft_fly_only_on_clear_day_turns() -> None:
    air = {turn: {ALLIED: 2, GERMAN: 0} for turn in ("16AF", "16EV", "17MO")}
    assert _next("Clear", "16MO", air=air).state.air_left == {ALLIED: 2}
    for weather in ("Overcast", "Fog", "DenseFog", "Snow"):
        assert _next(weather, "16MO", air=air).state.air_left == {}
    assert _next("Clear", "16AF", air=air).state.air_left == {}
    assert _next("Clear", "17MO", air=air, air_left={ALLIED: 1}).state.air_left == {}


# ---- supply and communication ----------------------------------------------------------------------------------------
def _found(units: dict[str, Any], rules: Any = ROAD, **state: Any) -> dict[str, tuple[bool, bool]]:
    """uid -> (supplied, in communication) at the start of the next turn."""
    now = position({**units, "far": inf("1021", ALLIED)}, rules, phase="end", phasing=ALLIED, **state)
    return {uid: (now[uid].supplied, now[uid].linked) for uid in units}


@pytest.mark.rule("trumpets", "TT-REC-12")
def test_supply_is_a_path_of_six_hexes_to_a_road_to_a_source() -> None:
    units = {"on": inf("1312"), "six": inf("1318"), "seven": inf("1319")}
    assert {u: s for u, (s, _) in _found(units).items()} == {"on": True, "six": True, "seven": False}
    apart = country(roads=(along("1612", "2412"),))
    assert [s for s, _ in _found({"a": inf("1012"), "b": inf("1112")}, apart).values()] == [True, True]
    assert not _found({"a": inf("1010")}, country(roads=(along("1812", "2412"),)))["a"][0]


@pytest.mark.rule("trumpets", "TT-AMB-36", "TT-REC-12")
def test_enemies_and_their_zones_cut_path_and_road() -> None:
    behind = {"a": inf("1212")}
    assert _found(behind)["a"][0]
    cut = {f"d{n}": inf(at, ALLIED) for n, at in enumerate(("2010", "2012", "2014", "2016", "2018", "2020"))}
    assert not _found({**behind, **cut})["a"][0]
    at_road = {**behind, "d": inf("1813", ALLIED)}
    short = _found(at_road, country(roads=(along("1012", "2412"),)))
    assert not short["a"][0], "the road is cut by a zone"
    assert _found({**behind, "d": hq("1814", ALLIED)})["a"][0]
    held = _found({**at_road, "f": inf("1812")})
    assert not held["a"][0], "a friend in the zone does not free the road"
    beside = {"a": inf("1812"), "d": inf("1712", ALLIED)}
    assert _found(beside)["a"][0], "its own hex may lie in a zone"


@pytest.mark.rule("trumpets", "TT-AMB-36", "TT-REC-12")
def test_a_source_in_a_zone_feeds_who_stands_on_it_and_nobody_else() -> None:
    units = {"a": inf("2412"), "b": inf("2411"), "c": inf("2212"), "d": inf("2413", ALLIED)}
    assert [s for s, _ in _found(units).values()] == [True, False, False, True]
    now = position(units, ROAD)
    lines = now.rules.supplies(now.state, GERMAN)
    assert [lines.line(uid) for uid in "abc"] == [("2412",), (), ()]
    taken = position({"d": inf("2412", ALLIED), "c": inf("2212")}, ROAD)
    assert not supply.supplied_hexes(taken.rules, taken.state, taken.seat.board, "german")
    # a road that another source feeds leads to that one, and not to the one in the zone
    two = position(units, ROAD, supply={GERMAN: ("2412", "1312"), ALLIED: ()})
    assert two.rules.supplies(two.state, GERMAN).line("c")[-1] == "1312"


@pytest.mark.rule("trumpets", "TT-REC-12")
def test_each_side_has_its_own_sources() -> None:
    units = {"a": inf("1512"), "d": inf("1118", ALLIED)}
    assert [s for s, _ in _found(units).values()] == [True, True]
    nowhere = _found(units, supply={GERMAN: (), ALLIED: ("1012",)})
    assert [s for s, _ in nowhere.values()] == [False, True]


@pytest.mark.rule("trumpets", "TT-REC-13")
def test_communication_is_with_a_headquarters_of_the_division() -> None:
    units = {
        "h": hq("1412", division="3FJ"),
        "six": inf("2012", division="3FJ"),
        "seven": inf("2112", division="3FJ"),
        "other": inf("2112", division="12VG"),
        "corps": inf("2212", division="corps"),
    }
    assert {u: c for u, (_, c) in _found(units).items()} == {
        "h": True, "six": True, "seven": False, "other": True, "corps": True}  # fmt: skip
    night = _found({**units, "four": inf("1812", division="3FJ")}, turn="16AF")
    assert (night["six"][1], night["four"][1]) == (False, True)


@pytest.mark.rule("trumpets", "TT-REC-12", "TT-REC-13")
@pytest.mark.parametrize(("at", "now"), [("2012", "yes"), ("2112", "out"), ("2021", "yes")])
@pytest.mark.parametrize("was", [True, False])
def test_what_changes_in_supply_and_communication_is_told(at: str, now: str, was: bool) -> None:
    """Of a unit six and seven hexes from its headquarters, and of one with no road to be fed by."""
    fed = at != "2021"
    units = {
        "h": hq("1412" if fed else "1618", division="3FJ"),
        "a": inf(at, division="3FJ", supplied=was, linked=was),
        "far": inf("1021", ALLIED),
    }
    then = position(units, ROAD, phase="end", phasing=ALLIED, sound=False)
    told = {(e.what, e.now) for e in then.events if isinstance(e, UnitChanged) and e.unit == "a"}
    wanted = {("supply", "yes" if fed else "out"), ("communication", now)}
    assert told == {one for one in wanted if (one[1] == "yes") != was}
    assert (then["a"].supplied, then["a"].linked) == (fed, now == "yes")


@pytest.mark.rule("trumpets", "TT-AMB-37", "TT-REC-13")
def test_a_headquarters_counts_from_when_it_has_come_and_after_it_has_gone() -> None:
    unit_ = {"a": inf("1412", division="3FJ")}
    assert _found({**unit_, "h": hq("2412", division="3FJ", turn="17MO")})["a"][1]
    assert not _found({**unit_, "h": hq("#eliminated", division="3FJ", lost=1)})["a"][1]
    assert _found({"a": inf("1412", division=""), "h": hq("#eliminated", division="", lost=1)})["a"][1]


# ---- engaged ---------------------------------------------------------------------------------------------------------
HELD = {"a": inf("1412", engaged=("d",), engaged_turn=0), "d": inf("1512", ALLIED, engaged=("a",))}


@pytest.mark.rule("trumpets", "TT-ENG-02")
def test_an_engaged_unit_only_withdraws_one_hex_clear_of_the_enemy() -> None:
    now = position(HELD)
    clear = {at for at in near("1412") if at not in near("1512") and at != "1512"}
    assert set(now.reach("a")) == clear
    assert set(now.reach("a").values()) == {4}
    assert now.refused("a", "1411") == ["TT-ENG-02"]
    assert now.refused("a", "1212") == ["TT-ENG-02"]
    gone = now.move("a", "1312")
    assert gone["a"].spent == 8
    assert gone["a"].engaged == ()
    assert gone["d"].engaged == ()
    assert gone["a"].engaged_turn == gone["d"].engaged_turn == 0
    assert position({**HELD, "a": inf("1412", engaged=("d",), spent=2)}).reach("a") == {}


@pytest.mark.rule("trumpets", "TT-ENG-02")
def test_it_does_not_withdraw_next_to_another_enemy_of_any_kind() -> None:
    now = position({**HELD, "h": hq("1112", ALLIED)})
    assert "1312" in now.reach("a")
    beside = position({**HELD, "h": hq("1212", ALLIED)})
    assert beside.refused("a", "1312") == ["TT-ENG-02"]


@pytest.mark.rule("trumpets", "TT-ENG-02", "TT-ENG-04")
def test_with_no_enemy_adjacent_it_moves_freely() -> None:
    now = position({"a": inf("1412", engaged=("d",)), "d": inf("1712", ALLIED)})
    assert max(now.reach("a").values()) == 4
    assert now.move("a", "1312")["a"].engaged == ()


@pytest.mark.rule("trumpets", "TT-ENG-04", "TT-SEQ-07")
def test_the_marker_goes_at_the_end_of_the_owners_next_player_turn() -> None:
    units = {
        "a": inf("1412", engaged=("d",), engaged_turn=1),
        "d": inf("1512", ALLIED, engaged=("a",), engaged_turn=1),
    }
    now = position(units, phase="combat", player_turn=1)
    now = now.until(ALLIED, "movement")
    assert now["a"].engaged == ("d",), "its own next player turn has not come"
    now = now.until(GERMAN, "movement")
    assert now["d"].engaged == (), "the defender's next player turn is over"
    assert now["a"].engaged == ("d",)
    assert now.until(ALLIED, "movement")["a"].engaged == ()


# ---- points ----------------------------------------------------------------------------------------------------------
GOALS = ({"name": "Honsfeld", "hex": "1612", "points": 5}, {"name": "Büllingen", "hex": "1812", "points": 8})


@pytest.mark.rule("trumpets", "TT-AMB-40", "TT-REC-19")
def test_whoever_was_last_in_an_objective_holds_it() -> None:
    now = position({"a": tank("1412"), "d": cavalry("2112")}, objectives=GOALS)
    assert dict(now.rules.verdict(now.state).score) == {GERMAN: 0, ALLIED: 0}
    taken = now.move("a", "1712", "1512 1612 1712")
    assert taken.state.held == {"1612": GERMAN}
    assert dict(taken.rules.verdict(taken.state).score) == {GERMAN: 5, ALLIED: 0}
    back = taken.until(ALLIED, "movement").move("d", "1812")
    assert back.state.held == {"1612": GERMAN, "1812": ALLIED}


@pytest.mark.rule("trumpets", "TT-REC-19", "TT-SEQ-08")
def test_steps_count_for_the_other_side_and_the_levels_decide() -> None:
    now = position(
        {"a": inf("1412")}, objectives=GOALS, held={"1812": GERMAN}, steps_lost={GERMAN: 2, ALLIED: 7},
        turns=("16MO",), phase="end", phasing=ALLIED,
    )  # fmt: skip
    assert now.over
    found = now.rules.verdict(now.state)
    assert dict(found.score) == {GERMAN: 15, ALLIED: 2}
    assert (found.winner, found.level) == (GERMAN, "German minor victory")
    assert [e.winner for e in now.events if isinstance(e, GameEnded)] == [GERMAN]


@pytest.mark.rule("trumpets", "TT-REC-19")
@pytest.mark.parametrize(
    ("difference", "winner", "level"),
    [
        (15, GERMAN, "German major victory"),
        (14, GERMAN, "German major victory"),
        (13, GERMAN, "German minor victory"),
        (10, GERMAN, "German minor victory"),
        (9, None, "Draw"),
        (7, None, "Draw"),
        (6, ALLIED, "Allied victory"),
        (-3, ALLIED, "Allied victory"),
    ],
)
def test_the_levels(difference: int, winner: str | None, level: str) -> None:
    assert victory.level(Levels(german_major=14, german_minor=10, draw=7), difference) == (winner, level)


@pytest.mark.rule("trumpets", "TT-REC-19")
def test_americans_who_hold_out_in_the_west_count() -> None:
    units = {
        "in": inf("1212", ALLIED),
        "east": inf("1412", ALLIED),
        "guns": guns("1212", ALLIED),
        "lost": inf("1020", ALLIED),
        "british": inf("1212", ALLIED, nation="british"),
        "a": unit("pz_bn", "2412"),
    }
    now = position(units, ROAD, exit_west=13)
    assert victory.saved(now.rules, now.state) == ("in",)
    assert dict(now.rules.verdict(now.state).score)[ALLIED] == 1
    moved = {uid: {**one, "at": turned(one["at"])} for uid, one in units.items()}
    where = {GERMAN: (turned("2412"),), ALLIED: (turned("1012"),)}
    rows = position(moved, by_rows(ROAD), exit_west=13, supply=where)
    assert victory.saved(rows.rules, rows.state) == ("in",), "whatever the hexes are called"


# ---- the scenarios ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "turns"), [("losheim", 4), ("rocherath", 6)])
def test_the_scenarios_begin_and_end(name: str, turns: int) -> None:
    rules = losheim_gap()
    outcome = rules.new(scenario(name))
    assert all(unit.supplied for unit in outcome.state.units.values() if unit.on_map)
    assert all(works.owner == ALLIED for works in outcome.state.works.values())
    now = Situation(rules, outcome).until(None, "")
    assert now.state.turn == turns
    assert not [u for u, unit in now.state.units.items() if unit.at.startswith("#due")]


@pytest.mark.rule("trumpets", "TT-REC-13")
def test_at_losheim_everybody_is_in_reach_of_orders_at_the_start() -> None:
    rules = losheim_gap()
    state = rules.new(scenario("losheim"), 1).state
    assert [
        uid for uid, unit in state.units.items() if unit.on_map and not (unit.linked and unit.supplied)
    ] == []
