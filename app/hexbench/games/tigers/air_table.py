"""The air operations table: which column a unit is attacked in, and whether anything shoots back (TG-AIR-05..17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hexbench.engine.values import Say, say
from hexbench.games.tigers.pieces import VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position
    from hexbench.games.tigers.rules import TgRules

Column = Literal["open", "cover"]
AA_ALL = ("AA", "AAc")
AA_P51 = ("AAm", "AAmc")


def order(s: Position, board: TgBoard, at: str, side: str) -> tuple[str, ...]:
    """The units of a side in a hex in the order in which they are attacked: from the top of the stack to its bottom,
    those that can shoot back first (TG-AIR-03, TG-AIR-28).
    """
    here = [u for u in reversed(board.units_at(at)) if u != VDH and s.units[u].side == side]
    return tuple(sorted(here, key=lambda uid: not s.roster[uid].aa))


def column(rules: TgRules, s: Position, uid: str) -> Column:
    """Where a unit is attacked: in the open, or under cover (TG-AIR-06, TG-AIR-07, TG-AIR-09, TG-AIR-10).

    A city and works are cover for all, forest for all but armor on its roads; the Venn is open (AMB-72, AMB-74, AMB-101).
    """
    unit = s.units[uid]
    hex_ = rules.atlas.cell(unit.at)
    if "city" in hex_.features or unit.entrenched:
        return "cover"
    if hex_.terrain == "forest" and not (s.roster[uid].pure and unit.at in rules.road_hexes):
        return "cover"
    return "open"


def shot_down(rules: TgRules, s: Position, uid: str, result: str, type_: str) -> bool:
    """Whether the result of an attack on a unit brings down an attacker of ``type_`` (TG-AIR-11..17, AMB-70).

    In the open only AA-capable Germans do, and only to USAAF groups; in a major city any unit, to anybody.
    """
    if result in AA_P51:
        hit = type_ == "P-51"
    else:
        hit = result in AA_ALL
    if not hit:
        return False
    if result in ("AAc", "AAmc"):
        return "city" in rules.atlas.cell(s.units[uid].at).features
    return s.roster[uid].aa and type_ != "FW-190"


def exposure(rules: TgRules, s: Position, uid: str) -> tuple[Say, str]:
    """How a unit fares when it is attacked from the air, in words, with the clause of its column."""
    open_ = column(rules, s, uid) == "open"
    city = "city" in rules.atlas.cell(s.units[uid].at).features
    if open_ and s.roster[uid].aa:
        return say("in the open: D on 1 to 3; it shoots back"), "TG-AIR-06"
    if open_:
        return say("in the open: D on 1 to 3"), "TG-AIR-06"
    if city:
        return say("in a city: D on 1 or 2; the city shoots back"), "TG-AIR-15"
    return say("under cover: D on 1 or 2"), "TG-AIR-07"


def guarded(rules: TgRules, s: Position, board: TgBoard, hexes: tuple[str, ...]) -> bool:
    """Whether an AA-capable German stands in one of these hexes (AMB-73)."""
    return any(s.roster[u].aa for at in hexes for u in board.units_at(at) if u in s.roster)
