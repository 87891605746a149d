"""Positions are built, taken over and opened again (TT-DEF BUILD to TIME, 20, 21, 28; TT-REC-15, TT-REC-16)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import MarkerChanged, Noted
from hexbench.engine.values import Say
from hexbench.games.trumpets.building import OPEN_ROAD
from hexbench.games.trumpets.mission import KINDS, Building, Works
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    engineer,
    guns,
    hq,
    inf,
    position,
    stug,
    tank,
)

ROAD = country(roads=(along("1012", "2412"),))


def built(now: Situation, uid: str, kind: str) -> Situation:
    """The position when the work is done: after the enemy's player turn."""
    return now.act("build", uid, kind).until(GERMAN, "movement")


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-IP5", "TT-DEF-HEX-IP5", "TT-DEF-TIME-IP5", "TT-REC-15")
def test_a_front_line_unit_digs_in_anywhere_in_one_turn() -> None:
    for at in ("1412", "1415"):
        now = position({"a": inf(at)}, country(forest="1415"))
        assert list(now.targets("build", "a")) == ["IP5"]
        begun = now.act("build", "a", "IP5")
        assert begun.state.building == {at: Building(kind="IP5", builder="a", since=1)}
        own_end = begun.until(ALLIED, "movement")
        assert own_end.state.works == {}
        done = own_end.until(GERMAN, "movement")
        assert done.state.works == {at: Works(main="IP5", owner=GERMAN)}
        assert done.state.building == {}


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-IP5")
def test_nobody_else_builds_that_one() -> None:
    for other in (engineer("1412"), stug("1412"), guns("1412"), hq("1412")):
        assert position({"a": other}).refused("a", "IP5", verb="build") == ["TT-DEF-BUILD-IP5"]


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-IP5", "TT-DEF-BUILD-IP6")
def test_building_is_offered_to_the_front_line_and_to_engineers() -> None:
    now = position({"a": inf("1412"), "e": engineer("1415"), "g": guns("1418"), "h": hq("1512")})
    assert now.offered("build") == ("a", "e")


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-IP6", "TT-DEF-HEX-IP6", "TT-DEF-TIME-IP6")
def test_engineers_build_the_better_one_anywhere() -> None:
    now = position({"e": engineer("1415"), "a": inf("1412")}, country(marsh="1415"))
    assert built(now, "e", "IP6").state.works == {"1415": Works(main="IP6", owner=GERMAN)}
    assert now.refused("a", "IP6", verb="build") == ["TT-DEF-BUILD-IP6"]


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-RB", "TT-DEF-HEX-RB", "TT-DEF-TIME-RB")
def test_engineers_block_roads() -> None:
    now = position({"e": engineer("1412"), "f": engineer("1415"), "a": inf("1512")}, ROAD)
    assert built(now, "e", "RB").state.works == {"1412": Works(road_block=True, owner=GERMAN)}
    assert now.refused("f", "RB", verb="build") == ["TT-DEF-HEX-RB"]
    assert now.refused("a", "RB", verb="build") == ["TT-DEF-BUILD-RB"]


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-SP", "TT-DEF-HEX-SP", "TT-DEF-TIME-SP", "TT-DEF-21")
def test_a_strong_point_replaces_the_position_it_is_built_on() -> None:
    works = {"1412": Works(main="IP6", owner=GERMAN), "1512": Works(main="IP5", owner=GERMAN)}
    now = position({"e": engineer("1412"), "f": engineer("1512"), "a": inf("1412")}, ROAD, works=works)
    assert built(now, "e", "SP").state.works["1412"] == Works(main="SP", owner=GERMAN)
    assert now.refused("f", "SP", verb="build") == ["TT-DEF-HEX-SP"]
    assert now.refused("a", "SP", verb="build") == ["TT-DEF-BUILD-SP"]


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-FT", "TT-DEF-MOB-FT", "TT-DEF-HEX-FT", "TT-DEF-TIME-FT")
def test_nobody_builds_a_fort() -> None:
    now = position({"e": engineer("1412"), "a": inf("1512")}, ROAD)
    for uid in ("e", "a"):
        assert now.refused(uid, "FT", verb="build") == ["TT-DEF-BUILD-FT"]


@pytest.mark.rule("trumpets", "TT-DEF-20")
@pytest.mark.parametrize("due", ["16AF", "16MO"])
def test_a_reinforcement_builds_nothing_in_the_turn_it_comes_in(due: str) -> None:
    """It was not in the hex when the turn began; ``due`` 16MO: it comes later than its counter says."""
    units = {"a": inf("2212", turn=due), "b": inf("2012"), "d": inf("1012", ALLIED)}
    now = position(units, turn="16AF", phase="arrivals").act("enter", "a", "2212")
    assert now.offered("build") == ("b",)
    assert now.refused("a", "IP5", verb="build") == ["TT-DEF-20"]
    later = now.until(GERMAN, "movement")
    assert later.offered("build") == ("a", "b")
    assert built(later, "a", "IP5").state.works == {"2212": Works(main="IP5", owner=GERMAN)}


@pytest.mark.rule("trumpets", "TT-DEF-21")
def test_a_road_block_stands_beside_another_position_and_nothing_is_built_twice() -> None:
    works = {"1412": Works(main="IP6", owner=GERMAN)}
    now = position({"e": engineer("1412"), "a": inf("1412")}, ROAD, works=works)
    both = built(now, "e", "RB")
    assert both.state.works == {"1412": Works(main="IP6", road_block=True, owner=GERMAN)}
    assert both.refused("e", "RB", verb="build") == ["TT-DEF-21"]
    assert now.refused("e", "IP6", verb="build") == ["TT-DEF-21"]
    assert now.refused("a", "IP5", verb="build") == ["TT-DEF-21"]
    for main in ("SP", "FT"):
        strong = {"1412": Works(main=main, owner=GERMAN)}
        held = position({"e": engineer("1412"), "a": inf("1412")}, ROAD, works=strong)
        assert held.refused("a", "IP5", verb="build") == ["TT-DEF-21"]
        assert held.refused("e", "IP6", verb="build") == ["TT-DEF-21"]
        assert held.refused("e", "SP", verb="build") == ["TT-DEF-21"]


@pytest.mark.rule("trumpets", "TT-DEF-MOB-IP5", "TT-DEF-MOB-IP6", "TT-DEF-MOB-RB", "TT-DEF-20")
@pytest.mark.parametrize(("who", "kind"), [("a", "IP5"), ("e", "IP6"), ("e", "RB")])
def test_a_builder_does_not_move(who: str, kind: str) -> None:
    now = position({"a": inf("1412"), "e": engineer("1412")}, ROAD)
    begun = now.act("build", who, kind)
    assert begun.refused(who, "1512") == [f"TT-DEF-MOB-{kind}"]
    assert who not in begun.offered("move")
    moved = now.move(who, "1512")
    assert moved.refused(who, kind, verb="build") == [f"TT-DEF-MOB-{kind}"]
    again = begun.act("stop_building", who)
    assert again.state.building == {}
    assert "1512" in again.reach(who)


@pytest.mark.rule("trumpets", "TT-DEF-MOB-SP")
def test_nor_does_the_builder_of_a_strong_point() -> None:
    works = {"1412": Works(main="IP6", owner=GERMAN), "1512": Works(main="IP6", owner=GERMAN)}
    now = position({"e": engineer("1412")}, ROAD, works=works)
    assert now.act("build", "e", "SP").refused("e", "1512") == ["TT-DEF-MOB-SP"]
    assert now.move("e", "1512").refused("e", "SP", verb="build") == ["TT-DEF-MOB-SP"]


@pytest.mark.rule("trumpets", "TT-DEF-20", "TT-REC-15")
@pytest.mark.parametrize("spoiled", [{"attacked": True}, {"retreated": True}, {"at": "1512"}])
def test_whoever_attacks_retreats_or_leaves_builds_nothing(spoiled: dict[str, Any]) -> None:
    begun = {"1412": Building(kind="IP5", builder="a", since=1)}
    facts = {"at": "1412", **spoiled}
    now = position({"a": inf(**facts)}, building=begun, phase="end", phasing=GERMAN)
    assert now.state.building == {}
    steady = position({"a": inf("1412")}, building=begun, phase="end", phasing=GERMAN)
    assert steady.state.building == begun


@pytest.mark.rule("trumpets", "TT-REC-15")
def test_whoever_has_retreated_begins_nothing() -> None:
    now = position({"a": inf("1412", retreated=True), "b": inf("1412")})
    assert now.offered("build") == ("b",)
    assert now.refused("a", "IP5", verb="build") == ["TT-REC-15"]


@pytest.mark.rule("trumpets", "TT-DEF-20", "TT-DEF-21", "TT-AMB-43")
@pytest.mark.parametrize("order", ["ae", "ea"])
def test_a_road_block_is_built_beside_a_position_by_another(order: str) -> None:
    what = {"a": "IP5", "e": "RB"}
    units = {"a": inf("1412"), "b": inf("1412"), "e": engineer("1412"), "f": engineer("1412")}
    now = position(units, ROAD)
    for uid in order:
        now = now.act("build", uid, what[uid])
    assert now.offered("build") == ()
    assert now.refused("a", "IP5", verb="build") == ["TT-DEF-20"]
    for uid, kind in (("b", "IP5"), ("f", "IP6"), ("f", "RB")):
        assert now.refused(uid, kind, verb="build") == ["TT-DEF-21"]
    for uid, kind in what.items():
        assert now.refused(uid, "1512") == [f"TT-DEF-MOB-{kind}"]
    assert now.rules.audit(now.state) == ()
    assert now.until(GERMAN, "movement").state.works == {
        "1412": Works(main="IP5", road_block=True, owner=GERMAN)
    }


@pytest.mark.rule("trumpets", "TT-DEF-20", "TT-DEF-21")
def test_of_two_works_one_can_be_given_up() -> None:
    now = position({"a": inf("1412"), "e": engineer("1412")}, ROAD)
    both = now.act("build", "a", "IP5").act("build", "e", "RB")
    for uid, other, kind in (("a", "e", "RB"), ("e", "a", "IP5")):
        one = both.act("stop_building", uid)
        assert one.events == [MarkerChanged("building", "1412", kind)]
        left = Building(kind="IP5" if kind == "IP5" else "RB", builder=other, since=1)
        assert one.state.building == {"1412": left}
        assert one.offered("build") == (uid,)
        assert one.act("stop_building", other).state.building == {}


@pytest.mark.rule("trumpets", "TT-DEF-20", "TT-DEF-21")
def test_what_is_wrong_with_an_order_to_build() -> None:
    now = position({"a": inf("1412"), "b": inf("1412"), "d": inf("2012", ALLIED)})
    assert now.act("build", "a", "IP5").refused("b", "IP5", verb="build") == ["TT-DEF-21"]
    assert now.refused("d", "IP5", verb="build") == ["TT-DEF-20"]
    assert now.refused("a b", "IP5", verb="build") == ["TT-DEF-20"]
    assert now.refused("a", "castle", verb="build") == ["TT-DEF-20"]
    assert now.refused("a", verb="stop_building") == ["TT-DEF-20"]


@pytest.mark.rule("trumpets", "TT-AMB-39", "TT-DEF-28")
@pytest.mark.parametrize("main", ["IP5", "IP6", "SP"])
def test_an_enemy_who_enters_destroys_an_empty_position(main: Any) -> None:
    works = {"1512": Works(main=main, owner=ALLIED)}
    now = position({"a": tank("1412")}, works=works)
    entered = now.move("a", "1512")
    assert entered.state.works == {}
    assert MarkerChanged("position", "1512", "") in entered.events
    passed = now.move("a", "1612", "1512 1612")
    assert passed.state.works == {}
    friendly = position({"a": tank("1412")}, works={"1512": Works(main=main, owner=GERMAN)})
    assert friendly.move("a", "1512").state.works["1512"].main == main


@pytest.mark.rule("trumpets", "TT-DEF-28")
def test_forts_remain_and_serve_whoever_holds_them() -> None:
    fort = Works(main="FT", owner=ALLIED)
    now = position({"a": tank("1412")}, works={"1512": fort}).move("a", "1512")
    assert now.state.works["1512"].serving(GERMAN).main == "FT"
    assert fort.serving(ALLIED) == fort
    assert Works(main="IP6", owner=ALLIED).serving(GERMAN).bare


@pytest.mark.rule("trumpets", "TT-AMB-39", "TT-REC-16")
def test_a_road_block_stops_the_enemy_and_spoils_the_road() -> None:
    works = {"1612": Works(road_block=True, owner=ALLIED)}
    now = position({"a": tank("1412")}, ROAD, works=works)
    assert now.reach("a")["1612"] == 1.5
    stopped = now.move("a", "1612", "1512 1612")
    assert stopped["a"].spent == 16
    assert stopped.state.works == works
    assert now.refused("a", "1712", "1512 1612 1712") == ["TT-REC-16"]
    own = position({"a": tank("1412")}, ROAD, works={"1612": Works(road_block=True, owner=GERMAN)})
    assert own.reach("a")["1612"] == 1
    assert own.move("a", "1612")["a"].spent == 2


@pytest.mark.rule("trumpets", "TT-REC-16")
def test_a_vehicle_does_not_pass_a_blocked_road_through_a_forest() -> None:
    rules = country(roads=(along("1012", "2412"),), forest=" ".join(f"16{n}" for n in range(10, 22)))
    works = {"1612": Works(road_block=True, owner=ALLIED)}
    now = position({"a": tank("1412"), "e": engineer("1512")}, rules, works=works)
    for to in ("1612", "1712"):
        (reason,) = now.reasons("move", "a", to)
        assert (reason.rule, reason.hexes) == ("TT-REC-16", ("1612",))
    assert now.reach("e")["1612"] == 3


@pytest.mark.rule("trumpets", "TT-REC-16")
def test_an_engineer_opens_it_in_a_turn() -> None:
    works = {"1612": Works(road_block=True, owner=ALLIED)}
    units = {"e": engineer("1612"), "a": inf("1612"), "t": tank("1412")}
    now = position(units, ROAD, works=works)
    assert OPEN_ROAD in now.targets("build", "e")
    assert now.refused("a", OPEN_ROAD, verb="build") == ["TT-REC-16"]
    done = now.act("build", "e", OPEN_ROAD)
    told: list[Any] = []
    while done.step != (GERMAN, "movement") or done.state.turn == now.state.turn:
        done = done.default()
        told += done.events
    assert (
        Noted("TT-REC-16", Say("The road block in {hex} is cleared.", (("hex", "1612"),)), ("1612", "e"))
        in told
    )
    assert MarkerChanged("road_block", "1612", "") in told
    assert done.state.works == {}
    assert done.reach("t")["1612"] == 1
    ours = position(units, ROAD, works={"1612": Works(road_block=True, owner=GERMAN)})
    assert ours.refused("e", OPEN_ROAD, verb="build") == ["TT-REC-16"]


@pytest.mark.rule("trumpets", "TT-REC-16", "TT-DEF-21", "TT-AMB-39")
def test_a_road_block_stays_the_enemys_beside_a_position_built_there() -> None:
    works = {"1612": Works(road_block=True, owner=ALLIED)}
    units = {"a": inf("1612"), "e": engineer("1612"), "t": tank("1412"), "d": inf("2012", ALLIED)}
    now = built(position(units, ROAD, works=works), "a", "IP5")
    both = Works(main="IP5", road_block=True, owner=GERMAN, block_owner=ALLIED)
    assert now.state.works == {"1612": both}
    assert now.reach("t")["1612"] == 1.5
    assert (both.serving(GERMAN), both.serving(ALLIED)) == (Works(main="IP5"), Works(road_block=True))
    assert now.refused("e", "RB", verb="build") == ["TT-DEF-21"]
    assert built(now, "e", OPEN_ROAD).state.works == {"1612": Works(main="IP5", owner=GERMAN)}


@pytest.mark.rule("trumpets", "TT-DEF-28", "TT-REC-16")
def test_what_is_left_of_two_sides_works_when_one_of_them_comes() -> None:
    works = {"1612": Works(main="IP5", road_block=True, owner=GERMAN, block_owner=ALLIED)}
    back = position({"d": inf("1712", ALLIED)}, ROAD, phasing=ALLIED, works=works).move("d", "1612")
    assert back.state.works == {"1612": Works(road_block=True, owner=ALLIED)}


@pytest.mark.rule("trumpets", "TT-DEF-21", "TT-DEF-28")
def test_a_road_block_beside_a_fort_that_was_taken_is_its_builders() -> None:
    fort = {"1612": Works(main="FT", owner=ALLIED)}
    now = built(position({"e": engineer("1612")}, ROAD, works=fort), "e", "RB")
    both = now.state.works["1612"]
    assert both.serving(GERMAN) == Works(main="FT", road_block=True)
    assert both.serving(ALLIED) == Works(main="FT")


def test_every_kind_has_its_column() -> None:
    assert set(KINDS) == set(ROAD.tables.positions)
