"""What a step costs and where a unit of one class can go (Table 9, BK-MOV): bridges, rivers, the line, enemies in the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import Arcs, Link, Price, compile_arcs, link_of
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods, Reach, reach
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND, Class, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import Position
    from hexbench.games.blitzkrieg.rules import BkRules

HALF: Final = 6
"""Half a movement point in twelfths."""
STOPS: Final = Moods(((((0, 0), (0, 1)), ((0, 0), (0, 1))), ((None, None), (None, None))))
"""Entering a hex next to an enemy ends the move; beginning in one does not hinder it (BK-MOV-04, BK-MOV-06)."""
FREE: Final = Moods((((((0, 0)), (0, 0)), ((0, 0), (0, 0))),))
"""Infiltrators stop for nobody (BK-MOV-05)."""


class Passages:
    """The priced steps of one map for each side and class, kept for the bridges as they stand."""

    def __init__(self, rules: BkRules) -> None:
        self._rules = rules
        self._now: dict[tuple[Side, str, bool], tuple[Mapping[str, tuple[str, ...]], Arcs]] = {}

    def arcs(
        self, side: Side, kind: str, blown: Mapping[str, tuple[str, ...]], *, wading: bool = False
    ) -> Arcs:
        """The steps of a class. ``wading``: rivers without bridges are crossed at once, as after a battle (BK-MOV-15)."""
        key = (side, kind, wading and kind != "armor")
        kept = self._now.get(key)
        if kept is not None and (kept[0] is blown or kept[0] == blown):
            return kept[1]
        atlas = self._rules.atlas
        if kept is None:
            arcs = compile_arcs(atlas, self._price(key, blown))
        else:
            price = self._price(key, blown)
            changes = {
                (i, direction): price(link_of(atlas, i, direction))
                for name in sorted({name for name, _ in kept[0].items() ^ blown.items()})
                for i, direction in atlas.side_keys(name)
            }
            arcs = kept[1].patched(changes)
        self._now[key] = (blown, arcs)
        return arcs

    def _price(self, key: tuple[Side, str, bool], blown: Mapping[str, tuple[str, ...]]) -> Price:
        side, kind, wading = key
        rules = self._rules
        costs = rules.tables.movement[kind]

        def price(link: Link) -> int | None:
            if side == ALLIED and link.enters.terrain == "siegfried":
                return None  # BK-MOV-11
            side_name = rules.atlas.side_of(link.start, link.direction)
            dry = "river" not in link.kinds or (side_name in rules.bridges and not blown.get(side_name))
            if not dry:
                return HALF * costs[link.enters.terrain] if wading else None  # BK-MOV-12, BK-MAP-06
            return HALF * (costs["road"] if link.road else costs[link.enters.terrain])

        return price


def passages(rules: BkRules) -> Passages:
    """The prices of a map, made once."""
    found: Passages | None = rules.kept.get("passages")
    if found is None:
        found = rules.kept["passages"] = Passages(rules)
    return found


def open_bridge(rules: BkRules, s: Position, side: str) -> bool:
    """Whether a hexside carries a whole bridge (BK-MAP-06)."""
    return side in rules.bridges and not s.blown.get(side)


def points(rules: BkRules, s: Position, uid: str) -> int:
    """Movement points of a unit now, in halves: Table 7 takes some off, rounded down to the half (BK-MOV-18, BK-SUP-25)."""
    from hexbench.games.blitzkrieg import isolation

    return isolation.movement(rules, s, uid)


def ground(rules: BkRules, s: Position, board: BkBoard, side: Side, *, shut: Collection[int] = ()) -> Ground:
    """Zones and closed hexes of ground units of a side: enemies stand in the way, infiltrators do not (BK-MOV-10).

    ``shut`` are further hexes closed to it.
    """
    foe = FOE[side]
    zones = bytes(1 if n else 0 for n in board.near[foe].counts)
    index = rules.atlas.index
    closed = {index[at] for at in occupied(s, board, foe)}
    return Ground(zones, closed | set(shut))


def occupied(s: Position, board: BkBoard, side: Side) -> list[str]:
    """The hexes in which ground units of a side stand."""
    return [
        at
        for at, here in board.at.items()
        if at[0] != "#" and any(s.units[u].side == side and s.roster[u].type in GROUND for u in here)
    ]


def first_steps(
    rules: BkRules, s: Position, side: Side, kind: Class, start: int, arcs: Arcs
) -> tuple[First, ...]:
    """The steps out of the hex a unit began its turn in: there an unbridged river may be crossed, not by armor (BK-MOV-12, BK-MOV-14)."""
    atlas = rules.atlas
    costs = rules.tables.movement[kind]
    out: list[First] = []
    for direction, j in enumerate(atlas.around[start]):
        if j == OFF:
            continue
        price = arcs.cost(start, direction)
        if price is None:
            terrain = atlas.cells[j].terrain
            if kind == "armor" or (side == ALLIED and terrain == "siegfried"):
                continue
            price = HALF * costs[terrain]
        out.append(First(j, price))
    return tuple(out)


def reach_of(
    rules: BkRules,
    s: Position,
    board: BkBoard,
    uid: str,
    start: str,
    *,
    budget: int | None = None,
    shut: Collection[int] = (),
    shared: Ground | None = None,
) -> Reach:
    """Where a unit can go from the hex it began its turn in, with all its movement points (BK-MOV-07).

    ``budget`` in halves replaces its points; ``shared`` the ground, when many are asked for.
    """
    unit, printed = s.units[uid], s.roster[uid]
    halves = points(rules, s, uid) if budget is None else budget
    arcs = passages(rules).arcs(unit.side, printed.type, s.blown)
    here = rules.atlas.index[start]
    first = first_steps(rules, s, unit.side, printed.type, here, arcs)
    if printed.type == "infiltrator":
        nothing = Ground.empty(len(rules.atlas.labels))
        return reach(arcs, nothing, FREE, here, halves * HALF, first=first)
    stand = shared if shared is not None else ground(rules, s, board, unit.side, shut=shut)
    return reach(arcs, stand, STOPS, here, halves * HALF, first=first)
