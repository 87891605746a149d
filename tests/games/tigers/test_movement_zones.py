"""What enemy zones do to a move, cell by cell (TG-ZOC-20..36, AMB-37..41).

The enemy stands in 807, whose zone is 806, 808, 707, 708, 907 and 908; a second one often in 803 (802, 804, 703, 704, 903,
904). 805, 705, 706, 905 and 906 lie between them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from hexbench.games.tigers import panels, zoc
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    Situation,
    arm,
    cc,
    country,
    inf,
    position,
    pz,
    pzgren,
    tiger,
)

ENEMY, SECOND, EDGE, BETWEEN = "807", "803", "806", "805"


def strong(at: str = ENEMY) -> Any:
    return inf(at, ALLIED)


def weak(at: str = ENEMY) -> Any:
    return cc(at)


def on(rules: Any = None, **units: Any) -> Situation:
    """``a`` moves; the others stand where they are."""
    facts = {key: units.pop(key) for key in ("round", "turn", "bridges") if key in units}
    return position(units, country() if rules is None else rules, sound=False, **facts)


def go(now: Situation, via: str) -> Any:
    """The unit after a move along a route."""
    return now.act("move", "a", via.rsplit(maxsplit=1)[-1], via=via)["a"]


def why(now: Situation, via: str) -> list[str]:
    """The clauses against a route."""
    return now.refused("move", "a", via.rsplit(maxsplit=1)[-1], via=via)


# ---- strong, enter ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-20", "AMB-99")
def test_a_strong_zone_stops_and_the_rest_of_the_factor_is_lost() -> None:
    now = on(a=pz(BETWEEN), x=strong())
    assert why(now, "806 706") == ["TG-ZOC-20"]
    after = now.act("move", "a", EDGE)
    assert not after["a"].disrupted
    assert after.refused("move", "a", "805") == ["TG-MOV-01"]
    assert "a" in after.end().offered("attack")  # it stopped undisrupted and may attack


@pytest.mark.rule("tigers", "TG-ZOC-20")
def test_it_stops_even_where_a_friend_stands() -> None:
    now = on(a=pz(BETWEEN), b=inf(EDGE), x=strong())
    assert why(now, "806 706") == ["TG-ZOC-20"]


@pytest.mark.rule("tigers", "TG-ZOC-21", "TG-DIS-14")
@pytest.mark.parametrize(("friend", "disrupted"), [(None, True), (False, False), (True, True)])
def test_entering_with_the_bonus_disrupts_unless_a_ready_friend_is_there(
    friend: bool | None, disrupted: bool
) -> None:
    units: dict[str, Any] = {} if friend is None else {"b": inf(EDGE, disrupted=friend)}
    now = on(a=inf(SECOND), x=strong(), **units)
    after = go(now, "804 805 806")
    assert after.bonus
    assert after.disrupted is disrupted
    assert not go(on(a=inf("804"), x=strong(), **units), "805 806").disrupted  # without the bonus


# ---- strong, leave ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-22")
def test_a_unit_that_begins_in_a_strong_zone_may_leave_it_and_does_not_stop() -> None:
    after = go(on(a=inf(EDGE), x=strong()), "805 804")
    assert not after.disrupted
    assert not after.bonus


@pytest.mark.rule("tigers", "TG-ZOC-23", "AMB-38")
@pytest.mark.parametrize(("friend", "disrupted"), [(None, True), (False, False), (True, True)])
def test_leaving_with_the_bonus_disrupts_unless_a_ready_friend_stays(
    friend: bool | None, disrupted: bool
) -> None:
    units: dict[str, Any] = {} if friend is None else {"b": inf(EDGE, disrupted=friend)}
    after = go(on(a=inf(EDGE), x=strong(), **units), "805 804 803")
    assert after.bonus
    assert after.disrupted is disrupted


@pytest.mark.rule("tigers", "AMB-38")
def test_a_friend_that_goes_along_does_not_stay_and_von_der_heydte_is_none() -> None:
    now = on(a=inf(EDGE), b=inf(EDGE), x=strong())
    after = now.act("move", "a b", "803", via="805 804 803")
    assert after["a"].disrupted
    assert after["b"].disrupted
    with_him = position({"vdH": "1009", "12VG": "1009", "1ID": "1010"}, ARDENNES, sound=False)
    left = with_him.act("move", "12VG", "1006", via="1008 1007 1006")
    assert left["12VG"].disrupted


# ---- strong, gap -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-24", "TG-ZOC-25", "AMB-37")
def test_from_one_strong_zone_to_another_it_stops_disrupted() -> None:
    now = on(a=pz(EDGE), x=strong(), y=strong(SECOND))
    assert go(now, "805 804").disrupted
    assert why(now, "805 804 705") == ["TG-ZOC-24"]


@pytest.mark.rule("tigers", "TG-ZOC-24", "TG-ZOC-25")
def test_stepping_straight_into_another_enemys_zone_is_a_gap_too() -> None:
    now = on(a=pz(EDGE), x=strong(), y=strong("804"))
    assert go(now, "805").disrupted
    assert why(now, "805 906") == ["TG-ZOC-24"]


@pytest.mark.rule("tigers", "TG-ZOC-25")
def test_no_bonus_over_a_gap() -> None:
    now = on(a=inf(EDGE), x=strong(), y=strong(SECOND), round=2)
    assert "TG-ZOC-25" in why(now, "805 804")


@pytest.mark.rule("tigers", "TG-ZOC-25")
def test_a_ready_friend_waives_both_effects_of_a_gap_but_not_the_stop() -> None:
    units: dict[str, Any] = {"x": strong(), "y": strong(SECOND), "b": inf("804"), "c": inf(EDGE)}
    now = on(a=inf(EDGE), **units, round=2)
    after = go(now, "805 804")
    assert after.bonus
    assert not after.disrupted
    assert "TG-ZOC-24" in why(on(a=pz(EDGE), **units), "805 804 705")
    units["b"] = inf("804", disrupted=True)
    assert go(on(a=inf(EDGE), **units), "805 804").disrupted


@pytest.mark.rule("tigers", "AMB-37")
def test_the_other_reading_of_the_gap_takes_the_bonus_and_does_not_disrupt() -> None:
    rules = country(zoc_gap="price")
    units: dict[str, Any] = {"x": strong(), "y": strong(SECOND)}
    assert not go(on(rules, a=inf(EDGE), **units), "805 804").disrupted
    assert "TG-ZOC-25" in why(on(rules, a=inf(EDGE), **units, round=2), "805 804")


@pytest.mark.rule("tigers", "AMB-37")
def test_the_other_reading_of_the_gap_is_told_without_disruption() -> None:
    """Nothing announces a disruption that will not come."""
    told = on(country(zoc_gap="price"), a=pz(EDGE), x=strong(), y=strong(SECOND)).targets("move", "a")["804"]
    assert "TG-ZOC-25" in told.rules
    assert not {"AMB-37", "TG-DIS-14"} & set(told.rules)
    assert not any("disrupted" in str(text) for text in told.says)


@pytest.mark.rule("tigers", "AMB-40")
def test_coming_back_to_the_same_enemy_by_a_free_hex_is_a_gap() -> None:
    now = on(a=pz(EDGE), x=strong())
    assert go(now, "706 707").disrupted


# ---- strong, slide ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-26")
def test_sliding_in_a_strong_zone_is_forbidden() -> None:
    now = on(a=pz(EDGE), x=strong())
    assert why(now, "707") == ["TG-ZOC-26"]


@pytest.mark.rule("tigers", "TG-ZOC-27", "TG-ZOC-28")
@pytest.mark.parametrize("shaken", [False, True])
def test_sliding_to_a_friend_is_allowed_as_the_whole_move(shaken: bool) -> None:
    units: dict[str, Any] = {"x": strong(), "b": inf("707", disrupted=shaken)}
    now = on(a=pz(EDGE), **units)
    assert go(now, "707").disrupted is shaken
    assert "TG-ZOC-27" in why(now, "707 706")
    begun = on(a=pz("805"), **units, c=inf(EDGE))
    assert "TG-ZOC-27" in why(begun, "806 707")


@pytest.mark.rule("tigers", "TG-ZOC-27")
def test_an_arrival_that_has_paid_for_its_entry_has_no_one_hex_move_left() -> None:
    now = on(a={**pz(EDGE), "spent": 3}, x=strong(), b=inf("707"))
    assert "TG-ZOC-27" in why(now, "707")


# ---- weak ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-29")
def test_a_weak_zone_does_not_stop_and_leaves_the_bonus_only_to_who_ends_in_it() -> None:
    now = on(a=inf(SECOND), x=weak())
    after = go(now, "804 805 806")
    assert after.bonus
    assert not after.disrupted
    through = on(a=pz(SECOND), x=weak())
    assert not go(through, "804 805 806 706").bonus
    assert why(through, "804 805 806 706 705") == ["TG-ZOC-29"]


@pytest.mark.rule("tigers", "TG-ZOC-30", "AMB-39")
def test_a_weak_zone_is_left_with_the_bonus() -> None:
    after = go(on(a=inf(EDGE), x=weak()), "805 804 803")
    assert after.bonus
    assert not after.disrupted


@pytest.mark.rule("tigers", "TG-ZOC-31")
def test_from_zone_to_weak_zone_there_is_no_bonus_and_nothing_else() -> None:
    units: dict[str, Any] = {"x": weak(), "y": weak(SECOND)}
    assert not go(on(a=inf(EDGE), **units), "805 804").disrupted
    assert go(on(a=pz(EDGE), **units), "805 804 705").at == "705"  # no stop
    assert why(on(a=inf(EDGE), **units, round=2), "805 804") == ["TG-ZOC-31"]
    assert why(on(a=inf(EDGE), x=weak(), y=weak("804"), round=2), "805 705") == ["TG-ZOC-31"]


@pytest.mark.rule("tigers", "TG-ZOC-32")
def test_sliding_in_a_weak_zone_takes_the_bonus_only() -> None:
    now = on(a=pz(EDGE), x=weak())
    after = go(now, "707 708")
    assert after.at == "708"
    assert not after.disrupted
    assert why(on(a=inf(EDGE), x=weak(), round=2), "707 706") == ["TG-ZOC-32"]


@pytest.mark.rule("tigers", "TG-ZOC-33", "TG-RIV-08", "AMB-41")
@pytest.mark.parametrize("bridged", [False, True])
def test_sliding_over_a_river_in_a_weak_zone_is_the_whole_move(bridged: bool) -> None:
    rules = country(river="707/806", roads=("806 707",))
    own = {"707/806": {"owner": "german", "intact": bridged}}
    now = on(rules, a=inf(EDGE), x=weak(), bridges=own)
    assert go(now, "707").at == "707"
    assert "TG-ZOC-33" in why(on(rules, a=pzgren(EDGE), x=weak(), bridges=own), "707 706")
    assert "TG-ZOC-33" in why(on(rules, a=inf(BETWEEN), x=weak(), bridges=own), "806 707")
    dry = on(country(), a=inf(EDGE), x=weak())
    assert go(dry, "707 706").at == "706"


@pytest.mark.rule("tigers", "TG-ZOC-27", "TG-ZOC-33")
def test_a_slide_that_comes_too_late_is_the_one_thing_against_a_way() -> None:
    """A step that may not be made leaves no mark on the move, so that nothing else is said to be wrong with its price."""
    wet = on(country(river="707/806"), a=inf(BETWEEN), x=weak())
    assert why(wet, "806 707") == ["TG-ZOC-33"], "nine thirds, of which the bonus pays three"
    dry = on(a=pz("805"), x=strong(), b=inf("707"), c=inf(EDGE))
    assert why(dry, "806 707") == ["TG-ZOC-20", "TG-ZOC-27"]


# ---- none ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-34")
def test_a_unit_without_a_zone_changes_nothing() -> None:
    now = position({"a": arm(SECOND), "x": tiger(ENEMY), "y": tiger("804")}, phasing=ALLIED)
    after = now.act("move", "a", "708", via="703 704 705 706 707 708")["a"]
    assert after.bonus
    assert not after.disrupted


# ---- several at once -------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ZOC-36", "AMB-39")
def test_every_cell_counts_and_the_strictest_holds() -> None:
    # 806 lies in the zones of 807 (strong) and of 707 (weak): the strong one stops
    now = on(a=pz(BETWEEN), x=strong(), y=weak("707"))
    assert "TG-ZOC-20" in why(now, "806 906")
    # out of a weak zone into a strong one: a gap by the class entered
    now = on(a=pz(EDGE), x=weak(), y=strong(SECOND))
    assert go(now, "805 804").disrupted
    # out of a strong zone into a weak one: no bonus, no stop
    now = on(a=pz(EDGE), x=strong(), y=weak(SECOND))
    assert not go(now, "805 804 705").disrupted


@pytest.mark.rule("tigers", "TG-ZOC-36")
def test_sliding_in_a_weak_zone_does_not_help_past_a_strong_one() -> None:
    now = on(a=pz(EDGE), x=weak(), y=strong("606"))
    assert go(now, "707").disrupted  # 707 is a neighbour of 606: from zone to zone
    assert "TG-ZOC-24" in why(now, "707 708")


@pytest.mark.rule("tigers", "TG-ZOC-12")
def test_panzers_facing_a_forest_do_not_stop_who_enters_it() -> None:
    allied = position({"a": inf(BETWEEN, ALLIED), "x": pz(ENEMY)}, country(forest=EDGE), phasing=ALLIED)
    assert allied.act("move", "a", "706", via="806 706")["a"].at == "706"
    clear = position({"a": inf(BETWEEN, ALLIED), "x": pz(ENEMY)}, phasing=ALLIED)
    assert "TG-ZOC-20" in clear.refused("move", "a", "706", via="806 706")


def test_an_interrupted_way_is_offered_nowhere_beyond_the_stop() -> None:
    now = on(a=pz("804"), x=strong())
    for at, target in now.targets("move", "a").items():
        assert EDGE not in target.via[:-1], at
    assert now.step == (GERMAN, "movement")


@pytest.mark.rule("tigers", "TG-ZOC-20", "TG-ZOC-25", "TG-ZOC-29")
def test_the_cells_a_move_falls_under_are_told_beforehand() -> None:
    now = on(a=pz(BETWEEN), x=strong())
    told = now.targets("move", "a")[EDGE]
    assert "TG-ZOC-20" in told.rules
    assert any("strong zone" in str(text) for text in told.says)
    assert not any(rule.startswith("TG-ZOC") for rule in now.targets("move", "a")["704"].rules)
    gap = on(a=pz(EDGE), x=strong(), y=strong(SECOND)).targets("move", "a")["804"]
    assert {"TG-ZOC-24", "TG-ZOC-25", "AMB-37", "TG-DIS-14"} <= set(gap.rules)
    assert "TG-ZOC-29" in on(a=inf(BETWEEN), x=weak()).targets("move", "a")[EDGE].rules


@pytest.mark.rule("tigers", "TG-ZOC-36")
def test_every_effect_on_a_move_has_its_words_and_its_cell_of_the_table() -> None:
    """All that :func:`cells.effect` can name, over every step there can be."""
    named: set[str] = set()
    for bits, mood, first, friend, left in product(range(512), range(16), (True, False), range(3), range(3)):
        found = zoc.effect(bits, mood, first=first, friend=friend, left=left)
        named |= set(found.clauses) if isinstance(found, zoc.Effect) else set()
    assert named == set(zoc.WORDS) == set(panels.CELLS)
