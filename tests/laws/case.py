"""What is played: one scenario of one game, ready to begin, with the ids of its ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint
from typing import Any

from hexbench.engine.ledger import parse
from hexbench.engine.rules import Outcome, Rules
from hexbench.session.library import Library
from hexbench.store.found_games import GROUP, find_games
from hexbench.store.paths import find_places
from tests.toys.patrol import game as patrol
from tests.toys.patrol import ground as patrol_ground
from tests.toys.patrol.state import PatrolOptions
from tests.toys.ridge import game as ridge
from tests.toys.ridge import ground as ridge_ground
from tests.toys.ridge.state import RidgeOptions

AnyRules = Rules[Any, Any, Any]


@dataclass(frozen=True)
class Case:
    """A scenario to be played. ``name`` is ``game/scenario``; ``clauses`` are the ledger's ids, None without a ledger."""

    name: str
    rules: AnyRules
    begin: Callable[[int], Outcome]
    """Begins it with a seed."""
    clauses: frozenset[str] | None = None
    phases: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The game's key."""
        return self.name.partition("/")[0]


def clause_ids(text: str) -> frozenset[str]:
    """The ids of a ledger."""
    return frozenset(clause.id for clause in parse(text))


def toys() -> dict[str, Case]:
    """The toy games, rules made anew."""
    out: dict[str, Case] = {}
    ridge_rules = ridge.RidgeGame().open(ridge_ground.atlas(), ridge.load_tables(), RidgeOptions())
    ids = clause_ids(ridge.ledger_text())
    for name, meeting in ridge.load_scenarios().items():
        key = f"ridge/{name}"
        out[key] = Case(key, ridge_rules, partial(ridge_rules.new, meeting), ids, ridge.RidgeGame.phases)
    patrol_rules = patrol.PatrolGame().open(patrol_ground.atlas(), patrol.load_tables(), PatrolOptions())
    ids = clause_ids(patrol.ledger_text())
    for name, scenario in patrol.load_scenarios().items():
        key = f"patrol/{name}"
        out[key] = Case(key, patrol_rules, partial(patrol_rules.new, scenario), ids, patrol.PatrolGame.phases)
    library = foreign()
    for info in library.scenarios("crossroads"):
        loaded = library.load_scenario("crossroads", info.name)
        ids = frozenset(clause.id for clause in loaded.ledger or ())
        key = f"crossroads/{info.name}"
        out[key] = Case(key, loaded.rules, loaded.begin, ids, loaded.game.phases)
    return out


def foreign() -> Library:
    """A library with the toy that comes like a game of another package, with its data beside its code."""
    point = EntryPoint("crossroads", "tests.toys.crossroads:GAME", GROUP)
    found = find_games((point,))
    assert found.left_out == ()
    return Library(found.games, find_places(), found.homes)


def product_names() -> tuple[str, ...]:
    """``game/scenario`` for everything that ships, for every game that ships."""
    from hexbench.bootstrap import catalogue

    shipped = catalogue()
    return tuple(f"{key}/{info.name}" for key in shipped.games for info in shipped.scenarios(key))


def unlike_names() -> tuple[str, ...]:
    """The same without those that are another one with an earlier last turn: they begin alike, unit by unit."""
    return tuple(
        name for name in product_names() if name not in ("iron_tide/twenty_turn", "iron_tide/ten_turn")
    )


def more_names() -> tuple[str, ...]:
    """Cases that a game's own tests make from its scenarios: with other options, and with what no scenario has."""
    from tests.games.tide_of_iron import cases
    from tests.games.tigers import cases as tigers_cases
    from tests.games.trumpets import cases as trumpets_cases

    return (*cases.names(), *tigers_cases.names(), *trumpets_cases.names())


def load_case(name: str) -> Case:
    """The case of a name, whether a toy, a shipped scenario or one made from it. Raises KeyError, or BadFile if its files have faults."""
    playthings = toys()
    if name in playthings:
        return playthings[name]
    if "+" in name:
        from tests.games.tide_of_iron import cases
        from tests.games.tigers import cases as tigers_cases
        from tests.games.trumpets import cases as trumpets_cases

        if name in trumpets_cases.names():
            return trumpets_cases.load(name)
        return tigers_cases.load(name) if name in tigers_cases.names() else cases.load(name)
    from hexbench.bootstrap import catalogue

    key, _, scenario = name.partition("/")
    loaded = catalogue().load_scenario(key, scenario)
    ids = frozenset(clause.id for clause in loaded.ledger) if loaded.ledger else None
    return Case(name, loaded.rules, loaded.begin, ids, loaded.game.phases)


def matching(names: Iterable[str], wanted: str) -> list[str]:
    """The names of a game's scenarios, or the one of that full name."""
    return [name for name in names if wanted in (name, name.partition("/")[0])]
