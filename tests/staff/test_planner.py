"""The planner at real positions of every game that declares what counts: what it answers is legal, the same from nothing, within
its budget, and hangs on nothing that its side cannot see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import MANNERS, in_manner
from hexbench.engine.state import Step
from hexbench.engine.values import Action, Say
from hexbench.staff.levels import LEVELS, every
from hexbench.staff.planner import BUDGETS, Planner
from hexbench.staff.value import Field, Scales
from hexbench.study import playout
from hexbench.study.playout import Chance
from tests.sizes import sized
from tests.staff.board import SCENARIOS, aims, loaded, planner, positions
from tests.strength.candidates import CANDIDATES

GAMES = tuple(SCENARIOS)


def steps_of(rules: Any) -> set[str]:
    """The names of all steps a game may ask or run."""

    def kinds(of: type[Step]) -> list[type[Step]]:
        return [of, *(deeper for below in of.__subclasses__() for deeper in kinds(below))]

    module = type(rules).__module__.rpartition(".")[0]
    return {str(rules.step_name(kind)) for kind in kinds(Step) if kind.__module__.startswith(module)}


# ---- declarations
def test_every_game_of_the_product_has_somebody_who_thinks() -> None:
    for key, game in catalogue().games.items():
        assert "quick" in game.opponents, key


@pytest.mark.parametrize("game", GAMES)
def test_a_declaration_names_verbs_and_steps_that_there_are(game: str) -> None:
    declared, rules = aims(game), loaded(game).rules
    named = declared.moves | declared.attacks | declared.never | declared.musts | set(declared.reflexes)
    assert named - set(rules.verbs) == set()
    assert (declared.pauses | declared.simple) - steps_of(rules) == set()
    assert {declared.first, declared.second} == set(rules.sides)
    assert declared.musts <= set(declared.reflexes)


@pytest.mark.parametrize("game", GAMES)
def test_the_places_of_a_declaration_are_on_the_map_and_count(game: str) -> None:
    declared, rules = aims(game), loaded(game).rules
    for s in positions(game):
        goals = declared.goals(rules, s, rules.board(s))
        assert goals
        for goal in goals:
            assert goal.hex in rules.atlas.index
            assert goal.first or goal.second
            assert goal.held in ("", "neutral", *rules.sides)


# ---- answers
def followed(
    rules: Any, state: Any, players: Mapping[str, Any], most: int
) -> Iterator[tuple[Any, Any, Action, Say]]:
    """(position, seat, action, why) of a game from a position on, as far as its first answers go."""
    for number in range(most):
        side = rules.decider(state)
        if side is None:
            return
        seat = rules.seat(state, side)
        action, why = players[side].choose(seat, Chance(number))
        yield state, seat, action, why
        state = rules.apply(state, action).state


def answers(game: str, player: Planner, state: Any, most: int) -> list[tuple[Any, str, Action]]:
    """(position, side, action) of some answers from a position on, both sides by the same player's kind."""
    rules, chance = loaded(game).rules, Chance(1)
    out: list[tuple[Any, str, Action]] = []
    players = {side: player if i == 0 else planner(game) for i, side in enumerate(rules.sides)}
    for now, seat, action, why in followed(rules, state, players, most):
        assert seat.refuse(action) == (), (action, seat.refuse(action))
        assert str(why).endswith(".")
        out.append((now, seat.side, action))
    assert chance.number(2) in (1, 2)
    return out


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_its_answers_are_legal_and_the_same_from_nothing(game: str, level: str) -> None:
    """After a restart, and after an undo, the same view has the same answer: nothing is remembered that counts."""
    rules = loaded(game).rules
    for state in positions(game)[1::2] if level == LEVELS[0] else positions(game)[2:3]:
        said = answers(game, planner(game, level), state, sized(6, 12))
        for n in range(0, len(said), 5):
            before, side, action = said[n]
            again, _ = planner(game, level if side == rules.sides[0] else "middle").choose(
                rules.seat(before, side), Chance(n)
            )
            assert again == action


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_its_answers_hang_on_nothing_hidden(game: str, level: str) -> None:
    rules, chance = loaded(game).rules, Chance(9)
    for state in positions(game)[LEVELS.index(level) :: 2]:
        side = rules.decider(state)
        if side is None:
            continue
        twin, wrong = playout.imagined(rules, state, side, chance.number)
        assert not wrong
        assert rules.view(twin, side) == rules.view(state, side)
        here, _ = planner(game, level).choose(rules.seat(state, side), Chance(4))
        there, _ = planner(game, level).choose(rules.seat(twin, side), Chance(4))
        assert here == there


@pytest.mark.parametrize("game", GAMES)
def test_it_never_thinks_past_its_budget(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded(game).rules
    real, applied = type(rules).apply, [0]

    def counted(self: Any, *given: Any, **named: Any) -> Any:
        applied[0] += 1
        return real(self, *given, **named)

    monkeypatch.setattr(type(rules), "apply", counted)
    for level, state in zip(LEVELS, positions(game)[1:], strict=True):
        side = rules.decider(state)
        if side is None:
            continue
        applied[0] = 0
        player = planner(game, level)
        player.choose(rules.seat(state, side), Chance(2))
        assert applied[0] <= player.budget.applied


def test_players_can_be_sent_to_another_process() -> None:
    import pickle

    for game in GAMES:
        made = pickle.loads(pickle.dumps(catalogue().games[game].opponents["quick"]))()
        assert isinstance(made, Planner)
        assert made.budget.worlds == BUDGETS["quick"].worlds
        assert made.budget.tries == BUDGETS["quick"].tries * made.aims.width


# ---- manners
def test_who_is_told_nothing_is_balanced_and_plays_as_ever() -> None:
    for game in catalogue().games.values():
        assert game.manners == MANNERS  # type: ignore[attr-defined]
        for level, made in game.opponents.items():
            told = in_manner(made, "balanced")
            assert type(told) is type(made())
            if level not in ("random", "default"):
                assert in_manner(made, "bold").__dict__ != told.__dict__


@pytest.mark.parametrize("game", GAMES)
def test_the_bold_count_more_of_what_may_be_won_and_less_of_what_may_be_lost(game: str) -> None:
    made = catalogue().games[game].opponents["quick"]
    careful, plain, bold = (in_manner(made, manner).aims for manner in MANNERS)
    assert careful.caution > plain.caution > bold.caution
    assert careful.boldness < plain.boldness < bold.boldness
    assert aims(game).caution == type(plain).caution == plain.caution
    rules, s = loaded(game).rules, positions(game)[0]
    own, enemy = (
        next(uid for uid, unit in s.units.items() if unit.side == side and unit.at in rules.atlas.index)
        for side in rules.sides
    )
    beside = rules.atlas.near[s.units[enemy].at][0]
    s = replace(s, units={**s.units, own: replace(s.units[own], at=beside)})
    assert len({Field(Scales(rules, one), s).value for one in (careful, plain, bold)}) == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_manner_has_the_same_answer_from_nothing(game: str) -> None:
    rules, made = loaded(game).rules, catalogue().games[game].opponents["quick"]
    state = positions(game)[2]
    seat = rules.seat(state, rules.decider(state))
    first, _ = in_manner(made, "bold").choose(seat, Chance(7))
    again, _ = in_manner(made, "bold").choose(rules.seat(state, rules.decider(state)), Chance(7))
    assert first == again
    assert seat.refuse(first) == ()


# ---- attacks
@pytest.mark.parametrize("game", ["iron_tide", "tigers"])
def test_a_declaration_that_is_begun_is_ended_and_never_cleared(game: str) -> None:
    rules = loaded(game).rules
    for state in positions(game):
        now = rules.resume(rules.enter(state, "combat")).state
        side, player = rules.decider(now), planner(game)
        step = rules.seat(now, side).prompt.step
        said: list[str] = []
        while rules.decider(now) == side and rules.seat(now, side).prompt.step == step and len(said) < 80:
            action, _ = player.choose(rules.seat(now, side), Chance(len(said)))
            said.append(action.verb)
            now = rules.apply(now, action).state
        assert set(said[:-1]) <= planner(game).aims.attacks
        assert player.rests(Action("")) == (len(said) > 1)


@pytest.mark.parametrize("seed", [2200, 2201, 2202])
def test_where_everybody_in_contact_must_fight_attacks_are_found_that_leave_nobody_out(seed: int) -> None:
    """Blitzkrieg: every unit next to an enemy fights, and every enemy next to one is fought (BK-ENG-02, BK-ENG-03). All joined in on the first
    hex, nobody was left for the last, and it was taken back and begun again a hundred times.
    """
    at = catalogue().load_scenario("blitzkrieg", "bastogne", {})
    rules, player, said = at.rules, every(CANDIDATES["blitzkrieg"])["strong"](), list[str]()
    state = at.begin(seed).state
    while state.phasing == "german" and rules.decider(state) == "german" and len(said) < 60:
        seat = rules.seat(state, "german")
        action, _ = player.choose(seat, Chance(len(said)))
        said.append(action.verb)
        if action.verb == "resolve":
            assert [check for check in seat.checklist() if check.bars] == []
            break
        state = rules.apply(state, action).state
    assert said[-1] == "resolve"
    assert "engage" in said
    assert "undo_engage" not in said


def test_guns_that_cost_nothing_are_used_before_a_phase_is_ended() -> None:
    """Tried beside ending, what they protect was lost in the luck of the battles that follow both (BK-ART-14)."""
    at = catalogue().load_scenario("blitzkrieg", "bastogne", {})
    rules, aims, seen = at.rules, CANDIDATES["blitzkrieg"], 0
    players = {side: every(aims)["quick"]() for side in rules.sides}
    for state, seat, action, _ in followed(rules, at.begin(2200).state, players, 160):
        left = [
            uid
            for offer in seat.prompt.offers
            if offer.verb == "support"
            for uid in offer.subjects
            if not aims.used(state, "support", uid)
        ]
        if left:
            seen += 1
            assert action.verb == "support"
            assert action.subject[0] in left
    assert seen > 1


@pytest.mark.parametrize("game", ["iron_tide", "tigers"])
def test_no_more_stand_in_a_hex_than_it_holds_when_limits_are_tested(game: str) -> None:
    """Stacking is legal until it is tested: whoever forgot that lost two dozen divisions in one game."""
    rules = loaded(game).rules
    for state in positions(game):
        now = rules.resume(rules.enter(state, "movement")).state
        side, player, number = rules.decider(now), planner(game), 0
        while rules.decider(now) == side and number < 60:
            seat = rules.seat(now, side)
            action, _ = player.choose(seat, Chance(number))
            number += 1
            if action.verb not in player.aims.moves:
                break
            mates = [u for u in seat.board.units_at(action.object) if seat.s.units[u].side == side]
            mates = [u for u in mates if u not in action.subject]
            what = seat.what_if()
            assert not mates or what.fits(seat, mates, action.subject[0]), action
            now = rules.apply(now, action).state


# ---- levels
@pytest.mark.parametrize("game", ["tigers", "iron_tide"])
def test_quick_looks_at_few_hexes_of_a_unit_and_middle_at_all(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, looked = Field.moved, list[int]()

    def watched(self: Field, uid: str, ends: Any) -> Any:
        looked.append(len(ends))
        return real(self, uid, ends)

    rules = loaded(game).rules
    seat = next(
        seat
        for s in positions(game, 12, 10)
        if (seat := rules.seat(s, rules.decider(s))) and "move" in {o.verb for o in seat.prompt.offers}
    )
    monkeypatch.setattr(Field, "moved", watched)
    most = {}
    for level in ("quick", "middle"):
        looked.clear()
        planner(game, level).choose(seat, Chance(1))
        most[level] = max(looked)
    assert most["quick"] == BUDGETS["quick"].ends < most["middle"]


def test_moves_say_what_they_are_for_by_the_names_on_the_map() -> None:
    """Of a game of Tigers: who goes to a place that counts, who makes for one, and where."""
    at = loaded("tigers")
    rules, said, counted = at.rules, dict[str, str](), 0
    wanted = {"counts towards the final result", "It heads for"}
    players = {side: planner("tigers") for side in rules.sides}
    for _, _, action, why in followed(rules, at.begin(3).state, players, 120):
        if action.verb == "move":
            for word in ("counts towards the final result", "It heads for", "breaks away"):
                if word in str(why):
                    said.setdefault(word, str(why))
            if "counts towards the final result" in str(why):
                named = rules.atlas.places_at.get(action.object, ())
                assert action.object in str(why)
                assert not named or f"{named[0].name} ({action.object})" in str(why)
                counted += 1
            if counted >= sized(5, 120) and wanted <= said.keys():
                break
    assert wanted <= said.keys()
