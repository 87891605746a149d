"""Positions in the middle of everything through the engine: they load again as they were, and with a word changed they are
refused in a sentence that says where, while the game that is open stays.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session import wire
from tests.games.tide_of_iron import cases
from tests.games.tide_of_iron.test_rounds_random import Chance
from tests.sizes import sized

STEPS = 350
DEPTH = 6
"""How many decisions are made after a position has been loaded."""
HIDDEN = {"concealment": "hidden"}


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(engine.answer(json.dumps(request).encode())))
    assert answer.get("code") != "internal", answer
    return answer


def load(engine: wire.Engine, position: dict[str, Any]) -> dict[str, Any]:
    return ask(engine, do="load", game="tide_of_iron", base="noville", options=HIDDEN, position=position)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[wire.Engine]:
    patch = pytest.MonkeyPatch()
    patch.setenv("HEXBENCH_HOME", str(tmp_path_factory.mktemp("home")))
    engine = wire.Engine(bootstrap.catalogue())
    yield engine
    engine.close()
    patch.undo()


@pytest.fixture(scope="module")
def moments() -> list[dict[str, Any]]:
    """A state for every shape of stack that some random games come to, concealed squads hidden."""
    case = cases.load("tide_of_iron/noville+hidden")
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for seed in range(4):
        state, think = case.begin(seed).state, Chance(seed)
        for _ in range(STEPS):
            side = case.rules.decider(state)
            if side is None:
                break
            shape = tuple(type(step).__name__ for step in state.stack)
            found.setdefault(shape, json.loads(msgspec.json.encode(state)))
            action, _ = RandomOpponent().choose(case.rules.seat(state, side), think)
            state = case.rules.apply(state, action).state
    return list(found.values())


def test_every_moment_of_a_game_loads_again_and_goes_on(
    engine: wire.Engine, moments: list[dict[str, Any]]
) -> None:
    assert len(moments) > 25
    for moment in moments:
        assert load(engine, moment)["ok"]
        told = ask(engine, do="state")["state"]
        assert {key: told[key] for key in moment} == moment
        for _ in range(DEPTH):
            prompt = ask(engine, do="prompt")["prompt"]
            if prompt["side"] is None:
                break
            for kind in ("checklist", "panels", "faces", "log"):
                assert ask(engine, do=kind)["ok"]
            assert ask(engine, do="apply", action=prompt["default"])["ok"]
        assert ask(engine, do="audit")["problems"] == []


def test_a_game_that_is_over_loads_again_as_one(engine: wire.Engine) -> None:
    """And with the initiative where it is at the end, not where the scenario puts it."""
    units = {"g1": {"at": "C3"}, "a1": {"at": "K7"}}
    assert load(engine, {"units": units, "stack": [], "round": 7, "initiative": "american"})["verdict"]
    over = ask(engine, do="state")
    assert over["state"]["stack"] == []
    assert load(engine, over["state"])["verdict"]["over"]
    assert ask(engine, do="state") == over


WRONG: dict[str, Any] = {
    "unit": "nobody",
    "squad": "nobody",
    "mover": "nobody",
    "target": "nobody",
    "hex": "Z99",
    "path": ["Z99"],
    "way": ["Z99"],
    "parts": [],
    "at": 99,
    "left": -1,
    "next": "yesterday",
    "card": "no-card",
    "who": "british",
    "kind": "rumour",
}


def changed(moment: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with one word of the stack wrong, or a step left out or twice in it."""
    for n, step in enumerate(moment["stack"]):
        for field, word in WRONG.items():
            if field in step and step[field] is not None:
                out = copy.deepcopy(moment)
                out["stack"][n][field] = word
                yield out
        for cut in ([], [step, step]):
            if (n + 1 < len(moment["stack"]) or cut) and step["step"] != moment["stack"][n - 1]["step"]:
                out = copy.deepcopy(moment)
                out["stack"][n : n + 1] = copy.deepcopy(cut)
                yield out


def test_a_wrong_word_in_the_stack_is_named_and_the_open_game_stays(
    engine: wire.Engine, moments: list[dict[str, Any]]
) -> None:
    assert load(engine, moments[0])["ok"]
    before, count = ask(engine, do="state")["digest"], 0
    few = sized(6, 1)
    for number, moment in enumerate(moments):
        for position in islice(changed(moment), number % few, None, few):
            answer = load(engine, position)
            if answer["ok"]:  # two that are asked one after the other, or a step that can be done without
                assert ask(engine, do="audit")["problems"] == []
                assert load(engine, moments[0])["ok"]
                continue
            assert answer["path"].startswith("position"), answer
            assert answer["sentence"].endswith("."), answer
            assert ask(engine, do="state")["digest"] == before
            count += 1
    assert count > 200 // few


@pytest.mark.parametrize(
    ("mission", "path"),
    [
        ({"rounds": 10**9}, "position.mission.rounds"),
        (
            {"actions_per_turn": {"american": 3, "german": 3, "british": 3}},
            "position.mission.actions_per_turn",
        ),
        (
            {"objectives": [{"id": "x", "hex": "C3"}, {"id": "x", "hex": "C4"}]},
            "position.mission.objectives[1].id",
        ),
        ({"zones": {"american_deploy": ["Z99"]}}, "position.mission.zones.american_deploy"),
        (
            {"objectives": [{"id": "x", "hex": "C3", "vp_per_round": {"x": 1}}]},
            "position.mission.objectives[0]",
        ),
        (
            {"forces": {"german": {"bases": 0, "pool": {}, "vehicles": {"panther": 1}}}},
            "position.mission.forces",
        ),
        (
            {"forces": {"german": {"bases": 0, "pool": {}, "vehicles": {"tiger_i": 10**9}}}},
            "position.mission",
        ),
        ({"forces": {"german": {"bases": 10**9, "pool": {}}}}, "position.mission.forces.german.bases"),
        ({"forces": {"german": {"bases": 0, "pool": {}, "operations": ["no"]}}}, "position.mission.forces"),
    ],
)
def test_a_mission_that_cannot_be_played_is_refused_with_its_path(
    engine: wire.Engine, mission: dict[str, Any], path: str
) -> None:
    answer = load(engine, {"units": {"a1": "C3"}, "mission": mission})
    assert not answer["ok"]
    assert answer["path"].startswith(path), answer


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ({f"x{n}": {"side": "german", "at": "C3", "figures": {"regular": 1}} for n in range(4)}, "TI-STK-01"),
        ({f"x{n}": {"side": "german", "at": "C3", "type": "opel_blitz"} for n in range(3)}, "TI-STK-02"),
        ({"x": {"side": "german", "at": "C3", "figures": {"mg": 3}}}, "M-01"),
        ({"x": {"side": "german", "at": "C3", "figures": {"mg": 1}, "specialization": "medic"}}, "TI-SPC-02"),
        ({"x": {"side": "german", "at": "C3", "type": "opel_blitz", "damage": "heavy"}}, "TI-ABL-17"),
        (
            {"x": {"side": "german", "at": "C3", "figures": {"regular": 1}, "shelter": "pillbox"}},
            "TI-FORT-01",
        ),
        ({"x": {"side": "german", "at": "C3", "type": "tiger_i", "condition": "pinned"}}, "TI-SUP-01"),
        ({"x": {"side": "german", "at": "#aboard/y", "figures": {"regular": 1}}}, "TI-TRN-01"),
        ({"x": {"side": "german", "at": "Z99", "figures": {"regular": 1}}}, "position"),
        ({"x": {"side": "german", "at": "#nowhere", "figures": {"regular": 1}}}, "position"),
    ],
)
def test_units_that_cannot_be_are_refused_with_the_clause(
    engine: wire.Engine, units: dict[str, Any], rule: str
) -> None:
    answer = load(engine, {"units": units})
    assert not answer["ok"]
    assert rule in [problem["rule"] for problem in answer["problems"]]


TURN = (
    {"step": "campaign", "next": "command"},
    {"step": "action_phase", "next": "german"},
    {"step": "turn", "who": "american", "left": 2},
)
SHOT = {"step": "attack", "who": "american", "target": "x", "hex": "C5", "mode": "normal"}


@pytest.mark.rule("tide_of_iron", "TI-SEQ-06")
@pytest.mark.parametrize("at", ["#tray/american", "#destroyed", "#lost"])
@pytest.mark.parametrize(
    "steps",
    [
        [{"step": "advance", "who": "american", "unit": "y"}],
        [{"step": "storm", "who": "american", "unit": "y"}],
        [{"step": "fire_move", "who": "american", "unit": "y"}],
        [{"step": "fire_move", "who": "american", "unit": "y"}, {**SHOT, "kind": "fire_move", "at": 4}],
        [{"step": "concentrating", "who": "american"}, {**SHOT, "kind": "concentrated"}],
    ],
)
def test_a_unit_that_acts_is_on_the_map_or_in_a_vehicle_there(
    engine: wire.Engine, steps: list[dict[str, Any]], at: str
) -> None:
    four = {"regular": 4}
    parts = [{"unit": "y", "figures": four}]
    stack = [*TURN, *({**step, "parts": parts} if step["step"] == "attack" else step for step in steps)]
    units: dict[str, Any] = {
        "a1": "C3",
        "x": {"side": "german", "at": "C5", "figures": four},
        "y": {"side": "american", "at": at, "figures": four},
    }
    answer = load(engine, {"units": units, "stack": stack})
    assert (answer["ok"], answer["path"]) == (False, "position.stack"), answer
    assert load(engine, {"units": {**units, "y": {**units["y"], "at": "C4"}}, "stack": stack})["ok"]
    truck = {"side": "american", "at": "C4", "type": "gmc_cckw_353"}
    riding = {**units, "z": truck, "y": {**units["y"], "at": "#aboard/z"}}
    if len(steps) == 1:
        assert load(engine, {"units": riding, "stack": stack})["ok"]
