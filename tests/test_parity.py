"""What one game can do every game can do, or says in a sentence that it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine import parity, results
from hexbench.engine.display import Table
from hexbench.engine.events import Resolved
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, say
from hexbench.session import wire
from tests import games_table
from tests.bench._chance import QuickChance
from tests.laws.case import Case, load_case, product_names, toys
from tests.test_wire_attacks import ask
from tests.toys.crossroads import GAME as CROSSROADS
from tests.toys.patrol.game import PatrolGame
from tests.toys.ridge.game import RidgeGame

TOYS: dict[str, Any] = {"ridge": RidgeGame(), "patrol": PatrolGame(), "crossroads": CROSSROADS}
EVERYTHING = (*sorted(toys()), *product_names())
FIRST = tuple({name.partition("/")[0]: name for name in reversed(EVERYTHING)}.values())
"""One scenario of each game."""


def entry(case: Case) -> Any:
    """The entry of a case's game in the list of games."""
    return TOYS.get(case.game) or bootstrap.catalogue().games[case.game]


# ---- has it, or says that it has none --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", FIRST)
def test_every_game_has_a_capability_or_says_that_it_has_none(name: str) -> None:
    case = load_case(name)
    assert parity.wrong(entry(case), case.rules) == ()
    for why in case.rules.without.values():
        assert isinstance(why, Say)
        assert str(why)[0].isupper()
        assert str(why).endswith(".")


@pytest.fixture
def ridge(monkeypatch: pytest.MonkeyPatch) -> Any:
    rules = load_case("ridge/meeting").rules
    monkeypatch.setattr(type(rules), "without", dict(rules.without))
    return rules


def test_what_is_forgotten_is_found(ridge: Any) -> None:
    del ridge.without["headline"]
    assert parity.wrong(TOYS["ridge"], ridge) == (
        "ridge: has no headline (Date and weather at the top) and does not say so in Rules.without.",
    )


def test_what_came_since_it_was_said_to_be_missing_is_found(
    ridge: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ridge.seat_type, "headline", lambda self: say("Monday"), raising=False)
    assert parity.wrong(TOYS["ridge"], ridge) == ("ridge: has headline and says that it has none.",)


def test_half_a_capability_is_none(ridge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ridge.seat_type, "overlay")
    assert "overlays" not in parity.offered(TOYS["ridge"], ridge)


def test_a_misspelt_one_is_found(ridge: Any) -> None:
    ridge.without["weighted"] = ridge.without.pop("weighed")
    assert [text.partition(":")[2] for text in parity.wrong(TOYS["ridge"], ridge)] == [
        " has no weighed (Table cells light up while a move is considered) and does not say so in Rules.without.",
        " nothing that a game may be without is called weighted.",
    ]


# ---- what ends something has a checklist -------------------------------------------------------------------------------
ACTIONS = 400
ANSWERS = {
    "tide_of_iron": {
        "AttackDraft: roll": "the dice are what the draft is for; who does not support was not forgotten",
        "Window: hold": "asked at every hex that somebody passes: letting him pass is an answer like firing",
    },
    "patrol": {"Window: hold": "the same"},
}
"""Verbs that answer a question rather than end it, and why nothing is left undone by them."""


def unmarked(case: Case, seed: int) -> set[str]:
    """Verbs that name nothing and end a question somebody can work at in several actions, but are not marked ``ends``."""
    rules, state = case.rules, case.begin(seed).state
    player, chance = RandomOpponent(), QuickChance(seed)
    worked: set[type] = set()
    closing: set[tuple[type, str]] = set()
    for _ in range(ACTIONS):
        side = rules.decider(state)
        if side is None:
            break
        seat = rules.seat(state, side)
        step, depth = seat.step, len(state.stack)
        action, _ = player.choose(seat, chance)
        state = rules.apply(state, action, trusted=True).state
        stays = len(state.stack) >= depth and type(state.stack[depth - 1]) is type(step)
        verb = rules.verbs[action.verb]
        if stays:
            offer = next(o for o in seat.prompt.offers if o.verb == action.verb)
            if not offer.back:
                worked.add(type(step))
        elif not (verb.subject or verb.object or verb.ends or verb.gives_up):
            closing.add((type(step), verb.name))
    return {f"{step.__name__}: {name}" for step, name in closing if step in worked}


@pytest.mark.parametrize("name", FIRST)
def test_what_ends_a_question_one_can_work_at_has_a_checklist(name: str) -> None:
    case = load_case(name)
    assert {text for seed in (1, 2) for text in unmarked(case, seed)} <= {*ANSWERS.get(case.game, ())}


def test_an_end_that_is_not_marked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    case = load_case("ridge/meeting")
    ending = [verb for verb in case.rules.all_verbs if verb.ends]
    assert ending
    for verb in ending:
        monkeypatch.setattr(type(verb), "ends", False)
    assert any(unmarked(case, seed) for seed in (1, 2, 3))


# ---- results are told in words ---------------------------------------------------------------------------------------
RESULTS = tuple(name for name in FIRST if "results" not in load_case(name).rules.without)


@cache
def played(name: str) -> tuple[tuple[Any, Any, tuple[Any, ...]], ...]:
    """(seat of the side that decides, the action it takes, what is told of it) of the beginning of a game by chance."""
    return tuple(_played(load_case(name), 5))


def _played(case: Case, seed: int) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    rules, state = case.rules, case.begin(seed).state
    player, chance = RandomOpponent(), QuickChance(seed)
    for _ in range(ACTIONS):
        side = rules.decider(state)
        if side is None:
            return
        seat = rules.seat(state, side)
        action, _ = player.choose(seat, chance)
        out = rules.apply(state, action, trusted=True)
        yield seat, action, out.told
        state = out.state


def test_every_game_that_ships_tells_its_results_in_words() -> None:
    assert {name.partition("/")[0] for name in RESULTS} == {
        name.partition("/")[0] for name in product_names()
    }


@pytest.mark.parametrize("name", RESULTS)
def test_every_cell_of_every_results_table_has_words(name: str) -> None:
    case = load_case(name)
    seat = case.rules.seat(case.begin(1).state, None)
    tables = [panel for panel in seat.panels() if isinstance(panel, Table) and panel.results]
    assert tables
    for table in tables:
        assert len(table.results) in (1, len(table.columns)), table.key
    assert list(results.wordless(seat)) == []


def test_a_cell_without_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    case = load_case(RESULTS[0])
    seat = case.rules.seat(case.begin(1).state, None)
    monkeypatch.setattr(type(seat), "result", lambda self, what, code: say("half a sentence"))
    assert list(results.wordless(seat))


@pytest.mark.parametrize("name", RESULTS)
def test_whatever_is_resolved_or_foreseen_is_told_in_words(name: str) -> None:
    for seat, action, told in played(name):
        for one in told:
            if isinstance(one.all, Resolved):
                words = str(seat.result(one.all.what, one.all.result))
                assert words.endswith("."), (one.all.what, one.all.result)
        found = seat.forecast(action)
        if found is not None and found.what:
            names = {result for _, line in found.lines for result, _ in line.results}
            assert {result for result, _ in results.of_forecast(seat, found)} == names


# ---- tables light up while an action is weighed -----------------------------------------------------------------------
@pytest.mark.parametrize("name", RESULTS)
def test_what_lights_up_is_in_a_table_that_is_there(name: str) -> None:
    case = load_case(name)
    shape = {
        panel.key: (len(panel.rows), len(panel.columns))
        for panel in case.rules.seat(case.begin(1).state, None).panels()
        if isinstance(panel, Table)
    }
    for seat, action, _ in played(name):
        for key, lights in seat.weighed(action).items():
            rows, columns = shape[key]
            assert all(-1 <= one.row < rows and -1 <= one.column < columns for one in lights), (action, key)


# ---- the protocol says so ---------------------------------------------------------------------------------------------
@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[wire.Engine]:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    found = wire.Engine(bootstrap.catalogue())
    assert ask(found, do="new", game="iron_tide", scenario="17_december", seed=1)["ok"]
    yield found
    found.close()


def test_the_protocol_answers_with_the_sentence_of_a_game_that_has_none(
    engine: wire.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = engine.session.rules
    monkeypatch.setattr(type(rules), "without", {"what_if": say("Nobody attacks in this game.")})
    monkeypatch.setattr(rules.seat_type, "what_if", Seat.what_if)
    for request in ({"do": "attacks"}, {"do": "suppose", "what": {"side": "german", "hexes": ["1742"]}}):
        assert ask(engine, **request)["none"] == "Nobody attacks in this game."


# ---- the page about it --------------------------------------------------------------------------------------------------
def test_the_table_of_the_games_is_not_stale() -> None:
    assert games_table.PAGE.read_text(encoding="utf-8") == games_table.page(), (
        "run: python -m tests.games_table"
    )
