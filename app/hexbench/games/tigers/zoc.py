"""Zones of control (TG-ZOC-01..13): how strongly each hex with units reaches each of its neighbours.

The strength of a zone is a matter of two hexes, the one that projects and the one reached: forest weakens that of armored
divisions. What a zone does to a step is in :mod:`cells`, to supply in :mod:`supply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.games.tigers import ground
from hexbench.games.tigers.pieces import FOE, GERMAN, PEIPER, VDH

if TYPE_CHECKING:
    from collections.abc import Collection

    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard
    from hexbench.games.tigers.tables import Strength

NONE: Final = 0
WEAK: Final = 1
STRONG: Final = 2
STRENGTHS: Final[tuple[Strength, ...]] = ("None", "Weak", "Strong")

NOBODY: Final = 0
DISRUPTED: Final = 1
READY: Final = 2
"""What :func:`friends` finds: nobody, only disrupted friends, one at least that is not disrupted."""

Zones = dict[str, tuple[tuple[str, int], ...]]
"""hex -> the hexes that project into it, in the map's order, each with the strength there: weak or strong."""


def counts(uid: str) -> bool:
    """Whether a unit counts at all: von der Heydte does not (AMB-82)."""
    return uid != VDH


def peiper_fought(s: Position) -> bool:
    """Whether KG Peiper has attacked in the player turn at hand and so projects a weak zone (TG-KGP-10, AMB-120)."""
    peiper = s.units.get(PEIPER)
    return peiper is not None and s.phasing == GERMAN and peiper.attacks > 0


def projected(s: Position, uids: Collection[str], *, into_forest: bool) -> int:
    """The strength of the zone of units that stand together (TG-ZOC-02..13, AMB-42..44)."""
    best, small = NONE, 0
    for uid in uids:
        unit, printed = s.units[uid], s.roster[uid]
        if printed.size == "div":
            found = WEAK if unit.disrupted else STRONG
            if into_forest and printed.pure:
                found -= 1
            best = max(best, found)
        elif printed.size == "kg":
            best = max(best, WEAK if unit.disrupted or peiper_fought(s) else STRONG)
        elif printed.size in ("bde", "cc") and not unit.disrupted:
            small += 1
    return max(best, min(small, STRONG))


def standing(s: Position, board: TgBoard, side: str) -> dict[str, int]:
    """hex with units of a side -> whether one of them at least is READY, or all are DISRUPTED."""
    memo = board.memo[side]
    found: dict[str, int] | None = memo.get(standing)
    if found is None:
        units = s.units
        found = memo[standing] = {
            at: DISRUPTED if all(units[uid].disrupted for uid in uids) else READY
            for at, uids in stands(s, board, side).items()
        }
    return found


def stands(s: Position, board: TgBoard, side: str) -> dict[str, tuple[str, ...]]:
    """hex -> the units of a side there, von der Heydte left out."""
    memo = board.memo[side]
    found: dict[str, tuple[str, ...]] | None = memo.get(stands)
    if found is None:
        found = {}
        for at in sorted(board.at):  # a board's own order depends on who moved when
            if at[:1] != "#":
                ours = tuple(u for u in board.at[at] if s.units[u].side == side and u != VDH)
                if ours:
                    found[at] = ours
        memo[stands] = found
    return found


def zones(rules: TgRules, s: Position, board: TgBoard, side: str) -> Zones:
    """All the zones of a side that are at least weak."""

    def make() -> Zones:
        out: dict[str, list[tuple[str, int]]] = {}
        forest, rank = ground.terrain(rules, "forest"), rules.atlas.index
        held = stands(s, board, side)
        for at in sorted(held, key=rank.__getitem__):
            uids = held[at]
            clear = projected(s, uids, into_forest=False)
            if not clear:
                continue
            wooded = projected(s, uids, into_forest=True)
            for there in rules.atlas.near[at]:
                strength = clear
                if wooded < clear and there in forest and not ground.road(rules, s, at, there):
                    strength = wooded
                if strength:
                    out.setdefault(there, []).append((at, strength))
        return {at: tuple(who) for at, who in out.items()}

    return rules.facts.get(("zones", side), projecting(rules, s, board, side), make)


def projecting(rules: TgRules, s: Position, board: TgBoard, side: str) -> tuple[object, ...]:
    """All that the zones of a side are made of: they stay while it is the same."""
    return (board.stance[side], s.roster, side == GERMAN and peiper_fought(s), ground.whole(rules, s))


def strength(rules: TgRules, s: Position, board: TgBoard, projector: str, target: str) -> Strength:
    """The class of the zone that the units in one hex project into an adjacent one; None where they project none."""
    uids = board.units_at(projector)
    side = next((s.units[u].side for u in uids if u != VDH), None)
    if side is None:
        return "None"
    reached = zones(rules, s, board, side).get(target, ())
    return STRENGTHS[next((found for at, found in reached if at == projector), NONE)]


def strongest(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> Strength:
    """The strongest zone of ``side`` in a hex."""
    reached = zones(rules, s, board, side).get(at, ())
    return STRENGTHS[max((found for _, found in reached), default=NONE)]


def _enemies_near(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> tuple[str, ...]:
    """The adjacent hexes with enemies of ``side``, whatever they project."""
    theirs = stands(s, board, FOE[side])
    return tuple(h for h in rules.atlas.near[at] if h in theirs)


def friends(s: Position, board: TgBoard, side: str, at: str, without: Collection[str] = ()) -> int:
    """Friends of ``side`` in a hex, ``without`` some (AMB-38): NOBODY, DISRUPTED only, or READY."""
    if not without:
        return standing(s, board, side).get(at, NOBODY)
    best = NOBODY
    for uid in stands(s, board, side).get(at, ()):
        if uid not in without:
            if not s.units[uid].disrupted:
                return READY
            best = DISRUPTED
    return best
