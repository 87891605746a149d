"""What is wrong with a position, hex by hex and field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position
    from hexbench.games.tigers.rules import TgRules


def problems(rules: TgRules, s: Position) -> Iterator[Problem]:
    """Every problem of a position."""
    for uid, unit in s.units.items():
        if unit.on_map and unit.at not in rules.atlas.index:
            yield Problem("TG-DAT-01", say("Hex {hex} is not on this map.", hex=unit.at), (uid,))
