"""TI-ASL-01 to -18, B-ATK-4, TI-SMK-04 to -07: who assaults whom, and with what."""

from __future__ import annotations

import pytest

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron.card_words import lookouts, near_officer
from hexbench.games.tide_of_iron.decks import Effect, Modify
from hexbench.games.tide_of_iron.pieces import Works
from hexbench.games.tide_of_iron.strength import officer_in, scene
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import (
    AMERICAN,
    GERMAN,
    clash,
    duel,
    line,
    rules_of,
    squad,
    storm,
    top,
    vehicle,
)

SMOKE = Works(smoke=True)


# ---- who may assault whom --------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-03")
@pytest.mark.rule("tide_of_iron", "TI-ASL-02")
def test_one_adjacent_hex_with_an_enemy_is_assaulted_or_none() -> None:
    more = {"g2": squad("D5", GERMAN), "g3": squad("C8", GERMAN)}
    now = storm(duel(squad("C5"), squad("C6", GERMAN), more))
    assert list(now.targets("assault_hex", "a1")) == ["D5", "C6"]
    assert now.refused("storm") == ["TI-ASL-03"]
    assert now.refused("assault_hex", "a1", "C8") == ["TI-ASL-03"]
    assert now.refused("assault_hex", "a1", "B5") == ["TI-ASL-03"]
    assert now.refused("assault_support", "g2") == ["TI-ASL-06"]
    chosen = now.act("assault_hex", "a1", "C6")
    assert "attack_type" not in chosen.verbs
    assert chosen.verbs[-1] == "storm"
    declined = chosen.act("decline_assault")
    assert declined.step == (AMERICAN, "turn")
    assert declined["a1"].fresh


def test_nobody_to_assault_no_question() -> None:
    assert storm(duel(squad("C5"), squad("C7", GERMAN))).step == (AMERICAN, "turn")


@pytest.mark.rule("tide_of_iron", "TI-ASL-01")
@pytest.mark.rule("tide_of_iron", "B-ASL-3")
@pytest.mark.rule("tide_of_iron", "TI-ASL-06")
@pytest.mark.rule("tide_of_iron", "TI-ABL-06")
def test_heavy_weapons_and_vehicles_neither_assault_nor_support() -> None:
    more = {
        "a2": squad("B5", figures={"regular": 2, "mg": 1}),
        "a3": squad("#aboard/av1"),
        "av1": vehicle("D5", "m3a1_halftrack", AMERICAN),
    }
    now = storm(duel(squad("C5"), squad("C6", GERMAN), more))
    assert now.refused("assault_support", "a2") == ["B-ASL-3"]
    assert now.refused("assault_support", "a3") == ["B-ASL-3"]
    assert now.refused("assault_support", "av1") == ["TI-ASL-06"]
    assert now.offered("assault_support") == ()
    guns = duel(squad("C5", figures={"mg": 1}), squad("C6", GERMAN))
    assert storm(guns).step == (AMERICAN, "turn")
    found = guns.seat.refuse(Action("assault_hex", ("a1",), "C6"))
    assert "TI-ASL-01" in [r.rule for r in found]


@pytest.mark.rule("tide_of_iron", "TI-ASL-04")
def test_a_hex_with_a_tank_cannot_be_assaulted_one_with_light_vehicles_can() -> None:
    tank = duel(
        squad("C5"), squad("C6", GERMAN), {"g2": vehicle("C6", "panzer_iv"), "g3": squad("D5", GERMAN)}
    )
    now = storm(tank)
    assert list(now.targets("assault_hex", "a1")) == []
    assert top(now).hex == "D5"
    assert now.refused("assault_hex", "a1", "C6") == ["TI-ASL-04"]
    light = duel(squad("C5"), vehicle("C6", "sdkfz_251"))
    assert storm(light).step == (AMERICAN, "assault_draft")


@pytest.mark.rule("tide_of_iron", "B-ASL-8")
def test_a_hex_with_none_but_concealed_squads_cannot_be_assaulted() -> None:
    rules = field.spotted({"C6": "w0"})
    more = {"g2": squad("D5", GERMAN)}
    now = storm(duel(squad("C5"), squad("C6", GERMAN, concealed=True), more, rules=rules))
    assert now.refused("assault_hex", "a1", "C6") == ["B-ASL-8"]


@pytest.mark.rule("tide_of_iron", "TI-ASL-06")
@pytest.mark.rule("tide_of_iron", "TI-ASL-07")
@pytest.mark.rule("tide_of_iron", "TI-ASL-08")
@pytest.mark.rule("tide_of_iron", "TI-ASL-09")
def test_two_adjacent_squads_support_fatigued_ones_too_but_not_pinned_ones() -> None:
    more = {
        "a2": squad("C5", token="fatigued"),
        "a3": squad("B5", token="op_fire"),
        "a4": squad("D6"),
        "a5": squad("B5", condition="pinned"),
        "a6": squad("D6", condition="disrupted"),
        "a7": squad("C4"),
    }
    now = storm(duel(squad("C5"), squad("C6", GERMAN), more))
    assert sorted(now.offered("assault_support")) == ["a2", "a3", "a4"]
    assert now.refused("assault_support", "a5") == ["TI-ASL-09"]
    assert now.refused("assault_support", "a6") == ["TI-ASL-09"]
    assert now.refused("assault_support", "a7") == ["TI-ASL-07"]
    now = now.act("assault_support", "a2").act("assault_support", "a3")
    assert now.refused("assault_support", "a4") == ["TI-ASL-06"]
    now = now.act("assault_dismiss", "a2")
    assert now.offered("assault_support")


# ---- strengths -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-10")
@pytest.mark.rule("tide_of_iron", "B-ATK-9")
def test_the_attack_counts_values_against_squads_and_half_of_each_supporter() -> None:
    """Also against a lone half-track, where anti-tank weapons add nothing."""
    more = {"a2": squad("B5", figures={"regular": 3}), "a3": squad("D5", figures={"elite": 2, "regular": 1})}
    rockets = squad("C5", figures={"elite": 2, "officer": 1}, specialization="anti_tank")
    now = storm(duel(rockets, vehicle("C6", "sdkfz_251"), more))
    assert clash(now)[0] == 5
    now = now.act("assault_support", "a2").act("assault_support", "a3")
    assert clash(now)[0] == 5 + 2 + 3
    assert rules_of(now, "storm")["TI-ASL-10"] == -1 - 2


@pytest.mark.rule("tide_of_iron", "TI-ASL-11")
@pytest.mark.rule("tide_of_iron", "TI-ABL-13")
@pytest.mark.rule("tide_of_iron", "B-ASL-7")
@pytest.mark.rule("tide_of_iron", "TI-TRN-05")
def test_defending_squads_and_light_vehicles_fire_back_but_neither_mortars_nor_passengers() -> None:
    more = {
        "g2": squad("C6", GERMAN, {"mg": 1, "mortar": 1}),
        "g3": vehicle("C6", "sdkfz_251"),
        "g4": squad("#aboard/g3", GERMAN),
    }
    now = storm(duel(squad("C5"), squad("C6", GERMAN, token="fatigued"), more))
    assert clash(now) == (4, 0, 4 + 4 + 4)


@pytest.mark.rule("tide_of_iron", "TI-ASL-12")
@pytest.mark.rule("tide_of_iron", "TI-ASL-13")
def test_disrupted_defenders_give_nothing_pinned_ones_half() -> None:
    more = {"g2": squad("C6", GERMAN, condition="disrupted")}
    now = storm(duel(squad("C5"), squad("C6", GERMAN, {"regular": 3}, condition="pinned"), more))
    assert clash(now)[2] == 2
    assert rules_of(now, "storm")["TI-ASL-12"] == -4
    assert rules_of(now, "storm")["TI-ASL-13"] == -1


@pytest.mark.rule("tide_of_iron", "TI-ASL-14")
@pytest.mark.rule("tide_of_iron", "B-CON-1")
def test_with_an_officer_pinned_defenders_give_all() -> None:
    more = {"g2": squad("C6", GERMAN, {"officer": 1}, condition="disrupted")}
    now = storm(duel(squad("C5"), squad("C6", GERMAN, {"regular": 3}, condition="pinned"), more))
    assert clash(now)[2] == 3


@pytest.mark.rule("tide_of_iron", "B-FPR-3")
@pytest.mark.rule("tide_of_iron", "TI-SMK-05")
@pytest.mark.rule("tide_of_iron", "TI-FORT-11")
def test_a_defender_halved_twice_gives_nothing_and_no_halving_hides_another() -> None:
    smoke = storm(duel(squad("C5"), squad("C6", GERMAN), works={"C6": SMOKE}))
    assert clash(smoke) == (2, 2, 2)
    assert rules_of(smoke, "storm")["TI-SMK-05"] == -2
    pinned = storm(duel(squad("C5"), squad("C6", GERMAN, condition="pinned"), works={"C6": SMOKE}))
    assert clash(pinned)[2] == 0
    wired = storm(duel(squad("C5"), squad("C6", GERMAN), works={"C6": Works(razor_wire=True)}))
    assert clash(wired)[2] == 2


@pytest.mark.rule("tide_of_iron", "TI-SMK-04")
@pytest.mark.rule("tide_of_iron", "TI-FORT-23")
@pytest.mark.rule("tide_of_iron", "B-FPR-4")
def test_out_of_smoke_an_assault_is_not_halved_but_out_of_mines_it_is() -> None:
    more = {"a2": squad("D5")}
    smoke = storm(duel(squad("C5"), squad("C6", GERMAN), more, works={"C5": SMOKE, "D5": SMOKE}))
    assert clash(smoke.act("assault_support", "a2"))[0] == 4 + 2
    mines = storm(duel(squad("C5"), squad("C6", GERMAN), more, works={"C5": Works(minefield=True)}))
    assert clash(mines)[0] == 2
    mined = storm(duel(squad("C5"), squad("C6", GERMAN), more, works={"D5": Works(minefield=True)}))
    assert mined.refused("assault_support", "a2") == ["TI-OPF-09"]


@pytest.mark.rule("tide_of_iron", "TI-SMK-06")
@pytest.mark.rule("tide_of_iron", "TI-SMK-07")
def test_into_smoke_the_assault_is_halved_and_nobody_supports_it() -> None:
    now = storm(duel(squad("C5"), squad("C6", GERMAN), {"a2": squad("D5")}, works={"C6": SMOKE}))
    assert clash(now)[0] == 2
    assert rules_of(now, "storm")["TI-SMK-06"] == -2
    assert now.refused("assault_support", "a2")[0] == "TI-SMK-07"
    assert now.offered("assault_support") == ()


@pytest.mark.rule("tide_of_iron", "B-FPR-1", "B-FPR-3", "TI-SPC-11")
@pytest.mark.parametrize(
    ("reading", "mined", "smoked", "supported"), [("halved", 3, 3, 2 + 2), ("whole", 4, 4, 2 + 3)]
)
def test_an_option_adds_the_bonuses_of_an_assault_after_the_halving(
    reading: str, mined: int, smoked: int, supported: int
) -> None:
    """A flamethrower out of mines or into smoke, and two supporters, one with a card for this attack."""
    rules = field.spotted({}, halved_bonuses=reading)
    flames, foe = squad("C5", specialization="flamethrower"), squad("C6", GERMAN)
    mines = storm(duel(flames, foe, rules=rules, works={"C5": Works(minefield=True)}))
    assert clash(mines)[0] == mined
    assert clash(storm(duel(flames, foe, rules=rules, works={"C6": SMOKE})))[0] == smoked
    assert clash(storm(duel(flames, foe, rules=rules)))[0] == 6, "what is not halved is as it was"
    change = Modify(stat="fpr", target_class="inf", delta=1, duration="next_attack_this_round")
    effect = Effect(card="gs-bandoliers", side=AMERICAN, change=change, units=("a3",))
    more = {"a2": squad("B5"), "a3": squad("D5", figures={"regular": 3})}
    now = storm(duel(squad("C5"), foe, more, rules=rules).swapped(effects=(effect,)))
    now = now.act("assault_support", "a2").act("assault_support", "a3")
    assert clash(now)[0] == 4 + supported


# ---- cover -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-15")
@pytest.mark.rule("tide_of_iron", "B-ATK-4")
@pytest.mark.parametrize(("forts", "cover"), [("sum", 2 + 1 + 2 + 6), ("best", 2 + 1 + 6)])
def test_cover_of_ground_and_all_fortifications_in_use_adds_up(forts: str, cover: int) -> None:
    rules = field.spotted({"C6": "w0"}, assault_forts=forts)
    works = {"C6": {"entrenchment": 2, "pillbox": 1, "tank_trap": True}}
    more = {"g2": squad("C6", GERMAN, shelter="pillbox"), "g3": squad("C6", GERMAN)}
    now = storm(
        duel(squad("C5"), squad("C6", GERMAN, shelter="entrenchment"), more, rules=rules, works=works)
    )
    assert clash(now)[1] == cover


@pytest.mark.rule("tide_of_iron", "B-ATK-4")
@pytest.mark.rule("tide_of_iron", "TI-ASL-16")
def test_two_entrenched_squads_add_four_vehicles_no_armour_and_the_trap_is_for_squads() -> None:
    works = {"C6": {"entrenchment": 2, "tank_trap": True}}
    more = {"g2": squad("C6", GERMAN, {"elite": 3, "officer": 1}, shelter="entrenchment")}
    both = storm(duel(squad("C5"), squad("C6", GERMAN, shelter="entrenchment"), more, works=works))
    assert clash(both)[1] == 1 + 4, "neither elite figures nor officers count"
    vehicle_alone = storm(duel(squad("C5"), vehicle("C6", "sdkfz_251"), works={"C6": {"tank_trap": True}}))
    assert clash(vehicle_alone)[1] == 0


@pytest.mark.rule("tide_of_iron", "B-ATK-4")
@pytest.mark.rule("tide_of_iron", "TI-SPC-14")
def test_an_able_medic_among_the_defenders_is_one_cover() -> None:
    medic = squad("C6", GERMAN, specialization="medic")
    assert clash(storm(duel(squad("C5"), squad("C6", GERMAN), {"g2": medic, "g3": medic})))[1] == 1
    pinned = {**medic, "condition": "pinned"}
    assert clash(storm(duel(squad("C5"), squad("C6", GERMAN), {"g2": pinned})))[1] == 0


@pytest.mark.rule("tide_of_iron", "B-ATK-8")
@pytest.mark.rule("tide_of_iron", "TI-SPC-12")
def test_the_active_flamethrower_burns_the_cover_of_the_hex_a_supporting_one_does_not() -> None:
    flames = squad("C5", figures={"elite": 2}, specialization="flamethrower")
    rules = field.spotted({"C6": "w0"})
    works = {"C6": {"entrenchment": 2}}
    more = {"g2": squad("C6", GERMAN, shelter="entrenchment"), "a2": squad("D5")}
    now = duel(flames, squad("C6", GERMAN, shelter="entrenchment"), more, rules=rules, works=works)
    assert clash(storm(now))[:2] == (4 + 2, 2 + 4 - 5)
    support = storm(now, "a2").act("assault_support", "a1")
    assert clash(support)[:2] == (4 + 2, 6)


# ---- dice ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-17")
@pytest.mark.rule("tide_of_iron", "TI-ASL-18")
@pytest.mark.rule("tide_of_iron", "TI-SMK-02")
@pytest.mark.rule("tide_of_iron", "B-DICE-1")
@pytest.mark.rule("tide_of_iron", "B-ASL-9")
def test_attack_dice_cover_dice_then_defence_fire_all_in_that_order() -> None:
    """Four, five, six succeed for both; cover takes off with five and six; defence fire meets no cover."""
    rules = field.spotted({"C5": "w0", "C6": "w0"})
    now = storm(duel(squad("C5"), squad("C6", GERMAN), rules=rules))
    assert line(now, "storm").pools[2].wins == (4, 5, 6)
    after = now.act("storm", numbers=[4, 5, 6, 3, 5, 4, 4, 3, 1, 1])
    assert (after["a1"].men, after["g1"].men) == (3, 2)
    assert [len(e.faces) for e in after.told(DiceRolled)] == [4, 2, 4]


def test_a_hypothetical_assault() -> None:
    """A fatigued German squad far away, on a hex it is not next to."""
    now = duel(squad("C5"), squad("K9", GERMAN, {"elite": 3}, token="fatigued"))
    found = now.seat.forecast(Action("storm", ("g1",), "C5"))
    assert found is not None
    assert (found.lines[0][1].attack, found.lines[0][1].defence) == (6, 4)
    assert now.seat.forecast(Action("storm", ("g1",), "D5")) is None
    assert now.seat.forecast(Action("storm")) is None


@pytest.mark.rule("tide_of_iron", "TI-ASL-01", "TI-ASL-04", "TI-ASL-06", "TI-OPF-09", "TI-SMK-07", "B-ASL-3")
def test_no_assault_is_foretold_that_no_token_could_allow() -> None:
    """Heavy weapons, a heavy vehicle, a third supporter, support out of wire or into smoke; nobody counts twice."""
    more = {f"a{n}": squad(at) for n, at in ((2, "D4"), (3, "B4"), (4, "D5"))}
    guns = {"a5": squad("B5", figures={"mg": 1}), "g2": squad("K5", GERMAN), "g3": vehicle("K5", "tiger_i")}
    works = {"B4": Works(razor_wire=True), "K9": SMOKE}
    now = duel(squad("C4"), squad("C5", GERMAN), {**more, **guns, "g4": squad("K9", GERMAN)}, works=works)

    def attack(units: str, at: str = "C5") -> int | None:
        found = now.seat.forecast(Action("storm", tuple(units.split()), at))
        return found.lines[0][1].attack if found is not None else None

    assert (attack("a1 a2"), attack("a1 a2 a2"), attack("a3"), attack("a1", "K9")) == (6, 6, 2, 2)
    assert [attack(x) for x in ("a5", "a1 a5", "a1 a2 a4 a5", "a1 a3")] == [None] * 4
    assert (attack("a1", "K5"), attack("a1 a2", "K9")) == (None, None)


@pytest.mark.rule("tide_of_iron", "TI-ASL-14", "TI-CON-04", "TI-ABL-04", "B-CON-1")
def test_a_pinned_officer_may_be_of_no_use_to_anybody() -> None:
    led = {"regular": 3, "officer": 1}
    for reading, useful in (("always", True), ("steady", False)):
        now = field.position(
            {
                "a1": squad("C5", figures=led, condition="pinned"),
                "a2": squad("C5", condition="pinned"),
                "a3": squad("J5", figures=led),
                "a4": squad("J5", condition="pinned"),
                "g1": squad("M12", GERMAN),
            },
            field.spotted({}, officers=reading),
        )
        sc = scene(now.seat)
        assert [officer_in(sc, now[uid]) for uid in ("a1", "a2", "a3", "a4")] == [useful, useful, True, True]
        assert near_officer(sc, AMERICAN, "D5") is useful
        assert near_officer(sc, AMERICAN, "K5")
        assert lookouts(sc, AMERICAN).officers == {"C5": useful, "J5": True}
