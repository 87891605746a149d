"""BK-RES-14, 18..27: retreats of exactly so many hexes, what forbids them, and death."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg.retreat import retreat_ways
from hexbench.study.playout import Chance, position_breaches
from tests.games.blitzkrieg.field import (
    ALLIED,
    PLAIN,
    Situation,
    along,
    country,
    inf,
    near,
    position,
    ring,
    spy,
    tank,
)


def beaten(
    units: dict[str, Any], rules: Any = PLAIN, n: int = 2, first: str = "a", **state: Any
) -> Situation:
    """a in 1412 beats all in 1512, who retreat n hexes: at 2-1 a 1 gives 2, a 4 gives 3; at 5-1 a 4 gives 1."""
    attackers = " ".join(u for u in units if u.startswith(first))
    phasing = units[attackers.split()[0]]["printed"]["side"]
    now = position(units, rules, phasing=phasing, **state).act("engage", attackers, "1512").act("resolve")
    now = now.act("fight", attackers.split()[0], numbers=[{1: 4, 2: 1, 3: 4}[n]])
    assert now.step[1] == "retreat"
    return now


def routes(
    units: dict[str, Any], rules: Any = PLAIN, n: int = 2, uid: str = "d", **state: Any
) -> dict[str, Any]:
    """Where a unit could retreat to as things stand."""
    now = position(units, rules, **state)
    return retreat_ways(now.rules, now.state, now.seat.board, uid, n)


PAIR = {"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)}


# ---- how far ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-14")
@pytest.mark.rule("blitzkrieg", "BK-RES-26")
@pytest.mark.rule("blitzkrieg", "BK-AMB-13")
def test_the_way_has_exactly_n_steps_and_no_hex_twice() -> None:
    assert set(routes(PAIR, n=1)) == {"1612", "1511", "1513"}
    two = routes(PAIR, n=2)
    assert all(len(via) == 2 and len({"1512", *via}) == 3 for via in two.values())
    assert "1512" not in two
    open_ = set(near("1512", 2)) - set(near("1412")) - {"1412"}
    assert set(two) == {b for a in ("1612", "1511", "1513") for b in near(a)} & open_
    assert {"1612", "1511", "1513"} - set(two) == set(), "one hex away by a way of two"
    three = routes(PAIR, n=3)
    assert all(len(via) == 3 and len({"1512", *via}) == 4 for via in three.values())


@pytest.mark.rule("blitzkrieg", "BK-RES-14")
@pytest.mark.rule("blitzkrieg", "BK-RES-18")
def test_all_units_of_the_side_retreat_each_on_its_own() -> None:
    units = {"a": inf("1412", strength=16), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED)}
    now = beaten(units)
    assert now.step == ("allied", "retreat")
    assert set(now.verbs) == {"quit", "fall_back"}, "it is obligatory"
    assert now.offered("fall_back") == ("d", "e")
    now = now.act("fall_back", "e", "1712")
    assert now.offered("fall_back") == ("d",)
    assert now.refused("e", "1612", verb="fall_back") == ["BK-RES-18"]
    assert UnitMoved("e", ("1512", "1612", "1712"), "retreat") in now.events
    now = now.act("fall_back", "d", "1510")
    assert now.step[1] == "advance"


@pytest.mark.rule("blitzkrieg", "BK-RES-14")
def test_attackers_retreat_too() -> None:
    units = {"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 8)}
    now = position(units).act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[4])
    assert now.step == ("german", "retreat"), "1-1, 4: Ab1 Da1"
    assert set(now.targets("fall_back", "a")) == {"1312", "1311", "1313"}
    now = now.act("fall_back", "a", "1312")
    assert now.step == ("allied", "advance")


@pytest.mark.rule("blitzkrieg", "BK-RES-19")
@pytest.mark.rule("blitzkrieg", "BK-AMB-10")
def test_retreats_come_before_advances() -> None:
    now = beaten(PAIR)
    assert "BK-SEQ-01" in [r.rule for r in now.reasons("advance", "a", "1512")]
    now = now.act("fall_back", "d", "1712")
    assert now.step == ("german", "advance")


@pytest.mark.rule("blitzkrieg", "BK-RES-20")
def test_whoever_was_handled_loses_the_border() -> None:
    units = {"a": inf("1412", strength=16), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED)}
    now = beaten(units)
    rings = {uid: now.seat.face(uid).ring for uid in units}  # type: ignore[union-attr]
    assert rings["a"] == rings["d"] == rings["e"] != ""
    now = now.act("fall_back", "d", "1712")
    rings = {uid: now.seat.face(uid).ring for uid in units}  # type: ignore[union-attr]
    assert rings["d"] == ""
    assert rings["a"] == rings["e"] != ""


@pytest.mark.rule("blitzkrieg", "BK-RES-22")
def test_the_permissible_destinations_are_shown() -> None:
    now = beaten(PAIR)
    shown = now.seat.overlay("where_unit", "d")
    assert shown is not None
    assert set(now.targets("fall_back", "d")) <= {shade.hex for shade in shown.shades}


@pytest.mark.rule("blitzkrieg", "BK-RES-27")
def test_retreats_ignore_movement_costs() -> None:
    units = {"a": inf("1412", strength=8), "d": tank("1512", ALLIED, 4, mp=6)}
    rules = country(forest=" ".join(near("1512", 3)))
    assert set(routes(units, rules, 3)) == set(routes(units, PLAIN, 3))
    assert set(routes({**units, "d": inf("1512", ALLIED, 4, mp=1)}, n=3)) == set(routes(units, n=3))


# ---- what forbids it ------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-23")
def test_no_way_next_to_an_enemy() -> None:
    now = beaten({**PAIR, "x": inf("1713")})
    assert not set(now.targets("fall_back", "d")) & set(near("1713"))
    found = now.reasons("fall_back", "d", "1611")
    assert found == ()
    assert now.refused("d", "1712", verb="fall_back") == ["BK-RES-23"]
    assert now.sentence("d", "1712", verb="fall_back") == "1712 is adjacent to an enemy unit."
    assert now.refused("d", "1712", via="1612 1712", verb="fall_back") == ["BK-RES-23"]


@pytest.mark.rule("blitzkrieg", "BK-RES-23")
@pytest.mark.rule("blitzkrieg", "BK-MAP-13")
def test_no_way_off_the_map() -> None:
    units = {"a": inf("1111", strength=8), "d": inf("1010", ALLIED, 4)}
    assert routes(units, n=1, uid="d") == {}
    assert set(routes({"a": inf("1212"), "d": inf("1110", ALLIED)}, n=1)) == {"1010", "1210", "1011"} - set(
        near("1212")
    )
    now = beaten({"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)})
    assert now.refused("d", "9999", verb="fall_back") == ["BK-MAP-13"]


@pytest.mark.rule("blitzkrieg", "BK-RES-23")
@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
@pytest.mark.rule("blitzkrieg", "BK-MOV-15")
def test_armor_does_not_retreat_over_an_unbridged_river() -> None:
    rules = country(river=ring("1512"))
    armor = {"a": inf("1412", strength=8), "d": tank("1512", ALLIED, 2)}
    assert routes(armor, rules) == {}
    assert routes({**armor, "d": inf("1512", ALLIED, 2)}, rules) == routes(PAIR)
    bridged = country(river=ring("1512"), roads=("1512 1612",))
    assert {via[0] for via in routes(armor, bridged).values()} == {"1612"}
    assert routes(armor, bridged, blown={"1512/1612": ("1512",)}) == {}
    now = beaten({"a": inf("1412", strength=8), "d": tank("1512", ALLIED, 2)}, bridged)
    assert now.refused("d", "1511", via="1611 1511", verb="fall_back") == ["BK-RES-26"]
    assert now.refused("d", "1510", via="1511 1510", verb="fall_back") == ["BK-MOV-14"]
    behind = country(river="1511/1512 1512/1513 1512/1612", roads=("1512 1612",))
    one = beaten({"a": inf("1412", strength=20), "d": tank("1512", ALLIED, 4)}, behind, n=1)
    assert set(one.targets("fall_back", "d")) == {"1612"}
    assert one.refused("d", "1511", verb="fall_back") == ["BK-MOV-14"]
    sentence = "Armor cannot cross the river between 1512 and 1511."
    assert one.sentence("d", "1511", verb="fall_back") == sentence


@pytest.mark.rule("blitzkrieg", "BK-RES-23")
@pytest.mark.rule("blitzkrieg", "BK-RES-25")
@pytest.mark.rule("blitzkrieg", "BK-AMB-14")
def test_stacking_is_tested_in_the_last_hex_only() -> None:
    full = {f"s{i}": inf("1612", ALLIED) for i in range(3)}
    now = beaten({**PAIR, **full})
    ways = now.targets("fall_back", "d")
    assert "1612" not in ways
    assert now.refused("d", "1612", verb="fall_back") == ["BK-RES-25"]
    assert ways["1712"].via == ("1612", "1712"), "through it"
    assert "1612" in routes({**PAIR, "s0": inf("1612", ALLIED), "s1": inf("1612", ALLIED)})


@pytest.mark.rule("blitzkrieg", "BK-RES-23")
@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_allies_neither_enter_nor_pass_the_siegfried_line() -> None:
    rules = country(siegfried=along("1612", "1712") + " 1611 1613 1511 1513")
    assert routes(PAIR, rules) == {}
    german = {"a": inf("1412", ALLIED, 8), "d": inf("1512", strength=4)}
    assert routes(german, rules, phasing="allied") != {}
    gap = country(siegfried="1511 1513")
    assert {via[0] for via in routes(PAIR, gap).values()} == {"1612"}
    now = beaten({"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)}, gap)
    assert now.refused("d", "1511", verb="fall_back") == ["BK-MOV-11"]


@pytest.mark.rule("blitzkrieg", "BK-RES-24")
@pytest.mark.rule("blitzkrieg", "BK-AMB-12")
def test_the_starting_hex_and_infiltrators_do_not_count() -> None:
    assert routes(PAIR) != {}, "it starts next to a"
    assert routes({**PAIR, "s": spy("1713"), "t": spy("1612")}) == routes(PAIR)


@pytest.mark.rule("blitzkrieg", "BK-RES-26")
def test_destinations_at_another_distance_are_refused() -> None:
    now = beaten(PAIR)
    assert now.refused("d", "1812", verb="fall_back") == ["BK-RES-26"]
    assert "BK-RES-26" in now.refused("d", "1512", verb="fall_back")
    assert now.refused("d", "1712", via="1712", verb="fall_back") == ["BK-RES-26"]


def test_the_player_may_choose_the_way_itself() -> None:
    now = beaten(PAIR)
    ways = [(a, b) for a in ("1612", "1511", "1513") for b in near(a) if b == "1611"]
    assert len(ways) == 2
    for way in ways:
        went = now.act("fall_back", "d", "1611", via=" ".join(way))
        assert UnitMoved("d", ("1512", *way), "retreat") in went.events


# ---- death -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-21")
def test_a_unit_without_a_way_dies_when_its_owner_selects_it() -> None:
    units = {**PAIR, "x": inf("1712"), "y": inf("1510"), "z": inf("1514")}
    now = position(units).act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[1])
    assert now.step == ("allied", "retreat")
    assert set(now.targets("fall_back", "d")) == {"#eliminated"}
    assert now["d"].at == "1512", "not before it is selected"
    now = now.act("fall_back", "d", "#eliminated")
    assert now["d"].at == "#eliminated"
    assert now.state.lost["allied"] == 4
    assert now.step == ("german", "advance")


@pytest.mark.rule("blitzkrieg", "BK-RES-21")
def test_selecting_it_says_enough() -> None:
    units = {**PAIR, "x": inf("1712"), "y": inf("1510"), "z": inf("1514")}
    now = position(units).act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[1])
    assert list(position_breaches(now.rules, now.state, Chance(1).number)) == [], (
        "and no check takes it for a fault"
    )
    now = now.act("fall_back", "d")
    assert now["d"].at == "#eliminated"
    assert now.outcome.action == Action("fall_back", ("d",), "#eliminated"), "recorded as it is offered"


@pytest.mark.rule("blitzkrieg", "BK-RES-20")
def test_a_unit_with_a_way_is_asked_where_it_leads() -> None:
    assert beaten(PAIR).refused("d", "", verb="fall_back") == ["BK-RES-20"]


@pytest.mark.rule("blitzkrieg", "BK-RES-21")
def test_a_unit_with_a_way_may_not_choose_death() -> None:
    now = beaten(PAIR)
    assert now.refused("d", "#eliminated", verb="fall_back") == ["BK-RES-21"]


@pytest.mark.rule("blitzkrieg", "BK-RES-21")
def test_who_goes_first_may_shut_out_the_next() -> None:
    """One place left in the only hex of a retreat by one: the order decides who lives."""
    rules = country(siegfried="1511 1513")
    units = {"a": inf("1412", strength=30), "d": inf("1512", ALLIED, 3), "e": inf("1512", ALLIED, 3)}
    units |= {"s": inf("1612", ALLIED), "t": inf("1612", ALLIED)}
    now = beaten(units, rules, 1)
    assert set(now.targets("fall_back", "d")) == set(now.targets("fall_back", "e")) == {"1612"}
    now = now.act("fall_back", "e", "1612")
    assert set(now.targets("fall_back", "d")) == {"#eliminated"}


@pytest.mark.rule("blitzkrieg", "BK-AMB-46")
def test_infiltrators_do_not_lead_retreats_and_advances_astray() -> None:
    units = {"a": inf("1412", ALLIED, 8), "d": inf("1512", strength=4), "s": spy("1512"), "t": spy("1412")}
    now = position(units, phasing="allied").act("engage", "a", "1512").act("resolve")
    now = now.act("fight", "a", numbers=[1]).act("fall_back", "d", "1712", numbers=[])
    now = now.act("advance", "a", "1512", numbers=[])
    assert now["a"].at == "1512"
    units = {"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4), "s": spy("1612"), "t": spy("1512")}
    now = beaten(units).act("fall_back", "d", "1712", via="1612 1712", numbers=[])
    assert now["d"].at == "1712"
