"""Ridge by its rules: each test sets up a situation and plays it. The ids are those of ridge/rules.md."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Declared, DiceRolled, Drawn, GameEnded, Revealed, UnitMoved
from hexbench.engine.rules import Outcome
from hexbench.engine.values import Action, Refused
from tests.laws.case import load_case
from tests.laws.exact import follow
from tests.toys.ridge.pieces import ELIMINATED, Unit

RULES: Any = load_case("ridge/meeting").rules
CHITS = RULES.tables.cup


def unit(side: str, at: str, mf: int = 4, **more: Any) -> Unit:
    return Unit(side=side, name=f"{side} {at}", at=at, mf=mf, **more)


def position(phase: str, **units: Unit) -> Any:
    """A position at the beginning of a phase; chits that are used are out of the cup."""
    state = load_case("ridge/meeting").begin(1).state
    cup = list(CHITS)
    for u in units.values():
        if u.chit is not None:
            cup.remove(u.chit)
    state = replace(state, units=dict(units), cup=tuple(cup))
    assert RULES.audit(state) == ()
    return RULES.resume(RULES.enter(state, phase)).state


def with_chit(side: str, at: str, chit: int, **more: Any) -> Unit:
    return unit(side, at, chit=chit, drawn=True, **more)


def reach(state: Any, *units: str) -> dict[str, float]:
    """hex -> cost in movement points."""
    seat = RULES.seat(state, RULES.decider(state))
    return {t.object: t.cost / 12 for t in seat.targets("move", units)}


def refused(state: Any, action: Action) -> list[str]:
    seat = RULES.seat(state, RULES.decider(state))
    return [r.rule for r in seat.refuse(action)]


def move(to: str, *units: str, via: tuple[str, ...] = ()) -> Action:
    return Action("move", units, to, "", via)


# ---- 2 and 3: stacking and movement
def test_terrain_stream_and_road_cost_what_the_rules_say() -> None:
    """3.2."""
    assert reach(position("red.movement", r=unit("red", "0302"), b=unit("blue", "0707")), "r")["0303"] == 2
    over = reach(position("red.movement", r=unit("red", "0503"), b=unit("blue", "0107")), "r")
    assert (over["0504"], over["0603"]) == (2, 1)
    road = reach(position("red.movement", r=unit("red", "0106", mf=3), b=unit("blue", "0701")), "r")
    assert (road["0206"], road["0706"]) == (0.5, 3)


def test_a_stack_is_as_slow_as_its_slowest() -> None:
    """3.1."""
    fast, slow = unit("red", "0101", mf=4), unit("red", "0101", mf=1)
    state = position("red.movement", fast=fast, slow=slow, b=unit("blue", "0707"))
    assert max(reach(state, "fast").values()) == 4
    assert set(reach(state, "fast", "slow").values()) == {1}


def test_units_of_two_hexes_are_no_stack() -> None:
    """3.1."""
    state = position("red.movement", r=unit("red", "0101"), q=unit("red", "0102"), b=unit("blue", "0707"))
    assert refused(state, move("0201", "r", "q")) == ["3.1"]


def test_a_unit_moves_once() -> None:
    """3.1."""
    state = position("red.movement", r=unit("red", "0101"), q=unit("red", "0202"), b=unit("blue", "0707"))
    state = follow(RULES, state, [move("0201", "r")])
    assert refused(state, move("0101", "r")) == ["3.1"]
    assert reach(state, "r") == {}
    assert RULES.seat(state, "red").prompt.offers[0].subjects == ("q",)


def test_no_more_than_two_units_in_a_hex() -> None:
    """2.1."""
    three = {x: unit("red", at) for x, at in (("p", "0101"), ("q", "0101"), ("r", "0201"))}
    state = position("red.movement", **three, b=unit("blue", "0707"))
    assert refused(state, move("0101", "r")) == ["2.1"]
    assert refused(state, move("0201", "p", "q")) == ["2.1"]
    assert refused(state, move("0201", "p")) == []


def test_enemies_close_a_hex() -> None:
    """2.2."""
    state = position("red.movement", r=unit("red", "0101"), b=unit("blue", "0201"))
    assert refused(state, move("0201", "r")) == ["2.2"]


def test_too_far_names_the_price() -> None:
    """3.3."""
    state = position("red.movement", r=unit("red", "0101", mf=2), b=unit("blue", "0707"))
    seat = RULES.seat(state, "red")
    (reason,) = seat.refuse(move("0501", "r"))
    assert str(reason) == "[3.3] The way costs 4 of 2 movement points."


def test_all_reasons_are_given() -> None:
    state = position(
        "red.movement",
        r=unit("red", "0101", mf=1, moved=True),
        p=unit("red", "0105"),
        q=unit("red", "0105"),
        b=unit("blue", "0707"),
    )
    assert refused(state, move("0105", "r")) == ["3.1", "2.1", "3.3"]
    assert refused(state, Action("attack", ("r",), "0707"))[0] == "1.1"


def test_a_route_of_ones_own_is_walked_and_recorded() -> None:
    """3.4."""
    state = position("red.movement", r=unit("red", "0101"), b=unit("blue", "0707"))
    way = ("0102", "0202", "0201")
    out = RULES.apply(state, move("0201", "r", via=way))
    assert out.told[0].all == UnitMoved("r", ("0101", *way))
    assert refused(state, move("0201", "r", via=("0102", "0201"))) == ["3.4"]
    assert refused(state, move("0201", "r", via=("0102",))) == ["3.4"]
    assert refused(state, move("0202", "r", via=("0201", "0301", "0302", "0201", "0202"))) == ["3.3"]
    assert refused(state, move("0202", "r", via=("9999", "0202"))) == ["1.1"]


# ---- 4: zones of control
def test_entering_a_zone_ends_the_move() -> None:
    """4.2: a route that goes on in the zone is cut where it goes on."""
    state = position("red.movement", r=unit("red", "0104"), b=unit("blue", "0404"))
    assert reach(state, "r")["0304"] == 3
    seat = RULES.seat(state, "red")
    (reason, *_) = seat.refuse(move("0305", "r", via=("0204", "0304", "0305")))
    assert (reason.rule, reason.hexes) == ("4.2", ("0305",))
    assert not seat.refuse(move("0304", "r", via=("0204", "0304")))


def test_leaving_a_zone_costs_a_point_more_and_never_leads_to_another() -> None:
    """4.3, 4.4."""
    state = position("red.movement", r=unit("red", "0404", mf=4), b=unit("blue", "0504"))
    assert reach(state, "r")["0304"] == 3  # wood 2 and leaving 1
    near = RULES.atlas.near
    both = next(h for h in near["0404"] if h in near["0504"])
    assert refused(state, move(both, "r", via=(both,))) == ["4.4"]


def test_a_way_that_only_zones_close_is_refused_for_the_zones() -> None:
    """4.4."""
    state = position(
        "red.movement",
        r=unit("red", "0101"),
        a=unit("blue", "0302"),
        b=unit("blue", "0103"),
        c=unit("blue", "0703"),
    )
    assert "4.4" in refused(state, move("0203", "r"))


# ---- 5: declaring
def contact(**more: Unit) -> Any:
    units = {
        "r": with_chit("red", "0305", 8),
        "q": unit("red", "0305"),
        "b": with_chit("blue", "0405", 2),
        **more,
    }
    return position("red.declaration", **units)


ATTACK = Action("attack", ("r", "q"), "0405")


def test_every_enemy_beside_an_attacker_must_be_attacked() -> None:
    """5.2: and the refusal names the hex."""
    near = next(h for h in RULES.atlas.near["0305"] if h in RULES.atlas.near["0405"])
    state = follow(RULES, contact(c=unit("blue", near)), [ATTACK])
    (first, *_) = RULES.seat(state, "red").refuse(Action("declare"))
    assert (first.rule, first.hexes) == ("5.2", (near,))
    assert RULES.seat(state, "red").prompt.default == Action("clear")
    with pytest.raises(Refused):
        RULES.apply(state, Action("declare"))


def test_a_unit_attacks_once() -> None:
    """5.1."""
    state = follow(RULES, contact(), [Action("attack", ("r",), "0405")])
    assert refused(state, Action("attack", ("r",), "0405")) == ["5.1"]
    assert refused(state, Action("attack", ("q",), "0101")) == ["5.1"]


def test_attacks_may_be_taken_back_one_by_one_or_all() -> None:
    """5.3."""
    state = follow(RULES, contact(), [ATTACK])
    assert follow(RULES, state, [Action("withdraw", ("0405",))]).stack[-1].clashes == ()
    assert follow(RULES, state, [Action("clear")]).stack[-1].clashes == ()
    assert refused(contact(), Action("clear")) == ["5.3"]


def test_the_enemy_hears_of_attacks_when_they_are_binding() -> None:
    """5.3."""
    state = follow(RULES, contact(), [ATTACK])
    assert RULES.seat(state, "blue").s.stack[-1].clashes == ()
    out = RULES.apply(state, Action("declare"))
    assert out.told[0].to("blue") == Declared("attack", ("r", "q"), "0405")
    assert RULES.seat(out.state, "blue").s.stack[-1].clashes[0].attackers == ("r", "q")


# ---- 6: resolving
def fought(state: Any, red: str, blue: str, numbers: list[int]) -> Outcome:
    ready = follow(
        RULES, state, [ATTACK, Action("declare"), Action("resolve", ("0405",)), Action("commit", (), red)]
    )
    out: Outcome = RULES.apply(ready, Action("commit", (), blue), numbers)
    return out


def test_a_commitment_lies_face_down() -> None:
    """6.1, 6.2."""
    ready = follow(RULES, contact(), [ATTACK, Action("declare"), Action("resolve", ("0405",))])
    ready = follow(RULES, ready, [Action("commit", (), "2")])
    assert RULES.decider(ready) == "blue"
    assert RULES.seat(ready, "red").s.stack[-2].bids == (2,)
    blue = RULES.seat(ready, "blue").s
    assert blue.stack[-2].bids == (None,)
    assert blue.support == {"red": 4, "blue": 4}


def test_commitments_are_shown_and_paid_together() -> None:
    """6.3."""
    out = fought(contact(), "2", "1", [1, 3])
    assert out.state.support == {"red": 2, "blue": 3}


def test_no_more_can_be_committed_than_there_is() -> None:
    """6.1."""
    state = replace(contact(), support={"red": 1, "blue": 0})
    state = follow(RULES, state, [ATTACK, Action("declare"), Action("resolve", ("0405",))])
    assert refused(state, Action("commit", (), "2")) == ["6.1"]
    assert refused(state, Action("commit", (), "x")) == ["6.1"]
    state = follow(RULES, state, [Action("commit", (), "1")])
    assert [t.object for t in RULES.seat(state, "blue").targets("commit")] == ["0"]


def test_chits_are_drawn_for_the_owner_and_shown_to_all() -> None:
    """6.3."""
    out = fought(contact(), "0", "0", [1, 3])
    drawn = next(t for t in out.told if isinstance(t.to("red"), Drawn))
    assert (drawn.to("red"), drawn.to("blue")) == (Drawn("q", "3"), Drawn("q", None))
    shown = [t.all for t in out.told if isinstance(t.all, Revealed)]
    assert [e.ref for e in shown] == ["r", "q", "b"]
    assert any(isinstance(t.all, DiceRolled) for t in out.told)
    assert RULES.seat(out.state, "blue").s.units["q"].chit is None
    assert out.numbers == (1, 3)


def test_a_combat_without_defenders_does_not_take_place() -> None:
    """6.7: the defenders of one combat may have gone when it comes up."""
    state = contact()
    ready = follow(RULES, state, [ATTACK, Action("declare")])
    gone = replace(ready, units={**ready.units, "b": replace(ready.units["b"], at="0701")})
    out = RULES.apply(gone, Action("resolve", ("0405",)))
    assert [t.all.rule for t in out.told if hasattr(t.all, "rule")] == ["6.7"]


# ---- 7 to 9: what comes of it
def test_the_attacker_loses_a_step_of_his_choice() -> None:
    """7.1."""
    out = fought(contact(b=with_chit("blue", "0405", 9)), "0", "2", [1, 1])
    assert RULES.decider(out.state) == "red"
    assert refused(out.state, Action("lose", ("b",))) == ["7.1"]
    after = follow(RULES, out.state, [Action("lose", ("q",))])
    assert (after.units["q"].steps, after.lost) == (1, {"red": 1, "blue": 0})


def test_the_last_step_gives_the_chit_back() -> None:
    """7.2."""
    state = contact(b=with_chit("blue", "0405", 2, steps=1))
    out = fought(state, "2", "0", [1, 6])
    after = follow(RULES, out.state, [Action("lose", ("b",))])
    assert after.units["b"].at == ELIMINATED
    assert 2 in after.cup
    assert RULES.audit(after) == ()


def test_retreat_goes_away_hex_by_hex_and_out_of_zones_where_it_can() -> None:
    """8.1, 8.3."""
    out = fought(contact(), "2", "0", [1, 3])
    state = out.state
    assert state.stack[-1].left >= 1
    atlas = RULES.atlas
    for target in RULES.seat(state, "blue").targets("retreat"):
        assert atlas.distance(target.object, "0405") == 1
        assert atlas.distance(target.object, "0305") == 2
    assert refused(state, Action("retreat", (), "0305"))[-1] == "8.2"
    assert "8.1" in refused(state, Action("retreat", (), "0701"))


def test_who_stands_bleeds() -> None:
    """8.4."""
    out = fought(contact(), "2", "0", [1, 3])
    after = follow(RULES, out.state, [Action("stand", ("b",))])
    assert after.units["b"].steps == 1
    assert after.units["b"].at == "0405"


def test_victors_may_advance_or_stay() -> None:
    """9.1, 9.2."""
    state = fought(contact(), "2", "0", [1, 3]).state
    while RULES.decider(state) == "blue":
        state = RULES.apply(state, RULES.seat(state, "blue").prompt.default).state
        if any(step.__class__.__name__ == "Advance" for step in state.stack) or not state.stack:
            break
        target = RULES.seat(state, "blue").targets("retreat")
        if target:
            state = RULES.apply(state, Action("retreat", (), target[0].object)).state
    assert RULES.decider(state) == "red"
    went = follow(RULES, state, [Action("advance", ("r",)), Action("advance", ("q",))])
    assert went.units["r"].at == went.units["q"].at == "0405"
    stayed = follow(RULES, state, [Action("stay")])
    assert stayed.units["r"].at == "0305"


# ---- 10: the end
def test_the_game_ends_when_a_side_has_nobody_left() -> None:
    """1.2, 10.1."""
    state = contact(b=with_chit("blue", "0405", 2, steps=1))
    state = fought(state, "2", "0", [1, 6]).state
    out = RULES.apply(state, Action("lose", ("b",)))
    while RULES.decider(out.state) is not None:
        out = RULES.apply(out.state, RULES.seat(out.state, RULES.decider(out.state)).prompt.default)
    assert isinstance(out.told[-1].all, GameEnded)
    verdict = RULES.verdict(out.state)
    assert (verdict.over, verdict.winner, verdict.score) == (True, "red", (("red", 1), ("blue", 0)))


def test_the_hill_belongs_to_whoever_was_there_last() -> None:
    """10.1."""
    state = position("red.movement", r=unit("red", "0304"), b=unit("blue", "0707"))
    state = follow(RULES, state, [move("0404", "r")])
    assert state.hill == "red"
    assert RULES.verdict(state).score == (("red", 3), ("blue", 0))


def test_guards_draw_before_the_first_turn() -> None:
    """1.3."""
    out = load_case("ridge/meeting").begin(1)
    drawn = [uid for uid, u in out.state.units.items() if u.drawn]
    assert drawn == ["r1", "r3", "b1", "b3"]
    red = RULES.view(out.state, "red")
    assert [u.chit is None for uid, u in red.units.items() if u.drawn] == [False, False, True, True]
    assert len(red.cup) == len(out.state.cup) + 2
