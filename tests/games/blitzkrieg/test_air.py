"""BK-AIR: who bombs what, when, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, FactChanged, Resolved
from hexbench.engine.values import Action
from tests.games.blitzkrieg.field import (
    ALLIED,
    Situation,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    spy,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import TABLES

DUMPS = {"liege": dump("1512", ALLIED, 4), "neuss": dump("2010", "german", 4)}
UNITS = {"p": plane(), "q": plane(), "d": inf("1612", ALLIED, 6), "x": inf("1112")}


def clear(units: Mapping[str, Any], phasing: str = "german", turn: int = 17, **state: Any) -> Situation:
    """The air phase of a clear morning."""
    found = {"dumps": DUMPS, "clear": True, **state}
    return position(units, phase="air", phasing=phasing, turn=turn, **found)


# ---- when -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AIR-01")
@pytest.mark.rule("blitzkrieg", "BK-AIR-02")
@pytest.mark.rule("blitzkrieg", "BK-AMB-35")
@pytest.mark.parametrize(("turn", "sky", "flies"), [(17, True, True), (18, True, False), (17, False, False)])
def test_air_units_act_first_on_clear_mornings_only(turn: int, sky: bool, flies: bool) -> None:
    now = clear(UNITS, turn=turn, clear=sky)
    assert (now.step == ("german", "air")) is flies
    assert ("bomb" in now.verbs) is flies
    if flies:
        assert "move" not in now.verbs
        assert now.act("end").step == ("german", "movement")


@pytest.mark.rule("blitzkrieg", "BK-AIR-02")
def test_without_air_units_nobody_is_asked() -> None:
    grounded = {uid: unit for uid, unit in UNITS.items() if uid not in "pq"}
    assert clear(grounded).step == ("german", "movement")


@pytest.mark.rule("blitzkrieg", "BK-AIR-08")
def test_both_sides_bomb() -> None:
    assert clear(UNITS).offered("bomb") == ("p", "q")
    allied = {"p": plane(ALLIED), "q": plane(), "x": inf("1112"), "d": inf("1612", ALLIED)}
    assert clear(allied, ALLIED).offered("bomb") == ("p",)
    assert set(clear(allied, ALLIED).targets("bomb", "p")) == {"x", "2010"}


# ---- what -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AIR-03")
def test_any_enemy_ground_unit_or_enemy_dump_may_be_bombed() -> None:
    now = clear({**UNITS, "g": guns("2319", ALLIED)})
    assert set(now.targets("bomb", "p")) == {"d", "g", "1512"}
    assert now.refused("p", "x", verb="bomb") == ["BK-AIR-03"]
    assert now.refused("x", "d", verb="bomb") == ["BK-AIR-03"]
    assert now.refused("p", "2010", verb="bomb", how="dump") == ["BK-AIR-07"], "his own"
    allied = {"p": plane(ALLIED), "s": spy("1112"), "w": werfer("1214"), "d": inf("1612", ALLIED)}
    assert set(clear(allied, ALLIED).targets("bomb", "p")) == {"w", "2010"}, "no infiltrators"


@pytest.mark.rule("blitzkrieg", "BK-AIR-04")
@pytest.mark.rule("blitzkrieg", "BK-AIR-05")
@pytest.mark.rule("blitzkrieg", "BK-TAB-04")
@pytest.mark.parametrize(("roll", "left"), [(1, 9), (2, 9), (3, 8), (4, 12), (5, 9), (6, 8)])
def test_table_4(roll: int, left: int) -> None:
    now = clear({**UNITS, "d": inf("1612", ALLIED, 15, now=12)}).act("bomb", "p", "d", numbers=[roll])
    assert now["d"].strength == left


@pytest.mark.rule("blitzkrieg", "BK-AIR-05")
def test_losses_of_bombs_are_rounded_and_kill_below_one() -> None:
    now = clear({**UNITS, "d": inf("1612", ALLIED, 6)}).act("bomb", "p", "d", numbers=[1])
    assert now["d"].strength == 4, "1.5 is 2"
    (told,) = [event for event in now.events if isinstance(event, Resolved)]
    assert (told.what, told.object, told.result) == ("bombardment", "d", TABLES.bombardment[0])
    now = clear({**UNITS, "d": inf("1612", ALLIED, 2, now=2)}).act("bomb", "p", "d", numbers=[1])
    assert now["d"].strength == 1
    assert now.act("bomb", "q", "d", numbers=[6])["d"].strength == 1, "a third of 1 is none"


@pytest.mark.rule("blitzkrieg", "BK-AIR-11")
def test_terrain_does_not_protect_from_bombs() -> None:
    rules = country(forest="1612", city="1512")
    now = position({**UNITS, "d": tank("1612", ALLIED, 12)}, rules, phase="air", turn=17, clear=True)
    assert now.act("bomb", "p", "d", numbers=[3])["d"].strength == 8


# ---- dumps ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AIR-07")
@pytest.mark.rule("blitzkrieg", "BK-SUP-05")
@pytest.mark.rule("blitzkrieg", "BK-SUP-06")
@pytest.mark.parametrize(("roll", "number"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 3), (6, 3)])
def test_any_loss_is_one_hit_on_a_dump(roll: int, number: int) -> None:
    now = clear(UNITS).act("bomb", "p", "1512", how="dump", numbers=[roll])
    assert now.state.dumps["liege"].number == number
    assert len([e for e in now.events if isinstance(e, DiceRolled)]) == 1
    (told,) = [event for event in now.events if isinstance(event, Resolved)]
    assert told.result == ("nr" if number == 4 else "hit"), "a dump has no strength to lose"
    last = clear(UNITS, dumps={"liege": dump("1512", ALLIED, 1)}).act(
        "bomb", "p", "1512", how="dump", numbers=[1]
    )
    assert last.state.dumps["liege"].number == 0
    assert last.refused("q", "1512", verb="bomb", how="dump") == ["BK-AIR-07"], "it is gone"


@pytest.mark.rule("blitzkrieg", "BK-AMB-44")
@pytest.mark.rule("blitzkrieg", "BK-AIR-06")
@pytest.mark.rule("blitzkrieg", "BK-AIR-07")
@pytest.mark.rule("blitzkrieg", "BK-AMB-32")
def test_a_unit_on_a_dump_and_the_dump_share_one_die() -> None:
    units = {**UNITS, "d": inf("1512", ALLIED, 12), "e": inf("1512", ALLIED, 12)}
    now = clear(units)
    assert now.refused("p", "1512", verb="bomb", how="dump") == ["BK-AIR-07"], "choose the unit"
    hit = now.act("bomb", "p", "d", numbers=[3])
    assert (hit["d"].strength, hit["e"].strength) == (8, 12), "one chosen unit"
    assert hit.state.dumps["liege"].number == 3
    assert any(isinstance(e, FactChanged) for e in hit.events)
    missed = now.act("bomb", "p", "d", numbers=[4])
    assert (missed["d"].strength, missed.state.dumps["liege"].number) == (12, 4)


@pytest.mark.rule("blitzkrieg", "BK-AIR-06")
def test_the_dump_under_a_unit_that_has_taken_it_is_hit_as_his() -> None:
    units = {"p": plane(ALLIED), "x": inf("1512", strength=12), "d": inf("1912", ALLIED)}
    now = clear(units, ALLIED).act("bomb", "p", "x", numbers=[1])
    assert (now["x"].strength, now.state.dumps["liege"].number) == (9, 3)


# ---- once a turn -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AIR-09")
@pytest.mark.rule("blitzkrieg", "BK-AIR-10")
def test_each_air_unit_attacks_once_and_returns() -> None:
    now = clear(UNITS).act("bomb", "p", "d", numbers=[4])
    assert now.offered("bomb") == ("q",)
    assert now.refused("p", "d", verb="bomb") == ["BK-AIR-09"]
    assert now["p"].at == "#air/german", "it occupies no hex"
    again = clear({**UNITS, "p": plane(used=True)})
    assert again.offered("bomb") == ("q",)
    fresh = position({**UNITS, "p": plane(used=True)}, phase="turn", turn=17, clear=True, dumps=DUMPS)
    assert fresh.step == ("german", "air")
    assert fresh.offered("bomb") == ("p", "q")


def test_the_forecast_of_bombs() -> None:
    now = clear(UNITS)
    unit, depot = (
        now.seat.forecast(Action("bomb", ("p",), to, how)) for to, how in (("d", ""), ("1512", "dump"))
    )
    assert unit is not None
    assert depot is not None
    assert dict(unit.lines[0][1].results) == {"L1/4": 3, "L1/3": 2, "nr": 1}
    assert dict(depot.lines[0][1].results) == {"hit": 5, "nr": 1}


@pytest.mark.rule("blitzkrieg", "BK-AIR-03", "BK-AMB-32")
@pytest.mark.parametrize(("reading", "left"), [("unit", (6, 8)), ("stack", (6, 6))])
def test_bombs_hit_the_chosen_unit_or_the_whole_stack(reading: str, left: tuple[int, int]) -> None:
    units = {"p": plane(), "d": inf("1612", ALLIED, 8), "e": inf("1612", ALLIED, 8), "x": inf("1112")}
    now = position(units, country(bombed=reading), phase="air", turn=17, dumps=DUMPS, clear=True)
    told = [str(text) for text in now.targets("bomb", "p")["d"].says]
    assert told == (["1 other unit in its hex is bombed too."] if reading == "stack" else [])
    now = now.act("bomb", "p", "d", numbers=[1])  # 1/4
    assert (now["d"].strength, now["e"].strength) == left
    assert len([e for e in now.events if isinstance(e, DiceRolled)]) == 1
