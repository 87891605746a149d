"""Supply as every game that has it tells of it: who is in supply now, by which line, and which bridges lines go over.

A game that has supply answers :meth:`hexbench.engine.rules.Rules.supplies`; how a line is traced is its own affair. What is
told is what would be found if supply were judged at this moment, which in some games is not the moment that counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping


class Supplies(ABC):
    """The supply of one side at one position."""

    @abstractmethod
    def fed(self) -> Mapping[str, bool]:
        """Unit -> whether it is in supply: those of the side on the map that need it, in their order."""

    @abstractmethod
    def line(self, uid: str) -> tuple[str, ...]:
        """The hexes of the line that supplies a unit, from its own hex on; empty where no line does."""
