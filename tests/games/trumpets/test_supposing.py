"""Attacks that are only thought of: the ranked list and the builder reckon as the combat segment does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine import what_if
from hexbench.engine.display import Combat
from hexbench.engine.values import Action
from hexbench.engine.what_if import Possible, Supposed
from hexbench.games.trumpets import resolution
from hexbench.games.trumpets.odds_report import rolled
from hexbench.games.trumpets.resolution import chances, read
from hexbench.games.trumpets.rules import Options
from tests.games.trumpets.combats import EVEN, ROAD, fight, foe, odds, one
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    guns,
    inf,
    position,
    tank,
    unit,
    werfer,
)
from tests.games.trumpets.shipped import TABLES

WEAK: dict[str, Any] = {**EVEN, "d": unit("vg_bn", "1512", ALLIED)}
"""8 to 4; with rockets 14 to 4."""


def ranked(now: Situation, side: str, viewer: str | None = None, *, far: bool = False) -> list[Possible]:
    """Every attack of a side, the best first."""
    seat = now.rules.seat(now.state, viewer)
    found = [x for aim in seat.aims(side, far=far) for x in seat.attacks_on(side, aim, far=far)]
    return sorted(found, key=lambda one: -one.worth)


def told(now: Situation, what: Supposed) -> Combat:
    """A thought as the combat dock shows it."""
    found: Combat | None = now.rules.seat(now.state, None).suppose(what)
    assert found is not None
    return found


def test_a_thought_has_the_odds_of_the_attack_when_it_is_declared() -> None:
    now = position({**WEAK, "g": werfer("1312")}, phase="combat", turn="18MO")
    alone, with_guns = sorted(ranked(now, GERMAN), key=lambda one: len(one.what.switches))
    declared = odds(now.act("attack", "a b", "1512"))
    assert alone.what == Supposed(side=GERMAN, hexes=("1512",), units=(("a", "1412"), ("b", "1412")))
    assert alone.odds == f"{declared.ratio} → {declared.column}"
    backed = odds(now.act("attack", "a b", "1512").act("support", "g"))
    assert with_guns.odds == f"{backed.ratio} → {backed.column}"
    assert with_guns.worth > alone.worth
    assert [c.rule for c in with_guns.shifts] == [s.rule for s in backed.shifts]
    assert alone.now
    assert with_guns.now


def test_the_worth_is_the_mean_over_the_36_pairs_of_dice() -> None:
    """Three steps against three: DE and AE cost them all, a hit one."""
    f = fight((one("inf_bn"), one("vg_bn")), foe())
    found, ordinary = rolled(f, TABLES, Options())
    gain = price = Fraction(0)
    for out, p in chances(TABLES, found).items():
        what = read(out.result)
        gain += p * (6 if what.gone == "defender" else bool(what.defender_hit))
        price += p * (6 if what.gone == "attacker" else bool(out.attrition) + bool(what.attacker_hit))
    had = resolution.steps(resolution.look(PLAIN, found, ordinary=ordinary), 6, 6)
    assert had == pytest.approx((float(gain), float(price)))
    free = resolution.look(PLAIN, found, ordinary=ordinary)
    dear = resolution.steps(free, 6, 6, (0.0, 1.0, 2.0, 3.0, 4.0))
    assert dear[0] > had[0]


def test_a_blitz_attack_is_listed_where_it_may_be_made() -> None:
    units: dict[str, Any] = {"t": tank("1412"), "a": inf("1412"), "d": inf("1512", ALLIED)}
    kinds = {x.what.switched("kind") for x in ranked(position(units, ROAD, turn="18MO"), GERMAN)}
    assert kinds == {"", "ardennes_44"}
    mist = ranked(position(units, ROAD, turn="18MO", weather="Fog"), GERMAN)
    assert {x.what.switched("kind") for x in mist} == {"", "tigers_in_the_mist"}


def test_in_any_phase_by_any_side_and_only_from_the_view() -> None:
    now = position(EVEN, phase="movement", turn="18MO")
    assert [x.now for x in ranked(now, GERMAN, ALLIED)] == [False]
    assert [x.what.side for x in ranked(now, ALLIED, GERMAN)] == [ALLIED]
    assert ranked(now, "nobody") == []


def test_who_could_come_up_is_listed_when_one_asks() -> None:
    now = position({"a": inf("1212"), "d": inf("1512", ALLIED)}, turn="18MO")
    assert ranked(now, GERMAN) == []
    (found,) = ranked(now, GERMAN, far=True)
    assert dict(found.what.units)["a"] in now.rules.atlas.near["1512"]
    nothing = Supposed(side=GERMAN, hexes=("1512",), switches=("far",))
    accounts = [str(a.say) for a in told(now, nothing).accounts]
    assert "Could move up and join" in accounts


def test_what_the_rules_have_against_it_is_said() -> None:
    now = position({**EVEN, "far": inf("1212"), "x": inf("1312", attacked=True)}, turn="18MO")
    what = Supposed(side=GERMAN, hexes=("1512",), units=(("far", "1212"), ("x", "1411")))
    (against, *_) = told(now, what).accounts
    assert str(against.say) == "Not allowed"
    assert {c.rule for line in against.lines for c in line.clauses} == {"TT-REC-06"}


@pytest.mark.rule("trumpets", "TT-ODD-01", "TT-REC-09")
def test_who_has_no_factors_makes_no_attack_that_could_begin() -> None:
    units = {"k": unit("kgp_hq", "1412"), "g": werfer("1312"), "d": inf("1512", ALLIED)}
    now = position(units, phase="combat", turn="18MO")
    assert ranked(now, GERMAN) == []
    alone = told(now, Supposed(side=GERMAN, hexes=("1512",), units=(("k", "1412"),)))
    assert "TT-ODD-01" in {
        clause.rule for account in alone.accounts for line in account.lines for clause in line.clauses
    }
    with_others = position({**units, "a": inf("1412")}, phase="combat", turn="18MO")
    assert {one.what.names for one in ranked(with_others, GERMAN)} == {("a", "k")}


def test_support_of_both_sides_is_tried_out_by_switches() -> None:
    units = {**WEAK, "g": werfer("1312"), "h": guns("1712", ALLIED)}
    now = position(units, phase="combat", turn="18MO")
    what = what_if.changed(ranked(now, GERMAN)[0].what, Action(what_if.SWITCH, (), "gun/h"))
    assert what is not None
    totals = {str(a.say): a.total for a in told(now, what).accounts}
    assert (totals["Attack"], totals["Defence"]) == ("14", "7")


def test_a_thought_begins_with_who_is_selected_or_with_the_best() -> None:
    now = position({**WEAK, "far": inf("1212"), "g": werfer("1312")}, phase="combat", turn="18MO")
    seat = now.rules.seat(now.state, None)
    best = seat.begin_supposing("1512", ())
    assert best is not None
    assert best.switches == ("gun/g",)
    chosen = seat.begin_supposing("1512", ("far",))
    assert chosen is not None
    assert chosen.units[0][1] in now.rules.atlas.near["1512"]
    assert seat.begin_supposing("2010", ()) is None
