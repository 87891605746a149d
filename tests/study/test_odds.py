"""The odds of a planned turn, held against every sequence of numbers tried one by one, and against games of chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.rules import GameDef
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Refused, Wrong
from hexbench.study.odds import Line, Odds, Question, imagined_worlds, odds
from hexbench.study.playing import mean_and_error, wilson
from hexbench.study.playout import Chance
from tests.laws.case import Case, load_case
from tests.sizes import sized
from tests.study import brute
from tests.toys.crossroads import GAME as CROSSROADS
from tests.toys.patrol.game import PatrolGame
from tests.toys.ridge.game import RidgeGame

TOYS: dict[str, Any] = {"ridge": RidgeGame(), "patrol": PatrolGame(), "crossroads": CROSSROADS}


class Spot(NamedTuple):
    """A position in which somebody is about to do something that dice decide."""

    case: Case
    state: Any
    side: str
    action: Action

    @property
    def game(self) -> GameDef:
        """Its entry."""
        return cast("GameDef", TOYS.get(self.case.game) or bootstrap.catalogue().games[self.case.game])

    def over(self, state: Any) -> bool:
        """The combats are over: a phase is asked about in which nobody fights, or the fights of the other side begin."""
        fights = self.case.rules.fights
        phases = {phase.split(".")[-1] for phase in (*self.game.phases, *fights)}
        step = next((x for x in reversed(state.stack) if x.phase in phases), None)
        return step is not None and (step.phase not in fights or step.who != self.side)


@cache
def spot(name: str, seed: int, moment: int) -> Spot:
    """A moment of a game played at random."""
    case = load_case(name)
    for number, (state, side, action) in enumerate(brute.moments(case, seed)):
        if number == moment:
            return Spot(case, state, side, action)
    raise AssertionError("the game was over before")


def ask(
    found: Spot, questions: Sequence[Question], plan: Sequence[Action] | None = None, **more: Any
) -> Odds:
    """The odds of the whole position."""
    steps = (found.action,) if plan is None else plan
    more.setdefault("whole", True)
    rules = found.case.rules
    seen = found.state if more["whole"] else rules.view(found.state, found.side)
    return odds(found.game, rules, seen, found.side, questions, steps, **more)


def chances(lines: Sequence[Line]) -> dict[str, Fraction]:
    """Value -> exact chance."""
    return {line.value: Fraction(line.exact) for line in lines}


def everything(found: Spot) -> list[Question]:
    """Every unit in or next to the fight, every hex around, and the score."""
    rules, units = found.case.rules, found.state.units
    plans = getattr(found.state.stack[-1], "plans", ())
    hexes = [at for plan in plans for at in (getattr(plan, "hexes", None) or plan.targets)]
    hexes += [found.action.object] if found.action.object in rules.atlas.index else []
    near = [at for hex_ in hexes for at in (hex_, *rules.atlas.near[hex_])] or list(rules.atlas.labels)
    there = [uid for uid, unit in units.items() if unit.at in near]
    return [
        *(Question("hex", at) for at in dict.fromkeys(near)),
        *(Question("unit", uid) for uid in there),
        Question("score"),
    ]


SPOTS = [
    ("tigers/19_december", 0, 8),  # two attacks, five worlds behind the side's view, retreats
    ("tigers/19_december", 0, 67),
    ("tigers/19_december", 0, 83),
    ("iron_tide/ten_turn", 0, 190),
    ("iron_tide/ten_turn", 2, 241),
    ("trumpets/losheim", 0, 10),
    ("trumpets/losheim", 2, 40),
    ("ridge/contact", 0, 5),
    ("ridge/contact", 0, 30),
    ("crossroads/village", 4, 22),
]


# ---- exact -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seed", "moment"), SPOTS)
def test_the_odds_are_those_of_every_sequence_of_numbers(name: str, seed: int, moment: int) -> None:
    found = spot(name, seed, moment)
    rules = found.case.rules
    questions = everything(found)
    got = ask(found, questions)
    assert got.exact
    every = brute.ends(rules, found.state, (found.action,), found.over)
    assert every is not None
    tried = list(every)
    assert len(tried) > 1
    assert sum(chance for chance, _ in tried) == 1
    assert got.ends <= len(tried)
    for answer in got.answers:
        want: dict[str, Fraction] = {}
        for chance, end in tried:
            value = _value(found, answer.question, end)
            want[value] = want.get(value, Fraction(0)) + chance
        told: dict[str, Fraction] = {}
        for line in answer.lines:
            value = line.value.split()[0] if answer.question.about == "unit" else line.value
            told[value] = told.get(value, Fraction(0)) + Fraction(line.exact)
        assert told == want, answer.question
        if answer.question.about == "score":
            for mean in answer.means:
                sums = (chance * dict(rules.verdict(end).score)[mean.side] for chance, end in tried)
                assert Fraction(mean.exact) == sum(sums)


def _value(found: Spot, question: Question, end: Any) -> str:
    """What an end says, worked out here once more."""
    rules = found.case.rules
    if question.about == "hex":
        return rules.holder(end, question.ref) or "nobody"
    if question.about == "score":
        return " ".join(f"{side}={points}" for side, points in rules.verdict(end).score)
    unit = end.units[question.ref]
    if unit.on_map:
        return "alive"
    return "gone" if unit.at.startswith(("#eliminated", "#lost")) else unit.at


def test_the_state_of_a_unit_is_told_by_the_sides_of_its_counter_or_by_the_fields_asked_for() -> None:
    found = spot("tigers/19_december", 0, 8)
    attacker = found.state.stack[-1].plans[0].attackers[0]
    (plain, more) = ask(found, [Question("unit", attacker), Question("unit", attacker, ("attacks",))]).answers
    assert {line.value for line in plain.lines} <= {"gone", "alive False", "alive True"}
    assert {str(line.say) for line in plain.lines} <= {
        "is gone",
        "survives; Disrupted: no",
        "survives; Disrupted: yes",
    }
    assert sum(chances(plain.lines).values()) == 1
    assert {line.value for line in more.lines} == {"gone", "alive 1"}
    assert plain.yes.exact == more.yes.exact
    with pytest.raises(Wrong, match="no field luck; there are"):
        ask(found, [Question("unit", attacker, ("luck",))])


def test_a_hex_that_was_left_is_held_by_whoever_the_game_says() -> None:
    rules = load_case("tigers/19_december").rules
    state = load_case("tigers/19_december").begin(1).state
    empty = [at for at in rules.atlas.labels if not rules.board(state).units_at(at)]
    assert {rules.holder(state, at) for at in empty} == {"german", "allied"}
    ridge = load_case("ridge/contact")
    begun = ridge.begin(1).state
    assert {ridge.rules.holder(begun, at) for at in ridge.rules.atlas.labels} == {None, "red", "blue"}


# ---- whatever is asked -----------------------------------------------------------------------------------------------
WALKS = ["ridge/meeting", "patrol/crossroads", "crossroads/village", "trumpets/losheim"]


@pytest.mark.parametrize("name", WALKS)
def test_probabilities_come_to_one_wherever_one_asks(name: str) -> None:
    case = load_case(name)
    for number, (state, side, action) in enumerate(brute.moments(case, 3, 60)):
        if number % 6:
            continue
        here = Spot(case, state, side, action)
        hexes = [
            Question("hex", at)
            for at in case.rules.atlas.labels[:: max(1, len(case.rules.atlas.labels) // 5)]
        ]
        units = [Question("unit", uid) for uid in case.rules.view(state, side).units]
        for more in ({"cap": 300}, {"until": "3", "cap": 3_000}, {"cap": 12, "samples": 20}):
            got = ask(here, [*hexes, *units[:4], Question("score")], whole=False, worlds=2, **more)
            for answer in got.answers:
                if got.exact:
                    assert sum(chances(answer.lines).values()) == 1
                    for line in (*answer.lines, answer.yes):
                        assert line.low == line.high == line.chance
                else:
                    assert sum(line.chance for line in answer.lines) == pytest.approx(1)
                for line in (*answer.lines, answer.yes):
                    assert 0 <= line.low <= line.chance <= line.high <= 1 + 1e-9


@pytest.mark.parametrize(
    "name", ["ridge/meeting", "patrol/ambush", "tigers/19_december", "tide_of_iron/lanzerath"]
)
def test_two_worlds_that_look_alike_to_a_side_have_the_same_odds(name: str) -> None:
    case = load_case(name)
    rules, chance, looked = case.rules, Chance(5), 0
    for number, (state, side, action) in enumerate(brute.moments(case, 2, 40)):
        view = rules.view(state, side)
        twin = replace(rules.imagine(view, side, chance.number), dice=Dice(seed=7))
        if number % 8 or rules.pack(twin) == rules.pack(state):
            continue
        looked += 1
        units = [Question("unit", uid) for uid in view.units][:6]
        game = Spot(case, state, side, action).game
        one, other = (
            odds(
                game,
                rules,
                rules.view(world, side),
                side,
                [*units, Question("score")],
                (),
                until="4",
                worlds=3,
                cap=200,
                samples=10,
            )
            for world in (state, twin)
        )
        assert one == other
    assert looked


def test_a_side_that_sees_everything_needs_one_world_and_another_several() -> None:
    found = spot("tigers/19_december", 0, 8)
    rules = found.case.rules
    view = rules.view(found.state, found.side)
    worlds = imagined_worlds(rules, view, found.side, 8, 0)
    assert sum(share for share, _ in worlds) == 1
    assert len(worlds) > 1
    assert all(rules.pack(rules.view(world, found.side)) == rules.pack(view) for _, world in worlds)
    questions = everything(found)
    got = ask(found, questions, whole=False)
    assert got.worlds == len(worlds)
    assert "the average over" in str(got.notes[0])
    mean = [Fraction(0)] * len(questions)
    for share, world in worlds:
        there = found._replace(state=world)
        for number, answer in enumerate(ask(there, questions).answers):
            mean[number] += share * Fraction(answer.yes.exact)
    assert [Fraction(answer.yes.exact) for answer in got.answers] == mean
    open_ = spot("trumpets/losheim", 0, 10)
    assert ask(open_, [Question("score")], whole=False).worlds == 1
    assert ask(open_, [Question("score")], whole=False).notes == ()


# ---- sampled ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seed", "moment"), [SPOTS[0], SPOTS[7]])
def test_past_the_cap_the_rest_is_sampled_within_its_bounds(name: str, seed: int, moment: int) -> None:
    found = spot(name, seed, moment)
    questions = everything(found)
    exact = ask(found, questions)
    assert exact.applied > 40
    outside = looked = 0
    for number in range(sized(3, 5)):
        got = ask(found, questions, cap=25, samples=150, seed=number)
        assert not got.exact
        assert got.samples == 150
        assert 0 < got.sampled <= 1
        assert any("sampled from them: 150." in str(note) for note in got.notes)
        for one, other in zip(got.answers, exact.answers, strict=True):
            assert one.yes.exact == ""
            looked += 1
            outside += not one.yes.low - 1e-9 <= other.yes.chance <= one.yes.high + 1e-9
    assert outside <= looked // 8, "bounds of 95 in 100 that do not hold"
    again = ask(found, questions, cap=25, samples=150, seed=number)
    assert again == got
    assert ask(found, questions, cap=25, samples=150, seed=number + 1) != got


def test_where_a_tenth_of_the_cap_settles_nothing_the_search_gives_up() -> None:
    found = spot("iron_tide/ten_turn", 0, 21)  # chits are drawn from cups of sixty
    got = ask(found, [Question("score")], cap=2_000, samples=5)
    assert got.sampled > 0.99
    assert got.applied < 600


def test_who_stops_it_gets_what_is_known_so_far() -> None:
    found = spot("tigers/19_december", 0, 8)
    calls = iter(range(1000))
    got = ask(found, [Question("score")], stop=lambda: next(calls) > 30)
    (answer,) = got.answers
    assert got.samples == 0
    assert 0 < got.sampled <= 1
    assert answer.yes.low < answer.yes.high
    assert answer.yes.high - answer.yes.low == pytest.approx(got.sampled)


def test_games_of_chance_fall_as_the_odds_say() -> None:
    found = spot("tigers/19_december", 0, 8)
    rules = found.case.rules
    attacker = found.state.stack[-1].plans[0].attackers[0]
    (answer,) = ask(found, [Question("unit", attacker)]).answers
    lives = 0
    for seed in range(300):
        state = rules.apply(replace(found.state, dice=Dice(seed=seed)), found.action).state
        while not found.over(state):
            seat = rules.seat(state, rules.decider(state))
            state = rules.apply(state, seat.prompt.default, trusted=True).state
        lives += state.units[attacker].on_map
    low, high = wilson(lives, 300)
    assert low <= answer.yes.chance <= high


# ---- answers ---------------------------------------------------------------------------------------------------------
def test_the_best_answers_are_no_worse_for_their_side_than_any_other() -> None:
    found = spot("tigers/19_december", 0, 67)
    hexes = list(dict.fromkeys(at for plan in found.state.stack[-1].plans for at in plan.targets))
    units = [uid for at in hexes for uid in found.case.rules.board(found.state).units_at(at)]
    units = units[: sized(1, len(units))]
    for first in [*(Question("hex", at) for at in hexes), *(Question("unit", uid) for uid in units)]:
        enemy = first.about == "unit"  # the fewer of the enemy live the better
        chance = {
            who: Fraction(ask(found, [first], own=who[0], enemy=who[1]).answers[0].yes.exact)
            for who in (("default", "default"), ("best", "default"), ("default", "best"), ("best", "best"))
        }
        sign = -1 if enemy else 1
        assert sign * chance["best", "default"] >= sign * chance["default", "default"]
        assert sign * chance["default", "best"] <= sign * chance["default", "default"]
        assert (
            sign * chance["default", "best"]
            <= sign * chance["best", "best"]
            <= sign * chance["best", "default"]
        )


def test_a_level_answers_for_a_side_and_always_alike() -> None:
    found = spot("trumpets/losheim", 0, 10)
    questions = everything(found)
    one, other = (ask(found, questions, own="quick", enemy="quick") for _ in range(2))
    assert one == other
    assert one.exact
    assert one.answers != ask(found, questions).answers
    with pytest.raises(
        Wrong, match="There is no opponent called Rommel to answer; there are default, best, random"
    ):
        ask(found, questions, enemy="Rommel")


# ---- plans and ends --------------------------------------------------------------------------------------------------
def test_steps_that_cannot_be_done_are_told_with_their_chance() -> None:
    found = spot("ridge/contact", 0, 5)
    waiting = found.state.stack[-1].clashes[0]
    resolve = Action("resolve", (waiting.target,))
    got = ask(found, [Question("score")], (found.action, resolve, resolve))
    assert [(left.step, left.action, left.chance) for left in got.left] == [(3, resolve, 1.0)]
    assert ask(found, [Question("score")], (found.action, resolve)).left == ()
    first_die = ask(found, [Question("hex", waiting.target)], (found.action, resolve))
    assert chances(first_die.answers[0].lines) == chances(
        ask(found, [Question("hex", waiting.target)]).answers[0].lines
    )


def test_a_plan_that_cannot_begin_is_refused() -> None:
    found = spot("ridge/contact", 0, 5)
    with pytest.raises(Refused):
        ask(found, [Question("score")], (Action("resolve", ("C3",)),))
    with pytest.raises(Refused, match='There is no verb "charge"'):
        ask(found, [Question("score")], (Action("charge"),))
    with pytest.raises(Wrong, match="There is no hex Z99"):
        ask(found, [Question("hex", "Z99")])
    with pytest.raises(Wrong, match="There is no unit nobody"):
        ask(found, [Question("unit", "nobody")])
    with pytest.raises(Wrong, match="Nothing has been asked"):
        ask(found, [])
    with pytest.raises(Wrong, match="There is no phase tea; there are"):
        ask(found, [Question("score")], until="tea")


def test_a_game_that_names_no_phases_of_combat_has_to_be_told_how_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = spot("ridge/contact", 0, 5)
    monkeypatch.setattr(type(found.case.rules), "fights", ())
    with pytest.raises(Wrong, match="does not say in which phases it has combats"):
        ask(found, [Question("score")])
    assert ask(found, [Question("score")], until="movement").exact


def test_it_goes_as_far_as_it_is_told() -> None:
    found = spot("tigers/19_december", 0, 8)
    near = ask(found, [Question("score")], until="1")
    combat = ask(found, [Question("score")])
    supply = ask(found, [Question("score")], until="supply")
    assert near.positions < combat.positions < supply.positions
    assert near.exact
    assert combat.exact
    toy = spot("ridge/contact", 0, 30)
    over = ask(toy, [Question("score")], until="end", cap=50, samples=20)
    assert not over.exact


# ---- bounds ----------------------------------------------------------------------------------------------------------
def test_bounds_are_those_of_the_books() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(5, 10)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    assert round(wilson(0, 10)[1], 4) == 0.2775
    low, high = wilson(48, 96)
    assert 0.098 < high - 0.5 < 0.102
    assert mean_and_error([]) == (0.0, None)
    assert mean_and_error([3]) == (3.0, None)
    mean, error = mean_and_error([1, 2, 3, 4])
    assert mean == 2.5
    assert error == pytest.approx(0.6455, abs=1e-4)
