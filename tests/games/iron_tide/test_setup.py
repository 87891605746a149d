"""3.0: set-up: fixed units and markers, the depot die, and free placement."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, MarkerChanged, UnitPlaced
from hexbench.engine.values import Action, NeedDice, Refused
from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import Printed
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide import shipped
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    near,
    tanks,
)
from tests.games.iron_tide.melee import order_of_battle

WHOLE = shipped.whole_map()
HILLS = country(westwall=" ".join(f"{row}48" for row in range(28, 42)), heavy_woods="3450 3444")


def printed(unit: dict[str, Any], **facts: Any) -> Printed:
    """The counter of a unit as a line of an order of battle."""
    return Printed(**{**unit["printed"], **facts})


def fixed(at: str, side: str = GERMAN, make: Any = foot, **facts: Any) -> Printed:
    return printed(make(at, side), hex=at, **facts)


def free(side: str = GERMAN, make: Any = foot, **facts: Any) -> Printed:
    return printed(make("3444", side), free=True, **facts)


def begin(
    units: dict[str, Printed], rules: ItRules = HILLS, numbers: tuple[int, ...] = (1,), **facts: Any
) -> Situation:
    """Set-up as far as the first question."""
    scenario = GAME.Scenario(units=units, **facts)
    return Situation(rules, rules.new(scenario, seed=1, numbers=numbers))


USUAL = {
    "A-1": fixed("3446", ALLIED),
    "A-2": free(ALLIED),
    "A-3": free(ALLIED, battalion),
    "G-1": fixed("3451"),
    "G-2": free(),
    "G-3": free(GERMAN, tanks),
    "G-9": printed(foot("3444"), arrives="18AM"),
}


@pytest.mark.rule("iron_tide", "3.0b", "SEQ.SETUP_FIXED")
def test_units_with_a_starting_hex_stand_in_it_before_anybody_is_placed_freely() -> None:
    now = begin(USUAL)
    assert now["A-1"].at == "3446"
    assert now["G-1"].at == "3451"
    assert [e for e in now.events if isinstance(e, UnitPlaced)] == [
        UnitPlaced("A-1", "3446"),
        UnitPlaced("G-1", "3451"),
    ]
    assert {now[u].at for u in ("A-2", "A-3")} == {"#tray/allied"}
    assert {now[u].at for u in ("G-2", "G-3")} == {"#tray/german"}
    assert now["G-9"].at == "#due/18AM"


@pytest.mark.rule("iron_tide", "3.0b")
def test_a_fixed_unit_or_a_reinforcement_is_not_placed() -> None:
    now = begin(USUAL)
    assert "3.0b" in now.refused("A-1", "3443", verb="place")
    german = now.act("place_rest").act("done")
    assert "3.0b" in german.refused("G-1", "3454", verb="place")
    assert "3.0h" in german.refused("G-9", "3454", verb="place")


@pytest.mark.rule("iron_tide", "3.0c", "SEQ.SETUP_A", "SEQ.SETUP_G")
def test_the_allies_set_up_first_and_each_side_only_its_own() -> None:
    now = begin(USUAL)
    assert now.step == (ALLIED, "setup")
    assert "3.0c" in now.refused("G-2", "3454", verb="place")
    assert "3.0h" in now.refused("", "", verb="done")
    assert "done" not in [o.verb for o in now.seat.prompt.offers]
    german = now.act("place", "A-2", "3443").act("place", "A-3", "3443").act("done")
    assert german.step == (GERMAN, "setup")
    assert "3.0c" in german.refused("A-2", "3442", verb="place")
    assert "3.0h" in german.refused("", "", verb="done")
    war = german.act("place", "G-2", "3454").act("place", "G-3", "3454").act("done")
    assert war.step == (GERMAN, "replacement")
    assert war.state.turn == 1


@pytest.mark.rule("iron_tide", "3.0d", "7.4b")
def test_set_up_places_the_markers() -> None:
    units = {
        "A-1": fixed("3446", ALLIED),
        "A-z": fixed("3546", ALLIED, battalion, temporary_zoc=True),
        "G-1": fixed("3451"),
    }
    now = begin(
        units,
        country(bridge="3448/3449"),
        bridges_destroyed=("3448/3449",),
        entrenchments={"3446": ALLIED},
    )
    assert now.state.bridges == {"3448/3449": "destroyed"}
    assert now.state.entrenchments == {"3446": "allied"}
    assert now["A-z"].zoc
    assert not now["A-1"].zoc
    assert all(now.seat.board.in_zoc(GERMAN, at) for at in near("3546"))


@pytest.mark.rule("iron_tide", "7.4b", "R13")
def test_a_battalion_placed_freely_has_its_temporary_zone_where_it_was_placed() -> None:
    units = {**USUAL, "A-z": free(ALLIED, battalion, temporary_zoc=True)}
    now = begin(units).act("place", "A-z", "3444").act("place", "A-z", "3442")
    assert now["A-z"].zoc
    assert now.seat.board.in_zoc(GERMAN, "3441")
    assert not now.seat.board.in_zoc(GERMAN, "3444")
    rest = begin(units).act("place_rest")
    assert rest["A-z"].zoc
    assert rest.seat.board.in_zoc(GERMAN, near(rest["A-z"].at)[0])


@pytest.mark.rule("iron_tide", "3.0e")
@pytest.mark.parametrize("die", [1, 2])
def test_depots_on_one_and_two(die: int) -> None:
    assert list(begin(USUAL, WHOLE, (die,)).state.depots) == ["4133", "3041", "3129"]


@pytest.mark.rule("iron_tide", "3.0f")
@pytest.mark.parametrize("die", [3, 4])
def test_depots_on_three_and_four(die: int) -> None:
    assert list(begin(USUAL, WHOLE, (die,)).state.depots) == ["2625", "1729", "3035"]


@pytest.mark.rule("iron_tide", "3.0g")
@pytest.mark.parametrize("die", [5, 6])
def test_depots_on_five_and_six(die: int) -> None:
    assert list(begin(USUAL, WHOLE, (die,)).state.depots) == ["3645", "3628", "0829"]


def test_a_map_that_lacks_a_place_of_the_depots_has_none_there() -> None:
    found = list(begin(USUAL, numbers=(5,)).state.depots)
    assert found == [at for at in ("3645", "3628", "0829") if at in HILLS.atlas.index]
    assert "0829" not in found


@pytest.mark.rule("iron_tide", "3.0e", "SEQ.SETUP_FIXED")
def test_one_die_is_rolled_for_the_depots_and_told_to_all() -> None:
    now = begin(USUAL, WHOLE, (5,))
    rolled = [e for e in now.events if isinstance(e, DiceRolled)]
    assert [e.faces for e in rolled] == [(5,)]
    assert now.outcome.numbers == (5,)
    assert MarkerChanged("depot", "3645", "stocked") in now.events
    assert set(now.state.depots.values()) == {"stocked"}
    with pytest.raises(NeedDice):
        begin(USUAL, WHOLE, ())


@pytest.mark.rule("iron_tide", "3.0h")
@pytest.mark.parametrize("at", near("3444"))
def test_nobody_is_placed_next_to_the_enemy(at: str) -> None:
    now = begin({**USUAL, "G-1": fixed("3444")})  # a German starts in the middle of the Allied country
    assert "3.0h" in now.refused("A-2", at, verb="place")
    assert f"{at} is adjacent to the enemy in 3444." in [str(r.text) for r in now.reasons("place", "A-2", at)]
    small = begin({**USUAL, "G-1": fixed("3444", make=battalion)})
    assert "3.0h" in small.refused("A-2", at, verb="place")  # the unit counts, not its zone


@pytest.mark.rule("iron_tide", "B36")
def test_a_commando_keeps_nobody_from_a_hex() -> None:
    now = begin({**USUAL, "G-1": fixed("3443", make=lambda at, side: commando(at))})
    assert now.reasons("place", "A-2", "3444") == ()
    assert now.reasons("place", "A-2", "3443") == ()


@pytest.mark.rule("iron_tide", "3.0h")
def test_the_second_to_place_keeps_away_from_what_the_first_has_placed() -> None:
    line = country()  # a Westwall line without Westwall hexes: placement may go up to it
    units = {**USUAL, "A-1": fixed("3448", ALLIED)}
    german = begin(units, line).act("place", "A-2", "3647").act("place", "A-3", "3440").act("done")
    assert german.refused("G-2", "3549", verb="place") == ["3.0h"]  # next to the fixed unit in 3448
    assert german.reasons("place", "G-2", "3649") == ()
    assert german.refused("G-2", "3448", verb="place")[:1] == ["8.1b"]


@pytest.mark.rule("iron_tide", "3.0h")
def test_nobody_is_placed_in_a_westwall_hex_but_fixed_units_may_start_there() -> None:
    now = begin({**USUAL, "G-1": fixed("3448")})
    assert now["G-1"].at == "3448"
    german = now.act("place_rest").act("done")
    assert "3.0h" in german.refused("G-2", "3848", verb="place")
    assert "Westwall hex" in " ".join(str(r.text) for r in german.reasons("place", "G-2", "3848"))


@pytest.mark.rule("iron_tide", "3.0h")
def test_fixed_units_may_start_next_to_the_enemy() -> None:
    now = begin({**USUAL, "G-1": fixed("3447")})
    assert (now["A-1"].at, now["G-1"].at) == ("3446", "3447")
    assert [str(p) for p in now.rules.audit(now.state) if p.rule != "position"] == []


@pytest.mark.rule("iron_tide", "3.0i", "B03")
def test_an_allied_unit_is_placed_west_of_the_westwall_and_of_a_fixed_allied_unit_nearby() -> None:
    now = begin(USUAL)
    assert now.reasons("place", "A-3", "3445") == ()
    assert now.refused("A-3", "3446", verb="place") == ["3.0i"]  # the column must be less
    assert now.refused("A-3", "3447", verb="place") == ["3.0i"]
    assert now.refused("A-3", "3454", verb="place") == ["3.0i"]
    for rows in (1, 2, 3):
        assert now.reasons("place", "A-3", f"{34 + rows}45") == ()
        assert now.reasons("place", "A-3", f"{34 - rows}45") == ()
    assert now.refused("A-3", "3845", verb="place") == ["3.0i"]
    assert now.refused("A-3", "3045", verb="place") == ["3.0i"]
    two = begin({**USUAL, "A-4": fixed("3947", ALLIED)})
    assert two.reasons("place", "A-3", "3846") == ()  # any one of them will do


@pytest.mark.rule("iron_tide", "B03")
def test_units_placed_freely_do_not_count_as_fixed() -> None:
    now = begin({**USUAL, "A-1": fixed("3442", ALLIED), "A-2": free(ALLIED)}).act("place", "A-2", "3441")
    assert now.refused("A-3", "3443", verb="place") == ["3.0i"]
    chained = begin({**USUAL, "A-1": fixed("3746", ALLIED)}).act("place", "A-2", "3445")
    assert chained.refused("A-3", "3144", verb="place") == ["3.0i"], "not within three rows of the fixed one"
    unplaced = begin({k: v for k, v in USUAL.items() if k != "A-1"})
    assert unplaced.refused("A-2", "3443", verb="place") == ["3.0i"]


@pytest.mark.rule("iron_tide", "3.0j")
def test_a_german_unit_is_placed_east_of_the_westwall() -> None:
    now = begin(USUAL).act("place_rest").act("done")
    assert now.reasons("place", "G-2", "3449") == ()
    assert now.refused("G-2", "3647", verb="place") == ["3.0j"]
    assert "3.0j" in now.refused("G-2", "3848", verb="place")


@pytest.mark.rule("iron_tide", "8.1a")
def test_a_fourth_unit_is_not_placed_in_a_hex() -> None:
    units = {**USUAL, **{f"A-{i}": free(ALLIED) for i in range(4, 8)}}
    now = begin(units)
    for uid in ("A-4", "A-5", "A-6"):
        now = now.act("place", uid, "3445")
    assert now.refused("A-7", "3445", verb="place") == ["8.1a"]
    assert now.reasons("place", "A-7", "3443") == ()


@pytest.mark.rule("iron_tide", "5.1g", "R12")
def test_vehicles_are_not_placed_on_terrain_that_is_closed_to_them() -> None:
    now = begin(USUAL).act("place_rest").act("done")
    assert now.refused("G-3", "3450", verb="place") == ["5.1g"]
    assert "may not enter the heavy woods in 3450" in now.sentence("G-3", "3450", verb="place")
    assert now.reasons("place", "G-2", "3450") == ()
    road = country(heavy_woods="3450", roads=("3450 3451",))
    assert begin(USUAL, road).act("place_rest").act("done").reasons("place", "G-3", "3450") == ()


def test_a_unit_may_be_placed_again_until_set_up_is_done() -> None:
    now = begin(USUAL).act("place", "A-2", "3445").act("place", "A-2", "3443")
    assert now["A-2"].at == "3443"
    assert now.refused("A-2", "3443", verb="place") == ["3.0h"]
    done = now.act("place_rest").act("done")
    with pytest.raises(Refused):
        done.act("place", "A-2", "3445")


def test_the_rest_is_placed_where_it_was_suggested_or_as_near_as_the_rules_allow() -> None:
    units = {
        "A-1": fixed("3446", ALLIED),
        "A-2": printed(foot("3444", ALLIED), free=True, hex="3443"),
        "A-3": printed(foot("3444", ALLIED), free=True, hex="3449"),
        "G-1": fixed("3451"),
        "G-2": printed(grenadiers("3444"), free=True, hex="3446"),
    }
    now = begin(units).act("place_rest")
    assert now["A-2"].at == "3443"
    atlas = now.rules.atlas
    assert not any(
        True
        for at in atlas.labels
        if atlas.distance("3449", at) < atlas.distance("3449", now["A-3"].at)
        and now.seat.refuse(Action("place", ("A-3",), at)) == ()
    )
    german = now.act("done").act("place_rest")
    assert german["G-2"].at in {at for at in atlas.labels if int(at[2:]) >= 49}
    assert [str(p) for p in german.rules.audit(german.state) if p.rule != "position"] == []


@pytest.mark.rule("iron_tide", "R03")
def test_set_up_goes_on_when_there_is_no_room_for_a_unit() -> None:
    walled = country(heavy_woods=" ".join(f"{r:02d}{c:02d}" for r in range(28, 42) for c in range(49, 60)))
    now = begin(USUAL, walled).act("place_rest").act("done").act("place_rest")
    assert now["G-3"].at == "#tray/german"  # tanks cannot stand in heavy woods
    assert now["G-2"].at != "#tray/german"
    assert now.act("done").step == (GERMAN, "replacement")


@pytest.mark.rule("iron_tide", "R03")
def test_a_unit_with_room_must_be_placed_even_if_another_has_none() -> None:
    walled = country(heavy_woods=" ".join(f"{r:02d}{c:02d}" for r in range(28, 42) for c in range(49, 60)))
    units = {k: USUAL[k] for k in ("A-1", "G-3", "G-1", "G-2")}
    german = begin(units, walled).act("done")
    assert "3.0h" in german.refused("", "", verb="done")
    assert german.act("place", "G-2", "3455").act("done").step == (GERMAN, "replacement")


@pytest.mark.rule("iron_tide", "3.0h", "3.0c")
def test_those_that_are_placed_freely_now_are_offered_and_nobody_else() -> None:
    later = {"A-9": free(ALLIED, arrives="18AM")}
    now = begin({**USUAL, **later})
    assert now.offered("place") == ("A-2", "A-3")
    german = now.act("place_rest").act("done")
    assert german.offered("place") == ("G-2", "G-3")


# ---- armies kept apart
ARMIES = country(westwall=" ".join(f"{row}48" for row in range(28, 42)), army_rule=True)


def of_army(army: str, side: str = ALLIED, at: str = "") -> Printed:
    """A battalion of an army, placed freely or in a hex."""
    unit = battalion("3444", side, printed={"army": army})
    return printed(unit, hex=at) if at else printed(unit, free=True)


@pytest.mark.rule("iron_tide", "17.4a")
def test_under_the_army_rule_free_placement_keeps_armies_apart() -> None:
    units = {
        "A-1": of_army("1A", at="3446"),
        "A-2": of_army("1A"),
        "A-3": of_army("3A"),
        "G-1": of_army("5P", GERMAN, at="3455"),
        "G-2": of_army("6P", GERMAN),
    }
    now = begin(units, ARMIES).act("place", "A-2", "3443")
    assert now.refused("A-3", "3443", verb="place") == ["17.4a"]
    assert "3444" in now.targets("place", "A-3")
    rest = now.act("place_rest")
    assert rest["A-3"].at not in ("3443", "3446")
    german = rest.act("done")
    assert german.refused("G-2", "3455", verb="place") == ["17.4a"]


@pytest.mark.rule("iron_tide", "17.4a")
def test_without_the_army_rule_armies_are_placed_together() -> None:
    units = {
        "A-1": of_army("1A", at="3446"),
        "A-2": of_army("1A"),
        "A-3": of_army("3A"),
        "G-1": fixed("3455"),
    }
    now = begin(units).act("place", "A-2", "3443").act("place", "A-3", "3443")
    assert now["A-3"].at == "3443"


@pytest.mark.rule("iron_tide", "17.3a")
def test_free_placement_makes_no_stack_of_british_and_americans() -> None:
    british = printed(battalion("3444", ALLIED, printed={"nationality": "british", "army": "BR"}), free=True)
    units = {"A-1": of_army("1A", at="3446"), "A-2": of_army("1A"), "B-1": british, "G-1": fixed("3455")}
    now = begin(units).act("place", "A-2", "3443")
    assert now.refused("B-1", "3443", verb="place") == ["17.3a"]


# ---- what is left to place
def lines(now: Situation) -> list[tuple[str, str]]:
    """The lines of the checklist: rule and sentence."""
    return [(check.rule, str(check.say)) for check in now.seat.checklist()]


@pytest.mark.rule("iron_tide", "3.0h", "R03")
def test_the_checklist_says_that_units_wait_and_not_that_they_have_nowhere_to_go() -> None:
    now = begin(USUAL)
    assert lines(now) == [("3.0h", "2 units are still to be placed.")]
    one = now.act("place", "A-2", now.seat.targets("place", ("A-2",))[0].object)
    assert lines(one) == [("3.0h", "One unit is still to be placed.")]
    assert lines(now.act("place_rest")) == []


@pytest.mark.rule("iron_tide", "R03")
def test_the_checklist_names_those_for_which_there_is_no_hex() -> None:
    walled = country(heavy_woods=" ".join(f"{r:02d}{c:02d}" for r in range(28, 42) for c in range(49, 60)))
    now = begin(USUAL, walled).act("place_rest").act("done")
    nowhere = ("R03", f"There is no legal hex for {called(USUAL['G-3'])}: it stays in the tray.")
    assert lines(now) == [("3.0h", "One unit is still to be placed."), nowhere]
    assert lines(now.act("place_rest")) == [nowhere]


@pytest.mark.rule("iron_tide", "3.0h", "R03")
def test_on_the_real_map_everybody_has_a_hex_after_one_placement() -> None:
    now = begin(order_of_battle(), WHOLE)
    waits = now.offered("place")
    placed = now.act("place", waits[0], now.seat.targets("place", waits[:1])[0].object)
    assert lines(placed) == [("3.0h", f"{len(waits) - 1} units are still to be placed.")]
