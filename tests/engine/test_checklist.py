"""What a step would be ended without, in the toy games: duties, units, and nothing that a side may not know."""

from __future__ import annotations

from hexbench.engine.values import Action, Check
from tests.laws.case import Case, toys

RIDGE = "ridge/contact"
PATROL = "patrol/crossroads"


def _case(prefix: str) -> Case:
    return next(case for name, case in toys().items() if name.startswith(prefix))


def _kinds(checks: tuple[Check, ...]) -> list[str]:
    return [check.kind for check in checks]


def test_units_that_may_still_move_are_listed_and_drop_out_when_they_have() -> None:
    case = _case("ridge/")
    rules = case.rules
    state = case.begin(1).state
    seat = rules.seat(state, "red")
    assert seat.ending is not None
    assert seat.ending.name == "end_movement"
    (check,) = seat.checklist()
    assert (check.kind, check.bars) == ("unit", False)
    movers = next(o for o in seat.prompt.offers if o.verb == "move").subjects
    assert check.units == movers
    unit = movers[0]
    target = seat.targets("move", (unit,))[0]
    after = rules.apply(state, Action("move", (unit,), target.object)).state
    (left,) = rules.seat(after, "red").checklist()
    assert left.units == movers[1:]


def test_an_unmet_duty_is_listed_first_with_its_rule_and_forbids_the_end() -> None:
    case = _case("ridge/contact")
    rules, state = case.rules, case.begin(1).state
    state = rules.apply(state, Action("end_movement")).state
    seat = rules.seat(state, "red")
    offer = next(o for o in seat.prompt.offers if o.verb == "attack")
    duty = None
    for unit in offer.subjects:
        for target in seat.targets("attack", (unit,)):
            after = rules.seat(rules.apply(state, Action("attack", (unit,), target.object)).state, "red")
            refused = after.refuse(Action("declare"))
            bars = [check for check in after.checklist() if check.bars]
            assert [check.rule for check in bars] == [reason.rule for reason in refused]
            if bars:
                duty = after.checklist()[0]
                assert duty.hexes == refused[0].hexes
    assert duty is not None, "somebody touches two enemy hexes"
    assert (duty.kind, duty.rule) == ("duty", "5.2")


def test_nobody_else_has_a_checklist_and_verbs_that_take_back_are_not_on_it() -> None:
    case = _case("ridge/contact")
    rules, state = case.rules, case.begin(1).state
    assert rules.seat(state, "blue").checklist() == ()
    assert rules.seat(state, "blue").ending is None
    state = rules.apply(state, Action("end_movement")).state
    seat = rules.seat(state, "red")
    offer = next(o for o in seat.prompt.offers if o.verb == "attack")
    target = seat.targets("attack", offer.subjects[:1])[0]
    seat = rules.seat(rules.apply(state, Action("attack", offer.subjects[:1], target.object)).state, "red")
    assert {o.verb for o in seat.prompt.offers} >= {"withdraw", "clear"}
    texts = " ".join(str(check.say) for check in seat.checklist())
    assert "Withdraw" not in texts
    assert "Clear" not in texts


def test_a_step_that_no_verb_ends_leaves_nothing_undone() -> None:
    case = _case("patrol/")
    rules, state = case.rules, case.begin(1).state
    seat = rules.seat(state, rules.decider(state))
    assert seat.ending is not None
    assert seat.ending.name == "pass"
    assert "unit" in _kinds(seat.checklist())
    ended = rules.seat(rules.apply(state, seat.prompt.default).state, None)
    assert isinstance(ended.checklist(), tuple)


def test_an_answer_that_leaves_something_undone_is_the_default_and_is_not_framed() -> None:
    case = _case("ridge/")
    rules = case.rules
    seat = rules.seat(case.begin(1).state, "red")
    assert seat.checklist()
    assert seat.prompt.default == Action("end_movement")
    assert seat.framed is None
    while seat.checklist():
        (check,) = seat.checklist()
        target = seat.targets("move", check.units[:1])[0]
        state = rules.apply(seat.s, Action("move", check.units[:1], target.object)).state
        seat = rules.seat(state, "red")
    assert seat.framed == seat.prompt.default == Action("end_movement")
