"""What a step costs and where a unit of one class can go (Table 9, BK-MOV): bridges, rivers, the line, enemies in the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import Arcs, Link, Price, compile_arcs, link_of
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods, Reach, reach
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, Class, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, Position

HALF: Final = 6
"""Half a movement point in twelfths."""
STOPS: Final = Moods(((((0, 0), (0, 1)), ((0, 0), (0, 1))), ((None, None), (None, None))))
"""Entering a hex next to an enemy ends the move; beginning in one does not hinder it (BK-MOV-04, BK-MOV-06)."""
_ANY: Final = bytes(1) + b"\x01" * 255
"""How many -> whether any."""
_GROUNDS: Final = 8
_REACHES: Final = 1500
"""How much is kept: reaches of one moment, and moments; a reach takes some fifteen kilobytes."""
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
    from hexbench.games.blitzkrieg import supply

    return supply.movement(rules, s, uid)


class Stand(Ground):
    """What stands in the way of a side, and where units of it can go then: worked out once, as bridges are ``blown``."""

    __slots__ = ("blown", "reaches")

    def __init__(self, zones: Sequence[int], closed: Collection[int]) -> None:
        super().__init__(zones, closed)
        self.blown: Mapping[str, tuple[str, ...]] = {}
        self.reaches: dict[tuple[Side, Class, int, int], Reach] = {}


def ground(rules: BkRules, s: Position, board: BkBoard, side: Side, *, shut: Collection[int] = ()) -> Stand:
    """Zones and closed hexes of ground units of a side: enemies stand in the way, infiltrators do not (BK-MOV-10).

    ``shut`` are further hexes closed to it. Equal ones are the same: the enemy hardly ever moves in one's own turn.
    """
    foe = FOE[side]
    kept: dict[tuple[frozenset[int], frozenset[int]], Stand] = rules.kept.setdefault("ground", {})
    key = (frozenset(board.stand[foe]), frozenset(shut))
    found = kept.pop(key, None)
    if found is None:
        found = Stand(board.near[foe].counts.translate(_ANY), key[0] | key[1])
        if len(kept) >= _GROUNDS:
            del kept[next(iter(kept))]
    kept[key] = found  # the last to be asked for is the last to go
    return found


def occupied(board: BkBoard, side: Side) -> list[str]:
    """The hexes in which ground units of a side stand."""
    labels = board.atlas.labels
    return [labels[i] for i in board.stand[side]]


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


def walked(
    rules: BkRules, s: Position, uid: str, start: str, within: Collection[str] | None = None
) -> frozenset[str]:
    """The hexes a unit could walk to from a hex in any time, enemies apart: no Ally gets through the Siegfried line, no armor
    over a river without a bridge (BK-MOV-11, BK-MOV-14). ``within``: on no other hexes than these.
    """
    atlas = rules.atlas
    arcs = passages(rules).arcs(s.units[uid].side, s.roster[uid].type, s.blown, wading=True)
    found, fresh = {start}, [start]
    while fresh:
        for _, j in arcs.out[atlas.index[fresh.pop()]]:
            at = atlas.labels[j]
            if at not in found and (within is None or at in within):
                found.add(at)
                fresh.append(at)
    return frozenset(found)


def reach_of(
    rules: BkRules,
    s: Position,
    board: BkBoard,
    uid: str,
    start: str,
    *,
    budget: int | None = None,
    shut: Collection[int] = (),
    shared: Stand | None = None,
) -> Reach:
    """Where a unit can go from the hex it began its turn in, with all its movement points (BK-MOV-07).

    ``budget`` in halves replaces its points; ``shared`` the ground, when many are asked for.
    """
    unit, printed = s.units[uid], s.roster[uid]
    halves = points(rules, s, uid) if budget is None else budget
    stand = shared if shared is not None else ground(rules, s, board, unit.side, shut=shut)
    if stand.blown != s.blown:
        stand.blown, stand.reaches = dict(s.blown), {}
    here = rules.atlas.index[start]
    key = (unit.side, printed.type, here, halves)
    found = stand.reaches.get(key)
    if found is None:
        if len(stand.reaches) >= _REACHES:
            stand.reaches = {}
        found = stand.reaches[key] = _search(rules, s, key, stand)
    return found


def _search(rules: BkRules, s: Position, key: tuple[Side, Class, int, int], stand: Ground) -> Reach:
    side, kind, here, halves = key
    arcs = passages(rules).arcs(side, kind, s.blown)
    first = first_steps(rules, s, side, kind, here, arcs)
    if kind == "infiltrator":
        nothing = Ground.empty(len(rules.atlas.labels))
        return reach(arcs, nothing, FREE, here, halves * HALF, first=first)
    return reach(arcs, stand, STOPS, here, halves * HALF, first=first)
