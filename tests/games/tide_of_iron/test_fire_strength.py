"""TI-ATK-06 to -14, TI-FORT, TI-SMK, B-FPR, B-ATK-3 to -6: what halves fire and what protects from it."""

from __future__ import annotations

from typing import Any

import pytest

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
    red,
    rules_of,
    squad,
    strike,
    vehicle,
    why,
)

WIRE, MINES, SMOKE, TRAP = (
    Works(razor_wire=True),
    Works(minefield=True),
    Works(smoke=True),
    Works(tank_trap=True),
)


# ---- cover and armour ------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ATK-06")
@pytest.mark.rule("tide_of_iron", "B-ATK-3")
@pytest.mark.parametrize(
    ("token", "cover"), [(".0", 0), ("r0", 1), ("w0", 2), ("b0", 3), ("x0", 1), ("s0", 0)]
)
def test_the_ground_covers_squads_and_vehicles_alike(token: str, cover: int) -> None:
    rules = field.spotted({"C6": token})
    assert red(aim(duel(squad("C5"), squad("C6", GERMAN), rules=rules))) == cover
    armoured = aim(duel(vehicle("C5", "m4a1_sherman", AMERICAN), vehicle("C6", "sdkfz_251"), rules=rules))
    assert red(armoured) == 1 + cover
    assert rules_of(armoured)["TI-ATK-06"] == 1 + cover


@pytest.mark.rule("tide_of_iron", "B-ATK-3")
@pytest.mark.rule("tide_of_iron", "TI-SMK-02")
@pytest.mark.rule("tide_of_iron", "TI-FORT-07")
@pytest.mark.rule("tide_of_iron", "TI-FORT-08")
@pytest.mark.rule("tide_of_iron", "TI-FORT-17")
def test_cover_adds_up_and_a_fortification_covers_only_the_squad_inside() -> None:
    works = {"C6": Works(entrenchment=1, pillbox=1, tank_trap=True, smoke=True)}
    more = {
        "g2": squad("C6", GERMAN, shelter="pillbox"),
        "g3": vehicle("C6", "panzer_iv"),
        "g4": squad("D6", GERMAN, shelter="entrenchment"),
    }
    works["D6"] = Works(entrenchment=1)
    rules = field.spotted({"C6": "r0"})
    now = duel(squad("C5"), squad("C6", GERMAN), more, rules=rules, works=works)
    assert red(aim(now, "a1", "g1")) == 1 + 2 + 1
    assert rules_of(aim(now, "a1", "g1"))["TI-SMK-02"] == 2
    assert rules_of(aim(now, "a1", "g1"))["TI-FORT-17"] == 1
    assert red(aim(now, "a1", "g2")) == 1 + 2 + 1 + 6
    assert rules_of(aim(now, "a1", "g2"))["TI-FORT-08"] == 6
    assert red(aim(now, "a1", "g3")) == 4 + 1 + 2  # no trap for vehicles
    assert red(aim(now, "a1", "g4")) == 2
    assert rules_of(aim(now, "a1", "g4"))["TI-FORT-07"] == 2


@pytest.mark.rule("tide_of_iron", "TI-ATK-23")
@pytest.mark.rule("tide_of_iron", "TI-ATK-24")
@pytest.mark.rule("tide_of_iron", "B-ATK-6")
def test_damage_takes_one_off_the_armour_light_or_heavy_never_below_nothing() -> None:
    gun = vehicle("C5", "m4a1_sherman", AMERICAN)
    assert red(aim(duel(gun, vehicle("C8", "panzer_iv")))) == 4
    assert red(aim(duel(gun, vehicle("C8", "panzer_iv", damage="light")))) == 3
    assert red(aim(duel(gun, vehicle("C8", "panzer_iv", damage="heavy")))) == 3
    assert red(aim(duel(gun, vehicle("C8", "opel_blitz", damage="light")))) == 0


@pytest.mark.rule("tide_of_iron", "TI-ATK-07")
@pytest.mark.rule("tide_of_iron", "B-ATK-5")
@pytest.mark.rule("tide_of_iron", "TI-SPC-12")
@pytest.mark.rule("tide_of_iron", "TI-SPC-13")
def test_a_flamethrower_takes_cover_down_to_nothing_and_leaves_armour() -> None:
    flames = squad("C5", figures={"elite": 3}, specialization="flamethrower")
    rules = field.spotted({"C6": "b0"})
    tank = aim(duel(flames, vehicle("C6", "tiger_i", damage="light"), rules=rules))
    assert red(tank) == 5
    assert rules_of(tank)["TI-SPC-12"] == -3
    works = {"C6": Works(pillbox=1)}
    bunker = aim(duel(flames, squad("C6", GERMAN, shelter="pillbox"), rules=rules, works=works))
    assert red(bunker) == 3 + 6 - 5


# ---- halving ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-FORT-11")
@pytest.mark.rule("tide_of_iron", "B-FPR-5")
@pytest.mark.rule("tide_of_iron", "B-MOV-7")
def test_squads_in_wire_fire_at_half_vehicles_do_not_and_engineers_are_squads() -> None:
    more = {
        "a2": vehicle("C5", "m4a1_sherman", AMERICAN),
        "a3": squad("C5", figures={"regular": 3}, specialization="engineer"),
    }
    now = duel(squad("C5"), squad("C7", GERMAN), more, works={"C5": WIRE})
    assert black(aim(now)) == 2
    assert rules_of(aim(now))["TI-FORT-11"] == -2
    assert black(aim(now, "a2")) == 6
    assert black(aim(now, "a3")) == 2


@pytest.mark.rule("tide_of_iron", "TI-FORT-23")
@pytest.mark.rule("tide_of_iron", "B-FPR-5")
def test_every_unit_in_a_minefield_fires_at_half() -> None:
    more = {"a2": vehicle("C5", "m4a1_sherman", AMERICAN)}
    now = duel(squad("C5"), squad("C7", GERMAN), more, works={"C5": MINES})
    assert (black(aim(now)), black(aim(now, "a2"))) == (2, 3)
    assert rules_of(aim(now, "a2"))["TI-FORT-23"] == -3


@pytest.mark.rule("tide_of_iron", "TI-SMK-03")
@pytest.mark.rule("tide_of_iron", "TI-ATK-24")
def test_smoke_and_heavy_damage_halve() -> None:
    tank = vehicle("C5", "m4a1_sherman", AMERICAN)
    assert black(aim(duel(tank, squad("C7", GERMAN), works={"C5": SMOKE}))) == 3
    hurt = duel({**tank, "damage": "heavy"}, squad("C7", GERMAN))
    assert black(aim(hurt)) == 3
    assert rules_of(aim(hurt))["TI-ATK-24"] == -3
    assert black(aim(duel({**tank, "damage": "light"}, squad("C7", GERMAN)))) == 6


@pytest.mark.rule("tide_of_iron", "TI-ACT-10")
@pytest.mark.rule("tide_of_iron", "TI-OPF-10")
@pytest.mark.rule("tide_of_iron", "B-FPR-1")
@pytest.mark.rule("tide_of_iron", "TI-ABL-16")
def test_bonuses_come_before_the_halving_which_is_rounded_up_once() -> None:
    """The ledger's example: a Sherman on the move against a building, (6 + 3) / 2 = 5."""
    rules = field.spotted({"C7": "b0"})
    now = aim(
        duel(vehicle("C5", "m4a1_sherman", AMERICAN), squad("C7", GERMAN), rules=rules), kind="fire_move"
    )
    assert black(now) == 5
    assert rules_of(now)["TI-ABL-16"] == 3
    assert rules_of(now)["TI-ACT-10"] == -4


@pytest.mark.rule("tide_of_iron", "B-FPR-1", "TI-OPF-10")
def test_an_option_adds_the_bonuses_after_the_halving() -> None:
    """The same Sherman: half of 6, and 3 on top."""
    rules = field.spotted({"C7": "b0"}, halved_bonuses="whole")
    sherman = duel(vehicle("C5", "m4a1_sherman", AMERICAN), squad("C7", GERMAN), rules=rules)
    assert black(aim(sherman, kind="fire_move")) == 6
    assert black(aim(sherman)) == 9, "what is not halved is as it was"


@pytest.mark.rule("tide_of_iron", "B-FPR-2")
@pytest.mark.rule("tide_of_iron", "TI-CF-04")
@pytest.mark.rule("tide_of_iron", "TI-OPF-10")
def test_each_supporter_is_halved_and_rounded_by_itself() -> None:
    more = {"a2": squad("D5", figures={"regular": 3}), "a3": squad("D6", figures={"regular": 1})}
    now = aim(duel(squad("C5", figures={"regular": 1}), squad("C7", GERMAN), more))
    assert black(now.act("support", "a2").act("support", "a3")) == 1 + 2 + 1


@pytest.mark.rule("tide_of_iron", "TI-OPF-09")
@pytest.mark.rule("tide_of_iron", "B-FPR-3")
@pytest.mark.parametrize(
    "causes",
    [
        Works(razor_wire=True, minefield=True),
        Works(minefield=True, smoke=True),
        Works(razor_wire=True, smoke=True),
    ],
)
def test_two_causes_even_of_one_hex_forbid_the_attack(causes: Works) -> None:
    now = duel(squad("C5"), squad("C7", GERMAN), works={"C5": causes})
    assert now.refused("fire", "a1", "g1")[0] == "TI-OPF-09"
    assert "a1" not in now.offered("fire")


@pytest.mark.rule("tide_of_iron", "TI-OPF-09")
@pytest.mark.rule("tide_of_iron", "B-FPR-3")
def test_rally_and_fire_and_movement_are_causes_too() -> None:
    pinned = squad("C5", figures={"officer": 1, "regular": 2}, condition="pinned")
    now = duel(pinned, squad("C7", GERMAN), works={"C5": SMOKE})
    assert now.refused("fire", "a1", "g1") == ["TI-OPF-09", "TI-CON-04"]
    now = duel(squad("C5"), squad("C7", GERMAN), works={"C5": WIRE})
    assert why(now, "a1", "g1", "fire_move")[0] == "TI-OPF-09"
    assert why(now, "a1", "g1") == []


@pytest.mark.rule("tide_of_iron", "B-FPR-4")
@pytest.mark.parametrize("works", [WIRE, MINES, SMOKE])
def test_a_unit_halved_by_its_hex_leads_but_never_supports(works: Works) -> None:
    now = duel(squad("C5"), squad("C7", GERMAN), {"a2": squad("D5")}, works={"D5": works})
    assert "a2" in now.offered("fire")
    drafted = aim(now)
    assert drafted.refused("support", "a2")[0] == "TI-OPF-09"
    assert drafted.offered("support") == ()
    assert why(now.run(lambda p: p.put("a2", token="op_fire")), "a2", "g1", "op_fire") == []


@pytest.mark.rule("tide_of_iron", "B-RNG-5")
def test_halving_makes_no_dice_of_nothing() -> None:
    """A loaded truck, heavily damaged or not, is never armed; half of one is one."""
    now = duel(squad("C5", figures={"regular": 1}), squad("C7", GERMAN), works={"C5": SMOKE})
    assert black(aim(now)) == 1
    truck = duel(
        vehicle("C5", "gmc_cckw_353", AMERICAN, damage="light"), squad("C6", GERMAN), works={"C5": SMOKE}
    )
    assert why(truck, "a1", "g1") == ["TI-UNIT-13"]


# ---- the dice --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ATK-09")
@pytest.mark.rule("tide_of_iron", "TI-ATK-13")
@pytest.mark.rule("tide_of_iron", "TI-ATK-14")
@pytest.mark.rule("tide_of_iron", "B-DICE-1")
@pytest.mark.parametrize(
    ("numbers", "men"),
    [
        ([5, 6, 5, 4, 1, 4], 1),  # three of four black dice, 4 is none at normal range; red 4 is none
        ([5, 6, 5, 4, 5, 6], 3),  # both red dice take one off
        ([1, 2, 3, 5, 6, 6], 4),  # never less than no hits
    ],
)
def test_as_many_dice_as_strength_black_first_then_red(numbers: list[int], men: int) -> None:
    rules = field.spotted({"C7": "w0"})
    now = aim(duel(squad("C5"), squad("C7", GERMAN), rules=rules)).act("roll", numbers=numbers)
    assert now["g1"].men == men


@pytest.mark.rule("tide_of_iron", "TI-ATK-10")
def test_close_dice_succeed_on_four() -> None:
    close = aim(duel(squad("C5"), squad("C6", GERMAN))).act("roll", numbers=[4, 3, 4, 1])
    assert close["g1"].men == 2


@pytest.mark.rule("tide_of_iron", "TI-ABL-24")
@pytest.mark.rule("tide_of_iron", "B-ATK-12")
@pytest.mark.parametrize(
    ("reds", "damage"),
    [([1, 1, 1, 1, 1, 1], "heavy"), ([6, 1, 1, 1, 1, 1], "light"), ([6, 6, 6, 1, 1, 1], "")],
)
def test_thick_armour_turns_one_failed_die_into_a_six(reds: list[int], damage: str) -> None:
    """Four successes against a Tiger: one is always stopped."""
    now = duel(vehicle("C5", "m4a1_sherman", AMERICAN), vehicle("C8", "tiger_i"))
    now = aim(now).act("roll", numbers=[6] * 4 + [1] * 4 + reds)
    assert now["g1"].damage == damage


@pytest.mark.rule("tide_of_iron", "TI-ABL-24")
def test_thick_armour_asks_nothing_of_dice_that_all_succeeded() -> None:
    now = duel(vehicle("C5", "m4a1_sherman", AMERICAN), vehicle("C8", "tiger_i"))
    now = aim(now).act("roll", numbers=[6] * 8 + [6] * 6)
    assert now["g1"].damage == "light"
    assert not any(getattr(event, "rule", "") == "TI-ABL-24" for event in now.events)


@pytest.mark.rule("tide_of_iron", "TI-ATK-08")
@pytest.mark.rule("tide_of_iron", "TI-SUP-01")
@pytest.mark.rule("tide_of_iron", "B-ATK-2")
def test_squads_suffer_either_kind_of_attack_vehicles_normal_ones_without_asking() -> None:
    squads = aim(duel(squad("C5"), squad("C7", GERMAN)))
    assert list(squads.targets("attack_type")) == ["suppressive"]
    assert list(squads.act("attack_type", to="suppressive").targets("attack_type")) == ["normal"]
    tank = aim(duel(vehicle("C5", "m4a1_sherman", AMERICAN), vehicle("C7", "opel_blitz")))
    assert "attack_type" not in tank.verbs
    assert tank.refused("attack_type", to="suppressive") == ["TI-SUP-01"]


@pytest.mark.rule("tide_of_iron", "TI-AREA-05")
@pytest.mark.rule("tide_of_iron", "TI-SUP-01")
def test_a_suppressive_area_attack_does_not_touch_vehicles() -> None:
    now = duel(squad("A1"), squad("C7", GERMAN), {"g2": vehicle("C7", "opel_blitz")})
    now = strike(now, "C7", 4, "suppressive", [6, 6, 6, 6])
    assert not now["g1"].on_map
    assert now["g2"].damage == ""
    assert now["g2"].on_map


@pytest.mark.rule("tide_of_iron", "TI-ACT-11", "TI-ACT-12", "TI-OPF-09")
def test_nothing_is_forecast_of_what_no_token_and_no_view_would_allow() -> None:
    """Long range or support on the move, and firepower halved twice."""
    now = duel(squad("C5"), squad("C12", GERMAN), {"a2": squad("C6"), "a3": squad("C7")})

    def foretold(how: str, *units: str, at: field.Situation = now) -> bool:
        return at.seat.forecast(Action("fire", units, "g1", how)) is not None

    assert foretold("", "a1")
    assert not foretold("fire_move", "a1")
    near = duel(squad("C9"), squad("C12", GERMAN), {"a2": squad("C8")})
    assert foretold("fire_move", "a1", at=near)
    assert not foretold("fire_move", "a1", "a2", at=near)
    mined = duel(squad("C9"), squad("C12", GERMAN), {"a2": squad("C8")}, works={"C9": Works(minefield=True)})
    assert foretold("", "a1", "a2", at=mined)
    assert not foretold("fire_move", "a1", at=mined)
    assert not foretold("", "a2", "a1", at=mined)


def test_a_hypothetical_attack_is_reckoned_at_any_time_for_anybody() -> None:
    """A unit that has fired, of the side that is not asked, out of its time."""
    now = duel(squad("C5"), squad("C7", GERMAN, token="fatigued"), {"g2": squad("D8", GERMAN)})

    def ask(how: str = "", *units: str, target: str = "a1") -> Any:
        found = now.seat.forecast(Action("fire", units or ("g1",), target, how))
        return found and found.lines[0][1]

    assert ask().attack == 4
    assert ask("", "g1", "g2").attack == 6
    assert ask("fire_move").attack == 2
    assert ask("suppressive").row == "suppressive"
    assert ask("", "g1", target="g2").attack == 4
    assert ask("", "g1", target="nobody") is None
    assert now.seat.forecast(Action("fire", (), "a1")) is None
    far = duel(squad("A1"), squad("N12", GERMAN))
    assert far.seat.forecast(Action("fire", ("a1",), "g1")) is None
    assert line(aim(now)).ways == 3**4
