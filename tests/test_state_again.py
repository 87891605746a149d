"""The answer to ``state`` is the whole position: loaded again it is the same, on its scenario and on the map alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session import wire
from hexbench.study.playout import Chance
from tests.laws.case import product_names, unlike_names
from tests.sizes import sized
from tests.test_wire_attacks import ask

CATALOGUE = bootstrap.catalogue()
POSITIONS = {
    f"{game}/{info.name}"
    for game in CATALOGUE.games
    for info in CATALOGUE.scenarios(game)
    if info.is_position
}
SCENARIOS = [
    (name.partition("/")[0], name.partition("/")[2])
    for name in sized(unlike_names, product_names)()
    if name not in POSITIONS
]
ACTIONS = sized(200, 2000)
DEAR = ("iron_tide", "blitzkrieg")
"""Games of some hundred units: reading their positions is most of the work."""


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[wire.Engine, wire.Engine]]:
    """One that plays and one that loads."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    pair = wire.Engine(CATALOGUE), wire.Engine(CATALOGUE)
    yield pair
    for one in pair:
        one.close()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_state_is_loaded_again_as_it_was(
    engines: tuple[wire.Engine, wire.Engine], game: str, scenario: str
) -> None:
    plays, loads = engines
    assert ask(plays, do="new", game=game, scenario=scenario, seed=5)["ok"]
    options = msgspec.to_builtins(plays.session.bound.options)
    grounds = ({"base": scenario}, {"map": plays.session.bound.map})
    think, opponent = Chance(7), RandomOpponent()
    for n in range(ACTIONS):
        side = plays.session.decider
        if side is None:
            break
        if n % sized(16 if game in DEAR else 10, 10) == 0:
            told = ask(plays, do="state")
            for ground in grounds:
                again = ask(loads, do="load", game=game, options=options, position=told["state"], **ground)
                assert again["ok"], again
                assert ask(loads, do="state") == told
        action, _ = opponent.choose(plays.session.seat(side), think)
        plays.session.do(action)


def stack_of(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    """The state of a position that is loaded."""
    found = ask(engine, do="load", **request)
    assert found["ok"], found
    state: dict[str, Any] = ask(engine, do="state")["state"]
    return state


def test_a_stack_of_what_is_not_there_is_refused(engines: tuple[wire.Engine, wire.Engine]) -> None:
    """Else the fault came inside, when somebody was told of it or went on from there."""
    engine, _ = engines
    refused = {"ok": False, "code": "position", "path": "position.stack"}
    ground = {"game": "tigers", "base": "campaign"}
    tigers = stack_of(engine, **ground, position={"turn": 3, "units": {"2Pz": "1105", "28ID": "1003"}})
    nobody = [*tigers["stack"][:-1], {**tigers["stack"][-1], "who": "28ID"}]
    found = ask(engine, do="load", **ground, position={**tigers, "stack": nobody})
    assert refused.items() <= found.items()
    assert ask(engine, do="state")["state"] == tigers

    ground = {"game": "iron_tide", "base": "campaign"}
    units = {"G-26VG-77": "3043", "A-2-38": "3042"}
    iron = stack_of(engine, **ground, position={"turn": "20AM", "phase": "combat", "units": units})
    attack = {"verb": "attack", "subject": ["G-26VG-77"], "object": "3042"}
    assert ask(engine, do="apply", action=attack)["ok"]
    iron = ask(engine, do="state")["state"]
    assert "3042" in str(iron["stack"])
    for step in iron["stack"]:
        for plan in step.get("plans", ()):
            plan["hexes"] = ["nowhere"]
    found = ask(engine, do="load", **ground, position=iron)
    assert refused.items() <= found.items()


AMENDMENTS: dict[str, tuple[tuple[list[str], str, str], ...]] = {
    "iron_tide/campaign": (
        ([], "turn", "3"),
        (["A-2-38"], "supply", "out"),
        (["A-2-38"], "supply", "supplied"),
    ),
    "tide_of_iron/lanzerath": (
        ([], "initiative", "american"),
        (["F4"], "works.smoke", "yes"),
        (["F4"], "works.smoke", ""),
    ),
    "tigers/campaign": (
        ([], "weather", "Snow"),
        (["1106/1206"], "bridge", ""),
        (["1107/1206"], "bridge", ""),
        (["1107/1206"], "bridge", "german.blown"),
    ),
    "blitzkrieg/campaign": (([], "clear", "yes"), ([], "clear", "")),
    "trumpets/losheim": (([], "weather", "Fog"), ([], "weather", "Clear")),
}


@pytest.mark.parametrize("name", AMENDMENTS)
def test_a_state_that_the_umpires_hand_has_changed_is_loaded_again_as_it_is(
    engines: tuple[wire.Engine, wire.Engine], name: str
) -> None:
    """A word that was typed equals the one of the rules, and is packed like it; what was taken away stays away."""
    plays, loads = engines
    game, _, scenario = name.partition("/")
    assert ask(plays, do="new", game=game, scenario=scenario, seed=5, study=True)["ok"]
    for subject, what, to in AMENDMENTS[name]:
        amended = ask(plays, do="amend", subject=subject, what=what, to=to)
        assert amended["ok"] or "There is no" not in amended["sentence"], amended
        told = ask(plays, do="state")
        again = ask(loads, do="load", game=game, base=scenario, position=told["state"])
        assert again["ok"], again
        assert ask(loads, do="state") == told


def test_no_turn_after_the_last_is_set_by_the_umpires_hand(engines: tuple[wire.Engine, wire.Engine]) -> None:
    """Its state could not be loaded again."""
    engine, _ = engines
    for game, base, last in (
        ("iron_tide", "campaign", 20),
        ("tigers", "campaign", 6),
        ("blitzkrieg", "campaign", 20),
    ):
        said = {"turn": 5, "last_turn": last}
        assert ask(engine, do="load", game=game, base=base, position=said, study=True)["ok"]
        assert ask(engine, do="amend", what="turn", to=str(last))["ok"]
        assert ask(engine, do="amend", what="turn", to=str(last + 1))["code"] == "refused"


def test_a_unit_without_a_name_has_its_usual_one_at_once(engines: tuple[wire.Engine, wire.Engine]) -> None:
    engine, _ = engines
    ground = {"game": "tide_of_iron", "base": "lanzerath"}
    state = stack_of(engine, **ground, position={"units": {"g1": {"at": "I4", "name": ""}, "a1": "F4"}})
    assert state["units"]["g1"]["name"]
    assert stack_of(engine, **ground, position=state) == state
