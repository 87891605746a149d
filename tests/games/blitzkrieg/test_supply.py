"""BK-SUP-01..13, BK-SUP-24: which units a dump supplies, and what cuts their lines."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.blitzkrieg.pieces import Side
from hexbench.games.blitzkrieg.supply import Line, Supply, net
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    motor,
    para,
    plane,
    position,
    spy,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import ardennes

ROAD = along("1014", "2414")
PLAIN = country(roads=(ROAD,))
FUEL = {"g": dump("1014", GERMAN)}


def supply(now: Situation, side: Any = GERMAN) -> Supply:
    """The supply of a side as it is."""
    return Supply(now.rules, now.state, now.seat.board, side)


def served(
    at: str, others: dict[str, Any] | None = None, *, side: Any = GERMAN, rules: Any = PLAIN, **facts: Any
) -> bool:
    """Whether a unit in a hex is in supply."""
    now = position({"x": inf(at, side), **(others or {})}, rules, **{"dumps": FUEL, "sound": False, **facts})
    return supply(now, side).steps(at) is not None


# ---- the reach of a dump ----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AMB-04")
@pytest.mark.rule("blitzkrieg", "BK-SUP-03")
@pytest.mark.rule("blitzkrieg", "BK-SUP-04")
def test_a_unit_is_in_supply_within_the_number_of_hexes_of_a_road_to_the_dump() -> None:
    assert served("2218")
    assert not served("2219")
    assert served("2019", dumps={"g": dump("1014", GERMAN, 5)})
    now = position({"x": inf("2016")}, PLAIN, dumps=FUEL)
    line = supply(now).line("2016")
    assert line is not None
    assert (line.off_road, line.dump, line.path[0], line.path[-1]) == (2, "g", "2016", "1014")


@pytest.mark.rule("blitzkrieg", "BK-SUP-03")
def test_the_road_must_lead_to_the_dump() -> None:
    apart = country(roads=(along("1014", "1414"), along("1614", "2414")))
    assert served("1814", rules=apart)  # four hexes to 1414
    assert not served("1914", rules=apart)


@pytest.mark.rule("blitzkrieg", "BK-SUP-05")
def test_each_dump_has_its_own_number() -> None:
    rules = country(roads=(along("1012", "2412"), along("1020", "2420")))
    dumps = {"g": dump("1012", GERMAN, 1), "h": dump("1020", GERMAN, 4)}
    now = position({"x": inf("2016")}, rules, dumps=dumps)
    assert supply(now).line("2016") is not None
    assert supply(now).line("2016").dump == "h"  # type: ignore[union-attr]
    assert supply(now).steps("2014") is None


@pytest.mark.rule("blitzkrieg", "BK-SUP-06")
@pytest.mark.rule("blitzkrieg", "BK-SUP-23")
def test_a_destroyed_dump_supplies_nobody() -> None:
    assert not served("1014", dumps={"g": dump("1014", GERMAN, 0)})


@pytest.mark.rule("blitzkrieg", "BK-SUP-03")
def test_a_dump_beside_the_road_supplies_what_is_near_it() -> None:
    assert served("1418", dumps={"g": dump("1418", GERMAN, 2)})
    assert served("1618", dumps={"g": dump("1418", GERMAN, 2)})
    assert not served("1718", dumps={"g": dump("1418", GERMAN, 2)})


# ---- what no line passes -----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SUP-07")
def test_no_line_passes_through_or_next_to_enemies() -> None:
    # next to the road, and nothing else about: the road is cut, and the way round is longer than the number
    block = {"d": inf("1514", ALLIED)}
    assert not served("2214", block)
    beside = {f"d{c}": inf(f"{c}15", ALLIED) for c in range(10, 24, 2)}
    assert not served("2314", beside)
    far = {"d": inf("1517", ALLIED)}
    assert served("2214", far)


@pytest.mark.rule("blitzkrieg", "BK-SUP-07")
def test_what_cuts_a_line_is_named() -> None:
    now = position({"x": inf("2214"), "d": inf("1514", ALLIED)}, PLAIN, dumps=FUEL)
    ban = supply(now).ban("2214")
    assert ban is not None
    assert ban.path[0] == "2214"
    assert ban.path[-1] == "1014"
    assert set(ban.at) <= {"1414", "1514", "1614"}
    assert ban.at
    assert supply(now).ban("1114") is None


@pytest.mark.rule("blitzkrieg", "BK-SUP-08")
def test_the_hex_of_the_unit_itself_may_be_next_to_enemies() -> None:
    assert served("2014", {"d": inf("2114", ALLIED)})
    assert served("2016", {"d": inf("2116", ALLIED)})
    # but the next hex on its line may not
    assert not served("2218", {f"d{n}": inf(at, ALLIED) for n, at in enumerate(("2217", "2117"))})


@pytest.mark.rule("blitzkrieg", "BK-AMB-41")
@pytest.mark.rule("blitzkrieg", "BK-SUP-03")
@pytest.mark.rule("blitzkrieg", "BK-SUP-08")
def test_a_unit_next_to_the_enemy_is_not_supplied_from_farther_than_others() -> None:
    assert served("2018", {"d": inf("2120", ALLIED)})
    assert not served("2019", {"d": inf("2120", ALLIED)})
    assert served("2019", {"d": inf("2120", ALLIED)}, dumps={"g": dump("1014", GERMAN, 5)})


@pytest.mark.rule("blitzkrieg", "BK-SUP-07")
@pytest.mark.rule("blitzkrieg", "BK-SUP-08")
def test_friends_do_not_open_the_hex_of_the_enemy_itself() -> None:
    wide = {f"f{n}": inf(at) for n, at in enumerate(("1414", "1614"))}
    opened = country(roads=(ROAD,), friends_negate=True)
    assert not served("2214", {**wide, "d": inf("1514", ALLIED)}, rules=opened)
    assert served("2214", {**wide, "e": inf("1514"), "d": inf("1515", ALLIED)}, rules=opened)


@pytest.mark.rule("blitzkrieg", "BK-SUP-08")
def test_a_unit_in_the_dump_needs_no_line() -> None:
    assert served("1014", {"d": inf("1114", ALLIED)})
    # for the others the dump lies next to the enemy
    assert not served("1010", {"d": inf("1114", ALLIED)})


@pytest.mark.rule("blitzkrieg", "BK-AMB-33")
@pytest.mark.rule("blitzkrieg", "BK-SUP-08")
def test_friends_open_a_line_only_with_the_option() -> None:
    friends = {"a": inf("1414"), "b": inf("1514"), "c": inf("1614"), "d": inf("1515", ALLIED)}
    assert not served("2214", friends)
    assert served("2214", friends, rules=country(roads=(ROAD,), friends_negate=True))
    gap = {k: v for k, v in friends.items() if k != "b"}
    assert not served("2214", gap, rules=country(roads=(ROAD,), friends_negate=True))


@pytest.mark.rule("blitzkrieg", "BK-SUP-09")
def test_infiltrators_cut_no_line() -> None:
    fuel = {"a": dump("1014", ALLIED)}
    assert served("2214", {"i": spy("1514")}, side=ALLIED, phasing=ALLIED, dumps=fuel)
    assert not served("2214", {"i": inf("1514")}, side=ALLIED, phasing=ALLIED, dumps=fuel)


@pytest.mark.rule("blitzkrieg", "BK-SUP-07")
@pytest.mark.rule("blitzkrieg", "BK-SUP-24")
def test_a_line_crosses_rivers_by_whole_bridges_only() -> None:
    wide = " ".join(
        f"14{row}/15{row}"
        + (f" 14{row - 1}/15{row} 14{row + 1}/15{row}" if row % 2 == 0 and 10 < row < 21 else "")
        for row in range(10, 22)
    )
    wide = wide.replace("1410/1510", "1410/1510 1411/1510")
    bridged = country(roads=(ROAD,), river=wide)
    assert served("2214", rules=bridged)
    for end in ("1414", "1514"):
        assert not served("2214", rules=bridged, blown={"1414/1514": (end,)})
    ferry = country(roads=(along("1014", "1414"), along("1514", "2414")), river=wide)
    assert served("1414", rules=ferry)
    assert not served("1514", rules=ferry)


@pytest.mark.rule("blitzkrieg", "BK-SUP-07")
def test_allied_lines_do_not_pass_the_siegfried_line_and_german_ones_do() -> None:
    wall = " ".join(f"15{row}" for row in range(10, 22))
    rules = country(roads=(ROAD,), siegfried=wall)
    assert served("2214", rules=rules)
    assert not served("2214", side=ALLIED, rules=rules, phasing=ALLIED, dumps={"a": dump("1014", ALLIED)})


# ---- whose dump it is --------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SUP-10")
@pytest.mark.rule("blitzkrieg", "BK-SUP-12")
def test_an_occupied_dump_supplies_the_occupier_as_long_as_he_stands_there() -> None:
    fuel = {"a": dump("1014", ALLIED)}
    now = position({"x": inf("1514"), "y": inf("1014")}, PLAIN, dumps=fuel)
    assert supply(now).sources == ("a",)
    assert supply(now, ALLIED).sources == ()
    left = now.move("y", "1114")
    assert supply(left).sources == ()
    assert supply(left, ALLIED).sources == ("a",)


@pytest.mark.rule("blitzkrieg", "BK-SUP-11")
def test_an_unoccupied_dump_supplies_its_owner() -> None:
    now = position({"x": inf("1514")}, PLAIN, dumps={"a": dump("1014", ALLIED), "g": dump("2014", GERMAN)})
    assert supply(now).sources == ("g",)
    assert supply(now, ALLIED).sources == ("a",)


@pytest.mark.rule("blitzkrieg", "BK-SUP-12")
def test_allies_take_a_german_dump_that_is_not_in_the_line() -> None:
    now = position({"d": inf("1014", ALLIED)}, PLAIN, dumps=FUEL, phasing=ALLIED)
    assert supply(now, ALLIED).sources == ("g",)


@pytest.mark.rule("blitzkrieg", "BK-AMB-24")
@pytest.mark.rule("blitzkrieg", "BK-SUP-13")
def test_an_infiltrator_takes_no_dump() -> None:
    now = position({"i": spy("1014")}, PLAIN, dumps={"a": dump("1014", ALLIED)})
    assert supply(now).sources == ()
    assert supply(now, ALLIED).sources == ("a",)


# ---- who needs it, and when ---------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SUP-01")
@pytest.mark.rule("blitzkrieg", "BK-AIR-10")
def test_ground_units_need_supply_and_nobody_else() -> None:
    units = {
        "i": inf("1214"),
        "m": motor("1214"),
        "t": tank("1214"),
        "g": guns("1314"),
        "w": werfer("1314"),
        "p": para("1314"),
        "s": spy("1414"),
        "air": plane(),
    }
    now = position(units, phase="end", phasing=ALLIED, dumps={})
    assert {u for u in units if now[u].isolated} == {"i", "m", "t", "g", "w", "p"}


@pytest.mark.rule("blitzkrieg", "BK-SUP-02")
@pytest.mark.rule("blitzkrieg", "BK-SUP-26")
def test_supply_is_judged_for_the_side_that_plays_next() -> None:
    now = position({"x": tank("1214"), "d": tank("2014", ALLIED)}, dumps={})
    assert not now["x"].isolated
    now = now.until(ALLIED, "movement")
    assert (now["x"].isolated, now["d"].isolated) == (0, 1)
    now = now.until(GERMAN, "movement")
    assert (now["x"].isolated, now["d"].isolated) == (1, 1)


def test_the_line_is_shortest_off_the_road() -> None:
    rules = country(roads=(ROAD, "1814 1815 1816 1817"))
    now = position({"x": inf("1918")}, rules, dumps=FUEL)
    found = supply(now).line("1918")
    assert isinstance(found, Line)
    assert found.off_road == 1


@pytest.mark.parametrize("side", ["german", "allied"])
def test_ways_of_supply_patched_bridge_by_bridge_are_those_made_anew(side: Side) -> None:
    rules = ardennes()
    names = sorted(rules.bridges)
    blown: dict[str, tuple[str, ...]] = {}
    for n, name in enumerate(names):
        blown = {**blown, name: (name.partition("/")[0],)}
        if n % 3 == 2:
            blown.pop(names[n - 1])
        kept = net(rules, side, blown)
        if n % 7 == 0 or n == len(names) - 1:
            assert kept == net(ardennes.__wrapped__(), side, blown)
    assert net(rules, side, {}) == net(ardennes.__wrapped__(), side, {})
