"""The entry of A Time for Trumpets in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.games.trumpets import checks
from hexbench.games.trumpets import rules as _rules
from hexbench.games.trumpets import state as _state
from hexbench.games.trumpets import tables as _tables
from hexbench.games.trumpets.checks import check_map
from hexbench.games.trumpets.editing import EDITING
from hexbench.games.trumpets.opponent import middle, quick, strong
from hexbench.games.trumpets.pieces import SIDES
from hexbench.games.trumpets.positions import compose
from hexbench.games.trumpets.rules import TtRules
from hexbench.games.trumpets.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.calculator import Calculator


class TrumpetsGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "trumpets"
    title: Final = "A Time for Trumpets"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _state.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Trumpets
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

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TtRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas.sheet, tables)
        return TtRules(atlas, tables, options)

    def check_tables(self, tables: _tables.Tables) -> Iterable[str]:
        """What does not make sense in tables that are well-formed."""
        return checks.problems(tables)

    def check_scenario(self, rules: TtRules, scenario: _state.Scenario) -> Iterable[str]:
        """What does not make sense in a scenario, held against the map and the tables."""
        return checks.check(rules, scenario)

    def compose(
        self, rules: TtRules, position: dict[str, Any], base: _state.Scenario | None
    ) -> _state.Trumpets:
        """A position from its description; see :mod:`positions`. Raises ValueError (one sentence)."""
        return compose(rules, position, base)

    def calculator(self, tables: _tables.Tables) -> Calculator:
        """Combats put together by hand, on no map."""
        from hexbench.games.trumpets.calculator import TtCalculator

        return TtCalculator(tables)


GAME: Final = TrumpetsGame()
