"""A game gone over: luck and decisions add up to what the value did, and luck is what brute force says it is."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.events import TurnBegan
from hexbench.engine.state import Dice
from hexbench.engine.values import NeedDice, Wrong
from hexbench.study.playout import Chance
from hexbench.study.review import DEAREST, MOST_LEAVES, Line, Review, Step, Valuer, aims_of, review, scale_of
from tests.laws.case import Case, load_case
from tests.sizes import sized
from tests.toys.crossroads import GAME as CROSSROADS
from tests.toys.patrol.game import PatrolGame
from tests.toys.ridge.game import RidgeGame

TOYS: dict[str, Any] = {"ridge": RidgeGame(), "patrol": PatrolGame(), "crossroads": CROSSROADS}


def game_of(case: Case) -> Any:
    return TOYS.get(case.game) or bootstrap.catalogue().games[case.game]


@cache
def game(name: str, most: int, first: str, second: str, seed: int = 1) -> tuple[Case, Line, tuple[Any, ...]]:
    """A game: the opponents of both sides by name, and the positions of its line."""
    case = load_case(name)
    rules, entry, chance = case.rules, game_of(case), Chance(seed)
    state = case.begin(seed).state
    players = {side: entry.opponents[who]() for side, who in zip(rules.sides, (first, second), strict=True)}
    root, states = rules.pack(state), [state]
    steps: list[Step] = []
    while len(steps) < most and (side := rules.decider(state)) is not None:
        seat = rules.seat(state, side)
        action, _why = players[side].choose(seat, chance)
        action = rules.verbs[action.verb].settle(seat, seat.step, action)
        out = rules.apply(state, action, trusted=True)
        steps.append(Step(action, out.numbers))
        state = out.state
        states.append(state)
    return case, Line(root, tuple(steps), "first"), tuple(states)


def last(case: Case, line: Line, **more: Any) -> Review:
    *_, found = review(game_of(case), case.rules, line, **more)
    return found


EVERY = (
    ("ridge/meeting", 150, "random", "random"),
    ("crossroads/village", 120, "random", "random"),
    ("tigers/19_december", 90, "default", "quick"),
    ("tide_of_iron/lanzerath", 60, "quick", "default"),
    ("trumpets/losheim", 80, "quick", "quick"),
    ("blitzkrieg/bastogne", 40, "quick", "random"),
)


@pytest.mark.parametrize(("name", "most", "first", "second"), EVERY)
def test_luck_and_decisions_are_all_that_the_value_did(name: str, most: int, first: str, second: str) -> None:
    case, line, states = game(name, most, first, second)
    found = last(case, line)
    assert found.done == found.total == len(line.steps)
    assert found.turns[-1].steps == len(line.steps)
    before = found.begins
    for turn in found.turns:
        assert turn.value == pytest.approx(before + turn.luck + turn.decisions)
        before = turn.value
    valuer = Valuer(game_of(case), case.rules)
    assert found.begins == valuer.value(states[0])
    assert before == valuer.value(states[-1])
    rolled = [number for number, step in enumerate(line.steps) if step.numbers]
    assert len({one.step for one in found.throws} & set(rolled)) == len(found.throws)


def leaves(rules: Any, state: Any, action: Any) -> list[tuple[Fraction, Any, tuple[int, ...]]]:
    """Every way the dice of an action may fall, one number after another."""
    out: list[tuple[Fraction, Any, tuple[int, ...]]] = []
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        share, numbers = todo.pop(0)
        try:
            end = rules.apply(replace(state, dice=Dice()), action, numbers, trusted=True).state
        except NeedDice as need:
            todo += [(share / need.faces, (*numbers, face)) for face in range(1, need.faces + 1)]
            continue
        out.append((share, end, numbers))
    return out


@pytest.mark.parametrize(
    ("name", "most", "first", "second"),
    [("ridge/contact", 150, "random", "random"), EVERY[2], ("trumpets/losheim", 80, "quick", "quick")],
)
def test_luck_is_what_fell_less_the_mean_of_all_that_could_fall(
    name: str, most: int, first: str, second: str
) -> None:
    case, line, states = game(name, most, first, second)
    rules, valuer = case.rules, Valuer(game_of(case), case.rules)
    tried = 0
    for number, step in enumerate(line.steps):
        # each end of a throw is held against all its ends: 36 of them are as many as three throws of the others
        if not step.numbers or tried > sized(0 if name.startswith("trumpets") else 2, 6):
            continue
        ways = leaves(rules, states[number], step.action)
        if not 1 < len(ways) <= MOST_LEAVES:
            continue
        tried += 1
        assert sum(share for share, _, _ in ways) == 1
        worth = {numbers: valuer.value(valuer.settled(end)) for _, end, numbers in ways}
        mean = sum(float(share) * worth[numbers] for share, _, numbers in ways)
        found = valuer.luck(states[number], step.action, states[number + 1])
        assert found is not None
        luck, expected = found
        assert expected.mean == pytest.approx(mean)
        assert (expected.error, expected.ways) == (0.0, len(ways))
        assert luck == pytest.approx(worth[step.numbers] - mean)
        every = [valuer.luck(states[number], step.action, end) for _, end, _ in ways]
        balance = sum(float(way[0]) * one[0] for way, one in zip(ways, every, strict=True) if one is not None)
        assert balance == pytest.approx(0.0, abs=1e-9)
    assert tried


def test_the_dearest_decisions_are_those_of_the_side_that_does_nothing() -> None:
    case, line, states = game("tigers/19_december", sized(45, 90), "default", "middle")
    found = last(case, line, level="middle")
    assert found.judged == found.phases > 4
    idle, busy = case.rules.sides
    mine = [one for one in found.decisions if one.side == idle]
    other = [one for one in found.decisions if one.side == busy]
    assert 0 < len(mine) <= DEAREST
    assert [one.cost for one in mine] == sorted((one.cost for one in mine), reverse=True)
    # whoever plays as the computer would have pays only what chance has left in the estimates; quick would not do, who overlooks
    # other hexes each time
    assert sum(one.cost for one in mine) > sum(one.cost for one in other)
    for one in found.decisions:
        assert one.cost > 0
        state = states[one.step]
        again = case.rules.unpack(one.world)
        assert replace(again, dice=Dice()) == replace(state, dice=Dice())
        for action, numbers in one.line:
            again = case.rules.apply(again, action, numbers).state
        assert [action for action, _ in one.line] != [step.action for step in line.steps[one.step :]][
            : one.count
        ]


def test_what_is_told_grows_and_a_review_that_is_stopped_has_what_was_found() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    asked = count()
    told = list(review(game_of(case), case.rules, line, level="quick", stop=lambda: next(asked) > 110))
    assert [one.done for one in told[:-1]] == sorted(one.done for one in told[:-1])
    assert 0 < told[-1].judged < told[-1].phases
    assert told[-1].turns


def test_phases_before_the_beginning_are_not_judged() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    found = last(case, line, level="quick", since=70)
    assert found.judged > 0
    assert all(one.step >= 70 for one in found.decisions)


# ---- what a side may know --------------------------------------------------------------------------------------------
def test_a_side_values_alike_what_looks_alike_to_it() -> None:
    case, _line, states = game("ridge/meeting", 150, "random", "random")
    rules, entry = case.rules, game_of(case)
    seen = differ = 0
    for side in rules.sides:
        own, all_ = Valuer(entry, rules, side), Valuer(entry, rules)
        for number, state in enumerate(states[::7]):
            chance = Chance(number)
            twin = rules.imagine(rules.view(state, side), side, chance.number)
            assert own.value(state) == own.value(twin)
            seen += 1
            differ += rules.pack(replace(twin, dice=Dice())) != rules.pack(replace(state, dice=Dice()))
            assert all_.value(state) == all_.value(state)
    assert seen
    assert differ, "something is hidden in this game"


def test_a_side_is_told_of_no_luck_but_its_own_and_judged_by_none_but_its_own_phases() -> None:
    case, line, _ = game("tide_of_iron/lanzerath", 60, "quick", "default")
    side = case.rules.sides[0]
    found = last(case, line, side=side, level="quick", since=30)
    assert {one.side for one in found.throws} <= {side}
    assert {one.side for one in found.decisions} <= {side}
    assert any("Only what this side can know" in str(note) for note in found.notes)


# ---- what cannot be --------------------------------------------------------------------------------------------------
def test_a_game_that_nothing_values_says_so() -> None:
    case, line, states = game("patrol/ambush", 30, "random", "random")
    entry = game_of(case)
    if scale_of(entry, case.rules, states[0]) is None:
        with pytest.raises(Wrong, match="neither aims nor a score"):
            last(case, line)
    assert aims_of(entry) is None


def test_every_product_has_a_value() -> None:
    for name in (
        "tigers/19_december",
        "iron_tide/17_december",
        "tide_of_iron/lanzerath",
        "blitzkrieg/bastogne",
        "trumpets/losheim",
    ):
        case = load_case(name)
        assert scale_of(game_of(case), case.rules, case.begin(1).state) is not None


def test_a_record_that_leads_nowhere_ends_the_review_there_and_says_so() -> None:
    case, line, _ = game("tigers/19_december", 90, "default", "quick")
    broken = line._replace(steps=(*line.steps[:10], Step(line.steps[-1].action, (99,)), *line.steps[10:]))
    found = last(case, broken)
    assert found.turns[-1].steps <= 11
    assert any("from action" in str(note) for note in found.notes)


def test_turns_are_those_that_the_game_told_of() -> None:
    case, line, states = game("tigers/19_december", 90, "default", "quick")
    names, state = [line.turn], states[0]
    for step in line.steps:
        out = case.rules.apply(state, step.action, step.numbers, trusted=True)
        names += [str(one.all.turn) for one in out.told if isinstance(one.all, TurnBegan)]
        state = out.state
    assert [one.turn for one in last(case, line).turns] == list(dict.fromkeys(names))[: len(names)]
