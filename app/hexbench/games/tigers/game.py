"""The entry of Tigers in the Ardennes in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.games.tigers import rules as _rules
from hexbench.games.tigers import setup as _setup
from hexbench.games.tigers import state as _state
from hexbench.games.tigers import tables as _tables
from hexbench.games.tigers import tables_check
from hexbench.games.tigers.aims import TgAims
from hexbench.games.tigers.editing import EDITING
from hexbench.games.tigers.map_check import check_map
from hexbench.games.tigers.pieces import SIDES
from hexbench.games.tigers.positions import compose
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.sequence import PHASES
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class TigersGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "tigers"
    title: Final = "Tigers in the Ardennes"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 2
    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Tigers
    phases: Final = PHASES
    """2: what changes nothing is asked no more (AMB-123), and the stacking test of the second pass waits for who could not
    move (AMB-122). Positions are as they were: a game begun under 1 goes on, and only its older actions are not repeated.
    """
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    editing: Final = EDITING
    manners: Final = MANNERS
    opponents: Mapping[str, Callable[[], Any]] = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        **players(TgAims()),
    }

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TgRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas.sheet)
        return TgRules(atlas, tables, options)

    def check_tables(self, tables: _tables.Tables) -> Iterable[str]:
        """What does not make sense in tables that are well-formed."""
        return tables_check.check(tables)

    def check_scenario(self, rules: TgRules, scenario: _setup.Scenario) -> Iterable[str]:
        """What does not make sense in a scenario, held against the map and the tables."""
        return (*tables_check.check_places(rules, scenario), *tables_check.check_scenario(rules, scenario))

    def compose(
        self, rules: TgRules, position: dict[str, Any], base: _setup.Scenario | None
    ) -> _state.Tigers:
        """A position from its description; see :mod:`positions`. Raises ValueError (one sentence)."""
        return compose(rules, position, base)


GAME: Final = TigersGame()
