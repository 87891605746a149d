"""Advance after combat by the three columns of the chart (TT-ADV, TT-BLZ-10..13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.rules import TtRules
from tests.games.trumpets.combats import top
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    along,
    cavalry,
    country,
    engineer,
    grenadiers,
    guns,
    hq,
    inf,
    position,
    ring,
    stug,
    tank,
    unit,
)
from tests.games.trumpets.shipped import TABLES

ROAD = country(roads=(along("1015", "2415"),))
ROWS = {
    "DE": (2, 2, 1),
    "STEP": (2, 2, 1),
    "D1": (2, 2, 1),
    "D2": (4, 4, 2),
    "D3": (6, 6, 3),
    "D4": (8, 8, 4),
}
FAR = {"x": inf("1010", ALLIED)}


def after(row: str, units: dict[str, Any], rules: TtRules = PLAIN, **facts: Any) -> Situation:
    """The units of the phasing side may advance into 1515, which is empty, with a row of the chart."""
    state = {key: facts.pop(key) for key in ("works", "turn", "phasing") if key in facts}
    base = position({**units, **({} if "x" in units else FAR)}, rules, phase="combat", sound=False, **state)
    who = base.state.phasing
    mine = tuple(u for u, one in units.items() if one["side"] == who)
    step = Advance(who=who, units=mine, row=row, **{"hex": "1515", **facts})
    return Situation(rules, rules.resume(replace(base.state, stack=(*base.state.stack, step))))


def most(now: Situation, uid: str) -> int:
    """The most hexes a unit can advance."""
    found = now.targets("advance", uid).values()
    return max((len(t.via) for t in found), default=0)


@pytest.mark.rule("trumpets", "TT-ADV-11", "TT-ADV-12", "TT-ADV-13", "TT-ADV-14", "TT-ADV-15", "TT-ADV-16")
@pytest.mark.parametrize(("row", "rates"), ROWS.items())
def test_the_rows_of_the_chart(row: str, rates: tuple[int, int, int]) -> None:
    assert TABLES.advance.rows[row] == rates
    recon, road, basic = rates
    units = {"c": cavalry("1415", GERMAN), "t": tank("1415"), "i": inf("1415")}
    now = after(row, units, ROAD)
    assert [most(now, uid) for uid in "cti"] == [recon, min(road, 8), min(basic, 4)]


@pytest.mark.rule("trumpets", "TT-ADV-01")
@pytest.mark.rule("trumpets", "TT-BLZ-11")
@pytest.mark.parametrize("kind", ["arm_recon_co", "arm_cav_trp", "kgp_hq"])
def test_the_recon_column_needs_no_road(kind: str) -> None:
    assert most(after("D1", {"c": unit(kind, "1415")}), "c") == 2
    blitz = after("D1", {"c": unit(kind, "1415"), "x": inf("1515", ALLIED)}, blitz=True)
    assert most(blitz, "c") == 2


@pytest.mark.rule("trumpets", "TT-ADV-02")
@pytest.mark.rule("trumpets", "TT-ADV-03")
@pytest.mark.rule("trumpets", "TT-AMB-28")
def test_the_road_column_is_for_those_who_begin_and_stay_on_roads() -> None:
    units = {"t": tank("1415"), "g": grenadiers("1415"), "s": stug("1415"), "i": inf("1415")}
    now = after("D2", units, ROAD)
    assert [most(now, uid) for uid in "tgsi"] == [4, 4, 2, 2]
    assert "1815" in now.targets("advance", "t")
    assert "1714" not in now.targets("advance", "t")
    assert now.refused("t", "1714", verb="advance") == ["TT-ADV-02"]
    assert "1614" in now.targets("advance", "t")  # two hexes, off the road: the basic rate
    rules = {at: now.targets("advance", "t")[at].rules for at in ("1815", "1614")}
    assert rules == {"1815": ("TT-ADV-14", "TT-ADV-02"), "1614": ("TT-ADV-14", "TT-ADV-03")}
    beside = after("D2", {"t": tank("1514")}, ROAD)
    assert most(beside, "t") == 2
    fork = country(roads=(along("1015", "2415"), "1615 1714 1713"))
    assert "1713" in after("D2", {"t": tank("1415")}, fork).targets("advance", "t")
    bare = after("D2", {"t": tank("1415")})
    assert most(bare, "t") == 2
    assert bare.refused("t", "1715", verb="advance") == ["TT-ADV-03"]


@pytest.mark.rule("trumpets", "TT-ADV-04")
def test_who_never_advances() -> None:
    now = after("D4", {"g": guns("1415"), "h": hq("1415"), "k": unit("kgp_hq", "1415"), "i": inf("1415")})
    assert now.offered("advance") == ("k", "i")
    assert now.refused("g", "1515", verb="advance") == ["TT-ADV-04"]
    assert now.refused("h", "1515", verb="advance") == ["TT-ADV-04"]


@pytest.mark.rule("trumpets", "TT-ADV-05")
def test_an_advance_spends_no_more_than_the_movement_factor() -> None:
    now = after("D4", {"t": tank("1415")}, ROAD)
    assert now.targets("advance", "t")["2215"].cost == 8 * 12  # a road hex costs one, never a half
    slow = after("D4", {"t": unit("tiger_co", "1415")}, ROAD)
    assert most(slow, "t") == 6
    assert slow.refused("t", "2115", verb="advance") == ["TT-ADV-05"]
    woods = country(woods=along("1515", "2415"), forest="1514 1516 1614 1616")
    foot = after("D4", {"i": inf("1415")}, woods)
    assert set(foot.targets("advance", "i")) >= {"1515", "1615"}
    assert most(foot, "i") == 2  # each of the woods costs two
    assert foot.refused("i", "1715", verb="advance") == ["TT-ADV-05"]


@pytest.mark.rule("trumpets", "TT-ADV-05", "TT-REC-17")
def test_an_advance_crosses_rivers_only_by_bridges_road_or_not() -> None:
    water = {"roads": (along("1015", "2415"),), "river": "1515/1615"}
    units = {"t": tank("1415"), "c": cavalry("1415", GERMAN)}
    now = after("D1", units, country(**water))
    for uid in "tc":
        assert "1615" not in now.targets("advance", uid)
        assert now.refused(uid, "1615", "1515 1615", verb="advance") == ["TT-REC-17"]
    bridged = after("D1", units, country(**water, bridge="1515/1615"))
    assert "1615" in bridged.targets("advance", "t")
    first = after("D1", units, country(roads=(along("1015", "2415"),), river=ring("1515")))
    assert first.refused("t", "1515", verb="advance") == ["TT-REC-17"]


@pytest.mark.rule("trumpets", "TT-ADV-06")
@pytest.mark.parametrize("row", ["D1", "D3"])
def test_after_a_strong_point_or_fort_everybody_goes_at_the_basic_rate(row: str) -> None:
    now = after(row, {"c": cavalry("1415", GERMAN), "t": tank("1415"), "i": inf("1415")}, ROAD, basic=True)
    assert {most(now, uid) for uid in "cti"} == {ROWS[row][2]}
    if row == "D1":
        assert now.refused("c", "1615", verb="advance") == ["TT-ADV-06"]


@pytest.mark.rule("trumpets", "TT-ADV-07")
def test_after_a_road_block_the_advance_is_one_hex() -> None:
    works = {"1515": Works(road_block=True, owner="allied")}
    now = after("D4", {"c": cavalry("1415", GERMAN), "t": tank("1415")}, ROAD, works=works, stops=True)
    assert set(now.targets("advance", "t")) == set(now.targets("advance", "c")) == {"1515"}
    assert now.refused("t", "1615", verb="advance") == ["TT-ADV-07"]


def advance_of(now: Situation) -> Situation:
    """The same when the advance is asked about."""
    return now if now.step == (GERMAN, "advance") else now.until(GERMAN, "advance")


ATTACK = {"a": tank("1415"), "b": inf("1415"), "c": inf("1415"), "d": inf("1515", ALLIED, lost=2)}


@pytest.mark.rule("trumpets", "TT-DEF-ADV-IP5", "TT-DEF-ADV-IP6", "TT-DEF-ADV-SP", "TT-DEF-ADV-FT")
@pytest.mark.parametrize(
    ("key", "flags"),
    [
        ("IP5", (False, False)),
        ("IP6", (False, False)),
        ("SP", (True, False)),
        ("FT", (True, False)),
    ],
)
@pytest.mark.rule("trumpets", "TT-ADV-08")
@pytest.mark.rule("trumpets", "TT-ADV-06")
def test_what_a_position_makes_of_the_advance(key: str, flags: tuple[bool, bool]) -> None:
    works = {"1515": Works(main=key, owner="allied")}  # type: ignore[arg-type]
    now = position(ATTACK, phase="combat", turn="18MO", works=works).act("attack", "a b c", "1515")
    step = top(advance_of(now.act("fight", numbers=[6, 3])))
    assert (step.basic, step.stops) == flags


@pytest.mark.rule("trumpets", "TT-DEF-ADV-RB")
@pytest.mark.rule("trumpets", "TT-ADV-07")
@pytest.mark.rule("trumpets", "TT-DEF-27")
@pytest.mark.parametrize(("defender", "stops"), [("inf_bn", True), ("flak_lt", False)])
def test_only_a_manned_road_block_stops_the_advance(defender: str, stops: bool) -> None:
    works = {"1515": Works(road_block=True, owner="allied")}
    units = {**ATTACK, "d": unit(defender, "1515", ALLIED)}
    now = position(units, ROAD, phase="combat", turn="18MO", works=works).act("attack", "a b c", "1515")
    step = top(advance_of(now.act("fight", numbers=[6, 2])))
    assert step.stops == stops


@pytest.mark.rule("trumpets", "TT-ADV-09")
@pytest.mark.rule("trumpets", "TT-AMB-27")
def test_the_first_hex_is_the_one_the_enemy_left_and_nobody_must_go() -> None:
    now = after("D2", {"i": inf("1415"), "j": inf("1514"), "o": inf("1213")})
    assert all(t.via[0] == "1515" for t in now.targets("advance", "i").values())
    assert now.refused("i", "1416", verb="advance") == ["TT-ADV-09"]
    assert now.refused("o", "1515", verb="advance") != []
    assert now.seat.prompt.default == Action("end")
    assert now.act("end").places()["i"] == "1415"
    gone = now.act("advance", "i", "1615")
    assert UnitMoved("i", ("1415", "1515", "1615"), "advance") in gone.events
    assert gone.refused("i", "1715", verb="advance") == ["TT-ADV-09"]


@pytest.mark.rule("trumpets", "TT-ADV-09")
def test_a_special_hq_that_attacked_along_may_advance() -> None:
    units = {**ATTACK, "k": unit("kgp_hq", "1415"), "o": inf("1416")}
    now = position(units, phase="combat", turn="18MO").act("attack", "a b c k", "1515")
    done = advance_of(now.act("fight", numbers=[6, 3]))
    assert done.offered("advance") == ("a", "b", "c", "k")


@pytest.mark.rule("trumpets", "TT-ADV-09", "TT-ADV-01")
def test_a_special_hq_beside_the_attackers_advances_without_being_named() -> None:
    units = {**ATTACK, "k": unit("kgp_hq", "1415"), "far": unit("kgp_hq", "1416"), "o": hq("1415")}
    now = position(units, phase="combat", turn="18MO").act("attack", "a b c", "1515")
    done = advance_of(now.act("fight", numbers=[6, 3]))
    assert done.offered("advance") == ("a", "b", "c", "k")
    gone = done.act("advance", "k", "1515")
    assert gone["k"].at == "1515"
    # once in a segment, like an attacker
    assert gone["k"].attacked
    assert "k" not in gone.offered("advance")
    used = {**units, "k": unit("kgp_hq", "1415", attacked=True)}
    now = position(used, phase="combat", turn="18MO").act("attack", "a b c", "1515")
    assert "k" not in advance_of(now.act("fight", numbers=[6, 3])).offered("advance")


@pytest.mark.rule("trumpets", "TT-ADV-10")
def test_the_advance_ends_next_to_the_enemy_but_not_in_its_first_hex() -> None:
    near = {"i": inf("1415"), "x": inf("1713", ALLIED)}
    now = after("D4", near)
    # 1613 and 1714 are next to 1713; 1712 lies beyond 1613
    assert {"1613", "1714"} <= set(now.targets("advance", "i"))
    assert now.refused("i", "1712", verb="advance") == ["TT-ADV-10"]
    # already the second hex entered can be the last: 1613 is three hexes away only by 1614, next to 1714
    second = after("D3", {"i": inf("1415"), "x": inf("1714", ALLIED)})
    assert {"1614", "1615"} <= set(second.targets("advance", "i"))
    assert second.refused("i", "1613", verb="advance") == ["TT-ADV-10"]
    assert second.refused("i", "1613", "1515 1614 1613", verb="advance") == ["TT-ADV-10"]
    around = after("D4", {"i": inf("1415"), "x": inf("1714", ALLIED)})
    assert around.targets("advance", "i")["1613"].via == ("1515", "1514", "1513", "1613")
    assert around.refused("i", "1613", "1515 1614 1613", verb="advance") == ["TT-ADV-10"]
    assert "1415" not in around.targets("advance", "i"), "nobody advances to where he is"
    free = after("D4", near, country(advance_stops_in_zoc=False))
    assert "1712" in free.targets("advance", "i")
    first = after("D2", {"i": inf("1415"), "x": inf("1514", ALLIED)})
    assert "1516" in first.targets("advance", "i")
    harmless = after("D4", {"i": inf("1415"), "x": engineer("1713", ALLIED)})
    assert "1712" in harmless.targets("advance", "i")


@pytest.mark.rule("trumpets", "TT-ADV-10", "TT-REC-16")
def test_a_road_block_ends_an_advance_but_holds_nobody_who_stands_at_it() -> None:
    block = Works(road_block=True, owner="allied")
    here = {"1415": block}
    assert most(after("D4", {"i": inf("1415")}, ROAD, works=here), "i") == 4
    beyond = after("D4", {"i": inf("1415")}, ROAD, works={"1615": block})
    assert {"1515", "1615"} <= set(beyond.targets("advance", "i"))
    assert beyond.refused("i", "1715", "1515 1615 1715", verb="advance") == ["TT-REC-16"]
    assert [
        r.rule
        for r in after("D4", {"i": inf("1415")}, ROAD, works=here).reasons(
            "advance", "i", "1615", "1515 1615"
        )
    ] == []


@pytest.mark.rule("trumpets", "TT-ADV-09")
def test_a_unit_that_is_gone_does_not_advance() -> None:
    now = after("D4", {"i": inf("#eliminated", lost=3), "j": inf("1415")})
    assert now.offered("advance") == ("j",)
    assert now.refused("i", "1515", verb="advance") == ["TT-ADV-09"]


@pytest.mark.parametrize(
    ("row", "facts", "text"),
    [
        ("D2", {}, "Advance in hexes: recon up to 4, by road 4, others 2."),
        ("D3", {}, "Advance in hexes: recon up to 6, by road 6, others 3."),
        ("D1", {"basic": True}, "Advance one hex, or stay."),
        ("D3", {"basic": True}, "Advance up to 3 hexes, or stay."),
        ("D3", {"basic": True, "stops": True}, "Advance one hex, or stay."),
        ("D3", {"stops": True}, "Advance one hex, or stay."),
        ("D3", {"short": True}, "Advance one hex, or stay."),
    ],
)
def test_the_step_says_how_far(row: str, facts: dict[str, Any], text: str) -> None:
    assert str(after(row, {"i": inf("1415")}, **facts).seat.prompt.say) == text


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_units_that_advance_must_find_room() -> None:
    full = {f"f{n}": inf("1515", attacked=True) for n in range(3)}
    base = position({"i": inf("1415"), **full, **FAR}, phase="combat")
    step = Advance(who="german", units=("i",), hex="1515", row="D1")
    now = Situation(PLAIN, PLAIN.resume(replace(base.state, stack=(*base.state.stack, step))))
    assert now.refused("i", "1515", verb="advance") == ["TT-REC-02"]


@pytest.mark.rule("trumpets", "TT-ADV-17")
@pytest.mark.rule("trumpets", "TT-ADV-18")
@pytest.mark.parametrize(("dice", "step"), [([6, 6], "combat"), ([6, 5], "combat")])
def test_nobody_advances_without_a_row(dice: list[int], step: str) -> None:
    units = {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED)}
    now = position(units, phase="combat", turn="18MO").act("attack", "a b", "1512").act("fight", numbers=dice)
    assert now.step == (GERMAN, step)


@pytest.mark.rule("trumpets", "TT-ADV-18")
def test_the_defender_does_not_follow_an_attacker_who_retreats() -> None:
    units = {"a": inf("1412"), "d": inf("1512", ALLIED)}
    now = position(units, phase="combat", turn="18MO").act("attack", "a", "1512").act("fight", numbers=[6, 5])
    assert now.default().step == (GERMAN, "combat")


# ---- after a blitz attack (TT-BLZ-10..13) ---------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-BLZ-12")
@pytest.mark.rule("trumpets", "TT-BLZ-13")
def test_a_blitz_attack_passes_the_defenders() -> None:
    units = {"t": tank("1415"), "c": cavalry("1415", GERMAN), "i": inf("1415"), "x": inf("1515", ALLIED)}
    roads = country(roads=("1315 1415 1514 1614 1714 1814",))
    now = after("D2", units, roads, blitz=True)
    assert [most(now, uid) for uid in "tci"] == [4, 4, 2]
    assert "1614" in now.targets("advance", "c")
    assert now.refused("t", "1515", verb="advance") == ["TT-BLZ-13"]
    assert "1514" in now.targets("advance", "i")
    assert "1414" in now.targets("advance", "i")


@pytest.mark.rule("trumpets", "TT-BLZ-13")
def test_other_enemies_stop_a_blitz_advance() -> None:
    units = {"i": inf("1415"), "x": inf("1515", ALLIED), "y": inf("1713", ALLIED)}
    now = after("D4", units, blitz=True)
    found = now.targets("advance", "i")
    assert {"1614", "1613", "1714"} <= set(found)  # past the defenders of 1515, and up to the others
    others = {"1613", "1813", "1712", "1812", "1714", "1814"}
    assert not any(set(t.via[1:-1]) & others for t in found.values())
