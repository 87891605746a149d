"""Supply and communication of both sides, checked at the start of a turn (TT-REC-12, TT-REC-13)."""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import OFF
from hexbench.atlas.hexset import Links, bits_of, holds, members
from hexbench.engine.board import remembered
from hexbench.engine.events import UnitChanged
from hexbench.engine.overlays import Supplies
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.pieces import FOE, SIDES

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard, TtPlay


def _free_bits(rules: TtRules, s: Position, board: TtBoard, side: Side) -> int:
    """The hexes in play without enemy units and outside their zones of control."""
    index = rules.atlas.index
    zoned = bits_of(index[at] for at in passage.zoned(rules, s, board, FOE[side]))
    return inside(rules, s) & ~zoned & ~_enemy_bits(rules, s, board, side)


def _enemy_bits(rules: TtRules, s: Position, board: TtBoard, side: Side) -> int:
    """The hexes with enemy units."""
    foe, index = FOE[side], rules.atlas.index
    return bits_of(
        index[at] for at, here in board.at.items() if at[0] != "#" and s.units[here[0]].side == foe
    )


def inside(rules: TtRules, s: Position) -> int:
    """The hexes in play."""
    area = s.mission.area

    def make() -> int:
        index = rules.atlas.index
        return bits_of(index[at] for at in area) if area else (1 << len(index)) - 1

    return rules.facts.get("inside", (area,), make)


@remembered
def net(rules: TtRules) -> Links:
    """The steps along roads."""
    around = rules.atlas.around
    roads = (key for key in rules.atlas.roads if around[key[0]][key[1]] != OFF)
    return Links((i, around[i][direction]) for i, direction in roads)


def layers(rules: TtRules, s: Position, board: TtBoard, side: Side) -> tuple[int, ...]:
    """The supply roads, then the hexes one, two and more hexes from them, as far as supply reaches
    (TT-REC-12).

    A supply road leads through free hexes to a source. The unit's own hex may lie in a zone of control; the
    hexes between it and the road, and the road itself, may not. So a source in a zone supplies only the units
    on it (TT-AMB-36).
    """
    free = _free_bits(rules, s, board, side)
    index = rules.atlas.index
    sources = bits_of(index[at] for at in s.mission.supply.get(side, ()))
    own = sources & inside(rules, s) & ~_enemy_bits(rules, s, board, side)
    out = [net(rules).spread(sources & free, free) | own]
    known, steps = out[0], rules.atlas.steps
    for _ in range(rules.tables.supply_reach):
        grown = steps.grown(out[-1] & free) & inside(rules, s) & ~known
        known |= grown
        out.append(grown)
    return tuple(out)


def supplied_hexes(rules: TtRules, s: Position, board: TtBoard, side: Side) -> dict[str, int]:
    """Maps every hex in which a unit of a side is in supply to its distance from the nearest supply road."""
    labels = rules.atlas.labels
    return {labels[i]: far for far, layer in enumerate(layers(rules, s, board, side)) for i in members(layer)}


def line(rules: TtRules, s: Position, board: TtBoard, side: Side, at: str) -> tuple[str, ...]:
    """The shortest path from a hex to a supply road and along it to the nearest source; empty if out of
    supply.
    """
    found, index = layers(rules, s, board, side), rules.atlas.index
    i = index[at]
    far = next((n for n, layer in enumerate(found) if holds(layer, i)), None)
    if far is None:
        return ()
    free = _free_bits(rules, s, board, side)
    if not far and not holds(free, i):
        return (at,)  # a source in a zone of control
    path = [i]
    for layer in reversed(found[:far]):
        # the path may continue only from a hex that supply lines may pass
        path.append(next(j for j in rules.atlas.around[path[-1]] if j != OFF and holds(layer & free, j)))
    sources = {index[source] for source in s.mission.supply.get(side, ())}
    before: dict[int, int] = {path[-1]: path[-1]}
    queue = deque(before)
    ends = net(rules).all_ends()
    while queue:
        here = queue.popleft()
        if here in sources:
            along = [here]
            while before[along[-1]] != along[-1]:
                along.append(before[along[-1]])
            path += along[::-1][1:]
            break
        for there in ends.get(here, ()):
            if there not in before and holds(found[0] & free, there):
                before[there] = here
                queue.append(there)
    return tuple(rules.atlas.labels[j] for j in path)


class TtSupplies(Supplies):
    """The interface for :mod:`hexbench.study`."""

    def __init__(self, rules: TtRules, s: Position, side: Side) -> None:
        self.rules, self.s, self.side = rules, s, side
        self.board: TtBoard = rules.board(s)

    def fed(self) -> dict[str, bool]:
        """All units of a side on the map."""
        reached, index = 0, self.rules.atlas.index
        for layer in layers(self.rules, self.s, self.board, self.side):
            reached |= layer
        return {
            uid: holds(reached, index[unit.at])
            for uid, unit in self.s.units.items()
            if unit.side == self.side and unit.on_map
        }

    def line(self, uid: str) -> tuple[str, ...]:
        """The path to the road, and along it to a source."""
        return line(self.rules, self.s, self.board, self.side, self.s.units[uid].at)


def quarters(rules: TtRules, s: Position) -> dict[tuple[str, str], list[str]]:
    """Maps (side, division) to its headquarters that have arrived, including eliminated ones (TT-REC-13)."""
    out: dict[tuple[str, str], list[str]] = {}
    for uid, printed in s.mission.units.items():
        unit = s.units.get(uid)  # in the editor a headquarters may be nowhere yet
        if (
            unit is not None
            and printed.division
            and rules.template(printed).category == "hq"
            and unit.at[:5] != "#due/"
        ):
            out.setdefault((printed.side, printed.division), []).append(uid)
    return out


def linked(rules: TtRules, s: Position, uid: str) -> bool:
    """Whether a unit is in communication (TT-REC-13)."""
    printed = s.mission.units[uid]
    here = quarters(rules, s).get((printed.side, printed.division))
    return here is None or s.units[uid].at in _served_by(rules, s, here)


def _served_by(rules: TtRules, s: Position, quarters: list[str]) -> frozenset[str]:
    """The hexes in communication with any of the given headquarters."""
    reach = rules.tables.comm_night if passage.night(s) else rules.tables.comm_day
    areas = [_within(rules, s.units[u].at, reach) for u in quarters if s.units[u].on_map]
    return areas[0] if len(areas) == 1 else frozenset().union(*areas)


@remembered
def _within(rules: TtRules, at: str, far: int) -> frozenset[str]:
    """The hexes within a distance of one."""
    atlas = rules.atlas
    return frozenset(takewhile(lambda other: atlas.distance(at, other) <= far, atlas.nearest_first(at)))


def check(play: TtPlay) -> None:
    """Record supply and communication for every unit on the map."""
    rules, index = play.rules, play.rules.atlas.index
    roster = play.mission.units
    # once per division, not per unit: that takes a third of the time
    areas = {key: _served_by(rules, play, here) for key, here in quarters(rules, play).items()}
    for side in SIDES:
        reached = 0
        for layer in layers(rules, play, play.board, side):
            reached |= layer
        for uid, unit in list(play.units.items()):
            at = unit.at
            if unit.side != side or at[:1] in ("", "#"):
                continue
            printed = roster[uid]
            area = areas.get((printed.side, printed.division))
            now = holds(reached, index[at]), area is None or at in area
            if now != (unit.supplied, unit.linked):
                play.put(uid, supplied=now[0], linked=now[1])
                if now[0] != unit.supplied:
                    play.tell(UnitChanged(uid, "supply", "yes" if now[0] else "out"))
                if now[1] != unit.linked:
                    play.tell(UnitChanged(uid, "communication", "yes" if now[1] else "out"))
