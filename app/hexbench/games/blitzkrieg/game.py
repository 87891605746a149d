"""The entry of Blitzkrieg at the Ardennes in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.opponent import PLAYERS
from hexbench.engine.rules import GameBase
from hexbench.games.blitzkrieg import OUTLINE, checks
from hexbench.games.blitzkrieg import checks as _check
from hexbench.games.blitzkrieg import options as _options
from hexbench.games.blitzkrieg import state as _state
from hexbench.games.blitzkrieg import tables as _tables
from hexbench.games.blitzkrieg.checks import check_map
from hexbench.games.blitzkrieg.editing import EDITING
from hexbench.games.blitzkrieg.opponent import middle, quick, strong
from hexbench.games.blitzkrieg.positions import compose, refit
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


class _BlitzkriegGame(GameBase, outline=OUTLINE):
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    """2: attempts to demolish and to build are counted separately (BK-BRG-04, BK-BRG-08), and more events of
    a turn are recorded. Positions have not changed: a game begun under 1 continues, but its older actions
    cannot be repeated.
    """
    Scenario: Final = _state.Scenario
    Options: Final = _options.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Blitzkrieg
    reworded_tables = ("ab1e417dcd9f18ba6c64d680c8ecd7ea",)
    phases: Final = PHASES
    editing: Final = EDITING
    opponents: Final = {**PLAYERS, "quick": quick, "middle": middle, "strong": strong}
    check_tables: Final = staticmethod(_check.check)
    check_scenario: Final = staticmethod(checks.check_order)
    compose: Final = staticmethod(compose)
    refit: Final = staticmethod(refit)

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _options.Options) -> BkRules:
        """Bind the game to a map, its tables and the options of one scenario. Raises ValueError if the map
        does not belong to this game.
        """
        check_map(atlas.sheet)
        return BkRules(atlas, _tables.on_map(tables, atlas.index), options)


GAME: Final = _BlitzkriegGame()
