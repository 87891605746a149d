"""The stacking limit and what happens to the excess (TG-STK-01..07, AMB-90, AMB-91, AMB-113)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import stacking
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    PLAIN,
    Situation,
    arm,
    cc,
    country,
    inf,
    position,
    pz,
    pzbde,
    pzgren,
    tiger,
)

AT = "805"


def crowd(*makes: Any, rules: Any = PLAIN, phasing: str = GERMAN, **more: Any) -> Situation:
    """Units a, b, c ... in one hex at the end of movement."""
    units = {chr(97 + n): make(AT) for n, make in enumerate(makes)}
    return position(units, rules, phasing=phasing, sound=False, **more).end()


def allied(at: str) -> Any:
    return inf(at, ALLIED)


def clauses(now: Situation, *uids: str) -> list[str]:
    return [reason.rule for reason in stacking.faults(now.s, uids)]


@pytest.mark.rule("tigers", "TG-STK-01")
def test_two_divisions_or_brigades_stay_and_a_third_goes() -> None:
    assert crowd(inf, inf).step == (GERMAN, "combat")
    now = crowd(inf, inf, inf)
    assert now.step == (GERMAN, "movement")
    assert now.verbs == ("remove",)
    assert crowd(inf, pzbde, inf).verbs == ("remove",)


@pytest.mark.rule("tigers", "TG-STK-05")
def test_the_owner_chooses_who_goes_and_no_more_than_must() -> None:
    now = crowd(inf, inf, inf, inf)
    assert now.offered("remove") == ("a", "b", "c", "d")
    now = now.act("remove", "b")
    assert now.verbs == ("remove",)
    now = now.act("remove", "a")
    assert now.step == (GERMAN, "combat")
    assert [now[u].at for u in "abcd"] == ["#eliminated", "#eliminated", AT, AT]


@pytest.mark.rule("tigers", "TG-STK-05")
def test_only_units_whose_going_helps_may_be_removed() -> None:
    now = crowd(pz, pz)
    assert now.offered("remove") == ("a", "b")
    mixed = crowd(pz, pzbde, tiger)
    assert mixed.offered("remove") == ("a", "b")
    assert mixed.refused("remove", "c") == ["TG-STK-05"]
    assert mixed.refused("remove", "a b") == ["TG-STK-05"]


@pytest.mark.rule("tigers", "TG-STK-02", "TG-STK-05")
def test_added_battalions_too_many_go_like_others() -> None:
    """By themselves, and in a hex that breaks two limits at once: whatever is in excess may go, in any order."""
    now = crowd(tiger, tiger, tiger)
    assert now.offered("remove") == ("a", "b", "c")
    assert now.act("remove", "b").act("remove", "a").step == (GERMAN, "combat")
    now = crowd(inf, inf, inf, tiger, tiger)
    assert now.offered("remove") == ("a", "b", "c", "d", "e")
    assert now.act("remove", "a").offered("remove") == ("d", "e")
    assert now.act("remove", "d").offered("remove") == ("a", "b", "c")
    units = {"KGPeiper": AT, "501SS": AT, "Skorzeny": AT, "506Pz": AT}
    now = position(units, ARDENNES, sound=False).end()
    assert now.offered("remove") == ("506Pz",), "the two are one only together"
    units = {"KGPeiper": AT, "12VG": AT, "18VG": AT, "501SS": AT, "Skorzeny": AT}
    now = position(units, ARDENNES, sound=False).end()
    assert set(now.offered("remove")) == {"KGPeiper", "12VG", "18VG"}, "the two with it are not in excess"
    assert now.act("remove", "KGPeiper").offered("remove") == ("501SS", "Skorzeny"), "now one of them is"


@pytest.mark.rule("tigers", "TG-STK-03")
def test_one_of_the_two_may_be_pure() -> None:
    assert crowd(pz, inf).step == (GERMAN, "combat")
    assert crowd(pz, pzgren).step == (GERMAN, "combat")
    assert clauses(crowd(pz, pz), "a", "b") == ["TG-STK-03"]
    assert clauses(crowd(pz, pzbde), "a", "b") == ["TG-STK-03"]


@pytest.mark.rule("tigers", "TG-STK-02", "AMB-119")
def test_germans_may_add_a_tiger_battalion_or_skorzeny() -> None:
    assert crowd(pz, inf, tiger).step == (GERMAN, "combat")  # a Tiger is not one of the two
    assert clauses(crowd(pz, inf, tiger, tiger), "a", "b", "c", "d") == ["TG-STK-02"]
    now = position({"12VG": AT, "Skorzeny": AT, "506Pz": AT}, ARDENNES, sound=False)
    assert clauses(now, "12VG", "Skorzeny", "506Pz") == ["TG-STK-02"]
    assert clauses(now, "12VG", "Skorzeny") == []


@pytest.mark.rule("tigers", "AMB-90")
def test_both_may_be_added_while_they_are_with_peiper() -> None:
    units = {"KGPeiper": AT, "12VG": AT, "501SS": AT, "Skorzeny": AT, "506Pz": AT}
    now = position(units, ARDENNES, sound=False)
    assert clauses(now, "KGPeiper", "12VG", "501SS", "Skorzeny") == []
    assert clauses(now, "12VG", "501SS", "Skorzeny") == ["TG-STK-02"]
    assert clauses(now, "KGPeiper", "506Pz", "Skorzeny") == ["TG-STK-02"]
    assert clauses(now, "KGPeiper", "501SS", "506Pz", "Skorzeny") == ["TG-STK-02"]


@pytest.mark.rule("tigers", "TG-STK-04", "AMB-91")
def test_three_commands_are_a_division_and_fewer_take_its_place_too() -> None:
    now = position(
        {**{f"c{n}": cc(AT) for n in range(6)}, "a": allied(AT), "b": allied(AT), "d": arm(AT)},
        phasing=ALLIED,
        sound=False,
    )
    assert clauses(now, "c0", "c1", "c2", "a") == []
    assert clauses(now, "c0", "a", "b") == ["TG-STK-01"]
    assert clauses(now, "c0", "c1", "c2", "c3") == ["TG-STK-03"]
    assert clauses(now, "c0", "d") == ["TG-STK-03"]
    assert clauses(now, "c0", "c1", "c2", "c3", "a") == ["TG-STK-01", "TG-STK-03"]


@pytest.mark.rule("tigers", "TG-STK-04", "TG-STK-05")
def test_commands_too_many_go_one_by_one() -> None:
    now = crowd(cc, cc, cc, cc, cc, phasing=ALLIED)
    now = now.act("remove", "a").act("remove", "e")
    assert now.step == (ALLIED, "combat")


@pytest.mark.rule("tigers", "AMB-113")
def test_peiper_and_its_parent_are_one_division_in_one_hex() -> None:
    now = position({"KGPeiper": AT, "1SSPz": AT, "12VG": AT, "3FJ": AT}, ARDENNES, sound=False)
    assert clauses(now, "KGPeiper", "1SSPz", "12VG") == []
    assert clauses(now, "KGPeiper", "1SSPz", "12VG", "3FJ") == ["TG-STK-01"]
    assert clauses(now, "KGPeiper", "12VG", "3FJ") == ["TG-STK-01"]


@pytest.mark.rule("tigers", "TG-STK-06")
def test_units_may_pass_through_a_full_hex_and_be_too_many_during_movement() -> None:
    now = position({"a": inf(AT), "b": inf(AT), "c": inf("804")})
    through = now.act("move", "c", "806", via="805 806")
    assert through["c"].at == "806"
    full = now.act("move", "c", AT)
    assert full.step == (GERMAN, "movement")
    cleared = full.act("move", "a", "806")
    assert cleared.end().step == (GERMAN, "combat")


@pytest.mark.rule("tigers", "TG-STK-06")
def test_the_other_side_is_not_tested_now() -> None:
    units = {"x": allied(AT), "y": allied(AT), "z": allied(AT), "a": inf("1405")}
    assert position(units, sound=False).end().step == (GERMAN, "combat")


@pytest.mark.rule("tigers", "TG-STK-07")
@pytest.mark.parametrize("round_", [1, 2])
def test_the_limit_is_tested_after_each_pass(round_: int) -> None:
    assert crowd(inf, inf, inf, round=round_).verbs == ("remove",)


@pytest.mark.rule("tigers", "AMB-82")
def test_von_der_heydte_takes_up_no_room() -> None:
    now = position({"vdH": "1008", "12VG": "1008", "18VG": "1008"}, ARDENNES, sound=False)
    assert clauses(now, "vdH", "12VG", "18VG") == []


def test_several_crowded_hexes_are_asked_one_after_the_other() -> None:
    units = {f"a{n}": inf("805") for n in range(3)} | {f"b{n}": inf("1005") for n in range(3)}
    now = position(units, sound=False).end()
    assert list(stacking.crowded(now.s, now.board.at, GERMAN)) == ["1005", "805"]
    now = now.default().default()
    assert now.step == (GERMAN, "combat")


# ---- the second pass -------------------------------------------------------------------------------------------------
SPENT = {"at": AT, "acted": True, "attacks": 1, "disrupted": True, "advanced": True}


def full(second: dict[str, Any], rules: Any = PLAIN) -> Situation:
    """Three in one hex in the second pass, two of them with nothing left to do; the third as ``second`` says."""
    units = {"a": {**inf(AT), **SPENT}, "b": {**inf(AT), **SPENT}, "c": {**inf(AT), **second}}
    return position({**units, "d": inf("1405")}, rules, round=2, sound=False)


MOVERS = country(second_test="movers")


@pytest.mark.rule("tigers", "AMB-122", "TG-STK-07")
def test_everybody_is_tested_in_the_second_pass_too() -> None:
    """Whoever had to advance in the first pass as well."""
    now = full(SPENT)
    assert [check.rule for check in now.seat.checklist() if check.kind == "stack"] == ["TG-STK-05"]
    assert now.end().verbs == ("remove",)


@pytest.mark.rule("tigers", "AMB-122")
def test_by_option_a_hex_in_which_nobody_could_move_waits_for_the_next_movement() -> None:
    now = full(SPENT, MOVERS)
    assert not [check for check in now.seat.checklist() if check.kind == "stack"]
    after = now.end()
    assert after.step == (GERMAN, "combat")
    assert all(after[u].at == AT for u in "abc")
    again = position({u: inf(AT, disrupted=True) for u in "abc"}, MOVERS, sound=False).end()
    assert again.verbs == ("remove",), "in the first pass everybody is tested"


@pytest.mark.rule("tigers", "AMB-122")
@pytest.mark.parametrize("third", [{}, {"moved": True, "disrupted": True}])
def test_by_option_a_hex_in_which_somebody_could_move_is_tested_all_the_same(third: dict[str, Any]) -> None:
    assert full(third, MOVERS).end().verbs == ("remove",)


@pytest.mark.rule("tigers", "TG-STK-05", "TG-STK-06")
def test_the_checklist_of_movement_names_where_too_many_stand() -> None:
    now = full({})
    (check,) = [check for check in now.seat.checklist() if check.kind == "stack"]
    assert (check.rule, check.hexes, check.units, check.bars) == ("TG-STK-05", (AT,), ("a", "b", "c"), False)
    assert str(check.say) == "805 is overstacked: excess units are removed when movement ends."


@pytest.mark.rule("tigers", "TG-FT1-02", "TG-STK-06")
def test_without_operational_movement_nothing_is_tested() -> None:
    now = position({u: inf(AT) for u in "abc"}, turn=1, sound=False)
    assert (now.step, now.s.round) == ((GERMAN, "combat"), 1)
