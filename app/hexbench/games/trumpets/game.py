"""The entry of A Time for Trumpets in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.opponent import PLAYERS
from hexbench.engine.rules import GameBase
from hexbench.games.trumpets import OUTLINE, checks
from hexbench.games.trumpets import rules as _rules
from hexbench.games.trumpets import state as _state
from hexbench.games.trumpets import tables as _tables
from hexbench.games.trumpets.checks import check_map
from hexbench.games.trumpets.editing import EDITING
from hexbench.games.trumpets.opponent import middle, quick
from hexbench.games.trumpets.positions import compose
from hexbench.games.trumpets.rules import TtRules
from hexbench.games.trumpets.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.calculator import Calculator


class _TrumpetsGame(GameBase, outline=OUTLINE):
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    Scenario: Final = _state.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Trumpets
    reworded_tables = ("651d5811a971b8b52a4e14261b98dc37", "28e4c6504901ccd122f34d153aee57bd")
    phases: Final = PHASES
    editing: Final = EDITING
    opponents: Final = {**PLAYERS, "quick": quick, "middle": middle}
    check_tables: Final = staticmethod(checks.problems)
    check_scenario: Final = staticmethod(checks.check)
    compose: Final = staticmethod(compose)

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TtRules:
        """Bind the game to a map, tables and options. Raises ValueError if the map is not of this game."""
        check_map(atlas.sheet, tables)
        return TtRules(atlas, tables, options)

    def calculator(self, tables: _tables.Tables) -> Calculator:
        """The calculator: combats put together by hand, without a map."""
        from hexbench.games.trumpets.calculator import TtCalculator

        return TtCalculator(tables)


GAME: Final = _TrumpetsGame()
