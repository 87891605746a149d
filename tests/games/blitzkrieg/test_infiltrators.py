"""BK-INF: infiltrators among Allied units, recognised or leading them astray."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, UnitStopped
from hexbench.games.blitzkrieg.infiltrators import refuges
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    country,
    dump,
    inf,
    motor,
    near,
    position,
    ring,
    spy,
    tank,
)
from tests.games.blitzkrieg.shipped import TABLES
from tests.games.field import POINT

FUEL = {"g": dump("1010", GERMAN, 8), "a": dump("2420", ALLIED, 8)}


def allied(units: dict[str, Any], **facts: Any) -> Situation:
    """The Allies move."""
    return position(units, phasing=ALLIED, **facts)


# ---- moving -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-INF-01")
@pytest.mark.rule("blitzkrieg", "BK-INF-02")
def test_infiltrators_go_next_to_enemies_and_into_their_hexes() -> None:
    now = position({"i": spy("1214"), "d": inf("1514", ALLIED)})
    assert {"1414", "1514", "1614"} <= set(now.targets("move", "i"))
    assert now.targets("move", "i")["1514"].rules == ("BK-INF-03",)
    other = allied({"i": spy("1214"), "d": inf("1514", ALLIED)})
    assert "BK-UI-12" in other.refused("i", "1314")


@pytest.mark.rule("blitzkrieg", "BK-INF-03")
@pytest.mark.rule("blitzkrieg", "BK-TAB-03")
@pytest.mark.parametrize("roll", range(1, 7))
def test_entering_a_hex_of_the_enemy_rolls_in_the_first_column(roll: int) -> None:
    now = position({"i": spy("1214"), "d": inf("1514", ALLIED)}).act("move", "i", "1514", numbers=[roll])
    assert now["i"].at == ("#eliminated" if roll == 1 else "1514")


@pytest.mark.rule("blitzkrieg", "BK-INF-03")
def test_nothing_is_rolled_in_an_empty_hex() -> None:
    now = position({"i": spy("1214"), "d": inf("1514", ALLIED)}).act("move", "i", "1414", numbers=[])
    assert now["i"].at == "1414"


def stays(turns: int, roll: int) -> Situation:
    """An infiltrator that has been with Allied units for some turns, at the end of another."""
    return position(
        {"i": spy("1514", within=turns), "d": inf("1514", ALLIED)},
        phase="end",
        numbers=[roll],
        dumps=FUEL,
    )


@pytest.mark.rule("blitzkrieg", "BK-INF-04")
@pytest.mark.rule("blitzkrieg", "BK-INF-05")
@pytest.mark.rule("blitzkrieg", "BK-SEQ-12")
@pytest.mark.parametrize(
    ("turns", "roll", "found"),
    [
        (1, 1, True),
        (1, 2, False),
        (1, 3, False),
        (2, 1, True),
        (2, 2, True),
        (2, 3, True),
        (2, 4, False),
        (5, 3, True),
    ],
)
def test_each_following_turn_it_is_rolled_for_again(turns: int, roll: int, found: bool) -> None:
    now = stays(turns, roll)
    assert now["i"].at == ("#eliminated" if found else "1514")
    if not found:
        assert now["i"].within == turns + 1


@pytest.mark.rule("blitzkrieg", "BK-INF-18")
def test_the_turn_of_entry_is_the_first_and_is_not_rolled_for_twice() -> None:
    now = position({"i": spy("1214"), "d": inf("1514", ALLIED)}, dumps=FUEL)
    now = now.act("move", "i", "1514", numbers=[4])
    assert now["i"].within == 0
    done = now.act("resolve", numbers=[])
    assert done.step[0] == ALLIED
    assert done["i"].within == 1


@pytest.mark.rule("blitzkrieg", "BK-INF-18")
def test_one_that_was_dropped_among_allied_units_is_not_rolled_for_twice() -> None:
    units = {"i": spy("1514", used=True), "d": inf("1514", ALLIED)}
    now = position(units, phase="end", numbers=[], dumps=FUEL)
    assert now["i"].within == 1


@pytest.mark.rule("blitzkrieg", "BK-INF-04")
@pytest.mark.rule("blitzkrieg", "BK-INF-18")
def test_allied_units_that_came_to_it_make_the_first_turn_at_the_end_of_which_it_is_rolled_for() -> None:
    now = stays(0, 2)
    assert (now["i"].at, now["i"].within) == ("1514", 1)
    assert stays(0, 1)["i"].at == "#eliminated"


@pytest.mark.rule("blitzkrieg", "BK-INF-18")
def test_an_infiltrator_alone_is_not_rolled_for_and_counts_no_turns() -> None:
    now = position(
        {"i": spy("1514", within=2), "d": inf("1814", ALLIED)}, phase="end", numbers=[], dumps=FUEL
    )
    assert now["i"].within == 0


@pytest.mark.rule("blitzkrieg", "BK-INF-12")
@pytest.mark.rule("blitzkrieg", "BK-INF-17")
@pytest.mark.rule("blitzkrieg", "BK-INF-15")
def test_infiltrators_do_not_fight() -> None:
    now = position({"i": spy("1514"), "a": inf("1314"), "d": inf("1514", ALLIED)})
    assert now.refused("i", "1514", verb="engage") == ["BK-ENG-18"]
    assert "resolve" in now.verbs
    other = allied({"i": spy("1514"), "j": spy("1614"), "d": inf("1514", ALLIED)})
    assert "resolve" in other.verbs
    assert "engage" not in other.verbs


@pytest.mark.rule("blitzkrieg", "BK-INF-13")
def test_infiltrators_count_for_stacking() -> None:
    three = {f"d{n}": inf("1514", ALLIED) for n in range(3)}
    now = position({"i": spy("1414"), **three})
    assert now.refused("i", "1514") == ["BK-MOV-08"]


@pytest.mark.rule("blitzkrieg", "BK-INF-14")
def test_infiltrators_need_no_supply() -> None:
    now = position({"i": spy("1514"), "a": inf("1514")}, phase="end", phasing=ALLIED, dumps={})
    assert now["a"].isolated == 1
    assert now["i"].isolated == 0


# ---- taking up ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-INF-06")
@pytest.mark.rule("blitzkrieg", "BK-INF-07")
@pytest.mark.parametrize("verb", ["move", "collect"])
def test_a_recognised_infiltrator_is_destroyed_and_the_unit_moves_freely(verb: str) -> None:
    now = allied({"i": spy("1514"), "d": inf("1514", ALLIED), "e": inf("1514", ALLIED)})
    after = now.act(verb, "d", "1614" if verb == "move" else "", numbers=[1])
    assert after["i"].at == "#eliminated"
    assert after["d"].at == ("1614" if verb == "move" else "#raster/allied")
    assert not after["d"].fixed
    # the next unit of the hex meets nobody any more
    assert after.act("move", "e", "1614", numbers=[])["e"].at == "1614"


@pytest.mark.rule("blitzkrieg", "BK-INF-06")
@pytest.mark.rule("blitzkrieg", "BK-INF-08")
@pytest.mark.parametrize("verb", ["move", "collect"])
@pytest.mark.parametrize("pick", [1, 20, 36])
def test_who_does_not_recognise_it_is_led_astray(verb: str, pick: int) -> None:
    now = allied({"i": spy("1514"), "d": inf("1514", ALLIED)})
    found = sorted(near("1514", 3), key=lambda at: (at[2:], at[:2]))
    assert len(found) == 36
    after = now.act(verb, "d", "1614" if verb == "move" else "", numbers=[2, pick])
    assert after["d"].at == found[pick - 1]
    assert after["d"].fixed
    assert after["i"].at == "1514"
    assert after.state.raster == ()
    assert "BK-MOV-17" in after.refused("d", "1614", verb="move_again")
    assert any(isinstance(e, UnitStopped) and e.rule == "BK-INF-08" for e in after.events)


@pytest.mark.rule("blitzkrieg", "BK-INF-06")
def test_every_unit_taken_up_is_rolled_for() -> None:
    now = allied({"i": spy("1514"), "d": inf("1514", ALLIED), "e": inf("1514", ALLIED)})
    after = now.act("move", "d e", "1614", numbers=[6, 1, 1])
    assert after["d"].fixed
    assert after["e"].at == "1614"
    assert sum(isinstance(e, DiceRolled) for e in after.events) == 2


@pytest.mark.rule("blitzkrieg", "BK-AMB-23")
@pytest.mark.rule("blitzkrieg", "BK-INF-06")
def test_the_column_goes_by_the_turns_it_has_been_in_the_hex() -> None:
    units = {"i": spy("1514", within=3), "d": inf("1514", ALLIED)}
    assert allied(units).act("move", "d", "1614", numbers=[3])["i"].at == "#eliminated"
    units = {"i": spy("1514", within=2), "d": inf("1514", ALLIED)}
    assert allied(units).act("move", "d", "1614", numbers=[3, 1])["i"].at == "1514"


@pytest.mark.rule("blitzkrieg", "BK-INF-06")
def test_germans_are_not_led_astray() -> None:
    now = position({"i": spy("1514"), "a": inf("1514")})
    assert now.act("move", "a", "1614", numbers=[])["a"].at == "1614"


@pytest.mark.rule("blitzkrieg", "BK-INF-08")
def test_an_engaged_unit_led_astray_has_left_its_engagement() -> None:
    now = allied({"i": spy("1514"), "d": inf("1514", ALLIED), "a": inf("1614")})
    now = now.act("engage", "d", "1614")
    assert now.act("collect", "d", numbers=[2, 1]).state.engagements == ()


@pytest.mark.rule("blitzkrieg", "BK-INF-09")
def test_the_random_hex_takes_the_unit() -> None:
    full = {f"f{n}": inf("1614", ALLIED) for n in range(3)}
    rules = country(siegfried="1414 1415")
    now = allied({"i": spy("1514"), "d": inf("1514", ALLIED), "x": inf("1513"), **full}, rules=rules)
    found = refuges(rules, now.state, now.seat.board, "d", "1514")
    assert not {"1414", "1415", "1614", "1513", "1514"} & set(found)
    assert len(found) == 36 - 4
    # a second infiltrator bars no hex
    other = allied({"i": spy("1514"), "j": spy("1614"), "d": inf("1514", ALLIED)})
    assert "1614" in refuges(other.rules, other.state, other.seat.board, "d", "1514")


@pytest.mark.rule("blitzkrieg", "BK-INF-09")
def test_armor_is_not_led_over_a_river_without_a_bridge() -> None:
    bank = {"1614", "1613", "1615"}
    rules = country(river="1514/1614 1513/1514 1414/1514 1413/1514 1415/1514 1514/1515", roads=("1514 1614",))
    now = allied({"i": spy("1514"), "t": tank("1514", ALLIED), "m": motor("1514", ALLIED)}, rules=rules)
    over = set(refuges(rules, now.state, now.seat.board, "t", "1514"))
    assert bank <= over
    blown = allied(
        {"i": spy("1514"), "t": tank("1514", ALLIED), "m": motor("1514", ALLIED)},
        rules=rules,
        blown={"1514/1614": ("1614",)},
    )
    assert refuges(rules, blown.state, blown.seat.board, "t", "1514") == []
    assert len(refuges(rules, blown.state, blown.seat.board, "m", "1514")) == 36


@pytest.mark.rule("blitzkrieg", "BK-INF-09")
@pytest.mark.rule("blitzkrieg", "BK-AMB-36")
@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_whoever_is_led_nowhere_is_not_put_back_into_a_hex_that_is_full() -> None:
    # an island of two hexes, from which armor does not get away
    island = " ".join((set(ring("1414").split()) ^ set(ring("1514").split())) - {"1414/1514"})
    units = {"i": spy("1514"), "t": tank("#raster/allied", ALLIED, start="1414")}
    room = allied(units, rules=country(river=island)).act("deposit", "t", "1514", numbers=[6, 1])
    assert (room["t"].at, room["t"].fixed) == ("1414", True)
    full = allied({**units, **{f"f{n}": inf("1414", ALLIED) for n in range(3)}}, rules=country(river=island))
    led = full.act("deposit", "t", "1514", numbers=[6])
    assert (led["t"].at, led["t"].fixed, led.state.raster) == ("1514", True, ())
    assert led.rules.audit(led.state) == ()
    told = [str(e.say) for e in led.events if isinstance(e, UnitStopped)]
    assert told == ["t is led astray but has nowhere to go: it is put back in 1514."]


LINE = country(siegfried=" ".join(f"16{row}" for row in range(10, 22)))
"""The Siegfried line, closed from the north of the map to the south."""
BEHIND = {at for at in near("1514", 3) if int(at[:2]) > 16}


@pytest.mark.rule("blitzkrieg", "BK-INF-09", "BK-MOV-11")
@pytest.mark.parametrize("kind", [inf, motor, tank])
def test_nobody_is_led_behind_the_closed_siegfried_line(kind: Any) -> None:
    now = allied({"i": spy("1514"), "d": kind("1514", ALLIED)}, rules=LINE)
    found = set(refuges(LINE, now.state, now.seat.board, "d", "1514"))
    assert BEHIND
    assert found
    assert not found & BEHIND
    assert found == {at for at in near("1514", 3) if int(at[:2]) < 16}
    # through a gap in the line it may be led: from there it can come back
    gap = country(siegfried=" ".join(f"16{row}" for row in range(10, 22) if row != 14))
    now = allied({"i": spy("1514"), "d": kind("1514", ALLIED)}, rules=gap)
    assert set(refuges(gap, now.state, now.seat.board, "d", "1514")) >= BEHIND


@pytest.mark.rule("blitzkrieg", "BK-INF-09")
def test_who_can_be_led_nowhere_stays_immobilised() -> None:
    rules = country(river="1514/1614 1513/1514 1414/1514 1413/1514 1415/1514 1514/1515")
    now = allied({"i": spy("1514"), "t": tank("1514", ALLIED)}, rules=rules)
    after = now.act("collect", "t", numbers=[5])
    assert after["t"].at == "1514"
    assert after["t"].fixed
    assert after.state.raster == ()
    told = [str(e.say) for e in after.events if isinstance(e, UnitStopped)]
    assert told == ["t is led astray but has nowhere to go."]


# ---- passing --------------------------------------------------------------------------------------------------------
ONLY_WAY = country(forest="1513 1613 1515 1615 1413 1415 1314 1313 1315")
"""Between forests that cost armor all it has, the row of 1414 is the only way."""


@pytest.mark.rule("blitzkrieg", "BK-INF-10")
@pytest.mark.rule("blitzkrieg", "BK-INF-11")
def test_an_infiltrator_is_avoided_as_long_as_there_is_a_way_round() -> None:
    now = allied({"i": spy("1514"), "d": motor("1414", ALLIED)})
    target = now.targets("move", "d")["1614"]
    assert "1514" not in target.via
    assert target.rules == ()
    assert now.act("move", "d", "1614", numbers=[])["d"].at == "1614"


@pytest.mark.rule("blitzkrieg", "BK-INF-10")
@pytest.mark.rule("blitzkrieg", "BK-INF-11")
def test_on_the_only_way_table_three_is_rolled() -> None:
    now = allied({"i": spy("1514"), "t": tank("1414", ALLIED, mp=3)}, rules=ONLY_WAY)
    target = now.targets("move", "t")["1614"]
    assert target.via == ("1514", "1614")
    assert target.rules == ("BK-INF-10",)
    assert [str(s) for s in target.says] == [
        "Infiltrators in 1514, recognised on 1 of 6 rolls, may lead it astray."
    ]
    past = now.act("move", "t", "1614", numbers=[1])
    assert (past["t"].at, past["i"].at) == ("1614", "#eliminated")
    astray = now.act("move", "t", "1614", numbers=[3, 1])
    assert astray["t"].fixed
    assert astray["t"].at in near("1514", 3)
    assert astray["i"].at == "1514"


@pytest.mark.rule("blitzkrieg", "BK-AMB-23")
@pytest.mark.rule("blitzkrieg", "BK-INF-10")
def test_passing_rolls_in_the_first_column_outside_a_hex_of_allied_units() -> None:
    now = allied({"i": spy("1514"), "t": tank("1414", ALLIED, mp=3)}, rules=ONLY_WAY)
    assert now.act("move", "t", "1614", numbers=[2, 1])["i"].at == "1514"
    sat = allied(
        {"i": spy("1514", within=3), "d": inf("1514", ALLIED), "t": tank("1414", ALLIED, mp=3)},
        rules=ONLY_WAY,
    )
    assert sat.act("move", "t", "1614", numbers=[2])["i"].at == "#eliminated"
    left = sat.act("collect", "d", numbers=[6, 1])
    said = "Infiltrators in 1514, recognised on 1 of 6 rolls, may lead it astray."
    assert [str(text) for text in left.targets("move", "t")["1614"].says] == [said]
    assert left.act("move", "t", "1614", numbers=[2, 1])["i"].at == "1514", "nobody is with it any more"


@pytest.mark.rule("blitzkrieg", "BK-INF-10")
def test_who_names_a_way_past_an_infiltrator_rolls_for_it() -> None:
    now = allied({"i": spy("1514"), "a": inf("1414", ALLIED), "b": inf("1414", ALLIED)})
    assert now.act("move", "a", "1614", numbers=[])["a"].at == "1614"
    past = now.act("move", "a", "1614", via="1514 1614", numbers=[1])
    assert (past["a"].at, past["i"].at) == ("1614", "#eliminated")
    astray = now.act("move", "a b", "1614", via="1514 1614", numbers=[6, 1, 6, 1])
    assert (astray["a"].fixed, astray["b"].fixed) == (True, True)
    joins = allied({"i": spy("1514"), "a": inf("1414", ALLIED), "b": inf("1614", ALLIED, now=2)})
    assert joins.act("join", "a", "b", numbers=[])["b"].strength == 4
    assert joins.act("join", "a", "b", via="1514 1614", numbers=[6, 1])["a"].fixed


@pytest.mark.rule("blitzkrieg", "BK-INF-11")
def test_stopping_in_its_hex_is_passing_too() -> None:
    now = allied({"i": spy("1514"), "d": inf("1414", ALLIED)})
    assert now.targets("move", "d")["1514"].rules == ("BK-INF-10",)
    stopped = now.act("move", "d", "1514", numbers=[1])
    assert (stopped["d"].at, stopped["i"].at) == ("1514", "#eliminated")


@pytest.mark.rule("blitzkrieg", "BK-INF-10")
def test_a_unit_of_the_raster_may_be_led_astray_too() -> None:
    now = allied({"i": spy("1514"), "t": tank("1414", ALLIED, mp=3)}, rules=ONLY_WAY).act("collect", "t")
    after = now.act("deposit", "t", "1614", numbers=[3, 1])
    assert after.state.raster == ()
    assert after["t"].fixed


@pytest.mark.rule("blitzkrieg", "BK-AMB-39")
@pytest.mark.rule("blitzkrieg", "BK-INF-10")
def test_the_fewest_infiltrators_are_passed() -> None:
    # straight on two lie in the way; the way round by the north is dearer and passes one
    rules = country(forest="1415 1515 1615 1314 1313 1315 1412 1512 1612 1712")
    units = {"i": spy("1514"), "j": spy("1614"), "k": spy("1513"), "d": inf("1414", ALLIED, mp=4)}
    target = allied(units, rules=rules).targets("move", "d")["1714"]
    assert target.via == ("1413", "1513", "1613", "1714")
    assert target.rules == ("BK-INF-10",)
    short = {**units, "d": inf("1414", ALLIED, mp=3)}
    target = allied(short, rules=rules).targets("move", "d")["1714"]
    assert target.via == ("1514", "1614", "1714")
    after = allied(short, rules=rules).act("move", "d", "1714", numbers=[1, 6, 1])
    assert (after["i"].at, after["j"].at, after["d"].fixed) == ("#eliminated", "1614", True)


@pytest.mark.rule("blitzkrieg", "BK-AMB-39")
@pytest.mark.rule("blitzkrieg", "BK-INF-11")
def test_infiltrators_are_counted_one_by_one_and_of_equal_ways_the_cheapest_is_gone() -> None:
    rules = country(forest="1415 1515 1615 1314 1313 1315 1412 1512 1612 1712")
    units = {"i": spy("1513"), "j": spy("1514"), "d": inf("1414", ALLIED, mp=4)}
    straight, north = ("1514", "1614", "1714"), ("1413", "1513", "1613", "1714")
    target = allied(units, rules=rules).targets("move", "d")["1714"]
    assert (target.via, target.cost) == (straight, 3 * POINT)
    two = allied({**units, "k": spy("1514")}, rules=rules)
    target = two.targets("move", "d")["1714"]
    assert (target.via, target.cost) == (north, 4 * POINT)
    assert two.act("move", "d", "1714", numbers=[1])["i"].at == "#eliminated", "one die"
    both = allied({**units, "k": spy("1513")}, rules=rules)
    assert both.targets("move", "d")["1714"].via == straight


def test_nobody_is_recognised_outside_the_table() -> None:
    first = [TABLES.recognition.cell(roll, "1-2") for roll in range(1, 7)]
    later = [TABLES.recognition.cell(roll, "3+") for roll in range(1, 7)]
    assert (first, later) == ([True] + 5 * [False], 3 * [True] + 3 * [False])


def test_undo_warns_of_dice_as_long_as_infiltrators_are_about() -> None:
    from hexbench.games.blitzkrieg.moving import MOVE

    now = allied({"i": spy("1514"), "d": inf("1414", ALLIED)})
    assert MOVE.undo_barrier(now.seat, now.seat.step) == ("dice", False)
    none = allied({"d": inf("1414", ALLIED)})
    assert MOVE.undo_barrier(none.seat, none.seat.step) == ("", False)
