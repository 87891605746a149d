"""Attacks that are only thought of: the ranked list and the builder reckon as the combat phase does, from a view alone."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine import what_if
from hexbench.engine.display import Combat
from hexbench.engine.values import Action
from hexbench.engine.what_if import FAR, Possible, Supposed
from hexbench.games.tigers.combat_board import board
from tests.games.tigers.field import ALLIED, GERMAN, Situation, abn, country, inf, position, pz
from tests.games.tigers.melee import drafted, fight, stand

UNITS: dict[str, Any] = {
    "a": inf("805", factor=4),
    "p": pz("706"),
    "far": pz("804", factor=5),
    "x": inf("806", ALLIED, factor=2),
    "y": inf("1405", ALLIED),
}


def ranked(now: Situation, side: str, viewer: str | None = None, *, far: bool = False) -> list[Possible]:
    """Every attack of a side, the best first."""
    seat = now.rules.seat(now.state, viewer)
    found = [x for aim in seat.aims(side, far=far) for x in seat.attacks_on(side, aim, far=far)]
    return sorted(found, key=lambda one: -one.worth)


def told(now: Situation, what: Supposed) -> Combat:
    """A thought as the dock shows it."""
    found: Combat | None = now.rules.seat(now.state, None).suppose(what)
    assert found is not None
    return found


def lines(one: Combat, title: str) -> list[str]:
    """The lines of an account; empty when there is none."""
    return [str(line.say) for a in one.accounts if str(a.say) == title for line in a.lines]


def clauses(one: Combat, title: str) -> list[str]:
    """The clauses of an account."""
    return [c.rule for a in one.accounts if str(a.say) == title for line in a.lines for c in line.clauses]


def taken(what: Supposed, one: Combat, label: str) -> Supposed:
    """The thought after a button of it, or of one of its lines."""
    every = [*one.choices, *(c for a in one.accounts for line in a.lines for c in line.choices)]
    after = what_if.changed(what, next(c.action for c in every if str(c.say) == label))
    assert after is not None
    return after


def test_a_thought_has_the_odds_and_results_of_the_attack_itself() -> None:
    now = stand({k: UNITS[k] for k in ("a", "x")})
    (found,) = ranked(now, GERMAN)
    assert found.what == Supposed(side=GERMAN, hexes=("806",), units=(("a", "805"),))
    assert (found.odds, found.net, found.now) == ("2:1 → 2:1", "0", True)
    real = next(c for c in board(drafted(now, "a > 806").seat).combats if c.status == "draft")
    thought = told(now, found.what)
    assert thought.status == "supposed"
    assert thought.spreads == real.spreads
    for title in ("Attack", "Defense", "Shifts", "Odds"):
        assert lines(thought, title) == lines(real, title)
        assert clauses(thought, title) == clauses(real, title)


@pytest.mark.rule("tigers", "TG-ODD-02")
def test_the_results_table_is_lit_for_the_combat_that_is_looked_at() -> None:
    """Each attack lights its own columns, one thought of too, and an enemy nobody attacks lights none."""
    units = {"a": inf("805", factor=4), "b": inf("1005", factor=2), "x": inf("806", ALLIED, factor=2)}
    now = drafted(stand({**units, "y": inf("1006", ALLIED, factor=2)}), "a > 806", "b > 1006")
    lit = {
        c.hexes: [(one.column, one.tone) for one in dict(c.lights)["crt"]] for c in board(now.seat).combats
    }
    assert lit == {("806",): [(6, "to")], ("1006",): [(4, "to")]}
    free = stand({**units, "y": inf("1006", ALLIED, factor=2)})
    assert [dict(c.lights)["crt"] for c in board(free.seat).combats] == [(), ()]
    (one,) = [x for x in ranked(now, GERMAN) if x.what.hexes == ("806",)]
    assert [light.column for light in dict(told(now, one.what).lights)["crt"]] == [6]


def test_worth_is_the_mean_over_the_six_rows() -> None:
    """2:1 against two factors: D2, D2, D1, D1, D, "-"; a disruption is a quarter, a hex of retreat an eighth."""
    now = stand({k: UNITS[k] for k in ("a", "x")})
    (found,) = ranked(now, GERMAN)
    d, hex_ = 0.25, 0.125
    rows = [2 * (d + 2 * hex_)] * 2 + [2 * (d + hex_)] * 2 + [2 * d, 0]
    assert found.worth == round(100 * sum(rows) / 6)
    assert found.chance == round(100 * 5 / 6)


@pytest.mark.rule("tigers", "TG-CRT-17")
def test_who_cannot_retreat_is_worth_more_and_the_clause_says_why() -> None:
    units = {"a": inf("805"), "b": inf("807", factor=1), "x": UNITS["x"]}
    (closed,) = ranked(stand(units), GERMAN)
    (open_,) = ranked(stand({**units, "b": inf("706", factor=1)}), GERMAN)
    assert closed.odds == open_.odds
    assert closed.worth > open_.worth
    assert "TG-CRT-17" in [clause.rule for clause in closed.shifts]
    assert "TG-CRT-17" in clauses(told(stand(units), closed.what), "Defense")


@pytest.mark.rule("tigers", "TG-CRT-14", "AMB-05")
def test_what_the_attackers_are_to_lose_counts_against_it() -> None:
    """1:3: D, "-", AD, D/AE, AE, AE; of 3 and 1 both are lost where 12 are owed."""
    now = stand({"a": inf("805"), "b": inf("805", factor=1), "x": inf("806", ALLIED, factor=12)})
    (found,) = ranked(now, GERMAN)
    assert found.odds == "1:3 → 1:3"
    assert found.worth == round(100 * (12 * 0.25 + 0 - 4 * 0.25 + (12 * 0.25 - 4) - 4 - 4) / 6)
    assert found.chance == round(100 / 6)


def test_in_another_phase_and_for_the_other_side_the_same_may_be_thought_of_and_not_begun() -> None:
    now = position(UNITS)
    (found,) = ranked(now, GERMAN)
    assert (found.what.names, found.now) == (("a", "p"), False)
    assert all(c.action.verb in what_if.VERBS for c in told(now, found.what).choices)
    assert {x.what.hexes for x in ranked(now, ALLIED)} == {("805",), ("706",)}
    spent = position({k: {**v, "attacks": 1, "moved": True} if k in "xy" else v for k, v in UNITS.items()})
    (other, _) = ranked(spent, ALLIED)
    found_against = clauses(told(spent, other.what), "Not allowed")
    assert set(found_against) <= {"TG-ATK-07"}, "marks of their last turn are none of the next"


def test_who_could_come_up_is_found_by_reach_and_room() -> None:
    now = position(UNITS)
    (wide,) = [x for x in ranked(now, GERMAN, far=True) if x.what.hexes == ("806",)]
    at = dict(wide.what.units)["far"]
    assert at in now.rules.atlas.near["806"]
    what = Supposed(side=GERMAN, hexes=("806",), units=(("a", "805"),))
    more = taken(what, told(now, what), "Who could move up?")
    assert more.switches == (FAR,)
    assert any(
        line.startswith("far from 804 to ") for line in lines(told(now, more), "Could move up and join")
    )
    full = position({**UNITS, **{f"f{n}": inf(at) for n in range(2)}})
    (other,) = [x for x in ranked(full, GERMAN, far=True) if x.what.hexes == ("806",)]
    assert dict(other.what.units).get("far") != at, "two divisions are enough for a hex"


@pytest.mark.rule("tigers", "TG-BRG-05", "TG-BRG-04")
def test_an_attack_over_a_river_weighs_the_rolls_for_bridges() -> None:
    """One that needs none is told by itself; the other is the mean of a bridge and none."""
    wet = country(river="706/806")
    units = {"a": inf("805"), "p": pz("706"), "x": UNITS["x"]}
    now = stand(units, wet)
    dry, both = sorted(ranked(now, GERMAN), key=lambda one: len(one.what.units))
    assert (dry.what.names, both.what.names) == (("a",), ("p", "a"))
    assert "TG-BRG-05" in [clause.rule for clause in both.shifts]
    bridged = ranked(
        stand(units, wet, bridges={"706/806": {"owner": GERMAN, "marker": True}}, sound=False), GERMAN
    )
    assert both.worth == pytest.approx((dry.worth + bridged[0].worth) / 2, abs=1)
    assert lines(told(now, both.what), "Engineer bridges to roll for") == ["River at 706/806"]
    moved = position({**units, "p": pz("704")}, wet)
    for one in ranked(moved, GERMAN, far=True):
        assert dict(one.what.units).get("p") != "706", "who has moved waits for no bridge"
    what = Supposed(side=GERMAN, hexes=("806",), units=(("p", "706"),))
    assert "TG-BRG-04" in clauses(told(moved, what), "Not allowed")


@pytest.mark.rule("tigers", "TG-ATK-07", "AMB-92", "TG-ATK-04")
def test_the_builder_says_what_the_rules_have_against_it_and_what_it_obliges_to() -> None:
    now = stand({**UNITS, "z": inf("906", ALLIED), "d": inf("907", disrupted=True), "n": inf("1303")})
    what = Supposed(side=GERMAN, hexes=("806",), units=(("a", "805"), ("d", "907"), ("n", "1303")))
    found = clauses(told(now, what), "Not allowed")
    assert {"TG-ATK-07", "TG-ATK-04", "AMB-92"} <= set(found)
    alone = Supposed(side=GERMAN, hexes=("806",), units=(("p", "706"),))
    assert "AMB-92" not in clauses(told(now, alone), "Not allowed")


@pytest.mark.rule("tigers", "AMB-92")
def test_two_hexes_are_attacked_together() -> None:
    now = stand({**UNITS, "z": inf("906", ALLIED)})
    what = Supposed(side=GERMAN, hexes=("806",), units=(("a", "805"),))
    both = taken(what, told(now, what), "Include 906 as well")
    assert both.hexes == ("806", "906")
    assert lines(told(now, both), "Odds")[0] == "Attack to defense"
    assert taken(both, told(now, both), "Leave out 906") == what


def test_a_thought_is_begun_by_a_hex_or_by_the_units_selected_and_carried_out() -> None:
    now = stand(UNITS)
    seat = now.seat
    assert seat.begin_supposing("806", ()) == ranked(now, GERMAN)[0].what
    some = seat.begin_supposing("806", ("far",))
    assert some is not None
    assert dict(some.units)["far"] in now.rules.atlas.near["806"]
    assert seat.begin_supposing("804", ("a",)) is None
    assert seat.begin_supposing("1010", ()) is None
    (choice,) = [
        c for c in told(now, ranked(now, GERMAN)[0].what).choices if str(c.say) == "Make this attack"
    ]
    assert choice.action == Action("attack", ("a", "p"), "806")
    assert now.act("attack", "a p", "806").top.plans[0].attackers == ("a", "p")


@pytest.mark.rule("tigers", "TG-FUL-02")
def test_nothing_is_known_of_a_fuel_dump_that_is_hidden() -> None:
    """The Germans find no target in its hex before it is found."""
    units = {"a": inf("1109"), "x": inf("1308", ALLIED)}
    for state, there in (("hidden", False), ("found", True)):
        now = position(units, phase="combat", dump="1008", dump_state=state)
        assert ("1008" in now.rules.seat(now.state, GERMAN).aims(GERMAN)) == there


@pytest.mark.rule("tigers", "TG-SPC-05")
def test_skorzeny_alone_is_foretold_to_vanish() -> None:
    """Before any die, whatever the odds."""
    now = stand({"Skorzeny": "806", "x": abn("805", factor=1)}, phasing=ALLIED)
    (found,) = ranked(now, ALLIED)
    assert found.chance == 100
    after = fight(now, "x > 806", 6)
    assert after["Skorzeny"].at == "#eliminated"
