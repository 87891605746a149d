"""BK-JOIN: weakened units built up from others of their type."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import StepLost, StepRegained, UnitChanged
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    country,
    dump,
    guns,
    inf,
    motor,
    position,
    spy,
    tank,
)

FUEL = {"g": dump("1414", GERMAN, 8)}


def pair(giver: dict[str, Any], receiver: dict[str, Any], **facts: Any) -> Situation:
    """A giver in the raster and a receiver on the map."""
    return position({"a": giver, "b": receiver}, dumps=FUEL, **facts).act("collect", "a")


@pytest.mark.rule("blitzkrieg", "BK-JOIN-01")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-03")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-06")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-09")
def test_the_unit_of_the_raster_gives_its_strength_and_disappears() -> None:
    now = pair(inf("1414", now=2), inf("1514", strength=6, now=3))
    after = now.act("join", "a", "b")
    assert (after["b"].strength, after["b"].fixed) == (5, True)
    assert (after["a"].at, after["a"].strength) == ("#merged", 0)
    assert after.state.raster == ()
    assert "BK-MOV-17" in after.refused("b", "1614")


@pytest.mark.rule("blitzkrieg", "BK-JOIN-04")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-05")
def test_no_more_than_the_original_strength_and_the_surplus_stays_in_the_raster() -> None:
    now = pair(inf("1414", strength=6), inf("1514", strength=6, now=2))
    after = now.act("join", "a", "b")
    assert after["b"].strength == 6
    assert (after["a"].at, after["a"].strength) == ("#raster/german", 2)
    assert after.state.raster == ("a",)
    assert {StepRegained("b", 6), StepLost("a", 2)} <= set(after.events), "who gained and who gave is told"
    assert "BK-UI-31" in [r.rule for r in after.reasons("resolve")]


@pytest.mark.rule("blitzkrieg", "BK-JOIN-04")
def test_a_unit_of_original_strength_takes_nothing() -> None:
    now = pair(inf("1414"), inf("1514"))
    assert now.reasons("join", "a", "b")[0].rule == "BK-JOIN-04"
    assert "join" not in now.verbs


@pytest.mark.rule("blitzkrieg", "BK-JOIN-02")
def test_both_must_be_of_one_type_and_side() -> None:
    now = pair(motor("1414"), tank("1514", now=3))
    assert now.reasons("join", "a", "b")[0].rule == "BK-JOIN-02"
    other = position({"a": inf("1414"), "d": inf("1614", ALLIED, now=1)})
    assert other.reasons("join", "a", "d")[0].rule == "BK-JOIN-02"
    spies = position({"i": spy("1414"), "j": spy("1514")})
    assert spies.reasons("join", "i", "j")[0].rule == "BK-JOIN-02"


@pytest.mark.rule("blitzkrieg", "BK-JOIN-07")
def test_the_giver_must_be_able_to_reach_the_hex() -> None:
    now = pair(inf("1414", mp=3, now=2), inf("1814", strength=6, now=3))
    assert now.reasons("join", "a", "b")[0].rule == "BK-JOIN-07"
    assert (
        pair(inf("1414", mp=4, now=2), inf("1814", strength=6, now=3)).act("join", "a", "b")["b"].strength
        == 5
    )
    forest = country(forest="1514")
    gun = {"a": guns("1414", mp=2, now=2), "b": guns("1514", now=3)}
    assert position(gun, forest, dumps=FUEL).reasons("join", "a", "b")[0].rule == "BK-JOIN-07"


@pytest.mark.rule("blitzkrieg", "BK-JOIN-07")
def test_a_unit_of_the_same_hex_needs_no_way() -> None:
    now = pair(tank("1414", mp=0, now=4), tank("1414", now=5))
    assert now.act("join", "a", "b")["b"].strength == 9


@pytest.mark.rule("blitzkrieg", "BK-JOIN-08")
@pytest.mark.rule("blitzkrieg", "BK-SUP-20")
@pytest.mark.parametrize("isolated", ["a", "b"])
def test_if_one_is_in_supply_both_are_again(isolated: str) -> None:
    cut: dict[str, Any] = {"strength": 10, "now": 4, "base": 8, "isolated": 2, "mp": 9}
    well: dict[str, Any] = {"strength": 10, "now": 5}
    units = {
        "a": tank("1414", **(cut if isolated == "a" else well)),
        "b": tank("1514", **(cut if isolated == "b" else well)),
    }
    after = position(units, dumps=FUEL).act("collect", "a").act("join", "a", "b")
    assert (after["b"].strength, after["b"].isolated, after["b"].base) == (10, 0, 0)
    assert (after["a"].strength, after["a"].isolated, after["a"].base) == (3, 0, 0)
    assert UnitChanged(isolated, "isolated", "0") in after.events


@pytest.mark.rule("blitzkrieg", "BK-AMB-38")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-08")
def test_two_isolated_units_stay_isolated_as_long_as_the_longer() -> None:
    one = tank("1414", strength=12, now=3, base=4, isolated=1, mp=9)
    other = tank("1514", strength=12, now=2, base=4, isolated=2)
    after = pair(one, other).act("join", "a", "b")
    assert (after["b"].base, after["b"].isolated, after["b"].strength) == (8, 2, 4)
    assert after["a"].at == "#merged"


@pytest.mark.rule("blitzkrieg", "BK-JOIN-10")
def test_a_full_hex_is_no_obstacle() -> None:
    units = {"a": inf("1414", now=2), "b": inf("1514", now=1), "c": inf("1514"), "d": inf("1514")}
    now = position(units, dumps=FUEL).act("collect", "a")
    assert "1514" not in now.targets("deposit", "a")
    assert now.act("join", "a", "b")["b"].strength == 3


def test_a_unit_on_the_map_joins_in_one_gesture() -> None:
    now = position({"a": inf("1414", strength=6), "b": inf("1514", strength=6, now=2)}, dumps=FUEL)
    assert now.offered("join") == ("a",)
    after = now.act("join", "a", "b")
    assert (after["a"].at, after.state.raster) == ("#raster/german", ("a",))
    engaged = position({"a": inf("1414", now=2), "b": inf("1413", now=1), "d": inf("1514", ALLIED)})
    after = engaged.act("engage", "a b", "1514").act("join", "a", "b")
    assert after.state.engagements[0].attackers == ("b",)


def test_bad_requests_are_refused() -> None:
    now = position({"a": inf("1414"), "b": inf("1514", now=2), "f": inf("1414", fixed=True)})
    assert now.reasons("join", "a", "a")[0].rule == "BK-JOIN-01"
    assert now.reasons("join", "a", "")[0].rule == "BK-JOIN-01"
    assert now.reasons("join", "", "b")[0].rule == "BK-JOIN-01"
    assert now.reasons("join", "f", "b")[0].rule == "BK-MOV-17"
    door = country(entries=(("prum", "1010"),))
    box = position({"a": inf("#due/9", printed={"turn": 9, "at": "prum"}), "b": inf("1514", now=2)}, door)
    assert box.reasons("join", "a", "b")[0].rule == "BK-JOIN-01"


@pytest.mark.rule("blitzkrieg", "BK-INF-06")
@pytest.mark.rule("blitzkrieg", "BK-INF-10")
def test_infiltrators_lead_givers_astray_too() -> None:
    units = {"i": spy("1414"), "a": inf("1414", ALLIED), "b": inf("1614", ALLIED, now=2)}
    now = position(units, phasing=ALLIED)
    astray = now.act("join", "a", "b", numbers=[6, 1])
    assert (astray["a"].fixed, astray["b"].strength) == (True, 2)
    assert now.act("join", "a", "b", numbers=[1])["b"].strength == 4
    past = position({**units, "i": spy("1614")}, phasing=ALLIED)
    assert past.act("join", "a", "b", numbers=[6, 1])["b"].strength == 2
    assert past.act("join", "a", "b", numbers=[1])["b"].strength == 4


@pytest.mark.rule("blitzkrieg", "BK-JOIN-01")
def test_only_ground_units_of_the_map_are_joined() -> None:
    now = position({"i": spy("1414"), "j": spy("1414")})
    assert now.refused("i", "j", verb="join") == ["BK-JOIN-02"]
    assert now.sentence("i", "j", verb="join") == "Only ground units can be joined."
    pair_ = position({"a": inf("1414", now=2), "b": inf("1514", now=2)}, dumps=FUEL).act("collect", "b")
    assert pair_.refused("a", "b", verb="join") == ["BK-JOIN-01"]
