"""The entry of Blitzkrieg at the Ardennes in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.games.blitzkrieg import options as _options
from hexbench.games.blitzkrieg import setup as _setup
from hexbench.games.blitzkrieg import state as _state
from hexbench.games.blitzkrieg import tables as _tables
from hexbench.games.blitzkrieg.opponent import middle, quick, strong
from hexbench.games.blitzkrieg.pieces import SIDES
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class BlitzkriegGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "blitzkrieg"
    title: Final = "Blitzkrieg at the Ardennes"
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = _setup.Scenario
    Options: Final = _options.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Blitzkrieg
    phases: Final = PHASES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    opponents: Mapping[str, Callable[[], Any]] = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        "quick": quick,
        "middle": middle,
        "strong": strong,
    }

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _options.Options) -> BkRules:
        """Bind the game to a map, its tables and the options of one scenario."""
        return BkRules(atlas, tables, options)


GAME: Final = BlitzkriegGame()
