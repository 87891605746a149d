"""TI-AREA, TI-ABL-09 to -14, B-AREA: mortars and other attacks on whole hexes."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import MarkerChanged
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron.pieces import Works
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import (
    AMERICAN,
    GERMAN,
    aim,
    black,
    duel,
    line,
    rules_of,
    squad,
    strike,
    vehicle,
    why,
    wins,
)

TUBES = {"mortar": 2}
WIRE = Works(razor_wire=True)


@pytest.mark.rule("tide_of_iron", "TI-ABL-09")
@pytest.mark.rule("tide_of_iron", "TI-AREA-02")
@pytest.mark.rule("tide_of_iron", "B-AREA-3")
@pytest.mark.rule("tide_of_iron", "TI-ABL-14")
def test_a_mortar_squad_fires_at_a_hex_with_its_mortars_alone() -> None:
    """Normal two dice a mortar, suppressive four; riflemen of the squad fire at units, without the mortar."""
    now = duel(squad("C1", figures={"regular": 2, "mortar": 1}), squad("C5", GERMAN))
    assert list(now.targets("bombard", "a1")) == ["C5"]
    drafted = now.act("bombard", "a1", "C5")
    assert black(drafted) == 2
    assert drafted.refused("take_figure", "a1", "regular") == ["TI-ABL-14"]
    assert black(drafted.act("attack_type", to="suppressive")) == 4
    rifles = now.act("fire", "a1", "g1")
    assert black(rifles) == 2
    assert rifles.refused("take_figure", "a1", "mortar") == ["TI-ABL-14"]
    assert why(duel(squad("C1", figures=TUBES), squad("C5", GERMAN)), "a1", "g1") == ["TI-ABL-09"]
    assert why(duel(squad("C1"), squad("C5", GERMAN)), "a1", "C5") == ["TI-ABL-09"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-10")
@pytest.mark.rule("tide_of_iron", "TI-AREA-03")
@pytest.mark.parametrize(("row", "faces"), [(3, (5, 6)), (9, (5, 6)), (10, (6,)), (12, (6,))])
def test_success_numbers(row: int, faces: tuple[int, ...]) -> None:
    assert wins(aim(duel(squad("C1", figures=TUBES), squad(f"C{row}", GERMAN)), "a1", f"C{row}")) == faces


@pytest.mark.rule("tide_of_iron", "TI-ABL-13")
@pytest.mark.rule("tide_of_iron", "TI-RNG-06")
def test_too_near_for_mortars() -> None:
    now = duel(squad("C1", figures=TUBES), squad("C2", GERMAN), {"a2": squad("C4", figures=TUBES)})
    assert now.refused("bombard", "a1", "C2") == ["TI-ABL-13"]
    assert "a1" not in now.offered("bombard")
    assert aim(now, "a2", "C2").refused("support", "a1") == ["TI-ABL-13"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-12")
@pytest.mark.parametrize(("token", "shelter"), [("b0", ""), (".0", "pillbox")])
def test_mortars_do_not_fire_out_of_buildings_and_pillboxes(token: str, shelter: str) -> None:
    rules = field.spotted({"C1": token})
    works = {"C1": {shelter: 1}} if shelter else {}
    now = duel(squad("C1", figures=TUBES, shelter=shelter), squad("C5", GERMAN), rules=rules, works=works)
    assert now.refused("bombard", "a1", "C5") == ["TI-ABL-12"]


@pytest.mark.rule("tide_of_iron", "TI-ABL-12")
def test_mortars_do_fire_out_of_entrenchments() -> None:
    works = {"C1": {"entrenchment": 1}}
    now = duel(squad("C1", figures=TUBES, shelter="entrenchment"), squad("C5", GERMAN), works=works)
    assert now.offered("bombard") == ("a1",)


@pytest.mark.rule("tide_of_iron", "TI-ABL-11")
@pytest.mark.rule("tide_of_iron", "B-AREA-5")
@pytest.mark.parametrize(
    ("spotter", "seen"),
    [
        (None, False),
        (squad("F5"), True),
        (squad("F5", token="op_fire"), True),
        (squad("F5", condition="pinned"), True),
        (squad("F5", token="fatigued"), False),
        (vehicle("F5", "m3a1_halftrack", AMERICAN), True),
    ],
)
def test_ballistic_fire_needs_a_friend_without_fatigue_who_sees_the_hex(spotter: object, seen: bool) -> None:
    rules = field.spotted({"C3": "w0"})
    more = {"a2": spotter} if spotter else {}
    now = duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more, rules=rules)
    assert (now.offered("bombard") == ("a1",)) == seen
    assert why(now, "a1", "C5") == ([] if seen else ["TI-ABL-11"])


@pytest.mark.rule("tide_of_iron", "B-AREA-5")
def test_a_passenger_spots_nothing_but_its_vehicle_does() -> None:
    rules = field.spotted({"C3": "w0"})
    truck = vehicle("F5", "gmc_cckw_353", AMERICAN, token="fatigued")
    more = {"av1": truck, "a2": squad("#aboard/av1")}
    now = duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more, rules=rules)
    assert why(now, "a1", "C5") == ["TI-ABL-11"]


@pytest.mark.rule("tide_of_iron", "B-AREA-4")
def test_a_hex_needs_an_enemy_or_wire() -> None:
    rules = field.spotted({"F5": "w0"})
    more = {"a2": squad("D5"), "g2": squad("F5", GERMAN, concealed=True)}
    now = duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more, works={"E6": WIRE}, rules=rules)
    assert list(now.targets("bombard", "a1")) == ["C5", "E6"]
    assert now.refused("bombard", "a1", "D5") == ["B-AREA-4"]
    assert now.refused("bombard", "a1", "F5") == ["B-AREA-4"]


@pytest.mark.rule("tide_of_iron", "B-AREA-3")
@pytest.mark.rule("tide_of_iron", "TI-CF-04")
def test_only_mortars_support_mortars_each_at_half() -> None:
    more = {"a2": squad("D1", figures=TUBES), "a3": squad("D2")}
    now = aim(duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more), "a1", "C5")
    assert now.offered("support") == ("a2",)
    assert now.refused("support", "a3") == ["B-AREA-3"]
    both = now.act("support", "a2")
    assert black(both) == 4 + 2
    assert black(both.act("attack_type", to="suppressive")) == 8 + 4
    unit = aim(duel(squad("C3"), squad("C5", GERMAN), more), "a1", "g1")
    assert "a2" not in unit.offered("support")


@pytest.mark.rule("tide_of_iron", "B-AREA-7")
def test_a_mortar_in_smoke_is_halved_and_cannot_support() -> None:
    more = {"a2": squad("D1", figures=TUBES)}
    now = duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more, works={"D1": Works(smoke=True)})
    assert black(aim(now, "a2", "C5")) == 2
    assert aim(now, "a1", "C5").refused("support", "a2")[0] == "TI-OPF-09"


@pytest.mark.rule("tide_of_iron", "B-ATK-2")
def test_a_hex_of_vehicles_is_attacked_normally_without_asking() -> None:
    now = aim(duel(squad("C1", figures=TUBES), vehicle("C5", "opel_blitz")), "a1", "C5")
    assert "attack_type" not in now.verbs
    assert now.refused("attack_type", to="suppressive") == ["B-ATK-2"]
    both = duel(squad("C1", figures=TUBES), vehicle("C5", "opel_blitz"), {"g2": squad("C5", GERMAN)})
    assert "attack_type" in aim(both, "a1", "C5").verbs
    wired = {"works": {"C5": WIRE}}
    own = {"a2": vehicle("C5", "m3a1_halftrack", AMERICAN)}
    alone = duel(squad("C1", figures=TUBES), squad("K9", GERMAN), **wired)
    assert "attack_type" in aim(alone, "a1", "C5").verbs
    assert aim(duel(squad("C1", figures=TUBES), squad("K9", GERMAN), own, **wired), "a1", "C5").refused(
        "attack_type", to="suppressive"
    ) == ["B-ATK-2"]


@pytest.mark.rule("tide_of_iron", "TI-AREA-01")
@pytest.mark.rule("tide_of_iron", "TI-AREA-04")
@pytest.mark.rule("tide_of_iron", "B-AREA-1")
@pytest.mark.rule("tide_of_iron", "B-DICE-1")
def test_one_roll_for_the_hex_and_defence_dice_for_each_unit_in_stacking_order() -> None:
    """Woods: two red dice for each squad, two and one for the half-track."""
    rules = field.spotted({"C5": "w0"})
    more = {"g2": squad("C5", GERMAN), "g3": vehicle("C5", "sdkfz_251")}
    now = aim(duel(squad("C1", figures=TUBES), squad("C5", GERMAN), more, rules=rules), "a1", "C5")
    now = now.act("roll", numbers=[6, 6, 5, 1, 6, 6, 1, 1, 1, 1, 5])
    assert (now["g1"].men, now["g2"].men, now["g3"].damage) == (3, 1, "light")


@pytest.mark.rule("tide_of_iron", "B-AREA-2")
@pytest.mark.rule("tide_of_iron", "TI-AREA-01")
@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
def test_friend_and_foe_are_hit_but_concealed_squads_are_not_and_the_firer_is_told() -> None:
    rules = field.spotted({"C5": "w0"})
    more = {"a2": squad("C5"), "g2": squad("C5", GERMAN, concealed=True)}
    now = duel(
        squad("C1", figures=TUBES), squad("D9", GERMAN), more, works={"C5": WIRE}, rules=rules, sound=False
    )
    drafted = aim(now, "a1", "C5")
    (target,) = drafted.seat.targets("roll")
    assert [str(s) for s in target.says] == ["a2 is in the hex and will be attacked too."]
    after = drafted.act("roll", numbers=[6, 6, 1, 1, 1, 1])
    assert (after["a2"].men, after["g2"].men) == (2, 4)


@pytest.mark.rule("tide_of_iron", "B-AREA-2")
def test_an_empty_hex_with_wire_needs_no_defence() -> None:
    now = duel(squad("C1", figures=TUBES), squad("K9", GERMAN), works={"C5": WIRE})
    after = aim(now, "a1", "C5").act("roll", numbers=[6, 6, 6, 1])
    assert after.told(MarkerChanged)[0].kind == "razor_wire"


@pytest.mark.rule("tide_of_iron", "TI-AREA-06")
@pytest.mark.rule("tide_of_iron", "TI-FORT-13")
@pytest.mark.rule("tide_of_iron", "B-AREA-6")
@pytest.mark.parametrize(("successes", "cut"), [(2, False), (3, True), (4, True)])
def test_three_black_successes_clear_wire_whatever_the_red_dice(successes: int, cut: bool) -> None:
    rules = field.spotted({"C5": "b0"})
    now = duel(squad("K1"), squad("C5", GERMAN), works={"C5": WIRE}, rules=rules)
    numbers = [6] * successes + [1] * (4 - successes) + [6, 6, 6]
    after = strike(now, "C5", 4, "normal", numbers)
    assert after.state.works.get("C5", Works()).razor_wire != cut
    assert after["g1"].men == (4 if successes < 4 else 3)


@pytest.mark.rule("tide_of_iron", "TI-AREA-06")
def test_fire_at_one_unit_clears_no_wire() -> None:
    now = aim(duel(squad("C4"), squad("C5", GERMAN), works={"C5": WIRE})).act("roll", numbers=[6, 6, 6, 1])
    assert now.state.works["C5"].razor_wire


@pytest.mark.rule("tide_of_iron", "TI-AREA-02")
@pytest.mark.rule("tide_of_iron", "B-ATK-10")
def test_area_attacks_are_normal_or_suppressive_and_medics_help_against_normal_ones() -> None:
    more = {"g2": squad("C5", GERMAN, specialization="medic")}
    now = duel(squad("K1"), squad("C5", GERMAN), more)
    pinned = strike(now, "C5", 2, "suppressive", [6, 1])
    assert [pinned[x].condition for x in ("g1", "g2")] == ["pinned", "pinned"]
    assert [pinned[x].men for x in ("g1", "g2")] == [4, 4]
    hit = strike(now, "C5", 2, "normal", [6, 1, 5, 1])
    assert [hit[x].men for x in ("g1", "g2")] == [4, 3]


@pytest.mark.rule("tide_of_iron", "B-AREA-3")
def test_a_mortar_is_no_use_in_fire_and_movement() -> None:
    now = duel(squad("C1", figures=TUBES), squad("C5", GERMAN))
    assert "TI-ACT-14" in why(now, "a1", "C5", "fire_move")


def test_from_higher_ground_mortars_reach_further_too() -> None:
    hill = field.spotted({"C1": ".1"})
    assert wins(aim(duel(squad("C1", figures=TUBES), squad("C10", GERMAN), rules=hill), "a1", "C10")) == (
        5,
        6,
    )


@pytest.mark.rule("tide_of_iron", "TI-ABL-12", "TI-ABL-13")
@pytest.mark.parametrize(("ground", "target"), [({"C1": "b0"}, "C5"), ({}, "C2")])
def test_nothing_is_forecast_of_a_mortar_in_a_building_or_too_near(ground: Any, target: str) -> None:
    now = duel(squad("C1", figures=TUBES), squad(target, GERMAN), rules=field.spotted(ground))
    assert now.seat.forecast(Action("bombard", ("a1",), target)) is None


def test_a_hypothetical_mortar_attack() -> None:
    now = duel(squad("C1", figures=TUBES, token="fatigued"), squad("C5", GERMAN), {"a2": squad("D1")})
    found = now.seat.forecast(Action("bombard", ("a1",), "C5", "suppressive"))
    assert found is not None
    assert found.lines[0][1].attack == 8
    assert now.seat.forecast(Action("bombard", ("a2",), "C5")) is None
    assert now.seat.forecast(Action("bombard", ("a1",), "Z99")) is None
    assert rules_of(aim(now, "a1", "C5"))["TI-ATK-05"] == 4
    assert len(line(aim(now, "a1", "C5")).pools) == 2
