"""The entry of Blitzkrieg at the Ardennes in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.games.blitzkrieg import checks
from hexbench.games.blitzkrieg import checks as _check
from hexbench.games.blitzkrieg import options as _options
from hexbench.games.blitzkrieg import state as _state
from hexbench.games.blitzkrieg import tables as _tables
from hexbench.games.blitzkrieg.checks import check_map
from hexbench.games.blitzkrieg.editing import EDITING
from hexbench.games.blitzkrieg.opponent import middle, quick, strong
from hexbench.games.blitzkrieg.pieces import SIDES
from hexbench.games.blitzkrieg.positions import compose
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class BlitzkriegGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "blitzkrieg"
    title: Final = "Blitzkrieg at the Ardennes"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _state.Scenario
    Options: Final = _options.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Blitzkrieg
    phases: Final = PHASES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    editing: Final = EDITING
    manners: Final = MANNERS
    opponents: Mapping[str, Callable[[], Any]] = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        "quick": quick,
        "middle": middle,
        "strong": strong,
    }

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _options.Options) -> BkRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas.sheet)
        return BkRules(atlas, _tables.on_map(tables, atlas.index), options)

    def check_tables(self, tables: _tables.Tables) -> Iterable[str]:
        """What does not make sense in tables that are well-formed."""
        return _check.check(tables)

    def check_scenario(self, rules: BkRules, scenario: _state.Scenario) -> Iterable[str]:
        """What does not make sense in a scenario, and in the tables held against the map."""
        return checks.check_order(rules, scenario)

    def compose(
        self, rules: BkRules, position: dict[str, Any], base: _state.Scenario | None
    ) -> _state.Blitzkrieg:
        """A position from its description; see :mod:`positions`. Raises ValueError (one sentence)."""
        return compose(rules, position, base)


GAME: Final = BlitzkriegGame()
