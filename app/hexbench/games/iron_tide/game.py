"""The entry of Iron Tide in the list of games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.opponent import PLAYERS
from hexbench.engine.rules import GameBase
from hexbench.games.iron_tide import OUTLINE, checks, victory
from hexbench.games.iron_tide import checks as _check
from hexbench.games.iron_tide import rules as _rules
from hexbench.games.iron_tide import setup as _setup
from hexbench.games.iron_tide import state as _state
from hexbench.games.iron_tide import tables as _tables
from hexbench.games.iron_tide.checks import check_map
from hexbench.games.iron_tide.combat_odds import across_river
from hexbench.games.iron_tide.combatants import is_regiment, printed_factor
from hexbench.games.iron_tide.editing import EDITING
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN
from hexbench.games.iron_tide.positions import compose
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.sequence import PHASES
from hexbench.staff.aims import Aims, Goal, Shown
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Arcs
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.iron_tide.board import ItBoard


# What Iron Tide declares to the planner.

LOOKS = {"A": 8.0, "B": 6.0, "C": 4.0}
"""The assumed strength of a regiment by its letter, since its chit is not known."""
LIEGE = 12.0
"""The worth of a place that wins the game, in victory points."""
_COLUMN = 1.25
"""A column of the results table as a factor of the defender's strength, at the usual odds of 2:1 to 5:1."""
_ROW = {"rough": _COLUMN, "woods": _COLUMN**2, "heavy_woods": _COLUMN**3}
"""Rows of odds below that of clear ground."""


class ItAims(Aims):
    """Victory points of places, for the Germans; the Allies deny them."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move", "enter"})
    attacks: ClassVar = frozenset({"attack"})
    never: ClassVar = frozenset({"withhold", "exit", "land", "lead", "misdirect", "widen", "reserve"})
    simple: ClassVar = frozenset({"setup"})
    reflexes: ClassVar = ("retreat", "advance")
    musts: ClassVar = frozenset({"retreat"})
    pauses: ClassVar = frozenset({"choose", "reserve", "movement", "engineering", "replacement"})
    shown: ClassVar = {
        "middle": Shown(mean=3.5, low=3.18, seeds=20),
        "strong": Shown(mean=0.52, low=0.15, seeds=12),
    }
    walk: ClassVar = 0.6
    bulk_worth: ClassVar = 0.06
    step_worth: ClassVar = 4.0

    def goals(self, rules: ItRules, s: Any, board: ItBoard) -> list[Goal]:
        """The places of the victory point list, each hex its share (20.0c-f)."""
        scenario = victory.scenario_of(rules, s.last_turn)
        out = []
        for place in rules.tables.victory_points.places:
            points, hexes = place.points(scenario), victory.hexes_of(rules, place)
            worth = LIEGE if points == "win" else float(points)
            if worth:
                out += [
                    Goal(at, worth / len(hexes), 0.0, victory.holder(rules, s, board, at)) for at in hexes
                ]
        return out

    def power(self, rules: ItRules, s: Any, uid: str) -> float:
        """A regiment's power by its letter, any other unit's by its printed factor; a commando hardly counts."""
        unit, printed = s.units[uid], s.roster[uid]
        if printed.commando:
            return 0.2
        if not is_regiment(unit, printed):
            return float(printed_factor(s, uid))
        return LOOKS.get(printed.letter, 5.0) / (2 if unit.reduced else 1)

    def takes(self, s: Any, uid: str) -> bool:
        """A commando holds nothing (B46)."""
        return not s.roster[uid].commando

    def kind(self, rules: ItRules, s: Any, uid: str) -> tuple[Hashable, float]:
        """Side and mobility determine movement costs (5.0)."""
        printed = s.roster[uid]
        return (printed.side, printed.mobility), float(printed.movement)

    def left(self, s: Any) -> float:
        """Turns to the last."""
        return float(s.last_turn - s.turn + 1)

    def arcs(self, rules: ItRules, kind: Any) -> Arcs:
        """Tactical movement with all bridges intact: following the position's bridges would not be worth the time."""
        return rules.prices.tactical(kind[0], kind[1], {})

    def shelter(self, rules: ItRules, at: str, start: str) -> float:
        """The odds row, a column for a town, and the river (11.21, 11.23a); entrenchments, part of the position, are ignored."""
        cell = rules.atlas.cell(at)
        found = _ROW.get(rules.tables.tec.crt_row(cell.terrain), 1.0)
        if rules.tables.tec.shift_left(cell.features):
            found *= _COLUMN
        return found * (rules.tables.defence.river if across_river(rules.atlas, start, at) else 1.0)


class _IronTideGame(GameBase, outline=OUTLINE):
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.IronTide
    reworded_tables = ("f9cc5062148c02d5b95589f65c2737bd",)
    phases: Final = PHASES
    editing: Final = EDITING
    opponents: Final = {**PLAYERS, **players(ItAims())}
    check_tables: Final = staticmethod(_check.check)
    check_scenario: Final = staticmethod(checks.check_order)
    compose: Final = staticmethod(compose)

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> ItRules:
        """Bind the game to a map, its tables and the options of one scenario. ValueError: the map is none of this game."""
        check_map(atlas.sheet, tables)
        return ItRules(atlas, tables, options)


GAME: Final = _IronTideGame()
