"""The kinds of verbs: what a game says of a verb, and the offer, targets and refusals that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose, Pick, Press
from tests.engine import mini


class Stop(Press[Any, Any, Any]):
    name, label, rule = "stop", say("Stop"), "1.1"
    back = True

    def against(self, seat: Any, step: Any) -> Iterator[Reason]:
        if step == "late":
            yield Reason("1.2", say("Too late."))

    def warnings(self, seat: Any, step: Any) -> tuple[Say, ...]:
        return (say("It cannot be taken up again."),)


class Lose(Pick[Any, Any, Any]):
    name, label, rule = "lose", say("Lose"), "2.1"
    other = say("It was not hit.")

    def among(self, seat: Any, step: Any) -> Sequence[str]:
        return () if step == "late" else tuple(seat.s.units)[:2]

    def warnings(self, seat: Any, step: Any, refs: tuple[str, ...]) -> tuple[Say, ...]:
        return (say("{unit} is gone.", unit=refs[0]),)


class Together(Lose):
    joins = "any"

    def together(self, seat: Any, step: Any, refs: tuple[str, ...]) -> Iterator[Reason]:
        if len(refs) > 1 and step == "alone":
            yield Reason("2.2", say("One at a time today."))


class Hexes(Lose):
    subject = "hex"


class Kind(Choose[Any, Any, Any]):
    name, label, rule = "kind", say("Kind"), "3.1"

    def choices(self, seat: Any, step: Any) -> Sequence[Target]:
        return [] if step == "late" else [Target("x", rules=("3.2",)), Target("y")]


@pytest.fixture
def seat() -> Seat:
    rules = mini.rules()
    state = rules.new(0, seed=5).state
    found: Seat = rules.seat(state, "red")
    return found


def told(verb: Any, seat: Seat, step: Any, **action: Any) -> list[str]:
    return [str(r) for r in verb.reasons(seat, step, Action(verb.name, **action))]


def test_a_button_is_offered_while_nothing_is_against_it(seat: Seat) -> None:
    verb = Stop()
    assert verb.offer(seat, "now") == Offer("stop", back=True)
    assert list(verb.targets(seat, "now", ())) == [
        Target(says=(say("It cannot be taken up again."),), rules=("1.1",))
    ]
    assert verb.offer(seat, "late") is None
    assert list(verb.targets(seat, "late", ())) == []
    assert told(verb, seat, "late") == ["[1.2] Too late."]
    assert told(verb, seat, None) == []


@pytest.mark.parametrize("part", [{"subject": ("a",)}, {"object": "0101"}, {"how": "x"}, {"via": ("0101",)}])
def test_a_button_names_nothing(seat: Seat, part: dict[str, Any]) -> None:
    assert told(Stop(), seat, "now", **part) == ["[1.1] Stop does not take a unit or a target."]
    assert list(Stop().targets(seat, "now", ("a",))) == []


def test_one_of_those_that_may_be_named(seat: Seat) -> None:
    verb = Lose()
    units = tuple(seat.s.units)
    assert verb.offer(seat, "now") == Offer("lose", units[:2])
    assert verb.offer(seat, "late") is None
    assert list(verb.targets(seat, "now", units[:1])) == [
        Target(says=(say("{unit} is gone.", unit=units[0]),), rules=("2.1",))
    ]
    assert told(verb, seat, "now", subject=units[:1]) == []
    assert list(verb.targets(seat, "late", units[:1])) == []
    assert told(verb, seat, "late", subject=units[:1]) == ["[2.1] It was not hit."]
    assert told(verb, seat, None, subject=units[:1]) == []


@pytest.mark.parametrize("subject", [(), ("a", "b")])
def test_one_and_nothing_else(seat: Seat, subject: tuple[str, ...]) -> None:
    assert told(Lose(), seat, "now", subject=subject) == ["[2.1] Name one unit, and nothing else."]
    assert list(Lose().targets(seat, "now", subject)) == []
    assert told(Hexes(), seat, "now", subject=subject) == ["[2.1] Name one hex, and nothing else."]


def test_an_unknown_unit_is_missing_and_an_unknown_hex_is_just_another(seat: Seat) -> None:
    assert told(Lose(), seat, "now", subject=("nobody",)) == ["[1.0] There is no unit nobody."]
    assert told(Hexes(), seat, "now", subject=("9999",)) == ["[2.1] It was not hit."]


def test_several_are_judged_one_by_one_and_together(seat: Seat) -> None:
    verb = Together()
    two = tuple(seat.s.units)[:2]
    assert told(verb, seat, "now", subject=()) == ["[2.1] Name the units, and nothing else."]
    assert told(verb, seat, "now", subject=two) == []
    assert told(verb, seat, "late", subject=two) == 2 * ["[2.1] It was not hit."]
    assert told(verb, seat, "alone", subject=two) == ["[2.2] One at a time today."]
    assert told(verb, seat, "now", subject=(two[0], two[0])) == ["[2.1] The same thing is named twice."]


def test_one_of_the_choices(seat: Seat) -> None:
    verb = Kind()
    assert verb.offer(seat, "now") == Offer("kind")
    assert verb.offer(seat, "late") is None
    assert [t.object for t in verb.targets(seat, "now", ())] == ["x", "y"]
    assert list(verb.targets(seat, "now", ("a",))) == []
    assert told(verb, seat, "now", object="x") == []
    assert told(verb, seat, "now", object="z") == ["[3.1] That is not one of the choices."]
    assert told(verb, seat, "now", object="x", how="fast") == [
        "[3.1] Name one of the choices, and nothing else."
    ]
    assert told(verb, seat, None, object="z") == []


def test_what_a_game_must_say_is_asked_for(seat: Seat) -> None:
    class Nobody(Pick[Any, Any, Any]):
        name, label, rule = "nobody", say("Nobody"), "9"

    class Nothing(Choose[Any, Any, Any]):
        name, label, rule = "nothing", say("Nothing"), "9"

    with pytest.raises(TypeError, match="nobody does not say who may be named"):
        Nobody().offer(seat, "now")
    with pytest.raises(TypeError, match="nothing has no choices"):
        Nothing().offer(seat, "now")
