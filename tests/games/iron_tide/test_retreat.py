"""11.8, 8.2 and 13.4b: retreats, hex by hex along the ranked choices, overstacks, entrenchments that are given up."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import MarkerChanged
from tests.games.iron_tide.battlefield import NE, NW, SE, SW, Combat, D, E, W, bn, combat, reg, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN, commando, country


def beaten(defenders: dict[str, Any], *dice: int, rules: Any = None, **facts: Any) -> Combat:
    """The retreat of the units in D after an attack at even odds: D1, or what the dice give. The attacker is dug in and
    so free to choose whom he attacks.
    """
    total = sum(u["printed"].get("factor", 0) for u in defenders.values() if u["at"] == D)
    units = {"x": bn(E, factor=max(1, total)), **defenders}
    facts.setdefault("entrenchments", {E: GERMAN})
    return combat(units, rules or PLAIN, **facts).attack("x").resolve(*(dice or (1, 3)))


def ways(now: Combat) -> set[str]:
    """The hexes open to the retreat."""
    assert now.step[1] == "retreat"
    return set(now.targets("retreat"))


FREE = {W, NW, SW, SE}
"""The hexes round D that an Allied unit may retreat to on open ground: not the east, and within reach of supply."""
ZONES = {f"z{i}": reg(at, GERMAN, 5) for i, at in enumerate(("3443", "3645", "3244", "3246"))}
"""German regiments two hexes from D, with all its neighbours in their zones of control."""
LONE: dict[str, Any] = {"d": bn(D, ALLIED, 4), "d2": bn(D, ALLIED, 4)}


# ---- retreat or pay --------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.8a")
@pytest.mark.rule("iron_tide", "11.8b")
@pytest.mark.rule("iron_tide", "SEQ.C.apply.D_retreat")
def test_each_hex_may_be_paid_for_with_a_step() -> None:
    now = beaten(LONE, 1, 2)
    assert now.result == "D2"
    assert now.offered("pay") == ("d", "d2")
    one = now.act("retreat", "", W)
    assert one.step == (ALLIED, "retreat")
    done = one.act("pay", "d")
    assert (done["d"].at, done["d2"].at) == ("#eliminated", W)
    assert done.step[1] != "retreat"
    none = now.act("pay", "d").act("pay", "d2")
    assert none.step[1] != "retreat"
    assert now.rules_against("pay", "x") == ["11.8a"]


@pytest.mark.rule("iron_tide", "11.8b")
def test_a_retreat_without_a_way_is_paid_for() -> None:
    ring = {f"z{i}": bn(at) for i, at in enumerate((NE, NW, W, SW, SE))}
    now = beaten({"d": bn(D, ALLIED, 4), "d2": bn(D, ALLIED, 4), **ring})
    assert not now.is_offered("retreat")
    assert now.act("pay", "d").step[1] != "retreat"


@pytest.mark.rule("iron_tide", "11.8i")
def test_a_retreat_is_counted_in_hexes() -> None:
    rules = country(heavy_woods=" ".join(FREE))
    assert ways(beaten({"d": bn(D, ALLIED, 4)}, rules=rules)) == FREE
    now = beaten({"d": bn(D, ALLIED, 4)})
    assert "11.8i" in now.rules_against("retreat", "", "3443")


@pytest.mark.rule("iron_tide", "B23")
def test_the_units_of_a_hex_retreat_together() -> None:
    now = beaten({**LONE, "e": bn(D, ALLIED, 1)}).act("retreat", "", W)
    assert {now[u].at for u in ("d", "d2", "e")} == {W}
    assert beaten(LONE).rules_against("retreat", "d", W) == ["B23"]


# ---- the ranks -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.8c")
@pytest.mark.rule("iron_tide", "11.8d")
def test_vacant_hexes_come_before_friendly_ones() -> None:
    now = beaten({**LONE, "f": bn(W, ALLIED), "g": bn(NW, ALLIED), "h": bn(SE, ALLIED)})
    assert ways(now) == {SW}
    assert now.rules_against("retreat", "", W) == ["11.8c"]
    friends = {f"f{i}": bn(at, ALLIED) for i, at in enumerate((W, NW, SW, NE, SE))}
    assert ways(beaten({**LONE, **friends})) == FREE


@pytest.mark.rule("iron_tide", "11.8d")
@pytest.mark.rule("iron_tide", "11.8e")
@pytest.mark.rule("iron_tide", "7.5b")
def test_friendly_hexes_come_before_enemy_zones_of_control() -> None:
    zones = {"z": reg("3244", GERMAN, 5), "y": reg("3246", GERMAN, 5)}
    units = {**LONE, "f": bn(NW, ALLIED), "i": bn(NE, ALLIED), **zones}
    now = beaten(units)
    assert now.seat.board.in_zoc(ALLIED, SW)
    assert now.seat.board.in_zoc(ALLIED, SE)
    assert ways(now) == {W}
    blocked = beaten({**units, "g": bn(W, ALLIED)})
    assert ways(blocked) == {NW, W}
    assert blocked.rules_against("retreat", "", SW) == ["11.8d"]


@pytest.mark.rule("iron_tide", "11.8e")
@pytest.mark.rule("iron_tide", "B23")
def test_a_hex_in_an_enemy_zone_costs_a_step_for_the_stack_and_does_not_shorten_the_retreat() -> None:
    units = {"d": bn(D, ALLIED, 2), "d2": bn(D, ALLIED, 1), "d3": bn(D, ALLIED, 1), **ZONES}
    now = beaten(units, 1, 2)
    assert now.result == "D2"
    assert ways(now) == {W, NW, SW, SE, NE}
    first = now.act("retreat", "", W)
    assert first.step == (ALLIED, "take_losses")
    assert "11.8e" in first.notes
    then = first.act("lose", "d2")
    assert then.step == (ALLIED, "retreat")
    assert then.top.left == 1


@pytest.mark.rule("iron_tide", "11.8e")
def test_enemy_hexes_are_never_entered() -> None:
    now = beaten({**LONE, "z": bn(W)})
    assert ways(now) == FREE - {W}
    assert "11.8e" in now.rules_against("retreat", "", W)


@pytest.mark.rule("iron_tide", "11.8e")
@pytest.mark.rule("iron_tide", "B36")
def test_a_commando_is_nobody_in_the_way() -> None:
    assert W in ways(beaten({**LONE, "c": commando(W)}))


@pytest.mark.rule("iron_tide", "B45")
def test_a_hex_of_the_other_nation_ranks_after_other_friendly_hexes() -> None:
    british = {f"b{i}": bn(at, ALLIED, nation="british") for i, at in enumerate((W, SW, SE))}
    now = beaten({**LONE, **british, "g": bn(NW, ALLIED), "i": bn(NE, ALLIED)})
    assert ways(now) == {NW}
    assert now.rules_against("retreat", "", W) == ["11.8d"]
    forced = beaten({**LONE, **british, "z": reg("3645", GERMAN, 5)})
    assert forced.seat.board.in_zoc(ALLIED, NW)
    assert ways(forced) == {W, SW, SE}
    assert forced.rules_against("retreat", "", NW) == ["B45"]
    assert forced.act("retreat", "", W)["d"].at == W


# ---- direction -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.8f")
@pytest.mark.rule("iron_tide", "B22")
def test_germans_retreat_east_and_allies_anywhere_else() -> None:
    units = {"x": bn(W, ALLIED, 4), "d": bn(D, GERMAN, 4)}
    now = combat(units, phasing=ALLIED).attack("x").resolve(1, 3)
    assert ways(now) <= {E, NE, SE}
    assert now.rules_against("retreat", "", NW) == ["11.8f"]
    allies = beaten({"d": bn(D, ALLIED, 4)})
    assert E not in ways(allies)


@pytest.mark.rule("iron_tide", "B22")
def test_the_west_is_open_to_germans_only_when_the_east_is_not() -> None:
    units = {
        "x": bn(W, ALLIED, 4),
        "d": bn(D, GERMAN, 4),
        **{f"z{i}": bn(h, ALLIED) for i, h in enumerate((E, NE, SE))},
    }
    units["z9"] = bn("3249", ALLIED)
    exempt = dict.fromkeys((W,), ALLIED)
    now = combat(units, phasing=ALLIED, entrenchments=exempt).attack("x").resolve(1, 3)
    assert ways(now) == {NW, SW}


@pytest.mark.rule("iron_tide", "B22")
def test_of_those_hexes_one_with_a_supply_path_comes_first() -> None:
    units = {"x": bn(W, ALLIED, 4), "d": bn(D, GERMAN, 4)}
    south = combat(units, country(german_edge="2848"), phasing=ALLIED).attack("x").resolve(1, 3)
    assert ways(south) == {SE}
    nowhere = combat(units, country(german_edge=""), phasing=ALLIED).attack("x").resolve(1, 3)
    assert ways(nowhere) == {E, NE, SE}


@pytest.mark.rule("iron_tide", "B22", "7.6c")
def test_units_that_retreat_cancel_a_zone_where_they_come_to() -> None:
    """All hexes lie in zones, one of them is the edge itself: a path leads from there and from no other."""
    now = beaten({**LONE, **ZONES}, rules=country(allied_edge=W))
    assert ways(now) == {W}
    assert now.targets("retreat")[W].rules == ("11.8e",)
    assert now.rules_against("retreat", "", NW) == ["11.8f"]


@pytest.mark.rule("iron_tide", "B22", "7.6c")
def test_they_cancel_none_in_the_hex_they_leave() -> None:
    """From the north-east the only path of five hexes would lead back through that hex, which lies in a zone then."""
    units = {"x": reg(W, ALLIED, 4), "y": bn(E, ALLIED), "d": bn(D, GERMAN, 4)}
    rules = country(german_edge="3044")
    now = combat(units, rules, phasing=ALLIED).attack("x").resolve(1, 3)
    assert ways(now) == {SE}
    free = combat({**units, "x": bn(W, ALLIED, 4)}, rules, phasing=ALLIED).attack("x").resolve(1, 3)
    assert ways(free) == {NE, SE}


@pytest.mark.rule("iron_tide", "11.8g")
@pytest.mark.rule("iron_tide", "12.1g")
def test_an_edge_cut_off_by_germans_who_left_there_is_not_toward_supply() -> None:
    rules = country(allied_edge="3440 2843", exits=(("X1", "3440"),))
    units = {"x": bn(E, factor=4), "d": bn(D, ALLIED, 4)}
    now = combat(units, rules).attack("x").resolve(1, 3)
    assert ways(now) == {W, NW, SW, SE}
    cut = combat(units, rules, closed_exits=["X1"]).attack("x").resolve(1, 3)
    assert ways(cut) == {SW, SE}
    assert cut.rules_against("retreat", "", W) == ["11.8f"]


@pytest.mark.rule("iron_tide", "B23")
def test_each_hex_leads_away_from_the_start_while_one_does_and_none_is_entered_twice() -> None:
    now = beaten(LONE, 1, 2).act("retreat", "", W)
    assert ways(now) == {"3443", "3344", "3544"}
    assert "B23" in now.rules_against("retreat", "", D)
    assert now.rules_against("retreat", "", NW) == ["B23"]
    walls = {f"w{i}": bn(h) for i, h in enumerate(("3443", "3344", "3544"))}
    back = beaten({**LONE, **walls}, 1, 2, rules=country(allied_edge="")).act("retreat", "", W)
    assert ways(back) == {NW, SW}


@pytest.mark.rule("iron_tide", "11.8h")
@pytest.mark.rule("iron_tide", "5.3b")
def test_nobody_retreats_off_the_map() -> None:
    units = {"x": bn("3441", factor=4), "d": bn("3440", ALLIED, 4)}
    now = combat(units).attack("x", "3440").resolve(1, 3)
    assert all(at in now.rules.atlas.index for at in ways(now))
    assert now.reasons("retreat", "", "3439")


# ---- terrain ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.8j")
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_armor_and_artillery_do_not_retreat_over_an_unbridged_river(kind: str) -> None:
    units = {"d": bn(D, ALLIED, 4, type=kind), "e": bn(D, ALLIED, 1, type="security")}
    now = beaten(units, rules=country(river=f"{D}/{W}"))
    assert W not in ways(now)
    assert "11.8j" in now.rules_against("retreat", "", W)
    for other in ({"bridge": f"{D}/{W}"}, {"ford": f"{D}/{W}"}):
        assert W in ways(beaten(units, rules=country(**other)))
    assert W not in ways(beaten(units, rules=country(bridge=f"{D}/{W}"), bridges={f"{W}/{D}": "destroyed"}))


@pytest.mark.rule("iron_tide", "11.8j")
@pytest.mark.rule("iron_tide", "B23")
@pytest.mark.parametrize("kind", ["infantry", "antitank", "recon", "cavalry", "mech_infantry"])
def test_others_do(kind: str) -> None:
    assert W in ways(beaten({"d": bn(D, ALLIED, 4, type=kind)}, rules=country(river=f"{D}/{W}")))


@pytest.mark.rule("iron_tide", "B23")
def test_prohibited_terrain_bars_a_retreat_unless_a_road_leads_through() -> None:
    units = {"d": tanks(D, ALLIED, 4)}
    assert W not in ways(beaten(units, rules=country(heavy_woods=W)))
    assert W in ways(beaten(units, rules=country(heavy_woods=W, roads=(f"{D} {W}",))))
    assert W not in ways(beaten({"d": bn(D, ALLIED, 4)}, rules=country(lake=f"{D}/{W}")))
    assert "B23" in beaten(units, rules=country(heavy_woods=W)).rules_against("retreat", "", W)


# ---- overstacks (8.2, 11.8k-m, B20) ----------------------------------------------------------------------------------
STACK = {f"f{i}": bn(W, ALLIED) for i in range(3)}
CROWD: dict[str, Any] = {
    **LONE,
    **STACK,
    "g": bn(NW, ALLIED),
    "h": bn(SW, ALLIED),
    "i": bn(NE, ALLIED),
    "j": bn(SE, ALLIED),
}


@pytest.mark.rule("iron_tide", "8.2a")
@pytest.mark.rule("iron_tide", "11.8k")
@pytest.mark.rule("iron_tide", "B20")
def test_a_retreat_may_end_overstacked_and_marks_all_who_came() -> None:
    now = beaten(CROWD).act("retreat", "", W)
    assert len(now.at(W)) == 5
    assert [now[u].retreated for u in ("d", "d2", "f0", "f1", "f2")] == [True, True, False, False, False]
    fits = beaten({**LONE, "f0": bn(W, ALLIED), **{k: CROWD[k] for k in "ghij"}}).act("retreat", "", W)
    assert not any(fits[u].retreated for u in ("d", "d2", "f0"))


@pytest.mark.rule("iron_tide", "11.8k")
@pytest.mark.rule("iron_tide", "8.2c")
def test_it_must_be_put_right_by_the_end_of_the_next_movement_phase_of_the_owner() -> None:
    mine = beaten(CROWD).act("retreat", "", W).until(ALLIED, "movement")
    assert mine["d"].retreated
    late = mine.act("end")
    assert late.step == (ALLIED, "overstack")
    assert late.act("eliminate", "f0").act("eliminate", "f1").step[1] != "overstack"


OVER: dict[str, Any] = {
    "x": bn(E, factor=4),
    "d": bn(D, ALLIED, 1),
    "e": bn(D, ALLIED, 1),
    "f": bn(D, ALLIED, 2),
    "g": reg(D, ALLIED, 7, retreated=True, division="1", integrity=True),
}


@pytest.mark.rule("iron_tide", "8.2b")
@pytest.mark.rule("iron_tide", "11.8m")
@pytest.mark.rule("iron_tide", "B20")
def test_overstacked_units_add_neither_strength_nor_integrity_nor_combined_arms() -> None:
    units = {**OVER, "p": reg(W, ALLIED, 7, division="1", integrity=True)}
    line = combat(units).line("x")
    assert (line.defence, line.shifts) == (4, ())
    armor = {**OVER, "g": tanks(D, ALLIED, 5, retreated=True), "t": tanks(E)}
    assert [s.rule for s in combat(armor).line("x t").shifts] == ["11.41b"]


@pytest.mark.rule("iron_tide", "8.2b")
@pytest.mark.rule("iron_tide", "11.8l")
@pytest.mark.rule("iron_tide", "B20")
@pytest.mark.parametrize("dice", [(1, 3), (2, 3)])
def test_any_adverse_result_eliminates_them_and_not_those_that_were_there(dice: tuple[int, int]) -> None:
    now = combat(OVER).attack("x").resolve(*dice)
    assert now["g"].at == "#eliminated"
    assert {now[u].at for u in ("d", "e", "f")} == {D}
    assert "8.2b" in now.notes
    held = combat(OVER).attack("x").resolve(4, 4)
    assert held["g"].at == D


@pytest.mark.rule("iron_tide", "8.2b", "B20")
@pytest.mark.parametrize(("dice", "result"), [((5, 5), "A1-(1)"), ((4, 4), "A1"), ((1, 1), "D1-(1)")])
def test_they_go_as_well_when_the_attackers_they_fell_back_upon_are_beaten(
    dice: tuple[int, int], result: str
) -> None:
    """Attackers are beaten back upon others, whose own attack comes later."""
    behind, before = "3447", "3448"
    units = {
        "h": bn(E),
        "d": bn(D, ALLIED),
        **{f"a{i}": bn(behind) for i in range(3)},
        "e": bn(before, ALLIED, 2),
    }
    shut = country(lake=" ".join(f"{E}/{at}" for at in (NE, "3547", SE, "3347")))
    now = combat(units, shut).attack("h").attack("a0 a1 a2", before).act("declare")
    now = now.act("resolve", D, numbers=[4, 4]).act("retreat", "", behind)
    assert now["h"].retreated
    now = now.act("stay", numbers=dice)
    assert now.result == result
    assert now["h"].at == (behind if result.startswith("D") else "#eliminated")
    assert {now[f"a{i}"].at for i in range(3)} == {behind}
    if result == "A1-(1)":
        assert now.offered("lose") == ("a0", "a1", "a2")
    if result == "A1":
        assert now.top.units == ("a0", "a1", "a2")


@pytest.mark.rule("iron_tide", "B20")
def test_the_mark_goes_when_the_hex_is_back_at_three() -> None:
    units = {**OVER, "k": bn("3443", ALLIED)}
    mine = combat(units).until(ALLIED, "movement")
    assert mine["g"].retreated
    moved = mine.move("d", W)
    assert not moved["g"].retreated


@pytest.mark.rule("iron_tide", "B70")
def test_a_unit_that_retreats_into_a_later_target_adds_nothing_there_but_shares_its_fate() -> None:
    others = {f"o{i}": bn(at) for i, at in enumerate((NW, SW, SE, NE))}
    units = {
        "x": bn(E, factor=4),
        "y": bn("3443", factor=4),
        "d": bn(D, ALLIED, 4),
        "f": bn(W, ALLIED, 4),
        **others,
    }
    now = combat(units, entrenchments={E: GERMAN, "3443": GERMAN}).attack("x").attack("y", W).resolve()
    first = now.act("resolve", D, numbers=[1, 3])
    assert ways(first) == {W}
    second = first.act("retreat", "", W).act("stay", numbers=[1, 1])
    assert second.fought.defence == 4
    assert second.offered("lose") == ("d", "f")
    then = second.act("lose", "f")
    assert then.step == (ALLIED, "retreat")
    assert then.top.alive(then.state) == ("d",)


# ---- 13.4b, 7.4c -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "13.4b")
def test_an_entrenchment_goes_when_its_units_retreat_or_die() -> None:
    dug = {D: ALLIED}
    units = {"x": bn(E, factor=8), "d": bn(D, ALLIED, 2), "d2": bn(D, ALLIED, 2)}
    now = combat(units, entrenchments=dug).attack("x").resolve(1, 3)  # 8 to 8
    fled = now.act("retreat", "", W)
    assert fled.state.entrenchments == {}
    assert any(isinstance(e, MarkerChanged) and e.at == D for e in fled.events)
    held = now.act("pay", "d")
    assert held.state.entrenchments == {D: ALLIED}
    dead = combat({"x": bn(E, factor=99), "d": bn(D, ALLIED, 1)}, entrenchments=dug).attack("x").resolve(1, 1)
    assert dead.state.entrenchments == {}


@pytest.mark.rule("iron_tide", "13.4c")
def test_the_westwall_stays() -> None:
    rules = country(westwall=D)
    now = (
        combat({"x": bn(W, ALLIED, 12), "d": bn(D, GERMAN, 4)}, rules, phasing=ALLIED)
        .attack("x")
        .resolve(1, 3)
    )
    assert now.act("pay", "d").rules.atlas.cell(D).features == ("westwall",)


@pytest.mark.rule("iron_tide", "7.4c")
def test_a_temporary_zone_is_lost_in_a_retreat() -> None:
    units = {"x": bn(E, factor=4), "d": bn(D, ALLIED, 4, temporary_zoc=True, zoc=True)}
    now = combat(units).attack("x").resolve(1, 3)
    assert now.act("retreat", "", W)["d"].zoc is False


def test_the_default_retreats_where_it_is_free_and_pays_where_it_is_not() -> None:
    free = beaten(LONE).seat.prompt.default
    assert free is not None
    assert free.verb == "retreat"
    held = beaten({**LONE, **ZONES}).seat.prompt.default
    assert held is not None
    assert held.verb == "pay"


@pytest.mark.rule("iron_tide", "B53")
@pytest.mark.rule("iron_tide", "18.0c")
def test_units_that_were_attacked_on_16am_may_move_even_if_they_retreated() -> None:
    units = {"x": bn(E, factor=8), "d": bn(D, ALLIED, 4), "d2": bn(D, ALLIED, 4), "other": bn("3241", ALLIED)}
    now = combat(units, turn="16AM").attack("x").resolve(1, 4)  # surprise: 2-1, a 5 is D1
    assert now.result == "D1"
    mine = now.act("retreat", "", W).until(ALLIED, "movement")
    moved = mine.move("d d2", "3443")
    assert (moved["d"].at, moved["d2"].at) == ("3443", "3443")
    assert moved.move("other", "3240")["other"].at == "3240"


@pytest.mark.rule("iron_tide", "8.2b", "11.8k")
@pytest.mark.parametrize(("friends", "warned"), [(1, False), (2, True)])
def test_a_crowd_is_told_of_from_the_fourth_unit_on(friends: int, warned: bool) -> None:
    rest = {f"r{i}": bn(at, ALLIED) for i, at in enumerate((NW, SW, NE, SE))}
    now = beaten({**LONE, **{f"f{i}": bn(W, ALLIED) for i in range(friends)}, **rest})
    said = [str(text) for text in now.targets("retreat")[W].says]
    assert any("overstacked" in text for text in said) is warned
