"""The raster: collect, deposit, next, and that it is empty before the phase ends (BK-UI-12..14, BK-UI-25, BK-UI-31)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.blitzkrieg.infiltrators import refuge
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    HEXES,
    country,
    dump,
    inf,
    near,
    para,
    position,
    spy,
    tank,
)

FUEL = {"g": dump("1414", GERMAN, 8)}
SHORE = tuple((a, b) for a in HEXES for b in near(a) if int(a[:2]) < 16 <= int(b[:2]))
"""Every hexside between columns 15 and 16."""


@pytest.mark.rule("blitzkrieg", "BK-UI-12")
def test_a_collected_unit_leaves_the_map_and_its_engagement() -> None:
    now = position({"a": inf("1414"), "b": inf("1413"), "d": inf("1514", ALLIED)}).act(
        "engage", "a b", "1514"
    )
    after = now.act("collect", "a")
    assert (after["a"].at, after.state.raster) == ("#raster/german", ("a",))
    assert after.state.engagements[0].attackers == ("b",)
    assert after["a"].start == "1414"


@pytest.mark.rule("blitzkrieg", "BK-UI-12")
def test_guns_taken_up_forget_their_target() -> None:
    now = position({"a": tank("1414"), "d": inf("2420", ALLIED)}, fire={}, dumps=FUEL)
    assert now.act("collect", "a").state.fire == {}


@pytest.mark.rule("blitzkrieg", "BK-AMB-01")
@pytest.mark.rule("blitzkrieg", "BK-UI-13")
def test_the_raster_holds_twenty_seven() -> None:
    units = {f"u{n:02d}": inf(f"{10 + n // 3:02d}14") for n in range(28)}
    now = position(units, dumps=FUEL)
    for n in range(27):
        now = now.act("collect", f"u{n:02d}")
    assert len(now.state.raster) == 27
    assert "collect" not in now.verbs
    assert now.refused("u27", verb="collect") == ["BK-UI-13"]
    assert now.act("deposit", "u26", "1814").offered("collect")


@pytest.mark.rule("blitzkrieg", "BK-UI-14")
def test_the_last_unit_is_in_hand_and_any_other_may_be_named() -> None:
    now = (
        position({"a": inf("1214", mp=3), "b": tank("1214")}, dumps=FUEL)
        .act("collect", "a")
        .act("collect", "b")
    )
    assert now.offered("deposit") == ("b", "a")
    after = now.act("deposit", "b", "1614")
    assert (after["b"].at, after.state.raster) == ("1614", ("a",))
    assert after.refused("a", "1614", verb="deposit") == ["BK-MOV-02"]
    assert now.act("deposit", "a", "1514").state.raster == ("b",)


@pytest.mark.rule("blitzkrieg", "BK-UI-14")
def test_only_units_of_the_raster_are_put_down() -> None:
    now = position({"a": inf("1214"), "b": inf("1314")}, dumps=FUEL).act("collect", "a")
    assert now.refused("b", "1414", verb="deposit") == ["BK-UI-14"]
    assert now.refused("a b", "1414", verb="deposit") == ["BK-UI-14"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-07")
def test_a_unit_of_the_raster_may_go_back_to_where_it_began() -> None:
    now = position({"a": inf("1214")}, dumps=FUEL).move("a", "1314").act("collect", "a")
    target = now.targets("deposit", "a")["1214"]
    assert (target.cost, target.via) == (0, ())
    assert now.act("deposit", "a", "1214")["a"].at == "1214"


@pytest.mark.rule("blitzkrieg", "BK-UI-14")
@pytest.mark.rule("blitzkrieg", "BK-ENG-17")
def test_put_down_on_an_engaged_unit_it_joins_its_engagement() -> None:
    now = position({"a": inf("1414"), "b": inf("1314"), "i": spy("1314"), "d": inf("1514", ALLIED)})
    now = now.act("engage", "a", "1514").act("collect", "b")
    hows = [t.how for t in now.seat.targets("deposit", ("b",)) if t.object == "1414"]
    assert hows == ["", "engage"]
    assert now.act("deposit", "b", "1414").state.engagements[0].attackers == ("a",)
    joined = now.act("deposit", "b", "1414", how="engage")
    assert joined.state.engagements[0].attackers == ("a", "b")
    assert "BK-ENG-17" in [r.rule for r in now.reasons("deposit", "b", "1413", how="engage")]
    spied = now.act("deposit", "b", "1414").act("collect", "i")
    assert {t.how for t in spied.seat.targets("deposit", ("i",))} == {""}


@pytest.mark.rule("blitzkrieg", "BK-UI-25")
def test_next_takes_the_last_to_the_front() -> None:
    now = position({"a": inf("1214"), "b": inf("1314"), "c": inf("1414")}, dumps=FUEL)
    assert "next" not in now.verbs
    for uid in "abc":
        now = now.act("collect", uid)
    assert now.act("next").state.raster == ("c", "a", "b")
    assert position({"a": inf("1214")}, dumps=FUEL).reasons("next")[0].rule == "BK-UI-25"


@pytest.mark.rule("blitzkrieg", "BK-UI-31")
def test_the_raster_must_be_empty_before_the_phase_ends() -> None:
    now = position({"a": inf("1214")}, dumps=FUEL).act("collect", "a")
    assert now.reasons("resolve")[0].rule == "BK-UI-31"
    assert "resolve" not in now.verbs
    assert "resolve" in now.act("deposit", "a", "1214").verbs
    held = position(
        {"a": inf("#raster/german"), "b": inf("1414")}, held=("a",), raster=(), dumps=FUEL, sound=False
    )
    assert "resolve" in held.verbs


@pytest.mark.rule("blitzkrieg", "BK-AMB-36")
@pytest.mark.rule("blitzkrieg", "BK-UI-31")
def test_a_unit_without_room_anywhere_is_put_down_in_the_nearest_hex_that_takes_it() -> None:
    units = {"a": tank("1414", now=3, base=10, isolated=3), "d": inf("1514", ALLIED)}
    units |= {f"f{n}": para("1413", fixed=n == 0) for n in range(3)}
    now = position(units, country()).act("collect", "a")
    now = now.move("f1", "1414").move("f2", "1414")
    assert set(now.targets("deposit", "a")) == {"1414"}
    full = position({**units, "e": para("1314")}, country()).act("collect", "a")
    full = full.move("f1", "1414").move("f2", "1414").move("e", "1414")
    found = full.targets("deposit", "a")
    assert len(found) == 1
    at = next(iter(found))
    assert at not in ("1414", "1514")
    assert full.rules.atlas.distance(at, "1414") == 1
    assert full.refused("a", "1214", verb="deposit") == ["BK-UI-31"]
    assert full.act("deposit", "a", at)["a"].at == at
    default = full.seat.prompt.default
    assert default is not None
    assert (default.verb, default.object) == ("deposit", at)


def _crowded(rules: Any, kind: Any) -> str:
    """Where a unit is put down whose own hex and all hexes west of the line within two have been filled up meanwhile."""
    full = ("1514", *(at for at in near("1514", 2) if int(at[:2]) < 16))
    units = {"a": kind("#raster/allied", ALLIED, start="1514", fixed=True)}
    units |= {f"{at}-{n}": para(at, ALLIED) for at in full for n in range(3)}
    now = position(units, rules, phasing=ALLIED, raster=("a",))
    return refuge(now.rules, now.state, now.seat.board, "a")


@pytest.mark.rule("blitzkrieg", "BK-AMB-36")
@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
@pytest.mark.parametrize("kind", [inf, tank])
def test_nobody_is_put_down_behind_the_closed_siegfried_line(kind: Any) -> None:
    line = country(siegfried=" ".join(f"16{row}" for row in range(10, 22)))
    assert int(_crowded(line, kind)[:2]) < 16
    assert int(_crowded(country(), kind)[:2]) > 15


@pytest.mark.rule("blitzkrieg", "BK-AMB-36")
@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
def test_armor_is_not_put_down_over_a_river_without_a_bridge() -> None:
    shore = " ".join(f"{a}/{b}" for a, b in SHORE)
    assert int(_crowded(country(river=shore), inf)[:2]) > 15
    assert int(_crowded(country(river=shore), tank)[:2]) < 16
