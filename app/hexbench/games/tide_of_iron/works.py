"""What lies in a hex besides units: fortifications, obstacles, smoke."""

from __future__ import annotations

from typing import Final

from hexbench.engine.values import Value

FORTS: Final = ("entrenchment", "pillbox")
OBSTACLES: Final = ("razor_wire", "tank_trap", "minefield")


class Works(Value, frozen=True, kw_only=True):
    """The markers of one hex; ``TideOfIron.works`` holds no empty ones."""

    entrenchment: int = 0
    pillbox: int = 0
    razor_wire: bool = False
    tank_trap: bool = False
    minefield: bool = False
    smoke: bool = False

    @property
    def forts(self) -> int:
        """Fortifications in the hex (TI-FORT-06)."""
        return self.entrenchment + self.pillbox


NONE: Final = Works()
