"""TI-ABL and TI-SPC as far as they bear on attacks by fire; Heal."""

from __future__ import annotations

import pytest

from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import (
    AMERICAN,
    GERMAN,
    aim,
    black,
    duel,
    hit,
    red,
    rules_of,
    squad,
    top,
    vehicle,
    why,
    wins,
)

GUN = vehicle("C5", "m4a1_sherman", AMERICAN)


def suppressive(now: field.Situation) -> field.Situation:
    """The attack is a suppressive one."""
    return now.act("attack_type", to="suppressive")


@pytest.mark.rule("tide_of_iron", "TI-ABL-01")
def test_each_elite_figure_is_cover_against_suppressive_attacks() -> None:
    now = aim(duel(GUN, squad("C7", GERMAN, {"elite": 3, "regular": 1})))
    assert red(now) == 0
    assert red(suppressive(now)) == 3
    assert rules_of(suppressive(now))["TI-ABL-01"] == 3


@pytest.mark.rule("tide_of_iron", "TI-ABL-04")
def test_officers_in_the_hex_are_one_cover_against_suppressive_attacks_however_many() -> None:
    more = {"g2": squad("C7", GERMAN, {"officer": 2}), "g3": squad("D7", GERMAN)}
    now = duel(GUN, squad("C7", GERMAN), more)
    assert red(aim(now)) == 0
    assert red(suppressive(aim(now))) == 1
    assert red(suppressive(aim(now, "a1", "g2"))) == 1
    assert red(suppressive(aim(now, "a1", "g3"))) == 0


@pytest.mark.rule("tide_of_iron", "TI-ABL-16")
@pytest.mark.rule("tide_of_iron", "B-ATK-13")
@pytest.mark.parametrize(
    ("token", "shelter", "far", "strength"),
    [
        ("b0", "", (5, 6), 9),
        (".0", "pillbox", (5, 6), 9),
        ("w0", "entrenchment", (6,), 6),
        (".0", "", (6,), 6),
    ],
)
def test_concussive_firepower(token: str, shelter: str, far: tuple[int, ...], strength: int) -> None:
    """Three more FPR and range against a squad in a building hex or in a pillbox anywhere: here at seven hexes."""
    works = {"C8": {shelter: 1}} if shelter else {}
    rules = field.spotted({"C8": token})
    now = aim(
        duel(
            vehicle("C1", "m4a1_sherman", AMERICAN),
            squad("C8", GERMAN, shelter=shelter),
            rules=rules,
            works=works,
        )
    )
    assert (black(now), wins(now)) == (strength, far)


@pytest.mark.rule("tide_of_iron", "TI-ABL-16")
def test_concussive_firepower_is_for_squads_not_for_vehicles_nor_from_half_tracks() -> None:
    rules = field.spotted({"C7": "b0"})
    assert black(aim(duel(GUN, vehicle("C7", "opel_blitz"), rules=rules))) == 8
    assert black(aim(duel(vehicle("C5", "m3a1_halftrack", AMERICAN), squad("C7", GERMAN), rules=rules))) == 4
    more = {"g2": squad("D7", GERMAN, shelter="pillbox")}
    beside = duel(GUN, squad("D7", GERMAN), more, works={"D7": {"pillbox": 1}})
    assert (black(aim(beside)), black(aim(beside, "a1", "g2"))) == (6, 9)


# ---- specializations -------------------------------------------------------------------------------------------------
ROCKETS = squad("C5", figures={"regular": 3, "officer": 1}, specialization="anti_tank")


@pytest.mark.rule("tide_of_iron", "TI-SPC-09")
@pytest.mark.rule("tide_of_iron", "B-ATK-9")
def test_anti_tank_weapons_give_the_squad_range_three_and_three_fpr_against_vehicles() -> None:
    now = aim(duel(ROCKETS, vehicle("C8", "panzer_iv")))
    assert (black(now), wins(now)) == (7, (5, 6))
    assert rules_of(now)["TI-SPC-09"] == 3
    assert (black(aim(duel(ROCKETS, vehicle("C11", "panzer_iv")))), 1) == (7, 1)
    assert why(duel(ROCKETS, vehicle("C12", "panzer_iv")), "a1", "g1") == ["TI-RNG-06"]
    hill = field.spotted({"C5": ".1"})
    assert wins(aim(duel(ROCKETS, vehicle("C9", "panzer_iv"), rules=hill))) == (5, 6)
    assert black(aim(duel(ROCKETS, squad("C8", GERMAN)))) == 4


@pytest.mark.rule("tide_of_iron", "TI-SPC-10")
def test_anti_tank_weapons_count_while_supporting() -> None:
    now = aim(duel(GUN, vehicle("C8", "panzer_iv"), {"a2": {**ROCKETS, "at": "D5"}}))
    assert black(now.act("support", "a2")) == 8 + 4


@pytest.mark.rule("tide_of_iron", "TI-SPC-04")
@pytest.mark.rule("tide_of_iron", "B-ATK-9")
def test_a_pinned_squad_has_no_use_of_its_specialization() -> None:
    """A rally at two hexes: its rifles reach one, or two at long range, and there is no bonus."""
    now = aim(duel({**ROCKETS, "condition": "pinned"}, vehicle("C7", "panzer_iv")))
    assert (black(now), wins(now)) == (2, (6,))
    flames = squad(
        "C5", figures={"officer": 1, "elite": 2}, specialization="flamethrower", condition="pinned"
    )
    burnt = aim(duel(flames, squad("C6", GERMAN), rules=field.spotted({"C6": "b0"})))
    assert (black(burnt), red(burnt)) == (3, 3)


FLAMES = squad("C5", figures={"elite": 2}, specialization="flamethrower")


@pytest.mark.rule("tide_of_iron", "TI-SPC-11")
@pytest.mark.rule("tide_of_iron", "TI-SPC-12")
def test_flaming_death_is_for_adjacent_targets() -> None:
    rules = field.spotted({"C6": "b0", "C7": "b0"})
    near = aim(duel(FLAMES, squad("C6", GERMAN), rules=rules))
    assert (black(near), red(near)) == (6, 0)
    assert rules_of(near)["TI-SPC-11"] == 2
    rules = field.spotted({"C7": "b0"})
    far = aim(duel(FLAMES, squad("C7", GERMAN), rules=rules))
    assert (black(far), red(far)) == (4, 3)


@pytest.mark.rule("tide_of_iron", "B-ATK-8")
@pytest.mark.parametrize("kind", ["concentrated", "fire_move", "op_fire"])
def test_flaming_death_works_for_whoever_leads_not_for_supporters(kind: str) -> None:
    rules = field.spotted({"C6": "b0"})
    flames = {**FLAMES, "token": "op_fire" if kind == "op_fire" else ""}
    now = duel(flames, squad("C6", GERMAN), {"a2": squad("D5", token=flames["token"])}, rules=rules)
    lead = aim(now, kind=kind)  # type: ignore[arg-type]
    assert (black(lead), red(lead)) == (3 if kind == "fire_move" else 6, 0)
    if kind != "fire_move":
        support = aim(now, "a2", kind=kind).act("support", "a1")  # type: ignore[arg-type]
        assert (black(support), red(support)) == (4 + 2, 3)


@pytest.mark.rule("tide_of_iron", "TI-SPC-14")
@pytest.mark.rule("tide_of_iron", "B-ATK-10")
def test_medics_are_one_cover_for_every_squad_of_the_hex_against_normal_attacks() -> None:
    medic = squad("C7", GERMAN, {"regular": 2}, specialization="medic")
    more = {"g2": medic, "g3": medic, "g4": squad("D7", GERMAN)}
    now = duel(GUN, squad("C7", GERMAN), more)
    assert red(aim(now)) == 1
    assert red(aim(now, "a1", "g2")) == 1
    assert red(suppressive(aim(now))) == 0
    assert red(aim(now, "a1", "g4")) == 0


@pytest.mark.rule("tide_of_iron", "TI-SPC-14")
@pytest.mark.rule("tide_of_iron", "TI-SPC-04")
def test_pinned_medics_bandage_nobody_and_vehicles_are_not_bandaged() -> None:
    more = {"g2": squad("C7", GERMAN, specialization="medic", condition="pinned")}
    assert red(aim(duel(GUN, squad("C7", GERMAN), more))) == 0
    more = {"g2": squad("C7", GERMAN, specialization="medic")}
    assert red(aim(duel(GUN, vehicle("C7", "opel_blitz"), more))) == 0


# ---- heal ------------------------------------------------------------------------------------------------------------
MEDIC = squad("C5", figures={"regular": 3}, specialization="medic", lost=1)


@pytest.mark.rule("tide_of_iron", "TI-SPC-15")
@pytest.mark.rule("tide_of_iron", "B-ATK-11")
@pytest.mark.parametrize(("face", "men"), [(3, 2), (4, 3), (6, 3)])
def test_heal_brings_a_regular_back_on_four_or_more_and_fatigues_in_any_case(face: int, men: int) -> None:
    more = {"a2": squad("C5", figures={"elite": 2}, lost=2)}
    now = duel(MEDIC, squad("K7", GERMAN), more)
    assert sorted(now.targets("heal", "a1")) == ["a1", "a2"]
    left = top(now).left
    now = now.act("heal", "a1", "a2", numbers=[face])
    assert (now["a2"].men, now["a1"].token) == (men, "fatigued")
    assert now["a2"].figures.get("regular", 0) == men - 2
    assert now["a2"].lost == 4 - men
    assert top(now).left == left - 1


@pytest.mark.rule("tide_of_iron", "TI-SPC-15")
@pytest.mark.rule("tide_of_iron", "B-ATK-11")
@pytest.mark.rule("tide_of_iron", "TI-SPC-04")
@pytest.mark.rule("tide_of_iron", "TI-CON-03")
def test_whom_heal_does_not_help() -> None:
    more = {
        "a2": squad("C5", figures={"regular": 4}),
        "a3": squad("D5", figures={"regular": 1}, lost=2),
        "a4": squad("D5", figures={"regular": 3}, specialization="medic", condition="pinned", lost=1),
        "a5": squad("C5", figures={"mg": 2}, lost=1),
        "a6": squad("D5", lost=1, figures={"regular": 3}),
    }
    now = duel(MEDIC, squad("K7", GERMAN), more)
    assert now.refused("heal", "a1", "a2") == ["B-ATK-11"]
    assert now.refused("heal", "a1", "a5") == ["B-ATK-11"]
    assert now.refused("heal", "a1", "a3") == ["TI-SPC-15"]
    assert now.refused("heal", "a1", "g1") == ["TI-SPC-15"]
    assert now.refused("heal", "a4", "a4") == ["TI-CON-03", "TI-SPC-04"]
    assert now.refused("heal", "a6", "a6") == ["TI-SPC-15"]
    assert now.offered("heal") == ("a1",)


@pytest.mark.rule("tide_of_iron", "B-ATK-11")
def test_heal_adds_nobody_to_a_squad_that_was_small_from_the_start() -> None:
    now = duel(MEDIC, squad("K7", GERMAN), {"a2": squad("C5", figures={"regular": 2})})
    assert now.refused("heal", "a1", "a2") == ["B-ATK-11"]
    assert now.sentence("heal", "a1", "a2").endswith("has not lost any figures.")


@pytest.mark.rule("tide_of_iron", "TI-SPC-15", "B-ATK-11")
def test_who_has_come_back_is_missed_no_longer() -> None:
    now = duel(
        MEDIC, squad("K7", GERMAN), {"a2": squad("C5", specialization="medic", figures={"regular": 3})}
    )
    healed = now.act("heal", "a2", "a1", numbers=[4])
    assert (healed["a1"].men, healed["a1"].lost) == (4, 0)


def test_cards_add_fire_power_before_the_halving_and_are_used_up_by_the_attack() -> None:
    """An effect of a card on ``a1`` for its next attack."""
    from hexbench.games.tide_of_iron.decks import Effect, Modify

    change = Modify(stat="fpr", target_class="inf", delta=2, duration="next_attack_this_round")
    effect = Effect(card="gs-bandoliers", side=AMERICAN, change=change, units=("a1",))
    now = duel(squad("C5"), squad("C7", GERMAN), {"g2": vehicle("C6", "opel_blitz")}, effects=[])
    now = now.swapped(effects=(effect,))
    assert black(aim(now)) == 6
    assert black(aim(now, kind="fire_move")) == 3
    assert black(aim(now, "a1", "g2")) == 4
    assert hit(aim(now), 0).state.effects == ()
