"""Attacks that are only thought of: the ranked list and the builder reckon as the Combat Phase does, from a view alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.bootstrap import catalogue
from hexbench.engine import what_if
from hexbench.engine.display import Combat as DockCombat
from hexbench.engine.values import Action
from hexbench.engine.what_if import Possible, Supposed
from hexbench.games.iron_tide.movement import mover
from hexbench.games.iron_tide.movers import halved, trips
from hexbench.games.iron_tide.odds_report import foresee, thought_of
from hexbench.games.iron_tide.supposing import WHAT_IF
from tests.games.iron_tide.battlefield import NE, SE, D, E, W, bn, combat, gun, kind, reg, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, Situation, country, position

UNITS: dict[str, Any] = {
    "a": reg(E, chit=7, name="48"),
    "t": tanks(E, name="9"),
    "b": bn(SE, factor=2, name="5"),
    "d": reg(D, ALLIED, chit=4, name="394"),
    "g": gun("3448", name="4 VW"),
}


def ranked(now: Situation, side: str, viewer: str | None = None, *, far: bool = False) -> list[Possible]:
    """Every attack of a side, the best first."""
    seat = now.rules.seat(now.state, viewer)
    found = [x for aim in seat.aims(side, far=far) for x in seat.attacks_on(side, aim, far=far)]
    return sorted(found, key=lambda one: -one.worth)


def told(now: Situation, what: Supposed, viewer: str | None = None) -> DockCombat:
    """A thought as the combat dock shows it."""
    found: DockCombat | None = now.rules.seat(now.state, viewer).suppose(what)
    assert found is not None
    return found


def amount(one: DockCombat, account: str) -> str:
    """What an account comes to."""
    return next(a.total for a in one.accounts if str(a.say) == account)


def rules_of(one: DockCombat, account: str) -> list[str]:
    """The clauses of an account."""
    return [c.rule for a in one.accounts if str(a.say) == account for f in a.lines for c in f.clauses]


def test_the_odds_of_a_thought_are_those_of_the_attack_when_it_is_declared() -> None:
    now = combat(UNITS, country(town=D))
    seat = now.rules.seat(now.state, None)
    (found,) = ranked(now, GERMAN)
    assert found.what == Supposed(side=GERMAN, hexes=(D,), units=(("a", E), ("b", SE), ("t", E)))
    line = now.line("a t b")
    assert found.odds == f"{line.ratio} → {line.column}"
    assert [(c.rule, str(c.say)) for c in found.shifts] == [
        (s.rule, f"{s.say} {s.by:+d}" if s.by else f"{s.say} 0") for s in line.shifts
    ]
    declared = now.attack("a t b")
    drafted = next(
        c
        for p in now.rules.seat(declared.state, None).panels()
        if hasattr(p, "combats")
        for c in p.combats
        if c.status == "draft"
    )
    thought = told(now, found.what)
    assert thought.spreads == drafted.spreads
    assert amount(thought, "Attack") == amount(drafted, "Attack") == "10"
    assert amount(thought, "Shifts") == amount(drafted, "Shifts")
    assert seat.refuse(Action("attack", found.what.names, D)) == ()
    assert found.now


def test_in_another_phase_the_same_attack_may_be_thought_of_and_not_begun() -> None:
    now = position(UNITS, turn="20AM", phase="movement", phasing=GERMAN)
    (found,) = ranked(now, GERMAN)
    assert not found.now
    thought = told(now, found.what)
    assert thought.status == "supposed"
    assert all(c.action.verb in what_if.VERBS for c in thought.choices)
    fought = combat(UNITS)
    assert thought.spreads == told(fought, found.what).spreads
    assert {x.what.hexes for x in ranked(now, ALLIED)} == {(E,), (SE,)}
    assert {x.what.names for x in ranked(now, ALLIED)} == {("d",)}


def test_what_is_expected_is_the_mean_of_the_results() -> None:
    now = combat({k: UNITS[k] for k in ("b", "d")})
    (found,) = ranked(now, GERMAN)
    seat = now.rules.seat(now.state, None)
    fight = thought_of(seat, ("b",), (D,))
    assert fight is not None
    chances = foresee(seat, fight).chances()
    want = 0.0
    for name, chance in chances:
        hit, rest = name[0], name[1:]
        retreat, _, loss = rest.partition("-")
        weight = int(loss.strip("()") or 0) + int(retreat) / 2
        want += chance * {"D": weight, "A": -weight, "B": 0.0}[hit]
    assert found.worth == round(100 * want)
    assert found.chance == round(100 * sum(c for n, c in chances if n.startswith("D")))


@pytest.mark.rule("iron_tide", "8.3a")
@pytest.mark.rule("iron_tide", "11.1c")
def test_the_builder_says_what_the_rules_have_against_it() -> None:
    now = combat({**UNITS, "c": reg(E, chit=5, name="49"), "n": bn("3448", name="7")})
    thought = told(now, Supposed(side=GERMAN, hexes=(D,), units=(("a", E), ("c", E), ("n", "3448"))))
    assert {"8.3a", "11.1c"} <= set(rules_of(thought, "Not allowed"))
    fine = told(now, Supposed(side=GERMAN, hexes=(D,), units=(("a", E),)))
    assert all(str(a.say) != "Not allowed" for a in fine.accounts)


@pytest.mark.rule("iron_tide", "11.5f")
@pytest.mark.rule("iron_tide", "11.6a")
def test_artillery_and_air_are_tried_out_with_switches() -> None:
    now = combat(UNITS, air=(1, 0))
    what = Supposed(side=GERMAN, hexes=(D,), units=(("a", E),))
    plain = told(now, what)
    assert amount(plain, "Shifts") == "0"
    add = next(c for a in plain.accounts for f in a.lines for c in f.choices if c.action.object == "gun/g")
    after = what_if.changed(what, add.action)
    assert after is not None
    assert amount(told(now, after), "Shifts") == "+1"
    assert "11.5f" in rules_of(told(now, after), "Shifts")
    flown = what_if.changed(after, Action(what_if.SWITCH, (), "air/attack"))
    assert flown is not None
    assert "11.6b" in rules_of(told(now, flown), "Shifts")
    assert what_if.changed(flown, add.action) == replace(what, switches=("air/attack",))


@pytest.mark.rule("iron_tide", "11.5f", "17.3a")
def test_only_as_much_artillery_is_tried_out_as_could_support_the_attack() -> None:
    more = {key: gun("3448", name=key) for key in ("h", "i")}
    theirs = {"us": gun("3444", ALLIED, name="us"), "uk": gun("3444", ALLIED, name="uk", nation="british")}
    now = combat({**UNITS, **more, **theirs})
    what = Supposed(side=GERMAN, hexes=(D,), units=(("a", E),))

    def offered(one: Supposed) -> set[str]:
        found = (c.action.object for a in told(now, one).accounts for f in a.lines for c in f.choices)
        return {key for key in found if key.startswith("gun/")}

    assert offered(what) == {"gun/g", "gun/h", "gun/i", "gun/us"}
    three = replace(what, switches=("gun/g", "gun/h", "gun/i", "gun/uk"))
    assert offered(three) == {"gun/g", "gun/h", "gun/us"}
    assert amount(told(now, three), "Shifts") == "+2"


def test_who_must_come_up_first_is_listed_with_the_hex_it_would_stand_in() -> None:
    units = {**UNITS, "f": bn("3450", factor=3, name="far")}
    now = position(units, turn="20AM", phase="movement", phasing=GERMAN)
    (near,) = ranked(now, GERMAN)
    assert "f" not in near.what.names
    (far,) = ranked(now, GERMAN, far=True)
    places = dict(far.what.units)
    assert places["f"] in now.rules.atlas.near[D]
    what = replace(near.what, switches=("far",))
    coming = next(a for a in told(now, what).accounts if str(a.say).startswith("Could move up"))
    (line,) = (x for x in coming.lines if x.unit == "f")
    joined = what_if.changed(near.what, line.choices[0].action)
    assert joined is not None
    assert amount(told(now, joined), "Attack") == "13"
    assert now.rules.seat(now.state, None).s.units["f"].at == "3450"


@pytest.mark.rule("iron_tide", "11.1d")
def test_two_hexes_are_attacked_together() -> None:
    now = combat({**UNITS, "e": reg(NE, ALLIED, chit=3, name="9")})
    what = Supposed(side=GERMAN, hexes=(D,), units=(("a", E),))
    wide = next(c for c in told(now, what).choices if c.action.verb == what_if.HEX)
    both = what_if.changed(what, wide.action)
    assert both is not None
    assert both.hexes == (D, NE)
    assert amount(told(now, both), "Defence") == "7"
    back = what_if.changed(both, wide.action)
    assert back == what


def test_nothing_is_known_of_what_a_side_cannot_see() -> None:
    one = combat(UNITS)
    other = combat({**UNITS, "d": reg(D, ALLIED, chit=7, name="394")})
    assert kind(4) != kind(7)
    assert [x.odds for x in ranked(one, GERMAN)] != [x.odds for x in ranked(other, GERMAN)]
    seen = [ranked(now, GERMAN, GERMAN)[0] for now in (one, other)]
    assert seen[0].odds.startswith("~")
    thoughts = [told(now, seen[0].what, GERMAN) for now in (one, other)]
    assert amount(thoughts[0], "Defence") == "?"
    assert [a for a in thoughts[0].accounts if str(a.say) == "Defence"] == [
        a for a in thoughts[1].accounts if str(a.say) == "Defence"
    ]


def test_a_thought_begins_with_a_hex_alone_or_with_units() -> None:
    now = combat({**UNITS, "n": bn(W, factor=1, name="7")})
    seat = now.rules.seat(now.state, None)
    every = seat.begin_supposing(D, ())
    assert every is not None
    assert set(every.names) == {"a", "t", "b", "n"}
    some = seat.begin_supposing(D, ("t", "g"))
    assert some is not None
    assert dict(some.units)["t"] == E
    assert dict(some.units)["g"] in now.rules.atlas.near[D]
    assert seat.begin_supposing("3450", ()) is None


def test_nobody_who_could_come_up_is_left_unasked() -> None:
    """Who is too far as the crow flies is not asked how far he gets; the others are, and some of them get there."""
    loaded = catalogue().load_scenario("iron_tide", "17_december")
    rules, state = loaded.rules, loaded.begin(3).state
    seat = rules.seat(state, rules.decider(state))
    asked = come = 0
    for side in rules.sides:
        every = WHAT_IF.fighters(seat, side)
        for aim in WHAT_IF.targets(seat, side)[::6]:
            goals = WHAT_IF.goals(seat, side, aim)
            able = {uid for uid in every if any(mover_comes(seat, uid, at) for at in goals)}
            near = WHAT_IF.near(seat, every, goals)
            assert able <= set(near)
            assert [uid for uid in every if uid in set(near)] == list(near)
            asked, come = asked + len(near), come + len(able)
    assert 0 < come < asked


def mover_comes(seat: Any, uid: str, at: str) -> bool:
    """Whether a turn of tactical movement brings a unit to a hex."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    budget = halved(printed.movement, unit, printed) * POINT
    return trips(seat, [mover(seat, uid, budget=budget)]).pays(seat.board.atlas.index[at]) is not None
