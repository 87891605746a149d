"""Attacks are prepared, supported and declared (TT-REC-06, TT-REC-08..10, TT-ENG-03, TT-BLZ)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Declared, DiceRolled, Noted, Resolved
from hexbench.engine.values import Action
from hexbench.games.trumpets import combat_display
from hexbench.games.trumpets.declare import FIGHT
from hexbench.games.trumpets.mission import Building, Works
from tests.games.trumpets.combats import odds, top
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    Situation,
    cavalry,
    country,
    engineer,
    grenadiers,
    guns,
    hq,
    inf,
    position,
    stug,
    tank,
    tanks,
    unit,
    werfer,
)

ROAD = country(roads=("1312 1412 1512",))
THREE = {"a": inf("1412"), "b": inf("1411"), "d": inf("1512", ALLIED)}


def combat(units: dict[str, Any], *args: Any, **state: Any) -> Situation:
    return position(units, *args, phase="combat", **state)


@pytest.mark.rule("trumpets", "TT-REC-06")
def test_units_attack_adjacent_enemies_and_nobody_must() -> None:
    now = combat({**THREE, "e": inf("1313"), "f": inf("1712", ALLIED)})
    assert now.offered("attack") == ("a", "b")
    assert now.refused("e", "1512", verb="attack") == ["TT-REC-06"]
    assert now.refused("a", "1712", verb="attack") == ["TT-REC-06"]
    assert now.refused("a", "1413", verb="attack") == ["TT-GEN-01"]
    assert now.refused("d", "1512", verb="attack")[0] == "TT-SEQ-02"
    assert now.act("end").step == (ALLIED, "movement")


@pytest.mark.rule("trumpets", "TT-REC-06")
def test_no_unit_attacks_twice_and_no_hex_is_attacked_twice() -> None:
    now = combat({**THREE, "c": inf("1511"), "x": cavalry("1312")}, turn="16AF")
    after = now.act("attack", "a", "1512").act("fight", numbers=[4, 4])  # 1-2: nothing comes of it
    assert after["a"].attacked
    assert after.state.attacked == ("1512",)
    assert after.refused("a", "1312", verb="attack") == ["TT-REC-06"]
    assert after.refused("b", "1512", verb="attack") == ["TT-REC-06"]


@pytest.mark.rule("trumpets", "TT-WPN-34")
def test_who_does_not_attack() -> None:
    now = combat(
        {
            "g": guns("1412"),
            "h": hq("1412"),
            "t": unit("td_tow_co", "1411"),
            "k": unit("kgp_hq", "1411"),
            "a": inf("1412"),
            "d": inf("1512", ALLIED),
        }
    )
    for uid in "ght":
        assert now.refused(uid, "1512", verb="attack") == ["TT-WPN-34"]
    assert now.offered("attack") == ("k", "a")
    alone = now.act("attack", "k", "1512")
    assert alone.refused(verb="fight") == ["TT-ODD-01"]
    assert alone.seat.prompt.default == Action("clear")
    assert "fight" in alone.act("attack", "a", "1512").verbs


@pytest.mark.rule("trumpets", "TT-GEN-01")
@pytest.mark.rule("trumpets", "TT-AMB-31")
def test_one_attack_is_prepared_at_a_time_on_all_defenders_of_a_hex() -> None:
    now = combat({**THREE, "e": engineer("1512", ALLIED), "f": inf("1410", ALLIED)}).act(
        "attack", "a", "1512"
    )
    assert now.refused("b", "1410", verb="attack") == ["TT-GEN-01"]
    assert now.refused(verb="end") == ["TT-SEQ-02"]
    both = now.act("attack", "b", "1512")
    assert top(both).plan.units == ("a", "b")
    line = odds(both)
    assert (line.attack, line.defence) == (8, 7)


def test_an_attack_is_put_together_and_taken_back() -> None:
    now = combat({**THREE, "g": guns("1312")}).act("attack", "a b", "1512").act("support", "g")
    less = now.act("back", "a")
    assert top(less).plan.units == ("b",)
    assert top(less.act("withhold", "g")).plan.backing.guns == ()
    assert top(less.act("back", "b")).plan.hex == ""
    none = now.act("clear")
    assert top(none).plan.hex == ""
    assert not none["a"].attacked
    assert not none["g"].fired
    assert none.refused(verb="fight") == ["TT-SEQ-02"]


def test_support_that_was_withheld_again_leaves_no_trace_in_what_is_packed() -> None:
    now = combat({**THREE, "g": guns("1310")}).act("attack", "a", "1512")
    after = now.act("support", "g").act("withhold", "g")
    assert after.rules.pack(after.state) == now.rules.pack(now.state)


def test_the_enemy_learns_of_an_attack_when_it_is_declared() -> None:
    now = combat(THREE).act("attack", "a", "1512")
    assert now.events == []
    hidden: Any = now.rules.view(now.state, ALLIED).stack[-1]
    assert hidden.plan.hex == ""
    after = now.act("fight", numbers=[5, 5])
    assert after.events[0] == Declared("normal", ("a",), "1512")


# ---- artillery (TT-REC-08) ---------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-08")
def test_artillery_fires_within_its_range_once_a_turn() -> None:
    units = {
        "a": inf("1912"),
        "b": inf("1911"),
        "d": inf("2012", ALLIED),
        "near": guns("1212"),
        "far": guns("1112"),
        "long": unit("fa_155", "1012"),
        "nw": werfer("1512"),
        "nwf": werfer("1412"),
        "spent": guns("1812", fired=True),
        "foe": guns("2212", ALLIED),
    }
    now = combat(units, supply={GERMAN: ("1012",), ALLIED: ("2412",)}).act("attack", "a", "2012")
    assert now.offered("support") == ("near", "long", "nw")
    for uid in ("far", "nwf", "spent"):
        assert now.refused(uid, verb="support") == ["TT-REC-08"]
    assert now.refused("a", verb="support")[0] == "TT-REC-08"
    assert now.refused("foe", verb="support")[0] == "TT-SEQ-02"
    fired = now.act("support", "near").act("fight")
    assert fired.step == (ALLIED, "defence")
    assert fired.offered("support") == ("foe",)
    without, helped = (odds(now, Action("commit")).defence for now in (fired, fired.act("support", "foe")))
    assert (without, helped) == (5, 8)
    after = fired.act("support", "foe").act("commit", numbers=[5, 5])
    assert after["near"].fired
    assert after["foe"].fired
    assert not after["long"].fired
    assert [e.refs for e in after.events if isinstance(e, Declared)] == [("foe",)]


@pytest.mark.rule("trumpets", "TT-DEF-22", "TT-DEF-FA-SP", "TT-DEF-NW-SP")
@pytest.mark.parametrize(("kind", "whole", "cut"), [("fa_155", 4, 2), ("nw_bn", 6, 1), ("fa_105", 3, 1)])
def test_guns_and_werfer_of_the_map_are_reduced_each_in_its_own_way(kind: str, whole: int, cut: int) -> None:
    units = {"a": tank("1412"), "d": inf("1512", ALLIED), "g": unit(kind, "1312")}
    for works, factor in (({}, whole), ({"1512": Works(main="SP", owner=ALLIED)}, cut)):
        now = combat(units, turn="18MO", works=works).act("attack", "a", "1512")
        assert odds(now.act("support", "g")).attack - odds(now).attack == factor


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_defending_artillery_counts_and_is_fresh_again_next_turn() -> None:
    units = {"a": tank("1412"), "d": inf("1512", ALLIED), "g": guns("1512", ALLIED)}
    now = combat(units, turn="18MO").act("attack", "a", "1512").act("fight").act("support", "g")
    fired = now.act("commit", numbers=[5, 5])
    fight = next((s.fight for s in fired.state.stack if hasattr(s, "fight")), None)
    assert fight is None or [g.unit for g in fight.defending_guns] == ["g"]
    again = fired.until(GERMAN, "movement")
    assert not again["g"].fired


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_time_on_target_once_a_day_with_three_others() -> None:
    batteries = {f"g{n}": guns("1312" if n < 4 else "1311", ALLIED, tot=True, er=5) for n in range(5)}
    units = {"a": inf("1412", ALLIED), "d": inf("1512"), **batteries, "plain": guns("1212", ALLIED)}
    now = combat(units, phasing=ALLIED, turn="18MO").act("attack", "a", "1512")
    for n in range(3):
        now = now.act("support", f"g{n}")
    now = now.act("support", "plain")
    assert now.refused("g0", verb="tot") == ["TT-REC-08"]
    now = now.act("support", "g3")
    assert now.offered("tot") == ("g0", "g1", "g2", "g3")
    assert now.refused("plain", verb="tot") == ["TT-REC-08"]
    assert now.refused("g4", verb="tot") == ["TT-REC-08"]
    twice = now.act("tot", "g0")
    short = twice.act("withhold", "g3")
    assert short.refused(verb="fight") == ["TT-REC-08"]
    before = odds(now)
    assert before.attack == 8  # no more than ground factors
    done = twice.act("fight", numbers=[5, 5])
    assert done["g0"].tot_day == 18
    assert done["g1"].tot_day == 0
    assert any(isinstance(e, Noted) and e.rule == "TT-REC-08" for e in done.events)
    spent = combat({**units, "g0": guns("1312", ALLIED, tot=True, tot_day=18)}, phasing=ALLIED, turn="18AF")
    spent = spent.act("attack", "a", "1512")
    for n in range(4):
        spent = spent.act("support", f"g{n}")
    assert spent.offered("tot") == ("g1", "g2", "g3")


@pytest.mark.rule("trumpets", "TT-REC-10")
def test_aircraft_fly_on_clear_days_as_long_as_there_are_points() -> None:
    now = combat(THREE, air_left={GERMAN: 1, ALLIED: 1}, turn="18MO").act("attack", "a", "1512")
    base = odds(now).attack
    up = now.act("fly")
    assert odds(up).attack == base + 3
    assert up.refused(verb="fly") == ["TT-REC-10"]
    assert up.act("recall").refused(verb="recall") == ["TT-REC-10"]
    asked = up.act("fight")
    assert asked.step == (ALLIED, "defence")
    done = asked.act("fly").act("commit", numbers=[5, 5])
    assert done.state.air_left == {GERMAN: 0, ALLIED: 0}
    for other in ({"turn": "18EV"}, {"weather": "Fog"}, {"weather": "Overcast"}):
        bad = combat(THREE, **{"turn": "18MO", **other}, air_left={GERMAN: 1}, sound=False)
        bad = bad.act("attack", "a", "1512")
        assert bad.refused(verb="fly") == ["TT-REC-10"]
        text = "Aircraft fly only on day turns when the weather is Clear, not Overcast."
        assert [str(reason.text) for reason in bad.reasons("fly")] == [text]


# ---- engaged (TT-ENG-03) ----------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-ENG-03")
def test_an_engaged_unit_attacks_only_whom_it_is_engaged_with() -> None:
    units = {
        "a": inf("1412", engaged=("d",)),
        "d": inf("1512", ALLIED, engaged=("a",)),
        "e": inf("1411", ALLIED),
    }
    now = combat(units)
    assert set(now.targets("attack", "a")) == {"1512"}
    assert now.refused("a", "1411", verb="attack") == ["TT-ENG-03"]


# ---- blitz attacks (TT-BLZ) ---------------------------------------------------------------------------------------------
BLITZ = {"t": tank("1412"), "g": grenadiers("1412"), "d": inf("1512", ALLIED)}


def kinds(now: Situation) -> set[str]:
    return {t.object for t in now.seat.targets("kind")}


@pytest.mark.rule("trumpets", "TT-BLZ-01")
@pytest.mark.rule("trumpets", "TT-BLZ-02")
@pytest.mark.rule("trumpets", "TT-BLZ-19")
@pytest.mark.parametrize(
    ("turn", "weather", "squall", "kind"),
    [
        ("18MO", "Clear", False, "ardennes_44"),
        ("18AF", "Overcast", False, "ardennes_44"),
        ("18MO", "Fog", False, "tigers_in_the_mist"),
        ("18MO", "DenseFog", False, "tigers_in_the_mist"),
        ("18MO", "Snow", False, "tigers_in_the_mist"),
        ("18EV", "Clear", False, "tigers_in_the_mist"),
        ("18PD", "Fog", False, "tigers_in_the_mist"),
        ("18MO", "Clear", True, "tigers_in_the_mist"),
    ],
)
def test_when_blitz_attacks_may_be_made(turn: str, weather: str, squall: bool, kind: str) -> None:
    squalls = {turn: ("1512",)} if squall else {}
    now = combat(BLITZ, ROAD, turn=turn, weather=weather, squalls=squalls).act("attack", "t", "1512")
    assert kinds(now) == {kind}
    other, rule = (
        ("tigers_in_the_mist", "TT-BLZ-02") if kind == "ardennes_44" else ("ardennes_44", "TT-BLZ-01")
    )
    assert now.refused(to=other, verb="kind") == [rule]
    if rule == "TT-BLZ-01":
        text = "An Ardennes 44 attack needs a day turn with Clear or Overcast weather and no Snow Squall."
        assert now.sentence(to=other, verb="kind") == text


def test_no_kind_is_named_and_nothing_forecast_before_there_is_an_attack() -> None:
    now = combat(BLITZ, ROAD, turn="18MO")
    for kind in ("normal", "ardennes_44"):
        assert now.refused(to=kind, verb="kind") == ["TT-SEQ-02"]
        assert now.sentence(to=kind, verb="kind") == "No attack is being prepared."
    assert now.seat.forecast(Action("fight")) is None


@pytest.mark.parametrize("defender", [{}, {"h": guns("1612", ALLIED)}])
def test_the_dice_are_announced_where_they_come_at_once(defender: dict[str, Any]) -> None:
    """With nothing the defender could support with they are rolled; else he is asked before."""
    now = combat({**THREE, **defender}, turn="18MO").act("attack", "a b", "1512")
    assert FIGHT.undo_barrier(now.seat, now.seat.step) == ("dice", not defender)
    fought = now.act("fight", numbers=None if defender else [5, 5])
    assert any(isinstance(e, DiceRolled) for e in fought.events) == (not defender)


@pytest.mark.rule("trumpets", "TT-REC-10")
def test_out_of_the_segment_it_is_told_too_why_nothing_flies() -> None:
    now = position(THREE, turn="18MO", air_left={GERMAN: 0})
    assert now.refused(verb="fly") == ["TT-SEQ-01", "TT-REC-10"]
    assert position(THREE, turn="18MO", air_left={GERMAN: 1}).refused(verb="fly") == ["TT-SEQ-01"]


@pytest.mark.rule("trumpets", "TT-REC-08", "TT-AMB-41")
@pytest.mark.parametrize("german", [False, True])
def test_german_artillery_fires_time_on_target_only_where_the_option_lets_it(german: bool) -> None:
    rules = country(german_tot=german)
    units = {f"g{n}": guns("1312", tot=True, er=5) for n in range(2)}
    units |= {f"h{n}": guns("1311", tot=True, er=5) for n in range(2)}
    now = combat({"a": inf("1412"), "d": inf("1512", ALLIED), **units}, rules, turn="18MO")
    now = now.act("attack", "a", "1512")
    for uid in units:
        now = now.act("support", uid)
    if german:
        assert now.offered("tot") == tuple(units)
        assert now.act("tot", "g0").verbs
    else:
        assert now.offered("tot") == ()
        assert now.refused("g0", verb="tot") == ["TT-REC-08", "TT-REC-08"]
        assert now.sentence("g0", verb="tot") == "g0 cannot fire time on target."


@pytest.mark.rule("trumpets", "TT-DEF-20")
def test_a_builder_is_warned_that_it_loses_its_work_by_attacking() -> None:
    building = {"1412": Building(kind="IP5", builder="a", since=1)}
    units = {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED)}
    now = combat(units, turn="18MO", building=building)
    warned = "a abandons its work in 1412 if it attacks: Improved position (ER 5)."
    found = now.targets("attack", "a")["1512"]
    assert [str(text) for text in found.says][1:] == [warned]
    assert "TT-DEF-20" in found.rules
    assert len(now.targets("attack", "b")["1512"].says) == 1
    assert len(now.targets("attack", "a", "b")["1512"].says) == 2
    # the dock says it of the unit, of all together, and of the attack that is put together
    one = next(c for c in combat_display.board(now.seat).combats if c.hexes == ("1512",))
    lines = {line.unit: line for account in one.accounts for line in account.lines if line.choices}
    assert [str(clause.say) for clause in lines["a"].clauses] == [warned]
    assert lines["b"].clauses == ()
    assert warned in str(one.choices[0].help)
    drafted = combat_display.board(now.act("attack", "a b", "1512").seat).combats[0]
    assert warned in str(drafted.note)
    alone = combat_display.board(now.act("attack", "b", "1512").seat).combats[0]
    assert str(alone.note) == "Before the defender's support."


@pytest.mark.rule("trumpets", "TT-BLZ-17")
def test_who_may_make_a_blitz_attack() -> None:
    def refused(rules: Any = ROAD, **units: Any) -> list[str]:
        d = {"d": inf("1512", ALLIED)}
        now = combat({**units, **d}, rules, turn="18MO").act("attack", " ".join(units), "1512")
        return [r.rule for r in now.reasons("kind", to="ardennes_44")]

    assert refused(t=tank("1412")) == []
    assert refused(t=tank("1412"), e=engineer("1411"), r=unit("fusilier_bn", "1411")) == []
    assert refused(country(), t=tank("1412")) == ["TT-BLZ-17"]
    assert refused(t=tank("1411"), i=inf("1412")) == ["TT-BLZ-17"]
    assert refused(s=stug("1412"), i=inf("1412")) == ["TT-BLZ-17", "TT-BLZ-17"]
    assert refused(t=tank("1412"), f=unit("flak_lt", "1412")) == ["TT-BLZ-17"]
    # a special headquarters goes along in the attack of others and bars nothing, but is no AFV either
    assert refused(t=tank("1412"), k=unit("kgp_hq", "1412")) == []
    assert refused(i=inf("1412"), k=unit("kgp_hq", "1412")) == ["TT-BLZ-17"]
    for side, option in ((GERMAN, "blitz_german"), (ALLIED, "blitz_allied")):
        for choice, bars in (("both", []), ("ardennes_44", []), ("none", ["TT-BLZ-17"])):
            rules = country(roads=("1312 1412 1512",), **{option: choice})
            foe = ALLIED if side == GERMAN else GERMAN
            now = combat({"t": tank("1412", side), "d": inf("1512", foe)}, rules, turn="18MO", phasing=side)
            now = now.act("attack", "t", "1512")
            assert [r.rule for r in now.reasons("kind", to="ardennes_44")] == bars


@pytest.mark.rule("trumpets", "TT-BLZ-07")
def test_odds_below_two_to_one_are_no_blitz_attack() -> None:
    weak = {"t": tanks("1412"), "p": tank("1411"), "d": inf("1512", ALLIED)}
    now = combat(weak, ROAD, turn="18MO").act("attack", "t", "1512").act("kind", to="ardennes_44")
    assert now.refused(verb="fight") == ["TT-BLZ-07"]
    assert now.seat.prompt.default == Action("clear")
    strong = now.act("attack", "p", "1512")  # 12 to 5, but tanks without infantry: one left
    assert strong.refused(verb="fight") == ["TT-BLZ-07"]
    assert now.act("kind", to="normal").reasons("fight") == ()


@pytest.mark.rule("trumpets", "TT-BLZ-07")
def test_defensive_artillery_can_make_it_an_ordinary_attack() -> None:
    units = {"t": tank("1412"), "i": inf("1412"), "d": inf("1512", ALLIED), "h": guns("1612", ALLIED)}
    now = (
        combat(units, ROAD, turn="18MO")
        .act("attack", "t i", "1512")
        .act("kind", to="ardennes_44")
        .act("fight")
    )
    kept = now.act("commit", numbers=[3])  # 13 to 5: 2-1
    assert [e.faces for e in kept.events if isinstance(e, DiceRolled)] == [(3,)]
    made = now.act("support", "h").act("commit", numbers=[5, 5])  # 13 to 8: 3-2
    assert [e.rule for e in made.events if isinstance(e, Noted)] == ["TT-BLZ-07"]
    assert [e.faces for e in made.events if isinstance(e, DiceRolled)] == [(5, 5)]


@pytest.mark.rule("trumpets", "TT-BLZ-07")
def test_an_attack_that_is_no_blitz_attack_any_more_loses_its_shift() -> None:
    units = {
        "t": tank("1412"),
        "i": inf("1412"),
        "d": inf("1512", ALLIED),
        "h": unit("fa_155", "1612", ALLIED),
    }
    now = combat(units, ROAD, turn="18MO", weather="Fog").act("attack", "t i", "1512")
    now = now.act("kind", to="tigers_in_the_mist")
    assert odds(now).column == "3-1"
    asked = now.act("fight").act("support", "h")
    made = asked.act("commit", numbers=[6, 3])  # 13 to 9: 1-1, where the shift would have made it 3-2
    assert [e.result for e in made.events if isinstance(e, Resolved)] == ["/1*"]


def test_the_forecast_of_an_attack_is_exact_and_names_its_clauses() -> None:
    now = combat(BLITZ, ROAD, turn="18MO")
    line = odds(now, Action("attack", ("t", "g"), "1512"))
    assert (line.attack, line.defence, line.ratio) == (14, 5, "2-1")
    assert sum(n for _, n in line.results) == line.ways
    assert all(shift.rule.startswith("TT-") for shift in line.shifts)
