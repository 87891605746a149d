"""The entry of Iron Tide in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.games.iron_tide import order_check
from hexbench.games.iron_tide import rules as _rules
from hexbench.games.iron_tide import setup as _setup
from hexbench.games.iron_tide import state as _state
from hexbench.games.iron_tide import tables as _tables
from hexbench.games.iron_tide import tables_check as _check
from hexbench.games.iron_tide.aims import ItAims
from hexbench.games.iron_tide.editing import EDITING
from hexbench.games.iron_tide.map_check import check_map
from hexbench.games.iron_tide.pieces import SIDES
from hexbench.games.iron_tide.positions import compose
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.sequence import PHASES
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class IronTideGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "iron_tide"
    title: Final = "Iron Tide"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.IronTide
    phases: Final = PHASES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    editing: Final = EDITING
    manners: Final = MANNERS
    opponents: Mapping[str, Callable[[], Any]] = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        **players(ItAims()),
    }

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> ItRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas.sheet, tables)
        return ItRules(atlas, tables, options)

    def check_tables(self, tables: _tables.Tables) -> Iterable[str]:
        """What does not make sense in tables that are well-formed."""
        return _check.check(tables)

    def check_scenario(self, rules: ItRules, scenario: _setup.Scenario) -> Iterable[str]:
        """What does not make sense in an order of battle, held against the map and the tables."""
        return order_check.check(rules, scenario)

    def compose(
        self, rules: ItRules, position: dict[str, Any], base: _setup.Scenario | None
    ) -> _state.IronTide:
        """A position from its description; see :mod:`positions`. Raises ValueError (one sentence)."""
        return compose(rules, position, base)


GAME: Final = IronTideGame()
