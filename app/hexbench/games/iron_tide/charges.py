"""13.1a-b: which bridges and fuel depots can be tried, and by whom, whatever was tried before (sets of hexes, atlas.bits)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexbench.atlas.bits import bits_of
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.supply import free_hexes
from hexbench.games.iron_tide.works import ends, is_bridge

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItSeat
    from hexbench.games.iron_tide.rules import ItRules

ENEMY_NEAR: Final = 4
"""13.1a: hexes within which there must be an enemy."""
REACH: Final = 5
"""13.1b: the longest path to the unit that sets the charge."""


def standing_bridges(rules: ItRules, s: Any) -> tuple[str, ...]:
    """Every hexside with a bridge: those printed that stand, then those built."""
    printed: tuple[str, ...] | None = rules.kept.get("printed bridges")
    if printed is None:
        atlas = rules.atlas
        printed = rules.kept["printed bridges"] = tuple(
            atlas.side_of(i, direction)
            for (i, direction), kinds in atlas.side_kinds.items()
            if direction < 3 and "bridge" in kinds and atlas.around[i][direction] >= 0
        )
        rules.kept["printed bridges", "all"] = frozenset(printed)
    bridges = s.bridges
    if not bridges:
        return printed
    kept = rules.kept.get("standing bridges")
    if kept is None or kept[0] != bridges:
        old: frozenset[str] = rules.kept["printed bridges", "all"]
        built = [side for side, state in bridges.items() if state == "built" and side not in old]
        gone = {side for side, state in bridges.items() if state != "built"}
        now = (*(side for side in printed if side not in gone), *built)
        kept = rules.kept["standing bridges"] = (bridges, now)
    standing: tuple[str, ...] = kept[1]
    return standing


def stocked_depots(s: Any) -> tuple[str, ...]:
    """The hexes of depots that can still be destroyed."""
    return tuple(at for at, state in s.depots.items() if state == "stocked")


def depth(rules: ItRules, target: str, most: int) -> int:
    """B74: from a hexside its two hexes count as 1, so there is one step less to go than from the hex of a depot; by the
    option bridge_hexes they are not counted.
    """
    return most - 1 if is_bridge(target) and rules.options.bridge_hexes == "counted" else most


def hexes_of(rules: ItRules, target: str) -> int:
    """The hexes of a target as a set."""
    known: dict[str, int] = rules.kept.setdefault("hexes of targets", {})
    found = known.get(target)
    if found is None:
        found = known[target] = bits_of(rules.atlas.index[at] for at in ends(target))
    return found


def threatened(seat: ItSeat, side: str, target: str) -> bool:
    """13.1a: whether an enemy is near enough; commandos do not count (13.1g)."""
    near = seat.board.hexes_held(FOE[side], depth(seat.rules, target, ENEMY_NEAR))
    return bool(near & hexes_of(seat.rules, target))


def joined(seat: ItSeat, side: str, hexes: int, steps: int) -> int:
    """13.1b: the hexes that a path free of the enemy and of his zones joins to some of ``hexes``, those with them; both
    are sets. It is a supply line, so that friendly units cancel zones where they stand (7.6c, R30); by the option
    demolition_path they do not.
    """
    board, foe = seat.board, FOE[side]
    if seat.rules.options.demolition_path == "supply":
        free = free_hexes(board, side)
    else:
        free = ~(board.hexes_held(foe) | board.zone_of(foe))
    found = hexes & free
    for _ in range(steps):
        found = board.atlas.steps.grown(found) & free
    return found


def at_risk(seat: ItSeat, side: str, depots: bool) -> tuple[str, ...]:
    """The bridges (or depots) with an enemy near enough."""
    key = ("at risk", side, depots)
    found: tuple[str, ...] | None = seat.memo.get(key)
    if found is None:
        rules = seat.rules
        there = stocked_depots(seat.s) if depots else standing_bridges(rules, seat.s)
        near = seat.board.hexes_held(FOE[side], depth(rules, there[0], ENEMY_NEAR)) if there else 0
        known: dict[str, int] = rules.kept.setdefault("hexes of targets", {})
        if any(t not in known for t in there):
            for t in there:
                hexes_of(rules, t)
        found = seat.memo[key] = tuple([t for t in there if near & known[t]])
    return found


def able(seat: ItSeat, side: str, depots: bool) -> list[str]:
    """The units that may try some bridge (or depot) by 13.1a-b, whatever they have tried in this phase."""
    s, index = seat.s, seat.board.atlas.index
    targets = at_risk(seat, side, depots)
    if not targets:
        return []
    hexes, known = 0, seat.rules.kept["hexes of targets"]
    for target in targets:
        hexes |= known[target]
    near = joined(seat, side, hexes, depth(seat.rules, targets[0], REACH))
    return [
        uid
        for uid in seat.board.present[side]
        if s.units[uid].supply == "supplied"
        and near >> index[s.units[uid].at] & 1
        and not s.roster[uid].commando
    ]


def chances(seat: ItSeat, side: str, uid: str, depots: bool) -> tuple[str, ...]:
    """The bridges (or depots) a unit may try by 13.1a-b, whatever it has tried in this phase."""
    unit = seat.s.units[uid]
    if unit.side != side or unit.supply != "supplied" or not unit.on_map or seat.s.roster[uid].commando:
        return ()
    targets = at_risk(seat, side, depots)
    if not targets:
        return ()
    near = joined(seat, side, 1 << seat.board.atlas.index[unit.at], depth(seat.rules, targets[0], REACH))
    return tuple(target for target in targets if near & hexes_of(seat.rules, target))
