"""Patrol by its rules: interrupts, hidden squads, alternate activation. The ids are those of patrol/rules.md."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hexbench.engine.events import Noted, Resolved, Revealed, UnitChanged, UnitMoved, UnitStopped
from hexbench.engine.values import Action
from tests.laws.case import load_case
from tests.laws.exact import follow
from tests.toys.patrol.fire import Window
from tests.toys.patrol.pieces import UNSEEN, Squad
from tests.toys.patrol.sequence import Activation, Rounds

RULES: Any = load_case("patrol/crossroads").rules
PASS, HOLD = Action("pass"), Action("hold")


def squad(side: str, at: str, **more: Any) -> Squad:
    return Squad(side=side, name=f"{side} {at}", at=at, **more)


def position(who: str = "red", **units: Squad) -> Any:
    state = replace(load_case("patrol/crossroads").begin(1).state, units=dict(units))
    assert RULES.audit(state) == ()
    return RULES.resume(RULES.enter(state, who)).state


def refused(state: Any, action: Action) -> list[str]:
    return [r.rule for r in RULES.seat(state, RULES.decider(state)).refuse(action)]


def advance(uid: str, *via: str) -> Action:
    return Action("advance", (uid,), via[-1], "", via)


# ---- 1: the sequence
def test_sides_take_turns_of_two_actions() -> None:
    """1.1."""
    state = position(a=squad("red", "A1"), b=squad("red", "A2"), c=squad("red", "A3"), x=squad("blue", "G7"))
    state = follow(RULES, state, [Action("watch", ("a",))])
    assert (RULES.decider(state), state.stack[-1].left) == ("red", 1)
    state = follow(RULES, state, [Action("watch", ("b",))])
    assert (RULES.decider(state), state.stack[-1].left) == ("blue", 2)


def test_who_passes_is_done_and_the_other_goes_on() -> None:
    """1.2."""
    state = position(a=squad("red", "A1"), x=squad("blue", "G7"))
    state = follow(RULES, state, [PASS])
    assert state.stack[0] == Rounds(next="red", passed=("red",))
    state = follow(RULES, state, [Action("watch", ("x",)), PASS])
    assert state.round == 2
    assert RULES.decider(state) == "red"
    assert not state.units["x"].watch


def test_a_squad_acts_once_a_round() -> None:
    """1.4."""
    state = position(a=squad("red", "A1"), x=squad("blue", "G7"))
    state = follow(RULES, state, [advance("a", "A2")])
    assert refused(state, advance("a", "A3")) == ["1.4"]
    assert [o.verb for o in RULES.seat(state, "red").prompt.offers] == ["pass"]


# ---- 2: hidden squads
def test_a_hidden_squad_is_somewhere() -> None:
    """2.1."""
    state = position(a=squad("red", "A1"), x=squad("blue", "D5", hidden=True, watch=True))
    red, blue = RULES.view(state, "red"), RULES.view(state, "blue")
    assert (red.units["x"].at, red.units["x"].watch) == (UNSEEN, False)
    assert blue.units["x"].at == "D5"
    assert RULES.seat(state, "red").face("x") is None
    assert refused(state, Action("fire", ("a",), "x")) == ["4.1"]


def test_watch_of_a_hidden_squad_is_told_by_halves() -> None:
    """5.1, 2.1."""
    state = position("blue", a=squad("red", "A1"), x=squad("blue", "D5", hidden=True))
    out = RULES.apply(state, Action("watch", ("x",)))
    assert out.told[0].to("blue") == UnitChanged("x", "watch", "yes")
    assert isinstance(out.told[0].to("red"), Noted)


def test_whoever_bumps_into_hidden_squads_stops_and_sees_them() -> None:
    """2.4: the target was offered, for nobody knew."""
    state = position(a=squad("red", "D4"), x=squad("blue", "D5", hidden=True))
    seat = RULES.seat(state, "red")
    assert "D5" in [t.object for t in seat.targets("advance", ("a",))]
    out = RULES.apply(state, advance("a", "D5"))
    assert [type(t.all) for t in out.told] == [Revealed, UnitStopped]
    assert (out.state.units["a"].at, out.state.units["x"].hidden) == ("D4", False)
    assert out.barrier == "seen"


def test_grass_hides_from_afar_only() -> None:
    """2.3."""
    near, far = "C5", "F3"
    state = position(
        a=squad("red", "B3"), x=squad("blue", near, hidden=True), y=squad("blue", far, hidden=True)
    )
    out = RULES.apply(state, advance("a", "B4"))
    assert not out.state.units["x"].hidden
    assert out.state.units["y"].hidden


def test_a_search_that_finds_nothing_bars_undo_too() -> None:
    """2.3: else undo would tell."""
    state = position(a=squad("red", "A1"), x=squad("blue", "D5", hidden=True))
    assert RULES.apply(state, advance("a", "A2")).barrier == "seen"
    open_field = position(a=squad("red", "A1"), x=squad("blue", "G7"))
    assert RULES.apply(open_field, advance("a", "A2")).barrier == ""


# ---- 5: opportunity fire
def ambush(**more: Any) -> Any:
    return position(a=squad("red", "A4"), x=squad("blue", "D5", hidden=True, watch=True, **more))


def test_fire_may_fall_between_any_two_hexes() -> None:
    """5.2: the move goes on where it was, or stops when it is hit (5.3)."""
    way = ("B4", "C5", "D4")
    state = RULES.apply(ambush(), advance("a", *way)).state
    assert isinstance(state.stack[-1], Window)
    assert state.units["a"].at == "B4"
    assert refused(state, HOLD) == []
    assert RULES.decider(state) == "blue"
    out = RULES.apply(state, HOLD)
    assert out.state.units["a"].at == "C5"
    missed = RULES.apply(out.state, Action("shoot", ("x",)), [1, 1])
    assert missed.state.units["a"].at == "D4"
    hit = RULES.apply(out.state, Action("shoot", ("x",)), [6, 6])
    assert (hit.state.units["a"].at, hit.state.units["a"].men) == ("C5", 2)
    assert [t.all.result for t in hit.told if isinstance(t.all, Resolved)] == ["hit"]
    assert isinstance(hit.state.stack[-1], Activation)


def test_the_question_comes_although_nobody_can_shoot() -> None:
    """5.2: the same question whether the hidden squad watches or not."""
    asked = [
        RULES.apply(state, advance("a", "B4"))
        for state in (ambush(), position(a=squad("red", "A4"), x=squad("blue", "D5", hidden=True)))
    ]
    views = [RULES.pack(RULES.view(out.state, "red")) for out in asked]
    assert views[0] == views[1]
    seats = [RULES.seat(out.state, "blue") for out in asked]
    assert [[o.verb for o in seat.prompt.offers] for seat in seats] == [["shoot", "hold"], ["hold"]]


def test_no_question_where_everybody_is_in_sight_and_nobody_watches() -> None:
    """5.2."""
    state = position(a=squad("red", "A4"), x=squad("blue", "D5"))
    out = RULES.apply(state, advance("a", "B4", "C5"))
    assert [type(t.all) for t in out.told] == [UnitMoved, UnitMoved]
    assert RULES.decider(out.state) == "red"


def test_where_the_squad_goes_on_is_not_said() -> None:
    """5.2: and holding fire cannot be taken back once that shows."""
    state = RULES.apply(ambush(), advance("a", "B4", "C5")).state
    assert RULES.view(state, "red").stack[-2].path == ("C5",)
    assert RULES.view(state, "blue").stack[-2].path == ()
    assert RULES.apply(state, HOLD).barrier == "seen"


# ---- 3, 4, 6
def test_a_hex_holds_two_squads_of_a_side() -> None:
    """3.2: nor may a third pass through, for it might be stopped there."""
    state = position(a=squad("red", "A1"), b=squad("red", "A2"), c=squad("red", "A2"), x=squad("blue", "G7"))
    assert refused(state, Action("advance", ("a",), "A2")) == ["3.2"]
    assert refused(state, advance("a", "A2", "A3")) == ["3.2"]


def test_the_last_man_is_out() -> None:
    """4.3, 6.1."""
    state = position(a=squad("red", "D4"), x=squad("blue", "D3", men=1))
    after = RULES.apply(state, Action("fire", ("a",), "x"), [6, 6]).state
    assert (after.units["x"].at, after.units["x"].men) == ("#out", 0)
    assert RULES.verdict(after).score == (("red", 3), ("blue", 0))


def test_the_game_ends_after_the_last_round() -> None:
    """1.3."""
    state = replace(position(a=squad("red", "A1"), x=squad("blue", "G7")), round=5)
    state = follow(RULES, state, [PASS, PASS])
    assert state.stack == ()
    assert RULES.verdict(state).level == "draw"
