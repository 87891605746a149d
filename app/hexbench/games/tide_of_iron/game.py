"""The entry of Tide of Iron in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.games.tide_of_iron import mission_check, tables_check
from hexbench.games.tide_of_iron import rules as _rules
from hexbench.games.tide_of_iron import setup as _setup
from hexbench.games.tide_of_iron import state as _state
from hexbench.games.tide_of_iron import tables as _tables
from hexbench.games.tide_of_iron.aims import TiAims
from hexbench.games.tide_of_iron.editing import EDITING
from hexbench.games.tide_of_iron.map_check import check_map
from hexbench.games.tide_of_iron.pieces import SIDES
from hexbench.games.tide_of_iron.positions import compose
from hexbench.games.tide_of_iron.rules import TiRules
from hexbench.games.tide_of_iron.sequence import PHASES
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class TideOfIronGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "tide_of_iron"
    title: Final = "Tide of Iron"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.TideOfIron
    phases: Final = PHASES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    editing: Final = EDITING
    manners: Final = MANNERS
    opponents: Mapping[str, Callable[[], Any]] = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        **players(TiAims()),
    }

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TiRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas, tables)
        return TiRules(atlas, tables, options)

    def check_scenario(self, rules: TiRules, scenario: _setup.Scenario) -> Iterable[str]:
        """What does not make sense in a scenario that is well-formed."""
        return mission_check.problems(rules, scenario)

    def check_tables(self, tables: _tables.Tables) -> Iterable[str]:
        """What does not make sense in tables that are well-formed."""
        return tables_check.problems(tables)

    def compose(
        self, rules: TiRules, position: dict[str, Any], base: _setup.Scenario | None
    ) -> _state.TideOfIron:
        """A position from its description; see :mod:`positions`. Raises ValueError (one sentence)."""
        return compose(rules, position, base)


GAME: Final = TideOfIronGame()
