"""Attacks in thought as the engine has them, on a toy that gives the hooks and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import pytest
from msgspec.structs import replace

from hexbench.engine import what_if
from hexbench.engine.display import Account, Bar, Combat, Factor, Spread
from hexbench.engine.forecast import Forecast
from hexbench.engine.rules import Outcome
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.what_if import (
    FAR,
    MOST_SHOWN,
    Possible,
    Supposed,
    WhatIf,
    Worth,
    guns_and_air,
    removal,
    switch,
)
from tests.laws.case import load_case
from tests.toys.ridge.kit import LIMIT, RidgeSeat
from tests.toys.ridge.odds import foresee
from tests.toys.ridge.pieces import BLUE, RED, foe


class Ridges(WhatIf["RidgeSeat", Forecast]):
    """Ridge with attacks in thought: worth is the chance to win less that to lose."""

    coming_help = say("Everybody within four hexes.")
    together_help: ClassVar[Say | None] = say("Both at once.")

    def fighters(self, seat: RidgeSeat, side: str) -> Sequence[str]:
        return [x for x, u in seat.s.units.items() if u.side == side and u.on_map]

    def targets(self, seat: RidgeSeat, side: str) -> Sequence[str]:
        return sorted({u.at for u in seat.s.units.values() if u.side == foe(side) and u.on_map})

    def ends(self, seat: RidgeSeat, uid: str, goals: Sequence[str]) -> Iterator[tuple[int, str]]:
        unit, away = seat.s.units[uid], seat.rules.atlas.distance
        for at in goals:
            if seat.holder(at) in ("", unit.side) and away(unit.at, at) <= unit.mf:
                yield away(unit.at, at), at

    def fits(self, seat: RidgeSeat, here: Sequence[str], uid: str) -> bool:
        return len(here) < LIMIT

    def plan(self, there: RidgeSeat, what: Supposed) -> Forecast | None:
        if not what.names or any(there.holder(at) != foe(what.side) for at in what.hexes):
            return None
        return foresee(there, what.names, what.hexes[0], (0, 0))

    def weigh(self, there: RidgeSeat, what: Supposed, plan: Forecast) -> Worth:
        chances = dict(plan.chances())
        won = sum(chance for name, chance in chances.items() if name.startswith("D"))
        return Worth(
            won - sum(c for name, c in chances.items() if name.startswith("A")), won, plan.lines[0][1].ratio
        )

    def against(self, there: RidgeSeat, what: Supposed) -> Iterator[Reason]:
        for uid in what.names:
            if there.s.units[uid].at not in there.rules.atlas.near[what.hexes[0]]:
                yield Reason("5.1", say("It is not adjacent to it."))

    def accounts(self, there: RidgeSeat, what: Supposed, plan: Forecast) -> Sequence[Account]:
        lines = tuple(Factor(say=there.called(uid), unit=uid) for uid in what.names)
        return (Account(say=say("Attack"), lines=lines), Account(say=say("Rest"), lines=()))

    def spreads(self, there: RidgeSeat, what: Supposed, plan: Forecast) -> tuple[Spread, ...]:
        return (Spread(say("Chances"), tuple(Bar(Say(name), round(36 * c)) for name, c in plan.chances())),)


KIT = Ridges()


@pytest.fixture
def seat() -> RidgeSeat:
    """In contact: r1 and r2 in 0304, r3 in 0405; b1 in 0404 beside both, b2 and b3 in 0505."""
    case = load_case("ridge/contact")
    found: Outcome = case.begin(7)
    out = case.rules.seat(found.state, None)
    assert isinstance(out, RidgeSeat)
    return out


def told(seat: RidgeSeat, what: Supposed) -> Combat:
    found = KIT.suppose(seat, what)
    assert found is not None
    return found


def account(one: Combat, title: str) -> list[str]:
    return [str(line.say) for a in one.accounts if str(a.say) == title for line in a.lines]


def ranked(seat: RidgeSeat, side: str, *, far: bool = False) -> dict[str, Possible]:
    return {
        aim: one for aim in KIT.aims(seat, side, far=far) for one in KIT.attacks_on(seat, side, aim, far=far)
    }


def moved(seat: RidgeSeat, **places: str) -> RidgeSeat:
    units = {**seat.s.units, **{uid: replace(seat.s.units[uid], at=at) for uid, at in places.items()}}
    return type(seat)(seat.rules, replace(seat.s, units=units), seat.side)


def test_only_hexes_that_somebody_stands_next_to_are_aims_and_later_all_are(seat: RidgeSeat) -> None:
    away = moved(seat, b2="0107", b3="0107")
    assert KIT.aims(away, RED, far=False) == ("0404",)
    assert KIT.aims(away, RED, far=True) == ("r1", "r2", "r3", "0107", "0404")
    assert KIT.aims(seat, "nobody", far=True) == ()
    assert KIT.attacks_on(seat, RED, "r1", far=True) == (), "a unit is asked for its reach, and makes no line"
    assert (
        KIT.attacks_on(seat, RED, "nowhere", far=False)
        == KIT.attacks_on(seat, "nobody", "0404", far=False)
        == ()
    )


def test_who_comes_up_takes_the_cheapest_hex_with_room(seat: RidgeSeat) -> None:
    alone = moved(seat, r2="0301", r3="0302", b2="0107", b3="0107")
    near = dict(KIT.able(alone, RED, "0404", far=False))
    assert near == {"r1": "0304"}
    far = dict(KIT.able(alone, RED, "0404", far=True))
    goals = alone.rules.atlas.near["0404"]
    assert set(far) == {"r1", "r2", "r3"}
    assert all(far[uid] in goals for uid in far)
    assert all(list(far.values()).count(at) <= LIMIT for at in far.values())
    crowd = dict(KIT.able(alone, RED, "0404", far=True, taken={"r1": far["r2"], "r3": far["r2"]}))
    assert set(crowd) == {"r2"}
    assert crowd["r2"] != far["r2"], "those taken fill the hex"


def test_no_more_come_up_to_a_hex_than_fit(seat: RidgeSeat) -> None:
    """Five from one place: the cheapest hexes fill up one after the other."""
    at, spare = "0301", seat.s.units["r2"]
    units = {
        "b1": seat.s.units["b1"],
        **{f"r{n}": replace(spare, at=at, name=f"{n}", mf=9) for n in range(5)},
    }
    many = type(seat)(seat.rules, replace(seat.s, units=units), None)
    found = dict(KIT.able(many, RED, "0404", far=True))
    places = list(found.values())
    assert len(places) == 5
    assert [places.count(one) for one in dict.fromkeys(places)] == [2, 2, 1]
    away = [many.rules.atlas.distance(at, one) for one in places]
    assert away == sorted(away)
    assert away[0] == min(many.rules.atlas.distance(at, one) for one in many.rules.atlas.near["0404"])


def test_the_list_has_worth_chance_and_whether_it_may_be_made_now(seat: RidgeSeat) -> None:
    found = ranked(seat, RED)["0404"]
    assert found.what == Supposed(
        side=RED, hexes=("0404",), units=(("r1", "0304"), ("r2", "0304"), ("r3", "0405"))
    )
    assert str(found.say) == "0404: 1st Guard and 2 more"
    chances = dict(foresee(seat, found.what.names, "0404", (0, 0)).chances())
    assert found.chance == round(100 * sum(c for name, c in chances.items() if name.startswith("D")))
    assert -100 <= found.worth <= found.chance
    (one,) = KIT.attacks_on(moved(seat, r1="0101", r2="0101"), RED, "0404", far=False)
    assert str(one.say) == "0404: 3rd Guard"


def test_a_thought_may_be_begun_where_the_step_has_the_verb_and_nothing_is_against_it(
    seat: RidgeSeat,
) -> None:
    what = ranked(seat, RED)["0404"].what
    assert not KIT.now(seat, what), "this is the movement phase"
    declaring = _declaring(seat)
    assert KIT.now(declaring, what)
    assert ranked(declaring, RED)["0404"].now
    assert not KIT.now(declaring, replace(what, units=(("r1", "0303"),))), "it does not stand there"
    assert not KIT.now(declaring, replace(what, hexes=("0404", "0505")))
    assert not KIT.now(declaring, replace(what, units=()))
    first = told(declaring, what).choices[0]
    assert (str(first.say), first.action, first.main) == (
        "Make this attack",
        Action("attack", ("r1", "r2", "r3"), "0404"),
        True,
    )
    declaring.shut = True
    assert not KIT.now(declaring, what)


def _declaring(seat: RidgeSeat) -> RidgeSeat:
    state = seat.s
    for _ in range(40):
        now = seat.rules.seat(state, seat.rules.decider(state))
        if any(verb.name == "attack" for verb in now.step.verbs):
            assert isinstance(now, RidgeSeat)
            return now
        assert now.prompt.default is not None
        state = seat.rules.apply(state, Action("end_movement")).state
    raise AssertionError("no attacks are declared")


def test_the_thought_is_told_with_its_sums_and_every_choice_changes_it(seat: RidgeSeat) -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r1", "0304"),))
    one = told(seat, what)
    assert [str(a.say) for a in one.accounts] == ["Attack", "Could join", "Rest"]
    assert account(one, "Could join") == ["2nd Line in 0304", "3rd Guard in 0405"]
    assert (one.key, one.status, str(one.say)) == ("supposed", "supposed", "Hypothetical attack on 0404")
    assert sum(bar.weight for bar in one.spreads[0].bars) == pytest.approx(36, abs=2)
    (leave,) = one.accounts[0].lines[0].choices
    empty = what_if.changed(what, leave.action)
    assert empty is not None
    assert [str(a.say) for a in told(seat, empty).accounts] == ["Could join"]
    assert told(seat, empty).spreads == ()
    more = what_if.changed(what, one.accounts[1].lines[0].choices[0].action)
    assert more is not None
    assert more.names == ("r1", "r2")
    assert [str(c.say) for c in one.choices] == ["Who could move up?", "Discard this attack"]


def test_several_hexes_are_attacked_together_where_a_combat_may(seat: RidgeSeat) -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r3", "0405"),))
    wide = next(c for c in told(seat, what).choices if c.action.verb == what_if.HEX)
    assert str(wide.say) == "Include 0505 as well"
    both = what_if.changed(what, wide.action)
    assert both is not None
    assert str(told(seat, both).choices[-2].say) == "Leave out 0505"

    class OneHex(Ridges):
        together_help = None

    assert all(c.action.verb != what_if.HEX for c in _some(OneHex().suppose(seat, what)).choices)
    assert OneHex().suppose(seat, both) is None


def test_hexes_are_joined_only_where_every_attacker_is_next_to_both(seat: RidgeSeat) -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r3", "0405"), ("r1", "0304")))
    assert all(c.action.verb != what_if.HEX for c in told(seat, what).choices)


def _some(found: Combat | None) -> Combat:
    assert found is not None
    return found


def test_those_who_could_come_up_are_listed_when_one_asks_and_not_all_of_many(seat: RidgeSeat) -> None:
    alone = moved(seat, r2="0302", r3="0302")
    what = Supposed(side=RED, hexes=("0404",), units=(("r1", "0304"),), switches=(FAR,))
    (line, *_) = account(told(alone, what), "Could move up and join")
    assert line.startswith("2nd Line from 0302 to ")
    assert [str(c.say) for c in told(alone, what).choices][-2] == "Adjacent units only"

    class Roomy(Ridges):
        def able(self, *_: object, **__: object) -> Iterator[tuple[str, str]]:
            return (("r2", "0303") for _ in range(MOST_SHOWN + 5))

    assert len(account(_some(Roomy().suppose(alone, what)), "Could move up and join")) == MOST_SHOWN


def test_the_position_in_thought_is_shut_and_kept_and_the_real_one_unchanged(seat: RidgeSeat) -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r1", "0303"), ("r3", "0405")))
    there = KIT.standing(seat, what)
    assert there is not seat
    assert there is KIT.standing(seat, what)
    assert (there.shut, there.s.units["r1"].at, seat.s.units["r1"].at) == (True, "0303", "0304")
    assert (
        KIT.standing(seat, Supposed(side=RED, hexes=("0404",), units=(("r1", "0304"), ("ghost", "0303"))))
        is seat
    )


def test_what_makes_no_sense_is_no_thought(seat: RidgeSeat) -> None:
    for what in (
        Supposed(side="nobody", hexes=("0404",)),
        Supposed(side=RED),
        Supposed(side=RED, hexes=("0404", "nowhere")),
    ):
        assert KIT.suppose(seat, what) is None
    strangers = Supposed(
        side=RED, hexes=("0404",), units=(("b2", "0505"), ("ghost", "0404"), ("r1", "nowhere"))
    )
    assert account(told(seat, strangers), "Attack") == []


def test_the_rules_against_it_come_first_and_each_once(seat: RidgeSeat) -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r1", "0101"), ("r2", "0101")))
    one = told(seat, what)
    assert str(one.accounts[0].say) == "Not allowed"
    assert account(one, "Not allowed") == ["It is not adjacent to it."]


def test_a_thought_begins_with_the_best_attack_or_with_the_units_selected(seat: RidgeSeat) -> None:
    assert KIT.begin(seat, "0404", ()) == ranked(seat, RED)["0404"].what
    assert KIT.begin(seat, "0304", ()) == ranked(seat, BLUE)["0304"].what
    away = moved(seat, b2="0107", b3="0107")
    assert KIT.begin(away, "0107", ()) == Supposed(side=RED, hexes=("0107",))
    some = KIT.begin(seat, "0505", ("r1", "r3"))
    assert some is not None
    places = dict(some.units)
    assert places["r3"] == "0405"
    assert places["r1"] in seat.rules.atlas.near["0505"]
    assert seat.holder(places["r1"]) != BLUE
    assert KIT.begin(seat, "0404", ("r1", "b2")) is None
    assert KIT.begin(seat, "0404", ("b2",)) is None
    assert KIT.begin(seat, "0101", ()) is None
    assert KIT.begin(seat, "nowhere", ("r1",)) is None


def test_units_selected_stand_where_they_are_or_come_up_the_cheapest_way_and_never_onto_enemies(
    seat: RidgeSeat,
) -> None:
    some = KIT.begin(seat, "0505", ("r1", "r3"))
    assert some is not None
    away = seat.rules.atlas.distance
    ends = [at for _, at in KIT.ends(seat, "r1", seat.rules.atlas.near["0505"])]
    assert away("0304", dict(some.units)["r1"]) == min(away("0304", at) for at in ends)

    class Slow(Ridges):
        def ends(self, seat: RidgeSeat, uid: str, goals: Sequence[str]) -> Iterator[tuple[int, str]]:
            return iter(())

    stuck = Slow().begin(seat, "0505", ("r1", "r3"))
    assert stuck is not None
    places = dict(stuck.units)
    assert places["r3"] == "0405", "it is next to it already"
    assert places["r1"] in seat.rules.atlas.near["0505"]
    assert seat.holder(places["r1"]) != BLUE
    crowded = moved(seat, b2=seat.rules.atlas.near["0505"][0], b3="0505")
    again = Slow().begin(crowded, "0505", ("r1",))
    assert again is not None
    assert crowded.holder(dict(again.units)["r1"]) != BLUE


def test_of_several_drafts_the_best_is_begun(seat: RidgeSeat) -> None:
    class Two(Ridges):
        def drafts(
            self, seat: RidgeSeat, side: str, aim: str, places: Mapping[str, str]
        ) -> Iterator[Supposed]:
            pairs = tuple(places.items())
            yield Supposed(side=side, hexes=(aim,), units=pairs[:1])
            yield Supposed(side=side, hexes=(aim,), units=pairs)

    one, all_ = Two().attacks_on(seat, RED, "0404", far=False)
    assert all_.worth > one.worth
    assert Two().begin(seat, "0404", ()) == all_.what


def test_switches_and_buttons_of_lines() -> None:
    what = Supposed(side=RED, hexes=("0404",), units=(("r1", "0304"),), switches=("gun/g", "air/defence"))
    mine = guns_and_air(what, RED, [("g", "0301", say("Gun")), ("h", "0302", say("Howitzer"))], "7.1", "7.2")
    assert str(mine.say) == "Artillery and air of the attacker"
    assert [
        (str(f.say), f.amount, str(f.choices[0].say), f.choices[0].action.object) for f in mine.lines
    ] == [
        ("Gun in 0301", "✓", "Leave it out", "gun/g"),
        ("Howitzer in 0302", "", "Add", "gun/h"),
        ("An air point", "", "Add", "air/attack"),
    ]
    assert [f.choices[0].back for f in mine.lines] == [True, False, False]
    theirs = guns_and_air(what, BLUE, [], "7.1", "7.2")
    assert (str(theirs.say), theirs.lines[0].amount) == ("Artillery and air of the defender", "✓")
    assert [c.rule for c in mine.lines[2].clauses] == ["7.2"]
    assert switch(say("Smoke"), "smoke", "9.1", on=False).choices[0].action == Action(
        what_if.SWITCH, (), "smoke"
    )
    assert removal(what, "r2") == ()
    assert removal(what, "r1")[0].action == Action(what_if.LEAVE, ("r1",))
