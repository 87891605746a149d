"""Rulings about movement, infiltrators, works and supply, and rivers after battles (BK-AMB, BK-MOV-15)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.blitzkrieg.field import ALLIED, GERMAN, country, dump, inf, position, spy, tank

FUEL = {"g": dump("1014", GERMAN, 8), "a": dump("2420", ALLIED, 8)}


@pytest.mark.rule("blitzkrieg", "BK-AMB-39")
def test_every_infiltrator_of_a_hex_is_rolled_for_until_one_is_not_recognised() -> None:
    units = {"i": spy("1414"), "j": spy("1414"), "d": inf("1414", ALLIED)}
    now = position(units, phasing=ALLIED)
    free = now.act("move", "d", "1514", numbers=[1, 1])
    assert (free["i"].at, free["j"].at, free["d"].at) == ("#eliminated", "#eliminated", "1514")
    astray = now.act("move", "d", "1514", numbers=[1, 2, 1])
    assert (astray["i"].at, astray["j"].at, astray["d"].fixed) == ("#eliminated", "1414", True)
    first = now.act("move", "d", "1514", numbers=[2, 1])
    assert (first["i"].at, first["d"].fixed) == ("1414", True)


@pytest.mark.rule("blitzkrieg", "BK-AMB-40")
@pytest.mark.rule("blitzkrieg", "BK-BRG-02")
@pytest.mark.rule("blitzkrieg", "BK-BRG-08")
@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
def test_a_reinforcement_moves_but_demolishes_and_builds_nothing_in_its_first_turn() -> None:
    rules = country(
        river="1014/1114 1013/1014", roads=("1014 1114 1214", "1013 1014"), entries=(("x", "1014"),)
    )
    units = {
        "a": inf("#due/2", ALLIED, printed={"turn": 2, "at": "x"}),
        "b": inf("1014", ALLIED),
        "g": inf("2420"),
    }
    facts: dict[str, Any] = {"phase": "reinforcements", "phasing": ALLIED, "turn": 2}
    now = position(units, rules, dumps={}, blown={"1013/1014": ("1014",)}, **facts)
    now = now.act("place", "a", "1014")
    assert (now["a"].start, now["a"].arrived) == ("1014", True)
    assert "1015" in now.targets("move", "a")
    assert now.refused("a", "1114", verb="demolish") == ["BK-BRG-02"]
    assert now.refused("a", "1013", verb="bridge") == ["BK-BRG-08"]
    assert now.offered("demolish") == now.offered("bridge") == ("b",)
    later = now.act("resolve").until(ALLIED, "movement")
    assert (later.state.turn, later["a"].arrived) == (3, False)
    assert "1114" in later.targets("demolish", "a")
    fuel = position(units, rules, dumps={"f": dump("1014", ALLIED)}, **facts).act("place", "a", "1014")
    assert fuel.refused("a", "1014", verb="demolish") == ["BK-SUP-22"]


@pytest.mark.rule("blitzkrieg", "BK-AMB-40")
def test_whoever_is_deployed_has_begun_the_turn_where_he_was_put_down() -> None:
    rules = country(river="1014/1114", roads=("1014 1114",), zones=(("german.6", "1014 1015"),))
    units = {"a": inf("#raster/german", printed={"at": "zone", "zone": "german.6"}), "d": inf("2420", ALLIED)}
    now = position(units, rules, phase="deploy", dumps={}).act("place", "a", "1014").until(GERMAN, "movement")
    assert "1114" in now.targets("demolish", "a")


@pytest.mark.rule("blitzkrieg", "BK-UI-19")
def test_demolish_bridge_and_join_are_there_when_they_can_be_used() -> None:
    rules = country(river="1414/1514 1413/1414", roads=("1414 1514", "1413 1414"))
    units = {"a": inf("1414"), "b": inf("1414", now=2)}
    now = position(units, rules, blown={"1413/1414": ("1414",)}, dumps=FUEL)
    assert {"demolish", "bridge", "join"} <= set(now.verbs)
    none = position({"a": inf("1614")}, rules, dumps=FUEL)
    assert not {"demolish", "bridge", "join"} & set(none.verbs)


WIDE = "1514/1614 1513/1514 1514/1515 1413/1514 1415/1514"
"""Round 1514 all is river but towards 1414."""


@pytest.mark.rule("blitzkrieg", "BK-MOV-15")
def test_after_a_battle_rivers_are_crossed_at_once_but_not_by_armor() -> None:
    rules = country(river=WIDE)
    units = {"a": inf("1414", strength=12), "d": inf("1514", ALLIED, strength=4)}
    now = position(units, rules, dumps=FUEL).act("engage", "a", "1514").act("resolve")
    now = now.act("fight", "a", numbers=[2])
    assert now.step == (ALLIED, "retreat")
    assert "#eliminated" not in now.targets("fall_back", "d")
    beaten = position({**units, "d": tank("1514", ALLIED, strength=4)}, rules, dumps=FUEL)
    beaten = beaten.act("engage", "a", "1514").act("resolve").act("fight", "a", numbers=[2])
    assert set(beaten.targets("fall_back", "d")) == {"#eliminated"}  # BK-RES-21


@pytest.mark.rule("blitzkrieg", "BK-MOV-15")
def test_who_advances_crosses_a_river_at_once_but_armor_does_not() -> None:
    rules = country(river="1414/1514 1313/1414 1413/1414 1414/1415 1315/1414 1314/1414")
    units = {
        "a": inf("1414", strength=12),
        "t": tank("1414", strength=2),
        "d": inf("1514", ALLIED, strength=2),
    }
    now = position(units, rules, dumps=FUEL).act("engage", "a t", "1514").act("resolve")
    now = now.act("fight", "a", numbers=[2])  # 14 against 4, the river doubles: 3-1, Db3 Aa3
    now = now.until(GERMAN, "advance")
    assert "1514" in now.targets("advance", "a")
    assert now.targets("advance", "t") == {}
