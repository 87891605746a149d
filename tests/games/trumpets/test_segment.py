"""The combat segment as a whole: who attacks whom, support, engagement, the order of things (TT-GEN, TT-REC-06..11, TT-ENG, TT-SEQ)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Resolved, StepLost, UnitChanged, UnitMoved
from hexbench.engine.values import Action
from hexbench.games.trumpets import battlefield
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import scaled
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    engineer,
    guns,
    hq,
    inf,
    position,
    tank,
    unit,
    werfer,
)

A, D = inf("1412"), inf("1512", ALLIED)


def combat(units: dict[str, Any], **state: Any) -> Situation:
    """The combat segment of a clear morning without surprise or Tiger Scare."""
    return position(units, phase="combat", turn="18MO", **state)


def fought(units: dict[str, Any], numbers: list[int], **state: Any) -> Situation:
    """Unit a alone has attacked 1512 with these dice, red first."""
    return combat(units, **state).act("attack", "a", "1512").act("fight", numbers=numbers)


def strengths(now: Situation) -> tuple[int, int]:
    """Attack and defence of the attack that is prepared."""
    found = now.seat.forecast(Action("fight"))
    assert found is not None
    line = found.lines[0][1]
    return line.attack, line.defence


# ---- what a combat is ------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-GEN-01", "TT-ENG-01", "TT-CRT-11")
def test_all_units_of_a_hex_defend_and_all_who_fought_are_engaged() -> None:
    units = {"a": A, "d": D, "e": engineer("1512", ALLIED), "h": hq("1512", ALLIED), "g": guns("1212")}
    now = combat(units).act("attack", "a", "1512").act("support", "g")
    assert strengths(now)[1] == 5 + 2 + 1
    now = now.act("fight", numbers=[4, 4])  # 7 to 8: 1-2, and an engineer: +1 drm
    assert [e.result for e in now.events if isinstance(e, Resolved)] == ["/AR1"]
    held = combat(units).act("attack", "a", "1512").act("support", "g").act("fight", numbers=[4, 2])
    assert [e.result for e in held.events if isinstance(e, Resolved)] == ["/Eng"]
    assert held["a"].engaged == ("d", "e", "h")
    assert [held[u].engaged for u in "deh"] == [("a",)] * 3
    assert held["g"].engaged == ()


@pytest.mark.rule("trumpets", "TT-REC-06", "TT-GEN-01")
def test_units_attack_adjacent_enemies_once_and_each_hex_is_attacked_once() -> None:
    units = {"a": A, "b": inf("1411"), "c": inf("1212"), "d": D, "e": inf("1511", ALLIED)}
    now = combat(units)
    assert now.offered("attack") == ("a", "b")
    assert set(now.targets("attack", "b")) == {"1512", "1511"}
    assert now.refused("c", "1512", verb="attack") == ["TT-REC-06"]
    assert now.refused("a", "1312", verb="attack") == ["TT-GEN-01"]
    after = now.act("attack", "a", "1512").act("fight", numbers=[5, 4])  # 4 to 5: 1-2, nothing happens
    assert after.refused("a", "1511", verb="attack")[0] == "TT-REC-06"
    assert after.refused("b", "1512", verb="attack") == ["TT-REC-06"]
    assert set(after.targets("attack", "b")) == {"1511"}


@pytest.mark.rule("trumpets", "TT-REC-06")
def test_nobody_must_attack() -> None:
    now = combat({"a": A, "d": D}).act("end")
    assert now.step == (ALLIED, "movement")


@pytest.mark.rule("trumpets", "TT-GEN-05")
def test_the_efficiency_rating_shifts_columns_picks_the_loser_and_is_raised_by_positions() -> None:
    units = {"a": inf("1412", er=4), "b": inf("1412", er=6), "d": inf("1512", ALLIED, er=4)}

    def shift(now: Situation) -> int:
        found = now.seat.forecast(Action("fight"))
        assert found is not None
        return sum(one.by for one in found.lines[0][1].shifts if one.rule == "TT-WPN-14")

    both = combat(units).act("attack", "a b", "1512")
    assert shift(both) == 2
    raised = combat(units, works={"1512": Works(main="IP5", owner=ALLIED)}).act("attack", "a b", "1512")
    assert shift(raised) == 1
    hit = both.act("fight", numbers=[5, 5])  # 8 to 5 is 3-2, and two columns right: 1*/1* in column 3-1
    assert (hit["a"].lost, hit["b"].lost, hit["d"].lost) == (0, 1, 1)


@pytest.mark.rule("trumpets", "TT-GEN-06")
def test_combined_arms_and_counterattack_are_two_things() -> None:
    positions = combat({"a": A}).rules.tables.positions
    assert not any(one.combined_arms for one in positions.values())
    assert {key for key, one in positions.items() if one.ignores_counterattack} == {"SP", "FT"}
    works = {"1512": Works(main="IP5", owner=ALLIED)}
    asked = fought({"a": A, "d": D}, [6, 1], works=works)  # 4 to 5: 1/CA
    assert asked.step[0] == ALLIED
    assert "decline" in asked.verbs


# ---- strengths -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-11")
@pytest.mark.parametrize(("lost", "af", "df"), [(0, 4, 5), (1, 3, 4), (2, 2, 2)])
def test_a_reduced_unit_has_its_share_rounded_up(lost: int, af: int, df: int) -> None:
    now = combat({"a": inf("1412", lost=lost), "d": inf("1512", ALLIED, lost=lost)})
    assert strengths(now.act("attack", "a", "1512")) == (af, df)
    assert (scaled(4, 3 - lost, 3), scaled(5, 3 - lost, 3)) == (af, df)
    template = now.rules.template(now.state.mission.units["a"])
    walking = position({"a": inf("1412", lost=lost)})
    assert max(walking.reach("a").values()) == template.mf
    assert battlefield.fighter(now.rules, now.state, "a").er == 5
    assert battlefield.attack_factor(now.rules, now.state, "a") == af


@pytest.mark.rule("trumpets", "TT-REC-09")
def test_artillery_counts_no_more_than_the_ground_factors() -> None:
    now = combat({"a": engineer("1412"), "d": D, "n": werfer("1212"), "h": guns("1812", ALLIED)})
    prepared = now.act("attack", "a", "1512").act("support", "n")
    assert strengths(prepared) == (2, 5)
    four = combat({"a": A, "d": D, "n": werfer("1212")}).act("attack", "a", "1512").act("support", "n")
    assert strengths(four) == (8, 5)


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_artillery_fires_as_far_as_its_range_once_a_turn() -> None:
    guns_ = {
        "near": unit("nw_bn", "1012"),
        "far": unit("nw_bn", "1021"),
        "fa": guns("1021"),
        "spent": guns("1412", fired=True),
        "theirs": guns("1812", ALLIED),
    }
    now = combat({"a": A, "b": inf("1411"), "d": D, "e": inf("1510", ALLIED), **guns_}).act(
        "attack", "a", "1512"
    )
    assert now.offered("support") == ("near",)
    assert now.refused("far", verb="support") == ["TT-REC-08"]
    assert now.refused("fa", verb="support") == ["TT-REC-08"]
    assert now.refused("spent", verb="support") == ["TT-REC-08"]
    assert set(now.refused("a", verb="support")) == {"TT-REC-08"}
    fired = now.act("support", "near").act("fight").act("commit", numbers=[6, 6])
    assert fired["near"].fired
    assert not fired["theirs"].fired
    again = fired.until(GERMAN, "movement")
    assert not again["near"].fired
    assert now.rules.tables.templates["fa_105"].range == 8
    assert now.rules.tables.templates["fa_155"].range == 10
    assert now.rules.tables.templates["nw_bn"].range == 5


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_artillery_that_defended_does_not_attack_in_that_turn() -> None:
    units = {"a": A, "d": D, "h": guns("1812", ALLIED)}
    now = combat(units).act("attack", "a", "1512").act("fight")
    assert now.step == (ALLIED, "defence")
    now = now.act("support", "h").act("commit", numbers=[6, 3])
    later = now.until(ALLIED, "combat")
    assert later["h"].fired
    assert later.act("attack", "d", "1412").offered("support") == ()


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_time_on_target_needs_three_others_and_comes_once_a_day() -> None:
    flagged = {f"g{n}": guns("1814", ALLIED, tot=True) for n in range(4)}
    units = {"a": A, "d": D, **flagged, "plain": guns("1813", ALLIED)}
    now = combat(units, phasing=ALLIED).act("attack", "d", "1412").act("support", "g0")
    now = now.act("support", "g1").act("support", "g2").act("support", "plain")
    assert now.refused("g0", verb="tot") == ["TT-REC-08"]
    four = now.act("support", "g3")
    assert four.offered("tot") == ("g0", "g1", "g2", "g3")
    assert four.refused("plain", verb="tot") == ["TT-REC-08"]
    done = four.act("tot", "g0").act("fight", numbers=[6, 6])
    assert done["g0"].tot_day == 18
    assert done["g1"].tot_day == 0
    spent = {**units, "g0": guns("1814", ALLIED, tot=True, tot_day=18)}
    tired = combat(spent, phasing=ALLIED).act("attack", "d", "1412")
    for uid in flagged:
        tired = tired.act("support", uid)
    assert tired.refused("g0", verb="tot") == ["TT-REC-08"]


@pytest.mark.rule("trumpets", "TT-REC-10")
def test_each_air_point_adds_three_factors() -> None:
    now = combat({"a": A, "d": D}, air_left={GERMAN: 2}).act("attack", "a", "1512")
    assert strengths(now) == (4, 5)
    assert strengths(now.act("fly")) == (7, 5)
    assert strengths(now.act("fly").act("fly")) == (10, 5)
    assert "fly" not in now.act("fly").act("fly").verbs
    assert "fly" not in combat({"a": A, "d": D}).act("attack", "a", "1512").verbs


# ---- engaged ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-ENG-01", "TT-ENG-05", "TT-ENG-04")
def test_engaged_both_ways_and_nobody_advances() -> None:
    now = fought({"a": A, "d": D}, [3, 3])  # 4 to 5: column 1-2
    assert (now["a"].engaged, now["d"].engaged) == (("d",), ("a",))
    assert now.step == (GERMAN, "combat")
    theirs = now.until(ALLIED, "movement")
    assert theirs.refused("d", "1411") == ["TT-ENG-02"]
    assert "1612" in theirs.reach("d")
    back = theirs.until(GERMAN, "movement")
    assert back["d"].engaged == ()
    assert back.refused("a", "1411") == ["TT-ENG-02"]
    assert back.until(ALLIED, "movement")["a"].engaged == ()


@pytest.mark.rule("trumpets", "TT-ENG-01", "TT-ENG-04")
def test_who_is_engaged_again_has_its_marker_anew() -> None:
    now = fought({"a": A, "d": D}, [3, 3])
    now = now.until(ALLIED, "combat").act("attack", "d", "1412").act("fight", numbers=[3, 3])
    assert UnitChanged("d", "engaged", "yes") in now.events
    assert (now["a"].engaged_turn, now["d"].engaged_turn) == (2, 2)
    now = now.until(GERMAN, "movement")
    assert now["d"].engaged == ("a",), "it was put in this player turn of its owner"
    now = now.until(ALLIED, "movement")
    assert (now["a"].engaged, now["d"].engaged) == ((), ("a",))
    assert now.until(GERMAN, "movement")["d"].engaged == ()


@pytest.mark.rule("trumpets", "TT-ENG-01", "TT-ENG-03", "TT-AMB-42")
def test_a_new_engagement_leaves_the_older_one() -> None:
    units = {"a": A, "d": D, "e": inf("1312", ALLIED), "f": inf("1411", ALLIED)}
    now = fought(units, [3, 3])
    now = now.until(ALLIED, "combat").act("attack", "e", "1412").act("fight", numbers=[3, 3])
    assert now["a"].engaged == ("d", "e")
    now = now.until(GERMAN, "combat")
    assert set(now.targets("attack", "a")) == {"1512", "1312"}
    assert now.refused("a", "1411", verb="attack") == ["TT-ENG-03"]
    # in this player turn both markers end; the one that is put now is with its enemy alone
    again = now.act("attack", "a", "1312").act("fight", numbers=[5, 2])
    assert again["a"].engaged == ("e",)


@pytest.mark.rule("trumpets", "TT-ENG-04")
def test_a_marker_goes_before_the_advance_that_comes_next_to_its_unit() -> None:
    units = {
        "a": inf("1412", er=8, engaged=("d",), engaged_turn=1),
        "d": inf("1512", ALLIED, engaged=("a",), engaged_turn=2),
    }
    now = fought(units, [6, 2], player_turn=3)  # 4 to 5, three right: 2-1: DR1
    now = now.act("retreat", "d", "1612")
    assert now.step == (GERMAN, "advance")
    assert UnitChanged("d", "engaged", "") in now.events
    now = now.act("advance", "a", "1512")
    assert (now["a"].engaged, now["d"].engaged) == ((), ())
    assert "1712" in now.until(ALLIED, "movement").reach("d")


@pytest.mark.rule("trumpets", "TT-ENG-04")
def test_a_marker_goes_at_once_when_the_last_enemy_beside_it_dies() -> None:
    units = {
        "a": inf("1412", er=8, engaged=("d",), engaged_turn=1),
        "d": inf("1512", ALLIED, lost=2, er=8, engaged=("a",), engaged_turn=2),
    }
    now = fought(units, [6, 4], player_turn=3)  # 4 to 2: 2-1
    assert [e.result for e in now.events if isinstance(e, Resolved)] == ["/1*"]
    assert (now.step, now["a"].engaged) == ((GERMAN, "advance"), ())


@pytest.mark.rule("trumpets", "TT-ENG-01")
def test_nobody_is_engaged_with_the_dead() -> None:
    units = {
        "a": inf("1412", lost=2),
        "x": inf("1411"),
        "d": inf("1512", ALLIED, lost=1, engaged=("x",), engaged_turn=2),
    }
    now = combat(units, player_turn=3).act("attack", "a", "1512").act("fight", numbers=[1, 3])
    assert now.places()["a"] == "#eliminated"
    assert now["d"].engaged == ("x",)


@pytest.mark.rule("trumpets", "TT-ENG-03")
def test_an_engaged_unit_attacks_only_those_it_is_engaged_with() -> None:
    units = {
        "a": inf("1412", engaged=("d",), engaged_turn=0),
        "d": inf("1512", ALLIED),
        "e": inf("1411", ALLIED),
    }
    now = combat(units)
    assert now.refused("a", "1411", verb="attack") == ["TT-ENG-03"]
    assert list(now.targets("attack", "a")) == ["1512"]
    loose = combat({**units, "a": A})
    assert set(loose.targets("attack", "a")) == {"1512", "1411"}


# ---- the order of things ---------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-SEQ-03")
def test_attacks_are_fought_one_after_another() -> None:
    units = {"a": A, "b": inf("1410"), "d": D, "e": inf("1510", ALLIED)}
    now = combat(units).act("attack", "a", "1512")
    assert now.refused("b", "1510", verb="attack")
    assert now.refused(verb="end") == ["TT-SEQ-02"]
    free = now.act("clear")
    assert free.act("attack", "b", "1510").offered("back") == ("b",)
    done = now.act("fight", numbers=[5, 4])
    assert done.step == (GERMAN, "combat")
    assert done.act("attack", "b", "1510").act("fight", numbers=[5, 4]).state.attacked == ("1512", "1510")


@pytest.mark.rule("trumpets", "TT-SEQ-04")
def test_the_attacker_supports_first_and_then_the_defender() -> None:
    units = {"a": A, "d": D, "g": guns("1212"), "h": guns("1812", ALLIED)}
    now = combat(units).act("attack", "a", "1512")
    assert now.offered("support") == ("g",)
    theirs = now.act("support", "g").act("fight")
    assert theirs.step == (ALLIED, "defence")
    assert theirs.offered("support") == ("h",)
    done = theirs.act("support", "h").act("commit", numbers=[5, 4])
    assert (done["g"].fired, done["h"].fired) == (True, True)
    without = combat({"a": A, "d": D}).act("attack", "a", "1512").act("fight", numbers=[5, 4])
    assert without.step == (GERMAN, "combat"), "nobody is asked who has nothing to say"


@pytest.mark.rule("trumpets", "TT-SEQ-05")
def test_everything_is_shown_with_its_clause_and_then_binds() -> None:
    units = {"a": tank("1412"), "b": engineer("1412"), "d": D, "h": guns("1812", ALLIED)}
    now = position(units, phase="combat", turn="16MO", weather="Fog")
    now = now.act("attack", "a", "1512").act("attack", "b", "1512")
    found = now.seat.forecast(Action("fight"))
    assert found is not None
    line = found.lines[0][1]
    assert {shift.rule for shift in line.shifts} >= {"TT-WPN-01", "TT-WPN-17"}
    assert all(shift.rule for shift in line.shifts)
    assert all(clause.rule for tally in line.tallies for term in tally.terms for clause in term.clauses)
    bound = now.act("fight")
    assert bound.step == (ALLIED, "defence")
    assert not {"clear", "back", "kind"} & set(bound.verbs)
    assert bound.reasons("clear")


@pytest.mark.rule("trumpets", "TT-SEQ-06")
def test_after_the_roll_losses_come_first_then_retreat_then_advance() -> None:
    now = combat({"a": tank("1412"), "d": inf("1512", ALLIED)})
    now = now.act("attack", "a", "1512").act("fight", numbers=[4, 1])  # 9 to 5 with 1L: 1-1
    kinds = [type(e) for e in now.events if isinstance(e, DiceRolled | Resolved | StepLost | UnitMoved)]
    assert kinds[0] is DiceRolled
    assert kinds[1] is Resolved
    steps: list[Any] = [now.step]
    while now.step[1] not in ("combat", "movement"):
        now = now.default()
        steps.append(now.step)
    assert steps[0][0] == ALLIED, "the defender retreats before the attacker advances"
    assert (GERMAN, "advance") in steps


# ---- road blocks -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-DEF-ICA-RB", "TT-DEF-RET-RB")
def test_a_road_block_stops_neither_a_counterattack_result_nor_a_retreat() -> None:
    block = {"1512": Works(road_block=True, owner=ALLIED)}
    road = country(roads=(along("1412", "1612"),))
    asked = combat({"a": A, "d": D}, rules=road, works=block).act("attack", "a", "1512")
    asked = asked.act("fight", numbers=[6, 1])  # 4 to 5: 1/CA
    assert asked.step == (ALLIED, "counter")
    free = combat({"a": A, "d": D}, rules=road).act("attack", "a", "1512").act("fight", numbers=[6, 1])
    there, here = free.act("decline"), asked.act("decline")
    assert here.step == there.step == (ALLIED, "retreat")
    assert set(here.targets("retreat", "d")) == set(there.targets("retreat", "d")) != set()
