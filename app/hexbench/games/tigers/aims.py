"""What Tigers in the Ardennes declares to the planner."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.games.tigers import victory
from hexbench.games.tigers.pieces import ALLIED, GERMAN
from hexbench.staff.aims import Aims, Goal

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.rules import TgRules


class TgAims(Aims):
    """Objectives of both sides, and for the Germans the way off the map to the north-west (TG-VIC-01, TG-VIC-02)."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move", "enter"})
    attacks: ClassVar = frozenset({"attack"})
    never: ClassVar = frozenset({"widen", "split", "join", "call_off", "remove"})
    simple: ClassVar = frozenset({"setup"})
    reflexes: ClassVar = ("retreat", "advance")
    musts: ClassVar = frozenset({"retreat"})
    pauses: ClassVar = frozenset({"movement", "supply", "reinforcements", "weather"})
    decay: ClassVar = 0.5
    bulk_worth: ClassVar = 0.25
    step_worth: ClassVar = 4.0

    def goals(self, rules: TgRules, s: Any, board: TgBoard) -> list[Goal]:
        """Objective hexes, and the exit that German units leave by."""
        zones = rules.zones
        out = [Goal(at, 6.0, 0.0, rules.holder(s, at) or "") for at in zones["german_objectives"]]
        out += [Goal(at, 0.0, 4.0, rules.holder(s, at) or "") for at in zones["allied_objectives"]]
        out += [Goal(at, 2.0, 0.0, ALLIED) for at in zones["exit_nw"]]
        return out

    def power(self, rules: TgRules, s: Any, uid: str) -> float:
        """The printed factor, less while it is disrupted."""
        return float(s.roster[uid].factor * (0.7 if s.units[uid].disrupted else 1.0))

    def kind(self, rules: TgRules, s: Any, uid: str) -> tuple[Hashable, float]:
        """All go alike, some faster."""
        return "any", float(s.roster[uid].omf or 1)

    def score(self, rules: TgRules, s: Any, board: TgBoard) -> float:
        """What left by the exit counts towards what is enough."""
        return 8.0 * victory.score(rules, s) / victory.ENOUGH
