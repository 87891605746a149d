"""What the inspector says about a hex or a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import say

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat


def facts(seat: TgSeat, ref: str) -> Facts | None:
    """A page about a unit or a hex; None for anything else."""
    s, rules = seat.s, seat.rules
    unit = s.units.get(ref)
    if unit is not None:
        printed = s.roster[ref]
        lines = (
            Fact(say("Side"), say("{side}", side=rules.side_name(unit.side))),
            Fact(say("Combat factor"), say("{n}", n=printed.factor), ("TG-GEN-04",)),
            Fact(say("Movement factor"), say("{n}", n=printed.omf), ("TG-MOV-03",)),
        )
        return Facts(rules.title(printed), lines)
    if ref in rules.atlas.index:
        ground = say("{terrain}", terrain=rules.atlas.cell(ref).terrain)
        return Facts(say("Hex {hex}", hex=ref), (Fact(say("Terrain"), ground, ("TG-MOV-04",)),))
    return None
