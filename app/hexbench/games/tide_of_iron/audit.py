"""What can be wrong with a position that was set up by hand, as sentences with the rule behind each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


def problems(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every problem of a position."""
    for uid, unit in s.units.items():
        if unit.on_map and unit.at not in rules.atlas.index:
            yield Problem("position", say("There is no hex {hex}.", hex=unit.at), (uid,))
