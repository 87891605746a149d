"""Retreats hex by hex (TT-RET)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Noted, UnitMoved
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.retreat import Flight, Retreat
from hexbench.games.trumpets.rules import TtRules
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    country,
    engineer,
    guns,
    hq,
    inf,
    near,
    position,
    ring,
    tank,
    unit,
)


def back(n: int, units: dict[str, Any], who: str = "d", rules: TtRules = PLAIN, **state: Any) -> Situation:
    """Units must retreat; nobody has fought."""
    base = position(units, rules, phase="combat", sound=False, **state)
    names = tuple(who.split())
    step = Retreat(who=units[names[0]]["side"], units=names, n=n)
    return Situation(rules, rules.resume(replace(base.state, stack=(*base.state.stack, step))))


def ends(now: Situation, uid: str = "d") -> set[str]:
    return set(now.targets("retreat", uid))


@pytest.mark.rule("trumpets", "TT-RET-01")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_retreat_is_of_exactly_so_many_hexes(n: int) -> None:
    now = back(n, {"d": inf("1815", ALLIED), "x": inf("1010")})
    far = now.rules.atlas.distance
    assert ends(now) == {at for at in now.rules.atlas.labels if far("1815", at) == n}
    for at, target in now.targets("retreat", "d").items():
        assert len(target.via) == n
        assert [far("1815", h) for h in target.via] == list(range(1, n + 1)), at
    assert now.refused("d", near("1815")[0] if n > 1 else "1215", verb="retreat") == ["TT-RET-01"]


@pytest.mark.rule("trumpets", "TT-RET-01")
def test_a_route_by_hand_must_lead_away() -> None:
    now = back(2, {"d": inf("1815", ALLIED), "x": inf("1010")})
    assert now.reasons("retreat", "d", "2015", "1915 2015") == ()
    assert [r.rule for r in now.reasons("retreat", "d", "2015", "1715 2015")] == ["TT-RET-01"]
    # any way that is as good as the one that is proposed
    assert now.targets("retreat", "d")["2016"].via == ("1915", "2016")
    assert now.reasons("retreat", "d", "2016", "1916 2016") == ()
    assert now.act("retreat", "d", "2016", "1916 2016")["d"].at == "2016"
    after = now.act("retreat", "d", "2015", "1915 2015")
    assert after["d"].at == "2015"
    assert after["d"].retreated
    assert UnitMoved("d", ("1815", "1915", "2015"), "retreat") in after.events


@pytest.mark.rule("trumpets", "TT-RET-02")
def test_where_nobody_retreats_to() -> None:
    units = {"d": guns("1815", ALLIED), "h": inf("1915", ALLIED), "e": unit("eng_co", "1715")}
    now = back(1, units, rules=country(forest="1814 1914"))
    assert ends(now) == {"1915", "1816", "1916"}
    assert now.refused("d", "1715", verb="retreat") == ["TT-RET-02"]
    assert now.refused("d", "1814", verb="retreat") == ["TT-RET-02"]
    road = back(1, units, rules=country(forest="1814 1914", roads=("1815 1914",)))
    assert "1914" in ends(road)
    assert "1814" in ends(back(1, {**units, "d": inf("1815", ALLIED)}, rules=country(forest="1814 1914")))


@pytest.mark.rule("trumpets", "TT-RET-02")
def test_streams_are_crossed_and_rivers_only_by_a_bridge() -> None:
    units = {"d": inf("1815", ALLIED), "x": inf("1010")}
    assert len(ends(back(1, units, rules=country(stream=ring("1815"))))) == 6
    bridged = back(1, units, rules=country(river=ring("1815"), bridge="1815/1915"))
    assert ends(bridged) == {"1915"}


@pytest.mark.rule("trumpets", "TT-RET-02")
def test_nobody_leaves_the_area_in_play() -> None:
    area = tuple(at for at in PLAIN.atlas.labels if int(at[2:]) <= 15)
    now = back(1, {"d": inf("1815", ALLIED), "x": inf("1010")}, area=area)
    assert ends(now) == {"1715", "1915", "1814", "1914"}
    assert now.refused("d", "1816", verb="retreat") == ["TT-RET-02"]


@pytest.mark.rule("trumpets", "TT-RET-03")
def test_past_the_enemy_only_where_there_is_no_other_way() -> None:
    units = {"d": inf("1815", ALLIED), "x": inf("1715")}
    now = back(1, units)
    assert ends(now) == {"1914", "1915", "1916"}
    assert now.refused("d", "1814", verb="retreat") == ["TT-RET-03"]
    # no front line unit frightens nobody
    assert len(ends(back(1, {**units, "x": engineer("1715")}))) == 5
    # a friend in the hex
    friend = back(1, {**units, "f": hq("1814", ALLIED)})
    assert "1814" in ends(friend)
    around = {f"x{i}": inf(at) for i, at in enumerate(("1615", "1715", "2015"))}
    lakes = country(river=" ".join(f"1815/{h}" for h in ("1914", "1915", "1916", "1816")))
    forced = back(1, {"d": inf("1815", ALLIED), **around}, rules=lakes)
    (target,) = forced.targets("retreat", "d").values()
    assert (target.object, target.rules) == ("1814", ("TT-RET-01", "TT-RET-03"))
    after = forced.act("retreat", "d", "1814")
    assert after["d"].lost == 1
    assert any(isinstance(e, Noted) and e.rule == "TT-RET-03" for e in after.events)


@pytest.mark.rule("trumpets", "TT-RET-03")
def test_a_unit_can_die_on_the_way() -> None:
    pond = " ".join(f"1815/{h}" for h in ("1914", "1915", "1916", "1816"))
    lakes = country(river=pond)
    now = back(1, {"d": engineer("1815", ALLIED), "x": inf("1715")}, rules=lakes)
    assert now.act("retreat", "d", "1814")["d"].at == "#eliminated"
    # it comes no farther than the hex in which it has lost its last step
    shore = " ".join(side for side in ring("1814").split() if side not in ("1814/1815", "1813/1814"))
    lakes = country(river=f"{pond} {shore}")
    far = back(2, {"d": engineer("1815", ALLIED), "x": inf("1715")}, rules=lakes)
    (target,) = far.targets("retreat", "d").values()
    assert target.via == ("1814", "1813")
    gone = far.act("retreat", "d", "1813")
    assert UnitMoved("d", ("1815", "1814"), "retreat") in gone.events
    assert gone.state.steps_lost[ALLIED] == 1


@pytest.mark.rule("trumpets", "TT-RET-03", "TT-RET-04")
def test_no_more_steps_are_lost_than_there_are() -> None:
    """One hex past the enemy and two that are missing cost a unit of two steps two, and so it is told and counted."""
    pond = " ".join(f"1815/{h}" for h in ("1914", "1915", "1916", "1816"))
    shore = " ".join(side for side in ring("1814").split() if side != "1814/1815")
    units = {"d": inf("1815", ALLIED, lost=1), "x": inf("1715")}
    now = back(3, units, rules=country(river=f"{pond} {shore}"))
    (target,) = now.targets("retreat", "d").values()
    assert [str(text) for text in target.says] == [
        "It passes next to the enemy and loses a step.",
        "It falls 2 hexes short and loses that many steps.",
    ]
    gone = now.act("retreat", "d", "1814")
    assert gone["d"].at == "#eliminated"
    assert gone["d"].lost == 3
    assert gone.state.steps_lost[ALLIED] == 2
    assert [str(e.say) for e in gone.events if isinstance(e, Noted)] == [
        "d retreats past the enemy and loses a step.",
        "d cannot retreat the full distance and loses a step.",
    ]


@pytest.mark.rule("trumpets", "TT-RET-03", "TT-RET-04")
def test_hexes_that_are_feared_and_hexes_that_are_missing_cost_alike() -> None:
    fear, missing = Flight(("1814",), 1, 0), Flight(("1815",), 0, 2)
    assert (fear.steps, missing.steps, Flight((), 1, 2).steps) == (1, 2, 3)


@pytest.mark.parametrize(("n", "text"), [(1, "Retreat one hex."), (3, "Retreat 3 hexes.")])
def test_the_step_says_how_far(n: int, text: str) -> None:
    assert str(back(n, {"d": inf("1815", ALLIED), "x": inf("1010")}).seat.prompt.say) == text


@pytest.mark.rule("trumpets", "TT-RET-04")
@pytest.mark.parametrize(("n", "lost"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_every_hex_missing_costs_a_step(n: int, lost: int) -> None:
    # an island of two hexes
    water = [s for s in ring("1815").split() if s != "1815/1915"] + [
        s for s in ring("1915").split() if s != "1815/1915"
    ]
    now = back(
        n, {"d": unit("pz_bn", "1815", ALLIED), "x": inf("1010")}, rules=country(river=" ".join(water))
    )
    assert ends(now) == {"1915"}
    after = now.act("retreat", "d", "1915")
    assert (after["d"].lost, after["d"].at) == (lost, "1915")


@pytest.mark.rule("trumpets", "TT-RET-04")
@pytest.mark.parametrize(("n", "at"), [(2, "1815"), (3, "#eliminated")])
def test_a_unit_that_cannot_go_at_all_stays_and_pays(n: int, at: str) -> None:
    now = back(n, {"d": inf("1815", ALLIED), "x": inf("1010")}, rules=country(river=ring("1815")))
    assert ends(now) == {"1815"}
    assert now.default()["d"].at == at


@pytest.mark.rule("trumpets", "TT-RET-05")
def test_one_hex_farther_where_there_is_no_room() -> None:
    full = {f"f{i}": inf("1915", ALLIED) for i in range(3)}
    lakes = country(river=" ".join(s for s in ring("1815").split() if s != "1815/1915"))
    now = back(1, {"d": inf("1815", ALLIED), **full, "x": inf("1010")}, rules=lakes)
    assert "1915" not in ends(now)
    assert ends(now) == {"2014", "2015", "2016"}
    assert now.refused("d", "1915", verb="retreat") == ["TT-RET-05"]
    assert now.targets("retreat", "d")["2015"].via == ("1915", "2015")
    # not that it is too far: the one hex more is conceded
    assert now.refused("d", "1715", verb="retreat") == ["TT-RET-02"]
    assert now.refused("d", "1615", verb="retreat") == ["TT-RET-02"]
    assert now.refused("d", "1515", verb="retreat") == ["TT-RET-01"]
    support = back(1, {"d": engineer("1815", ALLIED), **full, "x": inf("1010")}, rules=lakes)
    assert ends(support) == {"1915"}


@pytest.mark.rule("trumpets", "TT-RET-05")
def test_units_that_retreat_together_share_the_room() -> None:
    lakes = country(river=" ".join(s for s in ring("1815").split() if s != "1815/1915"))
    units = {
        "d": inf("1815", ALLIED),
        "e": inf("1815", ALLIED),
        "f": inf("1915", ALLIED),
        "g": inf("1915", ALLIED),
        "x": inf("1010"),
    }
    now = back(1, units, "d e", rules=lakes)
    assert now.offered("retreat") == ("d", "e")
    after = now.act("retreat", "d", "1915")
    assert after.offered("retreat") == ("e",)
    assert after.refused("d", "2015", verb="retreat") == ["TT-RET-01"]
    assert ends(after, "e") == {"2014", "2015", "2016"}
    assert after.default().step == (GERMAN, "combat")


@pytest.mark.rule("trumpets", "TT-RET-06")
def test_attackers_retreat_from_where_they_attacked() -> None:
    units = {"a": inf("1412"), "b": inf("1411"), "d": inf("1512", ALLIED, er=7)}
    now = position(units, phase="combat", turn="18MO").act("attack", "a b", "1512")
    now = now.act("fight", numbers=[6, 5])  # 8 to 5, two left: 1-2: AR1
    assert now.step == (GERMAN, "retreat")
    assert ends(now, "a") == {"1311", "1312", "1313", "1411"}  # a friend is in 1411
    after = now.act("retreat", "a", "1312").act("retreat", "b", "1410")
    assert after.places() == {"a": "1312", "b": "1410", "d": "1512"}
    assert after.step == (GERMAN, "combat")


@pytest.mark.rule("trumpets", "TT-DEF-26")
@pytest.mark.rule(
    "trumpets", "TT-DEF-RET-IP5", "TT-DEF-RET-IP6", "TT-DEF-RET-RB", "TT-DEF-RET-SP", "TT-DEF-RET-FT"
)
@pytest.mark.parametrize("key", ["IP5", "IP6", "RB", "SP", "FT"])
def test_a_position_does_not_stop_a_retreat(key: str) -> None:
    works = {"1815": Works(main="" if key == "RB" else key, road_block=key == "RB", owner="allied")}  # type: ignore[arg-type]
    now = back(
        2, {"d": inf("1815", ALLIED), "x": tank("1010")}, rules=country(roads=("1715 1815",)), works=works
    )
    assert len(ends(now)) == 12
