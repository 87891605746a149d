"""11.0e-g, B09: the duty of those who attack to attack every enemy next to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexbench.engine.values import Reason, say
from hexbench.games.iron_tide.combatants import targets_in
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE, GERMAN

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.combat_declare import Declare
    from hexbench.games.iron_tide.hands import ItSeat


def exempt(s: Any, board: ItBoard, at: str, side: str) -> bool:
    """11.0f-g: units in a city, town or entrenchment, and Germans in the Westwall, choose their directions."""
    features = board.atlas.cell(at).features
    if "city" in features or "town" in features or s.entrenchments.get(at) == side:
        return True
    return side == GERMAN and "westwall" in features


def unmet(seat: ItSeat, step: Declare) -> Iterator[Reason]:
    """Every enemy hex that must still be attacked, each once."""
    s, board = seat.s, seat.board
    attacked = {at for plan in step.plans for at in plan.hexes}
    told: set[str] = set()
    for plan in step.plans:
        for uid in plan.attackers:
            unit = s.units[uid]
            if exempt(s, board, unit.at, step.who):
                continue
            for at in board.atlas.near[unit.at]:
                if at in attacked or at in told or not targets_in(s, board, FOE[step.who], at):
                    continue
                told.add(at)
                name = called(s.roster[uid])
                text = say(
                    "{unit} attacks and is also next to {hex}, which nobody attacks.", unit=name, hex=at
                )
                yield Reason("11.0e", text, (at, unit.at))
