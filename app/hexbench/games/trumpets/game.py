"""The entry of A Time for Trumpets in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.games.trumpets import rules as _rules
from hexbench.games.trumpets import setup as _setup
from hexbench.games.trumpets import state as _state
from hexbench.games.trumpets import tables as _tables
from hexbench.games.trumpets.pieces import SIDES
from hexbench.games.trumpets.rules import TtRules
from hexbench.games.trumpets.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class TrumpetsGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "trumpets"
    title: Final = "A Time for Trumpets"
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Trumpets
    phases: Final = PHASES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    opponents: Mapping[str, Callable[[], Any]] = {"random": RandomOpponent, "default": DefaultOpponent}

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TtRules:
        """Bind the game to a map, its tables and the options of one scenario."""
        return TtRules(atlas, tables, options)


GAME: Final = TrumpetsGame()
