"""The form of the combat docks, on a toy that gives the hooks and nothing else, and the faults that it must not have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import MOST_ANSWERS, Dock, PlannedDock, Point, Weighed, arrows, stages
from hexbench.engine.display import Account, Combat, Factor, Light
from hexbench.engine.results import lit_cells
from hexbench.engine.values import Action, Reason, Say, listed, say
from tests.laws.case import load_case
from tests.laws.faults.plant import patched
from tests.toys.crossroads.battle import Advance, Clash, CrPlanner, Declare

GERMAN, AMERICAN = "german", "american"
PLACES = {"G1": "0404", "G2": "0404", "G3": "0305", "A1": "0403", "A2": "0303", "A3": "0504"}
"""A1, A2 and A3 stand round the hex of G1 and G2; G3 is next to nobody."""


class CrDock(PlannedDock[Any]):
    """Crossroads with a dock: whoever attacks owes an attack on 0504."""

    asks = ("advance", "stay")
    planner = CrPlanner()
    asleep = say("Nothing is declared.")
    none_help = say("Nobody attacks.")
    wide_help = say("Both at once.")

    def drafting(self, seat: Any) -> Any:
        return seat.step if isinstance(seat.step, Declare) and seat.decides else None

    def bind(self, n: int) -> Say:
        return say("Declare {n}", n=n)

    def weigh(self, seat: Any, plan: Any, *, removable: bool = False) -> Weighed:
        lines = tuple(Factor(say=Say(u), unit=u) for u in plan.attackers)
        sums = (Account(say=say("Attack"), lines=lines, side=GERMAN), Account(say=say("Odds"), lines=()))
        return Weighed(sums if removable else sums[:1])

    def guards(self, seat: Any, beside: tuple[str, ...], at: str) -> Iterator[Account]:
        yield Account(say=say("Against"), lines=(), total=",".join(beside))

    def lights(self, seat: Any) -> dock.Lights:
        return ()

    def duties(self, seat: Any, step: Any) -> Iterable[Reason]:
        if step.plans and self.planner.plan_on(step.plans, "0504") is None:
            yield Reason("CR-CMB-01", say("Somebody must attack 0504."), ("0504", "0404"))

    def owed(self, duty: Reason) -> bool:
        return True

    def later(self, seat: Any) -> Iterator[Combat]:
        yield self.waiting(seat, Clash(("0403",), ("G1",)), say("It waits."), ())


DOCK = CrDock()


def seat_at(step: Any, side: str = GERMAN) -> Any:
    case = load_case("crossroads/village")
    state = case.begin(1).state
    units = {uid: replace(unit, at=PLACES.get(uid, unit.at)) for uid, unit in state.units.items()}
    state = replace(state, units=units, stack=(*state.stack[:1], step))
    return case.rules.seat(state, side)


def declared(*plans: Clash, side: str = GERMAN) -> Any:
    return seat_at(Declare(who=GERMAN, plans=plans), side)


ONE = Clash(("0403",), ("G1",))


def told(one: Combat) -> dict[str, list[str]]:
    return {str(account.say): [line.unit for line in account.lines] for account in one.accounts}


# ---- what holds ------------------------------------------------------------------------------------------------------
def test_every_attack_and_every_hex_that_could_be_attacked_is_told_once() -> None:
    combats = DOCK.board(declared(ONE)).combats
    assert [(c.key, c.status) for c in combats] == [
        ("on/0403", "draft"),
        ("on/0504", "possible"),
        ("on/0303", "possible"),
    ]
    assert str(combats[1].say) == "0504: must be attacked"
    assert str(combats[2].say) == "0303: not attacked"


def test_who_attacks_already_does_not_join_once_more() -> None:
    draft, owed, _ = DOCK.board(declared(ONE)).combats
    assert told(draft) == {"Attack": ["G1"], "Could join": ["G2"], "Odds": []}
    assert told(owed) == {"Against": [], "Could attack": ["G2"]}
    assert owed.accounts[0].total == "G2"
    join = draft.accounts[1].lines[0]
    assert (join.hexes, join.choices[0].action) == (("0404",), Action("attack", ("G2",), "0403"))


def test_an_attack_is_widened_from_both_ends() -> None:
    draft, owed, _ = DOCK.board(declared(ONE)).combats
    assert [c.action for c in draft.choices] == [
        Action("widen", ("0403",), "0504"),
        Action("widen", ("0403",), "0303"),
        Action("back", ("G1",)),
    ]
    assert draft.choices[-1].back
    assert [c.action for c in owed.choices] == [Action("widen", ("0403",), "0504")]


def test_the_draft_is_bound_or_given_up_as_a_whole() -> None:
    assert [c.action.verb for c in DOCK.board(declared(ONE)).choices] == ["declare", "clear"]
    (none,) = DOCK.board(declared()).choices
    assert (none.action, none.main, none.help) == (Action("declare"), True, CrDock.none_help)


def test_the_other_side_sees_what_is_binding_alone() -> None:
    board = DOCK.board(declared(ONE, side=AMERICAN))
    assert [(c.status, c.note) for c in board.combats] == [("waiting", say("It waits."))]
    assert (board.choices, board.nothing) == ((), CrDock.asleep)
    assert DOCK.could(declared(ONE, side=AMERICAN)) == {}


def test_answers_are_for_who_is_asked_and_the_default_is_marked() -> None:
    step = Advance(who=GERMAN, units=("G1", "G2"), hex="0403")
    found = DOCK.answers(seat_at(step))
    assert [(c.action.verb, c.action.subject, c.main) for c in found] == [
        ("advance", ("G1",), found[0].main),
        ("advance", ("G2",), False),
        ("stay", (), not found[0].main),
    ]
    assert sum(c.main for c in found) == 1
    assert DOCK.answers(seat_at(step, AMERICAN)) == ()


class Crowd(CrDock):
    """So many may be named that buttons do not help."""

    def subjects(self, offer: Any) -> Sequence[tuple[str, ...]]:
        return [*super().subjects(offer)] * MOST_ANSWERS


def test_too_many_answers_are_none() -> None:
    assert Crowd().answers(seat_at(Advance(who=GERMAN, units=("G1", "G2"), hex="0403"))) == ()


POINTS = (Point(say("Dice"), -1, "a"), Point(say("Losses"), 1, "b"), Point(say("Advance"), 0, "c"))


def test_a_step_ahead_tells_nothing_and_one_at_hand_only_where_it_is_open() -> None:
    def found(n: int) -> Say:
        return Say(f"found {n}")

    closed = list(stages(POINTS, 1, sides=(GERMAN, AMERICAN), found=found))
    assert [one.state for one in closed] == ["done", "now", "ahead"]
    assert [str(one.found) for one in closed] == ["found 0", "", ""]
    assert [one.side for one in closed] == ["", AMERICAN, GERMAN]
    opened = stages(POINTS, 1, sides=lambda n: "", found=found, has=lambda n: n != 0, open_=True)
    assert [(one.rule, str(one.found)) for one in opened] == [("b", "found 1"), ("c", "")]


def test_arrows_go_to_the_next_hex_alone() -> None:
    seat = declared()
    drawn = arrows(seat, "x", say("X"), say("attack"), ((("G1", "G2"), ("0403",)), (("G3",), ("0403",))))
    assert [trail.hexes for trail in drawn.trails] == [("0404", "0403")]


def test_lists_and_lit_cells() -> None:
    assert str(listed((Say("a"), Say("b")))) == "a, b"
    assert str(listed(())) == ""
    lights = (
        Light(-1, 2, "to"),
        Light(1, 2, "hit"),
        Light(1, 2, "to"),
        Light(1, -1, "band"),
    )
    assert lit_cells(lights) == ((1, 2),)


# ---- planted faults --------------------------------------------------------------------------------------------------
def _all_offered(self: Any, seat: Any) -> Any:
    offers = seat.rules.seat(seat.s, GERMAN).prompt.offers
    return {"0403": tuple(u for o in offers if o.verb == "attack" for u in o.subjects)}


def _everybody(self: Any, seat: Any) -> Any:
    return dict.fromkeys(("0303", "0403", "0504"), ("G1", "G2"))


_POSSIBLE, _LINE = PlannedDock._possible, Dock.line

FAULTS: dict[str, tuple[Callable[[], AbstractContextManager[None]], Callable[[], None]]] = {
    "who attacks already could join": (
        lambda: patched(Dock, could=_everybody),
        test_who_attacks_already_does_not_join_once_more,
    ),
    "the other side sees who could join": (
        lambda: patched(Dock, could=_all_offered),
        test_the_other_side_sees_what_is_binding_alone,
    ),
    "a duty is forgotten": (
        lambda: patched(
            PlannedDock, _possible=lambda self, seat, step, at, owed: _POSSIBLE(self, seat, step, at, None)
        ),
        test_every_attack_and_every_hex_that_could_be_attacked_is_told_once,
    ),
    "a hex that is attacked is told as not attacked": (
        lambda: patched(CrPlanner, plan_on=lambda self, plans, at: None),
        test_every_attack_and_every_hex_that_could_be_attacked_is_told_once,
    ),
    "an attack is widened by its second hex": (
        lambda: patched(PlannedDock, _wider=lambda self, seat, plan: ()),
        test_an_attack_is_widened_from_both_ends,
    ),
    "no default is marked": (
        lambda: patched(Dock, main=lambda self, seat, action: False),
        test_answers_are_for_who_is_asked_and_the_default_is_marked,
    ),
    "every answer is a button, however many": (
        lambda: patched(Dock, many=lambda self, found: tuple(found)),
        test_too_many_answers_are_none,
    ),
    "a candidate stands where he would attack": (
        lambda: patched(
            Dock,
            line=lambda self, seat, uid, choice, at="": _LINE(self, seat, uid, choice, choice.action.object),
        ),
        test_who_attacks_already_does_not_join_once_more,
    ),
}


def test_nothing_is_found_where_nothing_is_planted() -> None:
    for _, check in FAULTS.values():
        check()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_kit_is_caught(name: str) -> None:
    plant, check = FAULTS[name]
    with plant(), pytest.raises((AssertionError, ValueError)):
        check()
