"""TI-RNG, TI-UNIT, B-RNG: weapons, range bands, line of sight."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tide_of_iron import firing, overlays
from tests.games.tide_of_iron import field, shots
from tests.games.tide_of_iron.shipped import TABLES
from tests.games.tide_of_iron.shots import GERMAN, aim, black, duel, line, rules_of, squad, vehicle, why, wins

CLOSE, NORMAL, LONG = (4, 5, 6), (5, 6), (6,)


def values(side: str, kind: str) -> list[tuple[int, int]]:
    """(range, FPR) of the weapons of a figure: squads and vehicles, or suppressive and normal."""
    figure = TABLES.nations[side].figures[kind]
    found = (figure.inf, figure.veh, figure.suppressive, figure.normal)
    return [(gun.range, gun.fpr) for gun in found if gun is not None]


@pytest.mark.parametrize("side", ["american", "german"])
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param("regular", [(4, 1), (1, 1)], marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-02")),
        pytest.param("elite", [(4, 2), (1, 1)], marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-03")),
        pytest.param("officer", [(4, 1), (1, 1)], marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-04")),
        pytest.param("mortar", [(8, 4), (8, 2)], marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-07")),
    ],
)
def test_figures_common_to_both_nations(side: str, kind: str, expected: list[tuple[int, int]]) -> None:
    assert values(side, kind) == expected
    assert TABLES.nations[side].figures[kind].mv == 4


@pytest.mark.rule("tide_of_iron", "TI-UNIT-05")
@pytest.mark.rule("tide_of_iron", "TI-UNIT-06")
def test_the_machine_gun_crews_differ() -> None:
    assert values("american", "mg") == [(5, 3), (3, 2)]
    assert values("german", "mg") == [(5, 4), (3, 2)]
    assert {TABLES.nations[side].figures["mg"].mv for side in ("american", "german")} == {4}


@pytest.mark.parametrize(
    ("side", "kind", "expected"),
    [
        pytest.param(
            "american",
            "gmc_cckw_353",
            (4, 0, (0, 0), (0, 0), "light"),
            marks=[
                pytest.mark.rule("tide_of_iron", "TI-UNIT-08"),
                pytest.mark.rule("tide_of_iron", "TI-UNIT-14"),
            ],
        ),
        pytest.param(
            "german",
            "opel_blitz",
            (4, 0, (0, 0), (0, 0), "light"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-08"),
        ),
        pytest.param(
            "american",
            "m3a1_halftrack",
            (7, 1, (5, 4), (3, 2), "light"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-09"),
        ),
        pytest.param(
            "german",
            "sdkfz_251",
            (7, 1, (5, 4), (3, 2), "light"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-09"),
        ),
        pytest.param(
            "american",
            "m4a1_sherman",
            (6, 4, (5, 6), (6, 8), "heavy"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-10"),
        ),
        pytest.param(
            "german",
            "panzer_iv",
            (6, 4, (5, 6), (8, 10), "heavy"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-11"),
        ),
        pytest.param(
            "german",
            "tiger_i",
            (5, 6, (5, 6), (8, 13), "heavy"),
            marks=pytest.mark.rule("tide_of_iron", "TI-UNIT-12"),
        ),
    ],
)
def test_vehicles(side: str, kind: str, expected: tuple[Any, ...]) -> None:
    one = TABLES.nations[side].vehicles[kind]
    found = (one.mv, one.av, (one.inf.range, one.inf.fpr), (one.veh.range, one.veh.fpr), one.weight)
    assert found == expected
    assert one.tank == (one.weight == "heavy")


@pytest.mark.rule("tide_of_iron", "TI-UNIT-12")
def test_the_tiger_alone_has_thick_armour() -> None:
    thick = [
        k for n in TABLES.nations.values() for k, v in n.vehicles.items() if "thick_armor" in v.abilities
    ]
    assert thick == ["tiger_i"]


@pytest.mark.rule("tide_of_iron", "TI-UNIT-01")
@pytest.mark.rule("tide_of_iron", "TI-RNG-01")
@pytest.mark.rule("tide_of_iron", "B-RNG-4")
def test_values_against_squads_and_against_vehicles_are_different_ones() -> None:
    tank = vehicle("C5", "panzer_iv")
    foes = {"a1": squad("C8"), "a2": vehicle("C9", "m4a1_sherman", "american")}
    now = field.position({"g1": tank, **foes}, initiative="german")
    assert black(aim(now, "g1", "a1")) == 6
    assert black(aim(now, "g1", "a2")) == 10
    mg = duel(squad("C5", figures={"mg": 1}), squad("C8", GERMAN), {"g2": vehicle("C8", "opel_blitz")})
    assert black(aim(mg, "a1", "g1")) == 3
    assert black(aim(mg, "a1", "g2")) == 2


@pytest.mark.rule("tide_of_iron", "TI-RNG-02")
@pytest.mark.rule("tide_of_iron", "TI-RNG-03")
@pytest.mark.rule("tide_of_iron", "TI-RNG-04")
@pytest.mark.rule("tide_of_iron", "TI-RNG-05")
@pytest.mark.rule("tide_of_iron", "TI-ATK-10")
@pytest.mark.rule("tide_of_iron", "TI-ATK-11")
@pytest.mark.rule("tide_of_iron", "TI-ATK-12")
@pytest.mark.parametrize(("row", "faces"), [(2, CLOSE), (3, NORMAL), (5, NORMAL), (6, LONG), (9, LONG)])
def test_regulars_with_range_four(row: int, faces: tuple[int, ...]) -> None:
    """Adjacent, up to the range, up to twice the range."""
    assert wins(aim(duel(squad("C1"), squad(f"C{row}", GERMAN)))) == faces


@pytest.mark.rule("tide_of_iron", "TI-RNG-06")
@pytest.mark.rule("tide_of_iron", "B-RNG-1")
@pytest.mark.rule("tide_of_iron", "TI-ATK-01")
def test_more_than_twice_the_range_is_out_of_range() -> None:
    now = duel(squad("C1"), squad("C10", GERMAN), {"g2": squad("C9", GERMAN)})
    assert now.refused("fire", "a1", "g1") == ["TI-RNG-06"]
    assert list(now.targets("fire", "a1")) == ["g2"]


@pytest.mark.rule("tide_of_iron", "B-RNG-2")
def test_in_the_same_hex_it_is_close_range() -> None:
    """As a tank is in the hex it overruns."""
    now = duel(vehicle("C5", "m4a1_sherman", "american"), squad("C5", GERMAN, token="op_fire"), sound=False)
    assert wins(aim(now, "g1", "a1", "op_fire")) == CLOSE


@pytest.mark.rule("tide_of_iron", "TI-RNG-07")
@pytest.mark.rule("tide_of_iron", "TI-RNG-08")
def test_the_shortest_range_of_those_who_take_part_counts_and_the_owner_may_leave_them_out() -> None:
    """At five hexes machine guns are in normal range, riflemen at long range."""
    now = aim(duel(squad("C1", figures={"regular": 2, "mg": 1}), squad("C6", GERMAN)))
    assert (black(now), wins(now)) == (3, NORMAL)
    now = now.act("take_figure", "a1", "regular")
    assert (black(now), wins(now)) == (4, LONG)
    now = now.act("drop_figure", "a1", "regular")
    assert (black(now), wins(now)) == (3, NORMAL)
    assert now.refused("drop_figure", "a1", "mg") == ["TI-ATK-03"]


@pytest.mark.rule("tide_of_iron", "TI-RNG-09")
@pytest.mark.rule("tide_of_iron", "B-RNG-3")
@pytest.mark.parametrize(("row", "faces"), [(6, NORMAL), (7, LONG), (11, LONG)])
def test_from_higher_ground_the_range_is_one_longer_before_doubling(row: int, faces: tuple[int, ...]) -> None:
    hill = field.spotted({"C1": ".1"})
    assert wins(aim(duel(squad("C1"), squad(f"C{row}", GERMAN), rules=hill))) == faces


@pytest.mark.rule("tide_of_iron", "TI-RNG-09")
@pytest.mark.rule("tide_of_iron", "B-RNG-3")
def test_uphill_and_out_of_doubled_range_there_is_no_bonus() -> None:
    hill = field.spotted({"C1": ".1", "C6": ".1", "D6": ".1"})
    level = duel(squad("C1"), squad("C6", GERMAN), rules=hill)
    assert wins(aim(level)) == LONG
    up = field.spotted({"C6": ".1"})
    assert wins(aim(duel(squad("C1"), squad("C6", GERMAN), rules=up))) == LONG
    down = field.spotted({"C1": ".1"})
    far = duel(squad("C1"), squad("C12", GERMAN), rules=down)
    assert far.refused("fire", "a1", "g1") == ["TI-RNG-06"]


@pytest.mark.rule("tide_of_iron", "TI-RNG-09", "TI-RNG-05", "B-RNG-3")
@pytest.mark.parametrize(
    ("row", "doubled", "once"), [(6, NORMAL, NORMAL), (10, LONG, LONG), (11, LONG, None)]
)
def test_height_may_be_added_after_the_range_is_doubled(
    row: int, doubled: tuple[int, ...], once: tuple[int, ...] | None
) -> None:
    """A range of four: long range from a hill goes to ten hexes, or to nine."""
    faces: list[tuple[int, ...] | None] = []
    for reading in ("doubled", "once"):
        hill = field.spotted({"C1": ".1"}, height_bonus=reading)
        now = duel(squad("C1"), squad(f"C{row}", GERMAN), rules=hill)
        offered = "g1" in now.targets("fire", "a1")
        shown = overlays.bands(now.of("american"), now["a1"]).get(f"C{row}")
        assert offered == (shown is not None) == (now.reasons("fire", "a1", "g1") == ())
        faces.append(wins(aim(now)) if offered else None)
    assert faces == [doubled, once]


@pytest.mark.rule("tide_of_iron", "TI-RNG-09", "B-RNG-3", "B-AREA-4")
def test_mortars_on_a_hill_reach_as_far_by_either_reading() -> None:
    ends = []
    for reading in ("doubled", "once"):
        wide = field.ground("\n".join([" ".join([".1", *[".0"] * 25])] * 3), height_bonus=reading)
        foes = {f"g{n}": squad(f"{column}2", GERMAN) for n, column in enumerate("FGHIJKLMNOPQRSTUVWXYZ")}
        now = field.position({"a1": squad("A2", figures={"mortar": 1}), **foes}, wide)
        marks = firing.mortar_marks(now.seat, "a1")
        offered = [at for at in now.targets("bombard", "a1") if at]
        assert set(offered) == set(marks)
        ends.append(max(now.rules.atlas.distance("A2", at) for at in marks))
    assert ends[0] - ends[1] == 1


@pytest.mark.rule("tide_of_iron", "B-RNG-3")
@pytest.mark.rule("tide_of_iron", "TI-CF-05")
def test_everybody_finds_his_own_band_and_the_worst_applies_to_all_dice() -> None:
    """Five hexes: from the hill normal range, from below long range."""
    hill = field.spotted({"C1": ".1"})
    now = aim(duel(squad("C1"), squad("C6", GERMAN), {"a2": squad("H6")}, rules=hill))
    assert wins(now) == NORMAL
    assert wins(now.act("support", "a2")) == LONG


@pytest.mark.rule("tide_of_iron", "TI-UNIT-13")
@pytest.mark.rule("tide_of_iron", "B-RNG-5")
def test_a_unit_without_firepower_neither_attacks_nor_supports() -> None:
    """A truck on a hill next to its target."""
    hill = field.spotted({"C5": ".1"})
    truck = vehicle("C5", "gmc_cckw_353", "american")
    now = duel(truck, squad("C6", GERMAN), {"a2": squad("D5")}, rules=hill)
    assert now.refused("fire", "a1", "g1") == ["TI-UNIT-13"]
    assert now.offered("fire") == ("a2",)
    assert aim(now, "a2").refused("support", "a1") == ["TI-UNIT-13"]


@pytest.mark.rule("tide_of_iron", "TI-LOS-01")
@pytest.mark.rule("tide_of_iron", "TI-ATK-01")
def test_an_attack_needs_line_of_sight() -> None:
    woods = field.spotted({"C3": "w0"})
    now = duel(squad("C1"), squad("C5", GERMAN), {"g2": squad("G3", GERMAN)}, rules=woods)
    assert now.refused("fire", "a1", "g1") == ["TI-LOS-01"]
    assert list(now.targets("fire", "a1")) == ["g2"]


@pytest.mark.rule("tide_of_iron", "TI-ATK-03")
def test_a_squad_attacks_when_one_figure_can() -> None:
    """Against a vehicle at three hexes only the machine gun reaches; riflemen add nothing."""
    now = duel(squad("C1", figures={"regular": 2, "mg": 1}), vehicle("C4", "panzer_iv"))
    drafted = aim(now)
    assert (black(drafted), wins(drafted)) == (2, NORMAL)
    assert drafted.refused("take_figure", "a1", "regular") == ["TI-RNG-06"]
    assert why(duel(squad("C1"), vehicle("C4", "panzer_iv")), "a1", "g1") == ["TI-RNG-06"]


@pytest.mark.rule("tide_of_iron", "TI-ATK-04")
@pytest.mark.rule("tide_of_iron", "TI-ATK-05")
def test_the_strength_is_the_sum_of_figures_and_half_of_each_supporter() -> None:
    more = {"a2": squad("D5", figures={"regular": 3}), "a3": squad("E5", figures={"elite": 3})}
    now = aim(duel(squad("C5", figures={"regular": 1, "elite": 2, "officer": 1}), squad("D6", GERMAN), more))
    assert black(now) == 1 + 4 + 1
    now = now.act("support", "a2").act("support", "a3")
    assert black(now) == 6 + 2 + 3
    assert rules_of(now)["TI-CF-04"] == -1 - 3
    assert line(now).attack == 11


@pytest.mark.rule("tide_of_iron", "TI-ATK-02")
def test_the_attacker_names_one_unit_of_the_hex() -> None:
    now = duel(
        squad("C5"), squad("C7", GERMAN), {"g2": squad("C7", GERMAN), "g3": vehicle("C6", "opel_blitz")}
    )
    assert list(now.targets("fire", "a1")) == ["g1", "g2", "g3"]
    after = shots.hit(aim(now, "a1", "g2"), 4)
    assert not after["g2"].on_map
    assert after["g1"].men == 4
    assert after["g3"].damage == ""
    assert now.refused("fire", "a1", "a1") == ["TI-ATK-02"]


@pytest.mark.rule("tide_of_iron", "TI-TRN-08")
@pytest.mark.rule("tide_of_iron", "TI-TRN-05")
@pytest.mark.rule("tide_of_iron", "TI-TRN-06")
@pytest.mark.rule("tide_of_iron", "TI-TRN-07")
def test_passengers_neither_fire_nor_can_be_fired_at_nor_help() -> None:
    more = {
        "g2": vehicle("C7", "sdkfz_251"),
        "a2": squad("#aboard/av1"),
        "a3": squad("#aboard/av2", figures={"officer": 1, "regular": 2}, specialization="medic", lost=1),
        "av1": vehicle("C5", "m3a1_halftrack", "american"),
        "av2": vehicle("D5", "m3a1_halftrack", "american"),
    }
    now = duel(squad("C5", lost=1, figures={"regular": 3}), squad("#aboard/g2", GERMAN), more)
    assert "TI-TRN-08" in now.refused("fire", "a1", "g1")
    assert "TI-TRN-05" in now.refused("fire", "a2", "g2")
    assert "TI-TRN-05" in aim(now, "a1", "g2").refused("support", "a2")
    assert "TI-TRN-06" in now.refused("heal", "a3", "a3")
    assert red_of_normal(now) == 0


def red_of_normal(now: Any) -> int:
    """The cover of ``a1`` beside a loaded half-track: neither officer nor medics in it count."""
    other = field.position(
        {"a1": squad("D5"), "g9": squad("D7", GERMAN), **{k: dict(v) for k, v in LOADED.items()}},
        initiative="german",
    )
    found: int = shots.red(aim(other, "g9", "a1"))
    suppressive = aim(other, "g9", "a1").act("attack_type", to="suppressive")
    assert shots.red(suppressive) == 0
    return found


LOADED = {
    "a3": squad("#aboard/av2", figures={"officer": 1, "regular": 2}, specialization="medic"),
    "av2": vehicle("D5", "m3a1_halftrack", "american"),
}


# ---- what a refusal says -----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-LOS-01", "TI-LOS-03")
def test_a_refusal_for_want_of_a_line_of_sight_names_the_hex_that_blocks() -> None:
    rules = field.spotted({"E5": "w0"})
    now = field.position({"a1": squad("C5"), "g1": squad("G5", "german")}, rules)
    (reason,) = (r for r in now.reasons("fire", "a1", "g1") if r.rule == "TI-LOS-01")
    assert str(reason.text) == "a1 has no line of sight to G5. E5 blocks the line."
    assert reason.hexes == ("E5", "G5")


@pytest.mark.rule("tide_of_iron", "TI-LOS-01", "TI-LOS-05")
def test_both_hexes_that_block_along_a_hexside_are_named() -> None:
    rules = field.spotted({"D4": "w0", "D5": "w0"})
    now = field.position({"a1": squad("C5"), "g1": squad("E5", "german")}, rules)
    (reason,) = (r for r in now.reasons("fire", "a1", "g1") if r.rule == "TI-LOS-01")
    assert str(reason.text) == "a1 has no line of sight to E5. D4 and D5 block the line."
    assert reason.hexes == ("D4", "D5", "E5")


@pytest.mark.rule("tide_of_iron", "TI-LOS-01", "TI-SET-06")
@pytest.mark.parametrize(("limit", "far"), [(1, "1 hex"), (2, "2 hexes")])
def test_a_refusal_for_want_of_a_line_of_sight_names_the_fog(limit: int, far: str) -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("F5", "german")}).swapped(sight_limit=limit)
    (reason,) = (r for r in now.reasons("fire", "a1", "g1") if r.rule == "TI-LOS-01")
    assert str(reason.text) == f"a1 has no line of sight to F5. Visibility is limited to {far} this round."
    assert reason.hexes == ("F5",)


@pytest.mark.rule("tide_of_iron", "TI-ABL-11")
def test_a_mortar_that_nobody_spots_for_is_told_what_stands_before_it() -> None:
    rules = field.spotted({"E5": "w0"})
    units = {"a1": squad("C5", figures={"mortar": 1, "regular": 2}), "g1": squad("G5", "german")}
    now = field.position(units, rules)
    (reason,) = (r for r in now.reasons("bombard", "a1", "G5") if r.rule == "TI-ABL-11")
    assert (
        str(reason.text) == "Neither a1 nor an unfatigued friendly unit sees G5. From C5: E5 blocks the line."
    )
