"""11.2, 11.74 to 11.76 and 12: multipliers, odds rows, shifts, halves, and the ladder. Combined arms are apart."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Field, Form
from hexbench.engine.values import say
from hexbench.games.iron_tide.odds_report import foresee_form
from tests.games.iron_tide.battlefield import NE, SE, D, E, W, bn, combat, gun, reg, shifts, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, commando, country
from tests.games.iron_tide.shipped import TABLES

TEST_UNITS = {"a": bn(E, factor=6), "d": bn(D, ALLIED, 2)}


# ---- 11.21: rivers, towns --------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.21a")
@pytest.mark.rule("iron_tide", "B12")
@pytest.mark.parametrize("kind", ["river", "bridge", "ford", "lake"])
def test_a_defender_attacked_across_rivers_only_is_doubled(kind: str) -> None:
    rules = country(**{kind: f"{D}/{E}"})
    assert combat(TEST_UNITS, rules).line("a").defence == 4


@pytest.mark.rule("iron_tide", "11.21a")
@pytest.mark.rule("iron_tide", "B12")
def test_one_attacker_on_his_side_of_the_river_is_enough_against_it_but_artillery_is_none() -> None:
    rules = country(river=f"{D}/{E}")
    units = {**TEST_UNITS, "b": bn(SE, factor=1)}
    assert combat(units, rules).line("a b").defence == 2
    supported = combat({**TEST_UNITS, "g": gun("3447")}, rules).attack("a").resolve()
    assert supported.act("support", "g").act("commit", numbers=[6, 6]).fought.defence == 4


@pytest.mark.rule("iron_tide", "B12")
@pytest.mark.rule("iron_tide", "B13")
def test_rivers_are_judged_hex_by_hex() -> None:
    rules = country(river=f"{D}/{E}")
    units = {"a": bn(E, factor=6), "d": bn(D, ALLIED, 2), "e": bn(NE, ALLIED, 3)}
    assert combat(units, rules).attack("a").forecast(D, NE, "widen").lines[0][1].defence == 2 * 2 + 3


@pytest.mark.rule("iron_tide", "11.21b")
@pytest.mark.parametrize("kind", ["town", "city"])
def test_a_town_or_city_is_one_column_to_the_left(kind: str) -> None:
    line = combat(TEST_UNITS, country(**{kind: D})).line("a")
    assert shifts(line) == {"11.21b": -1}
    assert (line.ratio, line.column) == ("3-1", "2-1")


@pytest.mark.rule("iron_tide", "11.21b")
def test_two_towns_in_one_combat_are_one_column() -> None:
    rules = country(town=D, city=NE)
    units = {"a": bn(E, factor=6), "d": bn(D, ALLIED, 2), "e": bn(NE, ALLIED, 3)}
    assert shifts(combat(units, rules).attack("a").forecast(D, NE, "widen").lines[0][1]) == {"11.21b": -1}


# ---- 11.22: entrenchments and the Westwall ---------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.22a")
def test_an_entrenched_defender_is_doubled() -> None:
    assert combat(TEST_UNITS, entrenchments={D: ALLIED}).line("a").defence == 4


@pytest.mark.rule("iron_tide", "11.22b")
@pytest.mark.rule("iron_tide", "B13")
def test_an_entrenched_defender_behind_a_river_is_tripled() -> None:
    rules = country(river=f"{D}/{E}")
    assert combat(TEST_UNITS, rules, entrenchments={D: ALLIED}).line("a").defence == 6
    flank = {**TEST_UNITS, "b": bn(SE, factor=1)}
    assert combat(flank, rules, entrenchments={D: ALLIED}).line("a b").defence == 4


@pytest.mark.rule("iron_tide", "B13")
def test_the_column_of_a_town_is_added_to_an_entrenchment_in_it() -> None:
    line = combat(TEST_UNITS, country(town=D), entrenchments={D: ALLIED}).line("a")
    assert (line.defence, shifts(line)) == (4, {"11.21b": -1})


@pytest.mark.rule("iron_tide", "11.22c")
@pytest.mark.rule("iron_tide", "11.44a")
def test_an_entrenchment_cancels_combined_arms() -> None:
    units = {"a": bn(E), "t": tanks(E), "d": bn(D, ALLIED, 2)}
    assert shifts(combat(units).line("a t")) == {"11.41b": 1}
    assert shifts(combat(units, entrenchments={D: ALLIED}).line("a t")) == {"11.22c": 0}


@pytest.mark.rule("iron_tide", "11.22d")
def test_the_westwall_gives_the_allies_nothing() -> None:
    units = {"a": bn(E), "t": tanks(E), "d": bn(D, ALLIED, 2)}
    line = combat(units, country(westwall=D)).line("a t")
    assert (line.defence, shifts(line)) == (2, {"11.41b": 1})


@pytest.mark.rule("iron_tide", "11.22e")
@pytest.mark.rule("iron_tide", "B13")
def test_the_westwall_triples_germans_and_no_more_behind_a_river_or_dug_in() -> None:
    units = {"a": bn(E, ALLIED, 6), "d": bn(D, GERMAN, 2)}
    wall = country(westwall=D)
    assert combat(units, wall, phasing=ALLIED).line("a").defence == 6
    river = country(westwall=D, river=f"{D}/{E}")
    assert combat(units, river, phasing=ALLIED).line("a").defence == 6
    assert combat(units, river, phasing=ALLIED, entrenchments={D: GERMAN}).line("a").defence == 6


@pytest.mark.rule("iron_tide", "11.44a")
def test_there_are_no_combined_arms_against_germans_in_the_westwall() -> None:
    units = {"a": bn(E, ALLIED), "t": tanks(E, ALLIED), "d": bn(D, GERMAN, 2)}
    assert shifts(combat(units, country(westwall=D), phasing=ALLIED).line("a t")) == {"11.44a": 0}


@pytest.mark.rule("iron_tide", "11.22f")
def test_the_westwall_stays_when_its_defenders_are_driven_out() -> None:
    units = {"a": bn(E, ALLIED, 6), "d": bn(D, GERMAN, 1)}
    now = combat(units, country(westwall=D), phasing=ALLIED).attack("a").resolve(1, 1).act("advance", "a", D)
    assert "westwall" in now.rules.atlas.cell(D).features
    assert now["a"].at == D


# ---- 11.23: odds rows ------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.23a")
@pytest.mark.rule("iron_tide", "11.75a")
@pytest.mark.parametrize(
    ("terrain", "row"),
    [
        ("", "clear"),
        ("rough", "rough"),
        ("woods", "woods"),
        ("heavy_woods", "heavy_woods"),
        ("marsh", "rough"),
    ],
)
def test_other_terrain_is_an_odds_row(terrain: str, row: str) -> None:
    rules = country(**{terrain: D}) if terrain else country()
    line = combat(TEST_UNITS, rules).line("a")
    assert (line.row, line.column) == (row, "3-1")
    crt = TABLES.crt
    assert dict(line.results) == {
        name: sum(
            6 - abs(7 - total)
            for total in range(2, 13)
            if crt.results[str(total)][crt.odds[row].index("3-1")] == name
        )
        for name, _ in line.results
    }


@pytest.mark.rule("iron_tide", "11.23a")
@pytest.mark.rule("iron_tide", "5.1c")
def test_a_road_does_not_cancel_terrain_in_combat() -> None:
    assert combat(TEST_UNITS, country(woods=D, roads=(f"{W} {D} {E}",))).line("a").row == "woods"


@pytest.mark.rule("iron_tide", "11.23b")
def test_several_hexes_use_the_row_best_for_the_defender() -> None:
    units = {"a": bn(E, factor=6), "d": bn(D, ALLIED, 2), "e": bn(NE, ALLIED, 3)}
    for ground in ({"woods": D, "rough": NE}, {"woods": NE, "rough": D}):
        wide = combat(units, country(**ground)).attack("a").forecast(D, NE, "widen")
        assert wide.lines[0][1].row == "woods"


@pytest.mark.rule("iron_tide", "11.23c")
def test_a_town_in_heavy_woods_has_its_row_and_its_column() -> None:
    line = combat(TEST_UNITS, country(heavy_woods=D, town=D)).line("a")
    assert (line.row, shifts(line), line.column) == ("heavy_woods", {"11.21b": -1}, "2-1")


# ---- 18.0b, the ladder -----------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "18.0b")
def test_surprise_is_a_column_for_german_attacks_on_16am_alone() -> None:
    assert shifts(combat(TEST_UNITS, turn="16AM").line("a")) == {"18.0b": 1}
    assert shifts(combat(TEST_UNITS, turn="16PM").line("a")) == {}
    allied = {"a": bn(E, ALLIED, 6), "d": bn(D)}
    assert shifts(combat(allied, turn="16AM", phasing=ALLIED).line("a")) == {}


@pytest.mark.rule("iron_tide", "11.74a")
@pytest.mark.rule("iron_tide", "11.74b")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (25, 12, "2-1"),
        (12, 25, "1-3"),
        (13, 11, "1-1"),
        (11, 13, "1-2"),
        (24, 12, "2-1"),
        (12, 24, "1-2"),
        (1, 1, "1-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, ratio: str) -> None:
    units = {"a": bn(E, factor=attack), "d": bn(D, ALLIED, defence)}
    assert combat(units).line("a").ratio == ratio


@pytest.mark.rule("iron_tide", "11.76a")
@pytest.mark.rule("iron_tide", "11.76b")
def test_shifts_of_both_sides_are_netted() -> None:
    units = {"a": bn(E, factor=3), "t": tanks(E, factor=3), "d": bn(D, ALLIED, 2)}
    line = combat(units, country(town=D), turn="16AM").line("a t")
    assert shifts(line) == {"18.0b": 1, "11.21b": -1, "11.41b": 1}
    assert (line.ratio, line.column) == ("3-1", "4-1")


@pytest.mark.rule("iron_tide", "11.76c")
@pytest.mark.rule("iron_tide", "B11")
def test_odds_beyond_the_row_use_its_end_after_the_shifts() -> None:
    high = combat({"a": bn(E, factor=40), "d": bn(D, ALLIED, 2)}, country(town=D)).line("a")
    assert (high.ratio, high.column, high.clamped) == ("20-1", "10-1", True)
    edge = combat({"a": bn(E, factor=22), "d": bn(D, ALLIED, 2)}, country(town=D)).line("a")
    assert (edge.ratio, edge.column, edge.clamped) == ("11-1", "10-1", False)
    low = combat({"a": bn(E, factor=1), "d": bn(D, ALLIED, 9)}).line("a")
    assert (low.ratio, low.column, low.clamped) == ("1-9", "1-4", True)
    surprised = combat({"a": bn(E, factor=2), "d": bn(D, ALLIED, 10)}, turn="16AM").line("a")
    assert (surprised.ratio, surprised.column, surprised.clamped) == ("1-5", "1-4", False)


@pytest.mark.rule("iron_tide", "11.5a")
def test_one_to_one_with_one_shift_is_two_to_one() -> None:
    units = {"a": bn(E, factor=2), "d": bn(D, ALLIED, 2), "g": gun("3447")}
    asked = combat(units).attack("a").resolve()
    assert asked.step == (GERMAN, "commit")
    shifted = asked.act("support", "g")
    line = shifted.forecast("", "", "commit").lines[0][1]
    assert (line.ratio, line.column, shifts(line)) == ("1-1", "2-1", {"11.5f": 1})


# ---- supply (12.2, 12.3) ---------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.2b")
@pytest.mark.rule("iron_tide", "12.2c")
@pytest.mark.rule("iron_tide", "11.72a")
@pytest.mark.parametrize("kind", ["infantry", "armor"])
def test_a_unit_out_of_supply_attacks_with_half_and_defends_normally(kind: str) -> None:
    units = {"a": bn(E, factor=3, type=kind, supply="out"), "d": bn(D, ALLIED, 3, type=kind, supply="out")}
    line = combat(units).line("a")
    assert (line.attack, line.defence) == (2, 3)


@pytest.mark.rule("iron_tide", "12.3b")
def test_an_isolated_unit_attacks_and_defends_with_half() -> None:
    units = {"a": bn(E, factor=3, supply="isolated"), "d": bn(D, ALLIED, 5, supply="isolated")}
    line = combat(units).line("a")
    assert (line.attack, line.defence) == (2, 3)


@pytest.mark.rule("iron_tide", "12.2d")
@pytest.mark.rule("iron_tide", "B61")
def test_each_unit_is_halved_by_itself_and_keeps_at_least_one() -> None:
    units = {
        "a": bn(E, factor=1, supply="out"),
        "b": bn(E, factor=3, supply="out"),
        "c": bn(E, factor=3),
        "d": bn(D, ALLIED, 3, supply="isolated"),
        "e": bn(D, ALLIED, 1, supply="isolated"),
    }
    line = combat(units, entrenchments={D: ALLIED}).line("a b c")
    assert (line.attack, line.defence) == (1 + 2 + 3, (2 + 1) * 2)


@pytest.mark.rule("iron_tide", "9.0b")
@pytest.mark.rule("iron_tide", "2.31c")
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_the_letter_picks_the_line_of_the_chit(letter: str) -> None:
    full = {"A": 10, "B": 7, "C": 5}[letter]
    units = {"a": reg(E, chit=full, letter=letter), "d": bn(D, ALLIED)}
    assert combat(units).line("a").attack == full


@pytest.mark.rule("iron_tide", "11.78f")
def test_a_reduced_regiment_fights_with_the_reduced_side() -> None:
    units = {"a": reg(E, chit=7, reduced=True), "d": bn(D, ALLIED)}
    assert combat(units).line("a").attack == 4


@pytest.mark.rule("iron_tide", "2.31i")
def test_small_units_and_cadres_fight_with_their_printed_factor() -> None:
    units = {"a": bn(E, factor=3), "k": reg(E, cadre=True, cadre_factor=2), "d": bn(D, ALLIED, 2)}
    line = combat(units).line("a k")
    assert (line.attack, line.defence) == (5, 2)


# ---- what is not on the map ------------------------------------------------------------------------------------------
def test_commandos_are_in_no_combat() -> None:
    units = {"a": bn(E, ALLIED, 2), "d": bn(D, GERMAN, 2), "c": commando(D)}
    assert combat(units, phasing=ALLIED).line("a").defence == 2


def test_a_form_forecasts_an_attack_that_stands_on_no_map() -> None:
    fields = {"attack": "13", "defence": "11", "row": "rough", "shift": "3"}
    form = Form("attack", say("An attack"), tuple(Field(k, say("x"), v) for k, v in fields.items()))
    ((weight, line),) = foresee_form(TABLES.crt, form).lines
    assert (weight, line.ratio, line.column, line.ways) == (1, "1-1", "4-1", 36)
    fields["row"] = "sea"
    with pytest.raises(ValueError, match="sea"):
        foresee_form(
            TABLES.crt, Form("attack", say("x"), tuple(Field(k, say("x"), v) for k, v in fields.items()))
        )
