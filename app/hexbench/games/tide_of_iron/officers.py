"""Who leads: an officer counts for his own squad and for those around him (B-CON-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules


def leads(rules: TiRules, unit: Unit) -> bool:
    """Whether there is an officer in a squad who is of use to anybody; whether it is on foot is asked elsewhere."""
    return unit.has("officer") and (rules.options.officers == "always" or not unit.condition)
