"""The entry of Tide of Iron in the list of games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.opponent import PLAYERS
from hexbench.engine.rules import GameBase
from hexbench.games.tide_of_iron import OUTLINE, checks
from hexbench.games.tide_of_iron import rules as _rules
from hexbench.games.tide_of_iron import setup as _setup
from hexbench.games.tide_of_iron import state as _state
from hexbench.games.tide_of_iron import tables as _tables
from hexbench.games.tide_of_iron.checks import check_map
from hexbench.games.tide_of_iron.editing import EDITING
from hexbench.games.tide_of_iron.positions import compose
from hexbench.games.tide_of_iron.rules import TiRules
from hexbench.games.tide_of_iron.sequence import PHASES
from hexbench.staff.aims import Aims, Goal, Shown
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.tide_of_iron.seat import TiBoard


# What Tide of Iron declares to the planner.

FIGURES = {"regular": 1.0, "elite": 1.4, "officer": 1.8, "mg": 1.8, "mortar": 1.6}
"""The value of a figure relative to a regular."""
VEHICLES = {"": 6.0, "light": 4.5, "heavy": 3.0}
"""The value of a vehicle by its damage."""
_STEADY = {"": 1.0, "pinned": 0.8, "disrupted": 0.5}
"""The share of a squad's strength left by its condition."""
COMMAND = 0.15
"""The value of a point of command in victory points."""
_COVER = 0.25
"""The value of a die of cover, as a share of the strength of the unit that has it."""


class TiAims(Aims):
    """Victory points of the objectives, round by round to the end of the mission."""

    first: ClassVar = "american"
    second: ClassVar = "german"
    never: ClassVar = frozenset(
        {"fatigue", "set_op_fire", "take_from_base", "drop_figure", "cancel_attack", "forfeit", "end_phase"}
    )
    simple: ClassVar = frozenset({"build_squads", "deploy", "place_markers", "transfer"})
    reflexes: ClassVar = ("retreat", "shoot")
    through: ClassVar = ("assault_support", "storm", "assault_hex", "follow_up")
    musts: ClassVar = frozenset({"retreat"})
    pauses: ClassVar = frozenset({"turn", "spend", "set_op_fire", "draw_card"})
    shown: ClassVar = {
        "middle": Shown(mean=0.75, low=0.57, seeds=60),
        "strong": Shown(mean=0.35, low=0.16, seeds=60),
    }
    bulk_worth: ClassVar = 0.35
    width: ClassVar = 4
    walk: ClassVar = 0.6
    standing: ClassVar = 8.0
    decay: ClassVar = 0.6

    def goals(self, rules: TiRules, s: Any, board: TiBoard) -> list[Goal]:
        """The objectives, valued by what they will yield until the end."""
        left = max(1, s.mission.rounds - s.round + 1)
        out = []
        for one in s.mission.objectives:
            extra = COMMAND * left * (one.command.amount if one.command else 0)
            worth = [one.vp_per_round.get(side, 0) * left + extra for side in (self.first, self.second)]
            out.append(Goal(one.hex, worth[0], worth[1], s.control.get(one.id, "")))
        return out

    def power(self, rules: TiRules, s: Any, uid: str) -> float:
        """The value of its figures, reduced while pinned or disrupted."""
        return self.bulk(rules, s, uid) * _STEADY.get(s.units[uid].condition, 1.0)

    def bulk(self, rules: TiRules, s: Any, uid: str) -> float:
        """Its figures, or what is left of a vehicle."""
        unit = s.units[uid]
        if unit.squad:
            return float(sum(FIGURES.get(kind, 1.0) * n for kind, n in unit.figures.items()))
        return VEHICLES.get(unit.damage, 6.0)

    def kind(self, rules: TiRules, s: Any, uid: str) -> tuple[Hashable, float]:
        """On foot or on wheels."""
        return "any", 4.0 if s.units[uid].squad else 8.0

    def left(self, s: Any) -> float:
        """Rounds to the last."""
        return float(s.mission.rounds - s.round + 1)

    def score(self, rules: TiRules, s: Any, board: TiBoard) -> float:
        """Victory points so far."""
        return float(s.vp.get(self.first, 0) - s.vp.get(self.second, 0))

    def moved(self, s: Any, uid: str) -> bool:
        """Always False: units are not moved by value alone here, their actions are tried out."""
        return False

    def shelter(self, rules: TiRules, at: str, start: str) -> float:
        """The cover of the terrain (TI-TER): a cover die offsets an attack die, and a squad has about four."""
        return 1.0 + _COVER * rules.tables.terrain[rules.atlas.cell(at).terrain].cover


class _TideOfIronGame(GameBase, outline=OUTLINE):
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.TideOfIron
    phases: Final = PHASES
    editing: Final = EDITING
    opponents: Final = {**PLAYERS, **players(TiAims())}
    check_tables: Final = staticmethod(checks.table_problems)
    check_scenario: Final = staticmethod(checks.mission_problems)
    compose: Final = staticmethod(compose)

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TiRules:
        """Bind the game to a map, its tables and the options of one scenario.

        Raises ValueError if the map does not fit this game.
        """
        check_map(atlas, tables)
        return TiRules(atlas, tables, options)


GAME: Final = _TideOfIronGame()
