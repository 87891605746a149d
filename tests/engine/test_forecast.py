"""Forecasts are exact: every chit and every die is tried, through the code that plays, and must give the forecast."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Resolved
from hexbench.engine.forecast import Forecast
from hexbench.engine.rules import Outcome
from hexbench.engine.values import Action
from tests.laws.case import load_case
from tests.laws.exact import distribution, every_fall, every_world, follow
from tests.toys.patrol.fire import Window
from tests.toys.patrol.moving import Moving
from tests.toys.patrol.sequence import Activation, Rounds
from tests.toys.ridge.display import ATTACK_FORM

ATTACK = Action("attack", ("r1", "r2"), "0404")
Kind = tuple[str, str]
"""(strengths, "column: result")."""


def resolved(outcome: Outcome) -> Kind:
    """The result of the first combat in an outcome."""
    found = next(t.all for t in outcome.told if isinstance(t.all, Resolved))
    return found.what, found.result


def foretold(forecast: Forecast) -> dict[Kind, Fraction]:
    """The forecast in the same terms."""
    out: dict[Kind, Fraction] = {}
    for weight, line in forecast.lines:
        for result, ways in line.results:
            kind = (f"{line.attack} to {line.defence}", f"{line.column}: {result}")
            chance = Fraction(weight, forecast.total) * Fraction(ways, line.ways)
            if chance:
                out[kind] = out.get(kind, Fraction(0)) + chance
    return out


def ridge_position(cup: tuple[int, ...], chits: dict[str, int | None]) -> tuple[Any, Any]:
    """Red is about to declare; only what is named has a chit. A small cup keeps the enumeration short."""
    case = load_case("ridge/contact")
    state = case.begin(1).state
    units = {
        uid: replace(u, chit=chits.get(uid), drawn=uid in chits, at="0707" if uid == "b2" else u.at)
        for uid, u in state.units.items()
        if uid in ("r1", "r2", "b1", "b2")
    }
    state = replace(state, units=units, cup=cup, support={"red": 2, "blue": 2})
    return case.rules, case.rules.resume(case.rules.enter(state, "red.declaration")).state


def enumerate_combat(rules: Any, state: Any, red: str, blue: str) -> Iterator[tuple[Fraction, Kind]]:
    """Red's attack in every world that looks like red's view, with every draw and die."""
    declared = [ATTACK, Action("declare"), Action("resolve", ("0404",)), Action("commit", (), red)]
    view = rules.view(state, "red")
    for world_chance, world in every_world(rules, view, "red"):
        ready = follow(rules, world, declared)
        last = Action("commit", (), blue)
        for chance, out in every_fall(partial(rules.apply, ready, last)):
            yield world_chance * chance, resolved(out)


def test_known_strengths_give_one_line() -> None:
    rules, state = ridge_position((4, 5), {"r1": 5, "r2": 4, "b1": 4})
    umpire = rules.seat(state, None).forecast(ATTACK)
    assert len(umpire.lines) == 1
    line = umpire.lines[0][1]
    assert (line.attack, line.defence, line.ratio, line.row, line.column) == (9, 4, "2-1", "wood", "1-1")
    assert [(s.rule, s.by) for s in line.shifts] == [("6.5", -1)]
    assert foretold(umpire) == distribution(
        (chance, resolved(out))
        for chance, out in every_fall(
            lambda numbers: rules.apply(
                follow(
                    rules,
                    state,
                    [ATTACK, Action("declare"), Action("resolve", ("0404",)), Action("commit", (), "0")],
                ),
                Action("commit", (), "0"),
                numbers,
            )
        )
    )


def test_an_unseen_chit_gives_the_exact_mixture() -> None:
    """Blue's chit is one of four, and red's second unit draws one of the rest."""
    rules, state = ridge_position((2, 4, 9), {"r1": 5, "b1": 4})
    forecast = rules.seat(state, "red").forecast(ATTACK)
    assert len(forecast.lines) > 3
    assert foretold(forecast) == distribution(enumerate_combat(rules, state, "0", "0"))


def test_three_unknowns_and_steps_lost() -> None:
    rules, state = ridge_position((0, 0, 1, 3), {"b1": 4})
    worn = {uid: replace(u, steps=1) if uid in ("r2", "b1") else u for uid, u in state.units.items()}
    state = replace(state, units=worn)
    forecast = rules.seat(state, "red").forecast(ATTACK)
    assert foretold(forecast) == distribution(enumerate_combat(rules, state, "0", "0"))
    assert "0 to 0" in {kind[0] for kind in foretold(forecast)}


@pytest.mark.parametrize("bid", ["0", "1", "2"])
def test_the_forecast_of_a_commitment_counts_the_support(bid: str) -> None:
    rules, state = ridge_position((2, 9), {"r1": 5, "b1": 4})
    ready = follow(rules, state, [ATTACK, Action("declare"), Action("resolve", ("0404",))])
    forecast = rules.seat(ready, "red").forecast(Action("commit", (), bid))
    assert foretold(forecast) == distribution(enumerate_combat(rules, state, bid, "0"))


def test_a_side_that_sees_more_foresees_more() -> None:
    """Blue knows its own chit and not red's."""
    rules, state = ridge_position((2, 4, 9), {"r1": 5, "r2": 4, "b1": 4})
    blue = rules.seat(state, "blue").forecast(ATTACK)
    assert {line.defence for _, line in blue.lines} == {4}
    assert len({line.attack for _, line in blue.lines}) > 1


def test_a_form_needs_no_map() -> None:
    rules, state = ridge_position((2, 4), {"r1": 5, "b1": 4})
    values = {"attack": "20", "defence": "6", "terrain": "wood", "support": "2", "against": "1"}
    form = replace(ATTACK_FORM, fields=tuple(replace(f, value=values[f.key]) for f in ATTACK_FORM.fields))
    forecast = rules.seat(state, "red").forecast(form)
    ((weight, line),) = forecast.lines
    assert weight == 1
    assert (line.ratio, line.column, line.clamped) == ("3-1", "3-1", False)
    assert [s.by for s in line.shifts] == [2, -1, -1]
    assert forecast.chances() == (("-", 1 / 6), ("R1", 2 / 6), ("R2", 1 / 6), ("DR2", 2 / 6))


def test_columns_end_where_the_table_ends() -> None:
    rules, state = ridge_position((2, 4), {"r1": 5, "b1": 4})
    values = {"attack": "40", "defence": "0", "terrain": "clear", "support": "2", "against": "0"}
    form = replace(ATTACK_FORM, fields=tuple(replace(f, value=values[f.key]) for f in ATTACK_FORM.fields))
    ((_, line),) = rules.seat(state, "red").forecast(form).lines
    assert (line.ratio, line.column, line.clamped) == ("99-1", "4-1", True)


# ---- patrol
@pytest.mark.parametrize(
    ("shooter", "place", "goal"),
    [("C4", "B4", 7), ("C4", "C5", 8), ("C3", "C5", 9), ("E4", "E3", 9), ("D7", "D5", 10), ("A4", "C4", 9)],
)
def test_a_shot_hits_as_often_as_foretold(shooter: str, place: str, goal: int) -> None:
    """In the open 7, in grass 8, in a wood 9, one more at two hexes."""
    case = load_case("patrol/ambush")
    rules = case.rules
    state = case.begin(1).state
    units = {
        "r1": replace(state.units["r1"], at=shooter),
        "b1": replace(state.units["b1"], at=place, hidden=False),
    }
    state = replace(state, units=units, stack=(Rounds(), Activation(who="red")))
    shot = Action("fire", ("r1",), "b1")
    forecast = rules.seat(state, "red").forecast(shot)
    ((_, line),) = forecast.lines
    assert line.column == str(goal)
    found = distribution(
        (chance, resolved(out)[1]) for chance, out in every_fall(partial(rules.apply, state, shot))
    )
    assert found == {result: Fraction(ways, 36) for result, ways in line.results if ways}


def test_opportunity_fire_is_foretold_too() -> None:
    case = load_case("patrol/ambush")
    rules = case.rules
    state = case.begin(1).state
    units = {
        "r1": replace(state.units["r1"], at="C4"),
        "b1": replace(state.units["b1"], watch=True),
    }
    stack = (
        Rounds(next="blue"),
        Activation(who="red", left=1),
        Moving(who="red", unit="r1", path=("B4",)),
        Window(who="blue", mover="r1"),
    )
    state = replace(state, units=units, stack=stack)
    shot = Action("shoot", ("b1",))
    forecast = rules.seat(state, "blue").forecast(shot)
    found = distribution(
        (chance, resolved(out)[1]) for chance, out in every_fall(partial(rules.apply, state, shot))
    )
    ((_, line),) = forecast.lines
    assert found == {result: Fraction(ways, 36) for result, ways in line.results if ways}
