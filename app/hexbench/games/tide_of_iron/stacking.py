"""TI-STK: how many units a hex holds. A vehicle and the squads inside it are one unit, for those are not in the hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Problem, say

if TYPE_CHECKING:
    from hexbench.engine.board import Board
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron

UNITS: Final = 3
"""TI-STK-01."""
VEHICLES: Final = 2
"""TI-STK-02."""


def room(board: Board, units: Mapping[str, Unit], hex_: str, unit: Unit) -> bool:
    """Whether ``unit`` may stay in a hex as far as its own side's units go; itself it does not count."""
    count = vehicles = 0
    for uid in board.at.get(hex_, ()):
        other = units[uid]
        if other is not unit and other.side == unit.side:
            count += 1
            vehicles += not other.squad
    return count < UNITS and (unit.squad or vehicles < VEHICLES)


def problems(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Hexes that hold more than they may; a unit on the move does not count while it passes."""
    passing = {uid for step in s.stack if (uid := getattr(step, "unit", "")) and hasattr(step, "way")}
    counts: dict[tuple[str, str], list[bool]] = {}
    for uid, unit in s.units.items():
        if unit.on_map and uid not in passing:
            counts.setdefault((unit.at, unit.side), []).append(unit.squad)
    for (at, _), found in counts.items():
        if len(found) > UNITS:
            yield Problem(
                "TI-STK-01", say("{n} units stand in {hex}; it holds three.", n=len(found), hex=at), (at,)
            )
        if found.count(False) > VEHICLES:
            yield Problem("TI-STK-02", say("More than two vehicles stand in {hex}.", hex=at), (at,))
