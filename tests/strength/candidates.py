"""Declarations of games that have thinkers of their own: measured against those with ``make strength`` before any of them goes.

make strength ARGS="blitzkrieg/bastogne planner-strong,middle --trial FILE"
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Final

from hexbench.atlas.arcs import Arcs
from hexbench.atlas.atlas import side_name
from hexbench.games.blitzkrieg import odds, passage, victory
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN, GROUND
from hexbench.staff.aims import Aims, Goal
from hexbench.staff.levels import every


class BlitzkriegAims(Aims):
    """Cities and dumps. Weights are first guesses."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move"})
    attacks: ClassVar = frozenset({"engage"})
    never: ClassVar = frozenset(
        {"collect", "deposit", "join", "undo_engage", "quit", "move_again", "select", "define", "next"}
        | {"launch", "bomb", "stop_aiming", "stop_support", "hold"}
    )
    simple: ClassVar = frozenset(
        {
            "deploy",
            "air",
            "rockets",
            "shelling",
            "reinforcements",
            "defining",
            "largest",
            "battles",
        }
    )
    free: ClassVar = frozenset({"aim", "support"})
    reflexes: ClassVar = ("fall_back", "advance")
    musts: ClassVar = frozenset({"fall_back"})
    pauses: ClassVar = frozenset({"movement", "reinforcements", "player_turn", "campaign", "deploy", "air"})
    walk: ClassVar = 0.6
    bulk_worth: ClassVar = 0.06

    def goals(self, rules: Any, s: Any, board: Any) -> list[Goal]:
        """The hexes of cities and of goals of a short game, each its share, and dumps (BK-VIC-01..03, BK-REC-11)."""
        worth, out = {"liege": 14.0, "antwerp": 16.0}, list[Goal]()
        for name, hexes in victory.sought(rules, s).items():
            prize = worth.get(name, 6.0)
            if s.goal:
                prize = 12.0 if name in s.goal else 0.5
            for at in hexes:
                here = [s.units[u].side for u in board.at.get(at, ()) if s.roster[u].type in GROUND]
                holder = here[0] if here else GERMAN if name in s.holding else ALLIED
                out.append(Goal(at, prize / len(hexes), 0.0, holder))
        return out + [Goal(dump.hex, 1.0, 1.0) for dump in s.dumps.values() if dump.number]

    def power(self, rules: Any, s: Any, uid: str) -> float:
        """Its strength; guns, planes and infiltrators hold little."""
        return float(s.units[uid].strength) * (1.0 if s.roster[uid].type in GROUND else 0.3)

    def kind(self, rules: Any, s: Any, uid: str) -> tuple[Hashable, float]:
        """Side and class price the ways."""
        printed = s.roster[uid]
        return (printed.side, printed.type), float(max(1, printed.mp))

    def left(self, s: Any) -> float:
        """Rounds to the last."""
        return float(max(1, s.last_turn - s.turn + 1))

    def moved(self, s: Any, uid: str) -> bool:
        """Whoever stands elsewhere than he began."""
        unit = s.units[uid]
        return bool(unit.start and unit.at != unit.start)

    def used(self, s: Any, verb: str, uid: str) -> bool:
        """Guns that have a target, or protect somebody."""
        return uid in s.fire if verb == "aim" else uid in s.support

    def takes(self, s: Any, uid: str) -> bool:
        """Ground units alone take a city (BK-VIC-09)."""
        return s.roster[uid].type in GROUND

    def arcs(self, rules: Any, kind: Any) -> Arcs:
        """With all bridges standing, and rivers crossed where nobody has built one."""
        found: Arcs | None = rules.kept.get(("aims", kind))
        if found is None:
            found = rules.kept["aims", kind] = passage.passages(rules).arcs(kind[0], kind[1], {}, wading=True)
        return found

    def shelter(self, rules: Any, at: str, start: str) -> float:
        """What motorised infantry is multiplied by there, and rivers (BK-ODD-02, BK-ODD-05)."""
        river = side_name(start, at) in rules.rivers
        return float(odds.terrain_factor(rules, "motor_inf", at)) * (2.0 if river else 1.0)


CANDIDATES: Final[dict[str, Aims]] = {"blitzkrieg": BlitzkriegAims()}
"""game -> what it might declare."""
PREFIX: Final = "planner-"
"""Before the name of a level of the planner, where the game's own bears it already."""


def players(key: str) -> dict[str, Callable[[], Any]]:
    """``planner-quick``, ``planner-middle`` and ``planner-strong`` of a game with a candidate; else nobody."""
    aims = CANDIDATES.get(key)
    return {} if aims is None else {PREFIX + level: made for level, made in every(aims).items()}
