"""Supply and communication (TT-REC-12, TT-REC-13), found at the start of a turn for both sides."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from hexbench.engine.events import UnitChanged
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.pieces import FOE, SIDES

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.hands import Position, TtPlay
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import TtRules


def free_hexes(rules: TtRules, s: Position, board: TtBoard, side: str) -> set[str]:
    """The hexes in play without enemy units and outside their zones of control."""
    foe = FOE[side]
    out = set(s.mission.area or rules.atlas.labels)
    out -= passage.zoned(rules, s, board, foe)
    return out - {at for at, here in board.at.items() if at[0] != "#" and s.units[here[0]].side == foe}


def fed_roads(rules: TtRules, s: Position, side: Side, free: Collection[str]) -> frozenset[str]:
    """The free road hexes from which a road leads to a source of a side through free hexes, sources included."""
    atlas = rules.atlas
    out = {at for at in s.mission.supply.get(side, ()) if at in free}
    front = list(out)
    while front:
        at = front.pop()
        for n in atlas.near[at]:
            if n in free and n not in out and atlas.road(at, n):
                out.add(n)
                front.append(n)
    return frozenset(out)


def supplied_hexes(rules: TtRules, s: Position, board: TtBoard, side: Side) -> dict[str, int]:
    """hex -> hexes to the nearest fed road, for every hex in which a unit of a side is in supply (TT-REC-12).

    The hex of the unit itself may lie in a zone of control; those on the way to the road may not, nor the road.
    """
    free = free_hexes(rules, s, board, side)
    inside = set(s.mission.area or rules.atlas.labels)
    out = dict.fromkeys(fed_roads(rules, s, side, free), 0)
    front = list(out)
    for far in range(1, rules.tables.supply_reach + 1):
        found: list[str] = []
        for at in front:
            for n in rules.atlas.near[at]:
                if n in inside and n not in out:
                    out[n] = far
                    if n in free:
                        found.append(n)
        front = found
    return out


def linked(rules: TtRules, s: Position, uid: str) -> bool:
    """Whether a unit is in communication (TT-REC-13)."""
    roster = s.mission.units
    division = roster[uid].division
    quarters = [
        u
        for u, printed in roster.items()
        if division
        and printed.division == division
        and printed.side == roster[uid].side
        and rules.template(printed).category == "hq"
        and not s.units[u].at.startswith("#due/")
    ]
    if not quarters:
        return True
    tables, here = rules.tables, s.units[uid].at
    reach = tables.comm_night if passage.night(s) else tables.comm_day
    return any(s.units[u].on_map and rules.atlas.distance(here, s.units[u].at) <= reach for u in quarters)


def check(play: TtPlay) -> None:
    """Mark every unit on the map."""
    rules = play.rules
    for side in SIDES:
        reached = supplied_hexes(rules, play, play.board, side)
        for uid, unit in list(play.units.items()):
            if unit.side != side or not unit.on_map:
                continue
            now = unit.at in reached, linked(rules, play, uid)
            if now != (unit.supplied, unit.linked):
                play.put(uid, supplied=now[0], linked=now[1])
                if now[0] != unit.supplied:
                    play.tell(UnitChanged(uid, "supply", "yes" if now[0] else "out"))
                if now[1] != unit.linked:
                    play.tell(UnitChanged(uid, "communication", "yes" if now[1] else "out"))
