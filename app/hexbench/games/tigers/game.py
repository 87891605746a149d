"""The game definition of Tigers in the Ardennes, as listed among the games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.atlas.arcs import compile_arcs
from hexbench.engine.opponent import PLAYERS
from hexbench.engine.rules import GameBase
from hexbench.games.tigers import OUTLINE, checks, victory
from hexbench.games.tigers import rules as _rules
from hexbench.games.tigers import setup as _setup
from hexbench.games.tigers import state as _state
from hexbench.games.tigers import tables as _tables
from hexbench.games.tigers.checks import check_map
from hexbench.games.tigers.editing import EDITING
from hexbench.games.tigers.ground import river
from hexbench.games.tigers.movers import TWELFTHS, kind_of, price
from hexbench.games.tigers.pieces import ALLIED, GERMAN, VDH
from hexbench.games.tigers.positions import compose
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.sequence import PHASES
from hexbench.games.tigers.victory import EXIT
from hexbench.staff.aims import Aims, Goal, Shown
from hexbench.staff.levels import players

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Arcs
    from hexbench.atlas.atlas import Atlas, Link
    from hexbench.games.tigers.seat import TgBoard


# The aims of Tigers in the Ardennes for the planner.

_OBJECTIVE = 6.0
"""The worth of a German objective while more than one is still missing."""
_LAST_OBJECTIVE = 14.0
"""The worth of each once at most one is missing: only all of them together win (TG-VIC-06)."""


class _TgAims(Aims):
    """Objectives of both sides, and for the Germans the way off the map to the north-west (TG-VIC-01, TG-VIC-02)."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move", "enter"})
    hows: ClassVar = frozenset({EXIT})
    tolls: ClassVar = {"road_mode": 0.1, "lift_road_mode": 0.1}
    attacks: ClassVar = frozenset({"attack"})
    never: ClassVar = frozenset({"widen", "split", "join", "call_off", "remove"})
    simple: ClassVar = frozenset({"setup"})
    reflexes: ClassVar = ("retreat", "advance")
    musts: ClassVar = frozenset({"retreat"})
    pauses: ClassVar = frozenset({"movement", "supply", "reinforcements", "weather"})
    shown: ClassVar = {
        "middle": Shown(mean=0.23, low=0.04, seeds=56),
        "strong": Shown(mean=0.87, low=0.64, seeds=40),
    }
    walk: ClassVar = 0.6
    decay: ClassVar = 0.5
    bulk_worth: ClassVar = 0.25
    step_worth: ClassVar = 4.0

    def goals(self, rules: TgRules, s: Any, board: TgBoard) -> list[Goal]:
        """Objective hexes, and the exit that German units leave by."""
        zones = rules.zones
        wanted = {at: rules.holder(s, at) or "" for at in sorted(zones["german_objectives"])}
        lacking = sum(holder != GERMAN for holder in wanted.values())
        worth = _OBJECTIVE if lacking > 1 else _LAST_OBJECTIVE
        out = [Goal(at, worth, 0.0, holder) for at, holder in wanted.items()]
        out += [Goal(at, 0.0, 4.0, rules.holder(s, at) or "") for at in sorted(zones["allied_objectives"])]
        out += [Goal(at, 2.0, 0.0, ALLIED, taken=False) for at in sorted(zones["exit_nw"])]
        return out

    def power(self, rules: TgRules, s: Any, uid: str) -> float:
        """The printed factor, less while it is disrupted."""
        return float(s.roster[uid].factor * (0.7 if s.units[uid].disrupted else 1.0))

    def takes(self, s: Any, uid: str) -> bool:
        """Von der Heydte holds nothing (AMB-86)."""
        return uid != VDH

    def kind(self, rules: TgRules, s: Any, uid: str) -> tuple[Hashable, float]:
        """How a unit crosses rivers, whether it uses road rate, and its movement factor."""
        printed = s.roster[uid]
        return (kind_of(printed), printed.mech), float(printed.omf or 1)

    def left(self, s: Any) -> float:
        """The number of turns left, including this one."""
        return float(s.last_turn - s.turn + 1)

    def arcs(self, rules: TgRules, kind: Any) -> Arcs:
        """The cheaper rate of every step with all bridges intact; differences in a particular position are
        small in comparison.
        """
        found: Arcs | None = rules.memo.get(("aims", kind))
        if found is None:
            whole = frozenset(rules.road_sides) & frozenset(rules.hexsides["river"])
            labels = rules.atlas.labels

            def cost(link: Link) -> int | None:
                way = price(rules, kind[0], kind[1], labels[link.start], labels[link.end], whole)
                return None if way is None else TWELFTHS * (min(way.full, way.road) if way.road else way.full)

            found = rules.memo["aims", kind] = compile_arcs(rules.atlas, cost)
        return found

    def score(self, rules: TgRules, s: Any, board: TgBoard) -> float:
        """The exit score, as a share of the score that wins."""
        return 8.0 * victory.score(rules, s) / victory.ENOUGH

    def shelter(self, rules: TgRules, at: str, start: str) -> float:
        """The value of a hex for defense: about one factor for towns and woods, one column for a river
        (TG-TER-06..08, TG-ODD-07).
        """
        cell = rules.atlas.cell(at)
        found = 1.0
        if "city" in cell.features:
            found *= 1.4
        elif "town" in cell.features:
            found *= 1.2
        if cell.terrain in ("forest", "venn"):
            found *= 1.2
        return found * (1.3 if river(rules, start, at) else 1.0)


class _TigersGame(GameBase, outline=OUTLINE):
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    Scenario: Final = _setup.Scenario
    Options: Final = _rules.Options
    Tables: Final = _tables.Tables
    State: Final = _state.Tigers
    reworded_tables = ("829359d26270c5e367f86385925e21d8",)
    phases: Final = PHASES
    editing: Final = EDITING
    opponents: Final = {**PLAYERS, **players(_TgAims())}
    check_tables: Final = staticmethod(checks.check)
    compose: Final = staticmethod(compose)

    def open(self, atlas: Atlas, tables: _tables.Tables, options: _rules.Options) -> TgRules:
        """Bind the game to a map, its tables and the options of one scenario. Raises ValueError if the map is
        not for this game.
        """
        check_map(atlas.sheet)
        return TgRules(atlas, tables, options)

    def check_scenario(self, rules: TgRules, scenario: _setup.Scenario) -> Iterable[str]:
        """The faults of a scenario, checked against the map and the tables."""
        return (*checks.check_places(rules, scenario), *checks.check_scenario(rules, scenario))


GAME: Final = _TigersGame()
