"""What A Time for Trumpets declares to the planner."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.what_if import Supposed
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.battlefield import base_of, built_at
from hexbench.games.trumpets.combat import Combat
from hexbench.games.trumpets.declare import Preparing
from hexbench.games.trumpets.pieces import ALLIED, GERMAN, scaled
from hexbench.games.trumpets.supporting import Defence
from hexbench.hexes.numbering import parse
from hexbench.staff.aims import Aims, Goal

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Arcs
    from hexbench.games.trumpets.battlefield import Backing
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import TtBoard, TtSeat

SHARE: Final = {"front_line": 1.0, "combat_support": 0.6, "artillery": 0.1, "hq": 0.0}
"""What is left of a unit's factors for a place, by its category."""
COVER: Final = {"town": 2.0, "city": 3.0, "village": 1.2, "broken": 1.4, "forest": 1.4}
"""By how much ground makes a defender stronger."""
REACHED: Final = 0.04
"""What it is worth to have an objective in reach of a gun, for each of its points."""
WEST: Final = 0.8
"""What is left of the point for a unit in the west for each hex that it is short of it."""


class TtAims(Aims):
    """Objectives for the Germans, steps, and American units that end the game in the west (TT-REC-19)."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move", "enter"})
    attacks: ClassVar = frozenset({"attack"})
    never: ClassVar = frozenset({"back", "clear", "withhold", "recall", "build", "stop_building", "tot"})
    reflexes: ClassVar = ("retreat", "advance")
    musts: ClassVar = frozenset({"retreat"})
    pauses: ClassVar = frozenset({"movement", "combat", "arrivals"})
    helps: ClassVar = {"gun/": "support", "kind=": "kind", "air/": "fly"}
    fight: ClassVar = frozenset({"fight", "commit"})
    bulk_worth: ClassVar = 1.2
    help_cost: ClassVar = 0.05
    standing: ClassVar = 4.0
    inside: ClassVar = 2.0
    decay: ClassVar = 0.4
    caution: ClassVar = 0.25
    boldness: ClassVar = 0.4

    def goals(self, rules: TtRules, s: Any, board: TtBoard) -> list[Goal]:
        """Objectives count for the Germans when they were in them last."""
        return [
            Goal(goal.hex, float(goal.points), 0.0, s.held.get(goal.hex, "")) for goal in s.mission.objectives
        ]

    def power(self, rules: TtRules, s: Any, uid: str) -> float:
        """Its better factor, as far as its category fights for places."""
        type_ = rules.template(s.mission.units[uid])
        best = max(type_.af, type_.df, type_.fa)
        return SHARE[type_.category] * scaled(best, type_.steps - s.units[uid].lost, type_.steps)

    def bulk(self, rules: TtRules, s: Any, uid: str) -> float:
        """Its steps: each that is lost is a point."""
        return float(rules.steps(s.mission.units[uid]) - s.units[uid].lost)

    def kind(self, rules: TtRules, s: Any, uid: str) -> tuple[Hashable, float]:
        """On foot, on wheels or on tracks."""
        type_ = rules.template(s.mission.units[uid])
        return type_.move, float(type_.mf)

    def arcs(self, rules: TtRules, kind: Any) -> Arcs:
        """Without road blocks."""
        return passage.arcs(rules, kind, frozenset())

    def left(self, s: Any) -> float:
        """Turns to the last."""
        return float(len(s.mission.turns) - s.turn + 1)

    def final(self, s: Any, side: str) -> bool:
        """The second player has the last word."""
        return s.turn == len(s.mission.turns) and side == s.phasing != s.mission.first

    def moved(self, s: Any, uid: str) -> bool:
        """Whoever has spent anything."""
        return bool(s.units[uid].spent)

    def post(self, rules: TtRules, s: Any, uid: str) -> Hashable | None:
        """The column that American front line units are to end in or west of; the objectives that guns are to reach."""
        printed = s.mission.units[uid]
        type_ = rules.template(printed)
        if type_.category == "artillery":
            return (type_.range, tuple((goal.hex, goal.points) for goal in s.mission.objectives))
        fit = printed.nation == "american" and type_.category == "front_line"
        return s.mission.exit_west if fit else None

    def posts(self, rules: TtRules, post: Any) -> dict[str, float]:
        """A point in the west, less on the way to it; a share of the objectives within reach."""
        atlas = rules.atlas
        if isinstance(post, tuple):
            reach, goals = post
            return {
                at: REACHED * sum(points for goal, points in goals if atlas.distance(at, goal) < reach)
                for at in atlas.labels
            }
        numbering = atlas.sheet.grid.numbering
        return {at: WEST ** max(0, parse(numbering, at)[0] - post) for at in atlas.labels}

    def bars(self, rules: TtRules, s: Any, uid: str) -> bool:
        """Units of the front line have zones of control."""
        return bool(rules.front_line(s.mission.units[uid]))

    def cover(self, rules: TtRules) -> dict[str, float]:
        """Towns multiply, woods and villages shift and modify."""
        return {
            at: COVER.get(built_at(rules, at), 1.0) * COVER.get(base_of(rules, at), 1.0)
            for at in rules.atlas.labels
        }

    def prepared(self, seat: TtSeat) -> Supposed | None:
        """The attack of the plan, or the one that is to be defended against."""
        step = seat.step
        if isinstance(step, Preparing) and step.plan.hex:
            plan, side, backs = step.plan, step.who, [("attack", step.plan.backing)]
        elif isinstance(step, Defence):
            below = next(one for one in reversed(seat.s.stack) if isinstance(one, Combat))
            plan, side = below.plan, below.side
            backs = [("attack", plan.backing), ("defence", step.backing)]
        else:
            return None
        units = tuple((uid, str(seat.s.units[uid].at)) for uid in plan.units)
        switches = [one for who, back in backs for one in _switches(who, back)]
        return Supposed(side=side, hexes=(plan.hex,), units=units, switches=(*switches, f"kind={plan.kind}"))


def _switches(who: str, back: Backing) -> tuple[str, ...]:
    return (*(f"gun/{uid}" for uid in back.guns), *([f"air/{who}"] if back.air else []))
